"""Counting positions: the usual check that a game's rules are right."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Any

from games import AnyPosition


def perft(
    position: AnyPosition,
    depth: int,
    *,
    count_ended: bool = False,
    moves: Callable[[Any], Sequence[Any]] | None = None,
) -> int:
    """Count the positions reached by exactly `depth` plies; `moves` may list them otherwise than the position does.

    A game that is over before that counts 0, or 1 with `count_ended`.
    """
    ended = int(count_ended)

    def count(position: AnyPosition, depth: int) -> int:
        if position.outcome() is not None:
            return ended
        listed = position.moves() if moves is None else moves(position)
        if depth == 1:
            return len(listed)
        if depth == 2 and moves is None:  # most positions are here: a call less for each
            children = map(position.play, listed)
            return sum([len(child.moves()) if child.outcome() is None else ended for child in children])
        return sum([count(position.play(move), depth - 1) for move in listed])

    sys.setrecursionlimit(max(sys.getrecursionlimit(), 20_000))
    return count(position, depth) if depth else 1
