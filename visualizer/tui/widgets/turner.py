"""A field with a word to step through: `left` and `right` take the one before or after."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.binding import BindingType
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget


class Turner(Widget, can_focus=True):
    """Shows a word between two arrows; `beside` returns the one before (-1) or after (1) another."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("left", "turn(-1)"),
        ("right,space", "turn(1)"),
        ("up", "app.focus_previous"),
        ("down", "app.focus_next"),
        ("enter", "screen.enter"),
    ]

    @dataclass
    class Turned(Message):
        """Another word was chosen in the turner with this id."""

        turner: str
        value: str

    value = reactive("")

    def __init__(self, title: str, value: str, beside: Callable[[str, int], str], *, id: str) -> None:  # noqa: A002
        """Begin with a word."""
        super().__init__(markup=False, id=id, classes="turner")
        self.title, self.value, self.beside = title, value, beside

    def render(self) -> str:
        """Return the word that is chosen, between its arrows."""
        return f"{self.title:<7} ◂ {self.value} ▸"

    def action_turn(self, by: int) -> None:
        """Choose the word beside this one."""
        self.value = self.beside(self.value, by)
        self.post_message(self.Turned(self.id or "", self.value))

    def on_click(self, event: events.Click) -> None:
        """Choose the next word, or with the arrow on the left the one before."""
        self.action_turn(-1 if event.x < len(self.title.ljust(7)) + 3 else 1)
