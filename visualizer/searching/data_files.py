"""Data from files: standard JSON, and named values, each of which is checked as it is read.

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
"""The most digits of a whole number."""


class NotFinite(ValueError):  # noqa: N818  it says what is the matter
    """A number is NaN or infinite, or so large that it would be read as infinite."""


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
            f"{word[:40]}… is a number with {len(word):,} digits; "
            f"at most {MAX_NUMBER_DIGITS:,} are allowed"
        )
    return int(word)


_DECODER = json.JSONDecoder(parse_constant=_refuse, parse_float=_finite, parse_int=_whole)


scan: Callable[[str, int], tuple[Any, int]] = json.JSONDecoder(
    parse_constant=_refuse, parse_float=_finite
).scan_once  # type: ignore[attr-defined]
"""Reads the JSON value at an index of a text; returns the value and the index after its end.

StopIteration or ValueError for text that is not JSON. The size of whole numbers is not checked.
"""


def read_json_line(text: str) -> Any:
    """Read a line of JSON, usually faster than `read_json`, with the same errors.

    >>> read_json_line('{"leaf": "e3", "value": 2}')
    {'leaf': 'e3', 'value': 2}
    """
    try:
        # This takes a third of the time that `decode` takes, but allows no space around the JSON.
        found, end = scan(text, 0)
    except (StopIteration, ValueError, RecursionError):
        return read_json(text)
    if text[end:] in ("", "\n"):
        return found
    return read_json(text)


def read_json(text: str) -> Any:
    """Read JSON; ValueError if the text is not JSON, NotFinite for a number that is not finite.

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
    """Return data as JSON; ValueError for NaN and infinities."""
    return json.dumps(
        data, allow_nan=False, ensure_ascii=ascii_only, indent=indent, sort_keys=sort_keys
    )


WRITTEN_FRACTION = re.compile(r"[0-9]+/0*[1-9][0-9]*")
SHORT_WHOLE_NUMBER = re.compile(r"[0-9]{1,9}")

Choice = TypeVar("Choice")


