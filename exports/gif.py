"""GIF: a film that plays by itself, for chats and pages that show nothing else."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from exports.bitmaps import Bitmaps
from exports.format import Format
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
    shown = film.width, film.height, scale
    typical = (pages[place].drawing for place in {0, len(pages) // 2, len(pages) - 1})
    colours, images = FilmColours(map(Bitmaps(*shown).of, typical)), Bitmaps(*shown)
    first, *rest = (colours.of(images.of(page.drawing)) for page in pages)
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


ABOUT = "a film that plays by itself, for chats and web pages"
FORMAT = Format("gif", (".gif",), ABOUT, write_film=write_film)
