"""Data from files: JSON as its standard has it, and named values, each of which is checked as it is read.

No NaN and no infinity is read or written.
"""

import json
import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from math import inf, isfinite
from types import NoneType, UnionType
from typing import Any, NoReturn, Self, TypeVar

from games import shorten
from visualizer.look.numbers import MAX_EXACT_FLOAT_INTEGER, simplest_fraction
from visualizer.support.errors import InputError, visible

MAX_NUMBER_DIGITS = 1_000
"""Digits of a whole number."""


class NotFinite(ValueError):  # noqa: N818  it says what is the matter
    """NaN, an infinity, or a number so large that it would be read as one."""


def _refuse(word: str) -> NoReturn:
    raise NotFinite(f"{word[:40]} is not a finite number")


def _finite(word: str) -> float:
    value = float(word)
    if isfinite(value):
        return value
    return _refuse(word)


def _whole(word: str) -> int:
    if len(word) > MAX_NUMBER_DIGITS:
        raise NotFinite(
            f"{word[:40]}… is a number with {len(word):,} digits; at most {MAX_NUMBER_DIGITS:,} are allowed"
        )
    return int(word)


_DECODER = json.JSONDecoder(parse_constant=_refuse, parse_float=_finite, parse_int=_whole)


scan: Callable[[str, int], tuple[Any, int]] = json.JSONDecoder(
    parse_constant=_refuse, parse_float=_finite
).scan_once  # type: ignore[attr-defined]
"""Returns what a text says from a place on, and where that ends; StopIteration or ValueError for what is no JSON.

It is for lines of files of events, whose whole numbers are looked at when they are used.
"""


def read_json_line(text: str) -> Any:
    """Return what a line of JSON says that begins with its first sign; errors as for `read_json`.

    >>> read_json_line('{"leaf": "e3", "value": 2}')
    {'leaf': 'e3', 'value': 2}
    """
    try:
        found, end = scan(text, 0)  # a third of the time of `decode`
    except (StopIteration, ValueError, RecursionError):
        return read_json(text)
    if text[end:] in ("", "\n"):
        return found
    return read_json(text)


def read_json(text: str) -> Any:
    """Return what a text of JSON says; NotFinite, or any other ValueError, for what is none.

    >>> read_json("[1e999]")
    Traceback (most recent call last):
    visualizer.searching.data_files.NotFinite: 1e999 is not a finite number
    """
    try:
        return _DECODER.decode(text)
    except RecursionError as error:
        raise ValueError("its brackets are nested too deeply") from error


def format_json(
    data: object, *, ascii_only: bool = True, indent: int | None = None, sort_keys: bool = False
) -> str:
    """Return data as JSON; ValueError for a number that JSON does not have."""
    return json.dumps(
        data, allow_nan=False, ensure_ascii=ascii_only, indent=indent, sort_keys=sort_keys
    )


WRITTEN_FRACTION = re.compile(r"[0-9]+/0*[1-9][0-9]*")
SHORT_WHOLE_NUMBER = re.compile(r"[0-9]{1,9}")

Choice = TypeVar("Choice")


