"""The measures of nodes, and their places on a grid of letters and lines.

The grid of a page is as many letters wide and lines high as its text size allows, so that trees
are laid out alike on pages and in terminals. Trees are drawn tidily: each ply is a row, parents
are above the middle of their children, and equal subtrees look alike. After Reingold and Tilford,
"Tidier drawings of trees", 1981: the drawings of the children are pushed apart until their
outlines no longer overlap on any level.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from math import ceil
from typing import ClassVar, NamedTuple, Self

from visualizer.explaining.explanation.naming import Perspective
from visualizer.explaining.measures.summary import count_in_words
from visualizer.look.numbers import abbreviate_numbers
from visualizer.trace.rows import MovePath

MIN_FRAME_LETTERS = 9
"""The least width of a box with three signs in its frame: state, side to move, cut."""
MAX_WHOLE_TREE_NODES = 700
"""The most nodes of a tree that is drawn whole: no terminal has room for more."""
MAX_DRAWN_PLIES = 1000
"""The greatest depth of a search."""
DEFAULT_PLACES_BESIDE = 5
"""The usual number of places on each side of a spine, if all fit."""
LARGE_BOXES = ((3, 2), (2, 2))
"""Pairs of `frame_lines` and `spare` of NodeMeasures to try for a whole tree, largest first."""
USUAL_BOXES = ((1, 2), (1, 1), (0, 2), (0, 1))
"""The same pairs for usual boxes, largest first."""

LETTER_COLUMNS = {
    5: 3,
    3: 2,
    1: 1,
}
"""The columns of a letter by the lines that it is high, largest first."""

BLOCK_LETTER_COLUMNS = {2: 4, 3: 7}
"""The columns of a block letter by the lines of a box above and below a value."""

QUARTERS_PER_TEXT_SIZE = 4
"""Heights on a page are counted in quarters of the text size."""
NAME_HEIGHT = 5
TICK_HEIGHT = 1
"""The end of an edge, between a move's name and the node."""
NODE_HEIGHT = 8
MIN_NODE_HEIGHT = 7
"""Height of a node without visits, where visits determine the height."""
LARGE_NODE_HEIGHT = 12
"""Height of the most visited node, on a page without room to spare."""
MAX_NODE_HEIGHT = 20
"""The greatest height of the most visited node."""
MOST_VISITED_FACTOR = 1.6
"""How much wider than a node without visits the most visited node of a whole tree may be."""
BOARD_GAP = 1
"""Distance between a node and the board below it."""
WINDOW_HEIGHT = 5
MIN_EDGE_HEIGHT = 6
"""The least height of the edges between two plies."""
MAX_EDGE_HEIGHT = 26
"""The greatest height of the edges between two plies, on a page with room to spare."""
EDGE_SLOPE = 0.45
"""Height of the edges for each letter that the longest edge runs to the side."""
VALUE_SIZE = 1.1
"""Size of values, in units of the text size."""
WIDEST_MEAN = "−0.88"
"""The longest mean: means have two decimals."""
VALUE_PADDING = 2
"""Letters that the outline adds to a value."""
CUT_SIGN_LETTERS = 1
"""Letters that the sign of a cut, at the corner of the outline, adds to a value."""
MIN_INNER_NODE_LETTERS = 4
"""The least width of an inner node."""


def window_width(longest: int) -> int:
    """Return the width of a window below its node; `longest` is the length of its longer end.

    Both ends, such as `α −2` and `β 13`, get the same room, with 3 letters between them.
    """
    return 2 * (len("α ") + longest) + 3


def window_choices(*, windowed: bool) -> Sequence[bool]:
    """Return what to try in turn: nodes with windows (True) if they are allowed, then without."""
    return (True, False) if windowed else (False,)


