"""PNG and GIF: the SVG as a bitmap in the bundled type, which looks the same on every machine.

In a film, only the parts that have changed are drawn again.
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
from visualizer.draw.picture.film import Film, Page, pages_of
from visualizer.look.shapes import Drawing, Shape

if TYPE_CHECKING:
    from PIL.Image import Image

SLIDE_DOTS = (1920, 1080)
"""The dots of a slide; smaller drawings are enlarged until they fill a slide."""
PNG_MARK = b"Software\0search-tree-visualizer"
PNG_HEADER_BYTES = 33
"""The bytes before the second part of a PNG: its signature and its size."""
LARGEST_SCALE = 4.0
MAX_SIDE_DOTS = 16_000
"""The longest side that common programs open without trouble."""
MAX_BITMAP_DOTS = 60_000_000
"""The greatest number of dots that common programs open without trouble."""


def write_png(drawing: Drawing) -> bytes:
    """Return the drawing as a PNG file.

    An ExportWarning says that the bitmap had to be made smaller. ExportError if it cannot be drawn.
    """
    scale = dots_per_point(drawing.width, drawing.height)
    if scale < 1:
        warnings.warn(
            f"the PNG is drawn at {scale:.0%} of its full size, since no side may exceed "
            f"{MAX_SIDE_DOTS:,} dots; SVG and PDF stay sharp, and folding makes the tree smaller",
            ExportWarning,
            stacklevel=2,
        )
    png = render_png(svg_of(drawing), drawing.font, scale)
    # A chunk of text after the header is the mark by which the stills of a film are recognized.
    # A chunk is its length, its type and data, and a checksum of both.
    chunk = b"tEXt" + PNG_MARK
    length = pack(">I", len(PNG_MARK))
    checksum = pack(">I", crc32(chunk))
    header = png[:PNG_HEADER_BYTES]
    return b"".join((header, length, chunk, checksum, png[PNG_HEADER_BYTES:]))


def render_png(svg: str, font: str, scale: float = 1) -> bytes:
    """Return SVG text of this program as a PNG file, with `scale` dots per point.

    `font` names one of the bundled typefaces. ExportError if the text cannot be drawn.
    """
    import resvg_py  # native code, needed only here

    face = shapes.TYPEFACES[font]
    # System fonts are slow to load, and needed only if the bundled type lacks a character.
    is_covered = svg.isascii() or shapes.bundled_characters().issuperset(map(ord, svg))
    try:
        return bytes(
            resvg_py.svg_to_bytes(
                svg_string=svg,
                zoom=scale,
                dpi=96,
                font_files=[str(face.regular), str(face.bold)],
                font_family=face.family,
                monospace_family=shapes.MONO_FAMILY,
                skip_system_fonts=is_covered,
            )
        )
    except ValueError as error:
        raise ExportError(f"the PNG cannot be drawn: {error}") from error


def dots_per_point(width: float, height: float) -> float:
    """Return the scale of a drawing's bitmap, in dots per point.

    A small drawing is enlarged until it fills a slide. A huge drawing is made smaller until common
    programs can open the bitmap.

    >>> dots_per_point(960, 540), dots_per_point(32_000, 100)
    (2.0, 0.5)
    """
    slide_width, slide_height = SLIDE_DOTS
    slide_scale = min(slide_width / width, slide_height / height)
    wanted_scale = max(1.0, min(LARGEST_SCALE, slide_scale))
    max_scale_for_side = MAX_SIDE_DOTS / max(width, height)
    max_scale_for_area = sqrt(MAX_BITMAP_DOTS / (width * height))
    return min(wanted_scale, max_scale_for_side, max_scale_for_area)


PEN_REACH_DOTS = 4
"""The dots by which a pen may reach beyond its shape."""

DotArea = tuple[int, int, int, int]
"""A part of a bitmap, in dots: left, top, right, bottom."""


class Bitmaps:
    """Makes bitmaps of a film's drawings, which share most of their shapes."""

    def __init__(self, width: float, height: float, scale: float) -> None:
        """Prepare for drawings of a size in points, with `scale` dots a point."""
        self.scale = scale
        self.size = max(1, round(width * scale)), max(1, round(height * scale))
        self.image: Image | None = None
        self.shapes = frozenset[Shape]()
        """The shapes of the last drawing."""

    def next_bitmap(self, drawing: Drawing) -> Image:
        """Return the bitmap of a drawing: the last bitmap with the changed parts drawn again."""
        from PIL import Image

        old_shapes = self.shapes
        whole = (0, 0, *self.size)
        self.shapes = frozenset(ungrouped_shapes(drawing.shapes))
        if self.image is None:
            image = Image.new("RGB", self.size)
            changed_areas = [whole]
        else:
            image = self.image.copy()
            changed_shapes = self.shapes ^ old_shapes
            changed_areas = [self.area_of(shape) for shape in changed_shapes]

        # Each part is drawn once, however many of its shapes have changed.
        for part in merge_areas(changed_areas):
            visible_part = area_intersection(part, whole)
            left, top, right, bottom = visible_part
            if left < right and top < bottom:
                image.paste(self.render_part(drawing, visible_part), (left, top))
        self.image = image
        return image

    def render_part(self, drawing: Drawing, part: DotArea) -> Image:
        """Return a part of a drawing as a bitmap."""
        from PIL import Image

        left, top, right, bottom = part
        width = right - left
        height = bottom - top
        shapes = tuple(
            shape
            for shape in ungrouped_shapes(drawing.shapes)
            if areas_overlap(self.area_of(shape), part)
        )
        # The same part in points, the unit of drawings.
        scale = self.scale
        region = (left / scale, top / scale, width / scale, height / scale)
        svg = svg_part(replace(drawing, shapes=shapes), region, (width, height))
        png = io.BytesIO(render_png(svg, drawing.font))
        return Image.open(png).convert("RGB")

    def area_of(self, shape: Shape) -> DotArea:
        """Return the part of the bitmap, in dots, that a shape and its pen may touch."""
        left, top, width, height = (length * self.scale for length in bounds_of(shape))
        return (
            floor(left) - PEN_REACH_DOTS,
            floor(top) - PEN_REACH_DOTS,
            ceil(left + width) + PEN_REACH_DOTS,
            ceil(top + height) + PEN_REACH_DOTS,
        )


