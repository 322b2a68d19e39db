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
    MarkedBoard,
    NodeWindow,
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
"""Width of a node's frame if the prior of its move is 0."""
PRIOR_WIDTH_RANGE = 0.36
"""How much wider the frame is for a prior of 1."""
CHANGED_PEN_FACTOR = 1.8
"""The factor by which lines of nodes and edges changed by the last event are wider."""
WINDOW_STEM_GAP = 0.45
"""Distance between the line down from a node and its window."""
SIGNED_WINDOW_FACTOR = 2.2
"""How much further apart the ends of a window are with a sign between them."""
SIGN_OFFSET = 0.62
"""Distance of a sign below the top of its box."""
STACKED_SIGN_SHIFT = 0.32
"""How much higher the first of two signs is, so that the second ends where the box does."""
FOLDED_LINE_STEP = 1.24
"""Distance between the lines of folded nodes."""
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
    """Return the pen for a node or an edge that the last event changed."""
    return pen._replace(width=round(CHANGED_PEN_FACTOR * pen.width, 2))


def outline_pen(box: Box, theme: Theme, size: float) -> Pen:
    """Return the pen for a node's outline: wider for a node that the last event changed.

    In a search with priors, the pen's width shows the prior probability of the node's move instead.
    """
    pen = state_pen(box.drawn_as, theme.name, size)
    if box.prior is not None:
        # Small priors are the usual ones: their square roots differ more than they do.
        width = MIN_PRIOR_WIDTH + PRIOR_WIDTH_RANGE * sqrt(box.prior)
        return pen._replace(width=round(width * size, 2))
    return heavier_pen(pen) if box.is_changed else pen


def box_shapes(box: Box, theme: Theme, size: float) -> list[Shape]:
    """Draw a box from the back to the front: outline, words, and the signs on its frame."""
    outline = _node_outline(box, theme, size)
    shapes: list[Shape] = [outline]
    if box.level:
        # The level, a bar that shows a mean, lies over the fill and under the frame.
        fill = replace(outline, pen=None)
        frame = replace(outline, fill="")
        shapes = [fill, _level_shape(outline, box, theme), frame]
    return [*shapes, *_node_texts(box, theme, size), *_frame_discs(box, theme, size)]


def _frame_discs(box: Box, theme: Theme, size: float) -> list[Shape]:
    """Draw the signs of a box on discs at the right of its frame, one below the other.

    There they are clear of words, edges and the signs of other nodes.
    """
    to_corner = box.width / 2  # from the middle of the box to an upper corner
    signs = frame_signs(box)
    shapes = list[Shape]()
    if box.shape is BoxShape.FOLDED:
        # The trapezium is narrower at the top.
        to_corner -= (1 - FOLDED_TOP) * box.width / 2
        bound = box.bound_sign
        if bound is not None:
            # The sign of a bound has no room beside the words: it goes to the left, above them.
            signs.remove(bound)
            shapes += sign_disc(
                box.x - to_corner,
                box.y,
                bound,
                theme=theme,
                size=size,
            )

    x = box.x + to_corner
    # The more signs, the higher the first one, so that the last ends where the box does.
    signs_below = len(signs) - 1
    first_y = box.y + SIGN_OFFSET * size - STACKED_SIGN_SHIFT * signs_below * size
    for number, sign in enumerate(signs):
        y = first_y + 2 * number * SIGN_RADIUS * size
        shapes += sign_disc(
            x,
            y,
            sign,
            theme=theme,
            size=size,
        )
    return shapes


def frame_signs(box: Box) -> list[Sign]:
    """Return the signs on the frame of a box, from the top: its state, a cut, a bound.

    The sign of a cut takes the place of the state's, unless the box is the current node.
    """
    signs = [sign for sign in box.signs if sign.place is SignPlace.AFTER_VALUE]
    state = box.drawn_as
    is_replaced_by_cut = box.is_cut and state is not State.CURRENT
    if state in SIGNED_STATES and not is_replaced_by_cut:
        signs.insert(0, state_sign(state))
    return signs


