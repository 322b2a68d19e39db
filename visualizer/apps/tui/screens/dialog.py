"""A dialog: a box over the explorer that `escape` closes."""

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
    made = (VerticalScroll if scrolls else Vertical)(id="box", classes=classes)
    made.border_title = Content(title)
    made.border_subtitle = Content(subtitle)
    return made


class Dialog(ModalScreen[Answer], ForegroundScreen[Answer]):
    """The common part of all dialogs."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "close", priority=True),
        Binding("ctrl+c", "app.quit", "quit", priority=True),
    ]

    has_begun = False

    def __init__(self) -> None:
        """Begin without the focus."""
        super().__init__()
        self.early: list[events.Key] = []
        """Keys that came before anything had the focus."""

    def action_leave(self) -> None:
        """Close without a result."""
        self.dismiss(None)

    def _forward_event(self, event: events.Event) -> None:
        """Keep a key that comes before anything has the focus, as when a line is typed at once; Textual loses it."""
        if isinstance(event, events.Key) and not self.has_begun:
            self.early.append(event)
        else:
            super()._forward_event(event)

    def on_screen_resume(self) -> None:
        """Hand on what came early, behind Textual's own handler, which gives something the focus."""
        self.call_next(self.begin)

    def begin(self) -> None:
        """Take keys from now on, those that came early first."""
        early = self.early
        self.early = []
        self.has_begun = True
        for event in early:
            (self.focused or self)._forward_event(event)  # noqa: SLF001  as Textual itself does


class TextDialog(Dialog[None]):
    """A dialog with something to read."""

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
            yield Static(
                spelled_for_widget(self, text) if isinstance(text, str) else text, markup=False
            )


class ListDialog(Dialog[Answer]):
    """A dialog with lines to choose from; its result is the value of the line chosen."""

    def __init__(
        self,
        heading: str,
        lines: Sequence[tuple[str, Answer]],
        classes: str = "",
        below: str = CHOICE_KEYS_HINT,
        nothing: str = "",
        at: int = 0,
    ) -> None:
        """List lines with their values under a heading, with words below; `nothing` is shown if there are none.

        The line at an index is highlighted.
        """
        super().__init__()
        self.lines = lines
        self.nothing = nothing
        self.at = at
        self.box = partial(dialog_box, heading, classes, below)

    def compose(self) -> ComposeResult:
        """Lay out the list."""
        with self.box():
            yield self.choices() if self.lines else Static(self.nothing, markup=False)

    def choices(self) -> Choices:
        """Return the list."""
        listed = Choices(*(words for words, _ in self.lines), id="choices", markup=False)
        listed.highlighted = self.at if self.lines else None
        return listed

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Return the value of the line chosen."""
        self.dismiss(self.lines[event.option_index][1])


class AskDialog(Dialog[Answer]):
    """A dialog with a line to type in, and one (`#error`) for what is wrong with that."""

    asked = ""
    """The name of a file that is there and may be replaced."""
    answer: Callable[[str], None]
    """Does what was typed; ValueError or OSError says what is wrong with it."""

    def may_replace(self, name: str, paths: Iterable[str]) -> bool:
        """Return whether files may be replaced; InputError the first time that there are some at these paths."""
        from exports import is_occupied  # what writes files takes time to load

        if name != self.asked and any(map(is_occupied, paths)):
            self.asked = name
            raise InputError(f"{name} already exists; press enter again to replace it")
        return name == self.asked

    def complain(self, sentence: str) -> None:
        """Show what is wrong; "" removes the message."""
        self.query_one("#error", Static).update(sentence)

    async def action_enter(self) -> None:
        """Do what is typed, wherever the focus is."""
        await self.query_one("#field", Prompt).action_submit()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Do what was typed, or say what is wrong with it."""
        self.try_answer(event.value.strip())

    def try_answer(self, text: str) -> None:
        """Do what a text says, or say what is wrong with it."""
        try:
            self.answer(text)
        except (ValueError, OSError) as error:
            self.complain(str(error))

    def on_input_changed(self, event: Input.Changed) -> None:
        """Remove the message once something else is typed."""
        self.complain("")


class PickDialog(Dialog[Answer]):
    """A dialog with a line to type in, and what is `found` by it listed below; the field keeps the focus."""

    BINDINGS: ClassVar[list[BindingType]] = [("down", "pick(1)"), ("up", "pick(-1)")]

    found: Sequence[Answer] = ()

    def action_pick(self, by: int) -> None:
        """Highlight the next (1) or previous (-1) of what is found."""
        self.query_one(Choices).pick(by)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Return the one chosen, unless others are listed by now."""
        if event.option in event.option_list.options:
            self.dismiss(self.found[event.option_index])


class LineDialog(AskDialog[Answer]):
    """Asks for a line; its result is what `read` makes of it, which may raise ValueError."""

    def __init__(
        self,
        heading: str,
        read: Callable[[str], Answer],
        begun: str = "",
        hint: str = "",
        *,
        example: str = "",
    ) -> None:
        """Ask under a heading, with a line to begin with or an example, and perhaps a hint below."""
        super().__init__()
        self.heading = heading
        self.read = read
        self.begun = begun
        self.hint = hint
        self.example = example

    def compose(self) -> ComposeResult:
        """Lay out the field, the place for an error, and the hint."""
        with dialog_box(self.heading):
            yield Prompt(self.begun, placeholder=self.example, id="field")
            yield Static("", id="error", markup=False)
            if self.hint:
                yield Static(self.hint, id="hint", markup=False)

    def answer(self, text: str) -> None:
        """Return what the line means, or say what is wrong with it."""
        self.dismiss(self.read(text))
