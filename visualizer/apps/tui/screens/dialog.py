"""Dialogs: boxes over a screen that `escape` closes."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.visual import VisualType
from textual.widget import Widget
from textual.widgets import Input, OptionList, Static

from visualizer.apps.actions import bound_keys
from visualizer.apps.tui.screens.foreground import Answer, ForegroundScreen
from visualizer.apps.tui.terminal.ascii_looks import spelled_for_widget
from visualizer.apps.tui.widgets import Choices, Prompt
from visualizer.support.errors import InputError

CHOICE_KEYS_HINT = "enter chooses, escape closes"


def dialog_box(
    title: str, classes: str = "", subtitle: str = "", *, scrolls: bool = False
) -> Widget:
    """Return the frame around a dialog's widgets, with a title and perhaps a subtitle below."""
    box: Widget
    if scrolls:
        box = VerticalScroll(id="box", classes=classes)
    else:
        box = Vertical(id="box", classes=classes)
    # As contents, not as markup: a title may have brackets.
    box.border_title = Content(title)
    box.border_subtitle = Content(subtitle)
    return box


class Dialog(ModalScreen[Answer], ForegroundScreen[Answer]):
    """The base of all dialogs."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "close", priority=True),
        Binding("ctrl+c", "app.quit", "quit", priority=True),
    ]

    has_begun = False

    def __init__(self) -> None:
        """Begin without the focus."""
        super().__init__()
        self.early_keys: list[events.Key] = []
        """Keys that came before any widget had the focus."""

    def action_leave(self) -> None:
        """Close without a result."""
        self.dismiss(None)

    def _forward_event(self, event: events.Event) -> None:
        """Keep a key that comes before a widget of the dialog has the focus.

        Textual would lose this key. It comes so early if it was pressed right after the key that
        opens the dialog.
        """
        # A mouse event needs no focus: its place decides which widget gets it.
        if isinstance(event, events.Key) and not self.has_begun:
            self.early_keys.append(event)
        else:
            super()._forward_event(event)

    def on_screen_resume(self) -> None:
        """Hand on the early keys."""
        # Textual's own handler comes first: it gives a widget the focus.
        self.call_next(self.begin)

    def begin(self) -> None:
        """Take keys from now on, after those that came early."""
        early = self.early_keys
        self.early_keys = []
        self.has_begun = True
        for event in early:
            target = self.focused or self
            target._forward_event(event)  # noqa: SLF001  as Textual itself does


class TextDialog(Dialog[None]):
    """A dialog with a text to read."""

    BINDINGS: ClassVar[list[BindingType]] = [
        (",".join(["q", *bound_keys("help", "why", "reason", "at_length")]), "leave")
    ]

    def __init__(self, heading: str, text: VisualType) -> None:
        """Show a text under a heading."""
        super().__init__()
        self.heading = heading
        self.text = text

    def compose(self) -> ComposeResult:
        """Lay out the text."""
        with dialog_box(f"{self.heading} (escape closes)", scrolls=True):
            text = self.text
            if isinstance(text, str):
                text = spelled_for_widget(self, text)
            yield Static(text, markup=False)


class ListDialog(Dialog[Answer]):
    """A dialog with a list of lines; its result is the value of the chosen line."""

    def __init__(
        self,
        heading: str,
        lines: Sequence[tuple[str, Answer]],
        classes: str = "",
        below: str = CHOICE_KEYS_HINT,
        *,
        empty_text: str = "",
        highlighted_index: int = 0,
    ) -> None:
        """Offer lines to choose from under a heading, each as its text and the answer it gives.

        `below` is a text below the list. `empty_text` is shown in place of an empty list.
        """
        super().__init__()
        self.lines = lines
        self.empty_text = empty_text
        self.highlighted_index = highlighted_index
        self.make_box = partial(dialog_box, heading, classes, below)

    def compose(self) -> ComposeResult:
        """Lay out the list."""
        with self.make_box():
            if self.lines:
                yield self.choices()
            else:
                yield Static(self.empty_text, markup=False)

    def choices(self) -> Choices:
        """Make the list of the lines."""
        listed = Choices(*(words for words, _ in self.lines), id="choices", markup=False)
        listed.highlighted = None
        if self.lines:
            listed.highlighted = self.highlighted_index
        return listed

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Close with the value of the chosen line."""
        _, value = self.lines[event.option_index]
        self.dismiss(value)


class AskDialog(Dialog[Answer]):
    """A dialog with a text field, and a line (`#error`) for a fault in the text."""

    asked_name = ""
    """The name of an existing file that the user was asked about."""
    answer: Callable[[str], None]
    """Use the typed text; ValueError or OSError tells its fault."""

    def may_replace(self, name: str, paths: Iterable[str]) -> bool:
        """Return whether files may be written at `paths`, where others may exist.

        `name` is what the user has typed. If a file exists, InputError asks whether to replace it;
        the user says yes by entering the same name again.
        """
        # Slow to import, and seldom needed.
        from exports import is_occupied

        if name == self.asked_name:
            return True
        if any(map(is_occupied, paths)):
            self.asked_name = name
            raise InputError(f"{name} already exists; press enter again to replace it")
        return False

    def complain(self, sentence: str) -> None:
        """Show a fault; "" removes the message."""
        self.query_one("#error", Static).update(sentence)

    async def action_enter(self) -> None:
        """Submit the field, wherever the focus is."""
        await self.query_one("#field", Prompt).action_submit()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Use the typed text, or show its fault."""
        self.try_answer(event.value.strip())

    def try_answer(self, text: str) -> None:
        """Use a text, or show its fault."""
        try:
            self.answer(text)
        except (ValueError, OSError) as error:
            self.complain(str(error))

    def on_input_changed(self, event: Input.Changed) -> None:
        """Remove the message once something else is typed."""
        self.complain("")


class PickDialog(Dialog[Answer]):
    """A dialog with a text field and a list of the values `found`; the field keeps the focus."""

    BINDINGS: ClassVar[list[BindingType]] = [("down", "pick(1)"), ("up", "pick(-1)")]

    found: Sequence[Answer] = ()

    def action_pick(self, by: int) -> None:
        """Highlight the next (1) or previous (-1) line."""
        self.query_one(Choices).pick(by)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Close with the value of the chosen line, unless other lines are listed by now."""
        if event.option in event.option_list.options:
            self.dismiss(self.found[event.option_index])


class LineDialog(AskDialog[Answer]):
    """Asks for a line of text, and returns what `read` makes of it."""

    def __init__(
        self,
        heading: str,
        read: Callable[[str], Answer],
        initial_text: str = "",
        hint: str = "",
        *,
        example: str = "",
    ) -> None:
        """Ask for a line of text under a heading, with a hint below.

        `read` converts the text to the answer, or raises ValueError. The field holds
        `initial_text` at first, and shows `example` while it is empty.
        """
        super().__init__()
        self.heading = heading
        self.read = read
        self.initial_text = initial_text
        self.hint = hint
        self.example = example

    def compose(self) -> ComposeResult:
        """Lay out the field, the place for an error, and the hint."""
        with dialog_box(self.heading):
            yield Prompt(self.initial_text, placeholder=self.example, id="field")
            yield Static("", id="error", markup=False)
            if self.hint:
                yield Static(self.hint, id="hint", markup=False)

    def answer(self, text: str) -> None:
        """Close with the value of the line."""
        self.dismiss(self.read(text))
