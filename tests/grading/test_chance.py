"""Searches with chance are graded: expectiminimax on trees with chance nodes, expectimax against
a random opponent.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from games import turn_of
from games.tree.notation import Node, write_tree
from tests.grading import right
from tests.grading.conftest import Grade
from tests.grading.here import graded, trees_of
from visualizer.your_code.grading.reference import GradedTask, right_search
from visualizer.your_code.grading.tree_searches import value_of_tree
from visualizer.your_code.grading.trees import (
    MAX_TURN,
    SearchTask,
    count_nodes,
    parse_literal_tree,
    tree_as_json,
)
from visualizer.your_code.grading.trial import try_search

EXPECTIMINIMAX = GradedTask("expectiminimax")
EXPECTIMAX = GradedTask("expectimax")
MINE = (Path(__file__).parent / "right.py").as_posix()


def test_right_ones_are_right() -> None:
    """Each is right for its task, with a limit, too, and wrong for the other."""
    assert graded(right.expectiminimax, EXPECTIMINIMAX).is_right
    assert graded(right.expectimax, EXPECTIMAX).is_right
    assert graded(right.expectimax, GradedTask("expectimax", depth=2)).is_right
    assert not graded(right.expectiminimax, EXPECTIMAX).is_right
    assert not graded(right.expectimax, EXPECTIMINIMAX).is_right
    assert not graded(right.minimax, EXPECTIMAX).is_right


def textbook(node: Any) -> Any:
    """Expectimax as books write it: MAX takes the greatest, at all other nodes the mean counts."""
    if not node.children:
        return node.value
    values = [textbook(child) for child in node.children]
    if node.maximizing:
        return max(values)
    return sum(values) / len(values)


def test_a_textbook_expectimax_is_right() -> None:
    """The task has MAX at the root of each tree, and whoever else moves does so at random; so
    have smaller ones.
    """
    report = graded(textbook, EXPECTIMAX)

    assert report.right == 60
    assert report.trees == 60
    assert graded(right.expectimax, EXPECTIMAX, seed=7).is_right
    assert {turn_of(tree) for _, tree in trees_of(60, task="expectimax")} == {MAX_TURN}
    wrong = graded(lambda node: -textbook(node), EXPECTIMAX).first_wrong
    assert wrong is not None
    assert turn_of(wrong.tree) == MAX_TURN


def changed(**replaced: Any) -> Callable[..., Any]:
    """Return expectiminimax with one thing changed: what it does with children, odds, or the
    best values.
    """
    children = replaced.get("children", lambda node: node.children)
    odds = replaced.get("odds", lambda node: node.probabilities)
    first = replaced.get("first", [])

    def search(node: Any) -> Any:
        if not node.children:
            return node.value
        values = [search(child) for child in children(node)]
        if node.maximizing is None:
            return sum(map(float.__mul__, odds(node), map(float, values)))
        if node.maximizing:
            return max(values + first)
        return min(values + first)

    return search


def test_known_mistakes_are_named() -> None:
    """Those that have nothing to do with pruning are named; ignoring the probabilities is wrong."""
    assert graded(changed(), EXPECTIMINIMAX).is_right
    zero = graded(changed(first=[0]), EXPECTIMINIMAX)
    assert zero.is_right is False
    assert [*zero.looks_like] == ["begins-at-zero"]
    one = graded(
        changed(children=lambda node: node.children[:1], odds=lambda node: node.probabilities[:1]),
        EXPECTIMINIMAX,
    )
    assert [*one.looks_like] == ["first-child-only"]
    back = graded(
        changed(
            children=lambda node: node.children[::-1], odds=lambda node: node.probabilities[::-1]
        ),
        EXPECTIMINIMAX,
    )
    assert [*back.looks_like] == ["right-to-left"]
    even = graded(
        changed(odds=lambda node: [1 / len(node.children)] * len(node.children)), EXPECTIMINIMAX
    )
    assert not even.is_right
    assert even.first_wrong is not None
    smallest = even.first_wrong.tree
    assert count_nodes(smallest) == 3
    assert len({*smallest.odds}) == 2
    assert even.first_wrong.as_object()["tree"] == write_tree(smallest, for_programs=True)


def test_trees_with_chance_are_written_and_read() -> None:
    """Their text reads back as the same tree; programs get it, and numbers in lists where there
    is no chance.
    """
    dealt = [tree for _, tree in trees_of(120, task="expectiminimax")]

    assert sum(any(node.chance for node in tree.nodes()) for tree in dealt) > 80
    for tree in dealt:
        assert shape(parse_literal_tree(tree.text())) == shape(tree)
        assert isinstance(tree_as_json(tree)["tree"], str) == (not is_plain(tree))
    uneven = parse_literal_tree("[~[1/4: 4, 3/4: 8], ~[0, 9]]")
    assert uneven.play(0).probabilities() == (Fraction(1, 4), Fraction(3, 4))
    assert tree_as_json(uneven) == {"tree": "[~[1/4: 4,3/4: 8],~[0,9]]", "max": True}
    assert tree_as_json(parse_literal_tree("[[1,2],[3]]")) == {"tree": [[1, 2], [3]], "max": True}


def is_plain(tree: Node) -> bool:
    """Return whether MAX and MIN take turns everywhere, without chance."""
    return not any(
        node.chance or any(child.maximizing == node.maximizing for child in node.children)
        for node in tree.nodes()
    )


def shape(tree: Node) -> Any:
    """Return a tree without whose turn it would be at leaves."""
    if not tree.moves():
        return tree.value
    return turn_of(tree), tree.probabilities(), [*map(shape, map(tree.play, tree.moves()))]


def test_the_right_value_is_the_search_of_this_program() -> None:
    """Its search and what the tree says by itself agree on the root and on the moves."""
    for task in (EXPECTIMINIMAX, EXPECTIMAX):
        for _, tree in trees_of(60, task=task.name):
            found = right_search(tree, task)

            assert float(found.value) == pytest.approx(
                value_of_tree(SearchTask(tree), (), task.random_turn(tree))
            )
            assert [float(found.values[move]) for move in found.moves] == [
                pytest.approx(float(found.value))
            ] * len(found.moves)


def test_a_node_of_chance() -> None:
    """It has probabilities, and nobody is maximizing there."""
    seen: list[Any] = []

    def looks(node: Any) -> Any:
        seen.extend((each.maximizing, getattr(each, "probabilities", None)) for each in node)
        return 0

    try_search(looks, SearchTask(parse_literal_tree("[~[1/4: 4, 3/4: 8], [1]]")))

    assert seen == [(None, (0.25, 0.75)), (False, None)]


def test_chance_in_the_command(tmp_path: Path, run: Grade) -> None:
    """A teacher's own trees may have chance; a search that knows none refuses them in one line."""
    tasks = tmp_path / "trees.txt"
    tasks.write_text("[~[1/2: 4, 1/2: 8], ~[0, 9]]\n~[1,[2,3]]\n", encoding="utf-8")
    command = f"{MINE}:expectiminimax --tasks {tasks}"

    assert run(f"{command} --task expectiminimax") == (
        0,
        "Called with node.\n2 of 2 trees right.\n",
        "",
    )
    why = (
        "the tree has chance nodes; the tasks for those are expectimax, random-opponent, "
        "expectiminimax, not alpha-beta"
    )
    assert run(command) == (2, "", f"visualizer: line 1 of {str(tasks)!r}: {why}\n")
    tasks.write_text("min [[1,2],3]\n", encoding="utf-8")
    why = (
        "MIN is to move at the root; in expectimax it must be MAX or chance, since MIN "
        "moves at random"
    )
    assert run(f"{command} --task expectimax") == (
        2,
        "",
        f"visualizer: line 1 of {str(tasks)!r}: {why}\n",
    )
