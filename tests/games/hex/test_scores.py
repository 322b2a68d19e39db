"""Evaluations and orderings of Hex, worked out again from the simple version."""

import random
from collections.abc import Iterator
from math import isqrt

import pytest

from games.hex import GAME, read, start
from games.hex.rules import Hex
from tests.few import one_in
from tests.oracles.games import hex as simple
from visualizer.explaining.measures.summary import summary
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run


def played(
    count: int, seed: int, sizes: tuple[int, ...] = (2, 3, 4, 5, 6)
) -> Iterator[tuple[Hex, simple.Board, str]]:
    """Return positions of random games that go on, the last stone known, each with its simple
    board.
    """
    dice = random.Random(seed)
    while count:
        here = start({"size": dice.choice(sizes)})
        for _ in range(dice.randrange(here.size**2)):
            if here.outcome() is None:
                here = here.play(dice.choice(here.moves()))
        if here.outcome() is None:
            count -= 1
            yield here, simple.from_text(here.text()), here.text()[-1]


def by_hand(
    board: simple.Board, side: str, last: simple.Cell | None, cell: simple.Cell
) -> tuple[int, ...]:
    """Score a cell as the plan says: +10, +5, +3, +2, +1, each where it applies."""
    size = isqrt(len(board))
    beside = simple.neighbours(board, cell)
    signs = {board[there] for there in beside}
    middle = all(2 * abs(2 * line - (size - 1)) <= size for line in cell)
    return (
        10 * (last in beside),
        5 * (simple.OTHER[side] in signs),
        3 * (side in signs),
        2 * middle,
        1,
    )


def test_scored_by_hand() -> None:
    """On 600 positions of random games every component of `scored` is what the plan's sentence
    says.
    """
    judge = GAME.orderings["scored"]

    assert judge.names == ("last", "opponent", "own", "centre", "base")
    for here, board, side in played(600, 1):
        if here.last:
            last = here.grid.row_and_column(here.last)
        else:
            last = None
        rows = judge.components(here, here.moves())

        assert [tuple(row) for row in rows] == [
            by_hand(board, side, last, cell) for cell in simple.free(board)
        ]


def test_last_stone_unknown() -> None:
    """A position read from its rows does not know its last stone: the component is 0 there, all
    others are the same.
    """
    judge = GAME.orderings["scored"]
    for here, _, _ in played(200, 2):
        there = read(here.text(), {})

        assert there.last == 0
        known, unknown = (judge.components(each, each.moves()) for each in (here, there))
        assert [tuple(row[1:]) for row in known] == [tuple(row[1:]) for row in unknown]
        assert {row[0] for row in unknown} == {0}


def test_weights_can_be_changed() -> None:
    """The five weights are 10, 5, 3, 2 and 1, and with others the components follow."""
    judge = GAME.orderings["scored"]

    assert judge.weights == {
        "last": 10,
        "opponent": 5,
        "own": 3,
        "centre": 2,
        "base": 1,
    }
    here = read("a1 b2 c1", {"size": 3})
    changed = judge.with_weights({"centre": -7, "base": 0}).components(here, here.moves())
    usual = judge.components(here, here.moves())
    assert [tuple(row[:3]) for row in changed] == [tuple(row[:3]) for row in usual]
    assert {row[3:] for row in map(tuple, changed)} == {
        (0, 0)
    }  # the only cell of the centre has a stone


def test_centre_is_about_a_quarter() -> None:
    """The centre has 4 of 16 cells on 4×4, 16 of 64 on 8×8, 25 of 121 on 11×11, and never none."""
    sizes = {size: start({"size": size}).grid.centre.bit_count() for size in range(2, 20)}

    assert sizes[4] == 4
    assert sizes[8] == 16
    assert sizes[11] == 25
    assert sizes[3] == 1
    assert all(0.1 < cells / size**2 < 0.5 for size, cells in sizes.items() if size > 2)


def test_swap_scores_nothing() -> None:
    """A swap has no cell, so each component is 0 and it is tried last."""
    here = read("b2", {"size": 3, "swap": "on"})
    for judge in GAME.orderings.values():
        rows = judge.components(here, here.moves())

        assert set(rows[-1]) == {0}
        assert len(rows) == 9


def test_threats_by_hand() -> None:
    """On 600 positions `threats` marks exactly the cells that would win at once for the
    opponent, and for the mover.
    """
    judge = GAME.orderings["threats"]
    found = 0
    for here, board, side in played(200, 3, (3, 4, 5)):
        stop, win = (simple.wins_at_once(board, who) for who in (simple.OTHER[side], side))
        found += bool(stop) + bool(win)
        rows = [tuple(row) for row in judge.components(here, here.moves())]

        assert rows == [(2 * (cell in stop), 1 * (cell in win)) for cell in simple.free(board)]

    assert found > 60


def test_distance_by_hand() -> None:
    """On 600 positions `distance` is the difference of the lengths of two shortest paths."""
    evaluate = GAME.evaluations["distance"]
    for here, board, _ in played(600, 4):
        expected = simple.still_needed(board, "w") - simple.still_needed(board, "b")

        assert evaluate(here, None) == expected
        assert abs(expected) < here.size**2


def test_distance_at_the_end_is_more_than_any_before() -> None:
    """A finished game counts as many as there are cells, for whoever has won, with any numbers
    of stones.
    """
    evaluate = GAME.evaluations["distance"]
    for text, expected in (
        ("b../b../b.. w", 9),
        ("www/.../... b", -9),
        ("bb/bb w", 4),
    ):
        here = read(text, {})
        assert evaluate(here, here.outcome()) == expected


def test_distance_of_empty_boards() -> None:
    """On an empty board both sides need as many stones as there are rows."""
    for size in range(2, 20):
        assert GAME.evaluations["distance"](start({"size": size}), None) == 0
    assert GAME.evaluations["distance"](read(".../.b./... w", {}), None) == 1


def test_result() -> None:
    """The default evaluation is 1 or -1 at the end, and 0 before."""
    assert next(iter(GAME.evaluations)) == "result"
    for text, expected in (
        ("b../b../b.. w", 1),
        ("www/.../... b", -1),
        (".../.../... b", 0),
    ):
        here = read(text, {})
        assert GAME.evaluations["result"](here, here.outcome()) == expected


@pytest.mark.parametrize("evaluation", one_in(2, GAME.evaluations))
def test_orders_do_not_change_the_value(evaluation: str) -> None:
    """On 40 positions at depth 3 every order of alpha-beta finds minimax's value."""
    for here, _, _ in played(40, 6, (3, 4)):
        values = {
            summary(Run(Recipe(PositionSpec("hex", here.text()), search)).finish())["value"]
            for search in (
                SearchSpec("minimax", depth=3, evaluation=evaluation),
                *(
                    SearchSpec(ordering=name, depth=3, evaluation=evaluation)
                    for name in ("natural", "scored", "threats")
                ),
            )
        }
        assert len(values) == 1
