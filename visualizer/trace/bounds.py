"""How a value bounds its node's true value, and values from either player's point of view.

Also the bound that several passes give together, and the range in which a chance node's value will
be. All values are stored from MAX's side.
"""

from collections.abc import Callable, Generator, Sequence
from enum import Enum
from fractions import Fraction
from math import isinf
from typing import NamedTuple, TypeVar

from visualizer.look.numbers import (
    Rounded,
    format_mean,
    format_number,
    format_signed,
    simplest_fraction,
)
from visualizer.trace.rows import READ_LEAF_KINDS, Kind, Row, Trace
from visualizer.trace.visits import add_to_cache, last_child_visits


class Bound(Enum):
    """The relation between a shown number and a node's true value."""

    EXACT = "="
    LOWER = "≥"
    UPPER = "≤"
    AT_MOST_SO_FAR = "≤…"
    """All children so far are at most this; MAX, to move, may still do better."""
    AT_LEAST_SO_FAR = "≥…"
    """All children so far are at least this; MIN, to move, may still do better."""
    SUM = "+…"
    """A chance node's sum so far, of probability times value; some outcomes are missing."""
    MEAN = "≈"
    """The mean of samples, which is no bound."""
    PROVEN = "∎"
    """The value of the game, proved by a solver in a sampling search."""
    NONE = ""
    """No value is known yet."""


NEGATED_BOUND = {
    Bound.LOWER: Bound.UPPER,
    Bound.UPPER: Bound.LOWER,
    Bound.AT_MOST_SO_FAR: Bound.AT_LEAST_SO_FAR,
    Bound.AT_LEAST_SO_FAR: Bound.AT_MOST_SO_FAR,
}
"""Each bound as the other side sees it."""
SO_FAR_BOUNDS = (Bound.AT_MOST_SO_FAR, Bound.AT_LEAST_SO_FAR)
"""The bounds of an open node whose next child may still change its value."""


def bound_of(trace: Trace, row: int) -> Bound:
    """Return how a visit's value bounds the true value; the visit must have returned a value.

    A value inside the window is exact. A value outside the window is a bound, unless all children
    were visited and prove that the value is exact.
    """
    # If an engine has reported the bound, the window does not matter.
    if row in trace.engine_notes.bounds:
        return Bound(trace.engine_notes.bounds[row])
    if trace.answered_rows:
        row = _storing_row(trace, row)
    bound = bound_by_window(trace, row)
    if bound is Bound.EXACT or not _has_all_children(trace, row):
        return bound
    # A value is exact if the node is worth at least, and also at most, this value.
    is_lower_bound = _children_prove(trace, row, Bound.LOWER)
    if is_lower_bound and _children_prove(trace, row, Bound.UPPER):
        return Bound.EXACT
    return bound


def _storing_row(trace: Trace, row: int) -> int:
    """Return the visit that stored a table's answer, or `row` itself if no table answered.

    If the stored value was a table's answer, too, follow it to the visit that was searched.
    """
    while (source := trace.source(row)) >= 0:
        row = source
    return row


def bound_by_window(trace: Trace, row: int) -> Bound:
    """Return how a visit's value bounds the true value, judged without the visit's children.

    If an engine has reported the bound, return this bound. Otherwise a value inside the window is
    exact, a value at or below alpha is an upper bound, and a value at or above beta a lower bound.
    """
    if row in trace.engine_notes.bounds:
        return Bound(trace.engine_notes.bounds[row])
    if trace.kind(row) in READ_LEAF_KINDS:
        return Bound.EXACT
    window = trace.window(row)
    if window is None:
        return Bound.EXACT
    value = trace.value(row)
    alpha, beta = window
    is_inside = alpha < value < beta
    # Here both ends bound the value, from above and from below.
    is_at_both_ends = alpha == value == beta
    # A user's code may pass on a window whose ends are swapped.
    is_swapped = alpha > beta and not trace.tracks_windows
    if is_inside or is_at_both_ends or is_swapped:
        return Bound.EXACT
    # "At most the lowest value that a leaf can have" means exactly this value.
    lowest, highest = trace.limits
    if value <= alpha:
        return Bound.EXACT if value <= lowest else Bound.UPPER
    return Bound.EXACT if value >= highest else Bound.LOWER


