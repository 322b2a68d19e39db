"""What exported trees say beside numbers: who set a bound, what a value means, and moves on
edges where wanted.
"""

from __future__ import annotations

import pytest

import exports
from tests.exports.pictures import bound_set_by
from visualizer.draw.picture.model import Box, Picture, describe_box
from visualizer.draw.picture.page.options import PictureOptions
from visualizer.draw.picture.page.page_plan import step_captions
from visualizer.draw.picture.page.tree_page import TreePage, sized_page
from visualizer.draw.picture.shapes.drawing import (
    BOUND_SETTER_ENTRY,
    NODE_TYPE_ENTRIES,
    UNKNOWN_VALUE_ENTRY,
    draw_picture,
)
from visualizer.explaining.measures.summary import visit_counts
from visualizer.look.legend import PRUNED_BRANCH_SIGN, PRUNED_BRANCH_WORDS, State
from visualizer.look.shapes import Group, Stroke, Text
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.trace.tree_at_step import TreeAtStep

TAK = Recipe(PositionSpec("tak", "ordering-hurts"), SearchSpec("alpha-beta", depth=2))


def page_of(recipe: Recipe, **options: object) -> TreePage:
    return TreePage(Run(recipe).finish(), PictureOptions(**options))  # type: ignore[arg-type]  # any option


def written(picture: Picture) -> list[str]:
    """Return all words of a page."""
    shapes = draw_picture(picture).shapes
    return [
        each.text
        for shape in shapes
        for each in (shape.shapes if isinstance(shape, Group) else (shape,))
        if isinstance(each, Text)
    ]


def marked(picture: Picture) -> list[Box]:
    return [box for box in picture.boxes if box.bound_sign]


def test_the_move_that_set_the_bound_is_marked_at_the_cut_only() -> None:
    """AIMA's a1 set α when C is cut; in the steps before and after nothing is marked, forwards
    and backwards.
    """
    page = page_of(Recipe(PositionSpec("tree")), legend=False)
    for step in (11, 12, 13, 12, 11):
        found = [(box.label, bound_set_by(box)) for box in marked(page.frame(step))]
        assert found == ([("B", "α")] if step == 12 else [])

    assert written(page.frame(12)).count("α") == 1


@pytest.mark.parametrize(
    "recipe", [TAK, Recipe(PositionSpec("othello", "first-look"), SearchSpec("ordered-alpha-beta"))]
)
def test_it_is_the_sibling_that_the_sentence_means(recipe: Recipe) -> None:
    """At each cut that another move set the bound of, one node is marked: that move, or the
    folded ones it is among.
    """
    page = page_of(recipe)
    run = page.run
    for row in run.trace.cuts[:40]:
        step = run.trace.cut_step(row)

        assert step is not None
        tree = TreeAtStep(run.trace, step)
        source = tree.bound_source(row, lower=not tree.maximizing(row))
        boxes = marked(page.frame(step))
        if source.child is not None:
            assert len(boxes) <= 1
            assert all(box.key[0] == "w" or box.key == f"n{source.child}" for box in boxes)
        else:
            assert boxes == []


def test_a_sibling_whose_ply_has_no_row_hangs_from_its_parent() -> None:
    """A bound that was set above the plies that are drawn has its node below its parent in the
    line above them.
    """
    run = Run(
        Recipe(PositionSpec("othello", "first-look"), SearchSpec("ordered-alpha-beta"))
    ).finish()
    page, _ = sized_page(run, PictureOptions(page="16:9"))

    assert page.frame(132).breadcrumbs.strip() == "root ▲≥−2 › d6 ▼? › a1 ▲? ›"
    first, *others = page.frame(132).boxes
    assert first.move == "f6"
    assert first.value == "−2"
    assert bound_set_by(first) == "α"
    assert first.hangs_from
    assert not any(box.hangs_from or box.bound_sign for box in others)
    assert not any(box.hangs_from for box in page.frame(131).boxes)


def test_final_values_say_what_they_mean_where_there_is_room() -> None:
    """Finished siblings along a spine have the words of the evaluation below them, open nodes
    their windows.
    """
    page = page_of(Recipe(PositionSpec("hex", "ordering-helps")))
    words = [
        box.meaning for step in range(0, 400, 7) for box in page.frame(step).boxes if box.meaning
    ]

    assert (
        {"White wins"} <= {*words} <= {"White wins", "Black wins", "nothing decided", "undecided"}
    )
    assert not any(
        box.meaning and box.window for step in range(0, 400, 7) for box in page.frame(step).boxes
    )
    assert not any(box.meaning for box in page_of(Recipe(PositionSpec("tree"))).frame(22).boxes)


def test_moves_on_edges_can_be_left_out() -> None:
    """Then no name is written; tooltips and listings keep it."""
    assert {"a1", "b1"} <= {*written(page_of(Recipe(PositionSpec("tree"))).frame(12))}
    bare = page_of(Recipe(PositionSpec("tree")), edge_names=False).frame(12)
    assert not {"a1", "b1", "c2"} & {*written(bare)}
    assert {box.move for box in bare.boxes} >= {"a1", "b1"}


