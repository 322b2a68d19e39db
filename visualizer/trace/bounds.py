"""What a returned value says of its node's true value, and how it is said from the side it is told from.

Also what passes say together, and what a chance node can still be. Values are kept from MAX's side everywhere.
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
    """What is known of a node's true value, given the number that is shown."""

    EXACT = "="
    LOWER = "≥"
    UPPER = "≤"
    AT_MOST_SO_FAR = "≤…"
    """Every child tried so far is at most this, which MAX, to move, may still better: the node is not bounded yet."""
    AT_LEAST_SO_FAR = "≥…"
    """Every child tried so far is at least this, which MIN, to move, may still better."""
    SUM = "+…"
    """The sum of the outcomes of chance that have returned, each times its probability; others are missing."""
    MEAN = "≈"
    """The mean of samples: no bound at all."""
    PROVEN = "∎"
    """The value of the game, proved by a search that otherwise samples."""
    NONE = ""
    """Nothing is known yet."""


NEGATED_BOUND = {
    Bound.LOWER: Bound.UPPER,
    Bound.UPPER: Bound.LOWER,
    Bound.AT_MOST_SO_FAR: Bound.AT_LEAST_SO_FAR,
    Bound.AT_LEAST_SO_FAR: Bound.AT_MOST_SO_FAR,
}
"""A bound seen from the other side."""
SO_FAR_BOUNDS = (Bound.AT_MOST_SO_FAR, Bound.AT_LEAST_SO_FAR)
"""What is known of an open node whose children so far only bound it from the side that its next child may change."""


def bound_of(trace: Trace, row: int) -> Bound:
    """Return what the value of a visit says of the true value; the visit must have returned, and not been stopped.

    A value inside the window is exact. One outside is a bound, unless all children were visited and prove it exact.
    """
    if row in trace.said.bounds:
        return Bound(trace.said.bounds[row])
    if trace.answered:
        row = _storing_row(trace, row)
    bound = bound_by_window(trace, row)
    if bound is Bound.EXACT or not _has_seen_all(trace, row):
        return bound
    value = trace.value(row)
    proved = all(_children_prove(trace, row, value, at_least=side) for side in (True, False))
    return Bound.EXACT if proved else bound


def _storing_row(trace: Trace, row: int) -> int:
    """Return the visit that stored what a table answered, as far as it is known; any other visit itself."""
    while (source := trace.source(row)) >= 0:
        row = source
    return row


def bound_by_window(trace: Trace, row: int) -> Bound:
    """Return what a value says by its window alone, or what its visit says it is.

    Where both ends are equal to it, it is a bound on both sides.

    No value is beyond the least and the greatest that leaves can have: a bound that is one of these is exact.
    """
    if row in trace.said.bounds:
        return Bound(trace.said.bounds[row])
    if trace.kind(row) in READ_LEAF_KINDS:
        window = None
    else:
        window = trace.window(row)
    if window is None:
        return Bound.EXACT
    value = trace.value(row)
    alpha, beta = window
    if alpha < value < beta or alpha == value == beta or (alpha > beta and not trace.narrows):
        return Bound.EXACT
    least, most = trace.limits
    if value <= alpha:
        if value <= least:
            return Bound.EXACT
        return Bound.UPPER
    return Bound.EXACT if value >= most else Bound.LOWER


def _has_seen_all(trace: Trace, row: int) -> bool:
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
    """Return the answer to a question by searching the and-or tree below, with a stack of its own.

    A thousand plies are more than Python's. `prove` yields the questions on which an answer depends, is sent what they
    are answered, and returns its own, of which `keep` makes what is handed on; None is `known` of what is to be proved.
    """
    answer: AndOrAnswer | None = None
    waiting = [(first, prove(first))]
    while waiting:
        question, proof = waiting[-1]
        try:
            if answer is None:
                needed = next(proof)
            else:
                needed = proof.send(answer)
        except StopIteration as end:
            answer = keep(question, end.value)
            waiting.pop()
            continue
        answer = known(needed)
        if answer is None:
            waiting.append((needed, prove(needed)))
    assert answer is not None
    return answer


