"""The files that a command writes: one that is there is replaced with --force, or after a yes on a terminal."""

import sys
from collections.abc import Collection, Sequence

import rich_click as click

import exports
from visualizer.cli.options import Decorator, asked
from visualizer.errors import InputError
from visualizer.publishing.outputs import Output
from visualizer.visible import visible

FORCE: tuple[Decorator, ...] = (
    click.option("--force", is_flag=True, help="Replace a file that is there already, without a question."),
)


def output(about: str, name: str = "files", *, required: bool = True) -> Decorator:
    """Make the option that says which files to write; it may be repeated."""
    return click.option("-O", "--output", name, metavar="FILE", multiple=True, required=required, help=about)


def may_replace(files: Sequence[str], *, hint: str = "--force replaces it", folders: Collection[str] = ()) -> bool:
    """Return whether files may be replaced that are there already; a person at a terminal is asked.

    InputError if a file cannot be written, or is there and must stay: to be called before the search. `folders`
    are those of the files that are folders of a film.
    """
    force = asked("force")
    for file in files:
        exports.check(file, force=True, marks=exports.folder_marks() if file in folders else ())
    there = [file for file in files if exports.is_there(file)]
    for file in [] if force else there:
        if not agreed(file):
            raise InputError(f"{file!r:.200} is there already; {hint}")
    return force or bool(there)


def may_write(outputs: Sequence[Output]) -> bool:
    """Return whether what exports make may replace what is there; as `may_replace`."""
    paths = [*dict.fromkeys(path for each in outputs for path in each.paths)]
    return may_replace(paths, folders={each.paths[0] for each in outputs if each.is_folder})


def agreed(file: str) -> bool:
    """Ask at a terminal whether a file may be replaced; where there is nobody to ask, it may not."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        return False
    question = f"visualizer: {visible(file)} is there already; replace it? [y/N] "
    print(question, end="", file=sys.stderr, flush=True)  # noqa: T201  the answer stands on the same line
    return sys.stdin.readline().strip().lower() in ("y", "yes")
