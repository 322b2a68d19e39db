"""Trees to fill in: right answers are right, any other is wrong with a reason, and the course teaches what it says."""

from __future__ import annotations

import random
import re

import pytest

from tests.trees import random_tree
from visualizer.errors import InputError
from visualizer.explanation.course import COURSE, LESSONS, CourseTree
from visualizer.explanation.features import FEATURES, with_feature
from visualizer.explanation.practice import LEVELS, YES_OR_NO, Asked, Exercise, NodeQuestion
from visualizer.explanation.sheet import Sheet
from visualizer.explanation.tasks import COURSE_TASKS, Practice
from visualizer.recipe import Where
from visualizer.run import Run
from visualizer.trace.tree_at_step import TreeAtStep

RULES = ((">=", "soft"), (">", "soft"), (">=", "hard"))


def sheet_of(seed: int, level: str, cut: str, fail: str) -> Sheet:
    return Sheet(Exercise(Where("tree", str(random_tree(seed, 4, 3))), level=level, cut=cut, fail=fail))


def solve(sheet: Sheet) -> None:
    for asked in sheet.fields:
        sheet.show(asked)


@pytest.mark.parametrize("rules", RULES, ids=str)
@pytest.mark.parametrize("level", LEVELS)
def test_only_the_right_answers_are_right(level: str, rules: tuple[str, str]) -> None:
    """A sheet filled in rightly is solved; with any one field changed it is not, and the reason is about that field."""
    for seed in range(1, 8):
        sheet = sheet_of(seed, level, *rules)
        if not sheet.fields:
            continue
        solve(sheet)
        assert sheet.check().solved
        dice = random.Random(seed)
        for asked in dice.sample(sheet.fields, min(8, len(sheet.fields))):
            changed_is_wrong(sheet, asked)


def changed_is_wrong(sheet: Sheet, asked: NodeQuestion) -> None:
    """Change one field, check, and change it back."""
    visited, before = sheet.tree.node_at(asked.path) is not None, sheet.texts.get(asked, "")
    if asked.asked in YES_OR_NO:
        if sheet.tree.node_at(asked.path[:-1]) is None:  # nobody asks below a pruned node
            return
        sheet.strike(asked.path)
    else:
        sheet.write(asked, "77" if visited else "0")
    found = sheet.check()
    assert found.wrong == (asked,)
    why = sheet.marks[asked].why
    assert why.endswith((".", ")"))
    if not visited and asked.asked not in YES_OR_NO:
        assert "is never visited" in why and "Cut" in why
    if asked.asked in YES_OR_NO:
        sheet.strike(asked.path)
    else:
        sheet.write(asked, before)
    assert sheet.check().solved


def test_what_is_not_filled_in_is_missing_and_not_wrong() -> None:
    """An empty sheet has nothing wrong; an edge that is not struck counts once the value above it is written."""
    sheet = Sheet(Exercise(Where("tree", "[[3,12,8],[2,4,6],[14,5,2]]")))
    empty = sheet.check()
    assert not empty.wrong and empty.missing and not sheet.marks
    sheet.write(NodeQuestion((1,), Asked.VALUE), "2")
    found = sheet.check()
    assert [asked.path for asked in found.wrong] == [(1, 1), (1, 2)]
    assert "not struck. Cut at C" in sheet.marks[found.wrong[0]].why


def test_a_bound_with_a_sign_and_without_is_right_and_that_is_said() -> None:
    """At a node that was cut ≤2 and 2 are both right; elsewhere a sign is wrong."""
    sheet = Sheet(Exercise(Where("tree", "[[3,12,8],[2,4,6],[14,5,2]]")))
    value = NodeQuestion((1,), Asked.VALUE)
    for text, says in (("2", "2 is right, and so is ≤2"), ("<=2", "so it is a bound"), (">=2", "only a value")):
        sheet.write(value, text)
        sheet.check()
        assert says in sheet.marks[value].why
        assert sheet.marks[value].right == (text != ">=2")
    sheet.write(value, "many")
    sheet.check()
    assert sheet.marks[value].why.startswith("'many' is no number")


@pytest.mark.parametrize("each", COURSE, ids=lambda each: each.key)
def test_a_tree_of_the_course_teaches_what_it_says(each: CourseTree) -> None:
    """It has the features that it is for, and not those that would be in the way."""
    run = each.exercise("all").run
    assert [name for name in each.has if not FEATURES[name].is_in(run)] == []
    assert [name for name in each.lacks if FEATURES[name].is_in(run)] == []


