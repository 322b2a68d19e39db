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
from visualizer.trace.visits import last_looks


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

    A value inside the window is exact. A value outside is a bound, unless all children were visited
    and prove that it is exact.
    """
    # An engine's own note on its value counts more than the window.
    if row in trace.engine_notes.bounds:
        return Bound(trace.engine_notes.bounds[row])
    if trace.answered_rows:
        row = _storing_row(trace, row)
    bound = bound_by_window(trace, row)
    if bound is Bound.EXACT or not _has_all_children(trace, row):
        return bound
    value = trace.value(row)
    for at_least in (True, False):
        if not _children_prove(
            trace,
            row,
            value,
            at_least=at_least,
        ):
            return bound
    return Bound.EXACT


def _storing_row(trace: Trace, row: int) -> int:
    """Return the visit that stored a table's answer, as far as known; other visits themselves."""
    while (source := trace.source(row)) >= 0:
        row = source
    return row


def bound_by_window(trace: Trace, row: int) -> Bound:
    """Return how a visit's value bounds the true one, judged by its window or an engine's note.

    A value strictly inside the window is exact. A value at or below alpha is an upper bound, a
    value at or above beta a lower bound; but it is exact if it equals both ends, or if no leaf can
    have a more extreme value (`trace.limits`).
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
    is_at_both_ends = alpha == value == beta
    # A user's code may pass on a window whose ends are swapped.
    is_swapped = alpha > beta and not trace.tracks_windows
    if is_inside or is_at_both_ends or is_swapped:
        return Bound.EXACT
    # No leaf is worth less than `least` or more than `most`, so a bound there is exact.
    least, most = trace.limits
    if value <= alpha:
        return Bound.EXACT if value <= least else Bound.UPPER
    return Bound.EXACT if value >= most else Bound.LOWER


def _has_all_children(trace: Trace, row: int) -> bool:
    """Return whether a visit has visited all its children."""
    return trace.kind(row) is Kind.FULL


AndOrGoal = TypeVar("AndOrGoal")
AndOrAnswer = TypeVar("AndOrAnswer")


def search_and_or_tree(
    first: AndOrGoal,
    prove: Callable[[AndOrGoal], Generator[AndOrGoal, AndOrAnswer, AndOrAnswer]],
    known: Callable[[AndOrGoal], AndOrAnswer | None],
    keep: Callable[[AndOrGoal, AndOrAnswer], AndOrAnswer],
) -> AndOrAnswer:
    """Return the answer to a question (a goal) by searching the and-or tree below it.

    `prove(goal)` is a generator: it yields the goals on which its answer depends, is sent the
    answer to each, and returns its own answer. `keep(goal, answer)` stores an answer, and returns
    the answer to pass on. `known(goal)` returns an answer that needs no proof, else None.

    The stack is explicit, since a thousand plies are more than Python's recursion allows. `first`
    is the question.
    """
    answer: AndOrAnswer | None = None
    open_proofs = [(first, prove(first))]
    while open_proofs:
        goal, proof = open_proofs[-1]
        try:
            # A proof that has just begun is not waiting for an answer yet.
            subgoal = next(proof) if answer is None else proof.send(answer)
        except StopIteration as end:
            answer = keep(goal, end.value)
            open_proofs.pop()
            continue
        answer = known(subgoal)
        if answer is None:
            open_proofs.append((subgoal, prove(subgoal)))
    assert answer is not None
    return answer


def _is_as_good(value: float, bound: float, *, at_least: bool) -> bool:
    """Return whether a value is at least, else at most, a bound."""
    if at_least:
        return value >= bound
    return value <= bound


def _children_prove(trace: Trace, row: int, value: float, *, at_least: bool) -> bool:
    """Return whether a visit's children prove that its node is worth at least `value`.

    With `at_least` False, they must prove that it is worth at most `value`. If the player to move
    profits from the proof, one child that proves it is enough; otherwise all children must prove
    it. At a chance node, each child must prove its own value.
    """
    # Tables lead to the same visit again and again, so each answer is stored.
    settled: dict[tuple[int, float], bool] = {}

    def prove(goal: tuple[int, float]) -> Generator[tuple[int, float], bool, bool]:
        """Return whether a row's children prove a value.

        This generator yields a goal for each child, its row and a value, and is sent the answer.
        """
        row, value = goal
        is_chance = trace.is_chance(row)
        # One child decides the answer: where one proof is enough, a child that proves the value;
        # where all must prove it, a child that fails.
        deciding_answer = trace.maximizing(row) is at_least and not is_chance

        # Standing pat counts as one more child, whose value is exact.
        stand_pat_value = trace.stand_pat_values.get(row)
        if stand_pat_value is not None:
            proves = _is_as_good(stand_pat_value, value, at_least=at_least)
            if proves is deciding_answer:
                return deciding_answer

        for visit in last_looks(trace, row, len(trace)):
            child = _storing_row(trace, visit)
            needed_value = trace.value(child) if is_chance else value
            proves = yield child, needed_value
            if proves is deciding_answer:
                return deciding_answer
        return not deciding_answer

    def known(goal: tuple[int, float]) -> bool | None:
        if goal in settled:
            return settled[goal]
        return _window_proves(trace, *goal, at_least=at_least)

    return search_and_or_tree((row, value), prove, known, settled.setdefault)


def _window_proves(trace: Trace, row: int, value: float, *, at_least: bool) -> bool | None:
    """Return whether a visit's own value and window prove that it is worth at least `value`.

    With `at_least` False, at most `value`. None if only its children can tell.
    """
    bound = bound_by_window(trace, row)
    if not _is_as_good(trace.value(row), value, at_least=at_least):
        return False
    proving_bound = Bound.LOWER if at_least else Bound.UPPER
    if bound in (Bound.EXACT, proving_bound):
        return True
    if _has_all_children(trace, row):
        return None
    return False


# Passes that ask the same question: each narrows the bounds of the answer, as in MTD(f).


def narrowed_bound(trace: Trace, roots: Sequence[int]) -> tuple[Bound, float]:
    """Return what finished passes have found: a bound, and its value.

    `roots` are the rows at which the passes begin. The value is that of the last pass. It is exact
    if an earlier pass found the same value as the opposite bound: first "at most 3", for example,
    and then "at least 3".
    """
    last_root = roots[-1]
    indexed_roots, first_root_with = trace.derived(_known_passes)
    value = trace.value(last_root)
    bound = bound_of(trace, last_root)
    count = len(indexed_roots)
    new_roots = roots[count:]
    for root in new_roots:
        first_root_with.setdefault((trace.value(root), bound_of(trace, root)), root)
    # Assigned rather than appended: another thread may have added the same roots meanwhile.
    indexed_roots[count : count + len(new_roots)] = new_roots

    for earlier_bound in (NEGATED_BOUND.get(bound), Bound.EXACT):
        root = first_root_with.get((value, earlier_bound), last_root)
        if root < last_root:
            return Bound.EXACT, value
    return bound, value


KnownPasses = tuple[list[int], dict[tuple[float, Bound | None], int]]
"""The root rows of passes, and the first of these with each value and bound."""


def _known_passes(trace: Trace) -> KnownPasses:
    """Make the store of passes known so far, and of the first pass with each value and bound."""
    return [], {}


def proving_pass(trace: Trace, roots: Sequence[int]) -> int | None:
    """Return the root row of the last pass that found a good enough move, None if no pass did.

    `roots` are the rows at which the passes begin. A pass asks whether the player at the root
    reaches the far end of its window: beta for MAX, alpha for MIN. Only a pass with the answer
    "yes" knows a move for that player.
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
    """The state of a chance node: the sum so far, and the probability of the other children.

    The value of the node will be at least `low` and at most `high`.
    """

    known: Exact
    rest: Exact
    low: Exact
    high: Exact


