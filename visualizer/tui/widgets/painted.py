"""Widgets that show styled text: lines that a function draws, or one line that is set."""

from collections.abc import Callable, Sequence
from itertools import zip_longest
from typing import ClassVar

from rich.segment import Segment
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from visualizer.tui.styled_lines import Line, ellipsed, fitted
from visualizer.tui.styles import style_on

DrawLines = Callable[[int, int], list[Line]]
"""From a width and a height to lines."""
GROUND = "painted--ground"
"""The component class that gives a widget's own background."""


class Painted(Widget):
    """A widget that shows lines of styled text; the styles in `quiet` are dimmed."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {GROUND}
    quiet: ClassVar[frozenset[str]] = frozenset()

    def lines(self) -> list[Line]:
        """Return the lines for the widget's size; NotImplementedError unless a widget defines it."""
        raise NotImplementedError

    def repaint(self, old: Sequence[Line], new: Sequence[Line]) -> None:
        """Ask for what differs between two drawings to be painted, line by line: most of a screen stays as it is."""
        rows = [y for y, (before, after) in enumerate(zip_longest(old, new)) if before != after]
        if rows:
            self.refresh(*(Region(0, y, self.size.width, 1) for y in rows))

    def render_line(self, y: int) -> Strip:
        """Return one line as Textual's strip, cut or filled to the width."""
        lines, width = self.lines(), self.size.width
        theme, ground = self.app.theme, self.get_component_rich_style(GROUND).bgcolor
        styles = ((text, f"quiet-{name}" if name in self.quiet else name)
                  for text, name in fitted(lines[y] if y < len(lines) else [], width))  # fmt: skip
        return Strip([Segment(text, style_on(name, theme, ground)) for text, name in styles], width)


class StyledText(Painted):
    """Lines that a function draws for the widget's size, or one line that is set."""

    def __init__(self, draw: DrawLines = lambda width, height: [], *, id: str | None = None) -> None:  # noqa: A002  Textual's name
        """Show what `draw(width, height)` gives."""
        super().__init__(id=id)
        self.draw = draw
        self._lines: list[Line] | None = None
        self._theme = ""

    def show(self, draw: DrawLines | None = None) -> None:
        """Draw again, or something else."""
        self.draw, self._lines = draw or self.draw, None
        self.refresh()

    def renew(self, draw: DrawLines | None = None) -> None:
        """Draw again at once, or something else, and ask only for lines to be painted that have changed."""
        old = self._lines
        if old is None or self._theme != self.app.theme or not self.display:
            self.show(draw)
            return
        self.draw = draw or self.draw
        self._lines = self.draw(*self.size)
        self.repaint(old, self._lines)

    def say(self, line: Line) -> None:
        """Show a line, with an ellipsis where it is too long."""
        self.show(lambda width, _: [ellipsed(line, width)])

    def on_resize(self) -> None:
        """Draw for the new size."""
        self._lines = None

    def lines(self) -> list[Line]:
        """Return what is drawn, cached for a size and a theme."""
        if self._lines is None or self._theme != self.app.theme:
            self._theme = self.app.theme
            self._lines = self.draw(*self.size)
        return self._lines
