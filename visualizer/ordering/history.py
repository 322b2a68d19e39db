"""History heuristic: first the moves that have cut most often anywhere in the tree; cuts of deep subtrees count more.

After Schaeffer, "The history heuristic and alpha-beta search enhancements in practice", 1989.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from games import AnyPosition
from visualizer.algorithms import CurrentPath
from visualizer.ordering import Ordering, OrderingContext, OrderingKind, from_totals
from visualizer.trace.recorder import MAX_DEPTH


def make(context: OrderingContext) -> Ordering:
    """Add to a move's score, at every cutoff it makes, the square of the depth left; each side has its own scores.

    In a search to the end, where no depth is left to count, every cutoff counts 1.
    """
    table: Counter[tuple[bool, Any]] = Counter()
    seen_at: dict[int, tuple[bool, Sequence[Any]]] = {}

    def totals(position: AnyPosition, moves: Sequence[Any], path: CurrentPath) -> list[float]:
        turn = position.maximizing
        seen_at[len(path())] = (turn, moves)
        return [float(table[turn, move]) for move in moves]

    def learn(ply: int, number: int) -> None:
        turn, moves = seen_at[ply]
        left = context.depth - ply
        table[turn, moves[number]] += left * left if left <= MAX_DEPTH else 1

    return from_totals("history", totals, learn=learn)


ORDERING = OrderingKind("history", "what has cut most often anywhere, first", make)
