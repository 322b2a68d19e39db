"""The tree as known at one step of a trace: every view asks this for what it shows.

Stepping back means changing an integer: nothing is replayed, and nothing is kept between steps.

A *node* is a path of moves from the root, named by the row of its first visit; in a search that
never comes back, a node is its row. What is known of a node is what its latest visit by the step
knows (`visit`), or where passes add up, what all its visits so far have found. `VisitsAtStep` says
what a single visit knows.
"""

# tests/oracles/naive.py computes each step anew from the events alone. All kinds of searches are
# compared with it.

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from math import inf, isnan

from visualizer.look.legend import ANSWER_SIGN, State
from visualizer.support.errors import InputError
from visualizer.trace.bounds import (
    Bound,
    Exact,
    Expected,
    Outcome,
    cached_expected_value,
    narrowed_bound,
    outcomes_of,
    proving_pass,
)
from visualizer.trace.counts import TagSteps, is_in_probe
from visualizer.trace.proved import NOTHING_PROVED, Proved, ResultProofs
from visualizer.trace.rows import (
    NO_REMARK,
    READ_LEAF_KINDS,
    RECORDED_MIN_TURN,
    UNKNOWN_WINDOW,
    Kind,
    MovePath,
    Passes,
    Remark,
    Trace,
    Window,
)
from visualizer.trace.visits import RepeatedVisits, looked_again, visits_of
from visualizer.trace.visits_at_step import Best, BoundSource, Known, VisitsAtStep

__all__ = ["Best", "Bound", "BoundSource", "Result", "TreeAtStep"]

PROVING_KINDS = frozenset({Kind.TERMINAL, Kind.PROVEN})
"""The kinds of visits that prove their node's value, in a search with a solver."""


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a search: a value from MAX's side, its bound, the nodes of the best line."""

    value: float | None
    bound: Bound
    line: list[int]