@dataclass(frozen=True, slots=True)
class NodeMeasures:
    """The lines of a node in a terminal, from its edge down: name, box, window.

    If `named`, the move's name has its own line, else it is in the line of the edge. `frame_lines`
    is the number of lines of a box above and below the value, 0 for no box, and `window_lines` the
    number of lines of text of a window. `spare` is the number of free letters on each side of a
    label, where the sign of a state may be.
    """

    named: bool = True
    frame_lines: int = 0
    window_lines: int = 1
    spare: int = 2
    letter_lines: int = 1
    """How many lines of the terminal a letter of a move's name or of a window is high."""
    sized: bool = False
    """Whether much visited nodes are larger than others, in a search by random games."""

    footer_lines: ClassVar[int] = 1
    """The number of lines below a spine for the best moves."""

    @property
    def name(self) -> int:
        """Return the line of the name, counted from the line of the edge."""
        return int(self.named)

    @property
    def value(self) -> int:
        """Return the line of the value, counted from the line of the edge."""
        return self.name + self.letter_lines + self.frame_lines

    @property
    def value_letter_columns(self) -> int:
        """Return the columns of a letter of a value, which is large in a box of many lines."""
        return BLOCK_LETTER_COLUMNS.get(self.frame_lines, 1)

    @property
    def letter_columns(self) -> int:
        """Return the columns of a letter of a move's name and of a window."""
        return LETTER_COLUMNS[self.letter_lines]

    @property
    def window(self) -> int:
        """Return the line of the window or, without a window, of the edges to the children."""
        return self.value + 1 + self.frame_lines

    @property
    def height(self) -> int:
        """Return the number of lines from the edges of one ply to the edges of the next."""
        return self.window + self.window_lines * self.letter_lines

    @property
    def window_height(self) -> int:
        """Return the height of a window in lines of the terminal, 0 without windows."""
        return self.height - self.window

    @property
    def root_lines(self) -> int:
        """Return the number of lines of the root, which has no edge above it."""
        return self.height - self.value + self.frame_lines

    def top(self, ply: int) -> int:
        """Return the line of the edges to a ply, counted from the top of the root."""
        return self.root_lines + (ply - 1) * self.height

    def lines(self, plies: int, *, last_has_windows: bool = False) -> int:
        """Return the height of a tree with `plies` plies below its root.

        Nodes of the last ply are usually leaves, which have no windows.
        """
        lines = self.root_lines + plies * self.height
        if not last_has_windows:
            lines -= self.window_height
        return lines

    def node_width(self, letters: int, *, turn: bool = False, cut: bool = False) -> int:
        """Return the width of a node with a value of `letters` letters.

        `turn` makes room for the sign of the side to move, `cut` for the sign of a cut. The frame
        of a large box has room for both anyway.
        """
        if self.value_letter_columns > 1:
            # A box with a large value is 3 letters wider than the value.
            return max(letters * self.value_letter_columns + 3, MIN_FRAME_LETTERS)
        # The same room on both sides keeps the value in the middle.
        letters_beside = self.frame_lines
        if turn:
            letters_beside += 1
        # The sign of a cut needs 2 letters, even with a single spare letter.
        letters_beside += 2 if cut else self.spare
        return letters + 2 * letters_beside

    def choices_for_whole_tree(
        self, *, windowed: bool, large: bool = False
    ) -> Iterator[NodeMeasures]:
        """Yield the measures to try for a whole tree, from the largest to the smallest.

        `windowed` allows windows, and `large` also large boxes and large letters. If nodes are too
        large, boxes shrink first, then the letters of moves, and then windows are given up.
        """
        letter_heights = [*LETTER_COLUMNS] if large else [1]
        boxes = (*LARGE_BOXES, *USUAL_BOXES) if large else USUAL_BOXES
        # The last factor of a product changes first.
        for has_windows, letter_lines, (frame_lines, spare) in product(
            window_choices(windowed=windowed), letter_heights, boxes
        ):
            # Large letters of a move are at most as high as a value, which fills its box.
            value_lines = max(1, 2 * frame_lines - 1)
            if letter_lines <= value_lines:
                yield NodeMeasures(
                    frame_lines=frame_lines,
                    window_lines=has_windows,
                    spare=spare,
                    letter_lines=letter_lines,
                )
        yield NodeMeasures(named=False, window_lines=False, spare=1)

    def choices_for_spine(self, spare: int, *, windowed: bool) -> Sequence[NodeMeasures]:
        """Return the measures to try for the nodes along a spine, the larger first.

        `spare` is the number of free letters on each side of a label, at least 1. Nodes have a
        frame only if a letter stays free inside it. `windowed` says that nodes have windows.
        """
        frame_lines = [0]
        if spare > 1:
            frame_lines.insert(0, 1)
        return [
            NodeMeasures(frame_lines=lines, window_lines=windowed, spare=spare)
            for lines in frame_lines
        ]

    def slope(self, letters: float) -> int:
        """Return the extra lines between plies that keep long edges steep: in a terminal, 0.

        `letters` is how far the longest edge runs to the side.
        """
        return 0

    def stretch(self, lines: int, plies: int, *, large: bool = False) -> tuple[Self, int]:
        """Return the measures of a tree with `lines` lines to spare, and the line where it begins.

        The measures stay the same, since nothing in a terminal can grow by less than a line.
        """
        # A large tree is in the middle of the height, any other tree nearer to the top.
        divisor = 2 if large else 4
        return self, lines // divisor


