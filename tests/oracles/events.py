"""A recorder that only keeps a list of what is reported to it."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf, nan
from typing import Any, cast

from visualizer.trace.recorder import FULL, LIMIT, Recorder, SearchStopped
from visualizer.trace.rows import Kind


@dataclass
class Visit:
    """What was reported of one visit. The fields of its return are filled in later: read them
    only after it.
    """

    row: int
    path: tuple[int, ...]
    above: Visit | None
    maximizing: bool
    children: int
    alpha: float
    beta: float
    pass_name: str
    is_leaf: bool
    source: int = -1
    kind: str = "open"
    value: float = nan
    tried: list[Visit] = field(default_factory=list)
    """The visits of its children, in order."""
    move_scores: tuple[tuple[int, ...], tuple[float, ...]] | None = None

    @property
    def move(self) -> int:
        """Return the natural number of the last move, 0 for the root."""
        if self.path:
            return self.path[-1]
        return 0


Event = tuple[str, Visit]
"""An event: "enter" or "return", and the visit."""


class ListRecorder:
    """Has the verbs of `Recorder`. After `limit` visits it stops the search."""

    def __init__(self, limit: int | None = None) -> None:
        """Start with an empty list."""
        self.events: list[Event] = []
        self.visits: list[Visit] = []
        self.open: list[Visit] = []
        self.limit = limit
        self.pass_name = ""

    def begin_pass(self, name: str = "", depth: int | None = None) -> None:
        """Record the name of the pass that begins with the next root."""
        self.pass_name = name if depth is None else f"depth {depth}"

    def enter(
        self, move: int, maximizing: bool, children: int, alpha: float = -inf, beta: float = inf
    ) -> int:
        """Record that an inner node is entered."""
        return self._visit(
            move,
            maximizing,
            children,
            alpha,
            beta,
            is_leaf=False,
        ).row

    def leaf(
        self,
        move: int,
        value: float,
        kind: int = LIMIT,
        alpha: float = -inf,
        beta: float = inf,
        source: int = -1,
    ) -> float:
        """Record that a leaf is entered and returns."""
        self._visit(
            move,
            False,
            0,
            alpha,
            beta,
            is_leaf=True,
        ).source = source
        self.open[-1].kind = Kind(kind).name.lower()
        return self._return(value)

    def leave(self, value: float, kind: int = FULL) -> float:
        """Record that the innermost open visit returns."""
        self.open[-1].kind = Kind(kind).name.lower()
        return self._return(value)

    def score_moves(self, order: Any, scores: Any) -> None:
        """Record the order and the scores of the innermost open visit's moves."""
        self.open[-1].move_scores = tuple(order), tuple(scores)

    def path(self) -> tuple[int, ...]:
        """Return the moves to the innermost open visit."""
        if self.open:
            return self.open[-1].path
        return ()

    def row(self) -> int:
        """Return the row of the innermost open visit."""
        if self.open:
            return self.open[-1].row
        return -1

    def visited(self) -> int:
        """Return how many visits there have been."""
        return len(self.visits)

    def settle(self) -> None:
        """Do nothing, since nothing is buffered."""

    def close(self) -> None:
        """Mark all open visits as stopped."""
        while self.open:
            self.open[-1].kind = "stopped"
            self._return(nan)

    def as_recorder(self) -> Recorder:
        """Return itself, typed as a recorder."""
        return cast("Recorder", self)

    def _visit(
        self,
        move: int,
        maximizing: bool,
        children: int,
        alpha: float,
        beta: float,
        *,
        is_leaf: bool,
    ) -> Visit:
        if self.limit is not None and len(self.visits) >= self.limit:
            raise SearchStopped("the limit was reached")
        if self.open:
            above = self.open[-1]
        else:
            above = None
        if above:
            path = (*above.path, int(move))
        else:
            path = ()
        visit = Visit(
            len(self.visits),
            path,
            above,
            maximizing,
            children,
            alpha,
            beta,
            self.pass_name,
            is_leaf,
        )
        if above:
            above.tried.append(visit)
        self.visits.append(visit)
        self.open.append(visit)
        self.events.append(("enter", visit))
        return visit

    def _return(self, value: float) -> float:
        visit = self.open.pop()
        visit.value = value
        self.events.append(("return", visit))
        return value
