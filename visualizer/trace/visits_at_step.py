"""Each visit as known at a step of a trace, by row: children, best value, bound, best line."""

from collections.abc import Sequence
from math import isnan
from operator import itemgetter
from typing import NamedTuple

from visualizer.trace.bounds import Bound, as_float, bound_of, cached_expected_value
from visualizer.trace.rows import READ_LEAF_KINDS, Kind, Trace, is_better
from visualizer.trace.visits import (
    MIN_INDEXED_CHILDREN,
    branch_of,
    child_index_of,
    child_visits,
    last_child_visits,
    looked_again,
)

Best = tuple[float, int | None]
"""A node's best value so far, from MAX's side, and the child that has it (None: standing pat)."""
Known = tuple[Bound, float | None]
"""A bound, and the value from MAX's side that it applies to (None if there is none)."""


class BoundSource(NamedTuple):
    """The node that set a bound of a window, and the child whose value became the bound.

    Without a child, the bound comes from standing pat (`stand`) or from the sum at a chance node
    (`by_sum`), or is the other end of a null window. Without a node, the bound belongs to the
    window that the whole search was given.
    """

    node: int | None
    child: int | None
    stand: bool = False
    by_sum: bool = False

    @property
    def is_null(self) -> bool:
        """Return whether the search itself chose the bound, as one end of a null window."""
        return self.node is not None and self.child is None and not (self.stand or self.by_sum)


