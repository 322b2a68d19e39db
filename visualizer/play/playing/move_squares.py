"""The squares where the legal moves of a position begin and end, and the effects of the moves."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from typing import Any

from games import AnyPosition, Board, Coordinates, Game
from visualizer.draw.boards.contents import (
    Mark,
    play_on_board,
    square_name,
    squares_of,
    stack_height,
)


@dataclass(frozen=True, slots=True)
class BoardMove:
    """A legal move: its name, its label for people, and the squares where it begins and ends.

    A placement begins where it ends. For a move without a square, such as a pass, both are None.
    """

    move: Any
    name: str
    label: str
    begin: Coordinates | None
    end: Coordinates | None


class MoveSquares:
    """The legal moves of a position with their squares, found a few at a time.

    A position can have thousands of moves, and each must be played to find its squares, so this
    takes time.
    """

    def __init__(self, game: Game, position: AnyPosition) -> None:
        """Take a position; its moves are found only by `advance`."""
        self.game = game
        self.position = position
        self.board = position.board()
        self.found: list[BoardMove] = []
        self._remaining: list[Any] = []
        if position.outcome() is None:
            # Reversed, because `pop` takes moves from the end.
            self._remaining = list(reversed(position.moves()))

    def advance(self, seconds: float = inf) -> bool:
        """Find moves for some seconds, by default all of them; return whether all are found."""
        deadline = time.monotonic() + seconds
        while self._remaining and time.monotonic() < deadline:
            self.found.append(self._board_move(self._remaining.pop()))
        return not self._remaining

    def _board_move(self, move: Any) -> BoardMove:
        """Return a move with its names and squares."""
        name = self.position.name(move)
        end = self.game.target(self.position, move)
        begin = None
        if end is not None:
            begin = self._begin_square(move, end)
        label = self.game.label(self.position, move)
        return BoardMove(move, name, label, begin, end)

    def all(self) -> Sequence[BoardMove]:
        """Return all legal moves in natural order."""
        self.advance()
        return self.found

    def board_after(self, move: Any) -> tuple[Board, dict[Coordinates, Mark]]:
        """Return the board after a move, and the marks of its effects on squares."""
        return play_on_board(self.game, self.position, move, self.board)

    def _begin_square(self, move: Any, end: Coordinates) -> Coordinates:
        """Return the square (row, column) that the moved piece has left.

        For a placement, where no piece has moved, return the square `end`.
        """
        after, marks = self.board_after(move)
        # In an abstract tree, each node has a board of another shape, on which no piece moves.
        if board_shape(after) != board_shape(self.board):
            return end

        left_squares = [
            place for place, mark in marks.items() if mark is Mark.LEFT and place != end
        ]
        # Castling moves two pieces: find the piece that is now on the square `end`.
        end_y, end_x = end
        moved = after.cells[end_y][end_x]
        for y, x in left_squares:
            cell = self.board.cells[y][x]
            if (cell.piece, cell.label) == (moved.piece, moved.label):
                return y, x
        # A promoted piece has become another piece, so take the first square that a piece has left.
        return next(iter(left_squares), end)

    def words(self, move: BoardMove) -> str:
        """Return words that distinguish a move from other moves with the same squares.

        The words name the piece, its captures, and what a moving stack drops on its way: `drops 2
        on c3`. The result is "" for a move without squares, and in an abstract tree.
        """
        if move.end is None:
            return ""
        after, marks = self.board_after(move.move)
        if board_shape(after) != board_shape(self.board):
            return ""

        parts = []
        y, x = move.end
        cell = after.cells[y][x]
        if cell.figure or cell.piece not in ("", "label"):
            parts.append(cell.figure or cell.piece)
        parts += describe_captures(marks, self.board)
        # A placement, which begins where it ends, drops nothing on its way.
        if move.begin != move.end:
            drops = self._drops(after, marks)
            if drops:
                parts.append(f"drops {', '.join(drops)}")
        return ", ".join(parts)

    def _drops(self, after: Board, marks: dict[Coordinates, Mark]) -> list[str]:
        """List how many pieces a moving stack drops on each square, as in `2 on c3`."""
        drops = []
        for (y, x), cell in squares_of(after):
            count = stack_height(cell) - stack_height(self.board.cells[y][x])
            if cell.stack and (y, x) in marks and count > 0:
                drops.append(f"{count} on {square_name(after, y, x)}")
        return drops


def board_shape(board: Board) -> list[int]:
    """Return how many cells each row of a board has."""
    return [*map(len, board.cells)]


def describe_captures(marks: dict[Coordinates, Mark], board: Board) -> list[str]:
    """Say on which squares a move captured pieces, and how many pieces it flipped.

    >>> from games import Cell
    >>> describe_captures({(0, 0): Mark.CAPTURED}, Board("", ((Cell(),),), ("a",), ("1",)))
    ['captures a1']
    """
    captured = [place for place, mark in marks.items() if mark is Mark.CAPTURED]
    flipped = sum(mark is Mark.FLIPPED for mark in marks.values())
    parts = []
    if captured:
        names = [square_name(board, *place) for place in sorted(captured)]
        parts.append(f"captures {', '.join(names)}")
    if flipped:
        parts.append(f"flips {flipped}")
    return parts
