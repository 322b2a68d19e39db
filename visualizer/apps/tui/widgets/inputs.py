"""Inputs: lists to choose from, lines to type in, and words to step through."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual import events
from textual.binding import BindingType
from textual.geometry import Size
from textual.reactive import reactive
from textual.visual import VisualType
from textual.widget import Widget
from textual.widgets import Input, OptionList
from textual.widgets.option_list import Option

LIST_MARGIN_COLUMNS = 2
"""Columns that the margins of a list's lines take."""
PAGING_ACTIONS = ("page_up", "page_down")
TEXT_EDITING_KEYS = frozenset(
    {"backspace", "delete", "ctrl+u", "ctrl+k", "ctrl+w", "ctrl+d", "ctrl+h", "ctrl+x", "ctrl+v"}
)
"""Keys that change a text without being letters."""


def has_pages(listed: OptionList) -> bool:
    """Return whether a list has room to turn pages in.

    Textual 8.2 fails to turn pages without room, or before the list is laid out: its data about the
    list's lines are then out of date or missing.
    """
    return bool(listed.scrollable_content_region)


class Choices(OptionList):
    """A list to choose from.

    Unlike Textual's own, this list does not fail when it turns pages without room, nor at a click
    on a line that has been removed.
    """

    def list(self, options: Sequence[VisualType | Option], place: int) -> None:
        """Replace the options and highlight one, without a message."""
        with self.prevent(OptionList.OptionHighlighted):
            self.set_options(options)
            self.highlighted = None
            if options:
                self.highlighted = place

    def pick(self, by: int) -> bool:
        """Highlight the next (1) or previous (-1) option; return False if there are no options."""
        if self.highlighted is None:
            return False
        self.highlighted = max(0, min(self.option_count - 1, self.highlighted + by))
        return True

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the height in lines, 0 for no width."""
        if width > LIST_MARGIN_COLUMNS:
            return super().get_content_height(container, viewport, width)
        return 0

    async def on_click(self, event: events.Click) -> None:
        """Ignore a click on a line that has been removed."""
        if event.style.meta.get("option", -1) >= self.option_count:
            event.prevent_default()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Disable paging while there is nothing to page through."""
        if action in PAGING_ACTIONS and not has_pages(self):
            return False
        return super().check_action(action, parameters)


class Pick(Choices):
    """A list next to other lists: arrows and clicks pick, `enter` and a double click start."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("enter", "screen.start"),
        ("left", "screen.part(-1)"),
        ("right", "screen.part(1)"),
    ]

    async def on_click(self, event: events.Click) -> None:
        """Start with a double click."""
        if event.chain > 1 and event.style.meta.get("option") is not None:
            await self.run_action("screen.start")


class Prompt(Input):
    """A line to type in that handles deleting keys immediately.

    Textual deletes only when the key has travelled up to the app and back: letters typed just
    after it would be gone too.
    """

    async def on_key(self, event: events.Key) -> None:
        """Handle a key that deletes text before any later key is handled.

        Textual would handle such a key later, and delete letters that were typed after it.
        """
        if event.key not in TEXT_EDITING_KEYS:
            return
        event.stop()
        event.prevent_default()
        # A key may have several bindings, of which the first one counts.
        for binding in self._bindings.key_to_bindings.get(event.key, [])[:1]:
            await self.run_action(binding.action)


class CyclingField(Widget, can_focus=True):
    """Shows a value between two arrows, which replace it by the previous or the next value."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("left", "cycle(-1)"),
        ("right,space", "cycle(1)"),
        ("up", "app.focus_previous"),
        ("down", "app.focus_next"),
        ("enter", "screen.enter"),
    ]

    value = reactive("")

    def __init__(
        self,
        title: str,
        value: str,
        cycle: Callable[[int], None],
        *,
        id: str,  # noqa: A002
    ) -> None:
        """Show a value after its title.

        `cycle` is called to replace the value by the next one (1) or the previous one (-1).
        """
        super().__init__(markup=False, id=id, classes="cycling-field")
        self.title = title
        self.value = value
        self.cycle = cycle

    def render(self) -> str:
        """Return the value between its arrows."""
        return f"{self.title:<7} ◂ {self.value} ▸"

    def action_cycle(self, by: int) -> None:
        """Choose the previous (-1) or next (1) value."""
        self.cycle(by)

    def on_click(self, event: events.Click) -> None:
        """Choose the next value, or at the left arrow the previous one."""
        # The title takes seven columns, and the arrow with its spaces three.
        if event.x < len(self.title.ljust(7)) + 3:
            self.cycle(-1)
        else:
            self.cycle(1)
