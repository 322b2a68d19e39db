"""Measures of nodes, and their places on a grid of letters and lines, for a terminal as for a page.

A page is as many letters wide and lines high as its smallest size of text allows. A tree is drawn tidily: levels in
rows, parents above the middle of their children, subtrees of one shape alike. After Reingold and Tilford, "Tidier
drawings of trees", 1981: the children's drawings are pushed apart until their outlines, level by level, no longer
overlap.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import ceil
from typing import ClassVar, NamedTuple, Self

from visualizer.explaining.explanation.naming import Perspective
from visualizer.explaining.measures.summary import count_in_words
from visualizer.look.numbers import abbreviate_numbers
from visualizer.trace.rows import MovePath

MIN_FRAME_LETTERS = 9
"""The least width of a box with its signs in its frame: of a state, of the side to move, of a cut."""
MAX_WHOLE_TREE_NODES = 700
"""The most nodes of a tree that is drawn whole; more fit no terminal."""
MAX_DRAWN_PLIES = 1000
"""The greatest depth of a search."""
DEFAULT_PLACES_BESIDE = 5
"""The usual number of places on each side of a spine, where there is room."""
LARGE_BOXES = (3, 2), (2, 2)
USUAL_BOXES = (1, 2), (1, 1), (0, 2), (0, 1)
"""How boxed nodes of a whole tree are and what they have to spare in a terminal, from the largest: see there."""

LETTER_COLUMNS = {5: 3, 3: 2, 1: 1}
"""Columns of a letter by its lines, the largest first."""

QUARTERS_PER_TEXT_SIZE = 4
"""Units of a page in a text size."""
NAME_HEIGHT = 5
TICK_HEIGHT = 1
"""On a page, the height of a move's name, and of the end of its edge, between the name and the node."""
NODE_HEIGHT = 8
"""Height of a node."""
MIN_NODE_HEIGHT = 7
LARGE_NODE_HEIGHT = 12
MAX_NODE_HEIGHT = 20
"""Height of a node without visits, where visits say how high it is; that of the highest: the least, and the most."""
MOST_VISITED_FACTOR = 1.6
"""How much wider the most visited node of a whole tree may be than one without visits."""
BOARD_GAP = 1
"""Distance between a node and the board below it."""
WINDOW_HEIGHT = 5
MIN_EDGE_HEIGHT = 6
MAX_EDGE_HEIGHT = 26
"""Height of the edges between two plies: the least, and the most where a page has room."""
EDGE_SLOPE = 0.45
"""Height of the edges for each letter that the longest one runs to the side."""
VALUE_SIZE = 1.1
"""Size of values, in text sizes."""
WIDEST_MEAN = "−0.88"
"""The longest mean: means have two digits after the point."""
VALUE_PADDING = 2
CUT_SIGN_LETTERS = 1
MIN_INNER_NODE_LETTERS = 4
"""Letters that the outline adds to the value, and the sign at its corner; the least width of an inner node."""


def window_width(longest: int) -> int:
    """Return the width of a window, centred below its node, whose longer end has so many letters."""
    return 2 * (len("α ") + longest) + 3


