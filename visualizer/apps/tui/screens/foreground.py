"""The base of all screens: it answers only in the foreground, and closes only itself."""

from typing import TypeVar

from textual import events
from textual.await_complete import AwaitComplete
from textual.message import Message
from textual.screen import Screen

from visualizer.support.errors import InputError
from visualizer.support.plugins.watchdog import faults_as_input_errors

Answer = TypeVar("Answer")
BEGINNING_EVENTS = (events.Mount, events.Show, events.Resize, events.ScreenResume)
"""Events that a screen gets when it begins.

A screen that is closed by then, for example with the program, has no widgets.
"""
NOTICE_SECONDS = 20
"""Seconds that a notice stays on the screen."""


def is_input(message: Message) -> bool:
    """Return whether a message is a key, a click, or a widget's message about one."""
    if isinstance(message, events.Event):
        return isinstance(message, events.InputEvent)
    return message.control is not None


class ForegroundScreen(Screen[Answer]):
    """The base of all screens: keys pressed before a screen closed do nothing afterwards.

    Keys and clicks that come in one batch wait in the queues of a screen and its widgets, even
    while the first of them closes the screen. Textual would close the screen below with the second.
    """

    @property
    def is_in_front(self) -> bool:
        """Return whether this screen is open, and no other screen covers it."""
        return self.app.screen_stack[-1:] == [self]

    def accepts(self, pressed: Message) -> bool:
        """Return whether a key or a click is for this screen."""
        return self.is_in_front

    async def _dispatch_message(self, message: Message) -> None:
        """Drop keys and clicks for a covered screen, and BEGINNING_EVENTS of a closed one."""
        is_closed = self not in self.app.screen_stack or not self.children
        if is_closed and isinstance(message, BEGINNING_EVENTS):
            return
        if not is_input(message) or self.accepts(message):
            await super()._dispatch_message(message)

    def run_app_action(self, name: str, *values: object) -> None:
        """Call the app's method `action_<name>` with some values. If it fails, show the error."""
        try:
            with faults_as_input_errors():
                getattr(self.app, f"action_{name}")(*values)
        except InputError as error:
            self.notify(
                str(error),
                severity="error",
                markup=False,
                timeout=NOTICE_SECONDS,
            )

    def dismiss(self, result: Answer | None = None) -> AwaitComplete:
        """Close, unless another screen is in the foreground."""
        if self.is_in_front:
            return super().dismiss(result)
        # Textual would close the screen in the foreground, whichever that is.
        return AwaitComplete()
