"""Whatever a view shows of a node, at whatever step, is true of the node's minimax value."""

from __future__ import annotations

from math import inf
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.oracles.checker import Checker, Question, question_of, true_value
from tests.oracles.replay import Replay, replays
from tests.oracles.trees import minimax
from tests.trees import Tree, limit, replaced, searched, searches, trees
from visualizer.searching.run import Run
from visualizer.trace.labels import value_label
from visualizer.trace.rows import Trace
from visualizer.trace.tree_at_step import Bound, TreeAtStep


def label_is_true(run: Run, tree: TreeAtStep, replay: Replay, row: int, question: Question) -> bool:
    """Say whether value and bound of a row hold for its true value."""
    value, true = tree.value(row), true_value(question, run.path(row))
    match tree.bound(row):
        case Bound.NONE | Bound.MEAN:
            return True
        case Bound.SUM:
            raise AssertionError("there is no chance in these trees")
        case Bound.EXACT | Bound.PROVEN:
            return true == value
        case Bound.LOWER:
            return value is not None and true >= value
        case Bound.UPPER:
            return value is not None and true <= value
        case Bound.AT_MOST_SO_FAR | Bound.AT_LEAST_SO_FAR as so_far:
            assert (so_far is Bound.AT_MOST_SO_FAR) is run.trace[row].maximizing
            seen = [child for child in replay.visited[row] if child in replay.returned]
            below = [true_value(question, run.path(child)) for child in seen]
            assert value is not None
            assert seen
            return all(child <= value if run.trace[row].maximizing else child >= value for child in below)


@given(trees(plies=4), st.booleans(), searches())
@settings(max_examples=350)
def test_every_label_is_true_at_every_step(nested: Tree, maximizing: bool, search: dict[str, Any]) -> None:
    """For every entered row at every step, `=`, `≥`, `≤`, `≤…` and `≥…` (all tried so far) hold for the true value."""
    run, question = searched(nested, maximizing, **search), question_of(nested, maximizing, search)
    for step, replay in enumerate(replays(run.trace)):
        tree = TreeAtStep(run.trace, step)
        for row in replay.entered:
            assert label_is_true(run, tree, replay, row, question), (step, row, value_label(tree, row))


@given(trees(plies=4), st.booleans(), st.just("all") | st.integers(1, 3))
@settings(max_examples=100)
def test_labels_of_minimax(nested: Tree, maximizing: bool, depth: int | str) -> None:
    """In minimax every finished node is exact, and an open one is at least (MAX) or at most (MIN) its best."""
    run = searched(nested, maximizing, algorithm="minimax", depth=depth)
    question = Question(nested, maximizing, plies=limit({"depth": depth}))
    for step, replay in enumerate(replays(run.trace)):
        tree = TreeAtStep(run.trace, step)
        for row in replay.entered:
            assert label_is_true(run, tree, replay, row, question)
            proves = Bound.LOWER if run.trace[row].maximizing else Bound.UPPER
            is_open = proves if row in replay.best else Bound.NONE
            assert tree.bound(row) is (Bound.EXACT if row in replay.returned else is_open)


@given(trees(plies=4), st.booleans(), searches())
@settings(max_examples=150)
def test_a_label_is_as_strong_as_what_is_known(nested: Tree, maximizing: bool, search: dict[str, Any]) -> None:
    """A label says nothing only while no child has returned; a leaf and a root inside its window are exact."""
    run = searched(nested, maximizing, **search)
    for step, replay in enumerate(replays(run.trace)):
        tree = TreeAtStep(run.trace, step)
        for row in replay.entered:
            known = row in replay.returned or row in replay.best
            assert (tree.bound(row) is not Bound.NONE) == known
            assert (tree.value(row) is not None) == known
            assert bool(value_label(tree, row)) == known
    end, (low, high) = TreeAtStep(run.trace, run.trace.last_step), search["window"]
    if low < minimax(nested, maximizing, limit(search)) < high:
        assert end.bound(0) is Bound.EXACT


