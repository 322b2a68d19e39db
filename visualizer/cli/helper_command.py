"""`visualizer helper`: print the file that a bot takes along to tell of its search."""

from importlib.resources import files

import rich_click as click

from visualizer.cli.messages import DONE
from visualizer.cli.options import with_options
from visualizer.errors import one_of
from visualizer.look.lines import print_lines

LANGUAGES = ("python", "cpp", "javascript")


@click.command(epilog="Example: visualizer helper python")
@with_options()
@click.argument("language", metavar="LANGUAGE")
def command(*, language: str) -> int:
    """Print a file, free to copy, by which a bot in python, cpp or javascript tells of its search."""
    name = one_of("the language", language, LANGUAGES)
    print_lines((files("visualizer") / "cli" / "helpers" / f"{name}.txt").read_text(encoding="utf-8").rstrip("\n"))
    return DONE
