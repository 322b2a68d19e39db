r"""Signals while the screen is shown: the app ends by itself, and Textual restores the terminal.

Ctrl-C interrupts, as do SIGTERM and SIGHUP; Textual handles Ctrl-Z. Ctrl-\ is left to the system,
which ends the program by force, whatever it does. So is SIGHUP once there is user-supplied code:
that code may be in C, where Python never sees a signal, and must end with its terminal too.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from types import FrameType
from typing import TYPE_CHECKING

from visualizer.apps.tui.web import is_served
from visualizer.support.plugins.watchdog import (
    REPEATED_ALARM_SECONDS,
    WATCHDOG,
    outermost_user_call,
)

if TYPE_CHECKING:
    from visualizer.apps.tui.app import VisualizerApp

FORCED_END_SECONDS = 3.0
"""Seconds after which an interrupted program no longer waits for its threads."""
TERMINAL_CHECK_SECONDS = 1.0
"""Seconds between two checks whether the program has ended meanwhile."""


@contextmanager
def handling_signals(app: VisualizerApp) -> Iterator[None]:
    """Handle signals of the terminal and the system while an app runs in a terminal or browser."""
    with ExitStack() as stack:
        # A report that a file is still loading would be written over the screen, so it is switched
        # off until the end of the block.
        stack.callback(setattr, WATCHDOG, "report_loading", WATCHDOG.report_loading)
        WATCHDOG.report_loading = None
        stdin = sys.__stdin__
        # In a browser, the standard input comes from the server. Nobody types into a pipe.
        if sys.platform != "win32" and stdin is not None and (is_served() or stdin.isatty()):
            stack.enter_context(ending_with_terminal(stdin.fileno()))
            # In a browser there is no terminal that could send an interrupt.
            if not is_served():
                stack.enter_context(ending_on_interrupt(app))
        yield


class Interruption:
    """Ends an app at a signal, and by force if its threads do not end soon."""

    def __init__(self, app: VisualizerApp) -> None:
        """Wait for a signal."""
        self.app = app
        self.signal_number: int | None = None
        """The first signal that came, None before."""
        self.forced_end = threading.Timer(FORCED_END_SECONDS, self.end_by_force)
        # The timer itself must not keep the program alive.
        self.forced_end.daemon = True

    def handle(self, number: int, frame: FrameType | None) -> None:
        """End the app. Python calls this at signal `number`, which has interrupted `frame`."""
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            # The app has not begun.
            raise KeyboardInterrupt from None
        if self.signal_number is None:
            self.signal_number = number
            self.forced_end.start()
        # User-supplied code was running when the signal came.
        if outermost_user_call(frame) is not None:
            self.app.interrupted = True
        loop.call_soon_threadsafe(self.app.exit)
        WATCHDOG.wait_for(REPEATED_ALARM_SECONDS)

    def end_by_force(self) -> None:
        """End the program if the app has ended but its threads have not."""
        if not self.app.is_running and self.signal_number is not None:
            # The status that shells report for a program ended by a signal.
            os._exit(128 + self.signal_number)


@contextmanager
def ending_on_interrupt(app: VisualizerApp) -> Iterator[None]:
    """End the app on Ctrl-C, SIGTERM and SIGHUP, even while it waits for user-supplied code.

    Ctrl-C must be a signal: as a key it would not be handled while such code keeps the app busy.
    """
    os.environ["TEXTUAL_ALLOW_SIGNALS"] = "1"
    interruption = Interruption(app)
    numbers = handled_signals()
    former_handlers = {number: signal.signal(number, interruption.handle) for number in numbers}
    try:
        yield
    finally:
        interruption.forced_end.cancel()
        # Back to the default of this callback: a call of `bool` without arguments does nothing.
        WATCHDOG.on_first_use = bool
        for number, handler in former_handlers.items():
            signal.signal(number, handler)
    # Now that the terminal is restored, end as the sender expects.
    if interruption.signal_number not in (None, signal.SIGINT):
        signal.raise_signal(interruption.signal_number)


def handled_signals() -> list[signal.Signals]:
    """Return the signals to handle: SIGINT, SIGTERM and, until user code runs, SIGHUP.

    User code may be in C, and then Python may never see a signal. So from then on SIGHUP is left to
    the system, which ends the program when its terminal is closed.
    """
    numbers = [signal.SIGINT, signal.SIGTERM]
    # A program started by `nohup` ignores SIGHUP, and must go on doing so.
    is_default = signal.getsignal(signal.SIGHUP) is signal.SIG_DFL
    if is_default and not WATCHDOG.has_user_code:
        numbers.append(signal.SIGHUP)
        # The first call of user code gives the signal back to the system.
        WATCHDOG.on_first_use = partial(signal.signal, signal.SIGHUP, signal.SIG_DFL)
    return numbers


@contextmanager
def ending_with_terminal(stdin: int) -> Iterator[None]:
    """End the program when its terminal is closed, even without a SIGHUP.

    `make`, for example, does not pass on this signal. In a browser, end the program when the server
    that writes to its standard input has gone.
    """
    # Windows has no poll.
    import select

    poll = select.poll()
    has_ended = threading.Event()
    poll.register(stdin, 0)

    def watch() -> None:
        while not has_ended.is_set():
            # No events are registered, so `poll` reports only that the other end has closed.
            if poll.poll(TERMINAL_CHECK_SECONDS * 1000):
                hang_up()
                return

    threading.Thread(target=watch, name="terminal", daemon=True).start()
    try:
        yield
    finally:
        has_ended.set()


def hang_up() -> None:
    """End this program by the signal that it gets when its terminal is closed."""
    # A program started by `nohup` ignores SIGHUP.
    if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
        os.kill(os.getpid(), signal.SIGTERM)
    else:
        os.kill(os.getpid(), signal.SIGHUP)