def _children_prove(trace: Trace, row: int, value: float, *, at_least: bool) -> bool:
    """Return whether the children of a visit prove that its node is worth at least (else at most) a value.

    One is enough where the player to move wants it, else all must. Where chance moves, each must prove its own value.
    What is known of a visit is kept: tables lead to the same visit again and again.
    """
    settled: dict[tuple[int, float], bool] = {}

    def prove(question: tuple[int, float]) -> Generator[tuple[int, float], bool, bool]:
        row, value = question
        stand = trace.stands.get(question[0])
        one_is_enough = trace.maximizing(row) is at_least and not trace.is_chance(row)
        if stand is not None and (stand >= value if at_least else stand <= value) is one_is_enough:
            return one_is_enough
        for look in last_looks(trace, row, len(trace)):
            child = _storing_row(trace, look)
            if (
                yield child, trace.value(child) if trace.is_chance(row) else value
            ) is one_is_enough:
                return one_is_enough
        return not one_is_enough

    def known(question: tuple[int, float]) -> bool | None:
        found = settled.get(question)
        if found is None:
            return _window_proves(trace, *question, at_least=at_least)
        return found

    return searched_deep((row, value), prove, known, settled.setdefault)


def _window_proves(trace: Trace, row: int, value: float, *, at_least: bool) -> bool | None:
    """Return whether a visit's own value and window prove that bound; None where that depends on its children."""
    returned = trace.value(row)
    bound = bound_by_window(trace, row)
    if not (returned >= value if at_least else returned <= value):
        return False
    if bound in (Bound.EXACT, Bound.LOWER if at_least else Bound.UPPER):
        return True
    if _has_seen_all(trace, row):
        return None
    return False


# Passes that ask the same question: each narrows the bounds of the answer, as in MTD(f).


def narrowed_bound(trace: Trace, roots: Sequence[int]) -> tuple[Bound, float]:
    """Return what finished passes, given by the rows of their roots, have found: the last one's value and its bound.

    It is exact if an earlier pass bounds it from the other side.
    """
    last = roots[-1]
    known, first = trace.derived(_known_passes)
    value = trace.value(last)
    bound = bound_of(trace, last)
    count = len(known)
    new = roots[len(known) :]
    for row in new:
        first.setdefault((trace.value(row), bound_of(trace, row)), row)
    known[count : count + len(new)] = new  # another thread may have put the same there meanwhile
    met = any(
        first.get((value, each), last) < last for each in (NEGATED_BOUND.get(bound), Bound.EXACT)
    )
    return Bound.EXACT if met else bound, value


def _known_passes(trace: Trace) -> tuple[list[int], dict[tuple[float, Bound | None], int]]:
    """Return what keeps the passes seen so far, and the first that has found a value, by that and what it says."""
    return [], {}


def proving_pass(trace: Trace, roots: Sequence[int]) -> int | None:
    """Return the last of some finished passes that found a move worth what it asked for, None if none did."""
    for row in reversed(roots):
        value = trace.value(row)
        if value >= trace.beta(row) if trace.maximizing(row) else value <= trace.alpha(row):
            return row
    return None


MAX_CHANCE_SUMS = 8
"""Chance nodes whose sums are kept with a trace; the oldest goes first."""
Exact = Fraction | float
"""An exact fraction in a written tree, a floating-point number in a game."""


class Outcome(NamedTuple):
    """What a child that has returned brings to a chance node: its probability times its value."""

    probability: Exact
    value: Exact
    bound: Bound


class Expected(NamedTuple):
    """What a chance node is known to be: `known` is the sum so far, `rest` the probability of the children to come.

    When they have returned, it will be at least `low` and at most `high`.
    """

    known: Exact
    rest: Exact
    low: Exact
    high: Exact