def _has_all_children(trace: Trace, row: int) -> bool:
    """Return whether a visit has visited all its children."""
    return trace.kind(row) is Kind.FULL


AndOrGoal = TypeVar("AndOrGoal")
AndOrAnswer = TypeVar("AndOrAnswer")


def search_and_or_tree(
    root_goal: AndOrGoal,
    prove: Callable[[AndOrGoal], Generator[AndOrGoal, AndOrAnswer, AndOrAnswer]],
    known_answer: Callable[[AndOrGoal], AndOrAnswer | None],
    store: Callable[[AndOrGoal, AndOrAnswer], AndOrAnswer],
) -> AndOrAnswer:
    """Return the answer to `root_goal`, a question, by searching the and-or tree below it.

    `prove(goal)` is a generator. It yields the goals on which its answer depends, is sent the
    answer to each, and returns its own answer. `store(goal, answer)` stores this answer, and
    returns the answer to use. `known_answer(goal)` returns an answer that needs no proof, or None.

    The stack is explicit, since a tree of a thousand plies is too deep for Python's recursion.
    """
    answer: AndOrAnswer | None = None
    open_proofs = [(root_goal, prove(root_goal))]
    while open_proofs:
        goal, proof = open_proofs[-1]
        try:
            # Without an answer, the proof has just begun.
            subgoal = next(proof) if answer is None else proof.send(answer)
        except StopIteration as end:
            answer = store(goal, end.value)
            open_proofs.pop()
            continue
        answer = known_answer(subgoal)
        if answer is None:
            open_proofs.append((subgoal, prove(subgoal)))
    assert answer is not None
    return answer


def _satisfies(number: float, bound: Bound, limit: float) -> bool:
    """Return whether a number is at least (LOWER) or at most (UPPER) a limit."""
    if bound is Bound.LOWER:
        return number >= limit
    return number <= limit


def _children_prove(trace: Trace, row: int, bound: Bound) -> bool:
    """Return whether a visit's children prove that its value is a lower or upper bound.

    For the lower bound "at least 3", one child worth at least 3 is enough at a MAX node, and all
    children are needed at a MIN node. At a chance node, each child must be worth at least the value
    that it returned. Upper bounds mirror this.
    """
    # Tables lead to the same visit again and again, so each answer is stored.
    answers: dict[tuple[int, float], bool] = {}

    def prove(goal: tuple[int, float]) -> Generator[tuple[int, float], bool, bool]:
        """Return whether a row's children prove the bound; `goal` is the row and the limit.

        This generator yields a goal for each child, and is sent whether the child proves it.
        """
        row, limit = goal
        is_chance = trace.is_chance(row)
        # One child of a MAX node can prove a lower bound, one child of a MIN node an upper bound.
        mover_bound = Bound.LOWER if trace.maximizing(row) else Bound.UPPER
        one_child_is_enough = bound is mover_bound and not is_chance

        # Standing pat counts as one more child, whose value is exact.
        stand_pat_value = trace.stand_pat_values.get(row)
        if stand_pat_value is not None:
            proves = _satisfies(stand_pat_value, bound, limit)
            # The first success decides if one child is enough, else the first failure.
            if proves == one_child_is_enough:
                return proves

        for visit in last_child_visits(trace, row, len(trace)):
            child = _storing_row(trace, visit)
            child_limit = trace.value(child) if is_chance else limit
            proves = yield child, child_limit
            if proves == one_child_is_enough:
                return proves
        return not one_child_is_enough

    def known_answer(goal: tuple[int, float]) -> bool | None:
        if goal in answers:
            return answers[goal]
        return _window_proves(trace, *goal, bound)

    root_goal = (row, trace.value(row))
    return search_and_or_tree(root_goal, prove, known_answer, answers.setdefault)


def _window_proves(trace: Trace, row: int, limit: float, bound: Bound) -> bool | None:
    """Return whether a visit's window proves that its node is worth at least or at most `limit`.

    `bound` is LOWER for "at least", UPPER for "at most". None if the visit's children decide.
    """
    if not _satisfies(trace.value(row), bound, limit):
        return False
    if bound_by_window(trace, row) in (Bound.EXACT, bound):
        return True
    # The children can prove something only if all of them were visited.
    if _has_all_children(trace, row):
        return None
    return False


