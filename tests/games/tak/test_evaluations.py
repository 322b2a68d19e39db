"""Evaluations: flats are counted as the rules count them, and roads by the placements that they
still need.
"""

from collections import deque
from collections.abc import Callable
from itertools import islice
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import AnyPosition, Player
from games.tak import takpy_rules
from games.tak.notation import read_tps
from games.tak.scores import flat_lead, road_lead
from tests.games.tak.playing import random_game

Place = Callable[..., Any]


def needed(position: AnyPosition, owner: Player) -> int:
    """Count the placements that a road needs on the drawn board: a search by rising cost from
    square to square.
    """
    cells = position.board().cells
    size = len(cells)

    def cost(row: int, column: int) -> int | None:
        cell = cells[row][column]
        if not cell.piece:
            return 1
        if cell.owner == owner and cell.piece != "wall":
            return 0
        return None

    best = size + 1
    for turned in (False, True):
        costs = {
            (a, b): cost(b, a) if turned else cost(a, b) for a in range(size) for b in range(size)
        }
        cheapest: dict[tuple[int, int], int] = {}
        queue = deque(((0, b), first) for b in range(size) if (first := costs[0, b]) is not None)
        while queue:
            (a, b), spent = queue.popleft()
            if cheapest.get((a, b), best) <= spent:
                continue
            cheapest[a, b] = spent
            for near in (
                (a + 1, b),
                (a - 1, b),
                (a, b + 1),
                (a, b - 1),
            ):
                if (more := costs.get(near)) is not None:
                    queue.append((near, spent + more))
        best = min(
            [best, *(cheapest[size - 1, b] for b in range(size) if (size - 1, b) in cheapest)]
        )
    return best


def test_flats_are_whites_less_blacks_and_a_win_is_a_thousand(place: Place) -> None:
    """Walls, capstones and buried pieces do not count, nor does komi; a win is ±1000 and a draw
    0.
    """
    position = place("x5/x5/x5/12,1S,2C,x2/1,1,21,x2 1 9", half_komi=4)

    assert flat_lead(position, None) == 2
    assert flat_lead(position, 1) == 1000
    assert flat_lead(position, -1) == -1000
    assert flat_lead(position, 0) == 0


def test_roads_are_the_placements_still_needed(place: Place) -> None:
    """Black's number less White's: capstones make roads, walls and the opponent's pieces are in
    the way.
    """
    assert road_lead(place("x5/x5/x5/x5/x5 1 1"), None) == 0
    assert road_lead(place("x5/x5/1,1,x,1C,1/x5/2,x4 1 9"), None) == 4 - 1
    assert road_lead(place("x5/x5/1,1,2S,1C,1/x5/2,x4 1 9"), None) == 4 - 3
    assert road_lead(place("x2,1S,x2/x2,1S,x2/1S,1S,x,1S,1S/x2,1S,x2/2,2,1S,x2 1 9"), None) == 0
    assert road_lead(place("x2,2,x2/x2,2,x2/2,2,x,2,2/x2,2,x2/x2,2,x2 1 9"), None) == 1 - 6


def test_a_finished_game_counts_by_its_result(place: Place) -> None:
    """A win is ±1000 and a draw 0, whatever stands on the board."""
    position = place("x3/1,1,x/2,2,x 1 5", "c2")

    assert position.outcome() == 1
    assert road_lead(position, position.outcome()) == 1000
    assert road_lead(position, -1) == -1000
    assert road_lead(position, 0) == 0


@settings(max_examples=60, deadline=None)
@given(st.integers(3, 8), st.integers(0, 2**32))
def test_roads_are_those_of_a_second_opinion(size: int, seed: int) -> None:
    """Another search for the cheapest road finds the same in random games."""
    for position in islice(random_game(size, seed, spreads=0.3), seed % 9, 90, 9):
        if position.outcome() is None:
            expected = needed(position, Player.SECOND) - needed(position, Player.FIRST)
            assert road_lead(position, None) == expected


@pytest.mark.takpy
@pytest.mark.skipif(takpy_rules.takpy_library() is None, reason="takpy is not installed")
@settings(max_examples=40, deadline=None)
@given(st.integers(3, 8), st.integers(0, 2**32))
def test_evaluations_are_the_same_under_takpy(size: int, seed: int) -> None:
    """The two kinds of rules give the same flats and the same roads."""
    for own in islice(random_game(size, seed), 0, 60, 9):
        theirs: Any = takpy_rules.make_takpy_tak(read_tps(own.text()), 0)

        assert own.road_bits() == theirs.road_bits()
        assert flat_lead(own, None) == flat_lead(theirs, None)
        assert road_lead(own, None) == road_lead(theirs, None)
