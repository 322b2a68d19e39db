"""Counts of positions, from the data file `tests/data/perft/tak.txt`."""

from collections.abc import Callable

import pytest

from games import AnyPosition
from games.tak.notation import TakSetup, read_tps
from tests.few import one_in
from tests.games.test_perft import entries
from visualizer.explaining.measures.estimate import perft


@pytest.mark.parametrize(("depth", "leaves", "with_ended", "tps"), one_in(2, entries("tak", 6_000)))
def test_perft(
    set_up: Callable[[TakSetup, int], AnyPosition],
    depth: int,
    leaves: int,
    with_ended: int,
    tps: str,
) -> None:
    """The rules reach exactly the published or independently counted numbers of leaves."""
    position = set_up(read_tps(tps), 0)

    assert perft(position, depth) == leaves
    assert perft(position, depth, count_ended=True) == with_ended
