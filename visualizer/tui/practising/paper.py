"""A sheet as it lies on the screen: the tree with its fields, and which field a cell is."""

from dataclasses import dataclass, field

from visualizer.explanation.practice import Asked, NodeQuestion
from visualizer.explanation.sheet import Sheet
from visualizer.look.numbers import show
from visualizer.picture.layout.tidy import tidy
from visualizer.trace.rows import MovePath
from visualizer.tui.styled_lines import Line, cropped
from visualizer.tui.text_grid import TextGrid
from visualizer.tui.views.tree_parts import meeting, turning

GAPS = (8, 6, 4, 3, 2, 1)
LEAST = 4
"""Letters of a field, at least."""
EDGE, NAME = 1, 2
"""Lines of an edge's sign and of a node, below the line of the edges."""
RIGHT, WRONG, AT_HAND = "✓", "!", ("▸", "◂")
MARGIN = 5
"""Columns at the left that say whose turn it is."""


@dataclass(slots=True)
class FieldPlace:
    """Where a field is drawn: columns `left` to `right` (exclusive) of a line."""

    asked: NodeQuestion
    y: int
    left: int
    right: int


@dataclass
class Paper:
    """A drawn sheet: lines as wide as the tree takes, and the places of its fields."""

    lines: list[Line] = field(default_factory=list)
    places: list[FieldPlace] = field(default_factory=list)
    left: int = 0
    top: int = 0

    def field_at(self, x: int, y: int) -> NodeQuestion | None:
        """Return the field drawn in a cell of what is in sight, None where there is none."""
        x, y = x + self.left, y + self.top
        return next((each.asked for each in self.places if each.y == y and each.left <= x < each.right), None)

    def beside(self, asked: NodeQuestion, down: int, right: int) -> NodeQuestion:
        """Return the nearest field towards a side, or the same where there is none."""
        here = next(each for each in self.places if each.asked == asked)
        middle = here.left + here.right

        def way(other: FieldPlace) -> tuple[int, int]:
            lines, columns = abs(other.y - here.y), abs(other.left + other.right - middle)
            return (lines, columns) if down else (columns, lines)

        found = [each for each in self.places if (each.y - here.y) * down > 0 or
                 (right and each.y == here.y and (each.left + each.right - middle) * right > 0)]  # fmt: skip
        return min(found, key=way).asked if found else asked

    def shown(self, width: int, height: int, at: NodeQuestion) -> list[Line]:
        """Return what fits, with the field at hand in sight."""
        here = next((each for each in self.places if each.asked == at), None)
        wide, high = max((sum(len(text) for text, _ in line) for line in self.lines), default=0), len(self.lines)
        if here is not None:
            self.left = max(0, min((here.left + here.right - width) // 2, wide - width))
            self.top = max(0, min(here.y - height // 2, high - height))
        return [cropped(line, self.left, width) for line in self.lines[self.top : self.top + height]]


class PaperDrawing:
    """Draws a sheet for a width and height; where the tree does not fit, it is as wide as it must be."""

    def __init__(self, sheet: Sheet, at: NodeQuestion | None) -> None:
        """Draw a sheet with a field at hand."""
        self.sheet, self.at, self.run = sheet, at, sheet.run
        self.fields = frozenset(sheet.fields)
        self.nodes: list[MovePath] = []
        self.children: list[list[int]] = []
        self._list((), None)
        leaves = [self.leaf(path) for path in self.nodes if not self.run.is_inner(path)]
        self.size = max(LEAST, *(1 + len(each) for each in leaves))

    def _list(self, path: MovePath, parent: int | None) -> None:
        """List the nodes, parents first."""
        number = len(self.nodes)
        self.nodes.append(path)
        self.children.append([])
        if parent is not None:
            self.children[parent].append(number)
        for child in self.run.below(path):
            self._list(child, number)

    def leaf(self, path: MovePath) -> str:
        """Return a leaf's number."""
        return show(self.run.evaluated(path))

    def has(self, path: MovePath, asked: Asked) -> bool:
        """Say whether a node has a field of a kind."""
        return NodeQuestion(path, asked) in self.fields

    def label(self, path: MovePath) -> str:
        """Return what a book calls an inner node, and whose turn it is."""
        sign = "▲" if self.run.position(path).maximizing else "▼"
        label = self.run.node_label(path)
        return f"{label} {sign}" if label else sign

    def width(self, path: MovePath, *, stacked: bool) -> int:
        """Return how many columns a node takes."""
        name = 2 * len(self.run.move_name(path)) + 3 if path else 0
        if not self.run.is_inner(path):
            return max(len(self.leaf(path)), name)
        value = 2 * len(self.label(path)) + self.size + 5 if self.has(path, Asked.VALUE) else len(self.label(path))
        window = (self.size + 4 if stacked else 2 * self.size + 9) if self.has(path, Asked.ALPHA) else 0
        return max(name, value, window)

    def draw(self, width: int, height: int) -> Paper:
        """Return the sheet, drawn as loosely as fits."""
        ways = [(stacked, gap) for stacked in (False, True) for gap in GAPS]
        for stacked, gap in ways:
            widths = [self.width(path, stacked=stacked) for path in self.nodes]
            middles = tidy(self.children, widths, gap)
            needed = max(int(middle + wide / 2) + 1 for middle, wide in zip(middles, widths, strict=True))
            if needed <= width - MARGIN or (stacked, gap) == ways[-1]:
                return self.drawn(middles, needed, width, height, stacked=stacked)
        raise AssertionError("the last way is always taken")

    def drawn(self, middles: list[float], needed: int, width: int, height: int, *, stacked: bool) -> Paper:
        """Draw the nodes at their places."""
        windows = (2 if stacked else 1) * any(each.asked is Asked.ALPHA for each in self.fields)
        edges = any(each.asked in (Asked.PRUNED, Asked.AGAIN) for each in self.fields)
        deepest = max(map(len, self.nodes))
        lines = (1 + EDGE + 1 + windows) * deepest + 1  # the root has no edge, and the leaves no windows
        spare = max(0, height - lines) // max(1, deepest)
        pitch = 1 + EDGE + 1 + windows + min(spare, 2)
        wide = max(width, needed + MARGIN)
        left = MARGIN + max(0, (wide - MARGIN - needed) // 2)
        grid, paper = TextGrid(wide, pitch * deepest + 1), Paper()
        xs = [left + int(middle) for middle in middles]
        for number, path in enumerate(self.nodes):
            y = pitch * len(path)
            if path:
                self.edge(grid, paper, path, xs[number], y - 1, has_field=edges)
            if self.children[number]:
                self.edges(grid, xs[number], [xs[child] for child in self.children[number]], y, pitch, windows)
                self.node(grid, paper, path, xs[number], y, stacked=stacked)
            else:
                text = self.leaf(path)
                grid.put(xs[number] - len(text) // 2, y, text, "strong")
        for ply in range(deepest):
            turn = next(self.run.position(path).maximizing for path in self.nodes
                        if len(path) == ply and self.run.is_inner(path))  # fmt: skip
            grid.put(1, pitch * ply, "MAX" if turn else "MIN", "dim")
        paper.lines = grid.lines()
        return paper

    def edges(self, grid: TextGrid, x: int, columns: list[int], y: int, pitch: int, windows: int) -> None:
        """Draw the lines from a node to its children."""
        across = y + pitch - 2
        for line in range(y + 1 + windows, across):
            grid.put(x, line, "│", "frame")
        left, right = min(x, *columns), max(x, *columns)
        grid.across(left, right, across, "─", "frame")
        for column in columns:
            grid.put(column, across, turning(column, left, right), "frame")
        grid.put(x, across, meeting(x, left, right, goes_on=x in columns), "frame")

    def edge(self, grid: TextGrid, paper: Paper, path: MovePath, x: int, y: int, *, has_field: bool) -> None:
        """Draw the end of an edge: struck or not, with its mark and the move's name."""
        asked = NodeQuestion(path, self.sheet.edges)
        struck = path in self.sheet.struck
        again = self.sheet.edges is Asked.AGAIN
        sign = ("×2" if again else "✕") if struck and has_field else "│"
        style = "cut-off" if struck and not again else "best" if struck else "frame"
        at_hand = has_field and asked == self.at
        grid.put(x, y, sign, "selected" if at_hand else style)
        if at_hand:
            grid.put(x - 1, y, AT_HAND[0], "selected")
            grid.put(x + len(sign), y, AT_HAND[1], "selected")
        after = x + len(sign) + at_hand
        if has_field:
            self.mark(grid, asked, after, y)
            paper.places.append(FieldPlace(asked, y, x - 1, x + 2))
        name = self.run.move_name(path)
        grid.put(x - len(name) - 1 - at_hand, y, name, "dim")

    def mark(self, grid: TextGrid, asked: NodeQuestion, x: int, y: int) -> None:
        """Draw whether a field that was checked is right."""
        judgement = self.sheet.marks.get(asked)
        if judgement is not None:
            grid.put(x, y, RIGHT if judgement.right else WRONG, "best" if judgement.right else "alarm")

    def node(self, grid: TextGrid, paper: Paper, path: MovePath, x: int, y: int, *, stacked: bool) -> None:
        """Draw an inner node: whose turn it is, its value, and its window below."""
        label = self.label(path)
        if self.has(path, Asked.VALUE):
            begin = x - (self.size + 2) // 2
            grid.put(begin - len(label) - 1, y, label, "strong")
            self.box(grid, paper, NodeQuestion(path, Asked.VALUE), begin, y)
        else:
            grid.put(x - len(label) // 2, y, label, "strong")
        if not self.has(path, Asked.ALPHA):
            return
        wide = self.size + 4
        first = x - wide // 2 if stacked else x - wide
        for place, (asked, name) in enumerate(((Asked.ALPHA, "α"), (Asked.BETA, "β"))):
            begin, line = (first, y + 1 + place) if stacked else (first + place * (wide + 1), y + 1)
            grid.put(begin, line, name, "alpha" if asked is Asked.ALPHA else "beta")
            self.box(grid, paper, NodeQuestion(path, asked), begin + 1, line)

    def box(self, grid: TextGrid, paper: Paper, asked: NodeQuestion, x: int, y: int) -> None:
        """Draw a field with what is written into it, and its mark."""
        text = self.sheet.texts.get(asked, "").replace("-", "−").replace("inf", "∞")
        text = text.replace(">=", "≥").replace("<=", "≤")[-self.size :]
        at_hand = asked == self.at
        begin, end = AT_HAND if at_hand else ("[", "]")
        grid.put(x, y, begin, "selected" if at_hand else "dim")
        grid.put(x + 1, y, f"{text:<{self.size}}", "selected" if at_hand else "text")
        grid.put(x + self.size + 1, y, end, "selected" if at_hand else "dim")
        self.mark(grid, asked, x + self.size + 2, y)
        paper.places.append(FieldPlace(asked, y, x, x + self.size + 2))
