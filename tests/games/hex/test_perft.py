"""Counts of positions, from the data file `tests/data/perft/hex.txt`."""

from pathlib import Path

import pytest

from games.hex import GAME
from tests.few import one_in
from visualizer.measures.estimate import perft

DATA = Path(__file__).parents[2] / "data" / "perft" / "hex.txt"
QUICK = 10_000


def entries() -> list[object]:
    """Read the table; entries with many leaves are marked slow."""
    rows: list[object] = []
    for line in DATA.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            depth, leaves, with_ended, text = line.split(" ", 3)
            marks = [pytest.mark.slow] if int(leaves) > QUICK else []
            rows.append(pytest.param(int(depth), int(leaves), int(with_ended), text, marks=marks))
    return rows


@pytest.mark.parametrize(("depth", "leaves", "with_ended", "text"), one_in(2, entries()))
def test_perft(depth: int, leaves: int, with_ended: int, text: str) -> None:
    """The rules reach exactly the numbers of leaves that two versions of the rules agree on."""
    position = GAME.read(text, {})
    assert perft(position, depth) == leaves
    assert perft(position, depth, count_ended=True) == with_ended


def test_whole_tree() -> None:
    """The whole tree of 3×3 has 548,650 nodes: the root and the leaves of all depths."""
    lines = [line.split(" ", 3) for line in DATA.read_text(encoding="utf-8").splitlines()]
    assert 1 + sum(int(line[1]) for line in lines if line[-1] == ".../.../... b") == 548_650
