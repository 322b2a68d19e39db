"""Scores of moves are the tutorial's sums, whatever the weights, and the same under both kinds
of rules.
"""

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import AnyPosition, Cell, Player
from games.tak import rules, takpy_rules
from games.tak.grid import read_spread
from games.tak.notation import read_tps
from games.tak.scores import (
    HEURISTICS,
    ORDERINGS,
    TUTORIAL_COMPONENTS,
    TUTORIAL_WEIGHTS,
    in_opening,
)
from tests.games.tak.playing import random_game

Place = Callable[..., Any]
SCORED = ORDERINGS["scored"]
KIND = ORDERINGS["kind"]
FURTHER = {
    "block": 7,
    "flat_on_flat": 11,
    "captives": 13,
    "flat_loss": 17,
    "citadel": 19,
    "staircase": 23,
}
ALL = SCORED.with_weights(FURTHER)


def tutorial_score(position: rules.Tak, move: str) -> float:
    """Work out a move's score as the tutorial says it, from the drawn board and for one move
    alone.
    """
    rows = position.board().cells[::-1]
    size = len(rows)
    me = 1 if position.maximizing else 2
    if move not in position.grid.placements:
        return 0
    column = "abcdefgh".index(move[-2])
    row = int(move[-1]) - 1
    middle = (size - 1) / 2
    score = 100 - 10 * (abs(row - middle) + abs(column - middle))
    score += {"S": 0, "C": 50}.get(move[0], 100)
    if move[0] != "S":
        in_row = [rows[row][other] for other in range(size)]
        in_column = [rows[other][column] for other in range(size)]
        score += 10 * sum(
            cell.owner == me and cell.piece in ("flat", "capstone") for cell in in_row + in_column
        )
    if move[0] == "C":
        for up, across in (
            (1, 0),
            (-1, 0),
            (0, 1),
            (0, -1),
        ):
            if 0 <= row + up < size and 0 <= column + across < size:
                cell = rows[row + up][column + across]
                score += 50 * len(cell.stack) * (cell.owner not in (0, me))
    return score


# A second opinion on the further heuristics, from drawn boards before and after the move.

Squares = dict[tuple[int, int], Cell]


def drawn(position: AnyPosition) -> Squares:
    """Return what stands on each square, by column and row from a1."""
    rows = position.board().cells[::-1]
    return {
        (column, row): cell for row, cells in enumerate(rows) for column, cell in enumerate(cells)
    }


def is_road(cell: Cell | None, owner: int) -> bool:
    return cell is not None and cell.piece in ("flat", "capstone") and cell.owner == owner


def beside(place: tuple[int, int]) -> Iterator[tuple[int, int]]:
    for across, up in (
        (1, 0),
        (-1, 0),
        (0, 1),
        (0, -1),
    ):
        yield (place[0] + across, place[1] + up)


def citadels(squares: Squares, owner: int) -> int:
    """Count the blocks of two by two road pieces."""
    return sum(
        all(
            is_road(squares.get((column + across, row + up)), owner)
            for across in (0, 1)
            for up in (0, 1)
        )
        for column, row in squares
    )


def staircases(squares: Squares, owner: int) -> int:
    """Count the ways to walk over four road pieces, turning at every step, to and fro; each walk
    has two ends.
    """
    walks = 0
    for first in squares:
        for across in (False, True):
            for one in (1, -1):
                for other in (1, -1):
                    if across:
                        steps = [
                            (one, 0),
                            (0, other),
                            (one, 0),
                        ]
                    else:
                        steps = [
                            (0, one),
                            (other, 0),
                            (0, one),
                        ]
                    walk = [first]
                    for step in steps:
                        walk.append((walk[-1][0] + step[0], walk[-1][1] + step[1]))
                    walks += all(is_road(squares.get(place), owner) for place in walk)
    return walks // 2


