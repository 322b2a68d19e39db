"""Writes the page that `man visualizer` shows, from the help of all commands: `python tools/man.py`."""

import re
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import rich_click as click

import visualizer
from visualizer.cli import GROUPS
from visualizer.cli import visualizer as program
from visualizer.cli.options import OTHER_GAMES, PANELS, SEARCH, WHERE

PAGE = Path(__file__).parents[1] / "docs" / "visualizer.1"
NAME = "visualizer"
VARIABLES = {
    "NO_COLOR": "Turn colour off.",
    "VISUALIZER_CONFIG": "The folder of settings, instead of the system's.",
    "VISUALIZER_STATE": "The folder of saved games, instead of the system's.",
    "VISUALIZER_DEBUG": "Show where in the code something went wrong that should not have.",
}
STATUSES = {
    "0": "Done.",
    "1": "Stopped early, or the answer is a no.",
    "2": "The input was wrong; one line on standard error says what is allowed.",
}


def escaped(text: str) -> str:
    """Return a text as roff takes it literally; lines of their own do not begin with a dot or a quote."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^(?=[.'])", r"\\&", text, flags=re.MULTILINE)


def joined(text: str) -> str:
    """Return a text of the help in paragraphs, with code in bold."""
    found = re.split(r"\n\s*\n", text.strip())
    return "\n.PP\n".join(re.sub("`([^`]*)`", r"\\fB\1\\fR", escaped(" ".join(each.split()))) for each in found)


def rows(pairs: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Yield a list of words, each with what it is about indented below."""
    for word, about in pairs:
        yield f".TP\n.B {escaped(word)}\n{joined(about)}"


def described(parameter: click.Parameter) -> tuple[str, str]:
    """Return an option as it is typed, and its help."""
    metavar = f" {parameter.metavar}" if parameter.metavar and not getattr(parameter, "is_flag", False) else ""
    off = "".join(f", {each}" for each in parameter.secondary_opts)
    return f"{', '.join(parameter.opts)}{off}{metavar}", getattr(parameter, "help", None) or ""


def options(command: click.Command, left_out: Iterable[str] = ()) -> list[tuple[str, str]]:
    """Return a command's options with their help."""
    shown = [each for each in command.params if isinstance(each, click.Option) and not each.hidden]
    return [row for row in map(described, shown) if row[0] not in left_out]


def shared(decorators: Iterable[Any]) -> dict[str, str]:
    """Return the options that many commands have."""

    @click.command()
    def command() -> None:
        """Do nothing."""

    for each in decorators:
        command = each(command)
    return dict(reversed(options(command)))


def commands(common: dict[str, dict[str, str]]) -> Iterator[str]:
    """Yield a section for each command: how it is called, what it does, its options, an example."""
    for title, group in GROUPS.items():
        yield f".SH {escaped(title.upper())}"
        for name, (file, _) in group.items():
            command = getattr(import_module(f"visualizer.cli.{file}"), f"{name}_command")
            above = click.Context(program, **program.context_settings)  # commands keep its names of --help
            context = click.Context(command, parent=above, info_name=name)
            called, words = f"{NAME} {escaped(name)}", escaped(" ".join(command.collect_usage_pieces(context)))
            yield f".SS {called}\n.B {called}\n{words}\n.PP\n{joined(command.help)}"
            known = [part for part, found in common.items() if {*found} <= {*dict(options(command))}]
            if known:
                yield f".PP\nAlso takes the options of {' and '.join(f'a {part.lower()}' for part in known)}, below."
            yield from rows(options(command, [each for part in known for each in common[part]]))
            yield f".PP\n{joined(command.epilog)}"


def page() -> str:
    """Return the whole page."""
    common = {PANELS[0]: shared(WHERE[1:]), PANELS[1]: shared(SEARCH)}
    game = f"A game of `{NAME} list`, {OTHER_GAMES}"
    heading, version = (program.help or "").partition(":")[0], f"{NAME} {visualizer.__version__}"
    parts = [
        f'.\\" Made by tools/man.py from the help of the commands.\n.TH {NAME.upper()} 1 "" "{version}"',
        f".SH NAME\n{NAME} \\- {escaped(heading[:1].lower() + heading[1:])}",
        f".SH SYNOPSIS\n.B {NAME}\n[OPTIONS] [COMMAND] [GAME] [OPTIONS OF THE COMMAND]",
        f".SH DESCRIPTION\n{joined(program.help or '')}",
        *rows([("GAME", game)]),
        *rows(options(program)),
        *commands(common),
        f".SH OPTIONS OF A {PANELS[0].upper()}", *rows(common[PANELS[0]].items()),
        f".SH OPTIONS OF A {PANELS[1].upper()}", *rows(common[PANELS[1]].items()),
        ".SH ENVIRONMENT", *rows(VARIABLES.items()),
        ".SH EXIT STATUS", *rows(STATUSES.items()),
    ]  # fmt: skip
    return "\n".join(parts) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
