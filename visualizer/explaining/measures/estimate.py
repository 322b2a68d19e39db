"""The size of a search: estimated from its beginning and from random walks, or counted (perft)."""

import random
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from math import inf, log10, sqrt
from typing import Any, NamedTuple

from games import AnyPosition
from visualizer.explaining.measures.style_words import style_words
from visualizer.explaining.measures.summary import count_in_words, visit_counts
from visualizer.searching.run import Run
from visualizer.trace.tree_at_step import TreeAtStep


def perft(
    position: AnyPosition,
    depth: int,
    *,
    count_ended: bool = False,
    moves: Callable[[Any], Sequence[Any]] | None = None,
) -> int:
    """Count the ways to play exactly `depth` plies from a position (perft).

    A position reached in two ways counts twice. With `count_ended`, a game that ends earlier counts
    1, otherwise it does not count. For a depth of 0 the result is 1. `moves` returns the moves of a
    position; by default, these are the legal moves.
    """
    ended_count = int(count_ended)

    def count_leaves(position: AnyPosition, depth: int) -> int:
        """Count the ways to play exactly `depth` plies from a position; `depth` is 1 or more."""
        if moves is None:
            position_moves = position.moves()
        else:
            position_moves = moves(position)
        # Only a finished game has no moves.
        if not position_moves:
            return ended_count
        # Counting the moves of the last ply without playing them saves nearly all of the work.
        if depth == 1:
            return len(position_moves)
        leaves = 0
        for move in position_moves:
            leaves += count_leaves(position.play(move), depth - 1)
        return leaves

    if not depth:
        return 1
    # Each ply is another nested call.
    sys.setrecursionlimit(max(sys.getrecursionlimit(), 20_000))
    return count_leaves(position, depth)


PROBE_WALKS = 400
"""Random walks from which the size of a tree is estimated, at most."""
HUGE_NUMBER = 1e15
"""Numbers from here on are written as powers of ten."""
MAX_BREADTH = 1e300
"""The product of a larger number and a number of moves might become infinite."""


class SizeEstimate(NamedTuple):
    """An estimate of how many nodes and seconds a search needs."""

    nodes: float
    seconds: float
    is_exact: bool
    """Whether the search has ended, so that nothing is estimated."""
    is_lower_bound: bool
    """Whether `nodes` is only a lower bound."""
    tree_size: float
    """About how many nodes a search without cutoffs would visit."""
    limit: int
    """The number of nodes at which the search stops."""

    def words(self) -> str:
        """Return the estimate in words: how many nodes, and how much time the search will take.

        >>> SizeEstimate(15234, 0.4, False, False, 77000, 2_000_000).words()
        'about 15,000 nodes, under a second'
        """
        if self.nodes >= self.limit and not self.is_exact:
            return f"more than {self.limit:,} nodes, where it will stop"
        time_needed = duration_words(self.seconds)
        if self.is_exact:
            return f"{count_in_words(round(self.nodes), 'node', 'nodes')}, {time_needed}"
        nodes = rounded_in_words(self.nodes)
        if self.is_lower_bound:
            most = rounded_in_words(max(self.tree_size, self.nodes))
            return f"more than {nodes} nodes, at most about {most}"
        return f"about {nodes} nodes, {time_needed}"


def estimate_size(run: Run, seconds: float = 0.02, tree_size: float | None = None) -> SizeEstimate:
    """Run a search for some more seconds, and estimate how many nodes it will visit in all.

    `seconds` is wall-clock time. `tree_size` is the number of nodes of the whole tree; if None, it
    is estimated. InputError for an error in user-supplied code.
    """
    if tree_size is None:
        tree_size = estimate_tree_size(run.root, run.depth, seconds=seconds).nodes
    run.advance(seconds=seconds)
    visits = visit_counts(TreeAtStep(run.trace)).nodes
    nodes: float = visits
    total_seconds = run.seconds
    is_bounded = False
    if not run.trace.finished:
        nodes, is_bounded = style_words(run).estimate_visits(run, tree_size)
        total_seconds = nodes / max(1, visits) * run.seconds
    elif run.trace.reason:
        # The search was stopped, so its size is unknown, and counts as larger than the limit.
        nodes = inf
    return SizeEstimate(
        nodes=nodes,
        seconds=total_seconds,
        is_exact=run.trace.finished and not run.trace.reason,
        is_lower_bound=is_bounded,
        tree_size=tree_size,
        limit=run.recipe.search.max_nodes,
    )


class TreeSizeGuess(NamedTuple):
    """An estimate of the nodes of a tree: the mean over random walks, and its standard error.

    The two give no confidence interval: a few walks are far larger than the others, so the mean is
    too low more often than not, and its standard error is then too small.
    """

    nodes: float
    standard_error: float


def estimate_tree_size(
    root: AnyPosition, depth: int, seed: int = 0, seconds: float = inf
) -> TreeSizeGuess:
    """Estimate the number of nodes of a game tree by random walks.

    The estimate is exact if all nodes of a ply have equally many moves. After Knuth, "Estimating
    the efficiency of backtrack programs", 1975. There is at least one walk, and at most
    `PROBE_WALKS`. Without a limit in seconds, the same seed gives the same estimate.
    """
    dice = random.Random(seed)
    deadline = time.perf_counter() + seconds
    sizes = [random_walk_estimate(root, depth, dice, deadline)]
    while len(sizes) < PROBE_WALKS and time.perf_counter() < deadline:
        sizes.append(random_walk_estimate(root, depth, dice, deadline))
    # A single walk says nothing about how walks vary.
    if len(sizes) == 1:
        return TreeSizeGuess(sizes[0], inf)
    standard_error = statistics.stdev(sizes) / sqrt(len(sizes))
    return TreeSizeGuess(statistics.fmean(sizes), standard_error)


def random_walk_estimate(
    position: AnyPosition, depth: int, dice: random.Random, deadline: float
) -> float:
    """Estimate the number of nodes of a game tree by one random walk.

    A ply is estimated to have as many nodes as the product of the numbers of moves on the way to
    it. After the deadline, a walk ends early if its estimate is huge.
    """
    size = 1.0
    breadth = 1.0
    for _ in range(depth):
        if position.outcome() is not None or breadth > MAX_BREADTH:
            break
        if size > HUGE_NUMBER and time.perf_counter() > deadline:
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
    digits = len(str(int(number)))
    unit = 10 ** max(0, digits - 2)
    return f"{round(number / unit) * unit:,}"


def duration_words(seconds: float) -> str:
    """Write a time in its largest unit.

    >>> duration_words(0.2), duration_words(100), duration_words(1e9)
    ('under a second', 'about 2 minutes', 'years')
    """
    if seconds < 1:
        return "under a second"
    for unit, unit_seconds, limit in TIME_UNITS:
        if seconds < unit_seconds * limit:
            count = round(seconds / unit_seconds)
            return f"about {count_in_words(count, unit, f'{unit}s')}"
    return "years"


TIME_UNITS = (("second", 1, 90), ("minute", 60, 90), ("hour", 3600, 36), ("day", 86400, 500))
"""Each unit's name, its length in seconds, and the number from which a larger unit is used."""
