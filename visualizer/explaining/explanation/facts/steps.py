"""What happens in a step, and what is known of a node, as values: `fact_at` and `fact_of` read them from the trace.

Nodes are those of `TreeAtStep`, values are from MAX's side, and whose turn it is is said by each fact.
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

# The window of a node, what a null window asks, and why a node was cut.

QUESTION_COMPARISONS: dict[str, Callable[[float, float], bool]] = {
    ">": operator.gt,
    "≥": operator.ge,
    "<": operator.lt,
}


class WindowQuestion(NamedTuple):
    """What a null window asks of a value: whether it is above a number, at least that, or below it.

    >>> WindowQuestion(">", 3).holds(3), WindowQuestion("≥", 3).holds(3), WindowQuestion("<", 3).holds(2)
    (False, True, True)
    """

    sign: str
    bound: float

    def holds(self, value: float) -> bool:
        """Return the answer."""
        return QUESTION_COMPARISONS[self.sign](value, self.bound)


def question_of(tree: TreeAtStep, row: int) -> WindowQuestion | None:
    """Return what the null window of a visit asks of its value; None for any other window.

    It is asked from the side of the player who has the bound, at the root of a pass from MAX's.
    """
    trace = tree.trace
    window = trace.window(row)
    if window is None or not is_null_window(*window):
        return None
    low, high = window
    if asks_above(low, high):
        return WindowQuestion(">", low)
    above = trace.parent(row)
    while above >= 0 and is_null_window(trace.alpha(above), trace.beta(above)):
        above = trace.parent(above)
    return WindowQuestion("≥" if above < 0 else "<", high)


def new_question_of(tree: TreeAtStep, row: int) -> WindowQuestion | None:
    """Return what the null window of a visit asks if the visit above has no such window, else None."""
    question = question_of(tree, row)
    above = tree.trace.parent(row)
    if question and above >= 0 and question_of(tree, above):
        return None
    return question


class WindowEnd(NamedTuple):
    """Alpha (`lower`) or beta at a node, and who set it."""

    lower: bool
    value: float
    source: BoundSource

    @property
    def has_owner(self) -> bool:
        """Return whether a player holds it, by a move or by not moving on."""
        return self.source.child is not None or self.source.stand


def current_window_end(tree: TreeAtStep, node: int, *, lower: bool) -> WindowEnd:
    """Return an end of a node's window as it is now: set by a child of its own, or of a node above it."""
    value = tree.window(node)[0 if lower else 1]
    visit = tree.visit(node)
    best = tree.best(node)
    if lower:
        on_entry = tree.trace.alpha(visit)
    else:
        on_entry = tree.trace.beta(visit)
    if best is not None and value != on_entry:
        return WindowEnd(lower, value, BoundSource(node, best[1], stand=best[1] is None))
    return WindowEnd(lower, value, tree.bound_source(node, lower=lower))


class HandedEnd(NamedTuple):
    """Alpha or beta as a chance node hands it to one of its outcomes, and what it is reckoned from.

    Sentences of explanations and of exercises take the numbers from here. All are from MAX's side.
    """

    own: float
    """The same end of the chance node's own window."""
    is_first: bool
    """Whether no outcome has returned before."""
    so_far: Exact
    """What the outcomes before it add up to."""
    rest: Exact
    """The probability of the outcomes after it."""
    limit: float
    """What an outcome after it can be worth: for alpha the most there is, for beta the least."""
    chance: Exact
    """The probability of the outcome itself."""

    @property
    def added_later(self) -> Exact:
        """What the outcomes after it add at their limit."""
        if self.rest:
            return self.rest * as_exact_as(self.chance, self.limit)
        return 0

    @property
    def is_known(self) -> bool:
        """Whether the outcome's own end is finite."""
        return not (isinf(self.own) or (self.rest and isinf(self.limit)))

    @property
    def value(self) -> float:
        """What the outcome must be worth for the sum to reach the chance node's own end."""
        return float(
            (as_exact_as(self.chance, self.own) - self.so_far - self.added_later) / self.chance
        )


def handed_end(tree: TreeAtStep, outcome: int, *, lower: bool) -> HandedEnd:
    """Return from what alpha (`lower`) or beta of an outcome of chance was reckoned as it was entered."""
    trace = tree.trace
    above = tree.parent(outcome)
    before = [child for child in tree.children(above) if child < outcome]
    found = expected_value(trace, above, before)
    chance = trace.probabilities(trace.path(above))[trace.move(outcome)]
    is_last = len(before) + 1 == tree.move_count(above)
    return HandedEnd(
        own=tree.window(above)[0 if lower else 1],
        is_first=not before,
        so_far=found.known,
        rest=0 if is_last else found.rest - chance,
        limit=trace.limits[1 if lower else 0],
        chance=chance,
    )


