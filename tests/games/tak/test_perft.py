"""Counts of positions, from the data file `tests/data/perft/tak.txt`."""

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from games import AnyPosition
from games.tak.notation import Setup, read_tps
from tests.few import one_in

DATA = Path(__file__).parents[2] / "data" / "perft" / "tak.txt"
QUICK = 6_000


def entries() -> Sequence[object]:
    """Read the table; entries with many leaves are marked slow."""
    rows = []
    for line in DATA.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            depth, leaves, with_ended, tps = line.split(" ", 3)
            marks = [pytest.mark.slow] if int(leaves) > QUICK else []
            rows.append(pytest.param(int(depth), int(leaves), int(with_ended), tps, marks=marks))
    return rows


def perft(position: AnyPosition, depth: int) -> tuple[int, int]:
    """Count the leaves, and the leaves together with the games that ended before."""
    if depth == 0:
        return 1, 1
    if position.outcome() is not None:
        return 0, 1
    leaves = ended = 0
    for move in position.moves():
        more = perft(position.play(move), depth - 1)
        leaves, ended = leaves + more[0], ended + more[1]
    return leaves, ended


@pytest.mark.parametrize(("depth", "leaves", "with_ended", "tps"), one_in(2, entries()))
def test_perft(set_up: Callable[[Setup, int], AnyPosition], depth: int, leaves: int, with_ended: int, tps: str) -> None:
    """The rules reach exactly the published or independently counted numbers of leaves."""
    assert perft(set_up(read_tps(tps), 0), depth) == (leaves, with_ended)
