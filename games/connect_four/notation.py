"""Positions (`4453`, `3x3/3 113`), their sizes (`7x6`, `3x3/3`) and moves, read strictly."""

import re
from collections.abc import Sequence

from games import shorten
from games.connect_four.grid import DEFAULT_SIZE, DIGITS, MOST_LINES, Size

LONGEST_TEXT = 1000
"""More characters than any game has; longer texts are refused."""

SIZE = re.compile(r"([1-9][0-9]?)[x×]([1-9][0-9]?)(?:/([1-9][0-9]?))?")


def read_size(text: str) -> Size:
    """Read columns and rows and how many in a row win, 0 if left out; ValueError says what a size looks like.

    >>> read_size("7x6"), read_size("3x3/3")
    (Size(columns=7, rows=6, connect=0), Size(columns=3, rows=3, connect=3))
    """
    match = SIZE.fullmatch(text) if len(text) < 20 else None
    if not match:
        raise ValueError(f"{shorten(text)} is not a size: columns x rows, as in 7x6, or with how many in a row, 3x3/3")
    columns, rows = int(match[1]), int(match[2])
    if max(columns, rows) > MOST_LINES:
        raise ValueError(f"{shorten(text)} is too large: at most {MOST_LINES} columns and {MOST_LINES} rows")
    if max(columns, rows) < 2:
        raise ValueError(f"{shorten(text)} is too small: a line takes two columns or two rows")
    size = Size(columns, rows, int(match[3] or 0))
    if size.connect:
        check_connect(size)
    return size


def write_size(size: Size) -> str:
    """Return a size as `read_size` reads it; four in a row are left out.

    >>> write_size(Size(4, 4, 4)), write_size(Size(3, 3, 3))
    ('4x4', '3x3/3')
    """
    columns, rows, connect = size
    return f"{columns}x{rows}" + (f"/{connect}" if connect != DEFAULT_SIZE.connect else "")


def split_size(text: str) -> tuple[Size | None, str]:
    """Split a position into its size, if one is written in front, and the columns played.

    >>> split_size("3x3/3 113"), split_size("4453")
    ((Size(columns=3, rows=3, connect=3), '113'), (None, '4453'))
    """
    first, *rest = text.split(maxsplit=1) or [""]
    if not SIZE.match(first):
        return None, text
    size = read_size(first)
    size = size if size.connect else size._replace(connect=DEFAULT_SIZE.connect)
    check_connect(size)
    return size, "".join(rest)


def check_connect(size: Size) -> None:
    """Raise ValueError if no line of its length fits on a board."""
    columns, rows, connect = size
    longest = max(columns, rows)
    if not 2 <= connect <= longest:
        allowed = "only 2" if longest == 2 else f"2 to {longest}"
        raise ValueError(
            f"{connect} in a row cannot be on {columns}x{rows}: {allowed}, as in {columns}x{rows}/{longest}"
        )


def split_moves(text: str) -> Sequence[str]:
    """Split a text into moves, with or without spaces between them; a part that is no digit stays whole.

    >>> split_moves("44 53")
    ['4', '4', '5', '3']
    """
    return re.findall(r"[0-9]|[^\s0-9]+", text)


def read_move(word: str, columns: int) -> int:
    """Return the column, counted from 0, that a digit names; ValueError if there is no such column."""
    names = DIGITS[:columns]
    if len(word) != 1 or word not in DIGITS:
        raise ValueError(f"{shorten(word)} is not the digit of a column")
    if word not in names:
        raise ValueError(f"column {word} is not on a board of {columns} columns (1 to {names[-1]})")
    return names.index(word)
