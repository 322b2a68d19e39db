"""Calling a function of another person's with care: what it raises, returns or never returns becomes a sentence."""

import ctypes
import sys
import threading
import time
from collections.abc import Callable
from contextlib import redirect_stdout
from numbers import Integral, Real
from typing import Any

from visualizer.errors import InputError
from visualizer.plugins.discovery import described

PATIENCE = 10.0
"""Seconds that one call may take."""

EXACT = 2**53


class Overdue(BaseException):
    """Raised inside a call that takes too long."""


class Watchdog:
    """Ends calls that take longer than `patience` seconds, from a thread that wakes now and then."""

    def __init__(self, patience: float = PATIENCE) -> None:
        """Watch nothing yet; the thread starts with the first call."""
        self.patience = patience
        self._started: dict[int, float] = {}
        """When the call began that each thread waits for."""
        self._thread: threading.Thread | None = None

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
        except BaseException as error:  # whatever another person's function raises must become one sentence
            raise InputError(f"{what} raised {described(error)}") from error
        finally:
            if around is None:
                self.rest()
            else:
                self.watch()

    def watch(self) -> None:
        """Count from now on, and raise Overdue in this thread if `rest` does not come in time."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._wake, daemon=True)
            self._thread.start()
        self._started[threading.get_ident()] = time.monotonic()

    def rest(self) -> None:
        """Stop counting."""
        self._started.pop(threading.get_ident(), None)

    def _wake(self) -> None:
        while True:
            time.sleep(self.patience / 4)
            for caller, started in [*self._started.items()]:
                if time.monotonic() - started > self.patience:
                    self._started.pop(caller, None)
                    raise_in_thread = ctypes.pythonapi.PyThreadState_SetAsyncExc
                    raise_in_thread(ctypes.c_ulong(caller), ctypes.py_object(Overdue))


WATCHDOG = Watchdog()


def number(what: str, value: Any, did: str = "returned") -> float:
    """Return the value if it is a number, else say what it is."""
    found: Any = value
    if isinstance(value, Real) and not isinstance(found, bool | int | float):  # of a library such as numpy
        found = int(value) if isinstance(value, Integral) else float(value)
    if isinstance(found, bool) or not isinstance(found, int | float):
        raise InputError(f"{what} {did} {value!r:.80}; a number is needed")
    if not -EXACT <= found <= EXACT:
        shown = "a number of many digits" if isinstance(found, int) else repr(found)
        raise InputError(f"{what} {did} {shown}; allowed are numbers from -2^53 to 2^53")
    return found
