"""Calls of user-supplied code: an exception, no answer at all, or no number becomes one sentence that says where.

An interval timer sends SIGALRM, whose handler Python runs in the main thread, even while the code there sleeps or
matches a regular expression. Nothing ends code in other threads, on Windows, which has no such timer, or in C that
never returns to Python, such as a long sum.
"""

import atexit
import os
import re
import signal
import sys
import sysconfig
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from functools import cache
from numbers import Integral, Real
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from games._files import SanitizedOutput
from visualizer.support.errors import InputError

OWN_PACKAGES = ("visualizer", "games", "exports")
OWN_FOLDERS = tuple(f"{Path(__file__).parents[3] / name}{os.sep}" for name in OWN_PACKAGES)
"""How the names of this program's files begin."""


def describe_error(error: BaseException) -> str:
    """Return an error and where in a user-supplied file it was raised, if it was in one.

    Its class comes first, except that of our own errors, whose message is a sentence by itself.

    >>> describe_error(SystemExit()), describe_error(KeyError("a1"))
    ('SystemExit', "KeyError: 'a1'")
    """
    place = user_place(error)
    is_ours = type(error).__module__.partition(".")[0] in OWN_PACKAGES
    if is_ours:
        said = str(error)
    else:
        said = f"{type(error).__name__}: {error}".removesuffix(": ")
    return said + (f", in {place}" if place else "")


def fault_sentence(error: BaseException) -> str:
    """Return the sentence for an error that a user-supplied function raised."""
    return f"a user-supplied function failed ({describe_error(error)})"


@contextmanager
def faults_as_input_errors() -> Iterator[None]:
    """Raise InputError in place of an error that user-supplied code raised."""
    try:
        yield
    except Exception as error:
        if isinstance(error, InputError) or not user_place(error):
            raise
        raise InputError(fault_sentence(error)) from error


def user_place(error: BaseException) -> str:
    """Return the last place in an error's traceback that is in neither this program nor a library."""
    place = ""
    step = error.__traceback__
    while step is not None:
        if is_user_code(step.tb_frame.f_code):
            place = place_of(step.tb_frame.f_code, step.tb_lineno)
        step = step.tb_next
    return place


NOTEBOOK_CELL = re.compile(r"<i?python-input-(\d+)|.*ipykernel_\d+")
"""How the names of the files begin that Python takes a notebook's cells for."""


def shown_file_name(path: str) -> str:
    """Return what a file is called, or a notebook's cell.

    >>> shown_file_name("/home/mine.py"), shown_file_name("<ipython-input-3-0a1b>"), shown_file_name("/tmp/ipykernel_42/123.py")
    ('mine.py', 'cell 3', 'the notebook')
    """
    cell = NOTEBOOK_CELL.match(path)
    if cell is None:
        return Path(path).name
    if cell[1]:
        return f"cell {cell[1]}"
    return "the notebook"


def is_user_code(code: CodeType) -> bool:
    """Return whether code is in neither this program nor a library."""
    is_own = bool(NOTEBOOK_CELL.match(code.co_filename)) or not code.co_filename.startswith(
        _libraries()
    )
    return is_own and not is_of_this_program(code)


def is_of_this_program(code: CodeType) -> bool:
    """Return whether code is this program's, the games that come with it included."""
    return code.co_filename.startswith(OWN_FOLDERS)


def place_of(code: CodeType, line: int) -> str:
    """Name a line of a function in a file, or of the file itself."""
    where = f"{shown_file_name(code.co_filename)}, line {line}"
    return where if code.co_name == "<module>" else f"{code.co_name} ({where})"


@cache
def _libraries() -> tuple[str, ...]:
    """Return how the names of libraries' files begin, and of code that is in no file."""
    return "<", *(
        sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")
    )


USER_CALL_SECONDS = 10.0
"""Seconds that one call may take."""
MAX_USER_NUMBER = 2**53
REPEATED_ALARM_SECONDS = 0.1
"""Seconds that one call may take once a person has asked for the end."""
HAS_ALARM = hasattr(signal, "setitimer")
"""Whether there is an interval timer: Windows has none."""


class Overdue(BaseException):
    """Raised inside a call that takes too long; no `except Exception` of the called function stops it."""


