"""Student's interval: how far the mean of some measurements may be from the true one, by their own variance."""

from collections.abc import Sequence
from functools import cache
from math import atan2, cos, pi, sin, sqrt
from statistics import fmean, stdev

WIDEST = 13.0
"""More than the quantile of one degree of freedom, 12.706; more degrees have smaller ones."""
HALVINGS = 48


def student(values: Sequence[float]) -> tuple[float, float]:
    """Return the ends of the interval that holds the true mean in 95 of 100 cases; of at least two independent values.

    That is so of values from a normal distribution, and about so of others where they are many.
    "Student", "The probable error of a mean", 1908.

    >>> [round(end, 3) for end in student([0, 1, 1, 0.5])]
    [-0.137, 1.387]
    """
    middle = fmean(values)
    half = quantile(len(values) - 1) * stdev(values) / sqrt(len(values))
    return middle - half, middle + half


@cache
def quantile(freedom: int) -> float:
    """Return the t of n degrees of freedom, 1 or more, that lies above 97.5 of 100 cases.

    >>> round(quantile(1), 3), round(quantile(9), 3)
    (12.706, 2.262)
    """
    low, high = 0.0, WIDEST
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if probability(middle, freedom) < 0.95 else (low, middle)
    return high


def probability(t: float, freedom: int) -> float:
    """Return the probability that Student's t lies between -t and t.

    Abramowitz and Stegun, "Handbook of Mathematical Functions", 26.7.3 and 26.7.4.
    """
    angle, odd = atan2(t, sqrt(freedom)), freedom % 2
    term, total = cos(angle) if odd else 1.0, 0.0
    for factor in range(2 + odd, freedom + 1, 2):
        total += term
        term *= (factor - 1) / factor * cos(angle) ** 2
    return 2 / pi * (angle + sin(angle) * total) if odd else sin(angle) * total
