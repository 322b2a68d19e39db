"""A screen that answers only while it is in the foreground, and closes only itself."""

from typing import TypeVar

from textual import events
from textual.await_complete import AwaitComplete
from textual.message import Message
from textual.screen import Screen

Answer = TypeVar("Answer")
BEGINNING = (events.Mount, events.Show, events.Resize, events.ScreenResume)
"""Events that a screen gets when it begins: one that is closed by then, say with the program, has no widgets."""


class Chosen(Message):
    """A person chose something that the app carries out or remembers, by its action of this name."""

    def __init__(self, what: str, *values: object) -> None:
        """Tell what, and the values that belong to it."""
        super().__init__()
        self.what, self.values = what, values


def is_input(message: Message) -> bool:
    """Return whether a message is a key, a click, or what a widget or a screen makes of one."""
    if isinstance(message, events.Event):
        return isinstance(message, events.InputEvent)
    return isinstance(message, Chosen) or message.control is not None


class ForegroundScreen(Screen[Answer]):
    """The common part of all screens: what was pressed before one closed does nothing afterwards.

    Keys and clicks that come in one batch wait in the queues of a screen and its widgets, also while the first of
    them closes it. Textual would close the screen below with the second one.
    """

    @property
    def is_in_front(self) -> bool:
        """Return whether no other screen covers this one, and it has not been closed."""
        return self.app.screen_stack[-1:] == [self]

    def takes(self, pressed: Message) -> bool:
        """Return whether something that is pressed is for this screen."""
        return self.is_in_front

    async def _dispatch_message(self, message: Message) -> None:
        """Drop what is pressed unless this is in the foreground, and what would begin it after it was closed."""
        is_closed = self not in self.app.screen_stack or not self.children
        is_late = is_closed and isinstance(message, BEGINNING)
        if not is_late and (not is_input(message) or self.takes(message)):
            await super()._dispatch_message(message)

    def dismiss(self, result: Answer | None = None) -> AwaitComplete:
        """Close, unless another screen is in the foreground: Textual closes whichever is."""
        return super().dismiss(result) if self.is_in_front else AwaitComplete()
