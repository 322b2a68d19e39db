"""Writes the page of `man visualizer` from the help of all commands: `python tools/man.py`."""

import re
from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import rich_click as click

import visualizer
from visualizer.apps.cli import COMMAND_GROUPS
from visualizer.apps.cli import visualizer as program
from visualizer.apps.cli.common_options import POSITION_PANEL, SEARCH_PANEL
from visualizer.apps.cli.position_options import OTHER_GAMES_HELP, POSITION_OPTIONS, SEARCH_OPTIONS

PAGE = Path(__file__).parents[1] / "docs" / "visualizer.1"
NAME = "visualizer"
VARIABLES = {
    "NO_COLOR": "Turn colour off.",
    "VISUAL, EDITOR": "The editor that the explorer opens.",
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
    """Escape a text for roff; a dot or a quote at the beginning of a line would be a command."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^(?=[.'])", r"\\&", text, flags=re.MULTILINE)


def joined(text: str) -> str:
    """Return a text of the help in paragraphs, with code in bold."""
    found = re.split(r"\n\s*\n", text.strip())
    return "\n.PP\n".join(
        re.sub("`([^`]*)`", r"\\fB\1\\fR", escaped(" ".join(each.split()))) for each in found
    )


def rows(pairs: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Yield a list of words, each with what it is about indented below."""
    for word, about in pairs:
        yield f".TP\n.B {escaped(word)}\n{joined(about)}"


def described(parameter: click.Parameter) -> tuple[str, str]:
    """Return an option as it is typed, and its help."""
    called = parameter.metavar or getattr(parameter.type, "metavar", "")
    if called and not getattr(parameter, "is_flag", False):
        metavar = f" {called}"
    else:
        metavar = ""
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


class Described(NamedTuple):
    """A command with its arguments, help, groups of options, other options and an example."""

    name: str
    usage: str
    help: str
    parts: Sequence[str]
    options: Sequence[tuple[str, str]]
    example: str


def parts() -> dict[str, dict[str, str]]:
    """Return the options that many commands have, by what they are of."""
    return {POSITION_PANEL: shared(POSITION_OPTIONS[1:]), SEARCH_PANEL: shared(SEARCH_OPTIONS)}


def commands() -> Iterator[tuple[str, list[Described]]]:
    """Yield the groups of commands, each with its title."""
    common = parts()
    for title, group in COMMAND_GROUPS.items():
        found = list[Described]()
        for name, (file, _) in group.items():
            command = getattr(import_module(f"visualizer.apps.cli.{file}"), f"{name}_command")
            above = click.Context(
                program, **program.context_settings
            )  # commands keep its names of --help
            context = click.Context(command, parent=above, info_name=name)
            known = [part for part, rest in common.items() if {*rest} <= {*dict(options(command))}]
            own = options(command, [each for part in known for each in common[part]])
            usage = " ".join(command.collect_usage_pieces(context))
            found.append(Described(name, usage, command.help, known, own, command.epilog))
        yield title, found


def shares(command: Described) -> str:
    """Name what a command takes the common options of."""
    return " and ".join(f"a {part.lower()}" for part in command.parts)


def sections() -> Iterator[str]:
    """Yield a section for each command: how it is called, what it does, its options, an example."""
    for title, group in commands():
        yield f".SH {escaped(title.upper())}"
        for each in group:
            called = f"{NAME} {escaped(each.name)}"
            yield f".SS {called}\n.B {called}\n{escaped(each.usage)}\n.PP\n{joined(each.help)}"
            if each.parts:
                yield f".PP\nAlso takes the options of {shares(each)}, below."
            yield from rows(each.options)
            yield f".PP\n{joined(each.example)}"


def page() -> str:
    """Return the whole page."""
    common = parts()
    game = f"A game of `{NAME} list`, {OTHER_GAMES_HELP}"
    heading = (program.help or "").partition(":")[0]
    version = f"{NAME} {visualizer.__version__}"
    lines = [
        '.\\" Made by tools/man.py from the help of the commands.',
        f'.TH {NAME.upper()} 1 "" "{version}"',
        f".SH NAME\n{NAME} \\- {escaped(heading[:1].lower() + heading[1:])}",
        f".SH SYNOPSIS\n.B {NAME}\n[OPTIONS] [COMMAND] [GAME] [OPTIONS OF THE COMMAND]",
        f".SH DESCRIPTION\n{joined(program.help or '')}",
        *rows([("GAME", game)]),
        *rows(options(program)),
        *sections(),
        f".SH OPTIONS OF A {POSITION_PANEL.upper()}",
        *rows(common[POSITION_PANEL].items()),
        f".SH OPTIONS OF A {SEARCH_PANEL.upper()}",
        *rows(common[SEARCH_PANEL].items()),
        ".SH ENVIRONMENT",
        *rows(VARIABLES.items()),
        ".SH EXIT STATUS",
        *rows(STATUSES.items()),
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
