"""The contract of a search: what it tells is true, and what is shown of it is what a naive replay
says, step by step.

It holds for every algorithm that is built in, with a table and without. Some come back to nodes: by
second looks, by passes that ask anew, that narrow bounds or that add up.
"""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import games
from games import AnyPosition
from tests.few import crossed, one_in
from tests.merged import prepared
from tests.oracles.agreement import checked, differences, listed, some_steps, summary_faults
from tests.oracles.contract import faults
from tests.presets import COMING_BACK, short
from tests.trees import AIMA, WEBFLIK, Tree, searches, some_trees, trees
from visualizer.searching.algorithms import algorithms
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.support.errors import InputError, RefusedError


def has_table(name: str) -> bool:
    """Say whether an algorithm can have a table."""
    return any(option.name == "table" for option in algorithms()[name].options)


NAMES = [name for name, each in algorithms().items() if not each.random_opponent]
"""Those of which every node is worth the best of its children; chance has a reference of its
own.
"""
SEARCHES = [
    (name, {} if table is None else {"table": table})
    for name in NAMES
    for table in ((False, True) if has_table(name) else (None,))
]
SMALLEST: dict[str, dict[str, str]] = {"tree": {}, "connect-four": {"size": "4x4"}}
"""The settings of a small board, where that is not the first of a game's sizes."""


def fitting(name: str, search: dict[str, Any]) -> dict[str, Any]:
    """Return a question without what an algorithm does not have."""
    if search["fail"] not in algorithms()[name].fail:
        return {**search, "fail": "soft"}
    return search


@pytest.mark.parametrize(("name", "options"), SEARCHES, ids=str)
@given(tree=trees(plies=4, widest=3), maximizing=st.booleans(), search=searches())
@settings(max_examples=25)
def test_contract_on_trees(
    name: str, options: dict[str, Any], tree: Tree, maximizing: bool, search: dict[str, Any]
) -> None:
    """On irregular trees with many ties and equal subtrees, whatever rule, window, depth and
    ordering are asked for.
    """
    question = {**short(name, **options), **fitting(name, search)}
    assert (
        faults(prepared(tree, maximizing, **question), prepared(tree, maximizing, **question)) == []
    )


def moves_twice(position: AnyPosition, plies: int) -> bool:
    """Say whether a player moves twice in a row, so many plies deep."""
    if plies > 1:
        after = [position.play(move) for move in position.moves()]
    else:
        after = []
    return any(
        here.maximizing == position.maximizing and here.moves() or moves_twice(here, plies - 1)
        for here in after
    )


@pytest.mark.parametrize(("game", "name"), one_in(9, product(games.game_names(), NAMES)))
def test_contract_on_a_position_of_each_game(game: str, name: str) -> None:
    """On the smallest board that a game has, two plies deep; three where that is not too wide.

    Negamax refuses a game in which a player moves twice.
    """
    try:
        loaded = games.load_game(game)
    except games.GameNotFound as error:
        pytest.skip(str(error))
    if loaded.sizes:
        size = {"size": loaded.sizes[0]}
    else:
        size = {}
    where = PositionSpec(game, None, "", SMALLEST.get(game, size))
    try:
        first = Run(Recipe(where, SearchSpec("minimax", depth=1))).finish()
    except InputError as error:
        pytest.skip(str(error))
    recipe = Recipe(where, SearchSpec(**short(name), depth=3 if len(first.trace) <= 10 else 2))
    if name == "negamax" and moves_twice(first.root, int(str(recipe.search.depth))):
        with pytest.raises(RefusedError, match="negamax needs players who take turns"):
            Run(recipe).finish()
        return

    assert faults(Run(recipe), Run(recipe), steps=6) == []


@pytest.mark.parametrize(("name", "stop"), one_in(3, crossed(NAMES, [1, 2, 7, 20])))
def test_contract_of_a_search_that_is_stopped(name: str, stop: int) -> None:
    """Stopped by a limit of nodes, a search shows what it has found so far."""
    for tree in [AIMA, WEBFLIK, *some_trees(4, seed=11, plies=4)]:
        reported, _ = listed(prepared(tree, **short(name)), limit=stop)
        run = checked(prepared(tree, **short(name)), limit=stop)

        assert [
            *differences(run, reported, some_steps(run.trace.last_step, 8)),
            *summary_faults(run, reported),
        ] == []


@pytest.mark.parametrize("name", COMING_BACK)
def test_they_come_back(name: str) -> None:
    """Each of these visits a node again, by a second look or in a later pass."""
    reported = [listed(prepared(tree, **short(name)))[0] for tree in some_trees(8, plies=4)]
    visits = [visit.path for each in reported for visit in each.visits]

    assert len({*visits}) < len(visits)


@pytest.mark.parametrize(("name", "options"), SEARCHES, ids=str)
def test_tables_answer(name: str, options: dict[str, Any]) -> None:
    """Where equal subtrees are one position, every search with a table is answered by it, and
    none without.
    """
    reported = [
        listed(prepared(tree, **short(name, **options)))[0] for tree in some_trees(8, plies=4)
    ]
    hits = sum(visit.kind == "table" for each in reported for visit in each.visits)

    assert (hits > 0) == options.get("table", False)
