"""A node as shapes: pointing up for MAX, down for MIN, round for chance, a rounded box for a leaf.

Folded nodes are a trapezium. A node's move stands on the edge above it, its window below. Colour only adds to what
line, weight and sign already tell, so a black and white print loses nothing.
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from math import cos, sin, tau

from visualizer.boards.shapes import draw_small, small_size
from visualizer.look.legend import LEGEND, State
from visualizer.look.shapes import CAPITAL, LETTER, Circle, Pen, Polygon, Rectangle, Shape, Stroke, Text, clip, letters
from visualizer.look.themes import DRAWN, Theme
from visualizer.picture.layout.placed_nodes import BOARD_GAP, NAME, QUARTERS, VALUE, WINDOW
from visualizer.picture.model import Box, BoxShape

NAME_ROOM, WINDOW_ROOM = NAME / QUARTERS, WINDOW / QUARTERS
"""Height of the lines for a move and for a window, like all lengths here in units of the text size."""
PEAK = 0.75
"""Height of the point of a node, which says whose turn it is."""
SIGN_RADIUS = 0.56
SIGNED = frozenset({State.CURRENT, State.BEST, State.CUT, State.STOPPED})
"""States whose sign is drawn on the node."""
QUIET = frozenset({State.TO_COME, State.EARLIER})
"""States whose words are faint."""
WIDTHS = {State.OPEN: 0.14, State.CURRENT: 0.23, State.BEST: 0.19, State.CUT: 0.15, State.TO_COME: 0.075}
PLAIN_WIDTH = 0.09
HEAVIER = 1.8
"""Factor by which lines are wider for what the last event changed."""
FROM_STEM = 0.45
"""Distance between the line down from a node and its window, in units of the text size."""
SIGN_AT = 0.62
"""Distance of a sign below the top of its box, in units of the text size."""
SHIFTS = {BoxShape.MAX: PEAK / 3, BoxShape.MIN: -PEAK / 3}
"""Distance of a value below the middle of its box, away from the point, in units of the text size."""
LABEL_GAP = 0.62
"""Distance between a node and its label in a book, in units of the text size."""
BOUNDS = {"α": "orange", "β": "blue"}
"""The hues of the ends of a window."""
CIRCLE = tuple((round(cos(turn), 4), round(sin(turn), 4)) for turn in (tau * part / 48 for part in range(48)))
"""Points of the outline of a chance node."""
FOLDED_TOP = 0.62
"""The upper side of the trapezium of folded nodes, as a part of the lower one."""


@cache
def pen_of(state: State, theme: str, size: float) -> Pen:
    """Return the pen for a node's outline."""
    look = LEGEND[state]
    return Pen(DRAWN[theme].lines[look.hue], round(WIDTHS.get(state, PLAIN_WIDTH) * size, 2), look.line)


def heavier(pen: Pen) -> Pen:
    """Return the pen for what the last event changed."""
    return pen._replace(width=round(HEAVIER * pen.width, 2))


def box_shapes(box: Box, theme: Theme, size: float) -> list[Shape]:
    """Draw a box with its words and, where its state has one, its sign."""
    shapes: list[Shape] = [_outline(box, theme, size)]
    shapes += (_folded if box.shape is BoxShape.FOLDED else _node)(box, theme, size)
    state = State.CUT if box.is_cut and box.drawn_as is not State.CURRENT else box.drawn_as
    if state in SIGNED:
        shapes += sign_shapes(*_corner(box, size), state, theme, size)
    if box.sets:
        x, y = _corner(box, size)
        shapes += disc(2 * box.x - x, y, box.sets, theme.lines[BOUNDS[box.sets]], theme, size)
    if box.is_cut and state is State.CURRENT:
        x, y = _corner(box, size)
        shapes += sign_shapes(x, y + 2 * SIGN_RADIUS * size, State.CUT, theme, size)
    return shapes


def _outline(box: Box, theme: Theme, size: float) -> Polygon | Rectangle:
    """Return the outline of a node."""
    fill, pen = theme.fills[LEGEND[box.drawn_as].hue], pen_of(box.drawn_as, theme.name, size)
    if box.is_changed:
        pen = heavier(pen)
    if box.is_ghost:
        fill = ""
    half, peak = box.width / 2, PEAK * size
    left, right, top, bottom = box.x - half, box.x + half, box.y, box.y + box.height
    points: tuple[tuple[float, float], ...]
    if box.shape is BoxShape.LEAF:
        return Rectangle(left, top, box.width, box.height, fill, pen, round(0.45 * size, 2))
    if box.shape is BoxShape.MAX:
        points = (box.x, top), (right, top + peak), (right, bottom), (left, bottom), (left, top + peak)
    elif box.shape is BoxShape.MIN:
        points = (left, top), (right, top), (right, bottom - peak), (box.x, bottom), (left, bottom - peak)
    elif box.shape is BoxShape.CHANCE:
        middle = top + box.height / 2
        points = tuple((box.x + half * x, middle + box.height / 2 * y) for x, y in CIRCLE)
    else:
        narrow = FOLDED_TOP * half
        points = (box.x - narrow, top), (box.x + narrow, top), (right, bottom), (left, bottom)
    return Polygon(points, fill, pen)


def _words_colour(box: Box, theme: Theme) -> str:
    """Return the colour of the words in a box."""
    if box.is_ghost or box.state in QUIET:
        return theme.faint
    return theme.lines[LEGEND[State.PRUNED].hue] if box.state is State.PRUNED else theme.text


