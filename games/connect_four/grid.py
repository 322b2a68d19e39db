"""The board of one size: its cells as bits, its columns, and the shifts that find lines.

Cells are numbered column by column, each from the bottom up. Each column has one bit more than it has cells; on top of
a full column that guard bit is never set, so a shifted set of cells cannot run over into the next column. The layout is
that of John Tromp's "fhourstones" and of Pascal Pons, "Solving Connect 4: how to build a perfect AI", part 6.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import NamedTuple

MOST_LINES = 10
"""The largest number of columns, and of rows."""

DIGITS = "1234567890"
"""Names of the columns; 0 is the tenth."""


class Size(NamedTuple):
    """The number of columns, of rows, and of stones in a row that win."""

    columns: int
    rows: int
    connect: int


DEFAULT_SIZE = Size(7, 6, 4)


class Grid:
    """The constants of a board of one size.

    `bottoms` are the lowest cells by column, `top` the set of all highest cells, `full` all cells. `open_columns` lists
    the columns that are not full, by the set of highest cells that are taken. `runs` are for each of the four
    directions the shifts that reduce a set of cells to the first cells of its lines; the first shift stands apart,
    since often nothing is left after it. `through` counts the lines through each cell, by column and row from the
    bottom.
    """

    def __init__(self, size: Size) -> None:
        """Lay out a board of that size."""
        columns, rows, connect = size
        stride = rows + 1
        self.size = size
        self.bottoms = tuple(1 << column * stride for column in range(columns))
        tops = [bottom << rows - 1 for bottom in self.bottoms]
        self.top = sum(tops)
        self.full = sum(bottom * ((1 << rows) - 1) for bottom in self.bottoms)
        self.open_columns = {
            sum(tops[column] for column in taken): tuple(column for column in range(columns) if column not in taken)
            for count in range(columns + 1)
            for taken in combinations(range(columns), count)
        }
        steps = (1, stride - 1, stride, stride + 1)
        self.runs = tuple((step, tuple(doublings(step, connect))[1:]) for step in steps)
        self.through = [[lines_through(size, column, row) for row in range(rows)] for column in range(columns)]

    def has_line(self, stones: int) -> bool:
        """Return whether a set of cells holds a whole line."""
        for step, further in self.runs:
            run = stones & stones >> step
            if run:
                for shift in further:
                    run &= run >> shift
                if run:
                    return True
        return False

    def count_lines(self, cells: int) -> int:
        """Count the whole lines that a set of cells holds.

        >>> board = grid(DEFAULT_SIZE)
        >>> board.count_lines(board.full)
        69
        """
        count = 0
        for step, further in self.runs:
            run = cells & cells >> step
            for shift in further:
                run &= run >> shift
            count += run.bit_count()
        return count

    def height(self, stones: int, column: int) -> int:
        """Count the stones in a column."""
        return (stones >> column * (self.size.rows + 1) & (1 << self.size.rows) - 1).bit_count()


grid = cache(Grid)
"""From a size to its board: always the same object, so grids are compared by identity."""


def doublings(step: int, length: int) -> Iterator[int]:
    """Yield the shifts that reduce a set of cells to the first cells of its runs of a length; each doubles the last.

    >>> list(doublings(1, 4)), list(doublings(1, 7))
    ([1, 2], [1, 2, 3])
    """
    long = 1
    while long < length:
        more = min(long, length - long)
        yield step * more
        long += more


def lines_through(size: Size, column: int, row: int) -> int:
    """Count the lines through a cell; rows count from 0 at the bottom.

    >>> [lines_through(DEFAULT_SIZE, column, 0) for column in range(7)]
    [3, 4, 5, 7, 5, 4, 3]
    """
    count = 0
    for across, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
        for before in range(size.connect):
            left, low = column - before * across, row - before * up
            right, high = left + (size.connect - 1) * across, low + (size.connect - 1) * up
            count += left >= 0 and right < size.columns and 0 <= low < size.rows and 0 <= high < size.rows
    return count
