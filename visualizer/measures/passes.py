"""What each pass of a search has found and taken, as far as it has come at a step."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from math import inf

from visualizer.trace.playhead import Bound, Playhead, Result
from visualizer.trace.rows import Passes


@dataclass(frozen=True, slots=True)
class PassResult:
    """One pass: its name, the row of its root, the visits it has made, and what it has found, from MAX's side.

    Where each pass narrows the bounds, `lower` and `upper` are where all passes up to this one have brought them, and the
    bound that it has found is the one that it asked for.
    """

    name: str
    row: int
    nodes: int
    found: Result
    finished: bool
    lower: float = -inf
    upper: float = inf


def passes_at(here: Playhead, most: int = 1_000) -> list[PassResult]:
    """Return the last passes that have begun at a step, in order, `most` of them at most."""
    trace = here.trace
    roots = [*trace.roots()[max(0, here.passes - most) : here.passes], here.visits]
    results, lower, upper = list[PassResult](), -inf, inf
    for row, after in pairwise(roots):
        found, finished = here.found_by_pass(row), here.pass_finished(row)
        if finished and found.value is not None and trace.passes is Passes.NARROW:
            is_lower = found.value >= trace.beta(row)
            found = replace(found, bound=Bound.LOWER if is_lower else Bound.UPPER)
            lower, upper = (found.value, upper) if is_lower else (lower, found.value)
        results.append(PassResult(trace.pass_name(row), row, after - row, found, finished, lower, upper))
    return results