def as_exact_as(probability: Exact, value: float) -> Exact:
    """Return a value as the probability is written: exactly, if that is a fraction."""
    if isinstance(probability, Fraction) and not isinf(value):
        return simplest_fraction(value)
    return value


def as_float(value: Exact) -> float:
    """Return a fraction as a floating-point number; one that is it already as it is."""
    if isinstance(value, Fraction):
        return float(value)
    return value


def outcomes_of(trace: Trace, row: int, children: Sequence[int]) -> list[Outcome]:
    """Return what children of a chance node that have returned bring, each by the row of its visit."""
    odds = trace.probabilities(trace.path(row))
    found = ((odds[trace.move(child)], child) for child in children)
    return [
        Outcome(p, as_exact_as(p, trace.value(child)), bound_of(trace, child)) for p, child in found
    ]


def expected_value(trace: Trace, row: int, children: Sequence[int]) -> Expected:
    """Return what is known of a chance node when some of its children, by the rows of their visits, have returned.

    Of a child of which only a bound is known no more than that is used, and `trace.limits`. Floating-point numbers are
    added in the order of the children.
    """
    return _with_rest(
        trace,
        row,
        [NO_OUTCOME, *_running_sums(trace, row, NO_OUTCOME, children)][-1],
        len(children),
    )


def expected_so_far(trace: Trace, row: int, children: Sequence[int]) -> Expected:
    """Return the same for the first children of a visit; what they add up to is kept for the next step."""
    if trace.revisits:
        return expected_value(trace, row, children)
    sums = trace.chance_sums.get(row)
    if sums is None:
        sums = [NO_OUTCOME]
        trace.chance_sums = {**dict([*trace.chance_sums.items()][1 - MAX_CHANCE_SUMS :]), row: sums}
    known = len(sums)
    if known <= len(children):
        more = _running_sums(trace, row, sums[known - 1], children[known - 1 :])
        sums[known : known + len(more)] = (
            more  # another thread may have put the same there meanwhile
        )
    return _with_rest(trace, row, sums[len(children)], len(children))


def _running_sums(
    trace: Trace, row: int, before: Expected, children: Sequence[int]
) -> list[Expected]:
    """Return what a sum is with one child more, and one more; low and high are those of the children alone."""
    sums = list[Expected]()
    least, most = (
        as_exact_as(trace.probabilities(trace.path(row))[0], limit) for limit in trace.limits
    )
    known, rest, low, high = before
    for probability, value, bound in outcomes_of(trace, row, children):
        known += probability * value
        low += probability * (least if bound is Bound.UPPER else value)
        high += probability * (most if bound is Bound.LOWER else value)
        rest -= probability
        sums.append(Expected(known, rest, low, high))
    return sums


def _with_rest(trace: Trace, row: int, found: Expected, count: int) -> Expected:
    """Return what a chance node is known to be by the sums of some children, and by what leaves can be worth."""
    odds = trace.probabilities(trace.path(row))
    least, most = (as_exact_as(odds[0], limit) for limit in trace.limits)
    known, rest, low, high = found
    if count == len(odds):
        rest = 0
    else:
        low = low + least * rest
        high = high + most * rest
    return Expected(
        *(
            each if isinstance(each, int | Fraction) else Rounded(each)
            for each in (known, rest, low, high)
        )
    )


NO_OUTCOME = Expected(0, 1, 0, 0)
"""What is known of a chance node before any child has returned, but for what leaves can be worth."""


class RoundedTrace(Trace):
    """A trace whose values are sums of floating-point numbers, as in games with dice: shown as meant.

    Values and ends of windows are `Rounded`, which compare and add up as the numbers that were recorded.
    """

    __slots__ = ()

    def __getitem__(self, row: int) -> Row:
        """Return one visit; IndexError outside of 0 to n - 1."""
        found = super().__getitem__(row)
        value = Rounded(found.value)
        alpha = Rounded(found.alpha)
        beta = Rounded(found.beta)
        return found._replace(value=value, alpha=alpha, beta=beta)

    def value(self, row: int) -> float:
        """Return the value returned, as `Trace.value` does."""
        return Rounded(super().value(row))

    def alpha(self, row: int) -> float:
        """Return the window's lower end on entry, as `Trace.alpha` does."""
        return Rounded(super().alpha(row))

    def beta(self, row: int) -> float:
        """Return the window's upper end on entry, as `Trace.beta` does."""
        return Rounded(super().beta(row))


