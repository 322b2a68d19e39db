"""What nodes know at a step where visits are samples: the mean of all of them, and what a solver has proved."""

from collections.abc import Sequence

from visualizer.trace.bounds import Bound
from visualizer.trace.nodes_at_step import NodesAtStep, Result
from visualizer.trace.proved import NOTHING, Proved
from visualizer.trace.rows import Kind
from visualizer.trace.visits import repeated_visits_of
from visualizer.trace.visits_at_step import Best, Known

PROOFS = frozenset({Kind.TERMINAL, Kind.PROVEN})
"""How a visit ends that proves its node's value, in a search that proves any."""


class SampledNodes(NodesAtStep):
    """Nodes whose visits are samples: a node knows the mean of all of them, and its best child is visited most.

    Where a solver proves values, a node that is proven knows its value. Its best child is then one that proves it, and
    no child that is proven lost is the best of another.
    """

    def children(self, node: int) -> Sequence[int]:
        """Return the children that any visit has visited, in the order of their first visit."""
        return self.known_children(node)

    def tried_ever(self, node: int) -> Sequence[int]:
        """Return the children that any visit visits by the last step."""
        return self._index.children(node, self._rows.at_last().entered)

    def best(self, node: int) -> Best | None:
        """Return the mean of the child visited most, and that child; of equals the one first visited."""
        if not self.entered(node) or self.trace.is_chance(self.visit(node)):
            return None
        most = max(self.preferred(node), key=self.returned_count, default=None)
        mean = None if most is None else self.mean(most)
        return None if most is None or mean is None else (mean, most)

    def most_visited(self, node: int) -> list[int]:
        """Return the children that none was visited more often than, among those that may be best."""
        counts = {child: self.returned_count(child) for child in self.preferred(node)}
        most = max(counts.values(), default=0)
        return [child for child, count in counts.items() if count == most]

    def preferred(self, node: int) -> Sequence[int]:
        """Return the children among which the most visits decide, in the order of their first visit."""
        children = self.children(node)
        if not self.trace.proves or not children:
            return children
        value, lost = self.proven(node), -1 if self.trace.maximizing(self.visit(node)) else 1
        if value is not None:
            return [child for child in children if self.proven(child) == value]
        return [child for child in children if self.proven(child) != lost] or children

    def known(self, node: int) -> Known:
        """Return the node's value if it is proven, else the mean of its samples."""
        proven, mean = self.proven(node), self.mean(node)
        if proven is not None:
            return Bound.PROVEN, proven
        return (Bound.NONE, None) if mean is None else (Bound.MEAN, mean)

    def mean(self, node: int) -> float | None:
        """Return the mean of the node's samples."""
        count = self.returned_count(node) if self.entered(node) else 0
        return repeated_visits_of(self.trace).total(node, count) / count if count else None

    def proven(self, node: int) -> float | None:
        """Return a node's value where it is proved: nothing visits it once that is so."""
        count = self.returned_count(node) if self.trace.proves and self.entered(node) else 0
        last = self._index.of(node)[count - 1] if count else -1
        return self.trace.value(last) if count and self.trace.kind(last) in PROOFS else None

    def proved(self, node: int, value: float = 0.0) -> Proved:
        """Return what a solver has proved of a node."""
        result = self.proven(node)
        return NOTHING if result is None else Proved(result, result)

    def reaches(self, node: int, child: int | None) -> bool:
        """Say yes: a mean is no bound."""
        return True

    def line(self, node: int) -> list[int]:
        """Return the line of the children visited most."""
        line: list[int] = []
        while (best := self.best(node)) is not None and best[1] is not None:
            node = best[1]
            line.append(node)
        return line

    def result(self) -> Result:
        """Return the root's value if it is proven, else the mean of its best child, or its own where it has none."""
        best, proven, (bound, mean) = self.best(0), self.proven(0), self.known(0)
        if proven is not None:
            return Result(proven, Bound.EXACT, self.line(0))
        return Result(mean, bound, []) if best is None else Result(best[0], Bound.MEAN, self.line(0))
