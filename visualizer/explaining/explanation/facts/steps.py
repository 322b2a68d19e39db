"""Facts about a step or a node, read from the trace by `fact_of_step` and `fact_of_node`.

Nodes are numbered as in `TreeAtStep`. Values are from MAX's side; each fact says whose turn it is.
"""

# tests/oracles/step_facts.py reads the fact of each step from the replay of tests/oracles/naive.py.

import operator
from collections.abc import Callable, Sequence
from enum import Enum, auto
from math import inf, isinf
from typing import NamedTuple

from visualizer.explaining.measures.sampling import UpperBound, upper_bounds
from visualizer.look.legend import State
from visualizer.look.numbers import asks_above, is_null_window
from visualizer.searching.run import Run
from visualizer.trace.bounds import Bound, Exact, as_exact_as, bound_of, expected_value
from visualizer.trace.rows import Kind, MovePath, Passes, Window
from visualizer.trace.tree_at_step import Best, BoundSource, TreeAtStep
from visualizer.trace.visits import is_second_look

QUESTION_COMPARISONS: dict[str, Callable[[float, float], bool]] = {
    ">": operator.gt,
    "≥": operator.ge,
    "<": operator.lt,
}


class WindowQuestion(NamedTuple):
    """The question of a null window: whether a value is above, at least or below a number.

    >>> WindowQuestion(">", 3).holds(3), WindowQuestion("≥", 3).holds(3)
    (False, True)
    """

    sign: str
    bound: float

    def holds(self, value: float) -> bool:
        """Answer the question for a value."""
        return QUESTION_COMPARISONS[self.sign](value, self.bound)


def question_of(tree: TreeAtStep, row: int) -> WindowQuestion | None:
    """Return the question that a visit's null window asks, such as `> 3`; None for other windows.

    No number lies between the two ends of a null window. A window just above 3 asks `> 3`. A window
    just below 3 asks `< 3` if a move is tested against MIN's value of 3, but `≥ 3` in MTD(f), where
    a whole pass has the null window.
    """
    trace = tree.trace
    window = trace.window(row)
    if window is None or not is_null_window(*window):
        return None
    low, high = window
    if asks_above(low, high):
        return WindowQuestion(">", low)

    # Go up to the nearest visit with a wider window: it tests a move with the null window.
    ancestor = trace.parent(row)
    while ancestor >= 0 and is_null_window(trace.alpha(ancestor), trace.beta(ancestor)):
        ancestor = trace.parent(ancestor)
    # All visits up to the root have null windows, so it is the window of the whole pass.
    if ancestor < 0:
        return WindowQuestion("≥", high)
    return WindowQuestion("<", high)


def new_question_of(tree: TreeAtStep, row: int) -> WindowQuestion | None:
    """Return the question of a visit's null window if it is set there; None if further up."""
    parent = tree.trace.parent(row)
    if parent >= 0 and question_of(tree, parent):
        return None
    return question_of(tree, row)


class WindowEnd(NamedTuple):
    """Alpha (`lower`) or beta at a node, and who set it."""

    lower: bool
    value: float
    source: BoundSource

    @property
    def has_owner(self) -> bool:
        """Whether a player holds the end, by a move or by standing pat."""
        return self.source.child is not None or self.source.stand


def current_window_end(tree: TreeAtStep, node: int, *, lower: bool) -> WindowEnd:
    """Return alpha (if `lower`) or beta of a node at the tree's step, and what has set that end."""
    visit = tree.visit(node)
    alpha, beta = tree.window(node)
    if lower:
        value = alpha
        value_on_entry = tree.trace.alpha(visit)
    else:
        value = beta
        value_on_entry = tree.trace.beta(visit)

    # If the end has moved since the node was entered, the best child so far has moved it.
    best = tree.best(node)
    if best is not None and value != value_on_entry:
        _, best_child = best
        source = BoundSource(node, best_child, stand=best_child is None)
    else:
        source = tree.bound_source(node, lower=lower)
    return WindowEnd(lower, value, source)