@dataclass(frozen=True, slots=True)
class PageMeasures(NodeMeasures):
    """The parts of a node on a page, in quarters of the text size.

    `node` is the height of the highest node. A node may have a board below its value: `board` is
    the board's height and `board_letters` its width. If `has_boards`, all nodes must have boards,
    else boards may be given up. `padding` is added to small gaps, and `edge_height` is the height
    of edges. If `spine_first`, the spine runs down the left edge and the other nodes are on its
    right: in a search by random games, the most visited first.
    """

    node: int = NODE_HEIGHT
    spine_first: bool = False
    edge_height: int = MIN_EDGE_HEIGHT
    board: int = 0
    board_letters: int = 0
    has_boards: bool = False
    padding: int = 1

    footer_lines: ClassVar[int] = 0
    """On a page, a caption gives the best moves."""

    @property
    def name(self) -> int:
        """Return how far below the beginning of the edges the name begins."""
        return self.edge_height

    @property
    def value(self) -> int:
        """Return how far below the beginning of the edges the outline begins."""
        return self.edge_height + NAME_HEIGHT + TICK_HEIGHT + self.padding

    @property
    def window(self) -> int:
        """Return how far below the beginning of the edges the window begins.

        Without windows, the edges to the children begin there.
        """
        board = self.board + BOARD_GAP if self.board else 0
        return self.value + self.node + board

    @property
    def height(self) -> int:
        """Return the height from the edges of one ply to the edges of the next."""
        return self.window + (WINDOW_HEIGHT + self.padding) * self.window_lines

    def node_width(self, letters: int, *, turn: bool = False, cut: bool = False) -> int:
        """Return the width of a node with a value of `letters` letters, or of its board if wider.

        `turn` says that a player moves at the node, which makes its outline a little wider. `cut`
        makes room for the sign of a cut.
        """
        width = ceil(VALUE_SIZE * letters) + VALUE_PADDING
        if cut:
            width += CUT_SIGN_LETTERS
        min_width = MIN_INNER_NODE_LETTERS if turn else 0
        board_width = self.board_letters if self.board else 0
        return max(width, min_width, board_width)

    def choices_for_whole_tree(
        self, *, windowed: bool, large: bool = False
    ) -> Iterator[PageMeasures]:
        """Yield the measures to try for a whole tree, from the largest to the smallest.

        Padding is given up first, then windows, then boards unless all nodes must have them.
        `windowed` allows windows; `large` changes nothing on a page.
        """
        board_heights = [self.board]
        if self.board and not self.has_boards:
            board_heights.append(0)
        # The last factor of a product changes first.
        for board, has_windows, padding in product(
            board_heights, window_choices(windowed=windowed), (self.padding, 0)
        ):
            yield replace(
                self,
                board=board,
                window_lines=has_windows,
                padding=padding,
            )

    def choices_for_spine(self, spare: int, *, windowed: bool) -> Sequence[PageMeasures]:
        """Return the measures to try for a spine: those for a whole tree that keep the windows."""
        choices = self.choices_for_whole_tree(windowed=windowed)
        return [measures for measures in choices if measures.window_lines == windowed]

    def slope(self, letters: float) -> int:
        """Return the extra height between plies that keeps the longest edge steep.

        `letters` is how far the edge runs to the side.
        """
        height = min(MAX_EDGE_HEIGHT, int(EDGE_SLOPE * letters))
        return max(0, height - self.edge_height)

    def stretch(self, lines: int, plies: int, *, large: bool = False) -> tuple[Self, int]:
        """Return taller measures for a tree with `lines` to spare, and the line where it begins.

        The tree has `plies` plies below its root. Spare lines go to its nodes first, then to its
        edges. Half of the lines still left stay free above the tree.
        """
        rows_of_nodes = 1 + plies
        node_growth = 0
        # Nodes grow only in a search by random games, where their size shows their visits.
        if self.node > NODE_HEIGHT:
            lines_per_row = lines // max(1, rows_of_nodes)
            node_growth = max(0, min(lines_per_row, MAX_NODE_HEIGHT - self.node))
        lines_left = lines - node_growth * rows_of_nodes

        lines_per_ply = lines_left // max(1, plies)
        edge_growth = max(0, min(lines_per_ply, MAX_EDGE_HEIGHT - self.edge_height))
        lines_left -= edge_growth * plies
        stretched = replace(
            self, node=self.node + node_growth, edge_height=self.edge_height + edge_growth
        )
        return stretched, lines_left // 2


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
    """Whether every node, and not only the open path, has room for its window."""
    mark_letters: int = 0
    """Letters for a mark on each side of a move's name."""
    large: bool = False
    """Whether boxes are as large as there is room for."""
    measures: NodeMeasures = TERMINAL_MEASURES
    """The measures in a terminal or on a page, from which the best that fit are derived."""
    may_have_boxes: bool = True
    """Whether values may have boxes."""
    breadcrumb_per_line: bool = False
    """Whether upper plies without room for siblings have a line each, if all then fit."""
    perspective: Perspective = Perspective.MAX
    """The player from whose side values are shown: MIN's may need a minus sign."""
    places_beside: int = DEFAULT_PLACES_BESIDE
    """The most places on each side of a spine."""
    max_singles: int | None = None
    """The most places beside a spine for single nodes, None for as many as fit."""
    max_nodes: int = MAX_WHOLE_TREE_NODES
    """The most nodes of a tree that is drawn whole."""
    max_plies: int = MAX_DRAWN_PLIES
    """The most plies drawn below the topmost node."""
    pruned: bool = True
    """Whether nodes that are never visited have places."""
    ghosts: bool = False
    """Whether in games the moves below pruned children have places too."""
    top: MovePath = ()
    """The path to the topmost node drawn."""
    equal_widths: bool = False
    """Whether all inner nodes are equally wide, so that no width gives a result away."""


