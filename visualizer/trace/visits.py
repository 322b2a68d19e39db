"""The visits of each node, and the visits that each visit has made to its children."""

from array import array
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from threading import Lock
from typing import Any

from visualizer.trace.rows import Trace, is_better

MIN_INDEXED_CHILDREN = 256
"""The number of children from which on an index pays."""
MAX_CHILD_INDICES = 8
"""The most indices that a trace caches; the oldest is dropped first."""


def child_visits(trace: Trace, row: int, entered: int) -> Sequence[int]:
    """Return the rows of all visits to children during the visit at `row`, in order.

    Only the first `entered` rows of the trace count. A child that was visited twice has two rows.
    """
    if is_indexed(trace, row):
        return child_index_of(trace, row).rows(entered)
    rows = []
    child = row + 1
    while child and child < entered and trace.parent(child) == row:
        rows.append(child)
        # The next sibling comes after the last row below this child. But an open child has no next
        # sibling: its end is -1, so `child` becomes 0 and ends the loop.
        child = trace.end(child) + 1
    # From now on, an index answers for such a visit, and `is_indexed` is true.
    if len(rows) >= MIN_INDEXED_CHILDREN:
        child_index_of(trace, row)
    return rows


def is_indexed(trace: Trace, row: int) -> bool:
    """Return whether a visit has very many children, or has visited some children very often.

    MCTS visits a few children very often.
    """
    return trace.children(row) >= MIN_INDEXED_CHILDREN or row in trace.child_indices


def last_child_visits(trace: Trace, row: int, entered: int) -> Sequence[int]:
    """Return the row of the last visit to each child during the visit at `row`.

    Only the first `entered` rows of the trace count. Children are in the order in which they were
    first tried. Probes (an engine's side searches) are left out.
    """
    probes = trace.engine_notes.probes
    if trace.revisits and not probes and is_indexed(trace, row):
        return child_index_of(trace, row).last_child_visits(entered)
    rows = child_visits(trace, row, entered)
    if probes:
        rows = [child for child in rows if child not in probes]
    if trace.revisits:
        # A dictionary keeps the order of each move's first visit, and the row of its last visit.
        last_by_move = {trace.move(child): child for child in rows}
        return [*last_by_move.values()]
    return rows


def looked_again(trace: Trace, row: int) -> bool:
    """Return whether the visit after a returned visit is a second look at the same child."""
    parent = trace.parent(row)
    next_row = trace.end(row) + 1
    if parent < 0 or next_row >= len(trace):
        return False
    is_sibling = trace.parent(next_row) == parent
    return is_sibling and trace.move(next_row) == trace.move(row)


def is_second_look(trace: Trace, row: int) -> bool:
    """Return whether a visit is a second look: the visit just before was to the same child.

    PVS, for example, searches a move again if it turns out better than expected.
    """
    if not trace.revisits or trace.is_sampled:
        return False
    parent = trace.parent(row)
    is_root = parent < 0
    is_first_child = row - 1 == parent
    if is_root or is_first_child:
        return False
    previous_sibling = branch_of(trace, row - 1, parent)
    return trace.move(previous_sibling) == trace.move(row)


def branch_of(trace: Trace, row: int, ancestor: int) -> int:
    """Return the child visit of `ancestor` that is `row` itself or lies above `row`.

    With `ancestor` -1, this is the root of the row's pass.
    """
    while (parent := trace.parent(row)) != ancestor:
        row = parent
    return row


