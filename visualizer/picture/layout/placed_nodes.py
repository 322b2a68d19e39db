"""Places for the nodes of a tree on a grid of letters and lines, for a terminal as for a page.

A page is as many letters wide and lines high as its smallest size of text allows.
"""

from dataclasses import dataclass, field

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
