"""The board of one size: its cells as bits, their neighbours, and the four edges.

A cell has up to six neighbours: left and right, above and above to the right, below and below to the left.
"""

from functools import cache

from games._squares import SquareGrid

SMALLEST, LARGEST, DEFAULT_SIZE = 2, 19, 11

SWAP = 0
"""The move that swaps; any other move is the bit of its cell."""


class Grid(SquareGrid):
    """The constants of a board of one size.

    `neighbours` and `mirrored` are by bit; mirroring exchanges rows and columns. `centre` are the cells in the middle
    half of the rows and of the columns, about a quarter of the board.

    >>> board = grid(3)
    >>> [board.names[bit] for bit in board.bits if bit & board.neighbours[board.cells["a1"]]]
    ['b1', 'a2']
    """

    other = "swap"

    def __init__(self, size: int) -> None:
        """Lay out a board of that size."""
        super().__init__(size)
        by_row = self.rows(self.bits)
        by_column = [*zip(*by_row, strict=True)]
        self.mirrored = dict(zip(self.bits, (bit for column in by_column for bit in column), strict=True))
        self.top, self.bottom = sum(by_row[0]), sum(by_row[-1])
        self.left, self.right = sum(by_column[0]), sum(by_column[-1])
        middle = [line for line in range(size) if 2 * abs(2 * line - size + 1) <= size]
        self.centre = sum(by_row[row][column] for row in middle for column in middle)
        self.neighbours = {bit: self.beside(bit) for bit in self.bits}

    def beside(self, cells: int) -> int:
        """Return all neighbours of a set of cells; they may belong to the set themselves."""
        down, down_left = self.size + 1, self.size
        near = cells << 1 | cells >> 1 | cells << down | cells >> down | cells << down_left | cells >> down_left
        return near & self.full

    def joined(self, start: int, stones: int) -> int:
        """Return the start and all stones that are connected with it.

        >>> board = grid(3)
        >>> stones = board.cells["a2"] | board.cells["b1"] | board.cells["c3"]
        >>> [board.names[bit] for bit in board.bits if bit & board.joined(board.cells["b1"], stones)]
        ['b1', 'a2']
        """
        while (grown := start | self.beside(start) & stones) != start:
            start = grown
        return start


grid = cache(Grid)
"""From a size to its board: always the same object, so grids are compared by identity."""
