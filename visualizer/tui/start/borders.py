"""The borders of the start screen's parts: the one of the part that has the keys stands out."""

from __future__ import annotations

from typing import Any

from textual.screen import Screen
from textual.widget import Widget

NARROW = 80
"""Columns below which only the part that has the keys is open."""
SHUT = 11
"""Columns of a part that is not open."""


class Borders:
    """Marks the parts of a screen.

    This is not left to the style sheet, which would be applied to all that is in a part whenever the keys go on.
    """

    def __init__(self) -> None:
        self._marked: dict[Widget, tuple[bool, bool, str]] = {}

    def mark(self, screen: Screen[Any]) -> None:
        """Show which part has the keys; where there is little room, it gets most of it."""
        colours, narrow, theme = screen.app.theme_variables, screen.size.width < NARROW, screen.app.theme
        for part in screen.query(".part"):
            tree = part.has_focus_within
            if self._marked.get(part) == (tree, narrow, theme):
                continue
            self._marked[part] = (tree, narrow, theme)
            part.styles.border = ("round", colours["c-current" if tree else "c-line"])
            part.styles.border_title_color = colours["c-current" if tree else "c-dim"]
            part.styles.border_title_style = "bold" if tree else "none"
            part.styles.width = ("1fr" if tree else SHUT) if narrow else None
