"""The interval of a share whose trials come in clusters: several seeds of one position are alike, not independent."""

from collections.abc import Sequence
from statistics import fmean, variance

from visualizer.measures.student import quantile
from visualizer.measures.wilson import Z, wilson


def clustered(shares: Sequence[float]) -> tuple[float, float]:
    """Return the ends of an interval that holds the true mean of such shares, one a cluster, in about 95 of 100 cases.

    Wilson's, for as many independent trials as would vary as the clusters do, wider by Student's t for few clusters:
    after Korn and Graubard, "Confidence intervals for proportions with small expected number of positive counts
    estimated from survey data", 1998. Where all shares are alike, which tells nothing of how they vary, each cluster is
    one trial. Clusters of a rare kind that none of these is of are not foreseen.

    >>> [round(end, 3) for end in clustered([1, 0.5, 0.75, 1])], [round(end, 3) for end in clustered([1] * 10)]
    ([0.348, 0.972], [0.722, 1.0])
    """
    share, count = fmean(shares), len(shares)
    if len({*shares}) == 1:
        return wilson(share, count)
    independent = share * (1 - share) * count / variance(shares)
    return wilson(share, independent * (Z / quantile(count - 1)) ** 2)
