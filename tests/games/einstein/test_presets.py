"""The presets of EinStein würfelt nicht!: every count is measured, every sentence is true."""

from __future__ import annotations

import pytest

from games import Preset
from games.einstein import GAME
from visualizer.measures.summary import summary
from visualizer.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.run import Run

PRESETS = {preset.name: preset for preset in GAME.presets}


def searched(name: str, algorithm: str, depth: int, moves: str = "", ordering: str = "natural") -> Run:
    """Search a preset to a depth."""
    search = SearchSpec(algorithm, depth=depth, ordering=ordering)
    return Run(Recipe(PositionSpec("einstein", name, moves), search)).finish()


def values(name: str, depth: int) -> dict[str, float]:
    """Return what each move of a preset is worth, searched to a depth."""
    root = searched(name, "star1", 1).root
    return {
        word: round(summary(searched(name, "star1", depth - 1, word))["value"], 9) if depth > 1
        else GAME.evaluations["race"](root.play(move), root.play(move).outcome())
        for move, word in ((move, root.name(move)) for move in root.moves())
    }  # fmt: skip


@pytest.mark.parametrize(
    ("preset", "what"), [(preset, what) for preset in GAME.presets for what in ("expectiminimax", "star1")]
)
def test_counts_are_measured(preset: Preset, what: str) -> None:
    """Every count of a preset is the nodes of that search, which finds the preset's value."""
    found = summary(searched(preset.name, what, int(preset.counts["depth"])))
    assert (found["nodes"], found["complete"]) == (preset.counts[what], True)
    assert found["value"] == pytest.approx(preset.counts["value"])


def test_opening() -> None:
    """It is the first position of the game."""
    assert searched("opening", "star1", 1).root.text() == GAME.start({}).text()


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
    scored = len(searched("ordering-helps", "star1", 7, ordering="scored").trace)
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
