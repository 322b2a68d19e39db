"""Nodes and edges as shapes: a node points up for MAX, down for MIN, is round for chance, a rounded box for a leaf.

Folded nodes are a trapezium. A node's move stands on the edge above it, its window below. Edges are straight in a whole
tree, run along a bar beside a spine, are bold on the best line, and cut where pruned. Colour only adds to what line,
weight and sign already tell, so a black and white print loses nothing.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache, lru_cache, partial
from math import cos, sin, sqrt, tau
from operator import is_
from typing import Any, TypeVar

from visualizer.draw.boards.shapes import draw_small_board, small_board_size
from visualizer.draw.picture.layout.placed_nodes import (
    BOARD_GAP,
    NAME_HEIGHT,
    NODE_HEIGHT,
    QUARTERS_PER_TEXT_SIZE,
    VALUE_SIZE,
    WINDOW_HEIGHT,
)
from visualizer.draw.picture.model import (
    BOUND_SIGNS,
    Box,
    BoxShape,
    Picture,
    Sign,
    SignPlace,
    signs_after_name,
    state_sign,
)
from visualizer.look.legend import STATE_LOOKS, State
from visualizer.look.shapes import (
    CAPITAL_HEIGHT,
    Circle,
    Pen,
    Polygon,
    Rectangle,
    Shape,
    Stroke,
    Text,
)
from visualizer.look.text import LETTER_WIDTH, clip_text, display_width, shorten_middle
from visualizer.look.themes import PICTURE_THEMES, Theme

DrawnPart = TypeVar("DrawnPart")
NAME_ROOM = NAME_HEIGHT / QUARTERS_PER_TEXT_SIZE
WINDOW_ROOM = WINDOW_HEIGHT / QUARTERS_PER_TEXT_SIZE
"""Height of the lines for a move and for a window, like all lengths here in units of the text size."""
PEAK = 0.75
"""Height of the point of a node, which says whose turn it is."""
SIGN_RADIUS = 0.56
SIGNED_STATES = frozenset({State.CURRENT, State.BEST, State.CUT, State.STOPPED})
"""States whose sign is drawn on the node."""
FAINT_STATES = frozenset({State.TO_COME, State.EARLIER})
"""States whose words are faint."""
OUTLINE_WIDTHS = {
    State.OPEN: 0.14,
    State.CURRENT: 0.23,
    State.BEST: 0.19,
    State.CUT: 0.15,
    State.TO_COME: 0.075,
}
DEFAULT_PEN_WIDTH = 0.09
MIN_PRIOR_WIDTH = 0.04
PRIOR_WIDTH_RANGE = 0.36
"""Width of the frame of a node whose move has a prior of 0, and how much wider it is for a prior of 1."""
CHANGED_PEN_FACTOR = 1.8
"""Factor by which lines are wider for what the last event changed."""
WINDOW_STEM_GAP = 0.45
"""Distance between the line down from a node and its window, in units of the text size."""
SIGN_OFFSET = 0.62
"""Distance of a sign below the top of its box, in units of the text size."""
STACKED_SIGN_SHIFT = 0.32
"""How much higher the first of two signs stands, so that the second ends where the box does."""
VALUE_SHIFTS = {BoxShape.MAX: PEAK / 3, BoxShape.MIN: -PEAK / 3}
"""Distance of a value below the middle of its box, away from the point, in units of the text size."""
LABEL_GAP = 0.62
"""Distance between a node and its label in a book, in units of the text size."""
UNIT_CIRCLE = tuple(
    (round(cos(turn), 4), round(sin(turn), 4)) for turn in (tau * part / 48 for part in range(48))
)
"""Points of the outline of a chance node."""
FOLDED_TOP = 0.62
"""The upper side of the trapezium of folded nodes, as a part of the lower one."""


@cache
def state_pen(state: State, theme: str, size: float) -> Pen:
    """Return the pen for a node's outline."""
    look = STATE_LOOKS[state]
    return Pen(
        PICTURE_THEMES[theme].lines[look.hue],
        round(OUTLINE_WIDTHS.get(state, DEFAULT_PEN_WIDTH) * size, 2),
        look.line,
    )


