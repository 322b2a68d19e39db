"""How each state of a node looks: one table for the terminal, the exports and the README.

No state is told by its colour alone: glyph, line and weight differ too. The colours are Okabe and Ito's, safe for the
colour-blind.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class State(StrEnum):
    """What a node is, as drawn."""

    TO_COME = "to come"
    OPEN = "open"
    CURRENT = "current"
    DONE = "done"
    BEST = "best"
    CUT = "cut"
    PRUNED = "pruned"
    STOPPED = "stopped"
    FOLDED = "folded"
    EARLIER = "earlier"


@dataclass(frozen=True, slots=True)
class Look:
    """How a state looks: `hue` names a colour of a theme; `line` is solid, dashed or dotted."""

    word: str
    glyph: str
    hue: str
    line: str = "solid"
    bold: bool = False
    strike: bool = False


LEGEND = {
    State.TO_COME: Look("not visited yet", "·", "grey", "dotted"),
    State.OPEN: Look("open: being worked out", "●", "blue"),
    State.CURRENT: Look("here: the last event", "▸", "yellow", bold=True),
    State.DONE: Look("finished", "✓", "sky"),
    State.BEST: Look("on the best line", "★", "green", bold=True),
    State.CUT: Look("cut: left before its last child", "✂", "vermillion", bold=True),
    State.PRUNED: Look("pruned: never visited", "✕", "vermillion", "dashed", strike=True),
    State.STOPPED: Look("stopped: the search ended here", "■", "grey", "dashed"),
    State.FOLDED: Look("folded: not drawn", "▾", "grey", "dotted"),
    State.EARLIER: Look("earlier: known from the pass or look before", "◦", "grey"),
}


@dataclass(frozen=True, slots=True)
class Theme:
    """Colours for a drawing: the page, the text, and for each hue the line and the fill."""

    name: str
    page: str
    text: str
    faint: str
    lines: dict[str, str]
    fills: dict[str, str]


THEMES = {
    "light": Theme(
        "light", "#FFFFFF", "#1B1F24", "#6E7781",
        {"grey": "#8C959F", "blue": "#0072B2", "yellow": "#B58900", "sky": "#3D8FBF", "green": "#00795A",
         "vermillion": "#C24E00"},
        {"grey": "#F6F8FA", "blue": "#DCEBF7", "yellow": "#FFF3B0", "sky": "#EEF6FC", "green": "#D8F3E9",
         "vermillion": "#FFF1E8"},
    ),
    "dark": Theme(
        "dark", "#0D1117", "#E6EDF3", "#8B949E",
        {"grey": "#6E7681", "blue": "#4DA3DD", "yellow": "#F0E442", "sky": "#56B4E9", "green": "#2BC79A",
         "vermillion": "#F07B3A"},
        {"grey": "#161B22", "blue": "#0B2A40", "yellow": "#3A3710", "sky": "#10202C", "green": "#06301F",
         "vermillion": "#32190B"},
    ),
    "mono": Theme(
        "mono", "#FFFFFF", "#000000", "#555555",
        dict.fromkeys(("grey", "blue", "yellow", "sky", "green", "vermillion"), "#000000"),
        {"grey": "#FFFFFF", "blue": "#FFFFFF", "yellow": "#DDDDDD", "sky": "#FFFFFF", "green": "#FFFFFF",
         "vermillion": "#FFFFFF"},
    ),
}  # fmt: skip
