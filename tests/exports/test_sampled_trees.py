"""Pictures of MCTS: size by visits, fill by mean, border by prior, the most visited first;
folded moves say so.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise

import pytest

from tests.colours import contrast
from tests.terminal.hands import letters_of
from visualizer.apps.tui.scene import Scene
from visualizer.apps.tui.views import views
from visualizer.draw.picture.model import Box, BoxShape, Picture
from visualizer.draw.picture.page.options import PictureOptions
from visualizer.draw.picture.page.tree_page import TreePage, sized_page
from visualizer.draw.picture.shapes.drawing import draw_picture
from visualizer.draw.picture.shapes.nodes import outline_pen
from visualizer.explaining.measures.sampling import (
    priors_at,
    sample_square,
    sample_squares_of_children,
)
from visualizer.explaining.measures.summary import summary
from visualizer.look.shapes import Group, Polygon, Text
from visualizer.look.themes import THEMES
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.trace.tree_at_step import TreeAtStep

RECIPES = {
    "whole": Recipe(
        PositionSpec("connect-four", "small"), SearchSpec("mcts", options={"iterations": 300})
    ),
    "othello": Recipe(PositionSpec("othello"), SearchSpec("mcts", options={"iterations": 300})),
    "hex": Recipe(
        PositionSpec("hex", settings={"size": "5"}), SearchSpec("mcts", options={"iterations": 300})
    ),
    "puct": Recipe(
        PositionSpec("tictactoe"),
        SearchSpec(
            "mcts",
            ordering="scored",
            options={
                "iterations": 300,
                "selection": "puct",
                "temperature": 0.5,
            },
        ),
    ),
}
PAGES = ("fit", "16:9")


@cache
def run_of(name: str) -> Run:
    return Run(RECIPES[name]).finish()


@cache
def picture_of(name: str, page: str) -> Picture:
    run = run_of(name)
    return sized_page(run, PictureOptions(page=page))[0].frame(run.trace.last_step)


def node_of(box: Box) -> int:
    return int(box.key[1:])


def families(picture: Picture) -> dict[str, list[Box]]:
    """Return the visited children of each box, from left to right."""
    found: dict[str, list[Box]] = {}
    for box in sorted(picture.boxes, key=lambda box: box.x):
        if box.parent_key is not None and box.key.startswith("n"):
            found.setdefault(box.parent_key, []).append(box)
    return found


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("name", ["whole", "othello", "puct"])
def test_size_fill_and_border_are_those_of_the_search(name: str, page: str) -> None:
    """More visits make a larger box, a better mean for who moved there a fuller one, a greater
    prior a bolder one.
    """
    run = run_of(name)
    picture = picture_of(name, page)
    tree = TreeAtStep(run.trace)
    theme = THEMES["light"]
    size = picture.plan.size
    shapes = {
        shape.key: shape.shapes
        for shape in draw_picture(picture).shapes
        if isinstance(shape, Group)
    }
    sized = []
    for box in (box for box in picture.boxes if box.key.startswith("n")):
        node = node_of(box)
        mean = tree.mean(node)

        assert mean is not None
        assert box.level is not None
        assert box.level == pytest.approx((1 + (mean if tree.is_for_max(node) else -mean)) / 2)
        full = [
            each
            for each in shapes[box.key]
            if isinstance(each, Polygon) and each.fill == theme.mean_fill
        ]
        assert len(full) == (box.level > 0)
        for each in full:
            assert max(x for x, _ in each.points) == pytest.approx(
                box.x + (box.level - 0.5) * box.width
            )
        assert min(each.size for each in shapes[box.key] if isinstance(each, Text)) >= 0.999 * size
        sized.append((tree.returned_count(node), box.height, box.width))
        assert (box.prior is None) == (name != "puct" or not node)
        if box.prior is not None:
            above = tree.parent(node)
            assert box.prior == priors_at(run, tree, above)[run.trace.move(node)]
    for (few, low, narrow), (many, high, wide) in pairwise(sorted(sized)):
        assert high >= low
        assert wide >= narrow or picture.is_whole
        assert high > low or few == many
    bold = sorted(
        (box.prior, outline_pen(box, theme, size).width)
        for box in picture.boxes
        if box.prior is not None
    )

    assert all(thin <= thick for (_, thin), (_, thick) in pairwise(bold))
    assert ("border: prior" in picture.subtitle) == (name == "puct")
    assert "size: visits, fill: ≈ mean" in picture.subtitle


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("name", ["whole", "othello", "hex", "puct"])
def test_siblings_stand_by_visits_and_all_games_are_told(name: str, page: str) -> None:
    """The most visited stands first on the left, and ×N and the games folded beside add up to
    all of the family.
    """
    run = run_of(name)
    picture = picture_of(name, page)
    tree = TreeAtStep(run.trace)
    for above, boxes in families(picture).items():
        visits = [tree.returned_count(node_of(box)) for box in boxes]

        assert visits == sorted(visits, reverse=True)
        folded = [
            box for box in picture.boxes if box.parent_key == above and box.shape is BoxShape.FOLDED
        ]
        games = [
            re.sub(r"[^\d]", "", line)
            for box in folded
            for line in box.lines[1:]
            if line != "to come"
        ]
        parent = int(above[1:])
        children = map(tree.returned_count, tree.children(parent))
        assert sum(visits) + sum(map(int, games)) == sum(children)
        looks = sample_squares_of_children(run, tree, parent)
        assert [look.visits for look in looks.values()] == sorted(
            (look.visits for look in looks.values()), reverse=True
        )


def test_the_root_is_seen_and_the_page_is_full() -> None:
    """At the end of a search the plies from the root down are drawn, as many as the page has
    room for.
    """
    for name in ("othello", "hex"):
        picture = picture_of(name, "16:9")

        assert any(not box.ply for box in picture.boxes)
        assert not picture.breadcrumbs
        lowest = max(box.y + box.height for box in picture.boxes)
        assert lowest - picture.plan.tree.y > 0.8 * picture.plan.tree.height


def test_nothing_moves_while_a_result_is_added_on_the_way_back() -> None:
    """From the step of a playout to that of the root, each node of the way keeps its place."""
    run = run_of("othello")
    page = sized_page(run, PictureOptions(page="16:9"))[0]
    leaf = next(
        step
        for step in range(900, 1000)
        if len(TreeAtStep(run.trace, step).path) == 3 and not TreeAtStep(run.trace, step).entering
    )
    way = [f"n{node}" for node in TreeAtStep(run.trace, leaf).path]
    places = [
        {box.key: (box.x, box.y) for box in page.frame(step).boxes if box.key in way}
        for step in range(leaf, leaf + 3)
    ]

    assert len(places[0]) == 3
    assert places[0] == places[1] == places[2]


@pytest.mark.parametrize("large", [False, True])
def test_a_node_that_is_selected_is_drawn_however_deep(large: bool) -> None:
    """At the end of the search, too, where the tree begins at the root while nothing is
    selected.
    """
    run = run_of("othello")
    tree = TreeAtStep(run.trace)
    deepest = max(map(run.path, range(len(run.trace))), key=len)

    assert len(deepest) > 4
    for path in (deepest, tuple(run.trace.move(node) for node in tree.principal_variation())):
        scene = Scene(
            run,
            run.trace.last_step,
            selected=path,
            large=large,
        )
        hits = views()["tree"].draw(scene, 120, 28).hits

        assert path in [hit.path for hit in hits if hit.y > 2]


@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("othello", 1),
        ("hex", 2),
        ("hex", 0),
    ],
)
def test_around_best_draws_the_line_with_so_many_beside_it(name: str, count: int) -> None:
    """Beside each node of the best line stand the N siblings most visited; several more are
    folded.
    """
    run = run_of(name)
    page = TreePage(run, PictureOptions(around_best=count))
    picture = page.frame(run.trace.last_step)
    tree = TreeAtStep(run.trace)

    assert not picture.is_whole
    drawn = {box.key for box in picture.boxes}
    assert {f"n{node}" for node in tree.principal_variation()} <= drawn
    for above, boxes in families(picture).items():
        folded = [
            box for box in picture.boxes if box.parent_key == above and box.shape is BoxShape.FOLDED
        ]
        has_one_more = not any("more" in box.lines[0] for box in folded)

        assert len(boxes) <= 1 + count + has_one_more
        ranked = sorted(map(tree.returned_count, tree.children(int(above[1:]))), reverse=True)
        assert [tree.returned_count(node_of(box)) for box in boxes] == ranked[: len(boxes)]


def test_around_best_keeps_to_the_line_of_alpha_beta() -> None:
    """At a step in the middle the spine is the best line so far, and not the path at hand."""
    run = Run(Recipe(PositionSpec("othello"), SearchSpec("alpha-beta", depth=3))).finish()
    step = run.trace.last_step * 3 // 4
    line = TreeAtStep(run.trace, step).principal_variation()
    boxes = TreePage(run, PictureOptions(around_best=1)).frame(step).boxes
    stem = {box.key for box in boxes if box.x == boxes[0].x}

    assert line
    assert {f"n{node}" for node in line} <= stem


def test_a_slide_around_the_best_line_has_large_text() -> None:
    """Where few siblings are wanted the text is no smaller for others, which would have room
    beside them.
    """
    run = run_of("puct")
    few, usual = (
        sized_page(run, PictureOptions(page="16:9", around_best=count))[0] for count in (1, None)
    )

    assert few.options.size > usual.options.size >= 12
    line = Run(Recipe(PositionSpec("othello"), SearchSpec("alpha-beta", depth=4))).finish()
    assert sized_page(line, PictureOptions(page="16:9", around_best=1))[0].options.size >= 14


@pytest.mark.parametrize("name", THEMES)
def test_words_can_be_read_on_the_full_part(name: str) -> None:
    """They have 4.5:1 in every theme, and the full part is not the page's colour."""
    theme = THEMES[name]

    assert contrast(theme.text, theme.mean_fill) >= 4.5
    assert contrast(theme.page, theme.mean_fill) >= 1.4


