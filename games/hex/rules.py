"""The rules of Hex on bits: Black joins top and bottom, White left and right, and one of them always does.

Piet Hein, 1942; John Nash, 1948, who showed that the first player can win. With the swap rule the second player may
take over the first stone instead of placing one. Here the players keep their edges ("swap pieces"): Black's stone is
removed and a white stone is placed on the cell mirrored along the long diagonal, in the same place relative to White's
edges. Then Black moves. The game that follows is the same as if the players had exchanged colours.

A set of cells is an integer (see `grid`); a move is the bit of its cell, or SWAP. A position stores which stones are
connected with the top (Black's) and with the left (White's), so only stones newly connected by a move are searched.
"""

from collections.abc import Hashable, Sequence
from typing import NamedTuple

from games import Board, Cell, Player
from games.hex.grid import SWAP, Grid, grid

STONES = Cell("stone", Player.FIRST), Cell("stone", Player.SECOND), Cell()


class Hex(NamedTuple):
    """A position.

    `from_top` are Black's stones that are connected with the top, `from_left` White's that are connected with the left.
    `last` is the cell of the last stone, 0 where it is not known. `swap` says whether the swap rule is on; `result` is
    the outcome, None while the game is not over.
    """

    grid: Grid
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
        """Side of the board."""
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
        """Return the empty cells row by row, then the swap where it is allowed; none once the game is over."""
        if self.result is not None:
            return ()
        empty = self.empty
        cells = [bit for bit in self.grid.bits if empty & bit]
        return [*cells, SWAP] if self.may_swap else cells

    def play(self, move: int) -> "Hex":
        """Place a stone of the side to move on an empty cell, or swap."""
        board, black, white, from_top, from_left, maximizing, _, swap, _ = self
        result: float | None = None
        if move == SWAP:
            return position(board.size, 0, board.mirrored[black], last=board.mirrored[black], swap=swap)
        if maximizing:
            black |= move
            if move & board.top or board.neighbours[move] & from_top:
                from_top |= board.joined(move, black & ~from_top)
                if from_top & board.bottom:
                    result = 1
        else:
            white |= move
            if move & board.left or board.neighbours[move] & from_left:
                from_left |= board.joined(move, white & ~from_left)
                if from_left & board.right:
                    result = -1
        return Hex(board, black, white, from_top, from_left, not maximizing, move, swap, result)

    def passed(self) -> "Hex":
        """Return the position after a turn that is passed, which the rules do not allow."""
        return self._replace(maximizing=not self.maximizing)

    def outcome(self) -> float | None:
        """Return 1 if Black has joined top and bottom, -1 if White has joined left and right."""
        return self.result

    def key(self) -> Hashable:
        """Return the stones, the side to move and the swap rule; the last stone does not matter."""
        return (self.grid.size, self.black, self.white, self.maximizing, self.swap)

    def text(self) -> str:
        """Return the rows from the top, and the side to move.

        >>> position(3, 0b1, 0b100000, last=0b100000).text()
        'b../.w./... b'
        """
        rows = "/".join(map("".join, self.grid.rows(self.grid.filled(self.black, self.white, "bw."))))
        return f"{rows} {'b' if self.maximizing else 'w'}"

    def name(self, move: int) -> str:
        """Return column and row, a1 at the top left, or `swap`."""
        return self.grid.names[move]

    def landing(self, move: int) -> tuple[int, int]:
        """Return the row from the top and the column of the cell where a move places a stone."""
        return self.grid.place(move or self.grid.mirrored[self.black])

    def board(self) -> Board:
        """Return the board, a rhombus, with the number of stones below it."""
        size, cells = self.grid.size, self.grid.filled(self.black, self.white, STONES)
        return self.grid.board(
            f"Hex {size}×{size}" + (", with swap" if self.swap else ""),
            cells,
            captions=(
                f"Black {self.black.bit_count()}, joins top and bottom",
                f"White {self.white.bit_count()}, joins left and right",
            ),
            slant=True,
            edges=(Player.FIRST, Player.SECOND),
            dark=Player.FIRST,
        )


def position(
    size: int, black: int = 0, white: int = 0, *, maximizing: bool = True, last: int = 0, swap: bool = False
) -> Hex:
    """Set up a position with any stones, by default the empty board."""
    board = grid(size)
    from_top, from_left = board.joined(black & board.top, black), board.joined(white & board.left, white)
    result = 1 if from_top & board.bottom else -1 if from_left & board.right else None
    return Hex(board, black, white, from_top, from_left, maximizing, last, swap, result)
