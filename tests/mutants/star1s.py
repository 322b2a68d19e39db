"""Star1 searches that are wrong on purpose, each in one formula."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from games import probabilities
from visualizer.searching.algorithms import Problem
from visualizer.searching.algorithms.expectiminimax import exactly
from visualizer.trace.recorder import CUT, FULL, TERMINAL, Recorder
from visualizer.trace.rows import CHANCE


@dataclass
class Star1:
    """A correct Star1 in small methods; a mutant overrides one of them."""

    problem: Problem
    recorder: Recorder

    def __post_init__(self) -> None:
        self.problem = exactly(self.problem)
        self.least, self.most = self.problem.limits

    def run(self) -> Any:
        return self.search(self.problem.root, 0, *self.at_root(self.problem.alpha, self.problem.beta))

    def at_root(self, alpha: Any, beta: Any) -> tuple[Any, Any]:
        return max(alpha, self.least), min(beta, self.most)

    def search(self, position: Any, number: int, alpha: Any, beta: Any) -> Any:
        if (outcome := position.outcome()) is not None:
            return self.recorder.leaf(number, self.problem.evaluate(position, outcome), TERMINAL, alpha, beta)
        moves, odds = position.moves(), probabilities(position)
        tried = [*self.problem.order(position, moves, self.recorder.path)]
        if odds is not None:
            self.recorder.enter(number, CHANCE, len(moves), alpha, beta)
            return self.recorder.leave(*self.expect(position, tried, self.odds([*odds]), alpha, beta))
        turn, best = position.maximizing, None
        self.recorder.enter(number, turn, len(moves), alpha, beta)
        for child, move in tried:
            found = self.search(position.play(move), child, alpha, beta)
            if best is None or (found > best if turn else found < best):
                best = found
                alpha, beta = (max(alpha, best), beta) if turn else (alpha, min(beta, best))
                if self.problem.cut(alpha, beta):
                    return self.recorder.leave(best, CUT)
        assert best is not None
        return self.recorder.leave(best)

    def expect(self, position: Any, tried: Any, odds: Any, alpha: Any, beta: Any) -> tuple[Any, int]:
        known: Any = 0
        rest: Any = 1
        left = len(tried)
        for child, move in tried:
            p, before, left = odds[child], rest, left - 1
            rest = rest - p if left else 0
            window = self.low(alpha, known, rest, p, before), self.high(beta, known, rest, p, before)
            known += self.brings(p, self.search(position.play(move), child, *window))
            if left and self.too_low(alpha, known + self.times(self.most, rest)):
                return self.returned_low(alpha, known, known + self.times(self.most, rest)), CUT
            if left and self.too_high(known + self.times(self.least, rest), beta):
                return known + self.times(self.least, rest), CUT
        return known, FULL

    def odds(self, odds: list[Any]) -> list[Any]:
        return odds

    def times(self, limit: Any, rest: Any) -> Any:
        return limit * rest if rest else 0

    def low(self, alpha: Any, known: Any, rest: Any, p: Any, before: Any) -> Any:
        return max(self.least, (alpha - known - self.times(self.most, rest)) / p)

    def high(self, beta: Any, known: Any, rest: Any, p: Any, before: Any) -> Any:
        return min(self.most, (beta - known - self.times(self.least, rest)) / p)

    def brings(self, p: Any, value: Any) -> Any:
        return p * value

    def too_low(self, alpha: Any, most: Any) -> bool:
        return self.problem.cut(alpha, most)

    def too_high(self, least: Any, beta: Any) -> bool:
        return self.problem.cut(least, beta)

    def returned_low(self, alpha: Any, known: Any, most: Any) -> Any:
        return most


class ForgetsWhatIsToCome(Star1):
    """As if nothing but this child were left."""

    def low(self, alpha: Any, known: Any, rest: Any, p: Any, before: Any) -> Any:
        return max(self.least, (alpha - known) / p)


class CountsTheChildAmongTheRest(Star1):
    """The probability of the child itself counts as still to come."""

    def high(self, beta: Any, known: Any, rest: Any, p: Any, before: Any) -> Any:
        return min(self.most, (beta - known - self.times(self.least, before)) / p)


class TakesTheOtherLimit(Star1):
    """What is to come is taken for the least where it could be the most."""

    def low(self, alpha: Any, known: Any, rest: Any, p: Any, before: Any) -> Any:
        return max(self.least, (alpha - known - self.times(self.least, rest)) / p)


class DoesNotDivide(Star1):
    """The window is not stretched by the probability."""

    def low(self, alpha: Any, known: Any, rest: Any, p: Any, before: Any) -> Any:
        return max(self.least, alpha - known - self.times(self.most, rest))


class PassesItsWindowOn(Star1):
    """As below MAX and MIN."""

    def low(self, alpha: Any, known: Any, rest: Any, p: Any, before: Any) -> Any:
        return alpha

    def high(self, beta: Any, known: Any, rest: Any, p: Any, before: Any) -> Any:
        return beta


class IsNotWithinTheLimits(Star1):
    """A child's window may reach beyond what leaves can be worth."""

    def high(self, beta: Any, known: Any, rest: Any, p: Any, before: Any) -> Any:
        return (beta - known - self.times(self.least, rest)) / p


class ReturnsTheSumSoFar(Star1):
    """At a cut it says what is known, not what it can be at most."""

    def returned_low(self, alpha: Any, known: Any, most: Any) -> Any:
        return known


class ReturnsAlpha(Star1):
    """At a cut it fails hard."""

    def returned_low(self, alpha: Any, known: Any, most: Any) -> Any:
        return alpha


class NeverCutsAbove(Star1):
    """Only what is too low is left."""

    def too_high(self, least: Any, beta: Any) -> bool:
        return False


class CutsLate(Star1):
    """An equal bound is not enough."""

    def too_low(self, alpha: Any, most: Any) -> bool:
        return bool(alpha > most)


class CutsEarly(Star1):
    """An equal bound is enough, whatever the rule says."""

    def too_low(self, alpha: Any, most: Any) -> bool:
        return bool(alpha >= most)


class TakesAllForEquallyLikely(Star1):
    """Probabilities are not looked at."""

    def odds(self, odds: list[Any]) -> list[Any]:
        return [Fraction(1, len(odds))] * len(odds)


class LeavesTheRootWide(Star1):
    """The root's window is not narrowed to the limits."""

    def at_root(self, alpha: Any, beta: Any) -> tuple[Any, Any]:
        return alpha, beta


STAR1S = Star1.__subclasses__()
