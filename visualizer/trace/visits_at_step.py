"""What each visit knows at a step of a trace, by its row: its children, its best value, its bound, its best line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum
from math import isnan

from visualizer.trace.child_index import LARGE, ChildIndex, child_index_of
from visualizer.trace.rows import LEAVES, Kind, Trace

LOOKS_BELOW = 8
"""So many plies below a node are asked whether its value is more than a bound."""


class Bound(Enum):
    """What is known of a node's true value, given the number that is shown."""

    EXACT = "="
    LOWER = "≥"
    UPPER = "≤"
    SO_FAR = "≤…"
    """Every child tried so far is at most this for the player to move: nothing is proved of the node yet."""
    MEAN = "≈"
    """The mean of samples: no bound at all."""
    NONE = ""
    """Nothing is known yet."""


class VisitsAtStep:
    """The rows of a trace as they are known at a step; `visits` of them have been entered."""

    def __init__(self, trace: Trace, step: int) -> None:
        """Stand at a step that there is."""
        self.trace, self.step, self.visits = trace, step, trace.entered(step)
        self.revisits = trace.revisits

    def child_index(self, row: int) -> ChildIndex | None:
        """Return the index of a visit's children, if it has very many and visits each once."""
        if self.revisits or self.trace.children(row) < LARGE or self.trace.named_best:
            return None
        return child_index_of(self.trace, row)

    def returned_of(self, index: ChildIndex) -> int:
        """Return how many of an index have returned."""
        count = index.count(self.visits)
        return count - bool(count and not self.returned(index.last(self.visits)))

    def returned(self, row: int) -> bool:
        """Say whether a visit has returned."""
        step = self.trace.return_step(row)
        return step is not None and step <= self.step

    def child_visits(self, row: int) -> Iterator[int]:
        """Go through the rows of the visits that a visit has made so far."""
        if (index := self.child_index(row)) is not None:
            yield from index.rows(self.visits)
            return
        trace, child = self.trace, row + 1
        while child < self.visits and trace.parent(child) == row:
            yield child
            end = trace.end(child)
            if end < 0:
                return
            child = end + 1

    def looks(self, row: int) -> Iterable[int]:
        """Return the last look at each child that a visit has looked at, in the order of the first ones."""
        if not self.revisits:
            return self.child_visits(row)
        return {self.trace.move(child): child for child in self.child_visits(row)}.values()

    def looked_again(self, row: int) -> bool:
        """Say whether a visit that has returned is followed at once by another look at the same child."""
        trace, after = self.trace, self.trace.end(row) + 1
        siblings = after < len(trace) and trace.parent(after) == trace.parent(row) >= 0
        return siblings and trace.move(after) == trace.move(row)

    def best(self, row: int) -> tuple[float, int] | None:
        """Return the best value that a visit has so far, and the row that returned it first.

        A look that another look at the same child follows at once does not count: it only decided about that one.
        """
        trace, best = self.trace, None
        if (index := self.child_index(row)) is not None:
            child = index.best(self.returned_of(index))
            return None if child < 0 else (trace.value(child), child)
        maximizing = trace.maximizing(row)
        for child in self.looks(row):
            if self.returned(child) and not (self.revisits and self.looked_again(child)):
                value = trace.value(child)
                if isnan(value):
                    continue
                if best is None or (value > best[0] if maximizing else value < best[0]):
                    best = (value, child)
        if trace.named_best and row in trace.named_best and self.returned(row):
            return self._named_best(row) or best
        return best

    def _named_best(self, row: int) -> tuple[float, int] | None:
        """Return the child that a visit named as its best, with its value."""
        move = self.trace.named_best[row]
        named = (child for child in self.looks(row) if self.trace.move(child) == move)
        return next(((self.trace.value(child), child) for child in named), None)

    def bound(self, row: int) -> Bound:
        """Return what a visit's value, or the best it has so far, says of the true value."""
        if self.returned(row) and self.trace.kind(row) is not Kind.STOPPED:
            return self.bound_returned(row)
        return self._bound_open(row)

    def bound_returned(self, row: int, plies: int = LOOKS_BELOW) -> Bound:
        """Return what the value of a visit that has returned says of the true value."""
        trace = self.trace
        if trace.kind(row) in LEAVES or not self.trace.has_window:
            return Bound.EXACT
        if trace.kind(row) is Kind.TABLE and (source := trace.source(row)) >= 0:
            return self.bound_returned(source, plies)
        value = trace.value(row)
        if trace.alpha(row) < value < trace.beta(row) or self._is_best_of_all(row, plies):
            return Bound.EXACT
        return Bound.UPPER if value <= trace.alpha(row) else Bound.LOWER

    def _is_best_of_all(self, row: int, plies: int) -> bool:
        """Say whether a value is known exactly whatever the window: the best child's is, and no other can be better."""
        if not (self.trace.kind(row) is Kind.FULL or row in self.trace.cut_late) or plies == 0:
            return False
        best = self.best(row)
        if best is None or best[0] != self.trace.value(row):
            return False
        no_better = Bound.UPPER if self.trace.maximizing(row) else Bound.LOWER
        known = {child: self.bound_returned(child, plies - 1) for child in self.looks(row)}
        return known[best[1]] is Bound.EXACT and all(bound in (Bound.EXACT, no_better) for bound in known.values())

    def _bound_open(self, row: int) -> Bound:
        """Say what an open MAX node is at least worth: its best, if its best child is at least worth that."""
        best = self.best(row)
        if best is None:
            return Bound.NONE
        proves = Bound.LOWER if self.trace.maximizing(row) else Bound.UPPER
        return proves if self.reaches(row, best[1]) else Bound.SO_FAR

    def reaches(self, row: int, child: int) -> bool:
        """Say whether the player to move at a visit gets the value of a child that has returned, or better, there."""
        return self.bound_returned(child) in (Bound.EXACT, Bound.LOWER if self.trace.maximizing(row) else Bound.UPPER)

    def line(self, row: int) -> list[int]:
        """Return the rows of the best line from a visit on; behind a table's answer, of the visit that stored it."""
        line: list[int] = []
        while self.trace.kind(row) not in LEAVES:
            if (source := self.trace.source(row)) >= 0 and self.returned(row):
                row = source
                continue
            best = self.best(row)
            if best is None or not self.reaches(row, best[1]):
                break
            row = best[1]
            line.append(row)
        return line
