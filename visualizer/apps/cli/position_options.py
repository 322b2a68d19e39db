"""From the command line to a search: the options of a position, how each is read, and the recipe that they give."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import rich_click as click

import games
from visualizer.apps.activities.position_file import PositionFile
from visualizer.apps.cli.common_options import PANELS, Decorator, refuse
from visualizer.apps.cli.search_flags import read_search
from visualizer.apps.cli.values import GAME_NAME, POSITION, SETTING, SIZE, file_name
from visualizer.searching.algorithms import all_options
from visualizer.searching.events.recordings import follow
from visualizer.searching.lookup import LONGEST_TEXT, FileText, usual_search
from visualizer.searching.recipe import PositionSpec, Recipe, told_by, with_size
from visualizer.support.errors import InputError, print_lines, read_text
from visualizer.support.plugins.discovery import Source, by_hand

OTHER_GAMES = (
    "or a file of your own, ./mygame.py. A saved or recorded search, FILE.run or FILE.jsonl, brings its own position "
    "and search."
)
"""The end of the help for GAME, behind the names of games."""


class GameArgument(click.RichArgument):
    """The argument GAME, whose help lists the games only when it is read: plug-ins are slow to find."""

    def get_rich_table_row(self, *arguments: Any, **named: Any) -> Any:
        """Return the row of the help, which ends as the argument says, if it does."""
        ending, self.help = self.help, f"{', '.join(games.names())}, {self.help or OTHER_GAMES}"
        row = super().get_rich_table_row(*arguments, **named)
        self.help = ending
        return row


_where = partial(click.option, panel=PANELS[0])

TRUST: Decorator = _where(
    "--trust", "trusted", type=file_name("FILE.py"), multiple=True, help="Which code a data file is allowed to run."
)

GAME: Decorator = click.argument("game", cls=GameArgument, type=GAME_NAME, panel=PANELS[0])

SETTINGS: tuple[Decorator, ...] = (
    _where("--size", type=SIZE, help="Size of the board."),
    _where("--set", "settings", type=SETTING, multiple=True, help="Any setting of the game."),
    TRUST,
)

WHERE: tuple[Decorator, ...] = (
    GAME,
    _where(
        "-p",
        "--position",
        type=POSITION,
        help="Notation or the name of a preset; - reads standard input, @FILE a file.",
    ),
    _where("-m", "--moves", metavar="TEXT", default="", help="Moves played from there."),
    *SETTINGS,
)

OF_POSITION = ("position", "moves", "size", "settings")


def read_settings(values: dict[str, Any]) -> dict[str, str]:
    """Take the settings of a game out of a command's values; InputError says which of them cannot be read."""
    settings = {}
    for pair in values.pop("settings", ()):
        key, equals, value = pair.partition("=")
        if not equals or not key:
            raise InputError(f"--set {games.shorten(pair)} is not KEY=VALUE, for example half_komi=4")
        settings[key] = value
    return with_size(settings, values.pop("size", None))


def read_where(values: dict[str, Any]) -> PositionSpec:
    """Take the options of a position out of a command's values; InputError says which of them cannot be read."""
    settings = read_settings(values)
    by_hand(values["game"])
    return PositionSpec(values.pop("game"), read_input(values.pop("position")), values.pop("moves"), settings)


def read_input(text: str | None) -> str | None:
    """Return a position's text; `-` stands for what standard input holds, and `@FILE` for what a file holds.

    InputError says what is wrong with that.
    """
    if text is not None and text.startswith("@"):
        found = read_text(text[1:], f"the file {text[1:]!r:.200} of -p", most=4 * LONGEST_TEXT)
        if len(found) > LONGEST_TEXT:
            raise InputError(f"the position in {text[1:]!r:.200} has more than {LONGEST_TEXT:,} characters")
        position = FileText(found.rstrip("\n"))  # an error names the line that an editor shows
        position.file = text[1:]
        return position
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


def read_recipe(values: dict[str, Any], others: Sequence[str] = ()) -> tuple[Recipe, Mapping[str, Any]]:
    """Take a whole recipe out of a command's values, whose GAME may be a file that is its own position and search.

    Returns the counts that a saved run had, to check against if nothing is changed, else nothing. Files of events that
    name no game tell of the same tree as all `others`. InputError says what cannot be read, or is asked beside a file.
    """
    told = told_by(values["game"], others)
    if told is None:
        where = read_where(values)
        return Recipe(where, read_search(values, usual_search(where))), {}
    recipe, counts = told
    fixed = all_options().keys() - recipe.search.changeable
    refuse(f"{values['game']!r:.200} already says what was searched", *OF_POSITION, *fixed)
    search = read_search(values, recipe.search)
    return replace(recipe, search=search), counts if search == recipe.search else {}


RELOAD: tuple[Decorator, ...] = (
    click.option("--reload", is_flag=True, help="Follow the file of -p @FILE: read it again whenever it is saved."),
)


def read_file(values: dict[str, Any], *, reload: bool) -> PositionFile | None:
    """Return the file that `-p @FILE` names, to be read; None for any other position.

    InputError for one that is to be followed and cannot be.
    """
    text, again = values["position"] or "", dict(values)
    if reload and not text.startswith("@"):
        raise InputError("--reload works only with -p @FILE, a position in a file")
    if not text.startswith("@") or Source.of(values["game"]).tells_position:
        return None
    return PositionFile(text[1:], lambda: read_recipe({**again})[0], is_followed=reload)


FOLLOW: tuple[Decorator, ...] = (
    click.option(
        "--follow", is_flag=True, help="For a growing FILE.jsonl: keep waiting for more until the result comes."
    ),
)


def follow_file(file: str) -> None:
    """Read a command's GAME, a file of events, as it grows; InputError for any other."""
    if Source.of(file) is not Source.RECORDING:
        raise InputError(f"--follow works only for a file of events that is still being written, not for {file!r:.200}")
    follow(file)