def _node_outline(box: Box, theme: Theme, size: float) -> Polygon | Rectangle:
    """Return the outline of a node in the shape that says who moves, filled unless a ghost."""
    pen = outline_pen(box, theme, size)
    fill = "" if box.is_ghost else theme.fills[STATE_LOOKS[box.drawn_as].hue]
    if box.shape is BoxShape.LEAF:
        radius = round(0.45 * size, 2)
        left = box.x - box.width / 2
        return Rectangle(left, box.y, box.width, box.height, fill, pen, radius)
    return Polygon(tuple(_corners(box, PEAK * size)), fill, pen)


def _corners(box: Box, peak: float) -> Points:
    """Return the corners of a node that is no leaf, clockwise.

    A MAX node has its point at the top, a MIN node at the bottom; `peak` is the point's height.
    Folded nodes are a trapezium, and a chance node is round.
    """
    if box.shape is BoxShape.CHANCE:
        return _points_of_circle(box)
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
    half_top = FOLDED_TOP * half
    return (box.x - half_top, top), (box.x + half_top, top), (right, bottom), (left, bottom)


def _points_of_circle(box: Box) -> Points:
    """Return the points of the ellipse that fills a box."""
    half_width = box.width / 2
    half_height = box.height / 2
    middle = box.y + half_height
    return [(box.x + half_width * x, middle + half_height * y) for x, y in UNIT_CIRCLE]


def _level_shape(outline: Polygon | Rectangle, box: Box, theme: Theme) -> Polygon:
    """Return the filled part of a node, which shows its mean: the higher the mean, the larger.

    The part is the outline up to a vertical line: at the right edge for a level of 1, at the left
    for 0. The round corners of a leaf are cut off.
    """
    if isinstance(outline, Rectangle):
        points = _cut_corners(box, outline.radius)
    else:
        points = outline.points
    left = box.x - box.width / 2
    end = left + (box.level or 0) * box.width
    return Polygon(tuple(clip_right(points, end)), theme.level)


def clip_right(points: Points, end: float) -> Iterator[tuple[float, float]]:
    """Yield the corners of the part of a polygon on the left of the vertical line x = `end`.

    >>> [*clip_right([(0, 0), (4, 0), (4, 2), (0, 2)], 1)]
    [(0, 0), (1, 0.0), (1, 2.0), (0, 2)]
    """
    for (x, y), (next_x, next_y) in zip(points, (*points[1:], points[0]), strict=True):
        if x <= end:
            yield x, y
        # Where an edge of the outline crosses the vertical line, the crossing is a corner.
        crosses = (x <= end) != (next_x <= end)
        if crosses:
            yield end, y + (next_y - y) * (end - x) / (next_x - x)


def _cut_corners(box: Box, radius: float) -> Points:
    """Return the outline of a leaf as a polygon: its round corners are cut off straight."""
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


def _node_texts(box: Box, theme: Theme, size: float) -> Iterator[Shape]:
    """Write a node's value, its move and its book label; for folded nodes, their lines.

    The value of a pruned node is struck through; without a value, it has a sign instead.
    """
    colour = _word_colour(box, theme)
    if box.shape is BoxShape.FOLDED:
        yield from _folded_texts(box, size, colour)
        return

    is_pruned = box.state is State.PRUNED and not box.is_ghost
    value = clip_text(box.value)
    value_size = _value_text_size(box, size)
    middle = box.y + box.height / 2 + 0.5 * CAPITAL_HEIGHT * value_size
    # Away from its point, a node has more room.
    baseline = middle + VALUE_SHIFTS.get(box.shape, 0) * size
    if value:
        yield Text(
            box.x,
            baseline,
            value,
            value_size,
            colour,
            bold=not is_pruned,
        )
    if box.move and box.room:
        yield _move_text(box, size, colour)
    if box.label:
        yield _label_text(box, middle, theme, size)
    if is_pruned and not value:
        yield _pruned_sign(box.x, baseline, size, colour)
    # The sign of a pruned node needs no line through it.
    elif is_pruned and value != STATE_LOOKS[State.PRUNED].glyph:
        pen = Pen(colour, round(0.1 * size, 2))
        yield _line_through(box, baseline, value_size, pen)


def _label_text(box: Box, baseline: float, theme: Theme, size: float) -> Text:
    """Write a book's label for a node at the left of its frame."""
    right = box.x - box.width / 2 - LABEL_GAP * size
    return Text(right, baseline, box.label, size, theme.text, "end")


