"""Nodes and edges as shapes.

A node points up for MAX and down for MIN, is round for chance, a rounded box for a leaf, and a
trapezium for folded nodes. Its move is on the edge above, its window below. Edges are straight in
a whole tree, run along a bar beside a spine, are bold on the best line, and are cut where pruned.
Colour only adds to what line, weight and sign already say, so that nothing is lost in black and
white.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache, lru_cache, partial
from math import cos, sin, sqrt, tau
from operator import is_
from typing import Any, TypeVar

from visualizer.draw.boards.shapes import Points, draw_small_board, small_board_size
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

# All lengths are in units of the text size.

DrawnPart = TypeVar("DrawnPart")
NAME_ROOM = NAME_HEIGHT / QUARTERS_PER_TEXT_SIZE
"""Height of the line for a move."""
WINDOW_ROOM = WINDOW_HEIGHT / QUARTERS_PER_TEXT_SIZE
"""Height of the line for a window."""
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
"""Width of the frame of a node whose move has a prior of 0."""
PRIOR_WIDTH_RANGE = 0.36
"""How much wider the frame is for a prior of 1."""
CHANGED_PEN_FACTOR = 1.8
"""How much wider lines are for what the last event changed."""
WINDOW_STEM_GAP = 0.45
"""Distance between the line down from a node and its window."""
SIGN_OFFSET = 0.62
"""Distance of a sign below the top of its box."""
STACKED_SIGN_SHIFT = 0.32
"""How much higher the first of two signs is, so that the second ends where the box does."""
VALUE_SHIFTS = {BoxShape.MAX: PEAK / 3, BoxShape.MIN: -PEAK / 3}
"""Distance of a value below the middle of its box, away from the point."""
LABEL_GAP = 0.62
"""Distance between a node and its label in a book."""
UNIT_CIRCLE = tuple(
    (round(cos(tau * part / 48), 4), round(sin(tau * part / 48), 4)) for part in range(48)
)
"""Points of the outline of a chance node."""
FOLDED_TOP = 0.62
"""The upper side of the trapezium of folded nodes, as a part of the lower one."""


@cache
def state_pen(state: State, theme: str, size: float) -> Pen:
    """Return the pen for the outline of a node in a state."""
    look = STATE_LOOKS[state]
    width = OUTLINE_WIDTHS.get(state, DEFAULT_PEN_WIDTH)
    return Pen(PICTURE_THEMES[theme].lines[look.hue], round(width * size, 2), look.line)


def heavier_pen(pen: Pen) -> Pen:
    """Return the pen for what the last event changed."""
    return pen._replace(width=round(CHANGED_PEN_FACTOR * pen.width, 2))


def outline_pen(box: Box, theme: Theme, size: float) -> Pen:
    """Return the pen for a node's outline, which grows with the prior of its move, if any."""
    pen = state_pen(box.drawn_as, theme.name, size)
    if box.prior is not None:
        width = MIN_PRIOR_WIDTH + PRIOR_WIDTH_RANGE * sqrt(box.prior)
        return pen._replace(width=round(width * size, 2))
    return heavier_pen(pen) if box.is_changed else pen


def box_shapes(box: Box, theme: Theme, size: float) -> list[Shape]:
    """Draw a box with its words and the signs on its frame."""
    outline = _node_outline(box, theme, size)
    shapes: list[Shape] = [outline]
    if box.level:
        # The level lies on the fill and below the frame.
        level = _level_shape(outline, box, theme)
        shapes = [replace(outline, pen=None), level, replace(outline, fill="")]
    return [*shapes, *_node_texts(box, theme, size), *_frame_discs(box, theme, size)]


def _frame_discs(box: Box, theme: Theme, size: float) -> list[Shape]:
    """Draw signs at the right of the frame, clear of words, edges and other nodes' signs."""
    narrowing = 0.0
    if box.shape is BoxShape.FOLDED:
        narrowing = (1 - FOLDED_TOP) * box.width / 2
    x = box.x + box.width / 2 - narrowing
    y = box.y + SIGN_OFFSET * size
    shapes = list[Shape]()
    signs = frame_signs(box)
    bound = box.bound_sign
    if box.shape is BoxShape.FOLDED and bound is not None:
        # The sign of a bound has no room beside the words: it goes to the left, above them.
        signs.remove(bound)
        shapes += sign_disc(2 * box.x - x, box.y, bound, theme, size)
    y -= STACKED_SIGN_SHIFT * (len(signs) - 1) * size
    for place, sign in enumerate(signs):
        shapes += sign_disc(x, y + 2 * place * SIGN_RADIUS * size, sign, theme, size)
    return shapes