def _node(box: Box, theme: Theme, size: float) -> Sequence[Shape]:
    """Write a node's value, and the move above it; the words of a pruned node are struck through."""
    is_pruned, colour = box.state is State.PRUNED and not box.is_ghost, _words_colour(box, theme)
    shift = SHIFTS.get(box.shape, 0) * size
    value_type = fitted(box.value, VALUE * size, box.width - 2 * (SIGN_RADIUS + 0.01) * size)
    baseline = box.y + box.height / 2 + shift + 0.5 * CAPITAL * value_type
    words = [Text(box.x, baseline, clip(box.value), value_type, colour, bold=not is_pruned)] if box.value else []
    words += [_move(box, size, colour)] if box.move and box.room else []
    shapes: list[Shape] = [*words]
    if box.label:
        left = box.x - box.width / 2 - LABEL_GAP * size
        shapes.append(Text(left, baseline - shift, box.label, size, theme.text, "end"))
    if is_pruned:
        shapes += [_strike(text, size) for text in words if text.text != LEGEND[State.PRUNED].glyph]
        if not box.value:
            shapes.append(Text(box.x, baseline, LEGEND[State.PRUNED].glyph, VALUE * size, colour, bold=True))
    return shapes


def _move(box: Box, size: float, colour: str) -> Text:
    """Write the move that leads to a node, and how often that was visited, in the middle of the edge's end."""
    words = shortened(box.move, max(1, int((box.room + 0.01) / (LETTER * size)) - letters(box.looks)))
    y = box.head + 0.5 * (NAME_ROOM + CAPITAL) * size
    return Text(box.x, y, words + box.looks, size, colour)


def _strike(text: Text, size: float) -> Stroke:
    """Draw a line through words."""
    half, y = letters(text.text) / 2 * LETTER * text.size, text.y - 0.36 * text.size
    return Stroke(text.x - half, y, text.x + half, y, Pen(text.colour, round(0.1 * size, 2)))


@lru_cache(1 << 12)
def shortened(text: str, most: int) -> str:
    """Return a text with its middle left out where it has too many letters.

    >>> shortened("12x23x34x45", 7)
    '12x…x45'
    """
    text = clip(text, 10**6)
    if letters(text) <= most:
        return text
    half = (most - 1) // 2
    return text[: most - 1 - half] + "…" + (text[-half:] if half else "")


@lru_cache(1 << 12)
def fitted(text: str, size: float, room: float) -> float:
    """Return a text size at which words fit a width, at most `size`."""
    wanted = letters(clip(text)) * LETTER * size
    return size if wanted <= room else round(size * room / wanted, 2)


def _folded(box: Box, theme: Theme, size: float) -> Sequence[Shape]:
    """Write how many nodes are folded, and what became of them."""
    lines, colour = [*map(clip, box.lines)], _words_colour(box, theme)
    first = box.y + box.height / 2 - (len(lines) - 1) * 0.62 * size + 0.42 * CAPITAL * size
    return [Text(box.x, first + number * 1.24 * size, line, size, colour) for number, line in enumerate(lines)]


def _corner(box: Box, size: float) -> tuple[float, float]:
    """Return the middle of a box's sign: on its right side, clear of words and edges."""
    narrow = (1 - FOLDED_TOP) * box.width / 2 if box.shape is BoxShape.FOLDED else 0
    return box.x + box.width / 2 - narrow, box.y + SIGN_AT * size


def sign_shapes(x: float, y: float, state: State, theme: Theme, size: float) -> list[Shape]:
    """Draw the sign of a state: light on a small disc."""
    return disc(x, y, LEGEND[state].glyph, theme.lines[LEGEND[state].hue], theme, size)


def disc(x: float, y: float, sign: str, colour: str, theme: Theme, size: float) -> list[Shape]:
    """Draw a light sign on a small disc."""
    return [
        Circle(x, y, SIGN_RADIUS * size, colour, Pen(theme.page, round(0.1 * size, 2))),
        Text(x, y + 0.36 * size, sign, size, theme.page),
    ]


def bottom_of(box: Box, size: float) -> float:
    """Return the y of the lower edge of a box with the board below it."""
    board = 0 if box.board is None else small_size(box.board.board, size)[1] + BOARD_GAP / QUARTERS * size
    return box.y + box.height + board


def window_middle(box: Box, size: float) -> float:
    """Return the y of the middle of a box's window."""
    return bottom_of(box, size) + 0.5 * (WINDOW_ROOM + 0.1) * size


def below_shapes(box: Box, theme: Theme, size: float) -> list[Shape]:
    """Draw a box's board below it, and its window on both sides of the line down."""
    shapes: list[Shape] = []
    if box.board is not None:
        width, _ = small_size(box.board.board, size)
        y = box.y + box.height + BOARD_GAP / QUARTERS * size
        shapes += draw_small(box.board.board, theme, box.x - width / 2, y, size, box.board.marks)
    if box.stakes:
        shapes.append(Text(box.x, window_middle(box, size) + 0.5 * CAPITAL * size, box.stakes, size, theme.faint))
    if box.window is not None:
        low, between, high = box.window.parts
        y, gap = window_middle(box, size) + 0.5 * CAPITAL * size, FROM_STEM * size * (2.2 if between else 1)
        shapes += [
            Text(box.x - gap, y, low, size, theme.lines[BOUNDS["α"]], "end"),
            Text(box.x + gap, y, high, size, theme.lines[BOUNDS["β"]], "start"),
        ]
        if between:
            shapes.append(Text(box.x, y, between, size, theme.lines[LEGEND[State.CUT].hue], bold=True))
    return shapes
