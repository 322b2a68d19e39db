"""Few cases of many that prove the same: the others are slow, whatever they take."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import product
from typing import Any

import pytest

MARKED = type(pytest.param())


def one_in(count: int, cases: Iterable[Any], name: Callable[..., str] | None = None) -> list[Any]:
    """Return cases, of which all but one in so many are marked slow; each is a tuple, a value or
    a `pytest.param`.
    """
    found = []
    for place, case in enumerate(cases):
        if isinstance(case, MARKED):
            values = case.values
        elif type(case) is tuple:
            values = case
        else:
            values = (case,)
        if isinstance(case, MARKED):
            own = case.marks
            known = case.id
        else:
            own = ()
            known = None
        marks = [*own, pytest.mark.slow] if place % count else own
        found.append(pytest.param(*values, marks=marks, id=name(*values) if name else known))
    return found


def crossed(*lists: Iterable[Any], name: Callable[..., str] | None = None) -> list[Any]:
    """Return each combination; all but those in which each value of the longest list is met once
    are marked slow.
    """
    numbered = [[*enumerate(values)] for values in lists]
    most = max(numbered, key=len)
    found = []
    for pairs in product(*numbered):
        places, values = zip(*pairs, strict=True)
        place = places[numbered.index(most)]
        others = enumerate(zip(numbered, places, strict=True))
        met = all(
            (place + at) % len(each) == other for at, (each, other) in others if each is not most
        )
        found.append(
            pytest.param(
                *values, marks=[] if met else [pytest.mark.slow], id=name(*values) if name else None
            )
        )
    return found
