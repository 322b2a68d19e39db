"""What each pass of a search has found and taken, as far as it has come at a step."""

from dataclasses import dataclass, replace
from itertools import pairwise
from math import inf

from visualizer.trace.probes import in_probes
from visualizer.trace.rows import Passes
from visualizer.trace.tree_at_step import Bound, Result, TreeAtStep


@dataclass(frozen=True, slots=True)
class PassResult:
    """One pass: its name, the row of its root, the visits it has made, and what it has found, from MAX's side.

    Visits in probes are not among them.

    `seconds` is the CPU time that it took, once it is over; None where that is not known.

    Where each pass narrows the bounds, `lower` and `upper` are where all passes up to this one have brought them, and
    the bound that it has found is the one that it asked for.
    """

    name: str
    row: int
    nodes: int
    found: Result
    finished: bool
    seconds: float | None
    lower: float = -inf
    upper: float = inf


def passes_at(tree: TreeAtStep, most: int = 1_000, seconds: float | None = 0.0) -> list[PassResult]:
    """Return the last passes that have begun at a step, in order, at most `most` of them.

    `seconds` is how long the search has run in all, None for one written elsewhere.
    """
    trace, first = tree.trace, max(0, tree.passes - most)
    roots = [*trace.roots()[first : tree.passes], tree.visits]
    begins = [*(trace.pass_begins or [0.0])[first : tree.passes + 1], seconds or 0.0]
    results, lower, upper = list[PassResult](), -inf, inf
    for (row, after), (begun, ended) in zip(pairwise(roots), pairwise(begins), strict=False):
        found, finished = tree.found_by_pass(row), tree.pass_finished(row)
        if finished and trace.passes is Passes.NARROW:
            value = trace.value(row)
            is_lower = value >= trace.beta(row)
            found = replace(found, bound=Bound.LOWER if is_lower else Bound.UPPER)
            lower, upper = (value, upper) if is_lower else (lower, value)
        nodes = after - row - _in_probes(tree, row, after)
        took = None if seconds is None else ended - begun
        results.append(PassResult(trace.pass_name(row), row, nodes, found, finished, took, lower, upper))
    return results


def _in_probes(tree: TreeAtStep, first: int, last: int) -> int:
    """Return how many of the visits from a pass's root on, up to the next one's, are in probes."""
    trace = tree.trace
    if not trace.said.outer:
        return 0
    until = tree.step if last == tree.visits else trace.enter_step(last) - 1
    return in_probes(trace, until).nodes - in_probes(trace, trace.enter_step(first) - 1).nodes
