"""What is known of nodes at a step, for each kind of search: a visit a node, several visits, or samples that add up.

All three have the same methods. Nodes are ones that have been entered, and values are from MAX's side. A held run, or a
bound that no child has set, changes what the visits know, so it belongs to `VisitsAtStep`, below these.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import isnan
from typing import TypeAlias

from visualizer.trace.bounds import Bound, narrowed, proof
from visualizer.trace.rows import Passes
from visualizer.trace.visits import SingleVisits, VisitIndex, repeated_visits_of
from visualizer.trace.visits_at_step import Known, VisitsAtStep


@dataclass(frozen=True, slots=True)
class Result:
    """What a search has found at the root: the value from MAX's side, its bound, and the best line's nodes."""

    value: float | None
    bound: Bound
    line: list[int]


class CurrentNodes:
    """Nodes of which nothing is known from an earlier pass only: all that was visited still counts."""

    def earlier(self, node: int) -> Sequence[int]:
        """Return nothing."""
        return ()

    def is_earlier(self, node: int) -> bool:
        """Say no."""
        return False


class SingleNodes(CurrentNodes):
    """Nodes that are visited once: a node is its row, and knows what its visit knows."""

    def __init__(self, visits: VisitsAtStep) -> None:
        """Take over what the visits know."""
        self._visits = visits
        self.index = SingleVisits(visits.trace)
        self.children, self.best = visits.children, visits.best
        self.known, self.reaches, self.line = visits.known, visits.reaches, visits.line

    def children_at_last(self, node: int) -> Sequence[int]:
        """Return the children that are tried by the last step."""
        return self._visits.at_last().children(node)

    def result(self) -> Result:
        """Return what the only pass has found."""
        bound, value = self.known(0)
        return Result(value, bound, self.line(0))


class RevisitedNodes:
    """Nodes that are visited again: a node knows what its latest visit knows.

    Where passes narrow the bounds of the answer, the root knows at the end what all of them have found.
    """

    def __init__(self, visits: VisitsAtStep) -> None:
        """Look up which visits are of the same node."""
        self._visits, self._trace = visits, visits.trace
        self.index = repeated_visits_of(visits.trace)

    def _visit(self, node: int) -> int:
        return self.index.latest(node, self._visits.entered)

    def _nodes(self, rows: Iterable[int]) -> list[int]:
        return [*map(self.index.node_of, rows)]

    def children(self, node: int) -> Sequence[int]:
        """Return the children that the latest visit has visited."""
        return self._nodes(self._visits.looks(self._visit(node)))

    def children_at_last(self, node: int) -> Sequence[int]:
        """Return the children that the visit which is the latest now visits by the last step."""
        return self._nodes(self._visits.at_last().looks(self._visit(node)))

    def earlier(self, node: int) -> Sequence[int]:
        """Return the children that earlier visits have visited and the latest one has not (yet)."""
        visited = set(self.children(node))
        return [child for child in self.index.children(node, self._visits.entered) if child not in visited]

    def is_earlier(self, node: int) -> bool:
        """Return whether an ancestor has been visited again since."""
        row = self._visit(node)
        while (row := self._trace.parent(row)) >= 0:
            if row != self._visit(self.index.node_of(row)):
                return True
        return False

    def best(self, node: int) -> tuple[float, int] | None:
        """Return the best child of the latest visit."""
        best = self._visits.best(self._visit(node))
        return None if best is None else (best[0], self.index.node_of(best[1]))

    def known(self, node: int) -> Known:
        """Return what the latest visit knows; of the root at the end, what narrowing passes have found together."""
        if node == 0 and self._is_narrowed:
            return narrowed(self._trace, self._finished)
        return self._visits.known(self._visit(node))

    def reaches(self, node: int, child: int) -> bool:
        """Return whether the latest visit of the child has at least the value that it returned."""
        return self._visits.reaches(self._visit(node), self._visit(child))

    def line(self, node: int) -> list[int]:
        """Return the best line of the latest visit."""
        if node == 0 and self._is_narrowed:
            return self.result().line
        return self._nodes(self._visits.line(self._visit(node)))

    @cached_property
    def _finished(self) -> Sequence[int]:
        """The root's visits that have returned and were not stopped: all but perhaps the last."""
        roots = self.index.of(0)[: self.index.count(0, self._visits.entered)]
        return roots if self._visits.finished(roots[-1]) else roots[:-1]

    @property
    def _is_narrowed(self) -> bool:
        at_end = self._trace.ends_at(self._visits.step)
        return self._trace.passes is Passes.NARROW and at_end and bool(self._finished)

    def result(self) -> Result:
        """Return what the last pass that finished has found, or all that have where they narrow the bounds.

        Before a pass has finished, what is known of the root.
        """
        root = self._finished[-1] if self._finished else self._visit(0)
        if self._finished and self._trace.passes is Passes.NARROW:
            bound, value = narrowed(self._trace, self._finished)
            proved_by = proof(self._trace, self._finished)
            return Result(value, bound, [] if proved_by is None else self._nodes(self._visits.line(proved_by)))
        found, best = self._visits.known(root)
        return Result(best, found, self._nodes(self._visits.line(root)))


