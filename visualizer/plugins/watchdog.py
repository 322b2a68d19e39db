"""Calls of user-supplied code: a wrong result, an exception or no answer at all becomes one sentence.

Two ways to end a call, because neither serves for both faults. In the main thread an interval timer sends SIGALRM,
whose handler Python runs even while the code sleeps or matches a regular expression. In other threads, and on Windows,
a thread of our own raises an exception in the thread that is overdue; that ends only code that runs in Python. C code
that never checks for signals, such as a long sum, can be ended by a signal like SIGTERM alone.
"""

import atexit
import ctypes
import signal
import sys
import threading
import time
from collections.abc import Callable
from contextlib import redirect_stdout
from numbers import Integral, Real
from types import FrameType
from typing import Any, ClassVar

from visualizer.errors import InputError
from visualizer.plugins.places import described, is_of_this_program, is_user_code, place_of

PATIENCE = 10.0
"""Seconds that one call may take."""

HAS_ALARM = hasattr(signal, "setitimer") and hasattr(signal, "SIGALRM")
"""Whether there is an interval timer: Windows has none."""
HASTE = 0.1
"""Seconds that one call may take once a person has asked for the end."""
EXACT = 2**53


class Overdue(BaseException):
    """Raised inside a call that takes too long; no `except Exception` of the called function stops it."""


