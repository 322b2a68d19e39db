"""What a search found, as a value of its own: it cannot be changed, and is told under the same
names everywhere.
"""

from __future__ import annotations

import pytest

from visualizer.explaining.comparison.compare import compare
from visualizer.explaining.measures.summary import SearchResult, summary
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run

WHERE = PositionSpec("tictactoe", "corner")
SEARCHES = (
    SearchSpec("minimax"),
    SearchSpec("alpha-beta", "killer", window=(0, 1)),
    SearchSpec("alpha-beta", max_nodes=7),
)


def finished(recipe: Recipe) -> Run:
    """Run a search to its end or its limit."""
    return Run(recipe).finish()


@pytest.mark.parametrize("search", SEARCHES, ids=SearchSpec.to_spec)
def test_a_result_is_what_is_told_of_the_run(search: SearchSpec) -> None:
    """Its names are those of `summary`, and it does not follow a run that goes on."""
    run = Run(Recipe(WHERE, search))
    before = SearchResult(run)

    assert before.value is None
    assert before.best_move is None
    assert before.line == ()
    assert before.nodes == 0
    assert before.complete is False
    found = SearchResult(run.finish())
    assert found.as_object() == summary(run)
    assert before.nodes == 0
    assert found.nodes == found.as_object()["nodes"]
    assert found.best_move == found.as_object()["best_move"]


def test_a_comparison_holds_the_results_of_its_searches() -> None:
    """In the order asked for, each as alone, and with the quality of its ordering behind the
    other names.
    """
    held = compare(WHERE, SEARCHES, finished).searches

    assert [found.search for found in held] == [
        finished(Recipe(WHERE, search)).recipe.search for search in SEARCHES
    ]
    for found, search in zip(held, SEARCHES, strict=True):
        alone = SearchResult(finished(Recipe(WHERE, search)))

        assert found.quality is not None
        assert alone.quality is None
        unlike = {*found.quality._asdict(), "seconds"}
        assert {key: value for key, value in found.as_object().items() if key not in unlike} == {
            key: value for key, value in alone.as_object().items() if key not in unlike
        }
        assert [*found.as_object()] == [*alone.as_object(), *found.quality._asdict()]