# Passes that ask the same question: each narrows the bounds of the answer, as in MTD(f).


def narrowed_bound(trace: Trace, roots: Sequence[int]) -> tuple[Bound, float]:
    """Return a bound and a value: the value of the last pass, bounded by all finished passes.

    If the last pass found "at most 3", for example, and an earlier pass "at least 3", the value 3
    is exact. `roots` are the rows at which the passes begin.
    """
    last_root = roots[-1]
    seen_roots, first_root_by_result = trace.derived(_make_seen_passes)
    value = trace.value(last_root)
    bound = bound_of(trace, last_root)
    # Add only the roots that earlier calls have not added.
    for root in roots[len(seen_roots) :]:
        first_root_by_result.setdefault((trace.value(root), bound_of(trace, root)), root)
    # Assigned rather than appended: another thread may have added the same roots meanwhile.
    seen_roots[: len(roots)] = roots

    # The value is exact if an earlier pass found the opposite bound, or the exact value.
    for earlier_bound in (NEGATED_BOUND.get(bound), Bound.EXACT):
        root = first_root_by_result.get((value, earlier_bound), last_root)
        if root < last_root:
            return Bound.EXACT, value
    return bound, value


SeenPasses = tuple[list[int], dict[tuple[float, Bound | None], int]]
"""The root rows of passes, and by result (value and bound) the first root row with this result."""


def _make_seen_passes(trace: Trace) -> SeenPasses:
    """Make an empty store of passes, which `narrowed_bound` fills."""
    return [], {}


def proving_pass(trace: Trace, roots: Sequence[int]) -> int | None:
    """Return the root row of the last pass that has found a good move, None if no pass has.

    `roots` are the rows at which the passes begin. A move is good if it reaches the far end of the
    pass's narrow window: beta for MAX, alpha for MIN. A pass without a good move cannot tell which
    move is best.
    """
    for row in reversed(roots):
        value = trace.value(row)
        if trace.maximizing(row):
            is_reached = value >= trace.beta(row)
        else:
            is_reached = value <= trace.alpha(row)
        if is_reached:
            return row
    return None


MAX_CHANCE_SUMS = 8
"""The most chance nodes whose sums are cached; the oldest is dropped first."""
Exact = Fraction | float
"""A fraction in a written tree, a floating-point number in a game."""


class Outcome(NamedTuple):
    """A returned child of a chance node, which adds its probability times its value."""

    probability: Exact
    value: Exact
    bound: Bound


class Expected(NamedTuple):
    """The value of a chance node as far as known, after some children have returned.

    `known` is the sum over these children, and `rest` the total probability of all other children.
    The value of the node will be at least `low` and at most `high`.
    """

    known: Exact
    rest: Exact
    low: Exact
    high: Exact


def as_exact_as(probability: Exact, value: float) -> Exact:
    """Return a value as a fraction if a probability is a fraction, else unchanged."""
    if isinstance(probability, Fraction) and not isinf(value):
        return simplest_fraction(value)
    return value


def as_float(value: Exact) -> float:
    """Return a number as a float."""
    if isinstance(value, Fraction):
        return float(value)
    return value


def outcomes_of(trace: Trace, row: int, children: Sequence[int]) -> list[Outcome]:
    """Return the outcomes of a chance node; `children` are the rows that have returned to it."""
    probabilities = trace.probabilities(trace.path(row))
    outcomes = []
    for child in children:
        probability = probabilities[trace.move(child)]
        value = as_exact_as(probability, trace.value(child))
        outcomes.append(Outcome(probability, value, bound_of(trace, child)))
    return outcomes


def expected_value(trace: Trace, row: int, children: Sequence[int]) -> Expected:
    """Return the value of a chance node as far as known, after some children have returned.

    `children` are the rows of these children, in the order in which floats are added. A child
    without an exact value may be worth as little as the lowest leaf, or as much as the highest
    (`trace.limits`).
    """
    sums = _sums_after_each(trace, row, NO_OUTCOME, children)
    last = sums[-1] if sums else NO_OUTCOME
    return _with_missing_children(trace, row, last, len(children))


