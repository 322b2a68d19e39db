"""The checker that the real searches pass kills every broken one; looking at the root's value alone would not."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from math import inf
from typing import Any

import pytest

from games import load
from tests.checker import Question, wrong
from tests.mutants.broken import MUTANTS, AlphaBeta, ReturnsAlphaInsteadOfItsBest
from tests.trees import AIMA, FULL, WEBFLIK, minimax, notation, some_trees
from visualizer.algorithms import TO_THE_END, Problem
from visualizer.trace.recorder import Recorder
from visualizer.trace.rows import Trace

Broken = Callable[[Problem, Recorder], AlphaBeta]


def questions() -> Iterator[Question]:
    """Give questions of every kind, on trees that are irregular and full of ties."""
    kinds: list[dict[str, Any]] = [
        {},
        {"maximizing": False},
        {"rule": ">"},
        {"window": (-1, 1)},
        {"window": (0, 1), "maximizing": False},
        {"plies": 2},
        {"plies": 3, "rule": ">", "maximizing": False},
    ]
    for tree in [AIMA, WEBFLIK, *some_trees(40, seed=7, plies=4)]:
        for kind in kinds:
            yield Question(tree, **kind)


QUESTIONS = [*questions()]


def answer(question: Question, search: Broken) -> Trace:
    """Record a search; it sees the position through the same verbs as everybody."""
    trace = Trace()
    recorder = Recorder(trace)
    game = load("tree")
    problem = Problem(
        game.read(notation(question.tree, question.maximizing), {}),
        game.evaluations["leaf"],
        TO_THE_END if question.plies == inf else int(question.plies),
        cut=operator.ge if question.rule == ">=" else operator.gt,
        alpha=question.window[0],
        beta=question.window[1],
    )
    search(problem, recorder).run()
    recorder.close()
    return trace


def faults_of(search: Broken) -> Iterator[str]:
    """Give all that the checker finds wrong, question by question."""
    return (name for question in QUESTIONS for name in wrong(question, answer(question, search)))


def test_the_skeleton_is_right() -> None:
    """Without a mutation, the searches below are an alpha-beta at which the checker finds nothing wrong."""
    assert not any(faults_of(AlphaBeta))


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.__name__)
def test_every_mutant_is_killed(mutant: Broken) -> None:
    """The checker finds something wrong with each broken search."""
    assert any(faults_of(mutant))


def test_most_mutants_survive_a_look_at_the_root() -> None:
    """On full windows, comparing the root's value with minimax leaves at least six of the mutants alive."""
    full = [question for question in QUESTIONS if question.window == FULL]
    alive = [
        mutant
        for mutant in MUTANTS
        if all(
            answer(question, mutant)[0].value == minimax(question.tree, question.maximizing, question.plies)
            for question in full
        )
    ]
    assert len(MUTANTS) >= 9
    assert len(alive) >= 6, alive


def test_which_leaves_are_visited_is_not_enough_either() -> None:
    """One mutant visits the right leaves in the right order, and is wrong in what it says of inner nodes."""
    usual = [question for question in QUESTIONS if question.rule == ">=" and question.window == FULL]
    found = [name for question in usual for name in wrong(question, answer(question, ReturnsAlphaInsteadOfItsBest))]
    assert found
    assert not {"leaves visited", "root value"} & {*found}
