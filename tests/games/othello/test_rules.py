"""The rules on bits against the simple version, the known values of 4×4, and symmetries."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.othello import GAME
from games.othello.rules import Othello, othello_start
from tests.few import one_in
from tests.games.othello.playing import exchanged, random_game, random_position, scattered
from tests.oracles.games import othello as simple

GAMES = {
    4: 150,
    6: 30,
    8: 30,
    10: 5,
    12: 2,
    14: 1,
    16: 1,
}
"""How many random games are played on each size: more than three thousand positions in all."""

sizes = st.sampled_from([4, 6, 8, 10])
seeds = st.integers(0, 2**32)


def position(board: str, sign: str) -> Othello:
    """Read a board."""
    here = GAME.read(f"{board} {sign}", {})
    assert isinstance(here, Othello)
    return here


def names(here: Othello) -> list[str]:
    """Return the moves' names in natural order."""
    return [here.name(move) for move in here.moves()]


def assert_same(here: Othello, board: str, sign: str) -> None:
    """Check moves, result, mover and text against the simple version."""
    choices = simple.moves(board, sign)
    assert names(here) == choices
    assert here.outcome() == (None if choices else simple.ahead(board))
    assert here.maximizing == (sign == "X")
    assert here.text() == f"{board} {sign}"


@pytest.mark.parametrize("size", one_in(3, GAMES))
def test_random_games_agree_with_the_simple_version(
    size: int, usually: Callable[[int], int]
) -> None:
    """In random games on every size both versions have the same moves, boards, movers, passes
    and results.
    """
    for seed in range(usually(GAMES[size])):
        here = othello_start(size)
        for board, sign, move in random_game(size, seed):
            assert_same(here, board, sign)
            if move:
                here = here.play(GAME.find_move(here, move))

        assert here.moves() == ()


@pytest.mark.parametrize("size", [4, 6, 8, 10, 16])
def test_every_move_agrees_with_the_simple_version(
    size: int, usually: Callable[[int], int]
) -> None:
    """After every move of random and of scattered boards both versions have the same board and
    moves.
    """
    for seed in range(usually(4 if size > 8 else 30)):
        for board, sign in (random_position(size, seed), scattered(size, seed)):
            here = position(board, sign)
            assert_same(here, board, sign)
            for move, name in zip(here.moves(), simple.moves(board, sign), strict=True):
                assert_same(here.play(move), *simple.after(board, sign, name))


# Values.


def minimax(here: Othello, depth: int) -> float:
    """Return the value of a minimax without any pruning."""
    outcome = here.outcome()
    if outcome is not None or depth == 0:
        return float(here.disc_lead())
    choose = max if here.maximizing else min
    return choose(minimax(here.play(move), depth - 1) for move in here.moves())


@settings(max_examples=20, deadline=None)
@given(sizes, seeds, st.booleans())
def test_symmetry(size: int, seed: int, reachable: bool) -> None:
    """Turned and mirrored, a position has the turned and mirrored moves, the same result and the
    same value.
    """
    board, sign = (random_position if reachable else scattered)(size, seed)
    here = position(board, sign)
    value = minimax(here, 2)
    moves = simple.squares(board, sign)
    for image, goes in simple.images(board):
        turned = position(image, sign)

        assert turned.outcome() == here.outcome()
        assert minimax(turned, 2) == value
        assert [name for name in names(turned) if name != "pass"] == sorted(
            (simple.name(board, goes[cell]) for cell in moves),
            key=lambda name: (int(name[1:]), name[0]),
        )
        for evaluate in GAME.evaluations.values():
            assert evaluate(turned, turned.outcome()) == evaluate(here, here.outcome())


@settings(max_examples=50, deadline=None)
@given(sizes, seeds, st.booleans())
def test_exchange_of_colours(size: int, seed: int, reachable: bool) -> None:
    """With the colours exchanged the moves are the same, and all values are negated."""
    board, sign = (random_position if reachable else scattered)(size, seed)
    here = position(board, sign)
    there = position(*exchanged(f"{board} {sign}").split())

    assert names(there) == names(here)
    assert minimax(there, 2) == -minimax(here, 2)
    for evaluate in GAME.evaluations.values():
        assert evaluate(there, there.outcome()) == -evaluate(here, here.outcome())
    for ordering in GAME.orderings.values():
        if here.moves():
            assert ordering.components(there, there.moves()) == ordering.components(
                here, here.moves()
            )
