"""A written tree as it lies on the screen: a sheet with its fields, or what a search by hand has done so far."""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, partial
from sys import maxsize
from typing import Generic

from visualizer.apps.tui.cells.styled_lines import Line, Span, crop_line, width_of
from visualizer.apps.tui.cells.tree_grid import (
    NodeLook,
    NodeTarget,
    NodeText,
    TargetPlace,
    TextGrid,
    draw_tree,
)
from visualizer.apps.tui.views.tree import draw_turns
from visualizer.draw.picture.layout.node_words import TURN_SIGNS, book_label, edge_words
from visualizer.draw.picture.layout.placed_nodes import (
    LayoutLimits,
    NodeMeasures,
    TreeLayout,
    spread_nodes,
)
from visualizer.draw.picture.layout.whole_tree import list_textbook_nodes, longest_leaf_letters
from visualizer.look.numbers import format_number
from visualizer.searching.run import Run
from visualizer.teach.by_hand.walk import NodeStatus, NodeView, VisibleTree
from visualizer.teach.fields import FieldPlace
from visualizer.teach.question import AskedField
from visualizer.teach.sheet import Sheet
from visualizer.trace.rows import MovePath
from visualizer.trace.tree_at_step import TreeAtStep

LINE_MEASURES = NodeMeasures()
"""The lines of a node."""
NODE_GAPS = (8, 6, 4, 3, 2, 1)
PAPER_MARGIN = 4
"""Columns at the left that say whose turn it is."""


