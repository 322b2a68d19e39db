"""The board of one size, and the ways in which a stack can spread.

Squares are numbered file by file from a, and in a file from rank 1 up: a1 is 0, a2 is 1. A set of
squares is an integer. Above each file is one unused bit, so that a shifted set cannot run over into
the next file.
"""

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

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
TAK_COLUMN_LETTERS = "abcdefgh"


class TakGrid:
    """The constants of a board of one size.

    `names`, `bits` and `neighbours` are indexed by square. `edges` are two pairs of opposite edges.
    `placements` maps the name of each placement to the letter of its piece (`""`, `"S"` or `"C"`)
    and its square. `placements_by_reserve` has these names for a player who has stones left or not,
    and capstones left or not, and then by square.

    >>> tak_grid(5).names[:6]
    ('a1', 'a2', 'a3', 'a4', 'a5', 'b1')
    """

    def __init__(self, size: int) -> None:
        """Lay out a board of `size` rows and columns."""
        # Squares are listed file by file: a1, a2 and so on.
        cells = [(column, row) for column in range(size) for row in range(size)]
        # The distance between the bits of squares side by side in a rank.
        stride = size + 1
        bits = tuple(1 << (column * stride + row) for column, row in cells)
        left_and_right = (sum(bits[:size]), sum(bits[-size:]))
        bottom_and_top = (sum(bits[::size]), sum(bits[size - 1 :: size]))
        self.size = size
        self.names = tuple(f"{TAK_COLUMN_LETTERS[column]}{row + 1}" for column, row in cells)
        self.bits = bits
        self.full = sum(bits)
        self.neighbours = tuple(_neighbours_of_cell(cells, cell) for cell in cells)
        self.edges = (left_and_right, bottom_and_top)

        self.placements: dict[str, tuple[str, int]] = {}
        for square, name in enumerate(self.names):
            for letter in ("", "S", "C"):
                self.placements[letter + name] = (letter, square)
        # The key is (has stones, has capstones).
        self.placements_by_reserve = {
            (False, False): self._placement_names(()),
            (True, False): self._placement_names(("", "S")),
            (False, True): self._placement_names(("C",)),
            (True, True): self._placement_names(("", "S", "C")),
        }

    def _placement_names(self, letters: Sequence[str]) -> tuple[tuple[str, ...], ...]:
        """Return for each square the names of the placements of the pieces with these letters."""
        return tuple(tuple(letter + name for letter in letters) for name in self.names)

    def with_neighbours(self, squares: int) -> int:
        """Return a set of squares with all their neighbours, and perhaps some unused bits."""
        stride = self.size + 1
        return squares | squares << 1 | squares >> 1 | squares << stride | squares >> stride

    def connected_squares(self, squares: int, road: int) -> int:
        """Return a set of squares and all squares of `road` connected with them."""
        stride = self.size + 1
        connected = squares
        while True:
            # Inlined: most moves come here, and a call would take longer.
            neighbours = connected << 1 | connected >> 1 | connected << stride | connected >> stride
            extended = connected | (neighbours & road)
            if extended == connected:
                return connected
            connected = extended


def _neighbours_of_cell(cells: Sequence[tuple[int, int]], cell: tuple[int, int]) -> tuple[int, ...]:
    """Return the indices in `cells` of the neighbours of a cell; cells are (column, row)."""
    column, row = cell
    return tuple(
        square
        for square, (other_column, other_row) in enumerate(cells)
        if abs(other_column - column) + abs(other_row - row) == 1
    )


tak_grid = cache(TakGrid)
"""Returns the board of a size, always the same object, so grids are compared by identity."""


SPREAD_DIRECTIONS = {
    "+": (0, 1),
    "-": (0, -1),
    "<": (-1, 0),
    ">": (1, 0),
}
"""Directions as (columns, rows), in the order in which moves are listed."""


class SpreadStep(NamedTuple):
    """A square on the way of a spread, the pieces dropped there, and the pieces still in hand."""

    square: int
    dropped: int
    in_hand: int


class SpreadPath(NamedTuple):
    """A spread: the square of the stack, the number of pieces lifted from it, and the steps."""

    source: int
    lifted: int
    steps: tuple[SpreadStep, ...]


