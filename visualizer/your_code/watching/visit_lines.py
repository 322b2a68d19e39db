"""The lines of code that make its visits, pass windows to them, or make a number wrong."""

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import inf, isinf
from typing import NamedTuple

from games import Turn
from visualizer.trace.rows import MovePath, Window
from visualizer.your_code.grading.answers import is_same_value
from visualizer.your_code.grading.trees import MAX_TURN, MIN_TURN
from visualizer.your_code.watching.compared import ComparedCode, WrongNumber
from visualizer.your_code.watching.source_lines import (
    TEST_SYNTAX,
    LinesBetween,
    last_write_before,
    source_lines_of,
)
from visualizer.your_code.watching.tracer import WINDOW_ENDS, window_ends_among
from visualizer.your_code.watching.visits import call_window

BEST_ROLE = "best"
"""The role of a variable whose value is returned."""


class SilentCall(NamedTuple):
    """A call with an expected node that reads nothing, and the row of the right search's visit."""

    call: int
    right_row: int


@dataclass(frozen=True, slots=True)
class RightNumbers:
    """The right numbers in the variables of a visit after some of its children returned."""

    compared: ComparedCode
    path: MovePath
    window: Window
    """The window of the visit."""
    window_after: Window
    """The window after the children."""
    best: float | None
    """The best value of the children, None before the first."""
    last: float | None
    """The value of the last child."""

    def is_right(self, role: str, number: float) -> bool:
        """Return whether a number of the code may stand in a variable of a role there."""
        value = self.compared.right.end(self.compared.view(self.path).of(number))
        if role in WINDOW_ENDS:
            return is_same_value(value, self._right_end(role))
        # Before the first value, a variable for the best one may hold any of these.
        if self.best is None or self.last is None:
            return isinf(number) or value in self._first_values()
        if self._is_value(value, self.best):
            return True
        return role != BEST_ROLE and self._is_value(value, self.last)

    def _right_end(self, role: str) -> float:
        """Return the right number for an end of the window of the code's side."""
        low, high = self.window_after
        if self.compared.end_of(role, self.path) == "beta":
            return self.compared.right.end(high)
        return self.compared.right.end(low)

    def _first_values(self) -> tuple[float, float]:
        """Return the values with which a search may begin."""
        low, high = self.window
        turn = self.compared.run.turn(self.path)
        if turn == MAX_TURN:
            return low, -inf
        if turn == MIN_TURN:
            return high, inf
        return low, high

    def _is_value(self, number: float, value: float) -> bool:
        """Return whether a number is a value, or the nearest one inside the window."""
        # Fail-hard searches return nothing outside the window, fail-soft searches do.
        low, high = self.window
        inside = min(max(value, low), high)
        return is_same_value(number, value) or is_same_value(number, inside)


