"""The look of each state of a node: one table for the terminal, the exports and docs/signs.md.

States differ in glyph, line and weight, not only in colour. The theme gives each hue its colour.
"""

from enum import StrEnum
from typing import NamedTuple


class State(StrEnum):
    """The state of a node, as drawn."""

    TO_COME = "to come"
    OPEN = "open"
    CURRENT = "current"
    DONE = "done"
    BEST = "best"
    CUT = "cut"
    PRUNED = "pruned"
    STOPPED = "stopped"
    EARLIER = "earlier"
    PROBE = "probe"


class Look(NamedTuple):
    """The look of a state: `hue` names a theme's colour; `line` is solid, dashed or dotted."""

    word: str
    glyph: str
    hue: str
    line: str = "solid"
    bold: bool = False
    strike: bool = False


STATE_LOOKS = {
    State.TO_COME: Look("not visited yet", "·", "grey", "dotted"),
    State.OPEN: Look("open: being worked out", "●", "blue"),
    State.CURRENT: Look(
        "here: the last event",
        "▸",
        "yellow",
        bold=True,
    ),
    State.DONE: Look("finished", "✓", "sky"),
    State.BEST: Look(
        "on the best line",
        "★",
        "green",
        bold=True,
    ),
    State.CUT: Look(
        "cut: left before its last child",
        "✂",
        "vermillion",
        bold=True,
    ),
    State.PRUNED: Look(
        "pruned: never visited",
        "✕",
        "purple",
        "dashed",
        strike=True,
    ),
    State.STOPPED: Look("stopped: the search ended here", "■", "grey", "dashed"),
    State.PROBE: Look("probe: a side search, no candidate", "◇", "purple", "dotted"),
    State.EARLIER: Look("earlier: known from the previous pass or look", "◦", "grey"),
}


PRUNED_BRANCH_SIGN = "╌"
"""The sign of a node below a pruned node; only the child that was left out counts as pruned."""
PRUNED_BRANCH_WORDS = "below a pruned node: not counted"
STAND_PAT_SIGN = "⌂"
"""The sign of a node that has the value of standing pat."""
ANSWER_SIGN = "⇒"
"""The sign of the move that is an engine's answer."""
TABLE_ANSWER_SIGN = "▣"
"""The sign of a node whose value a table knew."""
ANSWER_SOURCE_SIGN = "⇠"
"""The sign of the node where a table's answer was found."""
