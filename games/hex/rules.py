"""The rules of Hex on bits: Black connects top and bottom, White left and right.

One of them always does, so there are no draws.

Piet Hein, 1942; John Nash, 1948, who showed that the first player can win. With the swap rule the
second player may take over the first stone instead of placing one. Here the players keep their
edges ("swap pieces"): Black's stone is removed and a white stone is placed on the cell mirrored
along the long diagonal, in the same place relative to White's edges. Then Black moves. The game
that follows is the same as if the players had exchanged colours.

A set of cells is an integer (see `hex_grid`); a move is the bit of its cell, or HEX_SWAP. A
position stores Black's stones that are connected with the top, and White's that are connected with
the left, so a move searches only the stones that it newly connects.
"""

# tests/oracles/games/hex.py has the same rules, written apart.

from collections.abc import Hashable, Sequence
from functools import cache
from itertools import chain
from typing import NamedTuple

from games import Board, Cell, Player
from games._squares import SquareGrid

SMALLEST_HEX_SIZE = 2
LARGEST_HEX_SIZE = 19
USUAL_HEX_SIZE = 11

HEX_SWAP = 0
"""The move that swaps; any other move is the bit of its cell."""


class HexGrid(SquareGrid):
    """The constants of a board of one size.

    `neighbours` and `mirrored` are indexed by bit; mirroring exchanges rows and columns. `centre`
    are the cells in the middle half of the rows and of the columns, about a quarter of the board.

    >>> board = hex_grid(3)
    >>> [board.names[bit] for bit in board.bits if bit & board.neighbours[board.cells["a1"]]]
    ['b1', 'a2']
    """

    move_without_cell = "swap"

    def __init__(self, size: int) -> None:
        """Lay out a board of `size` rows and columns."""
        super().__init__(size)
        by_row = self.rows(self.bits)
        by_column = [*zip(*by_row, strict=True)]
        # Mirroring turns the first row into the first column, and so on.
        column_by_column = chain.from_iterable(by_column)
        self.mirrored = dict(zip(self.bits, column_by_column, strict=True))
        self.top = sum(by_row[0])
        self.bottom = sum(by_row[-1])
        self.left = sum(by_column[0])
        self.right = sum(by_column[-1])
        last_line = size - 1
        # The middle lines are at most a quarter of the board away from its centre (last_line / 2).
        middle = [line for line in range(size) if abs(line - last_line / 2) <= size / 4]
        self.centre = sum(by_row[row][column] for row in middle for column in middle)
        self.neighbours = {bit: self.neighbours_of(bit) for bit in self.bits}

    def neighbours_of(self, cells: int) -> int:
        """Return all neighbours of a set of cells; some may belong to the set themselves."""
        # Each row is followed by one unused bit.
        down = self.size + 1
        down_left = self.size
        shifted = (
            cells << 1
            | cells >> 1
            | cells << down
            | cells >> down
            | cells << down_left
            | cells >> down_left
        )
        return shifted & self.full

    def connected_cells(self, start: int, stones: int) -> int:
        """Return the cells of `start` and all cells of `stones` connected with them.

        >>> board = hex_grid(3)
        >>> stones = board.cells["a2"] | board.cells["b1"] | board.cells["c3"]
        >>> connected = board.connected_cells(board.cells["b1"], stones)
        >>> [board.names[bit] for bit in board.bits if bit & connected]
        ['b1', 'a2']
        """
        connected = start
        while True:
            extended = connected | (self.neighbours_of(connected) & stones)
            if extended == connected:
                return connected
            connected = extended


hex_grid = cache(HexGrid)
"""Returns the board of a size, always the same object, so grids are compared by identity."""


HEX_STONE_CELLS = Cell("stone", Player.FIRST), Cell("stone", Player.SECOND), Cell()


