"""Scores of moves are the tutorial's sums, and flats are counted as the rules count them."""

from collections.abc import Callable
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import AnyPosition
from games.tak import takpy_rules
from games.tak.notation import read_tps
from games.tak.scores import ORDERINGS, flats, in_opening, kinds, scored
from games.tak.spreads import path
from tests.games.tak.playing import random_game

Place = Callable[..., AnyPosition]


def tutorial_score(position: AnyPosition, move: str) -> float:
    """Work out a move's score as the tutorial says it, from the drawn board and for one move alone."""
    rows = position.board().cells[::-1]
    size, me = len(rows), 1 if position.maximizing else 2
    if move not in position.grid.placements:
        return 0
    column, row = "abcdefgh".index(move[-2]), int(move[-1]) - 1
    middle = (size - 1) / 2
    score = 100 - 10 * (abs(row - middle) + abs(column - middle))
    score += {"S": 0, "C": 50}.get(move[0], 100)
    if move[0] != "S":
        in_row = [rows[row][other] for other in range(size)]
        in_column = [rows[other][column] for other in range(size)]
        score += 10 * sum(cell.owner == me and cell.piece in ("flat", "capstone") for cell in in_row + in_column)
    if move[0] == "C":
        for up, across in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            if 0 <= row + up < size and 0 <= column + across < size:
                cell = rows[row + up][column + across]
                score += 50 * len(cell.stack) * (cell.owner not in (0, me))
    return score


@settings(max_examples=40, deadline=None)
@given(st.integers(3, 8), st.integers(0, 2**32))
def test_components_add_up_to_the_tutorials_score(size: int, seed: int) -> None:
    """In every position of a random game each move's components sum to the tutorial's arithmetic."""
    for position in islice(random_game(size, seed, spreads=0.2), seed % 12, 60, 15):
        moves = list(position.moves())
        rows = scored(position, moves)
        assert all(len(row) == len(ORDERINGS["scored"].names) for row in rows)
        assert [sum(row) for row in rows] == [tutorial_score(position, move) for move in moves]
        assert [tuple(row[:2]) for row in rows] == [tuple(row) for row in kinds(position, moves)]


@pytest.mark.takpy
@pytest.mark.skipif(takpy_rules.takpy() is None, reason="takpy is not installed")
@settings(max_examples=40, deadline=None)
@given(st.integers(3, 8), st.integers(0, 2**32))
def test_scores_are_the_same_under_takpy(size: int, seed: int) -> None:
    """The two kinds of rules give the same components and the same flats."""
    for own in islice(random_game(size, seed), 0, 60, 9):
        theirs = takpy_rules.position(read_tps(own.text()), 0)
        moves = list(own.moves())
        assert scored(own, moves) == scored(theirs, moves)
        assert flats(own, None) == flats(theirs, None)


def test_the_order_is_turned_round_in_the_opening(place: Place) -> None:
    """In plies 0 and 1 the lowest score comes first, since one places a piece of the opponent's."""
    board = "x5/x5/x5/x5/x5 1 1"
    plies = [place(board, *["a1", "b1", "c1"][:count]) for count in range(4)]
    assert [in_opening(position) for position in plies] == [True, True, False, False]
    first = scored(plies[0], ["a1", "c3"])
    assert sum(first[0]) < sum(first[1])


def test_flats_are_whites_less_blacks_and_a_win_is_a_thousand(place: Place) -> None:
    """Walls, capstones and buried pieces do not count, nor does komi; a win is ±1000 and a draw 0."""
    position = place("x5/x5/x5/12,1S,2C,x2/1,1,21,x2 1 9", half_komi=4)
    assert flats(position, None) == 2
    assert (flats(position, 1), flats(position, -1), flats(position, 0)) == (1000, -1000, 0)


def test_a_spread_has_a_path() -> None:
    """The squares of a spread and what it drops follow from its name."""
    position = next(random_game(5, 0))
    assert path(position.grid, "3a1>21") == (0, 3, ((5, 2, 1), (10, 1, 0)))
    assert path(position.grid, "b3-") == (7, 1, ((6, 1, 0),))