AnyNumber = TypeVar("AnyNumber", float, Exact)
SIGN_FOR_MIN = {"≤": "≥", "<": ">", "≥": "≤", ">": "<"}


class PointOfView(NamedTuple):
    """From whose side values are told: MAX's, or where `is_min` MIN's. What it is asked about is from MAX's side.

    >>> mover = PointOfView(is_min=True, player="MIN")
    >>> mover.of(3), mover.window(-2, 5), mover.end(lower=True), mover.sign("≤"), mover.value(3, Bound.LOWER).clause
    (-3, (-5, 2), 'β', '≥', 'at most −3 for MIN')
    """

    is_min: bool = False
    player: str = ""
    """Who is named with each value; "" where all values are MAX's, which goes without saying."""

    def of(self, value: AnyNumber) -> AnyNumber:
        """Return a value from this side."""
        return 0 - value if self.is_min else value

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
        """Return α or β: what an end of a window, `lower` from MAX's side, is from this side."""
        return "α" if lower != self.is_min else "β"

    def show_end(self, value: Exact, *, lower: bool) -> str:
        """Return an end of a window, `lower` from MAX's side, with its value: `β = 2`."""
        return f"{self.end(lower=lower)} = {self.show(value)}"

    def beyond(self, *, lower: bool) -> str:
        """Return on which side of an end, `lower` from MAX's side, the values inside the window are."""
        return "above" if lower != self.is_min else "below"

    @property
    def whose(self) -> str:
        """For whom a value is, ` for MIN`; "" where that goes without saying."""
        return f" for {self.player}" if self.player else ""

    def show(self, value: Exact) -> str:
        """Return a value from this side as people read it, without saying whose it is."""
        return format_number(self.of(value))

    def label(self, value: float, bound: Bound) -> str:
        """Return a value as a node shows it: `3`, `≥3`, `≤3…` so far, `≈+0.30` a mean.

        >>> FOR_MAX.label(1, Bound.PROVEN), FOR_MAX.label(0, Bound.PROVEN), FOR_MIN.label(3, Bound.UPPER)
        ('∎+1', '∎0', '≥−3')
        >>> FOR_MAX.label(3, Bound.AT_LEAST_SO_FAR), FOR_MIN.label(3, Bound.AT_LEAST_SO_FAR)
        ('≥3…', '≤−3…')
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

    def value(self, value: float, bound: Bound = Bound.EXACT) -> "SaidValue":
        """Return a value, from MAX's side, to be said from this one."""
        return SaidValue(value, bound, self)


FOR_MAX = PointOfView()
FOR_MIN = PointOfView(is_min=True)


class SaidValue(NamedTuple):
    """A value, what it says of the true one, and from whose side it is told; number and bound are from MAX's side."""

    value: float
    bound: Bound = Bound.EXACT
    view: PointOfView = FOR_MAX

    @property
    def named(self) -> str:
        """The number and whose it is, `−3 for MIN`: nobody's where it is 0."""
        return f"{self.view.show(self.value)}{self.view.whose if self.value else ''}"

    @property
    def clause(self) -> str:
        """The value in a sentence, `at most −3 for MIN`."""
        words = {Bound.UPPER: "at most ", Bound.LOWER: "at least "}.get(
            self.view.bound(self.bound), ""
        )
        return f"{words}{self.named}"

    @property
    def mean(self) -> str:
        """A mean, and whose it is: `+0.15 for O`."""
        return f"{format_mean(self.view.of(self.value))}{self.view.whose}"
