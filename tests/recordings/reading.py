"""Recordings that tests write down as a table: events, then what must hold of them; and what
holds of all.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from visualizer.apps.cli.search_commands import recording_lines_of
from visualizer.apps.tui.scene import Scene
from visualizer.apps.tui.views import views
from visualizer.explaining.explanation.explainer import describe_node, explain
from visualizer.explaining.explanation.naming import Naming
from visualizer.searching.events.replay import GAME_OVER_TAG
from visualizer.searching.recipe import recipe_of_recording
from visualizer.searching.run import Run
from visualizer.trace.held import TracePrefix
from visualizer.trace.tree_at_step import TreeAtStep

Event = dict[str, Any]
SECONDS = count()


@cache
def recordings() -> dict[str, list[str]]:
    """Return the lines of each recording by its name: events, which begin with a bracket, and
    facts.
    """
    text = Path(__file__).with_name("engines.txt").read_text(encoding="utf-8")
    sections = (section.splitlines() for section in text.removeprefix("# ").split("\n\n# "))
    return {name: lines for name, *lines in sections}


def facts_of(name: str) -> list[tuple[str, str]]:
    """Return what must hold of a recording: the kind of each fact, and its words."""
    facts = [line.partition(" ") for line in recordings()[name] if line[0] not in "{["]
    return [(kind, words) for kind, _, words in facts]


def text_of(name: str) -> str:
    """Return the events of the first recording whose name begins so."""
    found = next(each for each in recordings() if each.startswith(name))
    return "\n".join(line for line in recordings()[found] if line[0] in "{[")


def read(folder: Path, events: str | Iterable[Event], name: str = "engine.jsonl") -> Run:
    """Return the finished run of events, written to a file."""
    file = folder / name
    if isinstance(events, str):
        text = events
    else:
        text = "\n".join(map(json.dumps, events))
    file.write_text(text, encoding="utf-8")
    os.utime(
        file, (0, next(SECONDS))
    )  # it is another than before, also to a disk whose clock is coarse
    return Run(recipe_of_recording(str(file))).finish()


def recorded(folder: Path, name: str) -> Run:
    """Return the finished run of the first recording whose name begins so."""
    if '"chess"' in text_of(name):
        pytest.importorskip("chess", reason="python-chess is not installed")
    return read(folder, text_of(name))


def sentences(run: Run) -> list[str]:
    """Return the sentence of each step."""
    return [explain(run, step) for step in range(run.trace.last_step + 1)]


def tagged(run: Run) -> list[int]:
    """Return the rows that are tagged as past the end of the game."""
    return [key // 2 for key, (tags, _) in run.trace.remarks.items() if GAME_OVER_TAG in tags]


def check_everywhere(run: Run, folder: Path) -> Run:
    """Explain and draw each step, hold a held run against the whole one; return what is read of
    what is written.
    """
    held = TracePrefix(run.trace)
    for step in range(run.trace.last_step + 1):
        tree = TreeAtStep(run.trace, step)
        assert explain(run, step)
        for view in views().values():
            view.draw(Scene(run, step), 80, 24)
        if tree.current is not None:
            path = run.path(tree.current)
            assert describe_node(Naming(run, tree), tree.current)
            assert len(run.names(path)) == len(path)
            assert {*map(run.trace.move, tree.children(tree.current))} <= {*run.order(path, tree)}
        held.grow(step)
        one = TreeAtStep(held.trace, step)
        assert [one.bound_and_value(row) for row in range(one.visits)] == [
            tree.bound_and_value(row) for row in range(tree.visits)
        ]
        assert [one.stand_pat_value(row) for row in range(one.visits)] == [
            tree.stand_pat_value(row) for row in range(tree.visits)
        ]
    again = read(folder, "\n".join(recording_lines_of(run)), "again.jsonl")
    assert bytes(again.trace.rows) == bytes(run.trace.rows)
    assert again.trace.stand_pat_values == run.trace.stand_pat_values
    assert tagged(again) == tagged(run)
    return again