class WindowFact(NamedTuple):
    """The window of an inner node, and what it means for the values that are still to come.

    `left` is how many children have not returned, infinity where that is unknown.
    """

    node: int
    maximizing: bool
    alpha: float
    beta: float
    left: float
    rule: str | None
    """By which it cuts, `>=` or `>`; None where that is unknown."""
    setter: int | None
    """The child that set the end that cuts; None where no move has."""
    nothing_above: bool
    """Whether the end that cuts is infinite because the other player has no value at any node above."""

    @property
    def strict(self) -> bool:
        """Whether only a value beyond the end is known to cut."""
        return self.rule != ">="

    @property
    def bound(self) -> float:
        """The end that cuts."""
        if self.maximizing:
            return self.beta
        return self.alpha

    @property
    def closed(self) -> bool:
        """Whether the last child's return has closed the window."""
        return not self.left and (
            self.alpha > self.beta or (self.alpha == self.beta and not self.strict)
        )


def window_fact_of(run: Run, tree: TreeAtStep, node: int) -> WindowFact | None:
    """Return the window of a node at a step; None where chance moves, and in a search that tells none.

    So it is of one of which only the windows are told that it handed down: nobody knows what it does with them.
    """
    if tree.is_chance(node):
        window = None
    else:
        window = tree.moving_window(node)
    if window is None:
        return None
    maximizing = tree.maximizing(node)
    alpha, beta = window
    setter = tree.bound_source(node, lower=not maximizing).child
    others = tree.line_to(node)[:-1]
    nothing_above = isinf(beta if maximizing else alpha) and not any(
        tree.maximizing(above) != maximizing and tree.best(above) for above in others
    )
    if run.applies("cut"):
        rule = run.recipe.search.cut
    else:
        rule = None
    return WindowFact(node, maximizing, alpha, beta, tree.left(node), rule, setter, nothing_above)


class CutCause(Enum):
    """Why a node was left, by which the sentence about it is chosen."""

    SUM = auto()
    """Nothing that is still to come can bring the value of this chance node into its window."""
    NO_WINDOW = auto()
    """The search has told no bound that the value could have met."""
    OPEN_WINDOW = auto()
    """The value has not met the bound: a user-supplied search may leave a node all the same."""
    PROBE = auto()
    """A probe has found a value that meets the bound."""
    ASKED = auto()
    """The value meets a bound that no player holds: only values on the other side of it are asked for."""
    HELD = auto()
    """The value meets a bound that the other player holds."""


class BoundOwner(Enum):
    """Who set the end of a window with which a node was entered."""

    PLAYER = auto()
    """A player, with a move at a node above or by not moving on there."""
    CHANCE_NODE = auto()
    """A chance node above, which has worked it out from its sum."""
    LOOK = auto()
    """A look at a child of a node above, with a window of its own such as a null window."""
    SEARCH = auto()
    """The search or one of its passes, by the window that it was given."""


class CutBound(NamedTuple):
    """The end of a window that a value may meet, and where it comes from."""

    value: float
    """From MAX's side; infinite where the search has told none."""
    owner: BoundOwner
    setter: int | None
    """The child of a node above that set it; None where no move has."""
    rejected: int
    """The sibling of the setter that leads to the node: as the bound is held, this move is not played."""
    plies_up: int
    """From the node to the setter's parent."""
    question: WindowQuestion | None
    """What the null window asks of which it is an end."""
    probe: str | None
    """The name of the probe above whose window it is an end of; None where there is none."""

    @property
    def has_owner(self) -> bool:
        """Whether a player holds it, by a move or by not moving on."""
        return self.owner is BoundOwner.PLAYER


