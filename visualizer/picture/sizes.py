"""How large the parts of a drawing are, in units of its text size; the layout and the drawing agree through these."""

from __future__ import annotations

from visualizer.ink import LETTER, LONGEST, clip, letters
from visualizer.picture import Box, Shape

MOVE, VALUE, SMALL = 0.86, 1.12, 0.8
"""Sizes of type: a move, a value, notes and windows."""
LEAF_HEIGHT, TRIANGLE_HEIGHT = 2.8, 3.7
NOTE_LINE, NOTE_EDGE = 1.05, 0.55
"""Height of a line of a note or badge, and what its edges add."""
NARROWEST = {Shape.MAX: 4.2, Shape.MIN: 4.2, Shape.LEAF: 2.5, Shape.BADGE: 3.0}
MOVE_ROOM, VALUE_ROOM = 0.42, 0.68
"""The part of a triangle's width that there is for the move and for the value, where the triangle is narrowest."""
PADDING = {Shape.MAX: 0.35, Shape.MIN: 0.35, Shape.LEAF: 0.8, Shape.BADGE: 1.1}


def note_lines(text: str) -> list[str]:
    """Split a note so that it stays narrow.

    >>> note_lines("4 more, 9,312 nodes, 3,404 cutoffs")
    ['4 more', '9,312 nodes', '3,404 cutoffs']
    """
    return [clip(part) for part in text.split(", ")[:4]]


def note_size(text: str, text_size: float) -> tuple[float, float]:
    """Return the width and height of a note with its edges."""
    lines = note_lines(text)
    width = max(map(letters, lines)) * LETTER * SMALL + PADDING[Shape.BADGE]
    return width * text_size, (len(lines) * NOTE_LINE + NOTE_EDGE) * text_size


def size_of(box: Box, text_size: float, longest: int = 0) -> tuple[float, float]:
    """Return a box's width and height: room for its words, and for values of `longest` letters."""
    shape = box.shape
    if shape is Shape.BADGE:
        width, height = note_size(box.text, text_size)
        return round(max(width, NARROWEST[shape] * text_size), 2), round(height, 2)
    move = letters(clip(box.move)) * LETTER * MOVE
    value = (max(letters(clip(box.value)), min(longest, LONGEST)) + 0.5) * LETTER * VALUE
    if shape is Shape.LEAF:
        inner, height = max(move, value), LEAF_HEIGHT
    else:
        inner, height = max(move / MOVE_ROOM, value / VALUE_ROOM), TRIANGLE_HEIGHT
    width = max(inner + PADDING[shape], NARROWEST[shape])
    return round(width * text_size, 2), round(height * text_size, 2)


def room_of(box: Box, width: float, text_size: float) -> float:
    """Return the room that a box of a width needs, that of the note below it included."""
    return max(width, round(note_size(box.note, text_size)[0], 2)) if box.note else width
