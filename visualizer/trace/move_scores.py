"""The order and the scores of a visit's moves, recorded because they cannot be computed again.

An ordering with memory, like the upper bounds of MCTS, depends on the search so far. Stored for each such visit: the
move indices in the order tried (two bytes each) and their scores (eight bytes each).
"""

from array import array
from bisect import bisect_left
from collections.abc import Sequence
from math import isnan, nan


class RecordedMoveScores:
    """Orders and scores by row; grows with the trace, in the order in which rows are entered."""

    def __init__(self) -> None:
        """Begin empty."""
        self._rows = array("i")
        self._begins = array("q", [0])
        self._moves = array("H")
        self._scores = array("d")

    def note(self, row: int, order: Sequence[int], scores: Sequence[float]) -> None:
        """Store the order in which a row's moves are tried, and their scores in natural order, if there are any.

        Only the first call for a row counts, and none after one for a later row.
        """
        if self._rows and row <= self._rows[-1]:
            return
        del self._begins[len(self._rows) + 1 :], self._moves[self._begins[-1] :], self._scores[self._begins[-1] :]
        self._moves.extend(order)
        self._scores.extend(scores or [nan] * len(order))
        self._begins.append(len(self._moves))
        self._rows.append(row)  # last: after an interrupt in between, `at` finds complete entries only

    def at(self, row: int) -> tuple[tuple[int, ...], tuple[float, ...]] | None:
        """Return a row's moves in the order tried and their scores in natural order, if any; None if not stored."""
        place = bisect_left(self._rows, row)
        if place == len(self._rows) or self._rows[place] != row:
            return None
        begin, end = self._begins[place], self._begins[place + 1]
        scores = tuple(self._scores[begin:end])
        return tuple(self._moves[begin:end]), () if isnan(scores[0]) else scores
