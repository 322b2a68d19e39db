"""A search that refuses a game is a row beside the others', not the end of a comparison or a
sweep.
"""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from tests.cli.conftest import Call
from visualizer.play.sweeping.plots import read_sweep_results

SAYS = "negamax needs players who take turns, but here one moves twice; use alpha-beta"
BOTH = ("-s", "alpha-beta", "-s", "negamax")


def test_a_comparison_has_a_row_that_says_so(call: Call) -> None:
    """The other search is told as ever; the refused one has no numbers, and a sentence says why;
    the status is 1.
    """
    found = call("compare kalah -p small", *BOTH)

    assert found.status == 1
    assert found.err == ""
    assert "(refused)" in found.out
    assert f"N{SAYS[1:]}." in found.out
    rows = [*csv.DictReader(call("compare kalah -p small", *BOTH, "--csv").out.splitlines())]
    assert [(row["search"], row["nodes"]) for row in rows] == [
        ("alpha-beta", "9"),
        ("negamax (refused)", ""),
    ]
    asked = call("compare kalah -p small", *BOTH, "--json").json["searches"]
    assert [(each["nodes"], each["complete"], each.get("refused")) for each in asked] == [
        (9, True, None),
        (0, False, SAYS),
    ]


def test_bars_are_of_the_others(call: Call, tmp_path: Path) -> None:
    """A plot leaves the refused search out; two searches cannot be drawn side by side where one
    is refused.
    """
    plot = tmp_path / "bars.svg"
    side_by_side = tmp_path / "race.svg"

    assert call("compare kalah -p small", *BOTH, "--plot", str(plot)).status == 1
    assert "negamax" not in plot.read_text(encoding="utf-8")
    found = call("compare kalah -p small", *BOTH, "-O", str(side_by_side))
    assert found.status == 2
    assert found.err == f"visualizer: {SAYS}\n"
    assert side_by_side.exists() is False


@pytest.mark.parametrize("command", ["search", "explain", "compare"])
def test_alone_it_is_an_error(call: Call, command: str) -> None:
    """Where nothing else is asked for, the sentence is all there is."""
    found = call(command, "kalah", "-p", "small", "-a", "negamax")

    assert found.status == 2
    assert found.out == ""
    assert found.err == f"visualizer: {SAYS}\n"


def test_a_sweep_has_a_row_that_says_so(call: Call, tmp_path: Path) -> None:
    """In its row `complete` is `refused`, and nothing is known; the sweep goes on, is resumed,
    and plots skip it.
    """
    file = tmp_path / "results.csv"
    words = (
        "sweep",
        "--games",
        "kalah,tictactoe",
        "--positions",
        "presets",
        "--depths",
        "2",
        *BOTH,
        "-O",
        str(file),
    )

    assert call(*words).status == 0
    rows = [*csv.DictReader(file.read_text(encoding="utf-8").splitlines())]
    refused = [row for row in rows if row["complete"] == "refused"]
    assert refused
    assert {(row["game"], row["search"], row["nodes"], row["value"]) for row in refused} == {
        ("kalah", "negamax", "", "")
    }
    assert all(row["complete"] == "true" for row in rows if row["game"] == "tictactoe")
    assert len(read_sweep_results(str(file))) == sum(row["complete"] == "true" for row in rows)
    assert call(*words, "--resume").status == 0
