"""The board of one size: its squares as bits, their names and neighbours, and how many pieces each player has.

Squares are numbered file by file from a, within a file from rank 1 up: a1 is 0, a2 is 1. Each file has one bit more
than it has squares; that spare bit is never set, so a shifted set of squares cannot run over into the next file.
"""

from collections.abc import Mapping
from functools import cache

RESERVES: Mapping[int, tuple[int, int]] = {3: (10, 0), 4: (15, 0), 5: (21, 1), 6: (30, 1), 7: (40, 2), 8: (50, 2)}
"""Stones and capstones of each player, by the size of the board."""

DEFAULT_SIZE = 5


class Grid:
    """The constants of a board of one size.

    `names`, `bits` and `neighbours` are indexed by square. `edges` are two pairs of opposite edges. `placements` gives
    the piece's letter (`""`, `"S"` or `"C"`) and the square of a placement's name;
    `placements_by_reserve[reserve][square]` lists these names, where the reserve is 0 (nothing left), 1 (stones), 2
    (capstones) or 3 (both).

    >>> grid(5).names[:6]
    ('a1', 'a2', 'a3', 'a4', 'a5', 'b1')
    """

    def __init__(self, size: int) -> None:
        """Lay out a board of that size."""
        cells = [(column, row) for column in range(size) for row in range(size)]
        self.size = size
        self.names = tuple(f"{'abcdefgh'[column]}{row + 1}" for column, row in cells)
        self.bits = bits = tuple(1 << column * (size + 1) + row for column, row in cells)
        self.full = sum(bits)
        self.neighbours = tuple(
            tuple(square for square, (c, r) in enumerate(cells) if abs(c - column) + abs(r - row) == 1)
            for column, row in cells
        )
        self.edges = (sum(bits[:size]), sum(bits[-size:])), (sum(bits[::size]), sum(bits[size - 1 :: size]))
        squares = enumerate(self.names)
        self.placements = {letter + name: (letter, square) for square, name in squares for letter in ("", "S", "C")}
        self.placements_by_reserve = tuple(
            tuple(tuple(letter + name for letter in letters) for name in self.names)
            for letters in ((), ("", "S"), ("C",), ("", "S", "C"))
        )

    def beside(self, squares: int) -> int:
        """Return a set of squares with all their neighbours, as bits; some may be off the board."""
        stride = self.size + 1
        return squares | squares << 1 | squares >> 1 | squares << stride | squares >> stride

    def joined(self, squares: int, road: int) -> int:
        """Return a set of squares with all squares of `road` that are connected with it."""
        stride, grown = self.size + 1, squares
        while (near := grown | (grown << 1 | grown >> 1 | grown << stride | grown >> stride) & road) != grown:
            grown = near
        return grown


grid = cache(Grid)
"""From a size to its board: always the same object, so grids are compared by identity."""
