"""The legend of a picture: how MAX and MIN look, and each state that occurs, drawn as the nodes are."""

from __future__ import annotations

from visualizer.legend import LEGEND, State, Theme
from visualizer.picture import Picture, Shape
from visualizer.picture.ink import Ink, Pen, Polygon, Rectangle, Text
from visualizer.picture.nodes import SIGNED, cut_mark, edge_pen, pen_of, sign_ink
from visualizer.picture.sizes import LETTER, letters

TYPE = 0.9
ROW = 2.0
SWATCH, HEIGHT = 2.0, 1.15
GAP = 2.0


def key_ink(picture: Picture, x: float, y: float, width: float, theme: Theme) -> tuple[list[Ink], float]:
    """Draw the legend from a place on, in as many rows as the width asks for; return it and where it ends."""
    size, start = picture.text_size, x
    shapes: list[Ink] = []
    for words, draw in _entries(picture, theme):
        wide = (SWATCH + 0.7) * size + letters(words) * LETTER * TYPE * size
        if x > start and x + wide > start + width:
            x, y = start, y + ROW * size
        shapes += draw(x, y)
        baseline = y + (HEIGHT / 2 + 0.36 * TYPE) * size
        shapes.append(Text(x + (SWATCH + 0.6) * size, baseline, words, TYPE * size, theme.text, "start"))
        x += wide + GAP * size
    return shapes, y + ROW * size


class _Triangle:
    """A small triangle."""

    def __init__(self, shape: Shape, theme: Theme, size: float) -> None:
        self.shape, self.theme, self.size = shape, theme, size

    def __call__(self, x: float, y: float) -> list[Ink]:
        size = self.size
        left, right, middle, bottom = x + 0.3 * size, x + 1.7 * size, x + size, y + HEIGHT * size
        if self.shape is Shape.MAX:
            points = ((middle, y), (right, bottom), (left, bottom))
        else:
            points = ((left, y), (right, y), (middle, bottom))
        return [Polygon(points, "", Pen(self.theme.text, round(0.09 * size, 2)))]


class _Swatch:
    """A small box in the look of a state."""

    def __init__(self, state: State, theme: Theme, size: float) -> None:
        self.state, self.theme, self.size = state, theme, size

    def __call__(self, x: float, y: float) -> list[Ink]:
        state, theme, size = self.state, self.theme, self.size
        pen, fill = pen_of(state, theme.name, size), theme.fills[LEGEND[state].hue]
        box = Rectangle(x, y, SWATCH * size, HEIGHT * size, fill, pen, round(0.35 * size, 2))
        if state in SIGNED:
            return [box, *sign_ink(x + SWATCH * size / 2, y + HEIGHT * size / 2, state, theme, 0.85 * size)]
        return [box]


