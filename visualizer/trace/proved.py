"""What finished games prove of the nodes above them: that the side to gain by it can force at least such a result.

Estimates prove nothing: neither values at the depth limit nor standing pat, probes and random games. One child is
enough where the side moves itself; where the other side or chance does, all legal moves must have been visited, in
whichever pass. So a value in which both are mixed, as where finished games and estimates count discs alike, is told
from the result of a game.
"""

from bisect import bisect_left
from collections.abc import Generator, Sequence
from functools import partial
from math import inf, nextafter
from typing import NamedTuple

from visualizer.trace.bounds import Bound, bound_by_window, searched_deep
from visualizer.trace.counts import is_in_probe
from visualizer.trace.rows import (
    FIRST_DETOUR_INDEX,
    KIND_OFFSET,
    READ_LEAF_KINDS,
    ROW_BYTES,
    Kind,
    Trace,
)
from visualizer.trace.visits import child_visits, visits_of

FINISHED_KINDS = bytes((Kind.TERMINAL, Kind.FULL, Kind.CUT))
"""How visits end where every leaf is a finished game."""


class Proved(NamedTuple):
    """The least and the greatest result of a game, from MAX's side, that is proved of a node; infinite for nothing."""

    low: float
    high: float


NOTHING_PROVED = Proved(-inf, inf)
KnownProofs = dict[int, dict[int, tuple[float, float]]]
"""For MAX (1) and MIN (-1), by the rows of visits: the bound asked for, and what is proved if it is above that."""


class ProofGoal(NamedTuple):
    """What is proved at a visit, if it is more than a bound."""

    row: int
    floor: float