class Watchdog:
    """Ends what takes longer than `patience` seconds in the main thread.

    A function is watched while it is called (`call`), a search from one thing that it tells to the next (`watch`, and
    at its end `rest`). A game's functions are called from everywhere: for them, and for a file while it is loaded, it
    is enough to have said once that there are some (`stand_by`).
    """

    def __init__(self) -> None:
        """Watch nothing yet; the timer is started when it is needed."""
        self.patience = USER_CALL_SECONDS
        self.waits_for_files: Callable[[str], None] | None = warn_on_terminal
        """Tells a person that a file is still being loaded, and it is waited for; None where nobody would see it."""
        self.when_needed: Callable[[], object] = bool
        """Called once there is user-supplied code."""
        self._stands_by = False
        self._is_called = False
        """Whether a call or a search is being watched."""
        self._seen: FrameType | None = None
        """The frame of other user-supplied code that was running at the last alarm."""
        self._since = 0.0
        """When that began which is watched or was seen."""
        self._told = False

    def call(self, what: str, function: Callable[..., Any], *arguments: Any) -> Any:
        """Return what the function returns; `what` names it in the InputError if it fails."""
        around = self._is_called
        try:
            self.watch()
            with redirect_stdout(
                SanitizedOutput(sys.stderr)
            ):  # what it prints is no part of any result
                return function(*arguments)
        except Overdue:
            raise InputError(f"{what} did not answer within {self.patience:g} seconds") from None
        except (InputError, KeyboardInterrupt):
            raise
        except (
            BaseException
        ) as error:  # whatever a user-supplied function raises must become one sentence
            raise InputError(f"{what} raised {describe_error(error)}") from error
        finally:
            if around:
                self.watch()
            else:
                self.rest()

    def watch(self) -> None:
        """Start the time again; in the main thread Overdue is raised unless `watch` or `rest` is called in time."""
        if is_main_thread():
            self.stand_by()
            self._is_called = True
            self._since = time.monotonic()

    @property
    def is_needed(self) -> bool:
        """Return whether there is user-supplied code."""
        return self._stands_by

    def rest(self) -> None:
        """Stop the time."""
        if is_main_thread():
            self._is_called = False
            self._seen = None

    def stand_by(self) -> None:
        """Start the timer, unless it runs, this platform has none, or another program part handles its signal."""
        if not self._stands_by and HAS_ALARM and is_main_thread():
            self.when_needed()
            self._stands_by = signal.getsignal(signal.SIGALRM) is signal.SIG_DFL
            if self._stands_by:
                signal.signal(signal.SIGALRM, self._on_alarm)
                atexit.register(
                    signal.setitimer, signal.ITIMER_REAL, 0
                )  # without its handler it would kill Python
                self.wait_for(self.patience)

    def wait_for(self, seconds: float) -> None:
        """Be as patient as this from now on, also with what is being called."""
        self.patience = seconds
        if self._stands_by:
            signal.setitimer(signal.ITIMER_REAL, seconds / 10, seconds / 10)

    def _on_alarm(self, number: int, frame: FrameType | None) -> None:
        """End what the main thread has been in for too long."""
        own = called_by_us(frame)
        now = time.monotonic()
        if not self._is_called and own is not self._seen:
            self._seen = own
            self._since = now
            self._told = False
        if now - self._since <= self.patience:
            return
        if self._is_called:
            self._since = now
            raise Overdue
        if own is not None:
            self._lose_patience(own)

    def _lose_patience(self, own: FrameType) -> None:
        """Say that a file is waited for, once; end anything else."""
        place = place_of(own.f_code, own.f_lineno)
        if own.f_code.co_name != "<module>" or self.waits_for_files is None:
            self._since = time.monotonic()
            raise InputError(f"{place} did not answer within {self.patience:g} seconds")
        if not self._told:
            self._told = True
            self.waits_for_files(f"still loading {place}; Ctrl-C stops it")


def is_main_thread() -> bool:
    """Return whether the caller runs in the main thread, the only one in which Python handles signals."""
    return threading.current_thread() is threading.main_thread()


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


def warn_on_terminal(sentence: str) -> None:
    """Say something on standard error."""
    print(f"visualizer: {sentence}", file=sys.stderr, flush=True)  # noqa: T201  from a thread, while a call hangs


def check_user_number(what: str, value: Any, did: str = "returned") -> float:
    """Return the value if it is a number from -2^53 to 2^53; else InputError says what it is."""
    found: Any = value
    if isinstance(value, Real) and not isinstance(
        found, bool | int | float
    ):  # of a library such as numpy
        if isinstance(value, Integral):
            found = int(value)
        else:
            found = float(value)
    if isinstance(found, bool) or not isinstance(found, int | float):
        raise InputError(f"{what} {did} {value!r:.80}; it must be a number")
    if not -MAX_USER_NUMBER <= found <= MAX_USER_NUMBER:
        if isinstance(found, int):
            shown = "a number with too many digits"
        else:
            shown = repr(found)
        raise InputError(f"{what} {did} {shown}; allowed are numbers from -2^53 to 2^53")
    return found


WATCHDOG = Watchdog()