def heavier_pen(pen: Pen) -> Pen:
    """Return the pen for what the last event changed."""
    return pen._replace(width=round(CHANGED_PEN_FACTOR * pen.width, 2))


def outline_pen(box: Box, theme: Theme, size: float) -> Pen:
    """Return the pen for a node's outline: as wide as the prior of its move is large, where it has one."""
    pen = state_pen(box.drawn_as, theme.name, size)
    if box.prior is not None:
        return pen._replace(
            width=round((MIN_PRIOR_WIDTH + PRIOR_WIDTH_RANGE * sqrt(box.prior)) * size, 2)
        )
    if box.is_changed:
        return heavier_pen(pen)
    return pen


def box_shapes(box: Box, theme: Theme, size: float) -> list[Shape]:
    """Draw a box with its words and, where its state has one, its sign."""
    outline = _node_outline(box, theme, size)
    shapes: list[Shape] = [outline]
    if box.level:  # what is full lies on the fill and below the frame
        shapes = [
            replace(outline, pen=None),
            _level_shape(outline, box, theme, size),
            replace(outline, fill=""),
        ]
    shapes += _node_texts(box, theme, size)
    if box.shape is BoxShape.FOLDED:
        narrow = (1 - FOLDED_TOP) * box.width / 2
    else:
        narrow = 0
    x, y = (
        box.x + box.width / 2 - narrow,
        box.y + SIGN_OFFSET * size,
    )  # clear of words, edges and the signs of others
    signs = frame_signs(box)
    if box.shape is BoxShape.FOLDED and box.bound_sign is not None:  # above its words
        signs.remove(box.bound_sign)
        shapes += sign_disc(2 * box.x - x, box.y, box.bound_sign, theme, size)
    y -= STACKED_SIGN_SHIFT * (len(signs) - 1) * size
    for place, sign in enumerate(signs):
        shapes += sign_disc(x, y + 2 * place * SIGN_RADIUS * size, sign, theme, size)
    return shapes


def frame_signs(box: Box) -> list[Sign]:
    """Return the signs drawn on the frame of a box, from the top: of its state, of a cut, of a bound.

    The sign of a cut stands for any other state but that of the last event.
    """
    signs = [sign for sign in box.signs if sign.place is SignPlace.AFTER_VALUE]
    state = box.drawn_as
    if state in SIGNED_STATES and (state is State.CURRENT or not box.is_cut):
        signs.insert(0, state_sign(state))
    return signs


def _node_outline(box: Box, theme: Theme, size: float) -> Polygon | Rectangle:
    """Return the outline of a node."""
    fill = theme.fills[STATE_LOOKS[box.drawn_as].hue]
    pen = outline_pen(box, theme, size)
    if box.is_ghost:
        fill = ""
    half = box.width / 2
    peak = PEAK * size
    left = box.x - half
    right = box.x + half
    top = box.y
    bottom = box.y + box.height
    points: tuple[tuple[float, float], ...]
    if box.shape is BoxShape.LEAF:
        return Rectangle(left, top, box.width, box.height, fill, pen, round(0.45 * size, 2))
    if box.shape is BoxShape.MAX:
        points = (
            (box.x, top),
            (right, top + peak),
            (right, bottom),
            (left, bottom),
            (left, top + peak),
        )
    elif box.shape is BoxShape.MIN:
        points = (
            (left, top),
            (right, top),
            (right, bottom - peak),
            (box.x, bottom),
            (left, bottom - peak),
        )
    elif box.shape is BoxShape.CHANCE:
        middle = top + box.height / 2
        points = tuple((box.x + half * x, middle + box.height / 2 * y) for x, y in UNIT_CIRCLE)
    else:
        narrow = FOLDED_TOP * half
        points = (box.x - narrow, top), (box.x + narrow, top), (right, bottom), (left, bottom)
    return Polygon(points, fill, pen)