def further(position: rules.Tak, move: str) -> dict[str, float]:
    """Work out the numbers of the further heuristics for one move."""
    if position.maximizing:
        me = Player.FIRST
    else:
        me = Player.SECOND
    if position.maximizing:
        opponent = Player.SECOND
    else:
        opponent = Player.FIRST
    before = drawn(position)
    found: dict[str, float] = dict.fromkeys(FURTHER, 0)
    if move in position.grid.placements:
        column, row = place = ("abcdefgh".index(move[-2]), int(move[-1]) - 1)
        found["block"] = sum(
            is_road(cell, opponent) for (across, _), cell in before.items() if across == column
        )
        found["block"] += sum(
            is_road(cell, opponent) for (_, up), cell in before.items() if up == row
        )
        if move[0] == "S":
            stacks = [before[near] for near in beside(place) if near in before]
            found["captives"] = sum(
                stack.stack[:-1].count(me) for stack in stacks if stack.owner == opponent
            )
        else:
            after = {**before, place: Cell("flat", me)}
            found["citadel"] = citadels(after, me) - citadels(before, me)
            found["staircase"] = staircases(after, me) - staircases(before, me)
        return found
    after = drawn(position.play(move))
    touched = [place for place, cell in after.items() if cell != before[place]]
    source = next(place for place in touched if len(after[place].stack) < len(before[place].stack))
    if before[source].piece == "flat":
        flats = [before[place] for place in touched if place != source]
        found["flat_on_flat"] = -sum(
            cell.piece == "flat" and cell.owner == opponent for cell in flats
        )

    def ahead(squares: Squares) -> int:
        tops = [cell.owner for cell in squares.values() if cell.piece == "flat"]
        return tops.count(me) - tops.count(opponent)

    found["flat_loss"] = min(0, ahead(after) - ahead(before))
    return found


@settings(max_examples=40, deadline=None)
@given(st.integers(3, 8), st.integers(0, 2**32))
def test_components_add_up_to_the_tutorials_score(size: int, seed: int) -> None:
    """In every position of a random game each move's components sum to the tutorial's
    arithmetic.
    """
    for position in islice(random_game(size, seed, spreads=0.2), seed % 12, 60, 15):
        moves = list(position.moves())
        rows = SCORED.components(position, moves)

        assert all(len(row) == len(SCORED.names) for row in rows)
        assert [sum(row) for row in rows] == [tutorial_score(position, move) for move in moves]
        assert [tuple(row[:2]) for row in rows] == [
            tuple(row) for row in KIND.components(position, moves)
        ]


@settings(max_examples=40, deadline=None)
@given(st.integers(3, 6), st.integers(0, 2**32))
def test_further_heuristics_count_what_they_say(size: int, seed: int) -> None:
    """Weighted, the heuristics that the tutorial leaves to its readers are components after the
    tutorial's own.
    """
    for position in islice(random_game(size, seed, spreads=0.4), 2 + seed % 12, 60, 15):
        moves = list(position.moves())
        for move, plain, row in zip(
            moves, SCORED.components(position, moves), ALL.components(position, moves), strict=True
        ):
            weighted = {
                name: FURTHER[name] * number for name, number in further(position, move).items()
            }
            assert dict(zip(ALL.names, row, strict=True)) == {
                **dict(zip(TUTORIAL_COMPONENTS, plain, strict=True)),
                **weighted,
            }


def test_each_further_heuristic_has_an_example(place: Place) -> None:
    """One position for each: the number it gives for a move."""
    board = place("2,2,x,12,x/x,1,x,x,x/1,x,x,x,x/1,1,x,2,x/x,x,x,12,x 1 9")
    moves = list(board.moves())

    def number(heuristic: str, move: str) -> float:
        return HEURISTICS[heuristic](board, moves)[moves.index(move)]

    assert number("block", "c5") == number("block", "Sc5") == 3
    assert number("flat_on_flat", "b4+") == -1
    assert number("captives", "Sd4") == 1
    assert number("captives", "Se1") == 1
    assert number("captives", "d4") == 0
    assert number("flat_loss", "b2<") == -1
    assert number("flat_loss", "b4+") == 0
    assert number("citadel", "b3") == 1
    assert number("staircase", "a4") == 0
    assert number("staircase", "a1") == 0
    assert number("staircase", "b3") == 1
    assert number("staircase", "Sb3") == 0


