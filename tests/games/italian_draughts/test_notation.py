"""FEN, boards of signs and PDN are written canonically, read back, and refused in one sentence."""

from hypothesis import given
from hypothesis import strategies as st

from games.italian_draughts.notation import read_draughts
from tests.oracles.games import italian_draughts as simple

seeds = st.integers(0, 2**32)


def signs(position: simple.Simple) -> str:
    """Write a board as rows of signs, the side to move behind them."""
    rows = [
        "".join(position.pieces.get((row, column), "-") for column in range(8)) for row in range(8)
    ]
    return "\n".join([*rows, position.side])


@given(seeds, st.sampled_from([simple.random_position, simple.random_tangle]))
def test_positions_read_back(seed: int, make: object) -> None:
    """Every position is written as the simple rules write it, and reads back from FEN and from
    signs.
    """
    assert callable(make)
    position = make(seed)
    text = simple.fen(position)
    assert read_draughts(text).text() == text
    side, white, black = text.split(":")
    assert read_draughts(f"{side}:{black}:{white}.").text() == text
    assert read_draughts(signs(position)).text() == text


# Moves.