class FoldedNodes(NamedTuple):
    """Children of one node that are drawn in one place."""

    moves: tuple[int, ...]
    visited: int = 0
    """How many of them have been visited."""
    cut: int = 0
    """How many of them were cut off."""
    has_last_event: bool = False
    """Whether the last event is among them."""
    visits: int = 0
    """The number of visits to them, in a search by random games."""
    are_done: bool = False
    """Whether all were visited; never with random games, where more visits may follow."""

    @property
    def unvisited(self) -> int:
        """Return how many of them have not been visited."""
        return len(self.moves) - self.visited

    def games(self, room: int) -> str:
        """Return the number of random games through the folded nodes, in at most `room` letters.

        The longest form that fits is the clearest: "1,234 games", "1.2k games", "×1,234", "×1.2k".
        Return "" for no games, or if no form fits.
        """
        if not self.visits:
            return ""
        words = count_in_words(self.visits, "game", "games")
        sign = f"×{self.visits:,}"
        for text in (words, abbreviate_numbers(words), sign, abbreviate_numbers(sign)):
            if len(text) <= room:
                return text
        return ""


@dataclass(slots=True)
class PlacedNode:
    """A node or folded nodes, with a place.

    `path` leads to the node, or to the first of the folded nodes. `node` is its number, None if it
    is never visited, and `parent_node` the number of its parent. `parent_index` is the parent's
    index in the layout, -1 if the parent has no place. `x` is the column of the node's middle, and
    `top` the line in which its edge begins. `outline_width` is the width of the outline, 0 for all
    of `width`. `folded_siblings` are folded into the same place as the node, which is drawn for
    them. `leaf_value` is the final value of a leaf for MAX, "" if unknown.
    """

    path: MovePath
    node: int | None
    parent_node: int | None
    ply: int
    x: int = 0
    top: int = 0
    width: int = 0
    parent_index: int = -1
    folded: FoldedNodes | None = None
    outline_width: int = 0
    folded_siblings: FoldedNodes | None = None
    leaf_value: str = ""

    def stands_for(self, path: MovePath) -> bool:
        """Return whether the node at `path`, not the root, has this place, alone or folded."""
        moves = self.path[-1:] if self.folded is None else self.folded.moves
        return path[:-1] == self.path[:-1] and path[-1] in moves


