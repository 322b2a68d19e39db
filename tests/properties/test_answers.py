"""Answers to practice: right ones are right, any other is refused, and each reason is true, by a
judge of its own.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import suppress
from itertools import product
from math import inf
from typing import Any, cast

import pytest

from tests.oracles.claims import FOLLOWS, Claims, named, parts
from tests.oracles.textbook import Naive
from tests.trees import AIMA, Tree, notation
from visualizer.searching.recipe import PositionSpec
from visualizer.support.errors import InputError
from visualizer.teach.question import TELL_CLUES, TELL_WHOLE, AskedField
from visualizer.teach.reasons import FIELD_KINDS
from visualizer.teach.rules import EXERCISE_LEVELS, ExerciseRules
from visualizer.teach.sheet import FillIn, Sheet

RULES = (
    (">=", "soft"),
    (">", "soft"),
    (">=", "hard"),
)
COMBINATIONS = [*product(EXERCISE_LEVELS, RULES)]
LEAVES = (-2.0, -1.0, 0.0, 0.5, 1.0, 2.0, 1200.0)


def some_tree(number: int) -> tuple[Tree, bool]:
    """Return a tree and who moves first: irregular with ties, regular, narrow and deep, a mere
    chain, long numbers.
    """
    dice = random.Random(number)

    def grown(
        plies: int,
        widest: int,
        ends: float,
        leaf: Callable[[], float],
    ) -> Tree:
        if not plies or dice.random() < ends:
            return cast("int", leaf())
        return [grown(plies - 1, widest, ends, leaf) for _ in range(dice.randint(1, widest))]

    def regular(plies: int, branching: int) -> Tree:
        if plies:
            return [regular(plies - 1, branching) for _ in range(branching)]
        return dice.randint(0, 9)

    shapes: tuple[Callable[[], Tree], ...] = (
        lambda: grown(5, 3, 0.15, lambda: dice.randint(-2, 2)),
        lambda: regular(
            *dice.choice(
                (
                    (1, 5),
                    (2, 3),
                    (2, 5),
                    (3, 2),
                    (3, 3),
                    (4, 2),
                    (5, 2),
                )
            )
        ),
        lambda: grown(7, 2, 0.1, lambda: dice.randint(0, 5)),
        lambda: grown(8, 1, 0.05, lambda: dice.randint(-1, 1)),
        lambda: grown(4, 3, 0.1, lambda: dice.choice(LEAVES)),
    )
    tree = shapes[number % len(shapes)]()
    return tree if isinstance(tree, list) else [tree], dice.random() < 0.5


def text_of(answer: float) -> str:
    """Write a number as a person does."""
    return {inf: "inf", -inf: "-inf"}.get(answer, f"{answer:g}")


def wrong_texts(claims: Claims, asked: AskedField, dice: random.Random) -> list[str]:
    """Return wrong answers to a question: what is nearly right, what another field has, a sign
    that is not so.
    """
    note = claims.naive.visits[asked.path][0]
    right = float(getattr(note, asked.kind))
    others = {
        note.alpha,
        note.beta,
        note.value,
        claims.naive.truth(asked.path),
        right + 1,
        right - 0.5,
        -right,
        0.0,
    }
    found = [text_of(each) for each in others if each != right]
    if asked.kind != "value":
        return [*dice.sample(found, min(2, len(found))), "<=3", "many"]
    signs = [f"{sign}{text_of(right)}" for sign in ("<=", "≤") if right > note.alpha]
    signs += [f"{sign}{text_of(right)}" for sign in (">=", "≥") if right < note.beta]
    signs += [f"{dice.choice(('<=', '>='))}{found[0]}"]
    return [*dice.sample(found, min(2, len(found))), *dice.sample(signs, 1), "x"]


class Hold:
    """A sheet of a tree and the judge of it, who fills it in rightly and then tries changes."""

    def __init__(
        self,
        number: int,
        level: str,
        cut: str,
        fail: str,
    ) -> None:
        """Take a tree by its number."""
        tree, maximizing = some_tree(number)
        self.dice = random.Random(number)
        self.tried = 0
        where = PositionSpec(
            "tree", named(tree, maximizing)
        )  # without names the nodes would get letters
        self.sheet = Sheet(FillIn(where, ExerciseRules(level=level, cut=cut, fail=fail)))
        self.sheet.tries.update(
            dict.fromkeys(self.sheet.fields, TELL_WHOLE)
        )  # so that whole reasons are told
        self.claims = Claims(Naive(tree, maximizing, level, cut, fail))

    def fill_in(self) -> None:
        """Write the judge's answers, with the signs of bounds here and there; all of it is
        right, for true reasons.
        """
        sheet = self.sheet
        visits = self.claims.naive.visits
        for asked in sheet.fields:
            if FIELD_KINDS[asked.kind].is_edge:
                if asked.path[:-1] in visits and self.claims.answer(asked.path, asked.kind):
                    sheet.strike(asked.path)
            elif asked.path in visits:
                note = visits[asked.path][0]
                sign = self.dice.choice(("", "≤", ">="))
                is_bound = {
                    "": True,
                    "≤": note.value <= note.alpha,
                    ">=": note.value >= note.beta,
                }[sign]
                text = text_of(float(getattr(note, asked.kind)))
                sheet.write(asked, f"{sign}{text}" if asked.kind == "value" and is_bound else text)
        found = sheet.check()
        written = sum(bool(text) for text in sheet.texts.values())
        assert found.solved
        assert not found.wrong
        assert found.right == written + len(sheet.marked_edges)
        for asked, mark in sheet.marks.items():
            if mark.why != sheet.fields[asked].hint:  # the rule, where some is never asked
                self.is_true(asked, sheet.texts.get(asked, ""), mark.why)

    def change_each(self) -> None:
        """Change each field in several ways: refused, and for a true reason; one with all others
        checked.
        """
        sheet = self.sheet
        visits = self.claims.naive.visits
        self.whole = self.dice.choice([*sheet.fields])
        for asked in sheet.fields:
            if FIELD_KINDS[asked.kind].is_edge:
                if asked.path in sheet.marked_edges:  # an edge that is not marked is no answer
                    sheet.strike(asked.path)
                    assert sheet.is_right(asked) is None
                    assert not sheet.check().solved
                    sheet.strike(asked.path)
                elif asked.path[:-1] in visits:  # nobody asks below a pruned node
                    sheet.strike(asked.path)
                    self.is_refused(asked, "")
                    sheet.strike(asked.path)
                continue
            before = sheet.texts.get(asked, "")
            for text in (
                wrong_texts(self.claims, asked, self.dice) if asked.path in visits else ("0", "inf")
            ):
                sheet.write(asked, text)
                self.is_refused(asked, text)
            sheet.write(asked, before)
        assert sheet.check().solved

    def is_refused(self, asked: AskedField, text: str) -> None:
        """Hold that what is in a field is wrong, and the reason true."""
        self.tried += 1
        sheet = self.sheet
        question = self.sheet.exercise.asked.get(asked)
        known = {field for field in sheet.fields if sheet.is_right(field)}
        judgement = sheet.judge_field(asked, known)
        assert sheet.is_right(asked) is False, (asked, text)
        assert not judgement.right, (asked, text)
        if question:
            reason = None
        else:
            reason = sheet.fields[asked].why_right()
        with suppress(InputError):
            if question:
                reason = question.reason(question.read(text or True))
        if reason is None or reason.follows_from(known):
            self.is_true(asked, text, judgement.why)
        else:  # where to look is all that can be told
            assert judgement.why.endswith(reason.text_for_try(TELL_CLUES, known))
        if reason is not None:
            self.is_true(asked, text, reason.whole)
        if asked is self.whole:
            assert self.sheet.check().wrong == (asked,)

    def is_true(
        self,
        asked: AskedField,
        text: str,
        why: str,
    ) -> None:
        """Hold a reason against the notes of a naive search."""
        assert self.claims.are_true(asked.path, asked.kind, text, why), (
            self.claims.naive.tree,
            asked,
            why,
        )


@pytest.mark.parametrize("count", [30, pytest.param(10_000, marks=pytest.mark.slow)])
def test_only_the_right_answers_are_right_and_all_reasons_are_true(count: int) -> None:
    """Right answers are accepted, each change of a single one is refused, and what is said of it is
    true of the search.

    The judge is a naive search of the tree and knows nothing of the code that is tested.
    """
    tried = 0
    for number in range(count):
        level, rules = COMBINATIONS[number * 7 % len(COMBINATIONS)]
        hold = Hold(number, level, *rules)
        hold.fill_in()
        hold.change_each()
        tried += hold.tried

    assert tried > 30 * count


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("pruned", 1),
        ("alpha", True),
        ("alpha", "<=3"),
        ("value", "x"),
        ("value", None),
    ],
)
def test_what_cannot_be_an_answer_is_refused(asked: str, answer: Any) -> None:
    """The sentence names the node, the question and the answer."""
    exercise = FillIn(PositionSpec("tree", notation(AIMA)))
    with pytest.raises(InputError, match=f"{asked} of '1'"):
        exercise.asked[AskedField((0,), asked)].judge(answer)


def test_what_follows_from_a_wrong_value_is_told_so() -> None:
    """One value is changed, and the one above it as that demands: the reason of the second names
    the first.
    """
    told = 0
    for number in range(10):
        hold = Hold(number, ("all", "values")[number % 2], *RULES[number % 3])
        sheet = hold.sheet
        visits = hold.claims.naive.visits
        hold.fill_in()
        for path, (note, *_) in visits.items():
            above = AskedField(path[:-1], "value")
            below = AskedField(path, "value")
            if not (path and note.looks):
                continue
            parent = visits[path[:-1]][0]
            values = [
                *parent.returned[: path[-1]],
                note.value + 1,
                *parent.returned[path[-1] + 1 :],
            ]
            before = sheet.texts[above], sheet.texts[below]
            follows = (max if parent.maximizing else min)(values)
            sheet.write(below, text_of(values[path[-1]]))
            sheet.write(above, text_of(follows))
            if follows == parent.value:
                both = {below}
            else:
                both = {above, below}

            assert {*sheet.check().wrong} == both
            if above in both:
                why = parts(
                    "You wrote {given:text} for the value at {at:node}. {why:text}",
                    sheet.marks[above].why,
                )
                assert why.at == above.path
                assert parts(FOLLOWS, why.why).wrong == path
                told += 1
            sheet.write(above, before[0])
            sheet.write(below, before[1])

    assert told > 10
