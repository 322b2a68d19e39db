"""The visits of each node, and the visits that each visit has made to its children."""

from array import array
from bisect import bisect_left
from collections.abc import Sequence
from threading import Lock

from visualizer.trace.rows import Trace, is_better

MIN_INDEXED_CHILDREN = 256
"""The number of children from which on an index pays."""
MAX_CHILD_INDICES = 8
"""The most indices that a trace caches; the oldest is dropped first."""


def child_visits(trace: Trace, row: int, entered: int) -> Sequence[int]:
    """Return the rows in which a visit visits its children, among the first `entered` rows."""
    if is_indexed(trace, row):
        return child_index_of(trace, row).rows(entered)
    rows = []
    child = row + 1
    while 0 < child < entered and trace.parent(child) == row:
        rows.append(child)
        # The next sibling follows the last row below a child. An open child has the end -1 and no
        # next sibling: 0 ends the loop.
        child = trace.end(child) + 1
    # MCTS visits few children very often. The index makes `is_indexed` true for such a visit.
    if len(rows) >= MIN_INDEXED_CHILDREN:
        child_index_of(trace, row)
    return rows


def is_indexed(trace: Trace, row: int) -> bool:
    """Return whether a visit has very many children, or is known to visit few very often."""
    return trace.children(row) >= MIN_INDEXED_CHILDREN or row in trace.child_indices


def last_looks(trace: Trace, row: int, entered: int) -> Sequence[int]:
    """Return the row of a visit's last visit to each child, among the first `entered` rows.

    Children are in the order in which they were first tried. Probes (an engine's side searches)
    are left out.
    """
    probes = trace.engine_notes.probes
    if trace.revisits and not probes and is_indexed(trace, row):
        return child_index_of(trace, row).last_looks(entered)
    rows = child_visits(trace, row, entered)
    if probes:
        rows = [child for child in rows if child not in probes]
    if trace.revisits:
        # A later visit by the same move replaces the row, but keeps the move's place.
        last_by_move = {trace.move(child): child for child in rows}
        return [*last_by_move.values()]
    return rows


def looked_again(trace: Trace, row: int) -> bool:
    """Return whether another visit to the same child follows a returned visit at once."""
    parent = trace.parent(row)
    next_row = trace.end(row) + 1
    if parent < 0 or next_row >= len(trace):
        return False
    is_sibling = trace.parent(next_row) == parent
    return is_sibling and trace.move(next_row) == trace.move(row)


def is_second_look(trace: Trace, row: int) -> bool:
    """Return whether a visit follows another to the same child at once, as in PVS."""
    if not trace.revisits or trace.is_sampled:
        return False
    parent = trace.parent(row)
    is_root = parent < 0
    is_first_child = row - 1 == parent
    if is_root or is_first_child:
        return False
    previous_sibling = branch_of(trace, row - 1, parent)
    return trace.move(previous_sibling) == trace.move(row)


def branch_of(trace: Trace, row: int, above: int) -> int:
    """Return which visit made by `above` a row is or lies below; `above` is -1 for roots."""
    while (parent := trace.parent(row)) != above:
        row = parent
    return row


class ChildIndex:
    """The visits that one visit has made, in the order tried; grows with the trace."""

    def __init__(self, trace: Trace, row: int) -> None:
        """Start without children; `row` is the visit."""
        self._trace = trace
        self._row = row
        self._maximizing = trace.maximizing(row)
        self._rows = array("i")
        self._of_moves: dict[int, array[int]] = {}
        """The visits by each move, in the order in which the moves were first tried."""
        self._bests = array("i")
        """At index i, the best child after i + 1 have returned, -1 if none has a value."""

    def _grow(self) -> None:
        """Add the visits to children that the trace has gained.

        Then add the best child after each of these visits that has returned.
        """
        trace = self._trace
        rows = self._rows
        # The next sibling follows the last row below a child.
        child = trace.end(rows[-1]) + 1 if rows else self._row + 1
        # An open child has the end -1 and no next sibling: 0 ends the loop.
        while child and child < len(trace) and trace.parent(child) == self._row:
            rows.append(child)
            visits_by_move = self._of_moves.setdefault(trace.move(child), array("i"))
            visits_by_move.append(child)
            child = trace.end(child) + 1

        while len(self._bests) < len(rows):
            next_child = rows[len(self._bests)]
            if trace.end(next_child) < 0:
                break
            self._bests.append(self._best_with(next_child))

    def _best_with(self, child: int) -> int:
        """Return the better of the best child so far and a child that has just returned.

        -1 if neither has a value, as in a search that was stopped.
        """
        best = -1
        best_value = None
        if self._bests and self._bests[-1] >= 0:
            best = self._bests[-1]
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
        """Return the first visit by a move index, None for an unvisited move."""
        self._grow()
        visits = self._of_moves.get(move)
        if not visits:
            return None
        return visits[0]

    def last_looks(self, visits: int) -> Sequence[int]:
        """Return the row of the last visit by each move; moves are in the order first tried.

        Only the first `visits` rows of the trace count.
        """
        self._grow()
        last_visits = []
        for rows in self._of_moves.values():
            count = bisect_left(rows, visits)
            if count:
                last_visits.append(rows[count - 1])
        return last_visits

    def last(self, visits: int) -> int:
        """Return the last visit to a child among the trace's first `visits` rows."""
        return self._rows[self.count(visits) - 1]

    def best(self, returned: int) -> int:
        """Return the best of the first `returned` children, -1 if none has a value."""
        if returned:
            return self._bests[returned - 1]
        return -1


