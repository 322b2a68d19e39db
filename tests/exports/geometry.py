"""Where the words and lines of a picture are, and whether they are in each other's way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import hypot
from typing import NamedTuple

from visualizer.look.legend import THEMES
from visualizer.look.shapes import CAPITAL, LETTER, Circle, Group, Shape, Stroke, Text, letters
from visualizer.picture import Box, Picture
from visualizer.picture.edges import edge_shapes
from visualizer.picture.nodes import below_shapes, box_shapes

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
    width = letters(text.text) * LETTER * text.size
    left = text.x - {"start": 0, "middle": width / 2, "end": width}[text.anchor]
    return Rect(left, text.y - CAPITAL * text.size, left + width, text.y + DESCENDER * text.size)


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
    found, open_rects = [], list[tuple[Rect, str]]()
    for rect, text in sorted((rect_of(text), text.text) for text in words):
        open_rects = [(other, word) for other, word in open_rects if other.right > rect.left]
        found += [(word, text) for other, word in open_rects if other.top < rect.bottom and rect.top < other.bottom]
        open_rects.append((rect, text))
    return found


def crosses(line: Stroke, rect: Rect) -> bool:
    """Say whether a line goes through a rectangle (Liang and Barsky, 1984)."""
    if max(line.y1, line.y2) <= rect.top or min(line.y1, line.y2) >= rect.bottom:
        return False
    first, last = 0.0, 1.0
    across, down = line.x2 - line.x1, line.y2 - line.y1
    for step, room in (
        (-across, line.x1 - rect.left), (across, rect.right - line.x1),
        (-down, line.y1 - rect.top), (down, rect.bottom - line.y1),
    ):  # fmt: skip
        if step == 0:
            if room <= 0:
                return False
        elif step < 0:
            first = max(first, room / step)
        else:
            last = min(last, room / step)
    return first < last


def crossed(picture: Picture) -> list[tuple[str, str]]:
    """Return each word of a node with the edge that goes through it.

    The edges to a node's own children begin under its window, which is written on a plate that covers them.
    """
    theme, size = THEMES[picture.theme], picture.text_size
    boxes = {box.key: box for box in picture.boxes}
    lines = [
        (edge.source, edge.target, [*_lines(edge_shapes(edge, boxes[edge.source], boxes[edge.target], theme, size))])
        for edge in picture.edges
    ]
    found = []
    for box in picture.boxes:
        for text, is_below in _words(picture, box):
            rect = rect_of(text)
            found += [
                (text.text, target)
                for source, target, strokes in lines
                if not (is_below and source == box.key) and any(crosses(stroke, rect) for stroke in strokes)
            ]
    return found


def _lines(shapes: Iterable[Shape]) -> Iterator[Stroke]:
    return (shape for shape in shapes if isinstance(shape, Stroke))


def _words(picture: Picture, box: Box) -> Iterator[tuple[Text, bool]]:
    """Go through the words in a box and below it, and say which of both they are."""
    theme, size = THEMES[picture.theme], picture.text_size
    yield from ((text, False) for text in texts(box_shapes(box, theme, size)))
    yield from ((text, True) for text in texts(below_shapes(box, theme, size)))


def covered_by_signs(picture: Picture) -> list[tuple[str, str]]:
    """Return each word that a sign's disc covers, with the key of its box."""
    theme, size = THEMES[picture.theme], picture.text_size
    found, words = [], [text for box in picture.boxes for text, _ in _words(picture, box)]
    for box in picture.boxes:
        shapes = [*box_shapes(box, theme, size), *below_shapes(box, theme, size)]
        for disc in (shape for shape in shapes if isinstance(shape, Circle)):
            for text in words:
                rect = rect_of(text)
                away_x = max(rect.left - disc.x, 0, disc.x - rect.right)
                away_y = max(rect.top - disc.y, 0, disc.y - rect.bottom)
                is_its_sign = rect.left < disc.x < rect.right and abs(text.x - disc.x) < 0.01
                if hypot(away_x, away_y) < disc.radius and not is_its_sign:
                    found.append((text.text, box.key))
    return found


def outside_triangle(points: tuple[tuple[float, float], ...], rect: Rect) -> bool:
    """Say whether a corner of a rectangle is not within a triangle."""
    corners = [(x, y) for x in (rect.left, rect.right) for y in (rect.top, rect.bottom)]
    return not all(_inside(points, corner) for corner in corners)


def _inside(points: tuple[tuple[float, float], ...], place: tuple[float, float]) -> bool:
    sides = []
    for (x1, y1), (x2, y2) in zip(points, (*points[1:], points[0]), strict=True):
        sides.append((x2 - x1) * (place[1] - y1) - (y2 - y1) * (place[0] - x1))
    return min(sides) >= 0 or max(sides) <= 0
