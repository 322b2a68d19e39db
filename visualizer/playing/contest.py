"""Contests: two searches play each opening with both sides, on several processes, and can go on after a kill."""

from contextlib import ExitStack
from os import PathLike
from typing import Any

from visualizer.playing.contest_games import ContestGame, work
from visualizer.playing.contest_score import ContestScore
from visualizer.playing.games_file import GamesFile
from visualizer.playing.movers import Mover
from visualizer.playing.openings import openings
from visualizer.recipe import PositionSpec
from visualizer.sweeping.pool import collected
from visualizer.sweeping.sweep import Progress


class Contest:
    """Pairs of games between searches A and B: the same opening with the sides exchanged, A first with the first side.

    `points` holds A's points of the games that are finished, by their numbers.
    """

    def __init__(
        self, where: PositionSpec, a: Mover, b: Mover, games: int, seed: int, plies: int | None = None
    ) -> None:
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
        both = [(self.points.get(number), self.points.get(number + 1)) for number in range(0, len(self.tasks), 2)]
        pairs = [(one, other) for one, other in both if one is not None and other is not None]
        return ContestScore(pairs) if pairs else None

    def as_object(self, score: ContestScore, seed: int) -> dict[str, Any]:
        """Return a score as JSON has it."""
        task = self.tasks[0]
        a, b = (mover.search.to_spec() for mover in (task.first, task.second) if mover.search is not None)
        return {"game": task.opening.game, "a": a, "b": b, **score.as_object(), "seed": seed}
