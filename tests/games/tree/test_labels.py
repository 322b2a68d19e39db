"""Books' names of nodes and edges: for people everywhere, and for reading; in data a move stays
its number.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from games.tree import GAME, read
from games.tree.notation import Node
from games.tree.presets import TEXTBOOK_LABELS
from visualizer.explaining.explanation.explainer import explain
from visualizer.explaining.measures.summary import summary, visited_leaves
from visualizer.searching.recipe import PositionSpec, Recipe
from visualizer.searching.run import Run, read_path


def below(position: Node) -> Iterator[Node]:
    """Go through a position and all below it."""
    yield position
    for move in position.moves():
        yield from below(position.play(move))


@pytest.mark.parametrize("text", TEXTBOOK_LABELS)
def test_each_label_means_one_node(text: str) -> None:
    """Every edge has a label, no two have the same, and each is read as its branch, as the
    number is.
    """
    edges = []
    for position in below(read(text, {})):
        for move in position.moves():
            edge = position.branch_label(move)
            edges.append(edge)

            assert GAME.find_move(position, edge) == GAME.find_move(position, str(move + 1)) == move

    assert len(edges) == len(set(edges)) == len(TEXTBOOK_LABELS[text]["edges"].split())
    assert not any(edge.isdigit() for edge in edges)


def test_the_labels_of_aima() -> None:
    """Inner nodes are A to D, and below each the edges have its letter."""
    root = read("[[3, 12, 8], [2, 4, 6], [14, 5, 2]]", {})
    found = {}
    for move in root.moves():
        child = root.play(move)
        found[child.label] = [child.branch_label(leaf) for leaf in child.moves()]

    assert found == {
        "B": ["b1", "b2", "b3"],
        "C": ["c1", "c2", "c3"],
        "D": ["d1", "d2", "d3"],
    }
    assert root.label == "A"


def test_another_tree_has_letters_of_its_own() -> None:
    """One other value, and it is no longer the book's tree, whose root is A."""
    root = read("[[3,12,8],[2,4,6],[14,5,3]]", {})

    assert root.label == ""
    assert [root.branch_label(move) for move in root.moves()] == [
        "A",
        "B",
        "C",
    ]


def test_data_keeps_numbers() -> None:
    """JSON has the numbers of moves; sentences have the labels; a path is read from either, or
    from a mixture.
    """
    run = Run(Recipe(PositionSpec("tree"))).finish()
    found = summary(run)

    assert found["best_move"] == "1"
    assert found["principal_variation"] == ["1", "1"]
    assert visited_leaves(run)[3] == ["2", "1"]
    assert read_path(run, "a2 c3") == read_path(run, "2 3") == read_path(run, "C 3") == (1, 2)
    sentence = explain(run, 12)
    assert all(name in sentence for name in ("at C", "c1", "a1", "a2"))
    assert "branch 2" not in sentence