def as_exact_as(probability: Exact, value: float) -> Exact:
    """Return a value as exact as a probability: a fraction if the probability is one."""
    if isinstance(probability, Fraction) and not isinf(value):
        return simplest_fraction(value)
    return value


def as_float(value: Exact) -> float:
    """Return a number as a float."""
    if isinstance(value, Fraction):
        return float(value)
    return value


def outcomes_of(trace: Trace, row: int, children: Sequence[int]) -> list[Outcome]:
    """Return the outcomes of a chance node for the given rows of returned children."""
    probabilities = trace.probabilities(trace.path(row))
    outcomes = []
    for child in children:
        probability = probabilities[trace.move(child)]
        value = as_exact_as(probability, trace.value(child))
        outcomes.append(Outcome(probability, value, bound_of(trace, child)))
    return outcomes


def expected_value(trace: Trace, row: int, children: Sequence[int]) -> Expected:
    """Return the state of a chance node after some children, given by row, have returned.

    If only a bound of a child is known, its range is open on the other side. There the range ends
    at `trace.limits`, the least or greatest value of a leaf. Floats are added in the order of the
    children.
    """
    sums = _running_sums(trace, row, NO_OUTCOME, children)
    last = sums[-1] if sums else NO_OUTCOME
    return _with_rest(trace, row, last, len(children))


