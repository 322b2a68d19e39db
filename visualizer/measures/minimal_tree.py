"""How good the order of the moves was, and the minimal tree: the least that alpha-beta can visit, over all orders.

The least is that for the rule alpha >= beta: the cheapest proof of the value of a finished minimax. After Knuth and
Moore, 1975.
"""

from dataclasses import dataclass

from visualizer.measures.proof_tree import Claim, Proofs
from visualizer.trace.probes import in_probes, is_in_probe
from visualizer.trace.rows import CHANCE, Kind, Trace


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
    if CHANCE in trace.column("turn") or trace.column("kind").count(Kind.TABLE) != len(trace.answered):
        return None  # the subtree of an answer without a source is unknown
    proofs = Proofs(trace)
    nodes = proofs.costs[Claim.EXACTLY.value][0]
    proofs.price(0)
    return Minimum(int(proofs.costs[Claim.EXACTLY.value][0]), int(nodes))


def knuth_moore(branching: int, depth: int) -> int:
    """Return the fewest leaves of a uniform tree, `depth` plies deep: b^ceil(d/2) + b^floor(d/2) - 1.

    Knuth and Moore, "An analysis of alpha-beta pruning", 1975, corollary 1.

    >>> knuth_moore(3, 3), knuth_moore(10, 4)
    (11, 199)
    """
    return int(branching ** ((depth + 1) // 2) + branching ** (depth // 2)) - 1


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
    """Return how good the ordering was in a trace, finished or not; probes say nothing of it."""
    branching = effective_branching(len(trace) - in_probes(trace, trace.last_step).nodes, plies(trace))
    places, before = [], 0
    for row, pruned in zip(trace.cuts, trace.pruned, strict=True):
        place = trace.children(row) - (pruned - before)
        if place and not is_in_probe(trace, row):  # what not moving on is worth, or a probe, cuts before any move
            places.append(place)
        before = pruned
    if not places:
        return OrderingQuality(None, None, branching)
    return OrderingQuality(places.count(1) / len(places), sum(places) / len(places), branching)


def plies(trace: Trace) -> int:
    """Return how deep the deepest visit is that is in no probe."""
    depths = trace.column("depth")
    if trace.said.outer:
        depths = [depth for row, depth in enumerate(depths) if not is_in_probe(trace, row)]
    return max(depths, default=0)


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