def test_further_heuristics_are_off_by_default() -> None:
    """They weigh 0, and then they are no components."""
    assert {name: TUTORIAL_WEIGHTS[name] for name in HEURISTICS} == dict.fromkeys(FURTHER, 0)
    assert SCORED.names == ("kind", "piece", "road", "cap_next", "centre")
    assert ALL.names == (*SCORED.names, *FURTHER)
    assert SCORED.with_weights({"captives": 3}).names == (*SCORED.names, "captives")


def test_weights_change_the_score(place: Place) -> None:
    """Every constant of the tutorial can be changed, and a weight of 0 leaves its part out."""
    board = place("2,2,x,12,x/x,1,x,x,x/1,x,x,x,x/1,1,x,2,x/x,x,x,12,x 1 9")
    moves = ["b3", "Sb3", "Ce1", "b4+"]

    assert [sum(row) for row in SCORED.components(board, moves)] == [220, 90, 210, 0]
    doubled = SCORED.with_weights({name: 2 * weight for name, weight in SCORED.weights.items()})
    assert [sum(row) for row in doubled.components(board, moves)] == [440, 180, 420, 0]
    placements = SCORED.with_weights({"placement": -50, "spread": 5})
    assert [row[0] for row in placements.components(board, moves)] == [-50, -50, -50, 5]
    assert [row[2] for row in SCORED.with_weights({"road": 0}).components(board, moves)] == [
        0,
        0,
        0,
        0,
    ]
    assert KIND.with_weights({"wall": 200}).components(board, moves) == [
        (100, 100),
        (100, 200),
        (100, 50),
        (0, 0),
    ]


def test_unknown_weights_are_refused() -> None:
    """A ValueError says which weights there are."""
    with pytest.raises(
        ValueError, match="'roads' is not a weight of these scores; allowed: placement spread flat"
    ):
        SCORED.with_weights({"roads": 1})
    with pytest.raises(ValueError, match="'block' is not a weight of these scores"):
        KIND.with_weights({"block": 1})


@pytest.mark.takpy
@pytest.mark.skipif(takpy_rules.takpy_library() is None, reason="takpy is not installed")
@settings(max_examples=40, deadline=None)
@given(st.integers(3, 8), st.integers(0, 2**32))
def test_scores_are_the_same_under_takpy(size: int, seed: int) -> None:
    """The two kinds of rules give the same components, with the further heuristics and without."""
    for own in islice(random_game(size, seed), 0, 60, 9):
        theirs = takpy_rules.make_takpy_tak(read_tps(own.text()), 0)
        moves = list(own.moves())

        assert SCORED.components(own, moves) == SCORED.components(theirs, moves)
        assert ALL.components(own, moves) == ALL.components(theirs, moves)


def test_the_order_is_turned_round_in_the_opening(place: Place) -> None:
    """In plies 0 and 1 the lowest score comes first, since one places a piece of the opponent's."""
    board = "x5/x5/x5/x5/x5 1 1"
    plies = [place(board, *["a1", "b1", "c1"][:count]) for count in range(4)]

    assert [in_opening(position) for position in plies] == [True, True, False, False]
    assert SCORED.lowest_first is ALL.lowest_first is in_opening
    first = SCORED.components(plies[0], ["a1", "c3"])
    assert sum(first[0]) < sum(first[1])


def test_a_spread_has_a_path() -> None:
    """The squares of a spread and what it drops follow from its name."""
    position = next(random_game(5, 0))

    assert read_spread(position.grid, "3a1>21") == (0, 3, ((5, 2, 1), (10, 1, 0)))
    assert read_spread(position.grid, "b3-") == (7, 1, ((6, 1, 0),))
