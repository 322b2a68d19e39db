"""Asking a game's code: what it raises, or answers wrongly, is a fault in one sentence."""

from collections.abc import Callable
from dataclasses import dataclass
from math import isfinite
from numbers import Real
from typing import Any

from visualizer.errors import InputError
from visualizer.plugins.numbers import EXACT
from visualizer.plugins.places import described

EXCEPTION = "exception in "
"""How the names of mistakes begin that end a call."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A mistake in a game: `what` it is, the same wherever it shows, and a sentence on `why` it is one."""

    what: str
    why: str


class Wrong(Exception):  # noqa: N818  it carries a fault
    """Raised where nothing more can be asked; `fault` says why."""

    def __init__(self, what: str, why: str) -> None:
        """Take the words of the fault."""
        super().__init__(why)
        self.fault = Fault(what, why)


def ask(what: str, function: Callable[..., Any], *arguments: Any, may_refuse: bool = False) -> Any:
    """Return what a function of a game returns; `what` names it in the fault (Wrong) if it raises anything.

    A reader of texts `may_refuse` one: then a ValueError is let through.
    """
    try:
        return function(*arguments)
    except (KeyboardInterrupt, Wrong):
        raise
    except BaseException as error:  # whatever a game's code raises must become one sentence
        if may_refuse and isinstance(error, ValueError):
            raise
        if isinstance(error, InputError):  # of the watchdog, and a sentence by itself
            raise Wrong(EXCEPTION + what, str(error)) from error
        raise Wrong(EXCEPTION + what, f"{what} raised {described(error)}") from error


def is_number(value: Any) -> bool:
    """Return whether a value is a number that searches can use: finite, from -2^53 to 2^53, and no truth value."""
    if isinstance(value, bool) or not isinstance(value, Real):
        return False
    return isfinite(value) and abs(float(value)) <= EXACT


def shown(value: Any) -> str:
    """Return a value as a sentence quotes it, in at most 60 characters."""
    words = ask("repr()", repr, value)
    return words if len(words) <= 60 else f"{words[:59]}…"
