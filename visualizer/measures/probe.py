"""The size of a tree too large to visit, estimated by Knuth's random walks, with a confidence interval.

Knuth, "Estimating the efficiency of backtrack programs", 1975. The walks vary widely and
with a long tail, so the interval is wide.
"""

from __future__ import annotations

import random
import statistics
import time
from dataclasses import dataclass
from math import inf, sqrt

from games import AnyPosition

WALKS = 400
HUGE = 1e15
"""From here on a number is written as a power of ten."""


@dataclass(frozen=True, slots=True)
class Guess:
    """An estimate of the nodes of a tree: the mean over the walks, and its 95 % confidence interval."""

    nodes: float
    low: float
    high: float


def probe(root: AnyPosition, depth: int, seed: int) -> Guess:
    """Estimate the nodes of a minimax tree; the same seed gives the same estimate."""
    dice = random.Random(seed)
    sizes = [walk(root, depth, dice) for _ in range(WALKS)]
    mean = statistics.fmean(sizes)
    margin = 1.96 * statistics.stdev(sizes) / sqrt(WALKS)
    return Guess(mean, max(1.0, mean - margin), mean + margin)


def walk(position: AnyPosition, depth: int, dice: random.Random, until: float = inf) -> float:
    """Return the estimate of one random walk: the sum over its plies of the product of the numbers of moves so far.

    Once that is beyond `HUGE`, the walk ends when the clock is past `until`.
    """
    size, breadth = 1.0, 1.0
    for _ in range(depth):
        if position.outcome() is not None or breadth > 1e300 or (size > HUGE and time.perf_counter() > until):
            break
        moves = position.moves()
        breadth *= len(moves)
        size += breadth
        position = position.play(moves[dice.randrange(len(moves))])
    return size
