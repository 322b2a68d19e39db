"""The names of styles, which the style sheet gives their looks: one component class each, but for those of boards."""

from collections.abc import Mapping
from functools import lru_cache

from rich.style import Style

from visualizer.boards.marks import Mark
from visualizer.look.board_colours import LEVELS
from visualizer.look.legend import State

STATE = {state: state.value.replace(" ", "-") for state in State}
GROUNDS = (
    *(f"{ground}-{shade}" for ground in ("wood", "green", "grey") for shade in (1, 2, 3)),
    *(f"heat-{level}" for level in range(1, LEVELS + 1)),
    *(f"mark-{mark}" for mark in Mark),
)
"""What the squares of boards are filled with."""
BOARD = frozenset({"light", "dark", "on-board", *GROUNDS})
"""The styles of boards: colours of the theme as they are, so that no style sheet has to be gone through for them."""
NAMES = frozenset({
    "text", "dim", "strong", "title", "value", "alpha", "beta", "key", "frame", "frame-title", "active",
    "active-title", "alarm", "alarm-title", "bar", "bar-current", "selected", "code", "code-now", "tick", "rest-tick",
    "done-line", "rest-line", "knob", "mark", "hatch", "pruned-note", "cut-off",
    "tag-1", "tag-2", "tag-3", "tag-4",
    *BOARD,
    *STATE.values(),
})  # fmt: skip


def board_style(name: str, ground: str, colours: Mapping[str, str]) -> Style:
    """Return the style of a piece or a letter on a ground, or of a ground alone, in a theme's colours."""
    if not ground:
        name, ground = "on-board", name
    return _style(colours[f"c-{name}"], colours[f"c-{ground}"])


@lru_cache(256)
def _style(colour: str, ground: str) -> Style:
    return Style(color=colour, bgcolor=ground, bold=True)
