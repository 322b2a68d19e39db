"""Calling a function of another person's with care: what it raises, returns or never returns becomes a sentence."""

import ctypes
import threading
import time
from collections.abc import Callable
from typing import Any

from visualizer.errors import InputError

PATIENCE = 10.0
"""Seconds that one call may take."""

EXACT = 2**53


class _Overdue(BaseException):
    """Raised inside a call that takes too long."""


class Watchdog:
    """Ends calls that take longer than `patience` seconds, from a thread that wakes now and then."""

    def __init__(self, patience: float = PATIENCE) -> None:
        """Watch nothing yet; the thread starts with the first call."""
        self.patience = patience
        self._started: float | None = None
        self._thread: threading.Thread | None = None
        self._caller = 0

    def call(self, what: str, function: Callable[..., Any], *arguments: Any) -> Any:
        """Return what the function returns; `what` names it in the InputError if it fails."""
        self._watch()
        try:
            self._started = time.monotonic()
            return function(*arguments)
        except _Overdue:
            raise InputError(f"{what} did not answer within {self.patience:g} seconds") from None
        except InputError:
            raise
        except (Exception, SystemExit) as error:  # whatever another person's function raises must become one sentence
            raise InputError(f"{what} raised {type(error).__name__}: {error}") from error
        finally:
            self._started = None

    def _watch(self) -> None:
        if self._thread is None:
            self._caller = threading.get_ident()
            self._thread = threading.Thread(target=self._wake, daemon=True)
            self._thread.start()

    def _wake(self) -> None:
        while True:
            time.sleep(self.patience / 4)
            started = self._started
            if started is not None and time.monotonic() - started > self.patience:
                self._started = None
                raise_in_thread = ctypes.pythonapi.PyThreadState_SetAsyncExc
                raise_in_thread(ctypes.c_ulong(self._caller), ctypes.py_object(_Overdue))


WATCHDOG = Watchdog()


def number(what: str, value: Any) -> float:
    """Return the value if it is a number, else say what it is."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise InputError(f"{what} returned {value!r:.80}; a number is needed")
    if not -EXACT <= value <= EXACT:
        shown = "a number of many digits" if isinstance(value, int) else repr(value)
        raise InputError(f"{what} returned {shown}; allowed are numbers from -2^53 to 2^53")
    return value
