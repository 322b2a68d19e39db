"""A written tree as it lies on the screen to be practised with, and the part of it that fits."""

from collections.abc import Callable, Sequence
from sys import maxsize
from typing import Generic

from visualizer.picture.layout.node_measures import LayoutLimits, NodeMeasures
from visualizer.picture.layout.node_words import TURNS
from visualizer.picture.layout.placed_nodes import TreeLayout, spread
from visualizer.picture.layout.whole_tree import unvisited
from visualizer.run import Run
from visualizer.trace.rows import MovePath
from visualizer.trace.tree_at_step import TreeAtStep
from visualizer.tui.cells.styled_lines import Line, cropped, width_of
from visualizer.tui.cells.tree_grid import NodeLook, Target, TargetPlace, TextGrid, draw_tree
from visualizer.tui.views.around_tree import draw_turns

LINES = NodeMeasures()
"""The lines of a node."""
GAPS = (8, 6, 4, 3, 2, 1)
MARGIN = 4
"""Columns at the left that say whose turn it is."""


class TreeOnPaper(Generic[Target]):
    """A tree drawn for a width and height, with a target at hand; where it does not fit, it is as wide as needed.

    `lines` are as wide as the tree takes, `places` those of its targets, which a click picks. Nodes keep their places.
    """

    def __init__(
        self, run: Run, tree: TreeAtStep, at: Target, looks: Sequence[Callable[[MovePath], NodeLook[Target]]],
        width: int, height: int,
    ) -> None:  # fmt: skip
        """Draw a tree as loosely as fits, by the first way in which its nodes may look that fits, else by the last."""
        self.run, self.at = run, at
        self.nodes = unvisited(run, (), LayoutLimits(0, 0, most=maxsize))
        ways = (*((look, GAPS, width) for look in looks), (looks[-1], GAPS[-1:], 0))
        tried = (([look(each.path) for each in self.nodes], gaps, room) for look, gaps, room in ways)
        drawn, columns = next(
            (drawn, found) for drawn, gaps, room in tried
            if (found := spread(self.nodes, [each.width for each in drawn], gaps, room, MARGIN))
        )  # fmt: skip
        windows, plies = max(text.line for each in drawn for text in each.texts) - LINES.value, self.nodes[-1].ply
        spare = (height - NodeMeasures(windowed=windows).lines(plies)) // max(1, plies)
        measures = NodeMeasures(windowed=windows + max(0, min(spare, 2)))
        for each in self.nodes:
            each.top = measures.top(each.ply)
        layout, grid = TreeLayout(measures, self.nodes), TextGrid(columns, measures.lines(plies))
        self.places = draw_tree(grid, layout, drawn)
        draw_turns(grid, run, tree, layout, MARGIN)
        self.lines = grid.lines()

    def label(self, path: MovePath) -> str:
        """Return an inner node's name, if it has one, and the sign of whose turn it is."""
        return f"{self.run.node_label(path) or ''} {TURNS[self.run.turn(path)]}".strip()

    def place_of(self, target: Target) -> TargetPlace[Target]:
        """Return where a target is drawn."""
        return next(each for each in self.places if each.target == target)

    def shown(self, width: int, height: int) -> list[Line]:
        """Return what fits, with the target at hand in sight."""
        here, wide, high = self.place_of(self.at), width_of(self.lines[0]), len(self.lines)
        left = max(0, min((here.left + here.right - width) // 2, wide - width))
        top = max(0, min(here.y - height // 2, high - height))
        return [cropped(line, left, width) for line in self.lines[top : top + height]]
