"""docs/matches.md: what it says of matches is what they show."""

from __future__ import annotations

import re
import runpy
import shlex
from pathlib import Path

import pytest

from tests.cli.conftest import Call
from visualizer.explaining.measures.sureness import sign_test

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "matches.md").read_text(encoding="utf-8")
TABLES = runpy.run_path(str(ROOT / "tools" / "matches.py"))["TABLES"]
NUMBER = r"([\d.]+)"
CELL = re.compile(rf"(\**){NUMBER} of {NUMBER}, {NUMBER} % to {NUMBER} %, (\d+):(\d+)\1")


def rows(name: str) -> dict[str, list[str]]:
    """Return the cells of a table of the page, by the title of their line."""
    lines = (
        PAGE.partition(f"<!-- matches: {name} -->")[2]
        .partition("<!-- end -->")[0]
        .strip()
        .splitlines()[2:]
    )
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return {first: [cell for cell in rest if cell] for first, *rest in cells}


MATCHES = [
    pytest.param(
        line,
        name,
        id=f"{line.title}: {' '.join(line.pairs[0])}",
        marks=[] if line.game == "tictactoe" and name == "opponents" else [pytest.mark.slow],
    )
    for name, (_, lines) in TABLES.items()
    for line in lines
]


@pytest.mark.slow  # a match of many games
@pytest.mark.parametrize(("line", "name"), MATCHES)
def test_a_match_is_as_the_page_has_it(line: object, name: str) -> None:
    """Played again, the first of each line has the same points, interval and openings won."""
    assert next(line.cells()) == rows(name)[line.title][0]  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", [*TABLES])
def test_what_is_bold_is_shown(name: str) -> None:
    """A cell is bold exactly where the sign test of its openings shows a difference, and its
    numbers fit each other.
    """
    found = rows(name)

    assert [*found] == [line.title for line in TABLES[name][1]]
    for line in TABLES[name][1]:
        assert len(found[line.title]) == len(line.games)
        for text, planned in zip(found[line.title], line.games, strict=True):
            match = CELL.fullmatch(text)

            assert match is not None, text
            bold = match[1]
            won = int(match[6])
            lost = int(match[7])
            points, games, low, high = map(float, match.groups()[1:5])
            assert games == planned
            assert won + lost <= games / 2
            assert low - 0.5 <= 100 * points / games <= high + 0.5
            assert (
                won / 2 - lost <= points - games / 2 <= won - lost / 2
            )  # a win has 1½ or 2 points, a loss ½ or 0
            assert (bold == "**") == (sign_test(won, lost) < 0.05)


def test_the_example_is_what_the_program_prints(done: Call) -> None:
    """The block behind the first command is its output."""
    _, command, _, printed, *_ = re.split(r"```\w*\n", PAGE)
    assert done(*shlex.split(command)[1:], "--processes", "1").out == printed


def said(name: str, title: str) -> list[bool]:
    """Return which cells of a line are bold."""
    return [cell.startswith("**") for cell in rows(name)[title]]


def test_its_sentences_are_true() -> None:
    """What the prose says of all games and plies is what the tables say."""
    assert [said("mcts", title) for title in ("expansions", "playouts")] == [
        [True, False, False]
    ] * 2
    assert all(all(said("equal-nodes", title)) for title in rows("equal-nodes"))
    plies = {title: said("one-ply", title) for title in rows("one-ply")}
    assert plies.pop("othello") == [False, True, False]
    assert plies.pop("connect-four") == [True, True, True, False]
    assert all(map(all, plies.values()))
    assert rows("one-ply")["connect-four"][3].endswith(", 1:0")
    lost = [
        cell.strip("*").rpartition(":")[2]
        for game in ("tictactoe", "connect-four")
        for cell in rows("one-ply")[game]
    ]
    assert {*lost} == {"0"}
    assert all(all(said("opponents", game)) for game in rows("opponents"))
