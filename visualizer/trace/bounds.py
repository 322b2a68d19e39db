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
    # What an engine says about its own value goes before what the window tells.
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
    """Return how a visit's window, or an engine's note, says that its value bounds the true one.

    A value equal to both ends is exact, and so is a bound that no leaf can pass (`trace.limits`).
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
    # A user's code may hand on a window whose ends are exchanged.
    is_crossed = alpha > beta and not trace.tracks_windows
    if alpha < value < beta or alpha == value == beta or is_crossed:
        return Bound.EXACT
    # No value lies beyond the limits of leaves, so a bound at a limit is exact.
    least, most = trace.limits
    if value <= alpha:
        return Bound.EXACT if value <= least else Bound.UPPER
    return Bound.EXACT if value >= most else Bound.LOWER


def _has_all_children(trace: Trace, row: int) -> bool:
    """Return whether a visit has visited all its children."""
    return trace.kind(row) is Kind.FULL


AndOrGoal = TypeVar("AndOrGoal")
AndOrAnswer = TypeVar("AndOrAnswer")


def searched_deep(
    first: AndOrGoal,
    prove: Callable[[AndOrGoal], Generator[AndOrGoal, AndOrAnswer, AndOrAnswer]],
    known: Callable[[AndOrGoal], AndOrAnswer | None],
    keep: Callable[[AndOrGoal, AndOrAnswer], AndOrAnswer],
) -> AndOrAnswer:
    """Return the answer to a question by searching the and-or tree below it.

    `prove` yields the questions on which an answer depends, is sent their answers, and returns its
    own. `keep` stores an answer and returns what to hand on. `known` returns an answer that needs
    no proof, else None.

    The stack is explicit, since a thousand plies are more than Python's recursion allows.
    """
    answer: AndOrAnswer | None = None
    waiting = [(first, prove(first))]
    while waiting:
        question, steps = waiting[-1]
        try:
            needed = next(steps) if answer is None else steps.send(answer)
        except StopIteration as end:
            answer = keep(question, end.value)
            waiting.pop()
            continue
        answer = known(needed)
        if answer is None:
            waiting.append((needed, prove(needed)))
    assert answer is not None
    return answer


def _is_as_good(value: float, bound: float, *, at_least: bool) -> bool:
    """Return whether a value is at least, else at most, a bound."""
    if at_least:
        return value >= bound
    return value <= bound


def _children_prove(trace: Trace, row: int, value: float, *, at_least: bool) -> bool:
    """Return whether a visit's children prove that its node is worth at least (else at most) this.

    One child is enough where the player to move wants to prove it, else all children must. At a
    chance node, each child must prove its own value. Results are kept, since tables lead to the
    same visit again and again.
    """
    settled: dict[tuple[int, float], bool] = {}

    def prove(question: tuple[int, float]) -> Generator[tuple[int, float], bool, bool]:
        row, value = question
        stand = trace.stand_pat_values.get(row)
        is_chance = trace.is_chance(row)
        one_is_enough = trace.maximizing(row) is at_least and not is_chance
        if stand is not None and _is_as_good(stand, value, at_least=at_least) is one_is_enough:
            return one_is_enough
        for visit in last_looks(trace, row, len(trace)):
            child = _storing_row(trace, visit)
            needed = trace.value(child) if is_chance else value
            proves = yield child, needed
            if proves is one_is_enough:
                return one_is_enough
        return not one_is_enough

    def known(question: tuple[int, float]) -> bool | None:
        if question in settled:
            return settled[question]
        return _window_proves(trace, *question, at_least=at_least)

    return searched_deep((row, value), prove, known, settled.setdefault)


def _window_proves(trace: Trace, row: int, value: float, *, at_least: bool) -> bool | None:
    """Return whether a visit's value and window prove a bound, None if its children decide."""
    bound = bound_by_window(trace, row)
    if not _is_as_good(trace.value(row), value, at_least=at_least):
        return False
    proving = Bound.LOWER if at_least else Bound.UPPER
    if bound in (Bound.EXACT, proving):
        return True
    if _has_all_children(trace, row):
        return None
    return False


# Passes that ask the same question: each narrows the bounds of the answer, as in MTD(f).


