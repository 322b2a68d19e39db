"""The small widgets of the start screen: fields to type in or step through, and their rows."""

from collections.abc import Callable
from functools import partial
from itertools import starmap
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.reactive import reactive
from textual.widgets import Input, Static
from textual.widgets.input import Selection
from textual.widgets.option_list import Option

from visualizer.harmless_text import visible
from visualizer.tui.cells.styled_lines import ellipsed
from visualizer.tui.start.form import Shown
from visualizer.tui.widgets import EDITING, Prompt

LONGEST = 200_000
"""Characters that a field for a position or for moves holds."""
LONGEST_WORD = 1_000
"""Characters that any other field takes of a paste."""


def entry(title: str, about: str, between: str, *, faint: bool = False) -> Option:
    """Return a line of a list: a title, `faint` if it cannot be chosen, then `between` and a sentence."""
    text = Text(title, style="dim" if faint else "bold" if about else "")
    if about:
        text.append(between + about, style="not bold dim")
    return Option(text)


class TextField(Prompt):
    """A field of one line; a paste of several lines becomes one."""

    BINDINGS: ClassVar[list[BindingType]] = [("up", "app.focus_previous"), ("down", "app.focus_next")]

    def __init__(self, part: str, key: str, *, hint: str = "", id: str | None = None) -> None:  # noqa: A002
        """Make a field for a part of the form (`typed`, `moves`, `search` ...) and a key in it.

        While it is empty it shows as much of `hint` as fits.
        """
        super().__init__(compact=True, id=id, select_on_focus=False)
        self.part, self.key, self.hint = part, key, hint
        self.typing = False
        self.cursor_blink = False

    def on_resize(self) -> None:
        """Cut the hint to the width."""
        self.placeholder = "".join(text for text, _ in ellipsed([(self.hint, "dim")], self.content_size.width))

    def on_paste(self, event: events.Paste) -> None:
        """Take what can be shown of a paste, up to a length."""
        event.prevent_default()
        event.stop()
        self.typing = True
        text = visible(" ".join(event.text.split()))
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

    def fill(self, shown: Shown) -> None:
        """Show another text without a message; what is being typed is left alone."""
        self.set_class(shown.mark == "chosen", "-chosen")
        self.set_class(shown.mark == "unused", "-unused")
        if self.has_focus and self.typing:
            return
        if shown.hint != self.hint:
            self.hint = shown.hint
            self.on_resize()
        if shown.text != self.value:
            with self.prevent(Input.Changed):
                self.value = shown.text


class Field(TextField):
    """A field with values to step through: `left` and `right` step until something is typed."""

    BINDINGS: ClassVar[list[BindingType]] = [("left", "step(-1)"), ("right", "step(1)")]

    def __init__(self, part: str, key: str, step: Callable[[str, int], str]) -> None:
        """Make a field for a part of the form and a key in it; `step` returns the value n places after another."""
        super().__init__(part, key)
        self.step = step

    async def on_key(self, event: events.Key) -> None:
        """List the values with the space bar, until something is typed."""
        if event.key == "space" and not self.typing:
            event.stop()
            event.prevent_default()
            await self.run_action("screen.list")
        else:
            await super().on_key(event)

    def action_step(self, by: int) -> None:
        """Take the value beside this one, or move the cursor while something is being typed."""
        if self.typing:
            self.cursor_position += by
            return
        if not self.has_focus:
            self.focus()
        self.take(self.step(self.value, by))

    def step_anyway(self, by: int) -> None:
        """Take the value beside this one, whatever is being typed."""
        self.typing = False
        self.focus()
        self.action_step(by)

    def take(self, value: str) -> None:
        """Take a value, as if it had been chosen with the arrows."""
        self.value = value
        self.on_focus()

    def on_focus(self) -> None:
        """Select the value, so that what is typed replaces it.

        Selected from its end: the beginning of a long one is then visible.
        """
        self.selection = Selection(len(self.value), 0)


class Button(Static):
    """Words that do something when clicked."""

    def __init__(self, words: str, do: Callable[[], object], *, id: str | None = None, classes: str) -> None:  # noqa: A002
        """Show words, and call `do` when clicked."""
        super().__init__(words, markup=False, id=id, classes=classes)
        self.do = do

    def on_click(self) -> None:
        """Do it."""
        self.call_later(self.do)


class FieldRow(Horizontal):
    """A word, and the field with its value."""

    def __init__(self, title: str, field: TextField) -> None:
        """Put a word before a field."""
        super().__init__(classes="row")
        self.heading, self.field = title, field

    def compose(self) -> ComposeResult:
        """Lay out the word, the field, and arrows to step it."""
        yield Static(self.heading, classes="word", markup=False)
        if isinstance(self.field, Field):
            yield Button("◂ ", partial(self.field.step_anyway, -1), classes="arrow")
        yield self.field
        if isinstance(self.field, Field):
            yield Button(" ▸", partial(self.field.step_anyway, 1), classes="arrow")

    async def on_click(self, event: events.Click) -> None:
        """Focus the field; a click on the word lists what it takes."""
        self.field.focus()
        if event.widget is self.query_one(".word"):
            self.call_after_refresh(self.run_action, "screen.list")


class MoreChoices(Static, can_focus=True):
    """Opens and closes what is not needed to start."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("enter,space", "turn"),
        ("right", "turn(True)"),
        ("left", "turn(False)"),
        ("up", "app.focus_previous"),
        ("down", "app.focus_next"),
    ]

    is_open = False

    def __init__(self, opened: Callable[[bool], None]) -> None:
        """Call `opened` to open or close the rest."""
        super().__init__(id="more", markup=False)
        self.opened = opened

    def say(self, *, is_open: bool) -> None:
        """Show whether it is open."""
        self.is_open = is_open
        self.update("▾ fewer choices" if is_open else "▸ more choices")

    def action_turn(self, is_open: bool | None = None) -> None:
        """Open or close it; without a choice, the opposite of what it is."""
        self.opened(not self.is_open if is_open is None else is_open)

    def on_click(self) -> None:
        """Open or close it."""
        self.action_turn()


class Rows(Vertical):
    """Rows that come and go with what is chosen elsewhere."""

    rows: reactive[list[tuple[str, str, str]]] = reactive(list, recompose=True)

    def __init__(self, row: Callable[[str, str, str], FieldRow], *, id: str) -> None:  # noqa: A002  Textual's name
        """Begin without rows; `row` makes one of a title, a part of the form and a key in it."""
        super().__init__(id=id, classes="rows")
        self.row = row

    def compose(self) -> ComposeResult:
        """Lay out the rows."""
        yield from starmap(self.row, self.rows)
