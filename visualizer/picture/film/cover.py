"""The pages of a film: its pictures, and with a cover a title page before and a result page after them."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from visualizer.look.legend import LEGEND
from visualizer.look.shapes import Drawing, Shape, Text
from visualizer.look.themes import DRAWN
from visualizer.picture.film.frames import Film
from visualizer.picture.model import Area, Picture
from visualizer.picture.shapes.drawing import Drawn, draw
from visualizer.picture.shapes.key import key_shapes, legend_rows
from visualizer.picture.shapes.sizes import LEGEND_ROW, LINE, lines_in

LARGE, MEDIUM = 2.6, 1.5
"""Text sizes of the title and of the words below it, in units of the size in pictures."""
MARGIN = 0.09
"""The margin as a part of the page's width."""
ABOVE, ABOVE_LEGEND = 0.36, 0.22
"""Where a page's words begin, as a part of its height: without a legend below them, and with one."""


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
            picture = replace(frame.picture, states=film.states, tags=(), tiles=())
            yield Page(_page(film, picture, film.title, film.subtitle, LARGE))
        first = False
        yield Page(draw(frame.picture, drawn), tuple(filter(None, (frame.sentence, frame.counts))))
    if film.cover and frame is not None:
        sentence, counts = film.result or (frame.sentence, frame.counts)
        yield Page(_page(film, replace(frame.picture, states=(), tags=()), sentence, counts, MEDIUM))


def _page(film: Film, picture: Picture, heading: str, words: str, size: float) -> Drawing:
    """Return a page of a heading and fainter words below it; `size` is that of the heading, in units of the text size.

    `picture` is any of the film, for theme and text size, with the states of which there is a legend at the bottom.
    """
    theme, unit = DRAWN[picture.theme], picture.plan.size * picture.plan.larger
    left, y, shapes = MARGIN * film.width, (ABOVE_LEGEND if picture.states else ABOVE) * film.height, list[Shape]()
    for text, relative, colour in ((heading, size, theme.text), (words, MEDIUM, theme.faint)):
        for line in lines_in(text, relative * unit, film.width - 2 * left):
            y += LINE * relative * unit
            shapes.append(Text(left, y, line, relative * unit, colour, "start", bold=relative == LARGE))
        y += LINE * relative * unit / 2
    wide = film.width - 2 * left
    high = legend_rows([LEGEND[state].word for state in picture.states], wide, unit) * LEGEND_ROW * unit
    bottom = film.height - picture.plan.heading.y
    if y + high <= bottom:
        shapes += key_shapes(picture, Area(left, bottom - high, wide, high), theme, unit)
    page = "" if picture.transparent else theme.page
    return Drawing(film.width, film.height, page, film.title, f"{heading} {words}", tuple(shapes))
