"""GIF: a film that plays by itself, for chats and pages that show nothing else."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from math import ceil, floor
from typing import TYPE_CHECKING

from exports.format import Format
from exports.png import dots_of
from exports.shapes import around, loose
from exports.svg import part_of
from visualizer.look.shapes import Drawing, Shape
from visualizer.picture.film.frames import Film, Page, pages_of

if TYPE_CHECKING:
    from PIL.Image import Image

SIZE = (960, 540)
"""Dots: a film fills them in one direction."""
LARGEST_SCALE = 2.0
COLOURS = 256
ALIKE = 4
"""Colours that differ by no more than this, of 256 steps, count as one."""
COARSE = [part - part % ALIKE for part in range(256)] * 3
SHORTEST, LONGEST, LAST = 1_000, 6_000, 4_000
"""Milliseconds that a frame is shown: the least, the most, and the least of the last frame."""
LETTER_TIME = 45
"""Milliseconds for reading a letter."""
PEN = 4
"""Dots that a pen may reach beyond its shape."""

Colour = tuple[int, ...]
DotArea = tuple[int, int, int, int]
"""A part of the bitmap in dots: left, top, right, bottom."""


def write_film(film: Film) -> bytes:
    """Return a film as an animated GIF, in the colours of its first, middle and last frames; ExportError as for PNG."""
    pages, scale = [*pages_of(film)], min(LARGEST_SCALE, SIZE[0] / film.width, SIZE[1] / film.height)
    camera = Camera((round(film.width * scale), round(film.height * scale)), scale)
    colours = FilmColours(camera.whole(pages[place].drawing) for place in {0, len(pages) // 2, len(pages) - 1})
    first, *rest = map(colours.of, camera.all(pages))
    durations, data = [*map(reading_time, pages)], io.BytesIO()
    durations[-1] = max(LAST, durations[-1])
    first.save(data, "GIF", save_all=True, append_images=rest, duration=durations, loop=0, optimize=False)
    return data.getvalue()


def reading_time(page: Page) -> int:
    """Return how many milliseconds a page is shown."""
    return max(SHORTEST, min(LONGEST, LETTER_TIME * len(page.notes[0]))) if page.notes else LONGEST


class FilmColours:
    """The most frequent colours of bitmaps, without those much alike."""

    def __init__(self, images: Iterable[Image]) -> None:
        """Count the colours."""
        from PIL import Image

        frequent, kept = Counter[Colour](), dict[Colour, Colour]()
        for image in images:
            for count, colour in image.getcolors(image.width * image.height) or ():
                assert isinstance(colour, tuple)
                frequent[colour] += count
        for colour, _ in frequent.most_common():
            kept.setdefault(tuple(part - part % ALIKE for part in colour), colour)
        self.colours = [part for colour in [*kept.values()][:COLOURS] for part in colour]
        self.coarse = Image.new("P", (1, 1))
        self.coarse.putpalette([part for colour in [*kept][:COLOURS] for part in colour])

    def of(self, image: Image) -> Image:
        """Return a bitmap in these colours, each dot in the nearest one."""
        from PIL.Image import Dither

        found = image.point(COARSE).quantize(palette=self.coarse, dither=Dither.NONE)
        found.putpalette(self.colours)
        return found


@dataclass(frozen=True, slots=True)
class Camera:
    """Makes bitmaps of pages that share most of their shapes, and draws only what changes."""

    size: tuple[int, int]
    scale: float
    known: dict[int, tuple[Shape, DotArea]] = field(default_factory=dict)
    """The dots around shapes, by their identity."""

    def all(self, pages: Iterable[Page]) -> Iterator[Image]:
        """Yield the bitmaps of pages; what has not changed is not drawn again."""
        image, before = None, dict[int, Shape]()
        for page in pages:
            shapes = {id(shape): shape for shape in loose(page.drawing.shapes)}
            if image is None:
                image = self.whole(page.drawing)
            else:
                changed = (self.around(shapes.get(key) or before[key]) for key in shapes.keys() ^ before.keys())
                part = within(cover(changed), (0, 0, *self.size))
                image = image.copy()
                if part[0] < part[2] and part[1] < part[3]:
                    image.paste(self.drawn(page.drawing, part), part[:2])
            yield image
            before = shapes

    def whole(self, drawing: Drawing) -> Image:
        """Return a page as a bitmap."""
        return self.drawn(drawing, (0, 0, *self.size))

    def drawn(self, drawing: Drawing, part: DotArea) -> Image:
        """Return a part of a page as a bitmap."""
        from PIL import Image

        left, top, right, bottom = part
        shapes = tuple(shape for shape in loose(drawing.shapes) if meet(self.around(shape), part))
        region = (left / self.scale, top / self.scale, (right - left) / self.scale, (bottom - top) / self.scale)
        svg = part_of(replace(drawing, shapes=shapes), region, (right - left, bottom - top))
        return Image.open(io.BytesIO(dots_of(svg))).convert("RGB")

    def around(self, shape: Shape) -> DotArea:
        """Return the part of the bitmap that a shape may touch."""
        if id(shape) not in self.known:
            left, top, width, height = (length * self.scale for length in around(shape))
            part = floor(left) - PEN, floor(top) - PEN, ceil(left + width) + PEN, ceil(top + height) + PEN
            self.known[id(shape)] = shape, part
        return self.known[id(shape)][1]


def within(part: DotArea, limits: DotArea) -> DotArea:
    """Return the intersection of two parts.

    >>> within((-4, 5, 10, 20), (0, 0, 30, 15))
    (0, 5, 10, 15)
    """
    return max(part[0], limits[0]), max(part[1], limits[1]), min(part[2], limits[2]), min(part[3], limits[3])


def cover(parts: Iterable[DotArea]) -> DotArea:
    """Return the smallest part that covers all of some, an empty one for none.

    >>> cover([(0, 0, 2, 2), (9, 3, 10, 4)])
    (0, 0, 10, 4)
    """
    sides = [*zip(*parts, strict=True)]
    return (min(sides[0]), min(sides[1]), max(sides[2]), max(sides[3])) if sides else (0, 0, 0, 0)


def meet(part: DotArea, other: DotArea) -> bool:
    """Return whether two parts overlap."""
    left, top, right, bottom = within(part, other)
    return left < right and top < bottom


ABOUT = "a film that plays by itself, for chats and web pages"
FORMAT = Format("gif", (".gif",), ABOUT, write_film=write_film)