@dataclass(frozen=True, slots=True)
class NodeMeasures:
    """Which lines a node has in a terminal, from its edge down: one for its move's name, a box, some for its window.

    Without a line of its own the name stands in the edge. `boxed` is how many lines a box takes above and below the
    value, 0 for no box. `spare` is how many letters a label has to itself on each side, for the sign of a state.
    """

    named: bool = True
    boxed: int = 0
    windowed: int = 1
    spare: int = 2
    words: int = 1
    """The number of lines of a move's name and of a window: more than one in large letters."""
    sized: bool = False
    """Whether nodes are as large as their visits are many: on a page, in a search by random games."""

    note: ClassVar[int] = 1
    """The number of lines below a spine for the best moves."""

    @property
    def name(self) -> int:
        """Return the line of the name, counted from the line of the edge."""
        return int(self.named)

    @property
    def value(self) -> int:
        """Return the line of the value, counted from the line of the edge."""
        return self.name + self.words + self.boxed

    @property
    def letter(self) -> int:
        """Return the columns of a letter of a value: in a box of several lines it has as many lines as the box."""
        return {2: 4, 3: 7}.get(self.boxed, 1)

    @property
    def wide(self) -> int:
        """Return the columns of a letter of a move's name and of a window."""
        return LETTER_COLUMNS[self.words]

    @property
    def window(self) -> int:
        """Return the line of the window, or without one that of the edges to the children."""
        return self.value + 1 + self.boxed

    @property
    def height(self) -> int:
        """Return the number of lines from the edges of one ply to those of the next."""
        return self.window + self.windowed * self.words

    @property
    def root(self) -> int:
        """Return the number of lines of the root, which has no edge above it."""
        return self.height - self.value + self.boxed

    def top(self, ply: int) -> int:
        """Return the line of the edges to a ply, counted from the top of the root."""
        return self.root + (ply - 1) * self.height

    def lines(self, plies: int, *, windowed_below: bool = False) -> int:
        """Return the number of lines of a tree with some plies below its root; leaves have no windows."""
        return (
            self.root + plies * self.height - (0 if windowed_below else self.height - self.window)
        )

    def label(self, letters: int, *, turn: bool = False, cut: bool = False) -> int:
        """Return the width of a node whose value has some letters: with the sign of the side to move, and of a cut.

        Boxes of several lines have these signs in their frames.
        """
        if self.letter > 1:
            return max(letters * self.letter + 3, MIN_FRAME_LETTERS)
        return letters + 2 * turn + 2 * (2 if cut else self.spare) + 2 * self.boxed

    def whole(self, *, windowed: bool, large: bool = False) -> Iterator[NodeMeasures]:
        """Yield the measures that a whole tree may have, from the largest; `large` begins with larger boxes."""
        for each in (True, False) if windowed else (False,):
            for words in LETTER_COLUMNS if large else (1,):
                for boxed, spare in (*LARGE_BOXES * large, *USUAL_BOXES):
                    if words == 1 or words < 2 * boxed:  # no larger than the value
                        yield NodeMeasures(boxed=boxed, windowed=each, spare=spare, words=words)
        yield NodeMeasures(named=False, windowed=False, spare=1)

    def along(self, spare: int, *, windowed: bool) -> Sequence[NodeMeasures]:
        """Return the measures that nodes along a spine may have, from the largest."""
        return [
            NodeMeasures(boxed=boxed, windowed=windowed, spare=spare)
            for boxed in (1, 0)
            if boxed < spare
        ]

    def slope(self, letters: float) -> int:
        """Return the extra lines between two plies for edges that run some letters to the side; none in a terminal."""
        return 0

    def stretched(self, lines: int, plies: int, *, large: bool = False) -> tuple[Self, int]:
        """Return the measures of a whole tree that has some lines to spare, and the line where it begins."""
        return self, lines // (2 if large else 4)


