"""A picture as sixels: text in which each letter is six dots, one below the other, in one colour."""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cache
from heapq import nlargest
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from PIL.Image import Image

COLOURS = 16
"""The most frequent colours are kept, so that flat areas have theirs and the edges of letters a few."""
HIGH = 6
"""Dots in a letter."""
NONE = 63
"""The letter without dots; the bits of its dots are added to it."""
LETTERS = bytes((byte + NONE) % 256 for byte in range(256))
Shade = tuple[int, int, int]
ShadeCounts = list[tuple[int, Shade]]
RUN = re.compile(rb"\?{4,}|~{4,}")


def sixels(image: Image) -> str:
    """Return a picture, in few colours, as what a terminal takes; what lies outside of it is left as it is."""
    few, colours = in_few_colours(image)
    data, width, height = few.tobytes(), few.width, few.height
    written = [b'\x1bP0;1;0q"1;1;%d;%d' % (width, height)]
    for number, colour in enumerate(colours):
        written.append(b"#%d;2;%d;%d;%d" % (number, *(round(100 * part / 255) for part in colour)))
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


def in_few_colours(image: Image) -> tuple[Image, list[Shade]]:
    """Return a picture in its most frequent colours, as numbers of them, and these.

    Pillow looks a colour up by its parts without their last two bits. Colours that are alike but for them are one, so
    that each of those that are kept is found: otherwise the page would have stripes.
    """
    from PIL import Image as Bitmap

    alike = defaultdict[Shade, list[tuple[int, Shade]]](list)
    for count, (red, green, blue) in cast("ShadeCounts", image.getcolors(image.width * image.height) or []):
        alike[red & ~3, green & ~3, blue & ~3].append((count, (red, green, blue)))
    kept = nlargest(COLOURS, alike, key=lambda colour: sum(count for count, _ in alike[colour]))
    palette = Bitmap.new("P", (1, 1))
    palette.putpalette([part for colour in kept for part in colour])
    found = image.point([part & ~3 for part in range(256)] * 3).quantize(palette=palette, dither=Bitmap.Dither.NONE)
    return found, [max(alike[colour])[1] for colour in kept]