def _word_colour(box: Box, theme: Theme) -> str:
    """Return the colour of a node's words: fainter if the node does not count at this step."""
    if box.is_ghost or box.state in FAINT_STATES:
        return theme.faint
    if box.state is State.PRUNED:
        return theme.lines[STATE_LOOKS[State.PRUNED].hue]
    return theme.text


def _value_text_size(box: Box, size: float) -> float:
    """Return the text size of a node's value, at which it fits its box.

    In a search by random games, the value grows with the height of the node.
    """
    factor = 1.0
    if box.level is not None:
        usual_height = NODE_HEIGHT * size
        factor = max(1, box.height * QUARTERS_PER_TEXT_SIZE / usual_height)
    # The discs of signs may cover the frame on both sides.
    room = box.width - 2 * (SIGN_RADIUS + 0.01) * size
    return fit_text_size(box.value, VALUE_SIZE * size * factor, room)


def _folded_texts(box: Box, size: float, colour: str) -> Sequence[Shape]:
    """Write the lines of folded nodes, centred in their box."""
    lines_below = len(box.lines) - 1
    middle = box.y + box.height / 2
    first_middle = middle - lines_below * FOLDED_LINE_STEP / 2 * size
    # A baseline is a little less than half a capital below the middle of its line.
    baseline = first_middle + 0.42 * CAPITAL_HEIGHT * size
    return [
        Text(box.x, baseline + row * FOLDED_LINE_STEP * size, clip_text(line), size, colour)
        for row, line in enumerate(box.lines)
    ]


def _pruned_sign(x: float, baseline: float, size: float, colour: str) -> Text:
    """Write the sign of a pruned node without a value."""
    sign = STATE_LOOKS[State.PRUNED].glyph
    return Text(
        x,
        baseline,
        sign,
        VALUE_SIZE * size,
        colour,
        bold=True,
    )


def _line_through(box: Box, baseline: float, value_size: float, pen: Pen) -> Stroke:
    """Draw a line through the value of a pruned node."""
    half = display_width(clip_text(box.value)) / 2 * LETTER_WIDTH * value_size
    y = baseline - 0.36 * value_size
    return Stroke(box.x - half, y, box.x + half, y, pen)


def _move_text(box: Box, size: float, colour: str) -> Text:
    """Write the move that leads to a node, and signs behind it, at the lower end of the edge."""
    signs = signs_after_name(box.signs)
    # The signs keep their room: the move is shortened in its middle. A rounding error must not
    # cost a letter.
    letters = int((box.room + 0.01) / (LETTER_WIDTH * size))
    letters_of_move = max(1, letters - display_width(signs))
    move = shorten_middle(box.move, letters_of_move)
    baseline = box.head + 0.5 * (NAME_ROOM + CAPITAL_HEIGHT) * size
    return Text(box.x, baseline, move + signs, size, colour)


@lru_cache(1 << 12)
def fit_text_size(text: str, size: float, room: float) -> float:
    """Return the largest text size, at most `size`, at which words fit a width."""
    width = display_width(clip_text(text)) * LETTER_WIDTH * size
    if width <= room:
        return size
    return round(size * room / width, 2)


def sign_disc(
    x: float,
    y: float,
    sign: Sign,
    theme: Theme,
    size: float,
) -> list[Shape]:
    """Draw a sign in the page's colour on a small disc around the point (`x`, `y`)."""
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
    gap = BOARD_GAP / QUARTERS_PER_TEXT_SIZE * size
    return bottom + (height + gap)


def window_middle(box: Box, size: float) -> float:
    """Return the y of the middle of a box's window."""
    return bottom_of(box, size) + 0.5 * (WINDOW_ROOM + 0.1) * size


def below_shapes(box: Box, theme: Theme, size: float) -> list[Shape]:
    """Draw the parts below a box: its board, the meaning of its value, and its window."""
    shapes: list[Shape] = []
    if box.board is not None:
        shapes += _node_board_shapes(box, box.board, theme, size)
    baseline = window_middle(box, size) + 0.5 * CAPITAL_HEIGHT * size
    if box.stakes:
        shapes.append(Text(box.x, baseline, box.stakes, size, theme.faint))
    if box.window is not None:
        shapes += _window_texts(box.window, box.x, baseline, theme, size)
    return shapes


