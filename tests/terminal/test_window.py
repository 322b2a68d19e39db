"""The window pane says what is true of the innermost open node, and says it whole."""

from __future__ import annotations

import pytest

from tests.few import one_in
from tests.terminal.hands import picture_of
from tests.terminal.searches import recipe_of, searched
from visualizer.apps.tui.cells.styled_lines import Rendering
from visualizer.apps.tui.panes.window import draw_window
from visualizer.apps.tui.scene import Scene
from visualizer.explaining.explanation.explainer import describe_threshold, explain
from visualizer.explaining.explanation.naming import Naming
from visualizer.searching.recipe import Recipe
from visualizer.searching.run import Run

SMALLEST = (22, 7)
"""Columns and lines of the pane at 80×24."""


def words(drawn: Rendering) -> str:
    """Return all that a pane says, on one line."""
    return " ".join("".join(text for text, _ in line).strip() for line in drawn.lines)


@pytest.fixture(scope="module")
def figure() -> Run:
    """Return the search of figure 5.2."""
    return searched("tree", "aima-5.2")


def test_a_window_that_closes_with_the_last_child(figure: Run) -> None:
    """At step 20 the 2 has closed the window, and nothing was cut: no value is said to cut any
    more.
    """
    shown = words(draw_window(Scene(figure, 20), *SMALLEST))

    assert shown.endswith("The window has closed (α 3 ≥ β 2), but nothing is left to prune.")
    assert "would cut" not in shown


def test_the_root_has_a_bound_and_cannot_be_cut(figure: Run) -> None:
    """At step 21 alpha has been set at the root: it is not said that there is no bound, but that
    none can cut.
    """
    shown = words(draw_window(Scene(figure, 21), *SMALLEST))
    assert "Nothing can cut the root: MIN has nothing above it. α set by a1" in shown


def test_the_bound_that_cuts_comes_first(figure: Run) -> None:
    """Below the value that would cut stands who set that bound, and the other bound only if
    there is room.
    """
    assert words(draw_window(Scene(figure, 16), SMALLEST[0], SMALLEST[1] - 1)).endswith(
        "would cut here. α set by a1"
    )
    assert words(draw_window(Scene(figure, 16), 22, 8)).endswith("α set by a1 β set by d1")


@pytest.mark.parametrize(
    "recipe",
    one_in(
        2,
        [
            recipe_of("tictactoe", "small"),
            recipe_of("tree", "cs188-four-plies"),
            recipe_of("tak", "ordering-helps", "ordered-alpha-beta,depth=3"),
            recipe_of("connect-four", search="alpha-beta,depth=6,max-nodes=2000"),
        ],
    ),
    ids=lambda recipe: str(recipe.where.game),
)
def test_what_would_cut_is_said_whole(recipe: Recipe) -> None:
    """At 80×24 the sentence on what would cut always has room, however many nodes are open."""
    run = Run(recipe).finish()
    for step in range(1, run.trace.last_step, 1 + run.trace.last_step // 300):
        scene = Scene(run, step)
        rows = [row for row in scene.tree.path if run.trace.children(row)]
        drawn = draw_window(scene, *SMALLEST)

        assert len(drawn.lines) <= SMALLEST[1]
        if rows and not scene.tree.is_cut(rows[-1]):
            assert describe_threshold(Naming(run, scene.tree), rows[-1]) in words(drawn)


@pytest.mark.parametrize(
    ("tree", "place", "move"),
    [
        ("aima-5.2", "C (a2)", "a2"),
        ("[[3,12,8],[2,4,6],[14,5,1]]", "B", "B"),
        ("T(X(3,12,8),Y(2,4,6))", "Y", "Y"),
    ],
)
def test_panes_and_sentence_call_a_node_alike(tree: str, place: str, move: str) -> None:
    """The window, the lists of moves and the sentence of a cut name a node; a book's node behind
    its own name.
    """
    scene = Scene(searched("tree", tree), 12)

    assert f"1 ▼ {place} " in words(draw_window(scene, *SMALLEST))
    lists = picture_of("columns", scene, 86, 16)
    assert f"▼ MIN at {place} · cut" in lists
    assert f"2 ✂ {place} " in lists
    assert explain(scene.run, 12).startswith(f"Cut at {place}: MIN's ")
    assert f"MAX will not choose {move}." in explain(scene.run, 12)
