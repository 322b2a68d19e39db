"""The small widgets of the start screen: lists to pick from, fields to type in or step through, drawn lines."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.widgets import Input, Static
from textual.widgets.input import Selection
from textual.widgets.option_list import Option

from visualizer.look.ascii import printable
from visualizer.tui.start.field_values import Step
from visualizer.tui.styled_lines import ellipsed
from visualizer.tui.widgets import EDITING, Choices, Prompt

LONGEST = 200_000
"""Characters that a field for a position or for moves holds."""
LONGEST_WORD = 1_000
"""Characters that any other field takes of a paste."""


class Pick(Choices):
    """A list to pick from: the arrows pick, `enter` starts, `left` and `right` go to the part beside it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("enter", "screen.start"),
        ("left", "screen.part(-1)"),
        ("right", "screen.part(1)"),
    ]

    async def on_click(self, event: events.Click) -> None:
        """Start with a double click."""
        if event.chain > 1 and event.style.meta.get("option") is not None:
            await self.run_action("screen.start")


def entry(title: str, about: str, between: str, *, faint: bool = False) -> Option:
    """Return an option of a list: a title, faint if it cannot be had, and, if there is one, a sentence."""
    text = Text(printable(title), style="dim" if faint else "bold" if about else "")
    if about:
        text.append(between + "\n".join(map(printable, about.split("\n"))), style="not bold dim")
    return Option(text)


class TextField(Prompt):
    """A field of one line; a paste of several lines becomes one."""

    BINDINGS: ClassVar[list[BindingType]] = [("up", "app.focus_previous"), ("down", "app.focus_next")]

    def __init__(self, part: str, key: str, *, hint: str = "", id: str | None = None) -> None:  # noqa: A002
        """Make a field for a part of the draft (`typed`, `moves`, `search` ...) and a word in it.

        While it is empty, `hint` stands in it, as much of it as fits.
        """
        super().__init__(compact=True, id=id, select_on_focus=False)
        self.part, self.key, self.hint = part, key, hint
        self.typing = False
        self.cursor_blink = False

    def on_resize(self) -> None:
        """Show as much of the hint as fits."""
        self.placeholder = "".join(text for text, _ in ellipsed([(self.hint, "dim")], self.content_size.width))

    def on_paste(self, event: events.Paste) -> None:
        """Take what can be shown of a paste, up to a length."""
        event.prevent_default()
        event.stop()
        self.typing = True
        text = printable(" ".join(event.text.split()))
        longest = LONGEST if self.part in ("typed", "moves") else LONGEST_WORD
        room = longest - len(self.value) + len(self.selected_text)
        self.replace(text[: max(0, room)], *sorted(self.selection))

    async def on_key(self, event: events.Key) -> None:
        """Note that something is being typed."""
        self.typing = self.typing or event.is_printable or event.key in EDITING

    def on_blur(self) -> None:
        """Stop typing."""
        self.typing = False
        self.selection = Selection.cursor(0)

    def fill(self, text: str, hint: str | None = None) -> None:
        """Show another text without telling anybody; what is being typed is left alone."""
        if self.has_focus and self.typing:
            return
        if hint is not None and hint != self.hint:
            self.hint = hint
            self.on_resize()
        if text != self.value:
            with self.prevent(Input.Changed):
                self.value = text


class Field(TextField):
    """A field with values to step through: `left` and `right` step until something is typed."""

    BINDINGS: ClassVar[list[BindingType]] = [("left", "step(-1)"), ("right", "step(1)")]

    def __init__(self, part: str, key: str, step: Step, usual: str = "") -> None:
        """Make a field with a way to step, from the usual value if it is empty."""
        super().__init__(part, key)
        self.step, self.usual = step, usual

    def action_step(self, by: int) -> None:
        """Go to the value beside this one, or move the cursor while something is being typed."""
        if self.typing:
            self.cursor_position += by
            return
        if not self.has_focus:
            self.focus()
        self.value = self.step(self.value or self.usual, by)
        self.mark()

    def on_focus(self) -> None:
        """Mark the value, so that what is typed replaces it."""
        self.mark()

    def mark(self) -> None:
        """Mark the value from its end to its beginning, which is then what is seen of a long one."""
        self.selection = Selection(len(self.value), 0)


class Arrow(Static):
    """A sign beside a field that steps it when clicked."""

    def __init__(self, sign: str, field: Field, by: int) -> None:
        """Step a field in a direction."""
        super().__init__(sign, classes="arrow", markup=False)
        self.field, self.by = field, by

    def on_click(self) -> None:
        """Step."""
        self.field.typing = False
        self.field.focus()
        self.field.action_step(self.by)


class FieldRow(Horizontal):
    """A word, and the field with its value."""

    def __init__(self, title: str, field: TextField) -> None:
        """Put a word before a field."""
        super().__init__(classes="row")
        self.heading, self.field = title, field

    def compose(self) -> ComposeResult:
        """Lay out the word, the field, and signs to step it."""
        yield Static(self.heading, classes="word", markup=False)
        if isinstance(self.field, Field):
            yield Arrow("◂ ", self.field, -1)
        yield self.field
        if isinstance(self.field, Field):
            yield Arrow(" ▸", self.field, 1)

    def on_click(self) -> None:
        """Give the keys to the field."""
        self.field.focus()


class Starter(Static):
    """The button that starts."""

    async def on_click(self) -> None:
        """Start."""
        await self.run_action("screen.start")
