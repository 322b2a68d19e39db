"""What the tests of Tak share: both kinds of rules."""

from collections.abc import Callable

import pytest

from games import AnyPosition
from games.tak import rules, takpy_rules
from games.tak.notation import TakSetup, read_tps

SetUp = Callable[[TakSetup, int], AnyPosition]


@pytest.fixture(params=["own", pytest.param("takpy", marks=pytest.mark.takpy)])
def set_up(request: pytest.FixtureRequest) -> SetUp:
    """Set up positions under the rules in Python and, where it is installed, under takpy."""
    if request.param == "own":
        return rules.make_own_tak
    if takpy_rules.takpy_library() is None:
        pytest.skip("takpy is not installed")
    return takpy_rules.make_takpy_tak


@pytest.fixture
def place(set_up: SetUp) -> Callable[..., AnyPosition]:
    """Set up a TPS and play moves on it."""

    def after(tps: str, *moves: str, half_komi: int = 0) -> AnyPosition:
        position = set_up(read_tps(tps), half_komi)
        for move in moves:
            assert move in position.moves(), f"{move} is not legal in {position.text()}"
            position = position.play(move)
        return position

    return after
