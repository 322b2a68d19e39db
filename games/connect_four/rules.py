"""The rules of Connect Four on bits: stones fall down a column, and a line of four wins.

Howard Wexler and Ned Strongin, Milton Bradley, 1974. A set of cells is an integer (see
`connect_four_grid`); a move is a column, counted from 0. Only the player who has just moved can
have completed a line, so only those stones are checked.

Positions are the columns in the order played (`4453`, `3x3/3 113`), read strictly.
"""

# tests/oracles/games/connect_four.py has the same rules, written apart.

import re
from collections.abc import Hashable, Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple

from games import Board, Cell, Player, shorten
from games._position import MAKE_POSITION

MAX_CONNECT_FOUR_LINES = 10
"""The largest number of columns, and of rows."""

COLUMN_DIGITS = "1234567890"
"""The names of the columns; 0 is the tenth."""


class ConnectFourSize(NamedTuple):
    """The number of columns, of rows, and of stones in a row that win."""

    columns: int
    rows: int
    connect: int


USUAL_CONNECT_FOUR_SIZE = ConnectFourSize(7, 6, 4)


class ConnectFourGrid:
    """The constants of a board of one size.

    `bottoms` are the lowest cells by column, `top` is the set of all highest cells, `full` the set
    of all cells. `open_columns` has the columns that are not full, for each set of occupied highest
    cells. `shifts` are the shifts that find lines (see `line_shifts`): for each of the four
    directions, the first shift and the later shifts. `lines_by_cell` counts the lines through each
    cell, by column and then by row from the bottom.
    """

    def __init__(self, size: ConnectFourSize) -> None:
        """Lay out a board of a size; bits count up each column, from the left column on."""
        columns, rows, connect = size
        # One unused bit above each column keeps shifted stones out of the next column.
        stride = rows + 1
        self.size = size
        self.bottoms = tuple(1 << (column * stride) for column in range(columns))
        tops = [bottom << (rows - 1) for bottom in self.bottoms]
        self.top = sum(tops)
        self.full = sum(bottom * ((1 << rows) - 1) for bottom in self.bottoms)
        self.open_columns = _open_columns(tops)
        # The distance to the next cell upwards, right and down, to the right, right and up.
        steps = (1, stride - 1, stride, stride + 1)
        self.shifts = []
        for step in steps:
            first_shift, *later_shifts = line_shifts(step, connect)
            self.shifts.append((first_shift, later_shifts))
        self.lines_by_cell = [
            [lines_through(size, column, row) for row in range(rows)] for column in range(columns)
        ]

    def has_line(self, stones: int) -> bool:
        """Return whether a set of stones contains a line of winning length."""
        # See `line_shifts`. In the hot loop of every search of this game, stop early: in most
        # directions no two stones are side by side, so nothing is left after the first shift.
        for first_shift, later_shifts in self.shifts:
            line_starts = stones & (stones >> first_shift)
            if line_starts:
                for shift in later_shifts:
                    line_starts &= line_starts >> shift
                if line_starts:
                    return True
        return False

    def count_lines(self, cells: int) -> int:
        """Count the lines of winning length that lie in a set of cells.

        >>> board = connect_four_grid(USUAL_CONNECT_FOUR_SIZE)
        >>> board.count_lines(board.full)
        69
        """
        count = 0
        for first_shift, later_shifts in self.shifts:
            line_starts = cells & (cells >> first_shift)
            for shift in later_shifts:
                line_starts &= line_starts >> shift
            count += line_starts.bit_count()
        return count

    def height(self, stones: int, column: int) -> int:
        """Count the stones in a column."""
        rows = self.size.rows
        first_column = (1 << rows) - 1
        return (stones >> column * (rows + 1) & first_column).bit_count()


def _open_columns(tops: Sequence[int]) -> dict[int, tuple[int, ...]]:
    """Return a table of the columns that are not full, by the set of occupied cells in the top row.

    `tops` are the cells of the top row. For ten columns, the table has 1,024 entries.
    """
    columns = range(len(tops))
    table = {}
    for full_count in range(len(tops) + 1):
        for full_columns in combinations(columns, full_count):
            occupied = sum(tops[column] for column in full_columns)
            table[occupied] = tuple(column for column in columns if column not in full_columns)
    return table


connect_four_grid = cache(ConnectFourGrid)
"""Returns the board of a size, always the same object, so grids are compared by identity."""


def line_shifts(step: int, length: int) -> Iterator[int]:
    """Yield the shifts that find the lines of a length in a set of cells.

    Apply `cells &= cells >> shift` with each shift in turn: in the end, only the first cell of each
    line is left. The first shift finds pairs, the second finds pairs of pairs, and so on up to
    `length`. `step` is the distance between the bits of neighbours in a line.

    >>> list(line_shifts(1, 4)), list(line_shifts(1, 7))
    ([1, 2], [1, 2, 3])
    """
    found_length = 1
    while found_length < length:
        added = min(found_length, length - found_length)
        yield step * added
        found_length += added


