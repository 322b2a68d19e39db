"""What a layout may use: columns and lines, plies and nodes, and which parts nodes have."""

from __future__ import annotations

from dataclasses import dataclass

from visualizer.picture.layout.node_measures import NodeMeasures

MOST = 700
"""A tree of more nodes fits no terminal."""
MOST_PLIES = 1000
"""No search is deeper."""
USUAL_BESIDE = 5
"""So many places are used on each side of a spine where there is room, unless a person wants more or less."""
IN_TERMINAL = NodeMeasures()


@dataclass(frozen=True, slots=True)
class LayoutLimits:
    """What a tree is drawn on, and how: columns and lines, room on the left, whether windows are shown, and marks.

    Without columns or rows there is as much room as it takes.
    """

    columns: int
    rows: int
    margin: int = 0
    windowed: bool = True
    all_windows: bool = False
    """Whether every node shows its window, and not those of the open path alone."""
    mark: int = 0
    """Letters for a mark beside a name."""
    large: bool = False
    """Whether boxes are to be as large as there is room for."""
    measures: NodeMeasures = IN_TERMINAL
    """What a node's measures are made of: those of a terminal or of a page."""
    beside: int = USUAL_BESIDE
    """The most places on each side of a spine."""
    most: int = MOST
    """A tree of more nodes is not drawn whole."""
    plies: int = MOST_PLIES
    """How many plies are drawn below the topmost node."""
    pruned: bool = True
    """Whether what is never visited has a place."""
    ghosts: bool = False
    """Whether in a game the moves below pruned children have places, too."""