def frame_signs(box: Box) -> list[Sign]:
    """Return the signs on the frame of a box, from the top: its state, a cut, a bound.

    The sign of a cut replaces that of any state but the last event's.
    """
    signs = [sign for sign in box.signs if sign.place is SignPlace.AFTER_VALUE]
    state = box.drawn_as
    if state in SIGNED_STATES and (state is State.CURRENT or not box.is_cut):
        signs.insert(0, state_sign(state))
    return signs


def _node_outline(box: Box, theme: Theme, size: float) -> Polygon | Rectangle:
    """Return the outline of a node, filled unless it is a ghost."""
    pen = outline_pen(box, theme, size)
    fill = "" if box.is_ghost else theme.fills[STATE_LOOKS[box.drawn_as].hue]
    if box.shape is BoxShape.LEAF:
        radius = round(0.45 * size, 2)
        left = box.x - box.width / 2
        return Rectangle(left, box.y, box.width, box.height, fill, pen, radius)
    return Polygon(tuple(_corners(box, PEAK * size)), fill, pen)


def _corners(box: Box, peak: float) -> Points:
    """Return the corners of a node that is no leaf; `peak` is the height of its point."""
    half = box.width / 2
    left = box.x - half
    right = box.x + half
    top = box.y
    bottom = box.y + box.height
    if box.shape is BoxShape.MAX:
        shoulder = top + peak
        return (box.x, top), (right, shoulder), (right, bottom), (left, bottom), (left, shoulder)
    if box.shape is BoxShape.MIN:
        waist = bottom - peak
        return (left, top), (right, top), (right, waist), (box.x, bottom), (left, waist)
    if box.shape is BoxShape.CHANCE:
        middle = top + box.height / 2
        return [(box.x + half * x, middle + box.height / 2 * y) for x, y in UNIT_CIRCLE]
    narrow = FOLDED_TOP * half
    return (box.x - narrow, top), (box.x + narrow, top), (right, bottom), (left, bottom)


def _level_shape(outline: Polygon | Rectangle, box: Box, theme: Theme) -> Polygon:
    """Return the part of a node that is full: its outline, clipped at a vertical line.

    The round corners of a leaf are cut off.
    """
    if isinstance(outline, Rectangle):
        points = _cut_corners(box, outline.radius)
    else:
        points = outline.points
    left = box.x - box.width / 2
    end = left + (box.level or 0) * box.width
    kept = list[tuple[float, float]]()
    for (x, y), (next_x, next_y) in zip(points, (*points[1:], points[0]), strict=True):
        if x <= end:
            kept.append((x, y))
        # Where an edge of the outline crosses the vertical line, the crossing is a corner.
        if (x <= end) != (next_x <= end):
            kept.append((end, y + (next_y - y) * (end - x) / (next_x - x)))
    return Polygon(tuple(kept), theme.level)


def _cut_corners(box: Box, radius: float) -> Points:
    """Return the corners of a leaf with its round corners cut off."""
    left = box.x - box.width / 2
    right = box.x + box.width / 2
    top = box.y
    bottom = box.y + box.height
    return (
        (left + radius, top),
        (right - radius, top),
        (right, top + radius),
        (right, bottom - radius),
        (right - radius, bottom),
        (left + radius, bottom),
        (left, bottom - radius),
        (left, top + radius),
    )


def _node_texts(box: Box, theme: Theme, size: float) -> Sequence[Shape]:
    """Write a node's value, its move and its label; of folded nodes, their lines.

    The value of a pruned node is struck through.
    """
    colour = theme.text
    # Words of nodes that do not count at this step are fainter than the others.
    if box.is_ghost or box.state in FAINT_STATES:
        colour = theme.faint
    elif box.state is State.PRUNED:
        colour = theme.lines[STATE_LOOKS[State.PRUNED].hue]
    if box.shape is BoxShape.FOLDED:
        return _folded_texts(box, size, colour)

    shift = VALUE_SHIFTS.get(box.shape, 0) * size
    factor = 1.0
    if box.level is not None:
        factor = max(1, box.height * QUARTERS_PER_TEXT_SIZE / (NODE_HEIGHT * size))
    room = box.width - 2 * (SIGN_RADIUS + 0.01) * size
    value_size = fit_text_size(box.value, VALUE_SIZE * size * factor, room)
    baseline = box.y + box.height / 2 + shift + 0.5 * CAPITAL_HEIGHT * value_size

    is_pruned = box.state is State.PRUNED and not box.is_ghost
    shapes = list[Shape]()
    value = clip_text(box.value)
    if value:
        shapes.append(Text(box.x, baseline, value, value_size, colour, bold=not is_pruned))
    if box.move and box.room:
        shapes.append(_move_text(box, size, colour))
    if box.label:
        left = box.x - box.width / 2 - LABEL_GAP * size
        shapes.append(Text(left, baseline - shift, box.label, size, theme.text, "end"))
    if is_pruned and value != STATE_LOOKS[State.PRUNED].glyph:
        shapes.append(_pruned_mark(box, baseline, value_size, size, colour))
    return shapes


