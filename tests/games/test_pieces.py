"""Cells that nothing could draw are refused where they are made, with what is allowed."""

from __future__ import annotations

import pytest

from games import Cell, Player
from games._position import CHESS_FIGURES, PIECE_NAMES
from visualizer.draw.boards import shapes


def test_every_piece_can_be_drawn() -> None:
    """What a cell may hold is what pictures draw."""
    assert {*filter(None, PIECE_NAMES)} == {*shapes.PIECE_PAINTERS}
    assert {*filter(None, CHESS_FIGURES)} == {*shapes.FIGURE_PARTS}


@pytest.mark.parametrize(
    ("piece", "figure"),
    [
        ("pawn", ""),
        ("Stone", ""),
        ("label", "pwan"),
    ],
)
def test_a_wrong_piece_is_refused(piece: str, figure: str) -> None:
    """The sentence names what is wrong and what is allowed."""
    with pytest.raises(
        ValueError, match=rf"^'{figure or piece}' is not a (piece|figure); allowed: .*king"
    ):
        Cell(
            piece,
            Player.FIRST,
            label="x",
            figure=figure,
        )