class OutcomeBound(NamedTuple):
    """The numbers from which a chance node computes alpha or beta for one of its outcomes.

    They are from MAX's side. The formula is that of Star1 (Ballard 1983).
    """

    chance_node_end: float
    """Alpha or beta of the chance node itself."""
    is_first: bool
    """Whether this is the first outcome that the search tries."""
    so_far: Exact
    """The sum of the earlier outcomes, each times its probability."""
    later_probability: Exact
    """The total probability of the later outcomes."""
    later_limit: float
    """The value assumed for later outcomes: the greatest possible for alpha, the least for beta."""
    probability: Exact
    """The probability of this outcome."""

    @property
    def added_later(self) -> Exact:
        """What the later outcomes would add to the sum, each with the value `later_limit`."""
        if self.later_probability:
            return self.later_probability * as_exact_as(self.probability, self.later_limit)
        return 0

    @property
    def is_known(self) -> bool:
        """Whether the end that the outcome gets is finite."""
        return not (
            isinf(self.chance_node_end) or (self.later_probability and isinf(self.later_limit))
        )

    @property
    def value(self) -> float:
        """The value with which the outcome makes the sum reach the chance node's own end."""
        own = as_exact_as(self.probability, self.chance_node_end)
        return float((own - self.so_far - self.added_later) / self.probability)


def outcome_bound_of(tree: TreeAtStep, outcome: int, *, lower: bool) -> OutcomeBound:
    """Return how a chance node computes alpha (if `lower`) or beta for an outcome, as in Star1.

    `outcome` is a child of the chance node.
    """
    trace = tree.trace
    chance_node = tree.parent(outcome)
    alpha, beta = tree.window(chance_node)
    least, most = trace.limits
    # Later outcomes are assumed to have the greatest possible value for alpha, the least for beta.
    chance_node_end = beta
    limit = least
    if lower:
        chance_node_end = alpha
        limit = most

    # Nodes are numbered in the order in which they are visited.
    earlier = [child for child in tree.children(chance_node) if child < outcome]
    sum_so_far = expected_value(trace, chance_node, earlier)
    probability = trace.probabilities(trace.path(chance_node))[trace.move(outcome)]
    # After the last outcome nothing is left, though floats might leave a rounding error.
    rest: Exact = 0
    is_last = len(earlier) + 1 == tree.move_count(chance_node)
    if not is_last:
        rest = sum_so_far.rest - probability
    return OutcomeBound(
        chance_node_end=chance_node_end,
        is_first=not earlier,
        so_far=sum_so_far.known,
        later_probability=rest,
        later_limit=limit,
        probability=probability,
    )


class WindowFact(NamedTuple):
    """The window of an inner node, and how many children may still be cut."""

    node: int
    maximizing: bool
    alpha: float
    beta: float
    children_left: float
    """How many children have not returned; infinite if the number of moves is unknown."""
    rule: str | None
    """The option `cut`: whether the search cuts by `>=` or `>`; None if unknown."""
    setter: int | None
    """The node whose value became `bound`, a child of a node above; None if no move set it."""
    opponent_has_no_value: bool
    """Whether `bound` is infinite since the opponent has no value yet at any node above."""

    @property
    def strict(self) -> bool:
        """Whether only values beyond `bound` are known to cut, not `bound` itself."""
        return self.rule != ">="

    @property
    def bound(self) -> float:
        """The end of the window that cuts the node: beta if MAX is to move, else alpha."""
        if self.maximizing:
            return self.beta
        return self.alpha

    @property
    def closed(self) -> bool:
        """Whether no value is left between alpha and beta after the last child has returned."""
        is_crossed = self.alpha > self.beta or (self.alpha == self.beta and not self.strict)
        return not self.children_left and is_crossed


def window_fact_of(run: Run, tree: TreeAtStep, node: int) -> WindowFact | None:
    """Return a node's window at the tree's step, and what would close the window.

    None at a chance node, and in a recording that does not show how windows change in a node.
    """
    if tree.is_chance(node):
        return None
    window = tree.moving_window(node)
    if window is None:
        return None

    maximizing = tree.maximizing(node)
    alpha, beta = window
    end_that_cuts = beta if maximizing else alpha
    is_unbounded = isinf(end_that_cuts)
    # A recording does not say whether the search cuts by ≥ or by >.
    rule: str | None = None
    if run.applies("cut"):
        rule = run.recipe.search.cut
    return WindowFact(
        node=node,
        maximizing=maximizing,
        alpha=alpha,
        beta=beta,
        children_left=tree.unreturned_count(node),
        rule=rule,
        setter=tree.bound_source(node, lower=not maximizing).child,
        opponent_has_no_value=is_unbounded and not _opponent_has_value_above(tree, node),
    )


