"""Evaluations and the ordering of Connect Four, worked out again from the simple version."""

import random
from collections.abc import Iterator

import pytest

from games.connect_four import GAME, read, start
from games.connect_four.rules import ConnectFour, read_size
from tests.few import one_in
from tests.oracles.games.connect_four import DIGITS, Simple
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run

SIZES = ("7x6", "4x4", "3x3/3", "5x4/3", "10x10", "3x5/2", "6x1/3", "1x5/2")
ORDERS = {
    7: "4352617",
    4: "2314",
    1: "1",
    2: "12",
    3: "213",
    5: "32415",
    6: "342516",
    10: "5647382910",
}


def positions(size: str, count: int, seed: int) -> Iterator[tuple[ConnectFour, Simple]]:
    """Go through random games, position by position, in both versions."""
    dice = random.Random(f"{size} {seed}")
    for _ in range(count):
        here = start({"size": read_size(size)})
        board = Simple(("",) * here.size.columns, here.size.rows, here.size.connect)
        while True:
            yield here, board
            if here.outcome() is not None:
                break
            move = dice.choice(here.moves())
            here = here.play(move)
            board = board.play(DIGITS[move])


@pytest.mark.parametrize("size", one_in(4, SIZES))
def test_evaluations_by_hand(size: str) -> None:
    """Along random games all three evaluations are what their sentences say, counted stone by
    stone.
    """
    for here, board in positions(size, 25, 1):
        outcome = here.outcome()

        assert GAME.evaluations["result"](here, outcome) == (outcome or 0)
        lines = GAME.evaluations["lines"](here, outcome)
        if outcome is None:
            assert lines == board.open_lines("F") - board.open_lines("S")
            assert abs(lines) < 1000
        else:
            assert lines == 1000 * outcome
        assert GAME.evaluations["score"](here, outcome) == by_hand(board)


def by_hand(board: Simple) -> int:
    """Score a board as published: the winner's stones that are left when the game is won, and
    one more.
    """
    won = board.winner()
    if not won:
        return 0
    cells = len(board.columns) * board.rows
    stones = {"F": (cells + 1) // 2, "S": cells // 2}[won]
    left = stones - "".join(board.columns).count(won)
    return (left + 1) * (1 if won == "F" else -1)


def test_score_is_the_published_formula_everywhere() -> None:
    """On every size it is (cells + 1 - stones before the winning one) // 2, the formula of the
    published solver.
    """
    for size in SIZES:
        for here, board in positions(size, 30, 3):
            if here.outcome():
                cells = len(board.columns) * board.rows
                assert (
                    abs(GAME.evaluations["score"](here, here.outcome()))
                    == (cells + 1 - (board.stones() - 1)) // 2
                )


def test_there_are_69_lines() -> None:
    """The empty board of 7×6 has 69 lines, all open to both, so it is worth nothing."""
    here = start({})

    assert len(Simple().lines()) == 69 == here.grid.count_lines(here.grid.full)
    assert GAME.evaluations["lines"](here, None) == 0
    assert GAME.evaluations["lines"](read("4", {}), None) == 7


def test_result_is_the_default() -> None:
    """The evaluations are result, lines and score, in that order."""
    assert list(GAME.evaluations) == ["result", "lines", "score"]


@pytest.mark.parametrize(("columns", "order"), ORDERS.items())
def test_centre_first(columns: int, order: str) -> None:
    """Columns are tried from the centre, the left one of two first: 4 3 5 2 6 1 7, on four
    columns 2 3 1 4.
    """
    size = f"{columns}x4"
    where = PositionSpec("connect-four", "", settings={"size": size})
    run = Run(Recipe(where, SearchSpec("ordered-alpha-beta", depth=1)))
    tried, scores = run.order_with_scores(())

    assert "".join(run.notation_of_move((number,)) for number in tried) == order
    assert scores is not None
    assert [score.components for score in scores] == [
        {"centre": min(column, columns - 1 - column)} for column in range(columns)
    ]


def test_centre_first_without_full_columns() -> None:
    """With the middle column full the rest keep their order."""
    run = Run(
        Recipe(PositionSpec("connect-four", "444444"), SearchSpec("ordered-alpha-beta", depth=1))
    )
    assert (
        "".join(run.notation_of_move((number,)) for number in run.order_with_scores(())[0])
        == "352617"
    )
