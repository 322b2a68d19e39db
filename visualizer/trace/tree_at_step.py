"""The tree as it is known at one step of a trace: everything a view shows is asked of this.

Stepping back is moving an integer: nothing is replayed, and nothing is kept between two steps.

What is asked for is a *node*, a path of moves from the root, named by the row of its first visit. What is said of it
is what its latest visit at the step knows (`visit`); where passes add up, what all its visits so far have found. In a
search that never comes back, a node is its row.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from math import inf, isnan

from visualizer.trace.rows import LEAVES, Kind, Passes, Trace
from visualizer.trace.visits import visits_of
from visualizer.trace.visits_at_step import Bound, VisitsAtStep

__all__ = ["Bound", "BoundSource", "Result", "Status", "TreeAtStep"]


class Status(Enum):
    """What a node is at a step; the legend says how each looks."""

    TO_COME = "to come"
    OPEN = "open"
    DONE = "done"
    CUT = "cut"
    STOPPED = "stopped"
    EARLIER = "earlier"
    """Known from an earlier pass or an earlier look; the one at hand has not come here (yet)."""


@dataclass(frozen=True, slots=True)
class BoundSource:
    """Who set a bound: `node` by what its child `child` returned.

    Both are None for the window the search was given, `child` alone for a bound that the search chose by itself, such
    as the far end of a null window.
    """

    node: int | None
    child: int | None


@dataclass(frozen=True, slots=True)
class Result:
    """What a search has found at the root: the value from MAX's side, its bound, and the best line's nodes."""

    value: float | None
    bound: Bound
    line: list[int]


class TreeAtStep:
    """A trace at a step: 0 is before the first event, `trace.last_step` the last that can be shown.

    Methods take and give nodes, and values are from MAX's side. A node must be one of the trace; of one that has not
    been entered at the step, `status` is TO_COME, `value` None, `bound` NONE, and its line and visits are empty.

    It is long because it is the one thing that views, sentences and exports ask; each answer is a few lines.
    """

    def __init__(self, trace: Trace, step: int | None = None) -> None:
        """Stand at a step, by default the last; steps outside of what is known are moved to the nearest one."""
        self.trace = trace
        self.step = trace.last_step if step is None else max(0, min(step, trace.last_step))
        self._rows = VisitsAtStep(trace, self.step)
        self.visits = self._rows.visits
        """How many rows have been entered."""
        self._index = visits_of(trace) if trace.revisits else None
        """Which visits are of the same node; None where each node is visited once."""
        self._adds = trace.passes is Passes.ADD

    # Nodes and visits.

    def node_of(self, row: int) -> int:
        """Return the node that a row is a visit of."""
        return row if self._index is None else self._index.node_of(row)

    def visit(self, node: int) -> int:
        """Return the row of a node's latest visit at this step; of one that comes later, of its first."""
        return node if self._index is None else self._index.latest(node, self.visits)

    def visits_to(self, node: int) -> Sequence[int]:
        """Return the rows of a node's visits so far, in order."""
        if self._index is None:
            return (node,) if self.entered(node) else ()
        return self._index.of(node)[: self._index.count(node, self.visits)]

    def visit_count(self, node: int) -> int:
        """Return how often a node has been visited."""
        return int(self.entered(node)) if self._index is None else self._index.count(node, self.visits)

    @property
    def distinct_nodes(self) -> int:
        """Return how many nodes have been visited."""
        return self.visits if self._index is None else self._index.distinct(self.visits)

    def nodes(self) -> Sequence[int]:
        """Return the nodes that have been visited, in the order of their first visit."""
        return range(self.visits) if self._index is None else self._index.nodes(self.visits)

    @property
    def passes(self) -> int:
        """Return how many passes have begun."""
        return bisect_left(self.trace.roots(), self.visits)

    @property
    def pass_name(self) -> str:
        """Return the name of the pass at hand."""
        return self.trace.pass_name(self.visits - 1) if self.visits else ""

    @cached_property
    def path(self) -> list[int]:
        """Return the nodes that are open now, the root first."""
        return [self.node_of(row) for row in self._open_rows]

    @cached_property
    def _open_rows(self) -> list[int]:
        trace, row, path = self.trace, self.visits - 1, []
        while row >= 0:
            if not self._rows.returned(row):
                path.append(row)
            row = trace.parent(row)
        return path[::-1]

    @cached_property
    def current(self) -> int | None:
        """Return the node of the last event, None at step 0."""
        if self.step == 0:
            return None
        last = self.visits - 1
        if self.trace.enter_step(last) == self.step:
            return self.node_of(last)
        parent, row = self._open_rows[-1] if self._open_rows else -1, last
        while self.trace.parent(row) != parent:
            row = self.trace.parent(row)
        return self.node_of(row)

    @property
    def entering(self) -> bool:
        """Say whether the last event is the current node's entry, not its return."""
        return self.visits > 0 and self.trace.enter_step(self.visits - 1) == self.step

    @property
    def at_end(self) -> bool:
        """Say whether this is the last step of a search that has finished."""
        return self.trace.ends_at(self.step)

    # One node.

    def entered(self, node: int) -> bool:
        """Say whether a node has been entered."""
        return 0 <= node < self.visits

    def returned(self, node: int) -> bool:
        """Say whether a node's latest visit has returned."""
        return self._rows.returned(self.visit(node))

    def is_leaf(self, node: int) -> bool:
        """Say whether a node's value came from the game, the evaluation or a playout."""
        return self.trace.kind(self.visit(node)) in LEAVES

    def kind(self, node: int) -> Kind:
        """Return how a node's latest visit ends."""
        return self.trace.kind(self.visit(node))

    def maximizing(self, node: int) -> bool:
        """Say whether MAX is to move at an inner node."""
        return self.trace.maximizing(self.visit(node))

    def move_count(self, node: int) -> int:
        """Return how many legal moves an inner node has; 0 for a leaf. Where nobody said it: how many it visits."""
        return self.trace.children(self.visit(node))

    def is_counted(self, node: int) -> bool:
        """Say whether it is known how many legal moves a node has; a search written elsewhere need not tell it."""
        return self.trace.is_counted(self.visit(node))

    def is_cut(self, node: int) -> bool:
        """Say whether a node has been cut: from the return of its last child on."""
        step = self.trace.cut_step(self.visit(node))
        return step is not None and step <= self.step

    def parent(self, node: int) -> int:
        """Return the node above, -1 for the root."""
        return self.trace.parent(node) if self._index is None else self._index.parent(node)

    def line_to(self, node: int) -> list[int]:
        """Return the nodes from the root to a node, both included."""
        line = [node]
        while (parent := self.parent(line[-1])) >= 0:
            line.append(parent)
        return line[::-1]

    def node_at(self, path: Sequence[int]) -> int | None:
        """Return the node that moves, by their natural numbers from the root, lead to, if it has been entered."""
        if not self.visits:
            return None
        node = 0
        for number in path:
            found = self._child(node, number)
            if found is None or not self.entered(found):
                return None
            node = found
        return node

    def _child(self, node: int, move: int) -> int | None:
        if self._index is not None:
            return self._index.child(node, move)
        return next((child for child in self.children(node) if self.trace.move(child) == move), None)

    def returned_value(self, node: int) -> float:
        """Return what a node's latest visit has returned, 0 while it is open."""
        return self.trace.value(self.visit(node))

    def return_step(self, node: int) -> int | None:
        """Return the step in which a node's latest visit returns, None while it is open."""
        return self.trace.return_step(self.visit(node))

    def tried(self, node: int) -> int:
        """Return how many children a node's latest visit has visited so far."""
        index = self._rows.child_index(node)
        return sum(1 for _ in self.children(node)) if index is None else index.count(self.visits)

    def left(self, node: int) -> float:
        """Return how many children a node's latest visit has not got a value of yet; infinity where that is unknown."""
        if not self.is_counted(node):
            return inf
        index = self._rows.child_index(node)
        returned = sum(map(self.returned, self.children(node))) if index is None else self._rows.returned_of(index)
        return self.move_count(node) - returned

    def ordinal(self, node: int) -> int:
        """Return the place, from 1, in which its parent has tried a node that has been entered, 0 for the root."""
        parent = self.parent(node)
        if parent < 0:
            return 0
        if (index := self._rows.child_index(parent)) is not None:
            return index.place(node)
        return next(place for place, child in enumerate(self.children(parent), 1) if child == node)

    def last_child(self, node: int) -> int:
        """Return the child that a node's latest visit has looked at last."""
        if (index := self._rows.child_index(node)) is not None:
            return index.last(self.visits)
        *_, last = self._rows.child_visits(self.visit(node))
        return self.node_of(last)

    def looks(self, node: int) -> int:
        """Return how often the latest visit of the parent has looked at a node."""
        if self._index is None:
            return 1
        rows = self.visits_to(node)
        return len(rows) - bisect_left(rows, self.trace.parent(rows[-1])) if rows else 0

    def looked_again(self, node: int) -> bool:
        """Say whether a node's latest visit is followed at once by another look at it."""
        return self._index is not None and self._rows.looked_again(self.visit(node))

    def status(self, node: int) -> Status:
        """Return what a node is now."""
        if not self.entered(node):
            return Status.TO_COME
        if self._index is not None and self.is_earlier(node):
            return Status.EARLIER
        if self.is_cut(node):
            return Status.CUT
        if not self.returned(node):
            return Status.OPEN
        return Status.STOPPED if self.kind(node) is Kind.STOPPED else Status.DONE

    def is_earlier(self, node: int) -> bool:
        """Say whether what is known of a node is known from an earlier pass or look only."""
        if self._index is None or self._adds:
            return False
        row = self.visit(node)
        while (row := self.trace.parent(row)) >= 0:
            if row != self.visit(self.node_of(row)):
                return True
        return False

    def children(self, node: int) -> Iterable[int]:
        """Go through the children that the latest visit has visited so far, each once, in the order tried there.

        Where passes add up: those that any visit has visited, in the order of their first visit.
        """
        if self._index is None:
            return self._rows.child_visits(node)
        if self._adds:
            return self._index.children(node, self.visits)
        return [self.node_of(row) for row in self._rows.looks(self.visit(node))]

    def earlier(self, node: int) -> list[int]:
        """Return the children that earlier visits have visited and the latest one has not (yet)."""
        if self._index is None or self._adds or not self.entered(node):
            return []
        visited = set(self.children(node))
        return [child for child in self._index.children(node, self.visits) if child not in visited]

    def known_children(self, node: int) -> Sequence[int]:
        """Return the children that have been visited at all, in the order of their first visit."""
        return [*self._rows.child_visits(node)] if self._index is None else self._index.children(node, self.visits)

    def tried_ever(self, node: int) -> Sequence[int]:
        """Return the children that a node's latest visit tries, now or later as far as known, in that order.

        Where passes add up: those of all visits, in the order of their first visit.
        """
        if self._adds:
            return TreeAtStep(self.trace).known_children(node)
        whole = TreeAtStep(self.trace)
        return [self.node_of(row) for row in whole._rows.looks(self.visit(node))]

    def best(self, node: int) -> tuple[float, int] | None:
        """Return the best value that a child has returned so far, and the first child that did, if any has.

        Where passes add up: the mean of the child visited most, the first such child.
        """
        if self._adds:
            return self._most_visited(node)
        best = self._rows.best(self.visit(node))
        return None if best is None else (best[0], self.node_of(best[1]))

    def value(self, node: int) -> float | None:
        """Return what a node's latest visit returned, or the best it has so far, or None if it has nothing.

        Where passes add up: the mean of what its visits have returned.
        """
        if not self.entered(node):
            return None
        if self._adds:
            count = self.returned_count(node)
            return visits_of(self.trace).total(node, count) / count if count else None
        if node == 0 and self._narrowed is not None:
            return self._narrowed[0]
        row = self.visit(node)
        if self._rows.returned(row) and self.trace.kind(row) is not Kind.STOPPED:
            return self.trace.value(row)
        best = self._rows.best(row)
        return None if best is None else best[0]

    def returned_count(self, node: int) -> int:
        """Return how many of a node's visits have returned with a value."""
        rows = self.visits_to(node)
        return len(rows) - bool(rows and (not self._rows.returned(rows[-1]) or isnan(self.trace.value(rows[-1]))))

    def bound(self, node: int) -> Bound:
        """Return what `value(node)` says of the node's true value."""
        if not self.entered(node):
            return Bound.NONE
        if self._adds:
            return Bound.MEAN if self.returned_count(node) else Bound.NONE
        if node == 0 and self._narrowed is not None:
            return self._narrowed[1]
        return self._rows.bound(self.visit(node))

    def known(self, node: int) -> tuple[Bound, float | None]:
        """Return `bound(node)` and `value(node)`; of a node that has returned both are found at once."""
        row = self.visit(node) if self.entered(node) and not self._adds and (node or self._narrowed is None) else -1
        if row >= 0 and self._rows.returned(row) and self.trace.kind(row) is not Kind.STOPPED:
            return self._rows.bound_returned(row), self.trace.value(row)
        bound = self.bound(node)
        return bound, None if bound is Bound.NONE else self.value(node)

    def reaches(self, node: int, child: int) -> bool:
        """Say whether the player to move at a node gets the value of a child that has returned, or better, there."""
        return self._adds or self._rows.reaches(self.visit(node), self.visit(child))

    @property
    def has_window(self) -> bool:
        """Say whether the search records a window."""
        return self.trace.has_window

    def window(self, node: int) -> tuple[float, float]:
        """Return alpha and beta as the node sees them now: on entry, and raised or lowered by its best."""
        row = self.visit(node)
        alpha, beta = self.trace.alpha(row), self.trace.beta(row)
        best = None if self.trace.kind(row) in LEAVES or not self.has_window else self._rows.best(row)
        if best is None:
            return alpha, beta
        return (max(alpha, best[0]), beta) if self.trace.maximizing(row) else (alpha, min(beta, best[0]))

    def bound_source(self, node: int, *, lower: bool) -> BoundSource:
        """Return who set the alpha (`lower`) or beta with which a node was entered.

        It is the ancestor nearest the root whose best equals the bound; an equal value found later sets nothing.
        """
        trace = self.trace
        bound_of = trace.alpha if lower else trace.beta
        line = [self.visit(node)]
        bound = bound_of(line[0])
        while (parent := trace.parent(line[-1])) >= 0:
            line.append(parent)
        line.reverse()
        place = next(place for place, below in enumerate(line) if bound_of(below) == bound)
        if place == 0:
            return BoundSource(None, None)
        above = line[place - 1]
        child = next((child for child in self._rows.looks(above) if trace.value(child) == bound), None)
        return BoundSource(self.node_of(above), None if child is None else self.node_of(child))

    setter = bound_source  # its former name

    def principal_variation(self, node: int = 0) -> list[int]:
        """Return the nodes of the best line known from a node on, the node itself left out.

        It ends before a move of which only the other side's bound is known: another move may be better. Where a table
        gave the value, it goes on with the line of the visit that had stored it.
        """
        if not self.entered(node):
            return []
        if self._adds:
            line = []
            while (best := self._most_visited(node)) is not None:
                node = best[1]
                line.append(node)
            return line
        if node == 0 and self._narrowed is not None:
            return self.result().line
        return self._nodes(self._rows.line(self.visit(node)))

    def result(self) -> Result:
        """Return what the search has found: of the last pass that has finished, or of all where passes belong together.

        Before a pass has finished, what is known of the root.
        """
        if not self.visits:
            return Result(None, Bound.NONE, [])
        if self._adds:
            best = self._most_visited(0)
            found = (self.value(0), self.bound(0)) if best is None else (best[0], Bound.MEAN)
            return Result(*found, self.principal_variation())
        last = next(filter(self.pass_finished, reversed(self.trace.roots()[: self.passes])), None)
        if last is None:
            return Result(self.value(0), self.bound(0), self.principal_variation())
        if self.trace.passes is Passes.NARROW:
            finished = self._finished_roots
            proof = next(filter(self._raises, reversed(finished)), None)
            line = [] if proof is None else self._nodes(self._rows.line(proof))
            return Result(*self._combined(finished), line)
        return self.found_by_pass(last)

    def found_by_pass(self, root: int) -> Result:
        """Return what a pass, by the row of its root, has found so far."""
        best, line = self._rows.best(root), self._nodes(self._rows.line(root))
        so_far = None if best is None else best[0]
        value = self.trace.value(root) if self.pass_finished(root) else so_far
        return Result(value, self._rows.bound(root), line)

    def pass_finished(self, root: int) -> bool:
        """Say whether a pass, by the row of its root, has come to its end."""
        return self._rows.returned(root) and self.trace.kind(root) is not Kind.STOPPED

    def _nodes(self, rows: Iterable[int]) -> list[int]:
        return [self.node_of(row) for row in rows]

    @cached_property
    def _finished_roots(self) -> list[int]:
        """The root's visits that have returned and were not stopped."""
        return [row for row in self.trace.roots()[: self.passes] if self.pass_finished(row)]

    @cached_property
    def _narrowed(self) -> tuple[float, Bound] | None:
        """What all passes together say of the root at the end, where each narrows the bounds."""
        if self.trace.passes is not Passes.NARROW or not self.at_end or not self._finished_roots:
            return None
        return self._combined(self._finished_roots)

    def _raises(self, root: int) -> bool:
        """Say whether a pass has found a move that is worth what it asked for, to the player to move at the root."""
        value, trace = self.trace.value(root), self.trace
        return value >= trace.beta(root) if trace.maximizing(root) else value <= trace.alpha(root)

    def _combined(self, roots: Sequence[int]) -> tuple[float, Bound]:
        """Return the last root's value and bound; exact if an earlier pass bounds it from the other side."""
        value, bound = self.trace.value(roots[-1]), self._rows.bound(roots[-1])
        other = {Bound.LOWER: Bound.UPPER, Bound.UPPER: Bound.LOWER}.get(bound)
        met = any(
            self.trace.value(row) == value and self._rows.bound(row) in (other, Bound.EXACT) for row in roots[:-1]
        )
        return value, Bound.EXACT if met else bound

    def remark(self, node: int) -> tuple[tuple[str, ...], str]:
        """Return the tags and notes that a node's latest visit was given by now, from a search written elsewhere."""
        if not self.trace.remarks or not self.entered(node):
            return (), ""
        row = self.visit(node)
        said = [self.trace.remarks.get(2 * row, ((), ""))]
        if self._rows.returned(row):
            said.append(self.trace.remarks.get(2 * row + 1, ((), "")))
        return tuple(tag for tags, _ in said for tag in tags), " ".join(note for _, note in said if note)

    def tag_counts(self) -> dict[str, int]:
        """Return how often each tag has been given by now, in the order of their first use in the whole search."""
        counts: dict[str, int] = {}
        for key, (tags, _) in self.trace.remarks.items():  # in the order of the events
            row, returned = divmod(key, 2)
            known = self._rows.returned(row) if returned else row < self.visits
            for tag in tags:
                counts[tag] = counts.get(tag, 0) + known
        return counts

    def _most_visited(self, node: int) -> tuple[float, int] | None:
        """Return the mean of the child visited most, and that child; of equals the one first visited."""
        children = [child for child in self.children(node) if self.returned_count(child)]
        if not children:
            return None
        most = max(children, key=self.returned_count)
        return self.value(most) or 0.0, most
