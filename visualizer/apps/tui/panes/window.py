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
TABLE_GAPS = 3
"""Gaps between the four columns of the table: move, best value, α and β."""


def draw_window(scene: Scene, width: int, height: int) -> Rendering:
    """Draw the window (α and β) of each open node, a line for each node.

    The lines below say which value would cut the deepest open node. If this step cuts it, they are
    a number line that shows how α and β have crossed.
    """
    tree = scene.tree
    title = window_pane_title(tree, width)
    # An open leaf has no window to show: it is about to return.
    nodes = [node for node in tree.path if tree.move_count(node)]
    if not nodes:
        lines = [[("no node is open", "dim")]]
        return Rendering(lines if tree.visits else [], title=title)

    deepest = nodes[-1]
    below = threshold_lines(scene, deepest, width)
    # Room for the three lines of the number line at a cut is always kept free, so that the table
    # does not jump. The titles of the table take one more line.
    lines_below = max(3, len(below))
    room = max(2, height - 1 - lines_below)
    lines, hits = open_node_table(scene, nodes, room, width)
    lines += below
    if tree.has_window:
        # These lines are left out while the user predicts the next step: they would answer it.
        setters = bound_setter_lines(scene, deepest, width, height - len(lines))
        lines += scene.run.unless_steps_hidden(setters, [])
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
    """Return lines about the value that would cut a node or, at a cut, about why it is cut.

    A chance node is cut by a sum, any other node because α and β have crossed. There are no lines
    while the user is asked to predict the next step, since they would give the answer away.
    """
    if not scene.tree.is_cut(node):
        threshold = describe_threshold(scene.naming, node)
        return wrap_words(scene.run.unless_steps_hidden(threshold, ""), width)
    fact = cut_of(scene.run, scene.tree, node)
    comparison = CutWords(scene.naming, fact).sum_compared
    if comparison:
        return wrap_words(scene.spelled(comparison), width)
    return cut_number_line(scene, node, width)


class NodeTable:
    """A table of open nodes: turn and move, best and, if there are windows, α and β."""

    def __init__(
        self, titles: Sequence[str], rows: Sequence[list[Span]], note: str, width: int
    ) -> None:
        """Lay out the columns in `width` cells; `note` is the title of the column of names.

        `titles` are the titles of the columns of numbers, of which the first has the best values.
        """
        self.titles = titles
        self.rows = rows
        self.note = note
        self.width = width
        self.column_widths = node_table_widths(titles, rows)
        # The note widens the column of names only if all columns still fit.
        if len(note) + sum(self.column_widths[1:]) + TABLE_GAPS <= width:
            self.column_widths[0] = max(self.column_widths[0], len(note))
        self.gap = 1
        if sum(self.column_widths) + 2 * TABLE_GAPS <= width:
            self.gap = 2

    def shrink(self) -> None:
        """Make the table of a search with windows narrower if it is too wide.

        The column of the best values is left out. If that is not enough, numbers are abbreviated.
        """
        if sum(self.column_widths) + TABLE_GAPS <= self.width:
            return
        self.titles = self.titles[1:]
        self.rows = [[name, *bounds] for name, _, *bounds in self.rows]
        del self.column_widths[1]
        if sum(self.column_widths) + TABLE_GAPS - 1 > self.width:
            self.rows = [with_brief_numbers(row) for row in self.rows]
            self.column_widths = node_table_widths(self.titles, self.rows)

    def lines(self) -> list[Line]:
        """Return the titles and the rows; long names are shortened, numbers never."""
        names_width, *number_widths = self.column_widths
        numbers_width = sum(number_widths) + self.gap * len(number_widths)
        names_width = min(names_width, max(4, self.width - numbers_width))
        widths = [names_width, *number_widths]
        title = [(text, "dim") for text in (self.note[:names_width], *self.titles)]
        return [align_cells(row, widths, self.gap) for row in (title, *self.rows)]


def open_node_table(
    scene: Scene, nodes: list[int], room: int, width: int
) -> tuple[list[Line], list[Hit]]:
    """Return a table of the last `room` nodes, and the places where a click selects them."""
    note = ""
    if len(nodes) > room:
        note = f"… {len(nodes) - room} above"
    last_nodes = nodes[-room:]
    rows = [open_node_cells(scene, node) for node in last_nodes]
    table = NodeTable(["best", *bound_titles(scene, width)], rows, note, width)
    # Without windows, the best values are the only numbers, and cannot be left out.
    if scene.tree.has_window:
        table.shrink()
    hits = [Hit(y, 0, width, scene.run.path(node)) for y, node in enumerate(last_nodes, 1)]
    return table.lines(), hits


def bound_titles(scene: Scene, width: int) -> list[str]:
    """Return the titles of the bounds, in a wide pane written out in ASCII; [] without windows."""
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


def node_table_widths(titles: Sequence[str], rows: Sequence[list[Span]]) -> list[int]:
    """Return the width of each column of the table; the first has no title that needs room."""
    widths = []
    for column, title in enumerate(["", *titles]):
        lengths = (len(row[column][0]) for row in rows)
        widths.append(max(len(title), *lengths))
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
    """Name the nodes that set α and β of a node, in at most `height` lines.

    The bound at which the node can be cut comes first. For a null window, whose bounds no move has
    set, return the question that the window asks instead.
    """
    question = describe_question(scene.naming, node)
    if question:
        return wrap_words(scene.spelled(question), width, "dim")[:height]
    wordings_of_bounds = [
        setter_wordings(scene, node, lower=True),
        setter_wordings(scene, node, lower=False),
    ]
    # A minimizing node is cut at α, the lower bound, so α comes first; a maximizing node at β.
    if scene.tree.maximizing(node):
        wordings_of_bounds.reverse()
    lines: list[Line] = []
    for wordings in wordings_of_bounds:
        for words in wordings:
            wrapped = wrap_words(scene.spelled(words), width, "dim")
            if len(lines) + len(wrapped) <= height:
                lines += wrapped
                break
    return lines


def setter_wordings(scene: Scene, node: int, *, lower: bool) -> list[str]:
    """Return sentences that say which node set a bound of a node, the longest first.

    With `lower`, the bound is α, otherwise β. The longest sentence also says what its value means
    to the players. The result is empty if no node set the bound.
    """
    end = current_window_end(scene.tree, node, lower=lower)
    setter = setter_of_end(scene.naming, end)
    bound = scene.view(scene.run.path(node)).end(lower=lower)
    sentence = f"{bound} set by {setter}"
    child = end.source.child
    meaning = None
    if child is not None:
        meaning = meaning_by(scene.naming, child, end.value)
    if meaning is not None and meaning.label:
        return [f"{sentence}: {meaning.label}", sentence]
    return [sentence] if setter else []


def cut_number_line(scene: Scene, node: int, width: int) -> list[Line]:
    """Draw α and β of a cut node on a number line, [] unless both are finite and α ≥ β."""
    low, high = scene.window(node)
    # An unknown bound is NaN, for which this comparison is False.
    is_closed = low >= high
    if isinf(low) or isinf(high) or not is_closed:
        return []
    length = max(MIN_NUMBER_LINE, min(width - 4, MAX_NUMBER_LINE))
    if low == high:
        middle = length // 2
        names = {middle: ("α = β", "alpha")}
        numbers = {middle: (format_number(low), "cut")}
        return number_line(length, names, numbers, width)

    # The bounds have crossed, so β is at the left.
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
