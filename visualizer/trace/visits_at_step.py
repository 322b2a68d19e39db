"""What each visit knows at a step of a trace, by its row: its children, its best value, its bound, its best line."""

from collections.abc import Sequence
from math import isnan
from operator import itemgetter
from typing import NamedTuple

from visualizer.trace.bounds import Bound, as_float, bound_of, expected_so_far
from visualizer.trace.rows import READ_LEAF_KINDS, Kind, Trace, is_better
from visualizer.trace.visits import (
    MIN_INDEXED_CHILDREN,
    branch_of,
    child_index_of,
    child_visits,
    last_looks,
    looked_again,
)

Best = tuple[float, int | None]
"""The best value of a node so far, from MAX's side, and the child that has it: None for the value of not moving on."""
Known = tuple[Bound, float | None]
"""A value from MAX's side, None if there is none, and before it what that says of the true value."""


class BoundSource(NamedTuple):
    """Who set a bound: `node` by what its child `child` returned, or by what not moving on is worth there (`stand`).

    Both are None for the window the search was given, `child` alone for a bound that the search chose by itself, such
    as the far end of a null window, or that the sum of a chance node, which then is `node`, asks for (`by_sum`).
    """

    node: int | None
    child: int | None
    stand: bool = False
    by_sum: bool = False

    @property
    def is_null(self) -> bool:
        """Return whether the search chose the bound by itself, as that of a null window."""
        return self.node is not None and self.child is None and not (self.stand or self.by_sum)


