"""Cutoffs in a row that have the same reason: they are shown as one, and counted."""

from visualizer.trace.rows import Trace

CutReason = tuple[str, int, bool, float, int]
"""What makes two cutoffs alike: the pass and the ply, whether beta was met or alpha, its value, and the row of the
visit that set it, -1 for the window that the search was given."""


def reason(trace: Trace, row: int) -> CutReason:
    """Return the reason of a cutoff, by the row that was cut."""
    maximizing = trace.maximizing(row)
    bound_of = trace.beta if maximizing else trace.alpha
    bound, above = bound_of(row), trace.parent(row)
    while above >= 0 and bound_of(above) == bound:
        above = trace.parent(above)
    return trace.pass_name(row), trace.depth(row), maximizing, bound, above


def is_new(trace: Trace, place: int) -> bool:
    """Return whether a cutoff, by its place among all, has another reason than the one directly before it."""
    return place == 0 or reason(trace, trace.cuts[place]) != reason(trace, trace.cuts[place - 1])


def more_alike(trace: Trace, place: int) -> int:
    """Return how many cutoffs directly behind one, by its place, have the same reason as it."""
    later = place + 1
    while later < len(trace.cuts) and not is_new(trace, later):
        later += 1
    return later - place - 1
