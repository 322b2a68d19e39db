"""Positions as signs row by row, read strictly."""

from math import isqrt

from games import shorten
from games._notation import check_signs
from games.othello.grid import SIZES, grid
from games.othello.rules import Othello, position

LONGEST_TEXT = 2000
"""More characters than any position or transcript has; longer texts are refused."""

BOARDS = ", ".join(str(size * size) for size in SIZES[:-1]) + f" or {SIZES[-1] ** 2}"


def read_board(text: str) -> Othello:
    """Read signs row by row from a1, with or without spaces, then the side to move; ValueError if it is no board.

    >>> read_board("---- -OX- -XO- ---- X").text()
    '-----OX--XO----- X'
    """
    words = text.upper().split() if text.isascii() else text.split()
    if not words:
        raise ValueError(f"a position has {BOARDS} signs X O -, a space, and the side X or O; this is empty")
    signs, side = "".join(words[:-1]), words[-1]
    check_signs(signs or side, "XO-")
    if side not in ("X", "O"):
        if is_board(len(signs + side)):
            raise ValueError(f"the side to move, X or O, is missing behind the {len(signs + side)} signs")
        raise ValueError(f"the side to move is X or O, behind the board and a space, not {shorten(side)}")
    if not is_board(len(signs)):
        raise ValueError(f"a board has {BOARDS} squares, not {len(signs)}")
    size = isqrt(len(signs))
    return position(size, *grid(size).sets(signs, "XO"), maximizing=side == "X")


def is_board(squares: int) -> bool:
    """Return whether a board may have that many squares.

    >>> is_board(64), is_board(81)
    (True, False)
    """
    return isqrt(squares) in SIZES and isqrt(squares) ** 2 == squares
