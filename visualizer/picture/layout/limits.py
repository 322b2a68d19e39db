"""What a layout may use: columns and lines, plies and nodes, and which parts nodes have."""

from __future__ import annotations

from dataclasses import dataclass

from visualizer.picture.layout.node_measures import NodeMeasures

MOST = 700
"""The most nodes of a tree that is drawn whole; more fit no terminal."""
MOST_PLIES = 1000
"""The greatest depth of a search."""
USUAL_BESIDE = 5
"""The usual number of places on each side of a spine, where there is room."""
IN_TERMINAL = NodeMeasures()


@dataclass(frozen=True, slots=True)
class LayoutLimits:
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
    measures: NodeMeasures = IN_TERMINAL
    """The measures of nodes in a terminal or on a page, from which the best ones that fit are derived."""
    beside: int = USUAL_BESIDE
    """The most places on each side of a spine."""
    most: int = MOST
    """The most nodes of a tree that is drawn whole."""
    plies: int = MOST_PLIES
    """The most plies drawn below the topmost node."""
    pruned: bool = True
    """Whether nodes that are never visited have places."""
    ghosts: bool = False
    """Whether in games the moves below pruned children have places too."""
