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
            f"{word[:40]}… is a number with {len(word):,} digits; "
            f"at most {MAX_NUMBER_DIGITS:,} are allowed"
        )
    return int(word)


_DECODER = json.JSONDecoder(parse_constant=_refuse, parse_float=_finite, parse_int=_whole)


scan: Callable[[str, int], tuple[Any, int]] = json.JSONDecoder(
    parse_constant=_refuse, parse_float=_finite
).scan_once  # type: ignore[attr-defined]
"""Reads the JSON in a text from a place on, and returns it with its end; else StopIteration or
ValueError.

It reads lines of files of events, whose whole numbers are checked when they are used.
"""


def read_json_line(text: str) -> Any:
    """Read a line of JSON that begins at its first character; errors as for `read_json`.

    >>> read_json_line('{"leaf": "e3", "value": 2}')
    {'leaf': 'e3', 'value': 2}
    """
    try:
        # This takes a third of the time of `decode`.
        found, end = scan(text, 0)
    except (StopIteration, ValueError, RecursionError):
        return read_json(text)
    if text[end:] in ("", "\n"):
        return found
    return read_json(text)


def read_json(text: str) -> Any:
    """Read a text of JSON; NotFinite or another ValueError if it is wrong.

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
    """Named values, and their place for errors: a file and a line, 0 for a whole file.

    The readers raise InputError with that place for a bad value.
    """

    __slots__ = ("file", "found", "number")

    def __init__(self, file: str, number: int, found: dict[str, Any]) -> None:
        """Take a parsed object."""
        self.file = file
        self.number = number
        self.found = found

    @classmethod
    def parsed(cls, file: str, number: int, text: str) -> Self:
        """Parse a text as a JSON object: the line `number` of a file, or the whole file for 0.

        InputError if the text is no JSON object.
        """
        self = cls(file, number, {})
        read = read_json_line if number else read_json
        try:
            found = read(text)
        except ValueError as error:
            raise self.unread(text, error) from error
        if not isinstance(found, dict):
            raise self.error(f"{text.strip()!r:.60} is not a JSON object")
        self.found = found
        return self

    @classmethod
    def several(cls, file: str, text: str, what: str) -> list[Self]:
        """Parse the text of a file: one JSON object, or a list of objects.

        `what` is a word for such an object in errors. InputError if the text is anything else.
        """
        try:
            found = read_json(text)
        except ValueError as error:
            raise cls(file, 0, {}).unread(text, error) from error
        items = found if isinstance(found, list) else [found]
        entries = []
        for number, item in enumerate(items, 1):
            entries.append(cls._inner(f"{file}, {what} {number:,}", item))
        return entries

    @classmethod
    def _inner(cls, place: str, found: object) -> Self:
        if not isinstance(found, dict):
            raise InputError(f"{place}: {found!r:.60} is not a JSON object")
        return cls(place, 0, found)

    @property
    def place(self) -> str:
        """The file, and the line unless the whole file is meant."""
        if self.number:
            return f"{self.file}, line {self.number}"
        return self.file

    def error(self, sentence: str) -> InputError:
        """Return an error with the place."""
        return InputError(f"{self.place}: {sentence}")

    def unread(self, text: str, error: ValueError) -> InputError:
        """Return the error for a text that is not JSON."""
        if isinstance(error, NotFinite):
            return self.error(f"{error}; null stands for none")
        if self.number:
            return self.error(f"{text.strip()!r:.60} is not a JSON object")
        return self.error(f"it is not JSON: {error}")

    def check_keys(self, *known: str) -> None:
        """Raise InputError for unknown keys."""
        for key in self.found:
            if key not in known:
                raise self.error(
                    f"the key {shorten(key)} is unknown; the keys are: {' '.join(known)}"
                )

    def refused(self, key: str, allowed: str) -> InputError:
        """Return the error for the value of a key, with what is allowed."""
        if key not in self.found:
            return self.error(f"{shorten(key)} is missing; it is {allowed}")
        return self.error(f"{shorten(key)} is {self.found[key]!r:.60}; allowed is {allowed}")

    def text(self, key: str, *, needed: bool = False) -> str | None:
        """Return a text with all characters visible, None if missing or null."""
        value = self.word(key, needed=needed)
        if value is None:
            return None
        return visible(value)

    def word(self, key: str, *, needed: bool = False) -> str | None:
        """Return a text to be parsed, unchanged, None if missing or null."""
        value = self.found.get(key)
        if isinstance(value, str) or (value is None and not needed):
            return value
        raise self.refused(key, "a text")

    def flag(self, key: str, *, needed: bool = False) -> bool:
        """Return true or false; false if missing or null."""
        value = self.found.get(key)
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

        With `needed`, a missing number is an error.
        """
        value = self.found.get(key)
        if value is None and not needed:
            return None
        # `type` rather than `isinstance`, since true and false are no numbers.
        if type(value) is int and low <= value <= high:
            return value
        raise self.refused(key, f"a whole number from {low:,} to {high:,}")

    def finite(self, key: str, otherwise: float | None = None) -> float:
        """Return a number, or `otherwise` if the number is missing or null.

        If `otherwise` is None, the number is needed.
        """
        value = self.found.get(key)
        if value is None and otherwise is not None:
            return otherwise
        # `type` rather than `isinstance`, since true and false are no numbers.
        if type(value) is int or type(value) is float:
            if -MAX_EXACT_FLOAT_INTEGER <= value <= MAX_EXACT_FLOAT_INTEGER:
                return float(value)
        raise self.refused(key, "a number from -2^53 to 2^53")

    def probability(self, key: str) -> Fraction | None:
        """Return a probability as a fraction; None if it is missing.

        It must be above 0 and at most 1: a number, or a fraction in a text such as "1/3".
        """
        value = self.found.get(key)
        if value is None:
            return None
        # A longer fraction would take long to reduce.
        if type(value) is str and len(value) <= 40 and WRITTEN_FRACTION.fullmatch(value):
            probability = Fraction(value)
        elif type(value) is int or type(value) is float:
            probability = simplest_fraction(self.finite(key))
        else:
            probability = Fraction(0)
        if 0 < probability <= 1:
            return probability
        raise self.refused(key, "a number above 0 and at most 1, or a fraction such as '1/3'")

    def limits(self, key: str) -> tuple[float, float]:
        """Return the two numbers of a list, of which the first is less than the second.

        A null in the list stands for an infinity. If the list is missing, both ends are infinite.
        """
        value = self.found.get(key)
        if value is None:
            return -inf, inf
        allowed = "a list of two numbers, the first less than the second"
        if not isinstance(value, list) or len(value) != 2:
            raise self.refused(key, allowed)
        # `type` rather than `isinstance`, since true and false are no numbers.
        if not all(type(end) in (int, float, NoneType) for end in value):
            raise self.refused(key, allowed)
        low = -inf if value[0] is None else float(value[0])
        high = inf if value[1] is None else float(value[1])
        if not low < high:
            raise self.refused(key, allowed)
        return low, high

    def choice(self, key: str, usual: str, allowed: Mapping[str, Choice]) -> Choice:
        """Return what the word at a key means; `allowed` has the meanings by word.

        If the word is missing or null, it counts as the `usual` word.
        """
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
        """Return a list of texts with all characters visible; empty if missing or null."""
        texts = self._parts(key, [], str, "a list of texts")
        return tuple(map(visible, texts))

    def settings(self, key: str) -> dict[str, str]:
        """Return an object's texts, whole numbers and truth values as texts; empty if missing."""
        values = self._parts(key, {}, str | int, "an object of texts")
        return {name: str(value) for name, value in values.items()}

    def counts(self, key: str, low: int, high: int) -> dict[int, int]:
        """Return an object such as {"3": 17}, whose keys and values are whole numbers.

        Values are from `low` to `high`. The object is empty if missing or null.
        """
        allowed = f"an object of whole numbers from {low:,} to {high:,}, by whole numbers"
        counts = {}
        for word, count in self._parts(key, {}, int, allowed).items():
            is_number = SHORT_WHOLE_NUMBER.fullmatch(word)
            if not is_number or not low <= count <= high:
                raise self.refused(key, allowed)
            counts[int(word)] = count
        return counts

    def entry(self, key: str) -> Self:
        """Return an object, whose own values are still to be checked."""
        value = self.found.get(key)
        if isinstance(value, dict):
            return self._inner(f"{self.place}, {key}", value)
        raise self.refused(key, "an object")

    def entries(self, key: str) -> list[Self]:
        """Return a list of such objects; empty if missing or null."""
        objects = self._parts(key, [], dict, "a list of objects")
        return [self._inner(f"{self.place}, {key}", item) for item in objects]

    def _parts(
        self,
        key: str,
        usual: Any,
        part: type | UnionType,
        allowed: str,
    ) -> Any:
        """Return a list or an object whose values all have the type `part`.

        `usual` is an empty list or an empty object, which says what is expected. It is the result
        if the key is missing. InputError says what is `allowed`.
        """
        found = self.found.get(key)
        if found is None:
            return usual
        if type(found) is type(usual):
            values = found.values() if isinstance(found, dict) else found
            if all(isinstance(value, part) for value in values):
                return found
        raise self.refused(key, allowed)
