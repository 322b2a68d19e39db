"""The board of one size: its squares as bits, their names, kinds and weights.

Squares are numbered row by row from a1, at the top left. Each row has one bit more than it has squares; that spare bit
is never set, so a shifted set of squares cannot run over into the next row.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

SIZES = range(4, 17, 2)
DEFAULT_SIZE = 8
COLUMNS = "abcdefghijklmnop"

PASS = 0
"""The move that passes; any other move is the bit of its square."""

WEIGHTS = ((120, -20, 20, 5), (-20, -40, -5, -5), (20, -5, 15, 3), (5, -5, 3, 3))
"""The usual weights of squares on 8×8, by the distances from the nearest edges; 3 stands for 3 and more."""

CORNER, EDGE, MIDDLE, NEXT_TO_EDGE, NEXT_TO_CORNER = 4, 3, 2, 1, 0
"""Classes of squares; a higher class is better."""


@dataclass(frozen=True, slots=True, eq=False)
class Grid:
    """The constants of a board of one size; there is one Grid for each size, compared by identity.

    `bits` are the bits of the squares in order, `names` the names of moves by bit, PASS included. `steps` are the four
    shifts to the neighbours with a higher number (right and down); shifting back gives the other four. `weights` and
    `classes` are by bit.
    """

    size: int
    bits: tuple[int, ...]
    names: Mapping[int, str]
    full: int
    steps: tuple[int, int, int, int]
    weights: Mapping[int, int]
    classes: Mapping[int, int]

    def square(self, bit: int) -> tuple[int, int]:
        """Return the row from the top and the column of a square."""
        return divmod(bit.bit_length() - 1, self.size + 1)


@cache
def grid(size: int) -> Grid:
    """Return the board of that size.

    >>> board = grid(4)
    >>> [board.names[bit] for bit in board.bits[:5]]
    ['a1', 'b1', 'c1', 'd1', 'a2']
    """
    cells = [(row, column) for row in range(size) for column in range(size)]
    stride = size + 1
    bits = tuple(1 << row * stride + column for row, column in cells)
    nearest = [min(line, size - 1 - line) for line in range(size)]
    distances = {bit: (nearest[row], nearest[column]) for bit, (row, column) in zip(bits, cells, strict=True)}
    names = {bit: f"{COLUMNS[column]}{row + 1}" for bit, (row, column) in zip(bits, cells, strict=True)}
    return Grid(
        size=size,
        bits=bits,
        names={PASS: "pass", **names},
        full=sum(bits),
        steps=(1, stride - 1, stride, stride + 1),
        weights={bit: weight(*from_edges) for bit, from_edges in distances.items()},
        classes={bit: square_class(*from_edges) for bit, from_edges in distances.items()},
    )


def weight(down: int, across: int) -> int:
    """Return the weight of a square by its distances from the nearest edges.

    >>> weight(0, 0), weight(7, 5)
    (120, 3)
    """
    return WEIGHTS[min(down, 3)][min(across, 3)]


def square_class(down: int, across: int) -> int:
    """Return the class of a square by its distances from the nearest edges; squares beside a corner have their own.

    >>> square_class(0, 0), square_class(0, 1), square_class(0, 2), square_class(1, 2), square_class(2, 2)
    (4, 0, 3, 1, 2)
    """
    near, far = sorted((down, across))
    if far <= 1:
        return NEXT_TO_CORNER if far else CORNER
    return (EDGE, NEXT_TO_EDGE, MIDDLE)[min(near, 2)]