class CutFact(NamedTuple):
    """A node was left after a child: by whom, for which value, and against which end of its window.

    A chance node is left when nothing that is still to come brings its value, then with all of that worth `limit`,
    into its window: `maximizing` says that this is too high, as where MAX moves. Values are from MAX's side.
    """

    node: int
    maximizing: bool
    child: int | None
    """None where the value is that of not moving on."""
    value: float
    end: CutBound
    tried: int
    left_out: int | None
    """How many children were not visited; None where that is unknown."""
    limit: float | None
    """What all that is left of a chance node is worth at most, or at least; None where a player moves."""
    probe: str | None
    """The name of the probe whose value it is; None for a child's."""
    strict: bool
    """Whether it was cut because the value is beyond the bound, by a search that cuts only then."""

    @property
    def bound(self) -> float:
        """The number that the value may meet; infinite where the search has told none."""
        return self.end.value

    @property
    def has_owner(self) -> bool:
        """Whether a player holds the bound, by a move or by not moving on."""
        return self.end.has_owner

    @property
    def met(self) -> bool:
        """Whether the value meets a bound; a user-supplied search may leave a node although its window is open."""
        if self.maximizing:
            reached = self.value >= self.bound
        else:
            reached = self.value <= self.bound
        return reached and not isinf(self.bound)

    @property
    def as_good(self) -> bool:
        """Whether the value is the bound itself, so that the other player loses nothing by the move."""
        return self.value == self.bound

    @property
    def sign(self) -> str:
        """The sign between the value and the bound that it met."""
        if self.strict:
            return ">" if self.maximizing else "<"
        return "≥" if self.maximizing else "≤"

    @property
    def cause(self) -> CutCause:
        """Why the node was left."""
        if self.limit is not None:
            return CutCause.SUM
        if isinf(self.bound):
            return CutCause.NO_WINDOW
        if not self.met:
            return CutCause.OPEN_WINDOW
        if self.probe is not None:
            return CutCause.PROBE
        if self.has_owner:
            return CutCause.HELD
        return CutCause.ASKED


def cut_of(run: Run, tree: TreeAtStep, node: int) -> CutFact:
    """Return why a node was cut that has been cut at the tree's step."""
    child = tree.last_child(node)
    stand = tree.stand(node)
    moves = tree.known_move_count(node)
    maximizing = tree.at_beta(node)
    is_sum = tree.is_chance(node)
    if child is None and stand is not None:
        value = stand
    else:
        value = tree.returned_value(node if is_sum or child is None else child)
    end = bound_met(tree, node)
    return CutFact(
        node=node,
        maximizing=maximizing,
        child=child,
        value=value,
        end=end,
        tried=tree.tried(node),
        left_out=None if moves is None else moves - tree.tried(node),
        limit=tree.trace.limits[0 if maximizing else 1] if is_sum else None,
        probe=None if child is None else tree.probe(child),
        strict=run.recipe.search.cut == ">" and value != end.value,
    )


def bound_met(tree: TreeAtStep, node: int) -> CutBound:
    """Return the end of a node's window on entry that a value there meets to cut it."""
    maximizing = tree.at_beta(node)
    source = tree.bound_source(node, lower=not maximizing)
    alpha, beta = tree.window_on_entry(node) or (-inf, inf)
    rejected = node
    while source.node is not None and (above := tree.parent(rejected)) != source.node:
        rejected = above
    if source.child is not None or source.stand:
        owner = BoundOwner.PLAYER
    elif source.by_sum:
        owner = BoundOwner.CHANCE_NODE
    elif source.node is not None:
        owner = BoundOwner.LOOK
    else:
        owner = BoundOwner.SEARCH
    trace = tree.trace
    return CutBound(
        value=beta if maximizing else alpha,
        owner=owner,
        setter=source.child,
        rejected=rejected,
        plies_up=0 if source.node is None else trace.depth(node) - trace.depth(source.node),
        question=question_of(tree, tree.visit(node)),
        probe=None if source.node is None else tree.probe(rejected),
    )


# What happens in a step.


class Returned(NamedTuple):
    """What a node's latest visit has returned, or the sample that was backed up to it."""

    node: int
    value: float
    bound: Bound
    best: float | None
    """The best value of its children; fail-hard returns another, and a user-supplied search may."""
    stood: bool
    """Whether the value is that of not moving on."""
    asks: WindowQuestion | None
    """What the node's null window has asked, where it was first set."""
    horizon: tuple[float, int] | None = None
    """At the depth limit, what the node looked like there and the noisy move that has changed that, if one has."""


def returned_of(tree: TreeAtStep, node: int) -> Returned:
    """Return what a node has returned by a step."""
    if tree.move_count(node):
        best = tree.best(node)
    else:
        best = None
    if best is None:
        best_value = None
    else:
        best_value = best[0]
    asks = new_question_of(tree, tree.visit(node))
    value = tree.returned_value(node)
    stood = best is not None and best == (value, None)
    return Returned(
        node, value, tree.bound(node), best_value, stood, asks, horizon_change_of(tree, node)
    )