def merge_areas(parts: Iterable[DotArea]) -> list[DotArea]:
    """Replace overlapping areas by the area around them, until no two areas overlap.

    >>> merge_areas([(0, 0, 2, 2), (5, 5, 6, 6), (1, 1, 3, 3)])
    [(5, 5, 6, 6), (0, 0, 3, 3)]
    """
    merged: list[DotArea] = []
    for part in parts:
        area = part
        # The larger area may overlap more areas, so search again until there are none.
        while overlapping := [other for other in merged if areas_overlap(area, other)]:
            merged = [other for other in merged if other not in overlapping]
            lefts, tops, rights, bottoms = zip(area, *overlapping, strict=True)
            area = min(lefts), min(tops), max(rights), max(bottoms)
        merged.append(area)
    return merged


def area_intersection(part: DotArea, limits: DotArea) -> DotArea:
    """Return the intersection of two areas, given as left, top, right and bottom.

    The areas do not overlap if right is not greater than left, or bottom not greater than top.

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
    """Return whether two areas overlap."""
    left, top, right, bottom = area_intersection(part, other)
    return left < right and top < bottom


FILM_DOTS = (960, 540)
"""The greatest width and height of a film, at up to two dots a point."""
MIN_FRAME_MILLISECONDS = 1_000
MAX_FRAME_MILLISECONDS = 6_000
MIN_LAST_FRAME_MILLISECONDS = 4_000
MILLISECONDS_PER_LETTER = 45
"""The time for reading a character."""


def write_gif(film: Film) -> bytes:
    """Return a film as an animated GIF; ExportError if a frame cannot be drawn.

    Each frame is shown as long as reading its words takes.
    """
    pages = [*pages_of(film)]
    width, height = FILM_DOTS
    scale = min(2.0, width / film.width, height / film.height)
    bitmaps = Bitmaps(film.width, film.height, scale)
    # A generator, since all bitmaps together would take much memory.
    images = (bitmaps.next_bitmap(page.drawing) for page in pages)
    durations = [_reading_time(page) for page in pages]
    durations[-1] = max(MIN_LAST_FRAME_MILLISECONDS, durations[-1])
    data = io.BytesIO()
    next(images).save(
        data, "GIF", save_all=True, append_images=images, duration=durations, loop=0, optimize=False
    )
    return data.getvalue()


def _reading_time(page: Page) -> int:
    """Return how long a page is shown, in milliseconds."""
    if not page.notes:
        return MAX_FRAME_MILLISECONDS
    time = MILLISECONDS_PER_LETTER * len(page.notes[0])
    return max(MIN_FRAME_MILLISECONDS, min(MAX_FRAME_MILLISECONDS, time))


PNG_ABOUT = (
    "a bitmap for documents and chats; small trees fill a slide of 1920×1080; "
    "a film becomes a folder"
)
GIF_ABOUT = "an animation for chats and web pages"
FORMAT = (
    Format(
        "png", (".png",), PNG_ABOUT, write_drawing=write_png, folder_mark=PNG_MARK, is_binary=True
    ),
    Format(
        "gif",
        (".gif",),
        GIF_ABOUT,
        write_film=write_gif,
    ),
)