@dataclass(slots=True)
class TreeLayout:
    """Places for the nodes of a tree at a step, parents before children.

    `breadcrumbs` are the paths of nodes above the drawn plies, from the root down. They have no
    places, but are named in a line above the tree, or each in its own line if
    `breadcrumb_per_line`. `stem` is the column in which an edge leads from there to the tree.
    """

    measures: NodeMeasures
    nodes: list[PlacedNode] = field(default_factory=list)
    breadcrumbs: tuple[MovePath, ...] = ()
    stem: int = 0
    breadcrumb_per_line: bool = False
    columns: int = 0
    rows: int = 0
    """The lines of the layout, the same at every step."""
    is_whole: bool = False
    """Whether each node of the tree has a place, the same at every step."""
    hangs_from: float = 0
    """The column of the breadcrumb from which the first node hangs, 0 if no node does.

    This node set the bound of the step's cut, and is a sibling of a node that has no row.
    """


def spread_nodes(
    nodes: Sequence[PlacedNode],
    widths: Sequence[int],
    gaps: Sequence[int],
    columns: int,
    margin: int = 0,
) -> int:
    """Set the column (`x`) and the width of each node of a tree; return the number of columns.

    Parents come before their children in `nodes`. `columns` is the greatest number of columns, 0
    for no limit. The first `margin` columns stay free. `gaps` are the distances between neighbours
    to try: the first gap with which the tree fits is used. Return 0 if no gap fits.
    """
    room = columns - margin
    # A quick test: the widest ply alone may be too wide.
    if columns and widest_ply(nodes, widths, gaps[-1]) >= room:
        return 0

    children = [list[int]() for _ in nodes]
    for number, node in enumerate(nodes[1:], 1):
        children[node.parent_index].append(number)
    for gap in gaps:
        middles = tidy_middles(children, widths, gap)
        right_edges = (middle + width / 2 for middle, width in zip(middles, widths, strict=True))
        tree_width = max(right_edges)
        # One column more than the width, since middles are rounded to columns.
        needed = tree_width + 1
        if not columns or needed <= room:
            left = margin
            if columns:
                # The tree is in the middle of the room.
                left += int(room - tree_width) // 2
            for node, middle, width in zip(
                nodes,
                middles,
                widths,
                strict=True,
            ):
                node.x = left + int(middle)
                node.width = width
            return columns or margin + ceil(needed)
    return 0


def widest_ply(nodes: Sequence[PlacedNode], widths: Sequence[int], gap: int) -> int:
    """Return the width of the widest ply, with a gap of `gap` letters between neighbours."""
    ply_widths = Counter[int]()
    for node, width in zip(nodes, widths, strict=True):
        ply_widths[node.ply] += width + gap
    # The last node of a ply has no gap after it.
    return max(ply_widths.values()) - gap


