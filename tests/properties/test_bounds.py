"""Whatever a view shows of a node, at whatever step, is true of the node's minimax value."""

from __future__ import annotations

from itertools import pairwise
from math import inf
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.oracles.checker import Question, question_of, true_value
from tests.trees import Tree, searched, searches, trees
from visualizer.searching.run import Run
from visualizer.trace.labels import value_label
from visualizer.trace.rows import Trace
from visualizer.trace.tree_at_step import Bound, TreeAtStep


def label_is_true(
    run: Run,
    tree: TreeAtStep,
    row: int,
    question: Question,
) -> bool:
    """Say whether value and bound of a row hold for its true value."""
    value = tree.value(row)
    true = true_value(question, run.path(row))
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
            seen = [child for child in tree.children(row) if tree.returned(child)]
            below = [true_value(question, run.path(child)) for child in seen]
            assert value is not None
            assert seen
            return all(
                child <= value if run.trace[row].maximizing else child >= value for child in below
            )


@given(trees(plies=4), st.booleans(), searches())
@settings(max_examples=350)
def test_every_label_is_true_at_every_step(
    nested: Tree, maximizing: bool, search: dict[str, Any]
) -> None:
    """For every entered row at every step, `=`, `≥`, `≤`, `≤…` and `≥…` (all tried so far) hold
    for the true value.
    """
    run = searched(nested, maximizing, **search)
    question = question_of(nested, maximizing, search)
    for step in range(run.trace.last_step + 1):
        tree = TreeAtStep(run.trace, step)
        for row in range(tree.visits):
            assert label_is_true(run, tree, row, question), (step, row, value_label(tree, row))


@given(trees(plies=4), st.booleans(), searches())
@settings(max_examples=100)
def test_no_move_tried_is_better_than_the_one_on_the_best_line(
    nested: Tree, maximizing: bool, search: dict[str, Any]
) -> None:
    """By its true value the child on the best line is at least as good as each of its siblings
    that has returned.
    """
    run = searched(nested, maximizing, **search)
    question = question_of(nested, maximizing, search)
    for step in range(run.trace.last_step + 1):
        tree = TreeAtStep(run.trace, step)
        for node, child in pairwise([0, *tree.principal_variation()]):
            if run.trace[node].maximizing:
                sign = 1
            else:
                sign = -1
            tried = filter(tree.returned, tree.children(node))
            best = max(sign * true_value(question, run.path(row)) for row in tried)

            assert sign * true_value(question, run.path(child)) == best


def certain(trace: Trace, row: int) -> tuple[float, float]:
    """Return between which values the leaves that a visit has seen leave its node, whatever it
    has not seen.
    """
    found = trace[row]
    if not found.children:
        return found.value, found.value
    below = [
        certain(trace, child)
        for child in range(row + 1, found.end + 1)
        if trace[child].parent == row
    ]
    below += [(-inf, inf)] * (found.children - len(below))
    lows, highs = zip(*below, strict=True)
    if found.maximizing:
        return (max(lows), max(highs))
    return (min(lows), min(highs))


@given(trees(plies=5), st.booleans(), searches())
@settings(max_examples=300)
def test_a_value_is_exact_where_the_leaves_seen_prove_it(
    nested: Tree, maximizing: bool, search: dict[str, Any]
) -> None:
    """A finished node shows a value without a bound if and only if the leaves seen below allow
    no other.
    """
    trace = searched(nested, maximizing, **search).trace
    end = TreeAtStep(trace)
    for row in range(len(trace)):
        low, high = certain(trace, row)
        assert (end.bound(row) is Bound.EXACT) == (low == high == trace[row].value), row


def test_a_value_is_proved_exact_at_any_depth() -> None:
    """Outside of its window, a node is worth exactly what the only leaf below it says, a
    thousand plies down.
    """
    nested: Tree = 3
    for _ in range(900):
        nested = [nested]
    run = searched(nested, window=(7, 9))

    assert value_label(TreeAtStep(run.trace), 0) == "3"