class Hex(NamedTuple):
    """A position of Hex.

    `from_top` are Black's stones that are connected with the top, `from_left` White's that are
    connected with the left. `last` is the cell of the last stone, 0 if unknown. `swap` says whether
    the swap rule is on. `result` is the outcome, None while the game goes on.
    """

    grid: HexGrid
    black: int
    white: int
    from_top: int
    from_left: int
    maximizing: bool = True
    last: int = 0
    swap: bool = False
    result: float | None = None

    @property
    def size(self) -> int:
        """The number of rows and of columns."""
        return self.grid.size

    @property
    def empty(self) -> int:
        """The cells without a stone."""
        return self.grid.full & ~(self.black | self.white)

    @property
    def may_swap(self) -> bool:
        """Whether White may take over Black's first stone, the only one on the board."""
        return self.swap and not self.maximizing and not self.white and self.black.bit_count() == 1

    def moves(self) -> Sequence[int]:
        """Return the empty cells row by row, then the swap if it is allowed; () after the end."""
        if self.result is not None:
            return ()
        empty = self.empty
        cells = [bit for bit in self.grid.bits if empty & bit]
        if self.may_swap:
            return [*cells, HEX_SWAP]
        return cells

    def play(self, move: int) -> "Hex":
        """Return the position after placing a stone on an empty cell, or after the swap."""
        board, black, white, from_top, from_left, maximizing, _, swap, _ = self
        if move == HEX_SWAP:
            # A white stone on the mirrored cell takes the place of Black's only stone.
            stone = board.mirrored[black]
            return make_hex(
                board.size,
                0,
                stone,
                last=stone,
                swap=swap,
            )
        result: float | None = None
        # The stone can win only if it joins the stones connected with the top (or the left).
        if maximizing:
            black |= move
            is_joined_to_top = move & board.top or board.neighbours[move] & from_top
            if is_joined_to_top:
                from_top |= board.connected_cells(move, black & ~from_top)
                if from_top & board.bottom:
                    result = 1
        else:
            white |= move
            is_joined_to_left = move & board.left or board.neighbours[move] & from_left
            if is_joined_to_left:
                from_left |= board.connected_cells(move, white & ~from_left)
                if from_left & board.right:
                    result = -1
        return Hex(board, black, white, from_top, from_left, not maximizing, move, swap, result)

    def passed(self) -> "Hex":
        """Return the position after a null move, which the rules do not allow."""
        return self._replace(maximizing=not self.maximizing)

    def outcome(self) -> float | None:
        """Return 1 if Black has won, -1 if White has, None while the game goes on."""
        return self.result

    def key(self) -> Hashable:
        """Return the stones, the side to move and the swap rule; the last stone does not matter."""
        return (self.grid.size, self.black, self.white, self.maximizing, self.swap)

    def text(self) -> str:
        """Return the rows from the top, and the side to move.

        >>> make_hex(3, 0b1, 0b100000, last=0b100000).text()
        'b../.w./... b'
        """
        characters = self.grid.contents_by_cell(self.black, self.white, "bw.")
        rows = "/".join(map("".join, self.grid.rows(characters)))
        side = "b" if self.maximizing else "w"
        return f"{rows} {side}"

    def name(self, move: int) -> str:
        """Return the column and the row, a1 at the top left, or `swap`."""
        return self.grid.names[move]

    def landing(self, move: int) -> tuple[int, int]:
        """Return the row from the top and the column of the cell where a move places a stone.

        A swap places a white stone on the mirrored cell.
        """
        return self.grid.row_and_column(move or self.grid.mirrored[self.black])

    def board(self) -> Board:
        """Return the board, a rhombus, with captions that count the stones."""
        size = self.grid.size
        cells = self.grid.contents_by_cell(self.black, self.white, HEX_STONE_CELLS)
        title = f"Hex {size}×{size}"
        if self.swap:
            title += ", with swap"
        return self.grid.board(
            title,
            cells,
            captions=(
                f"Black {self.black.bit_count()}, connects top and bottom",
                f"White {self.white.bit_count()}, connects left and right",
            ),
            slant=True,
            edges=(Player.FIRST, Player.SECOND),
            dark=Player.FIRST,
        )


def make_hex(
    size: int,
    black: int = 0,
    white: int = 0,
    *,
    maximizing: bool = True,
    last: int = 0,
    swap: bool = False,
) -> Hex:
    """Return the position with these stones, by default the empty board with Black to move.

    `last` is the cell of the last stone, 0 if unknown. `swap` turns the swap rule on.
    """
    board = hex_grid(size)
    from_top = board.connected_cells(black & board.top, black)
    from_left = board.connected_cells(white & board.left, white)
    if from_top & board.bottom:
        result = 1
    elif from_left & board.right:
        result = -1
    else:
        result = None
    return Hex(board, black, white, from_top, from_left, maximizing, last, swap, result)
