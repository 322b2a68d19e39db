"""Evaluations and the ordering of Kalah, worked out again from the simple version."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from games.kalah import GAME, Kalah, make_kalah, read
from tests.oracles.games.kalah import Simple
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run


def positions(pits: int, seeds: int, count: int) -> Iterator[tuple[Kalah, Simple]]:
    """Go through random games, position by position, in both versions."""
    chance = random.Random(pits)
    for _ in range(count):
        here = make_kalah(pits, seeds)
        board = Simple.begin(pits, seeds)
        yield here, board
        while here.outcome() is None:
            move = chance.choice(here.moves())
            here, board = here.play(move), board.play(here.name(move))
            yield here, board


@pytest.mark.parametrize(
    ("pits", "seeds"),
    [
        (6, 4),
        (3, 3),
        (8, 2),
    ],
)
def test_evaluations_by_hand(pits: int, seeds: int) -> None:
    """`stores` is the difference of the stores, the result at the end; `again` adds the mover's
    moves that go on.
    """
    for here, board in positions(pits, seeds, 8):
        outcome = here.outcome()
        stores = dict(board.seeds)
        difference = stores["S"] - stores["N"]

        assert GAME.evaluations["stores"](here, outcome) == difference
        if board.side == "S":
            sign = 1
        else:
            sign = -1
        goes_on = sum(last_in_store(board, letter) for letter in board.moves())
        assert GAME.evaluations["again"](here, outcome) == difference + sign * goes_on


def last_in_store(board: Simple, letter: str) -> bool:
    """Say whether a pit's last seed falls in the mover's store, by going around the board."""
    pit = "abcdefghij".index(letter)
    return (pit + board.row(board.side)[pit]) % (2 * board.pits + 1) == board.pits


@pytest.mark.parametrize(("pits", "seeds"), [(6, 4), (3, 3)])
def test_scores_by_hand(pits: int, seeds: int) -> None:
    """Each move has 10 if it goes on, the seeds it captures, and the seeds that its side has
    stored before any end.
    """
    for here, board in positions(pits, seeds, 6):
        moves = here.moves()
        for move, (again, captured, stored) in zip(
            moves, GAME.orderings["scored"].components(here, moves), strict=True
        ):
            letter = here.name(move)

            assert again == 10 * last_in_store(board, letter)
            after = here.play(move)
            if after.outcome() is None:
                side = 0 if here.maximizing else 1
                assert stored == after.stores[side] - here.stores[side]
                assert stored == sown_in_store(board, letter) + (captured + 1 if captured else 0)


def sown_in_store(board: Simple, letter: str) -> int:
    """Count the seeds of a pit that fall in the mover's store, one a lap."""
    pit = "abcdefghij".index(letter)
    seeds = board.row(board.side)[pit]
    first = board.pits - pit
    return len(range(first, seeds + 1, 2 * board.pits + 1))


def test_scored_tries_moves_that_go_on_first() -> None:
    """At first c, which moves again, comes first; then captures and what is stored decide, ties
    stay in order.
    """
    run = Run(Recipe(PositionSpec("kalah"), SearchSpec("ordered-alpha-beta", depth=1)))
    order, scores = run.order_with_scores(())

    assert "".join(run.choices(())[number] for number in order) == "cdefab"
    assert scores is not None
    assert scores[2].components == {
        "again": 10,
        "captured": 0,
        "stored": 1,
    }
    capture = Run(
        Recipe(
            PositionSpec("kalah", "0,5,1/1,0,1 0-0 S"), SearchSpec("ordered-alpha-beta", depth=1)
        )
    )
    _, scores = capture.order_with_scores(())
    assert scores is not None
    assert [score.components for score in scores] == [
        {
            "again": 0,
            "captured": 5,
            "stored": 6,
        },
        {
            "again": 10,
            "captured": 0,
            "stored": 1,
        },
    ]


def test_what_values_mean() -> None:
    """A difference is said in seeds, and no position is worth more than all its seeds."""
    stakes = GAME.stakes["stores"]
    here = read("4,4/4,4 0-0 S", {})

    assert stakes.assess(-3, here, over=False).words == "3 seeds ahead"
    assert stakes.assess(1, here, over=True).words == "by a seed"
    assert stakes.greatest_value(here) == 16
