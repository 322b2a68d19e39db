"""Orderings that look ahead at every child: shallow searches, and oracles that know true values.

The oracles, best first and worst first, search everything below a child; shallow searches go one or
two plies deep.
"""

from collections.abc import Hashable, Sequence
from math import inf
from typing import Any

from games import AnyPosition, probabilities
from visualizer.searching.algorithms import CurrentPath
from visualizer.searching.ordering import Ordering, OrderingContext, OrderingKind, from_totals

# Positions between two calls of `look_ahead`.
ORACLE_PAUSE = 100
SHALLOW_PAUSE = 50


def by_true_value(context: OrderingContext, sign: int) -> Ordering:
    """Sort by each child's minimax value down to the search's depth limit, times `sign`.

    Every position looked at counts as one of `nodes`; values are kept by position and depth.
    """
    evaluate = context.evaluate
    limit = context.depth
    known: dict[tuple[Hashable, int], float] = {}
    visits = 0

    def value(position: AnyPosition, depth: int) -> float:
        nonlocal visits
        key = (position.key(), depth)
        if key in known:
            return known[key]
        visits += 1
        if visits % ORACLE_PAUSE == 0:
            context.look_ahead(visits)
        outcome = position.outcome()
        if outcome is not None or depth == 0:
            known[key] = evaluate(position, outcome)
            return known[key]

        values = (value(position.play(move), depth - 1) for move in position.moves())
        odds = probabilities(position)
        if odds is not None:
            best = sum(chance * child for chance, child in zip(odds, values, strict=True))
        elif position.maximizing:
            best = max(values)
        else:
            best = min(values)
        known[key] = best
        return best

    def totals(position: AnyPosition, moves: Sequence[Any], path: CurrentPath) -> list[float]:
        turn = sign if position.maximizing else -sign
        depth_below = limit - len(path()) - 1
        return [turn * value(position.play(move), depth_below) for move in moves]

    return from_totals("true value", totals, lambda: visits)


def by_shallow_search(context: OrderingContext, plies: int) -> Ordering:
    """Score each child by alpha-beta n plies deep, from the node, within the search's own limit.

    After Slate and Atkin.
    """
    evaluate = context.evaluate
    limit = context.depth
    visits = 0

    def search(position: AnyPosition, depth: int, alpha: float, beta: float) -> float:
        nonlocal visits
        visits += 1
        if visits % SHALLOW_PAUSE == 0:
            context.look_ahead(0)  # only to let others run: it never looks far ahead at once
        outcome = position.outcome()
        if outcome is not None or depth == 0:
            return evaluate(position, outcome)
        odds = probabilities(position)
        if odds is not None:
            values = (
                search(position.play(move), depth - 1, -inf, inf) for move in position.moves()
            )
            return sum(float(chance) * child for chance, child in zip(odds, values, strict=True))
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
        depth_below = min(plies, limit - len(path())) - 1
        turn = 1 if position.maximizing else -1
        return [turn * search(position.play(move), depth_below, -inf, inf) for move in moves]

    return from_totals(f"{plies}-ply value", totals, lambda: visits)


ORACLE_DESCRIPTION = "by the true value of each child, {} first (an oracle)"
ORDERING = (
    OrderingKind(
        "best", ORACLE_DESCRIPTION.format("best"), lambda context: by_true_value(context, 1)
    ),
    OrderingKind(
        "worst", ORACLE_DESCRIPTION.format("worst"), lambda context: by_true_value(context, -1)
    ),
    OrderingKind(
        "shallow", "by a search of one ply", lambda context: by_shallow_search(context, 1)
    ),
    OrderingKind(
        "shallow-2", "by a search of two plies", lambda context: by_shallow_search(context, 2)
    ),
)
