"""What each pass of a search has found and taken, as far as it has come at a step."""

from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from math import inf

from visualizer.trace.probes import in_probes
from visualizer.trace.rows import Passes, Trace
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
    results = list[PassResult]()
    for number, ((row, after), (begun, ended)) in enumerate(
        zip(pairwise(roots), pairwise(begins), strict=False), first + 1
    ):
        found, finished = tree.found_by_pass(row), tree.pass_finished(row)
        lower, upper = -inf, inf
        if trace.passes is Passes.NARROW:
            lower, upper = narrowed_to(trace, number if finished else number - 1)
            is_lower = trace.value(row) >= trace.beta(row)
            found = replace(found, bound=Bound.LOWER if is_lower else Bound.UPPER) if finished else found
        nodes = after - row - _in_probes(tree, row, after)
        took = None if seconds is None else ended - begun
        results.append(PassResult(trace.pass_name(row), row, nodes, found, finished, took, lower, upper))
    return results


def narrowed_to(trace: Trace, passes: int) -> tuple[float, float]:
    """Return the bounds to which the first passes, which have finished, have narrowed the answer."""
    known, roots = _known_bounds(trace), trace.roots()
    for number in range(len(known), passes + 1):
        row, (lower, upper) = roots[number - 1], known[number - 1]
        value = trace.value(row)
        known[number : number + 1] = [(value, upper) if value >= trace.beta(row) else (lower, value)]
    return known[passes]


@lru_cache(maxsize=4)
def _known_bounds(trace: Trace) -> list[tuple[float, float]]:
    """Return a list that keeps the bounds after each pass, those before the first in front."""
    return [(-inf, inf)]


def _in_probes(tree: TreeAtStep, first: int, last: int) -> int:
    """Return how many of the visits from a pass's root on, up to the next one's, are in probes."""
    trace = tree.trace
    if not trace.said.outer:
        return 0
    until = tree.step if last == tree.visits else trace.enter_step(last) - 1
    return in_probes(trace, until).nodes - in_probes(trace, trace.enter_step(first) - 1).nodes
