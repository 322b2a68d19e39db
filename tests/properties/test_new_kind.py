"""A new kind of question is one value and a line in a table: practice, line mode, scripts and homework have it."""

from __future__ import annotations

from base64 import b64decode

import pytest

from tests.rights import right_of
from visualizer.apps.dialogue.practising import PracticeLines
from visualizer.apps.tui.practice_screens.paper import Paper
from visualizer.draw.publishing.homework import page_data
from visualizer.explaining.explanation.naming import Naming
from visualizer.searching.recipe import PositionSpec
from visualizer.teach.exercises.fields import KINDS, FieldKind, values_of
from visualizer.teach.exercises.question import AskedField
from visualizer.teach.exercises.rules import LEVELS, Level, Rules
from visualizer.teach.exercises.sheet import Exercise, Sheet
from visualizer.teach.exercises.tasks import Practice, PracticeTask
from visualizer.trace.rows import MovePath

TREE = PositionSpec("tree", "[[3,12,8],[2,4,6],[14,5,2]]")


def visited(naming: Naming, path: MovePath) -> float:
    """Return how many children of a node are visited."""
    node = naming.tree.node_at(path)
    assert node is not None
    return len(naming.tree.children(node))


TRIED = FieldKind(
    "tried", "the number", "How many branches of {} are visited?", "A cut leaves out what is left.", visited, values_of,
    lambda naming, path: f"It visits {visited(naming, path):g}.", sign="#",
)  # fmt: skip


def test_a_new_kind_works_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is asked, drawn, judged in steps, shown by ear and known to the page."""
    monkeypatch.setitem(KINDS, "tried", TRIED)
    monkeypatch.setitem(LEVELS, "tries", Level(("tried",)))
    exercise = Exercise(TREE, Rules(level="tries"))
    field = AskedField((1,), "tried")
    assert right_of(exercise, field) == 1 and exercise.asked[field].judge(3).why == "It visits 1."
    asked = exercise.asked[field]
    assert [asked.judge(3, tries).why for tries in (1, 2)] == [
        TRIED.rule,
        "The leaves there are 2, 4 and 6.",
    ]
    sheet = Sheet(exercise)
    sheet.write(field, "3")
    assert sheet.check().wrong == (field,)
    assert sheet.marks[field].why == f"You wrote 3 for the number at C. {TRIED.rule}"
    drawn = ["".join(text for text, _ in line) for line in Paper(sheet, field, 100, 20).lines]
    assert sum(line.count("#") for line in drawn) == 4
    said: list[str] = []
    task = PracticeTask("a tree", "", TREE, "tries")
    PracticeLines(Practice(lambda number: None if number else task), said.append).hold(["3", "show"])
    assert any("How many branches of the root are visited?" in words for words in said)
    page = page_data([("line 1", exercise)])
    assert [kind["key"] for kind in page["kinds"]] == ["tried"] and "It visits 1." in b64decode(page["facts"]).decode()
