"""The board of one size: its squares as bits, their names and neighbours, and how many pieces each player has.

Squares are numbered file by file from a, within a file from rank 1 up: a1 is 0, a2 is 1. Each file has one bit more
than it has squares; that spare bit is never set, so a shifted set of squares cannot run over into the next file.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

RESERVES: Mapping[int, tuple[int, int]] = {3: (10, 0), 4: (15, 0), 5: (21, 1), 6: (30, 1), 7: (40, 2), 8: (50, 2)}
"""Stones and capstones of each player, by the size of the board."""


@dataclass(frozen=True, slots=True, eq=False)
class Grid:
    """The constants of a board of one size; there is one Grid for each size, compared by identity.

    `names`, `bits`, `near` (the neighbours as bits), `neighbours` and `on_edge` are indexed by square, `square_of` by
    bit. `edges` are two pairs of opposite edges. `placements` gives the piece's letter (`""`, `"S"` or `"C"`) and the
    square of a placement's name; `placements_by_reserve[reserve][square]` lists these names, where the reserve is 0
    (nothing left), 1 (stones), 2 (capstones) or 3 (both).
    """

    size: int
    names: tuple[str, ...]
    bits: tuple[int, ...]
    square_of: Mapping[int, int]
    full: int
    neighbours: tuple[tuple[int, ...], ...]
    near: tuple[int, ...]
    on_edge: tuple[bool, ...]
    edges: tuple[tuple[int, int], tuple[int, int]]
    placements: Mapping[str, tuple[str, int]]
    placements_by_reserve: tuple[tuple[tuple[str, ...], ...], ...]


@cache
def grid(size: int) -> Grid:
    """Return the board of that size.

    >>> grid(5).names[:6]
    ('a1', 'a2', 'a3', 'a4', 'a5', 'b1')
    """
    cells = [(column, row) for column in range(size) for row in range(size)]
    names = tuple(f"{'abcdefgh'[column]}{row + 1}" for column, row in cells)
    bits = tuple(1 << column * (size + 1) + row for column, row in cells)
    neighbours = tuple(
        tuple(square for square, (c, r) in enumerate(cells) if abs(c - column) + abs(r - row) == 1)
        for column, row in cells
    )
    last = size - 1
    return Grid(
        size=size,
        names=names,
        bits=bits,
        square_of={bit: square for square, bit in enumerate(bits)},
        full=sum(bits),
        neighbours=neighbours,
        near=tuple(sum(bits[square] for square in around) for around in neighbours),
        on_edge=tuple(len(around) < 4 for around in neighbours),
        edges=((sum(bits[:size]), sum(bits[-size:])), (sum(bits[::size]), sum(bits[last::size]))),
        placements={letter + name: (letter, square) for square, name in enumerate(names) for letter in ("", "S", "C")},
        placements_by_reserve=tuple(
            tuple(tuple(letter + name for letter in letters) for name in names)
            for letters in ((), ("", "S"), ("C",), ("", "S", "C"))
        ),
    )
