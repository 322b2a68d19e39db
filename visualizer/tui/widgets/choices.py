"""Lists to choose from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import events
from textual.binding import BindingType
from textual.geometry import Size
from textual.visual import VisualType
from textual.widgets import OptionList
from textual.widgets.option_list import Option

MARGINS = 2
"""Columns that the margins of a list's lines take."""


class Choices(OptionList):
    """A list to choose from; unlike Textual's own it does not fail to turn pages where it has no room."""

    def list(self, options: Sequence[VisualType | Option], place: int) -> None:
        """Replace the options and highlight one, without a message."""
        with self.prevent(OptionList.OptionHighlighted):
            self.clear_options()
            self.add_options(options)
            self.highlighted = place if options else None

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the height in lines, 0 for no width."""
        return super().get_content_height(container, viewport, width) if width > MARGINS else 0

    def action_page_up(self) -> None:
        """Highlight the option a page above, if any is visible."""
        if self.size.area:
            super().action_page_up()  # type: ignore[no-untyped-call]  # Textual's own

    def action_page_down(self) -> None:
        """Highlight the option a page below, if any is visible."""
        if self.size.area:
            super().action_page_down()  # type: ignore[no-untyped-call]  # Textual's own


class Pick(Choices):
    """A list beside other parts: the arrows and a click pick, `enter` and a double click start with what is picked."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("enter", "screen.start"),
        ("left", "screen.part(-1)"),
        ("right", "screen.part(1)"),
    ]

    async def on_click(self, event: events.Click) -> None:
        """Start with a double click."""
        if event.chain > 1 and event.style.meta.get("option") is not None:
            await self.run_action("screen.start")
