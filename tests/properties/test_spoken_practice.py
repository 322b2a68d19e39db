"""Spoken practice goes on whatever is typed, and what it says itself is taken as an answer."""

from __future__ import annotations

import random
from collections.abc import Iterator
from math import inf, nextafter

import pytest

from tests.rights import right_of
from visualizer.apps.dialogue.practising import PracticeLines
from visualizer.look.numbers import format_number, look_the_same, parse_shown_number
from visualizer.look.spoken import as_spoken
from visualizer.teach.question import AskedField
from visualizer.teach.reasons import FIELD_KINDS
from visualizer.teach.rules import EXERCISE_LEVELS, ExerciseRules
from visualizer.teach.tasks import Practice, PracticeTask, random_tree

WORDS = [
    "s",
    "show",
    "h",
    "t",
    "?",
    "yes",
    "no",
    "0",
    "<=3",
    "1,000",
    "3⁺",
    "inf",
    "x",
    "",
    "at most minus 1",
]
COUNT = 8
"""Trees of a practice."""


def trees(seed: int) -> Practice:
    """Return a practice of random trees by the rules of a seed."""
    level = [*EXERCISE_LEVELS][seed % len(EXERCISE_LEVELS)]
    shape = {"values": "-2..3" if seed % 2 else "0..2000", "depth": "2"}
    cut, fail = (
        (">=", "soft"),
        (">", "soft"),
        (">=", "hard"),
    )[seed % 3]

    def source(number: int) -> PracticeTask | None:
        if 0 <= number < COUNT:
            return PracticeTask("a tree", "", random_tree(COUNT * seed + number, shape))
        return None

    return Practice(source, ExerciseRules(level=level, cut=cut, fail=fail))


@pytest.mark.parametrize("seed", range(12))
def test_no_sequence_of_words_ends_it(seed: int) -> None:
    """Through random trees at all levels, random words raise nothing: `quit` or the last tree is
    the only end.
    """
    dice = random.Random(seed)
    said = list[str]()

    def words() -> Iterator[str]:
        while True:
            yield dice.choice(WORDS) if dice.random() < 0.97 else "next"

    PracticeLines(trees(seed), said.append).carry_out(words())

    assert said[-1] == "That was the last tree."


def test_a_small_number_is_said_in_words() -> None:
    """A power of ten, too, with its own minus; what is said of a number reads back as it."""
    assert as_spoken(f"{format_number(1e-07)} ≥ α = {format_number(-2.5e-12)}") == (
        "1 times 10 to the power minus 7 is at least alpha, minus 2.5 times 10 to the power "
        "minus 12"
    )
    for number in (1e-07, -1e-07, 12345678901.5, nextafter(2.5e-12, inf), nextafter(-1e-07, -inf)):
        assert not set(as_spoken(format_number(number))) & set("−+⁺⁻")
        assert look_the_same(parse_shown_number(as_spoken(format_number(number)), "it"), number)


@pytest.mark.parametrize("level", EXERCISE_LEVELS)
def test_every_answer_can_be_shown(level: str) -> None:
    """`show` at each question, also of a branch that is not skipped, says the answer and why,
    and the tree is done.
    """
    said: list[str] = []
    practice = Practice(
        lambda number: PracticeTask("a tree", "", random_tree(7, {})) if not number else None,
        ExerciseRules(level=level),
    )
    count = len(practice.sheet.exercise.asked)
    PracticeLines(practice, said.append).carry_out(["show"] * count)

    assert f"{count} shown" in said[-2]
    assert " ".join(said).count("That was the last tree.") == 1
    assert any(words.startswith("No. ") for words in said) == (level in ("all", "cuts", "looks"))


def test_what_is_said_is_an_answer() -> None:
    """The right number in the words in which it is said is right, infinite ones too."""
    practice = trees(0)
    said = list[str]()

    def answer(asked: AskedField) -> str:
        right = right_of(practice.sheet.exercise, asked)
        if FIELD_KINDS[asked.kind].is_edge:
            return "yes" if right else "no"
        return as_spoken(format_number(float(right)))

    answers = [
        answer(asked)
        for asked in practice.sheet.exercise.fields_in_search_order
        if asked in practice.sheet.exercise.asked
    ]

    assert as_spoken(format_number(-inf)) in answers
    PracticeLines(practice, said.append).carry_out(answers)
    assert f"Done: {len(answers)} right at once" in "".join(said)