def _node_board_shapes(box: Box, board: MarkedBoard, theme: Theme, size: float) -> list[Shape]:
    """Draw the board of a node below the middle of its box."""
    width, _ = small_board_size(board.board, size)
    x = box.x - width / 2
    y = box.y + box.height + BOARD_GAP / QUARTERS_PER_TEXT_SIZE * size
    return draw_small_board(
        board.board,
        theme,
        x=x,
        y=y,
        size=size,
        marks=board.marks,
    )


def _window_texts(
    window: NodeWindow, x: float, baseline: float, theme: Theme, size: float
) -> Iterator[Text]:
    """Write alpha and beta on both sides of the stem, the line down from a node at `x`.

    The sign of a closed window or of a question stands between them, on the stem.
    """
    low, between, high = window.parts
    gap = WINDOW_STEM_GAP * size
    if between:
        gap *= SIGNED_WINDOW_FACTOR
    low_colour = theme.lines[BOUND_SIGNS["α"].hue]
    high_colour = theme.lines[BOUND_SIGNS["β"].hue]
    yield Text(x - gap, baseline, low, size, low_colour, "end")
    yield Text(x + gap, baseline, high, size, high_colour, "start")
    if between:
        colour = theme.lines[STATE_LOOKS[State.CUT].hue]
        yield Text(
            x,
            baseline,
            between,
            size,
            colour,
            bold=True,
        )


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
EDGE_RANKS = {
    State.TO_COME: 0,
    State.PRUNED: 1,
    State.OPEN: 3,
    State.CURRENT: 3,
}
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
    """Return the pen for the edge above a node; `best` says that it is on the best line."""
    colours = PICTURE_THEMES[theme]
    if best:
        colour = colours.lines[STATE_LOOKS[State.BEST].hue]
        return Pen(colour, round(BEST_EDGE * size, 2))
    if state in (State.OPEN, State.CURRENT):
        colour = colours.lines[STATE_LOOKS[State.OPEN].hue]
        return Pen(colour, round(PATH_EDGE * size, 2))

    look = STATE_LOOKS[state]
    colour = colours.faint if look.line == "solid" else colours.lines[look.hue]
    return Pen(colour, round(DEFAULT_PEN_WIDTH * size, 2), look.line)


class DrawnParts:
    """The shapes of a film's last picture: parts that have not changed are not drawn again."""

    def __init__(self) -> None:
        """Begin with none."""
        self.last_parts: dict[str, tuple[tuple[Box | None, ...], Any]] = {}
        """For each part of the last picture, by its name, the boxes it shows and its shapes."""
        self.new_parts = dict(self.last_parts)

    def begin_picture(self) -> None:
        """Begin a picture, whose parts may be those of the one before."""
        self.last_parts = self.new_parts
        self.new_parts = {}

    def draw_part(
        self, name: str, boxes: tuple[Box | None, ...], draw: Callable[[], DrawnPart]
    ) -> DrawnPart:
        """Return the shapes of a part of the picture; `draw` makes them if they are not known.

        The last picture's shapes are known. They are used again if its part with this name has the
        same boxes.
        """
        known = self.last_parts.get(name)
        if known is not None:
            known_boxes, known_shapes = known
            # Unchanged boxes are the same objects: to compare their fields would take longer.
            if all(map(is_, known_boxes, boxes)):
                self.new_parts[name] = known
                unchanged: DrawnPart = known_shapes
                return unchanged
        shapes = draw()
        self.new_parts[name] = boxes, shapes
        return shapes


def edge_shapes_in_order(
    picture: Picture, boxes: dict[str, Box], theme: Theme, drawn: DrawnParts
) -> Iterator[Shape]:
    """Draw all edges, then the stems from which they begin, then arrows.

    Later shapes cover earlier ones: the best line comes last, and of the edges along the same bar
    the longest comes first. `boxes` are the picture's boxes by their keys. `drawn` has the shapes
    of the last picture.
    """
    children = [box for box in picture.boxes if box.above is not None]
    front_edges = dict[str, tuple[Box | None, Box]]()
    for box in sorted(children, key=lambda box: _edge_importance(box, boxes, picture)):
        upper = boxes.get(box.above or "")
        draw_edge = partial(
            edge_shapes,
            upper,
            box,
            picture,
            theme=theme,
        )
        yield from drawn.draw_part(f"edge {box.key}", (upper, box), draw_edge)
        # Of the edges from one stem, the last one drawn is in front: the stem looks like that.
        front_edges[_stem_key(upper, box)] = upper, box
    for key, (upper, box) in front_edges.items():
        draw_stem = partial(
            stem_shapes,
            upper,
            box,
            picture,
            theme=theme,
        )
        yield from drawn.draw_part(f"down {key}", (upper, box), draw_stem)
    yield from _arrows(picture, boxes, theme)