def test_a_recording_of_other_results_has_no_fill() -> None:
    """Where a mean is beyond a win or a loss nothing is said of how full a node is."""
    run = Run(Recipe(PositionSpec("tree"), SearchSpec("mcts", options={"iterations": 20}))).finish()
    tree = TreeAtStep(run.trace)

    assert sample_square(tree, 0).filled_share is not None
    assert sample_square(TreeAtStep(run.trace, 0), 0)[:3] == (0, 0.0, None)


@pytest.mark.parametrize(
    "size",
    [
        (80, 13),
        (120, 28),
        (200, 43),
    ],
)
def test_a_lecture_of_mcts_has_all_the_height_and_says_what_is_folded(
    size: tuple[int, int],
) -> None:
    """Below the root stand the most visited moves, though none of them is the best, with "20
    more, 207 games".
    """
    run = run_of("hex")

    assert not TreeAtStep(run.trace).principal_variation()
    lines = [
        letters_of(line)
        for line in views()["tree"].draw(Scene(run, run.trace.last_step, large=True), *size).lines
    ]
    drawn = [number for number, line in enumerate(lines[:-1]) if line.strip()]
    assert drawn[-1] > 0.65 * size[1]
    assert sum("MAX" in line or "MIN" in line for line in lines) >= 3
    assert re.search(r"\d+ more.*", "\n".join(lines))
    assert re.search(r"\d+ games", "\n".join(lines))


def test_the_move_that_is_answered_is_unfolded() -> None:
    """At the end the tree goes on below the move that the search answers, also where others were
    visited as often.
    """
    tied = 0
    for seed in range(6):
        search = SearchSpec("mcts", seed=seed, options={"iterations": 100})
        run = Run(Recipe(PositionSpec("hex"), search)).finish()
        tree = TreeAtStep(run.trace)
        tied += len(tree.most_visited(0)) > 1
        boxes = TreePage(run, PictureOptions(page="16:9")).frame(run.trace.last_step).boxes
        unfolded = {box.parent_key for box in boxes if box.parent_key not in (None, "", "n0")}
        answered = tree.child(0, run.choices(()).index(summary(run)["best_move"]))

        assert f"n{answered}" in unfolded, seed

    assert tied
