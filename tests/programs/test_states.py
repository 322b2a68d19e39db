"""The texts and squares of a person's board."""

from dataclasses import dataclass, field
from typing import Any

import pytest

from visualizer.your_code.programs.recording import is_nameless, moves_after
from visualizer.your_code.programs.states import key_function, state_squares, state_text


class Node:
    """A node of a tree, without a text of its own."""

    def __init__(self, value: int | None, *kids: "Node") -> None:
        """Take the value and the children."""
        self.kids = [*kids]
        self.value = value


class Talkative:
    """A board that prints when it is asked for its text."""

    def __str__(self) -> str:
        """Return the text, and print."""
        print("asked")
        return "X."


@dataclass
class Written:
    """A dataclass with a list."""

    turn: str = "X"
    cells: list[str | None] = field(default_factory=lambda: ["X", None, "O", *[None] * 6])


@pytest.mark.parametrize(
    ("state", "text"),
    [
        (None, ""),
        ([], "[]"),
        ([[[3, 5], [6, 9]], 2], "[[[3, 5], [6, 9]], 2]"),
        (Written(), "X . O\n. . .\n. . ."),
        (Node(3), "value = 3"),
        (Node(None, Node(3)), ""),
        (Node(4, Node(3)), "value = 4"),
    ],
)
def test_the_text_of_a_state(state: Any, text: str) -> None:
    """A nested list is no grid, a dataclass shows its list, and a node only what it holds."""
    assert state_text(state) == text


def test_squares_come_from_the_list() -> None:
    """Squares are the items themselves; a nested list and a ragged one have none."""
    assert state_squares(Written())[0] == ("X", ".", "O")
    assert state_squares([["a b", 1], [2, 1]]) == (("a b", "1"), ("2", "1"))
    assert state_squares([[3, [5, 1]], [2, 9]]) == ()
    assert state_squares([[1, 2], [3]]) == ()


def test_a_text_that_prints(capsys: pytest.CaptureFixture[str]) -> None:
    """What a board prints when its text is read is not printed."""
    assert state_text(Talkative()) == "X."
    assert capsys.readouterr().out == ""


def test_nodes_of_a_tree_are_themselves() -> None:
    """Two nodes that look alike are not the same position."""
    one, other = Node(None, Node(3)), Node(None, Node(3))
    key = key_function(one)

    assert key(one) != key(other)


def test_children_without_names() -> None:
    """A list that is itself handed to the search is no move; a text and a number may be."""
    child = [3, 5]

    assert is_nameless(child, child)
    assert not is_nameless("left", "left")
    assert not is_nameless(2, child)


def test_equal_moves_are_not_counted() -> None:
    """Of equal items nobody knows which was the last."""
    assert moves_after([3, 3, 5], (3,)) is None
    assert moves_after([3, 4, 5], (4,)) == ["5"]
