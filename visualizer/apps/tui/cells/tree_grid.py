"""A rectangle of cells to write on, a tree drawn on it, whoever shows it, and numbers of several lines."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, Generic, NamedTuple, TypeVar

from rich.cells import cell_len

from visualizer.apps.tui.cells.styled_lines import (
    NUMBER_PATTERN,
    Line,
    Span,
    clip_to_cells,
    fit_text,
    merge_spans,
    width_of,
)
from visualizer.draw.picture.layout.placed_nodes import NodeMeasures, PlacedNode, TreeLayout


class TextGrid:
    """A rectangle of cells, each with a letter and a style; letters beyond its edges are lost, and numbers wholly."""

    def __init__(self, width: int, height: int) -> None:
        """Begin empty."""
        self.width = width
        self.height = height
        self.cells: list[list[tuple[str, str]]] = [[(" ", "text")] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, style: str) -> int:
        """Write a text from a place on; return the column behind it."""
        cells = cell_len(text)
        end = x + cells
        if not 0 <= y < self.height or not text:
            return end
        row = self.cells[y]
        if x >= 0 and cells == len(text) and end <= self.width:
            row[x:end] = [(letter, style) for letter in text]
            return end
        if end > self.width:
            text = clip_to_cells(text, max(0, self.width - x))
        elif x < 0 and NUMBER_PATTERN.search(text):
            x = 0
            text = "…"
        for letter in text:
            wide = cell_len(letter)
            if x >= 0 and x + wide <= self.width:
                row[x] = (letter, style)
                row[x + 1 : x + wide] = [("", style)] * (wide - 1)
            elif wide and 0 <= x < self.width:
                row[x] = (" ", style)
            x += wide
        return end

    def across(self, first: int, last: int, y: int, letter: str, style: str) -> None:
        """Write a letter into each cell from one column to another."""
        first = max(0, first)
        last = min(self.width - 1, last)
        if 0 <= y < self.height and first <= last:
            self.cells[y][first : last + 1] = [(letter, style)] * (last - first + 1)

    def fill(self, first: int, y: int, letter: str, style: str) -> None:
        """Write a letter into each cell of a line, from one column on, in which there is nothing."""
        for x in range(first, self.width) if 0 <= y < self.height else ():
            if self.cells[y][x][0] == " ":
                self.cells[y][x] = (letter, style)

    def is_free(self, first: int, last: int, y: int) -> bool:
        """Return whether nothing is written into the cells from one column to another (exclusive)."""
        inside = first >= 0 and last <= self.width and 0 <= y < self.height
        return inside and all(letter == " " for letter, _ in self.cells[y][first:last])

    def lines(self) -> list[Line]:
        """Return the rows, cells of one style together."""
        blank = [(" ", "text")] * self.width
        return [
            [(" " * self.width, "text")] if row == blank else merge_spans(row) for row in self.cells
        ]


NodeTarget = TypeVar("NodeTarget")
JOINTS = {
    "d": "│",
    "ud": "│",
    "u": "│",
    "dr": "╭",
    "dl": "╮",
    "dlr": "┬",
    "ul": "╯",
    "ur": "╰",
    "ulr": "┴",
    "udl": "┤",
    "udr": "├",
    "udlr": "┼",
}
"""What stands where edges meet that go up, down, left and right."""


@dataclass(slots=True)
class NodeText(Generic[NodeTarget]):
    """A text on a line of a node, counted from that of its edge; it stands for `target`, if that is not None.

    The middle of `text` stands `aside` columns from that of the node; what is before and behind does not move it.
    """

    line: int
    text: Span = ("", "text")
    before: Sequence[Span] = ()
    after: Sequence[Span] = ()
    target: NodeTarget | None = None
    aside: int = 0

    @property
    def width(self) -> int:
        """Return how many columns it takes with that of its node in the middle."""
        letters = cell_len(self.text[0])
        left = letters // 2 + width_of(self.before) - self.aside
        return max(
            2 * left + 1, 2 * (letters - letters // 2 + width_of(self.after) + self.aside) - 1
        )

    def write(self, grid: TextGrid, x: int, y: int) -> tuple[int, int]:
        """Write it around a column; return the first one that it takes, and its end."""
        text = self.text[0]
        left = x = x + self.aside - (cell_len(text) // 2 if text else 1) - width_of(self.before)
        for part, style in (*self.before, self.text, *self.after):
            x = grid.put(x, y, part, style)
        return left, x


@dataclass(slots=True)
class NodeLook(Generic[NodeTarget]):
    """How a node is drawn: the letter and style of the edge to it, the style of the one from it, its texts, its box."""

    edge: Span
    stem: str
    texts: Sequence[NodeText[NodeTarget]]
    box: Sequence[Sequence[str]] = ()
    """Its box: the first line, one between and the last, each as begin, middle and end; empty for none."""

    @property
    def width(self) -> int:
        """Return how many columns it takes."""
        return max(text.width for text in self.texts)


class TargetPlace(NamedTuple, Generic[NodeTarget]):
    """What a text stands for, and where: columns `left` to `right` (exclusive) of a line."""

    target: NodeTarget
    y: int
    left: int
    right: int


def draw_tree(
    grid: TextGrid, layout: TreeLayout, looks: Sequence[NodeLook[NodeTarget]], factor: str = ""
) -> list[TargetPlace[NodeTarget]]:
    """Draw a tree, on each edge with room a factor, and return where texts stand for something."""
    nodes = layout.nodes
    families = dict[tuple[int, int], list[int]]()
    for number, placed in enumerate(nodes):
        if placed.ply:
            families.setdefault((placed.parent, placed.top), []).append(number)
    for (parent, y), children in families.items():
        x = layout.stem
        if layout.lined:
            lower = len(layout.upper)
        else:
            lower = 1
        stem = "open"
        if parent >= 0:
            x = nodes[parent].x
            lower = nodes[parent].top + layout.measures.window
            stem = looks[parent].stem
        for line in range(lower, y):
            grid.put(x, line, "│", stem)
        draw_edges(grid, x, y, [(nodes[child].x, looks[child].edge) for child in children], stem)
        if factor:
            draw_factors(grid, x, y, [nodes[child].x for child in children], factor)
    found = []
    for placed, look in zip(nodes, looks, strict=True):
        if look.box:
            draw_box(grid, placed, layout.measures, look.edge[1], look.box)
        for text in look.texts:
            left, right = text.write(grid, placed.x, y := placed.top + text.line)
            if text.target is not None and left < right:
                found.append(TargetPlace(text.target, y, left, right))
    return found


def draw_edges(grid: TextGrid, x: int, y: int, ends: Sequence[tuple[int, Span]], stem: str) -> None:
    """Draw the edges from a column to those of the children, each with its letter and style."""
    columns = [column for column, _ in ends]
    left = min(x, *columns)
    right = max(x, *columns)
    for column, (letter, style) in sorted(ends, key=lambda end: -abs(end[0] - x)):
        grid.across(min(x, column), max(x, column), y, letter, style)
    for column, (_, style) in ends:
        grid.put(column, y, JOINTS["d" + "l" * (column > left) + "r" * (column < right)], style)
    grid.put(x, y, JOINTS["u" + "d" * (x in columns) + "l" * (x > left) + "r" * (x < right)], stem)


def draw_factors(grid: TextGrid, x: int, y: int, columns: Sequence[int], factor: str) -> None:
    """Write on each edge with room what it multiplies by, beside where it turns down to the child."""
    for column in columns:
        if column > x:
            left = column - len(factor)
        else:
            left = column + 1
        if column != x or not any(0 < other - x <= 2 * len(factor) + 1 for other in columns):
            grid.put(left, y, factor, "key")


def draw_box(
    grid: TextGrid,
    placed: PlacedNode,
    measures: NodeMeasures,
    style: str,
    box: Sequence[Sequence[str]],
) -> None:
    """Draw a box around a node's value."""
    left = placed.x - placed.width // 2
    right = placed.x + placed.width // 2
    first, last = (
        placed.top + measures.value + lines for lines in (-measures.boxed, measures.boxed)
    )
    for y in range(first, last + 1):
        begin, inner, end = box[0 if y == first else 2 if y == last else 1]
        grid.across(left, right, y, inner, style)
        grid.put(left, y, begin, style)
        grid.put(right, y, end, style)


