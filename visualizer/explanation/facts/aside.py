"""What the children that a cut left out are worth, searched aside, as a value."""

import time
from dataclasses import dataclass
from math import inf, isinf

from visualizer.algorithms import Problem
from visualizer.algorithms.expectiminimax import expectiminimax
from visualizer.explanation.facts.windows import CutFact, cut_of
from visualizer.run import Run
from visualizer.trace.bounds import like
from visualizer.trace.proved import Proved
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
    proved: Proved
    """What finished games prove of the cut node then."""


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
    values, nodes, proved = dict[int, float](), 0, [*map(tree.proved, tree.children(node))]
    for move in rest:
        trace = Trace(has_window=False)
        trace.is_sound = not run.has_chance
        recorder = Recorder(trace, lambda visits: _go_on(visits, deadline))
        below = Problem(position.play(position.moves()[move]), run.problem.evaluate, run.depth - len(path) - 1,
                        exact=run.problem.exact)  # fmt: skip
        try:
            values[move] = float(expectiminimax(below, recorder))
        except SearchStopped:
            break
        recorder.close()
        nodes += len(trace)
        proved.append(TreeAtStep(trace).proved(0))
    best = (max if cut.maximizing else min)([cut.value, *values.values()])
    if cut.limit is not None:
        best = with_left_out(tree, node, values)
    is_exact = (cut.child is None or tree.bound(cut.child) is Bound.EXACT) and len(values) == len(rest)
    bound = Bound.EXACT if is_exact else Bound.LOWER if cut.maximizing else Bound.UPPER
    low, high = [*zip(*proved, strict=True)] or [(-inf,), (inf,)]
    is_all = len(values) == len(rest) and tree.stand(node) is None
    found = Proved(
        max(low) if cut.maximizing and cut.limit is None else min(low) if is_all else -inf,
        min(high) if not cut.maximizing and cut.limit is None else max(high) if is_all else inf,
    )
    return Aside(cut, values, len(rest), nodes, best, bound, found)


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
