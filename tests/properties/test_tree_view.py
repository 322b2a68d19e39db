"""The tree view: at every step of any search it shows where the search is, and nothing in it
moves.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable
from itertools import combinations, cycle, pairwise, product

import pytest

from tests.few import crossed, one_in
from tests.presets import Case, cases, name_of, run_of
from visualizer.apps.tui.cells.styled_lines import Line, Rendering
from visualizer.apps.tui.scene import Scene
from visualizer.apps.tui.screens.watch import drawn_folded_nodes, hit_beside_folded
from visualizer.apps.tui.views import tree, views
from visualizer.draw.picture.layout.placed_nodes import (
    NodeMeasures,
    PageMeasures,
    PlacedNode,
    TreeLayout,
)
from visualizer.draw.picture.layout.spine import SpineRuler, ply_above_rows
from visualizer.look.legend import STATE_LOOKS, State
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.trace.rows import MovePath

SIZES = [
    (54, 14),
    (84, 20),
    (130, 40),
]
PRESETS = 3
MOST_NODES = 1500
STEPS = 42
AIMA = ("tree", "aima-5.2", "alpha-beta", 2)
TAK = ("tak", "ordering-helps", "ordered-alpha-beta", 3)


def sampled(run: Run, count: int = STEPS) -> list[int]:
    """Return stretches of steps that follow each other, spread over a whole run."""
    last = run.trace.last_step
    begins = [last * part // (count // 3) for part in range(count // 3)]
    return sorted(
        {step for begin in begins for step in range(begin, min(begin + 3, last + 1))} | {last}
    )


def text(line: Line) -> str:
    return "".join(words for words, _ in line)


def draw(scene: Scene, size: tuple[int, int]) -> Rendering:
    return views()["tree"].draw(scene, *size)


every_case = pytest.mark.parametrize(
    ("case", "size"),
    one_in(2, crossed([*cases(PRESETS)], SIZES, name=lambda case, size: f"{name_of(case)} {size}")),
)


@every_case
def test_what_matters_is_on_the_screen(
    case: Case, size: tuple[int, int], usually: Callable[[int], int]
) -> None:
    """At every step there are the root, the open path, the node of the last event and the best
    line.
    """
    run = run_of(case, MOST_NODES)
    for step in sampled(run, usually(STEPS))[1:]:
        scene = Scene(run, step)
        drawn = draw(scene, size)
        seen = {hit.path for hit in drawn.hits}
        counted = any("more …" in text(line) for line in drawn.lines[:1])
        path = [run.path(node) for node in scene.tree.path]
        if not scene.tree.at_end:
            needed = {(), scene.running_path, *path[-1:]}
        else:
            needed = {()}

        assert needed <= seen, step
        assert counted or set(path) <= seen, step
        best = scene.tree.best_path()
        in_tree = all(best[:length] in seen for length in range(len(best) + 1))
        assert in_tree or run.moves_to(best[:2]).rstrip("…") in text(drawn.lines[-1]), step
        assert scene.tree.at_end or any(
            STATE_LOOKS[State.CURRENT].glyph in text(line) for line in drawn.lines
        ), step


@every_case
def test_no_two_labels_touch(
    case: Case, size: tuple[int, int], usually: Callable[[int], int]
) -> None:
    """Whatever stands in one line has a space between it and the next, and all is on the screen,
    with any windows.
    """
    run = run_of(case, MOST_NODES)
    for step, windows in zip(
        sampled(run, usually(36)), cycle(("open", "all", "none", "all")), strict=False
    ):
        drawn = draw(Scene(run, step, windows=windows), size)
        lines: dict[int, list[tuple[int, int]]] = defaultdict(list)
        for hit in drawn.hits:
            lines[hit.y].append((hit.left, hit.right))
        for y, spans in lines.items():
            assert 0 <= y < size[1], (step, y)
            assert all(left >= 0 and right <= size[0] for left, right in spans), (
                step,
                text(drawn.lines[y]),
            )
            between = 0 if y == 0 else 1
            gaps = [right[0] - left[1] for left, right in pairwise(sorted(spans))]
            assert all(gap >= between for gap in gaps), (step, windows, text(drawn.lines[y]))


@every_case
def test_a_step_moves_nothing(case: Case, size: tuple[int, int]) -> None:
    """In a tree that fits every node keeps its place for the whole run.

    Along a spine a step changes the nodes of the ply where it happens, and what is below it; what
    is above stays, unless the next page of plies begins.
    """
    run = run_of(case, MOST_NODES)
    steps = sampled(run)
    layouts = {step: tree.lay_out_scene(Scene(run, step), *size) for step in steps}
    if layouts[steps[-1]].is_whole:
        assert len({places(layout) for layout in layouts.values()}) == 1
        return
    for before, after in pairwise(steps):
        if after == before + 1 and not Scene(run, after).tree.at_end:
            all_above_stays(layouts[before], layouts[after], Scene(run, after))


def places(layout: TreeLayout) -> frozenset[tuple[MovePath, int, int]]:
    return frozenset((placed.path, placed.x, placed.top) for placed in layout.nodes)


def all_above_stays(before: TreeLayout, after: TreeLayout, then: Scene) -> None:
    """Hold two layouts, a step apart, against each other."""
    assert before.measures == after.measures
    assert before.stem == after.stem
    if len(before.breadcrumbs) != len(after.breadcrumbs):
        return
    above = [
        {place for place in places(layout) if len(place[0]) < len(then.running_path)}
        for layout in (before, after)
    ]
    assert above[0] == above[1], then.step


def test_pages_of_plies_hold_every_node_with_its_children() -> None:
    """Whatever fits: the node at the end of the spine and its children are on its page."""
    for deepest, plies, lined in product(range(1, 30), range(1, 12), (False, True)):
        rows = NodeMeasures().lines(plies) + NodeMeasures().footer_lines
        ruler = SpineRuler(NodeMeasures(), 40, 9, 2, 2, 8, 8, plies, 80, rows, lined)
        has_last_page = ruler.ply_above_last_page(deepest) < deepest
        for length in range(deepest + 1) if not lined or has_last_page else ():
            first = ply_above_rows(length, deepest, ruler)
            fitting = ruler.plies_on_page(first)

            assert first <= max(0, length - 1) or lined
            assert first <= length <= first + fitting
            assert plies == 1 or length == deepest or length + 1 <= first + fitting
            assert (
                ruler.edge_line(first + fitting, first) + NodeMeasures().value
                < rows - NodeMeasures().footer_lines
            )


def test_on_paper_the_last_row_is_never_empty() -> None:
    """On a page the path's end, or what is below it, is in the last row, unless all plies above
    have one, too.
    """
    for deepest, plies, is_leaf in product(range(1, 30), range(1, 12), (False, True)):
        ruler = SpineRuler(PageMeasures(), 40, 9, 2, 2, 8, 8, plies, 80, 100)
        for length in range(deepest + 1):
            first = ply_above_rows(
                length,
                deepest,
                ruler,
                is_leaf=is_leaf,
            )
            last = min(length + (not is_leaf), deepest)

            assert first == 0 or first + plies == last
            assert last <= first + plies


@pytest.mark.parametrize(
    "size",
    one_in(
        6,
        [
            ((40, 14),),
            ((53, 12),),
            ((59, 20),),
            ((66, 30),),
            ((99, 40),),
            ((120, 50),),
        ],
    ),
)
def test_the_roots_of_compared_trees_are_in_one_row(size: tuple[int, int]) -> None:
    """Whatever is compared, one tree whole and another not, with windows or without, values
    turned or not.
    """
    where = [
        ("tree", "aima-5.2"),
        ("tree", "mit-lab-3"),
        ("tree", "wikipedia"),
        ("tictactoe", None),
        ("othello", "opening"),
    ]
    for (game, preset), names in product(
        where, pairwise(("minimax", "alpha-beta", "negamax", "pvs", "minimax"))
    ):
        runs = [run_of((game, preset, name, 4), MOST_NODES) for name in names]
        rows = set()
        for run in runs:
            others = tuple(other for other in runs if other is not run)
            for step in sampled(run, 6):
                drawn = draw(Scene(run, step, others=others), size)
                rows.add(min(hit.y for hit in drawn.hits if hit.path == ()))

        assert len(rows) == 1, (game, preset, names, rows)


def test_aima_beside_aima_fits_120_columns() -> None:
    """Both trees are whole in the 59 columns that each side has, the smaller one as close
    together as the other.
    """
    for names in combinations(("minimax", "alpha-beta", "pvs", "negamax"), 2):
        first, second = (
            Run(Recipe(PositionSpec("tree"), SearchSpec(name))).finish() for name in names
        )
        both = [
            tree.lay_out_scene(Scene(one, 9, others=(other,)), 59, 24)
            for one, other in ((first, second), (second, first))
        ]

        assert all(layout.is_whole for layout in both), names
        assert both[0].measures.frame_lines == both[1].measures.frame_lines


def test_leaves_of_a_textbook_are_shown_before_they_are_visited() -> None:
    """All nine numbers stand there from the first step on, dimmed; with L only those that were
    visited.
    """
    run = run_of(AIMA, MOST_NODES)
    first = draw(Scene(run, 1), (80, 20))
    dimmed = " ".join(words for line in first.lines for words, style in line if style == "to-come")

    assert all(number in dimmed.split() for number in ("3", "12", "8", "2", "4", "6", "14", "5"))
    hidden = draw(Scene(run, 12, hide_leaves=True), (80, 20))
    words = " ".join(text(line) for line in hidden.lines)
    assert "12" in words
    assert "14" not in words


def test_only_the_name_of_what_is_pruned_is_struck() -> None:
    """No space is struck, in a tree that fits and along a spine; what is struck are names and
    numbers.
    """
    for case, step in ((AIMA, 12), (TAK, 291)):
        drawn = draw(Scene(run_of(case, MOST_NODES), step), (84, 20))
        struck = [
            words
            for line in drawn.lines
            for words, style in line
            if style.partition("+")[0] == "pruned"
        ]

        assert not any(" " in words for words in struck)
    for step, style in ((12, "pruned+cut-off"), (13, "pruned")):
        small = draw(Scene(run_of(AIMA, MOST_NODES), step), (84, 20))
        assert {"4", "6"} <= {
            words for line in small.lines for words, name in line if name == style
        }


def test_windows_of_the_open_path_of_all_or_of_none() -> None:
    """α stands under each open node, under each inner node that was visited, or nowhere."""
    run = run_of(AIMA, MOST_NODES)
    counted = {}
    for windows in ("path", "all", "none"):
        drawn = draw(Scene(run, 12, windows=windows), (100, 30))
        counted[windows] = sum(len(re.findall("α [^ ]", text(line))) for line in drawn.lines)

    assert counted == {
        "path": 2,
        "all": 3,
        "none": 0,
    }


@pytest.mark.parametrize(
    "size",
    [
        (20, 14),
        (32, 14),
        (54, 14),
    ],
    ids=str,
)
@pytest.mark.parametrize(
    "case", [AIMA, TAK, ("othello", "ordering-helps", "alpha-beta", 4)], ids=str
)
def test_no_sibling_is_left_out_in_silence(
    case: Case, size: tuple[int, int], usually: Callable[[int], int]
) -> None:
    """However narrow it is: every child of a node on the spine has a place, alone or folded, and
    no words touch.
    """
    run = run_of(case, MOST_NODES)
    for step in sampled(run, 30):
        layout = tree.lay_out_scene(Scene(run, step), *size)
        families: dict[MovePath, list[int]] = defaultdict(list)
        for placed in layout.nodes:
            if placed.path:
                if placed.folded is None:
                    families[placed.path[:-1]] += [placed.path[-1]]
                else:
                    families[placed.path[:-1]] += placed.folded.moves
        for path, moves in families.items():
            assert sorted(moves) == [*range(len(run.choices(path)))], (step, path)
    test_no_two_labels_touch(case, size, usually)


def test_folded_nodes_lead_to_the_first_of_them() -> None:
    """The path of 31 to come leads to the first of them, which is on the spine once it is
    selected.
    """
    run = run_of(TAK, MOST_NODES)
    scene = Scene(run, 291)
    drawn = draw(scene, (84, 20))
    layout = tree.lay_out_scene(scene, 84, 20)
    drawn_folded = [
        placed
        for placed in layout.nodes
        if placed.folded is not None and placed.folded.unvisited and placed.ply == 1
    ]
    (folded,) = drawn_folded

    assert any(hit.path == folded.path for hit in drawn.hits)
    opened = tree.lay_out_scene(scene.at(selected=folded.path), 84, 20)
    (placed,) = [placed for placed in opened.nodes if placed.path == folded.path]
    assert placed.x == opened.stem


def test_keys_reach_all_folded_nodes_and_what_is_beside_them() -> None:
    """All folded nodes are listed from the top; beside them is what is drawn there, and at the
    end nothing.
    """
    run = run_of(TAK, MOST_NODES)
    for step in range(0, run.trace.last_step, 60):
        scene = Scene(run, step)
        hits = draw(scene, (84, 20)).hits
        layout = tree.lay_out_scene(scene, 84, 20)
        drawn = [placed.path for placed in layout.nodes if placed.folded is not None]

        assert sorted(drawn_folded_nodes(hits)) == sorted(drawn)
        for folded in drawn:
            row = sorted(
                (placed for placed in layout.nodes if placed.path[:-1] == folded[:-1]),
                key=lambda placed: placed.x,
            )
            paths = [
                placed.path for placed in row if placed.ply and len(placed.path) == len(folded)
            ]
            for by in (-1, 1):
                at = paths.index(folded) + by
                hit = hit_beside_folded(folded, hits, by)

                assert (hit and hit.path) == (paths[at] if 0 <= at < len(paths) else None)


def test_more_and_less_is_drawn_beside_the_spine() -> None:
    """+ adds neighbours where there is room, - takes them away."""
    scene = Scene(run_of(TAK, MOST_NODES), 291)
    beside = [len(nodes_of(scene.at(zoom=zoom), 1)) for zoom in (-2, -1, 0, 1, 2)]

    assert beside == sorted(beside)
    assert beside[0] < beside[2] < beside[4]


def nodes_of(scene: Scene, ply: int) -> list[PlacedNode]:
    return [placed for placed in tree.lay_out_scene(scene, 300, 40).nodes if placed.ply == ply]