class VisitsAtStep:
    """The rows of a trace as they are known at a step; `entered` of them have been entered."""

    def __init__(self, trace: Trace, step: int) -> None:
        """Stand at a step from 0 to `trace.last_step`."""
        self.trace = trace
        self.step = step
        self.entered = trace.entered(step)

    def at_last(self) -> "VisitsAtStep":
        """Return the same at the last step that can be shown."""
        return VisitsAtStep(self.trace, self.trace.last_step)

    def returned(self, row: int) -> bool:
        """Return whether a visit has returned."""
        step = self.trace.return_step(row)
        return step is not None and step <= self.step

    def is_cut(self, row: int) -> bool:
        """Return whether a visit has been cut: from the return of its last child on."""
        step = self.trace.cut_step(row)
        return step is not None and step <= self.step

    def finished(self, row: int) -> bool:
        """Return whether a visit has returned with a value: it was not stopped."""
        return self.returned(row) and self.trace.kind(row) is not Kind.STOPPED

    def innermost(self) -> int:
        """Return the innermost visit that is open, -1 where none is."""
        row = self.entered - 1
        while row >= 0 and self.returned(row):
            row = self.trace.parent(row)
        return row

    def current(self) -> int:
        """Return the visit that the last event has entered or left; there must have been one."""
        row = self.entered - 1
        if self.trace.enter_step(row) != self.step:
            return branch_of(self.trace, row, self.innermost())
        return row

    def children(self, row: int) -> Sequence[int]:
        """Return the rows of the visits that a visit has made so far."""
        return child_visits(self.trace, row, self.entered)

    def looks(self, row: int) -> Sequence[int]:
        """Return the last visit so far to each child of a visit, in the order in which the children were tried."""
        return last_looks(self.trace, row, self.entered)

    def returned_children(self, row: int) -> Sequence[int]:
        """Return the visits to the children of a visit that have returned with a value, the last to each."""
        looks = self.looks(row)
        visits = self.children(row)
        if not visits or self.finished(visits[-1]):
            return looks
        if self.trace.revisits:
            return [child for child in looks if child != visits[-1]]
        return looks[:-1]

    def best(self, row: int) -> Best | None:
        """Return the best value that a visit has so far, and the row that returned it first, None for not moving on.

        A look that another look at the same child follows at once does not count: it only decided about that one.
        Where chance moves nothing is best.
        """
        trace = self.trace
        if trace.is_chance(row):
            return None
        found: Best | None = None
        if row in trace.named_best and self.returned(row):
            named = (
                child for child in self.looks(row) if trace.move(child) == trace.named_best[row]
            )
            found = next(((trace.value(child), child) for child in named), None)
        if found is None:
            is_indexed = trace.children(row) >= MIN_INDEXED_CHILDREN and not trace.revisits
            if is_indexed:
                found = self._indexed_best(row)
            else:
                found = self._best_of(row)
        stand = trace.stands.get(row)
        if stand is None or (
            found and is_better(found[0], stand, maximizing=trace.maximizing(row))
        ):
            return found
        return stand, None

    def _indexed_best(self, row: int) -> Best | None:
        index = child_index_of(self.trace, row)
        count = index.count(self.entered)
        returned = count - bool(count and not self.returned(index.last(self.entered)))
        child = index.best(returned)
        if child < 0:
            return None
        return (self.trace.value(child), child)

    def _best_of(self, row: int) -> Best | None:
        visits = self.children(row)
        value = self.trace.value
        is_pending = bool(visits) and (
            not self.returned(visits[-1]) or looked_again(self.trace, visits[-1])
        )
        if is_pending:
            pending = visits[-1]
        else:
            pending = -1
        found = [
            (value(child), child)
            for child in self.looks(row)
            if child != pending and not isnan(value(child))
        ]
        return (max if self.trace.maximizing(row) else min)(found, key=itemgetter(0), default=None)

    def known(self, row: int) -> Known:
        """Return what a visit returned, or the best it has so far, and before it what that says of the true value.

        An open MAX node is at least worth its best, if its best child is at least worth that. An open chance node has
        the sum so far; one that is cut, what it will return.
        """
        if self.finished(row):
            return bound_of(self.trace, row), self.trace.value(row)
        if self.trace.is_chance(row):
            return self._expected(row)
        best = self.best(row)
        if best is None:
            return Bound.NONE, None
        is_proved = self.reaches(row, best[1])
        if self.trace.maximizing(row):
            bound = Bound.LOWER if is_proved else Bound.AT_MOST_SO_FAR
        else:
            bound = Bound.UPPER if is_proved else Bound.AT_LEAST_SO_FAR
        return bound, best[0]

    def _expected(self, row: int) -> Known:
        """Return what is known of an open chance node: the sum so far, which is all when no child is missing."""
        if self.is_cut(row):
            return bound_of(self.trace, row), self.trace.value(row)
        children = self.returned_children(row)
        if not children:
            return Bound.NONE, None
        found = expected_so_far(self.trace, row, children)
        return Bound.EXACT if found.low == found.high else Bound.SUM, as_float(found.known)

    def reaches(self, row: int, child: int | None) -> bool:
        """Return whether the player to move at a visit gets the value of a child that has returned, or better.

        That of not moving on, None, the player gets.
        """
        return child is None or bound_of(self.trace, child) in (
            Bound.EXACT,
            Bound.LOWER if self.trace.maximizing(row) else Bound.UPPER,
        )

    def line(self, row: int) -> list[int]:
        """Return the rows of the best line from a visit on; behind a table's answer, of the visit that stored it."""
        line: list[int] = []
        while self.trace.kind(row := self._stored(row)) not in READ_LEAF_KINDS:
            best = self.best(row)
            if best is None or best[1] is None or not self.reaches(row, best[1]):
                break
            row = best[1]
            line.append(row)
        return line

    def _stored(self, row: int) -> int:
        """Return the visit that stored what a table answered, as far as it is known; any other visit itself."""
        while (source := self.trace.source(row)) >= 0 and self.returned(row):
            row = source
        return row

    def bound_source(self, row: int, *, lower: bool) -> BoundSource:
        """Return who set the alpha (`lower`) or beta with which a row was entered, both by the rows of their visits."""
        trace = self.trace
        line = self.trace.line_to(row)
        chance = next(
            (place for place in range(len(line) - 2, -1, -1) if trace.is_chance(line[place])), -1
        )
        bounds = [*map(trace.alpha if lower else trace.beta, line)]
        place = bounds.index(bounds[-1], chance + 1)
        if place == 0:
            return BoundSource(None, None)
        above = line[place - 1]
        if place == chance + 1:
            return BoundSource(above, None, by_sum=True)
        if (
            not trace.narrows and trace.maximizing(above) is not lower
        ):  # a mistake: MAX never lowers beta
            return BoundSource(above, None)
        if trace.stands.get(above) == bounds[-1]:
            return BoundSource(above, None, stand=True)
        move = trace.move(
            line[place]
        )  # neither a look at the same child sets it, nor what comes later
        earlier = (row for row in last_looks(trace, above, line[place]) if trace.move(row) != move)
        return BoundSource(
            above, next((row for row in earlier if trace.value(row) == bounds[-1]), None)
        )
