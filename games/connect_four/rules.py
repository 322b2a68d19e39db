"""The rules of Connect Four on bits: stones fall to the lowest free cell of a column, and a line of four wins.

Howard Wexler and Ned Strongin, Milton Bradley, 1974. A set of cells is an integer (see `grid`); a move is a column,
counted from 0. Only the player who has just moved can have completed a line, so only those stones are checked.
"""

from collections.abc import Hashable, Sequence
from typing import NamedTuple

from games import Board, Cell, Player
from games.connect_four.grid import DEFAULT_SIZE, DIGITS, Grid, Size, grid
from games.connect_four.notation import write_size

NEW = tuple.__new__
"""Makes a position in half the time that its class takes."""

FIRST, SECOND, EMPTY = Cell("stone", Player.FIRST), Cell("stone", Player.SECOND), Cell()


class ConnectFour(NamedTuple):
    """A position.

    `own` are the stones of the side to move, `stones` those of both. `before` is the position before the last move,
    None for the empty board; `result` is the outcome, None while the game is not over.
    """

    grid: Grid
    own: int = 0
    stones: int = 0
    maximizing: bool = True
    before: "ConnectFour | None" = None
    result: float | None = None

    @property
    def size(self) -> Size:
        """Columns, rows, and how many in a row win."""
        return self.grid.size

    def moves(self) -> Sequence[int]:
        """List the columns that are not full, from the left; none once the game is over."""
        return () if self.result is not None else self.grid.open_columns[self.stones & self.grid.top]

    def play(self, move: int) -> "ConnectFour":
        """Drop a stone into a column: adding the lowest cell's bit carries to the lowest free cell."""
        board, own, stones, maximizing, _, _ = self
        other = own ^ stones
        stones |= stones + board.bottoms[move]
        result: float | None = None
        if board.has_line(other ^ stones):
            result = 1 if maximizing else -1
        elif stones == board.full:
            result = 0
        return NEW(ConnectFour, (board, other, stones, not maximizing, self, result))

    def outcome(self) -> float | None:
        """Return 1 if the first player has a line, -1 if the second has, 0 if the board is full."""
        return self.result

    def key(self) -> Hashable:
        """Return the stones of the side to move and of both; the order in which they were played does not matter."""
        return (self.grid, self.own, self.stones)

    def text(self) -> str:
        """Return the columns in the order played, with the size in front if it is not the default.

        >>> start(Size(7, 6, 4)).play(3).play(3).text(), start(Size(3, 3, 3)).play(0).text()
        ('44', '3x3/3 1')
        """
        columns, here = "", self
        while here.before is not None:
            column = ((here.stones ^ here.before.stones).bit_length() - 1) // (self.size.rows + 1)
            columns, here = DIGITS[column] + columns, here.before
        return columns if self.size == DEFAULT_SIZE else f"{write_size(self.size)} {columns}".rstrip()

    def name(self, move: int) -> str:
        """Return the column's digit, 0 for the tenth."""
        return DIGITS[move]

    def sides(self) -> tuple[int, int]:
        """Return the first player's stones and the second's."""
        other = self.own ^ self.stones
        return (self.own, other) if self.maximizing else (other, self.own)

    def landing(self, move: int) -> tuple[int, int]:
        """Return the row from the top and the column of the cell that a stone falls to."""
        return self.size.rows - 1 - self.grid.height(self.stones, move), move

    def board(self) -> Board:
        """Return the board, the number of stones below it, and the heat map "lines": lines through free cells."""
        (columns, rows, connect), (first, second) = self.size, self.sides()
        top_down = range(rows - 1, -1, -1)

        def bit(column: int, row: int) -> int:
            return self.grid.bottoms[column] << row

        def cell(column: int, row: int) -> Cell:
            return FIRST if first & bit(column, row) else SECOND if second & bit(column, row) else EMPTY

        def lines(column: int, row: int) -> int | None:
            return None if self.stones & bit(column, row) else self.grid.through[column][row]

        return Board(
            title=f"Connect Four {columns}×{rows}" + (f", {connect} in a row" if connect != 4 else ""),
            cells=tuple(tuple(cell(column, row) for column in range(columns)) for row in top_down),
            columns=tuple(DIGITS[:columns]),
            rows=tuple(str(row + 1) for row in top_down),
            captions=(f"First {first.bit_count()}  Second {second.bit_count()}",),
            layers={"lines": tuple(tuple(lines(column, row) for column in range(columns)) for row in top_down)},
        )


def start(size: Size) -> ConnectFour:
    """Return the empty board."""
    return ConnectFour(grid(size))