def narrowed_bound(trace: Trace, roots: Sequence[int]) -> tuple[Bound, float]:
    """Return the bound and the value that finished passes have found, given by their root rows.

    The value is the last pass's. It is exact if an earlier pass bounds it from the other side.
    """
    last = roots[-1]
    known, first = trace.derived(_known_passes)
    value = trace.value(last)
    bound = bound_of(trace, last)
    count = len(known)
    new = roots[len(known) :]
    for row in new:
        first.setdefault((trace.value(row), bound_of(trace, row)), row)
    # Another thread may have put the same there meanwhile.
    known[count : count + len(new)] = new

    for other in (NEGATED_BOUND.get(bound), Bound.EXACT):
        if first.get((value, other), last) < last:
            return Bound.EXACT, value
    return bound, value


KnownPasses = tuple[list[int], dict[tuple[float, Bound | None], int]]
"""The root rows of passes, and the first of these with each value and bound."""


def _known_passes(trace: Trace) -> KnownPasses:
    """Make the store of passes known so far, and of the first pass with each value and bound."""
    return [], {}


def proving_pass(trace: Trace, roots: Sequence[int]) -> int | None:
    """Return the last finished pass that found a move worth what the pass asked for, else None."""
    for row in reversed(roots):
        value = trace.value(row)
        if trace.maximizing(row):
            succeeds = value >= trace.beta(row)
        else:
            succeeds = value <= trace.alpha(row)
        if succeeds:
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
    """Return the outcomes of a chance node that have returned, given by their rows."""
    odds = trace.probabilities(trace.path(row))
    outcomes = []
    for child in children:
        probability = odds[trace.move(child)]
        value = as_exact_as(probability, trace.value(child))
        outcomes.append(Outcome(probability, value, bound_of(trace, child)))
    return outcomes


def expected_value(trace: Trace, row: int, children: Sequence[int]) -> Expected:
    """Return the state of a chance node after some children, given by row, have returned.

    If only a bound on a child is known, `trace.limits` bounds it on the other side. Floats are
    added in the order of the children.
    """
    sums = _running_sums(trace, row, NO_OUTCOME, children)
    last = sums[-1] if sums else NO_OUTCOME
    return _with_rest(trace, row, last, len(children))


def expected_so_far(trace: Trace, row: int, children: Sequence[int]) -> Expected:
    """Do as `expected_value` for a visit's first children, and keep the sums for the next step."""
    # A second look may change the value of a child, and with it every later sum.
    if trace.revisits:
        return expected_value(trace, row, children)
    sums = trace.chance_sums.get(row)
    if sums is None:
        sums = [NO_OUTCOME]
        recent = [*trace.chance_sums.items()][1 - MAX_CHANCE_SUMS :]
        trace.chance_sums = {**dict(recent), row: sums}
    known = len(sums)
    if known <= len(children):
        more = _running_sums(trace, row, sums[known - 1], children[known - 1 :])
        # Another thread may have put the same there meanwhile.
        sums[known : known + len(more)] = more
    return _with_rest(trace, row, sums[len(children)], len(children))


def _running_sums(
    trace: Trace, row: int, before: Expected, children: Sequence[int]
) -> list[Expected]:
    """Return the sum after each further child, without the range of the other children."""
    sums = list[Expected]()
    first_probability = trace.probabilities(trace.path(row))[0]
    least, most = (as_exact_as(first_probability, limit) for limit in trace.limits)
    known, rest, low, high = before
    for probability, value, bound in outcomes_of(trace, row, children):
        known += probability * value
        low += probability * (least if bound is Bound.UPPER else value)
        high += probability * (most if bound is Bound.LOWER else value)
        rest -= probability
        sums.append(Expected(known, rest, low, high))
    return sums


def _with_rest(trace: Trace, row: int, found: Expected, count: int) -> Expected:
    """Return the sum of `count` children with the least and the most that the others can add."""
    odds = trace.probabilities(trace.path(row))
    least, most = (as_exact_as(odds[0], limit) for limit in trace.limits)
    known, rest, low, high = found
    # With all children there, the rest is exactly 0, not the rounding error of the sum.
    if count == len(odds):
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
        number = 0 - value if self.is_min else value
        if bound is Bound.EXACT:
            return format_number(number)
        if bound is Bound.MEAN:
            return f"{bound.value}{format_mean(number)}"
        if bound is Bound.PROVEN:
            return f"{bound.value}{format_signed(number)}"
        if bound in SO_FAR_BOUNDS:
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
