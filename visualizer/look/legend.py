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
    State.PRUNED: Look("pruned: never visited", "✕", "purple", "dashed", strike=True),
    State.STOPPED: Look("stopped: the search ended here", "■", "grey", "dashed"),
    State.EARLIER: Look("earlier: known from the pass or look before", "◦", "grey"),
}


ANSWERED, ANSWER_FROM = "▣", "⇠"
"""The shape of a leaf whose value a table knew, and the sign of the node where that was found out."""

HUES = ("grey", "blue", "yellow", "sky", "green", "vermillion", "purple", "orange")


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
        "light", "#FFFFFF", "#1B1F24", "#656D76",
        {"grey": "#6E7781", "blue": "#067AC1", "yellow": "#84693B", "sky": "#2F7BA8", "green": "#006349",
         "vermillion": "#C8450A", "purple": "#9A2595", "orange": "#683A00"},
        {"grey": "#F6F8FA", "blue": "#E6F1FA", "yellow": "#FFF3B0", "sky": "#EEF6FC", "green": "#D8F3E9",
         "vermillion": "#FFF1E8", "purple": "#FAF0FA", "orange": "#FFF4E0"},
    ),
    "dark": Theme(
        "dark", "#0D1117", "#E6EDF3", "#8B949E",
        {"grey": "#7D8590", "blue": "#109BF0", "yellow": "#F0E442", "sky": "#56B4E9", "green": "#2BC79A",
         "vermillion": "#F07B3A", "purple": "#CC8BD0", "orange": "#E69F00"},
        {"grey": "#161B22", "blue": "#0B2A40", "yellow": "#3A3710", "sky": "#10202C", "green": "#06301F",
         "vermillion": "#32190B", "purple": "#26142A", "orange": "#30220A"},
    ),
    "mono": Theme(
        "mono", "#FFFFFF", "#000000", "#555555",
        dict.fromkeys(HUES, "#000000"),
        dict.fromkeys(HUES, "#FFFFFF") | {"yellow": "#DDDDDD"},
    ),
    "contrast": Theme(
        "contrast", "#000000", "#FFFFFF", "#D0D0D0",
        {"grey": "#C0C0C0", "blue": "#35A4FA", "yellow": "#FFFF33", "sky": "#9AD4FF", "green": "#33E8A8",
         "vermillion": "#FC8663", "purple": "#E0B0F0", "orange": "#FDB023"},
        dict.fromkeys(HUES, "#000000") | {"yellow": "#333300"},
    ),
}  # fmt: skip
"""The states' hues stay apart for people who see fewer colours, too; words have 4.5:1 on the page, lines 3:1."""

STYLED = Theme(
    "styled", "var(--page)", "var(--text)", "var(--faint)",
    {hue: f"var(--line-{hue})" for hue in HUES}, {hue: f"var(--fill-{hue})" for hue in HUES},
)  # fmt: skip
"""For pages of the web: colours have names, and what they are a style sheet says, so that it can change."""
DRAWN = {**THEMES, STYLED.name: STYLED}
"""Every theme in which a picture can be drawn."""


def style_variables(theme: Theme) -> str:
    """Return what the names in `STYLED` stand for in another theme, as CSS.

    >>> style_variables(THEMES["mono"])[:40]
    '--page:#FFFFFF;--text:#000000;--faint:#5'
    """
    colours = {"page": theme.page, "text": theme.text, "faint": theme.faint}
    colours |= {f"line-{hue}": theme.lines[hue] for hue in HUES} | {f"fill-{hue}": theme.fills[hue] for hue in HUES}
    return "".join(f"--{name}:{colour};" for name, colour in colours.items())
