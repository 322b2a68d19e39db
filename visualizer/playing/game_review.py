"""A review of a game: each move held against the best one of its position, and the worst of them."""

import time
from collections.abc import Sequence
from dataclasses import replace
from math import inf
from typing import Any

from visualizer.look.numbers import plain
from visualizer.playing.match import Match
from visualizer.playing.move_analysis import MoveAnalysis, Verdict
from visualizer.playing.reviewer import plies, reviewer
from visualizer.recipe import SearchSpec

SIDES = ("second", "first")
"""The sides, by whether MAX moves."""
SHOWN = 3
"""Turning points."""


class Review:
    """A review of a match, or of its first moves where they are still being judged."""

    def __init__(self, match: Match, search: SearchSpec | None = None) -> None:
        """Review by a search: the one given, else the stronger of the usual one and of those that played."""
        self.match = match
        self.search = search or reviewer(match)
        self.judged: list[Verdict] = []
        self.stopped: list[str] = []
        """Why searches were stopped before their end, such as by their limit of nodes; values rest on what they had."""
        self._analysis: MoveAnalysis | None = None

    # Judging.

    @property
    def finished(self) -> bool:
        """Return whether all moves are judged."""
        return len(self.judged) == len(self.match.turns)

    def advance(self, seconds: float | None = None) -> bool:
        """Judge moves for some seconds, or all of them; return whether all are.

        InputError for an error in user-supplied code.
        """
        until = inf if seconds is None else time.perf_counter() + seconds
        while not self.finished:
            number = len(self.judged) + 1
            analysis = self._analysis = self._analysis or self.analysis(number, self.match.moves[number - 1])
            if analysis.advance(None if seconds is None else max(0.0, until - time.perf_counter())):
                self.judged.append(self.verdict(number, analysis, self.match.moves[number - 1]))
                self.stopped += analysis.stopped
                self._analysis = None
            if time.perf_counter() >= until:
                break
        return self.finished

    def analysis(self, number: int, *names: str) -> MoveAnalysis:
        """Return the analysis of the position before a move, by its number from 1, which asks for some moves there."""
        analysis = self.match.analysis(self.search, number - 1)
        analysis.ask(*names)
        return analysis

    def verdict(self, number: int, analysis: MoveAnalysis, name: str) -> Verdict:
        """Return what a move in the place of one is worth, once it is analysed."""
        return replace(analysis.verdict(name), number=number, depth=self._depth_of_player(number))

    def _depth_of_player(self, number: int) -> int:
        """Return how many plies the search sees that played a move; 0 for a person, or if it has no such limit."""
        search = self.match.movers[0 if self.match.before(number - 1).maximizing else 1].search
        return 0 if search is None else plies(self.match, search, number - 1)

    # What is known.

    def known(self, number: int) -> Verdict | None:
        """Return what is known of a move that was played, by its number from 1; None before it is judged."""
        return self.judged[number - 1] if 0 < number <= len(self.judged) else None

    @property
    def worst(self) -> Sequence[Verdict]:
        """The moves that gave something away, worst first."""
        return sorted((each for each in self.judged if each.lost), key=lambda each: -(each.lost or 0))

    @property
    def turning_points(self) -> Sequence[Verdict]:
        """The worst moves, in the order played."""
        return sorted(self.worst[:SHOWN], key=lambda each: each.number)

    @property
    def values(self) -> Sequence[float | None]:
        """What the search thought of the first position, then of each move."""
        return [*(each.best.value for each in self.judged[:1]), *(each.move.value for each in self.judged)]

    def side(self, verdict: Verdict) -> str:
        """Return the name of the side that played a move."""
        return self.match.side(maximizing=verdict.maximizing)

    def as_object(self) -> dict[str, Any]:
        """Return the review under the names that scripts rely on."""
        return {
            "game": self.match.game.name, "search": self.search.to_spec(), "moves": [*map(as_object, self.judged)],
        }  # fmt: skip


def as_object(verdict: Verdict) -> dict[str, Any]:
    """Return what is known of a move under the names that scripts rely on."""
    return {
        "number": verdict.number, "side": SIDES[verdict.maximizing], "move": verdict.move.move,
        "value": _number(verdict.move.value), "best_move": verdict.best.move if verdict.best.line else None,
        "best_value": _number(verdict.best.value),
        "lost": _number(verdict.lost),
    }  # fmt: skip


def _number(value: float | None) -> float | int | None:
    return None if value is None else plain(value)
