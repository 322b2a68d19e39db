"""The board of one size, and the ways in which a stack can spread.

Squares are numbered file by file from a, within a file from rank 1 up: a1 is 0, a2 is 1. Each file
has one bit more than it has squares; that spare bit is never set, so a shifted set of squares
cannot run over into the next file.
"""

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache

TAK_RESERVES: Mapping[int, tuple[int, int]] = {
    3: (10, 0),
    4: (15, 0),
    5: (21, 1),
    6: (30, 1),
    7: (40, 2),
    8: (50, 2),
}
"""Stones and capstones of each player, by the size of the board."""

USUAL_TAK_SIZE = 5


class TakGrid:
    """The constants of a board of one size.

    `names`, `bits` and `neighbours` are indexed by square. `edges` are two pairs of opposite edges.
    `placements` gives the piece's letter (`""`, `"S"` or `"C"`) and the square of a placement's
    name; `placements_by_reserve[reserve][square]` lists these names, where the reserve is 0
    (nothing left), 1 (stones), 2 (capstones) or 3 (both).

    >>> tak_grid(5).names[:6]
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
            tuple(
                square for square, (c, r) in enumerate(cells) if abs(c - column) + abs(r - row) == 1
            )
            for column, row in cells
        )
        self.edges = (
            (sum(bits[:size]), sum(bits[-size:])),
            (sum(bits[::size]), sum(bits[size - 1 :: size])),
        )
        squares = enumerate(self.names)
        self.placements = {
            letter + name: (letter, square) for square, name in squares for letter in ("", "S", "C")
        }
        self.placements_by_reserve = tuple(
            tuple(tuple(letter + name for letter in letters) for name in self.names)
            for letters in ((), ("", "S"), ("C",), ("", "S", "C"))
        )

    def beside(self, squares: int) -> int:
        """Return a set of squares with all their neighbours, as bits; some may be off the board."""
        stride = self.size + 1
        return squares | squares << 1 | squares >> 1 | squares << stride | squares >> stride

    def joined(self, squares: int, road: int) -> int:
        """Return the squares with all squares of `road` that are connected with them."""
        stride = self.size + 1
        joined = squares
        while True:
            beside = joined << 1 | joined >> 1 | joined << stride | joined >> stride
            further = joined | beside & road
            if further == joined:
                return joined
            joined = further


tak_grid = cache(TakGrid)
"""From a size to its board: always the same object, so grids are compared by identity."""


SPREAD_DIRECTIONS = {"+": (0, 1), "-": (0, -1), "<": (-1, 0), ">": (1, 0)}
"""Directions as (columns, rows), in the order in which moves are listed."""

SpreadPath = tuple[int, int, tuple[tuple[int, int, int], ...]]
"""A spread: its first square, the pieces it takes, and (square, dropped, in hand) for each step."""


@cache
def drop_counts(pieces: int, room: int, flattens: bool) -> tuple[tuple[int, ...], ...]:
    """Return the ways to drop pieces on up to `room` squares, larger drops first.

    Each square gets at least one piece.     With `flattens` a wall follows these squares, and the
    last piece, a capstone, may be dropped on it.

    >>> drop_counts(3, 2, False)
    ((3,), (2, 1), (1, 2))
    >>> drop_counts(3, 2, True)
    ((3,), (2, 1), (1, 2), (1, 1, 1))
    """
    if room == 0:
        if flattens and pieces == 1:
            return ((1,),)
        return ()
    later = (
        (first, rest)
        for first in range(pieces - 1, 0, -1)
        for rest in drop_counts(pieces - first, room - 1, flattens)
    )
    return ((pieces,), *((first, *rest) for first, rest in later))


@lru_cache(maxsize=1 << 16)
def spread_names(
    board: TakGrid, square: int, most: int, blocked: int, walls: int
) -> tuple[str, ...]:
    """Return the names of a stack's moves in natural order.

    Fewer pieces come first, then `+ - < >`, then larger drops.     At most `most` pieces are taken.
    `blocked` are the squares with walls or capstones; the piece on top may flatten those in
    `walls`.
    """
    names = []
    roads = [
        (sign, *_free_squares(board, square, step, blocked, walls))
        for sign, step in SPREAD_DIRECTIONS.items()
    ]
    for pieces in range(1, most + 1):
        for sign, room, flattens in roads:
            lifted = f"{pieces if pieces > 1 else ''}{board.names[square]}{sign}"
            for drops in drop_counts(pieces, room, flattens):
                # The canonical name leaves a single drop out.
                written = "".join(map(str, drops)) if len(drops) > 1 else ""
                names.append(lifted + written)
    return tuple(names)


def _free_squares(
    board: TakGrid, square: int, step: tuple[int, int], blocked: int, walls: int
) -> tuple[int, bool]:
    """Count the free squares in a direction; also return whether a flattenable wall follows."""
    column, row = divmod(square, board.size)
    room = 0
    while True:
        column = column + step[0]
        row = row + step[1]
        if not (0 <= column < board.size and 0 <= row < board.size):
            return room, False
        bit = board.bits[column * board.size + row]
        if bit & blocked:
            return room, bool(bit & walls)
        room += 1


@lru_cache(maxsize=1 << 16)
def read_spread(board: TakGrid, name: str) -> SpreadPath:
    """Read the name of a spread that is on the board."""
    if name[0].isdigit():
        count = int(name[0])
        rest = name[1:]
    else:
        count = 1
        rest = name
    column = "abcdefgh".index(rest[0])
    row = int(rest[1]) - 1
    across, up = SPREAD_DIRECTIONS[rest[2]]
    in_hand = count
    steps = []
    for distance, dropped in enumerate(map(int, rest[3:] or str(count)), start=1):
        in_hand -= dropped
        target = (column + across * distance) * board.size + row + up * distance
        steps.append((target, dropped, in_hand))
    return column * board.size + row, count, tuple(steps)


def apply_spread(board: TakGrid, squares: Sequence[str], move: str) -> dict[int, str]:
    """Return the stacks that a spread changes, by square; a capstone flattens the wall below it."""
    source, count, steps = read_spread(board, move)
    pieces = squares[source].rstrip("SC")
    changed = {source: pieces[:-count]}
    carried = pieces[-count:] + squares[source][len(pieces) :]
    for target, dropped, in_hand in steps:
        changed[target] = squares[target].rstrip("S") + (carried[:dropped] if in_hand else carried)
        carried = carried[dropped:]
    return changed
