"""Pages: every step of a run on one canvas, with all that matters on it, and nothing in the way
of anything else.
"""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import few
from tests.exports.geometry import covered_by_signs, crossed, flat, off_the_page, overlapping, texts
from tests.presets import Case, cases, name_of, run_of
from tests.trees import Tree, trees
from visualizer.draw.picture.model import BoxShape, Picture
from visualizer.draw.picture.page.options import PictureOptions
from visualizer.draw.picture.page.tree_page import TreePage
from visualizer.draw.picture.shapes.drawing import draw_picture
from visualizer.look.legend import STATE_LOOKS, State
from visualizer.look.shapes import Drawing, Stroke
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.trace.jumps import cut_steps
from visualizer.trace.tree_at_step import TreeAtStep

PAGES = ("16:9", "4:3", "fit")
STEPS = 6
MOST_NODES = 500


@cache
def layout_of(case: Case, page: str) -> TreePage:
    return TreePage(run_of(case, MOST_NODES), PictureOptions(page=page))


def steps_of(run: Run) -> list[int]:
    last = run.trace.last_step
    return sorted({last * part // (STEPS - 1) for part in range(STEPS)})


@cache
def pictures(case: Case, page: str) -> dict[int, Picture]:
    return {step: layout_of(case, page).frame(step) for step in steps_of(run_of(case, MOST_NODES))}


@cache
def drawing_of(case: Case, page: str, step: int) -> Drawing:
    return draw_picture(pictures(case, page)[step])


every_case = pytest.mark.parametrize(
    ("case", "page"),
    few.one_in(
        2, few.crossed([*cases(2)], PAGES, name=lambda case, page: f"{name_of(case)} {page}")
    ),
)


@every_case
def test_every_step_of_every_search_is_a_good_page(case: Case, page: str) -> None:
    """One canvas, all that matters on it, nothing in the way of anything else, and every node in
    its place.
    """
    the_canvas_is_the_same_at_every_step(case, page)
    what_matters_is_on_the_page(case, page)
    nothing_is_in_the_way(case, page)
    a_tree_that_fits_stays_put(case, page)


def the_canvas_is_the_same_at_every_step(case: Case, page: str) -> None:
    """Width, height and the place of every part stay; a page of a size has that size."""
    drawings = [drawing_of(case, page, step) for step in pictures(case, page)]
    assert len({(drawing.width, drawing.height) for drawing in drawings}) == 1
    assert len({picture.plan for picture in pictures(case, page).values()}) == 1
    wanted = {"16:9": (960, 540), "4:3": (720, 540)}
    assert page == "fit" or (drawings[0].width, drawings[0].height) == wanted[page]


def what_matters_is_on_the_page(case: Case, page: str) -> None:
    """The root, the open path, the last event and the best line, as a box, folded, in the line
    above or below.
    """
    run = run_of(case, MOST_NODES)
    for step, picture in pictures(case, page).items():
        tree = TreeAtStep(run.trace, step)
        keys = {box.key for box in picture.boxes}
        assert "n0" in keys or picture.breadcrumbs.startswith("root"), step
        if step and not tree.at_end:
            path = {f"n{node}" for node in tree.path}
            assert path <= keys or picture.breadcrumbs, step
            assert f"n{tree.current}" in keys or any(box.has_last_event for box in picture.boxes), (
                step
            )
            assert State.CURRENT in picture.states
        best = tree.principal_variation()
        assert {f"n{node}" for node in best} <= keys or any(
            "best line" in words for words in picture.captions
        ), step


def nothing_is_in_the_way(case: Case, page: str) -> None:
    """No words over others, under an edge, under a sign or off the page; none smaller than the
    page's smallest.
    """
    for step, picture in pictures(case, page).items():
        drawing = drawing_of(case, page, step)
        assert not overlapping(texts(drawing.shapes)), step
        assert not crossed(drawing), step
        assert not covered_by_signs(drawing), step
        assert not off_the_page(drawing), step
        inside = {
            text.text
            for box in picture.boxes
            for text in texts(drawing.shapes)
            if text.text == box.value
        }
        small = [
            text
            for text in texts(drawing.shapes)
            if text.size < 12 - 0.01 and text.text not in inside
        ]
        assert not small, (step, small)


def a_tree_that_fits_stays_put(case: Case, page: str) -> None:
    """Every node keeps its place and its size at all steps, and so does the spine's column in a
    larger tree.
    """
    found = pictures(case, page)
    if all(picture.is_whole for picture in found.values()):
        places: dict[str, set[tuple[float, float, float]]] = {}
        for picture in found.values():
            for box in picture.boxes:
                places.setdefault(box.key, set()).add((box.x, box.y, box.width))
        assert all(len(each) == 1 for each in places.values())
    else:
        assert len({picture.stem for picture in found.values()}) == 1


def named(tree: Tree, dice: random.Random, number: int = 0) -> str:
    """Write a tree with names of all lengths, those of siblings different in their first letter."""
    name = "NbdxgyQaRk"[number] * dice.randint(0, 14)
    if not isinstance(tree, list):
        return f"{name}={tree}" if name else str(tree)
    return f"{name or 'NbdxgyQaRk'[number]}({', '.join(named(child, dice, at) for at, child in enumerate(tree))})"


@settings(max_examples=60)
@given(
    tree=trees(plies=6, low=-2_000_000, high=2_000_000),
    fold=st.integers(1, 60),
    part=st.floats(0, 1),
    seed=st.integers(),
    page=st.sampled_from(PAGES),
    windows=st.sampled_from(["path", "all", "none"]),
    ghosts=st.booleans(),
)
def test_whatever_the_tree_nothing_is_in_the_way(
    tree: Tree, fold: int, part: float, seed: int, page: str, windows: str, *, ghosts: bool
) -> None:
    """Long names, long values, any fold, any page, any step: no words over others or under an
    edge.
    """
    run = Run(Recipe(PositionSpec("tree", named([tree], random.Random(seed))))).finish()
    options = PictureOptions(
        page=page,
        fold=fold,
        node_windows=windows,
        ghosts=ghosts,
    )
    drawing = draw_picture(TreePage(run, options).frame(round(part * run.trace.last_step)))

    assert not overlapping(texts(drawing.shapes))
    assert not crossed(drawing)


TAK = ("tak", "ordering-helps", "ordered-alpha-beta", 3)


def test_where_a_table_found_its_answer_is_pointed_at() -> None:
    """In a tree drawn whole an arrow leads from each answer to the node that was visited before."""
    run = Run(
        Recipe(
            PositionSpec("tictactoe", None, "a1 b2 c3 a3"),
            SearchSpec("minimax", options={"table": True}),
        )
    ).finish()
    picture = TreePage(run, PictureOptions(fold=1000, node_boards="none")).frame(
        run.trace.last_step
    )
    boxes = {box.key: box for box in picture.boxes}
    answers = [box for box in picture.boxes if box.answered_from]

    assert len(answers) > 5
    for box in answers:
        assert box.value.removeprefix("▣ ") == boxes[box.answered_from].value
    dotted = [
        shape
        for shape in flat(draw_picture(picture).shapes)
        if isinstance(shape, Stroke) and shape.pen.line == "dotted"
    ]
    assert len(dotted) == 2 * len(answers)


def test_tags_are_counted_in_the_legend(tmp_path: Path) -> None:
    """A search written elsewhere has its tags there, each with how often it was given by then."""
    lines = (
        '{"search": "bot"}',
        '{"enter": null, "max": true, "children": 2}',
        '{"leaf": "e3", "value": 2, "tags": ["killer"]}',
        '{"leaf": "d4", "value": 1, "tags": ["killer"]}',
        '{"leave": 2}',
    )
    file = tmp_path / "bot.jsonl"
    file.write_text("\n".join(lines), encoding="utf-8")
    run = Run(Recipe(PositionSpec(str(file)), SearchSpec(str(file)))).finish()

    assert [TreePage(run).frame(step).tags for step in (1, 3, run.trace.last_step)] == [
        (),
        (("killer", 1),),
        (("killer", 2),),
    ]
    assert "killer ×2" in [
        text.text for text in texts(draw_picture(TreePage(run).frame(run.trace.last_step)).shapes)
    ]


def test_a_large_tree_is_drawn_along_a_spine_with_counts() -> None:
    """Tak's step 10 is a few boxes on a page of ordinary size; folded nodes say what is to come,
    done and pruned.
    """
    layout = TreePage(run_of(TAK, MOST_NODES))

    assert layout.plan.width < 1400
    assert layout.plan.height < 900
    lines_of = {
        step: [box.lines for box in layout.frame(step).boxes if box.shape is BoxShape.FOLDED]
        for step in (10, 291)
    }
    assert ("+37", "to come") in lines_of[10]
    assert {("✕ 41", "pruned"), ("+29", "to come")} <= {*lines_of[291]}


def test_each_option_does_what_it_says() -> None:
    """One picture with each option, held against one without."""
    run = run_of(("tree", "aima-5.2", "alpha-beta", 0), MOST_NODES)

    def at(step: int = 22, **options: object) -> Picture:
        return TreePage(run, PictureOptions(**options)).frame(step)  # type: ignore[arg-type]

    states = [box.state for box in at().boxes]

    assert State.PRUNED in states
    assert State.PRUNED not in [box.state for box in at(pruned=False).boxes]
    assert [box.value for box in at(12).boxes].count("14") == 1
    assert "14" not in [box.value for box in at(12, hide_leaves=True).boxes]
    windows = {
        which: sum(bool(box.window) for box in at(12, node_windows=which).boxes)
        for which in ("path", "all", "none")
    }
    assert windows == {
        "path": 2,
        "all": 3,
        "none": 0,
    }
    assert at(title="A title").title == "A title"
    assert at(caption="none").captions == ()
    plan = at(caption="none").plan
    assert (
        plan.legend.y >= plan.tree.y + plan.tree.height + plan.size
    )  # it does not touch the leaves
    assert (
        at(12, caption="counts").captions[0]
        == "step 12 of 22: 7 nodes, 4 leaves, 1 cutoff, 2 pruned"
    )
    assert at(12).captions[0].startswith("step 12 of 22: Cut at C")
    assert STATE_LOOKS[State.DONE].word not in [
        text.text for text in texts(draw_picture(at(legend=False)).shapes)
    ]
    assert draw_picture(at(transparent=True)).page == ""
    assert draw_picture(at()).page
    assert max(box.ply for box in at(plies=1).boxes) == 1
    assert not at(fold=3).is_whole
    assert at(fold=13).is_whole
    deep = Run(Recipe(PositionSpec("tree", "[[3,5],[2,[7,8]],[1,4]]"))).finish()
    ghosts = [
        len(TreePage(deep, PictureOptions(ghosts=ghosts)).frame(deep.trace.last_step).boxes)
        for ghosts in (False, True)
    ]
    assert ghosts[1] == ghosts[0] + 2


def test_ghosts_along_a_path_are_the_pruned_moves_and_what_lies_below_them() -> None:
    """At a cut the pruned moves have places of their own, and below each dim folded nodes, as
    many as the game has.
    """
    run = Run(
        Recipe(
            PositionSpec("tak", "ordering-helps"),
            SearchSpec("ordered-alpha-beta", depth=4, max_nodes=100),
        )
    ).finish()
    step = cut_steps(run.trace)[0]
    boxes = TreePage(run, PictureOptions(ghosts=True)).frame(step).boxes
    pruned = [box for box in boxes if box.state is State.PRUNED and box.move]
    below = [box for box in boxes if box.is_ghost]

    assert [box.x for box in pruned] == [box.x for box in below]
    assert len(below) >= 2
    cut = TreeAtStep(run.trace, step).path[-1]
    for child, ghost in zip(pruned, below, strict=True):
        path = (*run.path(cut), run.choices(run.path(cut)).index(child.move))

        assert ghost.shape == BoxShape.FOLDED
        assert ghost.lines == (f"+{len(run.choices(path))}", "below")
    assert not any(
        box.is_ghost or (box.state is State.PRUNED and box.move)
        for box in TreePage(run).frame(step).boxes
    )


def test_boards_stand_in_nodes() -> None:
    """With all boards each node has its own; along a spine usually those of the path."""
    run = Run(Recipe(PositionSpec("tictactoe", "small"))).finish()
    every = TreePage(run, PictureOptions(node_boards="all")).frame(9)

    assert all(box.board is not None for box in every.boxes if box.shape is not BoxShape.FOLDED)
    assert not every.plan.board.width
    none = TreePage(run, PictureOptions(node_boards="none")).frame(9)
    assert not any(box.board for box in none.boxes)
    assert none.plan.board.width
    spine = TreePage(run_of(TAK, MOST_NODES)).frame(291)
    assert {box.key for box in spine.boxes if box.board} >= {
        f"n{node}" for node in TreeAtStep(run_of(TAK, MOST_NODES).trace, 291).path
    }
