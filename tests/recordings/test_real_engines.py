"""Searches of engines that others wrote are read as the engines have counted them."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from visualizer.apps.cli.search_commands import recording_lines_of
from visualizer.apps.tui.scene import Scene
from visualizer.apps.tui.views import views
from visualizer.explaining.comparison.lint import findings_in_run
from visualizer.explaining.comparison.parting import find_divergences
from visualizer.explaining.explanation.explainer import explain
from visualizer.explaining.measures.summary import results_of_passes, summary
from visualizer.searching.recipe import recipe_of_recording
from visualizer.searching.run import Run
from visualizer.trace.tree_at_step import TreeAtStep

FOLDER = Path(__file__).parents[1] / "data" / "engines"
FACTS: dict[str, dict[str, Any]] = tomllib.loads(
    (FOLDER / "facts.toml").read_text(encoding="utf-8")
)
each_engine = pytest.mark.parametrize("name", FACTS)


@cache
def run_of(name: str) -> Run:
    """Return a recorded search, played back to its end."""
    return Run(recipe_of_recording(str(FOLDER / f"{name}.jsonl.gz"))).finish()


@each_engine
def test_it_is_counted_as_the_engine_did(name: str) -> None:
    """Visits, those in probes too, answers of a table, probes, extensions, passes, and what the
    engine answers.
    """
    run = run_of(name)
    found = summary(run)
    said = run.trace.engine_notes
    facts = FACTS[name]
    counted = {
        "visits": found["nodes"] + found["probe_nodes"],
        "probes": len(said.probes),
        "tables": found["table_hits"],
        "extensions": sum("extended" in plan for plan in said.entry_notes.values()),
        "passes": found["passes"],
        "result": found["result"] * (1 if run.root.maximizing else -1),
        "best": found["result_best_move"],
    }

    assert {key: counted[key] for key in facts} == facts
    assert found["complete"]
    assert sum(each.nodes for each in results_of_passes(TreeAtStep(run.trace))) == found["nodes"]


@each_engine
def test_nothing_in_it_is_doubted_and_all_is_said_and_drawn(name: str) -> None:
    """The engines are right; steps from all over the search have a sentence and a picture in
    every view.
    """
    run = run_of(name)

    assert [*findings_in_run(run)] == []
    last = run.trace.last_step
    for step in {0, last, *range(0, last, 1 + last // 12)}:
        assert explain(run, step)
        for view in views().values():
            view.draw(Scene(run, step), 80, 24)


@each_engine
def test_it_is_written_as_it_was_read(name: str, tmp_path: Path) -> None:
    """`--events` tells the same again: nowhere do the two part."""
    run = run_of(name)
    file = tmp_path / "again.jsonl"
    file.write_text("".join(f"{line}\n" for line in recording_lines_of(run)), encoding="utf-8")
    again = Run(recipe_of_recording(str(file))).finish()

    assert [*find_divergences(run.trace, again.trace)] == []
    assert bytes(run.trace.rows) == bytes(again.trace.rows)
    assert summary(again)["probe_nodes"] == summary(run)["probe_nodes"]
