"""Alpha-beta finds what minimax finds, whatever the order, the rule of the cut and the way to
fail.
"""

from __future__ import annotations

from math import inf
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.oracles.checker import Question, wrong
from tests.oracles.trees import minimax, negamax_alpha_beta
from tests.trees import (
    ORDERINGS,
    RULES,
    WINDOWS,
    Tree,
    leaves,
    limit,
    searched,
    searches,
    size,
    subtree,
    trees,
)


@given(trees(), st.booleans(), st.sampled_from(ORDERINGS), st.just("all") | st.integers(1, 4))
def test_minimax_visits_everything(
    tree: Tree, maximizing: bool, ordering: str, depth: int | str
) -> None:
    """Minimax gives the naive value, visits every node down to the limit once, and cuts nothing,
    in any order.
    """
    run = searched(
        tree,
        maximizing,
        algorithm="minimax",
        ordering=ordering,
        depth=depth,
    )
    if depth == "all":
        plies = inf
    else:
        plies = float(depth)

    assert run.trace[0].value == minimax(tree, maximizing, plies)
    assert not run.trace.cuts
    if depth == "all":
        assert len(run.trace) == size(tree)
        assert sum(row.children == 0 for row in run.trace) == leaves(tree)
    for number, row in enumerate(run.trace):
        path = run.path(number)
        turn = maximizing == (len(path) % 2 == 0)

        assert row.value == minimax(subtree(tree, path), turn, plies - len(path))


@given(trees(), st.booleans(), st.sampled_from(RULES), WINDOWS)
@settings(max_examples=2000)
def test_visits_are_those_of_knuth_and_moore(
    tree: Tree, maximizing: bool, rule: str, window: tuple[float, float]
) -> None:
    """In natural order the same nodes are visited, in the same order, as by a negamax written
    for this test.
    """
    run = searched(
        tree,
        maximizing,
        cut=rule,
        window=window,
    )
    expected = negamax_alpha_beta(tree, maximizing, rule, window)

    assert [run.path(row) for row in range(len(run.trace))] == expected.nodes
    assert run.trace[0].value == expected.value


@given(trees(), st.booleans(), searches())
@settings(max_examples=1000)
def test_all_that_the_textbook_says(tree: Tree, maximizing: bool, search: dict[str, Any]) -> None:
    """Windows, cuts, values returned, labels and what is pruned are right: the checker that
    kills broken searches.
    """
    run = searched(tree, maximizing, **search)
    question = Question(
        tree,
        maximizing,
        search["cut"],
        search["window"],
        limit(search),
        hard=search["fail"] == "hard",
    )

    assert wrong(question, run.trace) == set()


def test_random_order_depends_on_seed_and_path_only() -> None:
    """The same seed gives the same run; another seed another order."""
    tree: Tree = [[[1, 2, 3, 4], [5, 6, 7, 8]], [[9, 8, 7], [6, 5, 4]]]

    assert bytes(searched(tree, ordering="random", seed=1).trace.rows) == bytes(
        searched(tree, ordering="random", seed=1).trace.rows
    )
    first = {bytes(searched(tree, ordering="random", seed=seed).trace.rows) for seed in range(8)}
    assert len(first) > 4
