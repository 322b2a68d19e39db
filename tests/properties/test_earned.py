"""After a first and a second wrong answer a reason gives nothing away that is still to be found
out.
"""

from __future__ import annotations

import random
import re
import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from fractions import Fraction
from typing import Any

import pytest

from tests.oracles import chance as slow
from tests.rights import right_of
from tests.trees import notation, random_tree
from visualizer.explaining.explanation.english import windows as english_windows
from visualizer.look.numbers import format_number, number_as_typed, simplest_fraction
from visualizer.searching.recipe import PositionSpec
from visualizer.searching.run import Run
from visualizer.teach import fields, lessons
from visualizer.teach.predicting.quiz import questions_at
from visualizer.teach.question import (
    TELL_CLUES,
    TELL_RULE,
    TELL_WHOLE,
    AnswerState,
    AskedField,
    ParsedAnswer,
    ReasonSteps,
    normal_form,
)
from visualizer.teach.reasons import FIELD_KINDS
from visualizer.teach.rules import EXERCISE_LEVELS, UNPRUNED_ALGORITHMS, ExerciseRules
from visualizer.teach.sheet import FillIn
from visualizer.trace import bounds as trace_chance
from visualizer.trace.rows import MovePath, Trace

NUMBER = re.compile(r"[−+-]?(?:∞|\d+(?:,\d{3})*(?:\.\d+)?)")
NAMES = re.compile(r"[Bb]ranch [\d.]*\d")
RULES = (
    (">=", "soft"),
    (">", "soft"),
    (">=", "hard"),
)
SHAPES = (
    (4, 3, -99, 99),
    (3, 4, 100, 999),
    (2, 5, 0, 9),
    (6, 2, -2, 2),
)
"""Plies, most children, least and greatest leaf."""


def names_skipped(why: str, known: Collection[str]) -> set[str]:
    """Return the nodes of which a reason says that they are skipped, but for those of which it
    is known.
    """
    said = {*re.findall(r"(?:^|(?<!it); )((?:[Bb]ranch )?[\w.]+) is skipped", why)}
    return said - {"what", *(name for each in known for name in (each, each.capitalize()))}


# Where each number of a reason comes from: numbers tie, so that two are equal proves nothing.

Source = tuple[str, MovePath]
"""A field by its kind and its node, or a leaf."""
MARK = re.compile("\ue000(\\d+)\ue001(≈? ?[−+-]?[\\d,.∞⁺⁻/]*[\\d∞⁺⁻])")
CHANCES = re.compile(r"[\d./]+ ·|/ \([\d./]+\)|probabilit[^;]*")
"""What is said of probabilities, which everybody sees."""


def sources_of(value: object) -> frozenset[Source]:
    return getattr(value, "sources", frozenset())


class TracedFloat(float):
    """A number that knows what it was made from."""

    sources: frozenset[Source]


class TracedFraction(Fraction):
    """A fraction that knows what it was made from."""

    sources: frozenset[Source]


def traced(value: object, sources: frozenset[Source]) -> Any:
    """Return a number with what it was made from."""
    found = TracedFraction(value) if isinstance(value, Fraction) else TracedFloat(value)  # type: ignore[arg-type]
    found.sources = sources
    return found


def follow(kind: type[Fraction | float], name: str) -> Callable[[Any, Any], Any]:
    """Return an operation whose result is made from both of its numbers."""

    def operate(one: Any, other: Any) -> Any:
        result = getattr(kind, name)(kind(one), other)
        if result is NotImplemented:
            return result
        return traced(result, sources_of(one) | sources_of(other))

    return operate


for operation in ("add", "radd", "sub", "rsub", "mul", "rmul", "truediv", "rtruediv"):
    for made, plain in ((TracedFloat, float), (TracedFraction, Fraction)):
        setattr(made, f"__{operation}__", follow(plain, f"__{operation}__"))


