"""An edge as shapes: bold on the best line, dashed and cut through where a branch was pruned."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import hypot

from visualizer.look.legend import LEGEND, THEMES, State, Theme
from visualizer.look.shapes import Pen, Shape, Stroke
from visualizer.picture import Box, Edge
from visualizer.picture.nodes import PLAIN_WIDTH

BEST_EDGE, PATH_EDGE = 0.23, 0.14
"""Widths of the edges of the best line and of the open path, in units of the text size."""
CUT_STROKE, CUT_GAP = 0.13, 0.3
"""Widths of the strokes of a cut and of the gap between them, in units of the text size."""
CUT_APART, CUT_REACH = 0.17, 0.42
"""How far each stroke of a cut is from their middle, and how far it reaches to either side, in the same units."""
CUT_AT = 0.68
"""Where on an edge its cut is, from 0 at the upper end to 1 at the lower one."""
CUT_LEAN = 0.35
"""How far a stroke of a cut leans along the edge while it goes across by 1."""


@dataclass(frozen=True, slots=True)
class Vector:
    """A point, or the way from one point to another."""

    x: float
    y: float

    def __add__(self, other: Vector) -> Vector:
        return Vector(self.x + other.x, self.y + other.y)

    def __sub__(self, other: Vector) -> Vector:
        return Vector(self.x - other.x, self.y - other.y)

    def __mul__(self, factor: float) -> Vector:
        return Vector(self.x * factor, self.y * factor)

    @property
    def across(self) -> Vector:
        """The same way, turned by a right angle."""
        return Vector(-self.y, self.x)

    def to(self, other: Vector, pen: Pen) -> Stroke:
        """Draw a line to another point."""
        return Stroke(self.x, self.y, other.x, other.y, pen)


@cache
def edge_pen(state: State, best: bool, theme: str, size: float) -> Pen:
    """Return the pen for the edge above a node."""
    colours, look = THEMES[theme], LEGEND[state]
    if best:
        return Pen(colours.lines[LEGEND[State.BEST].hue], round(BEST_EDGE * size, 2))
    if state in (State.OPEN, State.CURRENT):
        return Pen(colours.lines[LEGEND[State.OPEN].hue], round(PATH_EDGE * size, 2))
    colour = colours.lines[look.hue] if look.line != "solid" else colours.faint
    return Pen(colour, round(PLAIN_WIDTH * size, 2), look.line)


def edge_shapes(edge: Edge, upper: Box, lower: Box, theme: Theme, size: float) -> list[Shape]:
    """Draw an edge from the foot of a box to the head of another; the one to what was pruned is cut through."""
    foot, head = Vector(upper.x, upper.y + upper.height), Vector(lower.x, lower.y)
    line = foot.to(head, edge_pen(edge.state, edge.on_best_line, theme.name, size))
    return [line, *cut_mark(foot, head, theme, size)] if edge.state is State.PRUNED else [line]


@cache
def _cut_pens(theme: str, size: float) -> tuple[Pen, Pen]:
    """Return the pens for the strokes of a cut and for the gap between them."""
    colours = THEMES[theme]
    colour = colours.lines[LEGEND[State.PRUNED].hue]
    return Pen(colour, round(CUT_STROKE * size, 2)), Pen(colours.page, round(CUT_GAP * size, 2))


def cut_mark(begin: Vector, end: Vector, theme: Theme, size: float) -> list[Shape]:
    """Draw two short strokes across a line, in a gap of it; they lean like a textbook's double slash."""
    stroke, nothing = _cut_pens(theme.name, size)
    edge = end - begin
    unit = size / (hypot(edge.x, edge.y) or 1)
    middle, apart = begin + edge * CUT_AT, edge * (CUT_APART * unit)
    reach = (edge * CUT_LEAN + edge.across) * (CUT_REACH * unit)
    above, below = middle - apart, middle + apart
    return [
        above.to(below, nothing),
        (above - reach).to(above + reach, stroke),
        (below - reach).to(below + reach, stroke),
    ]
