"""Wilson's interval: how far a share that was measured may be from the true one."""

from math import sqrt

Z = 1.959964
"""Standard deviations that hold 95 of 100 cases."""


def wilson(share: float, count: float) -> tuple[float, float]:
    """Return the ends of the interval that holds the true share in about 95 of 100 cases, after independent trials.

    Wilson, "Probable inference, the law of succession, and statistical inference", 1927.

    >>> [round(end, 3) for end in wilson(0.8, 10)]
    [0.49, 0.943]
    """
    z = Z * Z / count
    middle, half = share + z / 2, Z * sqrt(share * (1 - share) / count + z / (4 * count))
    return max(0.0, (middle - half) / (1 + z)), min(1.0, (middle + half) / (1 + z))
