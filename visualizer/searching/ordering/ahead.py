"""Orderings that look ahead at every child: shallow searches, and oracles that know true values.

The oracles, best first and worst first, search everything below a child; shallow searches go one or
two plies deep.
"""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from math import inf
from typing import Any

from games import AnyPosition, probabilities
from visualizer.searching.algorithms import CurrentPath
from visualizer.searching.ordering import Ordering, OrderingContext, OrderingKind, from_totals

# Positions between two calls of `look_ahead`.
ORACLE_PAUSE = 100
SHALLOW_PAUSE = 50


def by_true_value(context: OrderingContext, sign: int) -> Ordering:
    """Make an ordering by the minimax value of each child, down to the search's depth limit.

    The mover's best child comes first if `sign` is 1, and the worst child if it is -1.
    """
    oracle = Oracle(context)

    def totals(
        position: AnyPosition, moves: Sequence[Any], current_path: CurrentPath
    ) -> list[float]:
        mover_sign = sign if position.maximizing else -sign
        depth_below = context.depth - len(current_path()) - 1
        return [mover_sign * oracle.value(position.play(move), depth_below) for move in moves]

    return from_totals("true value", totals, lambda: oracle.visits)


class Oracle:
    """Computes minimax values and stores them by position and depth; `visits` counts them."""

    def __init__(self, context: OrderingContext) -> None:
        """Start without values."""
        self.evaluate = context.evaluate
        self.look_ahead = context.look_ahead
        self.known: dict[tuple[Hashable, int], float] = {}
        self.visits = 0

    def value(self, position: AnyPosition, depth: int) -> float:
        """Return the minimax value of a position, `depth` plies deep, from MAX's side."""
        key = (position.key(), depth)
        known = self.known
        if key in known:
            return known[key]
        self.visits += 1
        if self.visits % ORACLE_PAUSE == 0:
            self.look_ahead(self.visits)  # lets other work run, and stops at a limit
        outcome = position.outcome()
        if outcome is not None or depth == 0:
            known[key] = self.evaluate(position, outcome)
            return known[key]

        values = (self.value(position.play(move), depth - 1) for move in position.moves())
        odds = probabilities(position)
        if odds is not None:
            known[key] = sum(mean_terms(odds, values))
        elif position.maximizing:
            known[key] = max(values)
        else:
            known[key] = min(values)
        return known[key]


def mean_terms(odds: Iterable[Any], values: Iterable[float]) -> Iterator[Any]:
    """Yield the terms of a mean: probability times value for each outcome."""
    for chance, value in zip(odds, values, strict=True):
        yield chance * value


def by_shallow_search(context: OrderingContext, plies: int) -> Ordering:
    """Make an ordering by the value of each child, found by a search `plies` plies deep.

    The search begins at the parent, and does not go beyond the depth limit of the main search.
    After Slate and Atkin.
    """
    shallow = ShallowSearch(context)

    def totals(
        position: AnyPosition, moves: Sequence[Any], current_path: CurrentPath
    ) -> list[float]:
        depth_left = context.depth - len(current_path())
        # The move to a child is the first of these plies.
        depth_below = min(plies, depth_left) - 1
        mover_sign = 1 if position.maximizing else -1
        children = map(position.play, moves)
        return [mover_sign * shallow.search(child, depth_below, -inf, inf) for child in children]

    return from_totals(f"{plies}-ply value", totals, lambda: shallow.visits)


class ShallowSearch:
    """Searches a few plies deep with alpha-beta, fail-soft; `visits` counts all visits."""

    def __init__(self, context: OrderingContext) -> None:
        """Start without visits."""
        self.evaluate = context.evaluate
        self.look_ahead = context.look_ahead
        self.visits = 0

    def search(
        self,
        position: AnyPosition,
        depth: int,
        alpha: float,
        beta: float,
    ) -> float:
        """Return the value of a position from MAX's side, found by a search `depth` plies deep.

        It is a bound if it lies outside the window from `alpha` to `beta`.
        """
        self.visits += 1
        if self.visits % SHALLOW_PAUSE == 0:
            self.look_ahead(0)  # only lets other work run: a shallow search needs no limit
        outcome = position.outcome()
        if outcome is not None or depth == 0:
            return self.evaluate(position, outcome)
        odds = probabilities(position)
        if odds is not None:
            children = map(position.play, position.moves())
            values = (self.search(child, depth - 1, -inf, inf) for child in children)
            return float(sum(mean_terms(map(float, odds), values)))
        # `value` is from the mover's side, all other numbers are from MAX's side.
        sign = 1 if position.maximizing else -1
        value = -inf
        for move in position.moves():
            value = max(value, sign * self.search(position.play(move), depth - 1, alpha, beta))
            if position.maximizing:
                alpha = max(alpha, value)
            else:
                beta = min(beta, -value)
            if alpha >= beta:
                break
        return sign * value


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
