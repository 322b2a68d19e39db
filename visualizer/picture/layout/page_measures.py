"""The measures of nodes on a page: the same parts as in a terminal, in quarters of the text size."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import Self

from visualizer.picture.layout.node_measures import NodeMeasures

QUARTERS = 4
"""Units in a text size."""
NAME, TICK = 5, 1
"""Height of a move's name, and of the end of its edge, between the name and the node."""
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
class PageMeasures(NodeMeasures):
    """The parts of a node on a page; below its value there may be a board, `board` high and `board_letters` wide.

    With `has_boards` there always is, otherwise where there is room. `air` is added to small gaps.
    """

    band: int = BAND
    board: int = 0
    board_letters: int = 0
    has_boards: bool = False
    air: int = 1

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

    @property
    def root(self) -> int:
        """Return the height of the root, which has no edge above it."""
        return self.height - self.value

    @property
    def note(self) -> int:
        """Return 0: on a page a caption says the best moves."""
        return 0

    def label(self, letters: int, *, turn: bool = False, cut: bool = False) -> int:
        """Return the width of a node whose value has some letters; the outline says whose turn it is."""
        width = max(ceil(VALUE * letters) + PADDING + SIGN * cut, LEAST if turn else 0)
        return max(width, self.board_letters if self.board else 0)

    def choices(self, *, windowed: bool) -> Sequence[PageMeasures]:
        """Return the measures that nodes may have, from the largest."""
        boards = [self.board] if self.has_boards or not self.board else [self.board, 0]
        windows = (True, False) if windowed else (False,)
        return [
            replace(self, board=board, windowed=each, air=air)
            for board in boards for each in windows for air in (self.air, 0)
        ]  # fmt: skip

    def whole(self, *, windowed: bool, large: bool = False) -> Iterator[NodeMeasures]:
        """Yield the measures for a whole tree, from the largest."""
        yield from self.choices(windowed=windowed)

    def along(self, spare: int, *, windowed: bool) -> Sequence[NodeMeasures]:
        """Return the measures for a spine, where the open path keeps its windows."""
        return [
            replace(measures, spare=spare)
            for measures in self.choices(windowed=windowed)
            if measures.windowed == windowed
        ]

    def slope(self, letters: float) -> int:
        """Return the extra height between two plies for edges that run some letters to the side."""
        return max(0, min(MOST_BAND, int(SLOPE * letters)) - self.band)

    def stretched(self, lines: int, plies: int, *, large: bool = False) -> tuple[Self, int]:
        """Return the measures with higher edges, and how far down the tree begins."""
        more = max(0, min(lines // max(1, plies), MOST_BAND - self.band))
        return replace(self, band=self.band + more), (lines - more * plies) // 2
