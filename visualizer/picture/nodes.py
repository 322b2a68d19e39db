"""A node as shapes: triangles up for MAX and down for MIN, rounded boxes for leaves, notes for the rest.

Colour only adds to what line, weight and sign already tell, so a black and white print loses nothing.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from visualizer.look.legend import LEGEND, THEMES, State, Theme
from visualizer.look.shapes import CAPITAL, LETTER, Circle, Pen, Polygon, Rectangle, Shape, Stroke, Text, clip, letters
from visualizer.picture import Box, BoxShape, sizes

SIGNED = frozenset({State.CURRENT, State.BEST, State.CUT, State.STOPPED})
"""States whose sign is put on the node."""
QUIET = frozenset({State.TO_COME, State.FOLDED, State.EARLIER})
"""States whose words are faint."""
WIDTHS = {State.OPEN: 0.14, State.CURRENT: 0.23, State.BEST: 0.19, State.CUT: 0.15, State.TO_COME: 0.075}
PLAIN_WIDTH = 0.09
SIGN_RADIUS = 0.52


@cache
def pen_of(state: State, theme: str, size: float) -> Pen:
    """Return the pen for a node's outline."""
    look = LEGEND[state]
    return Pen(THEMES[theme].lines[look.hue], round(WIDTHS.get(state, PLAIN_WIDTH) * size, 2), look.line)


def box_shapes(box: Box, theme: Theme, size: float) -> list[Shape]:
    """Draw a box with its words and, where its state has one, its sign."""
    shapes, state = DRAWERS[box.shape](box, theme, size), box.drawn_as
    if state in SIGNED:
        shapes += sign_shapes(*_corner(box, size), state, theme, size)
    return shapes


def _outline(box: Box, theme: Theme, size: float) -> tuple[str, Pen]:
    return theme.fills[LEGEND[box.drawn_as].hue], pen_of(box.drawn_as, theme.name, size)


def _colours(box: Box, theme: Theme) -> tuple[str, str]:
    """Return the colours of the move and the value."""
    if box.state is State.PRUNED:
        return theme.faint, theme.lines[LEGEND[State.PRUNED].hue]
    return (theme.faint, theme.faint) if box.drawn_as in QUIET else (theme.text, theme.text)


def _triangle(box: Box, theme: Theme, size: float) -> list[Shape]:
    """Draw a triangle: the value large at the base, the move small towards the tip, or above if it is too long."""
    up, above = box.shape is BoxShape.MAX, sizes.is_above(box)
    left, right = box.x - box.width / 2, box.x + box.width / 2
    top, bottom = box.y + sizes.ABOVE * size * above, box.y + box.height
    fill, pen = _outline(box, theme, size)
    points = ((box.x, top), (right, bottom), (left, bottom)) if up else ((left, top), (right, top), (box.x, bottom))
    value_size, foot = sizes.value_line(box)
    value_type = _fit(box.value, value_size * size, box.width * sizes.part_at(sizes.value_reach(box)))
    value_baseline = bottom - foot * size if up else top + foot * size + CAPITAL * value_type
    move_type = sizes.move_size(box) * size
    move_end = sizes.move_reach(box) * size
    move_baseline = bottom - move_end + CAPITAL * move_type if up else top + move_end
    if above:
        move_baseline = box.y + 0.5 * (sizes.ABOVE - 0.2) * size + 0.5 * CAPITAL * move_type
    shapes: list[Shape] = [Polygon(points, fill, pen)]
    shapes += _words(box, theme, (move_baseline, move_type), (value_baseline, value_type))
    if box.state is State.PRUNED:
        shapes += _struck(box, theme, size, (move_baseline, move_type), value_baseline)
    return shapes


def _leaf(box: Box, theme: Theme, size: float) -> list[Shape]:
    """Draw a rounded box: the move above, the value below; a pruned one is struck out."""
    fill, pen = _outline(box, theme, size)
    rectangle = Rectangle(box.x - box.width / 2, box.y, box.width, box.height, fill, pen, round(0.45 * size, 2))
    move_type = _fit(box.move, sizes.MOVE * size, box.width - 0.4 * size)
    value_type = _fit(box.value, sizes.VALUE * size, box.width - 0.4 * size)
    move_baseline, value_baseline = box.y + 0.40 * box.height, box.y + 0.83 * box.height
    if not box.value and box.state is not State.PRUNED:
        move_baseline = box.y + 0.5 * (box.height + CAPITAL * move_type)
    shapes: list[Shape] = [rectangle]
    shapes += _words(box, theme, (move_baseline, move_type), (value_baseline, value_type))
    if box.state is State.PRUNED:
        shapes += _struck(box, theme, size, (move_baseline, move_type), value_baseline)
    return shapes


def _struck(box: Box, theme: Theme, size: float, move: tuple[float, float], value_baseline: float) -> list[Shape]:
    """Strike out the move of a pruned node, and write its sign where a value would stand."""
    _, colour = _colours(box, theme)
    half, y = (letters(clip(box.move)) / 2 + 0.5) * LETTER * move[1], move[0] - 0.36 * move[1]
    return [
        Stroke(box.x - half, y, box.x + half, y, Pen(colour, round(0.1 * size, 2))),
        Text(box.x, value_baseline, LEGEND[State.PRUNED].glyph, 1.15 * size, colour, bold=True),
    ]


