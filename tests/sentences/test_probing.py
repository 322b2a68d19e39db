"""The size of a tree by random walks: what their standard error says, and what it does not."""

from __future__ import annotations

from statistics import fmean, stdev

import pytest

from games import AnyPosition
from tests.few import one_in
from visualizer.explaining.comparison.compare import compare
from visualizer.explaining.comparison.sentences import comparison_sentences
from visualizer.explaining.measures.estimate import estimate_tree_size
from visualizer.searching.lookup import resolve_position
from visualizer.searching.recipe import PositionSpec, SearchSpec
from visualizer.searching.run import Run

END = 1000
"""More plies than any of these games has."""


def size(position: AnyPosition, depth: int) -> int:
    """Count the nodes of a tree, those of each position once for each depth left."""
    known: dict[object, int] = {}

    def count(here: AnyPosition, left: int) -> int:
        if not left or here.outcome() is not None:
            return 1
        key = (left, here.key())
        if key not in known:
            known[key] = 1 + sum(count(here.play(move), left - 1) for move in here.moves())
        return known[key]

    return count(position, depth)


def estimates(where: PositionSpec, depth: int, seeds: int) -> list[tuple[float, float]]:
    """Return estimates and their standard errors in parts of the tree's true size."""
    root = resolve_position(where)[1]
    true = size(root, depth)
    guesses = [estimate_tree_size(root, depth, seed) for seed in range(seeds)]
    return [(guess.nodes / true, guess.standard_error / true) for guess in guesses]


@pytest.mark.parametrize(
    "where", one_in(2, [PositionSpec("tictactoe"), PositionSpec("tak")]), ids=str
)
def test_the_standard_error_is_how_far_estimates_are_apart(where: PositionSpec) -> None:
    """Where the lines of play are alike: about the true size, and as far apart as is said."""
    found, errors = zip(*estimates(where, 3 if where.game == "tak" else 7, 20), strict=True)

    assert abs(fmean(found) - 1) < 3 * fmean(errors) / 20**0.5 + 1e-3
    assert fmean(errors) / 2 < stdev(found) < fmean(errors) * 2 or stdev(found) < 1e-3


@pytest.mark.slow
def test_estimates_are_often_too_low() -> None:
    """In a small Kalah few games are far larger than the others, and 1.96 standard errors hold
    no 95 of 100 sizes.
    """
    found = estimates(PositionSpec("kalah", None, "", {"pits": "3", "seeds": "2"}), END, 30)

    assert sum(nodes < 1 for nodes, _ in found) > 18
    assert sum(abs(nodes - 1) <= 1.96 * error for nodes, error in found) < 27


def test_no_interval_is_claimed() -> None:
    """The sentence has two digits and the standard error, the object the same by name; no error
    where all agree.
    """

    def compared(game: str, depth: str) -> tuple[str, object]:
        asked = [
            SearchSpec.typed(f"{name},depth={depth}", SearchSpec(max_nodes=50))
            for name in ("minimax", "alpha-beta")
        ]
        found = compare(PositionSpec(game), asked, lambda recipe: Run(recipe).finish())
        return comparison_sentences(found), found.as_object()["minimax_estimate"]

    said, told = compared("tak", "3")

    assert "about 78,000 nodes (standard error " in said
    assert "; such estimates are often too low)" in said
    assert "100 cases" not in said
    assert isinstance(told, dict)
    assert [*told] == ["nodes", "standard_error"]
    assert 300 < told["standard_error"] < 1200
    said, told = compared("hex", "2")
    assert "(all probes agree)" in said
    assert isinstance(told, dict)
    assert told["standard_error"] == 0
