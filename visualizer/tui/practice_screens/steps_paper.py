"""The tree of a search that is made by hand, as it lies on the screen: what has been done so far."""

from collections.abc import Iterator

from visualizer.exercises.by_hand.sight import Glance, Seen, Sight
from visualizer.look.numbers import show
from visualizer.picture.layout.whole_tree import edge_words
from visualizer.trace.rows import MovePath
from visualizer.tui.cells.tree_grid import NodeLook, NodeText
from visualizer.tui.practice_screens.tree_on_paper import LINES, TreeOnPaper

MARKS = {Glance.DONE: "✓", Glance.CUT: "✂", Glance.HERE: "◂"}
"""What stands behind a node."""
STYLES = {Glance.BLANK: "dim", Glance.OPEN: "strong", Glance.HERE: "selected", Glance.DONE: "text",
          Glance.CUT: "cut-off", Glance.STRUCK: "pruned-note"}  # fmt: skip
CROSS = "✕"


class StepsPaper(TreeOnPaper[MovePath]):
    """A tree drawn for a width and height, with where one stands in sight."""

    def __init__(self, sight: Sight, width: int, height: int) -> None:
        """Draw a tree at a moment."""
        self.sight, hand = sight, sight.hand
        self.size = max(len(f"≥{show(hand.trace.value(node))}") for node in range(len(hand.trace)))
        super().__init__(hand.run, hand.tree(hand.trace.last_step), hand.path(sight.moment), [self.look], width, height)

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
        before = f"{'▸' if seen.look is Glance.HERE else ' '}{self.label(path)} "
        text = f"{seen.text or '·'}{MARKS.get(seen.look, '')}"
        yield NodeText(LINES.value, (f"{text:<{self.size + 1}}", style), [(before, style)], target=path)
