"""Findings in recordings of MCTS: wrong choices, lost signs, wrong numbers of visits."""

from bisect import bisect_left
from collections.abc import Iterator
from math import log, sqrt

from visualizer.explaining.comparison.doubt import Finding
from visualizer.explaining.measures.sampling import upper_bounds
from visualizer.look.numbers import format_number
from visualizer.searching.run import Run
from visualizer.trace.rows import Kind, Trace
from visualizer.trace.tree_at_step import TreeAtStep
from visualizer.trace.visits import child_visits, visits_of

MEAN_TOLERANCE = 0.01
"""By how much a bound may be below the greatest: constants are told with a few digits."""


def findings_in_samples(run: Run, row: int) -> Iterator[Finding]:
    """Yield what cannot be right at a visit of a sampling search, or of one that counts visits."""
    trace = run.trace
    yield from _wrong_visit_count(trace, row)
    if trace.adds and trace.parent(row) >= 0:
        yield from _wrong_choice(run, row)
    if trace.adds and trace.kind(row) in (Kind.SAMPLED, Kind.FULL):
        yield from _flipped_sign(trace, row)


def _wrong_choice(run: Run, row: int) -> Iterator[Finding]:
    """Yield the choice of a child whose upper bound is not the greatest.

    A child is left out where others are new, as nobody tells which of them may be visited, and
    where values are proven.
    """
    trace = run.trace
    sampling = run.algorithm.sampling
    if sampling is None or run.problem.options["solver"] or trace.is_chance(trace.parent(row)):
        return
    index = visits_of(trace)
    parent = index.node_of(trace.parent(row))
    if len(index.children(parent, row)) < trace.children(trace.parent(row)):
        return  # the bounds need not be worked out
    bounds = upper_bounds(run, TreeAtStep(trace, trace.enter_step(row) - 1), parent)
    own = next((bound for bound in bounds if bound.move == trace.move(row)), None)
    if own is None or len(bounds) < trace.children(trace.parent(row)):
        return
    best = max(bounds, key=lambda bound: bound.upper)
    constant = run.problem.options["exploration"]
    is_short = own.upper < best.upper - MEAN_TOLERANCE
    if own.prior is None:  # UCT, where the logarithm may be of the children's sum
        total = log(sum(bound.visits for bound in bounds))
        others = {
            bound.move: bound.mean + constant * sqrt(total / bound.visits) for bound in bounds
        }
        is_short = is_short and others[own.move] < max(others.values()) - MEAN_TOLERANCE
    if is_short:
        name, other = (
            run.choices(run.path(trace.parent(row)))[bound.move] for bound in (own, best)
        )
        why = f"{name} is chosen with the bound {own.upper:.4f}, but {other} has {best.upper:.4f}"
        yield Finding(row, "not-greatest", why)


def _flipped_sign(trace: Trace, row: int) -> Iterator[Finding]:
    """Yield a result that has another sign above than in the only visit below."""
    below = child_visits(trace, row, len(trace))
    value = trace.value(row)
    if len(below) == 1 and value and value == -trace.value(below[0]):
        result = f"the result below is {format_number(-value)}"
        why = f"it returns {format_number(value)}, but {result}: its sign was lost on the way up"
        yield Finding(row, "lost-sign", why)


def _wrong_visit_count(trace: Trace, row: int) -> Iterator[Finding]:
    """Yield a number of visits that was told and is not what others add up to."""
    told = _recorded_visits(trace, row)
    if told is None:
        return
    if trace.parent(row) >= 0:
        above = _recorded_visits(trace, trace.parent(row))
    else:
        above = None
    if above is not None and told > above:
        why = f"it claims {told:g} visits, but the node above only {above:g}"
        yield Finding(row, "visits", why)
        return
    rows = visits_of(trace).of(visits_of(trace).node_of(row))
    if trace.adds and row != rows[0]:
        before = rows[bisect_left(rows, row) - 1]
    else:
        before = row
    earlier = _recorded_visits(trace, before)
    if before != row and earlier is not None and told != earlier + 1:
        yield Finding(
            row, "visits", f"it claims {told:g} visits, but one visit earlier it had {earlier:g}"
        )
    counts = [_recorded_visits(trace, child) for child in child_visits(trace, row, len(trace))]
    total = sum(count for count in counts if count is not None)
    if len(counts) > 1 and total > told:
        yield Finding(row, "visits", f"it claims {told:g} visits, but its children have {total:g}")


def _recorded_visits(trace: Trace, row: int) -> float | None:
    """Return how often a node was visited, as its visit has told; None where it has not."""
    return trace.said.plans.get(row, {}).get("visits")
