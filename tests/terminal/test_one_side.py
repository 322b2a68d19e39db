"""Negamax on the screen: tree, window and sentence have the values of who is to move."""

import re

import pytest

from tests.terminal.hands import letters_of
from tests.trees import Tree, notation, some_trees
from visualizer.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.run import Run
from visualizer.tui.panes import panes
from visualizer.tui.scene import Scene
from visualizer.tui.views import views

COMPARED = re.compile(r"\((?:for MIN: )?(\S+) [≥>] β = (\S+)\)")
IN_TREE = re.compile(r"α (\S+) [≥>] β (\S+)")


@pytest.mark.parametrize("tree", some_trees(12, plies=3), ids=str)
def test_negamax_speaks_from_one_side(tree: Tree) -> None:
    """At a cut the numbers below the node, in the window's last row and in the sentence are the same."""
    run = Run(Recipe(PositionSpec("tree", notation(tree)), SearchSpec("negamax"))).finish()
    for row in run.trace.cuts:
        scene = Scene(run, run.trace.cut_step(row) or 0)
        shown = ["\n".join(map(letters_of, draw(scene, 100, 40).lines))
                 for draw in (views()["tree"].draw, panes()["window"].draw, panes()["why"].draw)]  # fmt: skip
        met = COMPARED.search(shown[2].replace("\n", " "))
        if met is None:
            continue
        value, bound = met.groups()
        assert (value, bound) in IN_TREE.findall(shown[0])
        rows = [line.split() for line in shown[1].splitlines() if line[:1].isdigit()]
        assert rows[-1][-2:] == [value, bound]
        assert "β set by" in shown[1]
