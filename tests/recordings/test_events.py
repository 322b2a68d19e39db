"""A search written elsewhere: its file reads back as it was written, and what cannot be is
refused by its line.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.recordings.reading import read, recorded
from visualizer.apps.tui.cells.styled_lines import width_of
from visualizer.apps.tui.panes import panes
from visualizer.apps.tui.scene import Scene
from visualizer.apps.tui.screens.destinations import find_nodes
from visualizer.apps.tui.views import views
from visualizer.explaining.explanation.english.what_if import describe_pruned_children
from visualizer.explaining.explanation.explainer import explain
from visualizer.explaining.measures.graph import graph
from visualizer.explaining.measures.summary import summary
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.trace.tree_at_step import TreeAtStep


def test_tags_and_notes(tmp_path: Path) -> None:
    """Tags are known from their event on: in sentences, the graph, the counts, and where one
    looks for them.
    """
    run = recorded(tmp_path, "bot")

    assert explain(run, 2).endswith("Tagged hash move.")
    assert explain(run, 6).endswith("Tagged killer, reduced 2. Note: as in the other branch")
    before, after = (TreeAtStep(run.trace, step) for step in (6, 7))
    assert before.remark(1)[0] == ("hash move",)
    assert after.remark(1)[0] == ("hash move", "exact")
    assert before.tag_counts() == {
        "hash move": 1,
        "killer": 1,
        "reduced 2": 1,
        "exact": 0,
        "unlike its children": 0,
    }
    assert graph(run).nodes[3]["tags"] == "killer, reduced 2"
    assert find_nodes(Scene(run, run.trace.last_step), "killer") == [(0, 1)]


def test_the_command_that_does_the_same(tmp_path: Path) -> None:
    """The command that the explorer offers to copy names the file, which tells all the rest."""
    run = recorded(tmp_path, "bot")

    assert run.recipe.command("open") == f"visualizer open {tmp_path / 'engine.jsonl'}"
    limited = Recipe(run.recipe.where, SearchSpec(str(tmp_path / "engine.jsonl"), max_nodes=5))
    assert limited.command("search").endswith("engine.jsonl --max-nodes 5")


def test_tags_on_the_screen(tmp_path: Path) -> None:
    """A tag stands beside its move, and with its number among the counts, in a style of its own."""
    scene = Scene(recorded(tmp_path, "bot"), 7)
    lines = views()["columns"].draw(scene, 160, 20).lines
    styled = {(text, style.partition("+")[0]) for line in lines for text, style in line}

    assert (" hash move", "tag-1") in styled
    counted = [part for line in panes()["counts"].draw(scene, 32, 4).lines for part in line]
    assert [part for part in counted if part[1].startswith("tag-")] == [
        ("hash move 1", "tag-1"),
        ("killer 1", "tag-2"),
        ("reduced 2 1", "tag-3"),
        ("exact 1", "tag-4"),
        ("unlike its children 0", "tag-1"),
    ]
    assert all(width_of(line) <= 32 for line in panes()["counts"].draw(scene, 32, 9).lines)


def test_nothing_is_made_up_of_what_was_pruned(tmp_path: Path) -> None:
    """Of children that a search written elsewhere has left out nothing is worked out: their
    values are not known.
    """
    assert describe_pruned_children(recorded(tmp_path, "bot"), 10) == ""


def test_a_value_that_is_not_its_childrens(tmp_path: Path) -> None:
    """A value that is neither the best of the children's nor that clipped to the window is
    tagged, not refused.
    """
    run = recorded(tmp_path, "bot")
    tagged = [
        row
        for row in range(len(run.trace))
        if "unlike its children" in TreeAtStep(run.trace, 99).remark(row)[0]
    ]

    assert [run.names(run.path(row)) for row in tagged] == [["c"]]


def example() -> str:
    """Return the program in docs/bots.md."""
    text = (Path(__file__).parents[2] / "docs" / "bots.md").read_text(encoding="utf-8")
    found = re.search(r"<!-- example: bot\.js -->\n```js\n(.*?)```", text, re.DOTALL)
    assert found is not None
    return found[1]


@pytest.mark.skipif(shutil.which("node") is None, reason="Node.js is not installed")
def test_the_example_runs(tmp_path: Path) -> None:
    """The bot of docs/bots.md finds in its tree what alpha-beta finds, with the same cutoff."""
    (tmp_path / "bot.js").write_text(example(), encoding="utf-8")
    lines = subprocess.run(
        ["node", "bot.js"], cwd=tmp_path, capture_output=True, text=True, check=True
    ).stdout.splitlines()

    assert all(isinstance(json.loads(line), dict) for line in lines)
    found = summary(read(tmp_path, "\n".join(lines)))
    ours = summary(Run(Recipe(PositionSpec("tree"), SearchSpec())).finish())
    keys = ("value", "best_move", "principal_variation", "nodes", "leaves", "cutoffs", "pruned")
    assert {key: found[key] for key in keys} == {key: ours[key] for key in keys}


def test_files_of_one_tree_share_their_labels(tmp_path: Path) -> None:
    """Labels that two files have are the same moves, whichever was looked at first."""
    leaves = ['{"leaf": "a", "value": 1}', '{"leaf": "b", "value": 2}']
    files = list[str]()
    for order in (leaves, leaves[::-1]):
        file = tmp_path / f"{len(files)}.jsonl"
        lines = [
            '{"search": "my bot"}',
            '{"enter": null, "max": true, "children": 2}',
            *order,
            '{"leave": 2}',
        ]
        file.write_text("\n".join(lines), encoding="utf-8")
        files.append(str(file))
    runs = [
        Run(Recipe(PositionSpec("|".join(files)), SearchSpec(file, depth="all"))).finish()
        for file in files
    ]

    assert [summary(run)["best_move"] for run in runs] == ["b", "b"]
    assert len({TreeAtStep(run.trace, 9).result().line[0] for run in runs}) == 2
    assert len({run.path(TreeAtStep(run.trace, 9).result().line[0]) for run in runs}) == 1
