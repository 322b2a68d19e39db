"""Statistics of measurements: intervals of shares and means, and the sign test."""

from collections.abc import Sequence
from functools import cache
from math import atan2, comb, cos, pi, sin, sqrt
from statistics import fmean, stdev, variance

NORMAL_QUANTILE = 1.959964
"""How many standard deviations to either side of the mean hold 95 % of cases."""
LARGEST_T_QUANTILE = 13.0
"""An upper limit: the largest quantile is 12.706, for one degree of freedom."""
QUANTILE_HALVINGS = 48
"""How often the range of quantiles is halved; after that, a float does not change any more."""
NEGLIGIBLE_BITS = 60
"""A term that is this many binary digits smaller than the sum no longer changes it."""


def wilson_interval(share: float, count: float) -> tuple[float, float]:
    """Return the 95 % confidence interval of a share after independent trials.

    Wilson, "Probable inference, the law of succession, and statistical inference", 1927.

    >>> [round(end, 3) for end in wilson_interval(0.8, 10)]
    [0.49, 0.943]
    """
    # In Wilson's formula, this is z²/n.
    correction = NORMAL_QUANTILE * NORMAL_QUANTILE / count
    middle = share + correction / 2
    deviation = sqrt(share * (1 - share) / count + correction / (4 * count))
    half_width = NORMAL_QUANTILE * deviation
    low = (middle - half_width) / (1 + correction)
    high = (middle + half_width) / (1 + correction)
    return max(0.0, low), min(1.0, high)


def clustered_interval(shares: Sequence[float]) -> tuple[float, float]:
    """Return a 95 % confidence interval of a mean share, given the share of each cluster of trials.

    Trials of one cluster, such as several seeds of one position, are not independent. So Wilson's
    interval is computed for fewer trials: the number of independent trials whose mean would vary as
    much. With few clusters, Student's t makes the interval wider. If all shares are equal, each
    cluster counts as one trial.

    After Korn and Graubard, "Confidence intervals for proportions with small expected number of
    positive counts estimated from survey data", 1998.

    >>> [round(end, 3) for end in clustered_interval([1, 0.5, 0.75, 1])]
    [0.348, 0.972]
    >>> [round(end, 3) for end in clustered_interval([1] * 10)]
    [0.722, 1.0]
    """
    share = fmean(shares)
    count = len(shares)
    if len(set(shares)) == 1:
        return wilson_interval(share, count)
    independent = share * (1 - share) * count / variance(shares)
    widening = NORMAL_QUANTILE / t_quantile(count - 1)
    return wilson_interval(share, independent * widening**2)


def student_interval(values: Sequence[float]) -> tuple[float, float]:
    """Return the 95 % confidence interval of a mean, from at least two independent values.

    The interval is exact if the values have a normal distribution. For other distributions it is
    approximate, and needs many values. "Student", "The probable error of a mean", 1908.

    >>> [round(end, 3) for end in student_interval([0, 1, 1, 0.5])]
    [-0.137, 1.387]
    """
    middle = fmean(values)
    standard_error = stdev(values) / sqrt(len(values))
    half = t_quantile(len(values) - 1) * standard_error
    return middle - half, middle + half


@cache
def t_quantile(degrees: int) -> float:
    """Return the 97.5 % quantile of Student's t distribution.

    `degrees` is the number of degrees of freedom, at least 1.

    >>> round(t_quantile(1), 3), round(t_quantile(9), 3)
    (12.706, 2.262)
    """
    low = 0.0
    high = LARGEST_T_QUANTILE
    # 2.5 % lie above the quantile, and 2.5 % below its negative, so 95 % lie between the two.
    for _ in range(QUANTILE_HALVINGS):
        middle = (low + high) / 2
        if t_probability(middle, degrees) < 0.95:
            low = middle
        else:
            high = middle
    return high


def t_probability(t: float, degrees: int) -> float:
    """Return the probability that Student's t lies between -t and t.

    `degrees` is the number of degrees of freedom. Abramowitz and Stegun, "Handbook of Mathematical
    Functions", 26.7.3 and 26.7.4.
    """
    angle = atan2(t, sqrt(degrees))
    # Odd degrees of freedom have the series 26.7.3 with factors 2/3, 4/5, …; even ones have 26.7.4
    # with factors 1/2, 3/4, ….
    is_odd = degrees % 2 == 1
    term = 1.0
    first_factor = 2
    if is_odd:
        term = cos(angle)
        first_factor = 3
    total = 0.0
    for factor in range(first_factor, degrees + 1, 2):
        total += term
        term *= (factor - 1) / factor * cos(angle) ** 2
    if is_odd:
        return 2 / pi * (angle + sin(angle) * total)
    return sin(angle) * total


def sign_test(won: int, lost: int) -> float:
    """Return the probability that tosses of a fair coin are at least as uneven as `won` to `lost`.

    A small probability says that luck alone hardly explains the difference. Without tosses, it is
    1.

    Arbuthnott, "An argument for divine providence", 1710.

    >>> sign_test(5, 0), sign_test(0, 6), sign_test(8, 1), sign_test(3, 3)
    (0.0625, 0.03125, 0.0390625, 1.0)
    """
    tosses = won + lost
    fewer = min(won, lost)
    term = comb(tosses, fewer)
    total = term
    # Add the smaller binomial coefficients, each computed from the previous one. They fall ever
    # faster, so stop when they do not matter any more.
    for count in range(fewer, 0, -1):
        term = term * count // (tosses - count + 1)
        total += term
        if term < total >> NEGLIGIBLE_BITS:
            break
    return min(1.0, 2 * total / (1 << tosses))