def cached_expected_value(trace: Trace, row: int, children: Sequence[int]) -> Expected:
    """Return the value of a chance node as far as known, like `expected_value`.

    This is faster, since the trace caches the sums of the children.
    """
    # A child that is visited again may change its value, and so every later sum.
    if trace.revisits:
        return expected_value(trace, row, children)
    # At index n: the sum of the first n children.
    sums = trace.chance_sums.get(row)
    if sums is None:
        sums = [NO_OUTCOME]
        trace.chance_sums = add_to_cache(trace.chance_sums, row, sums, MAX_CHANCE_SUMS)

    count = len(sums) - 1
    if count < len(children):
        new_sums = _sums_after_each(trace, row, sums[count], children[count:])
        # Assigned rather than appended: another thread may have added the same sums meanwhile.
        sums[count + 1 : count + 1 + len(new_sums)] = new_sums
    return _with_missing_children(trace, row, sums[len(children)], len(children))


def _sums_after_each(
    trace: Trace, row: int, start: Expected, children: Sequence[int]
) -> list[Expected]:
    """Return the running sums at a chance node, one after each of the returned `children`.

    `start` is the sum before the first of these children. In all sums, `low` and `high` are only
    about returned children: missing children are added later.
    """
    sums = list[Expected]()
    first_probability = trace.probabilities(trace.path(row))[0]
    lowest, highest = (as_exact_as(first_probability, limit) for limit in trace.limits)
    known, rest, low, high = start
    for probability, value, bound in outcomes_of(trace, row, children):
        # A child that is worth at most its value may be worth as little as the lowest leaf.
        child_low = lowest if bound is Bound.UPPER else value
        child_high = highest if bound is Bound.LOWER else value
        known += probability * value
        low += probability * child_low
        high += probability * child_high
        rest -= probability
        sums.append(Expected(known, rest, low, high))
    return sums


def _with_missing_children(trace: Trace, row: int, returned_sum: Expected, count: int) -> Expected:
    """Return the value of a chance node: `returned_sum` plus the range of its missing children.

    `count` children have returned. Each missing child is worth at least as much as the lowest leaf,
    and at most as much as the highest.
    """
    probabilities = trace.probabilities(trace.path(row))
    lowest, highest = (as_exact_as(probabilities[0], limit) for limit in trace.limits)
    known, rest, low, high = returned_sum
    # If no child is missing, the rest is only a rounding error.
    if count == len(probabilities):
        rest = 0
    else:
        low += lowest * rest
        high += highest * rest
    return Expected(_rounded(known), _rounded(rest), _rounded(low), _rounded(high))


def _rounded(number: Exact) -> Exact:
    """Return a sum of floats as `Rounded`; an exact number is returned unchanged."""
    if isinstance(number, int | Fraction):
        return number
    return Rounded(number)


NO_OUTCOME = Expected(0, 1, 0, 0)
"""The sum at a chance node before any child has returned."""


class RoundedTrace(Trace):
    """A trace whose values are sums of floats, as in games with dice.

    Values and window ends are `Rounded`: they are shown without rounding errors, but compare and
    add as recorded.
    """

    __slots__ = ()

    def __getitem__(self, row: int) -> Row:
        """Return one visit; IndexError outside 0 to n - 1."""
        found = super().__getitem__(row)
        value = Rounded(found.value)
        alpha = Rounded(found.alpha)
        beta = Rounded(found.beta)
        return found._replace(value=value, alpha=alpha, beta=beta)

    def value(self, row: int) -> float:
        """Return the value returned, like `Trace.value`."""
        return Rounded(super().value(row))

    def alpha(self, row: int) -> float:
        """Return the window's lower end on entry, like `Trace.alpha`."""
        return Rounded(super().alpha(row))

    def beta(self, row: int) -> float:
        """Return the window's upper end on entry, like `Trace.beta`."""
        return Rounded(super().beta(row))


AnyNumber = TypeVar("AnyNumber", float, Exact)
SIGN_FOR_MIN = {
    "≤": "≥",
    "<": ">",
    "≥": "≤",
    ">": "<",
}


