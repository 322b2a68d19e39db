"""What nodes know at a step: each what its latest visit knows, or, where passes add samples up, the mean of all.

Nodes are ones that have been entered, and values are from MAX's side. A held run, or a bound that no child has set,
changes what the visits know, so it belongs to `VisitsAtStep`, below these.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import isnan

from visualizer.trace.bounds import Bound, narrowed, proof
from visualizer.trace.proved import Proved, ResultProofs
from visualizer.trace.rows import Passes, Trace
from visualizer.trace.visits import visits_of
from visualizer.trace.visits_at_step import Best, Known, VisitsAtStep


@dataclass(frozen=True, slots=True)
class Result:
    """What a search has found at the root: the value from MAX's side, its bound, and the best line's nodes."""

    value: float | None
    bound: Bound
    line: list[int]


class NodesAtStep:
    """Nodes that know what their latest visits know; in most searches a node is visited once, and is its row.

    Where passes narrow the bounds of the answer, the root knows at the end what all of them have found.
    """

    def __init__(self, trace: Trace, step: int) -> None:
        """Stand at a step from 0 to `trace.last_step`."""
        self.trace, self.step = trace, step
        self._rows = VisitsAtStep(trace, step)
        self._index = visits_of(trace)
        self._outdates = trace.comes_back and not trace.adds
        """Whether another visit puts what was known from earlier ones out of date."""
        self.visits = self._rows.entered
        """How many rows have been entered."""

    # Nodes and visits.

    def node_of(self, row: int) -> int:
        """Return the node that a row is a visit of."""
        return self._index.node_of(row)

    def visit(self, node: int) -> int:
        """Return the row of a node's latest visit at this step; of one that comes later, of its first."""
        return self._index.latest(node, self.visits)

    def visits_to(self, node: int) -> Sequence[int]:
        """Return the rows of a node's visits so far, in order."""
        return self._index.of(node)[: self.visit_count(node)]

    def visit_count(self, node: int) -> int:
        """Return how often a node has been visited."""
        return self._index.count(node, self.visits)

    def returned_count(self, node: int) -> int:
        """Return how many of a node's visits have returned with a value."""
        count = self.visit_count(node)
        last = self._index.of(node)[count - 1]
        return count - bool(count and (not self._rows.returned(last) or isnan(self.trace.value(last))))

    def entered(self, node: int) -> bool:
        """Return whether a node has been entered."""
        return 0 <= node < self.visits

    # Below a node.

    def children(self, node: int) -> Sequence[int]:
        """Return the children that the latest visit has visited so far, each once, in the order tried there.

        Where passes add up: those that any visit has visited, in the order of their first visit.
        """
        return self._index.nodes_of(self._rows.looks(self.visit(node)))

    def tried_ever(self, node: int) -> Sequence[int]:
        """Return the children that a node's latest visit tries, now or later as far as known, in that order.

        Where passes add up: those of all visits, in the order of their first visit.
        """
        return self._index.nodes_of(self._rows.at_last().looks(self.visit(node)))

    def known_children(self, node: int) -> Sequence[int]:
        """Return the children that have been visited at all, in the order of their first visit."""
        return self._index.children(node, self.visits)

    def earlier(self, node: int) -> Sequence[int]:
        """Return the children that earlier visits have visited and the latest one has not (yet)."""
        if not self._outdates or not self.entered(node):
            return ()
        visited = set(self.children(node))
        return [child for child in self.known_children(node) if child not in visited]

    def is_earlier(self, node: int) -> bool:
        """Return whether what is known of a node is known from an earlier pass or look only."""
        line = self.trace.line_to(self.visit(node))[:-1] if self._outdates else ()
        return any(row != self.visit(self.node_of(row)) for row in line)

    # Values.

    def best(self, node: int) -> Best | None:
        """Return the best value that a child has returned so far, and the first child that did, if any has.

        The child is None where not moving on is worth as much.

        Where passes add up: the mean of the child visited most, the first such child.
        """
        best = self._rows.best(self.visit(node))
        return None if best is None else (best[0], None if best[1] is None else self.node_of(best[1]))

    def most_visited(self, node: int) -> list[int]:
        """Return the children that none was visited more often than, in the order of their first visit."""
        most = max(map(self.returned_count, self.children(node)), default=0)
        return [child for child in self.children(node) if self.returned_count(child) == most]

    def known(self, node: int) -> Known:
        """Return `bound(node)` and `value(node)`."""
        if not self.entered(node):
            return Bound.NONE, None
        if node == 0 and self._is_narrowed:
            return narrowed(self.trace, self._finished)
        return self._rows.known(self.visit(node))

    def proven(self, node: int) -> float | None:
        """Return a node's value where a search that otherwise samples has proved it by now."""
        return None

    def proved(self, node: int, value: float = 0.0) -> Proved:
        """Return between which numbers the result of a game is from a node on, as finished games prove by now.

        That is said as far as it tells who wins and by how much, or is a bound as good as a value.
        """
        return self._proofs.of(node, value)

    @cached_property
    def _proofs(self) -> ResultProofs:
        is_leaf_open = bool(self.visits) and self.trace.enter_step(self.visits - 1) == self.step
        return ResultProofs(self.trace, self.visits - is_leaf_open)

    def mean(self, node: int) -> float | None:
        """Return the mean of a node's samples; where passes do not add up, its value."""
        return self.known(node)[1]

    def reaches(self, node: int, child: int | None) -> bool:
        """Return whether the player to move at a node gets the value of a child that has returned, or better, there.

        None stands for not moving on.
        """
        return self._rows.reaches(self.visit(node), None if child is None else self.visit(child))

    def line(self, node: int) -> list[int]:
        """Return the nodes of the best line known from a node that has been entered, the node itself left out."""
        if node == 0 and self._is_narrowed:
            return self.result().line
        return [*self._index.nodes_of(self._rows.line(self.visit(node)))]

    @cached_property
    def _finished(self) -> Sequence[int]:
        """The root's visits that have returned and were not stopped: all but perhaps the last."""
        roots = self.visits_to(0)
        return roots if self._rows.finished(roots[-1]) else roots[:-1]

    @property
    def _is_narrowed(self) -> bool:
        return self.trace.passes is Passes.NARROW and self.trace.ends_at(self.step) and bool(self._finished)

    def result(self) -> Result:
        """Return what the search has found: of the last pass that has finished, or of all where passes belong together.

        Before a pass has finished, what is known of the root.
        """
        if not self.visits:
            return Result(None, Bound.NONE, [])
        if self._finished and self.trace.passes is Passes.NARROW:
            bound, value = narrowed(self.trace, self._finished)
            proved_by = proof(self.trace, self._finished)
            return Result(value, bound, [] if proved_by is None else self.found_by_pass(proved_by).line)
        return self.found_by_pass(self._finished[-1] if self._finished else self.visit(0))

    def found_by_pass(self, root: int) -> Result:
        """Return what a pass, by the row of its root, has found so far."""
        bound, value = self._rows.known(root)
        return Result(value, bound, [*self._index.nodes_of(self._rows.line(root))])
