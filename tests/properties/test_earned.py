"""After a first and a second wrong answer a reason gives nothing away that is still to be found out."""

from __future__ import annotations

import random
import re
from collections.abc import Collection, Iterator

import pytest

from tests.rights import right_of
from tests.trees import notation, random_tree
from visualizer.explanation import lessons
from visualizer.explanation.naming import capital
from visualizer.explanation.predicting.kinds import questions_at
from visualizer.explanation.questions.exercise import Exercise, has_chance
from visualizer.explanation.questions.kinds import KINDS, LEVELS
from visualizer.explanation.questions.question import PLACE, RULE, AskedField, Given, read_number
from visualizer.explanation.questions.sheet import Sheet
from visualizer.explanation.tasks import COURSE
from visualizer.look.numbers import show
from visualizer.recipe import PositionSpec

NUMBER = re.compile(r"[−+-]?(?:∞|\d+(?:,\d{3})*(?:\.\d+)?)")
NAMES = re.compile(r"[Bb]ranch [\d.]*\d")
RULES = ((">=", "soft"), (">", "soft"), (">=", "hard"))
SHAPES = ((4, 3, -99, 99), (3, 4, 100, 999), (2, 5, 0, 9), (6, 2, -2, 2))
"""Plies, most children, least and greatest leaf."""


def may_be_named(exercise: Exercise, field: AskedField, known: set[AskedField]) -> set[str]:
    """Return the numbers that a reason may have: of leaves directly below the node, and of what is known."""
    run, found = (
        exercise.run,
        {show(right_of(exercise, each)) for each in known if each.kind not in ("pruned", "again")},
    )
    if run.is_inner(field.path):
        found |= {show(run.evaluated(path)) for path in run.below(field.path) if not run.is_inner(path)}
    return found


def names_skipped(why: str, known: Collection[str]) -> set[str]:
    """Return the nodes of which a reason says that they are skipped, but for those of which it is known."""
    said = {*re.findall(r"(?:^|(?<!it); )((?:[Bb]ranch )?[\w.]+) is skipped", why)}
    return said - {name for each in known for name in (each, each.capitalize())}


@pytest.mark.parametrize("count", [30, pytest.param(10_000, marks=pytest.mark.slow)])
def test_a_reason_names_nothing_that_is_open(count: int) -> None:
    """No value but those of leaves below the node and of answers that were right, and no open child as skipped."""
    dice, wheres = random.Random(count), 0
    for number in range(count):
        plies, widest, low, high = SHAPES[number % len(SHAPES)]
        tree = [random_tree(10 * number + place, plies - 1, widest, low, high) for place in range(widest)]
        cut, fail = dice.choice(RULES)
        exercise = Exercise(PositionSpec("tree", notation(tree, dice.random() < 0.5)), level=dice.choice([*LEVELS]),
                            cut=cut, fail=fail)  # fmt: skip
        known = set(dice.sample([*exercise.asked], dice.randint(0, len(exercise.asked))))
        skipped = {exercise.naming.at(each.path) for each in known if each.kind == "pruned"}
        for field in exercise.asked:
            allowed = may_be_named(exercise, field, known)
            right = right_of(exercise, field)
            given = (True, False) if isinstance(right, bool) else (12345, show(right))
            for answer in (*given, *([f"≤{given[1]}", f">={given[1]}"] if field.kind == "value" else [])):
                for tries in (RULE, PLACE):
                    why = exercise.asked[field].judge(answer, tries, known - {field}).why
                    assert {*NUMBER.findall(NAMES.sub("", why))} <= allowed, (why, tree, field)
                    assert not names_skipped(why, skipped)
                    wheres += "worked out yet" in why
    assert wheres > count


