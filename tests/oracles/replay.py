"""A trace replayed event by event: an independent version of everything that TreeAtStep computes from an integer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import isnan

from visualizer.trace.rows import Kind, Trace

LEAF_KINDS = (Kind.TERMINAL, Kind.LIMIT, Kind.PLAYOUT)


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


@dataclass
class Replay:
    """The state after some events, updated by each of them."""

    trace: Trace
    entered: list[int] = field(default_factory=list)
    returned: set[int] = field(default_factory=set)
    path: list[int] = field(default_factory=list)
    current: int | None = None
    entering: bool = False
    best: dict[int, tuple[float, int]] = field(default_factory=dict)
    visited: dict[int, list[int]] = field(default_factory=dict)
    cut: list[int] = field(default_factory=list)
    pruned: int = 0
    leaves: int = 0

    def do(self, what: str, row: int) -> None:
        """Take in one event."""
        self.current, self.entering = row, what == "enter"
        if what == "enter":
            self._enter(row)
        else:
            self._return(row)

    def _enter(self, row: int) -> None:
        if self.path:
            self.visited[self.path[-1]].append(row)
        self.entered.append(row)
        self.path.append(row)
        self.visited[row] = []

    def _return(self, row: int) -> None:
        assert self.path.pop() == row
        self.returned.add(row)
        visit = self.trace[row]
        self.leaves += visit.kind in LEAF_KINDS
        if visit.parent < 0:
            return
        parent = self.trace[visit.parent]
        if not isnan(visit.value):
            best = self.best.get(visit.parent)
            if best is None or (visit.value > best[0] if parent.maximizing else visit.value < best[0]):
                self.best[visit.parent] = (visit.value, row)
        if parent.kind is Kind.CUT and parent.end == visit.end:
            self.cut.append(visit.parent)
            self.pruned += parent.children - len(self.visited[visit.parent])

    def status(self, row: int) -> str:
        """Return the name of a row's status."""
        if row not in self.entered:
            return "to come"
        if row in self.cut:
            return "cut"
        if row not in self.returned:
            return "open"
        return "stopped" if self.trace[row].kind is Kind.STOPPED else "done"


def replays(trace: Trace) -> Iterator[Replay]:
    """Yield the state at step 0, 1, 2 ... of a finished trace: always the same object, one event further."""
    replay = Replay(trace)
    yield replay
    for what, row in events(trace):
        replay.do(what, row)
        yield replay
