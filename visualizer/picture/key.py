"""The legend of a picture: how MAX and MIN look, and each state that occurs, drawn as the nodes are."""

from __future__ import annotations

from collections.abc import Iterator

from visualizer.look.legend import LEGEND, State, Theme
from visualizer.look.shapes import CAPITAL, LETTER, Pen, Polygon, Rectangle, Shape, Text, letters
from visualizer.picture import BoxShape, Picture
from visualizer.picture.edges import Vector, cut_mark, edge_pen
from visualizer.picture.nodes import SIGNED, pen_of, sign_shapes
from visualizer.picture.words import meaning_of

TYPE = 0.9
ROW = 2.0
SWATCH, HEIGHT = 2.0, 1.15
"""Width and height of a sample."""
GAP = 1.8


def key_shapes(
    picture: Picture, place: tuple[float, float], width: float, theme: Theme, size: float
) -> tuple[list[Shape], float]:
    """Draw the legend from a place on, in as many rows as the width asks for; return it and where it ends."""
    (x, y), start = place, place[0]
    shapes: list[Shape] = []
    for sample, words in _entries(picture):
        wide = (SWATCH + 0.6) * size + letters(words) * LETTER * TYPE * size
        if x > start and x + wide > start + width:
            x, y = start, y + ROW * size
        if isinstance(sample, BoxShape):
            shapes += _triangle(sample, x, y, theme, size)
        else:
            shapes += _state(sample, x, y, theme, size)
        baseline = y + 0.5 * (HEIGHT + CAPITAL * TYPE) * size
        shapes.append(Text(x + (SWATCH + 0.6) * size, baseline, words, TYPE * size, theme.text, "start"))
        x += wide + GAP * size
    return shapes, y + ROW * size


def _entries(picture: Picture) -> Iterator[tuple[BoxShape | State, str]]:
    """List what is to be explained: only what occurs."""
    shapes = {box.shape for box in picture.boxes}
    for shape, words in ((BoxShape.MAX, "MAX"), (BoxShape.MIN, "MIN")):
        if shape in shapes:
            yield shape, words
    for state in picture.states:
        yield state, meaning_of(state, picture)


def _triangle(shape: BoxShape, x: float, y: float, theme: Theme, size: float) -> list[Shape]:
    left, right, middle, bottom = x + 0.3 * size, x + 1.7 * size, x + size, y + HEIGHT * size
    up = ((middle, y), (right, bottom), (left, bottom))
    down = ((left, y), (right, y), (middle, bottom))
    return [Polygon(up if shape is BoxShape.MAX else down, "", Pen(theme.text, round(0.09 * size, 2)))]


def _state(state: State, x: float, y: float, theme: Theme, size: float) -> list[Shape]:
    """Draw a small box in the look of a state; for what was pruned, the edge that is cut."""
    if state is State.PRUNED:
        left, right = Vector(x, y + HEIGHT * size / 2), Vector(x + SWATCH * size, y + HEIGHT * size / 2)
        before = Vector(x - 0.1 * SWATCH * size, left.y)  # so the cut is nearer the middle than on an edge
        return [left.to(right, edge_pen(state, False, theme.name, size)), *cut_mark(before, right, theme, size)]
    fill, pen = theme.fills[LEGEND[state].hue], pen_of(state, theme.name, size)
    box = Rectangle(x, y, SWATCH * size, HEIGHT * size, fill, pen, round(0.35 * size, 2))
    middle_x, middle_y = x + SWATCH * size / 2, y + HEIGHT * size / 2
    return [box, *sign_shapes(middle_x, middle_y, state, theme, 0.85 * size)] if state in SIGNED else [box]