def _arrows(picture: Picture, boxes: dict[str, Box], theme: Theme) -> Iterator[Shape]:
    """Draw an arrow from each node that a table answered to the source of its value."""
    for box in picture.boxes:
        if box.answered_from:
            yield from _arrow(box, boxes[box.answered_from], theme, picture.plan.size)


def _edge_importance(lower: Box, boxes: dict[str, Box], picture: Picture) -> tuple[float, float]:
    """Return the sort key of the edge above a box: larger keys are drawn in front.

    Among edges of the same rank, those beside a spine differ in their length. The box is `lower`,
    and `boxes` are all boxes by their keys.
    """
    rank = EDGE_RANKS.get(lower.drawn_as, DEFAULT_EDGE_RANK)
    if lower.on_best_line:
        rank = BEST_EDGE_RANK
    if picture.is_whole:
        return rank, 0
    start = _edge_start(boxes.get(lower.above or ""), lower, picture)
    length = abs(lower.x - start.real)
    return rank, -length


def _stem_key(upper: Box | None, lower: Box) -> str:
    """Return the key of the stem from which the edge above a box begins."""
    # A box that hangs from the line of upper plies has a stem of its own.
    if lower.hangs_from:
        return lower.key
    return "" if upper is None else upper.key


def edge_shapes(upper: Box | None, lower: Box, picture: Picture, theme: Theme) -> list[Shape]:
    """Draw the edge from the `upper` box down to the `lower` one, past the move written on it.

    Beside a spine, the edge first runs level along a bar. An edge to a pruned node is cut.
    """
    size = picture.plan.size
    pen = _pen_of_edge(upper, lower, theme, size)
    begin = _edge_start(upper, lower, picture)
    shapes: list[Shape] = []
    if not picture.is_whole:
        bar_y = _bar_y(begin, lower)
        corner = complex(lower.x, bar_y)
        if lower.x != begin.real:
            shapes.append(straight_stroke(complex(begin.real, bar_y), corner, pen))
        begin = corner

    end = complex(lower.x, lower.head)
    # Edges below a cut one are whole: only the branch itself was cut off.
    if lower.drawn_as is State.PRUNED and not lower.is_ghost:
        shapes += cut_mark(
            begin,
            end,
            pen,
            theme=theme,
            size=size,
        )
    else:
        shapes.append(straight_stroke(begin, end, pen))
    if lower.head < lower.y:
        shapes.append(_edge_below_move(lower, pen, size))
    return shapes


def _edge_below_move(lower: Box, pen: Pen, size: float) -> Stroke:
    """Draw the end of an edge, between the move and the box."""
    top = lower.head
    if lower.room:
        top += NAME_ROOM * size
    return Stroke(lower.x, top, lower.x, lower.y, pen)


def _pen_of_edge(upper: Box | None, lower: Box, theme: Theme, size: float) -> Pen:
    """Return the pen for an edge, heavier if the last event changed it."""
    pen = edge_pen(lower.drawn_as, lower.on_best_line, theme.name, size)
    is_event = lower.drawn_as in (State.CURRENT, State.PRUNED)
    if is_event and upper is not None and upper.is_changed:
        return heavier_pen(pen)
    return pen


def _edge_start(upper: Box | None, lower: Box, picture: Picture) -> complex:
    """Return the point where the edge to the `lower` box begins, as a complex number x + y·1j.

    The point is below the `upper` box. If the parent is not drawn but named in the line of upper
    plies, the edge begins below that line, or below the box that hangs alone from the line.
    """
    if upper is not None:
        return complex(upper.x, upper.foot)
    if lower.hangs_from:
        return complex(lower.hangs_from, _upper_line_bottom(picture))
    # If a box hangs from the line, it is the first one of the picture.
    first = picture.boxes[0]
    if first.hangs_from:
        return complex(picture.stem, first.foot)
    return complex(picture.stem, _upper_line_bottom(picture))


