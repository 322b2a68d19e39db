"""Calls of users' code, whose errors and delays become one sentence that says where.

An interval timer sends SIGALRM, whose handler Python runs in the main thread, even while the code
there sleeps or matches a regular expression. Nothing ends code in other threads, on Windows, which
has no such timer, or in C that never returns to Python, such as a long sum.
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
"""The beginnings of the names of this program's files."""


def describe_error(error: BaseException) -> str:
    """Return an error in words, followed by the line of a user's file that raised it, if any.

    The name of its class comes first, except for this program's errors, which are sentences.

    >>> describe_error(SystemExit()), describe_error(KeyError("a1"))
    ('SystemExit', "KeyError: 'a1'")
    """
    is_ours = type(error).__module__.partition(".")[0] in OWN_PACKAGES
    if is_ours:
        sentence = str(error)
    else:
        sentence = f"{type(error).__name__}: {error}".removesuffix(": ")
    place = user_place(error)
    if not place:
        return sentence
    return f"{sentence}, in {place}"


def fault_sentence(error: BaseException) -> str:
    """Return the sentence for an error in a user's function."""
    return f"a user-supplied function failed ({describe_error(error)})"


@contextmanager
def faults_as_input_errors() -> Iterator[None]:
    """Turn errors that a user's code raises into InputError; let all other errors pass."""
    try:
        yield
    except Exception as error:
        if isinstance(error, InputError) or not user_place(error):
            raise
        raise InputError(fault_sentence(error)) from error


def user_place(error: BaseException) -> str:
    """Return the line of users' code that raised an error, "" if no such code was running.

    If several functions of users were running, this is the line of the innermost one.
    """
    place = ""
    traceback = error.__traceback__
    # A traceback begins with the outermost call, so the last place found is the innermost.
    while traceback is not None:
        if is_user_code(traceback.tb_frame.f_code):
            place = place_of(traceback.tb_frame.f_code, traceback.tb_lineno)
        traceback = traceback.tb_next
    return place


NOTEBOOK_CELL = re.compile(r"<i?python-input-(\d+)|.*ipykernel_\d+")
"""The names of files that Python and Jupyter give to a notebook's cells."""


def shown_file_name(path: str) -> str:
    """Return the name of a file without its folder, or of a notebook's cell.

    >>> shown_file_name("/home/mine.py"), shown_file_name("<ipython-input-3-0a1b>")
    ('mine.py', 'cell 3')
    >>> shown_file_name("/tmp/ipykernel_42/123.py")
    'the notebook'
    """
    cell = NOTEBOOK_CELL.match(path)
    if cell is None:
        return Path(path).name
    number = cell[1]
    if number:
        return f"cell {number}"
    return "the notebook"


def is_user_code(code: CodeType) -> bool:
    """Return whether code is in neither this program nor a library."""
    file = code.co_filename
    if file.startswith(_libraries()) and not NOTEBOOK_CELL.match(file):
        return False
    return not is_of_this_program(code)


def is_of_this_program(code: CodeType) -> bool:
    """Return whether code is this program's, including the games that come with it."""
    return code.co_filename.startswith(OWN_FOLDERS)


def place_of(code: CodeType, line: int) -> str:
    """Return where a line of code is, as in `score (mine.py, line 3)` or `mine.py, line 3`."""
    where = f"{shown_file_name(code.co_filename)}, line {line}"
    if code.co_name == "<module>":
        return where
    return f"{code.co_name} ({where})"


@cache
def _libraries() -> tuple[str, ...]:
    """Return the beginnings of the file names of libraries, and of code that is in no file."""
    names = ("stdlib", "platstdlib", "purelib", "platlib")
    return "<", *(sysconfig.get_path(name) for name in names)


USER_CALL_SECONDS = 10.0
"""How long one call may take."""
MAX_USER_NUMBER = 2**53
"""Up to here, floating-point numbers contain every whole number."""
REPEATED_ALARM_SECONDS = 0.1
"""How long one call may take once the user has asked for the end."""
HAS_ALARM = hasattr(signal, "setitimer")
"""Whether there is an interval timer, which Windows lacks."""


class Overdue(BaseException):
    """Raised inside a call that takes too long; an `except Exception` there does not stop it."""