def certain(trace: Trace, row: int) -> tuple[float, float]:
    """Return between which values the leaves that a visit has seen leave its node, whatever it has not seen."""
    found = trace[row]
    if not found.children:
        return found.value, found.value
    below = [certain(trace, child) for child in range(row + 1, found.end + 1) if trace[child].parent == row]
    below += [(-inf, inf)] * (found.children - len(below))
    lows, highs = zip(*below, strict=True)
    return (max(lows), max(highs)) if found.maximizing else (min(lows), min(highs))


@given(trees(plies=5), st.booleans(), searches())
@settings(max_examples=300)
def test_a_value_is_exact_where_the_leaves_seen_prove_it(
    nested: Tree, maximizing: bool, search: dict[str, Any]
) -> None:
    """A finished node shows a value without a bound if and only if the leaves seen below allow no other."""
    trace = searched(nested, maximizing, **search).trace
    end = TreeAtStep(trace)
    for row in range(len(trace)):
        low, high = certain(trace, row)
        assert (end.bound(row) is Bound.EXACT) == (low == high == trace[row].value), row


def test_a_value_is_proved_exact_at_any_depth() -> None:
    """Outside of its window, a node is worth exactly what the only leaf below it says, a thousand plies down."""
    nested: Tree = 3
    for _ in range(900):
        nested = [nested]
    run = searched(nested, window=(7, 9))
    assert value_label(TreeAtStep(run.trace), 0) == "3"


def naive_window(trace: Trace, replay: Replay, row: int, window: tuple[float, float]) -> tuple[float, float]:
    """Return the window that a row sees now: the root's, narrowed by the children of it and of its ancestors."""
    line = [row]
    while trace[line[-1]].parent >= 0:
        line.append(trace[line[-1]].parent)
    low, high = window
    for node, toward in zip(reversed(line), [*reversed(line[:-1]), None], strict=True):
        for child in replay.visited[node]:
            if child == toward:
                break
            if child in replay.returned:
                value = trace[child].value
                low, high = (max(low, value), high) if trace[node].maximizing else (low, min(high, value))
    return low, high


@given(trees(plies=4), st.booleans(), searches())
@settings(max_examples=250)
def test_every_window_follows_from_finished_children(nested: Tree, maximizing: bool, search: dict[str, Any]) -> None:
    """The window recorded on entry, and the one shown at every step, follow from what the ancestors had found."""
    run = searched(nested, maximizing, **search)
    for step, replay in enumerate(replays(run.trace)):
        tree = TreeAtStep(run.trace, step)
        if replay.entering and replay.current is not None:
            recorded = run.trace[replay.current]
            expected = naive_window(run.trace, replay, replay.current, search["window"])
            assert (recorded.alpha, recorded.beta) == expected
        for row in replay.entered:
            assert tree.window(row) == naive_window(run.trace, replay, row, search["window"])


@given(trees(), st.booleans(), searches(), st.data())
@settings(max_examples=400)
def test_what_was_pruned_could_not_matter(
    tree: Tree, maximizing: bool, search: dict[str, Any], data: st.DataObject
) -> None:
    """Put anything in the place of what was left out: the root's value, inside its window, stays the same."""
    run, question = searched(tree, maximizing, **search), question_of(tree, maximizing, search)
    checker = Checker(question, run.trace)
    assert checker.check() == set()
    low, high = search["window"]
    asked = min(max(minimax(tree, maximizing, limit(search)), low), high)
    changed = tree
    for path in checker.skipped:
        changed = replaced(changed, path, data.draw(st.sampled_from([-99, 99, -2, -1, 0, 1, 2])))
    assert min(max(minimax(changed, maximizing, limit(search)), low), high) == asked
    again = searched(changed, maximizing, **{**search, "ordering": "natural"})
    if search["ordering"] == "natural":
        assert bytes(again.trace.rows) == bytes(run.trace.rows)