def _folded_texts(box: Box, size: float, colour: str) -> Sequence[Shape]:
    """Write the lines of folded nodes."""
    rows = len(box.lines)
    first = box.y + box.height / 2 - (rows - 1) * 0.62 * size + 0.42 * CAPITAL_HEIGHT * size
    return [
        Text(box.x, first + row * 1.24 * size, clip_text(line), size, colour)
        for row, line in enumerate(box.lines)
    ]


def _pruned_mark(
    box: Box,
    baseline: float,
    value_size: float,
    size: float,
    colour: str,
) -> Shape:
    """Draw a line through the value of a pruned node, or its sign if there is no value."""
    if not box.value:
        sign = STATE_LOOKS[State.PRUNED].glyph
        return Text(box.x, baseline, sign, VALUE_SIZE * size, colour, bold=True)
    half = display_width(clip_text(box.value)) / 2 * LETTER_WIDTH * value_size
    y = baseline - 0.36 * value_size
    return Stroke(box.x - half, y, box.x + half, y, Pen(colour, round(0.1 * size, 2)))


def _move_text(box: Box, size: float, colour: str) -> Text:
    """Write the move that leads to a node, and the signs behind, at the end of the edge."""
    signs = signs_after_name(box.signs)
    letters = int((box.room + 0.01) / (LETTER_WIDTH * size))
    move = shorten_middle(box.move, max(1, letters - display_width(signs)))
    y = box.head + 0.5 * (NAME_ROOM + CAPITAL_HEIGHT) * size
    return Text(box.x, y, move + signs, size, colour)


@lru_cache(1 << 12)
def fit_text_size(text: str, size: float, room: float) -> float:
    """Return the largest text size, at most `size`, at which words fit a width."""
    width = display_width(clip_text(text)) * LETTER_WIDTH * size
    return size if width <= room else round(size * room / width, 2)


def sign_disc(
    x: float,
    y: float,
    sign: Sign,
    theme: Theme,
    size: float,
) -> list[Shape]:
    """Draw a light sign on a small disc."""
    rim = Pen(theme.page, round(0.1 * size, 2))
    return [
        Circle(x, y, SIGN_RADIUS * size, theme.lines[sign.hue], rim),
        Text(x, y + 0.36 * size, sign.glyph, size, theme.page),
    ]


def bottom_of(box: Box, size: float) -> float:
    """Return the y of the lower edge of a box with the board below it."""
    bottom = box.y + box.height
    if box.board is None:
        return bottom
    _, height = small_board_size(box.board.board, size)
    return bottom + (height + BOARD_GAP / QUARTERS_PER_TEXT_SIZE * size)


def window_middle(box: Box, size: float) -> float:
    """Return the y of the middle of a box's window."""
    return bottom_of(box, size) + 0.5 * (WINDOW_ROOM + 0.1) * size


def below_shapes(box: Box, theme: Theme, size: float) -> list[Shape]:
    """Draw what is below a box: its board, what its value means, and its window."""
    shapes: list[Shape] = []
    if box.board is not None:
        board = box.board
        width, _ = small_board_size(board.board, size)
        x = box.x - width / 2
        y = box.y + box.height + BOARD_GAP / QUARTERS_PER_TEXT_SIZE * size
        shapes += draw_small_board(board.board, theme, x, y, size, marks=board.marks)
    baseline = window_middle(box, size) + 0.5 * CAPITAL_HEIGHT * size
    if box.stakes:
        shapes.append(Text(box.x, baseline, box.stakes, size, theme.faint))
    if box.window is not None:
        low, between, high = box.window.parts
        gap = WINDOW_STEM_GAP * size * (2.2 if between else 1)
        low_colour = theme.lines[BOUND_SIGNS["α"].hue]
        high_colour = theme.lines[BOUND_SIGNS["β"].hue]
        shapes.append(Text(box.x - gap, baseline, low, size, low_colour, "end"))
        shapes.append(Text(box.x + gap, baseline, high, size, high_colour, "start"))
        if between:
            colour = theme.lines[STATE_LOOKS[State.CUT].hue]
            shapes.append(Text(box.x, baseline, between, size, colour, bold=True))
    return shapes


