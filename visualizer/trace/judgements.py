"""How a search judged the children of a visit, written down because it cannot be worked out again.

An ordering with memory, and the upper bounds of MCTS, depend on what was seen before. For each visit that was judged:
the places of its moves (two bytes each) and their scores (eight bytes each).
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Sequence
from math import isnan, nan


class Judgements:
    """Grows with the trace; rows are noted in the order of their entry."""

    def __init__(self) -> None:
        """Begin empty."""
        self._rows = array("i")
        self._begins = array("q", [0])
        self._places = array("H")
        self._totals = array("d")

    def note(self, row: int, places: Sequence[int], totals: Sequence[float]) -> None:
        """Write down in which order a row's moves are tried, and the scores in natural order, if there are any.

        Where a search asks again for the same row, or for one above it, the first answer stands.
        """
        if self._rows and row <= self._rows[-1]:
            return
        del self._begins[len(self._rows) + 1 :], self._places[self._begins[-1] :], self._totals[self._begins[-1] :]
        self._places.extend(places)
        self._totals.extend(totals or [nan] * len(places))
        self._begins.append(len(self._places))
        self._rows.append(row)  # at last: an interrupt may come in between, and what is here can be looked up

    def at(self, row: int) -> tuple[tuple[int, ...], tuple[float, ...]] | None:
        """Return the natural numbers in the order tried, and scores in natural order, if any; None for other rows."""
        place = bisect_left(self._rows, row)
        if place == len(self._rows) or self._rows[place] != row:
            return None
        begin, end = self._begins[place], self._begins[place + 1]
        totals = tuple(self._totals[begin:end])
        return tuple(self._places[begin:end]), () if isnan(totals[0]) else totals

    @property
    def size(self) -> int:
        """Return the bytes that it takes."""
        parts = (self._rows, self._begins, self._places, self._totals)
        return sum(part.itemsize * len(part) for part in parts)
