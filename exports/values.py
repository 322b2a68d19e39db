"""Attributes of the explored tree for files: clean texts, and one type for each name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from visualizer.look.ascii import printable


def clean(value: Any) -> Any:
    r"""Return a text without control characters and lone surrogates, anything else as it is.

    >>> clean("a\x00"), clean(3)
    ('a�', 3)
    """
    return printable(value) if isinstance(value, str) and not value.isprintable() else value


def unified(rows: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return rows of attributes in which None is left out and all values of one name are of one type.

    >>> unified([{"value": 3}, {"value": 2.5, "move": None}])
    [{'value': 3.0}, {'value': 2.5}]
    """
    cleaned = [{name: clean(value) for name, value in row.items() if value is not None} for row in rows]
    types: dict[str, set[type]] = {}
    for row in cleaned:
        for name, value in row.items():
            types.setdefault(name, set()).add(type(value))
    casts = {name: float if kinds == {int, float} else str for name, kinds in types.items() if len(kinds) > 1}
    return [{name: casts[name](value) if name in casts else value for name, value in row.items()} for row in cleaned]
