"""The 32 dark squares: numbered 1 to 32 from the top left as White sees them, and bits in a set of squares.

A row has four squares. Between the second and third row, the fourth and fifth, and so on, one bit is spare and never
set. So a step is the same shift everywhere: 4 or 5 bits down towards Black's side, up towards White's.
"""

from collections.abc import Mapping

NUMBERS = range(1, 33)

BITS = (0, *(1 << number - 1 + (number + 3) // 8 for number in NUMBERS))
"""The bit of each square, by its number; there is no square 0."""

NUMBER_OF: Mapping[int, int] = {BITS[number]: number for number in NUMBERS}
FULL = sum(BITS)
ROWS = tuple(sum(BITS[first : first + 4]) for first in range(1, 33, 4))
"""The squares of each row from the top."""

TOP, BOTTOM = ROWS[0], ROWS[7]
"""The squares where White's men become kings, and those where Black's do."""

UP, DOWN = (-1,), (1,)
BOTH = (-1, 1)


def place(number: int) -> tuple[int, int]:
    """Return the row from the top and the column of a square; the dark corner is at each player's right hand.

    >>> place(1), place(5), place(32)
    ((0, 0), (1, 1), (7, 7))
    """
    row, nth = divmod(number - 1, 4)
    return row, 2 * nth + row % 2


_NUMBER_AT = {place(number): number for number in NUMBERS}


def reached(number: int, rows: tuple[int, ...], distance: int = 1) -> tuple[int, ...]:
    """Return the squares at a distance along the diagonals, up or down the board, in ascending order.

    >>> reached(18, UP), reached(18, BOTH, 2), reached(4, UP)
    ((13, 14), (9, 11, 25, 27), ())
    """
    row, column = place(number)
    there = ((row + distance * down, column + distance * across) for down in rows for across in (-1, 1))
    return tuple(sorted(_NUMBER_AT[spot] for spot in there if spot in _NUMBER_AT))


def numbers(squares: int) -> tuple[int, ...]:
    """Return the numbers of a set of squares, in ascending order.

    >>> numbers(TOP)
    (1, 2, 3, 4)
    """
    found = []
    while squares:
        bit = squares & -squares
        found.append(NUMBER_OF[bit])
        squares ^= bit
    return tuple(found)
