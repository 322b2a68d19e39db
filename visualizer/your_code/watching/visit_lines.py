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
    VALUE_ROLE,
    LinesInSpan,
    last_write_among,
    source_lines_of,
)
from visualizer.your_code.watching.tracer import WINDOW_ENDS, window_ends_among
from visualizer.your_code.watching.visits import call_window

BEST_ROLE = "best"
"""The role of a variable that must hold the best value, since it is returned."""


class MissedVisit(NamedTuple):
    """A visit that the code should have made, and the call that returned without making it."""

    call: int
    right_row: int
    """The row of the visit in the right search."""


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
    """The value of the last child, None before the first."""

    def is_right(self, role: str, number: float) -> bool:
        """Return whether a number is right in a variable of the code with the role `role`.

        The role is "alpha" or "beta" for an end of the window, BEST_ROLE for the best value, or
        VALUE_ROLE for a variable that may hold the best value or the value of the last child.
        """
        value = self.compared.right.comparable_end(self.compared.view(self.path).of(number))
        if role in WINDOW_ENDS:
            return is_same_value(value, self._right_end(role))
        # Before the first child returns, the best value may be infinite or an end of the window.
        if self.best is None or self.last is None:
            return isinf(number) or value in self._initial_values()
        if self._is_value(value, self.best):
            return True
        return role != BEST_ROLE and self._is_value(value, self.last)

    def _right_end(self, role: str) -> float:
        """Return the right alpha or beta, from MAX's side; `role` is its name in the code."""
        low, high = self.window_after
        if self.compared.convert_end(role, self.path) == "beta":
            return self.compared.right.comparable_end(high)
        return self.compared.right.comparable_end(low)

    def _initial_values(self) -> tuple[float, float]:
        """Return two numbers with which code may start its best value, before any child returns.

        For a player, they are the mover's end of the window and the worst infinity; at a chance
        node, both ends of the window.
        """
        low, high = self.window
        turn = self.compared.run.turn(self.path)
        if turn == MAX_TURN:
            return low, -inf
        if turn == MIN_TURN:
            return high, inf
        return low, high

    def _is_value(self, number: float, value: float) -> bool:
        """Return whether a number is a value, or this value clipped to the window."""
        # Fail-hard searches clip values, fail-soft searches do not.
        low, high = self.window
        clipped = min(max(value, low), high)
        return is_same_value(number, value) or is_same_value(number, clipped)


