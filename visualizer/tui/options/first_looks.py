"""How the explorer looks when it opens, without importing Textual, which takes a third of a second."""

from collections.abc import Callable
from dataclasses import dataclass

VIEWS = ("tree", "columns", "overview")
PIXELS = ("auto", "no")
THEMES = ("dark", "light", "contrast", "mono")


@dataclass(frozen=True, slots=True)
class Beginning:
    """A theme and a view ("" for the remembered ones), a step, and whether a textbook tree's leaves are hidden.

    `pixels` is "auto" for pictures where the terminal can show them, else "no".
    """

    theme: str = ""
    view: str = ""
    step: int = 0
    hide_leaves: bool = False
    pixels: str = "auto"
    changed: Callable[[], str] = lambda: ""
    """Called after each change of a match that is played, before it is shown; returns what has to be said, or \"\"."""
    align: str = ""
    """By what searches side by side are aligned at first, "" for the usual."""
    file: str = ""
    """Where a match is kept, or the game that is reviewed."""
    is_kept: bool = True
    """Whether it is remembered as opened last: a file that is soon gone is not."""


AS_EVER = Beginning()