class VisitLines:
    """The lines of visits, by their moments, of code that is compared with a right search."""

    def __init__(self, compared: ComparedCode) -> None:
        """Take the code and the right search."""
        self.compared = compared
        self.code = compared.code
        self.track = compared.code.track
        self.run = compared.run

    # Calls.

    def calling_call(self, row: int) -> int:
        """Return the call from which a visit was made, -1 for none."""
        call = self.code.calls[row]
        if call < 0:
            return self.track.owners[self.code.begun[row]]
        return self.track.calls[call].parent

    def loop_call(self, parent: int) -> int:
        """Return the call whose loop goes through the children of a visit."""
        trace = self.code.trace
        first = parent + 1
        if first < len(trace) and trace.parent(first) == parent:
            return self.calling_call(first)
        return self.code.calls[parent]

    def moment_of_visit(self, row: int) -> int:
        """Return the moment of the line that makes a visit, else its first moment."""
        call = self.code.calls[row]
        if call < 0:
            return self.code.begun[row]
        return self.moment_of_call(call)

    def moment_of_call(self, call: int) -> int:
        """Return the moment at which a call is made, in its caller, or its first without one."""
        begin = self.track.calls[call].moments[0]
        caller = self.track.calls[call].parent
        if caller < 0:
            return begin
        found = self.track.before(begin, caller)
        return begin if found is None else found

    def moment_of_window(self, row: int) -> int:
        """Return the moment of the line that passes a window to a visit."""
        path = self.code.paths[row]
        # The call of the visit may pass the window on to a helper for the same node.
        number = self.code.calls[row]
        while self.track.calls[number].node != path or not call_window(self.track.calls[number]):
            number += 1
        return self.moment_of_call(number)

    # Lines between the returns of children.

    def lines_of(self, call: int, end: int) -> LinesBetween:
        """Return the lines of a call up to a moment."""
        return LinesBetween(self.track, call, (0, end))

    def window_after(self, parent: int, children: Sequence[int]) -> tuple[Window, float | None]:
        """Return the right window in a visit after some children returned, and their best value."""
        turn = self.run.turn(self.code.paths[parent])
        low, high = self.compared.right_window(parent)
        values = self._values(children)
        if not values or turn == Turn.CHANCE:
            return (low, high), None
        if turn == MAX_TURN:
            return (max(low, *values), high), max(values)
        return (low, min(high, *values)), min(values)

    def _values(self, rows: Sequence[int]) -> list[float]:
        """Return the known values of visits."""
        values = [self.compared.value(row) for row in rows]
        return [value for value in values if value is not None]

    def lines(self, parent: int, children: Sequence[int], end: int) -> LinesBetween:
        """Return the lines of a visit from the call of the last of some children up to a moment."""
        call = self.loop_call(parent)
        first = self.track.calls[call].moments[0]
        child = -1
        last = None
        if children:
            first = self.moment_of_visit(children[-1])
            child = self.code.calls[children[-1]]
            last = self.compared.value(children[-1])

        after, best = self.window_after(parent, children)
        right_numbers = RightNumbers(
            compared=self.compared,
            path=self.code.paths[parent],
            window=self.compared.right_window(parent),
            window_after=after,
            best=best,
            last=last,
        )
        return LinesBetween(
            self.track,
            call,
            (first, end),
            child,
            right_numbers.is_right,
            expected_writes=self._expected_writes(parent, children),
        )

    def _expected_writes(self, parent: int, children: Sequence[int]) -> frozenset[str]:
        """Return the roles of variables that the value of the last child should change."""
        path = self.code.paths[parent]
        before, old_best = self.window_after(parent, children[:-1])
        after, best = self.window_after(parent, children)
        roles = set()
        for end, old_end, new_end in zip(
            WINDOW_ENDS,
            before,
            after,
            strict=True,
        ):
            if old_end != new_end:
                roles.add(self.compared.end_of(end, path))
        if best != old_best:
            roles.add("")
        return frozenset(roles)

    def first_source(
        self,
        parent: int,
        children: Sequence[int],
        end: int,
        names: Sequence[str],
        role: str,
    ) -> int | None:
        """Return the moment of the line that first made one of some variables wrong, or None."""
        for returned, until in self._spans(children, end):
            lines = self.lines(parent, returned, until)
            for name in names:
                if not lines.is_wrong(name, until, role=role):
                    continue
                found = lines.source_of(name)
                if found is not None:
                    return found
        return None

    def _spans(self, children: Sequence[int], end: int) -> Iterator[tuple[Sequence[int], int]]:
        """Yield the children that have returned before each child and the end, and that moment."""
        for place, child in enumerate(children):
            yield children[:place], self.moment_of_visit(child)
        yield children, end

    # The line of a wrong number.

    def line_of_window_end(self, wrong: WrongNumber, parent: int) -> tuple[int, bool]:
        """Return the moment of the line of a wrong window end, and whether it writes that end."""
        path = self.code.paths[parent]
        moment = self.moment_of_visit(wrong.row)
        role = self.compared.end_of(wrong.role, path)
        children = self.compared.children(parent, wrong.row)
        lines = self.lines(parent, children, moment)
        view = self.compared.view(path)
        ends = window_ends_among(self.track.variables(lines.call, moment))
        numbers = {name: number for end, name, number in ends if end == role}
        names = [
            name for name, number in numbers.items() if is_same_value(view.of(number), wrong.yours)
        ]

        found = self.first_source(parent, children, moment, names, role)
        if found is None:
            found = lines.wrong_input(moment, set())
        if found is None:
            return moment, False
        written = lines.source.variables(self.track.lines[found], ast.Store)
        return found, not {*written}.isdisjoint(names)

    def line_left_behind(self, moment: int, role: str) -> int:
        """Return the moment when a window end was written that a later search finds, else `moment`.

        The end is left in `self` or a global variable from one search of the root to the next.
        """
        begun = next(
            (call for call in self.track.calls if call.moments and call.moments[0] > moment), None
        )
        if begun is None:
            return moment
        first = begun.moments[0]
        variables = self.track.variables(self.track.owners[first], first)
        for end, name, _ in window_ends_among(variables):
            if end != role or name in begun.parameters:
                continue
            found = last_write_before(self.track, name, range(moment))
            if found is not None:
                return found
        return moment

    def returning(self, row: int) -> tuple[int, int]:
        """Return the call whose return is that of a visit, or -1, and the moment of the return."""
        if self.code.trace.is_childless(row):
            call = self.code.calls[row]
        else:
            call = self.loop_call(row)
        if call < 0:
            return call, self.code.ended[row]
        return call, self.track.calls[call].moments[-1]

    def line_of_value(self, row: int, returning: int) -> int:
        """Return the moment of the line that made the wrong value of an inner node."""
        children = self.compared.children(row)
        last = self.lines(row, children, returning)
        known = last.numbers(self.track.variables(last.call, returning))
        initialized = self._initialized_variables(row, children, returning)

        def may_hold_best(name: str) -> bool:
            # A variable that is written only in the loop holds the value of one child.
            role, _ = known[name][0]
            return name in initialized or role != ""

        read = last.source.variables(self.track.lines[returning], ast.Load)
        names = [name for name in read if name in known and may_hold_best(name)]
        return self.first_source(row, children, returning, names, BEST_ROLE) or returning

    def _initialized_variables(self, row: int, children: Sequence[int], returning: int) -> set[str]:
        """Return the variables that a visit writes before its first child."""
        end = returning
        if children:
            end = self.moment_of_visit(children[0])
        lines = self.lines(row, [], end)
        names: set[str] = set()
        for moment in lines.line_moments[:-1]:
            names.update(lines.source.variables(self.track.lines[moment], ast.Store))
        return names

    # The line that decides where the search goes.

    def line_of_next_visit(self, parent: int) -> int:
        """Return the moment of the line that decides to visit another node than expected."""
        compared = self.compared
        if compared.next_event is None:
            return self._last_loop_of_all()
        row, returns = compared.next_event
        if returns:
            moment = self.code.ended[row]
        else:
            moment = self.moment_of_visit(row)
        if parent < 0:
            return moment
        ends = compared.expected_event is not None and compared.expected_event[1]
        return self.deciding_line(parent, moment, ends=ends)

    def _last_loop_of_all(self) -> int:
        """Return the moment of the last line of a loop in the first call, else the last moment."""
        end = len(self.track) - 1
        lines = self.lines_of(0, end)
        return lines.last_moment(lambda line: lines.source.is_statement(line, ast.For)) or end

    def deciding_line(self, parent: int, moment: int, *, ends: bool) -> int:
        """Return the moment of the line that ends a visit, goes on, or chooses the next child.

        `ends` says whether the right search ends the visit there.
        """
        assert self.compared.next_event is not None
        row, returns = self.compared.next_event
        children = self.compared.children(parent)
        lines = self.lines(parent, children, moment)
        loop = lines.last_moment(lambda line: lines.source.is_statement(line, ast.For))
        # Both go on, but with different children: the loop has them in another order.
        if not returns and not ends:
            return moment if loop is None else loop

        test = lines.last_exit_test()
        if test is None and not returns and self.code.calls[row] >= 0:
            # The cutoff may be tested at the beginning of the child's call.
            test = self.lines_of(self.code.calls[row], self.moment_of(row)).last_exit_test()
        if returns and loop is not None and (test is None or loop > test):
            return loop
        if test is None:
            test = lines.last_exit_test(of_window=False)
        if test is None:
            return moment
        names = lines.source.variables(self.track.lines[test], ast.Load)
        return self.first_source(parent, children, test, names, "") or test

    def moment_of(self, row: int) -> int:
        """Return the moment at which a visit begins, or at which a leaf is read."""
        if self.code.trace.is_childless(row):
            return self.code.ended[row]
        return self.code.begun[row]

    def line_of_depth(self, row: int, parent: int) -> int:
        """Return the moment of the line that wrongly decides whether a node is a leaf."""
        call = self.code.calls[row]
        if call < 0 or self._is_depth_passed_wrong(row, parent):
            return self.moment_of_visit(row)
        lines = self.lines_of(call, self.moment_of(row))
        test = lines.last_moment(lambda line: lines.source.is_statement(line, *TEST_SYNTAX))
        return test or self.moment_of_visit(row)

    def _is_depth_passed_wrong(self, row: int, parent: int) -> bool:
        """Return whether the depths passed to a visit and its parent do not differ by a ply."""
        depths = []
        for visit in (row, parent):
            call = self.code.calls[visit] if visit >= 0 else -1
            if call >= 0 and "depth" in self.track.calls[call].arguments:
                depths.append(self.track.calls[call].arguments["depth"])
        return len(depths) == 2 and abs(depths[0] - depths[1]) != 1

    # Calls that have read nothing.

    def silent_calls(self) -> list[SilentCall]:
        """Return the nested calls that had the expected nodes and read nothing.

        They are of functions that search, not of those that count children or the like.
        """
        expected = self.compared.expected_event
        if expected is None or expected[1]:
            return []
        trace = self.compared.right.trace
        begin, end = self.moments_around()
        found: list[SilentCall] = []
        row, _ = expected
        while row < len(trace) and (not found or trace.parent(row) == row - 1):
            number = self._last_silent_call(trace.path(row), begin, end)
            if number is None:
                break
            found.append(SilentCall(number, row))
            # The next one is inside this one.
            moments = self.track.calls[number].moments
            begin = moments[0]
            end = moments[-1]
            row += 1
        return found

    def _last_silent_call(self, path: MovePath, begin: int, end: int) -> int | None:
        """Return the last call with a node between two moments that read nothing, or None."""
        for number in reversed(range(len(self.track.calls))):
            if self.is_silent(number, path, begin, end):
                return number
        return None

    def moments_around(self) -> tuple[int, int]:
        """Return the last moment before the searches part, and the first one after."""
        begin = 0
        end = len(self.track) - 1
        step = self.compared.step
        events = self.compared.events
        if step:
            row, returns = events[step - 1]
            begin = self.code.ended[row] if returns else self.code.begun[row]
        if step < len(events):
            row, returns = events[step]
            end = self.code.ended[row] if returns else self.moment_of(row)
        return begin, end

    def is_silent(
        self,
        number: int,
        path: MovePath,
        begin: int,
        end: int,
    ) -> bool:
        """Return whether a call began with a node between two moments, and read nothing."""
        call = self.track.calls[number]
        if call.node != path or not call.has_returned or number in self.code.calls:
            return False
        return begin <= call.moments[0] and call.moments[-1] <= end and self.is_search(number)

    def is_search(self, number: int) -> bool:
        """Return whether a call is of a function that visits nodes, or that calls such a function.

        If nothing has been visited, any function that calls itself may be one.
        """
        calls = self.track.calls
        callers = {self.calling_call(row) for row in range(len(self.code.trace))} - {-1}
        visiting = {calls[call].function for call in self.code.calls if call >= 0}
        visiting |= {calls[caller].function for caller in callers if calls[caller].node is not None}

        own = calls[number].function
        source = source_lines_of(self.track.files[calls[number].file].lines)
        reached = source.functions_reached_from(own)
        if own in visiting or not reached.isdisjoint(visiting):
            return True
        return not callers and own in reached
