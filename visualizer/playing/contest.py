"""Contests: two searches play each opening with both sides, on several processes, and can go on after a kill."""

from contextlib import ExitStack
from dataclasses import dataclass
from os import PathLike
from typing import Any

from visualizer.measures.wilson import wilson
from visualizer.playing.contest_games import ContestGame, work
from visualizer.playing.games_file import GamesFile
from visualizer.playing.movers import Mover
from visualizer.playing.openings import openings
from visualizer.recipe import Where
from visualizer.sweeping.pool import collected
from visualizer.sweeping.sweep import Progress


@dataclass(frozen=True, slots=True)
class ContestScore:
    """What came out of some pairs of games: how many A won, drew and lost."""

    wins_a: int
    draws: int
    wins_b: int

    @property
    def games(self) -> int:
        """How many games were played."""
        return self.wins_a + self.draws + self.wins_b

    @property
    def share(self) -> float:
        """A's share of the points, where a draw is half a point."""
        return (self.wins_a + self.draws / 2) / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share; the trials are the pairs, since two games of an opening depend on it."""
        return wilson(self.share, self.games // 2)

    def sentence(self) -> str:
        """Say what was scored, and what that shows.

        >>> ContestScore(46, 20, 34).sentence()
        'A has 56 of 100 points, 42 % to 69 %: no difference shown'
        """
        low, high = self.interval
        shown = "A is stronger" if low > 0.5 else "B is stronger" if high < 0.5 else "no difference shown"
        points = f"{self.share * self.games:,.1f}".removesuffix(".0")
        return f"A has {points} of {self.games:,} points, {percent(low)} to {percent(high)}: {shown}"


def percent(share: float) -> str:
    """Return a share in whole percent, with a decimal where it would seem to be half and is not.

    >>> percent(0.416), percent(0.5), percent(0.502)
    ('42 %', '50 %', '50.2 %')
    """
    words = f"{100 * share:.0f}"
    return f"{100 * share:.1f} %" if words == "50" and share != 0.5 else f"{words} %"


class Contest:
    """Pairs of games between searches A and B: the same opening with the sides exchanged, A first with the first side.

    `points` holds A's points of the games that are finished, by their numbers.
    """

    def __init__(self, where: Where, a: Mover, b: Mover, games: int, seed: int, plies: int | None = None) -> None:
        """Draw the openings, `plies` after a position; InputError says what is wrong, before anything is played."""
        self.plies, drawn = openings(where, games // 2, seed, plies)
        self.tasks = [
            task
            for opening in drawn
            for task in (ContestGame(opening, a, b, a_is_first=True), ContestGame(opening, b, a, a_is_first=False))
        ]
        for task in self.tasks[:2]:
            task.match().reply()
        self.points: dict[int, float] = {}

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
        results = None if file is None else GamesFile(file, self.tasks, resume=resume, force=force)
        if results is not None:
            self.points.update(results.points)
        left = {number: task for number, task in enumerate(self.tasks) if number not in self.points}
        found: dict[int, float] = {}

        def tell() -> None:
            """Count what was played: with a file, what is in it."""
            self.points |= {
                number: points for number, points in found.items() if results is None or number in results.done
            }
            found.clear()
            if progress is not None:
                progress(len(self.points), len(self.tasks))

        with ExitStack() as stack:
            stack.callback(tell)  # Ctrl-C may come between a game's writing and its mention
            for number, played in collected(work, left, None, processes, stack):
                if played is not None:
                    text, found[number] = played
                    if results is not None:
                        results.append(number, text.encode())
                tell()
        if results is not None:
            results.finish()

    def score(self) -> ContestScore | None:
        """Return the score of the pairs of which both games are finished, None if there is none."""
        pairs = [(number, number + 1) for number in range(0, len(self.tasks), 2)]
        finished = [pair for pair in pairs if self.points.keys() >= {*pair}]
        points = [self.points[number] for pair in finished for number in pair]
        return ContestScore(points.count(1), points.count(0.5), points.count(0)) if points else None

    def as_object(self, score: ContestScore, seed: int) -> dict[str, Any]:
        """Return a score as JSON has it."""
        task, (low, high) = self.tasks[0], score.interval
        a, b = (mover.search.grammar() for mover in (task.first, task.second) if mover.search is not None)
        return {
            "game": task.opening.game, "a": a, "b": b, "games": score.games, "wins_a": score.wins_a,
            "draws": score.draws, "wins_b": score.wins_b, "score": score.share, "low": low, "high": high, "seed": seed,
        }  # fmt: skip