class ChildIndex:
    """The visits that one visit has made to its children, in order; grows with the trace."""

    def __init__(self, trace: Trace, row: int) -> None:
        """Start without children; `row` is the visit whose children are indexed."""
        self._trace = trace
        self._row = row
        self._maximizing = trace.maximizing(row)
        self._rows = array("i")
        self._visits_by_move: dict[int, array[int]] = {}
        """The visits by each move; the moves are in the order in which they were first tried."""
        self._best_children = array("i")
        """At index i, the best of the first i + 1 children, -1 if they have no value."""

    def _grow(self) -> None:
        """Add what the trace has gained: visits to children, and the best child after each."""
        trace = self._trace
        rows = self._rows
        # The next sibling comes after the last row below a child. But an open child has no next
        # sibling: its end is -1, so `child` becomes 0 and ends the loop.
        child = trace.end(rows[-1]) + 1 if rows else self._row + 1
        while child and child < len(trace) and trace.parent(child) == self._row:
            rows.append(child)
            visits = self._visits_by_move.setdefault(trace.move(child), array("i"))
            visits.append(child)
            child = trace.end(child) + 1

        while len(self._best_children) < len(rows):
            next_child = rows[len(self._best_children)]
            # This child is still open.
            if trace.end(next_child) < 0:
                break
            self._best_children.append(self._best_after(next_child))

    def _best_after(self, child: int) -> int:
        """Return the new best child, after `child` has returned: `child` or the best child before.

        Return -1 if neither has a value, as in a search that was stopped.
        """
        best = -1
        best_value = None
        if self._best_children and self._best_children[-1] >= 0:
            best = self._best_children[-1]
            best_value = self._trace.value(best)
        if is_better(self._trace.value(child), best_value, maximizing=self._maximizing):
            return child
        return best

    def rows(self, visits: int) -> Sequence[int]:
        """Return the visits to children among the trace's first `visits` rows."""
        return self._rows[: self.count(visits)]

    def count(self, visits: int) -> int:
        """Return the number of visits to children among the trace's first `visits` rows."""
        self._grow()
        return bisect_left(self._rows, visits)

    def of_move(self, move: int) -> int | None:
        """Return the first visit by a move, given by index; None if the move was not tried."""
        self._grow()
        visits = self._visits_by_move.get(move)
        if not visits:
            return None
        return visits[0]

    def last_child_visits(self, visits: int) -> Sequence[int]:
        """Return the row of the last visit to each child among the trace's first `visits` rows.

        Children are in the order in which they were first tried.
        """
        self._grow()
        last_visits = []
        for rows in self._visits_by_move.values():
            count = bisect_left(rows, visits)
            if count:
                last_visits.append(rows[count - 1])
        return last_visits

    def last(self, visits: int) -> int:
        """Return the last visit to a child among the trace's first `visits` rows."""
        return self._rows[self.count(visits) - 1]

    def best(self, count: int) -> int:
        """Return the best of the first `count` children, -1 if they have no value."""
        if count:
            return self._best_children[count - 1]
        return -1


def add_to_cache(
    cache: Mapping[int, Any], row: int, entry: object, max_entries: int
) -> dict[int, Any]:
    """Return a copy of a cache with one more entry, but only the latest `max_entries` in all.

    Other threads may be reading the cache, so it is never changed, but replaced by the copy.
    """
    latest = [*cache.items()][-(max_entries - 1) :]
    return {**dict(latest), row: entry}


def child_index_of(trace: Trace, row: int) -> ChildIndex:
    """Return the index of a visit's children; the trace caches the latest few indices."""
    index = trace.child_indices.get(row)
    if not isinstance(index, ChildIndex):
        index = ChildIndex(trace, row)
        trace.child_indices = add_to_cache(trace.child_indices, row, index, MAX_CHILD_INDICES)
    return index


MOVE_BITS = 16
"""The bits of a move index in the key of a node: parent + 1 in the upper bits, then the move."""


class SingleVisits:
    """The visits of a search that visits each node once, so that a node is named by its row."""

    def __init__(self, trace: Trace) -> None:
        """Look up all visits in a trace."""
        self._trace = trace
        self.parent = trace.parent
        """Return the node above, -1 for the root."""

    def node_of(self, row: int) -> int:
        """Return the node of a visit: its row."""
        return row

    def nodes_of(self, rows: Sequence[int]) -> Sequence[int]:
        """Return the nodes of visits: their rows."""
        return rows

    def visits_to(self, node: int) -> Sequence[int]:
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
        trace = self._trace
        # An index pays only for a visit with very many children.
        if trace.children(node) >= MIN_INDEXED_CHILDREN:
            return child_index_of(trace, node).of_move(move)
        for child in child_visits(trace, node, len(trace)):
            if trace.move(child) == move:
                return child
        return None

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
        """Do nothing, since nothing is indexed."""


