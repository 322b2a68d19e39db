"""The rules of EinStein würfelt nicht! against a second, simple version."""

from __future__ import annotations

import random

from games import Turn, turn_of
from games.einstein import EINSTEIN_START, GAME, read
from tests.oracles.games.einstein import Simple


def test_random_games_are_those_of_the_simple_version() -> None:
    """Moves, positions, who is to move and the winner agree all along, and every game ends with
    a winner.
    """
    chance = random.Random(5)
    for _ in range(200):
        here = EINSTEIN_START
        board = Simple.begin()
        while True:
            names = [here.name(move) for move in here.moves()]
            winner = {
                None: "",
                1.0: "r",
                -1.0: "b",
            }[here.outcome()]

            assert here.text() == board.text()
            assert sorted(names) == sorted(board.moves())
            assert winner == board.winner()
            if winner:
                break
            number = chance.randrange(len(names))
            here = here.play(here.moves()[number])
            board = board.play(names[number])


def test_chance_moves_before_each_move() -> None:
    """Each roll has a sixth; after it a player moves; when the game is over nobody does."""
    here = read("...../...../..1../...2./..b.. r -", {})

    assert turn_of(here) == Turn.CHANCE
    assert GAME.chance(here) is True
    assert [here.name(roll) for roll in here.moves()] == ["1", "2", "3", "4", "5", "6"]
    assert [*(here.probabilities() or ())] == [1 / 6] * 6
    rolled = here.play(2)
    assert turn_of(rolled) == Turn.MAX
    assert rolled.probabilities() is None
    over = GAME.after(rolled, "2e5")
    assert over.outcome() == 1
    assert over.moves() == ()
    assert over.probabilities() is None


def test_the_die_is_on_the_board() -> None:
    """It shows what was rolled, stands for the rolls, and each stone stands where it is."""
    here = read("123../45.../6...a/...bc/..def b 6", {})
    board = here.board()
    row, column = GAME.target(read("123../45.../6...a/...bc/..def b -", {}), 6) or (0, 0)

    assert board.cells[row][column].piece == "die"
    assert board.cells[row][column].label == "6"
    assert [cell.label for cell in board.cells[4]][:5] == ["", "", "B4", "B5", "B6"]
    for move in here.moves():
        y, x = GAME.target(here, move) or (0, 0)
        assert f"{board.columns[x]}{board.rows[y]}" == here.name(move)[1:]


def test_what_a_player_has_to_know_of_a_roll() -> None:
    """Where the stone that was rolled is gone it is said which move."""
    assert GAME.note(read("2..../..5../...../...../....a r 2", {})) == ""
    assert (
        GAME.note(read("2..../..5../...../...../....a r 3", {}))
        == "stone 3 is gone, so 2 or 5 moves"
    )
    assert GAME.note(read("2..../..5../...../...../....a r -", {})) == ""