def window_end_texts(
    line: int, ends: tuple[str, str], room: int, apart: int = 0
) -> Iterator[NodeText[Any]]:
    """Yield alpha for the left and beta for the right of a place, each in at most n letters."""
    yield NodeText(line, before=[(fit_text(ends[0], room), "alpha")], aside=-apart)
    yield NodeText(line, after=[(fit_text(ends[1], room), "beta")], aside=3 + apart)


BLOCK_LETTER_TABLE = """
0 ### #.# #.# #.# ###
1 .#. ##. .#. .#. ###
2 ### ..# ### #.. ###
3 ### ..# .## ..# ###
4 #.# #.# ### ..# ..#
5 ### #.. ### ..# ###
6 ### #.. ### #.# ###
7 ### ..# ..# .#. .#.
8 ### #.# ### #.# ###
9 ### #.# ### ..# ###
− ... ... ### ... ...
- ... ... ### ... ...
+ ... .#. ### .#. ...
≥ #.. .#. #.. ... ###
≤ ..# .#. ..# ... ###
? ### ..# .## ... .#.
∞ ..... ##.## #.#.# ##.## .....
. . . . . #
, . . . # #
· . . # . .
… ..... ..... ..... ..... #.#.#
/ ..# ..# .#. #.. #..
"""
BLOCK_LETTER_DOTS = {
    line[0]: line[1:].split() for line in BLOCK_LETTER_TABLE.strip().splitlines()
} | {" ": ["."] * 5}
"""Each letter in five rows of dots."""
BLOCK_LETTER_ROWS = 5
HALF_BLOCKS = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}


def block_letters(text: str, lines: int) -> list[str]:
    """Return a number in lines of block letters: two rows of dots a line in 3 or 4 lines, one in more.

    None are returned where the number has a letter that is not among the PIXELS, or where there are fewer lines.

    >>> for line in block_letters("≥14", 3):
    ...     print(line)
    ▀▄  ▄█  █ █
    ▀    █  ▀▀█
    ▀▀▀ ▀▀▀   ▀
    >>> for line in block_letters("+∞", 3):
    ...     print(line.rstrip())
     ▄  ▄▄ ▄▄
    ▀█▀ █▄▀▄█
    <BLANKLINE>
    """
    if (
        not text
        or lines < (BLOCK_LETTER_ROWS + 1) // 2
        or not all(letter in BLOCK_LETTER_DOTS for letter in text)
    ):
        return []
    rows = [
        " ".join(parts)
        for parts in zip(*(BLOCK_LETTER_DOTS[letter] for letter in text), strict=True)
    ]
    dots = [[letter == "#" for letter in row] for row in rows]
    if lines >= BLOCK_LETTER_ROWS:
        return ["".join("██" if dot else "  " for dot in row) for row in dots]
    pairs = zip_longest(dots[::2], dots[1::2], fillvalue=[False] * len(dots[0]))
    return ["".join(HALF_BLOCKS[pair] for pair in zip(*rows, strict=True)) for rows in pairs]
