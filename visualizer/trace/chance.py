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
    odds = trace.probabilities(trace.path(row))
    least, most = (like(odds[0], limit) for limit in trace.limits)
    known: Exact = 0
    low: Exact = 0
    high: Exact = 0
    rest: Exact = 1
    for probability, value, bound in shares(trace, row, children):
        known += probability * value
        low += probability * (least if bound is Bound.UPPER else value)
        high += probability * (most if bound is Bound.LOWER else value)
        rest -= probability
    if len(children) == len(odds):
        rest = 0
    else:
        low, high = low + least * rest, high + most * rest
    return Expected(*(each if isinstance(each, int | Fraction) else Rounded(each) for each in (known, rest, low, high)))