def horizon_change_of(tree: TreeAtStep, node: int) -> tuple[float, int] | None:
    """Return what a node looked like at the depth limit and the noisy move that has changed that; None for neither."""
    looked = tree.stand(node)
    best = tree.best(node)
    row = tree.visit(node)
    at_horizon = looked is not None and tree.trace.depth(row) == tree.trace.horizon(row)
    if looked is None or best is None or not at_horizon or best[1] is None or best[0] == looked:
        return None
    return looked, best[1]


class Effect(Enum):
    """What a parent does with a value that does not cut it."""

    FIRST = auto()
    BETTER = auto()
    WORSE = auto()
    EQUAL = auto()
    UNPROVED = auto()
    """The greater value is only a bound, so neither can be said to be better."""
    SEARCHED_AGAIN = auto()
    """A null window's answer calls for a search with the whole window."""
    SHARE = auto()
    """Chance moves there: it adds to the sum."""
    PROBED = auto()
    """Only a probe has found it, a side search: it is no candidate."""
    LOOKED_AT_AGAIN = auto()
    """The child is looked at once more for a reason of the search's own, and the value does not count."""


class PassedUp(NamedTuple):
    """A value was passed up to a parent that it did not cut; `maximizing` says whose turn it is there."""

    returned: Returned
    parent: int
    maximizing: bool
    effect: Effect
    before: Best | None
    """The best value that the parent had before, and the first child with it, None for not moving on."""
    end: tuple[float, float] | None
    """The end of the parent's window that its player improves, before and now; None where none is known to move."""
    closed: WindowFact | None
    """The parent's window if its last child has closed it."""


def passed_up_of(run: Run, tree: TreeAtStep, node: int) -> PassedUp:
    """Return what the parent of a node that returns in the tree's step does with its value."""
    parent = tree.parent(node)
    returned = returned_of(tree, node)
    maximizing = tree.maximizing(parent)
    earlier = TreeAtStep(tree.trace, tree.step - 1)
    best = earlier.best(parent)
    own = 0 if maximizing else 1
    before = earlier.moving_window(parent)
    now = tree.moving_window(parent)
    if before and now:
        end = (before[own], now[own])
    else:
        end = None
    if tree.left(parent):
        window = None
    else:
        window = window_fact_of(run, tree, parent)
    closed = window if window and window.closed else None
    return PassedUp(
        returned, parent, maximizing, effect_of(tree, returned, best), best, end, closed
    )


def effect_of(tree: TreeAtStep, returned: Returned, best: Best | None) -> Effect:
    """Return what a parent that has a best value does with one more."""
    node = returned.node
    value = returned.value
    parent = tree.parent(node)
    if tree.probe(node) is not None:
        return Effect.PROBED
    if tree.looked_again(node):
        return (
            Effect.SEARCHED_AGAIN if question_of(tree, tree.visit(node)) else Effect.LOOKED_AT_AGAIN
        )
    if tree.is_chance(parent):
        return Effect.SHARE
    if best is None:
        return Effect.FIRST
    if tree.maximizing(parent):
        is_better = value > best[0]
    else:
        is_better = value < best[0]
    if not tree.reaches(parent, node if is_better else best[1]):
        return Effect.UNPROVED
    return Effect.EQUAL if value == best[0] else Effect.BETTER if is_better else Effect.WORSE


class Finished(NamedTuple):
    """The root has returned: a pass or, `at_end`, the whole search has found something."""

    root: Returned
    at_end: bool


class EarlierLook(NamedTuple):
    """What the look before has found at a node that is looked at again at once, and with which window, None for none.

    Values are from MAX's side.
    """

    value: float
    bound: Bound
    window: Window | None
    now: Window | None
    """The window of the look that begins."""
    shallower: float
    """By how many plies it was searched less deep, as far as that is told."""


class Entered(NamedTuple):
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
    asks: WindowQuestion | None
    """What a null window asks where it is first set."""
    answered: WindowQuestion | None
    """What the look before has asked, if this one asks nothing."""
    before: EarlierLook | None
    """What that look was, if it asked nothing either."""
    is_sampled: bool
    """Whether it is sampled once more."""
    compared: Sequence[UpperBound]
    """By which it was selected, with those of its siblings."""
    moves: int | None
    """How many moves there are, 0 at a leaf; None where that is unknown."""
    window: WindowFact | None


class Stopped(NamedTuple):
    """The search was stopped in a node; `reason` is "" where that is not what happens in the step."""

    node: int
    reason: str


class KnownSoFar(NamedTuple):
    """What is known of a node that has not returned, or, `earlier`, from an earlier pass or look only."""

    node: int
    earlier: bool
    is_leaf: bool
    window: WindowFact | None


