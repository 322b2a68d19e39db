"""TreeAtStep, which replays nothing, shows at every step what a naive replay of all events shows."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.oracles.checker import question_of, true_value
from tests.oracles.replay import Replay, events, replays
from tests.trees import AIMA, Tree, prepared, searched, searches, size, trees
from visualizer.explaining.measures.summary import Counts, counts
from visualizer.look.legend import State
from visualizer.searching.run import Run
from visualizer.trace.rows import Kind, Trace
from visualizer.trace.tree_at_step import Bound, TreeAtStep

STOPS = st.none() | st.integers(1, 40)


def finished(tree: Tree, maximizing: bool, search: dict[str, Any], stop: int | None) -> Run:
    """Return a run that has finished, or was stopped by a limit of nodes."""
    return searched(tree, maximizing, **search, **({} if stop is None else {"max_nodes": stop}))


def shown(trace: Trace, step: int, rows: int) -> dict[str, Any]:
    """Return everything a TreeAtStep says at its step of rows 0 to `rows` - 1, whether entered or not."""
    tree = TreeAtStep(trace, step)
    entered = range(min(tree.visits, rows))
    return {
        "step": tree.step,
        "entered": [row for row in range(rows) if tree.entered(row)],
        "returned": {row for row in entered if tree.returned(row)},
        "path": tree.path,
        "current": tree.current,
        "entering": tree.entering,
        "status": [tree.status(row).value for row in range(rows)],
        "best": {row: best for row in entered if trace[row].children and (best := tree.best(row)) is not None},
        "visited": {row: [*tree.children(row)] for row in entered},
        "cut": {row for row in entered if tree.is_cut(row)},
        "counts": counts(tree),
    }


def replayed(trace: Trace, replay: Replay, step: int) -> dict[str, Any]:
    """Return the same from a naive replay."""
    return {
        "step": step,
        "entered": replay.entered,
        "returned": replay.returned,
        "path": replay.path,
        "current": replay.current,
        "entering": replay.entering,
        "status": [replay.status(row) for row in range(len(trace))],
        "best": replay.best,
        "visited": replay.visited,
        "cut": {*replay.cut},
        "counts": Counts(len(replay.entered), replay.leaves, len(replay.cut), replay.pruned),
    }


@given(trees(plies=4), st.booleans(), searches(), STOPS)
@settings(max_examples=250)
def test_tree_at_step_is_a_naive_replay(tree: Tree, maximizing: bool, search: dict[str, Any], stop: int | None) -> None:
    """At every step: what is entered, open, current, cut, pruned, best; the status of each row; the counts."""
    trace = finished(tree, maximizing, search, stop).trace
    for step, replay in enumerate(replays(trace)):
        assert shown(trace, step, len(trace)) == replayed(trace, replay, step)
    assert trace.steps == trace.last_step == len(events(trace)) == 2 * len(trace)


@given(trees(plies=4), st.booleans(), searches(), STOPS, st.data())
@settings(max_examples=60)
def test_forward_and_back_is_the_identity(
    tree: Tree, maximizing: bool, search: dict[str, Any], stop: int | None, data: st.DataObject
) -> None:
    """The order in which steps are looked at changes nothing of what they show."""
    trace = finished(tree, maximizing, search, stop).trace
    forward = [shown(trace, step, len(trace)) for step in range(trace.last_step + 1)]
    walk = data.draw(st.lists(st.integers(0, trace.last_step), max_size=20))
    for step in [*reversed(range(trace.last_step + 1)), *walk]:
        assert shown(trace, step, len(trace)) == forward[step]


@given(trees(plies=4), st.booleans(), searches(), STOPS)
@settings(max_examples=100)
def test_steps_of_rows(tree: Tree, maximizing: bool, search: dict[str, Any], stop: int | None) -> None:
    """The steps in which a row enters, returns and is cut are the places of these events in the replay."""
    trace = finished(tree, maximizing, search, stop).trace
    order = {event: step for step, event in enumerate(events(trace), 1)}
    cut_at: dict[int, int] = {}
    for step, replay in enumerate(replays(trace)):
        for row in replay.cut[len(cut_at) :]:
            cut_at[row] = step
    for row in range(len(trace)):
        assert trace.enter_step(row) == order["enter", row]
        assert trace.return_step(row) == order["return", row]
        assert trace.cut_step(row) == cut_at.get(row)
    assert [*trace.cuts] == [*cut_at]


@given(trees(plies=4), st.booleans(), searches())
@settings(max_examples=60)
def test_principal_variation(nested: Tree, maximizing: bool, search: dict[str, Any]) -> None:
    """The best line follows the first best child of each node, up to one that fails low for the player to move."""
    trace = searched(nested, maximizing, **search).trace
    for step, replay in enumerate(replays(trace)):
        tree = TreeAtStep(trace, step)
        for row in replay.entered:
            line, node = [], row
            while node in replay.best:
                (_, child), maximizes = replay.best[node], trace[node].maximizing
                if tree.bound(child) not in (Bound.EXACT, Bound.LOWER if maximizes else Bound.UPPER):
                    break
                node = child
                line.append(node)
            assert tree.principal_variation(row) == line


@given(trees(plies=4), st.booleans(), searches())
@settings(max_examples=100)
def test_no_move_tried_is_better_than_the_one_on_the_best_line(
    tree: Tree, maximizing: bool, search: dict[str, Any]
) -> None:
    """By its true value the child on the best line is at least as good as each of its siblings that has returned."""
    run, question = searched(tree, maximizing, **search), question_of(tree, maximizing, search)
    for step, replay in enumerate(replays(run.trace)):
        line = [0, *TreeAtStep(run.trace, step).principal_variation()]
        for node, child in pairwise(line):
            sign = 1 if run.trace[node].maximizing else -1
            tried = [row for row in replay.visited[node] if row in replay.returned]
            best = max(sign * true_value(question, run.path(row)) for row in tried)
            assert sign * true_value(question, run.path(child)) == best


@given(trees(plies=4), st.integers(-9, 0), st.integers(0, 9))
def test_steps_outside_are_moved_to_the_nearest(tree: Tree, before: int, behind: int) -> None:
    """A step before the first or behind the last shows the first or the last."""
    trace = searched(tree).trace
    assert shown(trace, before, len(trace)) == shown(trace, 0, len(trace))
    assert shown(trace, trace.last_step + behind, len(trace)) == shown(trace, trace.last_step, len(trace))


def test_rows_that_do_not_exist() -> None:
    """A row that was never made, or not yet, has not been entered and is to come."""
    trace = searched(AIMA).trace
    for step, rows in ((22, (-1, 11, 99)), (3, (3, 4, 10))):
        tree = TreeAtStep(trace, step)
        assert not any(tree.entered(row) for row in rows)
        assert {tree.status(row) for row in rows} == {State.TO_COME}


def test_leaf_totals_over_many_rows() -> None:
    """Counts at a step agree with a plain count beyond the blocks in which running totals are kept."""
    run = searched([[[[[[place % 3] * 3] * 3] * 3] * 3] * 3 for place in range(9)], algorithm="minimax")
    assert len(run.trace) == size([[[[[[0] * 3] * 3] * 3] * 3] * 3] * 9) > 3 * 1024
    for step, replay in enumerate(replays(run.trace)):
        if step % 97 == 0 or step % 2048 in (0, 1, 2047):
            assert counts(TreeAtStep(run.trace, step)) == Counts(len(replay.entered), replay.leaves, 0, 0)


@given(trees(plies=4), st.booleans(), searches(), st.integers(1, 60))
@settings(max_examples=100)
def test_a_stopped_row_is_one_that_was_open(tree: Tree, maximizing: bool, search: dict[str, Any], stop: int) -> None:
    """What a limit of nodes leaves open ends as stopped; all other rows are as in the whole search."""
    whole, part = searched(tree, maximizing, **search).trace, finished(tree, maximizing, search, stop).trace
    assert len(part) == min(stop, len(whole))
    for row, visit in enumerate(part):
        if visit.kind is Kind.STOPPED:
            assert whole[row].end >= len(part)
        else:
            assert visit == whole[row]


def test_a_run_that_has_not_begun() -> None:
    """Before the first event there is nothing, and step 0 shows that."""
    trace = prepared(AIMA).trace
    tree = TreeAtStep(trace, 5)
    assert (tree.step, tree.visits, tree.path, tree.current, tree.entering) == (0, 0, [], None, False)
    assert counts(tree) == Counts(0, 0, 0, 0)
