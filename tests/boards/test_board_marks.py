"""What a move did to a board: found by comparing the board before with the one after, in every
game.
"""

from __future__ import annotations

import pytest

from games import Board, Cell, Player
from visualizer.draw.boards.contents import Mark, board_with_scores, mark_changes
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run

FIRST = Player.FIRST
SECOND = Player.SECOND
PLACED, ARRIVED, LEFT, FLIPPED, CAPTURED = Mark
MOVES = [
    ("tictactoe", "start", "b2", {(1, 1): PLACED}),
    ("connect-four", None, "4", {(5, 3): PLACED}),
    ("othello", None, "d3", {(2, 3): PLACED, (3, 3): FLIPPED}),
    ("italian-draughts", None, "21-17", {(5, 1): LEFT, (4, 0): ARRIVED}),
    ("tak", "x5/x5/x2,1,x2/x5/2,x4 1 5", "c3+", {(2, 2): LEFT, (1, 2): ARRIVED}),
]


@pytest.mark.parametrize(("game", "position", "move", "expected"), MOVES)
def test_a_move_is_seen_for_what_it_is(
    game: str, position: str | None, move: str, expected: dict[tuple[int, int], Mark]
) -> None:
    """A piece put down, one that turns over, and one that moves have each marks of their own."""
    run = Run(Recipe(PositionSpec(game, position), SearchSpec("alpha-beta", depth=1)))
    names = [run.root.name(each) for each in run.root.moves()]

    assert board_with_scores(run, (names.index(move),))[1] == expected
    assert board_with_scores(run, ())[1] == {}


@pytest.mark.parametrize("position", ["aima-5.2", "[[3,5],[[2,9],4]]"])
def test_a_move_in_a_tree_changes_no_pieces(position: str) -> None:
    """The board lists the branches of another node then: none of them was placed, flipped or
    moved.
    """
    run = Run(Recipe(PositionSpec("tree", position)))
    for path in [
        (0,),
        (1,),
        (1, 0),
    ]:
        assert board_with_scores(run, path)[1] == {}


def board(*rows: str) -> Board:
    """Make a board of white and black men, kings by capitals."""
    pieces = {
        "w": Cell("man", FIRST),
        "b": Cell("man", SECOND),
        "W": Cell("king", FIRST),
        ".": Cell(),
    }
    return Board("", tuple(tuple(pieces[letter] for letter in row) for row in rows))


def test_what_is_taken_is_no_move_of_its_owner() -> None:
    """The opponent's piece that has gone is captured, one's own that has gone has left, also
    where it is crowned.
    """
    before = board("...", ".b.", "w..")
    after = board("..W", "...", "...")

    assert mark_changes(before, after, FIRST) == {
        (2, 0): LEFT,
        (1, 1): CAPTURED,
        (0, 2): ARRIVED,
    }


def test_a_capture_that_ends_where_it_began_marks_its_end() -> None:
    """Nothing differs there, but the game says that the move ends there."""
    before = board("Wb", "bb")
    after = board("W.", "..")
    found = mark_changes(before, after, FIRST, (0, 0))

    assert found[0, 0] is ARRIVED
    assert {*found.values()} == {ARRIVED, CAPTURED}