def _opponent_has_value_above(tree: TreeAtStep, node: int) -> bool:
    """Return whether the opponent of the player to move at a node has a value at a node above."""
    maximizing = tree.maximizing(node)
    nodes_above = tree.line_to(node)[:-1]
    return any(tree.maximizing(above) != maximizing and tree.best(above) for above in nodes_above)


class CutCause(Enum):
    """Why a node was left early; each cause has its own sentence."""

    SUM = auto()
    """At a chance node, no remaining outcome can bring the sum into the window."""
    NO_WINDOW = auto()
    """The recording has no bound that the value could have met."""
    OPEN_WINDOW = auto()
    """The value does not meet the bound, but a user-supplied search left the node all the same."""
    PROBE = auto()
    """A probe (a side search) found a value that meets the bound."""
    WINDOW = auto()
    """The value meets an end of the window that no player's move has set."""
    OPPONENT = auto()
    """The value meets a bound that the opponent has set by a move at a node above."""


class BoundOwner(Enum):
    """Who set the end of a window with which a node was entered."""

    PLAYER = auto()
    """A player, with a move at a node above or by not moving on there."""
    CHANCE_NODE = auto()
    """A chance node above, which computed the bound from its sum."""
    NULL_WINDOW = auto()
    """A node above, which has visited one of its children with another window than its own."""
    SEARCH = auto()
    """The search or one of its passes, by its initial window."""


class CutBound(NamedTuple):
    """The end of a window that a value must meet to cut a node, and where it comes from."""

    value: float
    """From MAX's side; infinite if the recording has no bound."""
    owner: BoundOwner
    setter: int | None
    """The child of a node above that set the bound; None if no move did."""
    rejected: int
    """The setter's sibling that is on the way to the node: the move that will not be played."""
    plies_up: int
    """How many plies the setter's parent is above the node."""
    question: WindowQuestion | None
    """The question asked, if the bound belongs to a null window."""
    probe: str | None
    """The name of the probe above, if the bound belongs to its window."""

    @property
    def has_owner(self) -> bool:
        """Whether a player holds the bound, by a move or by standing pat."""
        return self.owner is BoundOwner.PLAYER


class CutFact(NamedTuple):
    """A cutoff: who is to move, the value found, and the bound that the value met.

    A chance node is cut if its sum stays outside the window even when every remaining outcome has
    the value `limit`.
    """

    node: int
    maximizing: bool
    """Whether MAX is to move; at a chance node, whether the sum is too high, not too low."""
    child: int | None
    """The child that was searched last; None if the node was cut by standing pat."""
    value: float
    """From MAX's side; at a chance node, the sum with the remaining outcomes at their limit."""
    end: CutBound
    tried: int
    skipped_count: int | None
    """How many children were not visited; None if the number of moves is unknown."""
    limit: float | None
    """The assumed value of each remaining outcome of a chance node; None at other nodes."""
    probe: str | None
    """The name of the probe that found the value; None for an ordinary child."""
    strict: bool
    """Whether the comparison is shown as > or <, for a search that does not cut at equality."""

    @property
    def bound(self) -> float:
        """The number that the value must meet; infinite if none is recorded."""
        return self.end.value

    @property
    def is_chance(self) -> bool:
        """Whether the node is a chance node."""
        return self.limit is not None

    @property
    def has_owner(self) -> bool:
        """Whether a player holds the bound, by a move or by standing pat."""
        return self.end.has_owner

    @property
    def meets_bound(self) -> bool:
        """Whether the value meets the bound; a user-supplied search may cut all the same."""
        if self.maximizing:
            reached = self.value >= self.bound
        else:
            reached = self.value <= self.bound
        return reached and not isinf(self.bound)

    @property
    def equals_bound(self) -> bool:
        """Whether the value equals the bound, so that the opponent's two moves are equally good."""
        return self.value == self.bound

    @property
    def sign(self) -> str:
        """The comparison of the value with the bound: `≥` for `3 ≥ β = 2`."""
        if self.maximizing:
            return ">" if self.strict else "≥"
        return "<" if self.strict else "≤"

    @property
    def cause(self) -> CutCause:
        """Why the search left the node early; each cause has its own sentence."""
        # The order matters: a probe or an opponent explains a cut only if the bound was met.
        if self.is_chance:
            return CutCause.SUM
        if isinf(self.bound):
            return CutCause.NO_WINDOW
        if not self.meets_bound:
            return CutCause.OPEN_WINDOW
        if self.probe is not None:
            return CutCause.PROBE
        if self.has_owner:
            return CutCause.OPPONENT
        return CutCause.WINDOW