def test_the_course_has_ten_lessons_and_the_better_order_skips_more() -> None:
    """All lessons are numbered; of the tree in two orders the second search is smaller and its leaves are the same."""
    assert LESSONS == 10 and [*dict.fromkeys(each.number for each in COURSE)] == [*range(1, 11)]
    worse, better = (each for each in COURSE if each.key.startswith("order"))
    assert sorted(re.findall(r"\d+", worse.tree)) == sorted(re.findall(r"\d+", better.tree))
    assert len(better.exercise().run.trace) < len(worse.exercise().run.trace)


def test_features_are_found_in_random_trees() -> None:
    """The tree found has the feature, no earlier seed has it; where none can have it, the sentence says so."""
    where = Where("tree", None, "", {"branching": "2-3", "depth": "4", "seed": "1"})
    for name, feature in FEATURES.items():
        if name in ("irregular", "no-cut"):  # of which this shape has none
            continue
        found, seed = with_feature(name, where, ">=", "soft")
        runs = {number: seeded(where, number) for number in range(1, seed + 1)}
        assert [number for number, run in runs.items() if feature.is_in(run)] == [seed]
        assert found.settings["seed"] == str(seed)
    with pytest.raises(InputError, match="no deep cut fits into 2 plies; it takes 4"):
        with_feature("deep-cut", Where("tree", None, "", {"depth": "2", "seed": "1"}), ">=", "soft")
    with pytest.raises(InputError, match="none of 1,000 trees with branching 1, depth 3 has a cut"):
        with_feature("cut", Where("tree", None, "", {"branching": "1", "depth": "3", "seed": "1"}), ">=", "soft")


def seeded(where: Where, seed: int) -> Run:
    return Exercise(Where("tree", None, "", {**where.settings, "seed": str(seed)})).run


def test_a_second_look_is_one_within_one_visit_of_the_parent() -> None:
    """Yes where a node's row follows an earlier one below the same visit of its parent, and the reason says so."""
    looks = 0
    for seed in range(1, 40):
        exercise = Exercise(Where("tree", str(random_tree(seed, 4, 3))), level="looks")
        trace, tree = exercise.run.trace, TreeAtStep(exercise.run.trace)
        rows = [(trace.parent(row), exercise.run.path(tree.node_of(row))) for row in range(1, len(trace))]
        again = {path for place, (parent, path) in enumerate(rows) if (parent, path) in rows[:place]}
        for asked in exercise.questions:
            assert exercise.answer(asked) == (asked.path in again)
            why = exercise.judge(asked, True).why
            assert ("so it is searched again" in why) == (asked.path in again), why
            visits = [path for _, path in rows].count(asked.path)
            assert ("visited again only because" in why) == (visits > 1 and asked.path not in again), why
        looks += len(again)
    assert looks > 20


def test_practice_goes_through_the_course_and_keeps_what_is_solved() -> None:
    """A tree is kept as solved if no answer was shown; the next practice begins with the first that is not solved."""
    kept: list[frozenset[str]] = []
    practice = Practice(changed=kept.append)
    solve(practice.sheet)
    assert practice.check().solved and kept == []  # every answer was shown
    practice.sheet.shown = 0
    assert practice.check().solved and kept == [frozenset({COURSE_TASKS[0].key})]
    assert Practice(solved=(*kept[-1],)).number == 1
    practice.begin(len(COURSE_TASKS) - 1)
    assert practice.ending().startswith(
        "That was the end of the course; not solved yet: 2, 3, 4, 5, 6, 7, 8, 9 and 10."
    )
    done = Practice(solved=[each.key for each in COURSE_TASKS])
    assert done.task.title == "a new tree, seed 1" and done.done() == done.ending() == ""
    done.move(-1)
    assert done.done() == "10 of 10 solved"
    assert done.ending() == "That was the course, and all of it is solved; new trees follow."
    lone = Practice(lambda number: None if number else COURSE_TASKS[0])
    assert lone.ending() == "That was the last tree."
    with pytest.raises(InputError, match="that was the last tree"):
        lone.move(1)


def test_rules_that_clash_change_nothing() -> None:
    """With > nothing is ever cut by fail-hard; what is filled in stays when a rule changes."""
    practice = Practice()
    practice.begin(1)
    practice.sheet.strike((1, 2))
    practice.use(cut=">")
    with pytest.raises(InputError, match="never cuts"):
        practice.use(fail="hard")
    assert (practice.fail, practice.sheet.settings()) == ("soft", "cut α > β, fail-soft")
    assert practice.sheet.struck == {(1, 2)}
