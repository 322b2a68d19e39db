"""The contract of a search: what it tells is true, and what is shown of it is what a naive replay says, step by step.

It holds for every algorithm that is built in and for the four doubles, which come back to nodes: by second looks, by
passes that ask anew, that narrow bounds or that add up, and by answers from a table.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import isnan
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import games
from tests.doubles import COMING_BACK, DOUBLES, sentences, short
from tests.doubles.agreement import checked, differences, listed, some_steps, summary_faults
from tests.doubles.broken import BROKEN, Broken
from tests.doubles.laws import broken_laws
from tests.doubles.merged import prepared
from tests.doubles.naive import Naive
from tests.trees import AIMA, FULL, WEBFLIK, Tree, searches, some_trees, trees
from visualizer.algorithms import algorithms
from visualizer.errors import InputError
from visualizer.explanation.events import explain
from visualizer.measures.summary import summary
from visualizer.recipe import Recipe, Search, Where
from visualizer.run import Run

pytestmark = pytest.mark.usefixtures("doubles")

NAMES = [*algorithms(), *(name for name in DOUBLES if name not in algorithms())]
LIMIT = 20_000
"""No search here visits so many nodes, unless it does not end."""
SMALLEST: dict[str, dict[str, str]] = {"tree": {}, "connect-four": {"size": "4x4"}}
"""The settings of a small board, where that is not the first of a game's sizes."""


def faults(run: Run, plain: Run, steps: int = 24) -> list[str]:
    """Return all that is wrong with a search; the two runs are of the same question and have not begun."""
    reported, value = listed(plain, LIMIT)
    if isnan(value):
        return ["the search does not end"]
    if broken := broken_laws(run.algorithm.name, plain.problem, reported, value):
        return sorted(broken)
    try:
        checked(run)
    except InputError as error:
        return [str(error)]
    shown = differences(run, reported, some_steps(run.trace.last_step, steps))
    return [*shown, *summary_faults(run, reported), *faults_at_the_end(run, plain)]


def faults_at_the_end(run: Run, plain: Run) -> Iterator[str]:
    """Give what is wrong beside: the recorder that checks writes other rows, or the best line cannot be played."""
    if plain.finish().trace.rows != run.trace.rows:
        yield "the recorder that checks writes other rows than the one that does not"
    position = run.root
    for name in summary(run)["principal_variation"]:
        moves = {position.name(move): move for move in position.moves()}
        if name not in moves:
            yield f"{name} is on the best line and is no move there"
            return
        position = position.play(moves[name])


def fitting(name: str, search: dict[str, Any]) -> dict[str, Any]:
    """Return a question without what an algorithm does not have."""
    return {**search, "fail": "soft"} if search["fail"] not in algorithms()[name].fail else search


@pytest.mark.parametrize("name", NAMES)
@given(tree=trees(plies=4, widest=3), maximizing=st.booleans(), search=searches())
@settings(max_examples=25)
def test_contract_on_trees(name: str, tree: Tree, maximizing: bool, search: dict[str, Any]) -> None:
    """On irregular trees with many ties and equal subtrees, whatever rule, window, depth and ordering are asked for."""
    question = {**short(name), **fitting(name, search)}
    assert faults(prepared(tree, maximizing, **question), prepared(tree, maximizing, **question)) == []


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("game", games.names())
def test_contract_on_a_position_of_each_game(game: str, name: str) -> None:
    """On the smallest board that a game has, two plies deep; three where that is not too wide."""
    try:
        loaded = games.load(game)
    except games.GameNotFound as error:
        pytest.skip(str(error))
    size = {"size": loaded.sizes[0]} if loaded.sizes else {}
    where = Where(game, None, "", SMALLEST.get(game, size))
    try:
        first = Run(Recipe(where, Search("minimax", depth=1))).finish()
    except InputError as error:
        pytest.skip(str(error))
    recipe = Recipe(where, Search(**short(name), depth=3 if len(first.trace) <= 10 else 2))
    assert faults(Run(recipe), Run(recipe), steps=6) == []


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("stop", [1, 2, 7, 20])
def test_contract_of_a_search_that_is_stopped(name: str, stop: int) -> None:
    """Stopped by a limit of nodes, a search shows what it has found so far."""
    for tree in [AIMA, WEBFLIK, *some_trees(4, seed=11, plies=4)]:
        reported, _ = listed(prepared(tree, **short(name)), limit=stop)
        run = checked(prepared(tree, **short(name)), limit=stop)
        assert [*differences(run, reported, some_steps(run.trace.last_step)), *summary_faults(run, reported)] == []


