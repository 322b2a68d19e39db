"""Positions and moves of Kalah: what is written reads back, and all else is refused in one sentence."""

from __future__ import annotations

import pytest

from games.kalah import GAME, Kalah, read
from visualizer.searching.lookup import resolve
from visualizer.searching.recipe import PositionSpec
from visualizer.support.errors import InputError

FIRST = "4,4,4,4,4,4/4,4,4,4,4,4 0-0 S"


def test_the_first_position_is_written_so() -> None:
    """North's pits from South's left, South's, North's store and South's, the side."""
    assert GAME.start({}).text() == FIRST
    assert read("1,2,3/4,5,6 7-8 N", {}) == Kalah((4, 5, 6, 8, 3, 2, 1, 7), maximizing=False)


def test_any_number_of_seeds_can_lie_anywhere() -> None:
    """A position that no game reaches is read, unless the setting seeds says how many there are."""
    assert read("0,1/2,0 0-0 S", {}).outcome() is None
    assert sum(read("0,1/2,0 0-0 S", {"pits": 2}).seeds) == 3
    with pytest.raises(ValueError, match=r"^the position has 3 seeds, but seeds=4 makes 16$"):
        read("0,1/2,0 0-0 S", {"seeds": 4})


def test_what_is_left_at_the_end_is_in_the_stores() -> None:
    """A position in which a side's pits are empty is read as over, each seed in its owner's store."""
    here = read("0,0,0/1,0,2 4-5 N", {})
    assert (here.text(), here.outcome(), here.moves()) == ("0,0,0/0,0,0 4-8 N", 4, ())


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "'' is not a position; write it as North's pits / South's pits"),
        ("4,4/4,4 0-0", "is not a position"),
        ("4,4/4,4/4,4 0-0 S", "'4/4' is not a number of seeds"),
        ("4,x/4,4 0-0 S", "'x' is not a number of seeds from 0 to 200"),
        ("4,-4/4,4 0-0 S", "'-4' is not a number"),
        ("4,4/4,4 0-1000 S", "'1000' is not a number"),
        ("4,٤/4,4 0-0 S", "is not a number of seeds"),
        ("4,4,4/4,4 0-0 S", "North has 3 pits and South 2; they must have the same number"),
        ("4/4 0-0 S", "1 pit a side; allowed are 2 to 10"),
        (f"{'1,' * 10}1/{'1,' * 10}1 0-0 S", "11 pits a side; allowed are 2 to 10"),
        ("4,4/4,4 0-0 s", "the side to move must be S or N, not 's'"),
        ("0,0/0,0 0-0 S", "a position has 1 to 200 seeds, not 0"),
        ("99,99/4,4 0-0 S", "a position has 1 to 200 seeds, not 206"),
        ("4" * 1_000_000, "at most 200 characters, not 1,000,000"),
    ],
)
def test_other_texts_are_refused(text: str, says: str) -> None:
    """One sentence names the bad text and what is allowed."""
    with pytest.raises(ValueError, match=r"\w") as caught:
        read(text, {})
    assert says in str(caught.value)
    assert "\n" not in str(caught.value) and len(str(caught.value)) < 200


@pytest.mark.parametrize(
    ("word", "says"),
    [
        ("g", "'g' is not a pit: the pits are a to f, from the mover's left"),
        ("ab", "'ab' is not a pit"),
        ("", "'' is not a pit"),
        ("b", "'b' is not a legal move here: the pit is empty; legal: a c"),
    ],
)
def test_other_moves_are_refused(word: str, says: str) -> None:
    """A sentence says that there is no such pit, or that it is empty."""
    with pytest.raises(ValueError, match=r"\w") as caught:
        GAME.find_move(read("4,4,4,4,4,4/4,0,4,0,0,0 0-0 S", {}), word)
    assert str(caught.value).startswith(says)


def test_moves_are_read_in_either_case() -> None:
    """`C` is c."""
    here = GAME.start({})
    assert GAME.find_move(here, "C") == GAME.find_move(here, "c") == 2


def test_settings_and_positions_agree() -> None:
    """A position says how many pits there are; a setting that says otherwise is refused."""
    _, here = resolve(PositionSpec("kalah", None, "", {"pits": "3", "seeds": "2"}))
    assert here.text() == "2,2,2/2,2,2 0-0 S"
    with pytest.raises(InputError, match="the position has 6 pits a side, but you asked for 3"):
        resolve(PositionSpec("kalah", FIRST, "", {"pits": "3"}))
