"""The measures of nodes in a terminal and on a page, and what a layout may use: its room, plies, parts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import ClassVar, Self

from visualizer.explanation.naming import Perspective

LEAST_FRAME = 9
"""The least width of a box with its signs in its frame: of a state, of the side to move, of a cut."""
MOST = 700
"""The most nodes of a tree that is drawn whole; more fit no terminal."""
MOST_PLIES = 1000
"""The greatest depth of a search."""
USUAL_BESIDE = 5
"""The usual number of places on each side of a spine, where there is room."""
LARGE, USUAL = ((3, 2), (2, 2)), ((1, 2), (1, 1), (0, 2), (0, 1))
"""How boxed nodes of a whole tree are and what they have to spare in a terminal, from the largest: see there."""

LETTERS = {5: 3, 3: 2, 1: 1}
"""Columns of a letter by its lines, the largest first."""

QUARTERS = 4
"""Units of a page in a text size."""
NAME, TICK = 5, 1
"""On a page, the height of a move's name, and of the end of its edge, between the name and the node."""
NODE = 8
"""Height of a node."""
BOARD_GAP = 1
"""Distance between a node and the board below it."""
WINDOW = 5
BAND, MOST_BAND = 6, 26
"""Height of the edges between two plies: the least, and the most where a page has room."""
SLOPE = 0.45
"""Height of the edges for each letter that the longest one runs to the side."""
VALUE = 1.1
"""Size of values, in text sizes."""
PADDING, SIGN, LEAST = 2, 1, 4
"""Letters that the outline adds to the value, and the sign at its corner; the least width of an inner node."""


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
        return LETTERS[self.words]

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
        for each in (True, False) if windowed else (False,):
            for words in LETTERS if large else (1,):
                for boxed, spare in (*LARGE * large, *USUAL):
                    if words == 1 or words < 2 * boxed:  # no larger than the value
                        yield NodeMeasures(boxed=boxed, windowed=each, spare=spare, words=words)
        yield NodeMeasures(named=False, windowed=False, spare=1)

    def along(self, spare: int, *, windowed: bool) -> Sequence[NodeMeasures]:
        """Return the measures that nodes along a spine may have, from the largest."""
        return [NodeMeasures(boxed=boxed, windowed=windowed, spare=spare) for boxed in (1, 0) if boxed < spare]

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
    `air` is added to small gaps.
    """

    band: int = BAND
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
        return self.band + NAME + TICK + self.air

    @property
    def window(self) -> int:
        """Return where the window begins, or without one the edges to the children."""
        return self.value + NODE + (self.board + BOARD_GAP if self.board else 0)

    @property
    def height(self) -> int:
        """Return the height from the edges of one ply to those of the next."""
        return self.window + (WINDOW + self.air) * self.windowed

    def label(self, letters: int, *, turn: bool = False, cut: bool = False) -> int:
        """Return the width of a node whose value has some letters; the outline says whose turn it is."""
        width = max(ceil(VALUE * letters) + PADDING + SIGN * cut, LEAST if turn else 0)
        return max(width, self.board_letters if self.board else 0)

    def whole(self, *, windowed: bool, large: bool = False) -> Iterator[PageMeasures]:
        """Yield the measures that a whole tree may have, from the largest."""
        for board in dict.fromkeys((self.board, self.board * self.has_boards)):
            for each in (True, False) if windowed else (False,):
                yield from (replace(self, board=board, windowed=each, air=air) for air in (self.air, 0))

    def along(self, spare: int, *, windowed: bool) -> Sequence[PageMeasures]:
        """Return the measures for a spine, where the open path keeps its windows."""
        return [each for each in self.whole(windowed=windowed) if each.windowed == windowed]

    def slope(self, letters: float) -> int:
        """Return the extra height between two plies for edges that run some letters to the side."""
        return max(0, min(MOST_BAND, int(SLOPE * letters)) - self.band)

    def stretched(self, lines: int, plies: int, *, large: bool = False) -> tuple[Self, int]:
        """Return the measures with higher edges, and how far down the tree begins."""
        more = max(0, min(lines // max(1, plies), MOST_BAND - self.band))
        return replace(self, band=self.band + more), (lines - more * plies) // 2


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
    perspective: Perspective = Perspective.MAX
    """For whom values are told: from MIN's side they may get a minus sign."""
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
