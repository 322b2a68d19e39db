"""Killer moves: first those that cut sibling nodes lately, since what refutes one move often refutes the next.

After Akl and Newborn, "The principal continuation and the killer heuristic", 1977: two killers a ply.
"""

from collections.abc import Sequence
from typing import Any

from games import AnyPosition
from visualizer.algorithms import CurrentPath
from visualizer.ordering import Ordering, OrderingContext, OrderingKind, from_totals

SLOTS = 2


def make(context: OrderingContext) -> Ordering:
    """Remember the last two moves that cut at each ply; the latest scores 2, the one before 1."""
    killers: dict[int, list[Any]] = {}
    moves_at: dict[int, Sequence[Any]] = {}

    def totals(position: AnyPosition, moves: Sequence[Any], path: CurrentPath) -> list[float]:
        ply = len(path())
        moves_at[ply] = moves
        known = killers.get(ply, [])
        return [float(SLOTS - known.index(move)) if move in known else 0.0 for move in moves]

    def learn(ply: int, number: int) -> None:
        move, known = moves_at[ply][number], killers.setdefault(ply, [])
        if move in known:
            known.remove(move)
        known.insert(0, move)
        del known[SLOTS:]

    return from_totals("killer", totals, learn=learn)


ORDERING = OrderingKind("killer", "what cut a sibling lately, first", make)