@cache
def drop_counts(pieces: int, room: int, flattens: bool) -> tuple[tuple[int, ...], ...]:
    """Return the ways to drop a number of pieces along a line of `room` free squares.

    A way lists the pieces dropped on the first square, the second and so on, at least one on each.
    With `flattens`, the last piece is a capstone and may land on the wall behind the free squares.

    >>> drop_counts(3, 2, False)
    ((3,), (2, 1), (1, 2))
    >>> drop_counts(3, 2, True)
    ((3,), (2, 1), (1, 2), (1, 1, 1))
    """
    if room == 0:
        if flattens and pieces == 1:
            return ((1,),)
        return ()
    # First drop all pieces on the first square, then fewer and fewer, and the rest beyond it.
    ways: list[tuple[int, ...]] = [(pieces,)]
    for first in range(pieces - 1, 0, -1):
        ways_beyond = drop_counts(pieces - first, room - 1, flattens)
        ways.extend((first, *rest) for rest in ways_beyond)
    return tuple(ways)


@lru_cache(maxsize=1 << 16)
def spread_names(
    board: TakGrid, square: int, max_lifted: int, blocked: int, flattenable: int
) -> tuple[str, ...]:
    """Return the names in PTN of all spreads of the stack on a square, in natural order.

    They are ordered by pieces lifted, fewer first; then by direction, `+ - < >`; then by drops,
    larger ones first. `blocked` are the squares with walls or capstones; `flattenable` are the
    walls if a capstone is on top of the stack, else 0.
    """
    names = []
    paths = [
        (direction, *_room_in_direction(board, square, step, blocked, flattenable))
        for direction, step in SPREAD_DIRECTIONS.items()
    ]
    for pieces in range(1, max_lifted + 1):
        # The canonical name leaves out a count of one, and a single drop.
        count = str(pieces) if pieces > 1 else ""
        for direction, room, flattens in paths:
            name = f"{count}{board.names[square]}{direction}"
            for drops in drop_counts(pieces, room, flattens):
                written_drops = "".join(map(str, drops)) if len(drops) > 1 else ""
                names.append(name + written_drops)
    return tuple(names)


def _room_in_direction(
    board: TakGrid, square: int, step: tuple[int, int], blocked: int, flattenable: int
) -> tuple[int, bool]:
    """Count the free squares in a direction; also return whether the next square is `flattenable`.

    `step` is the direction, as (columns, rows). The next square is the first blocked square; it may
    also be off the board.
    """
    column, row = divmod(square, board.size)
    across, up = step
    free_count = 0
    while True:
        column += across
        row += up
        if not (0 <= column < board.size and 0 <= row < board.size):
            return free_count, False
        bit = board.bits[column * board.size + row]
        if bit & blocked:
            return free_count, bool(bit & flattenable)
        free_count += 1


@lru_cache(maxsize=1 << 16)
def read_spread(board: TakGrid, name: str) -> SpreadPath:
    """Read the canonical name of a spread that stays on the board.

    In `3a1>21`, three pieces are lifted from a1, two are dropped on b1 and one on c1.

    >>> spread = read_spread(tak_grid(5), "3a1>21")
    >>> spread.source, spread.lifted, spread.steps[0]
    (0, 3, SpreadStep(square=5, dropped=2, in_hand=1))
    """
    lifted = 1
    name_without_count = name
    if name[0].isdigit():
        lifted = int(name[0])
        name_without_count = name[1:]
    column_letter, row_digit, direction, *drop_digits = [*name_without_count]
    source = TAK_COLUMN_LETTERS.index(column_letter) * board.size + int(row_digit) - 1
    across, up = SPREAD_DIRECTIONS[direction]
    # Without digits for the drops, all pieces are dropped on one square.
    drops = [int(digit) for digit in drop_digits] or [lifted]

    square = source
    in_hand = lifted
    steps = []
    for dropped in drops:
        square += across * board.size + up
        in_hand -= dropped
        steps.append(SpreadStep(square, dropped, in_hand))
    return SpreadPath(source, lifted, tuple(steps))


def apply_spread(board: TakGrid, squares: Sequence[str], move: str) -> dict[int, str]:
    """Return the stacks after a spread on the squares that it changes, by square."""
    source, lifted, steps = read_spread(board, move)
    # A stack has a digit for the owner of each piece, from the bottom, and then perhaps S or C.
    stack = squares[source]
    pieces = stack.rstrip("SC")
    top_letter = stack[len(pieces) :]
    new_stacks = {source: pieces[:-lifted]}
    carried = pieces[-lifted:] + top_letter
    for square, dropped, in_hand in steps:
        # The last drop includes the top piece, and so its letter.
        placed = carried[:dropped] if in_hand else carried
        # Only a capstone moves onto a wall; the wall becomes a flat and loses its S.
        new_stacks[square] = squares[square].rstrip("S") + placed
        carried = carried[dropped:]
    return new_stacks