BEST_EDGE = 0.23
"""Width of the edges of the best line."""
PATH_EDGE = 0.14
"""Width of the edges of the open path."""
CUT_STROKE = 0.13
"""Width of the strokes of a cut."""
CUT_APART = 0.17
"""Distance of each stroke of a cut from their middle."""
CUT_REACH = 0.42
"""Reach of each stroke to either side of the edge."""
CUT_AT = 0.6
"""Position of the cut on an edge, from 0 at the upper end to 1 at the lower one."""
CUT_LEAN = 0.35
"""Slant of the strokes of a cut: along the edge, for each 1 across it."""
BAR_AT = 0.35
"""Position between two plies, from 0 to 1, of the bar from which edges beside a spine go down."""
EDGE_RANKS = {State.TO_COME: 0, State.PRUNED: 1, State.OPEN: 3, State.CURRENT: 3}
"""The ranks of edges by the states of their lower nodes: the highest is drawn in front."""
DEFAULT_EDGE_RANK = 2
BEST_EDGE_RANK = 4
ARROW_BELOW = 0.45
"""Distance of an arrow below the nodes that it joins."""


def straight_stroke(begin: complex, end: complex, pen: Pen) -> Stroke:
    """Draw a line between two points, given as complex numbers x + y·1j."""
    return Stroke(begin.real, begin.imag, end.real, end.imag, pen)


@cache
def edge_pen(state: State, best: bool, theme: str, size: float) -> Pen:
    """Return the pen for the edge above a node."""
    colours = PICTURE_THEMES[theme]
    if best:
        return Pen(colours.lines[STATE_LOOKS[State.BEST].hue], round(BEST_EDGE * size, 2))
    if state in (State.OPEN, State.CURRENT):
        return Pen(colours.lines[STATE_LOOKS[State.OPEN].hue], round(PATH_EDGE * size, 2))
    look = STATE_LOOKS[state]
    colour = colours.faint if look.line == "solid" else colours.lines[look.hue]
    return Pen(colour, round(DEFAULT_PEN_WIDTH * size, 2), look.line)


class DrawnParts:
    """The shapes of a film's last picture: parts that have not changed are not drawn again."""

    def __init__(self) -> None:
        """Begin with none."""
        self.last: dict[str, tuple[tuple[Box | None, ...], Any]] = {}
        """For each part of the last picture, by its name, the boxes it shows and its shapes."""
        self.new = dict(self.last)

    def begin(self) -> None:
        """Begin a picture, whose parts may be those of the one before."""
        self.last = self.new
        self.new = {}

    def part(
        self, name: str, boxes: tuple[Box | None, ...], draw: Callable[[], DrawnPart]
    ) -> DrawnPart:
        """Return a part of the picture: that of the last picture if its boxes are the same."""
        known = self.last.get(name)
        # Unchanged boxes are the same objects: to compare their fields would take longer.
        if known is not None and all(map(is_, known[0], boxes)):
            shapes: DrawnPart = known[1]
        else:
            shapes = draw()
        self.new[name] = boxes, shapes
        return shapes


def edge_shapes_in_order(
    picture: Picture, boxes: dict[str, Box], theme: Theme, drawn: DrawnParts
) -> Iterator[Shape]:
    """Draw all edges, the more important in front, then stems and arrows.

    The best line comes last, and of the edges along one bar the longest comes first. `boxes` are
    those of the picture by their keys.
    """

    def importance(lower: Box) -> tuple[float, float]:
        rank = EDGE_RANKS.get(lower.drawn_as, DEFAULT_EDGE_RANK)
        if lower.on_best_line:
            rank = BEST_EDGE_RANK
        if picture.is_whole:
            return rank, 0
        start = _edge_start(boxes.get(lower.above or ""), lower, picture)
        return rank, -abs(lower.x - start.real)

    children = [box for box in picture.boxes if box.above is not None]
    front = dict[str, tuple[Box | None, Box]]()
    for box in sorted(children, key=importance):
        upper = boxes.get(box.above or "")
        draw_edge = partial(edge_shapes, upper, box, picture, theme)
        yield from drawn.part(f"edge {box.key}", (upper, box), draw_edge)
        # A stem looks like the front edge of those that begin at its end.
        if box.hang:
            front[box.key] = upper, box
        else:
            front["" if upper is None else upper.key] = upper, box
    for key, (upper, box) in front.items():
        draw_stem = partial(stem_shapes, upper, box, picture, theme)
        yield from drawn.part(f"down {key}", (upper, box), draw_stem)
    for box in picture.boxes:
        if box.answered_from:
            yield from _arrow(box, boxes[box.answered_from], theme, picture.plan.size)