def cut_of(run: Run, tree: TreeAtStep, node: int) -> CutFact:
    """Return the facts about the cut of a node, which has happened by the tree's step."""
    child = tree.last_child(node)
    maximizing = tree.at_beta(node)
    tried = tree.tried_count(node)
    move_count = tree.known_move_count(node)
    left_out: int | None = None
    if move_count is not None:
        left_out = move_count - tried

    # A chance node is cut if its sum is too high even when the other outcomes have the least value,
    # or too low even when they have the greatest.
    limit: float | None = None
    if tree.is_chance(node):
        least, most = tree.trace.limits
        limit = least if maximizing else most
    probe: str | None = None
    if child is not None:
        probe = tree.probe(child)
    value = _cutting_value(tree, node)
    end = cutting_bound_of(tree, node)
    return CutFact(
        node=node,
        maximizing=maximizing,
        child=child,
        value=value,
        end=end,
        tried=tried,
        skipped_count=left_out,
        limit=limit,
        probe=probe,
        strict=run.recipe.search.cut == ">" and value != end.value,
    )


def _cutting_value(tree: TreeAtStep, node: int) -> float:
    """Return the value that cut a node: the last child's, a chance sum, or standing pat's."""
    child = tree.last_child(node)
    stand = tree.stand_pat_value(node)
    if child is None and stand is not None:
        return stand
    if child is None or tree.is_chance(node):
        return tree.returned_value(node)
    return tree.returned_value(child)


def cutting_bound_of(tree: TreeAtStep, node: int) -> CutBound:
    """Return the bound that has cut a node, and where the bound comes from.

    The bound is beta on entry to the node if MAX is to move, else alpha.
    """
    maximizing = tree.at_beta(node)
    source = tree.bound_source(node, lower=not maximizing)
    alpha, beta = tree.window_on_entry(node) or (-inf, inf)

    # If the bound comes from a node above, the player there rejects the move that leads here.
    rejected = node
    plies_up = 0
    probe: str | None = None
    if source.node is not None:
        rejected = _child_on_line(tree, source.node, node)
        plies_up = tree.trace.depth(node) - tree.trace.depth(source.node)
        probe = tree.probe(rejected)
    return CutBound(
        value=beta if maximizing else alpha,
        owner=_owner_of(source),
        setter=source.child,
        rejected=rejected,
        plies_up=plies_up,
        question=question_of(tree, tree.visit(node)),
        probe=probe,
    )


def _child_on_line(tree: TreeAtStep, ancestor: int, node: int) -> int:
    """Return the child of an ancestor that is on the way to a node, or that is the node itself."""
    child = node
    parent = tree.parent(child)
    while parent != ancestor:
        child = parent
        parent = tree.parent(child)
    return child


def _owner_of(source: BoundSource) -> BoundOwner:
    if source.child is not None or source.stand:
        return BoundOwner.PLAYER
    if source.by_sum:
        return BoundOwner.CHANCE_NODE
    if source.node is not None:
        return BoundOwner.NULL_WINDOW
    return BoundOwner.SEARCH


class Returned(NamedTuple):
    """The value that a node's latest visit returned, or the result that a sample has backed up."""

    node: int
    value: float
    bound: Bound
    best_value: float | None
    """The best value of the children; fail-hard search may return another value."""
    stood_pat: bool
    """Whether standing pat gave the value."""
    question: WindowQuestion | None
    """The question of the null window, if it was set at this node."""
    horizon_change: tuple[float, int] | None = None
    """The static value at the depth limit, and the child that changed it; None if no child did."""


def returned_fact(tree: TreeAtStep, node: int) -> Returned:
    """Return the facts about the value that a node has returned by the tree's step."""
    value = tree.returned_value(node)
    best: Best | None = None
    best_value: float | None = None
    stood_pat = False
    if tree.move_count(node):
        best = tree.best(node)
    if best is not None:
        best_value, best_child = best
        stood_pat = best_child is None and best_value == value
    return Returned(
        node=node,
        value=value,
        bound=tree.bound(node),
        best_value=best_value,
        stood_pat=stood_pat,
        question=new_question_of(tree, tree.visit(node)),
        horizon_change=horizon_change_of(tree, node),
    )


