"""The board of one size: its cells as bits, their neighbours, and the four edges.

Cells are numbered row by row from a1, at the top left. Each row has one bit more than it has cells; that spare bit is
never set, so a shifted set of cells cannot run over into the next row. A cell has up to six neighbours: left and right,
above and above to the right, below and below to the left.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache

SMALLEST, LARGEST, DEFAULT_SIZE = 2, 19, 11
COLUMNS = "abcdefghijklmnopqrs"

SWAP = 0
"""The move that swaps; any other move is the bit of its cell."""


@dataclass(frozen=True, slots=True, eq=False)
class Grid:
    """The constants of a board of one size; there is one Grid for each size, compared by identity.

    `bits` are the bits of the cells in order, `names` the names of moves by bit, SWAP included, `cells` the bits by
    name. `neighbours` and `mirrored` are by bit; mirroring exchanges rows and columns. `centre` are the cells in the
    middle half of the rows and of the columns, about a quarter of the board.
    """

    size: int
    bits: tuple[int, ...]
    names: Mapping[int, str]
    cells: Mapping[str, int]
    neighbours: Mapping[int, int]
    mirrored: Mapping[int, int]
    full: int
    top: int
    bottom: int
    left: int
    right: int
    centre: int

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
    """Return the board of that size.

    >>> board = grid(3)
    >>> [board.names[bit] for bit in board.bits if bit & board.neighbours[board.cells["a1"]]]
    ['b1', 'a2']
    """
    lines, stride = range(size), size + 1
    bits = tuple(1 << row * stride + column for row in lines for column in lines)
    by_row = [bits[row * size : (row + 1) * size] for row in lines]
    by_column = [bits[column::size] for column in lines]
    middle = [line for line in lines if 2 * abs(2 * line - size + 1) <= size]
    names = {bit: f"{COLUMNS[column]}{row + 1}" for row in lines for column, bit in enumerate(by_row[row])}
    bare = Grid(
        size=size,
        bits=bits,
        names={**names, SWAP: "swap"},
        cells={name: bit for bit, name in names.items()},
        neighbours={},
        mirrored=dict(zip(bits, (bit for column in by_column for bit in column), strict=True)),
        full=sum(bits),
        top=sum(by_row[0]),
        bottom=sum(by_row[-1]),
        left=sum(by_column[0]),
        right=sum(by_column[-1]),
        centre=sum(by_row[row][column] for row in middle for column in middle),
    )
    return replace(bare, neighbours={bit: bare.beside(bit) for bit in bits})
