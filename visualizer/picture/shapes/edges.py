"""Edges as shapes: straight in a whole tree, along a bar beside a spine; bold on the best line, cut where pruned."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache

from visualizer.look.legend import LEGEND, State
from visualizer.look.shapes import Group, Pen, Shape, Stroke
from visualizer.look.themes import DRAWN, Theme
from visualizer.picture.model import Box, Picture
from visualizer.picture.shapes.nodes import NAME_ROOM, PLAIN_WIDTH, bottom_of, heavier, window_middle

BEST_EDGE, PATH_EDGE = 0.23, 0.14
"""Widths of the edges of the best line and of the open path, in units of the text size."""
CUT_STROKE = 0.13
"""Width of the strokes of a cut, in units of the text size."""
CUT_APART, CUT_REACH = 0.17, 0.42
"""Distance of each stroke of a cut from their middle, and its reach to either side, in the same units."""
CUT_AT = 0.6
"""Position of the cut on an edge, from 0 at the upper end to 1 at the lower one."""
CUT_LEAN = 0.35
"""Slant of the strokes of a cut: along the edge, for each 1 across it."""
BAR_AT = 0.35
"""Position between two plies, from 0 to 1, of the bar from which the edges beside a spine go down."""
RANKS = {State.OPEN: (2.0, 0.0), State.CURRENT: (2.0, 0.0), State.TO_COME: (0.0, 0.0), State.PRUNED: (0.5, 0.0)}
USUAL_RANK, BEST_RANK = (1.0, 0.0), (3.0, 0.0)
"""The ranks of edges by the states of their lower nodes, the highest in front, and places among those of one rank."""
ARROW_BELOW = 0.45
"""Distance of an arrow below the nodes that it joins, in units of the text size."""


def line(begin: complex, end: complex, pen: Pen) -> Stroke:
    """Draw a line between two points, given as complex numbers x + y·1j."""
    return Stroke(begin.real, begin.imag, end.real, end.imag, pen)


@cache
def edge_pen(state: State, best: bool, theme: str, size: float) -> Pen:
    """Return the pen for the edge above a node."""
    colours, look = DRAWN[theme], LEGEND[state]
    if best:
        return Pen(colours.lines[LEGEND[State.BEST].hue], round(BEST_EDGE * size, 2))
    if state in (State.OPEN, State.CURRENT):
        return Pen(colours.lines[LEGEND[State.OPEN].hue], round(PATH_EDGE * size, 2))
    colour = colours.lines[look.hue] if look.line != "solid" else colours.faint
    return Pen(colour, round(PLAIN_WIDTH * size, 2), look.line)


@dataclass(slots=True)
class Drawn:
    """The shapes of the last picture of a film, by the keys of boxes: what has not changed is not drawn again."""

    boxes: dict[str, Box] = field(default_factory=dict)
    nodes: dict[str, Group] = field(default_factory=dict)
    below: dict[str, list[Shape]] = field(default_factory=dict)
    """What stands below boxes."""
    edges: dict[str, list[Shape]] = field(default_factory=dict)
    """Each edge, by the key of its lower box."""
    down: dict[str, tuple[Box | None, Box, list[Shape]]] = field(default_factory=dict)
    """The line down from each box, by its key, with the boxes that its edge in front joins."""


def all_edges(picture: Picture, boxes: dict[str, Box], theme: Theme, drawn: Drawn) -> Iterator[Shape]:
    """Draw all edges, the more important on top; then the lines down from nodes through their windows.

    `boxes` are those of the picture by their keys.
    """
    before, edges, front = drawn.boxes, dict[str, list[Shape]](), dict[str, tuple[Box | None, Box]]()
    lowers = [box for box in picture.boxes if box.above is not None]
    for box in sorted(lowers, key=lambda box: _importance(boxes.get(box.above or ""), box, picture)):
        above = box.above or ""
        upper = boxes.get(above)
        is_known = before.get(box.key) is box and before.get(above) is upper
        edges[box.key] = drawn.edges[box.key] if is_known else edge_shapes(upper, box, picture, theme)
        front["" if upper is None else above] = upper, box
        yield from edges[box.key]
    down = dict[str, tuple[Box | None, Box, list[Shape]]]()
    for above, (upper, box) in front.items():
        known = drawn.down.get(above)
        is_known = known is not None and known[0] is upper and known[1] is box
        down[above] = known if known and is_known else (upper, box, [*_way_down(upper, box, picture, theme)])
        yield from down[above][2]
    drawn.edges, drawn.down = edges, down
    for box in picture.boxes:
        if box.answered_from:
            yield from _arrow(box, boxes[box.answered_from], theme, picture.plan.size)


def _importance(upper: Box | None, lower: Box, picture: Picture) -> tuple[float, float]:
    """Return the rank by which edges are drawn: the best line last, and of those along one bar the longest first."""
    rank = BEST_RANK if lower.on_best_line else RANKS.get(lower.drawn_as, USUAL_RANK)
    return rank if picture.is_whole else (rank[0], -abs(lower.x - _foot(upper, picture).real))


def edge_shapes(upper: Box | None, lower: Box, picture: Picture, theme: Theme) -> list[Shape]:
    """Draw an edge from below a box to the move of another, and on to that; an edge to a pruned node is cut."""
    size = picture.plan.size
    pen = edge_pen(lower.drawn_as, lower.on_best_line, theme.name, size)
    if upper is not None and upper.is_changed and lower.drawn_as in (State.CURRENT, State.PRUNED):
        pen = heavier(pen)
    begin = foot = _foot(upper, picture)
    shapes: list[Shape] = []
    if not picture.is_whole:
        bar = _bar(foot, lower)
        begin = complex(lower.x, bar)
        if lower.x != foot.real:
            shapes.append(line(complex(foot.real, bar), begin, pen))
    if lower.drawn_as is State.PRUNED and not lower.is_ghost:
        shapes += cut_mark(begin, complex(lower.x, lower.head), pen, theme, size)
    else:
        shapes.append(Stroke(begin.real, begin.imag, lower.x, lower.head, pen))
    if lower.head < lower.y:
        shapes.append(Stroke(lower.x, lower.head + NAME_ROOM * size * bool(lower.room), lower.x, lower.y, pen))
    return shapes


def _foot(upper: Box | None, picture: Picture) -> complex:
    """Return where the edges to the children of a box begin; without a box, below the line for the upper plies."""
    if upper is not None:
        return complex(upper.x, upper.foot)
    return complex(picture.stem, picture.plan.tree.y + 1.3 * picture.plan.size)


def _bar(foot: complex, lower: Box) -> float:
    """Return the y of the bar along which the edges beside a spine run."""
    return foot.imag + BAR_AT * (lower.head - foot.imag)


def _way_down(upper: Box | None, lower: Box, picture: Picture, theme: Theme) -> Iterator[Shape]:
    """Draw the line from a box down to where its edges begin, around the sign in the middle of its window.

    It is in the style of the edge to `lower`, without dashes where that node has been visited.
    """
    size, foot = picture.plan.size, _foot(upper, picture)
    end = foot.imag if picture.is_whole else _bar(foot, lower)
    pen = edge_pen(lower.drawn_as, lower.on_best_line, theme.name, size)
    if lower.drawn_as not in (State.PRUNED, State.TO_COME):
        pen = Pen(pen.colour, pen.width)
    bottom = foot.imag if upper is None else bottom_of(upper, size)
    if end > bottom + 0.01:
        has_sign = upper is not None and upper.window is not None and upper.window.parts[1]
        middle = window_middle(upper, size) if upper is not None and has_sign else end
        gap = (0.6 if middle < end else 0) * size
        yield Stroke(foot.real, bottom, foot.real, middle - gap, pen)
        if middle + gap < end:
            yield Stroke(foot.real, middle + gap, foot.real, end, pen)


def cut_mark(begin: complex, end: complex, pen: Pen, theme: Theme, size: float) -> list[Shape]:
    """Draw a line with a gap and two short strokes across it, slanted like the double slash of textbooks."""
    stroke = Pen(theme.lines[LEGEND[State.PRUNED].hue], round(CUT_STROKE * size, 2))
    edge = end - begin
    unit = size / (abs(edge) or 1)
    middle, apart = begin + edge * CUT_AT, edge * (CUT_APART * unit)
    reach = edge * (CUT_LEAN + 1j) * (CUT_REACH * unit)
    above, below = middle - apart, middle + apart
    return [
        line(begin, above, pen), line(below, end, pen),
        line(above - reach, above + reach, stroke), line(below - reach, below + reach, stroke),
    ]  # fmt: skip


def _arrow(answer: Box, source: Box, theme: Theme, size: float) -> Iterable[Shape]:
    """Draw a dotted arrow from below a node that a table answered to below the node where the value was found."""
    pen, side = Pen(theme.lines["orange"], round(0.12 * size, 2), "dotted"), 1 if source.x >= answer.x else -1
    below, solid = complex(0, ARROW_BELOW * size), Pen(pen.colour, pen.width)
    begin = complex(answer.x, answer.y + answer.height)
    end = complex(source.x - side * source.width / 4, source.y + source.height)
    wing = complex(0.28 * size, 0.4 * size)
    return [
        line(begin, begin + below, pen), line(begin + below, end + below, pen), line(end + below, end, solid),
        line(end, end + wing, solid), line(end, end - wing.conjugate(), solid),
    ]  # fmt: skip
