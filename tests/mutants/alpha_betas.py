"""Alpha-beta searches that are wrong on purpose, each in one place: mistakes that people have really made.

Most of them nearly always find the right value: what is wrong is which nodes they visit, or the values of inner nodes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from typing import Any

from visualizer.searching.algorithms import Problem
from visualizer.trace.recorder import Recorder
from visualizer.trace.rows import Kind

Children = list[tuple[int, Any]]


@dataclass
class AlphaBeta:
    """A correct fail-soft alpha-beta in small methods; a mutant overrides one of them."""

    problem: Problem
    recorder: Recorder

    def run(self) -> float:
        return self.search(self.problem.root, 0, 0, self.problem.alpha, self.problem.beta)

    def search(self, position: Any, depth: int, number: int, alpha: float, beta: float) -> float:
        outcome = position.outcome()
        if outcome is not None or self.at_limit(depth):
            kind = Kind.LIMIT if outcome is None else Kind.TERMINAL
            return self.recorder.leaf(number, self.problem.evaluate(position, outcome), kind, alpha, beta)
        moves = position.moves()
        self.recorder.enter(number, position.maximizing, len(moves), alpha, beta)
        turn, best, low, high = position.maximizing, self.first_best(position.maximizing), alpha, beta
        for child, move in self.tried([*self.problem.order(position, moves, self.recorder.path)]):
            value = self.search(position.play(move), depth + 1, child, *self.passed_down(turn, low, high))
            before = low, high
            best = self.better(turn, depth, best, value)
            low, high = self.narrowed(turn, low, high, best)
            if self.closed(turn, best, (low, high), (alpha, beta), before):
                return self.recorder.leave(self.returned(turn, best, low, high), Kind.CUT)
        return self.recorder.leave(self.returned(turn, best, low, high))

    def at_limit(self, depth: int) -> bool:
        return depth == self.problem.depth

    def first_best(self, turn: bool) -> float:
        return -inf if turn else inf

    def tried(self, children: Children) -> Children:
        return children

    def passed_down(self, turn: bool, low: float, high: float) -> tuple[float, float]:
        return low, high

    def better(self, turn: bool, depth: int, best: float, value: float) -> float:
        return max(best, value) if turn else min(best, value)

    def narrowed(self, turn: bool, low: float, high: float, best: float) -> tuple[float, float]:
        return (max(low, best), high) if turn else (low, min(high, best))

    def closed(
        self,
        turn: bool,
        best: float,
        now: tuple[float, float],
        entry: tuple[float, float],
        before: tuple[float, float],
    ) -> bool:
        return self.problem.cut(*now)

    def returned(self, turn: bool, best: float, low: float, high: float) -> float:
        return best


class CutsAgainstTheWrongBound(AlphaBeta):
    """The bounds are exchanged: MAX stops when it cannot exceed alpha, MIN when it cannot go below beta."""

    def closed(self, turn, best, now, entry, before):  # type: ignore[no-untyped-def]
        return best <= entry[0] if turn else best >= entry[1]


class KnowsItsParentsBoundOnly(AlphaBeta):
    """No deep cuts: a node gets its parent's best value and no bound from further up."""

    def passed_down(self, turn: bool, low: float, high: float) -> tuple[float, float]:
        return (low, inf) if turn else (-inf, high)


class DoesNotPassAlphaDown(AlphaBeta):
    """Children are always entered with alpha at minus infinity."""

    def passed_down(self, turn: bool, low: float, high: float) -> tuple[float, float]:
        return -inf, high


class TakesTheOtherRule(AlphaBeta):
    """Cuts at > instead of >=, and at >= instead of >."""

    def closed(self, turn, best, now, entry, before):  # type: ignore[no-untyped-def]
        return now[0] > now[1] if self.problem.cut(0, 0) else now[0] >= now[1]


class CutsOneChildLate(AlphaBeta):
    """Tests the window before the last child's value is taken in, instead of after."""

    def closed(self, turn, best, now, entry, before):  # type: ignore[no-untyped-def]
        return self.problem.cut(*before)


class CutsOneChildEarly(AlphaBeta):
    """Cuts when the window is 1 wide, which is right only if all values are whole numbers."""

    def closed(self, turn, best, now, entry, before):  # type: ignore[no-untyped-def]
        return self.problem.cut(now[0] + 1, now[1])


class TakesMinForMaxAtOnePly(AlphaBeta):
    """Two plies below the root MAX and MIN are exchanged."""

    def better(self, turn: bool, depth: int, best: float, value: float) -> float:
        if depth == 2 and abs(best) < inf:
            return min(best, value) if turn else max(best, value)
        return super().better(turn, depth, best, value)


class SwapsTheWindow(AlphaBeta):
    """A negamax that forgets to exchange alpha and beta: MIN's children get a mirrored window."""

    def passed_down(self, turn: bool, low: float, high: float) -> tuple[float, float]:
        return (low, high) if turn else (-high, -low)


class ReturnsAlphaInsteadOfItsBest(AlphaBeta):
    """Claims to fail soft and returns the end of the window: right at the root, wrong at inner nodes."""

    def returned(self, turn: bool, best: float, low: float, high: float) -> float:
        return low if turn else high


class StartsAtZero(AlphaBeta):
    """The best value starts at 0 instead of infinity."""

    def first_best(self, turn: bool) -> float:
        return 0


class ForgetsTheLastChild(AlphaBeta):
    """Visits only three children where there are four or more."""

    def tried(self, children: Children) -> Children:
        return children[:3]


class CutsOnlyForMax(AlphaBeta):
    """Has beta cutoffs, but no alpha cutoffs."""

    def closed(self, turn, best, now, entry, before):  # type: ignore[no-untyped-def]
        return turn and self.problem.cut(*now)


class NeverCuts(AlphaBeta):
    """Minimax that reports windows and never cuts."""

    def closed(self, turn, best, now, entry, before):  # type: ignore[no-untyped-def]
        return False


class IgnoresTheRootsWindow(AlphaBeta):
    """Ignores the given window at the root."""

    def run(self) -> float:
        return self.search(self.problem.root, 0, 0, -inf, inf)


class GoesOnePlyTooDeep(AlphaBeta):
    """Searches one ply deeper than the depth limit."""

    def at_limit(self, depth: int) -> bool:
        return depth == self.problem.depth + 1


class KeepsTheWindowForSiblings(AlphaBeta):
    """One window for the whole search: bounds of a branch remain after it."""

    low, high = -inf, inf

    def passed_down(self, turn: bool, low: float, high: float) -> tuple[float, float]:
        self.low, self.high = max(self.low, low), min(self.high, high)
        return self.low, self.high


class RaisesAlphaForMinToo(AlphaBeta):
    """MIN also narrows the window from the wrong side."""

    def narrowed(self, turn: bool, low: float, high: float, best: float) -> tuple[float, float]:
        return (max(low, best), high) if turn else (max(low, best - 2), min(high, best))


ALPHA_BETAS: tuple[Callable[[Problem, Recorder], AlphaBeta], ...] = tuple(AlphaBeta.__subclasses__())
