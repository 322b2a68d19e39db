"""How the explorer looks when it opens. It imports nothing of Textual, which takes a third of a second to load."""

from __future__ import annotations

from dataclasses import dataclass

VIEWS = ("tree", "columns", "overview")
THEMES = ("dark", "light", "contrast", "mono")


@dataclass(frozen=True, slots=True)
class Beginning:
    """A theme and a view, empty for those of last time, a step, and whether a textbook tree's leaves are hidden."""

    theme: str = ""
    view: str = ""
    step: int = 0
    hide_leaves: bool = False


AS_EVER = Beginning()
