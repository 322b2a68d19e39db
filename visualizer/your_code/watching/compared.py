"""A user's search compared with a right one: the visits that both make, and the wrong numbers.

Variables are not compared, since right code may use them as it likes. The comparison is of what all
right searches have in common: the visited nodes, the windows of calls, and the returned values.
"""

from collections.abc import Sequence
from itertools import islice
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
from visualizer.your_code.watching.visits import CodeSearch, MinValueTurns, code_point_of_view


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
        min_value_turns: MinValueTurns | None = None,
    ) -> None:
        """Find the visits that both searches make, up to the first that differs.

        At the nodes of `min_value_turns`, numbers in the code are from MIN's side; by default the
        turns are chosen for which most numbers are right.
        """
        self.code = code
        self.right = right
        self.run = code.run
        self.events = [*code.trace.events()]
        self.common, (self.step, right_step) = common_visits(
            code.trace, right.trace, right.is_optional
        )
        self.next_event = next(iter(self.events[self.step :]), None)
        """The first event of the code that differs, or None at its end."""
        self.expected_event = next(islice(right.trace.events(), right_step, None), None)
        """The event of the right search at that point, or None at its end."""
        have_both_ended = self.next_event is None and self.expected_event is None
        self.has_parted = right.is_whole and not have_both_ended
        """Whether the searches visit different nodes from some step on."""
        # Set first, since the search for the best turns tries several.
        self.min_value_turns: MinValueTurns = ()
        if min_value_turns is None:
            self.min_value_turns = self._find_min_value_turns()
        else:
            self.min_value_turns = min_value_turns

    def _find_min_value_turns(self) -> MinValueTurns:
        """Return the turns at whose nodes the code seems to have numbers from MIN's side.

        The choice that makes most leaf values right is taken; among equally good choices, the one
        that makes most events agree with the right search.
        """
        candidates: list[MinValueTurns] = [()]
        if self.run.turn(()) == MIN_TURN:
            candidates.append((MIN_TURN, MAX_TURN, Turn.CHANCE))
        candidates.append((MIN_TURN,))
        is_negamax = self._is_negamax()
        if is_negamax:
            # `max` takes the first of equals: in negamax, that is the mover's side.
            candidates.reverse()

        best = max(
            candidates,
            key=lambda turns: (
                self.count_agreeing_leaves(turns),
                self.count_agreeing_events(turns),
            ),
        )
        # If no side explains all numbers, negamax code is taken at its word.
        if is_negamax and self.count_agreeing_events(best) < self.step:
            return (MIN_TURN,)
        return best

    def _is_negamax(self) -> bool:
        """Return whether the code has run a line that negates what a search returns."""
        track = self.code.track
        for line, call in set(zip(track.lines, track.owners, strict=True)):
            source = source_lines_of(track.files[track.calls[call].file].lines)
            if line in source.negamax_lines:
                return True
        return False

    def count_agreeing_events(self, min_value_turns: MinValueTurns) -> int:
        """Count the events with right numbers before the first wrong one.

        At the nodes of `min_value_turns`, numbers are taken to be from MIN's side.
        """
        # `wrong_value` and `wrong_end` use these turns from now on.
        self.min_value_turns = min_value_turns
        for step, (row, returns) in enumerate(self.events[: self.step]):
            wrong = self.wrong_value(row) if returns else self.wrong_end(row)
            if wrong is not None:
                return step
        return self.step

    def count_agreeing_leaves(self, min_value_turns: MinValueTurns) -> int:
        """Count the leaves with the right value, from a side."""
        self.min_value_turns = min_value_turns
        leaves = (row for row in range(len(self.common)) if self.code.trace.is_leaf(row))
        return sum(self.wrong_value(row) is None for row in leaves)

    def view(self, path: MovePath) -> PointOfView:
        """Return the point of view of the code's numbers at a node."""
        return code_point_of_view(self.run, path, self.min_value_turns)

    def end_of(self, role: str, path: MovePath) -> str:
        """Return the name that a window end has from the other point of view at a node.

        From MIN's side, MAX's alpha is beta and vice versa; code on MAX's side uses MAX's names.
        """
        if self.view(path).is_min:
            return OPPOSITE_WINDOW_END[role]
        return role

    def window(self, row: int) -> Window | None:
        """Return the window of a visit, None if the code or the right search has none."""
        window = self.code.trace.window(row)
        if window is None or not self.right.has_window:
            return None
        return self.view(self.code.paths[row]).window(*window)

    def right_window(self, row: int) -> Window:
        """Return the window of the same visit of the right search, open if it has none."""
        return self.right.trace.window(self.common[row]) or OPEN_WINDOW

    def right_value(self, row: int) -> float:
        """Return the value of the same visit of the right search."""
        return self.right.trace.value(self.common[row])

    def value(self, row: int) -> float | None:
        """Return the value of the code's visit from MAX's side, None if the code has no number."""
        value = self.code.value(row)
        # A leaf that is read in its parent's call returns nothing that could be wrong.
        if self.code.trace.is_leaf(row) and self.code.calls[row] < 0:
            return self.right_value(row)
        if value is None:
            return None
        return self.view(self.code.paths[row]).of(value)

    def wrong_end(self, row: int) -> WrongNumber | None:
        """Return the first wrong end of a visit's window, or None if the window is right."""
        window = self.window(row)
        if window is None:
            return None
        right = self.right_window(row)
        wrong = []
        for role, end, right_end in zip(
            WINDOW_ENDS,
            window,
            right,
            strict=True,
        ):
            if not is_same_value(
                self.right.comparable_end(end), self.right.comparable_end(right_end)
            ):
                wrong.append(
                    WrongNumber(
                        row,
                        role,
                        end,
                        low=right_end,
                        high=right_end,
                    )
                )
        if not wrong:
            return None
        # A null window may have any width in the code, so one of its ends may differ.
        if len(wrong) == 1 and is_null_window(*right):
            return None
        return wrong[0]

    def wrong_value(self, row: int) -> WrongNumber | None:
        """Return the value of a visit as wrong if no right search could return it, or None."""
        value = self.value(row)
        right = self.right_value(row)
        if value is None or is_same_value(value, right):
            return None
        alpha, beta = self.right_window(row)
        # Inside the window, only the right value itself is right.
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
        """Return the value of a visit as wrong if no right search could return it, or None.

        The value `right` of the right search is not inside the window; `end` is the end of the
        window that it has reached.
        """
        # Fail-hard searches return the end, fail-soft ones a bound between it and the true value.
        if min(end, right) <= value <= max(end, right):
            return None
        depth = self.right.depth_limit(self.common[row])
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
        row, returns = self.next_event
        if returns:
            return None
        return self.code.paths[row]

    @property
    def expected_node(self) -> MovePath | None:
        """The node that the right search enters in its first different event, or None."""
        if self.expected_event is None:
            return None
        row, returns = self.expected_event
        if returns:
            return None
        return self.right.trace.path(row)

    def open_rows(self) -> list[int]:
        """Return the rows of the visits that are open where the searches part, outermost first.

        If they never part, return the last visit to the root, unless it visits no children.
        """
        trace = self.code.trace
        if not self.has_parted:
            root = trace.roots()[-1]
            return [] if trace.is_childless(root) else [root]
        return trace.line_to(VisitsAtStep(trace, self.step).innermost())

    def children(self, parent: int, before: float = inf) -> list[int]:
        """Return the rows of the common visits to the children of a visit, before a row."""
        rows = child_visits(self.code.trace, parent, len(self.common))
        return [row for row in rows if row < before]

    def first_wrong_number(self) -> WrongNumber | None:
        """Return the first wrong number that changed the search or its answer, or None.

        Numbers in visits that ended with a right value do not count.
        """
        wrong = self.first_wrong_in(self.open_rows())
        if wrong is not None or self.has_parted:
            return wrong
        answer = self.wrong_value(self.code.trace.roots()[-1])
        if answer is None:
            return None
        return self.first_cause(answer)

    def first_wrong_in(self, open_rows: Sequence[int]) -> WrongNumber | None:
        """Return the first wrong number of the open visits, outermost first, or None.

        That is a wrong window of an open visit, or a wrong value that a child returned to it. For
        the latter, return the first wrong number that led to it.
        """
        # In each open visit, children count up to the next open visit.
        next_rows = [*open_rows[1:], inf]
        for row, next_row in zip(open_rows, next_rows, strict=False):
            wrong_end = self.wrong_end(row)
            if wrong_end is not None:
                return wrong_end
            for child in self.children(row, next_row):
                wrong_value = self.wrong_value(child)
                if wrong_value is not None:
                    return self.first_cause(wrong_value)
        return None

    def first_cause(self, wrong: WrongNumber) -> WrongNumber:
        """Return the first wrong number in the visit that returned a wrong value, or the value."""
        return self.first_wrong_in([wrong.row]) or wrong
