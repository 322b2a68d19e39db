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

from visualizer.draw.boards.shapes import (
    BASELINE_DROP,
    Points,
    draw_small_board,
    small_board_size,
)
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
"""How much higher the first sign is for each further one, so that the last is inside the box."""
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
"""The length of the upper side of the trapezium of folded nodes, as a part of the lower side."""


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
        # Most priors are small: their square roots differ more than the priors themselves.
        width = MIN_PRIOR_WIDTH + PRIOR_WIDTH_RANGE * sqrt(box.prior)
        return pen._replace(width=round(width * size, 2))
    return heavier_pen(pen) if box.is_changed else pen


def box_shapes(box: Box, theme: Theme, size: float) -> list[Shape]:
    """Draw a box from the back to the front: outline, words, and the signs on its frame."""
    outline = _node_outline(box, theme, size)
    shapes: list[Shape] = [outline]
    if box.level:
        # Over the usual fill, a second fill covers a part of the node, in proportion to the mean.
        fill = replace(outline, pen=None)
        frame = replace(outline, fill="")
        shapes = [fill, _filled_part(outline, box, theme), frame]
    return [*shapes, *_node_texts(box, theme, size), *_frame_discs(box, theme, size)]


def _frame_discs(box: Box, theme: Theme, size: float) -> list[Shape]:
    """Draw the signs of a box on discs at the right of its frame, one below the other.

    There they touch no words, edges or signs of other nodes.
    """
    # Half the width of the upper side: a trapezium is narrower at the top.
    half_top = box.width / 2
    signs = frame_signs(box)
    shapes = list[Shape]()
    if box.shape is BoxShape.FOLDED:
        half_top -= (1 - FOLDED_TOP) * box.width / 2
        bound_sign = box.bound_sign
        if bound_sign is not None:
            # On the right the sign of a bound would cover words: it is in the upper left corner.
            signs.remove(bound_sign)
            shapes += sign_disc(
                box.x - half_top,
                box.y,
                bound_sign,
                theme=theme,
                size=size,
            )

    x = box.x + half_top
    # A column of several signs begins higher, so that its last sign is still inside the box.
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

    A node that was cut off has no sign of its state, unless it is the current node.
    """
    signs = [sign for sign in box.signs if sign.place is SignPlace.AFTER_VALUE]
    state = box.drawn_as
    cut_sign_is_enough = box.is_cut and state is not State.CURRENT
    if state in SIGNED_STATES and not cut_sign_is_enough:
        signs.insert(0, state_sign(state))
    return signs


def _node_outline(box: Box, theme: Theme, size: float) -> Polygon | Rectangle:
    """Return the outline of a node, whose shape says who moves; ghosts have no fill."""
    pen = outline_pen(box, theme, size)
    fill = "" if box.is_ghost else theme.fills[STATE_LOOKS[box.drawn_as].hue]
    if box.shape is BoxShape.LEAF:
        radius = round(0.45 * size, 2)
        left = box.x - box.width / 2
        return Rectangle(left, box.y, box.width, box.height, fill, pen, radius)
    return Polygon(tuple(_corners(box, PEAK * size)), fill, pen)


def _corners(box: Box, peak: float) -> Points:
    """Return the corners of a node that is not a leaf, clockwise.

    A MAX node points up and a MIN node down; `peak` is the height of the point. Folded nodes are a
    trapezium. A chance node is round: its corners are many points of an ellipse.
    """
    if box.shape is BoxShape.CHANCE:
        return _points_of_ellipse(box)
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


def _points_of_ellipse(box: Box) -> Points:
    """Return the points of the ellipse that fills a box."""
    half_width = box.width / 2
    half_height = box.height / 2
    middle = box.y + half_height
    return [(box.x + half_width * x, middle + half_height * y) for x, y in UNIT_CIRCLE]


def _filled_part(outline: Polygon | Rectangle, box: Box, theme: Theme) -> Polygon:
    """Return the left part of a node, filled to show its mean: nothing for 0, all of it for 1."""
    if isinstance(outline, Rectangle):
        points = _octagon(box, outline.radius)
    else:
        points = outline.points
    left = box.x - box.width / 2
    right = left + (box.level or 0) * box.width
    return Polygon(tuple(clip_right(points, right)), theme.mean_fill)


def clip_right(points: Points, right: float) -> Iterator[tuple[float, float]]:
    """Cut off the part of a polygon on the right of the line x = `right`; yield the new corners.

    >>> [*clip_right([(0, 0), (4, 0), (4, 2), (0, 2)], 1)]
    [(0, 0), (1, 0.0), (1, 2.0), (0, 2)]
    """
    next_points = (*points[1:], points[0])
    for (x, y), (next_x, next_y) in zip(points, next_points, strict=True):
        if x <= right:
            yield x, y
        # An edge that crosses the line has a new corner there.
        crosses_line = (x <= right) != (next_x <= right)
        if crosses_line:
            yield right, y + (next_y - y) * (right - x) / (next_x - x)


def _octagon(box: Box, radius: float) -> Points:
    """Return the outline of a leaf as an octagon, with straight corners instead of round ones."""
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
    """Write a node's value, its move and its book label, or the lines of folded nodes.

    The value of a pruned node is struck through. A pruned node without a value has a sign instead.
    """
    colour = _word_colour(box, theme)
    if box.shape is BoxShape.FOLDED:
        yield from _folded_texts(box, size, colour)
        return

    is_pruned = box.state is State.PRUNED and not box.is_ghost
    value = clip_text(box.value)
    value_size = _value_text_size(box, size)
    middle_baseline = box.y + box.height / 2 + 0.5 * CAPITAL_HEIGHT * value_size
    # The value is off the middle, away from the node's point, where there is more room.
    baseline = middle_baseline + VALUE_SHIFTS.get(box.shape, 0) * size
    if value:
        yield Text(
            box.x,
            baseline,
            value,
            value_size,
            colour,
            bold=not is_pruned,
        )
    if box.move and box.move_width:
        yield _move_text(box, size, colour)
    if box.label:
        yield _label_text(box, middle_baseline, theme, size)
    if is_pruned and not value:
        yield _pruned_sign(box.x, baseline, size, colour)
    # A value that is only the sign of pruned nodes is not struck through.
    elif is_pruned and value != STATE_LOOKS[State.PRUNED].glyph:
        pen = Pen(colour, round(0.1 * size, 2))
        yield _strike_through(box, baseline, value_size, pen)


def _label_text(box: Box, baseline: float, theme: Theme, size: float) -> Text:
    """Write a book's label for a node at the left of its frame."""
    right = box.x - box.width / 2 - LABEL_GAP * size
    return Text(right, baseline, box.label, size, theme.text, "end")


