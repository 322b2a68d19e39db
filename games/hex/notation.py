"""Positions as rows of signs (`b../.w./... b`), read strictly."""

from games import shorten
from games._notation import check_signs, is_first_side
from games.hex.grid import LARGEST, SMALLEST, grid
from games.hex.rules import Hex, position

LONGEST_TEXT = 2000
"""More characters than any position or transcript has; longer texts are refused."""

EXAMPLE = "b../.w./... b"


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
    check_signs("".join(rows), "bw.", " and / between rows")
    if not SMALLEST <= size <= LARGEST:
        raise ValueError(f"a board has {SMALLEST} to {LARGEST} rows, joined by /, not {size}: {shorten(words[0])}")
    for row in rows:
        if len(row) != size:
            raise ValueError(f"a board of {size} rows has rows of {size} cells, not {len(row)}: {shorten(row)}")
    if len(words) == 1:
        raise ValueError(f"the side to move, b or w, is missing behind the rows, as in {EXAMPLE}")
    maximizing = is_first_side(" ".join(words[1:]), "b", "w")
    return position(size, *grid(size).sets("".join(rows), "bw"), maximizing=maximizing, swap=swap)
