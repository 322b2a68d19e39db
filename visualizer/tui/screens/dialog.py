"""A dialog: a box over the explorer that `escape` closes."""

from __future__ import annotations

from typing import ClassVar, TypeVar

from textual.binding import Binding, BindingType
from textual.screen import ModalScreen

Answer = TypeVar("Answer")


class Dialog(ModalScreen[Answer]):
    """The common part of all dialogs."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "close", priority=True),
        Binding("ctrl+c", "app.quit", "quit", priority=True),
    ]

    def action_leave(self) -> None:
        """Close without a result."""
        self.dismiss(None)