class Watchdog:
    """Ends whatever takes longer than `patience` seconds in the main thread.

    A function is watched while it runs (`call`). A search is watched from one report to the next
    (`watch`, and `stop` at its end). A game's functions are called from many places, so these calls
    are not announced one by one. After `start_timer` the timer finds them by itself, and also a
    file that is being loaded.
    """

    def __init__(self) -> None:
        """Watch nothing; the timer starts when it is needed."""
        self.patience = USER_CALL_SECONDS
        self.report_loading: Callable[[str], None] | None = warn_on_terminal
        """Reports that a file is still being loaded; None if nobody would see that."""
        self.on_first_use: Callable[[], object] = bool
        """Called before the first user-supplied code runs; `bool` does nothing."""
        self._stands_by = False
        """Whether the timer runs."""
        self._is_called = False
        """Whether a call or a search is being watched."""
        self._last_frame: FrameType | None = None
        """The call of users' code, watched by nobody, that was running at the last alarm."""
        self._since = 0.0
        """When the watched call began, or the alarm first met the other call."""
        self._has_warned = False
        """Whether the user knows that the file is still being loaded."""

    def call(self, what: str, function: Callable[..., Any], *arguments: Any) -> Any:
        """Return the result of a call of users' code; InputError if the call fails or hangs.

        `what` names the function in the sentence of the error.
        """
        is_nested = self._is_called
        try:
            self.watch()
            # What the function prints must not become part of a result.
            with redirect_stdout(SanitizedOutput(sys.stderr)):
                return function(*arguments)
        except Overdue:
            raise InputError(f"{what} did not answer within {self.patience:g} seconds") from None
        except (InputError, KeyboardInterrupt):
            raise
        # Whatever users' code raises must become one sentence.
        except BaseException as error:
            raise InputError(f"{what} raised {describe_error(error)}") from error
        finally:
            # The surrounding call gets its full time again.
            if is_nested:
                self.watch()
            else:
                self.stop()

    def watch(self) -> None:
        """Restart the time; Overdue is raised unless `watch` or `stop` is called in time."""
        if is_main_thread():
            self.start_timer()
            self._is_called = True
            self._since = time.monotonic()

    @property
    def has_user_code(self) -> bool:
        """Return whether user-supplied code may run, so that the timer runs."""
        return self._stands_by

    def stop(self) -> None:
        """End the watching of a call or a search."""
        if is_main_thread():
            self._is_called = False
            self._last_frame = None

    def start_timer(self) -> None:
        """Start the timer, unless it runs already or cannot run here."""
        can_start = HAS_ALARM and is_main_thread()
        if self._stands_by or not can_start:
            return
        self.on_first_use()
        # Other code may use the signal for itself, and keeps it.
        is_signal_free = signal.getsignal(signal.SIGALRM) is signal.SIG_DFL
        if not is_signal_free:
            return
        self._stands_by = True
        signal.signal(signal.SIGALRM, self._on_alarm)
        # At the end, Python removes the handler, and another alarm would then kill it.
        atexit.register(signal.setitimer, signal.ITIMER_REAL, 0)
        self.wait_for(self.patience)

    def wait_for(self, seconds: float) -> None:
        """Change the patience, even for the call that is under way."""
        self.patience = seconds
        # Ten alarms in that time: a call is ended at most a tenth too late.
        if self._stands_by:
            signal.setitimer(signal.ITIMER_REAL, seconds / 10, seconds / 10)

    def _on_alarm(self, number: int, frame: FrameType | None) -> None:
        """Handle an alarm: end a call of users' code that has taken too long.

        `frame` is the frame that the main thread was running when the signal came.
        """
        user_call = outermost_user_call(frame)
        now = time.monotonic()
        # An unwatched call has reported no beginning, so its time counts from its first alarm.
        is_new_call = not self._is_called and user_call is not self._last_frame
        if is_new_call:
            self._last_frame = user_call
            self._since = now
            self._has_warned = False
        if now - self._since <= self.patience:
            return
        # Whoever watches the call catches Overdue, and says which function is meant.
        if self._is_called:
            self._since = now
            raise Overdue
        if user_call is not None:
            self._on_timeout(user_call)

    def _on_timeout(self, user_call: FrameType) -> None:
        """End a call of users' code that takes too long.

        A call that loads a file is only reported, once, and goes on. It is ended only if nobody
        would see the report.
        """
        place = place_of(user_call.f_code, user_call.f_lineno)
        is_loading = user_call.f_code.co_name == "<module>"
        # Without anyone to see the report, loading is ended, too.
        if not is_loading or self.report_loading is None:
            self._since = time.monotonic()
            raise InputError(f"{place} did not answer within {self.patience:g} seconds")
        if not self._has_warned:
            self._has_warned = True
            self.report_loading(f"still loading {place}; Ctrl-C stops it")


def is_main_thread() -> bool:
    """Return whether this is the main thread, the only one in which Python handles signals."""
    return threading.current_thread() is threading.main_thread()


def outermost_user_call(frame: FrameType | None) -> FrameType | None:
    """Return the outermost frame of users' code that this program has called.

    The call may be direct or through a library. Only `frame` and its callers are searched. None if
    this program has called no code of users.
    """
    outermost = None
    user_call = None
    # Going from the innermost frame outwards, a later find replaces an earlier one.
    while frame is not None:
        if is_user_code(frame.f_code):
            user_call = frame
        elif user_call is not None and is_of_this_program(frame.f_code):
            outermost = user_call
        frame = frame.f_back
    return outermost


def warn_on_terminal(sentence: str) -> None:
    """Print a sentence to standard error."""
    print(f"visualizer: {sentence}", file=sys.stderr, flush=True)  # noqa: T201  a call hangs


def check_user_number(what: str, value: Any, did: str = "returned") -> float:
    """Return a number from users' code; InputError for any other value.

    The number must be from -2^53 to 2^53. `what` and `did` begin the sentence of the error, as in
    "mine.py:score returned 'x'; it must be …".
    """
    number: Any = value
    is_python_number = isinstance(value, bool | int | float)
    is_library_number = isinstance(value, Real) and not is_python_number
    # Numbers of numpy and the like become Python's.
    if is_library_number and isinstance(value, Integral):
        number = int(value)
    elif is_library_number:
        number = float(value)
    if isinstance(number, bool) or not isinstance(number, int | float):
        raise InputError(f"{what} {did} {value!r:.80}; it must be a number")
    if not -MAX_USER_NUMBER <= number <= MAX_USER_NUMBER:
        # Python refuses to write integers of more than 4,300 digits.
        if isinstance(number, int):
            shown = "a number with too many digits"
        else:
            shown = repr(number)
        raise InputError(f"{what} {did} {shown}; allowed are numbers from -2^53 to 2^53")
    return number


WATCHDOG = Watchdog()
