"""Positions as rows of signs (`b../.w./... b`), games as cells in the order played, and moves (`b2`), read strictly."""

import re

from games import shorten
from games.hex.grid import LARGEST, SMALLEST, grid
from games.hex.rules import Hex, position

LONGEST_TEXT = 2000
"""More characters than any position or transcript has; longer texts are refused."""

LONGEST_MOVE = 40
EXAMPLE = "b../.w./... b"

MOVE = re.compile(r"[a-z][1-9][0-9]?|swap", re.ASCII | re.IGNORECASE)
MOVES_OR_REST = re.compile(r"[a-z][0-9]+|swap|\S+", re.ASCII | re.IGNORECASE)


def is_transcript(text: str) -> bool:
    """Return whether a text begins like a transcript, not like a board.

    >>> is_transcript("b2 c1"), is_transcript("b../.w./... b")
    (True, False)
    """
    return re.match(r"\s*(?:[a-z][0-9]|swap)", text, re.ASCII | re.IGNORECASE) is not None


def split_transcript(text: str) -> list[str]:
    """Split a transcript into moves, with or without spaces between them; a part that is no move stays whole.

    >>> split_transcript("a1 swapb2")
    ['a1', 'swap', 'b2']
    """
    return MOVES_OR_REST.findall(text)


def read_board(text: str, *, swap: bool = False) -> Hex:
    """Read rows of `b`, `w` and `.` from the top, followed by the side to move; ValueError if it is not a board.

    >>> read_board("b../.w./... b").size
    3
    """
    words = text.lower().split() if text.isascii() else text.split()
    if not words:
        raise ValueError(f"a position is rows and the side to move, as in {EXAMPLE}; this is empty")
    rows = words[0].split("/")
    size = len(rows)
    for sign in words[0]:
        if sign not in "bw./":
            raise ValueError(f"{sign!r} is not one of b w . and / between rows")
    if not SMALLEST <= size <= LARGEST:
        raise ValueError(f"a board has {SMALLEST} to {LARGEST} rows, joined by /, not {size}: {shorten(words[0])}")
    for row in rows:
        if len(row) != size:
            raise ValueError(f"a board of {size} rows has rows of {size} cells, not {len(row)}: {shorten(row)}")
    if len(words) == 1:
        raise ValueError(f"the side to move, b or w, is missing behind the rows, as in {EXAMPLE}")
    if len(words) > 2 or words[1] not in ("b", "w"):
        raise ValueError(f"the side to move is b or w, not {shorten(' '.join(words[1:]))}")
    signs = list(zip("".join(rows), grid(size).bits, strict=True))
    black, white = (sum(bit for sign, bit in signs if sign == side) for side in "bw")
    return position(size, black, white, maximizing=words[1] == "b", swap=swap)


def read_move(word: str, size: int) -> str:
    """Return a move in its canonical form; ValueError if it does not name a cell of the board, or the swap.

    >>> read_move("B2", 5)
    'b2'
    """
    if len(word) > LONGEST_MOVE or not MOVE.fullmatch(word):
        raise ValueError(f"{shorten(word)} is not a move: a cell such as b2")
    move, cells = word.lower(), grid(size).cells
    if move != "swap" and move not in cells:
        raise ValueError(f"cell {move} is not on a {size}×{size} board (a1 to {[*cells][-1]})")
    return move
