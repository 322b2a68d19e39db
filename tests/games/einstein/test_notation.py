"""Positions and moves of EinStein würfelt nicht!: what is written reads back, all else is refused in one sentence."""

from __future__ import annotations

import pytest

from games.einstein import GAME, read


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "'' is not a position; write it as rows from the top"),
        ("123../45.../6...a/...bc/..def r", "is not a position"),
        ("123../45.../6...a/...bc r -", "is not 5 rows of 5 squares"),
        ("123.../45.../6...a/...bc/..def r -", "is not 5 rows of 5 squares"),
        ("123../45.../6...a/...bc/..dex r -", "'x' is not a square: write 1 to 6 for Red's stones"),
        ("1.1../...../...../...../....a r -", "the stone 1 is on the board twice"),
        ("123../45.../6...a/...bc/..def w -", "'w' is not a side: write r or b"),
        ("123../45.../6...a/...bc/..def r 7", "'7' is not a die: write 1 to 6, or - before the roll"),
        ("123../45.../6...a/...bc/..def r ٣", "is not a die"),
        ("...../...../...../...../..... r -", "there is no stone on the board"),
        ("...../...../..a../...../....1 b 3", "the game is over, so no die is rolled: write - in place of 3"),
        ("1" * 1_000_000, "at most 100 characters, not 1,000,000"),
    ],
)
def test_other_texts_are_refused(text: str, says: str) -> None:
    """One sentence names the bad text and what is allowed."""
    with pytest.raises(ValueError, match=r"\w") as caught:
        read(text, {})
    assert says in str(caught.value)
    assert "\n" not in str(caught.value) and len(str(caught.value)) < 220


@pytest.mark.parametrize(
    ("position", "word", "says"),
    [
        ("r -", "7", "'7' is not a legal move here: the die must be rolled first"),
        ("r 3", "4b3", "'4b3' is not a legal move here: after a 3, stone 3 moves towards e5"),
        ("b 1", "1e4", "'1e4' is not a legal move here: after a 1, stone 1 moves towards a1"),
        ("r 3", "", "'' is not a legal move here"),
    ],
)
def test_other_moves_are_refused(position: str, word: str, says: str) -> None:
    """A sentence says which stones move, and where to."""
    with pytest.raises(ValueError, match=r"\w") as caught:
        GAME.find_move(read(f"123../45.../6...a/...bc/..def {position}", {}), word)
    assert str(caught.value).startswith(says)


def test_moves_are_read_in_either_case_and_blues_stones_by_letter() -> None:
    """`3D2` is 3d2, and Blue's 1 may be called a, as positions call it."""
    here = read("123../45.../6...a/...bc/..def r 3", {})
    assert GAME.find_move(here, "3D2") == GAME.find_move(here, "3d2")
    here = read("123../45.../6...a/...bc/..def b 1", {})
    assert GAME.find_move(here, "ad3") == GAME.find_move(here, "1d3")
