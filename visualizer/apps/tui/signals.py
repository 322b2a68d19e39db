r"""Signals while the screen is shown: the app ends in its own time, so that Textual restores the terminal.

Ctrl-C interrupts, as do SIGTERM and SIGHUP; Textual handles Ctrl-Z. Ctrl-\ ends the program by force, in whatever it
is: that is the system's, and nothing of ours. So is SIGHUP once there is user-supplied code, which may be in C that
never lets Python hear of a signal: a terminal that is closed is to end that too.
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
from visualizer.support.plugins.watchdog import REPEATED_ALARM_SECONDS, WATCHDOG, called_by_us

if TYPE_CHECKING:
    from visualizer.apps.tui.app import VisualizerApp

FORCED_END_SECONDS = 3.0
"""Seconds after which a program that was interrupted no longer waits for its threads."""
TERMINAL_CHECK_SECONDS = 1.0
"""Seconds between two checks whether the program has ended."""


@contextmanager
def handling_signals(app: VisualizerApp) -> Iterator[None]:
    """Handle the signals of the terminal and the system while an app runs in a terminal."""
    with ExitStack() as stack:
        stack.callback(setattr, WATCHDOG, "waits_for_files", WATCHDOG.waits_for_files)
        WATCHDOG.waits_for_files = None
        stdin = sys.__stdin__
        if sys.platform != "win32" and stdin is not None and (is_served() or stdin.isatty()):
            stack.enter_context(ending_with_terminal(stdin.fileno()))
            if not is_served():
                stack.enter_context(ending_on_interrupt(app))
        yield


@contextmanager
def ending_on_interrupt(app: VisualizerApp) -> Iterator[None]:
    """End the app on Ctrl-C, SIGTERM and SIGHUP, and at once any user-supplied code that keeps it from ending.

    Ctrl-C is to be a signal: as a key it would not be heard while such code keeps the app busy.
    """
    os.environ["TEXTUAL_ALLOW_SIGNALS"] = "1"
    heard: list[int] = []
    by_force = threading.Timer(
        FORCED_END_SECONDS, lambda: app.is_running or os._exit(128 + heard[0])
    )
    by_force.daemon = True

    def end(number: int, frame: FrameType | None) -> None:
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:  # the app has not begun
            raise KeyboardInterrupt from None
        if not heard:
            heard.append(number)
            by_force.start()
        app.interrupted = app.interrupted or called_by_us(frame) is not None
        loop.call_soon_threadsafe(app.exit)
        WATCHDOG.wait_for(REPEATED_ALARM_SECONDS)

    numbers = [signal.SIGINT, signal.SIGTERM]
    if (
        signal.getsignal(signal.SIGHUP) is signal.SIG_DFL and not WATCHDOG.is_needed
    ):  # `nohup` has it ignored
        numbers.append(signal.SIGHUP)
        WATCHDOG.when_needed = partial(signal.signal, signal.SIGHUP, signal.SIG_DFL)
    before = {number: signal.signal(number, end) for number in numbers}
    try:
        yield
    finally:
        by_force.cancel()
        WATCHDOG.when_needed = bool
        for number, former in before.items():
            signal.signal(number, former)
    if heard and heard[0] != signal.SIGINT:
        signal.raise_signal(heard[0])


@contextmanager
def ending_with_terminal(stdin: int) -> Iterator[None]:
    """End the program when its terminal is closed, also where SIGHUP is not sent, as below `make`.

    In a browser, when the server that writes to its standard input is gone.
    """
    import select  # Windows has no poll

    poll = select.poll()
    over = threading.Event()
    poll.register(stdin, 0)

    def watch() -> None:
        while not over.is_set():
            if poll.poll(TERMINAL_CHECK_SECONDS * 1000):  # nothing is asked for, so it is gone
                ignored = signal.getsignal(signal.SIGHUP) is signal.SIG_IGN  # as below `nohup`
                os.kill(os.getpid(), signal.SIGTERM if ignored else signal.SIGHUP)
                return

    threading.Thread(target=watch, name="terminal", daemon=True).start()
    try:
        yield
    finally:
        over.set()
