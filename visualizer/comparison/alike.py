"""How far two traces are the same, visit by visit: whole subtrees are compared at once."""

from collections.abc import Mapping
from struct import Struct, calcsize

from visualizer.comparison.told_beside import ToldBeside
from visualizer.trace.rows import FORMAT, KIND_OFFSET, SIZE, Kind, Row, Trace

ALIKE = {Kind.SAMPLED: Kind.FULL}
"""A visit that was left without a cut is the same as one whose children were all visited: who tells no number of
children cannot say which it is."""
ENDS = {Kind.LIMIT, Kind.TERMINAL}
"""Leaves that are the same: whether the game is over is the position's, and few engines tell."""
SAME_KINDS = bytes(ALIKE.get(kind, Kind.LIMIT if kind in ENDS else kind) for kind in Kind).ljust(256, b"\0")
"""For each kind the one that stands for all that are the same."""
NOT_COMPARED = ("parent", "children", "turn", "end")
"""The fields of which nothing is said, or which other fields imply."""
BOUNDS = {"≤": 1, "≥": 2}
"""What stands for a told bound."""


class SameVisits:
    """Knows of two finished traces from where to where their visits are the same in all that is compared."""

    def __init__(self, beside: ToldBeside, *, windows: bool, bounds: bool) -> None:
        """Take two traces and what they tell beside; windows and told bounds are compared if asked for."""
        self.one, self.other = (
            compared(trace, beside.numbers(side), windows=windows, bounds=bounds)
            for side, trace in enumerate(beside.traces)
        )
        self.shift, self.until = 0, 0
        """Up to which row of the first they are the same, if that many rows are added for the second."""

    def below(self, row: int, other: int, end: int, other_end: int) -> bool:
        """Return whether two visits and all below them, to their last rows, are the same."""
        if end < row or end - row != other_end - other:
            return False
        if other - row != self.shift or row >= self.until:
            self.shift, self.until = other - row, row + self._count(row * SIZE, other * SIZE)
        return end < self.until

    def _count(self, row: int, other: int) -> int:
        """Return how many visits are the same from two places on: twice as many are tried each time, then half."""
        begin, size, last = row, SIZE, row + min(len(self.one) - row, len(self.other) - other)
        larger = True
        while size >= SIZE and row < last:
            size = min(size, last - row)
            same = self.one[row : row + size] == self.other[other : other + size]
            if same:
                row, other = row + size, other + size
            larger = larger and same
            size = 2 * size if larger else size // SIZE // 2 * SIZE
        return (row - begin) // SIZE


def compared(trace: Trace, beside: Mapping[int, int], *, windows: bool, bounds: bool) -> bytes:
    """Return the rows of a trace without what is not compared.

    Where a bound was told, its sign is among them, and where something was told `beside`, its number.
    """
    data = bytearray(trace.rows)
    none = bytes(len(trace))
    for name in (*NOT_COMPARED, *(() if windows else ("alpha", "beta"))):
        for offset in places(name):
            data[offset::SIZE] = none
    data[KIND_OFFSET::SIZE] = data[KIND_OFFSET::SIZE].translate(SAME_KINDS)
    for row, sign in (trace.said.bounds if bounds else {}).items():
        data[row * SIZE] = BOUNDS[sign]
    for row, number in beside.items():
        NUMBER.pack_into(data, row * SIZE + END_OFFSET, number)
    return bytes(data)


def places(name: str) -> range:
    """Return where the bytes of a field stand in a row."""
    place = Row._fields.index(name)
    return range(calcsize(f"<{FORMAT[:place]}"), calcsize(f"<{FORMAT[: place + 1]}"))


NUMBER = Struct("<i")
END_OFFSET = places("end").start
"""Where the number stands of what was told beside."""
