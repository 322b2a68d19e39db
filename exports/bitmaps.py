"""PNG and GIF: the SVG as a bitmap, with the bundled type, so that it looks the same on every machine.

Of drawings of one size that follow each other only the parts that have changed are drawn again.
"""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterable
from dataclasses import replace
from math import ceil, floor, sqrt
from struct import pack
from typing import TYPE_CHECKING
from zlib import crc32

from exports import shapes
from exports.format import ExportError, ExportWarning, Format
from exports.shapes import bounds_of, ungrouped_shapes
from exports.svg import svg_of, svg_part
from visualizer.draw.picture.film import Film, pages_of
from visualizer.look.shapes import Drawing, Shape

if TYPE_CHECKING:
    from PIL.Image import Image

SLIDE_DOTS = (1920, 1080)
"""Dots of a slide: smaller drawings are made as large as fits it."""
PNG_MARK = b"Software\0search-tree-visualizer"
PNG_HEADER_BYTES = 33
"""Bytes before the second part of a PNG: its signature and its size."""
LARGEST_SCALE = 4.0
MAX_SIDE_DOTS = 16_000
MAX_BITMAP_DOTS = 60_000_000
"""The longest side and the most dots that common programs open without trouble."""


def write_png(drawing: Drawing) -> bytes:
    """Return the drawing as a PNG file; ExportWarning says if it was made smaller, ExportError if it cannot be."""
    scale = dots_per_point(drawing.width, drawing.height)
    if scale < 1:
        warnings.warn(
            f"the PNG is drawn at {scale:.0%} of its full size, since no side may exceed {MAX_SIDE_DOTS:,} dots; "
            "SVG and PDF stay sharp, and folding makes the tree smaller",
            ExportWarning,
            stacklevel=2,
        )
    png = render_png(svg_of(drawing), drawing.font, scale)
    chunk = b"tEXt" + PNG_MARK  # the mark of this program, behind the header
    return b"".join(
        (
            png[:PNG_HEADER_BYTES],
            pack(">I", len(PNG_MARK)),
            chunk,
            pack(">I", crc32(chunk)),
            png[PNG_HEADER_BYTES:],
        )
    )


def render_png(svg: str, font: str, scale: float = 1) -> bytes:
    """Return an SVG of ours as PNG, in the bundled type of that name; ExportError says why it cannot be drawn."""
    import resvg_py  # native code, needed only here

    face = shapes.TYPEFACES[font]

    try:
        return bytes(
            resvg_py.svg_to_bytes(
                svg_string=svg,
                zoom=scale,
                dpi=96,
                font_files=[str(face.regular), str(face.bold)],
                font_family=face.family,
                monospace_family=shapes.MONO_FAMILY,
                skip_system_fonts=svg.isascii()
                or shapes.bundled_letters().issuperset(map(ord, svg)),
            )
        )
    except ValueError as error:
        raise ExportError(f"the PNG cannot be drawn: {error}") from error


def dots_per_point(width: float, height: float) -> float:
    """Return how many dots a point takes: small drawings fill a slide, huge ones stay within what can be opened.

    >>> dots_per_point(960, 540), dots_per_point(32_000, 100)
    (2.0, 0.5)
    """
    wanted = max(1.0, min(LARGEST_SCALE, SLIDE_DOTS[0] / width, SLIDE_DOTS[1] / height))
    return min(wanted, MAX_SIDE_DOTS / max(width, height), sqrt(MAX_BITMAP_DOTS / (width * height)))


PEN_REACH_DOTS = 4
"""Dots that a pen may reach beyond its shape."""

DotArea = tuple[int, int, int, int]
"""A part of the bitmap in dots: left, top, right, bottom."""


