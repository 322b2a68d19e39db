"""The events of a finished trace, by a walk over the tree of its rows."""

from __future__ import annotations

from collections.abc import Iterator

from visualizer.trace.rows import Trace


def events(trace: Trace) -> list[tuple[str, int]]:
    """Return ("enter" or "return", row) for every event: a walk over the finished tree of rows."""
    below: dict[int, list[int]] = {-1: []}
    for row in range(len(trace)):
        below[row] = []
        below[trace[row].parent].append(row)

    def walk(row: int) -> Iterator[tuple[str, int]]:
        yield "enter", row
        for child in below[row]:
            yield from walk(child)
        yield "return", row

    return [event for root in below[-1] for event in walk(root)]