class SampledNodes(CurrentNodes):
    """Nodes whose visits are samples: a node knows the mean of all of them, and its best child is visited most."""

    def __init__(self, visits: VisitsAtStep) -> None:
        """Look up which visits are of the same node."""
        self._visits, self._trace = visits, visits.trace
        self.index = repeated_visits_of(visits.trace)

    def _samples(self, node: int) -> int:
        return samples_of(self.index, self._visits, node)

    def children(self, node: int) -> Sequence[int]:
        """Return the children that any visit has visited, in the order of their first visit."""
        return self.index.children(node, self._visits.entered)

    def children_at_last(self, node: int) -> Sequence[int]:
        """Return the children that any visit visits by the last step."""
        return self.index.children(node, self._visits.at_last().entered)

    def best(self, node: int) -> tuple[float, int] | None:
        """Return the mean of the child visited most, and that child; of equals the one first visited."""
        most = max(self.children(node), key=self._samples, default=None)
        mean = None if most is None else self.known(most)[1]
        return None if most is None or mean is None else (mean, most)

    def known(self, node: int) -> Known:
        """Return the mean of the node's samples."""
        count = self._samples(node)
        return (Bound.MEAN, self.index.total(node, count) / count) if count else (Bound.NONE, None)

    def reaches(self, node: int, child: int) -> bool:
        """Say yes: a mean is no bound."""
        return True

    def line(self, node: int) -> list[int]:
        """Return the line of the children visited most."""
        line: list[int] = []
        while (best := self.best(node)) is not None:
            node = best[1]
            line.append(node)
        return line

    def result(self) -> Result:
        """Return the mean of the root's child visited most; of a root without children its own."""
        best, (bound, mean) = self.best(0), self.known(0)
        return Result(mean, bound, []) if best is None else Result(best[0], Bound.MEAN, self.line(0))


def samples_of(index: VisitIndex, visits: VisitsAtStep, node: int) -> int:
    """Return how many of a node's visits have returned with a value."""
    count = index.count(node, visits.entered)
    last = index.of(node)[count - 1]
    return count - bool(count and (not visits.returned(last) or isnan(visits.trace.value(last))))


NodesAtStep: TypeAlias = SingleNodes | RevisitedNodes | SampledNodes


def nodes_at_step(visits: VisitsAtStep) -> NodesAtStep:
    """Return what is known of nodes at the step of some visits."""
    trace = visits.trace
    if trace.adds:
        return SampledNodes(visits)
    return RevisitedNodes(visits) if trace.revisits or trace.passes is Passes.NARROW else SingleNodes(visits)