class Bitmaps:
    """Makes bitmaps of drawings that share most of their shapes; `size` is theirs in dots."""

    def __init__(self, width: float, height: float, scale: float) -> None:
        """Draw drawings of a size, so many dots for each of their points."""
        self.scale = scale
        self.size = max(1, round(width * scale)), max(1, round(height * scale))
        self.image: Image | None = None
        self.shapes = frozenset[Shape]()
        """What was drawn last."""

    def of(self, drawing: Drawing) -> Image:
        """Return the bitmap of a drawing, made from the last one."""
        from PIL import Image

        before = self.shapes
        self.shapes = frozenset(ungrouped_shapes(drawing.shapes))
        changed = map(self.around, self.shapes ^ before) if self.image else [(0, 0, *self.size)]
        if self.image:
            image = self.image.copy()
        else:
            image = Image.new("RGB", self.size)
        for part in merge_areas(changed):
            left, top, right, bottom = inside = area_intersection(part, (0, 0, *self.size))
            if left < right and top < bottom:
                image.paste(self.drawn(drawing, inside), (left, top))
        self.image = image
        return image

    def drawn(self, drawing: Drawing, part: DotArea) -> Image:
        """Return a part of a drawing as a bitmap."""
        from PIL import Image

        left, top, right, bottom = part
        shapes = tuple(
            shape
            for shape in ungrouped_shapes(drawing.shapes)
            if areas_overlap(self.around(shape), part)
        )
        region = (
            left / self.scale,
            top / self.scale,
            (right - left) / self.scale,
            (bottom - top) / self.scale,
        )
        svg = svg_part(replace(drawing, shapes=shapes), region, (right - left, bottom - top))
        return Image.open(io.BytesIO(render_png(svg, drawing.font))).convert("RGB")

    def around(self, shape: Shape) -> DotArea:
        """Return the part of the bitmap that a shape may touch."""
        left, top, width, height = (length * self.scale for length in bounds_of(shape))
        return (
            floor(left) - PEN_REACH_DOTS,
            floor(top) - PEN_REACH_DOTS,
            ceil(left + width) + PEN_REACH_DOTS,
            ceil(top + height) + PEN_REACH_DOTS,
        )


def merge_areas(parts: Iterable[DotArea]) -> list[DotArea]:
    """Return parts of which no two overlap, and which cover all of the given ones.

    >>> merge_areas([(0, 0, 2, 2), (5, 5, 6, 6), (1, 1, 3, 3)])
    [(5, 5, 6, 6), (0, 0, 3, 3)]
    """
    found: list[DotArea] = []
    for each in parts:
        part = each
        while touched := [other for other in found if areas_overlap(part, other)]:
            found = [other for other in found if other not in touched]
            lefts, tops, rights, bottoms = zip(part, *touched, strict=True)
            part = min(lefts), min(tops), max(rights), max(bottoms)
        found.append(part)
    return found


def area_intersection(part: DotArea, limits: DotArea) -> DotArea:
    """Return the intersection of two parts.

    >>> area_intersection((-4, 5, 10, 20), (0, 0, 30, 15))
    (0, 5, 10, 15)
    """
    return (
        max(part[0], limits[0]),
        max(part[1], limits[1]),
        min(part[2], limits[2]),
        min(part[3], limits[3]),
    )


def areas_overlap(part: DotArea, other: DotArea) -> bool:
    """Return whether two parts overlap."""
    left, top, right, bottom = area_intersection(part, other)
    return left < right and top < bottom


FILM_DOTS = (960, 540)
"""Dots: a film fills them in one direction, if that makes it no larger than twice its size."""
MIN_FRAME_MILLISECONDS = 1_000
MAX_FRAME_MILLISECONDS = 6_000
MIN_LAST_FRAME_MILLISECONDS = 4_000
"""Milliseconds that a frame is shown: the least, the most, and the least of the last frame."""
MILLISECONDS_PER_LETTER = 45
"""Milliseconds for reading a letter."""


def write_gif(film: Film) -> bytes:
    """Return a film as an animated GIF, each frame in its own colours; ExportError as for PNG."""
    pages = [*pages_of(film)]
    scale = min(2.0, FILM_DOTS[0] / film.width, FILM_DOTS[1] / film.height)
    images = map(Bitmaps(film.width, film.height, scale).of, (page.drawing for page in pages))
    times = (
        MILLISECONDS_PER_LETTER * len(page.notes[0]) if page.notes else MAX_FRAME_MILLISECONDS
        for page in pages
    )
    durations = [max(MIN_FRAME_MILLISECONDS, min(MAX_FRAME_MILLISECONDS, time)) for time in times]
    data = io.BytesIO()
    durations[-1] = max(MIN_LAST_FRAME_MILLISECONDS, durations[-1])
    next(images).save(
        data, "GIF", save_all=True, append_images=images, duration=durations, loop=0, optimize=False
    )
    return data.getvalue()


PNG_ABOUT = "a bitmap for documents and chats; small trees fill a slide of 1920×1080; a film becomes a folder"
GIF_ABOUT = "an animation for chats and web pages"
FORMAT = (
    Format(
        "png", (".png",), PNG_ABOUT, write_drawing=write_png, folder_mark=PNG_MARK, is_binary=True
    ),
    Format("gif", (".gif",), GIF_ABOUT, write_film=write_gif),
)
