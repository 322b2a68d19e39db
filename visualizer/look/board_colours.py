"""The colours of boards, from `themes.toml`: the same in all themes but mono, for the terminal and for pictures."""

from dataclasses import dataclass, field

from visualizer.look.themes import TABLES

DARK, LIGHT = "#0A0A0A", "#FFFFFF"
"""The pieces."""
RIM = "#9A9A9A"
"""The outline of a dark piece, visible on dark squares and on another piece."""
LEVELS = 5
"""Shades of a heat map."""


@dataclass(frozen=True, slots=True)
class BoardColours:
    """The colours of a board's squares.

    `grounds` has three shades of each ground, from dark to light; `heat` goes from little to much, `words` are the
    colours of words on each of its shades. `words_on_ground` is for letters and signs that are no pieces, `line` is
    between squares, `marks` are grounds by the value of a mark.
    """

    grounds: dict[str, tuple[str, str, str]]
    heat: tuple[str, ...]
    words: tuple[str, ...]
    words_on_ground: str
    line: str
    marks: dict[str, str] = field(default_factory=dict)


COLOURS, COLOURLESS = (BoardColours(**TABLES[name]) for name in ("boards", "colourless_boards"))
"""In colours, and without any for paper."""


def board_colours(theme: str) -> BoardColours:
    """Return the colours of boards in a theme of pictures, by its name."""
    return COLOURLESS if theme == "mono" else COLOURS


def level(part: float) -> int:
    """Return the shade, from 0, of a part of the maximum.

    >>> level(0), level(0.5), level(1)
    (0, 2, 4)
    """
    return min(LEVELS - 1, int(part * LEVELS))
