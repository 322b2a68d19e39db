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
    """Make an ordering that scores a move by the cutoffs that it has caused.

    A cutoff adds the square of the depth left or, without a depth limit, 1. Each player's moves
    have separate scores.
    """
    table: Counter[tuple[bool, Any]] = Counter()
    last_ordered: dict[int, tuple[bool, Sequence[Any]]] = {}
    """The turn and the moves of the open node at each ply."""

    def totals(
        position: AnyPosition, moves: Sequence[Any], current_path: CurrentPath
    ) -> list[float]:
        turn = position.maximizing
        last_ordered[len(current_path())] = (turn, moves)
        return [float(table[turn, move]) for move in moves]

    def learn(ply: int, number: int) -> None:
        """Raise the score of a move that has caused a cutoff at a ply, given its index."""
        turn, moves = last_ordered[ply]
        move = moves[number]
        depth_left = context.depth - ply
        # Without a limit, `context.depth` is `NO_DEPTH_LIMIT`, which is far above any depth.
        has_limit = depth_left <= MAX_DEPTH
        if has_limit:
            table[turn, move] += depth_left**2
        else:
            table[turn, move] += 1

    return from_totals("history", totals, learn=learn)


def killers(context: OrderingContext) -> Ordering:
    """Make an ordering by killers: the last two moves that caused a cutoff at a ply.

    The latest killer scores 2, the earlier killer 1, and every other move 0.
    """
    killers_at: dict[int, list[Any]] = {}
    """The killers at each ply, the latest first."""
    moves_at: dict[int, Sequence[Any]] = {}
    """The moves of the open node at each ply."""

    def totals(
        position: AnyPosition, moves: Sequence[Any], current_path: CurrentPath
    ) -> list[float]:
        ply = len(current_path())
        moves_at[ply] = moves
        return [score(move, killers_at.get(ply, [])) for move in moves]

    def score(move: Any, ply_killers: list[Any]) -> float:
        if move not in ply_killers:
            return 0.0
        return float(KILLER_SLOTS - ply_killers.index(move))

    def learn(ply: int, number: int) -> None:
        """Make a move that has caused a cutoff the latest killer at its ply, given its index."""
        move = moves_at[ply][number]
        ply_killers = killers_at.setdefault(ply, [])
        if move in ply_killers:
            ply_killers.remove(move)
        ply_killers.insert(0, move)
        del ply_killers[KILLER_SLOTS:]

    return from_totals("killer", totals, learn=learn)


ORDERING = (
    OrderingKind("history", "the moves that have caused the most cutoffs come first", history),
    OrderingKind(
        "killer", "the moves that recently caused a cutoff at a sibling come first", killers
    ),
)
