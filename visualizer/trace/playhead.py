"""The tree as it is known at one step of a trace: everything a view shows is asked of this.

Stepping back is moving an integer: nothing is replayed, and nothing is kept between two steps.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from math import isnan

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
    NONE = ""
    """Nothing is known yet."""


class Status(Enum):
    """What a node is at a step; the legend says how each looks."""

    TO_COME = "to come"
    OPEN = "open"
    DONE = "done"
    CUT = "cut"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class Setter:
    """Who set a bound: `node` by what its child `child` returned; both None for the window the search was given."""

    node: int | None
    child: int | None


class Playhead:
    """A trace at a step: 0 is before the first event, `trace.last_step` the last that can be shown."""

    def __init__(self, trace: Trace, step: int) -> None:
        """Stand at a step; steps outside of what is known are moved to the nearest one."""
        self.trace = trace
        self.step = max(0, min(step, trace.last_step))
        self.visits = trace.entered(self.step)
        """How many rows have been entered."""

    @cached_property
    def path(self) -> list[int]:
        """Return the rows that are open now, the root first."""
        trace, row, path = self.trace, self.visits - 1, []
        while row >= 0:
            if not self.returned(row):
                path.append(row)
            row = trace.parent(row)
        return path[::-1]

    @cached_property
    def current(self) -> int | None:
        """Return the row of the last event, None at step 0."""
        if self.step == 0:
            return None
        last = self.visits - 1
        if self.trace.enter_step(last) == self.step:
            return last
        parent, row = self.path[-1] if self.path else -1, last
        while self.trace.parent(row) != parent:
            row = self.trace.parent(row)
        return row

    @property
    def entering(self) -> bool:
        """Say whether the last event is the current row's entry, not its return."""
        return self.current is not None and self.trace.enter_step(self.current) == self.step

    @property
    def at_end(self) -> bool:
        """Say whether this is the last step of a search that has finished."""
        return self.trace.finished and self.step == self.trace.steps

    # One row.

    def entered(self, row: int) -> bool:
        """Say whether a row has been entered."""
        return 0 <= row < self.visits

    def returned(self, row: int) -> bool:
        """Say whether a row has returned."""
        step = self.trace.return_step(row)
        return step is not None and step <= self.step

    def is_leaf(self, row: int) -> bool:
        """Say whether a row's value came from the game, the evaluation or a playout."""
        return self.trace.kind(row) in LEAVES

    def is_cut(self, row: int) -> bool:
        """Say whether a row has been cut: from the return of its last child on."""
        step = self.trace.cut_step(row)
        return step is not None and step <= self.step

    def row_of(self, path: Sequence[int]) -> int | None:
        """Return the row that moves, by their natural numbers from the root, lead to, if it has been entered."""
        if not self.visits:
            return None
        row = 0
        for number in path:
            found = next((child for child in self.children(row) if self.trace.move(child) == number), None)
            if found is None:
                return None
            row = found
        return row

    def status(self, row: int) -> Status:
        """Return what a row is now."""
        if not self.entered(row):
            return Status.TO_COME
        if self.is_cut(row):
            return Status.CUT
        if not self.returned(row):
            return Status.OPEN
        return Status.STOPPED if self.trace.kind(row) is Kind.STOPPED else Status.DONE

    def children(self, row: int) -> Iterator[int]:
        """Go through the children visited so far, in the order tried."""
        trace, child = self.trace, row + 1
        while child < self.visits and trace.parent(child) == row:
            yield child
            end = trace.end(child)
            if end < 0:
                return
            child = end + 1

    def best(self, row: int) -> tuple[float, int] | None:
        """Return the best value that a child has returned so far, and the first child that did, if any has."""
        trace, best = self.trace, None
        maximizing = trace.maximizing(row)
        for child in self.children(row):
            if self.returned(child):
                value = trace.value(child)
                if isnan(value):
                    continue
                if best is None or (value > best[0] if maximizing else value < best[0]):
                    best = (value, child)
        return best

    def value(self, row: int) -> float | None:
        """Return what a row returned, or the best it has so far, or None if it has nothing."""
        if not self.entered(row):
            return None
        if self.returned(row) and self.trace.kind(row) is not Kind.STOPPED:
            return self.trace.value(row)
        best = self.best(row)
        return None if best is None else best[0]

    def bound(self, row: int) -> Bound:
        """Return what `value(row)` says of the row's true value."""
        if not self.entered(row):
            return Bound.NONE
        if self.returned(row) and self.trace.kind(row) is not Kind.STOPPED:
            return self._bound_returned(row)
        return self._bound_open(row)

    def _bound_returned(self, row: int, plies: int = LOOKS_BELOW) -> Bound:
        trace = self.trace
        if trace.kind(row) in LEAVES or not self.has_window:
            return Bound.EXACT
        value = trace.value(row)
        if trace.alpha(row) < value < trace.beta(row) or self._is_best_of_all(row, plies):
            return Bound.EXACT
        return Bound.UPPER if value <= trace.alpha(row) else Bound.LOWER

    def _is_best_of_all(self, row: int, plies: int) -> bool:
        """Say whether a value is known exactly whatever the window: the best child's is, and no other can be better."""
        if self.trace.kind(row) is not Kind.FULL or plies == 0:
            return False
        best = self.best(row)
        if best is None or best[0] != self.trace.value(row):
            return False
        no_better = Bound.UPPER if self.trace.maximizing(row) else Bound.LOWER
        known = {child: self._bound_returned(child, plies - 1) for child in self.children(row)}
        return known[best[1]] is Bound.EXACT and all(bound in (Bound.EXACT, no_better) for bound in known.values())

    def _bound_open(self, row: int) -> Bound:
        """Say what an open MAX node is at least worth: its best, if its best child is at least worth that."""
        best = self.best(row)
        if best is None:
            return Bound.NONE
        proves = Bound.LOWER if self.trace.maximizing(row) else Bound.UPPER
        return proves if self.reaches(row, best[1]) else Bound.SO_FAR

    def reaches(self, row: int, child: int) -> bool:
        """Say whether the player to move at a row gets the value of a child that has returned, or better, there."""
        return self._bound_returned(child) in (Bound.EXACT, Bound.LOWER if self.trace.maximizing(row) else Bound.UPPER)

    @property
    def has_window(self) -> bool:
        """Say whether the search records a window."""
        return self.trace.entry == ("alpha", "beta")

    def window(self, row: int) -> tuple[float, float]:
        """Return alpha and beta as the row sees them now: on entry, and raised or lowered by its best."""
        alpha, beta = self.trace.alpha(row), self.trace.beta(row)
        best = None if self.is_leaf(row) else self.best(row)
        if best is None or not self.has_window:
            return alpha, beta
        return (max(alpha, best[0]), beta) if self.trace.maximizing(row) else (alpha, min(beta, best[0]))

    def setter(self, row: int, *, lower: bool) -> Setter:
        """Return who set the alpha (`lower`) or beta with which a row was entered.

        It is the ancestor nearest the root whose best equals the bound; an equal value found later sets nothing.
        """
        trace = self.trace
        bound_of = trace.alpha if lower else trace.beta
        bound, line = bound_of(row), [row]
        while (parent := trace.parent(line[-1])) >= 0:
            line.append(parent)
        line.reverse()
        place = next(place for place, below in enumerate(line) if bound_of(below) == bound)
        if place == 0:
            return Setter(None, None)
        node = line[place - 1]
        child = next((child for child in self.children(node) if trace.value(child) == bound), None)
        return Setter(node, child)

    def principal_variation(self, row: int = 0) -> list[int]:
        """Return the rows of the best line known from a row on, the row itself left out.

        It ends before a move of which only the other side's bound is known: another move may be better.
        """
        line: list[int] = []
        while self.entered(row) and not self.is_leaf(row) and (best := self.best(row)) is not None:
            if not self.reaches(row, best[1]):
                break
            row = best[1]
            line.append(row)
        return line
