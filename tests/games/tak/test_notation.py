"""TPS and PTN are written canonically, read back, and refused in one sentence."""

from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.tak import rules, takpy_rules
from games.tak.notation import read_move, read_tps, write_tps
from tests.games.tak.playing import random_game
from tests.texts import assert_one_sentence

sizes = st.integers(3, 8)
seeds = st.integers(0, 2**32)


@settings(max_examples=40, deadline=None)
@given(sizes, seeds, st.integers(0, 80))
def test_positions_read_back(size: int, seed: int, plies: int) -> None:
    """Every position that can be reached is written in a TPS that reads back to the same text and the same stacks."""
    *_, position = islice(random_game(size, seed), plies + 1)
    setup = read_tps(position.text())
    assert write_tps(setup.squares, setup.size, setup.ply) == position.text()
    assert setup.squares == position.squares
    assert rules.position(setup, 0)._replace(run_of_spreads=position.run_of_spreads, result=position.result) == position


def refusal(text: str) -> str:
    """Return the error of a text that is not a TPS, or no text if it is one."""
    try:
        read_tps(text)
    except ValueError as error:
        return str(error)
    return ""


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "three parts (board, side and move number), not 0"),
        ("x3/x3/x3", "three parts (board, side and move number), not 1"),
        ("x" * 1_001, "at most 1,000 characters, not 1,001"),
        ("x2/x2 1 1", "3 to 8 rows, not 2"),
        ("x9/x9/x9/x9/x9/x9/x9/x9/x9 1 1", "3 to 8 rows, not 9"),
        ("x3/x4/x3 1 1", "each row has 3 squares, not 4: 'x4'"),
        ("x3/x,1/x3 1 5", "each row has 3 squares, not 2: 'x,1'"),
        ("x3/x,3,x/x3 1 5", "'3' is not a square"),
        ("x3/x,S,x/x3 1 5", "'S' is not a square"),
        ("x3/x,1S2,x/x3 1 5", "'1S2' is not a square"),
        ("x3/x0,x3/x3 1 1", "'x0' is not a square"),
        ("x3//x3 1 1", "'' is not a square"),
        ("x3/x3/x3 3 1", "1 (White) or 2 (Black), not '3'"),
        ("x3/x3/x3 1 0", "from 1 to 9999, not '0'"),
        ("x3/x3/x3 1 99999", "from 1 to 9999, not '99999'"),
        ("x3/x3/x3 1 -1", "from 1 to 9999, not '-1'"),
        ("x3/x,1C,x/x3 1 5", "White has 1 capstones on the board; size 3 has 0"),
        ("x3/x,22222222222,x/x3 1 12", "Black has 11 stones on the board; size 3 has 10"),
        ("x3/x,1,x/x3 1 1", "White's move 1 the board is empty, but this one has 1 stack:"),
        ("x3/x,1,x/x3 2 1", "before Black's move 1 there is only one black flat"),
        ("x3/x,2S,x/x3 2 1", "before Black's move 1 there is only one black flat"),
    ],
)
def test_refusals_name_the_value_and_what_is_allowed(text: str, says: str) -> None:
    """Each kind of mistake has its sentence."""
    assert says in refusal(text)
    assert_one_sentence(refusal(text))


def test_loose_writing_is_read_and_written_canonically() -> None:
    """Single x, x1, and more spaces are read; runs are joined."""
    assert rules.position(read_tps("  x,x1,x/x2,x/x,2,x   2\n1 "), 0).text() == "x3/x3/x,2,x 2 1"


@settings(max_examples=40, deadline=None)
@given(sizes, seeds)
def test_every_move_reads_back(size: int, seed: int) -> None:
    """A legal move's name is canonical; with a count of one, a lone drop, an F or marks it is the same move."""
    for position in islice(random_game(size, seed), 0, 200, 9):
        for move in position.moves():
            assert read_move(move, size) == move
            assert read_move(move + "'", size) == move
            if move in position.grid.placements:
                assert read_move(move if move[0] in "SC" else "F" + move, size) == move
            elif move[-1] in "+-<>":
                count = move[0] if move[0].isdigit() else "1"
                assert read_move(count + move.lstrip("2345678") + count, size) == move


@pytest.mark.takpy
@pytest.mark.skipif(takpy_rules.takpy() is None, reason="takpy is not installed")
@given(st.from_regex(r"[1-8]?[a-h][1-8][-+<>][1-8]{0,3}|[SC]?[a-h][1-8]", fullmatch=True))
def test_moves_are_written_as_takpy_writes_them(word: str) -> None:
    """Whatever both take for a move, both write alike."""
    try:
        theirs = repr(takpy_rules.takpy().Move(word))
    except ValueError:
        return
    assert read_move(word, 8) == theirs