def horizon_change_of(tree: TreeAtStep, node: int) -> tuple[float, int] | None:
    """Return a node's static value at the depth limit, and the child that changed that value.

    None for a node above or below the limit, or if no child has changed the value.
    """
    static_value = tree.stand_pat_value(node)
    best = tree.best(node)
    if static_value is None or best is None:
        return None
    row = tree.visit(node)
    if tree.trace.depth(row) != tree.trace.horizon(row):
        return None
    best_value, best_child = best
    if best_child is None or best_value == static_value:
        return None
    return static_value, best_child


class Effect(Enum):
    """What a returned value means for the parent, if it does not cut the parent."""

    FIRST = auto()
    BETTER = auto()
    WORSE = auto()
    EQUAL = auto()
    UNPROVED = auto()
    """The value seems to be better, but it is only a bound: at most 5, where MAX has 3."""
    SEARCHED_AGAIN = auto()
    """The child was visited with a null window, and is visited again with the full window."""
    ADDED_TO_SUM = auto()
    """The parent is a chance node, and the value adds to its sum."""
    PROBED = auto()
    """The value comes from a probe (a side search), and does not count for the parent."""
    VISITED_AGAIN = auto()
    """The child is visited again, for example more deeply, and this value does not count."""


class ReturnedToParent(NamedTuple):
    """A node has returned a value to its parent, which is not cut."""

    returned: Returned
    parent: int
    maximizing: bool
    """Whether MAX is to move at the parent."""
    effect: Effect
    best_before: Best | None
    """The parent's best value before, and the first child that had it (None: standing pat)."""
    end_change: tuple[float, float] | None
    """The parent's alpha (for MAX) or beta (for MIN) before and now; None if it is not recorded."""
    closed_window: WindowFact | None
    """The parent's window, if the value of its last child has closed the window."""


def return_to_parent_fact(run: Run, tree: TreeAtStep, node: int) -> ReturnedToParent:
    """Return the facts about a returned value and its effect on the parent.

    The node returns in the tree's step.
    """
    parent = tree.parent(node)
    returned = returned_fact(tree, node)
    tree_before = TreeAtStep(tree.trace, tree.step - 1)
    best_before = tree_before.best(parent)
    return ReturnedToParent(
        returned=returned,
        parent=parent,
        maximizing=tree.maximizing(parent),
        effect=effect_of(tree, returned, best_before),
        best_before=best_before,
        end_change=_alpha_or_beta_change(tree_before, tree, parent),
        closed_window=_closed_window(run, tree, parent),
    )


def _alpha_or_beta_change(
    tree_before: TreeAtStep, tree: TreeAtStep, node: int
) -> tuple[float, float] | None:
    """Return a node's alpha (for MAX) or beta (for MIN) before and now.

    None if the window is not recorded.
    """
    window_before = tree_before.moving_window(node)
    window_now = tree.moving_window(node)
    if not window_before or not window_now:
        return None
    alpha_before, beta_before = window_before
    alpha, beta = window_now
    if tree.maximizing(node):
        return alpha_before, alpha
    return beta_before, beta


def _closed_window(run: Run, tree: TreeAtStep, node: int) -> WindowFact | None:
    """Return the window of a node if the value of its last child has closed it; None if not."""
    window = window_fact_of(run, tree, node)
    if window is None or not window.closed:
        return None
    return window


def effect_of(tree: TreeAtStep, returned: Returned, best: Best | None) -> Effect:
    """Return what a returned value means for the node's parent.

    `best` has the parent's best value so far and the child with this value, or is None if there is
    no value yet.
    """
    node = returned.node
    parent = tree.parent(node)
    # The parent ignores the value of a probe, and of a visit that is repeated right afterwards.
    if tree.probe(node) is not None:
        return Effect.PROBED
    if tree.looked_again(node):
        has_question = question_of(tree, tree.visit(node)) is not None
        return Effect.SEARCHED_AGAIN if has_question else Effect.VISITED_AGAIN
    if tree.is_chance(parent):
        return Effect.ADDED_TO_SUM
    if best is None:
        return Effect.FIRST
    return _compare_with_best(tree, returned, best)