class TreeAtStep:
    """A trace at a step, from 0, before the first event, to `trace.last_step`.

    Methods take and return nodes, and values are from MAX's side. A node must be in the trace. If
    it has not been entered by the step, `status` is TO_COME, `value` None, `bound` NONE, and its
    line and visits are empty.
    """

    def __new__(  # noqa: PYI034  the tree may be a SampledTree
        cls, trace: Trace, step: int | None = None
    ) -> "TreeAtStep":
        """Make a `SampledTree` if each pass of the search adds a sample."""
        if trace.is_sampled:
            return super().__new__(SampledTree)
        return super().__new__(cls)

    def __init__(self, trace: Trace, step: int | None = None) -> None:
        """Go to a step, by default the last; a step out of range becomes the nearest in range."""
        self.trace = trace
        if step is None:
            self.step = trace.last_step
        else:
            self.step = max(0, min(step, trace.last_step))
        self._rows = VisitsAtStep(trace, self.step)
        self._index = visits_of(trace)
        self._replaces_visits = trace.may_revisit and not trace.is_sampled
        """Whether a new visit to a node replaces what earlier visits have found."""
        self.visits = self._rows.entered
        """The number of rows that have been entered."""

    @property
    def passes(self) -> int:
        """Return how many passes have begun."""
        return bisect_left(self.trace.roots(), self.visits)

    @property
    def pass_name(self) -> str:
        """Return the name of the current pass, "" if it has none."""
        if self.visits:
            return self.trace.pass_name(self.visits - 1)
        return ""

    @property
    def pass_depth(self) -> int | None:
        """Return the depth limit of the current pass, None if not reported."""
        if self.visits:
            return self.trace.pass_depth(self.visits - 1)
        return None

    @cached_property
    def path(self) -> list[int]:
        """Return the open nodes, from the root."""
        return [*map(self.node_of, self.trace.line_to(self._rows.innermost()))]

    @cached_property
    def current(self) -> int | None:
        """Return the node of the last event, None at step 0."""
        if self.step:
            return self.node_of(self._rows.current())
        return None

    @cached_property
    def is_annotated(self) -> bool:
        """Return whether the trace has notes, remarks or depth limits with noisy moves beyond."""
        return bool(self.trace.engine_notes or self.trace.remarks or self.trace.horizons)

    @property
    def entering(self) -> bool:
        """Return whether the last event is an entry, not a return."""
        return self.visits > 0 and self.trace.enter_step(self.visits - 1) == self.step

    @property
    def at_end(self) -> bool:
        """Return whether this is the last step of a finished search."""
        return self.trace.ends_at(self.step)

    @property
    def has_window(self) -> bool:
        """Return whether the search has reported windows; if not, views do not mention α and β."""
        return self.trace.has_window

    def node_of(self, row: int) -> int:
        """Return the node that the visit at a row visits."""
        return self._index.node_of(row)

    def visit(self, node: int) -> int:
        """Return the row of a node's latest visit by now, or of its first if that comes later."""
        return self._index.latest(node, self.visits)

    def visits_to(self, node: int) -> Sequence[int]:
        """Return the rows of a node's visits so far, in order."""
        return self._index.visits_to(node)[: self.visit_count(node)]

    def visit_count(self, node: int) -> int:
        """Return how often a node has been visited."""
        return self._index.count(node, self.visits)

    def returned_count(self, node: int) -> int:
        """Return how many of a node's visits have returned with a value."""
        count = self.visit_count(node)
        if not count:
            return 0
        # Only the last visit can still be open, or have been stopped.
        last = self._index.visits_to(node)[count - 1]
        has_value = self._rows.returned(last) and not isnan(self.trace.value(last))
        if has_value:
            return count
        return count - 1

    def sample_count(self, node: int) -> int:
        """Return the number of a node's samples, 0 in a search without samples."""
        return 0

    def shown_visit_count(self, node: int) -> int:
        """Return the number of visits to show for a node; samples count once they have returned."""
        return self.visit_count(node)

    def entered(self, node: int) -> bool:
        """Return whether a node has been entered."""
        return 0 <= node < self.visits

    @property
    def distinct_nodes(self) -> int:
        """Return how many nodes have been visited."""
        return self._index.distinct(self.visits)

    def nodes(self) -> Sequence[int]:
        """Return the nodes that have been visited, in the order of their first visit."""
        return self._index.nodes(self.visits)

    def parent(self, node: int) -> int:
        """Return the node above, -1 for the root."""
        return self._index.parent(node)

    def line_to(self, node: int) -> list[int]:
        """Return the nodes from the root to a node, inclusive."""
        line = [node]
        while (parent := self.parent(line[-1])) >= 0:
            line.append(parent)
        return line[::-1]

    def node_at(self, path: Sequence[int]) -> int | None:
        """Return the node at a path of move indices, None if it has not been entered."""
        node = 0 if self.visits else None
        for move in path:
            if node is None:
                return None
            node = self.child(node, move)
        return node

    def child(self, node: int, move: int) -> int | None:
        """Return the child of a node by its move index, None if it has not been entered."""
        child = self._index.child(node, move)
        if child is not None and self.entered(child):
            return child
        return None

    def tried_count(self, node: int) -> int:
        """Return how many children a node's latest visit has tried so far."""
        return len(self.children(node))

    def unreturned_count(self, node: int) -> float:
        """Return how many children have not returned to a node's latest visit; inf if unknown."""
        move_count = self.known_move_count(node)
        if move_count is None:
            return inf
        untried = move_count - self.tried_count(node)
        visits = self._rows.children(self.visit(node))
        # An open child has been tried, but has not returned.
        has_open_child = bool(visits) and not self._rows.returned(visits[-1])
        if has_open_child:
            return untried + 1
        return untried

    def ordinal(self, node: int) -> int:
        """Return the place of a node, from 1, among the children that its parent has tried.

        Only the latest visit to the parent counts. Return 0 for the root, for a probe, and for a
        node that this visit has not tried.
        """
        parent = self.parent(node)
        if parent < 0 or self.probe(node) is not None:
            return 0
        children = self.children(parent)
        # Children are nearly always sorted, since nodes are numbered by their first visit.
        index = bisect_left(children, node)
        if index < len(children) and children[index] == node:
            return index + 1
        if node in children:
            return children.index(node) + 1
        return 0

    def last_child(self, node: int) -> int | None:
        """Return the child or probe that a node's latest visit entered last, None without one."""
        visits = self._rows.children(self.visit(node))
        if visits:
            return self.node_of(visits[-1])
        return None

    def visits_from_parent(self, node: int) -> int:
        """Return how often the latest visit to a node's parent has visited the node."""
        rows = self.visits_to(node)
        if not rows:
            return 0
        # Rows below the latest visit to the parent come after it.
        parent_row = self.trace.parent(rows[-1])
        return len(rows) - bisect_left(rows, parent_row)

    def shown_visits_from_parent(self, node: int) -> int:
        """Return `visits_from_parent`, or in a sampling search the count of all its visits."""
        return self.visits_from_parent(node)

    def looked_again(self, node: int) -> bool:
        """Return whether the visit after a node's latest visit is a second look at the node."""
        return looked_again(self.trace, self.visit(node))

    def children(self, node: int) -> Sequence[int]:
        """Return the children that a node's latest visit has tried so far, once each, in order.

        In a sampling search, return the children of all visits, in the order of their first visit.
        """
        return self._index.nodes_of(self._rows.last_child_visits(self.visit(node)))

    def all_tried(self, node: int) -> Sequence[int]:
        """Return the children that a node's latest visit tries, now or later, as far as known.

        In a sampling search, return the children of all visits, in the order of their first visit.
        """
        return self._index.nodes_of(self._rows.at_last().last_child_visits(self.visit(node)))

    def known_children(self, node: int) -> Sequence[int]:
        """Return all children that have been visited, in the order of their first visit."""
        return self._index.children(node, self.visits)

    def earlier_children(self, node: int) -> Sequence[int]:
        """Return the children that only earlier visits have tried, not yet the latest visit."""
        if not self._replaces_visits or not self.entered(node):
            return ()
        visited = set(self.children(node))
        return [child for child in self.known_children(node) if child not in visited]

    def is_earlier(self, node: int) -> bool:
        """Return whether a node's latest visit is outdated: an ancestor has been entered since.

        The ancestor's latest visit, in the same pass or a later one, has not reached the node yet.
        """
        if not self._replaces_visits:
            return False
        ancestor_rows = self.trace.line_to(self.visit(node))[:-1]
        return any(row != self.visit(self.node_of(row)) for row in ancestor_rows)

    def returned(self, node: int) -> bool:
        """Return whether a node's latest visit has returned."""
        return self._rows.returned(self.visit(node))

    def kind(self, node: int) -> Kind:
        """Return how a node's latest visit ended, OPEN while it has not returned in the trace."""
        return self.trace.kind(self.visit(node))

    def maximizing(self, node: int) -> bool:
        """Return whether MAX is to move at an inner node."""
        return self.trace.maximizing(self.visit(node))

    def turn(self, node: int) -> int:
        """Return who moves at an inner node: 1 for MAX, 0 for MIN, 2 for chance."""
        return self.trace.turn(self.visit(node))

    def is_chance(self, node: int) -> bool:
        """Return whether chance moves at a node."""
        return self.trace.is_chance(self.visit(node))

    def at_beta(self, node: int) -> bool:
        """Return whether a cut node was cut at beta, and not at alpha."""
        return self.trace.is_cut_at_beta(self.visit(node))

    def expected(self, node: int) -> Expected:
        """Return a chance node's value as far as known, from the children that have returned."""
        row = self.visit(node)
        return cached_expected_value(self.trace, row, self._rows.returned_children(row))

    def range_to_come(self, node: int) -> tuple[Exact, Exact] | None:
        """Return the range in which a chance node's value will be, None for other nodes."""
        if not self.move_count(node) or not self.is_chance(node):
            return None
        expected = self.expected(node)
        return expected.low, expected.high

    def returned_outcome_count(self, node: int) -> int:
        """Return how many children of a chance node have returned."""
        return len(self._rows.returned_children(self.visit(node)))

    def returned_outcomes(
        self, node: int, max_count: int | None = None
    ) -> list[tuple[int, Outcome]]:
        """Return the children of a chance node that have returned, with their outcomes.

        An outcome is a probability, a value and the value's bound. `max_count` limits the list to
        the first children. Return [] for a node that is not a chance node.
        """
        row = self.visit(node)
        if not self.trace.is_chance(row):
            return []
        child_rows = self._rows.returned_children(row)[:max_count]
        children = self._index.nodes_of(child_rows)
        outcomes = outcomes_of(self.trace, row, child_rows)
        return [*zip(children, outcomes, strict=True)]

    def probability(self, node: int) -> Exact | None:
        """Return the probability of a child of a chance node, None for other nodes."""
        return self.trace.probability(self.visit(node))

    def move_count(self, node: int) -> int:
        """Return the number of legal moves (0 for a leaf), or of visited children if unknown."""
        return self.trace.children(self.visit(node))

    def known_move_count(self, node: int) -> int | None:
        """Return the number of legal moves (0 for a leaf), None if unknown."""
        return self.trace.move_count(self.visit(node))

    def is_cut(self, node: int) -> bool:
        """Return whether a node is cut by now: it is cut as its last child returns."""
        return self._rows.is_cut(self.visit(node))

    def status(self, node: int) -> State:
        """Return a node's state, judged by its own visits.

        The states CURRENT, BEST and PRUNED depend on other nodes, so they are never returned.
        """
        if not self.entered(node):
            return State.TO_COME
        if self.is_earlier(node):
            return State.EARLIER
        row = self.visit(node)
        if self._rows.is_cut(row):
            return State.CUT
        if not self._rows.returned(row):
            return State.OPEN
        if self.trace.kind(row) is Kind.STOPPED:
            return State.STOPPED
        return State.PROBE if is_in_probe(self.trace, row) else State.DONE

    def returned_value(self, node: int) -> float:
        """Return the value that a node's latest visit returns, 0 while it is open."""
        return self.trace.value(self.visit(node))

    def return_step(self, node: int) -> int | None:
        """Return the step in which a node's latest visit returns, None while it is open."""
        return self.trace.return_step(self.visit(node))

    def value(self, node: int) -> float | None:
        """Return a node's value: what its latest visit returned, else the best it has so far.

        None if there is no value yet. In a sampling search, the value is the mean of all returned
        visits.
        """
        return self.bound_and_value(node)[1]

    @property
    def horizon(self) -> int | None:
        """The ply beyond which the current pass searches only noisy moves, None without a limit."""
        if self.trace.horizons and self.visits:
            return self.trace.horizon(self.visits - 1)
        return None

    def stand_pat_value(self, node: int) -> float | None:
        """Return the value of standing pat at a node's latest visit, None if it was not reported.

        The node is worth at least as much to the player to move, whatever its children are worth.
        """
        if self.trace.stand_pat_values and self.entered(node):
            return self.trace.stand_pat_values.get(self.visit(node))
        return None

    def stands_pat(self, node: int) -> bool:
        """Return whether a node's value comes from standing pat: no child so far is better."""
        if not self.trace.stand_pat_values or self.stand_pat_value(node) is None:
            return False
        # The best value is the node's value, and no child has returned it.
        return self.best(node) == (self.value(node), None)

    def probes(self, node: int) -> Sequence[int]:
        """Return the probes (side searches) that a node's latest visit has begun so far."""
        probe_names = self.trace.engine_notes.probes
        if not probe_names or not self.entered(node):
            return ()
        rows = [row for row in self._rows.children(self.visit(node)) if row in probe_names]
        # A probe may be repeated, but it is one node.
        nodes = map(self.node_of, rows)
        return [*dict.fromkeys(nodes)]

    def children_and_probes(self, node: int) -> Sequence[int]:
        """Return the children and the probes that a node's latest visit has tried so far."""
        probes = self.probes(node)
        if probes:
            return sorted((*self.children(node), *probes))
        return self.children(node)

    def probe(self, node: int) -> str | None:
        """Return the name of the probe that begins at a node's latest visit, None without one."""
        if self.trace.engine_notes.probes:
            return self.trace.engine_notes.probe(self.visit(node))
        return None

    def is_for_max(self, node: int) -> bool:
        """Return whether a node's mean is shown from MAX's side, and not from MIN's.

        A mean is shown from the side of the player who moved to the node, at the root from the side
        of the player to move, and after a move of chance from MAX's side.
        """
        is_root = self.parent(node) < 0
        mover_node = node if is_root else self.parent(node)
        return self.turn(mover_node) != RECORDED_MIN_TURN

    def bound(self, node: int) -> Bound:
        """Return how `value(node)` bounds the node's true value."""
        return self.bound_and_value(node)[0]

    def withholds(self, node: int) -> bool:
        """Return whether a node's value is hidden, because a question at this step asks for it."""
        # The question is asked at the last step that is shown.
        trace = self.trace
        if trace.withheld_row is None or self.step != trace.last_shown_step:
            return False
        return self.visit(node) == trace.withheld_row

    def window_on_entry(self, node: int) -> Window | None:
        """Return alpha and beta on entry of a node's latest visit, None if unknown."""
        return self.trace.window(self.visit(node))

    def window_at(self, node: int) -> Window | None:
        """Return a node's alpha and beta now: the window on entry, narrowed by its best child.

        If it is unknown how the search narrows windows, return the window on entry. None if the
        search did not report a window.
        """
        row = self.visit(node)
        trace = self.trace
        window = trace.window(row)
        if window is None or not trace.tracks_windows or trace.kind(row) in READ_LEAF_KINDS:
            return window
        # The window must not give a hidden value away.
        best = None if self.withholds(node) else self._rows.best(row)
        if best is None:
            return window
        alpha, beta = window
        best_value, _ = best
        if trace.maximizing(row):
            return max(alpha, best_value), beta
        return alpha, min(beta, best_value)

    def moving_window(self, node: int) -> Window | None:
        """Return alpha and beta as a node sees them now, None if unknown how they narrow."""
        if self.trace.tracks_windows:
            return self.window_at(node)
        return None

    def window(self, node: int) -> Window:
        """Return alpha and beta as a node sees them now, both NaN if unknown."""
        return self.window_at(node) or UNKNOWN_WINDOW

    def bound_source(self, node: int, *, lower: bool) -> BoundSource:
        """Return the ancestor that set a node's alpha (if `lower`) or beta on entry.

        If the bound is the value of a child of this ancestor, the result also names the child. Of
        several ancestors with the same bound, the first from the root has set it. Without a window,
        the result names no node.
        """
        if self.window_on_entry(node) is None:
            return BoundSource(None, None)
        source = self._rows.bound_source(self.visit(node), lower=lower)
        ancestor = self._node_or_none(source.node)
        child = self._node_or_none(source.child)
        return source._replace(node=ancestor, child=child)

    def _node_or_none(self, row: int | None) -> int | None:
        """Return the node of a row, None for None."""
        if row is None:
            return None
        return self.node_of(row)

    def best(self, node: int) -> Best | None:
        """Return the best value returned to a node, and the first child that returned it.

        The child is None if standing pat is worth as much. Return None if nothing has been returned
        to the node.
        """
        if self.withholds(node):
            return None
        best = self._rows.best(self.visit(node))
        if best is None:
            return None
        value, child = best
        return value, self._node_or_none(child)

    def most_visited(self, node: int) -> list[int]:
        """Return the children with the most visits, in the order of their first visit."""
        children = self.children(node)
        most = max(map(self.returned_count, children), default=0)
        return [child for child in children if self.returned_count(child) == most]

    def bound_and_value(self, node: int) -> Known:
        """Return `bound(node)` and `value(node)`."""
        if not self.entered(node) or self.withholds(node):
            return Bound.NONE, None
        if node == 0 and self._is_narrowed:
            return narrowed_bound(self.trace, self._finished_roots)
        return self._rows.bound_and_value(self.visit(node))

    def value_by_solver(self, node: int) -> float | None:
        """Return the value that a sampling search has proved by now, None if it has not."""
        return None

    def proved_range(self, node: int, value: float = 0.0) -> Proved:
        """Return the range in which the result of the game from a node is proved to be.

        Finished games prove it. The range is as narrow as needed to tell the winner, the margin,
        and how the result compares with `value`.
        """
        return self._proofs.proved_range(node, value)

    def proved_along(self, nodes: Iterable[int], value: float = 0.0) -> Proved:
        """Return the smallest range that contains the ranges `proved_range` of all the nodes."""
        ranges = [self.proved_range(node, value) for node in nodes]
        low = min(each.low for each in ranges)
        high = max(each.high for each in ranges)
        return Proved(low, high)

    @cached_property
    def _proofs(self) -> ResultProofs:
        # A node that is being entered may be a leaf, which has not returned its value yet.
        if self.entering:
            return ResultProofs(self.trace, self.visits - 1)
        return ResultProofs(self.trace, self.visits)

    def mean(self, node: int) -> float | None:
        """Return the mean of a node's samples; in a search without samples, the node's value."""
        return self.bound_and_value(node)[1]

    def is_value_certain(self, node: int, child: int | None) -> bool:
        """Return whether the player to move is sure to get the value of a returned child.

        MAX is sure if the value is exact or a lower bound, MIN if it is exact or an upper bound.
        The child None means standing pat.
        """
        child_row = None if child is None else self.visit(child)
        return self._rows.reaches(self.visit(node), child_row)

    def principal_variation(self, node: int = 0) -> list[int]:
        """Return the nodes of the best line known below a node, without the node itself.

        The line ends where the player to move is not sure to get the value of the best move
        (`reaches`), since another move may then be better. After a table's answer, it continues
        below the visit that stored the answer.
        """
        if node == 0:
            return [*self._best_line]
        if self.entered(node):
            return self.line(node)
        return []

    def best_path(self) -> MovePath:
        """Return the move indices of the best line known."""
        return tuple(map(self.trace.move, self.principal_variation()))

    @cached_property
    def _best_line(self) -> list[int]:
        """The best line from the root, without the root."""
        if self.visits:
            return self.line(0)
        return []

    def pass_finished(self, root: int) -> bool:
        """Return whether a pass, given by its root row, has ended and was not stopped."""
        return self._rows.finished(root)

    def line(self, node: int) -> list[int]:
        """Return the best line known from an entered node on, without the node itself."""
        if node == 0 and self._is_narrowed:
            return self.result().line
        return [*self._index.nodes_of(self._rows.line(self.visit(node)))]

    @cached_property
    def _finished_roots(self) -> Sequence[int]:
        """The root's visits that have returned and were not stopped."""
        roots = self.visits_to(0)
        if self._rows.finished(roots[-1]):
            return roots
        return roots[:-1]

    @property
    def _is_narrowed(self) -> bool:
        """Whether all passes of the search together give the root's value, as in MTD(f)."""
        if self.trace.passes is not Passes.NARROW or not self.trace.ends_at(self.step):
            return False
        return bool(self._finished_roots)

    def result(self) -> Result:
        """Return the result of the last finished pass, or of all finished passes in MTD(f).

        Before the first pass has finished, return what this pass has found so far.
        """
        if not self.visits:
            return Result(None, Bound.NONE, [])
        finished = self._finished_roots
        if not finished:
            return self.found_by_pass(self.visit(0))
        if self.trace.passes is not Passes.NARROW:
            return self.found_by_pass(finished[-1])

        bound, value = narrowed_bound(self.trace, finished)
        # The last pass may not have found a good move, so take the line of a pass with one.
        proving_root = proving_pass(self.trace, finished)
        line = [] if proving_root is None else self.found_by_pass(proving_root).line
        return Result(value, bound, line)

    def found_by_pass(self, root: int) -> Result:
        """Return what a pass, given by its root row, has found so far."""
        bound, value = self._rows.bound_and_value(root)
        line = self._index.nodes_of(self._rows.line(root))
        return Result(value, bound, [*line])

    def remark(self, node: int) -> Remark:
        """Return the tags and notes that an engine has given to a node's latest visit by now."""
        if not self.trace.remarks or not self.entered(node):
            return NO_REMARK
        row = self.visit(node)
        # Remarks on an entry have even keys, remarks on a return odd ones.
        keys = [2 * row]
        if self.returned(node):
            keys.append(2 * row + 1)
        remarks = [self.trace.remarks.get(key, NO_REMARK) for key in keys]
        all_tags = tuple(chain.from_iterable(tags for tags, _ in remarks))
        return all_tags, " ".join(note for _, note in remarks if note)

    def signs(self, node: int) -> tuple[str, ...]:
        """Return an engine's notes on a node's entry as signs, such as `↓2` and `P0.42`.

        At the end of the search, the engine's chosen move has one more sign, the first.
        """
        notes = self.trace.engine_notes
        has_notes = bool(notes.entry_notes or notes.answer)
        if not has_notes or not self.entered(node):
            return ()
        row = self.visit(node)
        is_root_move = self.parent(node) == 0
        if self.at_end and is_root_move and notes.answer is not None:
            _, best_move = notes.answer
            if self.trace.move(row) == best_move:
                return (ANSWER_SIGN, *notes.signs(row))
        return notes.signs(row)

    def tag_counts(self) -> dict[str, int]:
        """Return how often each tag has been given by now, by first use in the whole search."""
        return self.trace.derived(TagSteps).counts(self.step)


