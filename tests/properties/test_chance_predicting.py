"""Predicting on trees with chance: what is asked is right by a slow search, and reasons give
nothing away.
"""

from __future__ import annotations

import random
import re
from collections import Counter

import pytest

from tests.oracles import chance as slow
from visualizer.look.numbers import format_number, format_probability
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.teach.predicting.quiz import STEP_KINDS, questions_at
from visualizer.teach.question import TELL_CLUES, TELL_RULE, AnswerState, ParsedAnswer, normal_form
from visualizer.trace.tree_at_step import TreeAtStep

LIMITS = (0, 3)


def runs(count: int) -> list[tuple[Run, slow.Visit]]:
    """Return Star1's searches of random trees, each with the slow one."""
    found = []
    for seed in range(count):
        tree = slow.Branch(
            "max", [slow.random_tree(2 * seed, 3), slow.random_tree(2 * seed + 1, 3)]
        )
        where = PositionSpec("tree", slow.written(tree))
        run = Run(Recipe(where, SearchSpec("star1", options={"bounds": LIMITS}))).finish()
        found.append((run, slow.star1(tree, limits=LIMITS)))
    return found


@pytest.mark.parametrize("count", [30, pytest.param(2000, marks=pytest.mark.slow)])
def test_what_is_asked_at_chance_nodes_is_right(count: int) -> None:
    """What goes up is what the slow search returns, and something is skipped where it cuts; both
    are asked often.
    """
    asked = Counter[str]()
    for run, visit in runs(count):
        visits = {each.path: each for each in visit.all}
        for step in range(run.trace.last_step):
            parent = TreeAtStep(run.trace, step + 1).parent(
                TreeAtStep(run.trace, step + 1).current or 0
            )
            if parent < 0 or not run.trace.is_chance(parent):
                continue
            there = visits[run.path(parent)]
            for question in questions_at(run, step, frozenset(STEP_KINDS)):
                asked[question.kind] += 1
                if question.kind == "what goes up":
                    assert question.judge(str(there.value)).right
                    assert question.shown in question.offered
                    assert question.right == pytest.approx(float(there.value))
                else:
                    assert question.kind == "what is skipped"
                    cut_now = there.cut and there.tried[-1].path == question.path
                    assert (question.right != "nothing") == cut_now

    assert asked["what goes up"] > count / 3, asked
    assert asked["what is skipped"] > count / 3, asked


@pytest.mark.parametrize("count", [30, pytest.param(2000, marks=pytest.mark.slow)])
def test_a_reason_gives_nothing_away(count: int) -> None:
    """After one and two wrong answers a sum is not told, but where it is a value seen or a
    probability, too.
    """
    dice = random.Random(count)
    for run, _ in runs(count):
        step = dice.randrange(run.trace.last_step)
        for question in questions_at(run, step, frozenset(STEP_KINDS)):
            for wrong in set(question.offered) - {question.shown}:
                given = ParsedAnswer(
                    float(normal_form(wrong).answer) if question.is_number else wrong
                )
                for why in (
                    question.judge(given, AnswerState(tries)).why
                    for tries in (TELL_RULE, TELL_CLUES)
                ):
                    if not question.is_number:
                        assert question.shown not in why or question.shown in question.situation, (
                            why,
                            question.asks,
                        )
                        continue
                    tree = TreeAtStep(run.trace, question.step + 1)
                    parent = tree.parent(tree.current or 0)
                    seen = {
                        format_number(run.trace.value(child))
                        for child in TreeAtStep(run.trace).children(parent)
                    }
                    seen |= {format_probability(p) for p in run.odds(run.path(parent)) or ()}
                    named = {*re.findall(r"[−\d./]*\d", why)}

                    assert (
                        question.shown not in named - seen or question.shown in question.situation
                    ), (
                        why,
                        question.asks,
                    )


def test_the_usual_mistakes_are_told() -> None:
    """The mean of values that are not equally likely, and a player's choice, are said to be what
    they are.
    """
    where = PositionSpec("tree", "[~[1/4: 4, 3/4: 8], 2]")
    run = Run(Recipe(where, SearchSpec("expectiminimax"))).finish()
    asked = [
        each for step in range(8) for each in questions_at(run, step, frozenset({"what goes up"}))
    ]
    question = asked[0]

    assert question.offered == ("4", "6", "7", "8")
    assert question.situation.endswith(
        "It is the last outcome there; the probabilities are 1/4 and 3/4."
    )
    rule = "Chance does not choose: a chance node is worth the sum of probability times value."
    assert question.judge(6, AnswerState(TELL_RULE)).why == rule
    assert (
        question.judge(6, AnswerState(TELL_CLUES)).why
        == "A has received 4 and 8; the probabilities are 1/4 and 3/4."
    )
    assert question.judge(6).why.startswith(
        "6 is the mean of 4 and 8, as if all were equally likely. 1/4 · 4 + 3/4 · 8 = 7."
    )
    assert question.judge(8).why.startswith(
        "8 is the greatest of 4 and 8, but chance does not choose."
    )
