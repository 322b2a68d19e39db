"""The pages of a film: its pictures, and with a cover a title page before and a result page after them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from visualizer.look.shapes import Drawing, Text
from visualizer.look.themes import DRAWN
from visualizer.picture.film.frames import Film, Frame
from visualizer.picture.model import Picture
from visualizer.picture.shapes.drawing import Drawn, draw
from visualizer.picture.shapes.sizes import LINE
from visualizer.picture.shapes.text_lines import lines_in

LARGE, MEDIUM = 2.6, 1.5
"""Text sizes of the title and of the words below it, in units of the size in pictures."""
MARGIN = 0.09
"""The margin as a part of the page's width."""
ABOVE = 0.36
"""Where a page's words begin, as a part of its height."""


@dataclass(frozen=True, slots=True)
class CoverWords:
    """Words of a page without a picture; `size` is in units of the text size."""

    text: str
    size: float
    faint: bool = False


@dataclass(frozen=True, slots=True)
class Page:
    """A page of a film, and the lines of a speaker's notes."""

    drawing: Drawing
    notes: tuple[str, ...] = ()


def pages_of(film: Film) -> Iterator[Page]:
    """Yield the pages of a film."""
    drawn, first, frame = Drawn(), True, None
    for frame in film:
        if film.cover and first:
            yield Page(title_page(film, frame))
        first = False
        yield Page(draw(frame.picture, drawn), tuple(filter(None, (frame.sentence, frame.counts))))
    if film.cover and frame is not None:
        yield Page(last_page(film, frame))


def title_page(film: Film, frame: Frame) -> Drawing:
    """Return the title page; `frame` is any frame of the film, for theme and text size."""
    words = [CoverWords(film.title, LARGE), CoverWords(film.subtitle, MEDIUM, faint=True)]
    return _page(film, frame.picture, words)


def last_page(film: Film, frame: Frame) -> Drawing:
    """Return the result page: what was found, and the counts, at the last frame."""
    return _page(
        film, frame.picture, [CoverWords(frame.sentence, MEDIUM), CoverWords(frame.counts, MEDIUM, faint=True)]
    )


def _page(film: Film, picture: Picture, words: Sequence[CoverWords]) -> Drawing:
    """Return a page of words."""
    theme, unit = DRAWN[picture.theme], picture.plan.size * picture.plan.larger
    left, y, shapes = MARGIN * film.width, ABOVE * film.height, list[Text]()
    for each in words:
        size = each.size * unit
        for line in lines_in(each.text, size, film.width - 2 * left):
            y += LINE * size
            shapes.append(
                Text(left, y, line, size, theme.faint if each.faint else theme.text, "start", bold=each.size == LARGE)
            )
        y += LINE * size / 2
    page = "" if picture.transparent else theme.page
    return Drawing(film.width, film.height, page, film.title, " ".join(each.text for each in words), tuple(shapes))
