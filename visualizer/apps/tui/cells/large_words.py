"""Words in letters of several lines, for the last row of a class, in quarters of cells."""

from collections.abc import Callable
from functools import lru_cache

from visualizer.draw.picture.layout.placed_nodes import LETTER_COLUMNS

LOW_LETTER_TABLE = r"""
!444040 "550000 '220000 (244420 )211120 +027200 ,000024 -007000 .000020 /112440 0755570 1262270
2717470 3717170 4557110 5747170 6747570 7711220 8757570 9757170 :020200 ;020240 <124210 =070700
>421240 ?712020 A257550 B656560 C344430 D655560 E746470 F746440 G345530 H557550 I722270 J111520
K556550 L444470 M577550 N655550 O255520 P656440 Q255730 R656550 S342160 T722220 U555570 V555520
W557750 X552550 Y552220 Z712470 a063570 b465560 c034430 d135530 e025630 f127220 g035316 h465550
i202220 j101152 k456650 l622270 m077550 n065550 o025520 p065644 q035311 r034440 s036360 t272230
u055530 v055520 w055770 x052250 y055316 z073670 α035530 β256564 ≥616070 ≤343070 −007000 ×052500
✕052500 ’220000 %512450 #575750 *052720 [644460 ]311130 –007000 …000050 &252530 |222222 _000007
~036000 @257430 →217120 ←247420 ↑272220 ↓222720 {326230 }623260
"""
"""Each sign with its six rows of dots, from the top: three bits a row."""
LOW_LETTER_DOTS = {word[0]: tuple(map(int, word[1:])) for word in LOW_LETTER_TABLE.split()}
"""The rows of dots of each sign; the bit of 4 is the leftmost dot."""

MAX_LETTER_LINES = max(LETTER_COLUMNS)
TYPEFACE_DOTS = 10
"""Height of the bundled typeface in the highest letters, in dots; a cell has 2 × 2 dots."""
QUARTER_BLOCKS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
"""Cells by the dots set: 1 and 2 are the upper ones, 4 and 8 the lower ones."""


@lru_cache(maxsize=512)
def large_letter(sign: str, height: int = MAX_LETTER_LINES) -> tuple[str, ...]:
    """Return a letter enlarged to `height` lines of cells.

    At the lower heights, only a few letters have an enlarged form. Any other letter keeps its usual
    size and is written on the middle line.

    >>> [line.strip() for line in large_letter("I")], large_letter("I", 3), large_letter("∞", 3)
    (['▗▄▖', '█', '█', '▗█▖', ''], ('▜▘', '▐ ', '▀▘'), ('  ', '∞ ', '  '))
    """
    width = LETTER_COLUMNS[height]
    if height == MAX_LETTER_LINES:
        has_dot = typeface_dots(sign)
    elif sign in LOW_LETTER_DOTS or sign == " ":
        has_dot = low_letter_dots(sign)
    else:
        lines = [""] * height
        lines[height // 2] = sign
        return tuple(line.ljust(width) for line in lines)
    lines = []
    # Each cell takes two rows and two columns of dots.
    for y in range(0, 2 * height, 2):
        row = [quarter_block(has_dot, x, y) for x in range(0, 2 * width, 2)]
        lines.append("".join(row))
    return tuple(lines)


def quarter_block(has_dot: Callable[[int, int], bool], x: int, y: int) -> str:
    """Return the letter for a cell of four dots, of which (x, y) is the upper left one."""
    places = ((x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1))
    dots = 0
    for number, place in enumerate(places):
        if has_dot(*place):
            dots |= 1 << number
    return QUARTER_BLOCKS[dots]


def typeface_dots(sign: str) -> Callable[[int, int], bool]:
    """Return a function that tells whether a letter of the bundled typeface has the dot (x, y)."""
    # Only a lecture needs these modules, and they take time to load.
    from PIL import Image, ImageDraw, ImageFont

    from exports.shapes import MONO_BOLD

    size = (2 * LETTER_COLUMNS[MAX_LETTER_LINES], 2 * MAX_LETTER_LINES)
    dots = Image.new("1", size)
    draw = ImageDraw.Draw(dots)
    # A dot is set or not: letters drawn with smoothed edges would lose their shape.
    draw.fontmode = "1"
    typeface = ImageFont.truetype(str(MONO_BOLD), TYPEFACE_DOTS)
    draw.text(
        (0, -2),
        sign,
        fill=1,
        font=typeface,
    )
    return lambda x, y: bool(dots.getpixel((x, y)))


def low_letter_dots(sign: str) -> Callable[[int, int], bool]:
    """Return a function that tells whether a letter of the lower heights has the dot (x, y)."""
    rows = LOW_LETTER_DOTS.get(sign, (0,) * 6)
    # In a row, the bit of 4 is the leftmost dot.
    return lambda x, y: bool(rows[y] << x & 4)


def enlarge_words(words: str, height: int = MAX_LETTER_LINES) -> list[str]:
    """Return words enlarged to `height` lines of cells."""
    letters = [large_letter(sign, height) for sign in words]
    return ["".join(letter[line] for letter in letters) for line in range(height)]
