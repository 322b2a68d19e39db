"""Positions as signs row by row, games as transcripts (`F5D6C3`), and moves (`d3`, `pass`), read strictly.

A transcript leaves passes out, as in the World Othello Federation's, since they are forced.
"""

import re
from collections.abc import Sequence
from math import isqrt

from games import shorten
from games.othello.grid import SIZES, grid
from games.othello.rules import Othello, position

LONGEST_TEXT = 2000
"""More characters than any position or transcript has; longer texts are refused."""

LONGEST_MOVE = 40

BOARDS = ", ".join(str(size * size) for size in SIZES[:-1]) + f" or {SIZES[-1] ** 2}"
MOVE = re.compile(r"[a-p][1-9][0-9]?|pass", re.ASCII | re.IGNORECASE)
MOVES_OR_REST = re.compile(r"[a-z][0-9]+|pass|\S+", re.ASCII | re.IGNORECASE)
TRANSCRIPT = re.compile(r"\s*(?:[a-z][0-9]|pass)", re.ASCII | re.IGNORECASE)


def split_moves(text: str) -> Sequence[str]:
    """Split a text into moves, with or without spaces between them; a part that is no move stays whole.

    >>> split_moves("F5D6 passc3")
    ['F5', 'D6', 'pass', 'c3']
    """
    return MOVES_OR_REST.findall(text)


def read_move(word: str, size: int) -> str:
    """Return a move in its canonical form; ValueError if it does not name a square of the board, or the pass.

    >>> read_move("F5", 8)
    'f5'
    """
    if len(word) > LONGEST_MOVE or not MOVE.fullmatch(word):
        raise ValueError(f"{shorten(word)} is not a move: a square such as d3, or pass")
    move, names = word.lower(), grid(size).names.values()
    if move not in names:
        raise ValueError(f"square {move} is not on a {size}×{size} board (a1 to {[*names][-1]})")
    return move


def is_transcript(text: str) -> bool:
    """Return whether a text begins like a transcript, not like a board."""
    return TRANSCRIPT.match(text) is not None


def read_board(text: str) -> Othello:
    """Read signs row by row from a1, with or without spaces, then the side to move; ValueError if it is no board.

    >>> read_board("---- -OX- -XO- ---- X").text()
    '-----OX--XO----- X'
    """
    words = text.upper().split() if text.isascii() else text.split()
    if not words:
        raise ValueError(f"a position has {BOARDS} signs X O -, a space, and the side X or O; this is empty")
    signs, side = "".join(words[:-1]), words[-1]
    for sign in signs or side:
        if sign not in "XO-":
            raise ValueError(f"{sign!r} is not one of X O -")
    if side not in ("X", "O"):
        if is_board(len(signs + side)):
            raise ValueError(f"the side to move, X or O, is missing behind the {len(signs + side)} signs")
        raise ValueError(f"the side to move is X or O, behind the board and a space, not {shorten(side)}")
    if not is_board(len(signs)):
        raise ValueError(f"a board has {BOARDS} squares, not {len(signs)}")
    size = isqrt(len(signs))
    by_sign = {"X": 0, "O": 0, "-": 0}
    for sign, bit in zip(signs, grid(size).bits, strict=True):
        by_sign[sign] |= bit
    return position(size, by_sign["X"], by_sign["O"], maximizing=side == "X")


def is_board(squares: int) -> bool:
    """Return whether a board may have that many squares.

    >>> is_board(64), is_board(81)
    (True, False)
    """
    return isqrt(squares) in SIZES and isqrt(squares) ** 2 == squares
