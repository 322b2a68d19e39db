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
    """Make an ordering by history, which scores a move by the cutoffs that it has caused.

    Each cutoff adds the square of the depth left. Each player's moves have their own scores. In a
    search without a depth limit, every cutoff counts 1.
    """
    table: Counter[tuple[bool, Any]] = Counter()
    ordered_at: dict[int, tuple[bool, Sequence[Any]]] = {}
    """The turn and the moves of the open node at each ply."""

    def totals(position: AnyPosition, moves: Sequence[Any], path: CurrentPath) -> list[float]:
        turn = position.maximizing
        ordered_at[len(path())] = (turn, moves)
        return [float(table[turn, move]) for move in moves]

    def learn(ply: int, number: int) -> None:
        """Add to the score of a move that has caused a cutoff at a ply.

        `number` is the index of the move.
        """
        turn, moves = ordered_at[ply]
        move = moves[number]
        depth_left = context.depth - ply
        # "No depth limit" is a number far above any depth.
        has_limit = depth_left <= MAX_DEPTH
        if has_limit:
            table[turn, move] += depth_left**2
        else:
            table[turn, move] += 1

    return from_totals("history", totals, learn=learn)


def killers(context: OrderingContext) -> Ordering:
    """Make an ordering by killers, which are the last two moves that have cut at a ply.

    The last one scores 2, the one before it 1, and every other move 0.
    """
    killers_at: dict[int, list[Any]] = {}
    """By ply, the killers, the latest first."""
    moves_at: dict[int, Sequence[Any]] = {}
    """By ply, the moves of the open node."""

    def totals(position: AnyPosition, moves: Sequence[Any], path: CurrentPath) -> list[float]:
        ply = len(path())
        moves_at[ply] = moves
        return [score(move, killers_at.get(ply, [])) for move in moves]

    def score(move: Any, killers: list[Any]) -> float:
        if move not in killers:
            return 0.0
        return float(KILLER_SLOTS - killers.index(move))

    def learn(ply: int, number: int) -> None:
        """Remember a move that has caused a cutoff at a ply.

        `number` is the index of the move.
        """
        move = moves_at[ply][number]
        killers = killers_at.setdefault(ply, [])
        if move in killers:
            killers.remove(move)
        killers.insert(0, move)
        del killers[KILLER_SLOTS:]

    return from_totals("killer", totals, learn=learn)


ORDERING = (
    OrderingKind("history", "the moves that have caused the most cutoffs come first", history),
    OrderingKind(
        "killer", "the moves that recently caused a cutoff at a sibling come first", killers
    ),
)
