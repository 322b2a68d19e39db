"""JSON as its standard has it: no NaN and no infinity, neither read nor written."""

import json
from collections.abc import Callable
from math import isfinite
from typing import Any, NoReturn

MOST_DIGITS = 1_000
"""Digits of a whole number."""


class NotFinite(ValueError):  # noqa: N818  it says what is the matter
    """NaN, an infinity, or a number so large that it would be read as one."""


def _refuse(word: str) -> NoReturn:
    raise NotFinite(f"{word[:40]} is not a finite number")


def _finite(word: str) -> float:
    value = float(word)
    return value if isfinite(value) else _refuse(word)


def _whole(word: str) -> int:
    if len(word) > MOST_DIGITS:
        raise NotFinite(f"{word[:40]}… is a number of {len(word):,} digits; at most {MOST_DIGITS:,} are read")
    return int(word)


_DECODER = json.JSONDecoder(parse_constant=_refuse, parse_float=_finite, parse_int=_whole)


scan: Callable[[str, int], tuple[Any, int]] = json.JSONDecoder(parse_constant=_refuse, parse_float=_finite).scan_once  # type: ignore[attr-defined]
"""Returns what a text says from a place on, and where that ends; StopIteration or ValueError for what is no JSON.

It is for lines of files of events, whose whole numbers are looked at when they are used.
"""


def read_line(text: str) -> Any:
    """Return what a line of JSON says that begins with its first sign; errors as for `read`, for less usual lines too.

    >>> read_line('{"leaf": "e3", "value": 2}')
    {'leaf': 'e3', 'value': 2}
    """
    try:
        found, end = scan(text, 0)  # a third of the time of `decode`
    except (StopIteration, ValueError, RecursionError):
        return read(text)
    return found if text[end:] in ("", "\n") else read(text)


def read(text: str) -> Any:
    """Return what a text of JSON says; NotFinite, or any other ValueError, for what is none.

    >>> read("[1e999]")
    Traceback (most recent call last):
    visualizer.data_files.strict_json.NotFinite: 1e999 is not a finite number
    """
    try:
        return _DECODER.decode(text)
    except RecursionError as error:
        raise ValueError("it is nested too deeply") from error


def write(data: object, *, ascii_only: bool = True, indent: int | None = None, sort_keys: bool = False) -> str:
    """Return data as JSON; ValueError for a number that JSON does not have."""
    return json.dumps(data, allow_nan=False, ensure_ascii=ascii_only, indent=indent, sort_keys=sort_keys)
