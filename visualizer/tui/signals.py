r"""Signals while the screen is shown: however the program ends, the terminal is left as it was.

The keys for signals keep their meaning: Ctrl-C interrupts, Ctrl-Z suspends, Ctrl-\ ends the program by force. Textual
handles the second; the others are handled here. Each function names the fault that it prevents.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import TYPE_CHECKING

from visualizer.plugins.watchdog import WATCHDOG, called_by_us
from visualizer.tui.web import is_served

if TYPE_CHECKING:
    from visualizer.tui.app import VisualizerApp

DEAF = 3.0
"""Seconds of CPU time without Python handling a signal, after which it is forced to."""
LOOK = 1.0
"""Seconds between two checks whether the program has ended."""
WHOLE = (
    b"\x1b[?2026l\x1b[?2004l\x1b[?7h\x1b[?2048l\x1b[?1000l\x1b[?1003l\x1b[?1015l\x1b[?1006l\x1b[?1016l\x1b[?1004l\x1b[<u"
    b"\x1b[0m\x1b[?1049l\x1b[?25h"
)
"""Takes back what Textual asks of a terminal: held frames, pastes, lines, sizes, mouse, focus, keys, screen, cursor."""


@contextmanager
def heeded(app: VisualizerApp) -> Iterator[None]:
    """Handle the signals of the terminal and the system while an app runs in a terminal."""
    waits, WATCHDOG.waits_for_files = WATCHDOG.waits_for_files, None
    try:
        if sys.platform == "win32" or sys.__stdin__ is None:
            yield
        elif is_served():
            with gone_terminals_end_it():
                yield
        elif not sys.__stdin__.isatty():
            yield
        else:
            with fatal_signals_leave_it_whole(), gone_terminals_end_it(), signals_heard_in_c(), interrupts(app):
                yield
    finally:
        WATCHDOG.waits_for_files = waits


def hear(number: int) -> None:
    """Do nothing: Python handles pending signals as soon as it runs any code."""


def is_in_c(frame: FrameType | None) -> bool:
    """Say whether a signal was heard in the midst of code in C, which no exception can end."""
    return frame is not None and frame.f_code is hear.__code__


def interrupted(app: VisualizerApp, frame: FrameType | None) -> None:
    """End the app in its own time, and at once any user-supplied code that keeps it from ending.

    Raises KeyboardInterrupt where the app has not begun.
    """
    if is_in_c(frame):
        os.kill(os.getpid(), signal.SIGTERM)
        return
    if not app.is_running:
        raise KeyboardInterrupt
    app.interrupted = called_by_us(frame) is not None
    asyncio.get_running_loop().call_soon_threadsafe(app.exit)
    WATCHDOG.hurry()


if sys.platform != "win32":
    import ctypes
    import select
    import termios

    FATAL = (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)
    """The signals that end the program at once."""

    @contextmanager
    def handled(handler: Callable[[int, FrameType | None], None], *numbers: signal.Signals) -> Iterator[None]:
        """Handle signals, and afterwards as before."""
        before = {number: signal.signal(number, handler) for number in numbers}
        try:
            yield
        finally:
            for number, former in before.items():
                signal.signal(number, former)

    @contextmanager
    def interrupts(app: VisualizerApp) -> Iterator[None]:
        """Let Ctrl-C be a signal: as a key it would not be heard while user-supplied code keeps the app busy."""
        os.environ["TEXTUAL_ALLOW_SIGNALS"] = "1"
        with handled(lambda _, frame: interrupted(app, frame), signal.SIGINT):
            yield

    @contextmanager
    def fatal_signals_leave_it_whole() -> Iterator[None]:
        """Restore the terminal before a fatal signal ends the program, and after an unforeseen error."""
        assert sys.__stdin__ is not None  # it is a terminal
        assert sys.__stderr__ is not None  # Textual draws on it
        terminal, screen = sys.__stdin__.fileno(), sys.__stderr__.fileno()
        attributes = termios.tcgetattr(terminal)
        write = ctypes.PyDLL(None).write  # it keeps the GIL: no other thread writes behind it

        def make_whole() -> None:
            write(screen, WHOLE, len(WHOLE))
            with suppress(termios.error):
                termios.tcsetattr(terminal, termios.TCSANOW, attributes)

        def end(number: int, frame: FrameType | None) -> None:
            make_whole()
            signal.signal(number, signal.SIG_DFL)
            os.kill(os.getpid(), number)

        with handled(end, *FATAL):
            try:
                yield
            except BaseException:
                make_whole()
                raise

    @contextmanager
    def gone_terminals_end_it() -> Iterator[None]:
        """End the program when its terminal is closed, also where SIGHUP is not sent, as below `make`.

        In a browser, when the server that writes to its standard input is gone.
        """
        assert sys.__stdin__ is not None  # it is open
        poll, over = select.poll(), threading.Event()
        poll.register(sys.__stdin__.fileno(), 0)

        def watch() -> None:
            while not over.is_set():
                if any(event & (select.POLLHUP | select.POLLERR) for _, event in poll.poll(LOOK * 1000)):
                    os.kill(os.getpid(), signal.SIGHUP)
                    return

        threading.Thread(target=watch, name="terminal", daemon=True).start()
        try:
            yield
        finally:
            over.set()

    @contextmanager
    def signals_heard_in_c() -> Iterator[None]:
        """Handle signals also while code in C, such as a long sum, never lets Python run.

        The system itself calls Python when the program has computed for seconds without hearing the watchdog's alarm,
        and then only: it may do so in the midst of anything.
        """
        set_handler = ctypes.pythonapi.PyOS_setsig
        set_handler.restype, set_handler.argtypes = ctypes.c_void_p, (ctypes.c_int, ctypes.c_void_p)
        call_python = ctypes.CFUNCTYPE(None, ctypes.c_int)(hear)

        def put_off(frame: FrameType | None = None) -> None:
            if WATCHDOG.is_hurried and is_in_c(frame):
                os.kill(os.getpid(), signal.SIGTERM)
            signal.setitimer(signal.ITIMER_PROF, DEAF, 1)

        set_handler(signal.SIGPROF, ctypes.cast(call_python, ctypes.c_void_p))
        put_off()
        WATCHDOG.heard = put_off
        WATCHDOG.stand_by()
        try:
            yield
        finally:
            WATCHDOG.heard = None
            signal.setitimer(signal.ITIMER_PROF, 0)
            signal.signal(signal.SIGPROF, signal.SIG_IGN)  # a pending one would end the program
