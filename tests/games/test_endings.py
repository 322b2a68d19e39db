"""How a game has ended is said as it was: by a road or by flats, by a line, by discs, by who cannot move."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import games
from games import AnyPosition, Game, Player

ENDED: tuple[tuple[str, str, dict[str, str], str | None], ...] = (
    ("tictactoe", "XXXOO----", {}, "X has three in a row and wins"),
    ("tictactoe", "XXOOOOXX-", {}, "O has three in a row and wins"),
    ("tictactoe", "XOXXOOOXX", {}, "the board is full: a draw"),
    ("connect-four", "1212121", {}, "Yellow has four in a row and wins"),
    ("connect-four", "3x3/3 112213", {}, None),
    ("hex", "b../b../b.. w", {"size": "3"}, "Black connects top and bottom and wins"),
    ("hex", "www/bb./b.. b", {"size": "3"}, "White connects left and right and wins"),
    ("einstein", "...../...../..a../...../....1 b -", {}, "Red has reached e5 and wins"),
    ("einstein", "a..../...../..1../...../..... r -", {}, "Blue has reached a1 and wins"),
    ("einstein", "...../...../..1../...../..... b -", {}, "Blue has no stone left, and Red wins"),
    ("einstein", "...../...../..a../...../..... r -", {}, "Red has no stone left, and Blue wins"),
    ("kalah", "0,0/0,0 4-6 S", {}, "South wins by 6 seeds to 4"),
    ("kalah", "0,0/1,0 5-4 N", {}, "both sides have 5 seeds: a draw"),
    ("italian-draughts", "B:W21,K22:B", {}, "Black has no pieces left and White wins"),
    ("tak", "1,1,1/x3/2,2,x 2 3", {}, "White completes a road and wins"),
    ("tak", "2,1,2/2,x,1/2,1,x 1 4", {}, "Black completes a road and wins"),
    ("tak", "1,2,1/2,1,2/1,2,1S 1 6", {}, "the board is full: a draw with 4 flats each"),
    ("tak", "1,2,1/2,1,2/1,2,1 2 5", {}, "the board is full and White wins by 5 flats to 4"),
    ("tak", "1,2,1/2,1,2/1,2,1 2 5", {"half_komi": "4"}, "the board is full and Black wins by 4 flats and komi to 5"),
)


def position_of(game: Game, text: str, settings: dict[str, str]) -> AnyPosition:
    """Return the position that a text writes."""
    read = {option.name: option.read for option in game.options}
    return game.read(text, {key: read[key](value) for key, value in settings.items()})


@pytest.mark.parametrize(("name", "text", "settings", "said"), ENDED)
def test_how_a_game_has_ended(name: str, text: str, settings: dict[str, str], said: str | None) -> None:
    """Each way in which a game ends has its sentence."""
    game = games.load(name)
    position = position_of(game, text, settings)
    outcome = position.outcome()
    assert game.ending is not None
    assert (None if outcome is None else game.ending(position, outcome)) == said


@pytest.mark.parametrize("name", ["tictactoe", "connect-four", "hex", "othello", "italian-draughts", "tak"])
def test_who_has_won(name: str) -> None:
    """At the end of random games the side that is said to win has won, and discs are those on the board."""
    game, chance = games.load(name), random.Random(5)
    smallest = {"size": {option.name: option.read for option in game.options}["size"](game.sizes[0])}
    assert game.ending is not None
    for _ in range(20):
        position, plies = game.start(smallest), 0
        while (outcome := position.outcome()) is None and plies < 400:
            position, plies = position.play(chance.choice(position.moves())), plies + 1
        if outcome is None:
            continue
        said = game.ending(position, outcome)
        assert ("draw" in said) == (outcome == 0)
        for side, sign in zip(game.sides, (1, -1), strict=True):
            assert (f"{side} wins" in said or (side in said and "and wins" in said)) == (outcome * sign > 0), said
        if name == "othello":
            owners = Counter(cell.owner for row in position.board().cells for cell in row)
            assert str(max(owners[Player.FIRST], owners[Player.SECOND])) in said
