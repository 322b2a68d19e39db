"""How each state of a node looks: one table for the terminal, the exports and docs/signs.md.

No state is told by its colour alone: glyph, line and weight differ too. The theme says which colour a hue is.
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
    """How a state looks: `hue` names a colour of a theme; `line` is solid, dashed or dotted."""

    word: str
    glyph: str
    hue: str
    line: str = "solid"
    bold: bool = False
    strike: bool = False


STATE_LOOKS = {
    State.TO_COME: Look("not visited yet", "·", "grey", "dotted"),
    State.OPEN: Look("open: being worked out", "●", "blue"),
    State.CURRENT: Look("here: the last event", "▸", "yellow", bold=True),
    State.DONE: Look("finished", "✓", "sky"),
    State.BEST: Look("on the best line", "★", "green", bold=True),
    State.CUT: Look("cut: left before its last child", "✂", "vermillion", bold=True),
    State.PRUNED: Look("pruned: never visited", "✕", "purple", "dashed", strike=True),
    State.STOPPED: Look("stopped: the search ended here", "■", "grey", "dashed"),
    State.PROBE: Look("probe: a side search, no candidate", "◇", "purple", "dotted"),
    State.EARLIER: Look("earlier: known from the previous pass or look", "◦", "grey"),
}


PRUNED_BRANCH_SIGN = "╌"
PRUNED_BRANCH_WORDS = "below a pruned node: not counted"
"""The sign of a node below a pruned one, and what it is: only the child that was left out itself counts as pruned."""
STAND_PAT_SIGN = "⌂"
"""The sign of a node whose value is that of not moving on (stand pat)."""
ANSWER_SIGN = "⇒"
"""The sign of the move that the driver of a search written elsewhere answers."""
TABLE_ANSWER_SIGN = "▣"
ANSWER_SOURCE_SIGN = "⇠"
"""The sign of a node whose value a table knew, and of the node where that value was found."""
