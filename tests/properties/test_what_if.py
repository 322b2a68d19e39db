"""What is said of the children that a cut left out is true: their values, the node's, and that
it does not matter.
"""

from __future__ import annotations

import operator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.oracles.checker import question_of, true_value
from tests.trees import AIMA, Tree, limit, searched, searches, subtree, trees
from visualizer.explaining.explanation.english.cuts import window_chain
from visualizer.explaining.explanation.english.what_if import describe_pruned_children
from visualizer.explaining.explanation.facts.steps import cut_of
from visualizer.explaining.explanation.facts.what_if import search_pruned_children
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.trace.tree_at_step import Bound, TreeAtStep

HOLDS = {
    Bound.EXACT: operator.eq,
    Bound.LOWER: operator.ge,
    Bound.UPPER: operator.le,
}


def size(tree: Tree, plies: float) -> int:
    """Count the nodes that minimax visits."""
    if isinstance(tree, list) and plies:
        return 1 + sum(size(child, plies - 1) for child in tree)
    return 1


@given(trees(plies=4), st.booleans(), searches())
@settings(max_examples=100)
def test_what_would_have_been(tree: Tree, maximizing: bool, search: dict[str, Any]) -> None:
    """The values of the pruned children, how many nodes they take, what the node would be worth:
    as minimax has it.
    """
    run = searched(tree, maximizing, **search)
    question = question_of(tree, maximizing, search)
    for row in run.trace.cuts:
        step = run.trace.cut_step(row) or 0
        at = TreeAtStep(run.trace, step)
        path = run.path(row)
        turn = run.trace[row].maximizing
        aside = search_pruned_children(run, at, row)

        assert aside is not None
        assert aside.cut == cut_of(run, at, row)
        visited = {run.path(child)[-1] for child in at.children(row)}
        pruned = [
            (*path, child) for child in range(run.trace[row].children) if child not in visited
        ]
        assert aside.values == {child[-1]: true_value(question, child) for child in pruned}
        assert aside.left_out == len(pruned)
        assert aside.nodes == sum(
            size(subtree(tree, child), limit(search) - len(child)) for child in pruned
        )
        assert HOLDS[aside.bound](true_value(question, path), aside.best)
        assert aside.best >= aside.cut.bound if turn else aside.best <= aside.cut.bound
        assert (
            describe_pruned_children(run, step)
            == describe_pruned_children(run, run.trace.last_step, row)
            != ""
        )


def test_figure_5_2() -> None:
    """At the cutoff of figure 5.2 the children are named with their values, one by one."""
    sentence = describe_pruned_children(searched(AIMA), 12)

    assert (
        "Searching them anyway (2 extra nodes) gives 4 for c2 and 6 for c3. Then C would"
        in sentence
    )
    assert sentence.endswith("which is still ≤ 3. MAX has 3 with a1, so nothing changes.")
    beyond = describe_pruned_children(searched(AIMA, window=(4, 9)), 4)
    assert beyond.endswith("which is still ≤ 4. The search was not asked how far below 4.")


def test_what_takes_too_long_is_not_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the time is over before the first child is searched, that is what is said."""
    monkeypatch.setattr("visualizer.explaining.explanation.facts.what_if.WHAT_IF_SECONDS", -1)
    assert describe_pruned_children(searched(AIMA), 12).endswith(
        "there had been tried? Searching all of it would take too long."
    )


def test_one_child_is_one() -> None:
    """One child left out is told as one, and a root without a value is not said to have one."""
    run = Run(Recipe(PositionSpec("tree", "cs188-four-plies"), SearchSpec("alpha-beta"))).finish()
    first, second = (run.trace.cut_step(row) for row in run.trace.cuts[:2])

    assert first is not None
    assert second is not None
    assert "Searching it anyway (1 extra node) gives 0 for J." in describe_pruned_children(
        run, second
    )
    assert "Then c2 would be worth 10, which is still ≥ 5" in describe_pruned_children(run, first)
    assert "root would be worth" not in describe_pruned_children(run, first)


def test_many_children_are_counted() -> None:
    """Of more than twelve children left out the first twelve are named, and it is said how many
    more there are.
    """
    sentence = describe_pruned_children(searched([[5], [1, *range(100, 120)]]), 8)
    assert "111 for b13 and 8 more. Then B would" in sentence


def test_the_chain_says_where_a_bound_is_from() -> None:
    """From the root down, every node has what each player has already, with what, and the window.

    Where a side had the most there is, it is said with which window the search would have stopped,
    and so it does.
    """
    assert window_chain(searched(AIMA), 12).splitlines()[1:] == [
        "  The root (MAX): MAX has 3 with a1 (α 3, β +∞)",
        "  C (MIN): MAX has 3 with a1, MIN has 2 with c1 (α 3, β 2)",
        "The bound was set by the parent: a shallow cut.",
    ]
    run = Run(Recipe(PositionSpec("connect-four", "small"))).finish()
    stopped = Run(
        Recipe(PositionSpec("connect-four", "small"), SearchSpec(window=(-1, 1)))
    ).finish()
    said = [window_chain(run, run.trace.cut_step(row) or 0) for row in run.trace.cuts]
    why = (
        "look at col 3? Alpha-beta does not know that no value is above 1. With a window "
        "from −1 to 1, it would have "
    )
    assert any(each.endswith(f"Why did the search {why}stopped after col 2.") for each in said)
    assert stopped.node_at((2,)) is None
    assert run.trace.value(0) == 1
    assert stopped.trace.value(0) == 1
    assert run.node_at((2,)) is not None
    assert "Why did the search" not in window_chain(searched(AIMA), 12)
    given = "the given window asks for values between 4 and 9 (α 4, β 9)"
    assert given in window_chain(searched(AIMA, window=(4, 9)), 2)