def _words(box: Box, theme: Theme, move: tuple[float, float], value: tuple[float, float]) -> list[Shape]:
    """Write the move and the value, each with its baseline and size."""
    move_colour, value_colour = _colours(box, theme)
    words: list[Shape] = []
    if box.move:
        words.append(Text(box.x, move[0], clip(box.move), move[1], move_colour))
    if box.value:
        words.append(Text(box.x, value[0], clip(box.value), value[1], value_colour, bold=True))
    return words


def _fit(text: str, size: float, room: float) -> float:
    """Return the size of type, smaller if the words would not fit."""
    wanted = sizes.width_of(text, size)
    return size if wanted <= room else round(size * room / wanted, 2)


def _badge(box: Box, theme: Theme, size: float) -> list[Shape]:
    """Draw a small note that stands for several nodes."""
    fill, pen = _outline(box, theme, size)
    plate = Rectangle(box.x - box.width / 2, box.y, box.width, box.height, fill, pen)
    return note_shapes(plate, sizes.note_lines(box.text), _colours(box, theme)[1], size)


def note_shapes(plate: Rectangle, lines: list[str], colour: str, size: float) -> list[Shape]:
    """Draw lines of words on a plate, whose corners become round."""
    middle = plate.x + plate.width / 2
    first = plate.y + (sizes.NOTE_EDGE / 2 + 0.5 * (sizes.NOTE_LINE + CAPITAL * sizes.SMALL)) * size
    return [
        replace(plate, radius=round(min(plate.height / 2, 0.8 * size), 2)),
        *(
            Text(middle, first + number * sizes.NOTE_LINE * size, line, sizes.SMALL * size, colour)
            for number, line in enumerate(lines)
        ),
    ]


DRAWERS = {BoxShape.MAX: _triangle, BoxShape.MIN: _triangle, BoxShape.LEAF: _leaf, BoxShape.BADGE: _badge}


def _corner(box: Box, size: float) -> tuple[float, float]:
    """Return where a box's sign goes, clear of words and edges: beside a triangle's tip, else at the lower right."""
    if box.shape not in (BoxShape.MAX, BoxShape.MIN):
        return _lower_right(box.x + box.width / 2, box.y + box.height, size)
    part, height = 0.25, box.height - sizes.ABOVE * size * sizes.is_above(box)
    y = box.y + box.height - (1 - part if box.shape is BoxShape.MAX else part) * height
    return box.x + part * box.width / 2 + 0.3 * size, y


def _lower_right(right: float, bottom: float, size: float) -> tuple[float, float]:
    return right + 0.05 * size, bottom - 0.1 * size


def sign_shapes(x: float, y: float, state: State, theme: Theme, size: float) -> list[Shape]:
    """Draw the sign of a state: light on a small disc."""
    colour, radius = theme.lines[LEGEND[state].hue], SIGN_RADIUS * size
    type_size = 0.95 * size
    return [
        Circle(x, y, radius, colour, Pen(theme.page, round(0.1 * size, 2))),
        Text(x, y + 0.36 * type_size, LEGEND[state].glyph, type_size, theme.page),
    ]


def below_shapes(box: Box, theme: Theme, size: float) -> list[Shape]:
    """Write below a box its window, while it is open, and what is folded under it; plates keep edges away."""
    shapes: list[Shape] = []
    foot = box.y + box.height
    if box.window:
        pen = Pen(theme.lines[LEGEND[State.OPEN].hue], round(0.08 * size, 2))
        shapes, foot = _plate(box.x, foot, sizes.window_lines(box.window), (theme.page, pen, theme.text), size)
    if box.note and box.running:
        look = theme.fills[LEGEND[State.CURRENT].hue], pen_of(State.CURRENT, theme.name, size), theme.text
        note, foot = _plate(box.x, foot, sizes.note_lines(box.note), look, size)
        right = box.x + sizes.plate_size(sizes.note_lines(box.note), size)[0] / 2
        shapes += [*note, *sign_shapes(*_lower_right(right, foot, size), State.CURRENT, theme, size)]
    elif box.note:
        pen = replace(pen_of(State.FOLDED, theme.name, size), width=round(0.08 * size, 2))
        shapes += _plate(box.x, foot, sizes.note_lines(box.note), (theme.page, pen, theme.faint), size)[0]
    return shapes


def _plate(
    x: float, above: float, lines: list[str], look: tuple[str, Pen, str], size: float
) -> tuple[list[Shape], float]:
    """Write lines on a plate under a place, in a fill, a pen and a colour; return it and where it ends."""
    (width, height), y = sizes.plate_size(lines, size), above + sizes.NOTE_GAP * size
    return note_shapes(Rectangle(x - width / 2, y, width, height, *look[:2]), lines, look[2], size), y + height
