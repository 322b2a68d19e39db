"""Where on the board the legal moves of a position begin and end, and what each would do, for every game."""

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
    """A legal move: its name, what people call it, and the squares where it begins and ends.

    A placement begins where it ends; a move of no square, such as a pass, has None.
    """

    move: Any
    name: str
    label: str
    begin: Coordinates | None
    end: Coordinates | None


class MoveSquares:
    """The legal moves of a position with their squares; many take long to find, so they are found a few at a time."""

    def __init__(self, game: Game, position: AnyPosition) -> None:
        """Begin with none found."""
        self.game = game
        self.position = position
        self.board = position.board()
        self.found: list[BoardMove] = []
        if position.outcome() is not None:
            self._left = []
        else:
            self._left = list(reversed(position.moves()))

    def advance(self, seconds: float = inf) -> bool:
        """Find moves for some seconds, or all; return whether all are found."""
        deadline = time.monotonic() + seconds
        while self._left and time.monotonic() < deadline:
            move = self._left.pop()
            name = self.position.name(move)
            end = self.game.target(self.position, move)
            if end is None:
                begin = None
            else:
                begin = self._begin(move, end)
            label = self.game.label(self.position, move)
            self.found.append(BoardMove(move, name, label, begin, end))
        return not self._left

    def all(self) -> Sequence[BoardMove]:
        """Return all legal moves in natural order."""
        self.advance()
        return self.found

    def did(self, move: Any) -> tuple[Board, dict[Coordinates, Mark]]:
        """Return the board after a move, and what it did to each square."""
        return play_on_board(self.game, self.position, move, self.board)

    def _begin(self, move: Any, end: Coordinates) -> Coordinates:
        """Return the square that the piece left which now stands at the end of a move; the end of a placement."""
        after, found = self.did(move)
        if board_shape(after) != board_shape(self.board):
            return end  # the board of a tree's node has a cell for each branch
        left = [place for place, mark in found.items() if mark is Mark.LEFT and place != end]
        now = after.cells[end[0]][end[1]]
        before = self.board.cells
        alike = [
            (y, x)
            for y, x in left
            if (before[y][x].piece, before[y][x].label) == (now.piece, now.label)
        ]
        return next(iter(alike or left), end)

    def words(self, move: BoardMove) -> str:
        """Say what tells a move from others on its squares: the piece that stands there then, captures, drops."""
        if move.end is None:
            return ""
        after, found = self.did(move.move)
        if board_shape(after) != board_shape(self.board):
            return ""
        cell = after.cells[move.end[0]][move.end[1]]
        if cell.figure or cell.piece not in ("", "label"):
            parts = [cell.figure or cell.piece]
        else:
            parts = []
        parts += describe_captures(found, self.board)
        drops = list[str]()
        for (y, x), now in squares_of(after) if move.begin != move.end else ():
            count = stack_height(now) - stack_height(self.board.cells[y][x])
            if now.stack and (y, x) in found and count > 0:
                drops.append(f"{count} on {square_name(after, y, x)}")
        return ", ".join([*parts, *([f"drops {', '.join(drops)}"] if drops else [])])


def board_shape(board: Board) -> list[int]:
    """Return how many cells each row of a board has."""
    return [*map(len, board.cells)]


def describe_captures(found: dict[Coordinates, Mark], board: Board) -> list[str]:
    """Say what a move captured, square by square, and how many pieces it flipped.

    >>> from games import Cell
    >>> describe_captures({(0, 0): Mark.CAPTURED}, Board("", ((Cell(),),), ("a",), ("1",)))
    ['captures a1']
    """
    parts = []
    if gone := [place for place, mark in found.items() if mark is Mark.CAPTURED]:
        parts.append(f"captures {', '.join(square_name(board, *place) for place in sorted(gone))}")
    if count := sum(mark is Mark.FLIPPED for mark in found.values()):
        parts.append(f"flips {count}")
    return parts
