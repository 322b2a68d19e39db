"""A node as shapes: triangles up for MAX and down for MIN, rounded boxes for leaves, notes for the rest.

Colour only adds to what line, weight and sign already tell, so a black and white print loses nothing.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from visualizer.ink import CAPITAL, LETTER, Circle, Ink, Line, Pen, Polygon, Rectangle, Text, clip, letters
from visualizer.legend import LEGEND, THEMES, State, Theme
from visualizer.picture import Box, Shape
from visualizer.picture.sizes import (
    MOVE,
    MOVE_ROOM,
    NOTE_EDGE,
    NOTE_LINE,
    SMALL,
    VALUE,
    VALUE_ROOM,
    note_lines,
    note_size,
)

SIGNED = frozenset({State.CURRENT, State.BEST, State.CUT, State.STOPPED})
"""States whose sign is put on the node."""
WIDTHS = {State.OPEN: 0.14, State.CURRENT: 0.23, State.BEST: 0.19, State.CUT: 0.15, State.TO_COME: 0.075}
PLAIN_WIDTH = 0.09
SIGN_RADIUS = 0.52


@cache
def pen_of(state: State, theme: str, size: float) -> Pen:
    """Return the pen for a node's outline."""
    look = LEGEND[state]
    return Pen(THEMES[theme].lines[look.hue], round(WIDTHS.get(state, PLAIN_WIDTH) * size, 2), look.line)


def box_ink(box: Box, theme: Theme, size: float) -> list[Ink]:
    """Draw a box with its words and, where its state has one, its sign."""
    shapes = DRAWERS[box.shape](box, theme, size)
    if box.state in SIGNED:
        shapes += sign_ink(*_corner(box, size), box.state, theme, size)
    return shapes


def _outline(box: Box, theme: Theme, size: float) -> tuple[str, Pen]:
    return theme.fills[LEGEND[box.state].hue], pen_of(box.state, theme.name, size)


def _colours(box: Box, theme: Theme) -> tuple[str, str]:
    """Return the colours of the move and the value."""
    if box.state is State.PRUNED:
        return theme.faint, theme.lines[LEGEND[State.PRUNED].hue]
    return (theme.faint, theme.faint) if box.state in (State.TO_COME, State.FOLDED) else (theme.text, theme.text)


def _triangle(box: Box, theme: Theme, size: float) -> list[Ink]:
    """Draw a triangle: the move small towards the tip, the value large at the base, alone in the middle at the root."""
    up = box.shape is Shape.MAX
    left, right = box.x - box.width / 2, box.x + box.width / 2
    top, bottom, height = box.y, box.y + box.height, box.height
    fill, pen = _outline(box, theme, size)
    points = ((box.x, top), (right, bottom), (left, bottom)) if up else ((left, top), (right, top), (box.x, bottom))
    move_size = _fit(box.move, MOVE * size, box.width * MOVE_ROOM)
    value_size = _fit(box.value, VALUE * size, box.width * VALUE_ROOM)
    move_line = top + 0.56 * height if up else bottom - 0.56 * height + CAPITAL * move_size
    value_line = bottom - 0.11 * height if up else top + 0.11 * height + CAPITAL * value_size
    if not box.move:
        value_size *= 1.15
        value_line = bottom - 0.17 * height if up else top + 0.17 * height + CAPITAL * value_size
    return [Polygon(points, fill, pen), *_words(box, theme, (move_line, move_size), (value_line, value_size))]


def _leaf(box: Box, theme: Theme, size: float) -> list[Ink]:
    """Draw a rounded box: the move above, the value below; a pruned one is struck out."""
    fill, pen = _outline(box, theme, size)
    rectangle = Rectangle(box.x - box.width / 2, box.y, box.width, box.height, fill, pen, round(0.45 * size, 2))
    move_size = _fit(box.move, MOVE * size, box.width - 0.4 * size)
    value_size = _fit(box.value, VALUE * size, box.width - 0.4 * size)
    move_line, value_line = box.y + 0.40 * box.height, box.y + 0.83 * box.height
    if not box.value and box.state is not State.PRUNED:
        move_line = box.y + 0.5 * (box.height + CAPITAL * move_size)
    shapes: list[Ink] = [rectangle]
    shapes += _words(box, theme, (move_line, move_size), (value_line, value_size))
    if box.state is State.PRUNED:
        _, colour = _colours(box, theme)
        half = (letters(clip(box.move)) / 2 + 0.5) * LETTER * move_size
        y = move_line - 0.36 * move_size
        shapes.append(Line(box.x - half, y, box.x + half, y, Pen(colour, round(0.1 * size, 2))))
        shapes.append(Text(box.x, value_line, LEGEND[State.PRUNED].glyph, 1.15 * size, colour, bold=True))
    return shapes


