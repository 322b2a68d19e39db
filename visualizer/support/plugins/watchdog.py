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

    The name of the error's class comes first. Errors of this program are sentences without it.

    >>> describe_error(SystemExit()), describe_error(KeyError("a1"))
    ('SystemExit', "KeyError: 'a1'")
    """
    is_built_in = type(error).__module__.partition(".")[0] in OWN_PACKAGES
    if is_built_in:
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
    """Ends calls of users' code that take longer than `patience` seconds in the main thread.

    A function is watched while it runs (`call`). A search is watched from one report to the next
    (`watch`, and `stop` at its end).

    Other calls are unwatched: a game's functions are called from many places, so these calls are
    not announced one by one. After `start_timer` the timer finds them by itself, and also a file
    that is being loaded.
    """

    def __init__(self) -> None:
        """Watch nothing; the timer starts when it is needed."""
        self.patience = USER_CALL_SECONDS
        self.report_loading: Callable[[str], None] | None = warn_on_terminal
        """Reports that a file is still being loaded; None if nobody would see that."""
        self.on_first_use: Callable[[], object] = bool
        """Called before the first user-supplied code runs; `bool()` has no effect."""
        self._is_timer_running = False
        self._is_watching = False
        """Whether a call or a search is being watched."""
        self._unwatched_call: FrameType | None = None
        """The unwatched call of users' code that was running at the last alarm."""
        self._call_start = 0.0
        """When the watched call began, or when an alarm first found the unwatched call."""
        self._has_reported_loading = False
        """Whether the user knows that the file is still being loaded."""

    def call(self, name: str, function: Callable[..., Any], *arguments: Any) -> Any:
        """Return the result of a call of users' code; InputError if the call fails or hangs.

        `name` names the function in the sentence of the error.
        """
        is_nested = self._is_watching
        try:
            self.watch()
            # What the function prints must not become part of a result.
            with redirect_stdout(SanitizedOutput(sys.stderr)):
                return function(*arguments)
        except Overdue:
            raise InputError(f"{name} did not answer within {self.patience:g} seconds") from None
        except (InputError, KeyboardInterrupt):
            raise
        # Whatever users' code raises must become one sentence.
        except BaseException as error:
            raise InputError(f"{name} raised {describe_error(error)}") from error
        finally:
            # The surrounding call gets its full time again.
            if is_nested:
                self.watch()
            else:
                self.stop()

    def watch(self) -> None:
        """Start the time anew; Overdue is raised unless `watch` or `stop` is called in time."""
        if is_main_thread():
            self.start_timer()
            self._is_watching = True
            self._call_start = time.monotonic()

    @property
    def has_user_code(self) -> bool:
        """Return whether user-supplied code may run, so that the timer runs."""
        return self._is_timer_running

    def stop(self) -> None:
        """End the watching of a call or a search."""
        if is_main_thread():
            self._is_watching = False
            self._unwatched_call = None

    def start_timer(self) -> None:
        """Start the timer, unless it runs already or cannot run here."""
        can_start = HAS_ALARM and is_main_thread()
        if self._is_timer_running or not can_start:
            return
        self.on_first_use()
        # If other code uses the signal, do not take the signal away from that code.
        is_signal_free = signal.getsignal(signal.SIGALRM) is signal.SIG_DFL
        if not is_signal_free:
            return
        self._is_timer_running = True
        signal.signal(signal.SIGALRM, self._on_alarm)
        # Python removes the handler when it ends. An alarm after that would kill the process.
        atexit.register(signal.setitimer, signal.ITIMER_REAL, 0)
        self.wait_for(self.patience)

    def wait_for(self, seconds: float) -> None:
        """Change the patience, even for the call that is under way."""
        self.patience = seconds
        # Ten alarms in that time: a call is ended at most a tenth too late.
        if self._is_timer_running:
            signal.setitimer(signal.ITIMER_REAL, seconds / 10, seconds / 10)

    def _on_alarm(self, number: int, frame: FrameType | None) -> None:
        """Handle an alarm: end a call of users' code that has taken too long.

        `frame` is the frame that the main thread was running when the signal came.
        """
        user_call = outermost_user_call(frame)
        now = time.monotonic()
        # The start of an unwatched call is unknown, so count its time from its first alarm.
        is_new_unwatched_call = not self._is_watching and user_call is not self._unwatched_call
        if is_new_unwatched_call:
            self._unwatched_call = user_call
            self._call_start = now
            self._has_reported_loading = False
        if now - self._call_start <= self.patience:
            return
        # The code that watches the call catches Overdue, and names the function to the user.
        if self._is_watching:
            self._call_start = now
            raise Overdue
        if user_call is not None:
            self._on_timeout(user_call)

    def _on_timeout(self, user_call: FrameType) -> None:
        """Raise InputError in an unwatched call that takes too long; loading a file may go on.

        The user is told once that a file is still being loaded. If the user cannot be told
        (`report_loading` is None), loading a file raises InputError, too.
        """
        place = place_of(user_call.f_code, user_call.f_lineno)
        # While Python loads a file, it runs the file's code under this name.
        is_loading = user_call.f_code.co_name == "<module>"
        if not is_loading or self.report_loading is None:
            self._call_start = time.monotonic()
            raise InputError(f"{place} did not answer within {self.patience:g} seconds")
        if not self._has_reported_loading:
            self._has_reported_loading = True
            self.report_loading(f"still loading {place}; Ctrl-C stops it")


def is_main_thread() -> bool:
    """Return whether this is the main thread, the only one in which Python handles signals."""
    return threading.current_thread() is threading.main_thread()


def outermost_user_call(frame: FrameType | None) -> FrameType | None:
    """Return the outermost frame of users' code that this program has called, None without one.

    Only `frame` and its callers are searched. The call may be direct or through a library.
    """
    outermost = None
    user_call = None
    # The loop goes from the innermost frame outwards, so the last frame found is the outermost.
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


def check_user_number(subject: str, value: Any, verb: str = "returned") -> float:
    """Return a value from users' code as an int or a float; InputError if it is not a number.

    Numbers outside -2^53 to 2^53 are not allowed, either. The error's sentence begins with
    `subject` and `verb`, as in "mine.py:score returned 'x'; it must be …".
    """
    number: Any = value
    is_python_number = isinstance(value, bool | int | float)
    is_library_number = isinstance(value, Real) and not is_python_number
    # Numbers of libraries such as numpy become numbers of Python.
    if is_library_number and isinstance(value, Integral):
        number = int(value)
    elif is_library_number:
        number = float(value)
    if isinstance(number, bool) or not isinstance(number, int | float):
        raise InputError(f"{subject} {verb} {value!r:.80}; it must be a number")
    if not -MAX_USER_NUMBER <= number <= MAX_USER_NUMBER:
        # Python refuses to write integers of more than 4,300 digits.
        if isinstance(number, int):
            words = "a number with too many digits"
        else:
            words = repr(number)
        raise InputError(f"{subject} {verb} {words}; allowed are numbers from -2^53 to 2^53")
    return number


WATCHDOG = Watchdog()