class ResultProofs:
    """What the first visits of a trace prove. Of visits that have ended it is kept with the trace, for all steps."""

    def __init__(self, trace: Trace, visits: int) -> None:
        """Look at so many visits, of which all leaves have returned."""
        self._trace = trace
        self._visits = visits
        self._index = visits_of(trace)
        self._open: KnownProofs = {1: {}, -1: {}}
        """What is proved at open visits: only of this step."""
        self._values_count = trace.is_sound and not trace.comes_back
        """Whether no more is proved of a node than what its visit has returned: then its value may answer at once."""

    def of(self, node: int, value: float = 0.0) -> Proved:
        """Return what is proved of a node: who wins or that nobody does, and how far it is at most to a value."""
        row = self._last(self._index.of(node), self._visits)
        low = self._least(row, 1, min(value, 0))
        high = 0 - self._least(row, -1, min(0 - value, 0))
        if high < 0:
            low = self._least(row, 1, high)
        if low > 0:
            high = 0 - self._least(row, -1, 0 - low)
        return Proved(low, high)

    def _least(self, row: int, sign: int, wanted: float) -> float:
        """Return what a visit and those before it prove a node to be worth at least, to MAX (1) or to MIN (-1).

        If that is less than `wanted`, it is minus infinity.
        """
        goal = ProofGoal(row, nextafter(wanted, -inf))

        def keep(goal: ProofGoal, found: float) -> float:
            kept = self._kept(goal.row)
            if found > goal.floor:
                answer = found
            else:
                answer = -inf
            kept[sign][goal.row] = goal.floor, answer
            return answer

        known = self._known(goal, sign)
        if known is not None:
            return known
        return searched_deep(
            goal, partial(self._prove, sign=sign), partial(self._known, sign=sign), keep
        )

    def _kept(self, row: int) -> KnownProofs:
        """Return what is known of a visit: of one that has ended for all steps, of an open one only for this."""
        if self._has_ended(row):
            return self._trace.proved
        return self._open

    def _has_ended(self, row: int) -> bool:
        """Return whether all is visited by now that a visit visits."""
        return 0 <= self._trace.end(row) < self._visits

    def _known(self, question: ProofGoal, sign: int) -> float | None:
        """Return the answer where it is known already, or is seen at once."""
        row, floor = question
        if row < 0:
            return -inf
        found = self._kept(row)[sign].get(row)
        if found is not None and (found[0] <= floor or found[1] > found[0]):
            if found[1] > floor:
                return found[1]
            return -inf
        if not self._trace.comes_back and self._trace.kind(row) in READ_LEAF_KINDS:
            return self._finished(row, sign)
        return None

    def _prove(self, question: ProofGoal, sign: int) -> Generator[ProofGoal, float, float]:
        """Return what a visit and those before it prove; yield what that depends on, and be sent the answers."""
        trace = self._trace
        row, floor = question
        rules = self._trace.rules
        least = yield ProofGoal(self._last(self._index.of(self._index.node_of(row)), row), floor)
        floor = max(floor, least)
        source = trace.source(row)
        path = trace.path
        if source >= 0 and (rules is None or rules(path(row)).key == rules(path(source)).key):
            least = max(
                least, (yield ProofGoal(source, floor))
            )  # a recording may tell of another position
        if not trace.children(row):
            return max(least, self._finished(row, sign))
        has_ended = self._has_ended(row)
        if has_ended:
            until = trace.end(row) + 1
        else:
            until = self._visits
        if has_ended and (found := self._by_value(row, sign, floor)) is not None:
            return max(least, found)
        children = self._children(row, until)
        if trace.turn(row) == (sign > 0):
            for child in children:
                least = max(least, (yield ProofGoal(child, max(floor, least))))
            return least
        moves = trace.move_count(row)
        has_all = moves is not None and len(children) >= moves and row not in trace.stands
        worst = inf if has_all else -inf
        for child in children:
            if worst <= floor:
                return least
            worst = min(worst, (yield ProofGoal(child, floor)))
        if worst > floor and (rules is None or rules(path(row)).moves <= trace.children(row)):
            return worst
        return least  # the rules have more moves than a search written elsewhere has announced

    def _by_value(self, row: int, sign: int, floor: float) -> float | None:
        """Return what a visit that has ended proves, where its value and the kinds of the visits below tell that."""
        trace = self._trace
        value = sign * trace.value(row)
        is_sound = trace.is_sound and trace.kind(row) is not Kind.STOPPED
        if self._values_count and is_sound and value <= floor:
            return -inf
        below = trace.rows[
            (row + 1) * ROW_BYTES + KIND_OFFSET : (trace.end(row) + 1) * ROW_BYTES : ROW_BYTES
        ]
        if Kind.TERMINAL not in below and Kind.TABLE not in below:
            return -inf
        all_finished = is_sound and not trace.stands and not below.translate(None, FINISHED_KINDS)
        tells = (Bound.EXACT, Bound.LOWER if sign > 0 else Bound.UPPER)
        if all_finished and bound_by_window(trace, row) in tells:
            return value
        return None

    def _finished(self, row: int, sign: int) -> float:
        """Return what a leaf is worth as a finished game, minus infinity where it is none."""
        trace = self._trace
        if trace.kind(row) is not Kind.TERMINAL:
            return -inf
        value = trace.value(row)
        is_so = trace.rules is None or trace.rules(trace.path(row)).value == value
        return sign * value if is_so else -inf

    def _children(self, row: int, until: int) -> Sequence[int]:
        """Return the last visit to each child of a node, of all its visits, among so many first visits."""
        trace = self._trace
        index = self._index
        if not trace.comes_back and not trace.said.probes and not trace.said.asides:
            return child_visits(trace, row, until)
        nodes = [
            child
            for child in index.children(index.node_of(row), until)
            if trace.move(child) < FIRST_DETOUR_INDEX
        ]
        return [visit for child in nodes if (visit := self._last(index.of(child), until)) >= 0]

    def _last(self, visits: Sequence[int], until: int) -> int:
        """Return the last of some visits that is in no probe, among so many first visits; -1 if there is none."""
        place = bisect_left(visits, until) - 1
        while place >= 0 and is_in_probe(self._trace, visits[place]):
            place -= 1
        if place >= 0:
            return visits[place]
        return -1
