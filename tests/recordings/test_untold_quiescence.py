"""How many moves an engine would have tried in quiescence is not known from the rules, and nothing is claimed of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from visualizer.apps.tui.scene import Scene
from visualizer.apps.tui.views import views
from visualizer.explaining.explanation.explainer import explain
from visualizer.explaining.measures.summary import summary
from visualizer.searching.recipe import recipe_of_recording
from visualizer.searching.run import Run
from visualizer.trace.tree_at_step import TreeAtStep

Event = dict[str, Any]


def run_of(tmp_path: Path, beside: Event, *, stands: bool) -> Run:
    """Return the run of a search whose second visit tells this beside its entry, tries one move of six, and is cut."""
    events: list[Event] = [
        {"search": "quiescence", "game": "tictactoe", "position": "XO-------"},
        {"enter": None, "max": True},
        {"enter": "c1", "max": False, "alpha": 5, **beside},
        *([{"stand": 9}] if stands else []),
        {"leaf": "b2", "value": 4},
        {"leave": 4, "cut": True},
        {"leave": 4},
    ]
    file = tmp_path / "engine.jsonl"
    file.write_text("".join(f"{json.dumps(each)}\n" for each in events), encoding="utf-8")
    return Run(recipe_of_recording(str(file))).finish()


@pytest.mark.parametrize(
    ("beside", "stands", "pruned"),
    [
        ({}, False, 5),
        ({"depth": 1}, False, 5),
        ({"depth": 0}, False, None),
        ({"depth": -2}, False, None),
        ({}, True, None),
        ({"depth": 0, "children": 3}, True, 2),
    ],
)
def test_what_is_skipped_is_counted_where_it_is_known(
    beside: Event, stands: bool, pruned: int | None, tmp_path: Path
) -> None:
    """Where one may stand pat, or no plies are left, only `children` says how many moves would have been tried."""
    run = run_of(tmp_path, beside, stands=stands)
    assert summary(run)["pruned"] == pruned and summary(run)["cutoffs"] == 1
    cut, tree = explain(run, 4), TreeAtStep(run.trace, 4)
    assert ("moves there are skipped" in cut) is (pruned is not None)
    if "children" not in beside:
        assert len(run.order(run.path(1), tree)) == (6 if pruned else 1)
    for step in range(run.trace.last_step + 1):
        for view in views().values():
            view.draw(Scene(run, step), 100, 24)


def test_what_was_never_tried_has_no_siblings(tmp_path: Path) -> None:
    """A move that would have been legal there may be looked at; it stands beside none of those that were tried."""
    run = run_of(tmp_path, {"depth": 0}, stands=True)
    path = run.path(1)
    never = next(move for move in range(len(run.choices(path))) if (*path, move) != run.path(2))
    for selected in ((*path, never), run.path(2)):
        scene = Scene(run, 4, selected)
        assert scene.sibling(1) == scene.sibling(-1) == selected
        for view in views().values():
            view.draw(scene, 100, 24)