class PointOfView(NamedTuple):
    """The side from which values are shown: MAX's, or MIN's if `is_min`. Arguments are from MAX's.

    >>> mover = PointOfView(is_min=True, player="MIN")
    >>> mover.of(3), mover.window(-2, 5), mover.end(lower=True), mover.sign("≤")
    (-3, (-5, 2), 'β', '≥')
    >>> mover.value(3, Bound.LOWER).clause
    'at most −3 for MIN'
    """

    is_min: bool = False
    player: str = ""
    """The player named with each value; "" where all values are MAX's and need no name."""

    def of(self, value: AnyNumber) -> AnyNumber:
        """Return a value from this side."""
        # Not -value, which would turn 0.0 into -0.0.
        if self.is_min:
            return 0 - value
        return value

    def window(self, low: AnyNumber, high: AnyNumber) -> tuple[AnyNumber, AnyNumber]:
        """Return both ends of a window from this side, the lower one first."""
        if self.is_min:
            return (0 - high, 0 - low)
        return (low, high)

    def bound(self, bound: Bound) -> Bound:
        """Return a bound from this side."""
        if self.is_min:
            return NEGATED_BOUND.get(bound, bound)
        return bound

    def sign(self, sign: str) -> str:
        """Return the sign between two values from this side."""
        if self.is_min:
            return SIGN_FOR_MIN[sign]
        return sign

    def end(self, *, lower: bool) -> str:
        """Return this side's name of an end of a window, α or β; `lower` is as MAX sees it."""
        return "α" if lower != self.is_min else "β"

    def show_end(self, value: Exact, *, lower: bool) -> str:
        """Return an end of a window with its value, such as `β = 2`; `lower` is as MAX sees it."""
        return f"{self.end(lower=lower)} = {self.show(value)}"

    def beyond(self, *, lower: bool) -> str:
        """Return "above" or "below": on which side of one of its ends a window lies."""
        return "above" if lower != self.is_min else "below"

    @property
    def for_player(self) -> str:
        """The player that a value is for, such as ` for MIN`; "" if values need no name."""
        if not self.player:
            return ""
        return f" for {self.player}"

    def show(self, value: Exact) -> str:
        """Return a value from this side as people read it, without the player."""
        return format_number(self.of(value))

    def label(self, value: float, bound: Bound) -> str:
        """Return a value as a node shows it: `3`, `≥3`, `≤3…` (so far), or `≈+0.30` (a mean).

        >>> FOR_MAX.label(1, Bound.PROVEN), FOR_MAX.label(0, Bound.PROVEN)
        ('∎+1', '∎0')
        >>> FOR_MIN.label(3, Bound.UPPER), FOR_MIN.label(3, Bound.AT_LEAST_SO_FAR)
        ('≥−3', '≤−3…')
        """
        number = self.of(value)
        if bound is Bound.EXACT:
            return format_number(number)
        if bound is Bound.MEAN:
            return f"{bound.value}{format_mean(number)}"
        if bound is Bound.PROVEN:
            return f"{bound.value}{format_signed(number)}"
        if bound in SO_FAR_BOUNDS:
            # The number is written between the two characters of `≤…` or `≥…`.
            sign = self.bound(bound).value
            return f"{sign[0]}{format_number(number)}{sign[1]}"
        return f"{self.bound(bound).value}{format_number(number)}"

    def value(self, value: float, bound: Bound = Bound.EXACT) -> "ValueInWords":
        """Return a value, given from MAX's side, to be shown from this side."""
        return ValueInWords(value, bound, self)


FOR_MAX = PointOfView()
FOR_MIN = PointOfView(is_min=True)


class ValueInWords(NamedTuple):
    """A value with its bound, both from MAX's side, and the side from which to show them."""

    value: float
    bound: Bound = Bound.EXACT
    view: PointOfView = FOR_MAX

    @property
    def named(self) -> str:
        """The number and its player, such as `−3 for MIN`; a 0 has no player."""
        number = self.view.show(self.value)
        if not self.value:
            return number
        return f"{number}{self.view.for_player}"

    @property
    def clause(self) -> str:
        """The value in a sentence, such as `at most −3 for MIN`."""
        words = {Bound.UPPER: "at most ", Bound.LOWER: "at least "}
        bound = self.view.bound(self.bound)
        return f"{words.get(bound, '')}{self.named}"

    @property
    def mean(self) -> str:
        """A mean and its player, such as `+0.15 for O`."""
        return f"{format_mean(self.view.of(self.value))}{self.view.for_player}"
