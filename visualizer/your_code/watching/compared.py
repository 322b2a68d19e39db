"""A user's search compared with a right one: the visits that both make, and the wrong numbers.

Variables are not compared, since right code may use them as it likes. The comparison is of what all
right searches have in common: the visited nodes, the windows of calls, and the returned values.
"""

from collections.abc import Sequence
from itertools import islice, pairwise
from math import inf
from typing import NamedTuple

from games import Turn
from visualizer.explaining.comparison.parting import common_visits
from visualizer.look.numbers import is_null_window
from visualizer.trace.bounds import PointOfView
from visualizer.trace.rows import OPEN_WINDOW, MovePath, Window
from visualizer.trace.visits import child_visits
from visualizer.trace.visits_at_step import VisitsAtStep
from visualizer.your_code.grading.answers import is_same_value
from visualizer.your_code.grading.trees import MAX_TURN, MIN_TURN
from visualizer.your_code.watching.right import RightSearchOfCode
from visualizer.your_code.watching.source_lines import OPPOSITE_WINDOW_END, source_lines_of
from visualizer.your_code.watching.tracer import WINDOW_ENDS
from visualizer.your_code.watching.visits import CodeSearch, NegatedTurns, code_point_of_view


class WrongNumber(NamedTuple):
    """A wrong end of a visit's window, or a wrong value that it returned, from MAX's side."""

    row: int
    role: str
    """`alpha`, `beta` or `value`."""
    yours: float
    low: float
    high: float
    """The right number is from `low` to `high`."""


