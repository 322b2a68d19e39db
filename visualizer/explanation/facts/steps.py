"""What happens in a step, and what is known of a node, as values: `fact_at` and `fact_of` read them from the trace.

Nodes are those of `TreeAtStep`, values are from MAX's side, and whose turn it is is said by each fact.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isinf, isnan

from visualizer.explanation.facts import windows
from visualizer.explanation.facts.returns import PassedUp, Returned, passed_up, returned_of
from visualizer.look.legend import State
from visualizer.measures.samples import UpperBound, has_priors, upper_bounds
from visualizer.run import Run
from visualizer.trace.bounds import Bound, bound_of
from visualizer.trace.rows import Kind, MovePath, Passes
from visualizer.trace.tree_at_step import TreeAtStep
from visualizer.trace.visits import is_second_look


@dataclass(frozen=True, slots=True)
class Finished:
    """The root has returned: a pass or, `at_end`, the whole search has found something."""

    root: Returned
    at_end: bool


@dataclass(frozen=True, slots=True)
class LookBefore:
    """What the look before has found at a node that is looked at again at once, and with which window, None for none.

    Values are from MAX's side.
    """

    value: float
    bound: Bound
    window: tuple[float, float] | None
    now: tuple[float, float] | None
    """The window of the look that begins."""
    shallower: float
    """By how many plies it was searched less deep, as far as that is told."""


@dataclass(frozen=True, slots=True)
class Entered:
    """A node is entered: as which of its parent's children, for the first time or again, and what is asked of it.

    Of an inner node it is said whose turn it is, and what would cut it. The value of a leaf is not known yet.
    """

    node: int
    parent: int
    """-1 for the root."""
    ordinal: int
    siblings: int | None
    """How many children the parent has; None where that is unknown."""
    again: bool
    asks: windows.WindowQuestion | None
    """What a null window asks where it is first set."""
    answered: windows.WindowQuestion | None
    """What the look before has asked, if this one asks nothing."""
    before: LookBefore | None
    """What that look was, if it asked nothing either."""
    is_sampled: bool
    """Whether it is sampled once more."""
    compared: Sequence[UpperBound]
    """By which it was selected, with those of its siblings."""
    moves: int | None
    """How many moves there are, 0 at a leaf; None where that is unknown."""
    window: windows.WindowFact | None


@dataclass(frozen=True, slots=True)
class Stopped:
    """The search was stopped in a node; `reason` is "" where that is not what happens in the step."""

    node: int
    reason: str


@dataclass(frozen=True, slots=True)
class KnownSoFar:
    """What is known of a node that has not returned, or, `earlier`, from an earlier pass or look only."""

    node: int
    earlier: bool
    is_leaf: bool
    window: windows.WindowFact | None


@dataclass(frozen=True, slots=True)
class Unvisited:
    """The search has not come to the end of a path: since a node above was cut, or since it was stopped, or not yet."""

    path: MovePath
    cut: windows.CutFact | None
    is_stopped: bool


Fact = Entered | PassedUp | windows.CutFact | Finished | Stopped | Returned | KnownSoFar | Unvisited
"""What can happen in a step, or be known of a node."""


def fact_at(run: Run, tree: TreeAtStep) -> Fact | None:
    """Return what happens in a step, None before the first."""
    node = tree.current
    if node is None:
        return None
    if tree.entering and tree.is_cut(node):
        return windows.cut_of(run, tree, node)  # by what not moving on is worth
    if tree.entering:
        return entered(run, tree, node)
    if tree.kind(node) is Kind.STOPPED:
        return Stopped(node, tree.trace.reason)
    parent = tree.parent(node)
    if parent < 0 or tree.trace.passes is Passes.ADD:
        return _returned(tree, node)
    return windows.cut_of(run, tree, parent) if tree.is_cut(parent) else passed_up(run, tree, node)


def fact_of(run: Run, tree: TreeAtStep, node: int) -> Fact:
    """Return what is known of a visited node at a step."""
    earlier = tree.status(node) is State.EARLIER
    if not earlier and tree.is_cut(node):
        return windows.cut_of(run, tree, node)
    if not earlier and tree.returned(node):
        return Stopped(node, "") if tree.kind(node) is Kind.STOPPED else _returned(tree, node)
    is_leaf = tree.move_count(node) == 0
    window = None if earlier or is_leaf else windows.window_of(run, tree, node)
    return KnownSoFar(node, earlier, is_leaf, window)


def unvisited(run: Run, tree: TreeAtStep, path: MovePath) -> Unvisited:
    """Return why a search has not come to the end of a path."""
    nodes = (tree.node_at(path[:length]) for length in range(len(path) - 1, -1, -1))
    above = next((node for node in nodes if node is not None), None)
    cut = None if above is None or not tree.is_cut(above) else windows.cut_of(run, tree, above)
    return Unvisited(path, cut, above is not None and tree.returned(above))


def _returned(tree: TreeAtStep, node: int) -> Finished | Returned:
    """Return what a node has returned; of the root what the search has found."""
    found = returned_of(tree, node)
    return found if tree.parent(node) >= 0 else Finished(found, tree.at_end)


def entered(run: Run, tree: TreeAtStep, node: int) -> Entered:
    """Return what is entered in a step."""
    parent, row, moves = tree.parent(node), tree.visit(node), tree.move_count(node)
    looks = tree.looks(node)
    is_second = looks > 1 and not windows.question_of(tree, row)
    before = windows.question_of(tree, tree.visits_to(node)[-2]) if is_second else None
    is_sampled = tree.trace.passes is Passes.ADD and tree.visit_count(node) > 1 and parent >= 0
    siblings = tree.move_count(parent) if parent >= 0 and tree.is_counted(parent) else None
    can_cut = moves and tree.has_window and not isinf(tree.window(node)[tree.maximizing(node)]) and tree.left(node) > 1
    compares = is_sampled or (parent >= 0 and has_priors(run))
    return Entered(
        node, parent, tree.ordinal(node), siblings,
        again=looks > 1 or is_sampled,
        asks=windows.first_asked(tree, row),
        answered=before,
        before=None if before else look_before(tree, node),
        is_sampled=is_sampled,
        compared=upper_bounds(run, tree, parent) if compares else (),
        moves=moves if not moves or tree.is_counted(node) else None,
        window=windows.window_of(run, tree, node) if can_cut else None,
    )  # fmt: skip


def look_before(tree: TreeAtStep, node: int) -> LookBefore | None:
    """Return what the look before at a node was that is looked at again at once; None for a first look."""
    trace, row = tree.trace, tree.visit(node)
    if not is_second_look(trace, row):
        return None
    earlier = tree.visits_to(node)[-2]
    ends = [(trace.alpha(look), trace.beta(look)) for look in (earlier, row)]
    window, now = (end if tree.has_window and not isnan(end[0]) else None for end in ends)
    reduced, deeper = (trace.said.plans.get(look, {}) for look in (earlier, row))
    by_depth = deeper["depth"] - reduced["depth"] if "depth" in reduced and "depth" in deeper else 0
    shallower = by_depth or reduced.get("reduced", 0) - deeper.get("reduced", 0)
    return LookBefore(trace.value(earlier), bound_of(trace, earlier), window, now, max(0, shallower))