def edge_shapes(upper: Box | None, lower: Box, picture: Picture, theme: Theme) -> list[Shape]:
    """Draw the edge from below a box to the move of another and on to that box.

    An edge to a pruned node is cut.
    """
    size = picture.plan.size
    pen = edge_pen(lower.drawn_as, lower.on_best_line, theme.name, size)
    if upper is not None and upper.is_changed and lower.drawn_as in (State.CURRENT, State.PRUNED):
        pen = heavier_pen(pen)
    start = _edge_start(upper, lower, picture)
    begin = start
    shapes: list[Shape] = []
    if not picture.is_whole:
        bar = _bar_y(start, lower)
        begin = complex(lower.x, bar)
        if lower.x != start.real:
            shapes.append(straight_stroke(complex(start.real, bar), begin, pen))

    # Edges below a cut one are whole: only the branch itself was cut off.
    if lower.drawn_as is State.PRUNED and not lower.is_ghost:
        shapes += cut_mark(begin, complex(lower.x, lower.head), pen, theme, size)
    else:
        shapes.append(Stroke(begin.real, begin.imag, lower.x, lower.head, pen))
    if lower.head < lower.y:
        name_bottom = lower.head + NAME_ROOM * size * bool(lower.room)
        shapes.append(Stroke(lower.x, name_bottom, lower.x, lower.y, pen))
    return shapes


def _edge_start(upper: Box | None, lower: Box, picture: Picture) -> complex:
    """Return where the edges to the children of a box begin.

    Without a box they begin below the line of upper plies, and below what hangs alone from there.
    """
    if upper is not None:
        return complex(upper.x, upper.foot)
    if lower.hang:
        return complex(lower.hang, _upper_line_bottom(picture))
    y = max((box.foot for box in picture.boxes[:1] if box.hang), default=0)
    return complex(picture.stem, y or _upper_line_bottom(picture))


def _upper_line_bottom(picture: Picture) -> float:
    """Return the y below the line that replaces the upper plies."""
    return picture.plan.tree.y + 1.3 * picture.plan.size


def _bar_y(start: complex, lower: Box) -> float:
    """Return the y of the bar along which the edges beside a spine run."""
    return start.imag + BAR_AT * (lower.head - start.imag)


def stem_shapes(upper: Box | None, lower: Box, picture: Picture, theme: Theme) -> list[Shape]:
    """Draw the line from a box down to where its edges begin, around the sign in its window.

    It looks like the edge to `lower`, but has no dashes where that node has been visited.
    """
    size = picture.plan.size
    start = _edge_start(upper, lower, picture)
    end = start.imag if picture.is_whole else _bar_y(start, lower)
    pen = edge_pen(lower.drawn_as, lower.on_best_line, theme.name, size)
    if lower.drawn_as not in (State.PRUNED, State.TO_COME):
        pen = Pen(pen.colour, pen.width)
    bottom = _upper_line_bottom(picture) if upper is None else bottom_of(upper, size)
    if end <= bottom + 0.01:
        return []

    # A window that is closed, or asks a question, has a sign in the way of the stem.
    middle = end
    if upper is not None and upper.window is not None and upper.window.parts[1]:
        middle = window_middle(upper, size)
    gap = 0.6 * size if middle < end else 0.0
    strokes: list[Shape] = [Stroke(start.real, bottom, start.real, middle - gap, pen)]
    if middle + gap < end:
        strokes.append(Stroke(start.real, middle + gap, start.real, end, pen))
    return strokes


def cut_mark(
    begin: complex,
    end: complex,
    pen: Pen,
    theme: Theme,
    size: float,
) -> list[Shape]:
    """Draw a line with a gap and two short strokes across, like a textbook's double slash."""
    stroke = Pen(theme.lines[STATE_LOOKS[State.PRUNED].hue], round(CUT_STROKE * size, 2))
    # Complex numbers turn the strokes with the edge: times 1j is a quarter turn.
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


def _arrow(answer: Box, source: Box, theme: Theme, size: float) -> list[Shape]:
    """Draw a dotted arrow from below a node that a table answered to below the value's source."""
    pen = Pen(theme.lines["orange"], round(0.12 * size, 2), "dotted")
    solid = Pen(pen.colour, pen.width)
    side = 1 if source.x >= answer.x else -1
    below = complex(0, ARROW_BELOW * size)
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
