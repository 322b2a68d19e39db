"""Contests: two searches play each opening with both sides, on several processes, and can go on after a kill."""

from collections.abc import Iterator, Sequence
from itertools import islice
from os import PathLike
from random import Random
from typing import Any

from games import AnyPosition
from visualizer.errors import InputError
from visualizer.lookup import beginning, load_game, resolve, untold_settings
from visualizer.playing.contest_games import ContestGame, GamesFile, work
from visualizer.playing.contest_score import ContestScore
from visualizer.playing.movers import Mover
from visualizer.recipe import PositionSpec
from visualizer.sweeping.long_work import Progress, do_into


class Contest:
    """Pairs of games between searches A and B: the same opening with the sides exchanged, A first with the first side.

    Where chance moves, both games of a pair have the same outcomes ply by ply, as far as there are the same.
    """

    def __init__(
        self, where: PositionSpec, a: Mover, b: Mover, games: int, seed: int, plies: int | None = None
    ) -> None:
        """Draw the openings, `plies` after a position; InputError says what is wrong, before anything is played."""
        self.plies, drawn = openings(where, games // 2, seed, plies)
        self.tasks = [
            task
            for pair, opening in enumerate(drawn)
            for task in (
                ContestGame(opening, a, b, a_is_first=True, seed=f"{seed} {pair}"),
                ContestGame(opening, b, a, a_is_first=False, seed=f"{seed} {pair}"),
            )
        ]
        for task in self.tasks[:2]:
            task.match().reply()
        self.results: GamesFile | None = None
        self.found: dict[int, tuple[str, float]] = {}
        """The games played, by their numbers, and A's points of each."""

    def play(
        self,
        file: str | PathLike[str] | None = None,
        *,
        resume: bool = False,
        force: bool = False,
        processes: int | None = None,
        progress: Progress | None = None,
    ) -> None:
        """Play the games that are not in a file yet; the file and the processes are as for `sweep`."""
        self.results = None if file is None else GamesFile(file, self.tasks, resume=resume, force=force)
        do_into(self.results, self.tasks, work, self.found, progress, processes=processes)

    @property
    def points(self) -> dict[int, float]:
        """A's points of the games that are finished, by their numbers: with a file, of those that are in it."""
        before, done = ({}, self.found) if self.results is None else (self.results.points, self.results.done)
        return before | {number: points for number, (_, points) in self.found.items() if number in done}

    def score(self) -> ContestScore | None:
        """Return the score of the pairs of which both games are finished, None if there is none."""
        points = self.points
        both = [(points.get(number), points.get(number + 1)) for number in range(0, len(self.tasks), 2)]
        pairs = [(one, other) for one, other in both if one is not None and other is not None]
        return ContestScore(pairs) if pairs else None

    def as_object(self, score: ContestScore, seed: int) -> dict[str, Any]:
        """Return a score as JSON has it."""
        task = self.tasks[0]
        a, b = (mover.search.to_spec() for mover in (task.first, task.second) if mover.search is not None)
        return {"game": task.opening.game, "a": a, "b": b, **score.as_object(), "seed": seed}


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
