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

from visualizer.trace.bounds import Bound, bound_by_window, search_and_or_tree
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
        self._is_limited_by_value = trace.is_sound and not trace.may_revisit
        """Whether no node's proof exceeds the value of its visit."""

    def of(self, node: int, value: float = 0.0) -> Proved:
        """Return the range from MAX's side that contains the result of the game from a node.

        It is only as narrow as needed to tell who wins, by how much, and how the result compares
        with `value`.
        """
        row = self._last(self._index.of(node), self._visits)
        # MIN's result is MAX's with the opposite sign.
        low = self._proved_result(row, 1, min(value, 0))
        high = 0 - self._proved_result(row, -1, min(0 - value, 0))
        # MIN wins: MAX's proof tells by how much at most. Below, the other way round.
        if high < 0:
            low = self._proved_result(row, 1, high)
        if low > 0:
            high = 0 - self._proved_result(row, -1, 0 - low)
        return Proved(low, high)

    def _proved_result(self, row: int, sign: int, wanted: float) -> float:
        """Return the result that a player is proved to reach at least, from that player's side.

        The player is MAX if `sign` is 1, MIN if it is -1. Return minus infinity if the visit at
        this row, with earlier visits to its node, proves less than `wanted`.
        """
        # At least `wanted` means more than the number just below it.
        goal = ProofGoal(row, nextafter(wanted, -inf))

        def keep(goal: ProofGoal, proved: float) -> float:
            # A result at or below the floor is not exact, since searching for it may end early.
            answer = proved if proved > goal.floor else -inf
            self._store_of(goal.row)[sign][goal.row] = goal.floor, answer
            return answer

        known = self._known(goal, sign)
        if known is not None:
            return known
        return search_and_or_tree(
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

    def _known(self, goal: ProofGoal, sign: int) -> float | None:
        """Return the result that is known to be proved for a goal, None if it is not known yet.

        Minus infinity says that no result above the goal's floor is proved. Results are known if
        they are stored, and at leaves. `sign` is the player's: 1 for MAX, -1 for MIN.
        """
        row, floor = goal
        if row < 0:
            return -inf
        stored = self._store_of(row)[sign].get(row)
        if stored is not None:
            stored_floor, proved = stored
            # If nothing was proved above a higher floor, a result in between may still be proved.
            is_enough = stored_floor <= floor or proved > stored_floor
            if is_enough:
                return proved if proved > floor else -inf
        if not self._trace.may_revisit and self._trace.kind(row) in READ_LEAF_KINDS:
            return self._finished(row, sign)
        return None

    def _prove(self, goal: ProofGoal, sign: int) -> Generator[ProofGoal, float, float]:
        """Return the result that a visit, and earlier visits to its node, prove for a player.

        This generator yields the goals on which the result depends, and is sent the result proved
        for each goal. A result at or below the goal's floor need not be exact. `sign` is the
        player's: 1 for MAX, -1 for MIN.
        """
        row, floor = goal
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
        player_turn = RECORDED_MAX_TURN if sign > 0 else RECORDED_MIN_TURN
        # Where the player moves, one child is enough.
        if trace.turn(row) == player_turn:
            best = yield from self._prove_by_one(children, max(floor, least))
            return max(least, best)
        # Where the other player or chance moves, all legal moves must prove the result.
        if not self._has_all_children(row, children):
            return least
        worst = yield from self._prove_by_all(children, floor)
        if worst > floor and self._announces_all_moves(row):
            return worst
        return least

    def _prove_elsewhere(self, row: int, floor: float) -> Generator[ProofGoal, float, float]:
        """Return the result proved by the node's earlier visits, or by a table's answer.

        A table's answer proves what the visit that stored it proves.
        """
        visits_to_node = self._index.of(self._index.node_of(row))
        earlier_visit = self._last(visits_to_node, row)
        least = yield ProofGoal(earlier_visit, floor)
        source = self._trace.source(row)
        if source >= 0 and self._is_same_position(row, source):
            stored = yield ProofGoal(source, max(floor, least))
            least = max(least, stored)
        return least

    def _prove_by_one(
        self, children: Sequence[int], floor: float
    ) -> Generator[ProofGoal, float, float]:
        """Return the best result that any child proves, minus infinity without a proof.

        This generator yields a goal for each child, and is sent the child's result. Only results
        above `floor` need be exact.
        """
        best = -inf
        for child in children:
            proved = yield ProofGoal(child, max(floor, best))
            best = max(best, proved)
        return best

    def _prove_by_all(
        self, children: Sequence[int], floor: float
    ) -> Generator[ProofGoal, float, float]:
        """Return the worst of the results that the children prove.

        This generator yields a goal for each child, and is sent the child's result. It stops at the
        first child without a result above `floor`: then it returns at most `floor`.
        """
        worst = inf
        for child in children:
            if worst <= floor:
                break
            proved = yield ProofGoal(child, floor)
            worst = min(worst, proved)
        return worst

    def _is_same_position(self, row: int, source: int) -> bool:
        """Return whether two visits, a table's answer and its source, are of the same position.

        True if the rules are unknown. An engine may name the visit of another position by mistake.
        """
        rules = self._trace.rules
        if rules is None:
            return True
        here = rules(self._trace.path(row))
        stored = rules(self._trace.path(source))
        return here.key == stored.key

    def _has_all_children(self, row: int, children: Sequence[int]) -> bool:
        """Return whether the `children` of a visit are all that its player can choose.

        Every legal move must have been visited, and the player must not be free to stand pat.
        """
        move_count = self._trace.move_count(row)
        if move_count is None or row in self._trace.stand_pat_values:
            return False
        return len(children) >= move_count

    def _announces_all_moves(self, row: int) -> bool:
        """Return whether a visit has announced all moves; an engine may announce too few."""
        rules = self._trace.rules
        if rules is None:
            return True
        position = rules(self._trace.path(row))
        return position.moves <= self._trace.children(row)

    def _by_value(self, row: int, sign: int, floor: float) -> float | None:
        """Return the result that a finished visit proves without a look at its children.

        Its value and the kinds of the visits below it often tell. Return minus infinity if no
        result above `floor` is proved, and None if only the children can tell. `sign` is the
        player's: 1 for MAX, -1 for MIN.
        """
        trace = self._trace
        value = sign * trace.value(row)
        is_sound = trace.is_sound and trace.kind(row) is not Kind.STOPPED
        if self._is_limited_by_value and is_sound and value <= floor:
            return -inf
        # The kinds of the visits below: one byte of each row.
        begin = (row + 1) * ROW_BYTES + KIND_OFFSET
        end = (trace.end(row) + 1) * ROW_BYTES
        kinds_below = trace.rows[begin:end:ROW_BYTES]
        if Kind.TERMINAL not in kinds_below and Kind.TABLE not in kinds_below:
            return -inf
        has_estimates = bool(kinds_below.translate(None, FINISHED_KINDS))
        if not is_sound or trace.stand_pat_values or has_estimates:
            return None
        # All leaves below are finished games, so the value is a result.
        proving_bound = Bound.LOWER if sign > 0 else Bound.UPPER
        if bound_by_window(trace, row) in (Bound.EXACT, proving_bound):
            return value
        return None

    def _finished(self, row: int, sign: int) -> float:
        """Return the result of a finished game for a player, minus infinity for any other leaf.

        `sign` is the player's: 1 for MAX, -1 for MIN.
        """
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
        """Return the last visit to each child of the node that a row visits.

        Only the first `until` rows count. Detours, such as the side searches of engines, are no
        children.
        """
        trace = self._trace
        index = self._index
        notes = trace.engine_notes
        has_single_visits = not trace.may_revisit and not notes.probes and not notes.detours
        if has_single_visits:
            return child_visits(trace, row, until)
        visits = []
        for child in index.children(index.node_of(row), until):
            last = self._last(index.of(child), until)
            is_detour = trace.move(child) >= FIRST_DETOUR_INDEX
            if last >= 0 and not is_detour:
                visits.append(last)
        return visits

    def _last(self, visits: Sequence[int], until: int) -> int:
        """Return the last of some visits before row `until`, -1 if there is none.

        Visits in probes, the side searches of engines, do not count.
        """
        place = bisect_left(visits, until) - 1
        while place >= 0 and is_in_probe(self._trace, visits[place]):
            place -= 1
        if place >= 0:
            return visits[place]
        return -1
