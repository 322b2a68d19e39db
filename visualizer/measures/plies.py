"""How many nodes a search has visited in each ply, at any step."""

from collections import Counter

from visualizer.trace.rows import DEPTH_OFFSET, SIZE, Trace

BLOCK = 4096
"""Rows whose counts are kept together."""


class PlyCounts:
    """Counts the nodes of each ply of a trace, in blocks that are counted once."""

    def __init__(self, trace: Trace) -> None:
        """Begin with nothing counted."""
        self._trace = trace
        self._before: list[Counter[int]] = [Counter()]
        """For each block the counts of all rows before it."""

    def at(self, visits: int) -> tuple[int, ...]:
        """Return for each ply, from the root's on, how many of the first `visits` rows are in it."""
        before = self._before
        while len(before) * BLOCK <= visits:
            first = (len(before) - 1) * BLOCK
            before.append(before[-1] + _counted(self._trace, first, first + BLOCK))
        block = visits // BLOCK
        found = before[block] + _counted(self._trace, block * BLOCK, visits)
        return tuple(found[ply] for ply in range(max(found, default=-1) + 1))


def _counted(trace: Trace, first: int, last: int) -> Counter[int]:
    """Return the number of rows from `first` up to `last` in each ply."""
    low, high = (trace.rows[first * SIZE + DEPTH_OFFSET + byte : last * SIZE : SIZE] for byte in (0, 1))
    return Counter(low if not any(high) else (less + 256 * more for less, more in zip(low, high, strict=True)))