def _word_colour(box: Box, theme: Theme) -> str:
    """Return the colour of a node's words: faint for ghosts, and in the `FAINT_STATES`."""
    if box.is_ghost or box.state in FAINT_STATES:
        return theme.faint
    if box.state is State.PRUNED:
        return theme.lines[STATE_LOOKS[State.PRUNED].hue]
    return theme.text


def _value_text_size(box: Box, size: float) -> float:
    """Return the text size at which a node's value fits its box.

    In a search by random games, the value is larger in a higher box.
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
    return Text(x, baseline, sign, VALUE_SIZE * size, colour, bold=True)


def _strike_through(box: Box, baseline: float, value_size: float, pen: Pen) -> Stroke:
    """Strike through the value of a pruned node."""
    half = display_width(clip_text(box.value)) / 2 * LETTER_WIDTH * value_size
    y = baseline - BASELINE_DROP * value_size
    return Stroke(box.x - half, y, box.x + half, y, pen)


def _move_text(box: Box, size: float, colour: str) -> Text:
    """Write the move that leads to a node, and its signs, at the lower end of the edge.

    For lack of room, the move is shortened in its middle, but the signs are not.
    """
    signs = signs_after_name(box.signs)
    # With 0.01 points more, a rounding error does not cost a letter.
    letters = int((box.move_width + 0.01) / (LETTER_WIDTH * size))
    letters_of_move = max(1, letters - display_width(signs))
    move = shorten_middle(box.move, letters_of_move)
    baseline = box.incoming_edge_y + 0.5 * (NAME_ROOM + CAPITAL_HEIGHT) * size
    return Text(box.x, baseline, move + signs, size, colour)


@lru_cache(1 << 12)
def fit_text_size(text: str, size: float, room: float) -> float:
    """Return the largest text size, at most `size`, at which a text fits the width `room`."""
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
        Text(x, y + BASELINE_DROP * size, sign.glyph, size, theme.page),
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
    if box.meaning:
        shapes.append(Text(box.x, baseline, box.meaning, size, theme.faint))
    if box.window is not None:
        shapes += _window_texts(box.window, box.x, baseline, theme, size)
    return shapes


def _node_board_shapes(box: Box, board: MarkedBoard, theme: Theme, size: float) -> list[Shape]:
    """Draw the board of a node below the middle of its box."""
    width, _ = small_board_size(board.board, size)
    gap = BOARD_GAP / QUARTERS_PER_TEXT_SIZE * size
    return draw_small_board(
        board.board,
        theme,
        x=box.x - width / 2,
        y=box.y + box.height + gap,
        size=size,
        marks=board.marks,
    )


def _window_texts(
    window: NodeWindow, x: float, baseline: float, theme: Theme, size: float
) -> Iterator[Text]:
    """Write alpha and beta on both sides of the stem: the line down from a node, at `x`.

    The sign of a closed window or of a question is written between them, on the stem.
    """
    low, sign, high = window.parts
    gap = WINDOW_STEM_GAP * size
    if sign:
        gap *= SIGNED_WINDOW_FACTOR
    low_colour = theme.lines[BOUND_SIGNS["α"].hue]
    high_colour = theme.lines[BOUND_SIGNS["β"].hue]
    yield Text(x - gap, baseline, low, size, low_colour, "end")
    yield Text(x + gap, baseline, high, size, high_colour, "start")
    if sign:
        yield Text(
            x,
            baseline,
            sign,
            size,
            theme.lines[STATE_LOOKS[State.CUT].hue],
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
"""Position of the cut on an edge, from 0 at the upper end to 1 at the lower end."""
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
    """The shapes of a film's last picture, reused for parts that have not changed since."""

    def __init__(self) -> None:
        """Begin without shapes."""
        self.last_parts: dict[str, tuple[tuple[Box | None, ...], Any]] = {}
        """For each part of the last picture, by its name, the boxes it shows and its shapes."""
        self.new_parts = dict(self.last_parts)

    def begin_picture(self) -> None:
        """Begin the next picture, which may reuse the parts of the last one."""
        self.last_parts = self.new_parts
        self.new_parts = {}

    def draw_part(
        self, name: str, boxes: tuple[Box | None, ...], draw: Callable[[], DrawnPart]
    ) -> DrawnPart:
        """Return the shapes of a part of the picture, from the last picture or from `draw`.

        The last picture's part with the same name is reused if it shows the same boxes.
        """
        last_part = self.last_parts.get(name)
        if last_part is not None:
            last_boxes, last_shapes = last_part
            # Unchanged boxes are the same objects: to compare their fields would take longer.
            if all(map(is_, last_boxes, boxes)):
                self.new_parts[name] = last_part
                unchanged: DrawnPart = last_shapes
                return unchanged
        shapes = draw()
        self.new_parts[name] = boxes, shapes
        return shapes


