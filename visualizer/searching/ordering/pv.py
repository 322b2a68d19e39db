"""Principal variation first: the best line of the search one ply shallower, found by deepening.

Programs without a table hand that line from one pass of iterative deepening to the next. The visits
of the shallower searches count as this ordering's nodes.
"""

from collections.abc import Sequence
from typing import Any

from games import AnyPosition
from visualizer.searching.algorithms import CurrentPath, Problem
from visualizer.searching.algorithms.alpha_beta import alpha_beta
from visualizer.searching.ordering import (
    Ordering,
    OrderingContext,
    OrderingKind,
    from_totals,
    sort_by,
)
from visualizer.trace.recorder import LIMIT, Recorder, SearchStopped
from visualizer.trace.rows import KIND_OFFSET, ROW_BYTES, Trace
from visualizer.trace.tree_at_step import TreeAtStep

PV_PAUSE_VISITS = 50
"""Visits between two calls of `look_ahead`."""
MAX_PV_VISITS = 20_000
"""The most visits of all shallower searches together."""


def make_pv_ordering(context: OrderingContext) -> Ordering:
    """Make an ordering that scores the best line's next move 1, and every other move 0."""
    variation = PrincipalVariation(context)
    return from_totals("pv", variation.totals, lambda: variation.visits)


class PrincipalVariation:
    """The best line of the search one ply shallower, which is found when it is first needed."""

    def __init__(self, context: OrderingContext) -> None:
        """Start without a line."""
        self.context = context
        self.visits = 0
        """How many visits the shallower searches have made."""
        self._line: list[int] = []
        self._is_searched = False

    def totals(
        self, position: AnyPosition, moves: Sequence[Any], current_path: CurrentPath
    ) -> Sequence[float]:
        """Return a score for each move: 1 for the next move of the line, 0 for all other moves."""
        if not self._is_searched:
            self._is_searched = True
            self._find_line()
        return self._on_line(moves, current_path)

    def _find_line(self) -> None:
        """Find the line by alpha-beta to depth 1, 2, 3 … up to one ply less than the depth limit.

        Each search first tries the line that the previous search found. After `MAX_PV_VISITS`
        visits, or if deeper searches would find the same line, the deepening stops early.
        """
        try:
            for depth in range(1, min(self.context.depth, MAX_PV_VISITS)):
                trace = self._search(depth)
                self.visits += len(trace)
                best_line = TreeAtStep(trace).principal_variation()
                self._line = [trace.move(row) for row in best_line]
                # If no leaf is at the depth limit, a deeper search finds the same line.
                if LIMIT not in trace.rows[KIND_OFFSET::ROW_BYTES]:
                    return
        except SearchStopped:
            self.visits = MAX_PV_VISITS

    def _search(self, depth: int) -> Trace:
        """Return the trace of a search to a depth; SearchStopped after too many visits."""
        root = self.context.root
        assert root is not None  # a run always gives its root
        recorder = Recorder(Trace(), self._pause)
        alpha_beta(Problem(root, self.context.evaluate, depth, self._order), recorder)
        recorder.close()
        return recorder.trace

    def _pause(self, visits: int) -> int:
        """Let other work run; return the number of visits at which the search is to pause again."""
        if self.visits + visits >= MAX_PV_VISITS:
            raise SearchStopped("enough")
        self.context.look_ahead(0)  # only lets other work run: the limit is checked here
        return min(visits + PV_PAUSE_VISITS, MAX_PV_VISITS - self.visits)

    def _order(
        self, position: AnyPosition, moves: Sequence[Any], current_path: CurrentPath
    ) -> list[tuple[int, Any]]:
        return sort_by(self._on_line(moves, current_path), moves)

    def _on_line(self, moves: Sequence[Any], current_path: CurrentPath) -> list[float]:
        """Return a score for each move at a path: 1 if it continues the line, else 0."""
        path = [*current_path()]
        ply = len(path)
        line_move = None
        if ply < len(self._line) and self._line[:ply] == path:
            line_move = self._line[ply]
        return [float(number == line_move) for number in range(len(moves))]


ORDERING = OrderingKind(
    "pv", "the best line of the search one ply shallower comes first", make_pv_ordering
)
