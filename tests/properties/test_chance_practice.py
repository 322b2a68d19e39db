"""Practice on trees with chance: right answers are right, others are not, reasons are true and
give nothing away.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from fractions import Fraction
from math import inf
from typing import Any

import pytest

from tests.oracles import chance as slow
from visualizer.look.numbers import format_number
from visualizer.searching.recipe import PositionSpec
from visualizer.support.errors import InputError
from visualizer.teach.question import TELL_CLUES, TELL_RULE, TELL_WHOLE, AnswerState, AskedField
from visualizer.teach.rules import EXERCISE_LEVELS, ExerciseRules
from visualizer.teach.sheet import FillIn, Sheet
from visualizer.teach.tasks import Practice, PracticeTask

LIMITS = (
    (0, 3),
    (-1, 4),
    (0, 10),
)
NUMBER = re.compile(r"≈?[−+-]?(?:∞|\d+(?:,\d{3})*(?:\.\d+)?(?:/\d+)?)")
NAMES = re.compile(r"[Bb]ranch [\d.]*\d")
EQUATION = re.compile(r"([−(]?[\d(][−\d(). /·+,]*?) (=|≈) (−?[\d.,]+(?:/\d+)?)(?![\d/])")
Case = tuple[FillIn, slow.Visit | None]


def exercises(count: int) -> Iterator[Case]:
    """Yield trees with chance at all levels, each with the slow search of it; at the level
    `values` with none.
    """
    dice = random.Random(count)
    found = 0
    for seed in range(10 * count):
        tree = slow.random_tree(seed, 3 + seed % 2)
        text = slow.written(tree)
        if not isinstance(tree, slow.Branch) or "~" not in text:
            continue
        level = dice.choice(["values", "all", "all", "cuts", "windows"])
        cut = dice.choice([">=", ">"])
        limits = LIMITS
        bounds = dice.choice(limits)
        exercise = FillIn(
            PositionSpec("tree", text), ExerciseRules(level=level, cut=cut, bounds=bounds)
        )
        yield exercise, None if level == "values" else slow.star1(tree, limits=bounds, rule=cut)
        found += 1
        if found == count:
            return


def value_at(tree: Any, path: tuple[int, ...]) -> Any:
    """Return what the node at a path is worth."""
    for place in path:
        tree = tree.children[place]
    return slow.true_value(tree)


def wanted(exercise: FillIn, visit: slow.Visit | None) -> dict[AskedField, Any]:
    """Return all questions and their answers, from the slow search."""
    if visit is None:
        return {}
    visits = {each.path: each for each in visit.all}
    found = dict[AskedField, Any]()
    for each in visits.values():
        if isinstance(each.tree, slow.Branch):
            below = [(*each.path, place) for place in range(len(each.tree.children))]
            found |= {AskedField(path, "pruned"): path not in visits for path in below}
            found[AskedField(each.path, "alpha")], found[AskedField(each.path, "beta")] = (
                each.window
            )
            found[AskedField(each.path, "value")] = each.value
    return {
        field: answer
        for field, answer in found.items()
        if field.kind in EXERCISE_LEVELS[exercise.rules.level].kinds
    }


def typed(value: Any) -> str:
    """Write an answer as a person may: as a fraction where it is one."""
    if abs(value) < inf:
        return str(value)
    if value > 0:
        return "inf"
    return "-inf"


@pytest.mark.parametrize("count", [15, pytest.param(10_000, marks=pytest.mark.slow)])
def test_right_is_what_a_slow_search_says(count: int) -> None:
    """All questions are there and no others; the exact fraction is right as an answer, and what
    is near it is not.
    """
    fractions = 0
    for exercise, visit in exercises(count):
        if visit is not None:
            assert {*wanted(exercise, visit)} == {*exercise.asked}
        for field, right in wanted(exercise, visit).items():
            question = exercise.asked[field]
            if isinstance(right, bool):
                assert question.judge(right).right
                assert not question.judge(not right).right
                continue

            assert question.judge(typed(right)).right, (field, right)
            assert not question.judge(float(right) + 0.25).right
            fractions += "/" in typed(right)

    assert fractions > count


def test_values_are_those_of_expectiminimax() -> None:
    """At the level `values` every inner node is asked for, and its exact value is right."""
    for seed in range(60):
        tree = slow.random_tree(seed, 3)
        if isinstance(tree, slow.Branch):
            exercise = FillIn(
                PositionSpec("tree", slow.written(tree)), ExerciseRules(level="values")
            )
            assert [field.path for field in exercise.asked] == [
                *filter(exercise.run.is_inner, exercise.run.all_paths())
            ]
            for field, question in exercise.asked.items():
                assert question.judge(typed(value_at(tree, field.path))).right


def number_of(text: str) -> Fraction:
    """Read a number of a sentence."""
    return Fraction(text.replace("−", "-").replace(",", "").rstrip("."))


def is_true(equation: re.Match[str]) -> bool:
    """Return whether what a sentence adds up comes to what it says, in fractions."""
    said = equation[1].removeprefix("(" * (equation[1].count("(") > equation[1].count(")")))
    terms = re.sub(
        r"\d+(?:,\d{3})*(?:\.\d+)?", lambda found: f"F('{found.group().replace(',', '')}')", said
    )
    found = eval(terms.replace("−", "-").replace("·", "*"), {"F": Fraction})
    wanted = number_of(equation[3])
    return bool(abs(found - wanted) < abs(found) / 1000 if equation[2] == "≈" else found == wanted)


def equations_of(why: str) -> list[re.Match[str]]:
    """Return the sums in a sentence."""
    sums = EQUATION.finditer(
        "" if "≈" in why else NAMES.sub("N", why)
    )  # what is rounded is not reckoned with
    return [each for each in sums if set(each[1]) & set("·+") or "/ (" in each[1]]


def faults(count: int) -> Iterator[str]:
    """Yield whole reasons whose sums do not come to what they say, or that end in another number
    than the answer.
    """
    for exercise, visit in exercises(count):
        right = wanted(exercise, visit)
        for field, question in exercise.asked.items():
            why = question.why_right().whole
            if not all(map(is_true, equations_of(why))):
                yield why
            answer = right.get(field)
            if (
                field.kind in ("alpha", "beta")
                and answer is not None
                and not why.split(" = ")[1].startswith(format_number(float(answer)))
            ):
                yield why
            if exercise.run.turn(field.path) == 2 and field.kind == "value":
                said = equations_of(why)
                if "≈" not in why and (
                    not said or number_of(said[-1][3]) != number_of(question.shown)
                ):
                    yield why
            if (
                field.path
                and exercise.run.turn(field.path[:-1]) == 2
                and field.kind in ("alpha", "beta")
            ):
                found = [number_of(each[3]) for each in equations_of(why) if "/ (" in each[1]]
                low, high = map(Fraction, exercise.run.trace.limits)
                if (
                    found
                    and answer is not None
                    and min(max(found[0], low), high) != Fraction(answer)
                ):
                    yield why


@pytest.mark.parametrize("count", [20, pytest.param(10_000, marks=pytest.mark.slow)])
def test_whole_reasons_are_true(count: int) -> None:
    """Each sum is reckoned anew, a chance node's comes to its value, and a child's window is
    what it says.
    """
    assert not [*faults(count)]


def test_what_a_mean_is_taken_for() -> None:
    """The mean without probabilities, and a choice as of a player, are told; once what is below
    has been worked out.
    """
    exercise = FillIn(
        PositionSpec("tree", "[~[1/4: 4, 3/4: 8], ~[1/4: [2,4], 3/4: [3,8]]]"),
        ExerciseRules(level="values"),
    )
    first = AskedField((0,), "value")
    second = AskedField((1,), "value")
    below = {AskedField((1, 0), "value"), AskedField((1, 1), "value")}
    mean = "You took the mean of 4 and 8; their probabilities are 1/4 and 3/4."

    assert [
        exercise.asked[first].judge(6, AnswerState(tries)).why for tries in (TELL_RULE, TELL_CLUES)
    ] == [
        mean,
        mean,
    ]
    assert (
        exercise.asked[first].judge(6, AnswerState(TELL_WHOLE)).why
        == "A is worth 1/4 · 4 + 3/4 · 8 = 7."
    )
    assert exercise.asked[first].judge(8, AnswerState(TELL_RULE)).why == (
        "You took the greatest of 4 and 8, but chance does not choose; their probabilities "
        "are 1/4 and 3/4."
    )
    rule = "Add up probability times value for everything below it."
    assert exercise.asked[second].judge(2.5, AnswerState(TELL_RULE)).why == rule
    assert exercise.asked[second].judge(2.5, AnswerState(TELL_RULE, below)).why == (
        "You took the mean of 2 and 3; their probabilities are 1/4 and 3/4."
    )
    assert exercise.asked[second].judge(5, AnswerState(TELL_CLUES)).why == (
        "The probabilities are 1/4 and 3/4; C and D have not been worked out yet."
    )


def test_a_wrong_sum_may_follow_from_what_is_below() -> None:
    """Of a sum of wrong numbers, with their probabilities, it is said that it follows from them."""
    sheet = Sheet(
        FillIn(PositionSpec("tree", "min ~[1/4: [2,4], 3/4: [4,8]]"), ExerciseRules(level="values"))
    )
    for path, text in (
        ((0,), "4"),
        ((1,), "8"),
        ((), "7"),
    ):
        sheet.write(AskedField(path, "value"), text)
    sheet.check()

    assert sheet.marks[AskedField((), "value")].why == (
        "You wrote 7 for the value at the root. That follows from what you wrote below it, "
        "but A and B are wrong."
    )


def test_levels_of_a_tree_with_chance() -> None:
    """Without bounds only values are asked for, and the others say what is missing; looks are
    never asked for.
    """
    where = PositionSpec("tree", "[~[4,8],~[0,9]]")

    assert FillIn(where).rules.level == "values"
    assert FillIn(where).describe_rules() == "expectiminimax"
    with_bounds = FillIn(where, ExerciseRules(bounds=(0, 10)))
    assert with_bounds.rules.level == "all"
    assert with_bounds.describe_rules() == "Star1, leaves from 0 to 10, cut α ≥ β"
    assert len(with_bounds.run.trace) == 6
    assert len(with_bounds.run.trace.cuts) == 1
    for level in ("all", "cuts", "windows"):
        with pytest.raises(InputError, match=f"the level '{level}' .* give --bounds L,U"):
            FillIn(where, ExerciseRules(level=level))
    with pytest.raises(InputError, match="PVS, which cannot search a tree with chance"):
        FillIn(where, ExerciseRules(level="looks", bounds=(0, 10)))
    with pytest.raises(
        InputError, match="the leaf 2 1 is worth 0, which is outside the bounds, 1 to 10"
    ):
        FillIn(where, ExerciseRules(level="all", bounds=(1, 10)))
    assert FillIn(PositionSpec("tree", "[[4,8],[0,9]]")).levels == tuple(EXERCISE_LEVELS)


def test_practice_goes_from_trees_without_chance_to_trees_with() -> None:
    """What is asked where no level is chosen is what each tree can have."""
    texts = ("[[3,5],[2,9]]", "[~[4,8],~[0,9]]")
    tasks = [PracticeTask("", "look", PositionSpec("tree", text)) for text in texts]
    practice = Practice(lambda number: tasks[number] if number < 2 else None)

    assert practice.sheet.exercise.rules.level == "all"
    assert practice.look == "look"
    practice.move(1)
    assert practice.sheet.exercise.rules.level == "values"
    assert "sum of probability × value" in practice.look
    practice.move(-1)
    practice.use(level="cuts")  # which the tree with chance cannot have without bounds
    practice.move(1)
    assert practice.sheet.exercise.rules.level == "values"
    practice.move(-1)
    assert practice.sheet.exercise.rules.level == "cuts"
