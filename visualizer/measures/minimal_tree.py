"""How good the order of the moves was, and the minimal tree: the least that alpha-beta can visit, over all orders.

The least is that for the rule alpha >= beta, in one pass over a finished minimax trace whose root is worth v. At each
node: `above` is the cost of proving "at least v", `below` of proving "at most v", `both` of proving that it is exactly
v. A MAX node proves "at least" with its cheapest child that can, "at most" with all of its children. After Knuth and
Moore, 1975.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import Any

from visualizer.trace.rows import CHANCE, LEAVES, Kind, Trace


@dataclass(frozen=True, slots=True)
class Minimum:
    """The fewest leaves, and the fewest nodes (leaves and root included), that any order of the moves can reach."""

    leaves: int
    nodes: int


def minimum(trace: Trace) -> Minimum | None:
    """Return the minimum for the tree that a finished minimax search recorded, None for any other trace.

    It is that of searches without a table: a table's answer is expanded as the visit that stored it.
    """
    if not trace.finished or trace.reason or not len(trace) or len(trace.cuts) or trace.revisits:
        return None
    columns = [trace.column(name) for name in ("parent", "kind", "turn", "value")]
    if CHANCE in columns[2]:
        return None
    sources, order = dict(zip(trace.answered, trace.answers, strict=True)), list[int]()
    if columns[1].count(Kind.TABLE) != len(sources):
        return None  # the subtree of an answer without a source is unknown
    if sources:
        ends = trace.column("end")
        order = sorted(range(len(trace)), key=lambda row: (ends[row], -row))
    leaves, nodes = _least(columns, 0, order, sources), _least(columns, 1, order, sources)
    return Minimum(int(leaves), int(nodes))


def knuth_moore(branching: int, depth: int) -> int:
    """Return the fewest leaves of a uniform tree, `depth` plies deep: b^ceil(d/2) + b^floor(d/2) - 1.

    Knuth and Moore, "An analysis of alpha-beta pruning", 1975, corollary 1.

    >>> knuth_moore(3, 3), knuth_moore(10, 4)
    (11, 199)
    """
    return int(branching ** ((depth + 1) // 2) + branching ** (depth // 2)) - 1


def _least(columns: Sequence[list[Any]], inner: int, order: Sequence[int], sources: Mapping[int, int]) -> float:
    """Return the least cost of the root's value if a leaf costs 1 and an inner node `inner`, going up from the leaves.

    A node's children have larger row numbers than it, so one pass backwards meets every child before its parent; with
    answers of a table, the `order` of returning does, and meets every source before its answer. For each open parent it
    gathers the sum and the least of its children's costs, and the least of `both` minus the cost of what the
    child would cost as a mere refutation.
    """
    parents, kinds, turns, values = columns
    goal, count = values[0], len(values)
    above_sum, above_least = [0.0] * count, [inf] * count
    below_sum, below_least = [0.0] * count, [inf] * count
    both_above, both_below = [inf] * count, [inf] * count
    costs: dict[int, tuple[float, float, float]] = {}
    for row in order or range(count - 1, -1, -1):
        if row in sources:
            above, below, both = costs[sources[row]]
        elif kinds[row] in LEAVES:
            value = values[row]
            above, below = (1.0 if value >= goal else inf), (1.0 if value <= goal else inf)
            both = 1.0 if value == goal else inf
        elif turns[row]:
            above, below = inner + above_least[row], inner + below_sum[row]
            both = inner + below_sum[row] + both_below[row] if below_sum[row] < inf else inf
        else:
            above, below = inner + above_sum[row], inner + below_least[row]
            both = inner + above_sum[row] + both_above[row] if above_sum[row] < inf else inf
        if order:
            costs[row] = above, below, both
        parent = parents[row]
        if parent < 0:
            return both
        above_sum[parent] += above
        below_sum[parent] += below
        above_least[parent] = min(above_least[parent], above)
        below_least[parent] = min(below_least[parent], below)
        if both < inf:
            both_above[parent] = min(both_above[parent], both - above)
            both_below[parent] = min(both_below[parent], both - below)
    return inf


@dataclass(frozen=True, slots=True)
class OrderingQuality:
    """Measures of an ordering; None where there are no cutoffs, or no plies, to measure.

    `first_move_cutoffs` is the share (0 to 1) of cutoffs made by the first move tried, `mean_cutoff_place` the mean
    place (from 1) of the move that made the cutoff, `effective_branching` the branching of a uniform tree of as many
    nodes.
    """

    first_move_cutoffs: float | None
    mean_cutoff_place: float | None
    effective_branching: float | None


def ordering_quality(trace: Trace) -> OrderingQuality:
    """Return how good the ordering was in a trace, finished or not."""
    branching = effective_branching(len(trace), plies(trace))
    places, before = [], 0
    for row, pruned in zip(trace.cuts, trace.pruned, strict=True):
        places.append(trace.children(row) - (pruned - before))
        before = pruned
    if not places:
        return OrderingQuality(None, None, branching)
    return OrderingQuality(places.count(1) / len(places), sum(places) / len(places), branching)


def plies(trace: Trace) -> int:
    """Return how deep the deepest visit is."""
    return max(trace.column("depth"), default=0)


def effective_branching(nodes: int, depth: int) -> float | None:
    """Return b such that a uniform tree of that depth has as many nodes: 1 + b + ... + b^depth.

    After Nilsson, and Russell and Norvig, section 3.6.1. None if there is no ply.

    >>> round(effective_branching(53, 5), 2)
    1.92
    """
    if depth < 1 or nodes <= depth + 1:
        return None if depth < 1 else 1.0
    low, high = 1.0, float(nodes)
    for _ in range(100):
        middle = (low + high) / 2
        total, power = 1.0, 1.0
        for _ in range(depth):
            power *= middle
            total += power
            if total > nodes:
                break
        low, high = (low, middle) if total > nodes else (middle, high)
    return low


def uniform_branching(trace: Trace) -> tuple[int, int] | None:
    """Return branching and depth if all inner nodes have as many children, all leaves are as deep, turns alternate."""
    children, columns = trace.column("children"), (trace.column("depth"), trace.column("turn"))
    if (
        CHANCE in columns[1]
        or len({depth % 2 == turn for depth, turn, count in zip(*columns, children, strict=True) if count}) > 1
    ):
        return None
    branching = {count for count in children if count}
    depths = {depth for depth, count in zip(trace.column("depth"), children, strict=True) if not count}
    return (branching.pop(), depths.pop()) if len(branching) == len(depths) == 1 else None
