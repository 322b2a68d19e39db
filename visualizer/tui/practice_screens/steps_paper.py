"""The tree of a search that is made by hand, as it lies on the screen: what has been done so far."""

from collections.abc import Iterator, Sequence
from sys import maxsize

from visualizer.explanation.by_hand.sight import Glance, Seen, Sight
from visualizer.look.numbers import show
from visualizer.picture.layout.node_measures import LayoutLimits, NodeMeasures
from visualizer.picture.layout.node_words import TURNS
from visualizer.picture.layout.placed_nodes import TreeLayout, spread
from visualizer.picture.layout.whole_tree import edge_words, unvisited
from visualizer.trace.rows import MovePath
from visualizer.tui.cells.styled_lines import Line, cropped, width_of
from visualizer.tui.cells.tree_grid import NodeLook, NodeText, TargetPlace, TextGrid, draw_tree
from visualizer.tui.practice_screens.paper import GAPS, LINES, MARGIN
from visualizer.tui.views.around_tree import draw_turns

MARKS = {Glance.DONE: "✓", Glance.CUT: "✂", Glance.HERE: "◂"}
"""What stands behind a node."""
STYLES = {Glance.BLANK: "dim", Glance.OPEN: "strong", Glance.HERE: "selected", Glance.DONE: "text",
          Glance.CUT: "cut-off", Glance.STRUCK: "pruned-note"}  # fmt: skip
CROSS = "✕"


class StepsPaper:
    """A tree drawn for a width and height; where it does not fit, it is as wide as needed.

    Nodes keep their places at all moments. `places` are those of the nodes, which a click picks.
    """

    def __init__(self, sight: Sight, width: int, height: int) -> None:
        """Draw a tree as loosely as fits."""
        self.sight, self.run = sight, sight.hand.run
        self.nodes = unvisited(self.run, (), LayoutLimits(0, 0, most=maxsize))
        self.size = max(len(f"≥{show(sight.hand.trace.value(node))}") for node in range(len(sight.hand.trace)))
        looks = [self.look(each.path) for each in self.nodes]
        columns = self.placed(looks, GAPS, width) or self.placed(looks, GAPS[-1:], 0)
        plies = self.nodes[-1].ply
        spare = (height - NodeMeasures().lines(plies)) // max(1, plies)
        measures = NodeMeasures(windowed=max(0, min(spare, 2)))
        for each in self.nodes:
            each.top = measures.top(each.ply)
        layout, grid = TreeLayout(measures, self.nodes), TextGrid(columns, measures.lines(plies))
        self.places = draw_tree(grid, layout, looks)
        draw_turns(grid, self.run, sight.hand.tree(sight.hand.trace.last_step), layout, MARGIN)
        self.lines = grid.lines()

    def placed(self, looks: Sequence[NodeLook[MovePath]], gaps: Sequence[int], columns: int) -> int:
        """Place the nodes, and return how many columns they take, 0 if they do not fit."""
        return spread(self.nodes, [look.width for look in looks], gaps, columns, MARGIN)

    def shown(self, at: MovePath, width: int, height: int) -> list[Line]:
        """Return what fits, with a node in sight."""
        here: TargetPlace[MovePath] = next(each for each in self.places if each.target == at)
        wide, high = width_of(self.lines[0]), len(self.lines)
        left = max(0, min((here.left + here.right - width) // 2, wide - width))
        top = max(0, min(here.y - height // 2, high - height))
        return [cropped(line, left, width) for line in self.lines[top : top + height]]

    # Drawing.

    def look(self, path: MovePath) -> NodeLook[MovePath]:
        """Return how a node looks; the edge to one that is cut is dashed."""
        seen = self.sight.at(path)
        edge = ("╌", "pruned-note") if seen.look is Glance.STRUCK else ("─", "frame")
        return NodeLook(edge, "frame", [*self.texts(path, seen)])

    def texts(self, path: MovePath, seen: Seen) -> Iterator[NodeText[MovePath]]:
        """Yield the texts of a node: the end of its edge, then whose turn it is and what is known of it."""
        if path:
            sign = (CROSS, "cut-off") if seen.cut_here else ("│", "frame")
            yield NodeText(LINES.name, sign, after=[(f" {edge_words(self.run, path)}", "dim")])
        picks = f"@screen.pick({path})"
        style = f"{STYLES[seen.look]}{picks}"
        if not self.run.is_inner(path):
            yield NodeText(LINES.value, (f"{seen.text or '·':^{self.size | 1}}", style), target=path)
            return
        label = f"{self.run.node_label(path) or ''} {TURNS[self.run.turn(path)]}".strip()
        before = f"{'▸' if seen.look is Glance.HERE else ' '}{label} "
        text = f"{seen.text or '·'}{MARKS.get(seen.look, '')}"
        yield NodeText(LINES.value, (f"{text:<{self.size + 1}}", style), [(before, style)], target=path)
