"""Which visits are of the same node.

A node is a path of moves from the root. It is named by the row of its first visit, so in a search that never comes back
a node is its row. Every row without a parent is a visit of the root, node 0.
"""

from array import array
from bisect import bisect_left
from collections.abc import Sequence
from threading import Lock

from visualizer.trace.child_visits import child_visits, visit_of_move
from visualizer.trace.rows import Trace

MOVE_BITS = 16
"""Bits that a move's number takes in the key by which a node is found."""


class SingleVisits:
    """A visit a node: nothing has to be looked up."""

    def __init__(self, trace: Trace) -> None:
        """Serve a search that never comes back to a node."""
        self._trace = trace
        self.parent = trace.parent
        """Return the node above, -1 for the root."""

    def node_of(self, row: int) -> int:
        """Return the node that a row is a visit of: itself."""
        return row

    def nodes_of(self, rows: Sequence[int]) -> Sequence[int]:
        """Return the nodes that rows are visits of: the rows themselves."""
        return rows

    def of(self, node: int) -> Sequence[int]:
        """Return the rows of a node's visits."""
        return (node,)

    def count(self, node: int, entered: int) -> int:
        """Return how many of a node's visits have been entered."""
        return int(0 <= node < entered)

    def latest(self, node: int, entered: int) -> int:
        """Return the row of a node's visit."""
        return node

    def child(self, node: int, move: int) -> int | None:
        """Return the child of a node by its move index, None if it was never visited."""
        return visit_of_move(self._trace, node, move)

    def children(self, node: int, entered: int) -> Sequence[int]:
        """Return the children of a node that have been entered, in the order tried."""
        return child_visits(self._trace, node, entered)

    def distinct(self, entered: int) -> int:
        """Return how many nodes have been entered."""
        return entered

    def nodes(self, entered: int) -> Sequence[int]:
        """Return the nodes that have been entered."""
        return range(entered)

    def catch_up(self) -> None:
        """Do nothing: nothing is indexed."""


def repeated_visits_of(trace: Trace) -> "RepeatedVisits":
    """Return the index of a trace whose search comes back to nodes, made when it is asked for the first time."""
    if trace.index is None:
        trace.index = RepeatedVisits(trace)
    assert isinstance(trace.index, RepeatedVisits)  # nobody else sets it
    return trace.index


class RepeatedVisits:
    """Any number of visits a node; the index grows with its trace, whenever it is asked."""

    def __init__(self, trace: Trace) -> None:
        """Begin with no row indexed."""
        self._trace = trace
        self._lock = Lock()
        """A comparison of searches asks from another thread."""
        self._node = array("i")
        self._firsts = array("i")
        """The nodes, in the order of their first visit."""
        self._children: dict[int, array[int]] = {}
        self._found: dict[int, int] = {}
        self._again: dict[int, array[int]] = {}
        """The rows of nodes that were visited more than once."""
        self._sums: dict[int, array[float]] = {}

    def catch_up(self) -> None:
        """Index the rows that are new since the last time."""
        if len(self._node) == len(self._trace):
            return
        with self._lock:
            trace, node_of = self._trace, self._node
            for row in range(len(node_of), len(trace)):
                parent_row = trace.parent(row)
                parent = node_of[parent_row] if parent_row >= 0 else -1
                key = (parent + 1 << MOVE_BITS) + (trace.move(row) if parent_row >= 0 else 0)
                node = self._found.setdefault(key, row)
                if node != row:
                    self._again.setdefault(node, array("i", [node])).append(row)
                else:
                    self._firsts.append(row)
                    if parent >= 0:
                        self._children.setdefault(parent, array("i")).append(row)
                node_of.append(node)

    def node_of(self, row: int) -> int:
        """Return the node that a row is a visit of."""
        if row >= len(self._node):
            self.catch_up()
        return self._node[row]

    def nodes_of(self, rows: Sequence[int]) -> Sequence[int]:
        """Return the nodes that rows are visits of."""
        return [*map(self.node_of, rows)]

    def child(self, node: int, move: int) -> int | None:
        """Return the child of a node by its move index, None if it was never visited."""
        self.catch_up()
        return self._found.get((node + 1 << MOVE_BITS) + move)

    def of(self, node: int) -> Sequence[int]:
        """Return the rows of a node's visits, in order."""
        self.catch_up()
        return self._again.get(node, (node,))

    def count(self, node: int, entered: int) -> int:
        """Return how many of a node's visits are among the first `entered` rows."""
        return bisect_left(self.of(node), entered)

    def latest(self, node: int, entered: int) -> int:
        """Return the last of a node's visits among the first `entered` rows; its first visit ever if there is none."""
        rows = self.of(node)
        return rows[max(0, bisect_left(rows, entered) - 1)]

    def parent(self, node: int) -> int:
        """Return the node above, -1 for the root."""
        row = self._trace.parent(node)
        return self.node_of(row) if row >= 0 else -1

    def children(self, node: int, entered: int) -> Sequence[int]:
        """Return the children of a node that any visit has entered so far, in the order of their first visit."""
        self.catch_up()
        children = self._children.get(node, ())
        return children[: bisect_left(children, entered)]

    def distinct(self, entered: int) -> int:
        """Return how many nodes have been entered."""
        if entered > len(self._node):
            self.catch_up()
        return bisect_left(self._firsts, entered)

    def nodes(self, entered: int) -> Sequence[int]:
        """Return the nodes that have been entered, in the order of their first visit."""
        return self._firsts[: self.distinct(entered)]

    def total(self, node: int, visits: int) -> float:
        """Return the sum of the values of a node's first visits, which have returned."""
        sums = self._sums.setdefault(node, array("d", [0.0]))
        if len(sums) <= visits:
            rows = self.of(node)
            with self._lock:
                for row in rows[len(sums) - 1 : visits]:
                    sums.append(sums[-1] + self._trace.value(row))
        return sums[visits]


def visits_of(trace: Trace) -> SingleVisits | RepeatedVisits:
    """Return which visits are of which node; `entered` rows of the trace count, the first ones."""
    return repeated_visits_of(trace) if trace.comes_back else SingleVisits(trace)
