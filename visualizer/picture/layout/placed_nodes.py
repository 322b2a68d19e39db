"""Places for the nodes of a tree on a grid of letters and lines, for a terminal as for a page.

A page is as many letters wide and lines high as its smallest size of text allows. A tree is drawn tidily: levels in
rows, parents above the middle of their children, subtrees of one shape alike. After Reingold and Tilford, "Tidier
drawings of trees", 1981: the children's drawings are pushed apart until their outlines, level by level, no longer
overlap.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import ceil

from visualizer.picture.layout.node_measures import NodeMeasures
from visualizer.trace.rows import MovePath


@dataclass(frozen=True, slots=True)
class FoldedNodes:
    """Children of one node that share a place: their moves, and how many of them were visited and were cut."""

    moves: tuple[int, ...]
    visited: int = 0
    cut: int = 0
    running: bool = False
    """Whether the last event is among them."""

    @property
    def unvisited(self) -> int:
        """Return how many were not visited."""
        return len(self.moves) - self.visited


@dataclass(slots=True)
class PlacedNode:
    """A node with its place, or folded nodes with theirs.

    `path` leads to the node, or to the first of the folded ones; `node` is its number if it is ever visited, `above`
    that of its parent. `x` is the middle, `top` the line of its edge; `parent` is the index of its parent in the
    layout, -1 where that has no place. `box` is the width of the node itself, within `width`, 0 for all of it. It
    stands for `more` siblings beside itself.
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
    more: int = 0

    def stands_for(self, path: MovePath) -> bool:
        """Return whether it is the node at a path, not that of the root, or has it among its folded ones."""
        moves = self.path[-1:] if self.folded is None else self.folded.moves
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


def spread(
    nodes: Sequence[PlacedNode], widths: Sequence[int], gaps: Sequence[int], columns: int, margin: int = 0
) -> int:
    """Place the nodes of a tree, parents first, in the middle of n columns, with the first of the gaps that fits.

    0 columns are as many as they take. Return the columns taken, with the margin on the left; 0 where no gap fits.
    """
    children, rows = [list[int]() for _ in nodes], Counter[int]()
    for number, (each, width) in enumerate(zip(nodes, widths, strict=True)):
        rows[each.ply] += width + gaps[-1]
        if number:
            children[each.parent].append(number)
    if columns and max(rows.values()) - gaps[-1] >= columns - margin:  # one ply alone is too wide
        return 0
    for gap in gaps:
        middles = tidy(children, widths, gap)
        needed = max(middle + width / 2 for middle, width in zip(middles, widths, strict=True)) + 1
        if not columns or needed <= columns - margin:
            left = margin + (int(columns - margin - needed + 1) // 2 if columns else 0)
            for each, middle, width in zip(nodes, middles, widths, strict=True):
                each.x, each.width = left + int(middle), width
            return columns or margin + ceil(needed)
    return 0


@dataclass(slots=True)
class _Outline:
    """The left and right edges of a drawing on each of its levels, to be shifted by `shift`."""

    left: list[float]
    right: list[float]
    shift: float = 0.0


def tidy(children: Sequence[Sequence[int]], widths: Sequence[float], gap: float) -> list[float]:
    """Return the middle of each node, the leftmost edge at 0.

    `children` lists each node's children, by number, in order; node 0 is the root, and every child has a larger number
    than its parent. `widths` are the nodes' widths, `gap` the least space between two neighbours.

    >>> tidy([[1, 2], [], []], [2, 2, 2], 1)
    [2.5, 1.0, 4.0]
    """
    offset = [0.0] * len(children)
    outlines: dict[int, _Outline] = {}
    for node in range(len(children) - 1, -1, -1):
        half = widths[node] / 2
        outline = _beside([outlines.pop(child) for child in children[node]], gap, children[node], offset)
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


def _beside(parts: list[_Outline], gap: float, nodes: Sequence[int], offset: list[float]) -> _Outline:
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
            (whole.right[-level] + whole.shift) - (part.left[-level] + part.shift) for level in range(1, common + 1)
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
