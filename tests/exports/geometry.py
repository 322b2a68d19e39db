"""Where the words and lines of a picture are, and whether they are in each other's way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import hypot
from typing import NamedTuple

from visualizer.look.shapes import CAPITAL_HEIGHT, Circle, Drawing, Group, Shape, Stroke, Text
from visualizer.look.text import LETTER_WIDTH, display_width

DESCENDER = 0.2
"""How far letters go below their line, in units of their size."""


class Rect(NamedTuple):
    """A rectangle by its edges."""

    left: float
    top: float
    right: float
    bottom: float


def rect_of(text: Text) -> Rect:
    """Return the room that a line of words takes."""
    width = display_width(text.text) * LETTER_WIDTH * text.size
    left = (
        text.x
        - {
            "start": 0,
            "middle": width / 2,
            "end": width,
        }[text.anchor]
    )
    return Rect(
        left, text.y - CAPITAL_HEIGHT * text.size, left + width, text.y + DESCENDER * text.size
    )


def flat(shapes: Iterable[Shape]) -> Iterator[Shape]:
    """Go through shapes, those of groups included."""
    for shape in shapes:
        if isinstance(shape, Group):
            yield from flat(shape.shapes)
        else:
            yield shape


def texts(shapes: Iterable[Shape]) -> list[Text]:
    """Return the words among shapes."""
    return [shape for shape in flat(shapes) if isinstance(shape, Text)]


def overlapping(words: Iterable[Text]) -> list[tuple[str, str]]:
    """Return the pairs of words that are in each other's way."""
    found = []
    open_rects = list[tuple[Rect, str]]()
    for rect, text in sorted((rect_of(text), text.text) for text in words):
        open_rects = [(other, word) for other, word in open_rects if other.right > rect.left]
        found += [
            (word, text)
            for other, word in open_rects
            if other.top < rect.bottom and rect.top < other.bottom
        ]
        open_rects.append((rect, text))
    return found


def crosses(line: Stroke, rect: Rect) -> bool:
    """Say whether a line goes through a rectangle (Liang and Barsky, 1984)."""
    if max(line.y1, line.y2) <= rect.top or min(line.y1, line.y2) >= rect.bottom:
        return False
    first = 0.0
    last = 1.0
    across = line.x2 - line.x1
    down = line.y2 - line.y1
    for step, room in (
        (-across, line.x1 - rect.left),
        (across, rect.right - line.x1),
        (-down, line.y1 - rect.top),
        (down, rect.bottom - line.y1),
    ):
        if step == 0:
            if room <= 0:
                return False
        elif step < 0:
            first = max(first, room / step)
        else:
            last = min(last, room / step)
    return first < last


def crossed(drawing: Drawing) -> list[str]:
    """Return each word of a page that an edge goes through."""
    edges = next(
        shape for shape in drawing.shapes if isinstance(shape, Group) and shape.key == "edges"
    )
    lines = [
        shape for shape in flat([edges]) if isinstance(shape, Stroke) and shape.pen.line != "dotted"
    ]
    rects = [(rect_of(text), text.text) for text in texts(drawing.shapes)]
    return [word for rect, word in rects if any(crosses(line, rect) for line in lines)]


def covered_by_signs(drawing: Drawing) -> list[str]:
    """Return each word that a sign's disc covers."""
    found = []
    words = [(rect_of(text), text) for text in texts(drawing.shapes)]
    for group in drawing.shapes:
        if isinstance(group, Group):
            discs = [shape for shape in flat([group]) if isinstance(shape, Circle)]
        else:
            discs = []
        for disc in discs:
            for rect, text in words:
                away_x = max(rect.left - disc.x, 0, disc.x - rect.right)
                away_y = max(rect.top - disc.y, 0, disc.y - rect.bottom)
                is_its_sign = abs(text.x - disc.x) < 0.01 and len(text.text) == 1
                if hypot(away_x, away_y) < disc.radius and not is_its_sign:
                    found.append(text.text)
    return found


def off_the_page(drawing: Drawing) -> list[str]:
    """Return each word that is not wholly on the page."""
    rects = [(rect_of(text), text.text) for text in texts(drawing.shapes)]
    return [
        word
        for rect, word in rects
        if rect.left < 0
        or rect.right > drawing.width
        or rect.top < 0
        or rect.bottom > drawing.height
    ]
