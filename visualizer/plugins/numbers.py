"""Numbers that user-supplied code returns or tells: checked, and made numbers of Python's own."""

from numbers import Integral, Real
from typing import Any

from visualizer.errors import InputError

EXACT = 2**53


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
