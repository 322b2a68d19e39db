"""The measures of nodes in a terminal: which lines a node has, and how wide it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Self


@dataclass(frozen=True, slots=True)
class NodeMeasures:
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

    @property
    def note(self) -> int:
        """Return the lines below a spine that say the best moves."""
        return 1

    def lines(self, plies: int, *, windowed_below: bool = False) -> int:
        """Return how many lines a tree of so many plies below its root takes; leaves have no windows."""
        return self.root + plies * self.height - (0 if windowed_below else self.height - self.window)

    def label(self, letters: int, *, turn: bool = False, cut: bool = False) -> int:
        """Return how wide a node is whose value has so many letters: with whose turn it is, and perhaps cut."""
        return letters + 2 * turn + 2 * (2 if cut else self.spare) + 2 * self.boxed

    def whole(self, *, windowed: bool, large: bool = False) -> Iterator[NodeMeasures]:
        """Go through the forms that the nodes of a whole tree may have, from the roomiest; `large` asks for more."""
        for with_window in (True, False) if windowed else (False,):
            if large:
                yield from (NodeMeasures(boxed=lines, windowed=with_window) for lines in (3, 2))
            yield NodeMeasures(boxed=1, windowed=with_window)
            yield NodeMeasures(boxed=1, windowed=with_window, spare=1)
            yield NodeMeasures(windowed=with_window)
            yield NodeMeasures(windowed=with_window, spare=1)
        yield NodeMeasures(named=False, windowed=False, spare=1)

    def along(self, spare: int, *, windowed: bool) -> Sequence[NodeMeasures]:
        """Return the forms that nodes beside a spine may have, from the roomiest."""
        plain = NodeMeasures(windowed=windowed, spare=spare)
        return (replace(plain, boxed=1), plain) if spare > 1 else (plain,)

    def slope(self, letters: float) -> int:
        """Return how many lines more a ply wants whose edges run so many letters to the side."""
        return 0

    def stretched(self, lines: int, plies: int, *, large: bool = False) -> tuple[Self, int]:
        """Return the measures for a whole tree with so many lines to spare, and how far down it begins."""
        return self, lines // (2 if large else 4)
