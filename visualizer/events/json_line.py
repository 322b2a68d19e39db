"""One line of a file of events: a JSON object, whose values are checked as they are read."""

import re
from collections.abc import Mapping
from fractions import Fraction
from math import inf
from types import NoneType
from typing import Any, Self, TypeVar

from games import shorten
from visualizer import strict_json
from visualizer.errors import InputError
from visualizer.harmless_text import visible
from visualizer.look.numbers import EXACT, exact

FRACTION = re.compile(r"[0-9]+/0*[1-9][0-9]*")
LONGEST_FRACTION = 40

Choice = TypeVar("Choice")


class JsonLine:
    """A JSON object of a file and the number of its line; each reader raises InputError with both for a bad value."""

    __slots__ = ("file", "found", "number")

    def __init__(self, file: str, number: int, found: dict[str, Any]) -> None:
        """Take an object that has been parsed."""
        self.file, self.number, self.found = file, number, found

    @classmethod
    def parsed(cls, file: str, number: int, text: str) -> Self:
        """Parse a line; InputError if it is no JSON object."""
        self = cls(file, number, {})
        try:
            found = strict_json.read_line(text)
        except strict_json.NotFinite as error:
            raise self.error(f"{error}; null stands for none") from error
        except ValueError as error:
            raise self.error(f"{text.strip()!r:.60} is not a JSON object") from error
        if not isinstance(found, dict):
            raise self.error(f"{text.strip()!r:.60} is not a JSON object")
        self.found = found
        return self

    def error(self, sentence: str) -> InputError:
        """Return the error that says where in which file something is wrong."""
        return InputError(f"{self.file}, line {self.number}: {sentence}")

    def refused(self, key: str, allowed: str) -> InputError:
        """Return the error that says what the value of a key may be."""
        if key not in self.found:
            return self.error(f"{shorten(key)} is missing; it is {allowed}")
        return self.error(f"{shorten(key)} is {self.found[key]!r:.60}; allowed is {allowed}")

    def text(self, key: str, *, needed: bool = False) -> str | None:
        """Return a text with visible signs; None where it is missing or null."""
        value = self.word(key, needed=needed)
        return None if value is None else visible(value)

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

    def whole(self, key: str, low: int, high: int) -> int | None:
        """Return a whole number; None where it is missing or null."""
        value = self.found.get(key)
        if value is None or (type(value) is int and low <= value <= high):
            return value
        raise self.refused(key, f"a whole number from {low:,} to {high:,}")

    def finite(self, key: str, otherwise: float | None = None) -> float:
        """Return a number; `otherwise` where it is missing or null, unless that is None."""
        value = self.found.get(key)
        if value is None and otherwise is not None:
            return otherwise
        if (type(value) is int or type(value) is float) and -EXACT <= value <= EXACT:
            return float(value)
        raise self.refused(key, "a number from -2^53 to 2^53")

    def probability(self, key: str) -> Fraction | None:
        """Return a number above 0 and at most 1, or such a fraction as a text; None where it is missing or null."""
        value = self.found.get(key)
        if value is None:
            return None
        if type(value) is str and len(value) <= LONGEST_FRACTION and FRACTION.fullmatch(value):
            found = Fraction(value)
        elif type(value) is int or type(value) is float:
            found = exact(self.finite(key))
        else:
            found = Fraction(0)
        if 0 < found <= 1:
            return found
        raise self.refused(key, "a number above 0 and at most 1, or such a fraction as '1/3'")

    def limits(self, key: str) -> tuple[float, float]:
        """Return two numbers, the first less than the second, null for an infinite one; infinite if missing."""
        value = self.found.get(key)
        if value is None:
            return -inf, inf
        if isinstance(value, list) and len(value) == 2 and all(type(each) in (int, float, NoneType) for each in value):
            low, high = (end if each is None else float(each) for end, each in zip((-inf, inf), value, strict=True))
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

    def texts(self, key: str) -> tuple[str, ...]:
        """Return a list of texts with visible signs; empty where it is missing or null."""
        value = self.found.get(key)
        if value is None:
            return ()
        if isinstance(value, list) and all(isinstance(each, str) for each in value):
            return tuple(map(visible, value))
        raise self.refused(key, "a list of texts")

    def settings(self, key: str) -> dict[str, str]:
        """Return an object of texts, whole numbers and truth values as texts; empty where it is missing or null."""
        value = self.found.get(key)
        if value is None:
            return {}
        if isinstance(value, dict) and all(isinstance(each, str | int) for each in value.values()):
            return {name: str(each) for name, each in value.items()}
        raise self.refused(key, "an object of texts")
