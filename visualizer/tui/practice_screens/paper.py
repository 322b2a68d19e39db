"""A sheet as it lies on the screen: the tree with its fields, and which field a cell is."""

from collections.abc import Iterator
from functools import cached_property, partial

from visualizer.exercises.fields import KINDS
from visualizer.exercises.question import AskedField
from visualizer.exercises.sheet import Sheet
from visualizer.look.numbers import show
from visualizer.picture.layout.whole_tree import edge_words
from visualizer.trace.rows import MovePath
from visualizer.tui.cells.styled_lines import Span
from visualizer.tui.cells.tree_grid import NodeLook, NodeText, TargetPlace
from visualizer.tui.practice_screens.tree_on_paper import LINES, TreeOnPaper

LEAST = 4
"""Letters of a field, at least."""
RIGHT, WRONG, AT_HAND, LIT = "✓", "!", "▸◂", "»"


class Paper(TreeOnPaper[AskedField]):
    """A sheet drawn for a width and height, with a field at hand."""

    def __init__(self, sheet: Sheet, at: AskedField, width: int, height: int) -> None:
        """Draw a sheet as loosely as fits: the ends of a window beside or, stacked, below each other."""
        self.sheet = sheet
        self.fields = frozenset(sheet.fields)
        self.lit = sheet.marks[at].lit if at in sheet.marks else frozenset[MovePath]()
        super().__init__(sheet.run, sheet.tree, at, (self.look, partial(self.look, stacked=True)), width, height)

    def beside(self, asked: AskedField, down: int, right: int) -> AskedField:
        """Return the nearest field towards a side, or the same where there is none."""
        here = self.place_of(asked)
        middle = here.left + here.right

        def way(other: TargetPlace[AskedField]) -> tuple[int, int]:
            lines, columns = abs(other.y - here.y), abs(other.left + other.right - middle)
            return (lines, columns) if down else (columns, lines)

        found = [each for each in self.places if (each.y - here.y) * down > 0 or
                 (right and each.y == here.y and (each.left + each.right - middle) * right > 0)]  # fmt: skip
        return min(found, key=way).target if found else asked

    # Drawing.

    @cached_property
    def size(self) -> int:
        """How many letters a field has: those of the longest leaf and a sign, at least."""
        leaves = [self.leaf(each.path) for each in self.nodes if not self.run.is_inner(each.path)]
        return max(LEAST, *(1 + len(each) for each in leaves))

    def leaf(self, path: MovePath) -> str:
        """Return a leaf's number."""
        return show(self.run.evaluated(path))

    def look(self, path: MovePath, *, stacked: bool = False) -> NodeLook[AskedField]:
        """Return how a node looks; the edge to it is dashed if it is struck."""
        is_struck = path in self.sheet.struck and AskedField(path, "pruned") in self.fields
        edge = ("╌", "pruned-note") if is_struck else ("─", "frame")
        return NodeLook(edge, "frame", [*self.texts(path, stacked=stacked)])

    def texts(self, path: MovePath, *, stacked: bool) -> Iterator[NodeText[AskedField]]:
        """Yield the texts of a node: the end of its edge; its number, or whose turn it is, its value and its window."""
        if path:
            yield self.edge_end(path)
        if not self.run.is_inner(path):
            yield NodeText(LINES.value, (self.leaf(path), "strong"))
            return
        is_lit = path in self.lit
        label, style = f"{LIT if is_lit else ' '}{self.label(path)}", "mark" if is_lit else "strong"
        if (value := AskedField(path, "value")) in self.fields:
            yield self.number(value, LINES.value, (f"{label} ", style))
        else:
            yield NodeText(LINES.value, (label, style))
        others = [kind for kind in self.sheet.exercise.kinds if not kind.is_edge and kind.key != "value"]
        for place, kind in enumerate(others):
            line, aside = place * stacked, (2 * place + 1 - len(others)) * (self.size + 7) + 1
            name = (kind.sign, kind.key if kind.key in ("alpha", "beta") else "dim")
            yield self.number(AskedField(path, kind.key), LINES.window + line, name, 0 if stacked else aside // 2)

    def edge_end(self, path: MovePath) -> NodeText[AskedField]:
        """Return the end of the edge to a node, the field of an edge: struck or not, with the move's name."""
        kind = self.sheet.exercise.edges or KINDS["pruned"]
        asked, wide = AskedField(path, kind.key), len(kind.sign)
        has_field, sign = asked in self.fields, (f"{'│':{wide}}", "frame")
        if has_field and path in self.sheet.struck:
            sign = (kind.sign, "cut-off" if kind.key == "pruned" else "best")
        name = (edge_words(self.run, path), "dim")
        return self.field(asked if has_field else None, LINES.name, name, sign, "  ", wide - 1)

    def number(self, asked: AskedField, line: int, name: Span, aside: int = 0) -> NodeText[AskedField]:
        """Return a field with the number that is written into it."""
        text = self.sheet.texts.get(asked, "").replace("-", "−").replace("inf", "∞")
        text = text.replace(">=", "≥").replace("<=", "≤")[-self.size :]
        return self.field(asked, line, name, (f"{text:<{self.size}}", "text"), "[]", aside)

    def field(
        self, asked: AskedField | None, line: int, name: Span, text: Span, ends: str, aside: int
    ) -> NodeText[AskedField]:
        """Return a field, or what looks like one, with its ends, which point at it if it is at hand, and its mark."""
        style, mark = "dim", (" ", "text")
        if asked == self.at:
            ends, style, text = AT_HAND, "selected", (text[0], "selected")
        if asked is not None and asked in self.sheet.marks:
            mark = (RIGHT, "best") if self.sheet.marks[asked].right else (WRONG, "alarm")
        picks = "" if asked is None else f"@screen.pick({asked.path}, {asked.kind!r})"
        spans = (name, (ends[0], style), text, (ends[1], style), mark)
        name, begin, text, end, mark = ((words, f"{each}{picks}") for words, each in spans)
        return NodeText(line, text, (name, begin), (end, mark), asked, aside)
