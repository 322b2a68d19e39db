"""GIF: a film that plays by itself, for chats and pages that show nothing else."""

import io

from exports.bitmaps import Bitmaps
from exports.format import Format
from visualizer.picture.film import Film, Page, pages_of

SIZE = (960, 540)
"""Dots: a film fills them in one direction."""
LARGEST_SCALE = 2.0
SHORTEST, LONGEST, LAST = 1_000, 6_000, 4_000
"""Milliseconds that a frame is shown: the least, the most, and the least of the last frame."""
LETTER_TIME = 45
"""Milliseconds for reading a letter."""


def write_film(film: Film) -> bytes:
    """Return a film as an animated GIF, each frame in its own colours; ExportError as for PNG."""
    pages, scale = [*pages_of(film)], min(LARGEST_SCALE, SIZE[0] / film.width, SIZE[1] / film.height)
    images = map(Bitmaps(film.width, film.height, scale).of, (page.drawing for page in pages))
    durations, data = [*map(reading_time, pages)], io.BytesIO()
    durations[-1] = max(LAST, durations[-1])
    next(images).save(data, "GIF", save_all=True, append_images=images, duration=durations, loop=0, optimize=False)
    return data.getvalue()


def reading_time(page: Page) -> int:
    """Return how many milliseconds a page is shown."""
    return max(SHORTEST, min(LONGEST, LETTER_TIME * len(page.notes[0]))) if page.notes else LONGEST


ABOUT = "a film that plays by itself, for chats and web pages"
FORMAT = Format("gif", (".gif",), ABOUT, write_film=write_film)
