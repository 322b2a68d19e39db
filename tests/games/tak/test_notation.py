"""TPS and PTN are written canonically, read back, and refused in one sentence."""

from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.tak import rules, takpy_rules
from games.tak.notation import read_tak_move, read_tps, write_tps
from tests.games.tak.playing import random_game

sizes = st.integers(3, 8)
seeds = st.integers(0, 2**32)


@settings(max_examples=40, deadline=None)
@given(sizes, seeds, st.integers(0, 80))
def test_positions_read_back(size: int, seed: int, plies: int) -> None:
    """Every position that can be reached is written in a TPS that reads back to the same text
    and the same stacks.
    """
    *_, position = islice(random_game(size, seed), plies + 1)
    setup = read_tps(position.text())

    assert write_tps(setup.squares, setup.size, setup.ply) == position.text()
    assert setup.squares == position.squares
    assert (
        rules.make_own_tak(setup, 0)._replace(
            run_of_spreads=position.run_of_spreads, result=position.result
        )
        == position
    )


@settings(max_examples=40, deadline=None)
@given(sizes, seeds)
def test_every_move_reads_back(size: int, seed: int) -> None:
    """A legal move's name is canonical; with a count of one, a lone drop, an F or marks it is
    the same move.
    """
    for position in islice(random_game(size, seed), 0, 200, 9):
        for move in position.moves():
            assert read_tak_move(move, size) == move
            assert read_tak_move(move + "'", size) == move
            if move in position.grid.placements:
                assert read_tak_move(move if move[0] in "SC" else "F" + move, size) == move
            elif move[-1] in "+-<>":
                if move[0].isdigit():
                    count = move[0]
                else:
                    count = "1"
                assert read_tak_move(count + move.lstrip("2345678") + count, size) == move


@pytest.mark.takpy
@pytest.mark.skipif(takpy_rules.takpy_library() is None, reason="takpy is not installed")
@given(st.from_regex(r"[1-8]?[a-h][1-8][-+<>][1-8]{0,3}|[SC]?[a-h][1-8]", fullmatch=True))
def test_moves_are_written_as_takpy_writes_them(word: str) -> None:
    """Whatever both take for a move, both write alike."""
    try:
        theirs = repr(takpy_rules.takpy_library().Move(word))
    except ValueError:
        return
    assert read_tak_move(word, 8) == theirs
