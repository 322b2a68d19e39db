"""Openings of contests: distinct positions some plies after a start, drawn by a seed."""

from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random

from games import AnyPosition
from visualizer.errors import InputError
from visualizer.lookup import beginning, load_game, resolve, untold_settings
from visualizer.recipe import PositionSpec

FEWEST_PLIES = 2
MANY = 5_000
"""From more positions than these, one move each is played on, drawn by the seed."""


def openings(where: PositionSpec, count: int, seed: int, plies: int | None = None) -> tuple[int, list[PositionSpec]]:
    """Return a number of plies and so many openings: different positions in which the game goes on.

    They are `plies` after the position, by default that where games begin; without `plies` the fewest, but at least
    two, after which there are enough. Fewer openings are the first of more after as many plies. InputError says how
    many there are if these are too few.
    """
    game = load_game(where.game)
    where = beginning(where)
    settings = untold_settings(game, where)
    dice = Random(f"{game.name} {seed}")
    most = 0
    first, last = (FEWEST_PLIES, None) if plies is None else (plies, plies + 1)
    for number, positions in islice(enumerate(levels(resolve(where)[1], dice)), first, last):
        if len(positions) >= count:
            drawn = dice.sample(positions, len(positions))[:count]
            return number, [PositionSpec(where.game, position.text(), "", settings) for position in drawn]
        most = max(most, len(positions))
    after = "any number of" if plies is None else f"{plies:,}"
    raise InputError(
        f"{2 * count:,} games need {count:,} different openings, and after {after} plies {game.name} has {most:,}"
        + (f"; play at most {2 * most:,} games" if most else "")
    )


def levels(root: AnyPosition, dice: Random) -> Iterator[Sequence[AnyPosition]]:
    """Yield the distinct positions after 0, 1, 2 ... plies in which the game goes on, as long as there are any."""
    level = [root] if root.outcome() is None else []
    while level:
        yield level
        few = len(level) <= MANY
        following = (
            position.play(move)
            for position in level
            for move in (position.moves() if few else [dice.choice(position.moves())])
        )
        level = [*{position.key(): position for position in following if position.outcome() is None}.values()]
