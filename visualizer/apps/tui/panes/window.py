"""The open path with its windows, the nodes that set the bounds, and the threshold of a cut."""

from collections.abc import Sequence
from math import isinf

from visualizer.apps.tui.cells.styled_lines import (
    Hit,
    Line,
    Rendering,
    Span,
    clip_to_cells,
    fit_text,
    wrap_words,
)
from visualizer.apps.tui.cells.tree_grid import TextGrid
from visualizer.apps.tui.scene import Scene
from visualizer.apps.tui.views import View
from visualizer.draw.picture.layout.node_words import TURN_SIGNS
from visualizer.explaining.explanation.english.cuts import CutWords
from visualizer.explaining.explanation.english.windows import describe_question, setter_of_end
from visualizer.explaining.explanation.explainer import describe_threshold
from visualizer.explaining.explanation.facts.steps import current_window_end, cut_of
from visualizer.explaining.explanation.standings import meaning_by
from visualizer.look.numbers import abbreviate_numbers, format_number
from visualizer.trace.tree_at_step import TreeAtStep

LONG_TITLES_WIDTH = 26
"""Cells above which titles are long."""
MIN_NUMBER_LINE = 10
MAX_NUMBER_LINE = 36
"""Cells of the number line at a cut."""


def draw_window(scene: Scene, width: int, height: int) -> Rendering:
    """Draw the window (α and β) of each open node, a line for each node.

    Below stands the value that would cut the deepest open node or, if this step cuts it, a number
    line.
    """
    tree = scene.tree
    title = window_pane_title(tree, width)
    # An open leaf has no window to show: it is about to return.
    nodes = [node for node in tree.path if tree.move_count(node)]
    if not nodes:
        lines = [[("no node is open", "dim")]]
        return Rendering(lines if tree.visits else [], title=title)

    last = nodes[-1]
    below = threshold_lines(scene, last, width)
    # Three lines are always left below the table: the number line at a cut takes as many. The heads
    # of the table take one.
    lines_below = max(3, len(below))
    room = max(2, height - 1 - lines_below)
    lines, hits = open_node_table(scene, nodes, room, width)
    lines += below
    if tree.has_window:
        # While the user predicts the next step, who set the bounds would give the answer away.
        setters = bound_setter_lines(scene, last, width, height - len(lines))
        lines += scene.run.unless_held(setters, [])
    return Rendering(lines[:height], hits, title)


def window_pane_title(tree: TreeAtStep, width: int) -> str:
    """Return the title: the search's windows of the open path, or its values."""
    title = "values"
    if tree.has_window:
        title = f"window {tree.trace.window_rule}".rstrip()
    if width > LONG_TITLES_WIDTH:
        return f"{title} on the open path"
    return title


def threshold_lines(scene: Scene, node: int, width: int) -> list[Line]:
    """Return lines about the value that would cut a node.

    While a question is open, return no lines, since they would answer it. If the node is cut at
    this step, return the sum that cut a chance node, or the bounds (α and β) that have crossed.
    """
    if not scene.tree.is_cut(node):
        threshold = describe_threshold(scene.naming, node)
        return wrap_words(scene.run.unless_held(threshold, ""), width)
    fact = cut_of(scene.run, scene.tree, node)
    compared = CutWords(scene.naming, fact).sum_compared
    if compared:
        return wrap_words(scene.spelled(compared), width)
    return cut_number_line(scene, node, width)


class NodeTable:
    """A table of open nodes: turn and move, best and, if there are windows, α and β."""

    def __init__(
        self, heads: Sequence[str], rows: Sequence[list[Span]], note: str, width: int
    ) -> None:
        """Lay out the columns in `width` cells; `note` stands above the names.

        `heads` are the titles of the columns of numbers; the first is the best value.
        """
        self.heads = heads
        self.rows = rows
        self.note = note
        self.width = width
        self.column_widths = node_table_widths(heads, rows)
        # Three gaps stand between four columns. The note widens the first one only if all fit.
        if len(note) + sum(self.column_widths[1:]) + 3 <= width:
            self.column_widths[0] = max(self.column_widths[0], len(note))
        self.gap = 1
        if sum(self.column_widths) + 6 <= width:
            self.gap = 2

    def shrink(self) -> None:
        """Make a table that is too wide narrower.

        The column of the best values is left out, then numbers are abbreviated.
        """
        # With three gaps between four columns, or then two between three.
        if sum(self.column_widths) + 3 <= self.width:
            return
        self.heads = self.heads[1:]
        self.rows = [[name, *bounds] for name, _, *bounds in self.rows]
        del self.column_widths[1]
        if sum(self.column_widths) + 2 > self.width:
            self.rows = [with_brief_numbers(row) for row in self.rows]
            self.column_widths = node_table_widths(self.heads, self.rows)

    def lines(self) -> list[Line]:
        """Return the heads and the rows; long names are shortened, numbers never."""
        names_width, *number_widths = self.column_widths
        numbers_width = sum(number_widths) + self.gap * len(number_widths)
        names_width = min(names_width, max(4, self.width - numbers_width))
        widths = [names_width, *number_widths]
        title = [(text, "dim") for text in (self.note[:names_width], *self.heads)]
        return [align_cells(row, widths, self.gap) for row in (title, *self.rows)]


def open_node_table(
    scene: Scene, nodes: list[int], room: int, width: int
) -> tuple[list[Line], list[Hit]]:
    """Return a table of the last `room` open nodes, and where a click selects each of them."""
    note = ""
    if len(nodes) > room:
        note = f"… {len(nodes) - room} above"
    shown = nodes[-room:]
    rows = [open_node_cells(scene, node) for node in shown]
    table = NodeTable(["best", *bound_heads(scene, width)], rows, note, width)
    # Without windows the only column of numbers stays.
    if scene.tree.has_window:
        table.shrink()
    hits = [Hit(y, 0, width, scene.run.path(node)) for y, node in enumerate(shown, 1)]
    return table.lines(), hits


