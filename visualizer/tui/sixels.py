"""A picture as sixels: text in which each letter is six dots, one below the other, in one colour."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from PIL.Image import Image

COLOURS = 16
"""The most frequent colours are kept, so that flat areas have theirs and the edges of letters a few."""
HIGH = 6
"""Dots in a letter."""
NONE = 63
"""The letter without dots; the bits of its dots are added to it."""
LETTERS = bytes((byte + NONE) % 256 for byte in range(256))
RUN = re.compile(rb"\?{4,}|~{4,}")


def sixels(image: Image) -> str:
    """Return a picture, in few colours, as what a terminal takes; what lies outside of it is left as it is."""
    few = in_few_colours(image)
    data, width, height = few.tobytes(), few.width, few.height
    colours = (few.getpalette() or [])[: 3 * COLOURS]
    percent = [round(100 * part / 255) for part in colours]
    written = [b'\x1bP0;1;0q"1;1;%d;%d' % (width, height)]
    written += [b"#%d;2;%d;%d;%d" % (place // 3, *percent[place : place + 3]) for place in range(0, len(percent), 3)]
    for top in range(0, height * width, HIGH * width):
        rows = [data[at : at + width] for at in range(top, min(top + HIGH * width, len(data)), width)]
        lines = [b"#%d%b" % (colour, line_of(rows, colour)) for colour in sorted(set(b"".join(rows)))]
        written.append(b"$".join(lines) + b"-")
    return b"".join([*written, b"\x1b\\"]).decode()


def line_of(rows: list[bytes], colour: int) -> bytes:
    """Return the letters of a line, of up to six rows of dots, in one colour."""
    dots = 0
    for place, row in enumerate(rows):
        dots |= int.from_bytes(row.translate(bit(colour, place)))
    letters = dots.to_bytes(len(rows[0])).translate(LETTERS).rstrip(b"?")
    return RUN.sub(lambda found: b"!%d%b" % (len(found[0]), found[0][:1]), letters)


@cache
def bit(colour: int, place: int) -> bytes:
    """Return the table that makes a dot of a colour the bit of its place in a letter, and all others 0."""
    return bytes(colour) + bytes([1 << place]) + bytes(255 - colour)


def in_few_colours(image: Image) -> Image:
    """Return a picture in its most frequent colours."""
    from PIL import Image as Bitmap

    counts = image.getcolors(image.width * image.height) or []
    frequent: list[Any] = [colour for _, colour in sorted(counts, reverse=True)[:COLOURS]]
    palette = Bitmap.new("P", (1, 1))
    palette.putpalette([part for colour in frequent for part in colour])
    return image.quantize(palette=palette, dither=Bitmap.Dither.NONE)