def expected_so_far(trace: Trace, row: int, children: Sequence[int]) -> Expected:
    """Return `expected_value` for a visit's first children, from sums cached in the trace."""
    # Visiting a child again may change its value, and with it every later sum.
    if trace.revisits:
        return expected_value(trace, row, children)
    # At index n: the sum of the first n children.
    sums = trace.chance_sums.get(row)
    if sums is None:
        sums = [NO_OUTCOME]
        recent = [*trace.chance_sums.items()][1 - MAX_CHANCE_SUMS :]
        trace.chance_sums = {**dict(recent), row: sums}

    summed = len(sums) - 1
    if summed < len(children):
        more = _running_sums(trace, row, sums[summed], children[summed:])
        # Assigned rather than appended: another thread may have added the same sums meanwhile.
        sums[summed + 1 : summed + 1 + len(more)] = more
    return _with_rest(trace, row, sums[len(children)], len(children))


def _running_sums(
    trace: Trace, row: int, before: Expected, children: Sequence[int]
) -> list[Expected]:
    """Add some returned children to the sum `before`, one by one, and return the sum after each.

    In the sums, `low` and `high` leave out what missing children can add.
    """
    sums = list[Expected]()
    first_probability = trace.probabilities(trace.path(row))[0]
    least, most = (as_exact_as(first_probability, limit) for limit in trace.limits)
    known, rest, low, high = before
    for probability, value, bound in outcomes_of(trace, row, children):
        # A child that is worth at most (at least) its value is open on the other side.
        child_low = least if bound is Bound.UPPER else value
        child_high = most if bound is Bound.LOWER else value
        known += probability * value
        low += probability * child_low
        high += probability * child_high
        rest -= probability
        sums.append(Expected(known, rest, low, high))
    return sums


def _with_rest(trace: Trace, row: int, so_far: Expected, count: int) -> Expected:
    """Return the sum of the first `count` children, its range widened by what the others can add.

    Each missing child is worth between the least and the greatest value of a leaf.
    """
    probabilities = trace.probabilities(trace.path(row))
    least, most = (as_exact_as(probabilities[0], limit) for limit in trace.limits)
    known, rest, low, high = so_far
    # After the last child, nothing is missing: 0, not the rounding error of the sum.
    if count == len(probabilities):
        rest = 0
    else:
        low += least * rest
        high += most * rest
    return Expected(_rounded(known), _rounded(rest), _rounded(low), _rounded(high))


def _rounded(number: Exact) -> Exact:
    """Return a sum of floats as `Rounded`, an exact number as it is."""
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
        """Return α or β, as this side names an end of a window (`lower` from MAX's side)."""
        return "α" if lower != self.is_min else "β"

    def show_end(self, value: Exact, *, lower: bool) -> str:
        """Return a window's end with its value, such as `β = 2` (`lower` from MAX's side)."""
        return f"{self.end(lower=lower)} = {self.show(value)}"

    def beyond(self, *, lower: bool) -> str:
        """Return "above" or "below": the side of an end on which its window lies."""
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
        """Return a value as a node shows it: `3`, `≥3`, `≤3…` so far, `≈+0.30` for a mean.

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
            # The number stands between the two characters of `≤…` or `≥…`.
            sign = self.bound(bound).value
            return f"{sign[0]}{format_number(number)}{sign[1]}"
        return f"{self.bound(bound).value}{format_number(number)}"

    def value(self, value: float, bound: Bound = Bound.EXACT) -> "ValueInWords":
        """Return a value, from MAX's side, to be shown from this one."""
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
        """The number and its player, such as `−3 for MIN`; 0 is for nobody."""
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