def _words(box: Box, theme: Theme, move: tuple[float, float], value: tuple[float, float]) -> list[Ink]:
    """Write the move and the value, each with its baseline and size."""
    move_colour, value_colour = _colours(box, theme)
    words: list[Ink] = []
    if box.move:
        words.append(Text(box.x, move[0], clip(box.move), move[1], move_colour))
    if box.value:
        words.append(Text(box.x, value[0], clip(box.value), value[1], value_colour, bold=True))
    return words


def _fit(text: str, size: float, room: float) -> float:
    """Return the size of type, smaller if the words would not fit."""
    wanted = letters(text if len(text) < 40 else clip(text)) * LETTER * size
    return size if wanted <= room else round(size * room / wanted, 2)


def _badge(box: Box, theme: Theme, size: float) -> list[Ink]:
    """Draw a small note that stands for several nodes."""
    fill, pen = _outline(box, theme, size)
    plate = Rectangle(box.x - box.width / 2, box.y, box.width, box.height, fill, pen)
    return note_ink(plate, note_lines(box.text), _colours(box, theme)[1], size)


def note_ink(plate: Rectangle, lines: list[str], colour: str, size: float) -> list[Ink]:
    """Draw lines of words on a plate, whose corners become round."""
    middle = plate.x + plate.width / 2
    first = plate.y + (NOTE_EDGE / 2 + 0.5 * (NOTE_LINE + CAPITAL * SMALL)) * size
    return [
        replace(plate, radius=round(min(plate.height / 2, 0.8 * size), 2)),
        *(
            Text(middle, first + number * NOTE_LINE * size, line, SMALL * size, colour)
            for number, line in enumerate(lines)
        ),
    ]


DRAWERS = {Shape.MAX: _triangle, Shape.MIN: _triangle, Shape.LEAF: _leaf, Shape.BADGE: _badge}


def _corner(box: Box, size: float) -> tuple[float, float]:
    """Return where a box's sign goes: on the slanted side of a triangle, on the upper right corner of a leaf."""
    if box.shape is Shape.LEAF:
        return box.x + box.width / 2 - 0.15 * size, box.y + 0.1 * size
    part = 0.30
    y = box.y + part * box.height if box.shape is Shape.MAX else box.y + (1 - part) * box.height
    return box.x + part * box.width / 2 + 0.3 * size, y


def sign_ink(x: float, y: float, state: State, theme: Theme, size: float) -> list[Ink]:
    """Draw the sign of a state: light on a small disc."""
    colour, radius = theme.lines[LEGEND[state].hue], SIGN_RADIUS * size
    type_size = 0.95 * size
    return [
        Circle(x, y, radius, colour, Pen(theme.page, round(0.1 * size, 2))),
        Text(x, y + 0.36 * type_size, LEGEND[state].glyph, type_size, theme.page),
    ]


def below_ink(box: Box, theme: Theme, size: float) -> list[Ink]:
    """Write below a box its window, while it is open, and what is folded under it; plates keep edges away."""
    shapes: list[Ink] = []
    y = box.y + box.height + 0.08 * size
    for words, hue, line, colour in (
        (box.window, LEGEND[State.OPEN].hue, "solid", theme.text),
        (box.note, LEGEND[State.FOLDED].hue, LEGEND[State.FOLDED].line, theme.faint),
    ):
        if words:
            width, height = note_size(words, size)
            pen = Pen(theme.lines[hue], round(0.08 * size, 2), line)
            plate = Rectangle(box.x - width / 2, y, width, height, theme.page, pen)
            shapes += note_ink(plate, note_lines(words), colour, size)
            y += height + 0.1 * size
    return shapes