def test_the_steps_of_a_reason() -> None:
    """The rule, then where to look as far as it is known, then all; a right answer is told no more than its rule."""
    exercise = Exercise(PositionSpec("tree", "[[3,12,8],[2,4,6],[14,5,2]]"))
    root, below = AskedField((), "value"), [AskedField((place,), "value") for place in range(3)]
    told = [exercise.asked[root].judge(7, tries, known).why for tries, known in
            ((1, below), (2, ()), (2, below[1:2]), (2, below), (3, ()), (9, ()))]  # fmt: skip
    assert told[:4] == [
        "MAX takes the greatest of what is below it; what is skipped does not count.",
        "Work out B, C and D first.",
        "C has returned 2; B and D have not been worked out yet.",
        "B has returned 3; C has returned 2; D has returned 2.",
    ]
    assert told[4] == told[5] == exercise.asked[root].judge(7).why
    assert exercise.asked[below[1]].judge(7, 2).why == "The leaves there are 2, 4 and 6."
    assert exercise.asked[AskedField((1, 1), "pruned")].judge(False, 2).why == (
        "The leaf before it is in sight; α on entry to C and β on entry to C have not been worked out yet."
    )
    assert exercise.asked[root].judge(3, 1).right


def sheets(count: int) -> Iterator[Exercise]:
    """Yield the trees of the course without chance, at their own level and at all, and random ones."""
    for task in COURSE:
        for level in {task.level, "all", "windows"} - {"looks"} if not has_chance(task.where) else ():
            yield Exercise(task.where, level=level)
    dice = random.Random(count)
    for number in range(count):
        plies, widest, low, high = SHAPES[number % len(SHAPES)]
        tree = [random_tree(number * 10 + place, plies - 1, widest, low, high) for place in range(min(widest, 3))]
        cut, fail = dice.choice(RULES)
        where = PositionSpec("tree", notation(tree, dice.random() < 0.5))
        yield Exercise(where, level=dice.choice(("all", "values", "cuts", "windows")), cut=cut, fail=fail)


@pytest.mark.parametrize("count", [30, pytest.param(10_000, marks=pytest.mark.slow)])
def test_a_sheet_names_nothing_that_is_open(count: int) -> None:
    """All fields are filled in, some rightly, those of nodes that are never visited too, and checked twice."""
    dice, told = random.Random(1), set[str]()
    for exercise in sheets(count):
        sheet = Sheet(exercise)
        for field in sheet.fields:
            right = exercise.asked.get(field)
            if KINDS[field.kind].is_edge:
                if dice.random() < 0.4:
                    sheet.strike(field.path)
            elif dice.random() < 0.9:
                sheet.write(field, right.shown if right is not None and dice.random() < 0.3 else "12345")
        for _ in (RULE, PLACE):
            wrong = sheet.check().wrong
            known = {field for field, mark in sheet.marks.items() if mark.right}
            skipped = {exercise.naming.at(each.path) for each in known if each.kind == "pruned"}
            for field in wrong:
                why = sheet.marks[field].why
                struck = f"{capital(exercise.naming.with_number(field.path))} is struck. "
                why = why.removeprefix(struck)
                numbers = {*NUMBER.findall(NAMES.sub("", why))} - {"12345"}
                assert numbers <= may_be_named(exercise, field, known), (why, exercise.run.root.text(), field)
                assert not names_skipped(why, skipped) and "never visited" not in why, (why, field)
                told.add(why.partition(" ")[0])
            for field in wrong:
                if KINDS[field.kind].is_edge:
                    sheet.strike(field.path)
                    sheet.strike(field.path)
                else:
                    sheet.write(field, "12345")
    assert told >= {"You", "Look", "Work", "If"}


@pytest.mark.parametrize("number", lessons.numbers())
def test_a_lesson_gives_no_answer_away(number: int) -> None:
    """After one and two wrong answers to what a frame asks the right one is not named alone, if it was not before."""
    lesson, asked = lessons.lesson(number), 0
    for frame in lesson.frames:
        if frame.ask:
            (question,) = questions_at(lesson.run(frame.search), lesson.step(frame), lesson.asked(frame))
            seen = {*NUMBER.findall(question.told)}
            for wrong in set(question.offered) - {question.shown}:
                given = Given(float(read_number(wrong).answer) if question.is_number else wrong)
                for why in (question.judge(given, tries).why for tries in (RULE, PLACE)):
                    named = {*NUMBER.findall(why)} & {*question.offered}
                    if not question.is_number:
                        assert question.shown not in why, (why, question.asks)
                    elif question.shown in named - seen:
                        assert len(named) > 1, (why, question.asks)
            asked += 1
    assert asked >= 3
