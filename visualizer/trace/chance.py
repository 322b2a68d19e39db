"""What a chance node is worth as far as is known: a sum so far, and between which values it will be.

Nothing of this is recorded: probabilities are those of the position, values those that the children have returned.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import isinf
from typing import NamedTuple

from visualizer.look.numbers import Rounded, exact
from visualizer.trace.bounds import Bound, bound_of
from visualizer.trace.rows import Trace

MOST_KEPT = 8
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


def like(probability: Exact, value: float) -> Exact:
    """Return a value as the probability is written: exactly, if that is a fraction."""
    return exact(value) if isinstance(probability, Fraction) and not isinf(value) else value


def as_float(value: Exact) -> float:
    """Return a fraction as a floating-point number; one that is it already as it is."""
    return float(value) if isinstance(value, Fraction) else value


def shares(trace: Trace, row: int, children: Sequence[int]) -> list[Outcome]:
    """Return what children of a chance node that have returned bring, each by the row of its visit."""
    odds = trace.probabilities(trace.path(row))
    found = ((odds[trace.move(child)], child) for child in children)
    return [Outcome(p, like(p, trace.value(child)), bound_of(trace, child)) for p, child in found]


def expected(trace: Trace, row: int, children: Sequence[int]) -> Expected:
    """Return what is known of a chance node when some of its children, by the rows of their visits, have returned.

    Of a child of which only a bound is known no more than that is used, and `trace.limits`. Floating-point numbers are
    added in the order of the children.
    """
    return _with_rest(trace, row, [NO_OUTCOME, *_added(trace, row, NO_OUTCOME, children)][-1], len(children))


def expected_so_far(trace: Trace, row: int, children: Sequence[int]) -> Expected:
    """Return the same for the first children of a visit; what they add up to is kept for the next step."""
    if trace.revisits:
        return expected(trace, row, children)
    sums = trace.chance_sums.get(row)
    if sums is None:
        sums = [NO_OUTCOME]
        trace.chance_sums = {**dict([*trace.chance_sums.items()][1 - MOST_KEPT :]), row: sums}
    known = len(sums)
    if known <= len(children):
        more = _added(trace, row, sums[known - 1], children[known - 1 :])
        sums[known : known + len(more)] = more  # another thread may have put the same there meanwhile
    return _with_rest(trace, row, sums[len(children)], len(children))


def _added(trace: Trace, row: int, before: Expected, children: Sequence[int]) -> list[Expected]:
    """Return what a sum is with one child more, and one more; low and high are those of the children alone."""
    sums = list[Expected]()
    least, most = (like(trace.probabilities(trace.path(row))[0], limit) for limit in trace.limits)
    known, rest, low, high = before
    for probability, value, bound in shares(trace, row, children):
        known += probability * value
        low += probability * (least if bound is Bound.UPPER else value)
        high += probability * (most if bound is Bound.LOWER else value)
        rest -= probability
        sums.append(Expected(known, rest, low, high))
    return sums


def _with_rest(trace: Trace, row: int, found: Expected, count: int) -> Expected:
    """Return what a chance node is known to be by the sums of some children, and by what leaves can be worth."""
    odds = trace.probabilities(trace.path(row))
    least, most = (like(odds[0], limit) for limit in trace.limits)
    known, rest, low, high = found
    if count == len(odds):
        rest = 0
    else:
        low, high = low + least * rest, high + most * rest
    return Expected(*(each if isinstance(each, int | Fraction) else Rounded(each) for each in (known, rest, low, high)))


NO_OUTCOME = Expected(0, 1, 0, 0)
"""What is known of a chance node before any child has returned, but for what leaves can be worth."""
