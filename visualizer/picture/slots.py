"""Places for the nodes of a tree on a grid of letters and lines, for a terminal as for a page.

A page is as many letters wide and lines high as its smallest size of text allows.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from visualizer.trace.playhead import Playhead
from visualizer.trace.rows import MovePath


@dataclass(frozen=True, slots=True)
class NodeForm:
    """Which lines a node has, from its edge down: a line for its move's name, a box, a line for its window.

    Without a line of its own the name stands in the edge. `boxed` is how many lines a box takes above and below the
    value, 0 for no box. `spare` is how many letters a label has to itself on each side, for the sign of a state.
    """

    named: bool = True
    boxed: int = 0
    windowed: bool = True
    spare: int = 2

    @property
    def name(self) -> int:
        """Return the line of the name, from the line of the edge."""
        return int(self.named)

    @property
    def value(self) -> int:
        """Return the line of the value."""
        return self.name + 1 + self.boxed

    @property
    def window(self) -> int:
        """Return the line of the window, if there is one, or else the line of the edges to the children."""
        return self.value + 1 + self.boxed

    @property
    def height(self) -> int:
        """Return the lines from one ply's edges to the next one's."""
        return self.window + self.windowed

    @property
    def root(self) -> int:
        """Return the lines that the root has, which no edge leads to."""
        return self.height - self.value + self.boxed

    def top(self, ply: int) -> int:
        """Return the line of the edges to a ply, the root being the first thing drawn."""
        return self.root + (ply - 1) * self.height


@dataclass(frozen=True, slots=True)
class Wedge:
    """Children of one node that have a place together: how many were visited and were cut, and how many were not."""

    visited: int = 0
    cut: int = 0
    unvisited: int = 0
    running: bool = False
    """Whether the last event is in it."""


@dataclass(slots=True)
class Slot:
    """A place for a node, or for a wedge.

    `path` leads to the node, or to the first one in the wedge; `node` is its number if it is ever visited, `above` its
    parent's. `x` is the middle, `top` the line of its edge; `parent` is its parent's place in the layout, -1 where that
    has none.
    """

    path: MovePath
    node: int | None
    above: int | None
    ply: int
    x: int
    top: int
    width: int
    parent: int = -1
    wedge: Wedge | None = None

    def is_entered(self, here: Playhead) -> bool:
        """Say whether the node has been entered."""
        return self.wedge is None and self.node is not None and here.entered(self.node)


@dataclass(slots=True)
class SlotLayout:
    """Places for the nodes of a tree at a step, parents before children.

    `upper` are the paths that have no place but are said in one line above, from the root down to the parent of the
    topmost ply; `stem` is the column where that line goes on.
    """

    form: NodeForm
    slots: list[Slot] = field(default_factory=list)
    upper: tuple[MovePath, ...] = ()
    stem: int = 0
    is_whole: bool = False
    """Whether each node of the tree has its place, the same at every step."""