def lines_through(size: ConnectFourSize, column: int, row: int) -> int:
    """Count the lines of winning length through a cell; rows count from 0 at the bottom.

    >>> [lines_through(USUAL_CONNECT_FOUR_SIZE, column, 0) for column in range(7)]
    [3, 4, 5, 7, 5, 4, 3]
    """
    count = 0
    for across, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
        # The cell may be the first cell of a line, the second, and so on.
        for before in range(size.connect):
            after = size.connect - 1 - before
            first_column = column - before * across
            last_column = column + after * across
            first_row = row - before * up
            last_row = row + after * up
            fits_across = first_column >= 0 and last_column < size.columns
            # The line may go up or down, so either end may be the higher one.
            fits_up = 0 <= first_row < size.rows and 0 <= last_row < size.rows
            if fits_across and fits_up:
                count += 1
    return count


MAX_COLUMNS_LENGTH = 1000
"""Longer texts are refused; every game is shorter."""

CONNECT_FOUR_SIZE_PATTERN = re.compile(r"([1-9][0-9]?)[x×]([1-9][0-9]?)(?:/([1-9][0-9]?))?")


def read_size(text: str) -> ConnectFourSize:
    """Read columns, rows and line length, such as 7x6/4; the length is 0 if it is left out.

    ValueError for any other text or an impossible size.

    >>> read_size("7x6"), read_size("3x3/3")
    (ConnectFourSize(columns=7, rows=6, connect=0), ConnectFourSize(columns=3, rows=3, connect=3))
    """
    match = CONNECT_FOUR_SIZE_PATTERN.fullmatch(text)
    if not match:
        raise ValueError(
            f"{shorten(text)} is not a size: write columns x rows, as in 7x6, optionally with the "
            "line length, as in 3x3/3"
        )
    columns = int(match[1])
    rows = int(match[2])
    if max(columns, rows) > MAX_CONNECT_FOUR_LINES:
        raise ValueError(
            f"{shorten(text)} is too large: at most {MAX_CONNECT_FOUR_LINES} columns and "
            f"{MAX_CONNECT_FOUR_LINES} rows"
        )
    if max(columns, rows) < 2:
        raise ValueError(f"{shorten(text)} is too small: a line needs two columns or two rows")
    size = ConnectFourSize(columns, rows, int(match[3] or 0))
    if size.connect:
        check_connect(size)
    return size


def write_size(size: ConnectFourSize) -> str:
    """Return a size in the notation of `read_size`; a line length of four is left out.

    >>> write_size(ConnectFourSize(4, 4, 4)), write_size(ConnectFourSize(3, 3, 3))
    ('4x4', '3x3/3')
    """
    columns, rows, connect = size
    if connect == USUAL_CONNECT_FOUR_SIZE.connect:
        return f"{columns}x{rows}"
    return f"{columns}x{rows}/{connect}"


def split_size(text: str) -> tuple[ConnectFourSize | None, str]:
    """Split the text of a position into a size and the columns played.

    The size is None if the text begins with a column. ValueError for an impossible size.

    >>> split_size("3x3/3 113"), split_size("4453")
    ((ConnectFourSize(columns=3, rows=3, connect=3), '113'), (None, '4453'))
    """
    first, *rest = text.split(maxsplit=1) or [""]
    if not CONNECT_FOUR_SIZE_PATTERN.match(first):
        return None, text
    size = read_size(first)
    if not size.connect:
        size = size._replace(connect=USUAL_CONNECT_FOUR_SIZE.connect)
    check_connect(size)
    return size, "".join(rest)


def check_connect(size: ConnectFourSize) -> None:
    """Raise ValueError if no line of the winning length fits on the board."""
    columns, rows, connect = size
    longest = max(columns, rows)
    if not 2 <= connect <= longest:
        allowed = "only 2" if longest == 2 else f"2 to {longest}"
        raise ValueError(
            f"{connect} in a row do not fit on {columns}x{rows}; allowed: {allowed}, as in "
            f"{columns}x{rows}/{longest}"
        )


def split_columns(text: str) -> Sequence[str]:
    """Split a text into the digits of columns, with or without spaces between them.

    The words `col` and `cols`, which this program writes in front of digits, are left out. Any
    other word stays whole.

    >>> split_columns("44 53"), split_columns("cols 4 4"), split_columns("col 5")
    (['4', '4', '5', '3'], ['4', '4'], ['5'])
    """
    bare = re.sub(r"\bcol(umn)?s? ?(?=[0-9])", "", text)
    return re.findall(r"[0-9]|[^\s0-9]+", bare)


def read_column(word: str, columns: int) -> int:
    """Return the column, counted from 0, that a digit names; ValueError for any other word."""
    names = COLUMN_DIGITS[:columns]
    if len(word) != 1 or word not in COLUMN_DIGITS:
        raise ValueError(f"{shorten(word)} is not the digit of a column")
    if word not in names:
        raise ValueError(f"col {word} is not on a board of {columns} columns (1 to {names[-1]})")
    return names.index(word)