def _compare_with_best(tree: TreeAtStep, returned: Returned, best: Best) -> Effect:
    """Compare a returned value with the parent's best value, for the player to move there."""
    parent = tree.parent(returned.node)
    best_value, best_child = best
    if tree.maximizing(parent):
        is_better = returned.value > best_value
    else:
        is_better = returned.value < best_value

    # For MAX, "at most 5" seems to be better than 3, but may turn out to be worse.
    better_child = returned.node if is_better else best_child
    if not tree.is_value_certain(parent, better_child):
        return Effect.UNPROVED
    if returned.value == best_value:
        return Effect.EQUAL
    return Effect.BETTER if is_better else Effect.WORSE


class Finished(NamedTuple):
    """The root has returned, and with it a pass or (`at_end`) the whole search."""

    root: Returned
    at_end: bool


class PreviousVisit(NamedTuple):
    """What a visit found, if the parent visits the same node again right afterwards."""

    value: float
    """From MAX's side."""
    bound: Bound
    window: Window | None
    next_window: Window | None
    """The window of the visit that follows."""
    plies_shallower: float
    """By how many plies this visit was shallower than the next; 0 if unknown."""


class Entered(NamedTuple):
    """A node is entered; if it is a leaf, its value is not known yet."""

    node: int
    parent: int
    """-1 for the root."""
    ordinal: int
    """The place of the node among its siblings, from 1."""
    sibling_count: int | None
    """How many children the parent has; None if unknown."""
    is_revisited: bool
    """Whether the parent has visited the node before."""
    question: WindowQuestion | None
    """The question of the null window, if it is set at this node."""
    answered_question: WindowQuestion | None
    """The question that the previous visit answered, if this visit has no null window."""
    previous_visit: PreviousVisit | None
    """The previous visit, if this visit follows right after it and `answered_question` is None."""
    is_sampled_again: bool
    """Whether another random sample goes through the node."""
    compared_bounds: Sequence[UpperBound]
    """The upper bounds of the node and its siblings, by which the node was selected."""
    move_count: int | None
    """How many moves the node has, 0 at a leaf; None if unknown."""
    window: WindowFact | None
    """The window, if some value of the next child could cut the node."""


class Stopped(NamedTuple):
    """The search was stopped in a node; `reason` says why if that happens in this step, else ""."""

    node: int
    reason: str


class KnownSoFar(NamedTuple):
    """A node that has not returned, or that has a value only from an earlier visit."""

    node: int
    earlier: bool
    """Whether the value is from an earlier visit."""
    is_leaf: bool
    window: WindowFact | None


class Unvisited(NamedTuple):
    """A node that the search has not reached, at the end of a path, and the reason."""

    path: MovePath
    cut: CutFact | None
    """The cut at a node above; None if no node above was cut."""
    is_stopped: bool
    """Whether the search was stopped; if not, it may still reach the node."""


Fact = Entered | ReturnedToParent | CutFact | Finished | Stopped | Returned | KnownSoFar | Unvisited
"""Everything that can happen in a step, or be known about a node."""


def fact_of_step(run: Run, tree: TreeAtStep) -> Fact | None:
    """Return what happens in the tree's step; None before the first step."""
    node = tree.current
    if node is None:
        return None
    if tree.entering:
        # Standing pat may cut a node before any move is tried.
        if tree.is_cut(node):
            return cut_of(run, tree, node)
        return entered_fact(run, tree, node)
    return _fact_of_return_step(run, tree, node)


def _fact_of_return_step(run: Run, tree: TreeAtStep, node: int) -> Fact:
    """Return what happens in a step in which `node` returns: the parent may be cut."""
    if tree.kind(node) is Kind.STOPPED:
        return Stopped(node, tree.trace.reason)
    parent = tree.parent(node)
    # Neither the root nor a sample has a parent that compares values.
    if parent < 0 or tree.trace.passes is Passes.ADD:
        return _returned_or_finished(tree, node)
    if tree.is_cut(parent):
        return cut_of(run, tree, parent)
    return return_to_parent_fact(run, tree, node)


def fact_of_node(run: Run, tree: TreeAtStep, node: int) -> Fact:
    """Return what is known of a visited node at the tree's step."""
    is_leaf = tree.move_count(node) == 0
    if tree.status(node) is State.EARLIER:
        return KnownSoFar(
            node,
            earlier=True,
            is_leaf=is_leaf,
            window=None,
        )
    if tree.is_cut(node):
        return cut_of(run, tree, node)
    if tree.returned(node):
        if tree.kind(node) is Kind.STOPPED:
            return Stopped(node, "")
        return _returned_or_finished(tree, node)
    window: WindowFact | None = None
    if not is_leaf:
        window = window_fact_of(run, tree, node)
    return KnownSoFar(
        node,
        earlier=False,
        is_leaf=is_leaf,
        window=window,
    )


