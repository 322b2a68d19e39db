"""How large the parts of a drawing are, in units of its text size; the layout and the drawing agree through these."""

from __future__ import annotations

from unicodedata import east_asian_width

from visualizer.glyphs import printable
from visualizer.picture import Box, Shape

LETTER = 0.602
"""Width of a letter of the drawing's type (monospaced) in units of its size."""
CAPITAL = 0.73
"""Height of a capital letter in units of its size."""
MOVE, VALUE, SMALL = 0.86, 1.12, 0.8
"""Sizes of type: a move, a value, notes and windows."""
LONGEST = 40
"""Letters of a label that are drawn; a longer one ends in an ellipsis."""
LEAF_HEIGHT, TRIANGLE_HEIGHT, BADGE_HEIGHT = 2.8, 3.7, 1.7
NARROWEST = {Shape.MAX: 4.2, Shape.MIN: 4.2, Shape.LEAF: 2.5, Shape.BADGE: 3.0}
MOVE_ROOM, VALUE_ROOM = 0.42, 0.68
"""The part of a triangle's width that there is for the move and for the value, where the triangle is narrowest."""
PADDING = {Shape.MAX: 0.35, Shape.MIN: 0.35, Shape.LEAF: 0.8, Shape.BADGE: 1.0}


def letters(text: str) -> int:
    """Count the places that a text takes in monospaced type; wide letters take two.

    >>> letters("a2"), letters("石")
    (2, 2)
    """
    return len(text) if text.isascii() else sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)


def clip(text: str, longest: int = LONGEST) -> str:
    """Return a text that can be drawn: no control characters, and an ellipsis where it is too long.

    >>> clip("a\\tb"), clip("knight takes", 7)
    ('a�b', 'knight…')
    """
    short = text if len(text) <= longest else text[: longest - 1] + "…"
    return short if short.isprintable() else printable(short)


def size_of(box: Box, text_size: float) -> tuple[float, float]:
    """Return a box's width and height, with room for its words and one letter more in its value."""
    shape = box.shape
    move, value = letters(clip(box.move)) * LETTER * MOVE, (letters(clip(box.value)) + 0.5) * LETTER * VALUE
    if shape is Shape.BADGE:
        inner, height = letters(clip(box.text)) * LETTER * SMALL, BADGE_HEIGHT
    elif shape is Shape.LEAF:
        inner, height = max(move, value), LEAF_HEIGHT
    else:
        inner, height = max(move / MOVE_ROOM, value / VALUE_ROOM), TRIANGLE_HEIGHT
    width = max(inner + PADDING[shape], NARROWEST[shape])
    if box.note:
        width = max(width, (letters(clip(box.note)) + 1.5) * LETTER * SMALL)
    return round(width * text_size, 2), round(height * text_size, 2)
