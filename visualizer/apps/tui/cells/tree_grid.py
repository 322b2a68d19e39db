"""A rectangle of cells to write on, a tree drawn on it, and numbers of several lines."""

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
"""The letters where edges meet that go up, down, left and right."""


class TextGrid:
    """A rectangle of cells, each with a letter and a style.

    Letters beyond its edges are lost; a number that crosses the left edge is left out as a whole.
    """

    def __init__(self, width: int, height: int) -> None:
        """Begin empty."""
        self.width = width
        self.height = height
        self.cells: list[list[Span]] = [[(" ", "text")] * width for _ in range(height)]

    def put(
        self,
        x: int,
        y: int,
        text: str,
        style: str,
    ) -> int:
        """Write a text into line y from column x on, and return the column after it.

        Letters beyond the edges are cut off. A number is never cut: it is replaced by `…`.
        """
        cells = cell_len(text)
        end = x + cells
        if not 0 <= y < self.height or not text:
            return end
        row = self.cells[y]
        # Nearly all texts fit and have one cell a letter: one assignment is then much faster.
        is_narrow = cells == len(text)
        if is_narrow and x >= 0 and end <= self.width:
            row[x:end] = [(letter, style) for letter in text]
            return end
        if end > self.width:
            text = clip_to_cells(text, max(0, self.width - x))
        elif x < 0 and NUMBER_PATTERN.search(text):
            text = "…"
            x = 0
        self._put_letters(x, row, text, style)
        return end

    def _put_letters(
        self,
        x: int,
        row: list[Span],
        text: str,
        style: str,
    ) -> None:
        """Write letters one by one: drop those outside the row, give wide ones two cells."""
        for letter in text:
            cells = cell_len(letter)
            is_inside = x >= 0 and x + cells <= self.width
            if is_inside:
                row[x] = (letter, style)
                # The second cell of a wide letter stays empty.
                row[x + 1 : x + cells] = [("", style)] * (cells - 1)
            elif cells and 0 <= x < self.width:
                # Half of a wide letter cannot be shown at the edge.
                row[x] = (" ", style)
            x += cells

    def write_across(
        self,
        first: int,
        last: int,
        y: int,
        letter: str,
        style: str,
    ) -> None:
        """Write a letter into each cell of a line from column `first` to `last` (inclusive)."""
        first = max(0, first)
        last = min(self.width - 1, last)
        if 0 <= y < self.height and first <= last:
            count = last - first + 1
            self.cells[y][first : last + 1] = [(letter, style)] * count

    def fill(
        self,
        first: int,
        y: int,
        letter: str,
        style: str,
    ) -> None:
        """Write a letter into each empty cell of a line, from column `first` to the end."""
        if not 0 <= y < self.height:
            return
        row = self.cells[y]
        for x in range(first, self.width):
            current, _ = row[x]
            if current == " ":
                row[x] = (letter, style)

    def is_free(self, first: int, last: int, y: int) -> bool:
        """Return whether the cells from column `first` to `last` (exclusive) are empty."""
        if first < 0 or last > self.width or not 0 <= y < self.height:
            return False
        return all(letter == " " for letter, _ in self.cells[y][first:last])

    def lines(self) -> list[Line]:
        """Return the lines of the grid, with neighbouring cells of one style merged."""
        blank = [(" ", "text")] * self.width
        blank_line = (" " * self.width, "text")
        return [[blank_line] if row == blank else merge_spans(row) for row in self.cells]


@dataclass(slots=True)
class NodeText(Generic[NodeTarget]):
    """A text on a line of a node, counted from the line of its edge.

    A click on the text selects `target`, if that is not None. The middle of `text` is `offset`
    columns right of the node's middle; `before` and `after` do not move it.
    """

    line: int
    text: Span = ("", "text")
    before: Sequence[Span] = ()
    after: Sequence[Span] = ()
    target: NodeTarget | None = None
    offset: int = 0

    @property
    def width(self) -> int:
        """The columns that a node needs for the text, as many left of its middle as right of it."""
        letters = cell_len(self.text[0])
        left = letters // 2 + width_of(self.before) - self.offset
        right = letters - letters // 2 + width_of(self.after) + self.offset
        return max(2 * left + 1, 2 * right - 1)

    def write(self, grid: TextGrid, x: int, y: int) -> tuple[int, int]:
        """Write all parts, with the node's middle at column x.

        Return the first column written, and the column after the last.
        """
        words, _ = self.text
        # Without a text in the middle, `before` ends, and `after` begins, at column x - 1.
        half = cell_len(words) // 2 if words else 1
        left = x + self.offset - half - width_of(self.before)
        end = left
        for part, style in (*self.before, self.text, *self.after):
            end = grid.put(end, y, part, style)
        return left, end