def unvisited_fact(run: Run, tree: TreeAtStep, path: MovePath) -> Unvisited:
    """Return why a search has not visited the node at the end of a path of moves."""
    # Look for the nearest visited ancestor, where the search went no further.
    for length in range(len(path) - 1, -1, -1):
        ancestor = tree.node_at(path[:length])
        if ancestor is None:
            continue
        cut: CutFact | None = None
        if tree.is_cut(ancestor):
            cut = cut_of(run, tree, ancestor)
        # If the ancestor has returned without a cut, it was stopped before this child.
        return Unvisited(path, cut, is_stopped=tree.returned(ancestor))
    return Unvisited(path, None, is_stopped=False)


def _returned_or_finished(tree: TreeAtStep, node: int) -> Finished | Returned:
    """Return the facts about a node that has returned; if it is the root, a pass has finished."""
    returned = returned_fact(tree, node)
    if tree.parent(node) >= 0:
        return returned
    return Finished(returned, tree.at_end)


def entered_fact(run: Run, tree: TreeAtStep, node: int) -> Entered:
    """Return the facts about a node that is entered in the tree's step."""
    parent = tree.parent(node)
    has_parent = parent >= 0
    sibling_count: int | None = None
    if has_parent:
        sibling_count = tree.known_move_count(parent)
    # Every iteration enters the root, so only other nodes count as sampled again.
    has_earlier_visit = tree.visit_count(node) > 1
    is_sampled_again = tree.trace.passes is Passes.ADD and has_earlier_visit and has_parent
    compared_bounds: Sequence[UpperBound] = ()
    # Without priors, only children that have been visited before are selected by their bounds.
    if is_sampled_again or (has_parent and run.has_priors):
        compared_bounds = upper_bounds(run, tree, parent)

    # A previous visit is described by the question of its null window, or else by its value.
    answered_question = _question_before(tree, node)
    previous_visit: PreviousVisit | None = None
    if answered_question is None:
        previous_visit = previous_visit_of(tree, node)
    return Entered(
        node=node,
        parent=parent,
        ordinal=tree.ordinal(node),
        sibling_count=sibling_count,
        is_revisited=tree.visits_from_parent(node) > 1 or is_sampled_again,
        question=new_question_of(tree, tree.visit(node)),
        answered_question=answered_question,
        previous_visit=previous_visit,
        is_sampled_again=is_sampled_again,
        compared_bounds=compared_bounds,
        move_count=tree.known_move_count(node),
        window=_window_to_mention(run, tree, node),
    )


def _question_before(tree: TreeAtStep, node: int) -> WindowQuestion | None:
    """Return the null-window question of the previous visit, if the latest visit has none."""
    if tree.visits_from_parent(node) < 2 or question_of(tree, tree.visit(node)):
        return None
    return question_of(tree, tree.visits_to(node)[-2])


def _window_to_mention(run: Run, tree: TreeAtStep, node: int) -> WindowFact | None:
    """Return the window of a node that is entered; None if no child's value can cut the node."""
    if tree.known_move_count(node) == 0:
        return None
    window = window_fact_of(run, tree, node)
    if window is None or isinf(window.bound):
        return None
    # With a single child, a cut would skip nothing.
    if window.children_left < 2:
        return None
    return window


def previous_visit_of(tree: TreeAtStep, node: int) -> PreviousVisit | None:
    """Return the previous visit to a node that is visited twice in a row; else None."""
    trace = tree.trace
    row = tree.visit(node)
    if not is_second_look(trace, row):
        return None

    previous_row = tree.visits_to(node)[-2]
    first_notes = trace.engine_notes.entry_notes.get(previous_row, {})
    second_notes = trace.engine_notes.entry_notes.get(row, {})
    plies_shallower: float = 0
    if "depth" in first_notes and "depth" in second_notes:
        plies_shallower = second_notes["depth"] - first_notes["depth"]
    if not plies_shallower:
        # Engines may record reductions instead of depths.
        plies_shallower = first_notes.get("reduced", 0) - second_notes.get("reduced", 0)
    return PreviousVisit(
        value=trace.value(previous_row),
        bound=bound_of(trace, previous_row),
        window=trace.window(previous_row),
        next_window=trace.window(row),
        plies_shallower=max(0, plies_shallower),
    )