class VisitLines:
    """Finds the lines with which code makes its visits, for code compared with a right search.

    Lines are returned as moments: a moment is the index of an executed line.
    """

    def __init__(self, compared: ComparedCode) -> None:
        """Start from a comparison of code with a right search."""
        self.compared = compared
        self.code = compared.code
        self.track = compared.code.track
        self.run = compared.run

    def caller_of_visit(self, row: int) -> int:
        """Return the number of the call that made a visit, -1 for none."""
        call = self.code.calls[row]
        # A leaf without a call of its own was read by the call that ran at that moment.
        if call < 0:
            return self.track.call_numbers[self.code.begin_moments[row]]
        return self.track.calls[call].parent

    def loop_call(self, parent: int) -> int:
        """Return the number of the call whose loop visits the children of a visit."""
        trace = self.code.trace
        # The visit to the first child, if there is one, has the row after its parent's.
        first_child = parent + 1
        if first_child < len(trace) and trace.parent(first_child) == parent:
            return self.caller_of_visit(first_child)
        return self.code.calls[parent]

    def moment_of_visit(self, row: int) -> int:
        """Return the moment of the line that calls a visit, or that reads a leaf without a call."""
        call = self.code.calls[row]
        if call < 0:
            return self.code.begin_moments[row]
        return self.moment_of_call(call)

    def moment_of_call(self, call: int) -> int:
        """Return the moment of the caller's line that makes a call.

        Without a caller, it is the first moment of the call itself.
        """
        entry = self.track.calls[call].moments[0]
        caller = self.track.calls[call].parent
        if caller < 0:
            return entry
        calling_line = self.track.before(entry, caller)
        return entry if calling_line is None else calling_line

    def moment_of_window(self, row: int) -> int:
        """Return the moment of the line that passes a visit its window."""
        path = self.code.paths[row]
        # The visit's own call may have no window, but pass one to a helper for the same node.
        number = self.code.calls[row]
        while self.track.calls[number].node != path or not call_window(self.track.calls[number]):
            number += 1
        return self.moment_of_call(number)

    def lines_of_call(self, call: int, end: int) -> LinesInSpan:
        """Return the lines of a call up to a moment."""
        return LinesInSpan(self.track, call, (0, end))

    def window_after(self, parent: int, children: Sequence[int]) -> tuple[Window, float | None]:
        """Return the window and the best value that a visit should have after some children.

        Both are from MAX's side. `parent` is the row of the visit, and `children` are the rows of
        the children. Without children, and at chance nodes, the best value is None.
        """
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

    def lines_after(self, parent: int, children: Sequence[int], end: int) -> LinesInSpan:
        """Return the lines that a visit ran since it called its last child, up to moment `end`.

        `parent` is the row of the visit. `children` are the rows of the children that have
        returned; if there are none, the lines begin at the first line of the visit.
        """
        call = self.loop_call(parent)
        begin = self.track.calls[call].moments[0]
        last_child_call = -1
        last_value = None
        if children:
            begin = self.moment_of_visit(children[-1])
            last_child_call = self.code.calls[children[-1]]
            last_value = self.compared.value(children[-1])

        window_after, best = self.window_after(parent, children)
        right_numbers = RightNumbers(
            compared=self.compared,
            path=self.code.paths[parent],
            window=self.compared.right_window(parent),
            window_after=window_after,
            best=best,
            last=last_value,
        )
        return LinesInSpan(
            self.track,
            call,
            (begin, end),
            last_child_call,
            right_numbers.is_right,
            expected_writes=self._expected_writes(parent, children),
        )

    def _expected_writes(self, parent: int, children: Sequence[int]) -> frozenset[str]:
        """Return the roles of the variables that a visit should change after its last child.

        A role is "alpha", "beta", or VALUE_ROLE for the best value. `parent` is the row of the
        visit, and `children` are the rows of its children.
        """
        path = self.code.paths[parent]
        old_window, old_best = self.window_after(parent, children[:-1])
        new_window, new_best = self.window_after(parent, children)
        roles = set()
        for end, old_end, new_end in zip(
            WINDOW_ENDS,
            old_window,
            new_window,
            strict=True,
        ):
            if old_end != new_end:
                roles.add(self.compared.convert_end(end, path))
        if new_best != old_best:
            roles.add(VALUE_ROLE)
        return frozenset(roles)

    def first_origin(
        self,
        parent: int,
        children: Sequence[int],
        end: int,
        names: Sequence[str],
        role: str,
    ) -> int | None:
        """Return the moment of the first line that made any of the variables `names` wrong.

        None if no line of the visit at the row `parent` did so before the moment `end`. A variable
        whose name does not tell its role has the role `role`: "alpha", "beta", BEST_ROLE or
        VALUE_ROLE.
        """
        for returned_children, span_end in self._spans(children, end):
            lines = self.lines_after(parent, returned_children, span_end)
            for name in names:
                if not lines.is_wrong(name, span_end, role=role):
                    continue
                found = lines.origin_of(name)
                if found is not None:
                    return found
        return None

    def _spans(self, children: Sequence[int], end: int) -> Iterator[tuple[Sequence[int], int]]:
        """Yield the spans of a visit between its children: (children returned so far, last moment).

        A span ends where the next child is visited; the last span ends at the moment `end`.
        """
        for index, child in enumerate(children):
            yield children[:index], self.moment_of_visit(child)
        yield children, end

    def line_of_window_end(self, wrong: WrongNumber, parent: int) -> tuple[int, bool]:
        """Return the moment of the line that made a window end wrong, and whether it wrote the end.

        If it did not write the end, the line has a wrong test, or it makes the call that passes the
        end to the visit. `parent` is the row of the visit to the parent.
        """
        path = self.code.paths[parent]
        passing_moment = self.moment_of_visit(wrong.row)
        role = self.compared.convert_end(wrong.role, path)
        children = self.compared.children(parent, wrong.row)
        lines = self.lines_after(parent, children, passing_moment)
        view = self.compared.view(path)
        ends = window_ends_among(self.track.variables(lines.call, passing_moment))
        numbers = {name: number for end, name, number in ends if end == role}
        names = [
            name for name, number in numbers.items() if is_same_value(view.of(number), wrong.yours)
        ]

        origin = self.first_origin(parent, children, passing_moment, names, role)
        if origin is None:
            origin = lines.origin_of_wrong_input(passing_moment, set())
        if origin is None:
            return passing_moment, False
        written_names = lines.source.variables(self.track.lines[origin], ast.Store)
        return origin, not {*written_names}.isdisjoint(names)

    def moment_of_stale_window_end(self, moment: int, role: str) -> int:
        """Return the moment of the line that wrote a window end which should have been reset.

        If code has alpha and beta in `self` or in global variables, it must reset them for each
        pass. `role` is "alpha" or "beta". At `moment`, a line starts a new pass; if no earlier pass
        wrote the end, the result is `moment` itself.
        """
        next_call = next(
            (call for call in self.track.calls if call.moments and call.moments[0] > moment), None
        )
        if next_call is None:
            return moment
        entry = next_call.moments[0]
        variables = self.track.variables(self.track.call_numbers[entry], entry)
        for end, name, _ in window_ends_among(variables):
            # Each call sets its parameters anew.
            if end != role or name in next_call.parameters:
                continue
            found = last_write_among(self.track, name, range(moment))
            if found is not None:
                return found
        return moment

    def return_of_visit(self, row: int) -> tuple[int, int]:
        """Return the call that returns a visit's value, and the moment of its return.

        The call is -1 for a leaf that was read in its parent's call.
        """
        if self.code.trace.is_childless(row):
            call = self.code.calls[row]
        else:
            call = self.loop_call(row)
        if call < 0:
            return call, self.code.end_moments[row]
        return call, self.track.calls[call].moments[-1]

    def line_of_value(self, row: int, returning: int) -> int:
        """Return the moment of the line that made the value of an inner node wrong.

        `row` is the row of the visit, and `returning` the moment of the line that returns the
        value.
        """
        children = self.compared.children(row)
        lines = self.lines_after(row, children, returning)
        numbers = lines.numbers(self.track.variables(lines.call, returning))
        initialized = self._initialized_variables(row, children, returning)

        def may_hold_best(name: str) -> bool:
            """Return whether a variable may hold the best value, not just one child's value.

            A window end may, and so may a variable that is set before the loop over children.
            """
            role, _ = numbers[name][0]
            return name in initialized or role != VALUE_ROLE

        names_read = lines.source.variables(self.track.lines[returning], ast.Load)
        names = [name for name in names_read if name in numbers and may_hold_best(name)]
        return self.first_origin(row, children, returning, names, BEST_ROLE) or returning

    def _initialized_variables(self, row: int, children: Sequence[int], returning: int) -> set[str]:
        """Return the variables that a visit writes before its first child.

        `children` are the rows of its children. Without children, return the variables that it
        writes before it returns, at the moment `returning`.
        """
        end = returning
        if children:
            end = self.moment_of_visit(children[0])
        lines = self.lines_after(row, [], end)
        names: set[str] = set()
        for moment in lines.line_moments[:-1]:
            names.update(lines.source.variables(self.track.lines[moment], ast.Store))
        return names

    def line_of_next_visit(self, parent: int) -> int:
        """Return the moment of the line that makes the code enter or leave the wrong node.

        `parent` is the row of the innermost open visit, -1 for none.
        """
        compared = self.compared
        if compared.next_event is None:
            return self._last_loop_of_all()
        row, is_return = compared.next_event
        if is_return:
            moment = self.code.end_moments[row]
        else:
            moment = self.moment_of_visit(row)
        if parent < 0:
            return moment
        should_return = False
        if compared.expected_event is not None:
            _, should_return = compared.expected_event
        return self.deciding_line(parent, moment, should_return=should_return)

    def _last_loop_of_all(self) -> int:
        """Return the moment of the last line of a loop in the first call, else the last moment."""
        end = len(self.track) - 1
        lines = self.lines_of_call(0, end)
        return lines.last_moment(lambda line: lines.source.is_statement(line, ast.For)) or end

    def deciding_line(self, parent: int, moment: int, *, should_return: bool) -> int:
        """Return the moment of the line that wrongly ends or wrongly continues a visit.

        `parent` is the row of the visit. At `moment`, the visit ends or visits its next child.
        `should_return` says whether the right search ends the visit here.
        """
        assert self.compared.next_event is not None
        row, is_return = self.compared.next_event
        children = self.compared.children(parent)
        lines = self.lines_after(parent, children, moment)
        loop_moment = lines.last_moment(lambda line: lines.source.is_statement(line, ast.For))
        # Both searches visit another child, but not the same one: the order of the loop is wrong.
        if not is_return and not should_return:
            return moment if loop_moment is None else loop_moment

        # Only one search ends the visit, so the test for a cutoff or the loop is wrong.
        test_moment = lines.last_exit_test()
        has_child_call = not is_return and self.code.calls[row] >= 0
        if test_moment is None and has_child_call:
            # The cutoff may be tested at the beginning of the child's call.
            test_moment = self.lines_of_call(
                self.code.calls[row], self.moment_of_entry(row)
            ).last_exit_test()
        if is_return and loop_moment is not None:
            # The loop ran after the last test, so the visit ended because the loop did.
            if test_moment is None or loop_moment > test_moment:
                return loop_moment
        # No test reads the window, so blame any test that can end the visit.
        if test_moment is None:
            test_moment = lines.last_exit_test(of_window=False)
        if test_moment is None:
            return moment
        names = lines.source.variables(self.track.lines[test_moment], ast.Load)
        return self.first_origin(parent, children, test_moment, names, VALUE_ROLE) or test_moment

    def moment_of_entry(self, row: int) -> int:
        """Return the moment at which a visit begins, or for a leaf, at which its value is read."""
        if self.code.trace.is_childless(row):
            return self.code.end_moments[row]
        return self.code.begin_moments[row]

    def line_of_depth(self, row: int, parent: int) -> int:
        """Return the moment of the line that wrongly makes a node a leaf or an inner node.

        It is the line that passes a wrong depth, or else the last test before the code reads the
        node or visits its first child. `row` is the row of the visit to the node, and `parent` the
        row of the visit to its parent, -1 for none.
        """
        call = self.code.calls[row]
        if call < 0 or self._is_wrong_depth_passed(row, parent):
            return self.moment_of_visit(row)
        lines = self.lines_of_call(call, self.moment_of_entry(row))
        test = lines.last_moment(lambda line: lines.source.is_statement(line, *TEST_SYNTAX))
        return test or self.moment_of_visit(row)

    def _is_wrong_depth_passed(self, row: int, parent: int) -> bool:
        """Return whether a visit was passed a depth other than its parent's plus or minus one.

        False if one of the two calls has no parameter for the depth. `row` and `parent` are the
        rows of the visits; `parent` is -1 for none.
        """
        depths = []
        for visit in (row, parent):
            call = self.code.calls[visit] if visit >= 0 else -1
            if call >= 0 and "depth" in self.track.calls[call].arguments:
                depths.append(self.track.calls[call].arguments["depth"])
        have_both_depths = len(depths) == 2
        return have_both_depths and abs(depths[0] - depths[1]) != 1

    def missed_visits(self) -> list[MissedVisit]:
        """Return the visits that the code should make next, but whose calls read nothing.

        The outermost visit comes first. Only calls of functions that search count: a helper, for
        example to count the children, need not read anything.
        """
        expected_event = self.compared.expected_event
        if expected_event is None:
            return []
        row, is_return = expected_event
        # The right search leaves a node here, so no visit is missing.
        if is_return:
            return []
        trace = self.compared.right.trace
        begin, end = self.span_of_difference()
        found: list[MissedVisit] = []
        # Each further visit must be to the first child of the previous visit: then its row is next.
        while row < len(trace) and (not found or trace.parent(row) == row - 1):
            number = self._last_call_without_visit(trace.path(row), begin, end)
            if number is None:
                break
            found.append(MissedVisit(number, row))
            # The call for the child is made inside this call.
            moments = self.track.calls[number].moments
            begin = moments[0]
            end = moments[-1]
            row += 1
        return found

    def _last_call_without_visit(self, path: MovePath, begin: int, end: int) -> int | None:
        """Return the number of the last call for which `is_call_without_visit` is true, or None."""
        for number in reversed(range(len(self.track.calls))):
            if self.is_call_without_visit(number, path, begin, end):
                return number
        return None

    def span_of_difference(self) -> tuple[int, int]:
        """Return the moments of the code's last right event and of its first wrong event.

        If there is no right event, the first moment is 0. If there is no wrong event, the second
        moment is the last of all moments.
        """
        last_right = 0
        first_wrong = len(self.track) - 1
        step = self.compared.step
        events = self.compared.events
        code = self.code
        if step:
            row, is_return = events[step - 1]
            last_right = code.end_moments[row] if is_return else code.begin_moments[row]
        if step < len(events):
            row, is_return = events[step]
            first_wrong = code.end_moments[row] if is_return else self.moment_of_entry(row)
        return last_right, first_wrong

    def is_call_without_visit(
        self,
        number: int,
        path: MovePath,
        begin: int,
        end: int,
    ) -> bool:
        """Return whether a call was passed the node at `path`, and read nothing.

        The call must run between the moments `begin` and `end`, both included.
        """
        call = self.track.calls[number]
        if call.node != path or not call.has_returned:
            return False
        # A call that reads something is a visit.
        if number in self.code.calls:
            return False
        is_between = begin <= call.moments[0] and call.moments[-1] <= end
        return is_between and self.is_search(number)

    def is_search(self, number: int) -> bool:
        """Return whether the function of a call searches; a helper does not.

        A function searches if it, or any function that it calls, visits nodes. If the code has
        visited no nodes at all, every recursive function counts.
        """
        calls = self.track.calls
        callers = {self.caller_of_visit(row) for row in range(len(self.code.trace))} - {-1}
        visiting = {calls[call].function for call in self.code.calls if call >= 0}
        visiting |= {calls[caller].function for caller in callers if calls[caller].node is not None}

        function = calls[number].function
        source = source_lines_of(self.track.files[calls[number].file].lines)
        reached = source.functions_reached_from(function)
        if function in visiting or not reached.isdisjoint(visiting):
            return True
        is_recursive = function in reached
        return is_recursive and not callers
