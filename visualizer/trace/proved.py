"""Proofs by finished games: the result that a player can force from a node above them.

Only finished games prove a result. Values at the depth limit, standing pat, probes and random games
are estimates, which prove nothing. Where the player moves, one child that proves the result is
enough. Where the other player or chance moves, all legal moves must have been visited, no matter in
which pass.

The value of a node may mix results and estimates, for example if both count discs. Then only such a
proof tells what is certain.
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
"""If the visits below a visit have only these kinds, all leaves below are finished games."""


class Proved(NamedTuple):
    """The range in which a game's result is proved to be, from MAX's side.

    An end without a proof is infinite.
    """

    low: float
    high: float


NOTHING_PROVED = Proved(-inf, inf)
KnownProofs = dict[int, dict[int, tuple[float, float]]]
"""What proofs have found, by player (1 for MAX, -1 for MIN) and by row: the floor of the proof's
goal, and the result that is proved above this floor, or minus infinity if none is."""


class ProofGoal(NamedTuple):
    """A question: which result above a floor does a visit prove for a player, if any.

    The floor is from the player's side.
    """

    row: int
    floor: float


class ResultProofs:
    """The results that the first visits of a trace prove.

    Results for a player are from the player's side, and minus infinity if nothing is proved.

    What visits prove that have ended is stored in the trace, for all steps.
    """

    def __init__(self, trace: Trace, visits: int) -> None:
        """Start with a trace's first `visits` visits, whose leaves must all have returned."""
        self._trace = trace
        self._visits = visits
        self._index = visits_of(trace)
        self._open_proofs: KnownProofs = {1: {}, -1: {}}
        """What open visits prove, which is valid for this step only."""
        self._is_limited_by_value = trace.is_sound and not trace.may_revisit
        """Whether a visit never proves a better result than its value."""

    def proved_range(self, node: int, value: float = 0.0) -> Proved:
        """Return the range, from MAX's side, in which the result of a game from a node must lie.

        It tells who wins and by how much, and whether the result is better or worse than `value`.
        A narrower range is not searched for.
        """
        row = self._last_before(self._index.visits_to(node), self._visits)
        # A result below both 0 (a draw) and `value` would not be news for a player. Values change
        # sides by 0 - x, since -x would turn 0.0 into -0.0.
        low = self._proved_result(row, 1, min(value, 0))
        high = 0 - self._proved_result(row, -1, min(0 - value, 0))
        # If MIN wins, search lower results of MAX, too: by how much does MIN win? And vice versa.
        if high < 0:
            return Proved(self._proved_result(row, 1, high), high)
        if low > 0:
            return Proved(low, 0 - self._proved_result(row, -1, 0 - low))
        return Proved(low, high)

    def _proved_result(self, row: int, sign: int, min_result: float) -> float:
        """Return the best result that a player is proved to reach from the node of a visit.

        Earlier visits to the node count, too. Return minus infinity if the best result is below
        `min_result`. `sign` is 1 for MAX, -1 for MIN.
        """
        # A goal asks for a result above its floor: here, the number just below `min_result`.
        goal = ProofGoal(row, nextafter(min_result, -inf))

        def store(goal: ProofGoal, result: float) -> float:
            # A result up to the floor is not exact: the proof stopped once it could not exceed it.
            answer = result if result > goal.floor else -inf
            self._store_for(goal.row)[sign][goal.row] = goal.floor, answer
            return answer

        known_result = self._known_result(goal, sign)
        if known_result is not None:
            return known_result
        return search_and_or_tree(
            goal, partial(self._prove, sign=sign), partial(self._known_result, sign=sign), store
        )

    def _store_for(self, row: int) -> KnownProofs:
        """Return where the proofs of a visit are stored: in the trace if the visit has ended."""
        if self._has_ended(row):
            return self._trace.proved
        return self._open_proofs

    def _has_ended(self, row: int) -> bool:
        """Return whether a visit has ended within the first visits."""
        return 0 <= self._trace.end(row) < self._visits

    def _known_result(self, goal: ProofGoal, sign: int) -> float | None:
        """Return the result for a goal if it is stored, or if the visit is a leaf; else None.

        Minus infinity means that no result above the goal's floor is proved. `sign` is 1 for MAX,
        -1 for MIN.
        """
        row, floor = goal
        # Without a visit (row -1), nothing is proved.
        if row < 0:
            return -inf
        stored = self._store_for(row)[sign].get(row)
        if stored is not None:
            stored_floor, result = stored
            # "No result above the stored floor" does not answer a goal with a lower floor.
            is_answer = stored_floor <= floor or result > stored_floor
            if is_answer:
                return result if result > floor else -inf
        if not self._trace.may_revisit and self._trace.kind(row) in READ_LEAF_KINDS:
            return self._game_result(row, sign)
        return None

    def _prove(self, goal: ProofGoal, sign: int) -> Generator[ProofGoal, float, float]:
        """Return the best result that a player is proved to reach from the node of a visit.

        This generator yields the goals on which the result depends, and is sent the result for each
        goal. A result at or below the goal's floor need not be exact. `sign` is 1 for MAX, -1 for
        MIN.
        """
        row, floor = goal
        trace = self._trace
        related_result = yield from self._prove_by_related_visits(row, floor)
        floor = max(floor, related_result)
        if not trace.children(row):
            return max(related_result, self._game_result(row, sign))

        end_row = self._visits
        if self._has_ended(row):
            end_row = trace.end(row) + 1
            result = self._result_without_children(row, sign, floor)
            if result is not None:
                return max(related_result, result)

        children = self._last_child_visits(row, end_row)
        player_turn = RECORDED_MAX_TURN if sign > 0 else RECORDED_MIN_TURN
        # Where the player moves, one child is enough.
        if trace.turn(row) == player_turn:
            best = yield from self._prove_by_one(children, floor)
            return max(related_result, best)
        # Where the other player or chance moves, all legal moves must prove the result.
        if not self._has_all_children(row, children):
            return related_result
        worst = yield from self._prove_by_all(children, floor)
        if worst > floor and self._announces_all_moves(row):
            return worst
        return related_result

    def _prove_by_related_visits(
        self, row: int, floor: float
    ) -> Generator[ProofGoal, float, float]:
        """Return the best result that two other visits prove about the node of a row.

        One is the previous visit to the node. The other is the visit that stored the answer, if the
        row is a table's answer. This generator yields a goal for each, and is sent the results.
        """
        node = self._index.node_of(row)
        earlier_visit = self._last_before(self._index.visits_to(node), row)
        result = yield ProofGoal(earlier_visit, floor)
        source = self._trace.source(row)
        if source >= 0 and self._is_same_position(row, source):
            source_result = yield ProofGoal(source, max(floor, result))
            result = max(result, source_result)
        return result

    def _prove_by_one(
        self, children: Sequence[int], floor: float
    ) -> Generator[ProofGoal, float, float]:
        """Return the best result that any of the children proves.

        This generator yields a goal for each child, and is sent the child's result. A result at or
        below `floor` need not be exact.
        """
        best = -inf
        for child in children:
            result = yield ProofGoal(child, max(floor, best))
            best = max(best, result)
        return best

    def _prove_by_all(
        self, children: Sequence[int], floor: float
    ) -> Generator[ProofGoal, float, float]:
        """Return the result that all children prove: the worst of their results.

        This generator yields a goal for each child, and is sent the child's result. The first
        result that is not above `floor` ends the search: the exact worst result then is not needed.
        """
        worst = inf
        for child in children:
            if worst <= floor:
                break
            result = yield ProofGoal(child, floor)
            worst = min(worst, result)
        return worst

    def _is_same_position(self, row: int, source: int) -> bool:
        """Return whether a table's answer and its source are visits of the same position.

        An engine may name the visit of another position by mistake. Only recordings of engines have
        `rules` to check this.
        """
        rules = self._trace.rules
        if rules is None:
            return True
        position = rules(self._trace.path(row))
        source_position = rules(self._trace.path(source))
        return position.key == source_position.key

    def _has_all_children(self, row: int, children: Sequence[int]) -> bool:
        """Return whether the player at a visit can choose only among the given children.

        This is so if every legal move was visited, and standing pat is not allowed.
        """
        move_count = self._trace.move_count(row)
        if move_count is None or row in self._trace.stand_pat_values:
            return False
        return len(children) >= move_count

    def _announces_all_moves(self, row: int) -> bool:
        """Return whether a visit has announced as many moves as the rules allow.

        An engine may announce too few by mistake. Only recordings of engines have `rules` to check
        this.
        """
        rules = self._trace.rules
        if rules is None:
            return True
        position = rules(self._trace.path(row))
        return position.moves <= self._trace.children(row)

    def _result_without_children(self, row: int, sign: int, floor: float) -> float | None:
        """Return the result that an ended visit proves by its value, None if its children decide.

        Minus infinity means that no result above `floor` is proved. `sign` is 1 for MAX, -1 for
        MIN.
        """
        trace = self._trace
        value = sign * trace.value(row)
        is_sound = trace.is_sound and trace.kind(row) is not Kind.STOPPED
        if self._is_limited_by_value and is_sound and value <= floor:
            return -inf
        # The kind of a visit is one byte of its row.
        first_byte = (row + 1) * ROW_BYTES + KIND_OFFSET
        end_byte = (trace.end(row) + 1) * ROW_BYTES
        kinds_below = trace.rows[first_byte:end_byte:ROW_BYTES]
        # Only finished games prove a result, here or below a visit that stored a table's answer.
        if Kind.TERMINAL not in kinds_below and Kind.TABLE not in kinds_below:
            return -inf
        other_kinds_below = kinds_below.translate(None, FINISHED_KINDS)
        if not is_sound or trace.stand_pat_values or other_kinds_below:
            return None
        # All leaves below are finished games, so the value is the result of one of them.
        proving_bound = Bound.LOWER if sign > 0 else Bound.UPPER
        if bound_by_window(trace, row) in (Bound.EXACT, proving_bound):
            return value
        return None

    def _game_result(self, row: int, sign: int) -> float:
        """Return the result of a finished game for a player, minus infinity for any other leaf.

        `sign` is 1 for MAX, -1 for MIN.
        """
        trace = self._trace
        if trace.kind(row) is not Kind.TERMINAL:
            return -inf
        value = trace.value(row)
        # An engine may report a wrong result, which proves nothing.
        if trace.rules is not None:
            position = trace.rules(trace.path(row))
            if position.value != value:
                return -inf
        return sign * value

    def _last_child_visits(self, row: int, end_row: int) -> Sequence[int]:
        """Return the row of the last visit, before row `end_row`, to each child of a row's node.

        The visits may be from any pass. Children that no legal move leads to (detours) are left
        out.
        """
        trace = self._trace
        index = self._index
        notes = trace.engine_notes
        has_single_visits = not trace.may_revisit and not notes.probes and not notes.detours
        if has_single_visits:
            return child_visits(trace, row, end_row)
        node = index.node_of(row)
        last_visits = []
        for child in index.children(node, end_row):
            is_detour = trace.move(child) >= FIRST_DETOUR_INDEX
            last_visit = self._last_before(index.visits_to(child), end_row)
            if last_visit >= 0 and not is_detour:
                last_visits.append(last_visit)
        return last_visits

    def _last_before(self, visits: Sequence[int], end_row: int) -> int:
        """Return the last of the sorted `visits` before row `end_row`, -1 if there is none.

        Visits in probes, the side searches of engines, do not count.
        """
        index = bisect_left(visits, end_row) - 1
        while index >= 0 and is_in_probe(self._trace, visits[index]):
            index -= 1
        if index >= 0:
            return visits[index]
        return -1
