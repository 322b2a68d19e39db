"""Evaluations and scores are what their words say, worked out again square by square."""

from hypothesis import given
from hypothesis import strategies as st

from games.italian_draughts import GAME
from games.italian_draughts.notation import read_draughts
from games.italian_draughts.rules import Draughts
from games.italian_draughts.scores import (
    ORDERINGS,
    draughts_material,
    positional_value,
    score_draughts_moves,
)
from tests.oracles.games import italian_draughts as simple

seeds = st.integers(0, 2**32)
positions = st.builds(
    lambda seed, make: make(seed),
    seeds,
    st.sampled_from([simple.random_position, simple.random_tangle]),
)


def set_up(fen: str) -> Draughts:
    """Read a position without draw rules."""
    return read_draughts(fen)


def naive_positional(position: simple.Simple) -> int:
    """Add up what each piece is worth."""
    value = 0
    for (row, column), piece in position.pieces.items():
        if piece.lower() == "o":
            sign = 1
        else:
            sign = -1
        if piece.isupper():
            around = [(row + down, column + across) for down in (-1, 1) for across in (-1, 1)]
            value += sign * (
                20 + sum(spot in simple.NUMBER and spot not in position.pieces for spot in around)
            )
        else:
            advance = 7 - row if piece == "o" else row
            value += sign * (10 + (advance or 3))
    return value


@given(positions)
def test_material_and_positional(position: simple.Simple) -> None:
    """Material counts men and kings; positional adds advance, the back row and the kings' room,
    as a naive sum does.
    """
    draughts = set_up(simple.fen(position))
    pieces = "".join(position.pieces.values())

    assert draughts_material(draughts, None) == sum(
        pieces.count(s) * w
        for s, w in (
            ("o", 1),
            ("O", 2),
            ("x", -1),
            ("X", -2),
        )
    )
    assert positional_value(draughts, None) == naive_positional(position)


def test_a_lost_game_is_a_thousand_and_no_sum_comes_near() -> None:
    """A win is ±1000, a draw 0, in both; twelve kings with all the room there is stay below."""
    position = set_up("W:W32:BK1")
    for evaluate in (draughts_material, positional_value):
        assert [evaluate(position, outcome) for outcome in (1, -1, 0)] == [1000, -1000, 0]

    assert 12 * (20 + 4) < 1000


def test_what_a_man_is_worth() -> None:
    """Before its last step a man is worth 16; leaving the first row loses 2; a free king is
    worth 24.
    """

    def worth(fen: str) -> float:
        return positional_value(set_up(fen), None) - positional_value(set_up("W:W32:BK1"), None)

    def alone(piece: str) -> float:
        return worth(f"W:W32,{piece}:BK1")

    assert alone("8") == 16
    assert alone("26") - alone("30") == -2
    assert alone("K15") == 24


@given(positions)
def test_turning_the_board_negates_the_evaluations(position: simple.Simple) -> None:
    """With the board turned half round and the colours exchanged every value changes its sign."""
    draughts, image = (set_up(simple.fen(one)) for one in (position, simple.turned(position)))
    for evaluate in GAME.evaluations.values():
        assert evaluate(image, image.outcome()) == -evaluate(draughts, draughts.outcome())


@given(positions)
def test_scores_are_the_naive_sums(position: simple.Simple) -> None:
    """A score is 100 for a piece, 100 more for a king, 50 for promotion, and the row that a man
    reaches.
    """
    draughts = set_up(simple.fen(position))
    moves = list(draughts.moves())
    ways = {simple.identity(way): way for way in simple.ways(position)}
    rows = score_draughts_moves(draughts, moves)
    for row, key in zip(rows, sorted(ways), strict=True):
        way = ways[key]
        man = position.pieces[way.stood[0]].islower()
        if position.side == "x":
            reached = way.stood[-1][0]
        else:
            reached = 7 - way.stood[-1][0]
        kings = sum(position.pieces[place].isupper() for place in way.met)

        assert list(row) == [
            100 * len(way.met),
            100 * kings,
            50 * (man and reached == 7),
            man * reached,
        ]
        assert len(row) == len(ORDERINGS["scored"].names)


@given(positions)
def test_captures_of_a_position_take_as_many(position: simple.Simple) -> None:
    """All moves of a position have the same score for captures, and for kings taken: the
    priorities see to it.
    """
    draughts = set_up(simple.fen(position))
    assert len({tuple(row[:2]) for row in score_draughts_moves(draughts, draughts.moves())}) <= 1