@dataclass(frozen=True, slots=True)
class PageMeasures(NodeMeasures):
    """The same parts on a page, in quarters of the text size; a node may have a board, `board` high, below its value.

    `board_letters` is the width of the board. With `has_boards` there always is one, otherwise where there is room.
    `air` is added to small gaps. `node` is the height of the highest node. With `spine_first` the spine runs down the
    left edge, and to its right stand the others, in a search by random games the most visited first.
    """

    node: int = NODE_HEIGHT
    spine_first: bool = False
    band: int = MIN_EDGE_HEIGHT
    board: int = 0
    board_letters: int = 0
    has_boards: bool = False
    air: int = 1

    note: ClassVar[int] = 0
    """On a page a caption says the best moves."""

    @property
    def name(self) -> int:
        """Return where the name begins, below the begin of the edges."""
        return self.band

    @property
    def value(self) -> int:
        """Return where the outline begins, below the begin of the edges."""
        return self.band + NAME_HEIGHT + TICK_HEIGHT + self.air

    @property
    def window(self) -> int:
        """Return where the window begins, or without one the edges to the children."""
        return self.value + self.node + (self.board + BOARD_GAP if self.board else 0)

    @property
    def height(self) -> int:
        """Return the height from the edges of one ply to those of the next."""
        return self.window + (WINDOW_HEIGHT + self.air) * self.windowed

    def label(self, letters: int, *, turn: bool = False, cut: bool = False) -> int:
        """Return the width of a node whose value has some letters; the outline says whose turn it is."""
        width = max(
            ceil(VALUE_SIZE * letters) + VALUE_PADDING + CUT_SIGN_LETTERS * cut,
            MIN_INNER_NODE_LETTERS if turn else 0,
        )
        return max(width, self.board_letters if self.board else 0)

    def whole(self, *, windowed: bool, large: bool = False) -> Iterator[PageMeasures]:
        """Yield the measures that a whole tree may have, from the largest."""
        for board in dict.fromkeys((self.board, self.board * self.has_boards)):
            for each in (True, False) if windowed else (False,):
                yield from (
                    replace(self, board=board, windowed=each, air=air) for air in (self.air, 0)
                )

    def along(self, spare: int, *, windowed: bool) -> Sequence[PageMeasures]:
        """Return the measures for a spine, where the open path keeps its windows."""
        return [each for each in self.whole(windowed=windowed) if each.windowed == windowed]

    def slope(self, letters: float) -> int:
        """Return the extra height between two plies for edges that run some letters to the side."""
        return max(0, min(MAX_EDGE_HEIGHT, int(EDGE_SLOPE * letters)) - self.band)

    def stretched(self, lines: int, plies: int, *, large: bool = False) -> tuple[Self, int]:
        """Return the measures with higher edges, and how far down the tree begins."""
        if self.node > NODE_HEIGHT:
            higher = max(0, min(lines // max(1, 1 + plies), MAX_NODE_HEIGHT - self.node))
        else:
            higher = 0
        lines -= higher * (1 + plies)
        more = max(0, min(lines // max(1, plies), MAX_EDGE_HEIGHT - self.band))
        return replace(self, node=self.node + higher, band=self.band + more), (
            lines - more * plies
        ) // 2


TERMINAL_MEASURES = NodeMeasures()


class LayoutLimits(NamedTuple):
    """The room for a tree, in letters and lines, and which of its nodes and parts are drawn.

    0 columns or rows are as many as the tree takes; `margin` columns on the left stay free.
    """

    columns: int
    rows: int
    margin: int = 0
    windowed: bool = True
    all_windows: bool = False
    """Whether every node has room for its window, and not those of the open path alone."""
    mark: int = 0
    """Letters for a mark on each side of a move's name."""
    large: bool = False
    """Whether boxes are as large as there is room for."""
    measures: NodeMeasures = TERMINAL_MEASURES
    """The measures of nodes in a terminal or on a page, from which the best ones that fit are derived."""
    boxed: bool = True
    """Whether values may have boxes."""
    lined: bool = False
    """Whether upper plies without room for siblings have a line each, if all of them then fit."""
    perspective: Perspective = Perspective.MAX
    """For whom values are told: from MIN's side they may get a minus sign."""
    beside: int = DEFAULT_PLACES_BESIDE
    """The most places on each side of a spine."""
    alone: int | None = None
    """The most places beside a spine for single nodes, None for as many as fit."""
    most: int = MAX_WHOLE_TREE_NODES
    """The most nodes of a tree that is drawn whole."""
    plies: int = MAX_DRAWN_PLIES
    """The most plies drawn below the topmost node."""
    pruned: bool = True
    """Whether nodes that are never visited have places."""
    ghosts: bool = False
    """Whether in games the moves below pruned children have places too."""
    top: MovePath = ()
    """The path to the topmost node drawn."""
    evened: bool = False
    """Whether all inner nodes have one width, so that none tells what the search finds there."""


class FoldedNodes(NamedTuple):
    """Children of one node that share a place: their moves, and how many of them were visited and were cut."""

    moves: tuple[int, ...]
    visited: int = 0
    cut: int = 0
    running: bool = False
    """Whether the last event is among them."""
    visits: int = 0
    """How often they were visited, where visits add up."""
    are_done: bool = False
    """Whether all were visited; never where visits add up, as more may follow."""

    @property
    def unvisited(self) -> int:
        """Return how many were not visited."""
        return len(self.moves) - self.visited

    def games(self, room: int) -> str:
        """Return how many random games were played there, in words of a length; "" for none, or without room."""
        words = count_in_words(self.visits, "game", "games")
        sign = f"×{self.visits:,}"
        ways = (
            (words, abbreviate_numbers(words), sign, abbreviate_numbers(sign))
            if self.visits
            else ()
        )
        return next((each for each in ways if len(each) <= room), "")


@dataclass(slots=True)
class PlacedNode:
    """A node with its place, or folded nodes with theirs.

    `path` leads to the node, or to the first of the folded ones; `node` is its number if it is ever visited, `above`
    that of its parent. `x` is the middle, `top` the line of its edge; `parent` is the index of its parent in the
    layout, -1 where that has no place. `box` is the width of the node itself, within `width`, 0 for all of it. It
    stands for the siblings `more` beside itself, if there are any. `leaf_value` is what a leaf will show for MAX, ""
    where that is not known.
    """

    path: MovePath
    node: int | None
    above: int | None
    ply: int
    x: int = 0
    top: int = 0
    width: int = 0
    parent: int = -1
    folded: FoldedNodes | None = None
    box: int = 0
    more: FoldedNodes | None = None
    leaf_value: str = ""

    def stands_for(self, path: MovePath) -> bool:
        """Return whether it is the node at a path, not that of the root, or has it among its folded ones."""
        if self.folded is None:
            moves = self.path[-1:]
        else:
            moves = self.folded.moves
        return path[:-1] == self.path[:-1] and path[-1] in moves


@dataclass(slots=True)
class TreeLayout:
    """Places for the nodes of a tree at a step, parents before children.

    `upper` are the paths without a place, from the root down to the parent of the topmost ply: one line above stands
    for all, or, if they are `lined`, a line for each. `stem` is the column of the edge that goes on from there.
    """

    measures: NodeMeasures
    nodes: list[PlacedNode] = field(default_factory=list)
    upper: tuple[MovePath, ...] = ()
    stem: int = 0
    lined: bool = False
    columns: int = 0
    rows: int = 0
    """The lines that it takes, the same at every step."""
    is_whole: bool = False
    """Whether each node of the tree has a place, the same at every step."""
    hang: float = 0
    """The column in the line for the upper plies from which the first node hangs, 0 where none does."""


def spread_nodes(
    nodes: Sequence[PlacedNode],
    widths: Sequence[int],
    gaps: Sequence[int],
    columns: int,
    margin: int = 0,
) -> int:
    """Place the nodes of a tree, parents first, in the middle of n columns, with the first of the gaps that fits.

    0 columns are as many as they take. Return the columns taken, with the margin on the left; 0 where no gap fits.
    """
    children = [list[int]() for _ in nodes]
    rows = Counter[int]()
    for number, (each, width) in enumerate(zip(nodes, widths, strict=True)):
        rows[each.ply] += width + gaps[-1]
        if number:
            children[each.parent].append(number)
    if columns and max(rows.values()) - gaps[-1] >= columns - margin:  # one ply alone is too wide
        return 0
    for gap in gaps:
        middles = tidy_middles(children, widths, gap)
        needed = max(middle + width / 2 for middle, width in zip(middles, widths, strict=True)) + 1
        if not columns or needed <= columns - margin:
            left = margin + (int(columns - margin - needed + 1) // 2 if columns else 0)
            for each, middle, width in zip(nodes, middles, widths, strict=True):
                each.x = left + int(middle)
                each.width = width
            return columns or margin + ceil(needed)
    return 0


@dataclass(slots=True)
class _Outline:
    """The left and right edges of a drawing on each of its levels, to be shifted by `shift`."""

    left: list[float]
    right: list[float]
    shift: float = 0.0


def tidy_middles(
    children: Sequence[Sequence[int]], widths: Sequence[float], gap: float
) -> list[float]:
    """Return the middle of each node, the leftmost edge at 0.

    `children` lists each node's children, by number, in order; node 0 is the root, and every child has a larger number
    than its parent. `widths` are the nodes' widths, `gap` the least space between two neighbours.

    >>> tidy_middles([[1, 2], [], []], [2, 2, 2], 1)
    [2.5, 1.0, 4.0]
    """
    offset = [0.0] * len(children)
    outlines: dict[int, _Outline] = {}
    for node in range(len(children) - 1, -1, -1):
        half = widths[node] / 2
        outline = _join_outlines(
            [outlines.pop(child) for child in children[node]], gap, children[node], offset
        )
        if children[node]:
            middle = (offset[children[node][0]] + offset[children[node][-1]]) / 2
            for child in children[node]:
                offset[child] -= middle
            outline.shift -= middle
        outline.left.append(-half - outline.shift)
        outline.right.append(half - outline.shift)
        outlines[node] = outline
    for node, below in enumerate(children):  # adds up the offsets, from the root down
        for child in below:
            offset[child] += offset[node]
    left = min(middle - width / 2 for middle, width in zip(offset, widths, strict=True))
    return [middle - left for middle in offset]


def _join_outlines(
    parts: list[_Outline], gap: float, nodes: Sequence[int], offset: list[float]
) -> _Outline:
    """Put drawings side by side, from left to right; set the nodes' offsets and return the common outline.

    The lists of an outline run from the deepest level up, so that a parent is an append; the shorter one is merged
    into the longer one, which keeps the whole work linear in the size of the tree.
    """
    if not parts:
        return _Outline([], [])
    whole = parts[0]
    offset[nodes[0]] = 0.0
    for node, part in zip(nodes[1:], parts[1:], strict=True):
        common = min(len(whole.left), len(part.left))
        push = gap + max(
            (whole.right[-level] + whole.shift) - (part.left[-level] + part.shift)
            for level in range(1, common + 1)
        )
        offset[node] = push
        part.shift += push
        if len(part.left) > len(whole.left):
            for level in range(1, common + 1):
                part.left[-level] = whole.left[-level] + whole.shift - part.shift
            whole = part
        else:
            for level in range(1, common + 1):
                whole.right[-level] = part.right[-level] + part.shift - whole.shift
    return whole
