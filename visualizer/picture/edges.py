"""An edge as shapes: bold on the best line, dashed and cut through where a branch was pruned."""

from __future__ import annotations

from functools import cache
from math import hypot

from visualizer.look.legend import LEGEND, THEMES, State, Theme
from visualizer.look.shapes import Pen, Shape, Stroke
from visualizer.picture import Box, Edge
from visualizer.picture.nodes import PLAIN_WIDTH

BEST_EDGE, PATH_EDGE = 0.23, 0.14
"""Widths of the edges of the best line and of the open path, in units of the text size."""


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
    x1, y1, x2, y2 = upper.x, upper.y + upper.height, lower.x, lower.y
    line = Stroke(x1, y1, x2, y2, edge_pen(edge.state, edge.on_best_line, theme.name, size))
    return [line, *cut_mark(x1, y1, x2, y2, theme, size)] if edge.state is State.PRUNED else [line]


@cache
def _cut_pens(theme: str, size: float) -> tuple[Pen, Pen]:
    """Return the pens for the strokes of a cut and for the gap between them."""
    colours = THEMES[theme]
    return Pen(colours.lines[LEGEND[State.PRUNED].hue], round(0.13 * size, 2)), Pen(colours.page, round(0.3 * size, 2))


def cut_mark(x1: float, y1: float, x2: float, y2: float, theme: Theme, size: float) -> list[Shape]:
    """Draw two short strokes across a line, in a gap of it; they lean like a textbook's double slash."""
    stroke, nothing = _cut_pens(theme.name, size)
    length = hypot(x2 - x1, y2 - y1) or 1
    gap, reach = 0.17 * size / length, 0.42 * size / length
    along_x, along_y = (x2 - x1), (y2 - y1)
    x, y = x1 + 0.68 * along_x, y1 + 0.68 * along_y
    across_x, across_y = (0.35 * along_x - along_y) * reach, (0.35 * along_y + along_x) * reach
    gap_x, gap_y = gap * along_x, gap * along_y
    return [
        Stroke(x - gap_x, y - gap_y, x + gap_x, y + gap_y, nothing),
        Stroke(x - gap_x - across_x, y - gap_y - across_y, x - gap_x + across_x, y - gap_y + across_y, stroke),
        Stroke(x + gap_x - across_x, y + gap_y - across_y, x + gap_x + across_x, y + gap_y + across_y, stroke),
    ]
