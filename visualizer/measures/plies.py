"""How many nodes a search has visited in each ply, but for probes, at any step, and whose turn it is there."""

from collections import Counter
from collections.abc import Iterable

from visualizer.trace.rows import CHILDREN_OFFSET, DEPTH_OFFSET, SIZE, TURN_OFFSET, Trace

BLOCK = 4096
"""Rows whose counts are kept together."""


class PlyCounts:
    """Counts the nodes of each ply of a trace, in blocks that are counted once."""

    def __init__(self, trace: Trace) -> None:
        """Begin with nothing counted."""
        self._trace = trace
        self._before: list[Counter[int]] = [Counter()]
        """For each block the counts of all rows before it."""
        self._turns: set[tuple[int, int]] = set()
        self._looked = 0

    def at(self, visits: int) -> tuple[int, ...]:
        """Return for each ply, from the root's on, how many of the first `visits` rows are in it and in no probe."""
        before = self._before
        while len(before) * BLOCK <= visits:
            first = (len(before) - 1) * BLOCK
            before.append(before[-1] + _counted(self._trace, first, first + BLOCK))
        block = visits // BLOCK
        found = before[block] + _counted(self._trace, block * BLOCK, visits)
        return tuple(found[ply] for ply in range(max(found, default=-1) + 1))

    def turns(self) -> tuple[frozenset[int], ...]:
        """Return for each ply, from the root's on, the numbers of the turns of who moves from there.

        It is asked of every inner node visited so far.
        """
        trace, known = self._trace, len(self._trace)
        if self._looked < known:
            depths, children = (
                numbers(trace, offset, self._looked, known) for offset in (DEPTH_OFFSET, CHILDREN_OFFSET)
            )
            movers = trace.rows[self._looked * SIZE + TURN_OFFSET : known * SIZE : SIZE]
            self._turns |= {(ply, turn) for ply, count, turn in zip(depths, children, movers, strict=True) if count}
            self._looked = known
        deepest = max((ply for ply, _ in self._turns), default=-1)
        return tuple(frozenset(turn for at, turn in self._turns if at == ply) for ply in range(deepest + 1))


def _counted(trace: Trace, first: int, last: int) -> Counter[int]:
    """Return the number of rows from `first` up to `last` in each ply, without those in probes."""
    found = Counter(numbers(trace, DEPTH_OFFSET, first, last))
    said = trace.said
    place = max(0, said.place(first))
    for probe in said.outer[place : said.place(last - 1) + 1]:
        end = trace.end(probe)
        begins, ends = max(first, probe), last if end < 0 else min(last, end + 1)
        found.subtract(numbers(trace, DEPTH_OFFSET, begins, max(begins, ends)))
    return +found


def numbers(trace: Trace, offset: int, first: int, last: int) -> Iterable[int]:
    """Return the numbers of two bytes that rows from `first` up to `last` have at an offset."""
    low, high = (trace.rows[first * SIZE + offset + byte : last * SIZE : SIZE] for byte in (0, 1))
    return low if high.count(0) == len(high) else (less + 256 * more for less, more in zip(low, high, strict=True))