def _level_shape(outline: Polygon | Rectangle, box: Box, theme: Theme, size: float) -> Polygon:
    """Return the part of a node that is full, from the left on; the corners of a leaf are cut off."""
    left = box.x - box.width / 2
    right = box.x + box.width / 2
    top = box.y
    bottom = box.y + box.height
    points: tuple[tuple[float, float], ...]
    if isinstance(outline, Rectangle):
        by = outline.radius
        points = (
            (left + by, top),
            (right - by, top),
            (right, top + by),
            (right, bottom - by),
            (right - by, bottom),
            (left + by, bottom),
            (left, bottom - by),
            (left, top + by),
        )
    else:
        points = outline.points
    end = left + (box.level or 0) * box.width
    kept = list[tuple[float, float]]()
    for (x, y), (next_x, next_y) in zip(points, (*points[1:], points[0]), strict=True):
        if x <= end:
            kept.append((x, y))
        if (x <= end) != (next_x <= end):
            kept.append((end, y + (next_y - y) * (end - x) / (next_x - x)))
    return Polygon(tuple(kept), theme.level)


def _node_texts(box: Box, theme: Theme, size: float) -> Sequence[Shape]:
    """Write a node's value, and the move above it; the value of a pruned node is struck through, as its edge is cut.

    In folded nodes stands how many they are, and what became of them.
    """
    is_pruned = box.state is State.PRUNED and not box.is_ghost
    colour = theme.text
    if box.is_ghost or box.state in FAINT_STATES:
        colour = theme.faint
    elif box.state is State.PRUNED:
        colour = theme.lines[STATE_LOOKS[State.PRUNED].hue]
    if box.shape is BoxShape.FOLDED:
        first = (
            box.y
            + box.height / 2
            - (len(box.lines) - 1) * 0.62 * size
            + 0.42 * CAPITAL_HEIGHT * size
        )
        return [
            Text(box.x, first + row * 1.24 * size, clip_text(line), size, colour)
            for row, line in enumerate(box.lines)
        ]
    shift = VALUE_SHIFTS.get(box.shape, 0) * size
    larger = (
        1
        if box.level is None
        else max(1, box.height * QUARTERS_PER_TEXT_SIZE / (NODE_HEIGHT * size))
    )
    value_type = fit_text_size(
        box.value, VALUE_SIZE * size * larger, box.width - 2 * (SIGN_RADIUS + 0.01) * size
    )
    baseline = box.y + box.height / 2 + shift + 0.5 * CAPITAL_HEIGHT * value_type
    if box.value:
        words = [
            Text(box.x, baseline, clip_text(box.value), value_type, colour, bold=not is_pruned)
        ]
    else:
        words = []
    shapes: list[Shape] = [
        *words,
        *([_move_text(box, size, colour)] if box.move and box.room else []),
    ]
    if box.label:
        left = box.x - box.width / 2 - LABEL_GAP * size
        shapes.append(Text(left, baseline - shift, box.label, size, theme.text, "end"))
    if is_pruned:
        for text in words:
            if text.text != STATE_LOOKS[State.PRUNED].glyph:  # a line through the words
                half = display_width(text.text) / 2 * LETTER_WIDTH * text.size
                y = text.y - 0.36 * text.size
                shapes.append(
                    Stroke(text.x - half, y, text.x + half, y, Pen(colour, round(0.1 * size, 2)))
                )
        if not box.value:
            shapes.append(
                Text(
                    box.x,
                    baseline,
                    STATE_LOOKS[State.PRUNED].glyph,
                    VALUE_SIZE * size,
                    colour,
                    bold=True,
                )
            )
    return shapes


def _move_text(box: Box, size: float, colour: str) -> Text:
    """Write the move that leads to a node, and how often that was visited, in the middle of the edge's end."""
    signs = signs_after_name(box.signs)
    words = shorten_middle(
        box.move, max(1, int((box.room + 0.01) / (LETTER_WIDTH * size)) - display_width(signs))
    )
    y = box.head + 0.5 * (NAME_ROOM + CAPITAL_HEIGHT) * size
    return Text(box.x, y, words + signs, size, colour)


