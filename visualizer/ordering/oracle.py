"""Best first and worst first: oracles that know the true value of every child, found by a whole search below."""

from collections.abc import Hashable, Sequence
from typing import Any

from games import AnyPosition
from visualizer.algorithms import CurrentPath
from visualizer.ordering import Ordering, OrderingContext, OrderingKind, from_totals

PAUSE_AFTER = 100
"""Positions between two calls of `look_ahead`."""


def by_true_value(context: OrderingContext, sign: int) -> Ordering:
    """Sort by the minimax value of each child down to the search's depth limit, times `sign`, for the mover.

    Every position that it looks at counts as one of `nodes`; values are kept by position and depth.
    """
    evaluate, limit = context.evaluate, context.depth
    known: dict[tuple[Hashable, int], float] = {}
    visits = 0

    def value(position: AnyPosition, depth: int) -> float:
        nonlocal visits
        place = (position.key(), depth)
        if place not in known:
            visits += 1
            if visits % PAUSE_AFTER == 0:
                context.look_ahead(visits)
            outcome = position.outcome()
            if outcome is not None or depth == 0:
                known[place] = evaluate(position, outcome)
            else:
                best = max if position.maximizing else min
                known[place] = best(value(position.play(move), depth - 1) for move in position.moves())
        return known[place]

    def totals(position: AnyPosition, moves: Sequence[Any], path: CurrentPath) -> list[float]:
        turn = sign if position.maximizing else -sign
        below = limit - len(path()) - 1
        return [turn * value(position.play(move), below) for move in moves]

    return from_totals("true value", totals, lambda: visits)


ABOUT = "by the true value of every child, {} first: an oracle"
ORDERING = (
    OrderingKind("best", ABOUT.format("best"), lambda context: by_true_value(context, 1)),
    OrderingKind("worst", ABOUT.format("worst"), lambda context: by_true_value(context, -1)),
)