class FileEntry:
    """A JSON object from a file, whose values are checked as they are read.

    `found` has the values by key. The methods raise InputError for a bad value, with the file and
    the line. The line `number` is 0 if the object is the whole file.
    """

    __slots__ = ("file", "number", "values")

    def __init__(self, file: str, number: int, found: dict[str, Any]) -> None:
        """Start with the values of a parsed object."""
        self.file = file
        self.number = number
        self.values = found

    @classmethod
    def parsed(cls, file: str, number: int, text: str) -> Self:
        """Parse the text of a line or a whole file, which must be a JSON object, else InputError.

        `number` is the number of the line, 0 for a whole file.
        """
        self = cls(file, number, {})
        read = read_json_line if number else read_json
        try:
            found = read(text)
        except ValueError as error:
            raise self.not_json_error(text, error) from error
        if not isinstance(found, dict):
            raise self.error(f"{text.strip()!r:.60} is not a JSON object")
        self.values = found
        return self

    @classmethod
    def parse_several(cls, file: str, text: str, what: str) -> list[Self]:
        """Parse the text of a file, which must be a JSON object or a list of objects.

        InputError for any other text; `what` is a word for an object in the error.
        """
        try:
            found = read_json(text)
        except ValueError as error:
            raise cls(file, 0, {}).not_json_error(text, error) from error
        items = found if isinstance(found, list) else [found]
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
        """The file and, unless the object is the whole file, the line."""
        if self.number:
            return f"{self.file}, line {self.number}"
        return self.file

    def error(self, sentence: str) -> InputError:
        """Return an error that begins with the place."""
        return InputError(f"{self.place}: {sentence}")

    def not_json_error(self, text: str, error: ValueError) -> InputError:
        """Return the error for a text that is not JSON."""
        if isinstance(error, NotFinite):
            return self.error(f"{error}; null stands for none")
        if self.number:
            return self.error(f"{text.strip()!r:.60} is not a JSON object")
        return self.error(f"it is not JSON: {error}")

    def check_keys(self, *known: str) -> None:
        """Raise InputError for unknown keys."""
        for key in self.values:
            if key not in known:
                raise self.error(
                    f"the key {shorten(key)} is unknown; the keys are: {' '.join(known)}"
                )

    def refused(self, key: str, allowed: str) -> InputError:
        """Return the error for a wrong value of a key, which says what is allowed."""
        if key not in self.values:
            return self.error(f"{shorten(key)} is missing; it is {allowed}")
        return self.error(f"{shorten(key)} is {self.values[key]!r:.60}; allowed is {allowed}")

    def text(self, key: str, *, needed: bool = False) -> str | None:
        """Return a string to show, with all characters made visible; None if missing or null."""
        value = self.word(key, needed=needed)
        if value is None:
            return None
        return visible(value)

    def word(self, key: str, *, needed: bool = False) -> str | None:
        """Return a string to parse, unchanged; None if missing or null."""
        value = self.values.get(key)
        if isinstance(value, str) or (value is None and not needed):
            return value
        raise self.refused(key, "a text")

    def flag(self, key: str, *, needed: bool = False) -> bool:
        """Return True or False; False if missing or null."""
        value = self.values.get(key)
        if value is True or value is False:
            return value
        if value is None and not needed:
            return False
        raise self.refused(key, "true or false")

    def whole(
        self,
        key: str,
        low: int,
        high: int,
        *,
        needed: bool = False,
    ) -> int | None:
        """Return a whole number from `low` to `high`; None if it is missing or null.

        InputError if it is missing or null, but `needed`.
        """
        value = self.values.get(key)
        if value is None and not needed:
            return None
        # `type` rather than `isinstance`, since a bool is an int in Python.
        if type(value) is int and low <= value <= high:
            return value
        raise self.refused(key, f"a whole number from {low:,} to {high:,}")

    def finite(self, key: str, default: float | None = None) -> float:
        """Return a number, or `default` if it is missing or null; InputError without a default."""
        value = self.values.get(key)
        if value is None and default is not None:
            return default
        # `type` rather than `isinstance`, since a bool is an int in Python.
        if type(value) is int or type(value) is float:
            if -MAX_EXACT_FLOAT_INTEGER <= value <= MAX_EXACT_FLOAT_INTEGER:
                return float(value)
        raise self.refused(key, "a number from -2^53 to 2^53")

    def probability(self, key: str) -> Fraction | None:
        """Return a probability as a fraction, None if it is missing or null.

        The value must be a number above 0 and at most 1, or a string such as "1/3".
        """
        value = self.values.get(key)
        if value is None:
            return None
        # A value of a wrong type counts as 0, which is refused.
        probability = Fraction(0)
        # A longer fraction is refused, since reducing it would take long.
        if type(value) is str and len(value) <= 40 and WRITTEN_FRACTION.fullmatch(value):
            probability = Fraction(value)
        elif type(value) is int or type(value) is float:
            probability = simplest_fraction(self.finite(key))
        if 0 < probability <= 1:
            return probability
        raise self.refused(key, "a number above 0 and at most 1, or a fraction such as '1/3'")

    def limits(self, key: str) -> tuple[float, float]:
        """Return a list of two numbers, the first less than the second, as a pair.

        null stands for an infinity. If the list is missing or null, both numbers are infinite.
        """
        value = self.values.get(key)
        if value is None:
            return -inf, inf
        allowed = "a list of two numbers, the first less than the second"
        if not isinstance(value, list) or len(value) != 2:
            raise self.refused(key, allowed)
        # `type` rather than `isinstance`, since a bool is an int in Python.
        if not all(type(end) in (int, float, NoneType) for end in value):
            raise self.refused(key, allowed)
        low = -inf if value[0] is None else float(value[0])
        high = inf if value[1] is None else float(value[1])
        if not low < high:
            raise self.refused(key, allowed)
        return low, high

    def choice(self, key: str, default: str, allowed: Mapping[str, Choice]) -> Choice:
        """Return the meaning of the word at a key; `allowed` has the meanings by word.

        If the word is missing or null, return the meaning of the word `default`.
        """
        word = self.values.get(key)
        if word is None:
            return allowed[default]
        if isinstance(word, str) and word in allowed:
            return allowed[word]
        raise self.refused(key, " ".join(allowed))

    def single(self, key: str) -> str | float | bool:
        """Return a string, a number, True or False."""
        value = self.values.get(key)
        if isinstance(value, str | int | float):
            return value
        raise self.refused(key, "a text, a number, true or false")

    def strings(self, key: str) -> tuple[str, ...]:
        """Return a list of strings with all characters made visible; empty if missing or null."""
        strings = self._items(key, [], str, "a list of texts")
        return tuple(map(visible, strings))

    def settings(self, key: str) -> dict[str, str]:
        """Return an object whose values are strings or whole numbers, all as strings.

        Empty if missing or null.
        """
        values = self._items(key, {}, str | int, "an object of texts")
        return {name: str(value) for name, value in values.items()}

    def counts(self, key: str, low: int, high: int) -> dict[int, int]:
        """Return an object such as {"3": 17} as a dictionary of whole numbers, here {3: 17}.

        Empty if missing or null. InputError for a value that is not from `low` to `high`.
        """
        allowed = f"an object of whole numbers from {low:,} to {high:,}, by whole numbers"
        counts = {}
        for word, count in self._items(key, {}, int, allowed).items():
            is_number = SHORT_WHOLE_NUMBER.fullmatch(word)
            if not is_number or not low <= count <= high:
                raise self.refused(key, allowed)
            counts[int(word)] = count
        return counts

    def entry(self, key: str) -> Self:
        """Return an object as an entry, so that its values can be checked, too."""
        value = self.values.get(key)
        if isinstance(value, dict):
            return self._inner(f"{self.place}, {key}", value)
        raise self.refused(key, "an object")

    def entries(self, key: str) -> list[Self]:
        """Return a list of objects as entries; empty if missing or null."""
        objects = self._items(key, [], dict, "a list of objects")
        return [self._inner(f"{self.place}, {key}", item) for item in objects]

    def _items(
        self,
        key: str,
        default: Any,
        item_type: type | UnionType,
        allowed: str,
    ) -> Any:
        """Return a list or an object whose items all have the type `item_type`.

        `default` is [] for a list and {} for an object; it is returned if the key is missing or
        null. Otherwise, InputError says what is `allowed`.
        """
        found = self.values.get(key)
        if found is None:
            return default
        if type(found) is type(default):
            values = found.values() if isinstance(found, dict) else found
            if all(isinstance(value, item_type) for value in values):
                return found
        raise self.refused(key, allowed)