def test_the_doubles_come_back() -> None:
    """Each double visits a node again, by a second look or in a later pass; tables answer in two of them."""
    hits = set()
    for name in COMING_BACK:
        reported = [listed(prepared(tree, **short(name)))[0] for tree in some_trees(8, plies=4)]
        visits = [visit.path for each in reported for visit in each.visits]
        assert len({*visits}) < len(visits)
        hits |= {name for each in reported for visit in each.visits if visit.kind == "table"}
    assert hits == {"double-mtdf", "double-deepening"}


def test_pvs_on_tictactoe_visits_what_others_have_counted() -> None:
    """From the empty board, in natural order, 18,016 nodes and 7,190 leaves, with 10 second looks."""
    reported, value = listed(Run(Recipe(Where("tictactoe"), Search("double-pvs", ordering="natural"))))
    again = sum(len(visit.tried) - len({child.path for child in visit.tried}) for visit in reported.visits)
    leaves = sum(visit.kind in ("terminal", "limit") for visit in reported.visits)
    assert (value, len(reported.visits), leaves, again) == (0, 18_016, 7_190, 10)


@pytest.mark.parametrize(
    ("name", "step", "right", "wrong"),
    [
        ("alpha-beta", 10, "2 of 3", "3 of 3"),
        ("alpha-beta", 10, "MAX tries", "MIN tries"),
        ("alpha-beta", 10, "3 or less would", "2 or less would"),
        ("alpha-beta", 2, "branches.", "branches. A value of 3 or less would cut here."),
        ("alpha-beta", 12, "Cut", "Deep cut"),
        ("alpha-beta", 12, "Cut at", "Now at"),
        ("alpha-beta", 12, "2 other", "3 other"),
        ("alpha-beta", 12, "(2 ≤", "(1 ≤"),
        ("alpha-beta", 12, "α = 3", "α = 2"),
        ("alpha-beta", 4, ", the first value for", ", better for"),
        ("alpha-beta", 6, "worth 12", "worth 11"),
        ("alpha-beta", 6, "for MIN", "for MAX"),
        ("mcts", 14, "again (1.00 + ", "again (0.50 + "),
    ],
)
def test_a_wrong_sentence_is_caught(name: str, step: int, right: str, wrong: str) -> None:
    """What is said of who, how many, which value and which bound cannot be changed without being found out."""
    run, (reported, _) = prepared(AIMA, **short(name)).finish(), listed(prepared(AIMA, **short(name)))
    windows, said = run.algorithm.entry == ("alpha", "beta"), explain(run, step)
    naive = Naive(reported.events, step, run.trace.passes.value, windows=windows)
    assert right in said, said
    assert [*sentences.faults(run, naive, said)] == []
    assert [*sentences.faults(run, naive, said.replace(right, wrong))]


@pytest.mark.parametrize("broken", BROKEN, ids=lambda broken: broken.name)
def test_every_wrong_variant_is_caught(broken: Broken, monkeypatch: pytest.MonkeyPatch) -> None:
    """A branch counted twice, the first pass taken for the whole, and the like: the contract finds something."""
    name = broken.algorithm.name
    monkeypatch.setitem(algorithms(), name, broken.algorithm)
    questions = [
        (tree, window) for tree in [AIMA, WEBFLIK, *some_trees(6, seed=3, plies=4)] for window in (FULL, (-1, 1))
    ]
    assert any(
        faults(
            prepared(tree, **short(name), window=window),
            prepared(tree, **short(name), window=window),
            steps=2,
        )
        for tree, window in questions
    )
