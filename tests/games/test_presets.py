"""The presets of games: each is canonical, and every count that it tells is measured."""

from __future__ import annotations

import pytest

import games
from games import Preset
from tests.few import one_in
from tests.games.reading import loaded, position_of
from visualizer.explaining.explanation.explainer import explain
from visualizer.explaining.measures.proof_tree import minimum
from visualizer.explaining.measures.summary import summary
from visualizer.searching.lookup import default_as_typed
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run

MEASURED = {
    "connect-four": (65_000, 3),
    "einstein": (65_000, 3),
    "hex": (50_000, 3),
    "italian-draughts": (13_000, 1),
    "kalah": (20_000, 1),
    "othello": (5_000, 1),
    "chess": (20_000, 1),
    "tak": (6_000, 6),
    "tictactoe": (20_000, 1),
}
"""Larger counts are slow, and of the others one in so many is tried usually."""
MANY = 70_000
"""The nodes that a default search stays below."""


def presets_of(*names: str) -> list[object]:
    """List the presets of games."""
    return [
        pytest.param(name, each, id=f"{name} {each.name}")
        for name in names
        for each in games.load_game(name).presets
    ]


def counts_of(name: str) -> list[object]:
    """List what a game's presets say of numbers of nodes."""
    quick, part = MEASURED[name]
    return one_in(
        part,
        [
            pytest.param(
                name,
                preset,
                what,
                marks=[pytest.mark.slow] * (largest > quick),
                id=f"{name} {preset.name} {what}",
            )
            for preset in games.load_game(name).presets
            for what in preset.counts
            for largest in [preset.counts["minimax" if what == "minimum" else what]]
            if what not in ("depth", "value")
        ],
    )


def searched(
    name: str,
    preset: str,
    algorithm: str,
    ordering: str | None,
    depth: int | str,
) -> Run:
    """Search a preset to its end."""
    search = SearchSpec(
        algorithm,
        ordering,
        depth=depth,
        max_nodes=3_000_000,
    )
    return Run(Recipe(PositionSpec(name, preset), search)).finish()


@pytest.mark.parametrize(("name", "preset"), presets_of(*MEASURED))
def test_a_preset_is_canonical(name: str, preset: Preset) -> None:
    """It is an unfinished position in its canonical notation, with a sentence that fits on a
    line.
    """
    position = position_of(" ".join([name, *map("=".join, preset.settings.items())]), preset.text)

    assert position.text() == preset.text
    assert position.outcome() is None
    assert 0 < len(preset.about) <= 115


@pytest.mark.parametrize(
    ("name", "preset", "what"), [each for name in MEASURED for each in counts_of(name)]
)
def test_counts_are_measured(name: str, preset: Preset, what: str) -> None:
    """Every count is the nodes of that search, which finds the preset's value; the least is that
    of any order.
    """
    orderings = {*loaded(name).orderings, "reverse"}
    depth = int(preset.counts["depth"]) if "depth" in preset.counts else "all"
    ordering = what if what in orderings else None
    if what == "minimum":
        algorithm = "minimax"
    elif ordering:
        algorithm = "alpha-beta"
    else:
        algorithm = what
    run = searched(name, preset.name, algorithm, ordering, depth)
    found = summary(run)
    if what == "minimum":
        least = minimum(run.trace)
    else:
        least = None

    assert (found["nodes"] if least is None else least.nodes) == preset.counts[what]
    assert found["value"] == pytest.approx(preset.counts["value"])
    assert found["complete"]


@pytest.mark.parametrize(("name", "preset"), presets_of("connect-four", "hex"))
def test_the_default_search_is_quick(name: str, preset: Preset) -> None:
    """Whoever opens a preset does not wait."""
    assert (
        summary(Run(Recipe(PositionSpec(name, preset.name), SearchSpec())).finish())["nodes"] < MANY
    )


@pytest.mark.parametrize(
    "name", ["connect-four", "einstein", "hex", "italian-draughts", "kalah", "othello"]
)
def test_the_first_preset_is_the_first_position(name: str) -> None:
    """What a game opens with is its beginning, searched as deep as the preset says."""
    game = games.load_game(name)
    algorithm = "star1" if name == "einstein" else "alpha-beta"
    run = Run(Recipe(PositionSpec(name), SearchSpec(algorithm))).finish()
    first = game.presets[0]

    assert first.name == "opening"
    assert run.root.text() == first.text
    assert len(run.trace) == first.counts[algorithm]


@pytest.mark.parametrize(
    "name", ["connect-four", "hex", "italian-draughts", "kalah", "othello", "tak", "tictactoe"]
)
def test_a_game_opens_with_something_to_see(name: str) -> None:
    """The search of a game with all defaults is small, finds a best move, and does not end with
    nothing decided.
    """
    run = Run(Recipe(PositionSpec(name), SearchSpec())).finish()
    found = summary(run)

    assert found["complete"]
    assert found["best_move"]
    assert found["nodes"] < 20_000
    assert "undecided" not in explain(run, run.trace.last_step)


def test_a_presets_evaluation_is_its_default() -> None:
    """A preset with an evaluation of its own is searched by it, named or not; other positions
    are not.
    """
    empty = "...../...../...../...../..... b"
    asked = {
        None: "distance",
        "opening": "distance",
        empty: "result",
        "ordering-helps": "result",
    }
    for position, evaluation in asked.items():
        where = PositionSpec("hex", position)

        assert Run(Recipe(where, SearchSpec())).recipe.search.evaluation == evaluation
        assert default_as_typed("evaluation", where, "alpha-beta", {}) == evaluation

    assert (
        Run(Recipe(PositionSpec("hex"), SearchSpec(evaluation="result"))).recipe.search.evaluation
        == "result"
    )