YELLOW_STONE = Cell("stone", Player.FIRST)
RED_STONE = Cell("stone", Player.SECOND)
EMPTY_HOLE = Cell()


class ConnectFour(NamedTuple):
    """A position of Connect Four.

    `own` are the stones of the side to move, `stones` the stones of both sides. `before` is the
    position before the last move, None for the empty board. `result` is the outcome, None while the
    game goes on.
    """

    grid: ConnectFourGrid
    own: int = 0
    stones: int = 0
    maximizing: bool = True
    before: "ConnectFour | None" = None
    result: float | None = None

    @property
    def size(self) -> ConnectFourSize:
        """The number of columns, of rows, and of stones in a row that win."""
        return self.grid.size

    def moves(self) -> Sequence[int]:
        """Return the columns that are not full, from the left; () once the game is over."""
        if self.result is not None:
            return ()
        return self.grid.open_columns[self.stones & self.grid.top]

    def play(self, move: int) -> "ConnectFour":
        """Return the position after dropping a stone into a column."""
        board, own, stones, maximizing, _, _ = self
        other = own ^ stones
        # Adding the lowest bit of a column sets its lowest free cell: 0b011 + 0b001 is 0b100.
        stones |= stones + board.bottoms[move]
        own_with_new_stone = stones ^ other
        result: float | None = None
        if board.has_line(own_with_new_stone):
            result = 1 if maximizing else -1
        elif stones == board.full:
            result = 0
        return MAKE_POSITION(ConnectFour, (board, other, stones, not maximizing, self, result))

    def outcome(self) -> float | None:
        """Return 1 if the first player has won, -1 if the second has, 0 for a draw, else None."""
        return self.result

    def key(self) -> Hashable:
        """Return the board and the stones; the order in which they were played does not matter."""
        return (self.grid, self.own, self.stones)

    def text(self) -> str:
        """Return the columns in the order played, with the size in front if it is not the default.

        >>> empty_connect_four(ConnectFourSize(7, 6, 4)).play(3).play(3).text()
        '44'
        >>> empty_connect_four(ConnectFourSize(3, 3, 3)).play(0).text()
        '3x3/3 1'
        """
        # Go back from the last move to the first: each position has one stone more than before.
        columns = ""
        position = self
        while position.before is not None:
            last_stone = position.stones ^ position.before.stones
            bits_per_column = self.size.rows + 1
            column = (last_stone.bit_length() - 1) // bits_per_column
            columns = COLUMN_DIGITS[column] + columns
            position = position.before
        if self.size == USUAL_CONNECT_FOUR_SIZE:
            return columns
        return f"{write_size(self.size)} {columns}".rstrip()

    def name(self, move: int) -> str:
        """Return the column's digit, 0 for the tenth."""
        return COLUMN_DIGITS[move]

    def sides(self) -> tuple[int, int]:
        """Return the first player's stones and the second's."""
        other = self.own ^ self.stones
        if self.maximizing:
            return (self.own, other)
        return (other, self.own)

    def landing(self, move: int) -> tuple[int, int]:
        """Return the row from the top, and the column, where a stone dropped by a move lands."""
        return self.size.rows - 1 - self.grid.height(self.stones, move), move

    def board(self) -> Board:
        """Return the board with the heat map "lines": the lines through each free cell."""
        columns, rows, connect = self.size
        first, second = self.sides()
        title = f"Connect Four {columns}×{rows}"
        if connect != 4:
            title += f", {connect} in a row"
        cells = []
        line_counts = []
        rows_from_top = range(rows - 1, -1, -1)
        for row in rows_from_top:
            cells.append(tuple(self._cell(column, row) for column in range(columns)))
            line_counts.append(tuple(self._lines_through(column, row) for column in range(columns)))
        return Board(
            title=title,
            cells=tuple(cells),
            columns=tuple(COLUMN_DIGITS[:columns]),
            rows=tuple(str(row + 1) for row in rows_from_top),
            signs=("Y", "R"),
            captions=(f"Yellow {first.bit_count()}  Red {second.bit_count()}",),
            layers={"lines": tuple(line_counts)},
        )

    def _cell(self, column: int, row: int) -> Cell:
        """Return the drawn cell at a column and a row from the bottom."""
        first, second = self.sides()
        bit = self.grid.bottoms[column] << row
        if first & bit:
            return YELLOW_STONE
        if second & bit:
            return RED_STONE
        return EMPTY_HOLE

    def _lines_through(self, column: int, row: int) -> int | None:
        """Return the number of lines through a cell, or None if the cell is occupied."""
        if self.stones & self.grid.bottoms[column] << row:
            return None
        return self.grid.lines_by_cell[column][row]


def empty_connect_four(size: ConnectFourSize) -> ConnectFour:
    """Return the empty board."""
    return ConnectFour(connect_four_grid(size))
