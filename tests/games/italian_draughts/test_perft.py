"""Counts of positions, from the data file `tests/data/perft/italian_draughts.txt`."""

from pathlib import Path

import pytest

from games.italian_draughts import GAME
from tests.few import one_in
from tests.oracles.games import italian_draughts as simple
from visualizer.measures.estimate import perft

DATA = Path(__file__).parents[2] / "data" / "perft" / "italian_draughts.txt"
QUICK = 6_000
KNOWN = (7, 49, 302, 1469, 7361, 36473, 177532)


def entries() -> list[object]:
    """Read the table; entries with many positions are marked slow."""
    rows: list[object] = []
    for line in DATA.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            depth, merged, apart, fen = line.split(" ")
            marks = [pytest.mark.slow] if int(apart) > QUICK else []
            rows.append(pytest.param(int(depth), int(merged), int(apart), fen, marks=marks))
    return rows


@pytest.mark.parametrize(("depth", "merged", "apart", "fen"), one_in(2, entries()))
def test_perft(depth: int, merged: int, apart: int, fen: str) -> None:
    """The rules reach exactly the numbers of the table, whether paths of the same capture are one move or several."""
    position = GAME.read(fen, {})
    assert perft(position, depth) == merged
    assert perft(position, depth, moves=GAME.paths) == apart


def test_the_table_has_the_known_numbers() -> None:
    """The start has 7, 49, 302, 1,469, 7,361, 36,473 and 177,532 positions, paths apart."""
    start = GAME.start({}).text()
    lines = [line.split(" ") for line in DATA.read_text(encoding="utf-8").splitlines() if line.endswith(start)]
    assert tuple(int(apart) for _, _, apart, _ in lines[:7]) == KNOWN


def test_the_simple_rules_have_the_known_numbers() -> None:
    """The second implementation counts the known numbers to depth 5."""
    assert tuple(simple.perft(simple.start(), depth) for depth in range(1, 6)) == KNOWN[:5]


@pytest.mark.slow
@pytest.mark.parametrize(("depth", "merged", "apart", "fen"), entries())
def test_the_simple_rules_count_the_same(depth: int, merged: int, apart: int, fen: str) -> None:
    """The second implementation reaches the numbers of the table as well."""
    if apart <= 250_000:
        assert simple.perft(simple.read(fen), depth) == apart
