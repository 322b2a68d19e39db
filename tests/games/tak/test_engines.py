"""The rules in Python and takpy give the same, and one or the other is chosen."""

import random
import sys
from types import ModuleType
from typing import Any

import pytest

from games.tak import GAME, TAK_RULES_VARIABLE, rules, takpy_rules
from games.tak.notation import TakSetup, empty_tak_setup, read_tps
from tests.few import one_in

needs_takpy = pytest.mark.skipif(
    takpy_rules.takpy_library() is None, reason="takpy is not installed"
)


@pytest.mark.takpy
@needs_takpy
@pytest.mark.parametrize("size", one_in(3, range(3, 9)))
def test_both_rules_agree(size: int) -> None:
    """Over whole random games moves and their order, outcomes, TPS, keys, flats and boards are
    the same.
    """
    chance = random.Random(size)
    plies = 0
    half_komi = 0
    while plies < 700:
        half_komi = 4 - half_komi
        empty = empty_tak_setup(size)
        own: Any = rules.make_own_tak(empty, half_komi)
        theirs: Any = takpy_rules.make_takpy_tak(empty, half_komi)
        often = chance.random()
        while True:
            moves = list(own.moves())

            assert moves == list(theirs.moves())
            assert own.outcome() == theirs.outcome()
            assert (own.outcome() is None) == bool(moves)
            assert own.text() == theirs.text()
            assert own.key() == theirs.key()
            assert own.top_flat_lead() == theirs.top_flat_lead()
            assert own.maximizing == theirs.maximizing
            assert own.ply == theirs.ply
            assert own.size == theirs.size
            if chance.random() < 0.05:
                assert own.board() == theirs.board()
                again = rules.make_own_tak(read_tps(own.text()), half_komi)
                assert (
                    again._replace(run_of_spreads=own.run_of_spreads) == own
                    or own.run_of_spreads == 50
                )
            if not moves:
                break
            of_stacks = [move for move in moves if move not in own.grid.placements]
            move = chance.choice(of_stacks if of_stacks and chance.random() < often else moves)
            own = own.play(move)
            theirs = theirs.play(move)
            plies += 1


TALL = "12" * 31 + "1"


@pytest.mark.takpy
@needs_takpy
@pytest.mark.parametrize("size", [7, 8])
def test_stacks_taller_than_takpy_can_count(size: int) -> None:
    """A stack of 63 pieces grows to 64 and moves in the same way under both rules, whether read
    or played.
    """
    rest = f",x{size - 2}/" + "/".join([f"x{size}"] * (size - 1))
    for tps, moves in (
        (
            f"{TALL},x{rest} 1 100",
            [f"b{size}", f"h{size}" if size == 8 else f"g{size}", f"b{size}<"],
        ),
        (f"{TALL}2,1{rest} 2 100", [f"{size}a{size}>"]),
    ):
        tall = read_tps(tps)
        own: Any = rules.make_own_tak(tall, 0)
        theirs: Any = takpy_rules.make_takpy_tak(tall, 0)
        tallest = 0
        for move in [*moves, None]:
            assert list(own.moves()) == list(theirs.moves())
            assert own.text() == theirs.text()
            assert own.key() == theirs.key()
            assert own.outcome() == theirs.outcome()
            tallest = max(tallest, *map(len, own.squares))
            if move is not None:
                own = own.play(move)
                theirs = theirs.play(move)

        assert tallest == 64


def test_own_rules_can_be_forced(monkeypatch: pytest.MonkeyPatch) -> None:
    """VISUALIZER_TAK=own uses the rules in Python, and the engine's name says so."""
    monkeypatch.setenv(TAK_RULES_VARIABLE, "own")

    assert isinstance(GAME.start({}), rules.Tak)
    assert GAME.engine() == "built-in rules"


@pytest.mark.takpy
@needs_takpy
@pytest.mark.parametrize("choice", ["", "takpy"])
def test_takpy_is_used_where_it_is_installed(monkeypatch: pytest.MonkeyPatch, choice: str) -> None:
    """Without a choice, or by choice, positions are takpy's."""
    monkeypatch.setenv(TAK_RULES_VARIABLE, choice)

    assert isinstance(GAME.start({}), takpy_rules.TakpyTak)
    assert GAME.engine().startswith("takpy")


def _empty_module() -> ModuleType:
    return ModuleType("takpy")


@pytest.mark.parametrize("broken", [None, _empty_module()], ids=["missing", "broken"])
def test_without_takpy_the_own_rules_are_used(
    monkeypatch: pytest.MonkeyPatch, broken: ModuleType | None
) -> None:
    """A missing or broken takpy never raises; only asking for it by name does, in a sentence."""
    monkeypatch.delenv(TAK_RULES_VARIABLE, raising=False)
    monkeypatch.setitem(sys.modules, "takpy", broken)
    takpy_rules.takpy_library.cache_clear()
    try:
        assert isinstance(GAME.start({}), rules.Tak)
        assert GAME.engine() == "built-in rules"
        monkeypatch.setenv(TAK_RULES_VARIABLE, "takpy")
        with pytest.raises(
            ValueError, match="VISUALIZER_TAK is takpy, but takpy is not installed or does not work"
        ):
            GAME.start({})
        assert GAME.engine() == "built-in rules"
    finally:
        takpy_rules.takpy_library.cache_clear()


def test_an_unknown_choice_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another value of the variable is named in the error."""
    monkeypatch.setenv(TAK_RULES_VARIABLE, "rust")
    with pytest.raises(ValueError, match="VISUALIZER_TAK is 'rust', but must be own or takpy"):
        GAME.read("x3/x3/x3 1 1", {})


def test_positions_are_values() -> None:
    """Equal positions of the rules in Python are equal and hash alike; playing changes nothing."""
    position = rules.make_own_tak(TakSetup(3, ("",) * 9), 0)
    same = rules.make_own_tak(empty_tak_setup(3), 0)
    position.play("a1")

    assert position == same
    assert hash(position) == hash(same)
