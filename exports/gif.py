"""GIF: a film that plays by itself, for chats and pages that show nothing else."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from exports.format import Format
from exports.png import dots_of
from exports.svg import svg_of
from visualizer.look.shapes import Drawing
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
Colour = tuple[int, ...]


def write_film(film: Film) -> bytes:
    """Return a film as an animated GIF, in the colours of its first, middle and last frames; ExportError as for PNG."""
    pages, scale = [*pages_of(film)], min(LARGEST_SCALE, SIZE[0] / film.width, SIZE[1] / film.height)
    colours = FilmColours(bitmap(pages[place].drawing, scale) for place in {0, len(pages) // 2, len(pages) - 1})
    first, *rest = (colours.of(bitmap(page.drawing, scale)) for page in pages)
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


def bitmap(drawing: Drawing, scale: float) -> Image:
    """Return a page as a bitmap, so many dots for each of its points."""
    from PIL import Image

    svg = svg_of(replace(drawing, page=drawing.page or "#FFFFFF"))
    return Image.open(io.BytesIO(dots_of(svg, scale))).convert("RGB")


ABOUT = "a film that plays by itself, for chats and web pages"
FORMAT = Format("gif", (".gif",), ABOUT, write_film=write_film)
