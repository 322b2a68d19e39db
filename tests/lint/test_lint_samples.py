"""`lint` on recordings of MCTS: right ones are left alone; wrong choices, signs and numbers of
visits are found.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.recordings.reading import read
from visualizer.apps.cli.search_commands import recording_lines_of
from visualizer.explaining.comparison.lint import findings_in_run
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run

TREE = PositionSpec("tree", "[[3,5],[2,9],[[4,1],7]]")
Lines = list[dict[str, Any]]


def recorded(where: PositionSpec = TREE, **options: Any) -> Lines:
    """Return what our own search has told."""
    run = Run(Recipe(where, SearchSpec("mcts", options={"iterations": 200, **options}))).finish()
    return [json.loads(line) for line in recording_lines_of(run)]


def found(folder: Path, lines: Lines) -> list[tuple[str, str]]:
    """Return the doubts about events, each with its sentence."""
    return [(doubt.error, doubt.why) for doubt in findings_in_run(read(folder, lines))]


def with_visits(lines: Lines) -> Lines:
    """Tell of each visit how often its node was visited before."""
    counts: dict[tuple[str | None, ...], int] = {}
    path: list[str | None] = []
    for line in lines:
        if "leave" in line:
            path.pop()
        for verb in ("enter", "leaf"):
            if verb in line:
                here = (*path, line[verb])
                line["visits"] = counts[here] = counts.get(here, -1) + 1
        if "enter" in line:
            path.append(line["enter"])
    return lines


@pytest.mark.parametrize("where", [TREE, PositionSpec("tictactoe")])
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"exploration": 0.3},
        {"selection": "puct"},
        {"selection": "puct", "exploration": 3.0},
    ],
)
def test_right_recordings_raise_no_doubt(
    tmp_path: Path, where: PositionSpec, options: dict[str, Any]
) -> None:
    """Our own searches, by UCT and PUCT, with their visits told or not, are not doubted."""
    assert found(tmp_path, recorded(where, **options)) == []
    assert found(tmp_path, with_visits(recorded(where, **options))) == []


def test_proven_children_are_left_out_rightly(tmp_path: Path) -> None:
    """A solver does not go to proven children, whatever their bounds."""
    assert found(tmp_path, recorded(PositionSpec("tictactoe", "XX-OO----"), solver=True)) == []


def test_a_choice_that_is_not_the_greatest_bound_is_found(tmp_path: Path) -> None:
    """A search that explores less than it says makes such choices; one whose constant is told
    roughly makes none.
    """
    lines = recorded(exploration=0.2)
    lines[0]["exploration"] = 1.4
    what, why = found(tmp_path, lines)[0]

    assert what == "not-greatest"
    assert "is chosen with the bound" in why
    lines = recorded()
    lines[0]["exploration"] = 1.41
    assert found(tmp_path, lines) == []
    lines = recorded(exploration=0.2)
    del lines[0]["exploration"]
    assert found(tmp_path, lines) == []


def test_a_result_whose_sign_is_lost_is_found(tmp_path: Path) -> None:
    """Where a visit returns the result below with the other sign, that is said."""
    lines = recorded()
    place = max(number for number, line in enumerate(lines[:100]) if line.get("leave"))
    lines[place]["leave"] *= -1
    doubted = found(tmp_path, lines[: place + 40])

    assert ("lost-sign", True) in [(what, "sign was lost" in why) for what, why in doubted]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda lines: lines[-4].update(visits=9_999), "but the node above only"),
        (lambda lines: lines[-6].update(visits=3), "but one visit earlier it had"),
    ],
)
def test_visits_that_do_not_add_up_are_found(tmp_path: Path, change: Any, why: str) -> None:
    """More visits than the node above has, and a number that did not grow by one."""
    lines = with_visits(recorded())
    entered = [line for line in lines if "visits" in line]
    change(entered)

    assert any(what == "visits" and why in sentence for what, sentence in found(tmp_path, lines))
