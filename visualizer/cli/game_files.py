"""Games in files as a command's GAME: the options about them, and reading them."""

from dataclasses import replace
from typing import Any

import rich_click as click

from visualizer.cli.messages import note
from visualizer.cli.options import OF_POSITION, PANELS, Decorator, options_given, read_search, refuse
from visualizer.errors import InputError
from visualizer.playing.game_file import Opened, opened
from visualizer.playing.match import Match
from visualizer.plugins.source import Source
from visualizer.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.search_options import read_count

NUMBER: tuple[Decorator, ...] = (
    click.option(
        "--game", "number", metavar="N", default="1", panel=PANELS[0], help="Which game, in a file of several."
    ),
)


def read_game(values: dict[str, Any], number: str) -> Opened | None:
    """Read the game in a file that is a command's GAME; what was passed over is noted. None for another GAME.

    InputError says what is wrong with it, and what was asked beside it.
    """
    if not Source.of(values["game"]).is_played:
        if number != "1":
            raise InputError(f"--game {number:.40} is for a file with several games, FILE.games")
        return None
    refuse(f"{values['game']!r:.200} is a game and has its own positions", *OF_POSITION)
    return game_in(values["game"], number)


def check_alone(file: str, *allowed: str) -> None:
    """Raise InputError if an option is given that a game in a file has no use for."""
    for each in options_given(*allowed, "trusted", "no_color"):
        raise InputError(f"{file!r:.200} is a game, not a search; leave out {each.opts[-1]}")


def game_in(file: str, number: str, where: PositionSpec | None = None) -> Opened:
    """Return a game of a file, as `opened`; what was passed over is noted."""
    found = opened(file, read_count("the game", 1)(number), where)
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
