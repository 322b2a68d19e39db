"""Playing against a search, line by line."""

from __future__ import annotations

import pytest

from visualizer.errors import InputError
from visualizer.playing.lines import MatchLines
from visualizer.playing.match import Match
from visualizer.playing.movers import PERSON, Mover
from visualizer.recipe import Search, Where


def play(
    *lines: str, position: str | None = None, second: bool = False, game: str = "tictactoe"
) -> tuple[Match, list[str]]:
    """Play lines of a game; return the match and what was printed."""
    said: list[str] = []
    movers = (Mover(Search()), PERSON) if second else (PERSON, Mover(Search()))
    match = Match(Where(game, position), *movers)
    MatchLines(match, said.append).play(lines)
    return match, said


def test_the_search_replies() -> None:
    """To X in the centre the search replies in a corner, which draws."""
    match, said = play("b2")
    assert match.position.text() == "O---X----"
    assert any("After a1 nothing is decided" in line or "a draw" in line for line in said)


def test_moves_first_when_asked() -> None:
    """With `second`, the search has moved before the first line is read."""
    match, _ = play(second=True)
    assert not match.position.maximizing


def test_win_ends_the_game() -> None:
    """A winning move ends the match with a sentence that names the winner, and later lines are not read."""
    match, said = play("c1", "zz", position="XX-OO----")
    assert match.position.outcome() == 1
    assert said[-1].endswith("The game is over: X has three in a row and wins (1).")


def test_a_draw_ends_the_game() -> None:
    """A full board without a line is told as a draw."""
    _, said = play("c3", position="XOXXOOOX-")
    assert said[-1].endswith("The game is over: the board is full, a draw (0).")


@pytest.mark.parametrize(("tree", "value"), [(None, "2"), ("[[0], [-1.5]]", "0")])
def test_nobody_wins_a_leaf_of_a_tree(tree: str | None, value: str) -> None:
    """In a tree, where the players are only MAX and MIN, a leaf is worth its number; nobody has won or drawn."""
    _, said = play("2" if tree is None else "1", position=tree, game="tree")
    assert said[-1].endswith(f"\nThe end: this leaf is worth {value}.")
    assert "win" not in said[-1]


def test_whose_turn_it_is_stands_there_once() -> None:
    """With every board it is said once who is to move."""
    for game in ("tree", "tictactoe", "hex", "othello"):
        _, said = play(game=game)
        assert said[1].count("to move") == 1


def test_take_back() -> None:
    """Taking back removes the person's move and the reply."""
    match, _ = play("b2", "u")
    assert match.position.text() == "---------"


def test_wrong_words_are_said() -> None:
    """An illegal move, and taking back nothing, are one line each, and nothing changes."""
    match, said = play("zz", "u")
    assert [line for line in said if line.startswith("!")] == [
        "! 'zz' is not a legal move here; legal: a1 b1 c1 a2 b2 c2 ...",
        "! there is no move to take back",
    ]
    assert match.position.text() == "---------"


def test_search_moves_for_the_person() -> None:
    """`s` lets the search move for the person and reply: two plies."""
    match, _ = play("s")
    assert match.position.text().count("X") == match.position.text().count("O") == 1


def test_wrong_position_is_refused() -> None:
    """A position that cannot be read is refused before the match."""
    with pytest.raises(InputError, match="nine cells"):
        Match(Where("tictactoe", "X"), PERSON, PERSON)


def test_it_plays_the_best_it_has_where_its_window_is_too_high() -> None:
    """All branches fail low: it plays the one with the highest bound, and says that it is a bound."""
    said: list[str] = []
    search = Mover(Search(window=(7, 9)))
    match = Match(Where("tree", "[[1,0],[5,9],[5,4]]"), search, PERSON)
    MatchLines(match, said.append).play(())
    assert match.position.text() != "[1,0]"
    assert any("plays 2." in line and "(≤5)" in line for line in said)
