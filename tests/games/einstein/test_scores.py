"""Evaluations and the ordering of EinStein würfelt nicht!, worked out again from the simple
version.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from games.einstein import EINSTEIN_START, GAME, Einstein, read
from tests.oracles.games.einstein import BLUE, RED, Simple


def positions(count: int) -> Iterator[tuple[Einstein, Simple]]:
    """Go through random games, position by position, in both versions."""
    chance = random.Random(8)
    for _ in range(count):
        here = EINSTEIN_START
        board = Simple.begin()
        yield here, board
        while here.outcome() is None:
            move = chance.choice(here.moves())
            here, board = here.play(move), board.play(here.name(move))
            yield here, board


def distance(square: str, side: str) -> int:
    """Count the moves from a square to a side's corner, by walking: both ways at once as long as
    that is possible.
    """
    column = "abcde".index(square[0])
    row = int(square[1]) - 1
    moves = 0
    goal = 4 if side == "r" else 0
    while (column, row) != (goal, goal):
        column += (goal > column) - (goal < column)
        row += (goal > row) - (goal < row)
        moves += 1
    return moves


def left(board: Simple, side: str) -> dict[int, str]:
    """Return a side's stones by their numbers."""
    signs = RED if side == "r" else BLUE
    return {signs.index(sign) + 1: place for place, sign in board.stones.items() if sign in signs}


def rolls(board: Simple, side: str, stone: int) -> int:
    """Count the rolls with which a stone may move, by trying them."""
    tried = [Simple(board.stones, side, die).moves() for die in range(1, 7)]
    return sum(any(move[0] == str(stone) for move in moves) for moves in tried)


def test_evaluations_by_hand() -> None:
    """`race` is the difference of the least distances, `tempo` that of the best rolls a move; a
    win is worth 6.
    """
    for here, board in positions(12):
        outcome = here.outcome()
        race, tempo = (GAME.evaluations[name](here, outcome) for name in ("race", "tempo"))
        if outcome is not None:
            assert race == tempo == 6 * outcome
            continue
        near = {
            side: min(distance(place, side) for place in left(board, side).values())
            for side in "rb"
        }

        assert race == near["b"] - near["r"]
        pace = {
            side: max(
                rolls(board, side, stone) / distance(place, side)
                for stone, place in left(board, side).items()
            )
            for side in "rb"
        }
        assert tempo == pytest.approx(pace["r"] - pace["b"])


def test_evaluations_keep_their_limits() -> None:
    """No position is worth more or less than its evaluation can be, and only a win is worth the
    limit.
    """
    for here, _ in positions(60):
        for name, (least, most) in GAME.limits.items():
            value = GAME.evaluations[name](here, here.outcome())

            assert least <= value <= most
            assert (abs(value) == most) is (here.outcome() is not None)


def test_scores_by_hand() -> None:
    """Each move has 100 if it wins, how near its corner the stone was that it takes, and how
    near it comes itself.
    """
    for here, board in positions(40):
        moves = here.moves()
        side = "r" if here.maximizing else "b"
        other = "b" if side == "r" else "r"
        for move, (wins, takes, near) in zip(
            moves, GAME.orderings["scored"].components(here, moves), strict=True
        ):
            name = here.name(move)
            if len(name) == 1:
                assert wins == 0
                assert takes == 0
                assert near == 0
                continue
            after = board.play(name)

            assert (wins == 100) is (after.winner() == side)
            taken = name[1:] in left(board, other).values()
            assert takes == (5 - distance(name[1:], other) if taken else 0)
            assert near == 4 - distance(name[1:], side)


def test_what_values_mean() -> None:
    """A lead is said in moves and in rolls, and every win is worth the same."""
    here = read("123../45.../6...a/...bc/..def r -", {})
    race = GAME.stakes["race"]
    tempo = GAME.stakes["tempo"]

    assert race.assess(-2, here, over=False).words == "2 moves ahead"
    assert tempo.assess(1, here, over=False).words == "a roll ahead"
    assert all(stakes.assess(6, here, over=False).won for stakes in (race, tempo))
