"""Numbers that are known from publications, or were measured once with other programs, come out
again.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

import games
from tests.trees import AIMA, ORDERINGS, searched
from visualizer.explaining.measures.proof_tree import minimum
from visualizer.explaining.measures.summary import summary, visit_counts, visited_leaves
from visualizer.searching.lookup import default_search, load_game
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.support.errors import InputError
from visualizer.trace.tree_at_step import TreeAtStep


@cache
def made(recipe: str) -> Run:
    """Return a finished search, which several tests look at."""
    return Run(Recipe.loads(recipe, "a.run")[0]).finish()


def finished(recipe: Recipe) -> Run:
    """Return a finished search, made once."""
    return made(recipe.dumps({}))


def found(where: PositionSpec, **search: Any) -> dict[str, Any]:
    """Run a search and return its summary."""
    return summary(finished(Recipe(where, SearchSpec(**search))))


@pytest.mark.parametrize(
    ("search", "nodes"),
    [
        pytest.param({"algorithm": "minimax"}, 549_946, marks=pytest.mark.slow),
        ({}, 18_297),
        ({"fail": "hard"}, 18_297),
        pytest.param({"cut": ">"}, 146_120, marks=pytest.mark.slow),
        ({"algorithm": "ordered-alpha-beta"}, 7_275),
        ({"ordering": "scored"}, 7_275),
    ],
)
def test_tictactoe(search: dict[str, Any], nodes: int) -> None:
    """Tic-tac-toe from the empty board is a draw; the nodes are those that others have counted."""
    result = found(PositionSpec("tictactoe"), depth="all", **search)

    assert result["nodes"] == nodes
    assert result["value"] == 0
    assert result["complete"] is True
    assert result["steps"] == 2 * nodes
    assert len(result["principal_variation"]) == 9


def test_figure_5_2() -> None:
    """AIMA figure 5.2: value 3, 11 nodes, 7 leaves, 22 steps, one cutoff, at step 12, which
    leaves out 4 and 6.
    """
    run = searched(AIMA)
    result = summary(run)

    assert {
        key: result[key]
        for key in ("value", "nodes", "leaves", "steps", "cutoffs", "pruned", "best_move")
    } == {
        "value": 3,
        "nodes": 11,
        "leaves": 7,
        "steps": 22,
        "cutoffs": 1,
        "pruned": 2,
        "best_move": "1",
    }
    assert result["principal_variation"] == ["1", "1"]
    assert [run.trace.cut_step(row) for row in run.trace.cuts] == [12]
    words = [" ".join(path) for path in visited_leaves(run)]
    assert words == ["1 1", "1 2", "1 3", "2 1", "3 1", "3 2", "3 3"]
    assert visit_counts(TreeAtStep(run.trace, 11)).cutoffs == 0
    assert visit_counts(TreeAtStep(run.trace, 12)).cutoffs == 1


def test_minimum_of_figure_5_2() -> None:
    """Figure 5.2 can be searched with 5 leaves, and has 9: Knuth and Moore's 3^1 + 3^1 − 1."""
    run = searched(AIMA, algorithm="minimax")
    floor = minimum(run.trace)

    assert floor is not None
    assert floor.leaves == 5
    assert floor.nodes == 9
    assert summary(run)["leaves"] == 9


@pytest.mark.parametrize("ordering", ORDERINGS)
def test_first_best_child_keeps_the_move(ordering: str) -> None:
    """Of equal moves the first tried keeps best move and line; `best` and `worst` leave them in
    natural order.
    """
    result = summary(
        searched(
            [
                [1, 1],
                [1, 1],
                [1, 1],
            ],
            ordering=ordering,
            seed=3,
            algorithm="minimax",
        )
    )
    if ordering in ("natural", "best", "worst"):
        assert result["principal_variation"] == ["1", "1"]
    if ordering == "reverse":
        assert result["principal_variation"] == ["3", "2"]

    assert result["value"] == 1


HELPS = PositionSpec("tak", "2,x,2,1,x/x2,1,x2/2,2,2C,2,x/x2,1,1C,x/1,x,1,x2 1 7")
HURTS = PositionSpec("tak", "x2,1,2,x/x,1,2,x2/2,1,2,2,x/x,2,1,x2/x,1,x,1,x 1 7")


@pytest.mark.parametrize(
    ("where", "leaves", "nodes"),
    [
        (HELPS, 210, 297),
        pytest.param(
            HURTS,
            3_284,
            3_462,
            marks=pytest.mark.slow,
        ),
    ],
)
def test_minimum_of_tak(where: PositionSpec, leaves: int, nodes: int) -> None:
    """No order of the moves could visit fewer than 297 nodes there, and 3,462 here."""
    floor = minimum(finished(Recipe(where, SearchSpec("minimax", depth=3))).trace)

    assert floor is not None
    assert floor.leaves == leaves
    assert floor.nodes == nodes


def test_a_preset_is_searched_as_deep_as_it_says() -> None:
    """Where no depth is asked for, what is told of a preset comes true; else the game decides."""
    for name in games.game_names():
        game = load_game(name)
        for preset in game.presets:
            known = preset.counts.get("depth", game.depth)
            try:
                where = PositionSpec(name, preset.name)
                run = Run(Recipe(where, default_search(where)))
            except InputError as error:  # of a game whose library is not installed
                assert "not installed" in str(error)  # noqa: PT017  most games are here
                break

            assert run.recipe.search.depth == (known or "all"), (name, preset.name)

    assert (
        Run(Recipe(PositionSpec("othello", settings={"size": "4"}))).recipe.search.depth
        == load_game("othello").depth
    )
    assert (
        Run(Recipe(PositionSpec("othello", "whole-game"), SearchSpec(depth=2))).recipe.search.depth
        == 2
    )
