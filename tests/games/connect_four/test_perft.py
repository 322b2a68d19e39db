"""Counts of positions, from the data file `tests/data/perft/connect_four.txt`."""

from pathlib import Path

import pytest

from games.connect_four import read
from games.connect_four.rules import read_size
from tests.few import one_in
from visualizer.measures.estimate import perft

DATA = Path(__file__).parents[2] / "data" / "perft" / "connect_four.txt"
QUICK = 50_000


def entries() -> list[object]:
    """Read the table; entries with many leaves are marked slow."""
    rows: list[object] = []
    for line in DATA.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            depth, leaves, with_ended, size, *played = line.split()
            marks = [pytest.mark.slow] if int(leaves) > QUICK else []
            rows.append(pytest.param(int(depth), int(leaves), int(with_ended), size, "".join(played), marks=marks))
    return rows


@pytest.mark.parametrize(("depth", "leaves", "with_ended", "size", "played"), one_in(2, entries()))
def test_perft(depth: int, leaves: int, with_ended: int, size: str, played: str) -> None:
    """The rules reach exactly the published or independently counted numbers of leaves."""
    position = read(played, {"size": read_size(size)})
    assert perft(position, depth) == leaves
    assert perft(position, depth, count_ended=True) == with_ended