@dataclass(slots=True)
class NodeLook(Generic[NodeTarget]):
    """How a node is drawn: its edges, its texts and its box."""

    edge: Span
    """The letter and the style of the edge from its parent."""
    stem: str
    """The style of the edge down to its children."""
    texts: Sequence[NodeText[NodeTarget]]
    box: Sequence[Sequence[str]] = ()
    """Its box, empty for none: first, inner and last line, each as begin, middle and end."""

    @property
    def width(self) -> int:
        """The columns of the node's widest text."""
        return max(text.width for text in self.texts)


class TargetPlace(NamedTuple, Generic[NodeTarget]):
    """The target of a click, and its columns on a line, `right` exclusive."""

    target: NodeTarget
    y: int
    left: int
    right: int


def draw_tree(
    grid: TextGrid, layout: TreeLayout, looks: Sequence[NodeLook[NodeTarget]], factor: str = ""
) -> list[TargetPlace[NodeTarget]]:
    """Draw a tree on a grid, and return the places where its texts can be clicked.

    `looks` has one entry for each node of the layout, in the same order. `factor`, such as
    negamax's `×−1`, is written on each edge that has room for it.
    """
    draw_families(grid, layout, looks, factor)
    places: list[TargetPlace[NodeTarget]] = []
    for placed, look in zip(layout.nodes, looks, strict=True):
        if look.box:
            _, style = look.edge
            draw_box(grid, placed, layout.measures, style, look.box)
        places += write_texts(grid, placed, look)
    return places


def write_texts(
    grid: TextGrid, placed: PlacedNode, look: NodeLook[NodeTarget]
) -> list[TargetPlace[NodeTarget]]:
    """Write the texts of a node; return the places of their targets."""
    places = []
    for text in look.texts:
        y = placed.top + text.line
        left, right = text.write(grid, placed.x, y)
        if text.target is not None and left < right:
            places.append(TargetPlace(text.target, y, left, right))
    return places


def draw_families(
    grid: TextGrid, layout: TreeLayout, looks: Sequence[NodeLook[NodeTarget]], factor: str
) -> None:
    """Draw the edges between all nodes and their children, with a factor on those with room."""
    # The edges of a family leave its parent as one stem, down to the line y above the children.
    for (parent, y), children in group_by_parent(layout.nodes).items():
        x, below_parent = start_of_stem(layout, parent)
        stem_style = "open"
        if parent >= 0:
            stem_style = looks[parent].stem
        for line in range(below_parent, y):
            grid.put(x, line, "│", stem_style)
        ends = [(layout.nodes[child].x, looks[child].edge) for child in children]
        draw_edges(grid, x, y, ends, stem=stem_style)
        if factor:
            columns = [column for column, _ in ends]
            draw_factors(grid, x, y, columns, factor)


def group_by_parent(nodes: Sequence[PlacedNode]) -> dict[tuple[int, int], list[int]]:
    """Return the indices of all nodes below the root, by their parent and the line of their edges.

    The keys are pairs of the parent's index and the line.
    """
    families: dict[tuple[int, int], list[int]] = {}
    for index, placed in enumerate(nodes):
        if placed.ply:
            families.setdefault((placed.parent_index, placed.top), []).append(index)
    return families


def start_of_stem(layout: TreeLayout, parent: int) -> tuple[int, int]:
    """Return the column and the first line of the stem, the edge that goes down from a parent.

    `parent` is an index into `layout.nodes`, or -1 for a parent that is only named in the lines of
    text above the tree.
    """
    if parent >= 0:
        placed = layout.nodes[parent]
        return placed.x, placed.top + layout.measures.window
    # The names above the tree have a line each, or share the first line.
    if layout.breadcrumb_per_line:
        return layout.stem, len(layout.breadcrumbs)
    return layout.stem, 1


def draw_edges(
    grid: TextGrid, x: int, y: int, ends: Sequence[tuple[int, Span]], *, stem: str
) -> None:
    """Draw the edges from a parent in column x to its children, all in line y.

    `ends` has the column of each child, and the letter and style of the edge to this child. `stem`
    is the style of the joint below the parent.
    """

    def length(end: tuple[int, Span]) -> int:
        column, _ = end
        return abs(column - x)

    # The longest first: shorter ones are drawn over them.
    for column, (letter, style) in sorted(ends, key=length, reverse=True):
        grid.write_across(
            min(x, column),
            max(x, column),
            y,
            letter=letter,
            style=style,
        )
    draw_joints(
        grid,
        x,
        y,
        {column: style for column, (_, style) in ends},
        stem=stem,
    )


def draw_joints(
    grid: TextGrid,
    x: int,
    y: int,
    styles: dict[int, str],
    *,
    stem: str,
) -> None:
    """Draw into line y the joint below the parent in column x, and the corners above its children.

    `styles` has the style of each corner, by the child's column. `stem` is the style of the joint.
    """
    left = min(x, *styles)
    right = max(x, *styles)
    for column, style in styles.items():
        corner = junction("d", left=column > left, right=column < right)
        grid.put(column, y, corner, style)
    # With a child in the parent's own column, the joint also has an edge down.
    vertical = "ud" if x in styles else "u"
    joint = junction(vertical, left=x > left, right=x < right)
    grid.put(x, y, joint, stem)