@dataclass(slots=True)
class _Outline:
    """The left and right edges of a drawn subtree on each of its levels.

    Edges are at `left[level] + shift` and `right[level] + shift`: to move a whole subtree, only
    `shift` is changed. The lists run from the deepest level up, so that adding a parent appends to
    them: index -1 is the subtree's own root.
    """

    left: list[float]
    right: list[float]
    shift: float = 0.0


def tidy_middles(
    children: Sequence[Sequence[int]], widths: Sequence[float], gap: float
) -> list[float]:
    """Return the x of the middle of each node in a tidy drawing whose left edge is at x = 0.

    Nodes are numbered so that parents come first. `children` has the numbers of each node's
    children, from left to right. `gap` is the smallest distance between neighbours.

    >>> tidy_middles([[1, 2], [], []], [2, 2, 2], 1)
    [2.5, 1.0, 4.0]
    """
    middles = offsets_from_parents(children, widths, gap)
    # From the root down, add the middle of each parent to the offsets of its children.
    for node, children_of_node in enumerate(children):
        for child in children_of_node:
            middles[child] += middles[node]
    leftmost = min(middle - width / 2 for middle, width in zip(middles, widths, strict=True))
    return [middle - leftmost for middle in middles]


def offsets_from_parents(
    children: Sequence[Sequence[int]], widths: Sequence[float], gap: float
) -> list[float]:
    """Return how far the middle of each node is to the right of its parent's middle.

    The parameters are as for `tidy_middles`. The root has the offset 0.
    """
    offsets = [0.0] * len(children)
    outlines: dict[int, _Outline] = {}
    # From the leaves up: the subtrees of a node are joined before the node is placed above them.
    for node in range(len(children) - 1, -1, -1):
        children_of_node = children[node]
        subtrees = [outlines.pop(child) for child in children_of_node]
        outline = _join_outlines(subtrees, gap, children_of_node, offsets)
        if children_of_node:
            # Offsets were measured from the first child: now from the middle of all children.
            middle = (offsets[children_of_node[0]] + offsets[children_of_node[-1]]) / 2
            for child in children_of_node:
                offsets[child] -= middle
            outline.shift -= middle
        half_width = widths[node] / 2
        # The node itself is at 0, and `shift` is added to all edges: subtract it here.
        outline.left.append(-half_width - outline.shift)
        outline.right.append(half_width - outline.shift)
        outlines[node] = outline
    return offsets


def _join_outlines(
    subtrees: list[_Outline], gap: float, roots: Sequence[int], offsets: list[float]
) -> _Outline:
    """Move subtrees side by side, at least `gap` apart on every level; return their outline.

    `subtrees` are the outlines of the subtrees, from left to right, and `roots` their roots. The
    distance of each root from the first root is written into `offsets`.
    """
    if not subtrees:
        return _Outline([], [])
    joined = subtrees[0]
    offsets[roots[0]] = 0.0
    for root, subtree in zip(roots[1:], subtrees[1:], strict=True):
        # Roots are at index -1 of an outline, their children at -2, and so on.
        common_levels = range(1, min(len(joined.left), len(subtree.left)) + 1)
        overlaps = [
            (joined.right[-level] + joined.shift) - (subtree.left[-level] + subtree.shift)
            for level in common_levels
        ]
        distance = gap + max(overlaps)
        offsets[root] = distance
        subtree.shift += distance
        joined = _merge_outlines(joined, subtree, common_levels)
    return joined


def _merge_outlines(left: _Outline, right: _Outline, common_levels: range) -> _Outline:
    """Return the outline around two drawings side by side: the deeper outline, widened.

    Only the `common_levels`, counted from 1 for the roots, are widened. Deeper levels stay as they
    are, so that the whole layout takes linear time.
    """
    # Each outline adds its own shift, so that an edge copied from the other must be converted.
    if len(right.left) > len(left.left):
        for level in common_levels:
            right.left[-level] = left.left[-level] + left.shift - right.shift
        return right
    for level in common_levels:
        left.right[-level] = right.right[-level] + right.shift - left.shift
    return left
