"""How large the parts of a drawing are, in units of its text size; the layout and the drawing agree through these."""

from __future__ import annotations

from visualizer.look.shapes import CAPITAL, LETTER, LONGEST, clip, letters
from visualizer.picture import Box, BoxShape

MOVE, VALUE, SMALL = 0.86, 1.12, 0.8
"""Sizes of type: a move, a value, notes and windows."""
SMALLEST = 0.74
"""Size of type of a long move in a triangle."""
SHORT, LONG = 5, 7
"""Letters of a move that stand in a triangle as they are, and made smaller; a longer move stands above the triangle."""
ABOVE = 1.25
"""Height of a line for a move above a triangle."""
LEAF_HEIGHT, TRIANGLE_HEIGHT = 2.8, 4.3
FOOT, BETWEEN = 0.36, 0.34
"""Room in a triangle between its base and the value, and between the value and the move."""
ALONE, ALONE_FOOT = 1.29, 0.73
"""Size of type of a value without a move, and the room below it."""
NOTE_LINE, NOTE_EDGE = 0.95, 0.48
"""Height of a line of a note or badge, and what its edges add: four lines are no higher than a triangle."""
NOTE_GAP = 0.1
"""Room above a note."""
NARROWEST = {BoxShape.MAX: 4.4, BoxShape.MIN: 4.4, BoxShape.LEAF: 2.5, BoxShape.BADGE: 3.0}
PADDING = {BoxShape.MAX: 0.8, BoxShape.MIN: 0.8, BoxShape.LEAF: 0.8, BoxShape.BADGE: 1.1}
SPARE = 0.22
"""Room in a triangle above what stands there, for letters that go below or above the line."""
TRIANGLES = (BoxShape.MAX, BoxShape.MIN)
WIDEST_WINDOW = 14
"""A window of more letters is written in two lines."""


def drawn_letters(text: str) -> int:
    """Return how many letters of a text are drawn."""
    return letters(text if len(text) <= LONGEST else clip(text))


def width_of(text: str, size: float) -> float:
    """Return the width of words in type of a size."""
    return drawn_letters(text) * LETTER * size


def move_size(box: Box) -> float:
    """Return the size of type of a box's move: smaller where a triangle would become too wide."""
    count = drawn_letters(box.move)
    if not SHORT < count <= LONG or box.shape not in TRIANGLES:
        return MOVE
    return max(SMALLEST, MOVE * SHORT / count)


def is_above(box: Box) -> bool:
    """Say whether a box's move stands above its triangle, being too long to stand in it."""
    return drawn_letters(box.move) > LONG and box.shape in TRIANGLES


def value_line(box: Box) -> tuple[float, float]:
    """Return the size of type of a triangle's value and the room between it and the base."""
    return (VALUE, FOOT) if box.move else (ALONE, ALONE_FOOT)


def value_reach(box: Box) -> float:
    """Return how far the value reaches into a triangle from its base."""
    size, foot = value_line(box)
    return foot + CAPITAL * size


def move_reach(box: Box) -> float:
    """Return how far the move reaches into a triangle from its base."""
    return value_reach(box) + BETWEEN + CAPITAL * move_size(box)


def part_at(reach: float) -> float:
    """Return the part of a triangle's width that there is for what reaches so far into it.

    >>> part_at(0.0) > part_at(1.0) > 0
    True
    """
    return 1 - (reach + SPARE) / TRIANGLE_HEIGHT


def note_lines(text: str) -> list[str]:
    """Split a note so that it stays narrow.

    >>> note_lines("4 more, 9,312 nodes, 3,404 cutoffs")
    ['4 more', '9,312 nodes', '3,404 cutoffs']
    """
    return [clip(part) for part in text.split(", ")[:4]]


def window_lines(text: str) -> list[str]:
    """Split a window so that it stays narrow.

    >>> window_lines("α 3  β +∞"), window_lines("α −1,000  β +1,000")
    (['α 3  β +∞'], ['α −1,000', 'β +1,000'])
    """
    return [clip(part) for part in text.split("  ")[:2]] if letters(text) > WIDEST_WINDOW else [clip(text)]


def plate_size(lines: list[str], text_size: float) -> tuple[float, float]:
    """Return the width and height of a note of so many lines with its edges."""
    width = max(map(letters, lines)) * LETTER * SMALL + PADDING[BoxShape.BADGE]
    return round(width * text_size, 2), round((len(lines) * NOTE_LINE + NOTE_EDGE) * text_size, 2)


def note_size(text: str, text_size: float) -> tuple[float, float]:
    """Return the width and height of a note with its edges."""
    return plate_size(note_lines(text), text_size)


def size_of(box: Box, text_size: float, longest: int = 0) -> tuple[float, float]:
    """Return a box's width and height: room for its words, and for values of `longest` letters."""
    shape = box.shape
    if shape is BoxShape.BADGE:
        width, height = note_size(box.text, text_size)
        return max(width, round(NARROWEST[shape] * text_size, 2)), height
    move = width_of(box.move, move_size(box))
    value = (max(drawn_letters(box.value), min(longest, LONGEST)) + 0.5) * LETTER * VALUE
    height = LEAF_HEIGHT
    if shape in TRIANGLES:
        height = TRIANGLE_HEIGHT + ABOVE * is_above(box)
        move = move if is_above(box) else move / part_at(move_reach(box))
        value *= value_line(box)[0] / VALUE / part_at(value_reach(box))
    width = max(max(move, value) + PADDING[shape], NARROWEST[shape])
    return round(width * text_size, 2), round(height * text_size, 2)


def below_size(box: Box, text_size: float) -> tuple[float, float]:
    """Return the width and height of what stands below a box: its window and what is folded there."""
    if not box.window and not box.note:
        return 0.0, 0.0
    plates = [window_lines(box.window)] * bool(box.window) + [note_lines(box.note)] * bool(box.note)
    sizes = [plate_size(lines, text_size) for lines in plates]
    height = sum(height + NOTE_GAP * text_size for _, height in sizes)
    return max(width for width, _ in sizes), height