class Watchdog:
    """Ends what takes longer than `patience` seconds.

    A function is watched while it is called (`call`), a search from one thing that it tells to the next (`watch`, and
    at its end `rest`). A game's functions are called from everywhere: for them, and for a file while it is loaded, it
    is enough to have said once that there are some (`stand_by`).
    """

    _on_duty: ClassVar["Watchdog | None"] = None
    """The watchdog whose handler the alarm calls."""

    def __init__(self, patience: float = PATIENCE) -> None:
        """Watch nothing yet; the timer and the thread are started when they are needed."""
        self.patience = patience
        self.waits_for_files: Callable[[str], None] | None = tell
        """Tells a person that a file is still being loaded, and it is waited for; None where nobody would see it."""
        self.heard: Callable[[FrameType | None], None] | None = None
        """Called at every alarm, with the frame that it interrupts."""
        self._started: dict[int, float] = {}
        """When the call began that is being watched, by thread."""
        self._thread: threading.Thread | None = None
        self._seen: FrameType | None = None
        """The frame of user-supplied code that was running at the last alarm, and since when."""
        self._since = 0.0
        self._told = False

    def call(self, what: str, function: Callable[..., Any], *arguments: Any) -> Any:
        """Return what the function returns; `what` names it in the InputError if it fails."""
        around = self._started.get(threading.get_ident())
        try:
            self.watch()
            with redirect_stdout(sys.stderr):  # what it prints is no part of any result
                return function(*arguments)
        except Overdue:
            raise InputError(f"{what} did not answer within {self.patience:g} seconds") from None
        except (InputError, KeyboardInterrupt):
            raise
        except BaseException as error:  # whatever a user-supplied function raises must become one sentence
            raise InputError(f"{what} raised {described(error)}") from error
        finally:
            if around is None:
                self.rest()
            else:
                self.watch()

    def watch(self) -> None:
        """Start the time again; Overdue is raised in this thread unless `watch` or `rest` is called in time."""
        if Watchdog._on_duty is not self:
            self.stand_by()
        self._started[threading.get_ident()] = time.monotonic()

    def rest(self) -> None:
        """Stop the time."""
        self._started.pop(threading.get_ident(), None)

    def stand_by(self) -> None:
        """Start timer and thread, if they are not running yet."""
        if Watchdog._on_duty is not self and threading.current_thread() is threading.main_thread():
            Watchdog._on_duty = self
            self._set_alarm()
        if self._thread is None:
            self._thread = threading.Thread(target=self._wake, daemon=True)
            self._thread.start()

    def hurry(self) -> None:
        """End within moments whatever user-supplied code the main thread is in, and what it gets into from now on."""
        self.patience = HASTE
        if HAS_ALARM:
            signal.setitimer(signal.ITIMER_REAL, HASTE / 10, HASTE)

    @property
    def is_hurried(self) -> bool:
        """Say whether a person has asked for the end."""
        return self.patience == HASTE

    # The main thread.

    def _set_alarm(self) -> None:
        """Start the timer, unless this platform has none or another program part handles its signal."""
        if not HAS_ALARM:
            return
        before = signal.getsignal(signal.SIGALRM)
        if before is signal.SIG_DFL or isinstance(getattr(before, "__self__", None), Watchdog):
            signal.signal(signal.SIGALRM, self._on_alarm)
            signal.setitimer(signal.ITIMER_REAL, self.patience / 10, self.patience / 10)
            atexit.register(signal.setitimer, signal.ITIMER_REAL, 0)  # without its handler the signal would kill Python

    def _on_alarm(self, number: int, frame: FrameType | None) -> None:
        """End what the main thread has been in for too long."""
        if self.heard is not None:
            self.heard(frame)
        me, now = threading.get_ident(), time.monotonic()
        started = self._started.get(me)
        own = None if started is not None else called_by_us(frame)
        if own is not self._seen:
            self._seen, self._since, self._told = own, now, False
        if started is not None and now - started > self.patience:
            self.rest()
            raise Overdue
        if own is not None and now - self._since > self.patience:
            self._lose_patience(own)

    def _lose_patience(self, own: FrameType) -> None:
        """Say that a file is waited for, once; end anything else."""
        place = place_of(own.f_code, own.f_lineno)
        if own.f_code.co_name != "<module>" or self.waits_for_files is None:
            self._since = time.monotonic()
            raise InputError(f"{place} did not answer within {self.patience:g} seconds")
        if not self._told:
            self._told = True
            self.waits_for_files(f"still waiting for {place}, while it is loaded; Ctrl-C ends it")

    # The other threads.

    def _wake(self) -> None:
        while True:
            time.sleep(self.patience / 4)
            for caller, started in [*self._started.items()]:
                if time.monotonic() - started > self.patience and not self._has_alarm(caller):
                    self._started.pop(caller, None)
                    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(caller), ctypes.py_object(Overdue))

    def _has_alarm(self, thread: int) -> bool:
        """Say whether a thread is the main one, and the alarm is ours."""
        return (
            HAS_ALARM and thread == threading.main_thread().ident and signal.getsignal(signal.SIGALRM) == self._on_alarm
        )


def called_by_us(frame: FrameType | None) -> FrameType | None:
    """Return the outermost call of user-supplied code that this program has made, if it is in one."""
    found = own = None
    while frame is not None:
        if is_user_code(frame.f_code):
            own = frame
        elif own is not None and is_of_this_program(frame.f_code):
            found = own
        frame = frame.f_back
    return found


def tell(sentence: str) -> None:
    """Say something on standard error."""
    print(f"visualizer: {sentence}", file=sys.stderr, flush=True)  # noqa: T201  from a thread, while a call hangs


WATCHDOG = Watchdog()


def number(what: str, value: Any, did: str = "returned") -> float:
    """Return the value if it is a number from -2^53 to 2^53; else InputError says what it is."""
    found: Any = value
    if isinstance(value, Real) and not isinstance(found, bool | int | float):  # of a library such as numpy
        found = int(value) if isinstance(value, Integral) else float(value)
    if isinstance(found, bool) or not isinstance(found, int | float):
        raise InputError(f"{what} {did} {value!r:.80}; a number is needed")
    if not -EXACT <= found <= EXACT:
        shown = "a number of many digits" if isinstance(found, int) else repr(found)
        raise InputError(f"{what} {did} {shown}; allowed are numbers from -2^53 to 2^53")
    return found