@pytest.fixture
def tracing(monkeypatch: pytest.MonkeyPatch) -> list[frozenset[Source]]:
    """Let all numbers that are read from a search or a tree know where they stood, and mark each
    that is said.

    What marks stand for is returned.
    """
    said = list[frozenset[Source]]()

    def reading(kind: str) -> Callable[[Trace, int], Any]:
        read = getattr(Trace, kind)
        is_value = kind == "value"

        def traced_read(trace: Trace, row: int) -> Any:
            if is_value and not trace.children(row):
                source = "leaf"
            else:
                source = kind
            return traced(read(trace, row), frozenset({(source, trace.path(row))}))

        return traced_read

    def show_marked(value: Any) -> str:
        said.append(sources_of(value))
        return f"\ue000{len(said) - 1}\ue001{format_number(value)}"

    def evaluated(
        run: Run, path: MovePath, read: Callable[[Run, MovePath], float] = Run.evaluated
    ) -> Any:
        return traced(read(run, path), frozenset({("leaf", path)}))

    def to_float(value: Any) -> Any:
        if sources_of(value):
            return traced(float(value), sources_of(value))
        return float(value)

    for kind in ("value", "alpha", "beta"):
        monkeypatch.setattr(Trace, kind, reading(kind))
    monkeypatch.setattr(Run, "evaluated", evaluated)
    monkeypatch.setattr(
        trace_chance,
        "simplest_fraction",
        lambda value: traced(simplest_fraction(value), sources_of(value)),
    )
    for module in (trace_chance, fields, english_windows):
        monkeypatch.setattr(
            module,
            "float",
            to_float,
            raising=False,
        )
    for name, module in [*sys.modules.items()]:
        is_saying = name.startswith(
            ("visualizer.explaining.explanation", "visualizer.teach", "visualizer.trace.bounds")
        )
        if is_saying and getattr(module, "format_number", None) is format_number:
            monkeypatch.setattr(module, "format_number", show_marked)
    return said


def with_chance(seed: int, dice: random.Random) -> FillIn | None:
    """Return a tree with chance that is asked about at a level of it; None where the seed has
    none.
    """
    tree = slow.random_tree(seed, 3 + seed % 2)
    if not isinstance(tree, slow.Branch) or "~" not in slow.written(tree):
        return None
    level = dice.choice(("values", "all", "all", "cuts", "windows"))
    where = PositionSpec("tree", slow.written(tree))
    return FillIn(where, ExerciseRules(level=level, cut=dice.choice((">=", ">")), bounds=(0, 3)))


def exercises(count: int) -> Iterator[FillIn]:
    """Yield trees at all levels, some of them with chance."""
    dice = random.Random(count)
    for number in range(count):
        if number % 3 == 2:
            found = with_chance(number, dice)
        else:
            found = None
        plies, widest, low, high = SHAPES[number % len(SHAPES)]
        tree = [
            random_tree(7 * number + place, plies - 1, widest, low, high)
            for place in range(min(widest, 3))
        ]
        cut, fail = dice.choice(RULES)
        where = PositionSpec("tree", notation(tree, dice.random() < 0.5))
        yield found or FillIn(
            where, ExerciseRules(level=dice.choice(["all", *EXERCISE_LEVELS]), cut=cut, fail=fail)
        )


def is_answered(exercise: FillIn, field: AskedField, known: Collection[AskedField]) -> bool:
    """Return whether all that a field follows from has been answered: a value's children, and
    what is above.
    """
    run = exercise.run
    path = field.path

    def done(paths: Sequence[MovePath]) -> bool:
        return all(
            {AskedField(each, "value"), AskedField(each, "pruned")} & {*known}
            for each in paths
            if run.is_inner(each)
        )

    if field.kind == "value":
        return done(run.child_paths(path))
    above = path[:-1]
    before = run.child_paths(path[:-1])[: path[-1]] if path else ()
    if FIELD_KINDS[field.kind].is_edge:
        return {AskedField(above, "alpha"), AskedField(above, "beta")} <= {*known} and done(before)
    turns = [run.turn(path[:end]) for end in range(len(path))]
    nobody_has = 2 not in turns and not any(
        place and turn == (field.kind == "alpha") for place, turn in zip(path, turns, strict=True)
    )
    is_own = bool(path) and turns[-1] in (int(field.kind == "alpha"), 2)
    from_above = nobody_has or (
        AskedField(above, field.kind) in known and (not is_own or done(before))
    )
    return from_above and done(run.child_paths(path))


