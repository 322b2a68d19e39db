"""Findings in recordings of MCTS: wrong choices, lost signs, wrong numbers of visits."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from math import log, sqrt

from visualizer.explaining.comparison.doubt import Finding
from visualizer.explaining.measures.sampling import UpperBound, upper_bounds
from visualizer.look.numbers import format_number
from visualizer.searching.run import Run
from visualizer.trace.rows import Kind, Trace
from visualizer.trace.tree_at_step import TreeAtStep
from visualizer.trace.visits import child_visits, visits_of

MEAN_TOLERANCE = 0.01
"""How far a chosen bound may be below the greatest: recordings round their constants."""


def findings_in_samples(run: Run, row: int) -> Iterator[Finding]:
    """Yield mistakes at a visit of a sampling search, or of one that counts visits."""
    trace = run.trace
    yield from _check_visit_count(trace, row)
    if trace.is_sampled and trace.parent(row) >= 0:
        yield from _check_choice(run, row)
    if trace.is_sampled and trace.kind(row) in (Kind.SAMPLED, Kind.FULL):
        yield from _check_sign(trace, row)


def _check_choice(run: Run, row: int) -> Iterator[Finding]:
    """Yield a finding if a child was visited although another child has a greater upper bound.

    Two cases are not checked. As long as a node has unvisited children, the file does not say which
    of them comes next. And a search that proves values (a solver) does not go by bounds alone.
    """
    trace = run.trace
    parent_row = trace.parent(row)
    sampling = run.algorithm.sampling
    if sampling is None or run.problem.options["solver"] or trace.is_chance(parent_row):
        return
    bounds = _bounds_of_siblings(run, row)
    selected = next((bound for bound in bounds if bound.move == trace.move(row)), None)
    if selected is None:
        return
    exploration = run.problem.options["exploration"]
    if not _is_clearly_smaller(selected, bounds, exploration):
        return
    best = max(bounds, key=lambda bound: bound.upper)
    names = run.choices(run.path(parent_row))
    opening = f"{names[selected.move]} is chosen with the bound {selected.upper:.4f}"
    why = f"{opening}, but {names[best.move]} has {best.upper:.4f}"
    yield Finding(row, "not-greatest", why)


def _bounds_of_siblings(run: Run, row: int) -> list[UpperBound]:
    """Return the upper bounds of a visited node and its siblings, as they were before the visit.

    The list is empty if some sibling has no bound yet.
    """
    trace = run.trace
    parent_row = trace.parent(row)
    count = trace.children(parent_row)
    visits = visits_of(trace)
    parent = visits.node_of(parent_row)
    # Computing bounds is slow, so first ask whether all children were visited before this row.
    if len(visits.children(parent, row)) < count:
        return []
    tree_before = TreeAtStep(trace, trace.enter_step(row) - 1)
    bounds = upper_bounds(run, tree_before, parent)
    if len(bounds) < count:
        return []
    return bounds


def _is_clearly_smaller(
    selected: UpperBound, bounds: Sequence[UpperBound], constant: float
) -> bool:
    """Return whether a child's upper bound is not the greatest, by either usual formula.

    `constant` is the exploration constant of UCT.
    """
    greatest = max(bound.upper for bound in bounds)
    if selected.upper >= greatest - MEAN_TOLERANCE:
        return False
    # With priors, PUCT is the only formula.
    if selected.prior is not None:
        return True

    # Some programs use the sum of the children's visits instead of the visits of the parent.
    log_total = log(sum(bound.visits for bound in bounds))
    upper_by_move = {
        bound.move: bound.mean + constant * sqrt(log_total / bound.visits) for bound in bounds
    }
    return upper_by_move[selected.move] < max(upper_by_move.values()) - MEAN_TOLERANCE


def _check_sign(trace: Trace, row: int) -> Iterator[Finding]:
    """Yield a finding if a visit returns the result of its only child with the wrong sign."""
    children = child_visits(trace, row, len(trace))
    value = trace.value(row)
    if len(children) == 1 and value and value == -trace.value(children[0]):
        result = f"the result below is {format_number(-value)}"
        why = f"it returns {format_number(value)}, but {result}: its sign was lost on the way up"
        yield Finding(row, "lost-sign", why)


def _check_visit_count(trace: Trace, row: int) -> Iterator[Finding]:
    """Yield findings if a node's recorded number of visits contradicts other recorded numbers.

    These are the numbers of its parent, of its children, and of its previous visit.
    """
    count = _recorded_visits(trace, row)
    if count is None:
        return
    parent_count = _recorded_visits(trace, trace.parent(row))
    if parent_count is not None and count > parent_count:
        why = f"it claims {count:g} visits, but the node above only {parent_count:g}"
        yield Finding(row, "visits", why)
        return

    # Each sample through a node adds one visit.
    earlier_count = _recorded_visits_before(trace, row)
    if earlier_count is not None and count != earlier_count + 1:
        why = f"it claims {count:g} visits, but one visit earlier it had {earlier_count:g}"
        yield Finding(row, "visits", why)

    children = child_visits(trace, row, len(trace))
    total = sum(_recorded_visits(trace, child) or 0 for child in children)
    if len(children) > 1 and total > count:
        why = f"it claims {count:g} visits, but its children have {total:g}"
        yield Finding(row, "visits", why)


def _recorded_visits_before(trace: Trace, row: int) -> float | None:
    """Return the number of visits that was recorded at the previous visit to the same node."""
    index = visits_of(trace)
    rows = index.visits_to(index.node_of(row))
    if not trace.is_sampled or row == rows[0]:
        return None
    return _recorded_visits(trace, rows[bisect_left(rows, row) - 1])


def _recorded_visits(trace: Trace, row: int) -> float | None:
    """Return the number of visits to the node, as recorded at a visit; None if not recorded."""
    return trace.engine_notes.entry_notes.get(row, {}).get("visits")
