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
"""The most visits of all shallower searches; the last search that finished gives the line."""


def make_pv_ordering(context: OrderingContext) -> Ordering:
    """Search 1, 2, ... plies deep with alpha-beta, trying the last line first, and score it 1."""
    line: list[int] = []
    visits = 0
    prepared = False

    def prepare() -> None:
        nonlocal visits, prepared, line
        prepared = True
        root = context.root
        assert root is not None  # a run always gives its root
        try:
            for depth in range(1, min(context.depth, MAX_PV_VISITS)):
                trace = Trace()
                recorder = Recorder(trace, enough)
                alpha_beta(Problem(root, context.evaluate, depth, order), recorder)
                recorder.close()
                visits += len(trace)
                best_line = TreeAtStep(trace).principal_variation()
                line = [trace.move(row) for row in best_line]
                # Where no line meets the depth limit, deeper searches would find the same.
                if LIMIT not in trace.rows[KIND_OFFSET::ROW_BYTES]:
                    return
        except SearchStopped:
            visits = MAX_PV_VISITS

    def enough(more: int) -> int:
        if visits + more >= MAX_PV_VISITS:
            raise SearchStopped("enough")
        context.look_ahead(0)  # only to let others run: the limit is counted here
        return min(more + PV_PAUSE_VISITS, MAX_PV_VISITS - visits)

    def order(
        position: AnyPosition, moves: Sequence[Any], path: CurrentPath
    ) -> list[tuple[int, Any]]:
        return sort_by(on_line(moves, path), moves)

    def on_line(moves: Sequence[Any], path: CurrentPath) -> list[float]:
        current_path = [*path()]
        ply = len(current_path)
        first = None
        if ply < len(line) and line[:ply] == current_path:
            first = line[ply]
        return [float(number == first) for number in range(len(moves))]

    def totals(position: AnyPosition, moves: Sequence[Any], path: CurrentPath) -> list[float]:
        if not prepared:
            prepare()
        return on_line(moves, path)

    return from_totals("pv", totals, lambda: visits)


ORDERING = OrderingKind(
    "pv", "the best line of the search one ply shallower comes first", make_pv_ordering
)