class Unvisited(NamedTuple):
    """The search has not come to the end of a path: since a node above was cut, or since it was stopped, or not yet."""

    path: MovePath
    cut: CutFact | None
    is_stopped: bool


Fact = Entered | PassedUp | CutFact | Finished | Stopped | Returned | KnownSoFar | Unvisited
"""What can happen in a step, or be known of a node."""


def fact_at(run: Run, tree: TreeAtStep) -> Fact | None:
    """Return what happens in a step, None before the first."""
    node = tree.current
    if node is None:
        return None
    if tree.entering and tree.is_cut(node):
        return cut_of(run, tree, node)  # by what not moving on is worth
    if tree.entering:
        return entered_fact(run, tree, node)
    if tree.kind(node) is Kind.STOPPED:
        return Stopped(node, tree.trace.reason)
    parent = tree.parent(node)
    if parent < 0 or tree.trace.passes is Passes.ADD:
        return _returned(tree, node)
    return cut_of(run, tree, parent) if tree.is_cut(parent) else passed_up_of(run, tree, node)


def fact_of(run: Run, tree: TreeAtStep, node: int) -> Fact:
    """Return what is known of a visited node at a step."""
    earlier = tree.status(node) is State.EARLIER
    if not earlier and tree.is_cut(node):
        return cut_of(run, tree, node)
    if not earlier and tree.returned(node):
        if tree.kind(node) is Kind.STOPPED:
            return Stopped(node, "")
        return _returned(tree, node)
    is_leaf = tree.move_count(node) == 0
    if earlier or is_leaf:
        window = None
    else:
        window = window_fact_of(run, tree, node)
    return KnownSoFar(node, earlier, is_leaf, window)


def unvisited_fact(run: Run, tree: TreeAtStep, path: MovePath) -> Unvisited:
    """Return why a search has not come to the end of a path."""
    nodes = (tree.node_at(path[:length]) for length in range(len(path) - 1, -1, -1))
    above = next((node for node in nodes if node is not None), None)
    if above is None or not tree.is_cut(above):
        cut = None
    else:
        cut = cut_of(run, tree, above)
    return Unvisited(path, cut, above is not None and tree.returned(above))


def _returned(tree: TreeAtStep, node: int) -> Finished | Returned:
    """Return what a node has returned; of the root what the search has found."""
    found = returned_of(tree, node)
    if tree.parent(node) >= 0:
        return found
    return Finished(found, tree.at_end)


def entered_fact(run: Run, tree: TreeAtStep, node: int) -> Entered:
    """Return what is entered in a step."""
    parent = tree.parent(node)
    row = tree.visit(node)
    moves = tree.known_move_count(node)
    looks = tree.looks(node)
    is_second = looks > 1 and not question_of(tree, row)
    if is_second:
        before = question_of(tree, tree.visits_to(node)[-2])
    else:
        before = None
    is_sampled = tree.trace.passes is Passes.ADD and tree.visit_count(node) > 1 and parent >= 0
    if moves != 0:
        window = window_fact_of(run, tree, node)
    else:
        window = None
    compares = is_sampled or (parent >= 0 and run.has_priors)
    return Entered(
        node,
        parent,
        tree.ordinal(node),
        siblings=tree.known_move_count(parent) if parent >= 0 else None,
        again=looks > 1 or is_sampled,
        asks=new_question_of(tree, row),
        answered=before,
        before=None if before else earlier_look_of(tree, node),
        is_sampled=is_sampled,
        compared=upper_bounds(run, tree, parent) if compares else (),
        moves=moves,
        window=None if window is None or isinf(window.bound) or window.left < 2 else window,
    )


def earlier_look_of(tree: TreeAtStep, node: int) -> EarlierLook | None:
    """Return what the look before at a node was that is looked at again at once; None for a first look."""
    trace = tree.trace
    row = tree.visit(node)
    if not is_second_look(trace, row):
        return None
    earlier = tree.visits_to(node)[-2]
    windows = trace.window(earlier), trace.window(row)
    reduced, deeper = (trace.said.plans.get(look, {}) for look in (earlier, row))
    if "depth" in reduced and "depth" in deeper:
        by_depth = deeper["depth"] - reduced["depth"]
    else:
        by_depth = 0
    shallower = by_depth or reduced.get("reduced", 0) - deeper.get("reduced", 0)
    return EarlierLook(trace.value(earlier), bound_of(trace, earlier), *windows, max(0, shallower))
