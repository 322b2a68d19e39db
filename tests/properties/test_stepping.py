"""Every jump leads where a walk over all steps, one by one, says that it should."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.oracles.replay import events, replays
from tests.properties.test_tree_at_step import STOPS, finished
from tests.trees import AIMA, Tree, searched, searches, trees
from visualizer.trace import jumps
from visualizer.trace.jumps import new_cut_steps
from visualizer.trace.rows import Trace
from visualizer.trace.tree_at_step import TreeAtStep


def cut_steps(trace: Trace) -> list[int]:
    """Return the steps in which a cutoff happens, by watching the replay."""
    found, seen = [], 0
    for step, replay in enumerate(replays(trace)):
        if len(replay.cut) > seen:
            found.append(step)
            seen = len(replay.cut)
    return found


@given(trees(plies=4), st.booleans(), searches(), STOPS)
@settings(max_examples=120)
def test_jumps_between_cutoffs(tree: Tree, maximizing: bool, search: dict[str, Any], stop: int | None) -> None:
    """Next and previous are the nearest cutoffs with a new reason; "17th of 58" counts all up to this step."""
    trace = finished(tree, maximizing, search, stop).trace
    cuts, new = cut_steps(trace), new_cut_steps(trace)
    for step in range(trace.last_step + 1):
        assert jumps.next_cut(trace, step) == min((cut for cut in new if cut > step), default=None)
        assert jumps.previous_cut(trace, step) == max((cut for cut in new if cut < step), default=None)
        assert trace.cut_count(step) == sum(cut <= step for cut in cuts)


@given(trees(plies=4), st.booleans(), searches(), STOPS)
@settings(max_examples=120)
def test_over_and_finish(tree: Tree, maximizing: bool, search: dict[str, Any], stop: int | None) -> None:
    """Over leads to the return of the child that comes next, or to the next step; finish to the open node's return."""
    trace = finished(tree, maximizing, search, stop).trace
    story = events(trace)
    place = {event: step for step, event in enumerate(story, 1)}
    for step, replay in enumerate(replays(trace)):
        following = story[step] if step < len(story) else None
        if following is None:
            over: int | None = None
        else:
            over = place["return", following[1]] if following[0] == "enter" else step + 1
        assert jumps.over(trace, step) == over
        last = 0 if step == 0 else replay.path[-1] if replay.path else None
        assert jumps.finish(trace, step) == (None if last is None else place["return", last])


def view(trace: Trace, row: int, step: int) -> tuple[Any, ...]:
    """Return what a view shows of a row at a step."""
    tree = TreeAtStep(trace, step)
    entered = tree.entered(row)
    best = tree.best(row) if entered and trace[row].children else None
    return tree.status(row), tree.returned(row), best, tree.value(row), tree.bound(row)


@given(trees(plies=4), st.booleans(), searches(), STOPS)
@settings(max_examples=60)
def test_jumps_to_changes_of_a_node(tree: Tree, maximizing: bool, search: dict[str, Any], stop: int | None) -> None:
    """The steps in which a node changes are those at which what is shown of it differs from the step before."""
    trace = finished(tree, maximizing, search, stop).trace
    for row in range(0, len(trace), 3):
        shown = [view(trace, row, step) for step in range(trace.last_step + 1)]
        changed = [step for step in range(1, len(shown)) if shown[step] != shown[step - 1]]
        for step in range(trace.last_step + 1):
            after = min((change for change in changed if change > step), default=None)
            before = max((change for change in changed if change < step), default=None)
            assert jumps.OF_NODE["next_change"](trace, row, step) == after
            assert jumps.OF_NODE["previous_change"](trace, row, step) == before


def test_the_jumps_of_figure_5_2() -> None:
    """The only cutoff is step 12; over from step 9 passes the second branch; finish leads to the end of the first."""
    trace = searched(AIMA).trace
    assert jumps.next_cut(trace, 0) == 12
    assert jumps.next_cut(trace, 12) is None
    assert jumps.previous_cut(trace, 22) == 12
    assert jumps.previous_cut(trace, 12) is None
    assert jumps.over(trace, 9) == 13
    assert jumps.finish(trace, 4) == 9
    assert jumps.finish(trace, 22) is None
    assert jumps.over(trace, 22) is None
