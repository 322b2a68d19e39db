"""What is seen at a cut, besides numbers: what values mean to the players, and which move set
the bound.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

import pytest

from tests.few import one_in
from tests.terminal.hands import AIMA, TAK, letters_of, picture_of
from tests.terminal.searches import recipe_of, searched
from visualizer.apps.activities.exploring import Session
from visualizer.apps.tui.scene import Scene
from visualizer.apps.tui.views import views
from visualizer.draw.picture.charts.race import race_sentence
from visualizer.explaining.explanation.english.cuts import window_chain
from visualizer.explaining.explanation.english.what_if import describe_pruned_children
from visualizer.explaining.explanation.explainer import explain
from visualizer.searching.run import Run
from visualizer.trace.rows import MovePath
from visualizer.trace.tree_at_step import TreeAtStep

DEEPER = recipe_of("tak", "ordering-helps", "ordered-alpha-beta,depth=4,max-nodes=9000")
FIRST_CUT = 7
"""The step of the first cut of Tak, where Black has e3 already."""


RECIPES = {
    "aima": AIMA,
    "tak": TAK,
    "deeper": DEEPER,
}


@cache
def run_of(name: str) -> Run:
    return Run(RECIPES[name]).finish()


@pytest.mark.parametrize(
    "size",
    [
        (54, 14),
        (86, 24),
        (148, 44),
    ],
    ids=str,
)
def test_a_tree_says_what_the_values_at_a_cut_mean(size: tuple[int, int]) -> None:
    """Below the move that Black has already stands that Black wins, at every size; the open root
    says nothing.
    """
    tree = picture_of("tree", Scene(run_of("tak"), FIRST_CUT), *size)

    assert tree.count("Black wins") == 1
    if size[1] > 14:
        assert "White a flat ahead" in tree


def test_words_in_a_tree_hide_nothing() -> None:
    """At no step does a word for a value stand in the place of anything else: all other letters
    stay.
    """
    run = run_of("tak")
    for step in range(1, run.trace.last_step, 97):
        scene = Scene(run, step)
        plain = Scene(run, step)
        plain.__dict__["standings"] = type(
            "Silent", (), {"label_of": staticmethod(lambda node: "")}
        )()
        for line, bare in zip(
            picture_of("tree", scene, 86, 24).split("\n"),
            picture_of("tree", plain, 86, 24).split("\n"),
            strict=True,
        ):
            assert all(letter in (" ", shown) for letter, shown in zip(bare, line, strict=True)), (
                step
            )


def test_columns_say_what_values_mean_where_there_is_room() -> None:
    """Wide columns have the words behind the values of finished moves, and in the head; narrow
    ones do without.
    """
    run = run_of("tak")
    wide = picture_of("columns", Scene(run, 291), 148, 20)

    assert "−1,000 Black wins" in wide
    assert "1 White a flat ahead" in wide
    assert "worth 1 with e3: White a flat ahead" in picture_of(
        "columns", Scene(run, run.trace.last_step), 148, 20
    )
    assert "Black wins" not in picture_of("columns", Scene(run, 291), 60, 20)


def test_the_window_pane_says_what_the_bounds_mean() -> None:
    """At a cut each bound stands with who set it and what it means."""
    words = picture_of("window", Scene(run_of("tak"), FIRST_CUT), 44, 14)

    assert "β set by e3 after d1: Black wins" in words
    assert "α set by d4 after d1 b5: White a flat ahead" in words


def test_the_best_line_and_a_race_say_what_their_values_mean() -> None:
    """Behind the values of the root and of the line's leaf where there is room, and in what a
    search has found.
    """
    run = run_of("tak")

    assert "its leaf −1,000  Black wins" in picture_of("line", Scene(run, 291), 44, 6)
    assert "wins" not in picture_of("line", Scene(run, 291), 20, 6)
    found = race_sentence(run, TreeAtStep(run.trace), "ordered")
    assert "(e3, worth 1: White a flat ahead, depth 3)" in found


# The move that set the bound.


def set_at(scene: Scene) -> MovePath | None:
    """Return the path to the move that the trace says has set the bound of the node that is cut
    in this step.
    """
    node = scene.cut_now
    assert node is not None
    source = scene.tree.bound_source(node, lower=not scene.tree.maximizing(node))
    if source.child is None:
        return None
    return scene.run.path(source.child)


@pytest.mark.parametrize("recipe", one_in(3, RECIPES))
@pytest.mark.parametrize(
    "size",
    [
        (54, 14),
        (86, 24),
        (148, 44),
    ],
    ids=str,
)
def test_the_move_that_set_the_bound_is_marked_at_its_cut(
    recipe: str, size: tuple[int, int]
) -> None:
    """At each cut the sibling, or the count that it is in, has α or β behind its value, also where
    it is selected.

    Where its ply has no row, that stands beside its parent.
    """
    run = run_of(recipe)
    for row in run.trace.cuts[:60]:
        step = run.trace.cut_step(row)

        assert step is not None
        scene = Scene(run, step)
        path = set_at(scene) or ()
        if scene.tree.maximizing(row):
            bound = "β"
        else:
            bound = "α"
        assert path
        assert scene.cut_bound_setter == (path, bound)
        assert Scene(run, run.trace.last_step, selected=run.path(row)).cut_bound_setter == (
            path,
            bound,
        )
        tree = views()["tree"].draw(scene, *size)
        marked = [
            hit
            for hit in tree.hits
            if letters_of(tree.lines[hit.y])[hit.left : hit.right].endswith(bound)
        ]
        line = re.compile(rf"\b{re.escape(run.move_name(path))} \S+ {bound}")
        assert any(line.search(letters_of(each)) for each in tree.lines[:2]) or any(
            hit.path == path or path[-1] in hit.folded for hit in marked
        ), (step, path)


def test_nothing_is_marked_but_at_a_cut() -> None:
    """In other steps no value has a bound behind it."""
    run = run_of("aima")
    cuts = {run.trace.cut_step(row) for row in run.trace.cuts}
    for step in range(run.trace.last_step + 1):
        assert (Scene(run, step).cut_bound_setter is not None) == (step in cuts)


@pytest.mark.slow
def test_the_column_of_the_move_that_set_the_bound_stays(usually: Callable[[int], int]) -> None:
    """However few columns there are, one has the move that set the bound at a cut, marked, also
    where it is deep.
    """
    run = run_of("deeper")
    deep = 0
    for row in run.trace.cuts[: usually(600)]:
        scene = Scene(run, run.trace.cut_step(row) or 0)
        path = set_at(scene)

        assert path is not None
        deep += len(run.path(row)) - len(path) > 0
        for width in (54, 80):
            columns = views()["columns"].draw(scene, width, 12)
            lines = [
                letters_of(columns.lines[hit.y])[hit.left : hit.right]
                for hit in columns.hits
                if hit.path == path
            ]

            assert len(lines) == 1, (scene.step, width)
            assert " α" in lines[0] or " β" in lines[0], (scene.step, width)

    assert deep


def test_four_plies_fit_beside_the_board() -> None:
    """At 120 columns, of which the board and the panes below it take up to 40, four columns of
    Tak are whole.
    """
    run = run_of("deeper")
    step = next(
        step for step in range(run.trace.last_step) if len(Scene(run, step).running_path) == 4
    )
    lines = picture_of("columns", Scene(run, step), 80, 20).split("\n")

    assert lines[0].count("╭") == 4
    assert all(f"after {move}" in lines[0] for move in run.names(Scene(run, step).running_path[:3]))
    assert not any("…│" in line for line in lines)


@pytest.mark.parametrize("style", ["alpha", "beta"])
def test_marks_have_the_colour_of_their_bound(style: str) -> None:
    """The box and the sign of the move that set α or β are drawn as that bound is."""
    run = run_of("aima" if style == "alpha" else "tak")
    step = run.trace.cut_step(run.trace.cuts[0]) or 0
    spans = [span for line in views()["tree"].draw(Scene(run, step), 86, 24).lines for span in line]
    sign = {"alpha": "α", "beta": "β"}[style]

    assert any(name == style and text.strip(" │").endswith(sign) for text, name in spans)


def test_the_long_explanation_says_stakes_too() -> None:
    """What each player has is said as in the sentence, its number beside it; a textbook's
    numbers stay bare.
    """
    tak = run_of("tak")
    aima = run_of("aima")

    assert "Black wins with e3 after d1" in window_chain(tak, FIRST_CUT)
    assert "Black has" not in window_chain(tak, FIRST_CUT)
    assert (
        "(White a flat ahead), which is still ≥ −1,000. Black wins with e3, so"
        in describe_pruned_children(tak, FIRST_CUT)
    )
    assert "MAX has 3 with a1, MIN has 2 with c1" in window_chain(aima, 12)


def test_a_move_that_ends_the_game_is_named_once() -> None:
    """Who wins with the best move itself wins after no other line."""
    run = searched("tictactoe", "win-in-one")
    assert explain(run, run.trace.last_step).startswith("Finished: c1 is best for X, who wins (1).")


def test_at_a_cut_both_are_said_how_many_there_are_and_how_many_alike_follow() -> None:
    """The count of all cutoffs stays beside that of those which `x` passes over, however the
    step was reached.
    """
    session = Session(run_of("tak"))
    session.make_jump("next_cut")
    at_cut = session.remark()

    assert at_cut.lstrip().startswith("✂ 1/")
    assert at_cut.endswith(" more like this")
    session.seek(FIRST_CUT + 1)
    assert "more like this" not in session.remark()
    assert len(session.remark()) == len(at_cut)
