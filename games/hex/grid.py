"""The board of one size: its cells as bits, their neighbours, and the four edges.

Cells are numbered row by row from a1, at the top left. Each row has one bit more than it has cells; that spare bit is
never set, so a shifted set of cells cannot run over into the next row. A cell has up to six neighbours: left and right,
above and above to the right, below and below to the left.
"""

from functools import cache

SMALLEST, LARGEST, DEFAULT_SIZE = 2, 19, 11
COLUMNS = "abcdefghijklmnopqrs"

SWAP = 0
"""The move that swaps; any other move is the bit of its cell."""


class Grid:
    """The constants of a board of one size.

    `bits` are the bits of the cells in order, `names` the names of moves by bit, SWAP included, `cells` the bits by
    name. `neighbours` and `mirrored` are by bit; mirroring exchanges rows and columns. `centre` are the cells in the
    middle half of the rows and of the columns, about a quarter of the board.
    """

    def __init__(self, size: int) -> None:
        """Lay out a board of that size."""
        lines = range(size)
        self.size = size
        self.bits = bits = tuple(1 << row * (size + 1) + column for row in lines for column in lines)
        by_row = [bits[row * size : (row + 1) * size] for row in lines]
        by_column = [bits[column::size] for column in lines]
        self.cells = {f"{COLUMNS[column]}{row + 1}": bit for row in lines for column, bit in enumerate(by_row[row])}
        self.names = {**{bit: name for name, bit in self.cells.items()}, SWAP: "swap"}
        self.mirrored = dict(zip(bits, (bit for column in by_column for bit in column), strict=True))
        self.full = sum(bits)
        self.top, self.bottom = sum(by_row[0]), sum(by_row[-1])
        self.left, self.right = sum(by_column[0]), sum(by_column[-1])
        middle = [line for line in lines if 2 * abs(2 * line - size + 1) <= size]
        self.centre = sum(by_row[row][column] for row in middle for column in middle)
        self.neighbours = {bit: self.beside(bit) for bit in bits}

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

    def place(self, bit: int) -> tuple[int, int]:
        """Return the row from the top and the column of a cell."""
        return divmod(bit.bit_length() - 1, self.size + 1)


@cache
def grid(size: int) -> Grid:
    """Return the board of that size: always the same object, so grids are compared by identity.

    >>> board = grid(3)
    >>> [board.names[bit] for bit in board.bits if bit & board.neighbours[board.cells["a1"]]]
    ['b1', 'a2']
    """
    return Grid(size)
