"""What `make run` opens."""

from __future__ import annotations

from visualizer.apps import demo
from visualizer.explaining.explanation.explainer import explain
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run


def test_it_opens_at_the_first_cut() -> None:
    """The step is that of the first cutoff, whose sentence is shown."""
    run = Run(
        Recipe(PositionSpec(demo.DEMO_GAME, demo.DEMO_PRESET), SearchSpec(demo.DEMO_ALGORITHM))
    ).finish()

    assert explain(run, demo.first_cut()).startswith("Cut ")
    assert not any(explain(run, step).startswith("Cut ") for step in range(demo.first_cut()))
