"""Alpha-beta finds what minimax finds, whatever the order, the rule of the cut and the way to fail."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.oracles.checker import Question, wrong
from tests.oracles.trees import minimax, negamax_alpha_beta
from tests.trees import (
    CUT_AND_FAIL,
    FULL,
    ORDERINGS,
    RULES,
    WEBFLIK,
    WINDOWS,
    Tree,
    children,
    leaves,
    limit,
    searched,
    searches,
    size,
    subtree,
    trees,
)
from visualizer.searching.run import Run
from visualizer.trace.rows import Kind


@given(trees(), st.booleans(), CUT_AND_FAIL)
@settings(max_examples=300)
def test_alpha_beta_is_minimax(tree: Tree, maximizing: bool, cut_and_fail: tuple[str, str]) -> None:
    """With a full window, every ordering, rule and way to fail gives the root's minimax value."""
    true = minimax(tree, maximizing)
    for ordering in ORDERINGS:
        run = searched(tree, maximizing, ordering=ordering, cut=cut_and_fail[0], fail=cut_and_fail[1])
        assert run.trace[0].value == true, ordering


@given(trees(), st.booleans(), searches())
@settings(max_examples=1000)
def test_a_window_and_a_depth(tree: Tree, maximizing: bool, search: dict[str, Any]) -> None:
    """Inside the root's window the value is exact; outside, it is a bound on the right side, clipped if fail-hard."""
    value = searched(tree, maximizing, **search).trace[0].value
    true, (low, high) = minimax(tree, maximizing, limit(search)), search["window"]
    if not children(tree):
        assert value == true
    elif search["fail"] == "hard":
        assert value == min(max(true, low), high)
    elif low < true < high:
        assert value == true
    elif true <= low:
        assert true <= value <= low
    else:
        assert high <= value <= true


@given(trees(), st.booleans(), st.sampled_from(ORDERINGS), st.just("all") | st.integers(1, 4))
def test_minimax_visits_everything(tree: Tree, maximizing: bool, ordering: str, depth: int | str) -> None:
    """Minimax gives the naive value, visits every node down to the limit once, and cuts nothing, in any order."""
    run = searched(tree, maximizing, algorithm="minimax", ordering=ordering, depth=depth)
    plies = inf if depth == "all" else float(depth)
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
    """In natural order the same nodes are visited, in the same order, as by a negamax written for this test."""
    run = searched(tree, maximizing, cut=rule, window=window)
    expected = negamax_alpha_beta(tree, maximizing, rule, window)
    assert [run.path(row) for row in range(len(run.trace))] == expected.nodes
    assert run.trace[0].value == expected.value


@given(trees(), st.booleans(), st.sampled_from(ORDERINGS), WINDOWS)
def test_soft_and_hard_visit_the_same(tree: Tree, maximizing: bool, ordering: str, window: tuple[float, float]) -> None:
    """Fail-soft and fail-hard differ in what inner nodes return, not in what is visited."""
    soft = searched(tree, maximizing, ordering=ordering, window=window)
    hard = searched(tree, maximizing, ordering=ordering, window=window, fail="hard")
    assert [soft.path(row) for row in range(len(soft.trace))] == [hard.path(row) for row in range(len(hard.trace))]
    assert soft.trace.cuts == hard.trace.cuts


@given(trees(), st.booleans(), searches(windows=False))
@settings(max_examples=200)
def test_strict_rule_visits_no_less(tree: Tree, maximizing: bool, search: dict[str, Any]) -> None:
    """Whatever `>=` visits, `>` visits too."""
    weak = searched(tree, maximizing, **{**search, "cut": ">=", "fail": "soft"})
    strict = searched(tree, maximizing, **{**search, "cut": ">", "fail": "soft"})
    assert paths(weak) <= paths(strict)


@given(trees(), st.booleans(), searches())
@settings(max_examples=1000)
def test_all_that_the_textbook_says(tree: Tree, maximizing: bool, search: dict[str, Any]) -> None:
    """Windows, cuts, values returned, labels and what is pruned are right: the checker that kills broken searches."""
    run = searched(tree, maximizing, **search)
    question = Question(tree, maximizing, search["cut"], search["window"], limit(search), hard=search["fail"] == "hard")
    assert wrong(question, run.trace) == set()


@given(trees(plies=4), st.booleans())
@settings(max_examples=30)
def test_own_ordering(user_file: Callable[[str], Path], tree: Tree, maximizing: bool) -> None:
    """A user-supplied scoring function changes the order, highest score first, and not the value."""
    file = user_file("def score(position, move):\n    return (move * 7 + 3) % 4\n")
    run = searched(tree, maximizing, ordering=f"{file}:score")
    assert run.trace[0].value == minimax(tree, maximizing)
    for row in range(len(run.trace)):
        numbers = [visit.move for visit in run.trace if visit.parent == row]
        wanted = sorted(range(run.trace[row].children), key=lambda move: -((move * 7 + 3) % 4))
        assert numbers == wanted[: len(numbers)]


@given(trees(plies=4), st.booleans())
@settings(max_examples=40)
def test_best_and_worst_sort_by_true_value(tree: Tree, maximizing: bool) -> None:
    """The oracles try children by their true value for the mover; equal children stay in natural order."""
    for ordering, sign in (("best", 1), ("worst", -1)):
        run = searched(tree, maximizing, algorithm="minimax", ordering=ordering)
        for row, visit in enumerate(run.trace):
            node, turn = subtree(tree, run.path(row)), maximizing == (visit.depth % 2 == 0)
            values = [minimax(child, not turn) for child in children(node)]
            wanted = sorted(range(len(values)), key=lambda move: -values[move] * sign * (1 if turn else -1))
            assert [child.move for child in run.trace if child.parent == row] == wanted


@pytest.mark.parametrize("fail", ["soft", "hard"])
@pytest.mark.parametrize("ordering", ORDERINGS)
def test_the_tree_that_killed_another_visualizer(ordering: str, fail: str) -> None:
    """`[[[0]], [[-7, -5, 5]]]` is worth 5, in every order."""
    assert searched(WEBFLIK, ordering=ordering, fail=fail).trace[0].value == 5


def test_random_order_depends_on_seed_and_path_only() -> None:
    """The same seed gives the same run; another seed another order."""
    tree: Tree = [[[1, 2, 3, 4], [5, 6, 7, 8]], [[9, 8, 7], [6, 5, 4]]]
    assert bytes(searched(tree, ordering="random", seed=1).trace.rows) == bytes(
        searched(tree, ordering="random", seed=1).trace.rows
    )
    first = {bytes(searched(tree, ordering="random", seed=seed).trace.rows) for seed in range(8)}
    assert len(first) > 4


@given(trees(), st.booleans(), searches(windows=False))
def test_every_search_says_how_it_ended(tree: Tree, maximizing: bool, search: dict[str, Any]) -> None:
    """No row is left open, and the rows' ends nest: a child ends where its parent does or before."""
    trace = searched(tree, maximizing, **search).trace
    assert trace.finished
    assert not trace.reason
    for number, row in enumerate(trace):
        assert row.kind in (Kind.TERMINAL, Kind.LIMIT, Kind.FULL, Kind.CUT)
        assert number <= row.end < len(trace)
        assert row.parent < 0 or row.end <= trace[row.parent].end


def paths(run: Run) -> set[tuple[int, ...]]:
    """Return the paths of all visits."""
    return {run.path(row) for row in range(len(run.trace))}


def test_full_window_is_the_default() -> None:
    """A search that is given no window has the full one."""
    assert searched([1, 2]).recipe.search.window == FULL
