"""A tree as a game: positions, moves, names, boards, random trees and settings."""

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import games.tree
from games import AnyPosition, Preset, probabilities, result
from games.tree import GAME
from games.tree.notation import MAX_INLINE_LEAVES, Node, write_tree

SEED_0 = "[[[6,6,0],[4,8,7],[6,4,7]],[[5,9,3],[8,2,4],[2,1,9]],[[4,8,9],[2,4,1],[1,5,7]]]"
SEED_5 = "[[-3,[-3],[4]],[-4,[4],[2]],[[-3],[-3,-5],[-5,-2]]]"

shapes: st.SearchStrategy[dict[str, Any]] = st.builds(
    dict,
    branching=st.integers(1, 4),
    depth=st.integers(1, 5),
    low=st.integers(-9, 0),
    high=st.integers(0, 9),
    seed=st.integers(-100, 100),
    irregular=st.booleans(),
)


def everywhere(position: AnyPosition) -> Iterator[AnyPosition]:
    """Go through a position and all that can follow."""
    yield position
    for move in position.moves():
        yield from everywhere(position.play(move))


def nodes(tree: Node, ply: int = 0) -> Iterator[tuple[Node, int]]:
    """Go through the nodes of a tree, each with its depth."""
    yield tree, ply
    for child in tree.children:
        yield from nodes(child, ply + 1)


@pytest.mark.parametrize("preset", GAME.presets, ids=lambda preset: preset.name)
def test_every_position_of_every_preset(preset: Preset) -> None:
    """Sides alternate, keys and names are unique, a leaf alone has an outcome, and every text
    reads back.
    """
    root = GAME.read(preset.text, {})

    assert root.maximizing
    seen = set()
    for position in everywhere(root):
        moves = position.moves()
        outcome = position.outcome()

        assert (outcome is None) == bool(moves)
        assert result(position, outcome) == (0 if outcome is None else outcome)
        takes_turn = probabilities(position) is None
        assert all(
            (position.play(move).maximizing != position.maximizing) == takes_turn for move in moves
        )
        assert len({position.name(move) for move in moves}) == len(moves)
        assert all(GAME.find_move(position, position.name(move)) == move for move in moves)
        again = GAME.read(position.text(), {})
        assert again.text() == position.text()
        assert again.maximizing == position.maximizing
        seen.add(position.key())
    assert len(seen) == len([*everywhere(root)])


def test_board_shows_the_children() -> None:
    """The board of a branch is a row of its children: values, or whose turn it is there; its own
    turn others say.
    """
    board = GAME.read("A(B(1,2), 7, C=-3.5)", {}).board()

    assert [cell.label for cell in board.cells[0]] == ["▼", "7", "-3.5"]
    assert board.columns == ("B", "a2", "C")
    assert board.captions == ()
    assert GAME.read("min [[1],2]", {}).board().cells[0][0].label == "▲"


def test_board_of_a_leaf() -> None:
    """The board of a leaf is its number, and nobody is to move."""
    board = GAME.read("4", {}).board()

    assert [[cell.label for cell in row] for row in board.cells] == [["4"]]
    assert board.captions == ("a leaf",)


def test_board_of_a_wide_branch() -> None:
    """A branch with too many children shows the first ones and says how many more there are."""
    position = GAME.read(str([0] * 1_100), {})
    board = position.board()

    assert len(board.cells[0]) == len(board.columns) == MAX_INLINE_LEAVES
    assert board.captions == (f"{1_100 - MAX_INLINE_LEAVES:,} more",)
    assert GAME.target(position, MAX_INLINE_LEAVES - 1) == (0, MAX_INLINE_LEAVES - 1)
    assert GAME.target(position, MAX_INLINE_LEAVES) is None


def grow(
    branching: int = 3,
    depth: int = 3,
    low: int = 0,
    high: int = 9,
    seed: int = 0,
    irregular: bool = False,
) -> Node:
    shape = games.tree.RandomTreeShape(
        max_children=branching, depth=depth, low=low, high=high, seed=seed, irregular=irregular
    )
    return games.tree.grow_random_tree(shape)


@given(shapes)
def test_random_trees_keep_their_shape(shape: dict[str, Any]) -> None:
    """Leaves are in range and no deeper than asked; a uniform tree has the same width and depth
    everywhere.
    """
    met = [*nodes(grow(**shape))]

    assert len({node.number for node, _ in met}) == len(met)
    for node, ply in met:
        assert ply <= shape["depth"]
        if not node.children:
            assert shape["low"] <= node.value <= shape["high"]
            assert shape["irregular"] or ply == shape["depth"]
        else:
            assert 1 <= len(node.children) <= shape["branching"]
            assert shape["irregular"] or len(node.children) == shape["branching"]


@given(shapes)
def test_same_seed_same_tree(shape: dict[str, Any]) -> None:
    """The same shape and seed give the same tree, which reads back."""
    text = write_tree(grow(**shape))

    assert write_tree(grow(**shape)) == text
    assert GAME.read(text, {}).text() == text


def test_same_tree_on_every_machine() -> None:
    """Seeds 0 and 5 give exactly these trees, today and elsewhere."""
    assert write_tree(grow()) == SEED_0
    assert (
        write_tree(
            grow(
                seed=5,
                irregular=True,
                low=-5,
                high=5,
            )
        )
        == SEED_5
    )


def test_seeds_differ() -> None:
    """A hundred seeds give a hundred trees."""
    assert len({write_tree(grow(seed=seed)) for seed in range(100)}) == 100


def test_settings_shape_a_random_tree() -> None:
    """`random`, or no position at all, makes a tree of the given settings."""
    settings = {
        "branching": 2,
        "depth": 2,
        "values": (7, 7),
        "seed": 5,
        "shape": "uniform",
    }
    assert GAME.read(" random ", settings).text() == GAME.start(settings).text() == "[[7,7],[7,7]]"
