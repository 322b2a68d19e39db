"""What the real searches pass kills every broken one; looking at the root's value alone would not.

A new mutant is a line in `changed.py`; here all of them are run.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from itertools import product
from math import inf
from typing import Any

import pytest

from games import load_game
from tests.merged import prepared
from tests.mutants.changed import ALPHA_BETAS, CHANGED, RETURNS_ITS_BOUND, STAR1S, Changed, Search
from tests.oracles import chance
from tests.oracles.checker import Question, wrong
from tests.oracles.contract import faults
from tests.oracles.trees import minimax
from tests.presets import short
from tests.properties.test_chance import asked
from tests.trees import AIMA, FULL, WEBFLIK, Tree, notation, some_trees
from visualizer.searching.algorithms import NO_DEPTH_LIMIT, Problem, algorithms
from visualizer.searching.algorithms.alpha_beta import alpha_beta
from visualizer.searching.algorithms.star1 import star1
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.trace.recorder import Recorder
from visualizer.trace.rows import Trace

TWICE: Tree = [[[[1, 5], [2, 4]], 9], [[[[[1, 5], [2, 4]], 9]]]]
"""The same subtree two plies and four plies below the root."""


def questions() -> Iterator[Question]:
    """Give questions of every kind, on trees that are irregular and full of ties."""
    kinds: list[dict[str, Any]] = [
        {},
        {"maximizing": False},
        {"rule": ">"},
        {"window": (-1, 1)},
        {"window": (0, 1), "maximizing": False},
        {"plies": 2},
        {
            "plies": 3,
            "rule": ">",
            "maximizing": False,
        },
    ]
    for tree in [AIMA, WEBFLIK, *some_trees(40, seed=7, plies=4)]:
        for kind in kinds:
            yield Question(tree, **kind)


QUESTIONS = [*questions()]


def answer(question: Question, search: Search) -> Trace:
    """Record a search; it sees the position through the same verbs as everybody."""
    trace = Trace()
    recorder = Recorder(trace)
    game = load_game("tree")
    problem = Problem(
        game.read(notation(question.tree, question.maximizing), {}),
        game.evaluations["leaf"],
        NO_DEPTH_LIMIT if question.plies == inf else int(question.plies),
        cut=operator.ge if question.rule == ">=" else operator.gt,
        alpha=question.window[0],
        beta=question.window[1],
    )
    search(problem, recorder)
    recorder.close()
    return trace


def faults_of(search: Search) -> Iterator[str]:
    """Give all that the checker finds wrong, question by question."""
    return (name for question in QUESTIONS for name in wrong(question, answer(question, search)))


def contract_faults(broken: Changed) -> Iterator[list[str]]:
    """Give what the contract finds wrong with a changed search, question by question."""
    asked: dict[str, Any] = short(broken.algorithm.name, **broken.options)
    ties = some_trees(
        20,
        seed=1,
        plies=5,
        widest=3,
        low=0,
        high=1,
    )
    for window, depth in product((FULL, (-1, 1)), ("all", 4)):
        for tree in [AIMA, WEBFLIK, TWICE, *some_trees(6, seed=3, plies=4), *ties]:
            question = {
                **asked,
                "window": window,
                "depth": depth,
            }
            yield faults(prepared(tree, **question), prepared(tree, **question), steps=2)


def test_the_search_is_right() -> None:
    """Without a change there is nothing wrong with alpha-beta."""
    assert not any(faults_of(alpha_beta))


@pytest.mark.parametrize("mutant", ALPHA_BETAS, ids=lambda mutant: mutant.name)
def test_every_broken_alpha_beta_is_killed(mutant: Changed) -> None:
    """The checker finds something wrong with each."""
    assert any(faults_of(mutant.run))


@pytest.mark.parametrize("mutant", CHANGED, ids=lambda mutant: mutant.name)
def test_every_changed_search_is_killed(mutant: Changed, monkeypatch: pytest.MonkeyPatch) -> None:
    """A branch counted twice, the first pass taken for the whole, and the like: the contract
    finds something.
    """
    monkeypatch.setitem(algorithms(), mutant.algorithm.name, mutant.algorithm)
    assert any(contract_faults(mutant))


def test_most_mutants_survive_a_look_at_the_root() -> None:
    """On full windows, comparing the root's value with minimax leaves at least six of the
    mutants alive.
    """
    full = [question for question in QUESTIONS if question.window == FULL]
    alive = [
        mutant
        for mutant in ALPHA_BETAS
        if all(
            answer(question, mutant.run)[0].value
            == minimax(question.tree, question.maximizing, question.plies)
            for question in full
        )
    ]

    assert len(ALPHA_BETAS) >= 9
    assert len(alive) >= 6, alive


def test_which_leaves_are_visited_is_not_enough_either() -> None:
    """One mutant visits the right leaves in the right order, and is wrong in what it says of
    inner nodes.
    """
    usual = [
        question for question in QUESTIONS if question.rule == ">=" and question.window == FULL
    ]
    found = [
        name
        for question in usual
        for name in wrong(question, answer(question, RETURNS_ITS_BOUND.run))
    ]

    assert found
    assert not {"leaves visited", "root value"} & {*found}


def star1_faults(search: Search, trees: int = 800) -> Iterator[bool]:
    """Give for trees with chance whether a search does not do what the slow reference does."""
    for seed in range(trees):
        tree = chance.random_tree(seed)
        question, given = asked(seed, tree)
        problem = Run(
            Recipe(PositionSpec("tree", chance.written(tree)), SearchSpec("star1", **given))
        ).problem
        recorder = Recorder(Trace())
        search(problem, recorder)
        recorder.close()
        rows = [(row.value, row.alpha, row.beta) for row in recorder.trace]
        expected = [(each.value, *each.window) for each in chance.star1(tree, **question).all]
        yield rows != [tuple(map(float, each)) for each in expected]


def test_star1_is_right(usually: Callable[[int], int]) -> None:
    """Without a change Star1 does what the slow reference does."""
    assert not any(star1_faults(star1, usually(800)))


@pytest.mark.parametrize("mutant", STAR1S, ids=lambda mutant: mutant.name)
def test_every_broken_star1_is_killed(mutant: Changed) -> None:
    """The reference finds something wrong with each wrong formula."""
    assert any(star1_faults(mutant.run))
