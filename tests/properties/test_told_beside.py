"""What engines tell beside moves, windows and values is compared: a change of one number is
named at its visit.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.few import one_in
from tests.oracles.engine import told
from visualizer.explaining.comparison.parting import Divergence, SameVisits, find_divergences
from visualizer.explaining.comparison.parting_words import (
    divergence_sentences,
    divergences_as_object,
)
from visualizer.searching.recipe import recipe_of_recording
from visualizer.searching.run import Run

NAMES = ("depth", "reduced", "extended", "stand", "visits", "prior")
Event = dict[str, Any]


def engine(seed: int) -> list[Event]:
    """Return the events of an engine that reduces, extends and stands pat, with depths and more
    at each visit.
    """
    dice = Random(seed)
    events = [json.loads(line) for line in told(seed)[2].splitlines()]
    for event in events:
        if is_visit(event):
            event |= {
                "depth": dice.randint(-2, 9),
                "visits": dice.randint(0, 99),
                "prior": dice.randint(0, 16) / 16,
            }
            event |= {
                name: dice.randint(1, 3) for name in ("reduced", "extended") if dice.random() < 0.2
            }
    return events


def is_visit(event: Event) -> bool:
    """Return whether a visit begins."""
    return "enter" in event or "leaf" in event


def run_of(tmp_path: Path, name: str, events: list[Event]) -> Run:
    """Return the run of a file of events, played back to its end."""
    file = tmp_path / f"{name}.jsonl"
    file.write_text("".join(f"{json.dumps(each)}\n" for each in events), encoding="utf-8")
    return Run(recipe_of_recording(str(file))).finish()


def changed(dice: Random, events: list[Event], name: str) -> tuple[list[Event], int]:
    """Return the events with another number by a name at one visit, and the number of the visit."""
    of_any_visit = name in ("reduced", "extended")
    places = [
        place
        for place, event in enumerate(events)
        if (is_visit(event) if of_any_visit else name in event)
    ]
    place = dice.choice(places)
    visit = sum(map(is_visit, events[: place + 1]))
    new = {**events[place], name: events[place].get(name, 0) + (0.5 if name == "prior" else 1)}
    return [*events[:place], new, *events[place + 1 :]], visit


def compared(one: Run, other: Run) -> list[Divergence]:
    """Return where two runs part."""
    return [*find_divergences(one.trace, other.trace)]


@pytest.mark.parametrize("seed", one_in(6, range(18)))
def test_one_number_changed_is_the_one_part(tmp_path: Path, seed: int) -> None:
    """At the visit of which it is told, by its name, with both numbers; the rest is the same."""
    dice = Random(seed)
    events = engine(seed)
    right = run_of(tmp_path, "right", events)

    assert compared(right, run_of(tmp_path, "same", events)) == []
    for name in NAMES:
        other, visit = changed(dice, events, name)
        wrong = run_of(tmp_path, "wrong", other)
        found = compared(right, wrong)

        assert [(part.field, part.visits, part.at_end) for part in found] == [
            (name, (visit, visit), False)
        ]
        said = divergences_as_object(found, (right, wrong))["parts"][0]
        assert abs(said["a"] - said["b"]) == (0.5 if name == "prior" else 1)
        assert said["steps"] == [right.trace.enter_step(visit - 1)] * 2


@pytest.mark.parametrize("name", [name for name in NAMES if name != "stand"])
def test_what_only_one_tells_is_no_part(tmp_path: Path, name: str) -> None:
    """It is said that this was not compared."""
    events = engine(4)
    without = [{key: each[key] for key in each if key != name} for each in events]
    runs = run_of(tmp_path, "one", events), run_of(tmp_path, "other", without)

    assert compared(*runs) == []
    assert divergences_as_object([], runs)["not_compared"] == [[name], []]
    assert "Not compared, because only one has it: " in next(
        divergence_sentences([], runs, ("one", "other"))
    )


def test_standing_pat_in_one_of_two_is_a_part(tmp_path: Path) -> None:
    """Where both tell of it elsewhere, also at a visit of which nothing else is told."""
    end: list[Event] = [
        {"leaf": "b", "value": 2},
        {"leave": 2},
        {"leave": 2},
    ]
    for beside in ({}, {"depth": 2}):
        begin: list[Event] = [
            {"search": "engine"},
            {
                "enter": None,
                "max": True,
                **beside,
            },
            {"stand": 3},
        ]
        inner = {
            "enter": "a",
            "max": False,
            **beside,
        }
        one = run_of(tmp_path, "one", [*begin, inner, {"stand": 3}, *end])
        other = run_of(tmp_path, "other", [*begin, inner, *end])
        found = compared(one, other)

        assert [*divergence_sentences(found, (one, other), ("one", "other"))] == [
            (
                "The first difference is at visit 2 (step 2): at a, "
                "one values standing pat at 3, but other does not stand pat."
            )
        ]
        assert divergences_as_object(found, (one, other))["parts"][0]["b"] is None


def test_a_depth_that_only_one_tells_somewhere_is_no_part(tmp_path: Path) -> None:
    """Though both tell depths."""
    files: list[list[Event]] = [
        [
            {"search": "engine"},
            {
                "enter": None,
                "max": True,
                "depth": 1,
            },
            {
                "leaf": "a",
                "value": 2,
                **beside,
            },
            {"leave": 2},
        ]
        for beside in ({}, {"depth": 0})
    ]
    one, other = (run_of(tmp_path, "file", file) for file in files)

    assert compared(one, other) == []


def test_what_is_the_same_is_passed_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whole subtrees, though much is told beside: the passes are compared, and nothing below."""
    events = engine(3)
    asked = list[int]()
    below = SameVisits.are_equal_subtrees

    def counted(self: SameVisits, *rows: int) -> bool:
        asked.append(rows[0])
        return below(self, *rows)

    monkeypatch.setattr(SameVisits, "are_equal_subtrees", counted)
    runs = run_of(tmp_path, "one", events), run_of(tmp_path, "other", events)

    assert compared(*runs) == []
    assert len(asked) == len(runs[0].trace.roots()) < len(runs[0].trace) // 20
