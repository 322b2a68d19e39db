"""What finished games prove of the nodes above them: that the side to gain by it can force at least such a result.

Estimates prove nothing: neither values at the depth limit nor standing pat, probes and random games. One child is
enough where the side moves itself; where the other side or chance does, all legal moves must have been visited, in
whichever pass. So a value in which both are mixed, as where finished games and estimates count discs alike, is told
from the result of a game.
"""

from bisect import bisect_left
from collections.abc import Generator, Sequence
from math import inf
from typing import NamedTuple

from visualizer.trace.bounds import Bound, bound_by_window
from visualizer.trace.child_visits import child_visits
from visualizer.trace.probes import is_in_probe
from visualizer.trace.rows import KIND_OFFSET, LEAVES, SIZE, Kind, Trace
from visualizer.trace.said import FIRST_ASIDE
from visualizer.trace.visits import visits_of

FINISHED = bytes((Kind.TERMINAL, Kind.FULL, Kind.CUT))
"""How visits end where every leaf is a finished game."""


class Proved(NamedTuple):
    """The least and the greatest result of a game, from MAX's side, that is proved of a node; infinite for nothing."""

    low: float
    high: float


NOTHING = Proved(-inf, inf)


class Proofs:
    """What the first visits of a trace prove. Of visits that have ended it is kept with the trace, for all steps."""

    def __init__(self, trace: Trace, visits: int) -> None:
        """Look at so many visits, of which all leaves have returned."""
        self._trace, self._visits, self._index = trace, visits, visits_of(trace)
        self._kept = trace.proved
        self._open: dict[int, dict[int, float]] = {1: {}, -1: {}}
        """What is proved at open visits: only of this step."""

    def of(self, node: int) -> Proved:
        """Return what is proved of a node."""
        row = self._last(self._index.of(node), self._visits)
        return Proved(self._least(row, 1), 0 - self._least(row, -1))

    def _least(self, row: int, sign: int) -> float:
        """Return what a node is proved to be worth at least to MAX (1) or to MIN (-1), by its latest visit; -1 is none.

        The and-or tree below is searched with a stack of its own: a thousand plies are more than Python's.
        """
        waiting: list[tuple[int, Generator[int, float, float]]] = []
        answer = self._known(row, sign)
        if answer is None:
            waiting.append((row, self._prove(row, sign)))
        while waiting:
            row, proof = waiting[-1]
            try:
                needed = next(proof) if answer is None else proof.send(answer)
            except StopIteration as end:
                answer = self._places(row)[sign][row] = end.value
                waiting.pop()
                continue
            answer = self._known(needed, sign)
            if answer is None:
                waiting.append((needed, self._prove(needed, sign)))
        assert answer is not None
        return answer

    def _known(self, row: int, sign: int) -> float | None:
        """Return the answer where it is known already, or is seen at once."""
        if row < 0:
            return -inf
        found = self._kept[sign].get(row)
        if found is None:
            found = self._open[sign].get(row)
        if found is None and not self._trace.comes_back and self._trace.kind(row) in LEAVES:
            return self._finished(row, sign)
        return found

    def _places(self, row: int) -> dict[int, dict[int, float]]:
        """Return where to keep what is proved at a visit."""
        return self._kept if 0 <= self._trace.end(row) < self._visits else self._open

    def _prove(self, row: int, sign: int) -> Generator[int, float, float]:
        """Return what a visit and all before it prove; yield the visits on which that depends, and be sent theirs."""
        trace, visits = self._trace, self._index.of(self._index.node_of(row))
        least: float = yield self._last(visits, row)
        if trace.kind(row) is Kind.TABLE and self._is_same(row, trace.source(row)):
            least = max(least, (yield trace.source(row)))
        if not trace.children(row):
            return max(least, self._finished(row, sign))
        has_ended = 0 <= trace.end(row) < self._visits
        until = trace.end(row) + 1 if has_ended else self._visits
        if has_ended:
            below = trace.rows[(row + 1) * SIZE + KIND_OFFSET : until * SIZE : SIZE]
            if Kind.TERMINAL not in below and Kind.TABLE not in below:
                return least
            if trace.is_sound and not trace.stands and not below.translate(None, FINISHED):
                bound = bound_by_window(trace, row)
                if bound in (Bound.EXACT, Bound.LOWER if sign > 0 else Bound.UPPER):
                    return max(least, sign * trace.value(row))
        children = self._children(row, until)
        if trace.turn(row) == (sign > 0):
            for child in children:
                least = max(least, (yield child))
            return least
        worst = inf if self._has_all(row, children) else -inf
        for child in children:
            if worst <= least:
                return least
            worst = min(worst, (yield child))
        return worst if worst > least and self._allows_no_more(row) else least

    def _finished(self, row: int, sign: int) -> float:
        """Return what a leaf is worth as a finished game, minus infinity where it is none."""
        trace = self._trace
        if trace.kind(row) is not Kind.TERMINAL:
            return -inf
        value = trace.value(row)
        is_so = trace.rules is None or trace.rules(trace.path(row)).value == value
        return sign * value if is_so else -inf

    def _is_same(self, row: int, source: int) -> bool:
        """Return whether a table's answer is from the same position, as far as a search written elsewhere tells."""
        rules, path = self._trace.rules, self._trace.path
        return source < 0 or rules is None or rules(path(row)).key == rules(path(source)).key

    def _children(self, row: int, until: int) -> Sequence[int]:
        """Return the last visit to each child of a node, of all its visits, among so many first visits."""
        trace, index = self._trace, self._index
        if not trace.comes_back and not trace.said.probes and not trace.said.asides:
            return child_visits(trace, row, until)
        nodes = [child for child in index.children(index.node_of(row), until) if trace.move(child) < FIRST_ASIDE]
        return [visit for child in nodes if (visit := self._last(index.of(child), until)) >= 0]

    def _last(self, visits: Sequence[int], until: int) -> int:
        """Return the last of some visits that is in no probe, among so many first visits; -1 if there is none."""
        place = bisect_left(visits, until) - 1
        while place >= 0 and is_in_probe(self._trace, visits[place]):
            place -= 1
        return visits[place] if place >= 0 else -1

    def _has_all(self, row: int, children: Sequence[int]) -> bool:
        """Return whether the children are as many as a visit has announced, and nobody may stand pat there."""
        trace = self._trace
        return len(children) >= trace.children(row) and trace.is_counted(row) and row not in trace.stands

    def _allows_no_more(self, row: int) -> bool:
        """Return whether the rules of the game have no more moves than a search written elsewhere has announced."""
        trace = self._trace
        return trace.rules is None or trace.rules(trace.path(row)).moves <= trace.children(row)
