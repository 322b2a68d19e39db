"""Whose code is running: this program's, a library's, or another person's; and where it stands."""

import os
import sysconfig
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import CodeType

from visualizer.errors import InputError

PACKAGES = ("visualizer", "games", "exports")
OURS = tuple(f"{Path(__file__).parents[2] / name}{os.sep}" for name in PACKAGES)
"""How the names of this program's files begin."""


def described(error: BaseException) -> str:
    """Return an error and where in a user-supplied file it was raised, if it was in one.

    Its class comes first, except that of our own errors, whose message is a sentence by itself.

    >>> described(SystemExit()), described(KeyError("a1"))
    ('SystemExit', "KeyError: 'a1'")
    """
    place, is_ours = user_place(error), type(error).__module__.partition(".")[0] in PACKAGES
    said = str(error) if is_ours else f"{type(error).__name__}: {error}".removesuffix(": ")
    return said + (f", in {place}" if place else "")


def fault(error: BaseException) -> str:
    """Return the sentence for an error that a user-supplied function raised."""
    return f"a user-supplied function went wrong ({described(error)})"


@contextmanager
def faults_as_input_errors() -> Iterator[None]:
    """Raise InputError in place of an error that user-supplied code raised."""
    try:
        yield
    except Exception as error:
        if isinstance(error, InputError) or not user_place(error):
            raise
        raise InputError(fault(error)) from error


def user_place(error: BaseException) -> str:
    """Return the last place in an error's traceback that is in neither this program nor a library."""
    place, step = "", error.__traceback__
    while step is not None:
        if is_user_code(step.tb_frame.f_code):
            place = place_of(step.tb_frame.f_code, step.tb_lineno)
        step = step.tb_next
    return place


def is_user_code(code: CodeType) -> bool:
    """Return whether code is in neither this program nor a library."""
    return not code.co_filename.startswith(_libraries()) and not is_of_this_program(code)


def is_of_this_program(code: CodeType) -> bool:
    """Return whether code is this program's, the games that come with it included."""
    return code.co_filename.startswith(OURS)


def place_of(code: CodeType, line: int) -> str:
    """Name a line of a function in a file, or of the file itself."""
    where = f"{Path(code.co_filename).name}, line {line}"
    return where if code.co_name == "<module>" else f"{code.co_name} ({where})"


@cache
def _libraries() -> tuple[str, ...]:
    """Return how the names of libraries' files begin, and of code that is in no file."""
    return "<", *(sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib"))
