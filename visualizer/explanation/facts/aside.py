"""What the children that a cut left out are worth, searched aside, as a value."""

import time
from dataclasses import dataclass
from math import isinf

from visualizer.algorithms import Problem
from visualizer.algorithms.expectiminimax import expectiminimax
from visualizer.explanation.facts.windows import CutFact, cut_of
from visualizer.run import Run
from visualizer.trace.chance import like
from visualizer.trace.recorder import Recorder, SearchStopped
from visualizer.trace.rows import Trace
from visualizer.trace.tree_at_step import Bound, TreeAtStep

PATIENCE = 1.0
"""Seconds for searching pruned children."""


@dataclass(frozen=True, slots=True)
class Aside:
    """What expectiminimax finds for the children that a cut left out."""

    cut: CutFact
    values: dict[int, float]
    """True values by the move indices that were searched in time."""
    left_out: int
    nodes: int
    best: float
    """The best of these values and the one that cut."""
    bound: Bound
    """What that says of the cut node's true value."""


def aside_of(run: Run, tree: TreeAtStep, node: int) -> Aside | None:
    """Search the pruned children of a cut node with expectiminimax, outside the trace, for `PATIENCE` seconds.

    None where it was cut for the search's own reason, or by values that expectiminimax does not have.
    """
    cut = cut_of(run, tree, node)
    if isinf(cut.bound) or run.algorithm.is_recording:
        return None
    path, deadline = run.path(node), time.monotonic() + PATIENCE
    position, visited = run.position(path), {run.trace.move(child) for child in tree.children(node)}
    rest = [move for move in run.scored(path)[0] if move not in visited]
    values, nodes = dict[int, float](), 0
    for move in rest:
        trace = Trace()
        recorder = Recorder(trace, lambda visits: _go_on(visits, deadline))
        below = Problem(position.play(position.moves()[move]), run.problem.evaluate, run.depth - len(path) - 1,
                        exact=run.problem.exact)  # fmt: skip
        try:
            values[move] = float(expectiminimax(below, recorder))
        except SearchStopped:
            break
        recorder.close()
        nodes += len(trace)
    best = (max if cut.maximizing else min)([cut.value, *values.values()])
    if cut.limit is not None:
        best = with_left_out(tree, node, values)
    is_exact = (cut.child is None or tree.bound(cut.child) is Bound.EXACT) and len(values) == len(rest)
    bound = Bound.EXACT if is_exact else Bound.LOWER if cut.maximizing else Bound.UPPER
    return Aside(cut, values, len(rest), nodes, best, bound)


def with_left_out(tree: TreeAtStep, node: int, values: dict[int, float]) -> float:
    """Return what a chance node is worth with what was left out; those not searched are worth the limit they had."""
    odds, limit = tree.trace.probabilities(tree.trace.path(tree.visit(node))), tree.trace.limits[not tree.at_beta(node)]
    seen = {tree.trace.move(child) for child, _ in tree.shares(node)}
    rest = [place for place in range(len(odds)) if place not in seen]
    known = tree.expected(node).known
    return float(known + sum(odds[place] * like(odds[place], values.get(place, limit)) for place in rest))


def _go_on(visits: int, deadline: float) -> int:
    if time.monotonic() > deadline:
        raise SearchStopped("too long")
    return visits + 256
