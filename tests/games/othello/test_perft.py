"""Counts of positions, from the data file `tests/data/perft/othello.txt`."""

from math import inf
from pathlib import Path

import pytest

from games.othello import GAME
from tests.few import one_in
from tests.oracles.games import othello as simple
from visualizer.measures.estimate import perft

DATA = Path(__file__).parents[2] / "data" / "perft" / "othello.txt"
QUICK, QUICK_FOR_SIMPLE, MOST_FOR_SIMPLE = 1_000, 60, 24_000


def entries(quick: int, most: float = inf) -> list[object]:
    """Read the table as far as there are not too many leaves; entries with many are marked slow."""
    rows: list[object] = []
    for line in DATA.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            depth, leaves, with_ended, text = line.split(" ", 3)
            marks = [pytest.mark.slow] if int(with_ended) > quick else []
            if int(with_ended) <= most:
                rows.append(pytest.param(int(depth), int(leaves), int(with_ended), text, marks=marks))
    return rows


@pytest.mark.parametrize(("depth", "leaves", "with_ended", "text"), one_in(2, entries(QUICK)))
def test_perft(depth: int, leaves: int, with_ended: int, text: str) -> None:
    """The rules reach exactly the published or independently counted numbers of leaves, in both ways to count."""
    position = GAME.read(text, {})
    assert perft(position, depth) == leaves
    assert perft(position, depth, count_ended=True) == with_ended


@pytest.mark.parametrize(
    ("depth", "leaves", "with_ended", "text"), one_in(4, entries(QUICK_FOR_SIMPLE, MOST_FOR_SIMPLE))
)
def test_perft_of_the_simple_version(depth: int, leaves: int, with_ended: int, text: str) -> None:
    """The simple version counts the same."""
    board, sign = text.split()
    assert simple.perft(board, sign, depth) == (leaves, with_ended)
