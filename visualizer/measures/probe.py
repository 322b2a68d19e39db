"""How large a tree is that is too large to visit: Knuth's random walks, with an interval.

Knuth, "Estimating the efficiency of backtrack programs", 1975. The walks' spread is wide and lopsided, so the interval
is wide too; it says what is known.
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
    """About how many nodes a tree has: the mean over the walks, and where it lies in 95 of 100 cases."""

    nodes: float
    low: float
    high: float


def probe(root: AnyPosition, depth: int, seed: int) -> Guess:
    """Guess the nodes of a minimax tree; the same for the same seed."""
    dice = random.Random(seed)
    sizes = [walk(root, depth, dice) for _ in range(WALKS)]
    mean = statistics.fmean(sizes)
    margin = 1.96 * statistics.stdev(sizes) / sqrt(WALKS)
    return Guess(mean, max(1.0, mean - margin), mean + margin)


def walk(position: AnyPosition, depth: int, dice: random.Random, until: float = inf) -> float:
    """Return what one random walk says: the sum of the products of the numbers of moves met.

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
