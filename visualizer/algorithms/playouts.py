"""The random games of MCTS, and the moves at the root that answer a threat.

Playouts by score and answers to threats follow BoardSmith's bot for Hex.
"""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

from games import AnyPosition, probabilities
from visualizer.algorithms import Problem
from visualizer.algorithms.odds import drawn

LONGEST = 1_000
"""A playout that takes more plies counts 0."""
SEED_BITS = 40
"""Bits of a playout's seed that hold its iteration; the search's seed stands above them."""


def playout(problem: Problem, position: AnyPosition, iteration: int) -> Iterator[tuple[Any, AnyPosition]]:
    """Yield the moves of an iteration's playout from a position on, each with the position after it.

    Each iteration (from 1) has a random generator of its own, so that a playout can be repeated.
    """
    dice = Random((problem.seed << SEED_BITS) + iteration).random
    scores = problem.scores if problem.options["playouts"] == "scored" else None
    for _ in range(LONGEST):
        if position.outcome() is not None:
            return
        moves, odds = position.moves(), probabilities(position)
        if scores is not None and odds is None:
            moves = best_of(moves, scores(position, moves))
        move = moves[int(dice() * len(moves)) if odds is None else drawn(odds, dice())]
        position = position.play(move)
        yield move, position


def best_of(moves: Sequence[Any], scores: Sequence[float]) -> list[Any]:
    """Return the moves with the highest score.

    >>> best_of("abc", [1, 3, 3])
    ['b', 'c']
    """
    highest = max(scores)
    return [move for move, score in zip(moves, scores, strict=True) if score == highest]


def answers_to_threats(
    position: AnyPosition, moves: Sequence[tuple[int, Any]], worth: Callable[[float], float]
) -> list[tuple[int, Any]]:
    """Return the numbered moves that win at once or leave the opponent no move that does; all, if there is none."""

    def result(after: AnyPosition) -> float | None:
        """Return what a position that is over counts for the root's mover, None where the game goes on."""
        outcome = after.outcome()
        return None if outcome is None else worth(outcome) * (1 if position.maximizing else -1)

    def is_answer(move: Any) -> bool:
        after = position.play(move)
        ended = result(after)
        if ended is not None or after.maximizing == position.maximizing or probabilities(after) is not None:
            return ended != -1
        return all(result(after.play(reply)) != -1 for reply in after.moves())

    return [numbered for numbered in moves if is_answer(numbered[1])] or [*moves]
