"""Counts of positions in each game that has a table in `tests/data/perft`, published or counted
independently.
"""

from __future__ import annotations

from math import inf
from pathlib import Path

import pytest

import games
from games import AnyPosition
from tests.few import one_in
from tests.oracles.games import italian_draughts as simple_draughts
from tests.oracles.games import othello as simple_othello
from visualizer.explaining.measures.estimate import perft

DATA = Path(__file__).parents[1] / "data" / "perft"
QUICK = {
    "connect-four": 50_000,
    "einstein": 20_000,
    "hex": 10_000,
    "italian-draughts": 6_000,
    "kalah": 20_000,
    "othello": 1_000,
}
"""Entries with more leaves are slow. Tak, with two kinds of rules, and chess, of a library, are
tested elsewhere.
"""
KNOWN_DRAUGHTS = (7, 49, 302, 1469, 7361, 36473, 177532)


def entries(game: str, quick: int, most: float = inf) -> list[object]:
    """Read a table as far as there are not too many leaves: depth, both counts and what the
    position is read from.
    """
    rows: list[object] = []
    for line in (DATA / f"{game.replace('-', '_')}.txt").read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            depth, leaves, more, text = line.split(" ", 3)
            if int(more) <= most:
                if int(more) > quick:
                    marks = [pytest.mark.slow]
                else:
                    marks = []
                rows.append(
                    pytest.param(
                        int(depth),
                        int(leaves),
                        int(more),
                        text,
                        marks=marks,
                    )
                )
    return rows


def position_of(game: str, text: str) -> AnyPosition:
    """Return the position of an entry: of Kalah the first one with so many pits and seeds."""
    if game != "kalah":
        return games.load_game(game).read(text, {})
    pits, seeds = map(int, text.split())
    return games.load_game(game).start({"pits": pits, "seeds": seeds})


@pytest.mark.parametrize(
    ("game", "depth", "leaves", "more", "text"),
    [
        pytest.param(game, *entry.values, marks=entry.marks)
        for game, quick in QUICK.items()
        for entry in one_in(2, entries(game, quick))
    ],
)
def test_perft(
    game: str,
    depth: int,
    leaves: int,
    more: int,
    text: str,
) -> None:
    """The rules reach exactly these leaves; with games that ended before, or with paths of a
    capture apart, so many.
    """
    position = position_of(game, text)
    paths = games.load_game(game).paths

    assert perft(position, depth) == leaves
    assert (
        perft(
            position,
            depth,
            count_ended=paths is None,
            moves=paths,
        )
        == more
    )


@pytest.mark.parametrize(
    ("depth", "leaves", "with_ended", "text"), one_in(4, entries("othello", 60, 24_000))
)
def test_the_simple_othello_counts_the_same(
    depth: int, leaves: int, with_ended: int, text: str
) -> None:
    """The second implementation reaches the numbers of the table as well."""
    board, sign = text.split()
    assert simple_othello.perft(board, sign, depth) == (leaves, with_ended)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("depth", "merged", "apart", "fen"), entries("italian-draughts", 0, 250_000)
)
def test_the_simple_draughts_count_the_same(
    depth: int,
    merged: int,
    apart: int,
    fen: str,
) -> None:
    """The second implementation reaches the numbers of the table as well."""
    assert simple_draughts.perft(simple_draughts.read(fen), depth) == apart


def test_the_simple_draughts_have_the_known_numbers() -> None:
    """The start has 7, 49, 302, 1,469, 7,361, 36,473 and 177,532 positions, also in the table."""
    start = games.load_game("italian-draughts").start({}).text()
    lines = (DATA / "italian_draughts.txt").read_text(encoding="utf-8").splitlines()
    table = [line.split() for line in lines if line.endswith(start)]

    assert tuple(int(apart) for _, _, apart, _ in table[:7]) == KNOWN_DRAUGHTS
    first = simple_draughts.start()
    assert tuple(simple_draughts.perft(first, depth) for depth in range(1, 6)) == KNOWN_DRAUGHTS[:5]


def test_the_whole_tree_of_hex() -> None:
    """The whole tree of 3×3 has 548,650 nodes: the root and the leaves of all depths."""
    lines = [
        line.split(" ", 3) for line in (DATA / "hex.txt").read_text(encoding="utf-8").splitlines()
    ]
    assert 1 + sum(int(line[1]) for line in lines if line[-1] == ".../.../... b") == 548_650