def edge_shapes_in_order(
    picture: Picture, boxes: dict[str, Box], theme: Theme, drawn: DrawnParts
) -> Iterator[Shape]:
    """Draw all edges, then the stems from which they begin, then arrows.

    Edges are drawn by their importance, since later shapes cover earlier ones. `boxes` are the
    picture's boxes by their keys, and `drawn` has the shapes of the last picture.
    """
    children = [box for box in picture.boxes if box.parent_key is not None]
    front_edges = dict[str, tuple[Box | None, Box]]()
    for box in sorted(children, key=lambda box: _edge_importance(box, boxes, picture)):
        parent = boxes.get(box.parent_key or "")
        draw_edge = partial(
            edge_shapes,
            parent,
            box,
            picture,
            theme=theme,
        )
        yield from drawn.draw_part(f"edge {box.key}", (parent, box), draw_edge)
        # A stem looks like the last edge drawn from it, which covers the others.
        front_edges[_stem_key(parent, box)] = parent, box
    for key, (parent, box) in front_edges.items():
        draw_stem = partial(
            stem_shapes,
            parent,
            box,
            picture,
            theme=theme,
        )
        yield from drawn.draw_part(f"down {key}", (parent, box), draw_stem)
    yield from _draw_arrows(picture, boxes, theme)


