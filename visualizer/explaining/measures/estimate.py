"""How large a search is: estimated from a part of it and from random walks, or counted (perft)."""

import random
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from math import inf, log10, sqrt
from typing import Any, NamedTuple

from games import AnyPosition
from visualizer.explaining.measures.style_words import style_words
from visualizer.explaining.measures.summary import visit_counts
from visualizer.searching.run import Run
from visualizer.trace.tree_at_step import TreeAtStep


def perft(
    position: AnyPosition,
    depth: int,
    *,
    count_ended: bool = False,
    moves: Callable[[Any], Sequence[Any]] | None = None,
) -> int:
    """Count the ways to play exactly `depth` plies (perft); `moves` may replace the rules' list.

    A game that is over before that counts 0, or 1 with `count_ended`; to play no ply there is 1
    way. What is reached by two ways counts twice. The moves of the last ply are counted and not
    played.
    """
    ended = int(count_ended)

    def count(position: AnyPosition, depth: int) -> int:
        if moves is None:
            listed = position.moves()
        else:
            listed = moves(position)
        if not listed:  # only when the game is over
            return ended
        if depth == 1:
            return len(listed)
        leaves = 0
        for move in listed:
            leaves += count(position.play(move), depth - 1)
        return leaves

    sys.setrecursionlimit(max(sys.getrecursionlimit(), 20_000))
    if depth:
        return count(position, depth)
    return 1


PROBE_WALKS = 400
HUGE_NUMBER = 1e15
"""From here on a number is written as a power of ten."""


class SizeEstimate(NamedTuple):
    """The nodes and seconds a search needs; exact if it has ended, `bounded` if a lower bound.

    `whole` is about how many nodes there are for a search that leaves nothing out; `limit` is where
    the search stops.
    """

    nodes: float
    seconds: float
    exact: bool
    bounded: bool
    whole: float
    limit: int

    def words(self) -> str:
        """Return the estimate in words.

        >>> SizeEstimate(15234, 0.4, False, False, 77000, 2_000_000).words()
        'about 15,000 nodes, under a second'
        """
        if self.nodes >= self.limit and not self.exact:
            return f"more than {self.limit:,} nodes, where it will stop"
        took = duration(self.seconds)
        if self.exact:
            return f"{self.nodes:,.0f} {'node' if self.nodes == 1 else 'nodes'}, {took}"
        if self.bounded:
            most = rounded_in_words(max(self.whole, self.nodes))
            return f"more than {rounded_in_words(self.nodes)} nodes, at most about {most}"
        return f"about {rounded_in_words(self.nodes)} nodes, {took}"


def estimate_size(run: Run, seconds: float = 0.02, whole: float | None = None) -> SizeEstimate:
    """Run a search for some more seconds and estimate its size from what it has done so far.

    `seconds` are wall-clock time; `whole` is the size of the whole tree if it is known. InputError
    for an error in user-supplied code.
    """
    if whole is None:
        whole = estimate_tree_size(run.root, run.depth, seconds=seconds).nodes
    run.advance(seconds=seconds)
    visits = visit_counts(TreeAtStep(run.trace)).nodes
    limit = run.recipe.search.max_nodes
    if run.trace.finished:
        nodes = inf if run.trace.reason else visits
        return SizeEstimate(nodes, run.seconds, not run.trace.reason, False, whole, limit)
    nodes, bounded = style_words(run).extrapolated(run, whole)
    return SizeEstimate(nodes, nodes / max(1, visits) * run.seconds, False, bounded, whole, limit)


class TreeSizeGuess(NamedTuple):
    """An estimate of the nodes of a tree: the mean over the walks, and its standard error.

    It gives no interval: the walks' tail is long, and where few of them are far larger than the
    others, the mean is too low more often than not, with a standard error that is too small.
    """

    nodes: float
    standard_error: float


def estimate_tree_size(
    root: AnyPosition, depth: int, seed: int = 0, seconds: float = inf
) -> TreeSizeGuess:
    """Estimate the nodes of a game tree by random walks.

    After Knuth, "Estimating the efficiency of backtrack programs", 1975; exact where all nodes of a
    ply have as many moves. At least one walk is made, and one more until there were `PROBE_WALKS`
    or the seconds are over; without such a limit the same seed gives the same estimate.
    """
    dice = random.Random(seed)
    until = time.perf_counter() + seconds
    sizes = list[float]()
    while len(sizes) < PROBE_WALKS and (not sizes or time.perf_counter() < until):
        sizes.append(random_walk_estimate(root, depth, dice, until))
    return TreeSizeGuess(
        statistics.fmean(sizes),
        statistics.stdev(sizes) / sqrt(len(sizes)) if len(sizes) > 1 else inf,
    )


def random_walk_estimate(
    position: AnyPosition, depth: int, dice: random.Random, until: float
) -> float:
    """Return one random walk's estimate: the sum of the products of branching factors so far.

    Once that is beyond `HUGE_NUMBER`, the walk ends when the clock is past `until`.
    """
    size = 1.0
    breadth = 1.0
    for _ in range(depth):
        if (
            position.outcome() is not None
            or breadth > 1e300
            or (size > HUGE_NUMBER and time.perf_counter() > until)
        ):
            break
        moves = position.moves()
        breadth *= len(moves)
        size += breadth
        position = position.play(moves[dice.randrange(len(moves))])
    return size


def rounded_in_words(number: float) -> str:
    """Write a number with two significant digits, a huge one as the nearest power of ten.

    >>> rounded_in_words(15234), rounded_in_words(7), rounded_in_words(9.99e20)
    ('15,000', '7', '10^21')
    """
    if number == inf:
        return "any number of"
    if number >= HUGE_NUMBER:
        return f"10^{round(log10(number))}"
    digits = max(0, len(str(int(number))) - 2)
    return f"{round(number / 10**digits) * 10**digits:,}"


def duration(seconds: float) -> str:
    """Write a time in its largest unit.

    >>> duration(0.2), duration(100), duration(1e9)
    ('under a second', 'about 2 minutes', 'years')
    """
    for unit, length, most in (
        ("second", 1, 90),
        ("minute", 60, 90),
        ("hour", 3600, 36),
        ("day", 86400, 500),
    ):
        if seconds < length and unit == "second":
            return "under a second"
        if seconds < length * most:
            count = round(seconds / length)
            return f"about {count} {unit}{'' if count == 1 else 's'}"
    return "years"