@lru_cache(1 << 12)
def fit_text_size(text: str, size: float, room: float) -> float:
    """Return a text size at which words fit a width, at most `size`."""
    wanted = display_width(clip_text(text)) * LETTER_WIDTH * size
    if wanted <= room:
        return size
    return round(size * room / wanted, 2)


def sign_disc(x: float, y: float, sign: Sign, theme: Theme, size: float) -> list[Shape]:
    """Draw a light sign on a small disc."""
    return [
        Circle(
            x, y, SIGN_RADIUS * size, theme.lines[sign.hue], Pen(theme.page, round(0.1 * size, 2))
        ),
        Text(x, y + 0.36 * size, sign.glyph, size, theme.page),
    ]


def bottom_of(box: Box, size: float) -> float:
    """Return the y of the lower edge of a box with the board below it."""
    board = (
        0
        if box.board is None
        else small_board_size(box.board.board, size)[1] + BOARD_GAP / QUARTERS_PER_TEXT_SIZE * size
    )
    return box.y + box.height + board


def window_middle(box: Box, size: float) -> float:
    """Return the y of the middle of a box's window."""
    return bottom_of(box, size) + 0.5 * (WINDOW_ROOM + 0.1) * size


def below_shapes(box: Box, theme: Theme, size: float) -> list[Shape]:
    """Draw a box's board below it, and its window on both sides of the line down."""
    shapes: list[Shape] = []
    if box.board is not None:
        width, _ = small_board_size(box.board.board, size)
        y = box.y + box.height + BOARD_GAP / QUARTERS_PER_TEXT_SIZE * size
        shapes += draw_small_board(
            box.board.board, theme, box.x - width / 2, y, size, box.board.marks
        )
    if box.stakes:
        shapes.append(
            Text(
                box.x,
                window_middle(box, size) + 0.5 * CAPITAL_HEIGHT * size,
                box.stakes,
                size,
                theme.faint,
            )
        )
    if box.window is not None:
        low, between, high = box.window.parts
        y = window_middle(box, size) + 0.5 * CAPITAL_HEIGHT * size
        gap = WINDOW_STEM_GAP * size * (2.2 if between else 1)
        shapes += [
            Text(box.x - gap, y, low, size, theme.lines[BOUND_SIGNS["α"].hue], "end"),
            Text(box.x + gap, y, high, size, theme.lines[BOUND_SIGNS["β"].hue], "start"),
        ]
        if between:
            shapes.append(
                Text(box.x, y, between, size, theme.lines[STATE_LOOKS[State.CUT].hue], bold=True)
            )
    return shapes


BEST_EDGE = 0.23
PATH_EDGE = 0.14
"""Widths of the edges of the best line and of the open path, in units of the text size."""
CUT_STROKE = 0.13
"""Width of the strokes of a cut, in units of the text size."""
CUT_APART = 0.17
CUT_REACH = 0.42
"""Distance of each stroke of a cut from their middle, and its reach to either side, in the same units."""
CUT_AT = 0.6
"""Position of the cut on an edge, from 0 at the upper end to 1 at the lower one."""
CUT_LEAN = 0.35
"""Slant of the strokes of a cut: along the edge, for each 1 across it."""
BAR_AT = 0.35
"""Position between two plies, from 0 to 1, of the bar from which the edges beside a spine go down."""
EDGE_RANKS = {State.TO_COME: 0, State.PRUNED: 1, State.OPEN: 3, State.CURRENT: 3}
DEFAULT_EDGE_RANK = 2
BEST_EDGE_RANK = 4
"""The ranks of edges by the states of their lower nodes, the highest in front."""
ARROW_BELOW = 0.45
"""Distance of an arrow below the nodes that it joins, in units of the text size."""


def straight_stroke(begin: complex, end: complex, pen: Pen) -> Stroke:
    """Draw a line between two points, given as complex numbers x + y·1j."""
    return Stroke(begin.real, begin.imag, end.real, end.imag, pen)


