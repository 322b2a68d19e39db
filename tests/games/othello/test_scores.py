"""Evaluations and scores of moves, computed again from the simple version."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.othello import GAME
from games.othello.rules import Othello, othello_grid
from games.othello.scores import class_weight
from tests.games.othello.playing import random_position, scattered
from tests.oracles.games import othello as simple

sizes = st.sampled_from([4, 6, 8, 10])
seeds = st.integers(0, 2**32)
thresholds = st.none() | st.integers(0, 16)

CLASSES_8 = """
40333304
00111100
31222213
31222213
31222213
31222213
00111100
40333304
"""
"""The five classes on 8×8, as the homework describes them: 4 corners, 3 edges, 2 middle, 1 and 0
beside these.
"""

WEIGHTS_8 = """
 120 -20  20   5   5  20 -20 120
 -20 -40  -5  -5  -5  -5 -40 -20
  20  -5  15   3   3  15  -5  20
   5  -5   3   3   3   3  -5   5
   5  -5   3   3   3   3  -5   5
  20  -5  15   3   3  15  -5  20
 -20 -40  -5  -5  -5  -5 -40 -20
 120 -20  20   5   5  20 -20 120
"""
"""The table of chapter 18 of Norvig's book."""


def board_and_position(
    size: int, seed: int, reachable: bool, threshold: int | None
) -> tuple[str, str, Othello]:
    """Return a board, the side to move, and the position."""
    board, sign = (random_position if reachable else scattered)(size, seed)
    here = GAME.read(f"{board} {sign}", {} if threshold is None else {"threshold": threshold})
    assert isinstance(here, Othello)
    return board, sign, here


def mobility(board: str, sign: str) -> int:
    """Return the moves of a side less those of the other."""
    return len(simple.squares(board, sign)) - len(simple.squares(board, simple.OTHER[sign]))


def late(board: str, threshold: int | None) -> bool:
    """Say whether 60 % of a board, or as many squares as the threshold says, are full."""
    return simple.full(board) >= (0.6 * len(board) if threshold is None else threshold)


@settings(max_examples=60, deadline=None)
@given(sizes, seeds, st.booleans(), thresholds)
def test_evaluations(
    size: int,
    seed: int,
    reachable: bool,
    threshold: int | None,
) -> None:
    """`discs` counts discs; `seed` moves, then discs; `weights` adds up squares; all count discs
    at the end.
    """
    board, _, here = board_and_position(size, seed, reachable, threshold)
    discs = simple.ahead(board)
    if late(board, threshold):
        moves = discs
    else:
        moves = mobility(board, "X")
    signed = {
        "X": 1,
        "O": -1,
        "-": 0,
    }
    weights = sum(signed[disc] * simple.weight(board, cell) for cell, disc in enumerate(board))
    values = {name: evaluate(here, here.outcome()) for name, evaluate in GAME.evaluations.items()}
    if here.outcome() is not None:
        assert values == {
            "discs": discs,
            "seed": discs,
            "weights": discs,
        }
    else:
        assert values == {
            "discs": discs,
            "seed": moves,
            "weights": weights,
        }


@settings(max_examples=60, deadline=None)
@given(sizes, seeds, st.booleans(), thresholds)
def test_orderings(
    size: int,
    seed: int,
    reachable: bool,
    threshold: int | None,
) -> None:
    """`scored` is a square's class, then moves left or discs flipped, by the phase; `weights`
    its weight.
    """
    board, sign, here = board_and_position(size, seed, reachable, threshold)
    scored = []
    weights = []
    for cell in simple.squares(board, sign):
        flips = len(simple.flipped(board, cell, sign))
        after, _ = simple.after(board, sign, simple.name(board, cell))
        if late(board, threshold):
            phase = flips
        else:
            phase = mobility(after, sign)
        scored.append((class_weight(size) * simple.square_class(board, cell), phase))
        weights.append((simple.weight(board, cell),))
    if simple.moves(board, sign) == ["pass"]:
        scored = [(0, 0)]
        weights = [(0,)]
    if here.outcome() is None:
        assert GAME.orderings["scored"].components(here, here.moves()) == scored
        assert GAME.orderings["weights"].components(here, here.moves()) == weights


def test_classes_and_weights_of_8x8() -> None:
    """The classes and the weights of 8×8 are those written down above."""
    board = othello_grid(8)

    assert [board.classes[bit] for bit in board.bits] == [
        int(sign) for sign in "".join(CLASSES_8.split())
    ]
    assert [board.weights[bit] for bit in board.bits] == [*map(int, WEIGHTS_8.split())]


@pytest.mark.parametrize("size", range(4, 17, 2))
def test_other_sizes_go_by_the_distances_from_the_edges(size: int) -> None:
    """On every size a square's class and weight follow from its distances; the middle of 8×8
    goes on inwards.
    """
    board = othello_grid(size)
    signs = "-" * (size * size)

    assert [*board.classes.values()] == [
        simple.square_class(signs, cell) for cell in range(size * size)
    ]
    assert [*board.weights.values()] == [simple.weight(signs, cell) for cell in range(size * size)]


@pytest.mark.parametrize("size", range(4, 17, 2))
def test_a_class_is_worth_more_than_any_phase(size: int) -> None:
    """A class outweighs the largest difference that phases can have; 200 on 8×8, so a corner
    there is worth 800.
    """
    squares = size * size - 4

    assert class_weight(size) > squares - -squares
    assert class_weight(8) == 200


@pytest.mark.parametrize(
    ("size", "threshold"),
    [
        (4, 10),
        (6, 22),
        (8, 39),
        (10, 60),
        (12, 87),
        (14, 118),
        (16, 154),
    ],
)
def test_usual_threshold(size: int, threshold: int) -> None:
    """Without a setting a game is late from the first whole number that is 60 % of the squares."""
    here = GAME.start({"size": size})

    assert isinstance(here, Othello)
    assert here.threshold == threshold
    assert threshold - 1 < 0.6 * size * size <= threshold


def test_the_threshold_stays() -> None:
    """A threshold that was set holds for all positions that follow, and is not told in the text
    or the key.
    """
    here = GAME.start({"threshold": 5})
    usual = GAME.start({})

    assert isinstance(here, Othello)
    assert isinstance(usual, Othello)
    assert here.text() == usual.text()
    assert here.key() == usual.key()
    seed = GAME.evaluations["seed"]
    after = here.play(here.moves()[0])
    usual_after = usual.play(usual.moves()[0])
    assert after.threshold == 5
    assert seed(after, None) == 3
    assert seed(usual_after, None) == 0


def test_a_transcript_takes_the_threshold() -> None:
    """A threshold holds for a transcript as well."""
    here = GAME.read("f5d6c3", {"threshold": 7})

    assert isinstance(here, Othello)
    assert here.disc_count == 7
    assert here.threshold == 7
    assert GAME.evaluations["seed"](here, None) == simple.ahead(here.text().split()[0])
