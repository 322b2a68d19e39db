"""Proofs by finished games: the result that a player can force from a node above them.

Estimates prove nothing: neither values at the depth limit nor standing pat, probes and random
games. One child is enough where the player moves; where the other player or chance moves, all legal
moves must have been visited, in whichever pass. So the result of a game is told apart from values
in which both are mixed, as where finished games and estimates count discs alike.
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
    RECORDED_MAX_TURN,
    RECORDED_MIN_TURN,
    ROW_BYTES,
    Kind,
    Trace,
)
from visualizer.trace.visits import child_visits, visits_of

FINISHED_KINDS = bytes((Kind.TERMINAL, Kind.FULL, Kind.CUT))
"""The kinds of visits if every leaf below is a finished game."""


class Proved(NamedTuple):
    """The proved range of a game's result, from MAX's side; infinite without a proof."""

    low: float
    high: float


NOTHING_PROVED = Proved(-inf, inf)
KnownProofs = dict[int, dict[int, tuple[float, float]]]
"""By player (1 for MAX, -1 for MIN) and by row: a floor, and what is proved above it, else -inf."""


class ProofGoal(NamedTuple):
    """The question which result above a floor is proved at a visit."""

    row: int
    floor: float


class ResultProofs:
    """The results that the first visits of a trace prove.

    Proofs at visits that have ended are stored in the trace, for all steps.
    """

    def __init__(self, trace: Trace, visits: int) -> None:
        """Start with a trace's first `visits` visits, whose leaves must all have returned."""
        self._trace = trace
        self._visits = visits
        self._index = visits_of(trace)
        self._open: KnownProofs = {1: {}, -1: {}}
        """Proofs at open visits, valid for this step only."""
        self._values_count = trace.is_sound and not trace.may_revisit
        """Whether a node's proof never exceeds the value of its visit, which then decides."""

    def of(self, node: int, value: float = 0.0) -> Proved:
        """Return the proved range at a node, exact enough to tell the winner and reach `value`."""
        row = self._last(self._index.of(node), self._visits)
        low = self._least(row, 1, min(value, 0))
        high = 0 - self._least(row, -1, min(0 - value, 0))
        # Once it is known who wins, the other side's bound tells by how much at most.
        if high < 0:
            low = self._least(row, 1, high)
        if low > 0:
            high = 0 - self._least(row, -1, 0 - low)
        return Proved(low, high)

    def _least(self, row: int, sign: int, wanted: float) -> float:
        """Return the result that a node's visits prove at least, for MAX (1) or for MIN (-1).

        It is minus infinity if less than `wanted`.
        """
        # At least `wanted` means more than the number just below it.
        goal = ProofGoal(row, nextafter(wanted, -inf))

        def keep(goal: ProofGoal, proved: float) -> float:
            # What is no more than the floor need not be exact.
            answer = proved if proved > goal.floor else -inf
            self._store_of(goal.row)[sign][goal.row] = goal.floor, answer
            return answer

        known = self._known(goal, sign)
        if known is not None:
            return known
        return searched_deep(
            goal, partial(self._prove, sign=sign), partial(self._known, sign=sign), keep
        )

    def _store_of(self, row: int) -> KnownProofs:
        """Return the store for a visit: the trace's if it has ended, else this step's."""
        if self._has_ended(row):
            return self._trace.proved
        return self._open

    def _has_ended(self, row: int) -> bool:
        """Return whether all visits below a visit are among the first ones."""
        return 0 <= self._trace.end(row) < self._visits

    def _known(self, question: ProofGoal, sign: int) -> float | None:
        """Return the answer to a question if it is stored or obvious, else None."""
        row, floor = question
        if row < 0:
            return -inf
        stored = self._store_of(row)[sign].get(row)
        if stored is not None:
            stored_floor, proved = stored
            # Above a higher floor, nothing may have been proved, but something above this one.
            if stored_floor <= floor or proved > stored_floor:
                return proved if proved > floor else -inf
        if not self._trace.may_revisit and self._trace.kind(row) in READ_LEAF_KINDS:
            return self._finished(row, sign)
        return None

    def _prove(self, question: ProofGoal, sign: int) -> Generator[ProofGoal, float, float]:
        """Return what a visit and those before it prove.

        Yields the questions on which that depends, and is sent their answers.
        """
        row, floor = question
        trace = self._trace
        least = yield from self._prove_elsewhere(row, floor)
        floor = max(floor, least)
        if not trace.children(row):
            return max(least, self._finished(row, sign))

        until = self._visits
        if self._has_ended(row):
            until = trace.end(row) + 1
            by_value = self._by_value(row, sign, floor)
            if by_value is not None:
                return max(least, by_value)

        children = self._children(row, until)
        player = RECORDED_MAX_TURN if sign > 0 else RECORDED_MIN_TURN
        if trace.turn(row) == player:
            best = yield from self._prove_by_one(children, max(floor, least))
            return max(least, best)
        if not self._has_all_children(row, children):
            return least
        worst = yield from self._prove_by_all(children, floor)
        if worst > floor and self._announces_all_moves(row):
            return worst
        return least

    def _prove_elsewhere(self, row: int, floor: float) -> Generator[ProofGoal, float, float]:
        """Return what the visits before prove, and the visit that stored a table's answer."""
        earlier = self._last(self._index.of(self._index.node_of(row)), row)
        least = yield ProofGoal(earlier, floor)
        source = self._trace.source(row)
        if source >= 0 and self._is_same_position(row, source):
            stored = yield ProofGoal(source, max(floor, least))
            least = max(least, stored)
        return least

    def _prove_by_one(
        self, children: Sequence[int], floor: float
    ) -> Generator[ProofGoal, float, float]:
        """Return the most that any child proves: where the player moves, one is enough."""
        best = -inf
        for child in children:
            proved = yield ProofGoal(child, max(floor, best))
            best = max(best, proved)
        return best

    def _prove_by_all(
        self, children: Sequence[int], floor: float
    ) -> Generator[ProofGoal, float, float]:
        """Return what all children prove: all must, where the other player or chance moves."""
        worst = inf
        for child in children:
            if worst <= floor:
                break
            proved = yield ProofGoal(child, floor)
            worst = min(worst, proved)
        return worst

    def _is_same_position(self, row: int, source: int) -> bool:
        """Return whether a table's answer is about this position, as far as the rules tell.

        A recording of an engine may name the visit of another position.
        """
        rules = self._trace.rules
        if rules is None:
            return True
        here = rules(self._trace.path(row))
        stored = rules(self._trace.path(source))
        return here.key == stored.key

    def _has_all_children(self, row: int, children: Sequence[int]) -> bool:
        """Return whether every legal move was visited, and standing pat is no other choice."""
        moves = self._trace.move_count(row)
        return (
            moves is not None and len(children) >= moves and row not in self._trace.stand_pat_values
        )

    def _announces_all_moves(self, row: int) -> bool:
        """Return whether a visit has announced all moves; an engine may announce too few."""
        rules = self._trace.rules
        if rules is None:
            return True
        position = rules(self._trace.path(row))
        return position.moves <= self._trace.children(row)

    def _by_value(self, row: int, sign: int, floor: float) -> float | None:
        """Return what an ended visit proves if its value and the kinds below it tell, else None."""
        trace = self._trace
        value = sign * trace.value(row)
        is_sound = trace.is_sound and trace.kind(row) is not Kind.STOPPED
        if self._values_count and is_sound and value <= floor:
            return -inf
        begin = (row + 1) * ROW_BYTES + KIND_OFFSET
        kinds_below = trace.rows[begin : (trace.end(row) + 1) * ROW_BYTES : ROW_BYTES]
        if Kind.TERMINAL not in kinds_below and Kind.TABLE not in kinds_below:
            return -inf
        if not is_sound or trace.stand_pat_values or kinds_below.translate(None, FINISHED_KINDS):
            return None
        proving = Bound.LOWER if sign > 0 else Bound.UPPER
        if bound_by_window(trace, row) in (Bound.EXACT, proving):
            return value
        return None

    def _finished(self, row: int, sign: int) -> float:
        """Return a leaf's value as a finished game, minus infinity if it is none."""
        trace = self._trace
        if trace.kind(row) is not Kind.TERMINAL:
            return -inf
        value = trace.value(row)
        # An engine may report a wrong result.
        if trace.rules is not None:
            position = trace.rules(trace.path(row))
            if position.value != value:
                return -inf
        return sign * value

    def _children(self, row: int, until: int) -> Sequence[int]:
        """Return the last visit to each child of a node's visits, among the first `until` rows."""
        trace = self._trace
        index = self._index
        if (
            not trace.may_revisit
            and not trace.engine_notes.probes
            and not trace.engine_notes.detours
        ):
            return child_visits(trace, row, until)
        visits = []
        for child in index.children(index.node_of(row), until):
            last = self._last(index.of(child), until)
            if last >= 0 and trace.move(child) < FIRST_DETOUR_INDEX:
                visits.append(last)
        return visits

    def _last(self, visits: Sequence[int], until: int) -> int:
        """Return the last of some visits before row `until` that is in no probe, -1 for none."""
        place = bisect_left(visits, until) - 1
        while place >= 0 and is_in_probe(self._trace, visits[place]):
            place -= 1
        if place >= 0:
            return visits[place]
        return -1