def _upper_line_bottom(picture: Picture) -> float:
    """Return the y below the line that replaces the upper plies."""
    return picture.plan.tree.y + 1.3 * picture.plan.size


def _bar_y(start: complex, lower: Box) -> float:
    """Return the y of the bar along which the edges beside a spine run."""
    return start.imag + BAR_AT * (lower.head - start.imag)


def stem_shapes(upper: Box | None, lower: Box, picture: Picture, theme: Theme) -> list[Shape]:
    """Draw the stem: the line from a box down to the point where the edges to its children begin.

    The stem has a gap for a sign in the box's window, and looks like the edge to the child `lower`.
    """
    size = picture.plan.size
    start = _edge_start(upper, lower, picture)
    end = start.imag if picture.is_whole else _bar_y(start, lower)
    begin = _upper_line_bottom(picture) if upper is None else bottom_of(upper, size)
    if end <= begin + 0.01:
        return []

    # A window that is closed, or asks a question, has a sign in the way of the stem.
    sign_y = end
    if upper is not None and upper.window is not None:
        _, sign_between, _ = upper.window.parts
        if sign_between:
            sign_y = window_middle(upper, size)
    half_gap = 0.6 * size if sign_y < end else 0.0
    pen = _stem_pen(lower, theme, size)
    x = start.real
    strokes: list[Shape] = [Stroke(x, begin, x, sign_y - half_gap, pen)]
    if sign_y + half_gap < end:
        strokes.append(Stroke(x, sign_y + half_gap, x, end, pen))
    return strokes


def _stem_pen(lower: Box, theme: Theme, size: float) -> Pen:
    """Return the pen for the stem that leads to the edge above a box."""
    pen = edge_pen(lower.drawn_as, lower.on_best_line, theme.name, size)
    if lower.drawn_as in (State.PRUNED, State.TO_COME):
        return pen
    return Pen(pen.colour, pen.width)


def cut_mark(
    begin: complex,
    end: complex,
    pen: Pen,
    theme: Theme,
    size: float,
) -> list[Shape]:
    """Draw a line with a gap and two short strokes across, like a textbook's double slash.

    `begin` and `end` are points as complex numbers, x + y·1j.
    """
    stroke = Pen(theme.lines[STATE_LOOKS[State.PRUNED].hue], round(CUT_STROKE * size, 2))
    # Complex numbers turn the strokes with the edge: times 1j is a quarter turn.
    edge = end - begin
    # Times this number, the edge is as long as the text is high.
    to_text_size = size / (abs(edge) or 1)
    middle = begin + edge * CUT_AT
    half_gap = edge * (CUT_APART * to_text_size)
    reach = edge * (CUT_LEAN + 1j) * (CUT_REACH * to_text_size)
    gap_begin = middle - half_gap
    gap_end = middle + half_gap
    return [
        straight_stroke(begin, gap_begin, pen),
        straight_stroke(gap_end, end, pen),
        straight_stroke(gap_begin - reach, gap_begin + reach, stroke),
        straight_stroke(gap_end - reach, gap_end + reach, stroke),
    ]


def _arrow(answer: Box, source: Box, theme: Theme, size: float) -> list[Shape]:
    """Draw a dotted arrow from a node that a table answered to the node its answer comes from.

    The arrow goes down from the lower side of `answer` and up to the lower side of `source`.
    """
    pen = Pen(theme.lines["orange"], round(0.12 * size, 2), "dotted")
    direction = 1 if source.x >= answer.x else -1
    down = complex(0, ARROW_BELOW * size)
    begin = complex(answer.x, answer.y + answer.height)
    # The head is off the middle of the source, where the edges to its children begin.
    end = complex(source.x - direction * source.width / 4, source.y + source.height)
    return [
        straight_stroke(begin, begin + down, pen),
        straight_stroke(begin + down, end + down, pen),
        *_arrow_head(end, down, Pen(pen.colour, pen.width), size),
    ]


def _arrow_head(tip: complex, down: complex, pen: Pen, size: float) -> Iterator[Stroke]:
    """Draw the last part of an arrow that points up, and its two wings."""
    wing = complex(0.28 * size, 0.4 * size)
    yield straight_stroke(tip + down, tip, pen)
    yield straight_stroke(tip, tip + wing, pen)
    yield straight_stroke(tip, tip - wing.conjugate(), pen)
