"""Words in letters of several lines, for the last row of a class, in quarters of cells."""

from collections.abc import Callable
from functools import lru_cache

from exports import typeface
from visualizer.picture.layout.placed_nodes import LETTERS
from visualizer.tui.cells.low_letters import DOTS

HIGHEST = max(LETTERS)
SIZE = 10
"""Height of the bundled typeface in the highest letters, in dots; a cell has two dots across and two down."""
QUARTERS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
"""Cells by the dots set: 1 and 2 are the upper ones, 4 and 8 the lower ones."""


@lru_cache(maxsize=512)
def letter(sign: str, high: int = HIGHEST) -> tuple[str, ...]:
    """Return a letter as lines of cells; one that is not among low letters stands as it is on the middle line.

    >>> [line.strip() for line in letter("I")], letter("I", 3), letter("∞", 3)
    (['▗▄▖', '█', '█', '▗█▖', ''], ('▜▘', '▐ ', '▀▘'), ('  ', '∞ ', '  '))
    """
    wide = LETTERS[high]
    if high != HIGHEST and sign not in DOTS and sign != " ":
        return tuple((sign if line == high // 2 else "").ljust(wide) for line in range(high))
    has_dot = typeset(sign) if high == HIGHEST else by_hand(sign)

    def cell(x: int, y: int) -> str:
        quarters = ((x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1))
        return QUARTERS[sum(1 << number for number, place in enumerate(quarters) if has_dot(*place))]

    return tuple("".join(cell(x, y) for x in range(0, 2 * wide, 2)) for y in range(0, 2 * high, 2))


def typeset(sign: str) -> Callable[[int, int], bool]:
    """Return which dots a letter of the bundled typeface has."""
    from PIL import Image, ImageDraw, ImageFont  # only a lecture needs them, and they take time to load

    dots = Image.new("1", (2 * LETTERS[HIGHEST], 2 * HIGHEST))
    draw = ImageDraw.Draw(dots)
    draw.fontmode = "1"
    draw.text((0, -2), sign, fill=1, font=ImageFont.truetype(str(typeface.BOLD), SIZE))
    return lambda x, y: bool(dots.getpixel((x, y)))


def by_hand(sign: str) -> Callable[[int, int], bool]:
    """Return which dots a low letter has."""
    rows = DOTS.get(sign, (0,) * 6)
    return lambda x, y: bool(rows[y] << x & 4)


def large(words: str, high: int = HIGHEST) -> list[str]:
    """Return words as lines of cells."""
    return ["".join(letter(sign, high)[line] for sign in words) for line in range(high)]
