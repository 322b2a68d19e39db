"""The trees that are dealt find what small trees with few children and small values do not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games import turn_of
from tests.grading.here import graded, trees_of
from tests.grading.wrong import BOOK, NEGAMAX, NEGAMAX_BOUND, WINDOW, Replacements, made
from visualizer.your_code.grading.tree_searches import count_leaves_read, reveals_overwriting
from visualizer.your_code.grading.trees import MAX_TURN, MIN_TURN, count_nodes, parse_literal_tree

OVERWRITTEN: list[tuple[str, Replacements]] = [
    (WINDOW, (("alpha = max(alpha, best)", "alpha = best"),)),
    (WINDOW, (("beta = min(beta, best)", "beta = best"),)),
    (BOOK, (("alpha = max(alpha, v)", "alpha = v"),)),
    (BOOK, (("beta = min(beta, v)", "beta = v"),)),
    (NEGAMAX, (("alpha = max(alpha, best)", "alpha = best"),)),
    (NEGAMAX_BOUND, (("alpha = max(alpha, best)", "alpha = best"),)),
]
FEW_CHILDREN: list[tuple[str, Replacements]] = [
    (text, ((old, f"{old.removesuffix(':')}[:{most}]:"),))
    for text, old in (
        (WINDOW, "in node.children:"),
        (BOOK, "in game.actions(state):"),
        (NEGAMAX, "in node.children:"),
    )
    for most in (3, 4)
]
SMALL_VALUES: list[tuple[str, Replacements]] = [
    (text, ((f"{name} = {old}", f"{name} = {new}"),))
    for text, name in (
        (WINDOW, "best"),
        (BOOK, "v"),
        (NEGAMAX, "best"),
    )
    for old, new in (
        ("-inf", "-5"),
        ("inf", "5"),
        ("-inf", "-9"),
        ("inf", "9"),
    )
    if f"{name} = {old}" in text
]


@pytest.mark.parametrize("seed", [1, 2, 3, 4])
@pytest.mark.parametrize("mistakes", [OVERWRITTEN, FEW_CHILDREN, SMALL_VALUES])
def test_no_such_mistake_passes(mistakes: list[tuple[str, Replacements]], seed: int) -> None:
    """A bound set without max or min, the first few children, a best value that begins at a
    number: all are found.
    """
    functions: list[Callable[..., Any]] = [made(*each) for each in mistakes]
    assert [
        place for place, function in enumerate(functions) if graded(function, seed=seed).is_right
    ] == []


def test_a_bound_that_is_overwritten_is_shown_on_a_small_tree() -> None:
    """What is told has few nodes, and the leaf that need not be read."""
    report = graded(made(*OVERWRITTEN[0]))

    assert report.first_wrong is not None
    assert (
        report.text().splitlines()[2]
        == "The smallest tree it gets wrong: [3,[[1,[2,4]]]], MAX to move"
    )


def test_the_kinds_are_what_they_say() -> None:
    """Some nodes have five children, some leaves are as far as 50, and trees deep on the right
    need their bound.
    """
    for seed in (1, 2):
        trees = trees_of(seed=seed)

        assert max(count_nodes(tree) for _, tree in trees) <= 60
        by_kind = {title: [tree for kind, tree in trees if kind == title] for title, _ in trees}
        assert {turn_of(tree) for dealt in by_kind.values() for tree in dealt} == {
            MAX_TURN,
            MIN_TURN,
        }
        assert (
            max(len(node.children) for tree in by_kind["many children"] for node in tree.nodes())
            == 5
        )
        assert all(map(reveals_overwriting, by_kind["deep on the right"]))
        assert all(
            reveals_overwriting(tree, by_root_player=False) for tree in by_kind["five plies"]
        )
        large = [
            node.value
            for tree in by_kind["large values"]
            for node in tree.nodes()
            if not node.children
        ]
        small = [
            node.value
            for tree in by_kind["large negative values"]
            for node in tree.nodes()
            if not node.children
        ]
        assert 10 <= min(large) < 20 < 40 < max(large) <= 50
        assert -50 <= min(small) < -40 < -20 < max(small) <= -10


def test_leaves_are_counted_with_a_bound_kept_and_overwritten() -> None:
    """On the smallest witness alpha-beta leaves one leaf out, and reads it where α is
    overwritten; MIN's way, too.
    """
    for text, turn in (("[3,[[1,[2,4]]]]", MAX_TURN), ("min [2,[[4,[3,1]]]]", MIN_TURN)):
        tree = parse_literal_tree(text)

        assert count_leaves_read(tree) == 3
        assert count_leaves_read(tree, faulty_player=turn) == 4
        assert (
            count_leaves_read(tree, faulty_player=MIN_TURN if turn == MAX_TURN else MAX_TURN) == 3
        )