@cache
def edge_pen(state: State, best: bool, theme: str, size: float) -> Pen:
    """Return the pen for the edge above a node."""
    colours = PICTURE_THEMES[theme]
    look = STATE_LOOKS[state]
    if best:
        return Pen(colours.lines[STATE_LOOKS[State.BEST].hue], round(BEST_EDGE * size, 2))
    if state in (State.OPEN, State.CURRENT):
        return Pen(colours.lines[STATE_LOOKS[State.OPEN].hue], round(PATH_EDGE * size, 2))
    if look.line != "solid":
        colour = colours.lines[look.hue]
    else:
        colour = colours.faint
    return Pen(colour, round(DEFAULT_PEN_WIDTH * size, 2), look.line)


class DrawnParts:
    """The shapes of the last picture of a film: what has not changed is not drawn again."""

    def __init__(self) -> None:
        """Begin with none."""
        self.last: dict[str, tuple[tuple[Box | None, ...], Any]] = {}
        """For each part of the picture by its name, the boxes that it shows, and what was drawn."""
        self.new = dict(self.last)

    def begin(self) -> None:
        """Begin a picture: what is drawn from now on may be that of the one before."""
        self.last = self.new
        self.new = {}

    def part(
        self, name: str, boxes: tuple[Box | None, ...], draw: Callable[[], DrawnPart]
    ) -> DrawnPart:
        """Return a part of the picture; the one before has the same if its boxes are the same objects."""
        known = self.last.get(name)
        if known is not None and all(map(is_, known[0], boxes)):
            drawn: DrawnPart = known[1]
        else:
            drawn = draw()
        self.new[name] = boxes, drawn
        return drawn


def edge_shapes_in_order(
    picture: Picture, boxes: dict[str, Box], theme: Theme, drawn: DrawnParts
) -> Iterator[Shape]:
    """Draw all edges, the more important on top; then the lines down from nodes through their windows.

    The best line is drawn last, and of the edges along one bar the longest first. `boxes` are those of the picture by
    their keys.
    """

    def importance(lower: Box) -> tuple[float, float]:
        if lower.on_best_line:
            rank = BEST_EDGE_RANK
        else:
            rank = EDGE_RANKS.get(lower.drawn_as, DEFAULT_EDGE_RANK)
        return rank, 0 if picture.is_whole else -abs(
            lower.x - _edge_start(boxes.get(lower.above or ""), lower, picture).real
        )

    front = dict[str, tuple[Box | None, Box]]()
    for box in sorted((box for box in picture.boxes if box.above is not None), key=importance):
        upper = boxes.get(box.above or "")
        yield from drawn.part(
            f"edge {box.key}", (upper, box), partial(edge_shapes, upper, box, picture, theme)
        )
        front[box.key if box.hang else "" if upper is None else upper.key] = upper, box
    for key, (upper, box) in front.items():
        yield from drawn.part(
            f"down {key}", (upper, box), partial(stem_shapes, upper, box, picture, theme)
        )
    for box in picture.boxes:
        if box.answered_from:
            yield from _arrow(box, boxes[box.answered_from], theme, picture.plan.size)


def edge_shapes(upper: Box | None, lower: Box, picture: Picture, theme: Theme) -> list[Shape]:
    """Draw an edge from below a box to the move of another, and on to that; an edge to a pruned node is cut."""
    size = picture.plan.size
    pen = edge_pen(lower.drawn_as, lower.on_best_line, theme.name, size)
    if upper is not None and upper.is_changed and lower.drawn_as in (State.CURRENT, State.PRUNED):
        pen = heavier_pen(pen)
    begin = foot = _edge_start(upper, lower, picture)
    shapes: list[Shape] = []
    if not picture.is_whole:
        bar = _bar_y(foot, lower)
        begin = complex(lower.x, bar)
        if lower.x != foot.real:
            shapes.append(straight_stroke(complex(foot.real, bar), begin, pen))
    if lower.drawn_as is State.PRUNED and not lower.is_ghost:
        shapes += cut_mark(begin, complex(lower.x, lower.head), pen, theme, size)
    else:
        shapes.append(Stroke(begin.real, begin.imag, lower.x, lower.head, pen))
    if lower.head < lower.y:
        shapes.append(
            Stroke(lower.x, lower.head + NAME_ROOM * size * bool(lower.room), lower.x, lower.y, pen)
        )
    return shapes