@pytest.mark.parametrize("recipe", [Recipe(PositionSpec("tree")), TAK])
def test_an_edge_without_its_name_has_no_gap(recipe: Recipe) -> None:
    """Where a name stands an edge goes on below it; without names it is whole, in a whole tree
    and along a spine.
    """
    for named in (True, False):
        picture = page_of(recipe, edge_names=named, page="16:9").frame(12)
        (edges,) = [
            shape
            for shape in draw_picture(picture).shapes
            if isinstance(shape, Group) and shape.key == "edges"
        ]
        ends = [(each.x1, each.y1, each.y2) for each in edges.shapes if isinstance(each, Stroke)]
        below = [
            y1 - box.incoming_edge_y
            for box in picture.boxes
            for x, y1, y2 in ends
            if (x, y2) == (box.x, box.y) and box.move and box.incoming_edge_y < box.y
        ]

        assert all(gap > 0 for gap in below) if named else not any(gap > 0 for gap in below)
        assert below or not named


def test_nothing_is_cut_under_a_last_child() -> None:
    """Where the window closes at a last child no sign of a cut stands in it; where children are
    skipped it does.
    """
    for leaves, step, sign in (("[[3,12],[4,2]]", 12, ""), ("[[3,12],[2,4]]", 10, "≥")):
        page = page_of(Recipe(PositionSpec("tree", leaves)))
        (window,) = [box.window for box in page.frame(step).boxes if box.window and box.ply == 1]

        assert window.alpha >= window.beta
        assert window.cut_sign == sign


def test_pictures_of_negamax_say_that_their_values_are_those_for_max() -> None:
    """A picture has alpha-beta's words but for the line that says so; the explorer's tree turns
    the signs.
    """
    of_max, of_mover = (
        page_of(Recipe(PositionSpec("tree"), SearchSpec(name))).frame(12)
        for name in ("alpha-beta", "negamax")
    )

    assert of_mover.subtitle.endswith(", values for MAX")
    assert "values for" not in of_max.subtitle
    assert [describe_box(box) for box in of_mover.boxes] == [
        describe_box(box) for box in of_max.boxes
    ]


def test_the_best_line_is_said_once() -> None:
    """At the end of a search of a game its last sentence has the line, no caption repeats it;
    before, one has it.
    """
    run = Run(Recipe(PositionSpec("tak"))).finish()
    options = PictureOptions()
    [last] = step_captions(
        run,
        options,
        TreeAtStep(run.trace),
        "",
        is_whole=False,
    )

    assert "after d2+ a2 a1+ (1, depth 3)." in last
    _, line = step_captions(
        run,
        options,
        TreeAtStep(run.trace, 3000),
        "",
        is_whole=False,
    )
    assert line == "★ best line so far: a1+ e3"


DEEP = "A(B(D(H(3,17),I(2,12)),E(J(15),K(25,0))),C(F(L(2,5),M(3)),G(N(2,14))))"


def test_a_written_number_stays_in_sight() -> None:
    """A textbook's leaf has its number in every step, also in the one that visits it; hidden
    ones do not.
    """
    for hide, seen in ((False, "2?"), (True, "?")):
        page = page_of(Recipe(PositionSpec("tree")), hide_leaves=hide)
        leaf = {
            step: next(box.value for box in page.frame(step).boxes if box.move == "c1")
            for step in (10, 11, 12)
        }

        assert leaf == {
            10: "·" if hide else "2",
            11: seen,
            12: "2",
        }


@pytest.mark.parametrize("step", [18, 26, 34])
def test_only_what_is_counted_as_pruned_has_its_sign(step: int) -> None:
    """There is a cross for each child left out; what lies below has a look and an entry of the
    legend of its own.
    """
    page = page_of(Recipe(PositionSpec("tree", DEEP)), ghosts=True)
    picture = page.frame(step)
    pruned = visit_counts(TreeAtStep(page.run.trace, step)).pruned
    below = [box for box in picture.boxes if box.is_ghost]

    assert sum(box.state is State.PRUNED and not box.is_ghost for box in picture.boxes) == pruned
    assert (PRUNED_BRANCH_WORDS in written(picture)) == bool(below) == (step > 18)
    outline = exports.format_named("txt").bytes_of(picture).decode()
    assert sum("─ ✕" in line for line in outline.splitlines()) == pruned
    assert sum(f"─ {PRUNED_BRANCH_SIGN} " in line for line in outline.splitlines()) == len(below)


def test_types_of_nodes_are_in_the_legend_where_they_are_drawn() -> None:
    """PV, cut and all have entries with --kinds, and not without; in every format that has a
    legend.
    """
    for kinds in (True, False):
        picture = page_of(Recipe(PositionSpec("tree", DEEP)), kinds=kinds).frame(34)
        for words in NODE_TYPE_ENTRIES.values():
            assert (words in written(picture)) == kinds
            for name in ("txt", "dot"):
                assert (words in exports.format_named(name).bytes_of(picture).decode()) == kinds


def test_the_badge_and_the_question_mark_are_in_the_legend_where_they_stand() -> None:
    """At AIMA's cut α is explained, and no more behind it; so is ? while a node has no value."""
    page = page_of(Recipe(PositionSpec("tree")))
    for step, sets, asks in (
        (11, False, True),
        (12, True, False),
        (13, False, False),
    ):
        words = written(page.frame(step))

        assert (BOUND_SETTER_ENTRY in words) == sets
        assert (UNKNOWN_VALUE_ENTRY in words) == asks


def test_signs_without_room_in_the_legend_are_left_out() -> None:
    """On a slide no text gets smaller for them, and no entry stands below the legend's place."""
    for step in range(23):
        picture = page_of(Recipe(PositionSpec("tree")), page="16:9").frame(step)
        bottom = picture.plan.legend.y + picture.plan.legend.height

        assert all(
            shape.y <= bottom for shape in draw_picture(picture).shapes if isinstance(shape, Text)
        )