class VisitsAtStep:
    """The rows of a trace as known at a step, by which `entered` rows have been entered."""

    def __init__(self, trace: Trace, step: int) -> None:
        """Go to a step from 0 to `trace.last_step`."""
        self.trace = trace
        self.step = step
        self.entered = trace.entered(step)

    def at_last(self) -> "VisitsAtStep":
        """Return the same trace at the last step that can be shown."""
        return VisitsAtStep(self.trace, self.trace.last_step)

    def returned(self, row: int) -> bool:
        """Return whether a visit has returned."""
        step = self.trace.return_step(row)
        return step is not None and step <= self.step

    def is_cut(self, row: int) -> bool:
        """Return whether a visit is cut by now: it is cut as its last child returns."""
        step = self.trace.cut_step(row)
        return step is not None and step <= self.step

    def finished(self, row: int) -> bool:
        """Return whether a visit has returned, and not because the search was stopped."""
        return self.returned(row) and self.trace.kind(row) is not Kind.STOPPED

    def innermost(self) -> int:
        """Return the innermost open visit, -1 if none is open."""
        row = self.entered - 1
        while row >= 0 and self.returned(row):
            row = self.trace.parent(row)
        return row

    def current(self) -> int:
        """Return the visit that the last event entered or left; there must have been an event."""
        row = self.entered - 1
        if self.trace.enter_step(row) != self.step:
            return branch_of(self.trace, row, self.innermost())
        return row

    def children(self, row: int) -> Sequence[int]:
        """Return the rows of the visits that a visit has made so far."""
        return child_visits(self.trace, row, self.entered)

    def last_child_visits(self, row: int) -> Sequence[int]:
        """Return the last visit so far to each child, in the order in which children were tried."""
        return last_child_visits(self.trace, row, self.entered)

    def returned_children(self, row: int) -> Sequence[int]:
        """Return the rows of the last visits to those children that have returned a value."""
        last_visits = self.last_child_visits(row)
        visits = self.children(row)
        # Only the latest of all visits may lack a value, if it is open or was stopped.
        if not visits or self.finished(visits[-1]):
            return last_visits
        if self.trace.revisits:
            return [child for child in last_visits if child != visits[-1]]
        # Without repeated visits, the latest visit comes last.
        return last_visits[:-1]

    def best(self, row: int) -> Best | None:
        """Return a visit's best value so far, and the row of the child that returned it first.

        Return None before a child has returned, and at a chance node. The row is None if standing
        pat is best. After a second look at a child, as in PVS, only the child's new value counts.
        """
        trace = self.trace
        if trace.is_chance(row):
            return None
        best = self._named_best(row)
        if best is None:
            best = self._best_child(row)
        stand_pat_value = trace.stand_pat_values.get(row)
        if stand_pat_value is None:
            return best
        maximizing = trace.maximizing(row)
        if best is not None and is_better(best[0], stand_pat_value, maximizing=maximizing):
            return best
        return stand_pat_value, None

    def _named_best(self, row: int) -> Best | None:
        """Return the value and the row of the child that an engine named as best.

        None if the engine named no move when the visit returned, or a move that was not visited.
        """
        trace = self.trace
        if row not in trace.named_best or not self.returned(row):
            return None
        best_move = trace.named_best[row]
        for child in self.last_child_visits(row):
            if trace.move(child) == best_move:
                return trace.value(child), child
        return None

    def _best_child(self, row: int) -> Best | None:
        """Return the value and the row of the best child that has returned, None without one."""
        trace = self.trace
        if trace.children(row) >= MIN_INDEXED_CHILDREN and not trace.revisits:
            return self._indexed_best(row)
        return self._best_by_comparing(row)

    def _indexed_best(self, row: int) -> Best | None:
        """Return the value and the row of the best returned child, from an index of children.

        A visit with very many children has such an index.
        """
        index = child_index_of(self.trace, row)
        returned_count = index.count(self.entered)
        # Only the child that was entered last may still be open.
        if returned_count and not self.returned(index.last(self.entered)):
            returned_count -= 1
        child = index.best(returned_count)
        if child < 0:
            return None
        return self.trace.value(child), child

    def _best_by_comparing(self, row: int) -> Best | None:
        """Return the value and the row of the best returned child, by comparing all children."""
        value = self.trace.value
        ignored = self._ignored_visit(row)
        # A child that was stopped has the value NaN.
        candidates = [
            (value(child), child)
            for child in self.last_child_visits(row)
            if child != ignored and not isnan(value(child))
        ]
        choose = max if self.trace.maximizing(row) else min
        return choose(candidates, key=itemgetter(0), default=None)

    def _ignored_visit(self, row: int) -> int | None:
        """Return the latest visit to a child if its value does not count, None if it counts.

        It does not count while the visit is open, nor if a second look at the child comes next.
        """
        visits = self.children(row)
        if not visits:
            return None
        latest = visits[-1]
        if self.returned(latest) and not looked_again(self.trace, latest):
            return None
        return latest

    def bound_and_value(self, row: int) -> Known:
        """Return the bound and the value of a visit: the value returned, or the best so far.

        The best value of an open MAX node is a lower bound if MAX is sure to get it, else an upper
        bound so far. At a MIN node it is the other way round. The value of an open chance node is
        the sum so far.
        """
        # A visit that was stopped has returned no value, so it is like an open one.
        if self.finished(row):
            return bound_of(self.trace, row), self.trace.value(row)
        if self.trace.is_chance(row):
            return self._expected(row)
        best = self.best(row)
        if best is None:
            return Bound.NONE, None
        value, child = best
        is_certain = self.reaches(row, child)
        if self.trace.maximizing(row):
            bound = Bound.LOWER if is_certain else Bound.AT_MOST_SO_FAR
        else:
            bound = Bound.UPPER if is_certain else Bound.AT_LEAST_SO_FAR
        return bound, value

    def _expected(self, row: int) -> Known:
        """Return the bound and the value of an open chance node: the sum so far.

        The bound is EXACT if nothing can change the sum.
        """
        # A node that is cut returns in the next step, so its value is final.
        if self.is_cut(row):
            return bound_of(self.trace, row), self.trace.value(row)
        children = self.returned_children(row)
        if not children:
            return Bound.NONE, None
        expected = cached_expected_value(self.trace, row, children)
        bound = Bound.EXACT if expected.low == expected.high else Bound.SUM
        return bound, as_float(expected.known)

    def reaches(self, row: int, child: int | None) -> bool:
        """Return whether the player to move at a row is sure to get a returned child's value.

        MAX is sure if the value is exact or a lower bound, MIN if it is exact or an upper bound.
        """
        # None is standing pat, whose value is certain.
        if child is None:
            return True
        sure_bound = Bound.LOWER if self.trace.maximizing(row) else Bound.UPPER
        return bound_of(self.trace, child) in (Bound.EXACT, sure_bound)

    def line(self, row: int) -> list[int]:
        """Return the rows of the best line below a visit, without the visit itself.

        The line ends where standing pat is best, or where the player to move is not sure to get the
        value of the best child (`reaches`). After a table's answer, the line continues below the
        visit that stored the answer.
        """
        line: list[int] = []
        row = self._stored(row)
        while self.trace.kind(row) not in READ_LEAF_KINDS:
            best = self.best(row)
            if best is None:
                break
            _, child = best
            if child is None or not self.reaches(row, child):
                break
            line.append(child)
            row = self._stored(child)
        return line

    def _stored(self, row: int) -> int:
        """Return the visit that stored a table's answer; any other visit is returned itself.

        If this visit is itself an answer, return the visit that stored that one, and so on.
        """
        while (source := self.trace.source(row)) >= 0 and self.returned(row):
            row = source
        return row

    def bound_source(self, row: int, *, lower: bool) -> BoundSource:
        """Return the visit that set the alpha (if `lower`) or beta with which a row was entered.

        The nodes of the result are rows.
        """
        trace = self.trace
        line = trace.line_to(row)
        # No bound is inherited through a chance node.
        start_index = self._index_below_chance(line)
        bounds = [*map(trace.alpha if lower else trace.beta, line)]
        bound = bounds[-1]
        first_index = bounds.index(bound, start_index)
        # The first visit with the bound got it from its parent; the root, from the search's caller.
        if first_index == 0:
            return BoundSource(None, None)
        setter = line[first_index - 1]
        first_row = line[first_index]
        # The setter is a chance node.
        if first_index == start_index:
            return BoundSource(setter, None, by_sum=True)
        # Only MAX raises alpha, and only MIN lowers beta. If the setter is the wrong player, a
        # user's code has made a mistake, and no child explains the bound.
        if not trace.tracks_windows and trace.maximizing(setter) != lower:
            return BoundSource(setter, None)
        if trace.stand_pat_values.get(setter) == bound:
            return BoundSource(setter, None, stand=True)

        # The bound is the value of a child that was visited earlier, by another move.
        for child in last_child_visits(trace, setter, first_row):
            if trace.move(child) != trace.move(first_row) and trace.value(child) == bound:
                return BoundSource(setter, child)
        return BoundSource(setter, None)

    def _index_below_chance(self, line: list[int]) -> int:
        """Return the index in a line at which bounds start to be inherited.

        A chance node sets both bounds of its children, so this is the index after the last chance
        node in the line, or 0. A chance node that ends the line does not count.
        """
        last_parent_index = len(line) - 2
        for index in range(last_parent_index, -1, -1):
            if self.trace.is_chance(line[index]):
                return index + 1
        return 0
