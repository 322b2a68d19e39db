"""A search that code has made beside one that is right: which visits both make, and which numbers are wrong.

Variables are not compared, which right code may use as it likes, but what any right search must agree on: which nodes
are visited, the windows that calls are handed, and the values that they return.
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
    """A number that is not right, from MAX's side: an end of the window that a visit was handed, or its value."""

    row: int
    role: str
    yours: float
    low: float
    high: float
    """What is right lies between these."""


class ComparedCode:
    """What code has done, held against a right search; `row` is that of a visit in the code's trace."""

    def __init__(
        self, code: CodeSearch, right: RightSearchOfCode, turned: MinValueTurns | None = None
    ) -> None:
        """Find how far both visit the same nodes, and from whose side the code has its numbers, if it is not told."""
        self.code = code
        self.right = right
        self.run = code.run
        self.events = [*code.trace.events()]
        self.common, (self.step, right_step) = common_visits(
            code.trace, right.trace, right.is_optional
        )
        self.next = next(iter(self.events[self.step :]), None)
        """What the code does where they part, an event of its trace; None for nothing more."""
        self.expected = next(islice(right.trace.events(), right_step, None), None)
        """What the right search does there."""
        self.parts = right.is_whole and (self.next or self.expected) is not None
        self.turned: MinValueTurns = () if turned is None else turned
        if turned is None:
            self.turned = self.side()

    # From whose side the code has its numbers.

    def side(self) -> MinValueTurns:
        """Return from which side most of the code's numbers are right; the signs of its leaves tell it best."""
        sides: list[MinValueTurns] = [()]
        if self.run.turn(()) == MIN_TURN:
            sides.append((MIN_TURN, MAX_TURN, Turn.CHANCE))
        sides.append((MIN_TURN,))
        track = self.code.track
        is_negamax = any(
            line in source_lines_of(track.files[track.calls[call].file].lines).negamax_lines
            for line, call in {*zip(track.lines, track.owners, strict=True)}
        )
        if is_negamax:
            sides.reverse()
        found = max(sides, key=lambda side: (self.leaves_agreeing(side), self.agreeing(side)))
        if is_negamax and self.agreeing(found) < self.step:
            return (MIN_TURN,)
        return found

    def agreeing(self, turned: MinValueTurns) -> int:
        """Return how many events agree where numbers are seen from a side, up to the first that does not."""
        self.turned = turned
        for step, (row, returns) in enumerate(self.events[: self.step]):
            if returns:
                wrong = self.wrong_value(row)
            else:
                wrong = self.wrong_end(row)
            if wrong is not None:
                return step
        return self.step

    def leaves_agreeing(self, turned: MinValueTurns) -> int:
        """Return how many leaves have the right value where numbers are seen from a side."""
        self.turned = turned
        leaves = (row for row in range(len(self.common)) if self.code.trace.is_leaf(row))
        return sum(self.wrong_value(row) is None for row in leaves)

    def view(self, path: MovePath) -> PointOfView:
        """Return from whose side the code has its numbers at a node."""
        return code_point_of_view(self.run, path, self.turned)

    def end_of(self, role: str, path: MovePath) -> str:
        """Return which end from MAX's side an end is that the code has at a node, or the other way round."""
        if self.view(path).is_min:
            return OPPOSITE_WINDOW_END[role]
        return role

    # Numbers from MAX's side.

    def window(self, row: int) -> Window | None:
        """Return the window that a visit was handed; None for none, or where the right search has none."""
        window = self.code.trace.window(row)
        if window is None or not self.right.has_window:
            return None
        return self.view(self.code.paths[row]).window(*window)

    def right_window(self, row: int) -> Window:
        """Return the window with which the right search makes the same visit; an open one where it has none."""
        return self.right.trace.window(self.common[row]) or OPEN_WINDOW

    def right_value(self, row: int) -> float:
        """Return what the same visit of the right search returns."""
        return self.right.trace.value(self.common[row])

    def value(self, row: int) -> float | None:
        """Return what a visit returned, None where that is no number; a leaf that has no call is read as it is."""
        value = self.code.value(row)
        if self.code.trace.is_leaf(row) and self.code.calls[row] < 0:
            return self.right_value(row)
        if value is None:
            return None
        return self.view(self.code.paths[row]).of(value)

    # What is wrong.

    def wrong_end(self, row: int) -> WrongNumber | None:
        """Return the first end of the window of a visit that is not the right search's, None where it is right."""
        window = self.window(row)
        if window is None:
            return None
        right = self.right_window(row)
        ends = zip(WINDOW_ENDS, window, right, strict=True)
        wrong = [
            (role, mine, due)
            for role, mine, due in ends
            if not is_same_value(self.right.end(mine), self.right.end(due))
        ]
        if not wrong or (len(wrong) == 1 and is_null_window(*right)):
            return None
        role, mine, due = wrong[0]
        return WrongNumber(row, role, mine, due, due)

    def wrong_value(self, row: int) -> WrongNumber | None:
        """Return the value of a visit that has returned if no right search could return it."""
        found = self.value(row)
        value = self.right_value(row)
        if found is None or is_same_value(found, value):
            return None
        alpha, beta = self.right_window(row)
        if not self.right.has_window or alpha < value < beta:
            return WrongNumber(row, "value", found, value, value)
        is_low = value <= alpha
        end = alpha if is_low else beta
        if min(end, value) <= found <= max(end, value):
            return None
        worth = self.right.worth(self.code.paths[row], self.right.limit(self.common[row]))
        low, high = sorted((worth, end))
        if low <= found <= high:
            return None
        return WrongNumber(row, "value", found, low, high)

    # Where they part, and the first number that is wrong before.

    @property
    def next_node(self) -> MovePath | None:
        """The node that the code enters where they part; None where it leaves one, or ends."""
        if self.next is None or self.next[1]:
            return None
        return self.code.paths[self.next[0]]

    @property
    def expected_node(self) -> MovePath | None:
        """The node that the right search enters there; None where it leaves one, or ends."""
        if self.expected is None or self.expected[1]:
            return None
        return self.right.trace.path(self.expected[0])

    def open_rows(self) -> list[int]:
        """Return the visits that are open where the searches part, the outermost first; at the end, the last root."""
        trace = self.code.trace
        if not self.parts:
            root = trace.roots()[-1]
            if trace.is_childless(root):
                return []
            return [root]
        return trace.line_to(VisitsAtStep(trace, self.step).innermost())

    def children(self, parent: int, before: float = inf) -> list[int]:
        """Return the visits to the children of a visit that both make, all or up to a row."""
        return [
            row for row in child_visits(self.code.trace, parent, len(self.common)) if row < before
        ]

    def first_wrong(self) -> WrongNumber | None:
        """Return the first number that is wrong of what has led to where the searches part, or to the answer."""
        open_rows = self.open_rows()
        wrong = self.first_wrong_in(open_rows)
        if wrong is None and not self.parts:
            last = self.wrong_value(self.code.trace.roots()[-1])
            wrong = last and self.source(last)
        return wrong

    def first_wrong_in(self, open_rows: Sequence[int]) -> WrongNumber | None:
        """Return the first that is wrong of the windows of open visits and of the values returned to them.

        Where it is a value, what was wrong before in its own visit.
        """
        for place, row in enumerate(open_rows):
            if wrong := self.wrong_end(row):
                return wrong
            until = open_rows[place + 1] if place + 1 < len(open_rows) else inf
            values = map(self.wrong_value, self.children(row, until))
            if wrong := next(filter(None, values), None):
                return self.source(wrong)
        return None

    def source(self, wrong: WrongNumber) -> WrongNumber:
        """Return what a wrong value comes from: the window of its visit, a value returned to it, else itself."""
        if found := self.wrong_end(wrong.row):
            return found
        return self.first_wrong_in([wrong.row]) or wrong
