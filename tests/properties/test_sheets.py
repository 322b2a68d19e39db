"""Trees to fill in: what is marked, missing and kept; tasks have their feature, the course
teaches what it says.
"""

from __future__ import annotations

import json
import re
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest

from tests.oracles.textbook import features_of
from tests.trees import Tree
from visualizer.searching.lookup import ALGORITHM_FOR_CHANCE, default_search
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.support.errors import InputError
from visualizer.teach import tasks
from visualizer.teach.question import AskedField
from visualizer.teach.rules import ExerciseRules
from visualizer.teach.sheet import FillIn, Sheet
from visualizer.teach.tasks import (
    COURSE,
    COURSE_LENGTH,
    TREE_FEATURES,
    Practice,
    PracticeTask,
    tree_with_feature,
)

RULES = (
    (">=", "soft"),
    (">", "soft"),
    (">=", "hard"),
)


def test_what_is_not_filled_in_is_missing_and_not_wrong() -> None:
    """Nothing is judged or counted that was not touched: neither fields nor edges that are not
    struck.
    """
    sheet = Sheet(FillIn(PositionSpec("tree", "[[3,12,8],[2,4,6],[14,5,2]]")))
    empty = sheet.check()

    assert not empty.wrong
    assert not sheet.marks
    assert empty.right == 0
    assert empty.missing == 14
    sheet.write(AskedField((1,), "value"), "2")
    sheet.strike((1, 1))
    found = sheet.check()
    assert found.right == 2
    assert found.wrong == ()
    assert found.missing == 12
    sheet.strike((1, 0))
    assert sheet.check().wrong == (AskedField((1, 0), "pruned"),)


def test_a_sheet_without_cuts_is_right_as_it_is() -> None:
    """Where only edges are asked about and none is to be struck, that is said."""
    task = PracticeTask("a tree", "", PositionSpec("tree", "[[3,12],[2]]"), "cuts")
    practice = Practice(lambda number: None if number else task)

    assert practice.describe_check(practice.check()).startswith(
        "Right: nothing needs to be struck here."
    )


def test_help_comes_in_three_steps() -> None:
    """The rule, then where to look as far as that is right already, then all, once nothing below is
    open.

    A mark alone is no other answer.
    """
    sheet = Sheet(FillIn(PositionSpec("tree", "[[3,12,8],[2,4,6],[14,5,2]]")))
    root = AskedField((), "value")
    told = []
    for text in ("4", "5", "6", "7"):
        sheet.write(root, text)
        sheet.check()
        sheet.check()  # which is no other answer
        told.append(
            sheet.marks[root].why.removeprefix(f"You wrote {text} for the value at the root. ")
        )
        place = min(len(told), 3) - 1
        sheet.write(AskedField((place,), "value"), "322"[place])

    assert told == [
        "MAX takes the greatest value below it; what is skipped does not count.",
        "B has returned 3; C and D have not been worked out yet.",
        "B has returned 3; C has returned 2; D has not been worked out yet.",
        "MAX takes the greatest of the values that its visited children return, 3, 2 and 2.",
    ]
    never = AskedField((1, 1, 0), "alpha")
    deep = Sheet(FillIn(PositionSpec("tree", "[[3,5],[2,[[7,8],9]]]")))
    for text in ("1", "2", "3"):
        deep.write(never, text)
        deep.check()
        told.append(deep.marks[never].why)
    at = "B"
    assert told[4:6] == [
        "Decide first whether the search ever comes to D: if not, its fields stay empty.",
        (
            f"The leaf before it is visible; α on entry to {at} and β on entry to {at} have not "
            "been worked out yet."
        ),
    ]
    assert told[6] == told[5]
    for kind, text in (("alpha", "3"), ("beta", "inf")):
        deep.write(AskedField((1,), kind), text)
    deep.strike((1, 1))
    deep.write(never, "4")
    deep.check()
    assert deep.marks[never].why == "D is never visited, so it has no window and no value."


LESSON_ROWS = tomllib.loads(
    Path(tasks.__file__).with_name("course.toml").read_text(encoding="utf-8")
)


@pytest.mark.parametrize("each", COURSE, ids=lambda each: each.key)
def test_a_tree_of_the_course_teaches_what_it_says(each: PracticeTask) -> None:
    """It has the features that it is for, and not those that would be in the way."""
    row = LESSON_ROWS[each.key.rpartition("-")[0]]
    if each.bounds or default_search(each.where).algorithm != ALGORITHM_FOR_CHANCE:
        level = "all"
    else:
        level = each.level
    run = FillIn(each.where, ExerciseRules(level=level, bounds=each.bounds)).run

    assert [name for name in row["has"] if not TREE_FEATURES[name].is_in(run)] == []
    assert [name for name in row["lacks"] if TREE_FEATURES[name].is_in(run)] == []


