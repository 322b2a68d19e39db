"""The measures of nodes in a terminal, in lines and letters, and what a layout may use: its room, plies, parts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Self

LEAST_FRAME = 9
"""The least width of a box with its signs in its frame: of a state, of the side to move, of a cut."""
MOST = 700
"""The most nodes of a tree that is drawn whole; more fit no terminal."""
MOST_PLIES = 1000
"""The greatest depth of a search."""
USUAL_BESIDE = 5
"""The usual number of places on each side of a spine, where there is room."""


@dataclass(frozen=True, slots=True)
class NodeMeasures:
    """Which lines a node has, from its edge down: a line for its move's name, a box, lines for its window.

    Without a line of its own the name stands in the edge. `boxed` is how many lines a box takes above and below the
    value, 0 for no box. `spare` is how many letters a label has to itself on each side, for the sign of a state.
    """

    named: bool = True
    boxed: int = 0
    windowed: int = 1
    spare: int = 2

    @property
    def name(self) -> int:
        """Return the line of the name, counted from the line of the edge."""
        return int(self.named)

    @property
    def value(self) -> int:
        """Return the line of the value, counted from the line of the edge."""
        return self.name + 1 + self.boxed

    @property
    def letter(self) -> int:
        """Return the columns of a letter of a value: in a box of several lines it has as many lines as the box."""
        return {2: 4, 3: 7}.get(self.boxed, 1)

    @property
    def window(self) -> int:
        """Return the line of the window, or without one that of the edges to the children."""
        return self.value + 1 + self.boxed

    @property
    def height(self) -> int:
        """Return the number of lines from the edges of one ply to those of the next."""
        return self.window + self.windowed

    @property
    def root(self) -> int:
        """Return the number of lines of the root, which has no edge above it."""
        return self.height - self.value + self.boxed

    def top(self, ply: int) -> int:
        """Return the line of the edges to a ply, counted from the top of the root."""
        return self.root + (ply - 1) * self.height

    @property
    def note(self) -> int:
        """Return the number of lines below a spine for the best moves."""
        return 1

    def lines(self, plies: int, *, windowed_below: bool = False) -> int:
        """Return the number of lines of a tree with some plies below its root; leaves have no windows."""
        return self.root + plies * self.height - (0 if windowed_below else self.height - self.window)

    def label(self, letters: int, *, turn: bool = False, cut: bool = False) -> int:
        """Return the width of a node whose value has some letters: with the sign of the side to move, and of a cut.

        Boxes of several lines have these signs in their frames.
        """
        if self.letter > 1:
            return max(letters * self.letter + 3, LEAST_FRAME)
        return letters + 2 * turn + 2 * (2 if cut else self.spare) + 2 * self.boxed

    def whole(self, *, windowed: bool, large: bool = False) -> Iterator[NodeMeasures]:
        """Yield the measures that a whole tree may have, from the largest; `large` begins with larger boxes."""
        for with_window in (True, False) if windowed else (False,):
            if large:
                yield from self.large(windowed=with_window)
            yield NodeMeasures(boxed=1, windowed=with_window)
            yield NodeMeasures(boxed=1, windowed=with_window, spare=1)
            yield NodeMeasures(windowed=with_window)
            yield NodeMeasures(windowed=with_window, spare=1)
        yield NodeMeasures(named=False, windowed=False, spare=1)

    def large(self, *, windowed: bool) -> Iterator[NodeMeasures]:
        """Yield the measures of nodes in boxes of several lines, from the largest."""
        return (NodeMeasures(boxed=lines, windowed=windowed) for lines in (3, 2))

    def along(self, spare: int, *, windowed: bool) -> Sequence[NodeMeasures]:
        """Return the measures that nodes along a spine may have, from the largest."""
        plain = NodeMeasures(windowed=windowed, spare=spare)
        return (replace(plain, boxed=1), plain) if spare > 1 else (plain,)

    def slope(self, letters: float) -> int:
        """Return the extra lines between two plies for edges that run some letters to the side; none in a terminal."""
        return 0

    def stretched(self, lines: int, plies: int, *, large: bool = False) -> tuple[Self, int]:
        """Return the measures of a whole tree that has some lines to spare, and the line where it begins."""
        return self, lines // (2 if large else 4)


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
    boxed: bool = True
    """Whether values may have boxes."""
    lined: bool = False
    """Whether upper plies without room for siblings have a line each, if all of them then fit."""
    turned: bool = False
    """Whether values may get a minus sign, from the side of who is to move."""
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
