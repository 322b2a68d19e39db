"""A new kind of question is one class and a line in a table: practice, line mode, scripts and
homework have it.
"""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Sequence

import pytest

from tests.rights import right_of
from visualizer.apps.dialogue.practising import PracticeLines
from visualizer.apps.tui.practice_screens.paper import SheetOnPaper
from visualizer.publish.homework import page_data
from visualizer.searching.recipe import PositionSpec
from visualizer.teach.fields import TreeField
from visualizer.teach.question import AnswerState, AskedField, Clue
from visualizer.teach.reasons import FIELD_KINDS
from visualizer.teach.rules import EXERCISE_LEVELS, ExerciseLevel, ExerciseRules
from visualizer.teach.sheet import FillIn, Sheet
from visualizer.teach.tasks import Practice, PracticeTask

TREE = PositionSpec("tree", "[[3,12,8],[2,4,6],[14,5,2]]")


class Tried(TreeField):
    """How many children of a node are visited."""

    key = "tried"
    name = "the number"
    label = "the number of {at}"
    prompt = "How many branches of {} are visited?"
    rule = "A cut leaves out what is left."
    sign = "#"

    def answer(self) -> float:
        """Count them."""
        return len(self.tree.children(self.naming.node(self.path)))

    def clues(self) -> Sequence[Clue]:
        """Return what they have returned."""
        return self.values_of(self.path)

    def why(self) -> str:
        """Say how many they are."""
        return f"It visits {self.answer():g}."


def test_a_new_kind_works_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is asked, drawn, judged in steps, shown by ear and known to the page."""
    monkeypatch.setitem(FIELD_KINDS, "tried", Tried)
    monkeypatch.setitem(EXERCISE_LEVELS, "tries", ExerciseLevel(("tried",)))
    exercise = FillIn(TREE, ExerciseRules(level="tries"))
    field = AskedField((1,), "tried")

    assert right_of(exercise, field) == 1
    assert exercise.asked[field].judge(3).why == "It visits 1."
    asked = exercise.asked[field]
    assert [asked.judge(3, AnswerState(tries)).why for tries in (1, 2)] == [
        Tried.rule,
        "The leaves there are 2, 4 and 6.",
    ]
    sheet = Sheet(exercise)
    sheet.write(field, "3")
    assert sheet.check().wrong == (field,)
    assert sheet.marks[field].why == f"You wrote 3 for the number at C. {Tried.rule}"
    drawn = [
        "".join(text for text, _ in line) for line in SheetOnPaper(sheet, field, 100, 20).lines
    ]
    assert sum(line.count("#") for line in drawn) == 4
    said: list[str] = []
    task = PracticeTask("a tree", "", TREE, "tries")
    PracticeLines(Practice(lambda number: None if number else task), said.append).carry_out(
        ["3", "show"]
    )
    assert any("How many branches of the root are visited?" in words for words in said)
    page = page_data([("line 1", exercise)])
    assert [kind["key"] for kind in page["kinds"]] == ["tried"]
    assert "It visits 1." in b64decode(page["facts"]).decode()
