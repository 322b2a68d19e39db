"""Widgets that show lines of styled text; the simplest has one that is set from outside."""

from __future__ import annotations

from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip
from textual.widget import Widget

from visualizer.tui.styled_lines import Line, ellipsed, fitted
from visualizer.tui.styles import BOARD, NAMES, board_style


class Painted(Widget):
    """A widget that shows lines of styled text; the names of styles are its component classes."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"s--{name}" for name in NAMES - BOARD}

    def strip(self, line: Line, width: int) -> Strip:
        """Return a line as Textual wants it."""
        return Strip([Segment(text, self.style_of(name)) for text, name in fitted(line, width)], width)

    def style_of(self, name: str) -> Style:
        """Return the looks of a style's name; `cut+bar` is `cut` on the ground of `bar`."""
        name, _, ground = name.partition("+")
        if name in BOARD:
            return board_style(name, ground, self.app.current_theme.variables)
        style = self.get_component_rich_style(f"s--{name}")
        if not ground:
            return style
        below = self.get_component_rich_style(f"s--{ground}")
        return style + Style(bgcolor=below.bgcolor, bold=below.bold or style.bold)


class Words(Painted):
    """One line of styled words, set from outside."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002  Textual's name
        """Begin empty."""
        super().__init__(id=id)
        self.line: Line = []

    def say(self, line: Line) -> None:
        """Show a line."""
        self.line = line
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """Return the only line."""
        return self.strip(ellipsed(self.line, self.size.width) if y == 0 else [], self.size.width)