class TreeOnPaper(Generic[NodeTarget]):
    """A tree drawn for a width and height, with a target at hand; where it does not fit, it is as wide as needed.

    `lines` are as wide as the tree takes, `places` those of its targets, which a click picks. Nodes keep their places.
    """

    def __init__(
        self,
        run: Run,
        tree: TreeAtStep,
        at: NodeTarget,
        looks: Sequence[Callable[[MovePath], NodeLook[NodeTarget]]],
        width: int,
        height: int,
    ) -> None:
        """Draw a tree as loosely as fits, by the first way in which its nodes may look that fits, else by the last."""
        self.run = run
        self.at = at
        self.nodes = list_textbook_nodes(run, LayoutLimits(0, 0, most=maxsize))
        ways = (*((look, NODE_GAPS, width) for look in looks), (looks[-1], NODE_GAPS[-1:], 0))
        tried = (
            ([look(each.path) for each in self.nodes], gaps, room) for look, gaps, room in ways
        )
        drawn, columns = next(
            (drawn, found)
            for drawn, gaps, room in tried
            if (
                found := spread_nodes(
                    self.nodes, [each.width for each in drawn], gaps, room, PAPER_MARGIN
                )
            )
        )
        windows = max(text.line for each in drawn for text in each.texts) - LINE_MEASURES.value
        plies = self.nodes[-1].ply
        spare = (height - NodeMeasures(windowed=windows).lines(plies)) // max(1, plies)
        measures = NodeMeasures(windowed=windows + max(0, min(spare, 2)))
        for each in self.nodes:
            each.top = measures.top(each.ply)
        layout = TreeLayout(measures, self.nodes)
        grid = TextGrid(columns, measures.lines(plies))
        self.places = draw_tree(grid, layout, drawn)
        draw_turns(grid, run, tree, layout, PAPER_MARGIN)
        self.lines = grid.lines()

    def label(self, path: MovePath) -> str:
        """Return an inner node's name, if it has one, and the sign of whose turn it is."""
        return f"{book_label(self.run, path)} {TURN_SIGNS[self.run.turn(path)]}".strip()

    def place_of(self, target: NodeTarget) -> TargetPlace[NodeTarget]:
        """Return where a target is drawn."""
        return next(each for each in self.places if each.target == target)

    def shown(self, width: int, height: int) -> list[Line]:
        """Return what fits, with the target at hand in sight."""
        here = self.place_of(self.at)
        wide = width_of(self.lines[0])
        high = len(self.lines)
        left = max(0, min((here.left + here.right - width) // 2, wide - width))
        top = max(0, min(here.y - height // 2, high - height))
        return [crop_line(line, left, width) for line in self.lines[top : top + height]]


MIN_LEAF_COLUMNS = 4
"""Letters of a field, at least."""
RIGHT_SIGN = "✓"
WRONG_SIGN = "!"
AT_HAND_SIGNS = "▸◂"
LIT_SIGN = "»"


class SheetOnPaper(TreeOnPaper[AskedField]):
    """A sheet drawn for a width and height, with a field at hand."""

    def __init__(self, sheet: Sheet, at: AskedField, width: int, height: int) -> None:
        """Draw a sheet as loosely as fits: the ends of a window beside or, stacked, below each other."""
        self.sheet = sheet
        if at in sheet.marks:
            self.lit = sheet.marks[at].lit
        else:
            self.lit = frozenset[MovePath]()
        super().__init__(
            sheet.run, sheet.tree, at, (self.look, partial(self.look, stacked=True)), width, height
        )

    def beside(self, asked: AskedField, down: int, right: int) -> AskedField:
        """Return the nearest field towards a side, or the same where there is none."""
        here = self.place_of(asked)
        middle = here.left + here.right

        def way(other: TargetPlace[AskedField]) -> tuple[int, int]:
            lines = abs(other.y - here.y)
            columns = abs(other.left + other.right - middle)
            if down:
                return (lines, columns)
            return (columns, lines)

        found = [
            each
            for each in self.places
            if (each.y - here.y) * down > 0
            or (right and each.y == here.y and (each.left + each.right - middle) * right > 0)
        ]
        if found:
            return min(found, key=way).target
        return asked

    # Drawing.

    @cached_property
    def size(self) -> int:
        """How many letters a field has: those of the longest leaf and a sign, at least."""
        leaves = [self.leaf(each.path) for each in self.nodes if not self.run.is_inner(each.path)]
        return max(MIN_LEAF_COLUMNS, *(1 + len(each) for each in leaves))

    def leaf(self, path: MovePath) -> str:
        """Return a leaf's number."""
        return format_number(self.run.evaluated(path))

    def look(self, path: MovePath, *, stacked: bool = False) -> NodeLook[AskedField]:
        """Return how a node looks; the edge to it is dashed if it is struck."""
        edges = self.sheet.exercise.edges
        is_left_out = path in self.sheet.struck and edges is not None and edges.leaves_out
        if is_left_out:
            edge = ("╌", "pruned-note")
        else:
            edge = ("─", "frame")
        return NodeLook(edge, "frame", [*self.texts(path, stacked=stacked)])

    def texts(self, path: MovePath, *, stacked: bool) -> Iterator[NodeText[AskedField]]:
        """Yield the texts of a node: the end of its edge; its number, or whose turn it is, its value and its window."""
        if path:
            yield self.edge_end(path)
        if not self.run.is_inner(path):
            yield NodeText(LINE_MEASURES.value, (self.leaf(path), "strong"))
            return
        is_lit = path in self.lit
        label = f"{LIT_SIGN if is_lit else ' '}{self.label(path)}"
        style = "mark" if is_lit else "strong"
        kinds = self.sheet.exercise.kinds
        if (
            value := next((each for each in kinds if each.place is FieldPlace.VALUE), None)
        ) is not None:
            yield self.number(
                AskedField(path, value.key), LINE_MEASURES.value, (f"{label} ", style)
            )
        else:
            yield NodeText(LINE_MEASURES.value, (label, style))
        others = [kind for kind in kinds if kind.place is FieldPlace.WINDOW]
        for place, kind in enumerate(others):
            line = place * stacked
            aside = (2 * place + 1 - len(others)) * (self.size + 7) + 1
            name = (kind.sign, kind.style)
            yield self.number(
                AskedField(path, kind.key),
                LINE_MEASURES.window + line,
                name,
                0 if stacked else aside // 2,
            )

    def edge_end(self, path: MovePath) -> NodeText[AskedField]:
        """Return the end of the edge to a node, the field of an edge: struck or not, with the move's name."""
        kind = self.sheet.exercise.edges
        name = edge_words(self.run, path), "dim"
        if kind is None:
            return self.field(None, LINE_MEASURES.name, name, ("│", "frame"), "  ", 0)
        wide = len(kind.sign)
        if path in self.sheet.struck:
            sign = (kind.sign, kind.style)
        else:
            sign = (f"{'│':{wide}}", "frame")
        return self.field(
            AskedField(path, kind.key), LINE_MEASURES.name, name, sign, "  ", wide - 1
        )

    def number(
        self, asked: AskedField, line: int, name: Span, aside: int = 0
    ) -> NodeText[AskedField]:
        """Return a field with the number that is written into it."""
        text = self.sheet.texts.get(asked, "").replace("-", "−").replace("inf", "∞")
        text = text.replace(">=", "≥").replace("<=", "≤")[-self.size :]
        return self.field(asked, line, name, (f"{text:<{self.size}}", "text"), "[]", aside)

    def field(
        self, asked: AskedField | None, line: int, name: Span, text: Span, ends: str, aside: int
    ) -> NodeText[AskedField]:
        """Return a field, or what looks like one, with its ends, which point at it if it is at hand, and its mark."""
        style = "dim"
        mark = " ", "text"
        if asked == self.at:
            ends = AT_HAND_SIGNS
            style = "selected"
            text = text[0], "selected"
        if asked is not None and asked in self.sheet.marks:
            if self.sheet.marks[asked].right:
                mark = (RIGHT_SIGN, "best")
            else:
                mark = (WRONG_SIGN, "alarm")
        picks = "" if asked is None else f"@screen.pick({asked.path}, {asked.kind!r})"
        spans = (name, (ends[0], style), text, (ends[1], style), mark)
        name, begin, text, end, mark = ((words, f"{each}{picks}") for words, each in spans)
        return NodeText(line, text, (name, begin), (end, mark), asked, aside)


STATUS_SIGNS = {NodeStatus.DONE: "✓", NodeStatus.CUT: "✂", NodeStatus.HERE: "◂"}
"""What stands behind a node."""
STATUS_STYLES = {
    NodeStatus.BLANK: "dim",
    NodeStatus.OPEN: "strong",
    NodeStatus.HERE: "selected",
    NodeStatus.DONE: "text",
    NodeStatus.CUT: "cut-off",
    NodeStatus.STRUCK: "pruned-note",
}
CUT_EDGE_SIGN = "✕"


class StepsOnPaper(TreeOnPaper[MovePath]):
    """A tree drawn for a width and height, with where one stands in sight."""

    def __init__(self, visible: VisibleTree, width: int, height: int) -> None:
        """Draw a tree at a moment."""
        self.visible = visible
        trace = visible.trace
        values = (format_number(trace.value(node)) for node in range(len(trace)))
        self.size = 1 + max(
            longest_leaf_letters(visible.run), *map(len, values)
        )  # with the sign of a bound
        whole = visible.moment.hand.tree(trace.last_step)
        super().__init__(visible.run, whole, visible.moment.path, [self.look], width, height)

    def look(self, path: MovePath) -> NodeLook[MovePath]:
        """Return how a node looks; the edge to one that is cut is dashed."""
        seen = self.visible.at(path)
        if seen.status is NodeStatus.STRUCK:
            edge = ("╌", "pruned-note")
        else:
            edge = ("─", "frame")
        return NodeLook(edge, "frame", [*self.texts(path, seen)])

    def texts(self, path: MovePath, seen: NodeView) -> Iterator[NodeText[MovePath]]:
        """Yield the texts of a node: the end of its edge, then whose turn it is and what is known of it."""
        if path:
            if seen.cut_here:
                sign = (CUT_EDGE_SIGN, "cut-off")
            else:
                sign = ("│", "frame")
            yield NodeText(
                LINE_MEASURES.name, sign, after=[(f" {edge_words(self.run, path)}", "dim")]
            )
        picks = f"@screen.pick({path})"
        style = f"{STATUS_STYLES[seen.status]}{picks}"
        if not self.run.is_inner(path):
            yield NodeText(
                LINE_MEASURES.value, (f"{seen.text or '·':^{self.size | 1}}", style), target=path
            )
            return
        before = f"{'▸' if seen.status is NodeStatus.HERE else ' '}{self.label(path)} "
        text = f"{seen.text or '·'}{STATUS_SIGNS.get(seen.status, '')}"
        yield NodeText(
            LINE_MEASURES.value, (f"{text:<{self.size + 1}}", style), [(before, style)], target=path
        )
