"""The colours of boards: squares in between, so that dark pieces are dark on them and light ones light in every theme.

They are the same in all themes, of the terminal and of pictures, but where there are no colours.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from visualizer.look.themes import TABLES

DARK, LIGHT = "#0A0A0A", "#FFFFFF"
"""The pieces."""
RIM = "#5A5A5A"
"""The outline of a dark piece, to be seen on another one."""
LEVELS = 5
"""Shades of a heat map."""


@dataclass(frozen=True, slots=True)
class BoardColours:
    """The colours of a board's squares.

    `grounds` has three shades of each ground, from dark to light; `heat` is from little to much, `words` what stands on
    each of its shades. `words_on_ground` is for letters and signs that are nobody's pieces, `line` stands between
    squares, `marks` are grounds by the value of a mark.
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
    """Return the shade of a part of the most, from 0 to 1.

    >>> level(0), level(0.5), level(1)
    (0, 2, 4)
    """
    return min(LEVELS - 1, int(part * LEVELS))
