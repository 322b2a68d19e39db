"""What real engines tell loosely is no error: empty passes, no captures, a second search, null moves among labels."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from visualizer.apps.cli.search_commands import event_lines
from visualizer.apps.tui.scene import Scene
from visualizer.apps.tui.views import views
from visualizer.explaining.explanation.explainer import explain
from visualizer.explaining.measures.summary import summary
from visualizer.searching.recipe import recipe_of_recording
from visualizer.searching.run import Run
from visualizer.support.errors import InputError

Event = dict[str, Any]
HEADER: Event = {"search": "engine"}
LEAF: Event = {"leaf": None, "value": 1}


def run_of(tmp_path: Path, events: list[Event]) -> Run:
    """Return the run of some events, finished."""
    file = tmp_path / "engine.jsonl"
    file.write_text("".join(f"{json.dumps(each)}\n" for each in events), encoding="utf-8")
    return Run(recipe_of_recording(str(file))).finish()


def checked(run: Run, tmp_path: Path) -> Run:
    """Explain and draw each step of a run, and read what is written of it."""
    for step in range(run.trace.last_step + 1):
        assert explain(run, step)
        for view in views().values():
            view.draw(Scene(run, step), 80, 24)
    again = run_of(tmp_path, [json.loads(line) for line in event_lines(run)])
    assert bytes(again.trace.rows) == bytes(run.trace.rows)
    return run


def begun(name: str, **remark: Any) -> Event:
    """Return the event that begins a pass."""
    return {"pass": name, **remark}


def test_a_pass_without_a_visit_is_dropped(tmp_path: Path) -> None:
    """Where a helper keeps to a part that a pass has not, or time is up, it says nothing, and neither does its note."""
    events = [HEADER, begun("1"), begun("2", note="two"), LEAF, begun("3", note="three"), begun("4"), LEAF, begun("5")]
    run = run_of(tmp_path, [*events, {"result": 1}])
    assert run.trace.pass_names == ["2", "4"] and [*run.trace.pass_rows] == [0, 1]
    assert [note for _, note in run.trace.remarks.values()] == ["two"]
    assert summary(run)["complete"]
    checked(run, tmp_path)


def test_a_pass_that_is_begun_at_the_end_is_unfinished(tmp_path: Path) -> None:
    """Without a result behind it nobody knows whether it was to come."""
    run = run_of(tmp_path, [HEADER, begun("1"), LEAF, begun("2")])
    assert not summary(run)["complete"] and run.trace.pass_names == ["1", "2"]


@pytest.mark.parametrize("cut", [True, False])
def test_a_node_without_captures(cut: bool, tmp_path: Path) -> None:
    """Of quiescence `children` may be 0: the visit is a leaf, and no cutoff, whatever its window says."""
    events: list[Event] = [
        HEADER,
        {"enter": None, "max": True, "children": 2},
        {"enter": "a", "max": False, "children": 0, "alpha": 5},
        {"stand": 3},
        {"leave": 3, "cut": cut},
        {"leaf": "b", "value": 1},
        {"leave": 3},
    ]
    run = checked(run_of(tmp_path, events), tmp_path)
    found = summary(run)
    assert (found["leaves"], found["cutoffs"], found["pruned"], found["value"]) == (2, 0, 0, 3)
    events.insert(4, {"leaf": "c", "value": 2})
    with pytest.raises(InputError, match="line 5: a visit with 0 children, as announced in line 3, visits one more"):
        run_of(tmp_path, events)


def test_no_captures_and_a_null_move(tmp_path: Path) -> None:
    """A probe is none of its children, and may be all that a node without any looks at."""
    events: list[Event] = [
        HEADER,
        {"enter": None, "max": True},
        {"enter": "a", "max": False, "children": 0},
        {"leaf": "x", "value": 3, "probe": "null move"},
        {"leave": 3, "cut": True},
        {"leave": 3},
    ]
    run = checked(run_of(tmp_path, events), tmp_path)
    assert summary(run)["probe_nodes"] == 1


@pytest.mark.parametrize("ends", [True, False])
def test_a_second_search_is_said_and_not_read(ends: bool, tmp_path: Path) -> None:
    """An engine that is asked twice begins again with a first line; what comes before is shown as ever."""
    first: list[Event] = [HEADER, {"enter": None, "max": True}, {"leaf": "a", "value": 2}, {"leave": 2}]
    first = [*first, {"result": 2}] if ends else first[:-1]
    second: list[Event] = [{"search": "engine", "depth": 3}, {"unknown": 1}, LEAF]
    with pytest.warns(UserWarning, match=rf"line {len(first) + 1}: a second search begins here, but only the first"):
        run = run_of(tmp_path, [*first, *second])
    assert len(run.trace) == 2 and summary(run)["complete"] is ends


def test_a_null_move_among_labels(tmp_path: Path) -> None:
    """Where no game is known a turn may be passed that says that it is a probe; else it is a root too many."""
    events: list[Event] = [
        HEADER,
        {"enter": None, "max": True},
        {"enter": None, "max": False, "probe": "null move"},
        {"leaf": "x", "value": 1},
        {"leaf": "y", "value": 2},
        {"leave": 1},
        {"leaf": "a", "value": 4},
        {"leave": 4},
    ]
    run = checked(run_of(tmp_path, events), tmp_path)
    found = summary(run)
    assert (found["nodes"], found["probe_nodes"], found["principal_variation"]) == (2, 3, ["a"])
    assert run.names(run.path(3)) == ["--", "y"]
    assert "MAX passes" in explain(run, 2)
    del events[2]["probe"]
    with pytest.raises(InputError, match="line 3: null is the move of a root"):
        run_of(tmp_path, events)


@pytest.mark.parametrize("told", ["leave", "stand", "leaf"])
def test_the_same_position_once_more(told: str, tmp_path: Path) -> None:
    """Razoring into a quiescence that is left at once: it is the same side's turn, so nobody has passed."""
    here: dict[str, list[Event]] = {
        "leave": [{"enter": None, "max": False}, {"leave": 3}],
        "stand": [{"enter": None, "max": False}, {"stand": 3}, {"leave": 3}],
        "leaf": [{"leaf": None, "value": 3, "max": False}],
    }
    events: list[Event] = [
        {"search": "engine", "game": "othello"},
        {"enter": None, "max": True},
        {"enter": "d3", "max": False},
        *here[told],
        {"leave": 3},
        {"leave": 3},
    ]
    run = checked(run_of(tmp_path, events), tmp_path)
    assert run.position(run.path(2)).key() == run.position(run.path(1)).key()
    assert "he same position is searched once more" in explain(run, 3)
