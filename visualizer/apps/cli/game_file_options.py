"""A game in a file, where a command takes one for a position: which game is meant, and what its search was."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import rich_click as click

import games
from visualizer.apps.cli.common_options import PANELS, Decorator, options_given, refuse
from visualizer.apps.cli.messages import note
from visualizer.apps.cli.position_options import read_settings
from visualizer.apps.cli.search_flags import read_search
from visualizer.apps.cli.values import ListedValue
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.search_options import read_count
from visualizer.support.errors import InputError
from visualizer.support.plugins.discovery import Source, by_hand, game_named

if TYPE_CHECKING:
    from visualizer.play.playing.game_file import Opened
    from visualizer.play.playing.match import Match

WHICH: tuple[Decorator, ...] = (
    click.option(
        "--game", "which", type=ListedValue("WHICH", games.names), multiple=True, panel=PANELS[0],
        help="Which game of a file: its number (default 1), or the game's name if the file does not tell it.",
    ),
)  # fmt: skip


class Which(NamedTuple):
    """Which game of a file is meant: its number from 1, and the name of the game, "" where the file is to tell it."""

    number: int = 1
    name: str = ""


def read_which(words: Sequence[str]) -> Which:
    """Read the values of `--game`: a number, the name of a game, or one of each; InputError for anything else."""
    numbers = [word for word in words if word[:1].isdigit() or word[:1] == "-"]
    names = [word for word in words if word not in numbers]
    if len(numbers) > 1 or len(names) > 1:
        raise InputError(f"--game {words[1]:.40} is one too many; give a number, the name of a game, or one of each")
    number = read_count("the game", 1)(numbers[0]) if numbers else 1
    if not names:
        return Which(number)
    by_hand(names[0])
    return Which(number, game_named(names[0]).name if Source.of(names[0]) is Source.NAME else names[0])


def read_game(values: dict[str, Any], words: Sequence[str], *, takes_position: bool = False) -> Opened | None:
    """Read the game in a file that is a command's GAME; what was passed over is noted. None for another GAME.

    InputError says what is wrong with it, and what was asked beside it.
    """
    which, file = read_which(words), values["game"]
    if not (which.name or is_played(file)):
        if words:
            raise InputError(f"--game {words[0]:.40} works only for a file with several games, FILE.games")
        return None
    refuse(f"{file!r:.200} is a game, which brings its own positions", "position", "moves")
    if not which.name:
        refuse(f"{file!r:.200} is a game, which brings its own positions", "size", "settings")
    where = PositionSpec(which.name, None, "", read_settings(values)) if which.name else None
    return game_in(file, which.number, where, takes_position=takes_position)


def is_played(file: str) -> bool:
    """Return whether a command's GAME is a file of games: by its ending, or as no game has such a name."""
    if Source.of(file).is_played:
        return True
    # The names come last: looking for games of installed packages is slow, and nearly always there is no such file.
    return Source.of(file) is Source.NAME and Path(file).is_file() and file not in games.names()


def check_alone(file: str, *allowed: str) -> None:
    """Raise InputError if an option is given that a game in a file has no use for."""
    for each in options_given(*allowed, "trusted", "no_color"):
        raise InputError(f"{file!r:.200} is a game, not a search; leave out {each.opts[-1]}")


def game_in(file: str, number: int, where: PositionSpec | None = None, *, takes_position: bool = False) -> Opened:
    """Return a game of a file, as `opened`; what was passed over is noted."""
    from visualizer.play.playing.game_file import opened

    found = opened(file, number, where, takes_position=takes_position)
    for sentence in found.notes:
        note(sentence)
    return found


def recipe_at(match: Match, move: int | None, values: dict[str, Any]) -> Recipe:
    """Return the search of the position before a move, by its number from 1; None is the last one.

    It is that of whoever played there, as far as it came; for a person, and for what is asked beside it, the options of
    a search. InputError if there is no such move.
    """
    last = max(1, len(match.turns))
    number = last if move is None else move
    if number > last and not (number == last + 1 and not match.is_over()):
        raise InputError(f"there is no move {number:,}; the last is {len(match.turns):,}")
    position = match.before(number - 1)
    mover = match.movers[0 if position.maximizing else 1]
    search = mover.search or SearchSpec()
    if mover.search is not None and number <= len(match.turns) and match.turns[number - 1].nodes:
        search = replace(search, max_nodes=match.turns[number - 1].nodes)  # as far as it came
    search = read_search(values, search)
    return Recipe(match.where_before(number - 1), search)