def _draw_arrows(picture: Picture, boxes: dict[str, Box], theme: Theme) -> Iterator[Shape]:
    """Draw an arrow from each node with a value from a table to the node where it was found."""
    for box in picture.boxes:
        if box.answered_from:
            yield from _draw_arrow(box, boxes[box.answered_from], theme, picture.plan.size)


def _edge_importance(child: Box, boxes: dict[str, Box], picture: Picture) -> tuple[float, float]:
    """Return the sort key of the edge above `child`: edges with larger keys are drawn in front.

    The best line is in front of all others. Beside a spine, edges of the same rank run along the
    same bar: the shorter edge is in front. `boxes` are all boxes by their keys.
    """
    rank = EDGE_RANKS.get(child.drawn_as, DEFAULT_EDGE_RANK)
    if child.on_best_line:
        rank = BEST_EDGE_RANK
    if picture.is_whole:
        return rank, 0
    start = _edge_start(boxes.get(child.parent_key or ""), child, picture)
    length = abs(child.x - start.real)
    return rank, -length


def _stem_key(parent: Box | None, child: Box) -> str:
    """Return the key of the stem from which the edge above `child` begins."""
    # A box that hangs from the line of breadcrumbs has a separate stem.
    if child.hangs_from:
        return child.key
    return "" if parent is None else parent.key


def edge_shapes(parent: Box | None, child: Box, picture: Picture, theme: Theme) -> list[Shape]:
    """Draw the edge from `parent` down to `child`, with a gap for the move that leads to `child`.

    `parent` is None if it is not drawn. In a tree along a spine, the edge first runs along a level
    bar. An edge to a pruned node is cut.
    """
    size = picture.plan.size
    pen = _pen_of_edge(parent, child, theme, size)
    begin = _edge_start(parent, child, picture)
    shapes: list[Shape] = []
    if not picture.is_whole:
        bar_y = _bar_y(begin, child)
        corner = complex(child.x, bar_y)
        if child.x != begin.real:
            shapes.append(straight_stroke(complex(begin.real, bar_y), corner, pen))
        begin = corner

    end = complex(child.x, child.incoming_edge_y)
    # In a pruned branch, only the topmost edge is cut.
    if child.drawn_as is State.PRUNED and not child.is_ghost:
        shapes += cut_mark(
            begin,
            end,
            pen,
            theme=theme,
            size=size,
        )
    else:
        shapes.append(straight_stroke(begin, end, pen))
    if child.incoming_edge_y < child.y:
        shapes.append(_edge_below_move(child, pen, size))
    return shapes


def _edge_below_move(child: Box, pen: Pen, size: float) -> Stroke:
    """Draw the last part of an edge, between the move and the box."""
    top = child.incoming_edge_y
    if child.move_width:
        top += NAME_ROOM * size
    return Stroke(child.x, top, child.x, child.y, pen)


def _pen_of_edge(parent: Box | None, child: Box, theme: Theme, size: float) -> Pen:
    """Return the pen for an edge, heavier if the last event changed the parent through the edge."""
    pen = edge_pen(child.drawn_as, child.on_best_line, theme.name, size)
    may_be_event = child.drawn_as in (State.CURRENT, State.PRUNED)
    if may_be_event and parent is not None and parent.is_changed:
        return heavier_pen(pen)
    return pen


def _edge_start(parent: Box | None, child: Box, picture: Picture) -> complex:
    """Return the point where the edge to `child` begins, as a complex number x + y·1j.

    The edge begins below `parent`. If the parent is not drawn, only named in the breadcrumbs, the
    edge begins below the line of breadcrumbs.
    """
    if parent is not None:
        return complex(parent.x, parent.outgoing_edge_y)
    if child.hangs_from:
        return complex(child.hangs_from, _breadcrumbs_bottom(picture))
    # Only the first box may hang from a breadcrumb. It has its own row, above the edges of others.
    first_box = picture.boxes[0]
    if first_box.hangs_from:
        return complex(picture.stem, first_box.outgoing_edge_y)
    return complex(picture.stem, _breadcrumbs_bottom(picture))


def _breadcrumbs_bottom(picture: Picture) -> float:
    """Return the y below the line of breadcrumbs, which names nodes that are not drawn."""
    return picture.plan.tree.y + 1.3 * picture.plan.size


