"""TreeAtStep where there is nothing to see, and over many rows; what it shows else is held
against a naive replay.
"""

from __future__ import annotations

from tests.trees import AIMA, prepared, searched, uniform
from visualizer.explaining.measures.summary import Counts, visit_counts
from visualizer.look.legend import State
from visualizer.trace.tree_at_step import TreeAtStep


def test_rows_that_do_not_exist() -> None:
    """A row that was never made, or not yet, has not been entered and is to come."""
    trace = searched(AIMA).trace
    for step, rows in ((22, (-1, 11, 99)), (3, (3, 4, 10))):
        tree = TreeAtStep(trace, step)

        assert not any(tree.entered(row) for row in rows)
        assert {tree.status(row) for row in rows} == {State.TO_COME}


def test_a_run_that_has_not_begun() -> None:
    """Before the first event there is nothing, and step 0 shows that."""
    trace = prepared(AIMA).trace
    tree = TreeAtStep(trace, 5)

    assert tree.step == 0
    assert tree.visits == 0
    assert tree.path == []
    assert tree.current is None
    assert tree.entering is False
    assert visit_counts(tree) == Counts(0, 0, 0, 0)


def test_steps_outside_are_moved_to_the_nearest() -> None:
    """A step before the first or behind the last shows the first or the last."""
    trace = searched(AIMA).trace

    assert TreeAtStep(trace, -3).step == 0
    assert TreeAtStep(trace, trace.last_step + 3).step == trace.last_step


def test_leaf_totals_over_many_rows() -> None:
    """Counts at a step agree with a plain count beyond the blocks in which running totals are
    kept.
    """
    trace = searched(uniform(3, 7), algorithm="minimax").trace

    assert len(trace) > 3 * 1024
    returned = [trace.return_step(row) or 0 for row in range(len(trace)) if not trace.children(row)]
    for step in [*range(0, trace.last_step, 97), 2047, 2048, 2049, trace.last_step]:
        tree = TreeAtStep(trace, step)
        assert visit_counts(tree) == Counts(
            tree.visits, sum(each <= step for each in returned), 0, 0
        )
