"""Counts of positions, from the data file `tests/data/perft/kalah.txt`."""

from pathlib import Path

import pytest

from games.kalah import GAME
from tests.few import one_in
from visualizer.measures.estimate import perft

DATA = Path(__file__).parents[2] / "data" / "perft" / "kalah.txt"
QUICK = 20_000


def entries() -> list[object]:
    """Read the table; entries with many leaves are marked slow."""
    rows: list[object] = []
    for line in DATA.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            depth, leaves, with_ended, pits, seeds = map(int, line.split())
            marks = [pytest.mark.slow] if leaves > QUICK else []
            rows.append(pytest.param(depth, leaves, with_ended, pits, seeds, marks=marks))
    return rows


@pytest.mark.parametrize(("depth", "leaves", "with_ended", "pits", "seeds"), one_in(2, entries()))
def test_perft(depth: int, leaves: int, with_ended: int, pits: int, seeds: int) -> None:
    """The rules reach exactly the independently counted numbers of leaves."""
    position = GAME.start({"pits": pits, "seeds": seeds})
    assert perft(position, depth) == leaves
    assert perft(position, depth, count_ended=True) == with_ended