class ComparedCode:
    """A search by code compared with a right one; rows are those of the code's trace."""

    def __init__(
        self,
        code: CodeSearch,
        right: RightSearchOfCode,
        negated_turns: NegatedTurns | None = None,
    ) -> None:
        """Find the visits that both searches make, up to the first difference in visits.

        `negated_turns` are the turns (MAX, MIN, chance) in which the code uses MIN's side, so that
        its numbers are MAX's negated. By default, take the turns for which most numbers are right.
        """
        self.code = code
        self.right = right
        self.run = code.run
        self.events = [*code.trace.events()]
        common = common_visits(code.trace, right.trace, right.is_optional)
        self.right_rows = common.rows
        """The rows of the right search's visits, by the row of the same visit of the code."""
        self.step, right_step = common.steps
        self.next_event = next(iter(self.events[self.step :]), None)
        """The code's first event that differs; None if the code has no more events."""
        self.expected_event = next(islice(right.trace.events(), right_step, None), None)
        """The right search's event in its place; None if the right search has no more events."""
        have_both_ended = self.next_event is None and self.expected_event is None
        self.visits_differ = right.is_complete and not have_both_ended
        """Whether the searches visit different nodes from some step on."""
        # To guess the turns, `_find_negated_turns` sets this attribute to each candidate.
        self.negated_turns = negated_turns or ()
        if negated_turns is None:
            self.negated_turns = self._find_negated_turns()

    def _find_negated_turns(self) -> NegatedTurns:
        """Guess the turns in which the code's numbers are from MIN's side.

        Choose the guess with which most leaf values are right and, among equal guesses, the one
        with which the code agrees with the right search for most events.
        """
        candidates: list[NegatedTurns] = [()]
        if self.run.turn(()) == MIN_TURN:
            candidates.append((MIN_TURN, MAX_TURN, Turn.CHANCE))
        candidates.append((MIN_TURN,))
        is_negamax = self._is_negamax()
        if is_negamax:
            # Negamax negates at MIN's nodes only. `max` prefers the first of equal candidates.
            candidates.reverse()

        best = max(
            candidates,
            key=lambda turns: (
                self.count_agreeing_leaves(turns),
                self.count_agreeing_events(turns),
            ),
        )
        # If no guess explains all numbers, the code has a mistake, but it is still negamax.
        if is_negamax and self.count_agreeing_events(best) < self.step:
            return (MIN_TURN,)
        return best

    def _is_negamax(self) -> bool:
        """Return whether the code has run a line that negates what a search returns."""
        track = self.code.track
        for line, call in set(zip(track.lines, track.call_numbers, strict=True)):
            source = source_lines_of(track.files[track.calls[call].file].lines)
            if line in source.negamax_lines:
                return True
        return False

    def count_agreeing_events(self, negated_turns: NegatedTurns) -> int:
        """Set `negated_turns`, and count the events before the first number that is then wrong."""
        self.negated_turns = negated_turns
        for step, (row, is_return) in enumerate(self.events[: self.step]):
            wrong = self.wrong_value(row) if is_return else self.wrong_end(row)
            if wrong is not None:
                return step
        return self.step

    def count_agreeing_leaves(self, negated_turns: NegatedTurns) -> int:
        """Set `negated_turns`, and count the leaves whose values are then right."""
        self.negated_turns = negated_turns
        leaves = (row for row in range(len(self.right_rows)) if self.code.trace.is_leaf(row))
        return sum(self.wrong_value(row) is None for row in leaves)

    def view(self, path: MovePath) -> PointOfView:
        """Return the point of view of the code's numbers at a node."""
        return code_point_of_view(self.run, path, self.negated_turns)

    def convert_end(self, role: str, path: MovePath) -> str:
        """Convert the name of a window end from MAX's side to the code's side, or back.

        Where the code's numbers at the node are from MIN's side, "alpha" becomes "beta" and vice
        versa.
        """
        if self.view(path).is_min:
            return OPPOSITE_WINDOW_END[role]
        return role

    def window(self, row: int) -> Window | None:
        """Return the window of a visit from MAX's side.

        None if the code or the right search has no windows.
        """
        window = self.code.trace.window(row)
        if window is None or not self.right.has_window:
            return None
        return self.view(self.code.paths[row]).window(*window)

    def right_window(self, row: int) -> Window:
        """Return the window of the same visit in the right search, open if it has none."""
        return self.right.trace.window(self.right_rows[row]) or OPEN_WINDOW

    def right_value(self, row: int) -> float:
        """Return the value of the same visit in the right search."""
        return self.right.trace.value(self.right_rows[row])

    def value(self, row: int) -> float | None:
        """Return the value of the code's visit from MAX's side, None if the code has no number."""
        # A leaf that is read in its parent's call returns no value that could be wrong.
        if self.code.trace.is_leaf(row) and self.code.calls[row] < 0:
            return self.right_value(row)
        value = self.code.value(row)
        if value is None:
            return None
        return self.view(self.code.paths[row]).of(value)

    def wrong_end(self, row: int) -> WrongNumber | None:
        """Return the first wrong end of a visit's window, or None if the window is right."""
        window = self.window(row)
        if window is None:
            return None
        right = self.right_window(row)
        wrong_ends = [
            WrongNumber(row, role, end, low=right_end, high=right_end)
            for role, end, right_end in zip(WINDOW_ENDS, window, right, strict=True)
            if not is_same_value(
                self.right.comparable_end(end), self.right.comparable_end(right_end)
            )
        ]
        if not wrong_ends:
            return None
        # A null window may have any width in the code, so one of its ends may differ.
        if len(wrong_ends) == 1 and is_null_window(*right):
            return None
        return wrong_ends[0]

    def wrong_value(self, row: int) -> WrongNumber | None:
        """Return the value of a visit if it is wrong, None if a right search may return it."""
        value = self.value(row)
        right = self.right_value(row)
        if value is None or is_same_value(value, right):
            return None
        alpha, beta = self.right_window(row)
        # A right value inside the window is exact, so every other value is wrong.
        if not self.right.has_window or alpha < right < beta:
            return WrongNumber(
                row,
                "value",
                value,
                low=right,
                high=right,
            )
        end = alpha if right <= alpha else beta
        return self._wrong_bound(row, value, right, end)

    def _wrong_bound(
        self,
        row: int,
        value: float,
        right: float,
        end: float,
    ) -> WrongNumber | None:
        """Return the value of a visit if it is wrong, else None; the right search returns a bound.

        The bound `right` is equal to the window end `end`, or outside the window. The code may
        return the end itself (fail-hard), the true value, or any value between them (fail-soft).
        """
        # The true value is at the bound or beyond, so it need not be computed here.
        if min(end, right) <= value <= max(end, right):
            return None
        depth = self.right.depth_limit(self.right_rows[row])
        true_value = self.right.minimax_value(self.code.paths[row], depth)
        low, high = sorted((true_value, end))
        if low <= value <= high:
            return None
        return WrongNumber(
            row,
            "value",
            value,
            low=low,
            high=high,
        )

    @property
    def next_node(self) -> MovePath | None:
        """The node that the code enters in its first different event; None if it enters none."""
        if self.next_event is None:
            return None
        row, is_return = self.next_event
        if is_return:
            return None
        return self.code.paths[row]

    @property
    def expected_node(self) -> MovePath | None:
        """The node that the right search enters in its first different event; None if none."""
        if self.expected_event is None:
            return None
        row, is_return = self.expected_event
        if is_return:
            return None
        return self.right.trace.path(row)

    def rows_open_at_difference(self) -> list[int]:
        """Return the rows of the visits that are open at the first difference, outermost first.

        If the visits do not differ, return only the last visit to the root, or none if the root is
        a leaf.
        """
        trace = self.code.trace
        if not self.visits_differ:
            root = trace.roots()[-1]
            return [] if trace.is_childless(root) else [root]
        return trace.line_to(VisitsAtStep(trace, self.step).innermost())

    def children(self, parent: int, before: float = inf) -> list[int]:
        """Return the rows of the visits to the children of a visit, up to the first difference.

        Only rows less than `before` are returned.
        """
        rows = child_visits(self.code.trace, parent, len(self.right_rows))
        return [row for row in rows if row < before]

    def first_wrong_number(self) -> WrongNumber | None:
        """Return the first wrong number that changed the visits or the answer, or None.

        A wrong number has changed nothing if its visit still returned the right value.
        """
        wrong = self._first_wrong_in_visits(self.rows_open_at_difference())
        if wrong is not None or self.visits_differ:
            return wrong
        answer = self.wrong_value(self.code.trace.roots()[-1])
        if answer is None:
            return None
        return self.first_cause(answer)

    def _first_wrong_in_visits(self, rows: Sequence[int]) -> WrongNumber | None:
        """Return the first wrong number in nested visits, outermost first, or None.

        The numbers are the ends of the visits' windows, and the values that children returned. For
        a wrong value, return the first wrong number that led to it.
        """
        # In each visit, only the children before the next visit have returned.
        for row, next_row in pairwise([*rows, len(self.right_rows)]):
            wrong_end = self.wrong_end(row)
            if wrong_end is not None:
                return wrong_end
            for child in self.children(row, next_row):
                wrong_value = self.wrong_value(child)
                if wrong_value is not None:
                    return self.first_cause(wrong_value)
        return None

    def first_cause(self, wrong: WrongNumber) -> WrongNumber:
        """Return the first wrong number in the visit that returned a wrong value.

        If everything else in the visit is right, it is the value itself.
        """
        return self._first_wrong_in_visits([wrong.row]) or wrong
