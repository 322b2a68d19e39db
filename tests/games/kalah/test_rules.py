"""The rules of Kalah against a second, simple version, and against what is published of small
boards.
"""

from __future__ import annotations

import random

import pytest

from games.kalah import GAME, Kalah, make_kalah, read
from tests.few import one_in
from tests.oracles.games.kalah import Simple, value

SIZES = (
    (6, 4),
    (6, 1),
    (2, 5),
    (3, 3),
    (4, 10),
    (10, 10),
)


def names(position: Kalah) -> list[str]:
    """Return the names of the legal moves."""
    return [position.name(move) for move in position.moves()]


@pytest.mark.parametrize(("pits", "seeds"), SIZES)
def test_random_games_are_those_of_the_simple_version(pits: int, seeds: int) -> None:
    """Moves, positions, who is to move and the result agree all along, and no seed is ever lost."""
    chance = random.Random(pits * 100 + seeds)
    for _ in range(20):
        here = make_kalah(pits, seeds)
        board = Simple.begin(pits, seeds)
        while True:
            assert here.text() == board.text()
            assert names(here) == board.moves()
            assert here.outcome() == board.result()
            assert sum(here.seeds) == 2 * pits * seeds
            if here.outcome() is not None:
                break
            move = chance.choice(here.moves())
            here, board = here.play(move), board.play(here.name(move))


@pytest.mark.parametrize(
    ("pits", "seeds", "winner"),
    one_in(
        2,
        [
            (2, 1, 1),
            (2, 2, -1),
            (2, 3, -1),
            (2, 4, -1),
            (2, 5, 1),
            (2, 6, 1),
            (3, 1, 0),
            (3, 2, 1),
            (5, 1, 0),
        ],
    ),
)
def test_small_boards_have_their_published_winners(pits: int, seeds: int, winner: int) -> None:
    """As in "Solving Kalah" by Irving, Donkers and Uiterwijk, table 2; the simple version agrees
    where it is quick.
    """
    known: dict[Kalah, float] = {}

    def worth(here: Kalah) -> float:
        outcome = here.outcome()
        if outcome is not None:
            return outcome
        if here not in known:
            known[here] = (max if here.maximizing else min)(
                worth(here.play(move)) for move in here.moves()
            )
        return known[here]

    found = worth(make_kalah(pits, seeds))

    assert (found > 0) - (found < 0) == winner
    if pits < 4:
        assert value(Simple.begin(pits, seeds)) == found


def test_the_board_has_the_letters_of_who_moves() -> None:
    """A move is the letter above its pit, and the pit is the cell that stands for it, whoever is
    to move.
    """
    for text in ("4,0,4,4,4,4/4,4,4,4,0,4 3-5 S", "4,0,4,4,4,4/4,4,4,4,0,4 3-5 N"):
        here = read(text, {})
        board = here.board()
        for move in here.moves():
            row, column = GAME.target(here, move) or (0, 0)

            assert board.columns[column] == here.name(move)
            assert board.rows[row] == text[-1]
            assert board.cells[row][column].label == "4"

        assert [(board.cells[0][0].label, board.cells[1][7].label)] == [("3", "5")]