def bound_heads(scene: Scene, width: int) -> list[str]:
    """Return the heads of the bounds, in a wide pane written out in ASCII; [] without windows."""
    if not scene.tree.has_window:
        return []
    if width > LONG_TITLES_WIDTH:
        return [scene.spelled("α"), scene.spelled("β")]
    return ["α", "β"]


def with_brief_numbers(row: list[Span]) -> list[Span]:
    """Return the cells of an open node with abbreviated numbers."""
    name, *numbers = row
    return [name, *((abbreviate_numbers(text), style) for text, style in numbers)]


def align_cells(row: list[Span], widths: Sequence[int], gap: int) -> Line:
    """Return cells below each other: the first at the left, the others at the right."""
    (name, name_style), *others = row
    line = [(clip_to_cells(name, widths[0]), name_style)]
    for (text, style), width in zip(others, widths[1:], strict=False):
        line.append((text.rjust(width + gap), style))
    return line


def node_table_widths(heads: Sequence[str], rows: Sequence[list[Span]]) -> list[int]:
    """Return the width of each column of the table; the first has no head that needs room."""
    widths = []
    for column, head in enumerate(["", *heads]):
        lengths = (len(row[column][0]) for row in rows)
        widths.append(max(len(head), *lengths))
    return widths


def open_node_cells(scene: Scene, node: int) -> list[Span]:
    """Return the texts of an open node: ply, turn and move in one, then its value, α and β."""
    path = scene.run.path(node)
    turn = TURN_SIGNS[scene.tree.turn(node)]
    move = "root"
    if path:
        move = scene.run.full_name(path)
    value = scene.value(path) or "?"
    low, high = scene.window(node)
    alpha_style = "alpha"
    beta_style = "beta"
    if low >= high and scene.tree.is_cut(node):
        alpha_style = "cut"
        beta_style = "cut"
    return [
        (f"{len(path)} {turn} {move}", "strong"),
        (scene.spelled(value), "value"),
        (scene.spelled(format_number(low)), alpha_style),
        (scene.spelled(format_number(high)), beta_style),
    ]


def bound_setter_lines(scene: Scene, node: int, width: int, height: int) -> list[Line]:
    """Name the nodes that set the bounds of a node, the bound that can cut it first.

    A name that does not fit into the remaining lines is left out. For a null window, whose bounds
    no move has set, return the question that the window asks.
    """
    question = describe_question(scene.naming, node)
    if question:
        return wrap_words(scene.spelled(question), width, "dim")[:height]
    cutting_end_is_lower = not scene.tree.maximizing(node)
    lines: list[Line] = []
    for lower in (cutting_end_is_lower, not cutting_end_is_lower):
        for words in setter_wordings(scene, node, lower=lower):
            wrapped = wrap_words(scene.spelled(words), width, "dim")
            if len(lines) + len(wrapped) <= height:
                lines += wrapped
                break
    return lines


def setter_wordings(scene: Scene, node: int, *, lower: bool) -> list[str]:
    """Return sentences that say which node set a bound of a node, the longest first.

    The bound is α if `lower`, else β. The result is empty if no node set the bound.
    """
    end = current_window_end(scene.tree, node, lower=lower)
    setter = setter_of_end(scene.naming, end)
    bound = scene.view(scene.run.path(node)).end(lower=lower)
    source = f"{bound} set by {setter}"
    child = end.source.child
    meaning = None
    if child is not None:
        meaning = meaning_by(scene.naming, child, end.value)
    if meaning is not None and meaning.label:
        return [f"{source}: {meaning.label}", source]
    return [source] if setter else []


def cut_number_line(scene: Scene, node: int, width: int) -> list[Line]:
    """Draw α and β on a number line at a cut, if both are finite and β is at most α."""
    low, high = scene.window(node)
    # An unknown bound is NaN, which is never at least another number.
    if isinf(low) or isinf(high) or not low >= high:
        return []
    length = max(MIN_NUMBER_LINE, min(width - 4, MAX_NUMBER_LINE))
    if low == high:
        middle = length // 2
        names = {middle: ("α = β", "alpha")}
        numbers = {middle: (format_number(low), "cut")}
        return number_line(length, names, numbers, width)

    # The bounds have crossed, so β stands at the left.
    left = 3
    right = length - 3
    names = {left: ("β", "beta"), right: ("α", "alpha")}
    # Each number has half of the line, so that they never overlap.
    room = length // 2
    beta = fit_text(format_number(high), room)
    alpha = fit_text(format_number(low), room)
    numbers = {left: (beta, "beta"), right: (alpha, "alpha")}
    return number_line(length, names, numbers, width)


def number_line(
    length: int, names: dict[int, Span], numbers: dict[int, Span], width: int
) -> list[Line]:
    """Return a number line between the names and the numbers of its marks, by their columns."""
    axis = [("─", "dim")] * length
    for column, (_, style) in names.items():
        axis[column] = ("┼", style)
    return [place_texts(names, width), [*axis, ("▸", "dim")], place_texts(numbers, width)]


def place_texts(texts: dict[int, Span], width: int) -> Line:
    """Return a line with each text centred on its column."""
    grid = TextGrid(width, 1)
    for x, (text, style) in texts.items():
        grid.put(max(0, x - len(text) // 2), 0, text, style)
    return grid.lines()[0]


PANE = View("window", draw_window)