def child_index_of(trace: Trace, row: int) -> ChildIndex:
    """Return the index of a visit's children; the trace caches the latest few indices."""
    index = trace.child_indices.get(row)
    if not isinstance(index, ChildIndex):
        index = ChildIndex(trace, row)
        # With the new index, at most MAX_CHILD_INDICES remain.
        recent = [*trace.child_indices.items()][1 - MAX_CHILD_INDICES :]
        # Other threads may be reading the dictionary: replace it, never change it.
        trace.child_indices = {**dict(recent), row: index}
    return index


MOVE_BITS = 16
"""The bits of a move index in the key by which a node is found."""


class SingleVisits:
    """The visits of a search that never comes back: each node has one, so node and row agree."""

    def __init__(self, trace: Trace) -> None:
        """Serve a trace."""
        self._trace = trace
        self.parent = trace.parent
        """Return the node above, -1 for the root."""

    def node_of(self, row: int) -> int:
        """Return the node of a visit: its row."""
        return row

    def nodes_of(self, rows: Sequence[int]) -> Sequence[int]:
        """Return the nodes of visits: their rows."""
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
    """The visits of a search that may visit a node often; the index grows with the trace."""

    def __init__(self, trace: Trace) -> None:
        """Start with no row indexed."""
        self._trace = trace
        self._lock = Lock()
        """A comparison of searches asks from another thread."""
        self._node = array("i")
        """The node of each row."""
        self._firsts = array("i")
        """The nodes, in the order of their first visit."""
        self._children: dict[int, array[int]] = {}
        self._found: dict[int, int] = {}
        """The nodes, by parent and move index together."""
        self._again: dict[int, array[int]] = {}
        """The rows of nodes with several visits."""
        self._sums: dict[int, array[float]] = {}
        """The sum of a node's values after each of its visits."""

    def catch_up(self) -> None:
        """Index the rows that the trace has gained: which node each visits, and whose child it is.

        The first visit by a path makes a new node, which is named by its row.
        """
        if len(self._node) == len(self._trace):
            return
        with self._lock:
            trace = self._trace
            node_of_row = self._node
            for row in range(len(node_of_row), len(trace)):
                parent_row = trace.parent(row)
                parent = -1
                move = 0
                if parent_row >= 0:
                    parent = node_of_row[parent_row]
                    move = trace.move(row)
                # All roots have the same key, so that all passes begin at one node.
                key = ((parent + 1) << MOVE_BITS) + move
                node = self._found.setdefault(key, row)
                is_new_node = node == row
                if not is_new_node:
                    self._again.setdefault(node, array("i", [node])).append(row)
                else:
                    self._firsts.append(row)
                    if parent >= 0:
                        self._children.setdefault(parent, array("i")).append(row)
                node_of_row.append(node)

    def node_of(self, row: int) -> int:
        """Return the node of a visit."""
        if row >= len(self._node):
            self.catch_up()
        return self._node[row]

    def nodes_of(self, rows: Sequence[int]) -> Sequence[int]:
        """Return the nodes of visits."""
        return [*map(self.node_of, rows)]

    def child(self, node: int, move: int) -> int | None:
        """Return the child of a node by its move index, None if it was never visited."""
        self.catch_up()
        return self._found.get(((node + 1) << MOVE_BITS) + move)

    def of(self, node: int) -> Sequence[int]:
        """Return the rows of a node's visits, in order."""
        self.catch_up()
        return self._again.get(node, (node,))

    def count(self, node: int, entered: int) -> int:
        """Return how many of a node's visits are among the first `entered` rows."""
        return bisect_left(self.of(node), entered)

    def latest(self, node: int, entered: int) -> int:
        """Return a node's last visit among the first `entered` rows, else its first ever."""
        rows = self.of(node)
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
        if entered > len(self._node):
            self.catch_up()
        return bisect_left(self._firsts, entered)

    def nodes(self, entered: int) -> Sequence[int]:
        """Return the nodes that have been entered, in the order of their first visit."""
        return self._firsts[: self.distinct(entered)]

    def total(self, node: int, visits: int) -> float:
        """Return the sum of the values of a node's first `visits` visits, all of them returned."""
        # At index n: the sum after n visits.
        sums = self._sums.setdefault(node, array("d", [0.0]))
        if len(sums) <= visits:
            rows = self.of(node)
            with self._lock:
                # Another thread may have added sums meanwhile, so count them only now.
                for row in rows[len(sums) - 1 : visits]:
                    sums.append(sums[-1] + self._trace.value(row))
        return sums[visits]


def visits_of(trace: Trace) -> SingleVisits | RepeatedVisits:
    """Return the visits of each node; their `entered` is a number of first rows that count."""
    if trace.may_revisit:
        return trace.derived(RepeatedVisits)
    return SingleVisits(trace)
