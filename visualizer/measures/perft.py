"""Perft: the number of ways to play some plies, the usual check of move generation."""

import sys
from collections.abc import Callable, Sequence
from typing import Any

from games import AnyPosition


def perft(
    position: AnyPosition, depth: int, *, count_ended: bool = False, moves: Callable[[Any], Sequence[Any]] | None = None
) -> int:
    """Count the ways to play exactly `depth` plies; `moves` may replace the position's own list of moves.

    A game that is over before that counts 0, or 1 with `count_ended`; to play no ply there is 1 way. What is reached by
    two ways counts twice. The moves of the last ply are counted and not played.
    """
    ended = int(count_ended)

    def count(position: AnyPosition, depth: int) -> int:
        listed = position.moves() if moves is None else moves(position)
        if not listed:  # only when the game is over
            return ended
        if depth == 1:
            return len(listed)
        leaves = 0
        for move in listed:
            leaves += count(position.play(move), depth - 1)
        return leaves

    sys.setrecursionlimit(max(sys.getrecursionlimit(), 20_000))
    return count(position, depth) if depth else 1