def _bar_y(start: complex, child: Box) -> float:
    """Return the y of the level bar along which edges run beside a spine."""
    return start.imag + BAR_AT * (child.incoming_edge_y - start.imag)


def stem_shapes(parent: Box | None, child: Box, picture: Picture, theme: Theme) -> list[Shape]:
    """Draw the stem of a box: the line down to the point where the edges to its children begin.

    The box is `parent`, None if it is not drawn: then the stem begins at the breadcrumbs. The stem
    looks like the edge to `child`, and has a gap for a sign in the parent's window.
    """
    size = picture.plan.size
    edge_start = _edge_start(parent, child, picture)
    bottom = edge_start.imag if picture.is_whole else _bar_y(edge_start, child)
    top = _breadcrumbs_bottom(picture) if parent is None else bottom_of(parent, size)
    if bottom <= top + 0.01:
        return []

    pen = _stem_pen(child, theme, size)
    x = edge_start.real
    sign_y = _y_of_window_sign(parent, size)
    if sign_y is None:
        return [Stroke(x, top, x, bottom, pen)]
    half_gap = 0.6 * size
    strokes: list[Shape] = [Stroke(x, top, x, sign_y - half_gap, pen)]
    if sign_y + half_gap < bottom:
        strokes.append(Stroke(x, sign_y + half_gap, x, bottom, pen))
    return strokes


def _y_of_window_sign(box: Box | None, size: float) -> float | None:
    """Return the y of the sign between alpha and beta below a box, None for no sign."""
    if box is None or box.window is None:
        return None
    _, sign, _ = box.window.parts
    return window_middle(box, size) if sign else None


def _stem_pen(child: Box, theme: Theme, size: float) -> Pen:
    """Return the pen for the stem that leads to the edge above `child`."""
    pen = edge_pen(child.drawn_as, child.on_best_line, theme.name, size)
    if child.drawn_as in (State.PRUNED, State.TO_COME):
        return pen
    return Pen(pen.colour, pen.width)  # solid


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
    slash_pen = Pen(theme.lines[STATE_LOOKS[State.PRUNED].hue], round(CUT_STROKE * size, 2))
    edge = end - begin
    # Multiplied by this factor, the edge would be as long as the text is high.
    scale = size / (abs(edge) or 1)
    middle = begin + edge * CUT_AT
    half_gap = edge * (CUT_APART * scale)
    # To multiply an edge by 1j is to turn it by 90 degrees: the slashes go across it, leaning.
    half_slash = edge * (CUT_LEAN + 1j) * (CUT_REACH * scale)
    gap_begin = middle - half_gap
    gap_end = middle + half_gap
    return [
        straight_stroke(begin, gap_begin, pen),
        straight_stroke(gap_end, end, pen),
        straight_stroke(gap_begin - half_slash, gap_begin + half_slash, slash_pen),
        straight_stroke(gap_end - half_slash, gap_end + half_slash, slash_pen),
    ]


def _draw_arrow(answered: Box, source: Box, theme: Theme, size: float) -> list[Shape]:
    """Draw a dotted arrow from a node with a value from a table to the `source` of the value.

    The arrow leaves the first box at its lower side, and reaches `source` from below.
    """
    pen = Pen(theme.lines["orange"], round(0.12 * size, 2), "dotted")
    direction = 1 if source.x >= answered.x else -1
    down = complex(0, ARROW_BELOW * size)
    begin = complex(answered.x, answered.y + answered.height)
    # The middle of the source's lower side is left free for the edges to its children.
    end = complex(source.x - direction * source.width / 4, source.y + source.height)
    return [
        straight_stroke(begin, begin + down, pen),
        straight_stroke(begin + down, end + down, pen),
        *_draw_arrow_head(end, down, Pen(pen.colour, pen.width), size),
    ]


def _draw_arrow_head(tip: complex, down: complex, pen: Pen, size: float) -> Iterator[Stroke]:
    """Draw the last part of an arrow that points up, and its two wings."""
    wing = complex(0.28 * size, 0.4 * size)
    yield straight_stroke(tip + down, tip, pen)
    yield straight_stroke(tip, tip + wing, pen)
    yield straight_stroke(tip, tip - wing.conjugate(), pen)
