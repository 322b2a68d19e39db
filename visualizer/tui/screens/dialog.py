"""A dialog: a box over the explorer that `escape` closes."""

from __future__ import annotations

from typing import ClassVar, TypeVar

from textual.binding import Binding, BindingType
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from visualizer.tui.scene import Scene

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


class SceneDialog(Dialog[Answer]):
    """A dialog about a scene."""

    def __init__(self, scene: Scene) -> None:
        """Show or ask something about a scene."""
        super().__init__()
        self.scene = scene


class AskDialog(Dialog[Answer]):
    """A dialog with a line to type in, and one (`#error`) for what is wrong with that."""

    def answer(self, text: str) -> None:
        """Do what was asked for; a ValueError or OSError says what is wrong."""
        raise NotImplementedError

    def complain(self, sentence: str) -> None:
        """Say what is wrong; nothing takes it back."""
        self.query_one("#error", Static).update(sentence)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Do what was asked for, or say what is wrong."""
        try:
            self.answer(event.value.strip())
        except (ValueError, OSError) as error:
            self.complain(str(error))

    def on_input_changed(self, event: Input.Changed) -> None:
        """Take back what was said once something else is typed."""
        self.complain("")