class FileEntry:
    """Named values, and where they stand: in which file, and on which line, 0 for those of a whole file.

    Each reader raises InputError, which says where, for a bad value.
    """

    __slots__ = ("file", "found", "number")

    def __init__(self, file: str, number: int, found: dict[str, Any]) -> None:
        """Take an object that has been parsed."""
        self.file = file
        self.number = number
        self.found = found

    @classmethod
    def parsed(cls, file: str, number: int, text: str) -> Self:
        """Parse a line, or a whole file; InputError if it is no JSON object."""
        self = cls(file, number, {})
        try:
            if number:
                found = read_json_line(text)
            else:
                found = read_json(text)
        except ValueError as error:
            raise self.unread(text, error) from error
        if not isinstance(found, dict):
            raise self.error(f"{text.strip()!r:.60} is not a JSON object")
        self.found = found
        return self

    @classmethod
    def several(cls, file: str, text: str, what: str) -> list[Self]:
        """Parse a file of a list of objects, or of one; InputError, which calls each of them `what`, if it is none."""
        try:
            found = read_json(text)
        except ValueError as error:
            raise cls(file, 0, {}).unread(text, error) from error
        if isinstance(found, list):
            items = found
        else:
            items = [found]
        return [
            cls._inner(f"{file}, {what} {number:,}", item) for number, item in enumerate(items, 1)
        ]

    @classmethod
    def _inner(cls, place: str, found: object) -> Self:
        if not isinstance(found, dict):
            raise InputError(f"{place}: {found!r:.60} is not a JSON object")
        return cls(place, 0, found)

    @property
    def place(self) -> str:
        """Where in which file it stands."""
        return f"{self.file}, line {self.number}" if self.number else self.file

    def error(self, sentence: str) -> InputError:
        """Return the error that says where in which file something is wrong."""
        return InputError(f"{self.place}: {sentence}")

    def unread(self, text: str, error: ValueError) -> InputError:
        """Return the error for a text that is no JSON."""
        if isinstance(error, NotFinite):
            return self.error(f"{error}; null stands for none")
        return self.error(
            f"{text.strip()!r:.60} is not a JSON object"
            if self.number
            else f"it is not JSON: {error}"
        )

    def check_keys(self, *known: str) -> None:
        """Refuse a name that is none of those known."""
        for key in self.found:
            if key not in known:
                raise self.error(
                    f"the key {shorten(key)} is unknown; the keys are: {' '.join(known)}"
                )

    def refused(self, key: str, allowed: str) -> InputError:
        """Return the error that says what the value of a key may be."""
        if key not in self.found:
            return self.error(f"{shorten(key)} is missing; it is {allowed}")
        return self.error(f"{shorten(key)} is {self.found[key]!r:.60}; allowed is {allowed}")

    def text(self, key: str, *, needed: bool = False) -> str | None:
        """Return a text with visible signs; None where it is missing or null."""
        value = self.word(key, needed=needed)
        if value is None:
            return None
        return visible(value)

    def word(self, key: str, *, needed: bool = False) -> str | None:
        """Return a text that is to be parsed, as it is; None where it is missing or null."""
        value = self.found.get(key)
        if isinstance(value, str) or (value is None and not needed):
            return value
        raise self.refused(key, "a text")

    def flag(self, key: str, *, needed: bool = False) -> bool:
        """Return true or false; false where it is missing or null."""
        value = self.found.get(key)
        if value is True or value is False:
            return value
        if value is None and not needed:
            return False
        raise self.refused(key, "true or false")

    def whole(self, key: str, low: int, high: int, *, needed: bool = False) -> int | None:
        """Return a whole number; None where it is missing or null."""
        value = self.found.get(key)
        if (value is None and not needed) or (type(value) is int and low <= value <= high):
            return value
        raise self.refused(key, f"a whole number from {low:,} to {high:,}")

    def finite(self, key: str, otherwise: float | None = None) -> float:
        """Return a number; `otherwise` where it is missing or null, unless that is None."""
        value = self.found.get(key)
        if value is None and otherwise is not None:
            return otherwise
        if (
            type(value) is int or type(value) is float
        ) and -MAX_EXACT_FLOAT_INTEGER <= value <= MAX_EXACT_FLOAT_INTEGER:
            return float(value)
        raise self.refused(key, "a number from -2^53 to 2^53")

    def probability(self, key: str) -> Fraction | None:
        """Return a number above 0 and at most 1, or such a fraction as a text; None where it is missing or null."""
        value = self.found.get(key)
        if value is None:
            return None
        if type(value) is str and len(value) <= 40 and WRITTEN_FRACTION.fullmatch(value):
            found = Fraction(value)
        elif type(value) is int or type(value) is float:
            found = simplest_fraction(self.finite(key))
        else:
            found = Fraction(0)
        if 0 < found <= 1:
            return found
        raise self.refused(key, "a number above 0 and at most 1, or a fraction such as '1/3'")

    def limits(self, key: str) -> tuple[float, float]:
        """Return two numbers, the first less than the second, null for an infinite one; infinite if missing."""
        value = self.found.get(key)
        if value is None:
            return -inf, inf
        if (
            isinstance(value, list)
            and len(value) == 2
            and all(type(each) in (int, float, NoneType) for each in value)
        ):
            low, high = (
                end if each is None else float(each)
                for end, each in zip((-inf, inf), value, strict=True)
            )
            if low < high:
                return low, high
        raise self.refused(key, "a list of two numbers, the first less than the second")

    def choice(self, key: str, usual: str, allowed: Mapping[str, Choice]) -> Choice:
        """Return what one of some words stands for; the `usual` one where it is missing or null."""
        word = self.found.get(key)
        if word is None:
            return allowed[usual]
        if isinstance(word, str) and word in allowed:
            return allowed[word]
        raise self.refused(key, " ".join(allowed))

    def single(self, key: str) -> str | float | bool:
        """Return a text, a number or a truth value."""
        value = self.found.get(key)
        if isinstance(value, str | int | float):
            return value
        raise self.refused(key, "a text, a number, true or false")

    def texts(self, key: str) -> tuple[str, ...]:
        """Return a list of texts with visible signs; empty where it is missing or null."""
        return tuple(map(visible, self._held(key, [], str, "a list of texts")))

    def settings(self, key: str) -> dict[str, str]:
        """Return an object of texts, whole numbers and truth values as texts; empty where it is missing or null."""
        return {
            name: str(each)
            for name, each in self._held(key, {}, str | int, "an object of texts").items()
        }

    def counts(self, key: str, low: int, high: int) -> dict[int, int]:
        """Return an object of whole numbers by whole numbers; empty where it is missing or null."""
        allowed = f"an object of whole numbers from {low:,} to {high:,}, by whole numbers"
        found = self._held(key, {}, int, allowed)
        if all(
            SHORT_WHOLE_NUMBER.fullmatch(name) and low <= count <= high
            for name, count in found.items()
        ):
            return {int(name): count for name, count in found.items()}
        raise self.refused(key, allowed)

    def entry(self, key: str) -> Self:
        """Return an object, with its own values to be checked."""
        value = self.found.get(key)
        if isinstance(value, dict):
            return self._inner(f"{self.place}, {key}", value)
        raise self.refused(key, "an object")

    def entries(self, key: str) -> list[Self]:
        """Return a list of such objects; empty where it is missing or null."""
        return [
            self._inner(f"{self.place}, {key}", each)
            for each in self._held(key, [], dict, "a list of objects")
        ]

    def _held(self, key: str, usual: Any, part: type | UnionType, allowed: str) -> Any:
        """Return a list or an object, all of whose parts are of a type; the `usual`, empty one if missing or null."""
        found = self.found.get(key)
        if found is None:
            return usual
        if isinstance(found, dict):
            parts = found.values()
        else:
            parts = found
        if type(found) is type(usual) and all(isinstance(each, part) for each in parts):
            return found
        raise self.refused(key, allowed)
