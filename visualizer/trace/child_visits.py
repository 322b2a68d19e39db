"""The visits that a visit has made: to its children, in the order tried."""

from collections.abc import Sequence

from visualizer.trace.child_index import LARGE, child_index_of
from visualizer.trace.rows import Passes, Trace


def child_visits(trace: Trace, row: int, entered: int) -> Sequence[int]:
    """Return the rows of the visits that a visit has made, among the first `entered` rows of the trace."""
    if trace.children(row) >= LARGE:
        return child_index_of(trace, row).rows(entered)
    rows, child = [], row + 1
    while 0 < child < entered and trace.parent(child) == row:
        rows.append(child)
        child = trace.end(child) + 1  # 0 after a child that is open
    return rows


def last_looks(trace: Trace, row: int, entered: int) -> Sequence[int]:
    """Return the last visit to each child of a visit, in the order in which the children were first tried there."""
    rows = child_visits(trace, row, entered)
    return [*{trace.move(child): child for child in rows}.values()] if trace.revisits else rows


def looked_again(trace: Trace, row: int) -> bool:
    """Say whether a visit that has returned is followed at once by another visit to the same child."""
    after = trace.end(row) + 1
    siblings = after < len(trace) and trace.parent(after) == trace.parent(row) >= 0
    return siblings and trace.move(after) == trace.move(row)


def is_second_look(trace: Trace, row: int) -> bool:
    """Say whether a visit follows at once another visit to the same child: principal variation search makes these."""
    above = trace.parent(row)
    if not trace.revisits or trace.passes is Passes.ADD or above < 0 or row - 1 == above:
        return False
    before = row - 1
    while trace.parent(before) != above:
        before = trace.parent(before)
    return trace.move(before) == trace.move(row)
