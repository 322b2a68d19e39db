"""A board as lists of pieces says all that stands on it: it can be set up again from what is
said.
"""

from __future__ import annotations

import random
import re

import pytest

import games
from games import Board, Cell, Player, Turn
from visualizer.draw.boards import contents
from visualizer.draw.boards.contents import describe_board

KINDS = {
    "walls": "wall",
    "capstones": "capstone",
    "kings": "king",
}
LINE = re.compile(r"(?P<side>\w+)(?: (?P<kind>\w+))?: (?P<squares>.+)")
SQUARE = re.compile(r"([a-k]?\d+)(?: \(from the bottom up: ([^)]+)\))?")
Piece = tuple[str, str, tuple[str, ...]]
"""Whose it is, of which kind, and the pile it tops from the bottom up."""


def drawn(board: Board, sides: tuple[str, str]) -> dict[str, Piece]:
    """Return what stands where, read from the board."""
    found: dict[str, Piece] = {}
    for row, cells in enumerate(board.cells):
        numbered = 0
        for column, cell in enumerate(cells):
            if board.columns:
                square = board.columns[column] + board.rows[row]
            else:
                square = str(int(board.rows[row]) + numbered)
            numbered += cell.playable
            if cell.piece:
                if len(cell.stack) > 1:
                    pile = tuple(sides[owner - 1] for owner in cell.stack)
                else:
                    pile = ()
                found[square] = (
                    sides[cell.owner - 1],
                    cell.piece if cell.piece in KINDS.values() else "",
                    pile,
                )
    return found


def heard(lines: list[str]) -> dict[str, Piece]:
    """Return what stands where, by what is said."""
    found: dict[str, Piece] = {}
    for line in lines:
        said = LINE.fullmatch(line)
        assert said, line
        for square, pile in SQUARE.findall(said["squares"]):
            assert square not in found
            found[square] = (
                said["side"],
                KINDS.get(said["kind"], ""),
                tuple(pile.split(", ")) if pile else (),
            )
    return found


@pytest.mark.parametrize(
    "name", ["tictactoe", "connect-four", "hex", "othello", "italian-draughts", "tak"]
)
def test_a_board_can_be_set_up_again_by_ear(name: str) -> None:
    """In random games every piece is said once, with its square, side, kind and pile, and
    nothing else is.
    """
    game = games.load_game(name)
    chance = random.Random(3)
    for _ in range(5):
        position = game.start({})
        for _ in range(60):
            board = position.board()
            lines = describe_board(board, game.sides)
            below = board.spoken or board.captions
            spoken = lines[: len(lines) - len(below)]

            assert tuple(lines[len(spoken) :]) == below
            there = drawn(board, game.sides)
            assert (spoken == ["The board is empty."]) if not there else (heard(spoken) == there)
            if position.outcome() is not None:
                break
            position = position.play(chance.choice(position.moves()))


def test_a_square_of_draughts_has_the_number_that_moves_have() -> None:
    """Squares are counted as in moves: a man that has moved to 18 is said to stand there."""
    game = games.load_game("italian-draughts")
    position = game.start({})
    for _ in range(12):
        mover = game.side(maximizing=position.maximizing)
        move = position.moves()[0]
        target = re.split("[-x]", position.name(move))[-1]
        position = position.play(move)
        lines = [
            line
            for line in describe_board(position.board(), game.sides)
            if line.startswith(f"{mover}: ")
        ]

        assert target in lines[0].partition(": ")[2].split(", ")


def test_pieces_without_a_side_are_named() -> None:
    """In a tree the children are listed by their names."""
    assert describe_board(
        games.load_game("tree").read("[[1, 2], 5]", {}).board(), ("MAX", "MIN")
    ) == ["A: ▼, 2: 5"]


def test_labels_in_a_row_are_a_list() -> None:
    """Labels in one row without names of columns are listed as they stand; pieces there have
    their places.
    """
    labels = Board("Labels", (tuple(Cell("label", label=name) for name in "ab"),))

    assert describe_board(labels, ("MAX", "MIN")) == ["a, b"]
    stones = Board("Nim", ((Cell("stone", Player.FIRST), Cell("stone", Player.FIRST)),))
    assert describe_board(stones, ("First", "Second")) == ["First: row 1 column 1, row 1 column 2"]


def test_numbers_of_seeds_are_said_pit_by_pit() -> None:
    """In Kalah a side's pits are named by the letters of who moves, its store by the side alone;
    empty pits are not.
    """
    here = games.load_game("kalah").read("0,4,4,4,4,4/4,4,0,5,5,5 12-1 S", {})
    assert describe_board(here.board(), ("South", "North")) == [
        "South: aS 4, bS 4, dS 5, eS 5, fS 5, S 1",
        "North: N 12, bN 4, cN 4, dN 4, eN 4, fN 4",
        "Stores: South 1  North 12",
    ]


def test_a_line_between_cells_is_a_label() -> None:
    """It stands as its sign, with no colours of pieces; a wall is one of Tak's, dark or light."""
    kalah = games.load_game("kalah")
    for cell, drawn, side in (
        (Cell("label", Player.FIRST, label="|"), "|", "South"),
        (Cell("wall", Player.FIRST), "WS", "South (light)"),
    ):
        board = Board("Lines", ((Cell(), cell),))

        assert contents.board_text(board)[0].split() == ["·", drawn]
        assert contents.side_name(kalah, board, Turn.MAX) == side
