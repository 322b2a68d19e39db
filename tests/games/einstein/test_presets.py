"""The presets of EinStein würfelt nicht!: every count is measured, every sentence is true."""

from __future__ import annotations

from itertools import takewhile
from pathlib import Path

import pytest

from games.einstein import GAME
from visualizer.explaining.measures.summary import summary
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run

PRESETS = {preset.name: preset for preset in GAME.presets}


def searched(
    name: str, algorithm: str, depth: int, moves: str = "", ordering: str = "natural"
) -> Run:
    """Search a preset to a depth."""
    search = SearchSpec(algorithm, depth=depth, ordering=ordering)
    return Run(Recipe(PositionSpec("einstein", name, moves), search)).finish()


def values(name: str, depth: int) -> dict[str, float]:
    """Return what each move of a preset is worth, searched to a depth."""
    root = searched(name, "star1", 1).root
    return {
        word: round(summary(searched(name, "star1", depth - 1, word))["value"], 9)
        if depth > 1
        else GAME.evaluations["race"](root.play(move), root.play(move).outcome())
        for move, word in ((move, root.name(move)) for move in root.moves())
    }


def test_looking_ahead() -> None:
    """At depth 1 and 3 nothing is better than 3e1, at depth 5 3d2 is."""
    for depth in (1, 3):
        worth = values("looking-ahead", depth)
        assert worth["3e1"] == max(worth.values())
    worth = values("looking-ahead", 5)

    assert worth["3d2"] == max(worth.values()) > worth["3e1"]


def test_ordering_helps() -> None:
    """In the order scored more than three times as many nodes are saved."""
    counts = PRESETS["ordering-helps"].counts
    scored = len(
        searched(
            "ordering-helps",
            "star1",
            7,
            ordering="scored",
        ).trace
    )

    assert (counts["expectiminimax"] - scored) > 3 * (counts["expectiminimax"] - counts["star1"])


def test_stone_gone() -> None:
    """At depth 1 2d4, which takes a stone, is as good as any; at depth 3 2e4 is better."""
    worth = values("stone-gone", 1)

    assert worth["2d4"] == max(worth.values())
    worth = values("stone-gone", 3)
    assert worth["2e4"] == max(worth.values()) > worth["2d4"]


def test_small() -> None:
    """Red has one move only, with stone 2."""
    root = searched("small", "star1", 1).root
    assert [root.name(move) for move in root.moves()] == ["2d5"]


PAGE = (Path(__file__).parents[3] / "docs" / "searches.md").read_text(encoding="utf-8")
ROWS = [
    tuple(cell.strip() for cell in line.strip("| ").split("|"))
    for line in takewhile(bool, PAGE.partition("<!-- dice -->\n\n")[2].splitlines()[2:])
]
LONG = 3_000
"""Rows with more nodes are slow."""


@pytest.mark.parametrize(
    ("name", "depth", "all_of_them", "saved"),
    [
        pytest.param(
            name,
            int(depth),
            count,
            saved,
            marks=[pytest.mark.slow] * (int(count.replace(",", "")) > LONG),
        )
        for name, depth, count, *saved in ROWS
    ],
)
def test_the_page_says_what_star1_saves(
    name: str, depth: int, all_of_them: str, saved: list[str]
) -> None:
    """docs/searches.md has the nodes of expectiminimax and of Star1, and what that saves, for
    each evaluation.
    """
    full = len(searched(name, "expectiminimax", depth).trace)

    assert all_of_them == f"{full:,}"
    found = []
    for evaluation in GAME.evaluations:
        for ordering in ("natural", "scored"):
            search = SearchSpec(
                "star1",
                depth=depth,
                ordering=ordering,
                evaluation=evaluation,
            )
            nodes = len(Run(Recipe(PositionSpec("einstein", name), search)).finish().trace)
            found.append(f"{nodes:,} ({100 * (full - nodes) / full:.1f} %)")
    assert found == saved


def test_in_small_one_roll_helps_for_a_while() -> None:
    """One roll brings Blue level, at the preset's own depth; two plies further Red is far ahead
    after each.
    """
    near, far = (
        {
            roll: summary(searched("small", "star1", depth, f"2d5 {roll}"))["value"]
            for roll in range(1, 7)
        }
        for depth in (1, 3)
    )

    assert near == {1: 0, **dict.fromkeys(range(2, 7), 1)}
    assert min(far.values()) >= 5


def test_the_page_has_rows() -> None:
    """The table is there."""
    assert len(ROWS) == 11
