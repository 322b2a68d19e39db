"""Positions, transcripts and moves are written canonically, read back, and refused in one
sentence.
"""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.othello import GAME
from games.othello.rules import Othello
from tests.games.othello.playing import random_game, random_position, scattered

sizes = st.sampled_from([4, 6, 8, 10, 12, 14, 16])
seeds = st.integers(0, 2**32)


@settings(max_examples=60, deadline=None)
@given(sizes, seeds)
def test_any_board_reads_back(size: int, seed: int) -> None:
    """Any signs on any even size are written as they are read; rows may stand apart, and small
    letters do.
    """
    for board, sign in (scattered(size, seed), random_position(min(size, 8), seed)):
        text = f"{board} {sign}"

        assert GAME.read(text, {}).text() == text
        assert GAME.read(text.lower(), {}) == GAME.read(text, {})
        side = round(len(board) ** 0.5)
        rows = "\n".join(board[row : row + side] for row in range(0, len(board), side))
        assert GAME.read(f"{rows}\n{sign}\n", {}).text() == text


@settings(max_examples=30, deadline=None)
@given(st.sampled_from([4, 6, 8, 10]), seeds)
def test_transcripts_lead_to_the_same_position(size: int, seed: int) -> None:
    """A game's moves without its passes, joined or apart, lead to where they were played."""
    game = [*random_game(size, seed)]
    moves = [move for _, _, move in game[:-1]]
    board, sign, _ = game[-1]
    options = {"size": size}
    without = [move for move in moves if move != "pass"]
    for text in ("".join(without), " ".join(without)):
        assert GAME.read(text, options).text() == f"{board} {sign}"


def test_a_transcript_may_end_before_a_pass() -> None:
    """A pass at the end is not written, so the position is the one in which it is the only move."""
    for seed in range(100):
        game = [*random_game(4, seed)]
        for ply, (board, sign, move) in enumerate(game):
            if move == "pass":
                text = "".join(played for _, _, played in game[:ply])
                assert GAME.read(text, {"size": 4}).text() == f"{board} {sign}"
                return
    pytest.fail("no game had a pass")


def test_a_transcript_that_goes_on_after_the_end_is_refused() -> None:
    """Moves after the end of a game are an error, whatever they are."""
    moves = "".join(move for _, _, move in random_game(4, 1))
    for more in ("a1", "pass"):
        with pytest.raises(ValueError, match=f"'{more}' comes after the end of the game, in move"):
            GAME.read(moves + more, {"size": 4})


def test_a_forced_pass_may_be_left_out() -> None:
    """A word stands for the move it names, with the pass before it where that is the only move."""
    here = GAME.read("XXXXX---XXXXX-O-XXXXO-O-XXXXOOOOXXOXOXOOXOXOOOOOXOOOOOOOXOOOOOOO O", {})

    assert isinstance(here, Othello)
    names = here.grid.names
    assert [names[move] for move in GAME.find_moves(here, "F2")] == ["pass", "f2"]
    after = here.play(here.moves()[0])
    assert [names[move] for move in GAME.find_moves(after, "F2")] == ["f2"]
