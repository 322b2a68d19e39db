"""The children of a visit that has very many: who they are and which was best after each, looked up and not counted.

Without it, stepping through a node of 65,535 children would take a time that grows with their square.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Sequence
from math import isnan

from visualizer.trace.rows import Trace

LARGE = 256
"""From so many children on a visit is worth an index."""
MOST_KEPT = 8


class Family:
    """The children of one visit, in the order tried, each visited once; grows with the trace."""

    def __init__(self, trace: Trace, row: int) -> None:
        """Begin with no child known."""
        self._trace, self._row, self._maximizing = trace, row, trace.maximizing(row)
        self._rows = array("i")
        self._bests = array("i")
        """The best child after so many have returned, -1 if none has a value."""

    def _grow(self) -> None:
        trace, rows = self._trace, self._rows
        child = self._row + 1 if not rows else trace.end(rows[-1]) + 1
        while child and child < len(trace) and trace.parent(child) == self._row:
            rows.append(child)
            child = trace.end(child) + 1
        while len(self._bests) < len(rows) and trace.end(rows[len(self._bests)]) >= 0:
            self._bests.append(self._better(rows[len(self._bests)]))

    def _better(self, row: int) -> int:
        """Return a child if it is better than the best before it, else that one."""
        best, value = self._bests[-1] if self._bests else -1, self._trace.value(row)
        if isnan(value):
            return best
        before = self._trace.value(best) if best >= 0 else 0.0
        return row if best < 0 or (value > before if self._maximizing else value < before) else best

    def rows(self, visits: int) -> Sequence[int]:
        """Return the children among the first rows, so many as have been entered."""
        return self._rows[: self.count(visits)]

    def count(self, visits: int) -> int:
        """Return how many of the children are among the first rows, so many as have been entered."""
        self._grow()
        return bisect_left(self._rows, visits)

    def last(self, visits: int) -> int:
        """Return the last of these children."""
        return self._rows[self.count(visits) - 1]

    def place(self, row: int) -> int:
        """Return the place of a child, from 1."""
        self._grow()
        return bisect_left(self._rows, row) + 1

    def best(self, returned: int) -> int:
        """Return the best child once so many have returned, -1 if none of them has a value."""
        return self._bests[returned - 1] if returned else -1


def family_of(trace: Trace, row: int) -> Family:
    """Return the family of a visit, made when it is asked for; a few are kept with the trace."""
    found = trace.families.get(row)
    if not isinstance(found, Family):
        found = Family(trace, row)
        kept = [*trace.families.items()][1 - MOST_KEPT :]
        trace.families = {**dict(kept), row: found}  # replaced at one stroke: other threads may look
    return found
