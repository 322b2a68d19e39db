"""Words broken into lines of a width."""

from __future__ import annotations

from textwrap import wrap

from visualizer.look.shapes import LETTER, clip
from visualizer.picture.shapes.sizes import LONGEST_WORDS


def lines_in(words: str, size: float, width: float) -> list[str]:
    """Return words as lines that fit a width."""
    return wrap(clip(words, LONGEST_WORDS), letters_in(size, width))


def letters_in(size: float, width: float) -> int:
    """Return how many letters of a size fit a width."""
    return max(8, int(width / (LETTER * size)))