def may_be_made_from(
    exercise: FillIn, field: AskedField, known: Collection[AskedField]
) -> set[Source]:
    """Return what the numbers of a reason may be made from: what is known, and leaves directly
    below.
    """
    if field.kind == "value":
        node = field.path
    else:
        node = field.path[:-1]
    leaves = [path for path in exercise.run.child_paths(node) if not exercise.run.is_inner(path)]
    return {*((each.kind, each.path) for each in known), *(("leaf", path) for path in leaves)}


def tells_of_others(
    exercise: FillIn, field: AskedField, why: str, known: Collection[AskedField]
) -> bool:
    """Return whether a reason says of a branch that is open whether it is visited."""
    naming = exercise.naming
    run = exercise.run
    skipped = {naming.place_at(each.path) for each in known if each.kind == "pruned"}
    leaves = not all(map(run.is_inner, run.child_paths(field.path)))
    can_skip = run.recipe.search.algorithm not in UNPRUNED_ALGORITHMS
    return bool(
        names_skipped(why, skipped)
        or re.search(
            "[Cc]ut at|Left early|remaining|other branch|only branch|Skipped outcomes", why
        )
        or ("visited children" in why and leaves and can_skip)
    )


PARTS = (
    "takes the",
    "on entry",
    "it is skipped",
    "never visited, so",
    "that makes",
    "later outcomes add",
    "first.",
    "worked out yet",
    "clipped",
    "would be worth",
)
"""What reasons are known by, each of which is told at some time."""


def reasons(exercise: FillIn) -> Iterator[tuple[AskedField, ReasonSteps, bool]]:
    """Yield the reasons about each field for all kinds of answers, and whether the right number
    was given.
    """
    for field in exercise.fields:
        question = exercise.asked.get(field)
        if question is None and not FIELD_KINDS[field.kind].is_edge:
            yield field, exercise.fields[field].why_right(), False
        if question is None:
            continue
        right = right_of(exercise, field)
        slips = [each.number for each in exercise.fields[field].known_mistakes()]
        given: list[Any] = [True] if isinstance(right, bool) else [77777, *map(float, slips)]
        given += [
            f"{sign}{number_as_typed(float(right))}"
            for sign in ("<=", ">=")
            if field.kind == "value"
        ]
        for answer in given:
            read = question.read(answer)
            yield (
                field,
                question.reason(read),
                not isinstance(right, bool) and question.has_number(read),
            )


def faults(
    exercise: FillIn,
    orders: Sequence[Collection[AskedField]],
    said: list[frozenset[Source]],
    told: Counter[str],
) -> Iterator[str]:
    """Yield reasons with a number from elsewhere, or that say of an open branch whether it is
    visited.

    They are told after some fields have been answered rightly, which are given for several orders
    of answering.
    """
    for field, reason, is_given in reasons(exercise):
        for each in orders:
            known = {*each} - {field}
            is_done = is_answered(exercise, field, known)
            whys = {
                reason.text_for_try(TELL_RULE, known): False,
                reason.text_for_try(TELL_CLUES, known): False,
            }
            whys |= {
                reason.text_for_try(TELL_WHOLE, known): is_done,
                reason.text_if_right(TELL_WHOLE, known): is_done,
            }
            for why, may_be_own in whys.items():
                for fault in faults_of(
                    exercise, field, why, known, said, may_be_told=may_be_own, is_given=is_given
                ):
                    yield (
                        f"{fault}: {field.node} {field.kind}, "
                        f"{MARK.sub(lambda found: found[2], why)}"
                    )
                for part in PARTS:
                    told[part] += part in why
                told["numbers"] += len(MARK.findall(why))


