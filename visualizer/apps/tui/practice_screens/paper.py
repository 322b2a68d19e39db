"""Trees drawn like on paper: a sheet with fields to fill in, or a search by hand."""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, partial
from sys import maxsize
from typing import Generic, NamedTuple

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
"""The lines of the parts of a node."""
NODE_GAPS = (8, 6, 4, 3, 2, 1)
"""Columns between neighbouring nodes, the first that fits."""
PAPER_MARGIN = 4
"""Columns at the left for the side to move at each ply."""


class TreeOnPaper(Generic[NodeTarget]):
    """A tree drawn for a width and height; a tree that does not fit is as wide as it needs.

    `lines` hold the whole tree, `places` where each target can be clicked, and `selected` is the
    selected target. Nodes keep their places while fields are filled in.
    """

    def __init__(
        self,
        run: Run,
        tree: TreeAtStep,
        selected: NodeTarget,
        looks: Sequence[Callable[[MovePath], NodeLook[NodeTarget]]],
        size: tuple[int, int],
    ) -> None:
        """Draw the tree of a run into `size` (a width and a height), with a target selected.

        `looks` are functions that return the look of a node, from the widest style to the
        narrowest. The first style in which the tree fits the width is used, else the last.
        """
        width, height = size
        self.run = run
        self.selected = selected
        # All nodes are drawn: here 0 columns and rows mean no limit.
        self.nodes = list_textbook_nodes(run, LayoutLimits(0, 0, max_nodes=maxsize))
        node_looks, columns = self._place_nodes(looks, width)
        layout = TreeLayout(self._measure_lines(node_looks, height), self.nodes)
        grid = TextGrid(columns, layout.measures.lines(self.nodes[-1].ply))
        self.places = draw_tree(grid, layout, node_looks)
        draw_turns(grid, run, tree, layout, margin=PAPER_MARGIN)
        self.lines = grid.lines()

    def _place_nodes(
        self, looks: Sequence[Callable[[MovePath], NodeLook[NodeTarget]]], width: int
    ) -> tuple[list[NodeLook[NodeTarget]], int]:
        """Give each node its column. Return the looks of the nodes and the tree's width.

        `looks` are functions that return the look of a node, from the widest style to the
        narrowest. The first style in which the tree fits the width is used, else the last.
        """
        node_looks: list[NodeLook[NodeTarget]] = []
        for look in looks:
            node_looks = [look(node.path) for node in self.nodes]
            columns = self._spread(node_looks, NODE_GAPS, width)
            if columns:
                return node_looks, columns
        # Without a limit of columns, the tightest gap always fits.
        return node_looks, self._spread(node_looks, NODE_GAPS[-1:], 0)

    def _spread(
        self, node_looks: Sequence[NodeLook[NodeTarget]], gaps: Sequence[int], width: int
    ) -> int:
        """Give each node its column. Return the tree's width, or 0 if it does not fit.

        `gaps` are tried in turn as the number of columns between neighbours.
        """
        widths = [node_look.width for node_look in node_looks]
        return spread_nodes(
            self.nodes,
            widths,
            gaps,
            width,
            margin=PAPER_MARGIN,
        )

    def _measure_lines(
        self, node_looks: Sequence[NodeLook[NodeTarget]], height: int
    ) -> NodeMeasures:
        """Set the line of each node, and return how many lines each part of a node takes.

        If the tree is lower than `height`, there are empty lines between the plies.
        """
        lines_below_value = lowest_line(node_looks) - LINE_MEASURES.value
        # The last node is on the lowest ply.
        plies = self.nodes[-1].ply
        used_lines = NodeMeasures(window_lines=lines_below_value).lines(plies)
        free_lines_per_ply = (height - used_lines) // max(1, plies)
        # With more than two empty lines between plies, the tree would fall apart.
        empty_lines = max(0, min(free_lines_per_ply, 2))
        measures = NodeMeasures(window_lines=lines_below_value + empty_lines)
        for node in self.nodes:
            node.top = measures.top(node.ply)
        return measures

    def label(self, path: MovePath) -> str:
        """Return the sign of the side to move at an inner node, behind the node's name, if any."""
        turn = TURN_SIGNS[self.run.turn(path)]
        return f"{book_label(self.run, path)} {turn}".strip()

    def place_of(self, target: NodeTarget) -> TargetPlace[NodeTarget]:
        """Return the place of a target."""
        return next(place for place in self.places if place.target == target)

    def visible_part(self, width: int, height: int) -> list[Line]:
        """Return the part around the selected target that fits."""
        place = self.place_of(self.selected)
        centred = (place.left + place.right - width) // 2
        left = max(0, min(centred, width_of(self.lines[0]) - width))
        top = max(0, min(place.y - height // 2, len(self.lines) - height))
        return [crop_line(line, left, width) for line in self.lines[top : top + height]]


def lowest_line(looks: Sequence[NodeLook[NodeTarget]]) -> int:
    """Return the lowest line on which one of the nodes has a text, counted from a node's top."""
    lowest = 0
    for look in looks:
        for text in look.texts:
            lowest = max(lowest, text.line)
    return lowest


MIN_LEAF_COLUMNS = 4
"""Letters that a field holds at least."""
FIELD_ENDS = ("[", "]")
NO_ENDS = (" ", " ")
RIGHT_SIGN = "✓"
WRONG_SIGN = "!"
SELECTED_ENDS = ("▸", "◂")
"""The ends of the selected field."""
LIT_SIGN = "»"


class FieldText(NamedTuple):
    """A field to be drawn: a name, and its content between two ends, on a line of the node.

    `offset` is its distance from the middle of the node, in columns to the right.
    """

    line: int
    name: Span
    content: Span
    ends: tuple[str, str]
    offset: int = 0


def twice_middle(place: TargetPlace[AskedField]) -> int:
    """Return the middle column of a place, doubled so that it is a whole number."""
    return place.left + place.right


class SheetOnPaper(TreeOnPaper[AskedField]):
    """A sheet drawn for a width and height, with one field selected."""

    def __init__(
        self,
        sheet: Sheet,
        selected: AskedField,
        width: int,
        height: int,
    ) -> None:
        """Draw an exercise sheet with a field selected.

        The fields for α and β are side by side or, if the tree is then too wide, stacked.
        """
        self.sheet = sheet
        self.highlighted: frozenset[MovePath] = frozenset()
        if selected in sheet.marks:
            self.highlighted = sheet.marks[selected].highlighted
        looks = (self.look, partial(self.look, stacked=True))
        super().__init__(
            sheet.run,
            sheet.tree,
            selected,
            looks,
            size=(width, height),
        )

    def neighbour(self, asked: AskedField, down: int, right: int) -> AskedField:
        """Return the nearest field in a direction, or the field `asked` itself at the edge.

        The direction is down (1) or up (-1), or right (1) or left (-1); the other number is 0.
        """
        start = self.place_of(asked)
        middle = twice_middle(start)

        def is_that_way(place: TargetPlace[AskedField]) -> bool:
            if down:
                return (place.y - start.y) * down > 0
            offset = twice_middle(place) - middle
            return place.y == start.y and offset * right > 0

        def distance(place: TargetPlace[AskedField]) -> tuple[int, int]:
            lines = abs(place.y - start.y)
            columns = abs(twice_middle(place) - middle)
            # Up and down go to the next line, even if its nearest field is far to one side.
            if down:
                return (lines, columns)
            return (columns, lines)

        candidates = [place for place in self.places if is_that_way(place)]
        if not candidates:
            return asked
        return min(candidates, key=distance).target

    @cached_property
    def field_letters(self) -> int:
        """Letters that a field holds: the longest leaf and a sign."""
        leaves = [node.path for node in self.nodes if not self.run.is_inner(node.path)]
        longest = max(len(self.leaf_label(path)) for path in leaves)
        return max(MIN_LEAF_COLUMNS, 1 + longest)

    def leaf_label(self, path: MovePath) -> str:
        """Return the number of a leaf."""
        return format_number(self.run.evaluated(path))

    def look(self, path: MovePath, *, stacked: bool = False) -> NodeLook[AskedField]:
        """Return the look of a node; the edge above it is dashed if it is struck."""
        edges = self.sheet.exercise.edges
        edge = ("─", "frame")
        # Some exercises mark edges that the search does visit: these stay as they are.
        if path in self.sheet.marked_edges and edges is not None and edges.leaves_out:
            edge = ("╌", "pruned-note")
        return NodeLook(edge, "frame", [*self.texts(path, stacked=stacked)])

    def texts(self, path: MovePath, *, stacked: bool) -> Iterator[NodeText[AskedField]]:
        """Yield the texts of a node: its move, then a leaf's number, or an inner node's fields.

        With `stacked`, the field for β is below the field for α, not to its right.
        """
        if path:
            yield self.edge_end(path)
        if self.run.is_inner(path):
            yield self.value_text(path)
            yield from self.window_texts(path, stacked=stacked)
        else:
            yield NodeText(LINE_MEASURES.value, (self.leaf_label(path), "strong"))

    def value_text(self, path: MovePath) -> NodeText[AskedField]:
        """Return the name of an inner node, with a field if the exercise asks for its value."""
        name = f" {self.label(path)}"
        style = "strong"
        if path in self.highlighted:
            name = f"{LIT_SIGN}{self.label(path)}"
            style = "mark"
        for kind in self.sheet.exercise.kinds:
            if kind.place is FieldPlace.VALUE:
                field = AskedField(path, kind.key)
                return self.number_field(field, LINE_MEASURES.value, (f"{name} ", style))
        return NodeText(LINE_MEASURES.value, (name, style))

    def window_texts(self, path: MovePath, *, stacked: bool) -> Iterator[NodeText[AskedField]]:
        """Yield the fields of a node's window (α and β): side by side, or `stacked`."""
        kinds = [kind for kind in self.sheet.exercise.kinds if kind.place is FieldPlace.WINDOW]
        for index, kind in enumerate(kinds):
            line = LINE_MEASURES.window
            offset = 0
            if stacked:
                line += index
            else:
                # The name of a field, its ends and the gap to the next field take seven columns.
                field_columns = self.field_letters + 7
                # The row of fields is centred: the first of two fields begins half a field to the
                # left of the node's middle (-1), the second half a field to the right (1).
                half_fields = 2 * index + 1 - len(kinds)
                offset = (half_fields * field_columns + 1) // 2
            field = AskedField(path, kind.key)
            yield self.number_field(field, line, (kind.sign, kind.style), offset)

    def edge_end(self, path: MovePath) -> NodeText[AskedField]:
        """Return the name of the move to a node, and the lower end of the edge.

        If the exercise asks about edges, they form a field. A marked edge ends with a sign.
        """
        kind = self.sheet.exercise.edges
        asked = None
        edge_end = ("│", "frame")
        columns = 1
        if kind is not None:
            asked = AskedField(path, kind.key)
            columns = len(kind.sign)
            edge_end = (f"{'│':{columns}}", "frame")
            if path in self.sheet.marked_edges:
                edge_end = (kind.sign, kind.style)
        text = FieldText(
            LINE_MEASURES.name,
            (edge_words(self.run, path), "dim"),
            edge_end,
            ends=NO_ENDS,
            # The first letter of the sign is below the edge.
            offset=columns - 1,
        )
        return self.field_text(asked, text)

    def number_field(
        self, asked: AskedField, line: int, name: Span, offset: int = 0
    ) -> NodeText[AskedField]:
        """Return a field with the number that the user has typed.

        `line` is counted from the top of the field's node. `offset` is the number of columns from
        the node's middle to the field, negative for a field at the left.
        """
        typed = self.sheet.texts.get(asked, "").replace("-", "−").replace("inf", "∞")
        typed = typed.replace(">=", "≥").replace("<=", "≤")[-self.field_letters :]
        content = (f"{typed:<{self.field_letters}}", "text")
        return self.field_text(
            asked,
            FieldText(
                line,
                name,
                content,
                ends=FIELD_ENDS,
                offset=offset,
            ),
        )

    def field_text(self, asked: AskedField | None, text: FieldText) -> NodeText[AskedField]:
        """Return what to draw for a field, as one of the texts of its node.

        Arrows point at a selected field. After a check, the grade follows the text. `asked` is what
        the field asks for; with None it asks for nothing, and cannot be clicked.
        """
        left, right = text.ends
        end_style = "dim"
        content, content_style = text.content
        if asked == self.selected:
            left, right = SELECTED_ENDS
            end_style = "selected"
            content_style = "selected"
        click = ""
        if asked is not None:
            click = f"@screen.pick({asked.path}, {asked.kind!r})"

        name, name_style = text.name
        grade, grade_style = self.grade(asked)
        before = [(name, f"{name_style}{click}"), (left, f"{end_style}{click}")]
        after = [(right, f"{end_style}{click}"), (grade, f"{grade_style}{click}")]
        middle = (content, f"{content_style}{click}")
        return NodeText(
            text.line,
            middle,
            before,
            after,
            target=asked,
            offset=text.offset,
        )

    def grade(self, asked: AskedField | None) -> Span:
        """Return the sign that follows a field: right or wrong, a space before it is checked."""
        if asked is None or asked not in self.sheet.marks:
            return (" ", "text")
        if self.sheet.marks[asked].right:
            return (RIGHT_SIGN, "best")
        return (WRONG_SIGN, "alarm")


STATUS_SIGNS = {
    NodeStatus.DONE: "✓",
    NodeStatus.CUT: "✂",
    NodeStatus.HERE: "◂",
}
"""Signs after a node."""
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
    """A search by hand, drawn for a width and height, with the current node selected."""

    def __init__(self, visible: VisibleTree, width: int, height: int) -> None:
        """Draw the part of a tree that the user may see at a moment of a search by hand.

        Each node has room for its longest value from the beginning, so that no node moves later.
        """
        self.visible = visible
        trace = visible.trace
        values = (format_number(trace.value(row)) for row in range(len(trace)))
        longest_value = max(longest_leaf_letters(visible.run), *map(len, values))
        # The sign of a bound, ≥ or ≤, takes one more column.
        self.value_columns = longest_value + 1
        whole_tree = visible.moment.hand_search.tree_at_step(trace.last_step)
        current_node = visible.moment.path
        super().__init__(
            visible.run,
            whole_tree,
            current_node,
            [self.look],
            size=(width, height),
        )

    def look(self, path: MovePath) -> NodeLook[MovePath]:
        """Return the look of a node; the edge above it is dashed if it is cut off."""
        view = self.visible.at(path)
        edge = ("─", "frame")
        if view.status is NodeStatus.STRUCK:
            edge = ("╌", "pruned-note")
        return NodeLook(edge, "frame", [*self.texts(path, view)])

    def texts(self, path: MovePath, view: NodeView) -> Iterator[NodeText[MovePath]]:
        """Yield the texts of a node: its edge, then the side to move and the value so far."""
        if path:
            yield self.edge_end(path, view)

        style = f"{STATUS_STYLES[view.status]}@screen.pick({path})"
        value = view.text or "·"
        if not self.run.is_inner(path):
            # Rounded up to an odd number: the text then has a middle column, below the edge.
            columns = self.value_columns | 1
            yield NodeText(LINE_MEASURES.value, (f"{value:^{columns}}", style), target=path)
            return
        pointer = "▸" if view.status is NodeStatus.HERE else " "
        before = (f"{pointer}{self.label(path)} ", style)
        value += STATUS_SIGNS.get(view.status, "")
        text = (f"{value:<{self.value_columns + 1}}", style)
        yield NodeText(
            LINE_MEASURES.value,
            text,
            [before],
            target=path,
        )

    def edge_end(self, path: MovePath, view: NodeView) -> NodeText[MovePath]:
        """Return the move at the end of an edge, below the sign of a cut if it is cut off."""
        sign = ("│", "frame")
        if view.cut_here:
            sign = (CUT_EDGE_SIGN, "cut-off")
        move = (f" {edge_words(self.run, path)}", "dim")
        return NodeText(LINE_MEASURES.name, sign, after=[move])