def junction(vertical: str, *, left: bool, right: bool) -> str:
    """Return the box-drawing letter from which edges go in the given directions.

    `vertical` is "u" for up, "d" for down, or "ud" for both.

    >>> junction("ud", left=True, right=True), junction("d", left=True, right=False)
    ('┼', '╮')
    """
    directions = vertical
    if left:
        directions += "l"
    if right:
        directions += "r"
    return JOINTS[directions]


def draw_factors(
    grid: TextGrid,
    x: int,
    y: int,
    columns: Sequence[int],
    factor: str,
) -> None:
    """Write the factor on each edge that has room, between the child's corner and the parent.

    x is the parent's column, and `columns` are the columns of the children.
    """
    # An edge straight down and the next one to the right need room for a factor each.
    room_for_two = 2 * len(factor) + 1
    is_crowded = any(0 < column - x <= room_for_two for column in columns)
    for column in columns:
        if column == x and is_crowded:
            continue
        if column > x:
            left = column - len(factor)
        else:
            left = column + 1
        grid.put(left, y, factor, "key")


def draw_box(
    grid: TextGrid,
    placed: PlacedNode,
    measures: NodeMeasures,
    style: str,
    box: Sequence[Sequence[str]],
) -> None:
    """Draw a box around a node's value.

    `box` has three letters (left end, middle, right end) for each of its first, inner and last
    lines.
    """
    left = placed.x - placed.width // 2
    right = placed.x + placed.width // 2
    upper, inner, lower = box
    # `frame_lines` counts lines from the value to the upper edge, and as many to the lower edge.
    inner_lines = [inner] * (2 * measures.frame_lines - 1)
    top = placed.top + measures.value - measures.frame_lines
    for y, letters in enumerate((upper, *inner_lines, lower), top):
        left_end, middle, right_end = letters
        grid.write_across(
            left,
            right,
            y,
            letter=middle,
            style=style,
        )
        grid.put(left, y, left_end, style)
        grid.put(right, y, right_end, style)


def window_end_texts(
    line: int, ends: tuple[str, str], room: int, extra_gap: int = 0
) -> Iterator[NodeText[Any]]:
    """Yield the texts of alpha and beta (`ends`), at the left and right of a node's middle column.

    Each text has at most `room` letters. Between the middle column and a text, one column is free,
    and `extra_gap` more.
    """
    alpha, beta = ends
    left = (fit_text(alpha, room), "alpha")
    right = (fit_text(beta, room), "beta")
    yield NodeText(line, before=[left], offset=-extra_gap)
    # Without an offset, `after` begins one column left of the middle (see `write`). With 3 more,
    # the middle column and the next one stay free.
    yield NodeText(line, after=[right], offset=3 + extra_gap)


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
BLOCK_LETTER_ROWS = 5
BLOCK_LETTER_DOTS = {row[0]: row[1:].split() for row in BLOCK_LETTER_TABLE.strip().splitlines()}
"""Each letter in five rows of dots."""
BLOCK_LETTER_DOTS[" "] = ["."] * BLOCK_LETTER_ROWS


def block_letters(text: str, lines: int) -> list[str]:
    """Return a number in at most `lines` lines of block letters.

    With fewer than 5 lines, each line shows two rows of dots. The result is empty if there is no
    room, or if a letter has no block form.

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
    is_known = all(letter in BLOCK_LETTER_DOTS for letter in text)
    if not text or not is_known or lines < (BLOCK_LETTER_ROWS + 1) // 2:
        return []
    rows = block_letter_dots(text)
    if lines >= BLOCK_LETTER_ROWS:
        # Cells are twice as high as wide: two make a square dot.
        return ["".join("██" if dot else "  " for dot in row) for row in rows]
    no_dots = [False] * len(rows[0])
    halves = []
    for upper, lower in zip_longest(rows[::2], rows[1::2], fillvalue=no_dots):
        halves.append("".join(map(half_block, upper, lower)))
    return halves


def block_letter_dots(text: str) -> list[list[bool]]:
    """Return the rows of dots of a text in block letters, with a column between two letters."""
    letters = [BLOCK_LETTER_DOTS[letter] for letter in text]
    rows = (" ".join(parts) for parts in zip(*letters, strict=True))
    return [[dot == "#" for dot in row] for row in rows]


def half_block(upper: bool, lower: bool) -> str:
    """Return the letter for a cell with a dot in its upper half, its lower half, both or none."""
    if upper and lower:
        return "█"
    if upper:
        return "▀"
    return "▄" if lower else " "