def faults_of(
    exercise: FillIn,
    field: AskedField,
    why: str,
    known: Collection[AskedField],
    said: list[frozenset[Source]],
    *,
    may_be_told: bool,
    is_given: bool,
) -> Iterator[str]:
    """Yield what is wrong with a reason; its own answer may be told, or its own number was
    given.
    """
    words = MARK.sub("N", why)
    allowed = may_be_made_from(exercise, field, known)
    if may_be_told or is_given:
        allowed |= {(field.kind, field.path)}
    else:
        allowed |= set()
    for mark in MARK.finditer(why):
        if not said[int(mark[1])] <= allowed:
            yield f"{mark[2]} from {said[int(mark[1])] - allowed}"
    if re.search(r"[\d∞]", CHANCES.sub("", NAMES.sub("", words))):
        yield "a number from nowhere"
    if tells_of_others(exercise, field, words, known):
        yield "it tells of another branch"
    if (
        re.search("it is skipped|search looks at it|one look is|searched again", words)
        and not may_be_told
    ):
        yield "it tells the answer"
    skipped = {AskedField(field.path[:end], "pruned") for end in range(1, len(field.path) + 1)}
    if "never visited, so" in words and not skipped & {*known}:
        yield "that it is skipped is not known"


@pytest.mark.parametrize("count", [20, pytest.param(10_000, marks=pytest.mark.slow)])
def test_every_number_of_a_reason_comes_from_what_is_known(
    count: int, tracing: list[frozenset[Source]]
) -> None:
    """From leaves directly below or right answers, from the third try also the field's own, once
    all below is right.

    Nor is an open branch said to be visited or skipped. So it is in trees at all levels, whatever
    was answered before, for every answer and number of tries, and for answers that are right or
    shown.
    """
    dice = random.Random(count)
    told = Counter[str]()
    for exercise in exercises(count):
        shares = (0, dice.random(), 0.8, 1)
        orders = [[field for field in exercise.asked if dice.random() < share] for share in shares]

        assert not [*faults(exercise, orders, tracing, told)][:1], exercise.run.root.text()
        tracing.clear()

    assert min(told.values()) > 0, told
    print(f"{count:,} trees, {told.total():,} parts told: {dict(told)}")


def test_a_number_of_another_field_is_found_though_it_is_equal(
    tracing: list[frozenset[Source]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The whole reason in place of what is earned is caught, though all numbers of the tree are
    the same.
    """
    known = [AskedField((), "alpha"), AskedField((), "beta")]
    exercise = FillIn(PositionSpec("tree", "[[3,3],[3,[3,3]],[3,3]]"))

    assert not [*faults(exercise, [known], tracing, Counter())]
    monkeypatch.setattr(ReasonSteps, "follows_from", lambda reason, known: True)
    assert any(" from " in each for each in faults(exercise, [known], tracing, Counter()))
    monkeypatch.setattr(ReasonSteps, "final_reason", property(lambda reason: reason.whole))
    known = [field for field in exercise.asked if field.kind != "pruned"]
    assert any(
        "it tells of another branch" in each
        for each in faults(exercise, [known], tracing, Counter())
    )


@pytest.mark.parametrize("number", lessons.lesson_numbers())
def test_a_lesson_gives_no_answer_away(number: int) -> None:
    """After one and two wrong answers to what a frame asks the right one is not named alone, if
    it was not before.
    """
    lesson = lessons.read_lesson(number)
    asked = 0
    for frame in lesson.frames:
        if frame.ask:
            (question,) = questions_at(
                lesson.run(frame.search), lesson.step(frame), lesson.asked(frame)
            )
            seen = {*NUMBER.findall(question.situation)}
            for wrong in set(question.offered) - {question.shown}:
                given = ParsedAnswer(
                    float(normal_form(wrong).answer) if question.is_number else wrong
                )
                for why in (
                    question.judge(given, AnswerState(tries)).why
                    for tries in (TELL_RULE, TELL_CLUES)
                ):
                    named = {*NUMBER.findall(why)} & {*question.offered}
                    if not question.is_number:
                        assert question.shown not in why, (why, question.asks)
                    elif question.shown in named - seen:
                        assert len(named) > 1, (why, question.asks)
            asked += 1

    assert asked >= 3
