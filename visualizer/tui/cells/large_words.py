"""Words in letters of several lines, for the last row of a class: the bundled typeface in quarters of cells."""

from functools import lru_cache

from exports import typeface
from visualizer.picture.layout.node_measures import LARGE_LETTER, LARGE_WORDS

SIZE = 10
"""Height of the letters, in dots; a cell has two dots across and two down."""
WIDE, HIGH = LARGE_LETTER, LARGE_WORDS
"""Columns and lines of a letter."""
QUARTERS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
"""Cells by the dots set: 1 and 2 are the upper ones, 4 and 8 the lower ones."""


@lru_cache(maxsize=256)
def letter(sign: str) -> tuple[str, ...]:
    """Return a letter as lines of cells.

    >>> [line.strip() for line in letter("I")]
    ['▗▄▖', '█', '█', '▗█▖', '']
    """
    from PIL import Image, ImageDraw, ImageFont  # only a lecture needs them, and they take time to load

    dots = Image.new("1", (2 * WIDE, 2 * HIGH))
    draw = ImageDraw.Draw(dots)
    draw.fontmode = "1"
    draw.text((0, -2), sign, fill=1, font=ImageFont.truetype(str(typeface.BOLD), SIZE))
    found = dots.load()
    assert found is not None

    def cell(x: int, y: int) -> str:
        quarters = ((x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1))
        return QUARTERS[sum(1 << number for number, place in enumerate(quarters) if found[place])]

    return tuple("".join(cell(x, y) for x in range(0, 2 * WIDE, 2)) for y in range(0, 2 * HIGH, 2))


def large(words: str) -> list[str]:
    """Return words as lines of cells."""
    return ["".join(letter(sign)[line] for sign in words) for line in range(HIGH)]