class SampledTree(TreeAtStep):
    """A trace at a step where passes add samples: each visit is a sample.

    A node knows the mean of its samples, and its best child is the most visited child. If the
    search has a solver, a proven node knows its value. Then its best child is a child that proves
    this value, and never a child that is proven lost.
    """

    def children(self, node: int) -> Sequence[int]:
        """Return the children of all visits, in the order of their first visit."""
        return self.known_children(node)

    def all_tried(self, node: int) -> Sequence[int]:
        """Return the children of all visits up to the last step."""
        return self._index.children(node, self._rows.at_last().entered)

    def sample_count(self, node: int) -> int:
        """Return how many samples a node has."""
        if self.entered(node):
            return self.returned_count(node)
        return 0

    def shown_visit_count(self, node: int) -> int:
        """Return the number of a node's samples."""
        return self.returned_count(node)

    shown_visits_from_parent = shown_visit_count

    def range_to_come(self, node: int) -> None:
        """Return None: a mean has no range."""

    def best(self, node: int) -> Best | None:
        """Return the mean of the most visited child, and this child; in a tie, the first child.

        Return None at a chance node, and before a child has returned.
        """
        if not self.entered(node) or self.trace.is_chance(self.visit(node)):
            return None
        most_visited = max(self.preferred(node), key=self.returned_count, default=None)
        if most_visited is None:
            return None
        mean = self.mean(most_visited)
        if mean is None:
            return None
        return mean, most_visited

    def most_visited(self, node: int) -> list[int]:
        """Return the most visited of the children that may be best, several if there is a tie."""
        counts = {child: self.returned_count(child) for child in self.preferred(node)}
        most = max(counts.values(), default=0)
        return [child for child, count in counts.items() if count == most]

    def preferred(self, node: int) -> Sequence[int]:
        """Return the children that may be best, in the order of their first visit.

        Without a solver, return all children. With a solver, return the children that are not
        proved to lose for the mover or, once the node's value is proved, the children with this
        value.
        """
        children = self.children(node)
        if not self.trace.has_solver or not children:
            return children
        value = self.value_by_solver(node)
        if value is not None:
            return [child for child in children if self.value_by_solver(child) == value]
        loss_for_mover = -1 if self.trace.maximizing(self.visit(node)) else 1
        not_lost = [child for child in children if self.value_by_solver(child) != loss_for_mover]
        # If all children lose, each of them may be best.
        return not_lost or children

    def bound_and_value(self, node: int) -> Known:
        """Return the node's value if it is proven, else the mean of its samples."""
        proven = self.value_by_solver(node)
        if proven is not None:
            return Bound.PROVEN, proven
        mean = self.mean(node)
        if mean is None:
            return Bound.NONE, None
        return Bound.MEAN, mean

    def mean(self, node: int) -> float | None:
        """Return the mean of the node's samples."""
        count = self.sample_count(node)
        if not count:
            return None
        return self.trace.derived(RepeatedVisits).total(node, count) / count

    def value_by_solver(self, node: int) -> float | None:
        """Return the value of a node that a solver has proved by now, None if it is not proved."""
        if not self.trace.has_solver:
            return None
        count = self.sample_count(node)
        if not count:
            return None
        # A proved node is not visited again, so only its last visit can have proved it.
        last = self._index.visits_to(node)[count - 1]
        if self.trace.kind(last) in PROVING_KINDS:
            return self.trace.value(last)
        return None

    def proved_range(self, node: int, value: float = 0.0) -> Proved:
        """Return what a solver has proved of a node."""
        result = self.value_by_solver(node)
        if result is None:
            return NOTHING_PROVED
        return Proved(result, result)

    def is_value_certain(self, node: int, child: int | None) -> bool:
        """Return True: a mean is not a bound, so its line never ends for lack of certainty."""
        return True

    def line(self, node: int) -> list[int]:
        """Return the line of the most visited children below a node."""
        line: list[int] = []
        while (best := self.best(node)) is not None and best[1] is not None:
            node = best[1]
            line.append(node)
        return line

    def result(self) -> Result:
        """Return what the search has found for the root: a value, its bound and the best line.

        The value is the root's proved value, or else the mean of the best child. Before there is a
        best child, it is the mean of the root.
        """
        proven = self.value_by_solver(0)
        if proven is not None:
            return Result(proven, Bound.EXACT, self.line(0))
        best = self.best(0)
        if best is None:
            bound, mean = self.bound_and_value(0)
            return Result(mean, bound, [])
        return Result(best[0], Bound.MEAN, self.line(0))

    def principal_variation(self, node: int = 0) -> list[int]:
        """Return the line of the most visited children below a node, up to a tie.

        The line also ends before a child whose samples have all lost for the mover.
        """
        line = list[int]()
        for child in super().principal_variation(node):
            parent = self.parent(child)
            loss_for_mover = -1 if self.maximizing(parent) else 1
            is_tie = len(self.most_visited(parent)) > 1
            if is_tie or self.value(child) == loss_for_mover:
                break
            line.append(child)
        return line


def check_step_in_trace(trace: Trace, step: int) -> None:
    """Raise InputError for a step after the last."""
    if step > trace.last_step:
        raise InputError(f"there is no step {step:,}; the last is {trace.last_step:,}")