def test_lessons_are_numbered_and_the_better_order_skips_more() -> None:
    """All lessons are numbered; of the tree in two orders the second search is smaller and its
    leaves are the same.
    """
    assert [*dict.fromkeys(each.lesson for each in COURSE)] == [*range(1, COURSE_LENGTH + 1)]
    worse, better = (each for each in COURSE if each.key.startswith("order"))
    assert sorted(re.findall(r"\d+", str(worse.where.position))) == sorted(
        re.findall(r"\d+", str(better.where.position))
    )
    worse_run, better_run = (
        FillIn(each.where, ExerciseRules(level=each.level)).run for each in (worse, better)
    )
    assert len(better_run.trace) < len(worse_run.trace)


def random_where(seed: int, depth: int, shape: str = "uniform") -> PositionSpec:
    """Return where a random tree stands."""
    return PositionSpec(
        "tree",
        None,
        "",
        {
            "branching": "2-3",
            "depth": str(depth),
            "shape": shape,
            "seed": str(seed),
        },
    )


def written(where: PositionSpec) -> Tree:
    """Return a random tree as nested lists."""
    return cast("Tree", json.loads(Run(Recipe(where, SearchSpec("minimax"))).root.text()))


@pytest.mark.parametrize("rules", RULES, ids=str)
@pytest.mark.parametrize("seeds", [1, pytest.param(60, marks=pytest.mark.slow)])
def test_every_task_has_the_feature_it_is_for(seeds: int, rules: tuple[str, str]) -> None:
    """By a naive search of the tree, and no seed that was left out has it."""
    for name, feature in TREE_FEATURES.items():
        for first in range(1, 1000 * seeds, 1000):
            where = random_where(
                first,
                max(feature.plies, 3),
                "irregular" if name in ("irregular", "no-cut") else "uniform",
            )
            found, seed = tree_with_feature(name, where, ExerciseRules("", *rules))
            has = [
                features_of(written(seeded(where, number)), *rules)
                for number in range(first, seed + 1)
            ]

            assert [number for number, each in enumerate(has, first) if name in each] == [seed]
            assert found == seeded(where, seed)


def test_the_least_plies_of_a_feature_are_those_said() -> None:
    """In none of many smaller trees a naive search finds it, in some of these it does."""
    least = {name: feature.plies for name, feature in TREE_FEATURES.items()}
    seen = {
        plies: set[str]().union(
            *(
                features_of(written(random_where(seed, plies, shape)), ">=", "soft")
                for seed in range(60)
                for shape in ("uniform", "irregular")
            )
        )
        for plies in (1, 2, 3, 4)
    }

    assert least == {
        name: min(plies for plies in seen if name in seen[plies]) for name in TREE_FEATURES
    }


def test_a_shape_that_cannot_have_a_feature_is_refused() -> None:
    """With the plies that it takes, or with how many trees were tried."""
    with pytest.raises(InputError, match="2 plies are too few for a deep cut; it takes 4"):
        tree_with_feature("deep-cut", random_where(1, 2), ExerciseRules())
    with pytest.raises(InputError, match="none of 1,000 trees with branching 1, depth 3 has a cut"):
        tree_with_feature(
            "cut",
            PositionSpec(
                "tree",
                None,
                "",
                {
                    "branching": "1",
                    "depth": "3",
                    "seed": "1",
                },
            ),
            ExerciseRules(),
        )


def seeded(where: PositionSpec, seed: int) -> PositionSpec:
    return replace(where, settings={**where.settings, "seed": str(seed)})


def solve(sheet: Sheet) -> None:
    for asked in sheet.fields:
        sheet.show(asked)


def test_practice_goes_through_the_course_and_keeps_what_is_solved() -> None:
    """A tree is kept as solved if no answer was shown; the next practice begins with the first
    that is not solved.
    """
    kept: list[frozenset[str]] = []
    practice = Practice(changed=kept.append)
    solve(practice.sheet)

    assert practice.check().solved and kept == []  # every answer was shown
    practice.sheet.shown = 0
    assert practice.check().solved
    assert kept == [frozenset({COURSE[0].key})]
    assert Practice(solved=(*kept[-1],)).number == 1
    practice.begin(len(COURSE) - 1)
    assert practice.ending().startswith(
        "That was the end of the course; still unsolved: 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 12."
    )
    done = Practice(solved=[each.key for each in COURSE])
    assert done.task.title == "new tree no. 1"
    assert done.course_progress() == done.ending() == ""
    done.move(-1)
    assert done.course_progress() == f"{COURSE_LENGTH} of {COURSE_LENGTH} solved"
    assert (
        done.ending()
        == "That was the end of the course, and you have solved all of it. New trees follow."
    )
    lone = Practice(lambda number: None if number else COURSE[0])
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
    assert practice.rules.fail == "soft"
    assert practice.sheet.exercise.describe_rules() == "cut α > β, fail-soft"
    assert practice.sheet.marked_edges == {(1, 2)}
