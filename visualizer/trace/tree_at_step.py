"""The tree as it is known at one step of a trace: everything a view shows is asked of this.

Stepping back is moving an integer: nothing is replayed, and nothing is kept between two steps.

What is asked for is a *node*, a path of moves from the root, named by the row of its first visit. What is said of it
is what its latest visit at the step knows (`visit`); where passes add up, what all its visits so far have found. In a
search that never comes back, a node is its row. What a visit knows, by its row, is asked of `VisitsAtStep`.
"""

# tests/oracles/naive.py computes each step anew from the events alone; all kinds of searches are compared with it.

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf, isnan

from visualizer.look.legend import ANSWER_SIGN, State
from visualizer.support.errors import InputError
from visualizer.trace.bounds import (
    Bound,
    Exact,
    Expected,
    Outcome,
    expected_so_far,
    narrowed_bound,
    outcomes_of,
    proving_pass,
)
from visualizer.trace.counts import TagSteps, is_in_probe
from visualizer.trace.proved import NOTHING_PROVED, Proved, ResultProofs
from visualizer.trace.rows import (
    NO_REMARK,
    READ_LEAF_KINDS,
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
"""How a visit ends that proves its node's value, in a search that proves any."""


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
    """

    def __new__(cls, trace: Trace, step: int | None = None) -> "TreeAtStep":  # noqa: PYI034  it may be one of samples
        """Make a tree of means where passes add samples up."""
        return super().__new__(SampledTree if trace.adds else cls)

    def __init__(self, trace: Trace, step: int | None = None) -> None:
        """Stand at a step, by default the last; a step outside is moved to the nearest one that can be shown."""
        self.trace = trace
        if step is None:
            self.step = trace.last_step
        else:
            self.step = max(0, min(step, trace.last_step))
        self._rows = VisitsAtStep(trace, self.step)
        self._index = visits_of(trace)
        self._outdates = trace.comes_back and not trace.adds
        """Whether another visit puts what was known from earlier ones out of date."""
        self.visits = self._rows.entered
        """How many rows have been entered."""

    # The step.

    @property
    def passes(self) -> int:
        """Return how many passes have begun."""
        return bisect_left(self.trace.roots(), self.visits)

    @property
    def pass_name(self) -> str:
        """Return the name of the pass at hand."""
        if self.visits:
            return self.trace.pass_name(self.visits - 1)
        return ""

    @property
    def pass_depth(self) -> int | None:
        """Return how deep the pass at hand searches, None where that is not told."""
        if self.visits:
            return self.trace.pass_depth(self.visits - 1)
        return None

    @cached_property
    def path(self) -> list[int]:
        """Return the nodes that are open now, the root first."""
        return [*map(self.node_of, self.trace.line_to(self._rows.innermost()))]

    @cached_property
    def current(self) -> int | None:
        """Return the node of the last event, None at step 0."""
        if self.step:
            return self.node_of(self._rows.current())
        return None

    @cached_property
    def is_annotated(self) -> bool:
        """Return whether anything is said of a visit beside its window and value, or lies beyond a horizon."""
        return bool(self.trace.said or self.trace.remarks or self.trace.horizons)

    @property
    def entering(self) -> bool:
        """Return whether the last event is the current node's entry, not its return."""
        return self.visits > 0 and self.trace.enter_step(self.visits - 1) == self.step

    @property
    def at_end(self) -> bool:
        """Return whether this is the last step of a search that has finished."""
        return self.trace.ends_at(self.step)

    @property
    def has_window(self) -> bool:
        """Return whether the search has told of a window; where it has not, nothing is said of α and β."""
        return self.trace.has_window

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
        return count - bool(
            count and (not self._rows.returned(last) or isnan(self.trace.value(last)))
        )

    def games(self, node: int) -> int:
        """Return how many samples a node has: none where passes do not add up."""
        return 0

    def visits_told(self, node: int) -> int:
        """Return how many visits of a node a table or a file tells; of samples, those that have returned."""
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

    # Above and below a node.

    def parent(self, node: int) -> int:
        """Return the node above, -1 for the root."""
        return self._index.parent(node)

    def line_to(self, node: int) -> list[int]:
        """Return the nodes from the root to a node, both included."""
        line = [node]
        while (parent := self.parent(line[-1])) >= 0:
            line.append(parent)
        return line[::-1]

    def node_at(self, path: Sequence[int]) -> int | None:
        """Return the node that moves, by their move indices from the root, lead to, if it has been entered."""
        node = 0 if self.visits else None
        for number in path:
            if node is None:
                node = None
            else:
                node = self.child(node, number)
        return node

    def child(self, node: int, move: int) -> int | None:
        """Return the child of a node by its move index, if it has been entered."""
        child = self._index.child(node, move)
        if child is not None and self.entered(child):
            return child
        return None

    def tried(self, node: int) -> int:
        """Return how many children a node's latest visit has visited so far."""
        return len(self.children(node))

    def left(self, node: int) -> float:
        """Return how many children a node's latest visit has not got a value of yet; infinity where that is unknown."""
        moves = self.known_move_count(node)
        if moves is None:
            return inf
        visits = self._rows.children(self.visit(node))
        is_waiting = bool(visits) and not self._rows.returned(visits[-1])
        return moves - self.tried(node) + is_waiting

    def ordinal(self, node: int) -> int:
        """Return the place, from 1, in which its parent's latest visit has tried a node.

        0 for the root, for a probe, and for what has been tried only before.
        """
        parent = self.parent(node)
        if parent < 0 or self.probe(node) is not None:
            return 0
        children = self.children(parent)
        place = bisect_left(children, node)  # nearly always they are in order of their rows
        if place < len(children) and children[place] == node:
            return place + 1
        if node in children:
            return children.index(node) + 1
        return 0

    def last_child(self, node: int) -> int | None:
        """Return the child, or the probe, that a node's latest visit has looked at last; None if there is none."""
        visits = self._rows.children(self.visit(node))
        if visits:
            return self.node_of(visits[-1])
        return None

    def looks(self, node: int) -> int:
        """Return how often the latest visit of the parent has looked at a node."""
        rows = self.visits_to(node)
        if rows:
            return len(rows) - bisect_left(rows, self.trace.parent(rows[-1]))
        return 0

    def times(self, node: int) -> int:
        """Return how often a node was visited by the latest visit of the parent; of samples, in all."""
        return self.looks(node)

    def looked_again(self, node: int) -> bool:
        """Return whether a node's latest visit is followed at once by another look at it."""
        return looked_again(self.trace, self.visit(node))

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

    # One node.

    def returned(self, node: int) -> bool:
        """Return whether a node's latest visit has returned."""
        return self._rows.returned(self.visit(node))

    def kind(self, node: int) -> Kind:
        """Return how a node's latest visit ends."""
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
        """Return at which end of its window a node is cut: at beta (else alpha), where MAX moves."""
        return self.trace.at_beta(self.visit(node))

    def expected(self, node: int) -> Expected:
        """Return what a chance node is known to be worth, by those of its children that have returned."""
        row = self.visit(node)
        return expected_so_far(self.trace, row, self._rows.returned_children(row))

    def range_to_come(self, node: int) -> tuple[Exact, Exact] | None:
        """Return between which numbers a chance node will be worth, None for any other node."""
        if not self.move_count(node) or not self.is_chance(node):
            return None
        found = self.expected(node)
        return found.low, found.high

    def summed(self, node: int) -> int:
        """Return how many children of a chance node have returned."""
        return len(self._rows.returned_children(self.visit(node)))

    def shares(self, node: int, most: int | None = None) -> list[tuple[int, Outcome]]:
        """Return what the children of a chance node that have returned bring, or the first of them; with each it.

        There is nothing of another node.
        """
        row = self.visit(node)
        if not self.trace.is_chance(row):
            return []
        children = self._rows.returned_children(row)[:most]
        return [
            *zip(
                self._index.nodes_of(children), outcomes_of(self.trace, row, children), strict=True
            )
        ]

    def probability(self, node: int) -> Exact | None:
        """Return how probable a child of a chance node is; None for any other node."""
        return self.trace.probability(self.visit(node))

    def move_count(self, node: int) -> int:
        """Return how many legal moves an inner node has, 0 for a leaf; where that is unknown, how many it visits."""
        return self.trace.children(self.visit(node))

    def known_move_count(self, node: int) -> int | None:
        """Return how many legal moves a node has, 0 for a leaf; None where that is unknown."""
        return self.trace.move_count(self.visit(node))

    def is_cut(self, node: int) -> bool:
        """Return whether a node has been cut: from the return of its last child on."""
        return self._rows.is_cut(self.visit(node))

    def status(self, node: int) -> State:
        """Return what a node is now: all but CURRENT, BEST and PRUNED, which depend on more than the node."""
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
        """Return what a node's latest visit has returned, 0 while it is open."""
        return self.trace.value(self.visit(node))

    def return_step(self, node: int) -> int | None:
        """Return the step in which a node's latest visit returns, None while it is open."""
        return self.trace.return_step(self.visit(node))

    # Values.

    def value(self, node: int) -> float | None:
        """Return what a node's latest visit returned, or the best it has so far, or None if it has nothing.

        Where passes add up: the mean of what its visits have returned.
        """
        return self.known(node)[1]

    @property
    def horizon(self) -> int | None:
        """The depth limit of the pass at hand, beyond which only noisy moves are searched; None where there is none."""
        if self.trace.horizons and self.visits:
            return self.trace.horizon(self.visits - 1)
        return None

    def stand(self, node: int) -> float | None:
        """Return what not moving on is worth at a node's latest visit (stand pat), None where nothing is said of it.

        It is known from the node's entry on. No child need have that value; the node is worth at least that to who is
        to move there.
        """
        if self.trace.stands and self.entered(node):
            return self.trace.stands.get(self.visit(node))
        return None

    def stands(self, node: int) -> bool:
        """Return whether a node is worth what not moving on is: no child so far is better."""
        if not self.trace.stands or self.stand(node) is None:
            return False
        best = self.best(node)
        return best is not None and best[1] is None and self.value(node) == best[0]

    def probes(self, node: int) -> Sequence[int]:
        """Return the probes, side searches, of a node's latest visit so far: they are no candidates for anything."""
        said = self.trace.said.probes
        if not said or not self.entered(node):
            return ()
        rows = [row for row in self._rows.children(self.visit(node)) if row in said]
        return [*dict.fromkeys(map(self.node_of, rows))]

    def looked_at(self, node: int) -> Sequence[int]:
        """Return the children that the latest visit has visited so far, and its probes, in the order tried there."""
        if probes := self.probes(node):
            return sorted((*self.children(node), *probes))
        return self.children(node)

    def probe(self, node: int) -> str | None:
        """Return what a probe is called that begins at a node's latest visit; None if none does."""
        if self.trace.said.probes:
            return self.trace.said.probe(self.visit(node))
        return None

    def is_for_max(self, node: int) -> bool:
        """Return for whom a node's mean is told, MAX or MIN: for who chose the move to it; at the root, who chooses.

        Where chance did, it is told for MAX.
        """
        return self.turn(max(0, self.parent(node))) != 0

    def bound(self, node: int) -> Bound:
        """Return what `value(node)` says of the node's true value."""
        return self.known(node)[0]

    def withholds(self, node: int) -> bool:
        """Return whether what a node is worth so far is asked for at this step, so that it is not told."""
        trace = self.trace
        return (
            trace.withheld is not None
            and self.step == trace.held_at
            and self.visit(node) == trace.withheld
        )

    def window_on_entry(self, node: int) -> Window | None:
        """Return alpha and beta with which a node's latest visit was entered; None where that is unknown."""
        return self.trace.window(self.visit(node))

    def window_at(self, node: int) -> Window | None:
        """Return alpha and beta as the node sees them now: on entry, and raised or lowered by its best.

        What a search does with what it was handed need not be known: then they are those on entry. None where the
        search has told none.
        """
        row = self.visit(node)
        window = self.trace.window(row)
        moves = window and self.trace.narrows and self.trace.kind(row) not in READ_LEAF_KINDS
        if (
            window is None
            or not moves
            or self.withholds(node)
            or (best := self._rows.best(row)) is None
        ):
            return window
        alpha, beta = window
        if self.trace.maximizing(row):
            return (max(alpha, best[0]), beta)
        return (alpha, min(beta, best[0]))

    def moving_window(self, node: int) -> Window | None:
        """Return alpha and beta as the node sees them now; None where it is unknown what the search does with them."""
        if self.trace.narrows:
            return self.window_at(node)
        return None

    def window(self, node: int) -> Window:
        """Return alpha and beta as the node sees them now, both UNTOLD where they are unknown."""
        return self.window_at(node) or UNKNOWN_WINDOW

    def bound_source(self, node: int, *, lower: bool) -> BoundSource:
        """Return who set the alpha (`lower`) or beta with which a node was entered; nobody where there is no window.

        It is the ancestor nearest the root whose best equals the bound; an equal value found later sets nothing.
        """
        if self.window_on_entry(node) is None:
            return BoundSource(None, None)
        found = self._rows.bound_source(self.visit(node), lower=lower)
        above, child = (None if row is None else self.node_of(row) for row in found[:2])
        return found._replace(node=above, child=child)

    def best(self, node: int) -> Best | None:
        """Return the best value that a child has returned so far, and the first child that did, if any has.

        The child is None where not moving on is worth as much.

        Where passes add up: the mean of the child visited most, the first such child.
        """
        if self.withholds(node):
            best = None
        else:
            best = self._rows.best(self.visit(node))
        if best is None:
            return None
        return (best[0], None if best[1] is None else self.node_of(best[1]))

    def most_visited(self, node: int) -> list[int]:
        """Return the children that none was visited more often than, in the order of their first visit."""
        most = max(map(self.returned_count, self.children(node)), default=0)
        return [child for child in self.children(node) if self.returned_count(child) == most]

    def known(self, node: int) -> Known:
        """Return `bound(node)` and `value(node)`."""
        if not self.entered(node) or self.withholds(node):
            return Bound.NONE, None
        if node == 0 and self._is_narrowed:
            return narrowed_bound(self.trace, self._finished)
        return self._rows.known(self.visit(node))

    def proven(self, node: int) -> float | None:
        """Return a node's value where a search that otherwise samples has proved it by now."""
        return None

    def proved(self, node: int, value: float = 0.0) -> Proved:
        """Return between which numbers the result of a game is from a node on, as finished games prove by now.

        That is said as far as it tells who wins and by how much, or is a bound as good as a value.
        """
        return self._proofs.of(node, value)

    def proved_along(self, nodes: Iterable[int], value: float = 0.0) -> Proved:
        """Return between which numbers `proved` places the result at each of some nodes, such as those of a line."""
        lows, highs = zip(*(self.proved(node, value) for node in nodes), strict=True)
        return Proved(min(lows), max(highs))

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

    # The line, and what the search has found.

    def principal_variation(self, node: int = 0) -> list[int]:
        """Return the nodes of the best line known from a node on, the node itself left out.

        It ends before a move of which only the other side's bound is known: another move may be better. Where a table
        gave the value, it goes on with the line of the visit that had stored it.
        """
        if node == 0:
            return [*self._best_line]
        if self.entered(node):
            return self.line(node)
        return []

    def best_path(self) -> MovePath:
        """Return the moves of the best line known."""
        return tuple(map(self.trace.move, self.principal_variation()))

    @cached_property
    def _best_line(self) -> list[int]:
        if self.visits:
            return self.line(0)
        return []

    def pass_finished(self, root: int) -> bool:
        """Return whether a pass, by the row of its root, has come to its end."""
        return self._rows.finished(root)

    def line(self, node: int) -> list[int]:
        """Return the nodes of the best line known from a node that has been entered, the node itself left out."""
        if node == 0 and self._is_narrowed:
            return self.result().line
        return [*self._index.nodes_of(self._rows.line(self.visit(node)))]

    @cached_property
    def _finished(self) -> Sequence[int]:
        """The root's visits that have returned and were not stopped: all but perhaps the last."""
        roots = self.visits_to(0)
        if self._rows.finished(roots[-1]):
            return roots
        return roots[:-1]

    @property
    def _is_narrowed(self) -> bool:
        return (
            self.trace.passes is Passes.NARROW
            and self.trace.ends_at(self.step)
            and bool(self._finished)
        )

    def result(self) -> Result:
        """Return what the search has found: of the last pass that has finished, or of all where passes belong together.

        Before a pass has finished, what is known of the root.
        """
        if not self.visits:
            return Result(None, Bound.NONE, [])
        if self._finished and self.trace.passes is Passes.NARROW:
            bound, value = narrowed_bound(self.trace, self._finished)
            proved_by = proving_pass(self.trace, self._finished)
            return Result(
                value, bound, [] if proved_by is None else self.found_by_pass(proved_by).line
            )
        return self.found_by_pass(self._finished[-1] if self._finished else self.visit(0))

    def found_by_pass(self, root: int) -> Result:
        """Return what a pass, by the row of its root, has found so far."""
        bound, value = self._rows.known(root)
        return Result(value, bound, [*self._index.nodes_of(self._rows.line(root))])

    # Remarks.

    def remark(self, node: int) -> Remark:
        """Return the tags and notes that a node's latest visit was given by now, from a search written elsewhere."""
        if not self.trace.remarks or not self.entered(node):
            return NO_REMARK
        row = self.visit(node)
        said = [
            self.trace.remarks.get(key, NO_REMARK)
            for key in (2 * row, 2 * row + 1)[: 1 + self.returned(node)]
        ]
        return tuple(tag for tags, _ in said for tag in tags), " ".join(
            note for _, note in said if note
        )

    def signs(self, node: int) -> tuple[str, ...]:
        """Return what an engine has said of a node on entry, as signs; and at the end, that it is its answer."""
        said = self.trace.said
        if not (said.plans or said.answer) or not self.entered(node):
            return ()
        row = self.visit(node)
        answer = said.answer
        is_answer = (
            answer is not None
            and self.at_end
            and self.parent(node) == 0
            and self.trace.move(row) == answer[1]
        )
        return (*[ANSWER_SIGN] * is_answer, *said.signs(row))

    def tag_counts(self) -> dict[str, int]:
        """Return how often each tag has been given by now, in the order of their first use in the whole search."""
        return self.trace.derived(TagSteps).counts(self.step)


class SampledTree(TreeAtStep):
    """A trace at a step where passes add samples up: their visits are samples.

    A node knows the mean of all of them, and its best child is the one visited most.

    Where a solver proves values, a node that is proven knows its value. Its best child is then one that proves it, and
    no child that is proven lost is the best of another.
    """

    def children(self, node: int) -> Sequence[int]:
        """Return the children that any visit has visited, in the order of their first visit."""
        return self.known_children(node)

    def tried_ever(self, node: int) -> Sequence[int]:
        """Return the children that any visit visits by the last step."""
        return self._index.children(node, self._rows.at_last().entered)

    def games(self, node: int) -> int:
        """Return how many samples a node has."""
        if self.entered(node):
            return self.returned_count(node)
        return 0

    def visits_told(self, node: int) -> int:
        """Return how many samples a node has."""
        return self.returned_count(node)

    times = visits_told

    def range_to_come(self, node: int) -> None:
        """Return nothing: a mean has no range."""

    def best(self, node: int) -> Best | None:
        """Return the mean of the child visited most, and that child; of equals the one first visited."""
        if not self.entered(node) or self.trace.is_chance(self.visit(node)):
            return None
        most = max(self.preferred(node), key=self.returned_count, default=None)
        if most is None:
            mean = None
        else:
            mean = self.mean(most)
        if most is None or mean is None:
            return None
        return (mean, most)

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
        value = self.proven(node)
        if self.trace.maximizing(self.visit(node)):
            lost = -1
        else:
            lost = 1
        if value is not None:
            return [child for child in children if self.proven(child) == value]
        return [child for child in children if self.proven(child) != lost] or children

    def known(self, node: int) -> Known:
        """Return the node's value if it is proven, else the mean of its samples."""
        proven = self.proven(node)
        mean = self.mean(node)
        if proven is not None:
            return Bound.PROVEN, proven
        if mean is None:
            return (Bound.NONE, None)
        return (Bound.MEAN, mean)

    def mean(self, node: int) -> float | None:
        """Return the mean of the node's samples."""
        if self.entered(node):
            count = self.returned_count(node)
        else:
            count = 0
        if count:
            return self.trace.derived(RepeatedVisits).total(node, count) / count
        return None

    def proven(self, node: int) -> float | None:
        """Return a node's value where it is proved: nothing visits it once that is so."""
        if self.trace.proves and self.entered(node):
            count = self.returned_count(node)
        else:
            count = 0
        if count:
            last = self._index.of(node)[count - 1]
        else:
            last = -1
        if count and self.trace.kind(last) in PROVING_KINDS:
            return self.trace.value(last)
        return None

    def proved(self, node: int, value: float = 0.0) -> Proved:
        """Return what a solver has proved of a node."""
        result = self.proven(node)
        if result is None:
            return NOTHING_PROVED
        return Proved(result, result)

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
        best = self.best(0)
        proven = self.proven(0)
        bound, mean = self.known(0)
        if proven is not None:
            return Result(proven, Bound.EXACT, self.line(0))
        if best is None:
            return Result(mean, bound, [])
        return Result(best[0], Bound.MEAN, self.line(0))

    def principal_variation(self, node: int = 0) -> list[int]:
        """Return the line of the children visited most, up to one that others equal or that has lost every game."""
        line = list[int]()
        for child in super().principal_variation(node):
            parent = self.parent(child)
            if len(self.most_visited(parent)) > 1 or self.value(child) == (
                -1 if self.maximizing(parent) else 1
            ):
                break
            line.append(child)
        return line


def check_step_in_trace(trace: Trace, step: int) -> None:
    """Raise InputError for a step behind the last."""
    if step > trace.last_step:
        raise InputError(f"there is no step {step:,}; the last is {trace.last_step:,}")
