"""What a picture, a frame and a step cost, counted in calls: linear in what is drawn, the same
at every size.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from types import FrameType
from typing import Any

import pytest

import exports
from tests.few import one_in
from visualizer.apps.tui.scene import Scene
from visualizer.apps.tui.views import views
from visualizer.draw.picture.layout.whole_tree import place_whole_tree
from visualizer.draw.picture.page.options import FOLD_NOTHING, PictureOptions
from visualizer.draw.picture.page.tree_page import TreePage
from visualizer.publish.outputs import render_output
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.trace.rows import Trace
from visualizer.trace.tree_at_step import TreeAtStep


def calls(work: Callable[[], object]) -> int:
    """Return how many functions written in Python are called while something is done: the same
    on every machine.
    """
    count = 0

    def profile(frame: FrameType, event: str, _: Any) -> None:
        nonlocal count
        count += event == "call"

    before = sys.getprofile()
    sys.setprofile(profile)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count


@cache
def run_of(depth: int, chance: str = "0") -> Run:
    """Return a finished search of a random tree with three branches at each node, with or
    without chance.
    """
    settings = {
        "branching": "3",
        "depth": str(depth),
        "seed": "1",
        "chance": chance,
    }
    search = SearchSpec("expectiminimax" if chance != "0" else "minimax")
    return Run(Recipe(PositionSpec("tree", None, "", settings), search)).finish()


def exported(run: Run, name: str) -> Callable[[], object]:
    """Return what exports a search's whole tree, laid out anew each time."""

    def export() -> None:
        place_whole_tree.cache_clear()
        render_output(
            TreePage(run, PictureOptions(fold=FOLD_NOTHING)),
            exports.format_named(name),
            run.trace.last_step,
        )

    return export


@pytest.mark.parametrize(("chance", "smaller"), one_in(4, [("0", 3), ("2", 2)]))
@pytest.mark.parametrize("name", ["svg", "dot", "tex", "txt"])
def test_a_picture_is_as_much_work_as_it_has_nodes(name: str, chance: str, smaller: int) -> None:
    """An export asks no node for what is found by going through the tree: more nodes, no more
    work each.
    """
    few, many = (run_of(depth, chance) for depth in (smaller, 4))
    for run in (few, many):
        exported(run, name)()  # what is known of a search once and for all
    nodes = many.trace.last_step / few.trace.last_step

    assert calls(exported(many, name)) <= 1.1 * nodes * calls(exported(few, name))


@pytest.mark.parametrize("view", [*views()])
def test_a_frame_is_no_more_work_in_a_larger_search(view: str) -> None:
    """A frame costs by what is in sight: of a search ten times as large it takes about as many
    calls.
    """

    def frames(depth: int) -> int:
        run = run_of(depth)

        def draw() -> None:
            for step in range(100, 104):
                views()[view].draw(Scene(run, step), 80, 24)

        draw()
        return calls(draw)

    assert frames(7) <= 1.5 * frames(5)


def test_a_step_is_the_same_work_anywhere() -> None:
    """To go to a step, and to know where the search is there, takes about as many calls
    anywhere.
    """
    few = run_of(5).trace
    many = run_of(8).trace

    def stepped(trace: Trace, share: float) -> int:
        begin = int(share * trace.last_step)
        trees = [TreeAtStep(trace, step) for step in range(begin, begin + 50)]
        return calls(
            lambda: [(tree.path, tree.current, tree.principal_variation()) for tree in trees]
        )

    for trace in (few, many):
        stepped(trace, 0)  # what is known of a search once and for all
    costs = [stepped(trace, share) for trace in (few, many) for share in (0.5, 0.8)]

    assert max(costs) <= 2 * min(costs), costs
