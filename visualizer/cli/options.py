"""The options that commands share: where (a position) and search, as `visualizer --help` tells them."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import fields, replace
from functools import wraps
from pathlib import Path
from typing import Any

import rich_click as click

from visualizer import recipe
from visualizer.errors import InputError
from visualizer.look.lines import print_lines
from visualizer.lookup import LONGEST_TEXT
from visualizer.recipe import READERS, Recipe, Search, Where

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]

GAME = "GAME"


def _complete_game(context: click.Context, parameter: click.Parameter, start: str) -> list[str]:
    import games

    return [name for name in games.names() if name.startswith(start)]


def _complete_algorithm(context: click.Context, parameter: click.Parameter, start: str) -> list[str]:
    from visualizer.algorithms import algorithms

    return [name for name in algorithms() if name.startswith(start)]


WHERE: tuple[Decorator, ...] = (
    click.argument("game", metavar="GAME", shell_complete=_complete_game),
    click.option("-p", "--position", metavar="TEXT", help="Notation or the name of a preset; - reads standard input."),
    click.option("-m", "--moves", metavar="TEXT", default="", help="Moves played from there."),
    click.option("--size", metavar="N", help="Size of the board."),
    click.option("--set", "settings", metavar="KEY=VALUE", multiple=True, help="Any setting of the game."),
)
SEARCH: tuple[Decorator, ...] = (
    click.option("-a", "--algorithm", metavar="NAME", shell_complete=_complete_algorithm,
                 help="minimax, alpha-beta, ordered-alpha-beta ..."),
    click.option("-o", "--ordering", metavar="NAME", help="natural, scored, best ... or ./mine.py:score."),
    click.option("--weights", metavar="NAME=N,...", help="Change the ordering's weights, as in road=20,centre=0."),
    click.option("-e", "--evaluation", metavar="NAME", help="Name, or ./mine.py:value."),
    click.option("-d", "--depth", metavar="N", help="Plies, or all (default: as the preset or the game says)."),
    click.option("--cut", metavar="RULE", help='When to cut: ">=" (default) or ">".'),
    click.option("--fail", metavar="HOW", help="soft (default) or hard."),
    click.option("--window", metavar="A,B", help="Window at the root."),
    click.option("--seed", metavar="N", help="Seed of random orders."),
    click.option("--max-nodes", metavar="N", help="Stop there (default 2,000,000)."),
)  # fmt: skip


def read_where(values: dict[str, Any]) -> Where:
    """Take the options of a position out of a command's values."""
    settings = {}
    for pair in values.pop("settings", ()):
        key, equals, value = pair.partition("=")
        if not equals or not key:
            raise InputError(f"--set {pair!r} is not KEY=VALUE, for example half_komi=4")
        settings[key] = value
    size = values.pop("size", None)
    if size is not None:
        if settings.get("size", size) != size:
            raise InputError(f"--size {size} contradicts --set size={settings['size']}")
        settings["size"] = size
    return Where(values.pop("game"), read_input(values.pop("position")), values.pop("moves"), settings)


def read_input(text: str | None) -> str | None:
    """Return a position's text; `-` stands for what standard input holds."""
    if text != "-":
        return text
    if sys.stdin.isatty():
        print_lines("visualizer: reading the position from the keyboard; end with Ctrl-D", sys.stderr)
    try:
        read = sys.stdin.read(LONGEST_TEXT + 1)
    except UnicodeDecodeError as error:
        raise InputError(f"standard input is not text: {error.reason}") from error
    if len(read) > LONGEST_TEXT:
        raise InputError(f"the position on standard input has more than {LONGEST_TEXT:,} characters")
    return read.removeprefix("\ufeff").strip("\n")


def read_search(values: dict[str, Any], base: Search | None = None) -> Search:
    """Take the options of a search out of a command's values; what is not given is as in `base`."""
    changed: dict[str, Any] = {}
    for item in fields(Search):
        text = values.pop(item.name, None)
        if text is not None:
            changed[item.name] = text if item.name == "algorithm" else READERS[item.name](text)
    return replace(base or Search(), **changed)


NOT_GIVEN = {"position": None, "moves": "", "size": None, "settings": ()}
"""The options of a position that are not given, as click hands them over."""


def read_recipe(values: dict[str, Any]) -> tuple[Recipe, dict[str, Any]]:
    """Take a whole recipe out of a command's values; a GAME that ends in .run is a saved one.

    Returns the counts that a saved run had, to check against if nothing is changed, else nothing.
    """
    if values["game"].endswith(".run"):
        saved, counts = load_run(values["game"])
        given = [key for key, unset in NOT_GIVEN.items() if values.pop(key) != unset]
        if given:
            raise InputError(f"{values['game']!r} is a saved run and has its own position; leave out --{given[0]}")
        del values["game"]
        search = read_search(values, saved.search)
        return Recipe(saved.where, search), counts if search == saved.search else {}
    return Recipe(read_where(values), read_search(values)), {}


def load_run(name: str) -> tuple[Recipe, dict[str, Any]]:
    """Read a saved run from a file."""
    try:
        text = Path(name).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not a text file"
        raise InputError(f"the saved run {name!r} cannot be read: {reason}") from error
    return recipe.Recipe.loads(text, name)


def with_options(*groups: tuple[Decorator, ...]) -> Decorator:
    """Give a command groups of options; `--no-color` works behind every command too."""

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(function)
        def without_color(*arguments: Any, no_color: bool, **values: Any) -> Any:
            return function(*arguments, **values)

        decorated: Callable[..., Any] = click.option("--no-color", is_flag=True, help="Use no colour.")(without_color)
        for group in reversed(groups):
            for option in reversed(group):
                decorated = option(decorated)
        return decorated

    return decorate