def _edge_start(upper: Box | None, lower: Box, picture: Picture) -> complex:
    """Return where the edges to the children of a box begin.

    Without a box that is below the line for the upper plies, and below what hangs from that alone.
    """
    if upper is not None:
        return complex(upper.x, upper.foot)
    alone = 0 if lower.hang else max((box.foot for box in picture.boxes[:1] if box.hang), default=0)
    return complex(lower.hang or picture.stem, alone or _below_line(picture))


def _below_line(picture: Picture) -> float:
    """Return the y below the line for the upper plies."""
    return picture.plan.tree.y + 1.3 * picture.plan.size


def _bar_y(foot: complex, lower: Box) -> float:
    """Return the y of the bar along which the edges beside a spine run."""
    return foot.imag + BAR_AT * (lower.head - foot.imag)


def stem_shapes(upper: Box | None, lower: Box, picture: Picture, theme: Theme) -> list[Shape]:
    """Draw the line from a box down to where its edges begin, around the sign in the middle of its window.

    It is in the style of the edge to `lower`, without dashes where that node has been visited.
    """
    size = picture.plan.size
    foot = _edge_start(upper, lower, picture)
    if picture.is_whole:
        end = foot.imag
    else:
        end = _bar_y(foot, lower)
    pen = edge_pen(lower.drawn_as, lower.on_best_line, theme.name, size)
    if lower.drawn_as not in (State.PRUNED, State.TO_COME):
        pen = Pen(pen.colour, pen.width)
    if upper is None:
        bottom = _below_line(picture)
    else:
        bottom = bottom_of(upper, size)
    if end <= bottom + 0.01:
        return []
    has_sign = upper is not None and upper.window is not None and upper.window.parts[1]
    if upper is not None and has_sign:
        middle = window_middle(upper, size)
    else:
        middle = end
    gap = (0.6 if middle < end else 0) * size
    strokes: list[Shape] = [Stroke(foot.real, bottom, foot.real, middle - gap, pen)]
    if middle + gap < end:
        strokes.append(Stroke(foot.real, middle + gap, foot.real, end, pen))
    return strokes


def cut_mark(begin: complex, end: complex, pen: Pen, theme: Theme, size: float) -> list[Shape]:
    """Draw a line with a gap and two short strokes across it, slanted like the double slash of textbooks."""
    stroke = Pen(theme.lines[STATE_LOOKS[State.PRUNED].hue], round(CUT_STROKE * size, 2))
    edge = end - begin
    unit = size / (abs(edge) or 1)
    middle = begin + edge * CUT_AT
    apart = edge * (CUT_APART * unit)
    reach = edge * (CUT_LEAN + 1j) * (CUT_REACH * unit)
    above = middle - apart
    below = middle + apart
    return [
        straight_stroke(begin, above, pen),
        straight_stroke(below, end, pen),
        straight_stroke(above - reach, above + reach, stroke),
        straight_stroke(below - reach, below + reach, stroke),
    ]


def _arrow(answer: Box, source: Box, theme: Theme, size: float) -> Iterable[Shape]:
    """Draw a dotted arrow from below a node that a table answered to below the node where the value was found."""
    pen = Pen(theme.lines["orange"], round(0.12 * size, 2), "dotted")
    if source.x >= answer.x:
        side = 1
    else:
        side = -1
    below = complex(0, ARROW_BELOW * size)
    solid = Pen(pen.colour, pen.width)
    begin = complex(answer.x, answer.y + answer.height)
    end = complex(source.x - side * source.width / 4, source.y + source.height)
    wing = complex(0.28 * size, 0.4 * size)
    return [
        straight_stroke(begin, begin + below, pen),
        straight_stroke(begin + below, end + below, pen),
        straight_stroke(end + below, end, solid),
        straight_stroke(end, end + wing, solid),
        straight_stroke(end, end - wing.conjugate(), solid),
    ]