class RepeatedVisits:
    """The visits of a search that may visit a node often, as an index that grows with the trace.

    A node is named by the row of its first visit.
    """

    def __init__(self, trace: Trace) -> None:
        """Start without rows."""
        self._trace = trace
        self._lock = Lock()
        """Needed since a comparison of searches reads the index in another thread."""
        self._node_of_row = array("i")
        self._nodes = array("i")
        """All nodes, in the order of their first visit."""
        self._children: dict[int, array[int]] = {}
        """The children of each node, in the order of their first visit."""
        self._node_by_key: dict[int, int] = {}
        """The nodes by key, which combines the parent and the move index (see `MOVE_BITS`)."""
        self._repeated: dict[int, array[int]] = {}
        """The rows of each node that has several visits."""
        self._sums: dict[int, array[float]] = {}
        """By node: the sums of the values of its first n visits, at index n."""

    def catch_up(self) -> None:
        """Index the rows that the trace has gained; a first visit makes a new node."""
        if len(self._node_of_row) == len(self._trace):
            return
        with self._lock:
            trace = self._trace
            node_of_row = self._node_of_row
            for row in range(len(node_of_row), len(trace)):
                parent_row = trace.parent(row)
                parent = -1
                move = 0
                if parent_row >= 0:
                    parent = node_of_row[parent_row]
                    move = trace.move(row)
                # The roots of all passes have the same key, and so are the same node.
                key = ((parent + 1) << MOVE_BITS) + move
                node = self._node_by_key.setdefault(key, row)
                is_new_node = node == row
                if is_new_node:
                    self._nodes.append(row)
                    if parent >= 0:
                        self._children.setdefault(parent, array("i")).append(row)
                else:
                    self._repeated.setdefault(node, array("i", [node])).append(row)
                node_of_row.append(node)

    def node_of(self, row: int) -> int:
        """Return the node of a visit."""
        if row >= len(self._node_of_row):
            self.catch_up()
        return self._node_of_row[row]

    def nodes_of(self, rows: Sequence[int]) -> Sequence[int]:
        """Return the nodes of visits."""
        return [*map(self.node_of, rows)]

    def child(self, node: int, move: int) -> int | None:
        """Return the child of a node by its move index, None if it was never visited."""
        self.catch_up()
        return self._node_by_key.get(((node + 1) << MOVE_BITS) + move)

    def visits_to(self, node: int) -> Sequence[int]:
        """Return the rows of a node's visits, in order."""
        self.catch_up()
        return self._repeated.get(node, (node,))

    def count(self, node: int, entered: int) -> int:
        """Return how many of a node's visits are among the first `entered` rows."""
        return bisect_left(self.visits_to(node), entered)

    def latest(self, node: int, entered: int) -> int:
        """Return a node's last visit among the first `entered` rows; else its first visit."""
        rows = self.visits_to(node)
        return rows[max(0, bisect_left(rows, entered) - 1)]

    def parent(self, node: int) -> int:
        """Return the node above, -1 for the root."""
        row = self._trace.parent(node)
        if row >= 0:
            return self.node_of(row)
        return -1

    def children(self, node: int, entered: int) -> Sequence[int]:
        """Return the children that any visit has entered so far, by first visit."""
        self.catch_up()
        children = self._children.get(node, ())
        return children[: bisect_left(children, entered)]

    def distinct(self, entered: int) -> int:
        """Return how many nodes have been entered."""
        if entered > len(self._node_of_row):
            self.catch_up()
        return bisect_left(self._nodes, entered)

    def nodes(self, entered: int) -> Sequence[int]:
        """Return the nodes that have been entered, in the order of their first visit."""
        return self._nodes[: self.distinct(entered)]

    def total(self, node: int, visits: int) -> float:
        """Return the sum of the values of a node's first `visits` visits, all of them returned."""
        sums = self._sums.setdefault(node, array("d", [0.0]))
        if len(sums) <= visits:
            rows = self.visits_to(node)
            with self._lock:
                # Look at `len(sums)` only now: before this thread got the lock, another thread may
                # have added sums.
                for row in rows[len(sums) - 1 : visits]:
                    sums.append(sums[-1] + self._trace.value(row))
        return sums[visits]


def visits_of(trace: Trace) -> SingleVisits | RepeatedVisits:
    """Return an index of the visits to each node.

    Its methods take a number `entered`: only the first `entered` rows of the trace count.
    """
    if trace.may_revisit:
        return trace.derived(RepeatedVisits)
    return SingleVisits(trace)
