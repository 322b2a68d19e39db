"""The colours of boards: squares in between, so that dark pieces are dark on them and light ones light in every theme.

They are the same in all themes, of the terminal and of pictures, but where there are no colours.
"""

from __future__ import annotations

from dataclasses import dataclass, field

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


COLOURS = BoardColours(
    grounds={
        "wood": ("#875830", "#9A663A", "#BA8755"),
        "green": ("#2B6E47", "#357F54", "#4E986C"),
        "grey": ("#5F6772", "#6E7783", "#858E9A"),
    },
    heat=("#FFF3C4", "#FFD56B", "#F79A3C", "#DB5F1C", "#8E2408"),
    words=(DARK, DARK, DARK, DARK, LIGHT),
    words_on_ground=LIGHT,
    line="#262626",
    marks={"placed": "#1F63B5", "arrived": "#1F63B5", "left": "#4B7DB8", "flipped": "#7A4BA6", "captured": "#B5352A"},
)
GREYS = ("#C8C8C8", "#EFEFEF", "#FFFFFF")
COLOURLESS = BoardColours(
    grounds=dict.fromkeys(COLOURS.grounds, GREYS),
    heat=("#FFFFFF", "#E8E8E8", "#D0D0D0", "#B8B8B8", "#A0A0A0"),
    words=(DARK,) * LEVELS,
    words_on_ground=DARK,
    line="#8C8C8C",
    marks=dict.fromkeys(COLOURS.marks, "#FFFFFF"),
)
"""For paper, in pictures without colour."""


def board_colours(theme: str) -> BoardColours:
    """Return the colours of boards in a theme of pictures, by its name."""
    return COLOURLESS if theme == "mono" else COLOURS


def level(part: float) -> int:
    """Return the shade of a part of the most, from 0 to 1.

    >>> level(0), level(0.5), level(1)
    (0, 2, 4)
    """
    return min(LEVELS - 1, int(part * LEVELS))
