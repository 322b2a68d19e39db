"""Shallow search: first the moves that a search of one or two plies finds best.

After Slate and Atkin.
"""

from collections.abc import Sequence
from math import inf
from typing import Any

from games import AnyPosition
from visualizer.algorithms import CurrentPath
from visualizer.ordering import Ordering, OrderingContext, OrderingKind, from_totals

PAUSE_AFTER = 50
"""Positions between two calls of `look_ahead`."""


def looking(context: OrderingContext, plies: int) -> Ordering:
    """Score each child by alpha-beta n plies deep, counted from the node; never deeper than the search itself."""
    evaluate, limit = context.evaluate, context.depth
    visits = 0

    def search(position: AnyPosition, depth: int, alpha: float, beta: float) -> float:
        nonlocal visits
        visits += 1
        if visits % PAUSE_AFTER == 0:
            context.look_ahead(0)  # only to let others run: it never looks far at once
        outcome = position.outcome()
        if outcome is not None or depth == 0:
            return evaluate(position, outcome)
        sign = 1 if position.maximizing else -1
        value = -inf
        for move in position.moves():
            value = max(value, sign * search(position.play(move), depth - 1, alpha, beta))
            if position.maximizing:
                alpha = max(alpha, value)
            else:
                beta = min(beta, -value)
            if alpha >= beta:
                break
        return sign * value

    def totals(position: AnyPosition, moves: Sequence[Any], path: CurrentPath) -> list[float]:
        below = min(plies, limit - len(path())) - 1
        turn = 1 if position.maximizing else -1
        return [turn * search(position.play(move), below, -inf, inf) for move in moves]

    return from_totals(f"{plies}-ply value", totals, lambda: visits)


ORDERING = (
    OrderingKind("shallow", "by a search of one ply", lambda context: looking(context, 1)),
    OrderingKind("shallow-2", "by a search of two plies", lambda context: looking(context, 2)),
)
