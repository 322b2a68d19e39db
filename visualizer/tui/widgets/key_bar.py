"""The footer."""

from __future__ import annotations

from dataclasses import dataclass

from textual import events
from textual.message import Message
from textual.strip import Strip

from visualizer.tui.styled_lines import Line
from visualizer.tui.widgets.painted import Painted


class KeyBar(Painted):
    """The footer: keys and what they do, as many as fit; each can be clicked."""

    @dataclass
    class Pressed(Message):
        """A key was clicked."""

        action: str

    def __init__(self, keys: list[tuple[str, str, str]], *, id: str | None = None) -> None:  # noqa: A002
        """Show (key, word, action)."""
        super().__init__(id=id)
        self.keys = keys

    def render_line(self, y: int) -> Strip:
        """Return the only line."""
        line: Line = [(" ", "text")]
        for key, word, _ in self.fitting():
            line += [(key, "key"), (f" {word}  ", "dim")]
        return self.strip(line if y == 0 else [], self.size.width)

    def fitting(self) -> list[tuple[str, str, str]]:
        """Return the keys that fit, help and quit last and always."""
        room = self.size.width - 1
        always, rest, shown = self.keys[-2:], self.keys[:-2], []
        room -= sum(len(key) + len(word) + 3 for key, word, _ in always)
        for key, word, action in rest:
            width = len(key) + len(word) + 3
            if width <= room:
                room -= width
                shown.append((key, word, action))
        return [*shown, *always]

    def on_click(self, event: events.Click) -> None:
        """Do what the key under the mouse does."""
        at = 1
        for key, word, action in self.fitting():
            width = len(key) + len(word) + 3
            if at <= event.x < at + width:
                self.post_message(self.Pressed(action))
            at += width
