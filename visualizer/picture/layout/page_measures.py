"""The measures of nodes on a page: the same parts as in a terminal, in quarters of the text size instead of lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import Self

from visualizer.picture.layout.node_measures import NodeMeasures

QUARTERS = 4
"""Units in a text size."""
NAME, TICK = 5, 1
"""Room for a move's name, and for the end of the edge between it and its node, with more where there is room."""
NODE = 8
"""Height of a node."""
BOARD_GAP = 1
"""Room between a node and the board below it."""
WINDOW = 5
BAND, MOST_BAND = 6, 26
"""Room for the edges between two plies, and the most there is where a page leaves room."""
SLOPE = 0.45
"""The longer edges run to the side, the more room there is, in units for each letter."""
VALUE = 1.1
"""Size of type of values, in text sizes."""
PADDING, SIGN, LEAST = 2, 1, 4
"""Letters that a node's outline adds to its value, and the sign at its corner; and the least width of an inner node."""


@dataclass(frozen=True, slots=True)
class PageMeasures(NodeMeasures):
    """Which parts a node has on a page: below its value it may carry a board, so high and so many letters wide.

    `has_boards` says that it does in any case, otherwise it does where there is room. `air` is added to small gaps.
    """

    band: int = BAND
    board: int = 0
    board_letters: int = 0
    has_boards: bool = False
    air: int = 1

    @property
    def name(self) -> int:
        """Return where the room of the name begins, from where the edges do."""
        return self.band

    @property
    def value(self) -> int:
        """Return where the node begins."""
        return self.band + NAME + TICK + self.air

    @property
    def window(self) -> int:
        """Return where the room for the window begins, or else the edges to the children."""
        return self.value + NODE + (self.board + BOARD_GAP if self.board else 0)

    @property
    def height(self) -> int:
        """Return the room from one ply's edges to the next one's."""
        return self.window + (WINDOW + self.air) * self.windowed

    @property
    def root(self) -> int:
        """Return the room that the root takes, which no edge leads to."""
        return self.height - self.value

    @property
    def note(self) -> int:
        """Return nothing: the best moves are said in a caption."""
        return 0

    def label(self, letters: int, *, turn: bool = False, cut: bool = False) -> int:
        """Return how wide a node is whose value has so many letters; its outline says whose turn it is."""
        width = max(ceil(VALUE * letters) + PADDING + SIGN * cut, LEAST if turn else 0)
        return max(width, self.board_letters if self.board else 0)

    def forms(self, *, windowed: bool) -> Sequence[PageMeasures]:
        """Return the forms that nodes may have, from the roomiest."""
        boards = [self.board] if self.has_boards or not self.board else [self.board, 0]
        windows = (True, False) if windowed else (False,)
        return [
            replace(self, board=board, windowed=each, air=air)
            for board in boards for each in windows for air in (self.air, 0)
        ]  # fmt: skip

    def whole(self, *, windowed: bool, large: bool = False) -> Iterator[NodeMeasures]:
        """Go through the forms for a whole tree."""
        yield from self.forms(windowed=windowed)

    def along(self, spare: int, *, windowed: bool) -> Sequence[NodeMeasures]:
        """Return the forms for a spine, where the open path keeps its windows."""
        return [
            replace(measures, spare=spare)
            for measures in self.forms(windowed=windowed)
            if measures.windowed == windowed
        ]

    def slope(self, letters: float) -> int:
        """Return how much room edges want that run so many letters to the side, beyond what they have."""
        return max(0, min(MOST_BAND, int(SLOPE * letters)) - self.band)

    def stretched(self, lines: int, plies: int, *, large: bool = False) -> tuple[Self, int]:
        """Return the measures with more room for edges, and how far down the tree begins."""
        more = max(0, min(lines // max(1, plies), MOST_BAND - self.band))
        return replace(self, band=self.band + more), (lines - more * plies) // 2
