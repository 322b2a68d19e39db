"""Widgets that show lines of styled text: as a function draws them, or one that is set from outside."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip
from textual.widget import Widget

from visualizer.tui.styled_lines import Line, ellipsed, fitted
from visualizer.tui.styles import BOARD, NAMES, board_style

DrawLines = Callable[[int, int], list[Line]]
"""From a width and a height to lines."""


class Styled(Widget):
    """A widget that shows lines of styled text; the names of the styles it knows are its component classes."""

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


class Painted(Styled):
    """A widget that knows all styles."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"s--{name}" for name in NAMES - BOARD}


class StyledText(Styled):
    """Lines drawn for the size that there is, in few styles: each one costs time whenever a style sheet is applied."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        f"s--{name}" for name in ("text", "dim", "strong", "title", "value", "cut", "frame", "open", "to-come")
    }

    def __init__(self, draw: DrawLines, *, id: str | None = None) -> None:  # noqa: A002  Textual's name
        """Show what `draw(width, height)` gives."""
        super().__init__(id=id)
        self.draw = draw
        self._lines: list[Line] | None = None
        self._theme = ""

    def show(self, draw: DrawLines | None = None) -> None:
        """Draw again, or something else."""
        self.draw, self._lines = draw or self.draw, None
        self.refresh()

    def on_resize(self) -> None:
        """Draw for the new size."""
        self._lines = None

    def render_line(self, y: int) -> Strip:
        """Return one line."""
        if self._lines is None or self._theme != self.app.theme:
            self._theme = self.app.theme
            self._lines = self.draw(self.size.width, self.size.height)
        return self.strip(self._lines[y] if y < len(self._lines) else [], self.size.width)


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
