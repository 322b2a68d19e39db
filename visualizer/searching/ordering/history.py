"""Orderings that learn from cutoffs: the history heuristic and killer moves.

History: the moves that have caused the most cutoffs come first, and cuts of deep subtrees count
more. After Schaeffer, "The history heuristic and alpha-beta search enhancements in practice", 1989.
Killers: moves that recently cut sibling nodes come first, since what refutes one move often refutes
the next; there are two for each ply. After Akl and Newborn, "The principal continuation and the
killer heuristic", 1977.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from games import AnyPosition
from visualizer.searching.algorithms import CurrentPath
from visualizer.searching.ordering import Ordering, OrderingContext, OrderingKind, from_totals
from visualizer.trace.recorder import MAX_DEPTH

KILLER_SLOTS = 2
"""How many killers are remembered at each ply."""


def history(context: OrderingContext) -> Ordering:
    """At every cutoff, add the square of the depth left to the move's score; sides are separate.

    In a search to the end, which has no depth left to count, every cutoff counts 1.
    """
    table: Counter[tuple[bool, Any]] = Counter()
    ordered_at: dict[int, tuple[bool, Sequence[Any]]] = {}
    """The turn and the moves of the open node at each ply."""

    def totals(position: AnyPosition, moves: Sequence[Any], path: CurrentPath) -> list[float]:
        turn = position.maximizing
        ordered_at[len(path())] = (turn, moves)
        return [float(table[turn, move]) for move in moves]

    def learn(ply: int, number: int) -> None:
        turn, moves = ordered_at[ply]
        depth_left = context.depth - ply
        has_limit = depth_left <= MAX_DEPTH
        table[turn, moves[number]] += depth_left**2 if has_limit else 1

    return from_totals("history", totals, learn=learn)


def killers(context: OrderingContext) -> Ordering:
    """Remember the last two moves that cut at each ply; the latest scores 2, the earlier 1."""
    killers: dict[int, list[Any]] = {}
    moves_at: dict[int, Sequence[Any]] = {}

    def totals(position: AnyPosition, moves: Sequence[Any], path: CurrentPath) -> list[float]:
        ply = len(path())
        moves_at[ply] = moves
        return [score(move, killers.get(ply, [])) for move in moves]

    def score(move: Any, known: list[Any]) -> float:
        if move not in known:
            return 0.0
        return float(KILLER_SLOTS - known.index(move))

    def learn(ply: int, number: int) -> None:
        move = moves_at[ply][number]
        known = killers.setdefault(ply, [])
        if move in known:
            known.remove(move)
        known.insert(0, move)
        del known[KILLER_SLOTS:]

    return from_totals("killer", totals, learn=learn)


ORDERING = (
    OrderingKind("history", "the moves that have caused the most cutoffs come first", history),
    OrderingKind(
        "killer", "the moves that recently caused a cutoff at a sibling come first", killers
    ),
)
