"""The lines of code that make its visits, pass windows to them, or make a number wrong."""

import ast
from collections.abc import Sequence
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


class SilentCall(NamedTuple):
    """A call with an expected node that reads nothing, and the row of the right search's visit."""

    call: int
    right_row: int


class VisitLines:
    """The lines of visits, by their moments, of code that is compared with a right search."""

    def __init__(self, compared: ComparedCode) -> None:
        """Take the code and the right search."""
        self.compared = compared
        self.code = compared.code
        self.track = compared.code.track
        self.run = compared.run

    # Calls.

    def caller(self, row: int) -> int:
        """Return the call from which a visit was made, -1 for none."""
        call = self.code.calls[row]
        if call < 0:
            return self.track.owners[self.code.begun[row]]
        return self.track.calls[call].parent

    def frame(self, parent: int) -> int:
        """Return the call whose loop goes through the children of a visit."""
        trace = self.code.trace
        first = parent + 1
        if first < len(trace) and trace.parent(first) == parent:
            return self.caller(first)
        return self.code.calls[parent]

    def calling(self, row: int) -> int:
        """Return the moment of the line that makes a visit, else its first moment."""
        call = self.code.calls[row]
        if call < 0:
            return self.code.begun[row]
        return self.before(call)

    def before(self, call: int) -> int:
        """Return the moment at which a call is made, in its caller, or its first if it has none."""
        begin = self.track.calls[call].moments[0]
        caller = self.track.calls[call].parent
        if caller < 0:
            found = None
        else:
            found = self.track.before(begin, caller)
        return begin if found is None else found

    def handing(self, row: int) -> int:
        """Return the moment of the line that passes a window to a visit."""
        path = self.code.paths[row]
        calls = range(self.code.calls[row], len(self.track.calls))
        return self.before(
            next(
                each
                for each in calls
                if self.track.calls[each].node == path and call_window(self.track.calls[each])
            )
        )

    # What was run.

    def lines_of(self, call: int, end: int) -> LinesBetween:
        """Return the lines of a call up to a moment."""
        return LinesBetween(self.track, call, (0, end))

    def window_after(self, parent: int, children: Sequence[int]) -> tuple[Window, float | None]:
        """Return the right window in a visit after some children returned, and their best value."""
        turn = self.run.turn(self.code.paths[parent])
        low, high = self.compared.right_window(parent)
        values = [value for each in children if (value := self.compared.value(each)) is not None]
        if not values or turn == Turn.CHANCE:
            return (low, high), None
        if turn == MAX_TURN:
            return (max(low, *values), high), max(values)
        return (low, min(high, *values)), min(values)

    def lines(self, parent: int, children: Sequence[int], end: int) -> LinesBetween:
        """Return the lines of a visit from the call of the last of some children up to a moment."""
        compared = self.compared
        path = self.code.paths[parent]
        frame = self.frame(parent)
        low, high = compared.right_window(parent)
        after, best = self.window_after(parent, children)
        before, old = self.window_after(parent, children[:-1])
        last = compared.value(children[-1]) if children else None
        view = compared.view(path)
        starts = {MAX_TURN: (low, -inf), MIN_TURN: (high, inf)}.get(
            Turn(self.run.turn(path)), (low, high)
        )

        def is_fine(role: str, number: float) -> bool:
            seen = compared.right.end(view.of(number))
            if role in WINDOW_ENDS:
                return is_same_value(
                    seen, compared.right.end(after[compared.end_of(role, path) == "beta"])
                )
            if best is None or last is None:
                return isinf(number) or seen in starts
            allowed = {best} if role == BEST_ROLE else {best, last}
            return any(
                is_same_value(seen, each) or is_same_value(seen, min(max(each, low), high))
                for each in allowed
            )

        roles = {
            compared.end_of(end, path)
            for end, old_end, new_end in zip(WINDOW_ENDS, before, after, strict=True)
            if old_end != new_end
        }
        if best != old:
            roles.add("")
        if children:
            span = (self.calling(children[-1]), end)
            child = self.code.calls[children[-1]]
        else:
            span = (self.track.calls[frame].moments[0], end)
            child = -1
        return LinesBetween(self.track, frame, span, child, is_fine, due=frozenset(roles))

    def origin(
        self, parent: int, children: Sequence[int], end: int, names: Sequence[str], role: str
    ) -> int | None:
        """Return the moment of the line that first made one of some variables wrong, or None."""
        for place in range(len(children) + 1):
            if place < len(children):
                until = self.calling(children[place])
            else:
                until = end
            lines = self.lines(parent, children[:place], until)
            for name in names:
                if (
                    lines.wrong(name, until, role=role)
                    and (found := lines.writer(name)) is not None
                ):
                    return found
        return None

    # The line of a wrong number.

    def handed(self, wrong: WrongNumber, parent: int) -> tuple[int, bool]:
        """Return the moment of the line of a wrong window end, and whether it writes that end."""
        path = self.code.paths[parent]
        moment = self.calling(wrong.row)
        role = self.compared.end_of(wrong.role, path)
        children = self.compared.children(parent, wrong.row)
        lines = self.lines(parent, children, moment)
        names = [
            name
            for end, name, number in window_ends_among(self.track.variables(lines.call, moment))
            if end == role and is_same_value(self.compared.view(path).of(number), wrong.yours)
        ]
        found = self.origin(parent, children, moment, names, role) or lines.input(moment, set())
        if found is None:
            return moment, False
        return found, bool({*lines.source.named(self.track.lines[found], ast.Store)} & {*names})

    def left_behind(self, moment: int, role: str) -> int:
        """Return the moment when a window end was written that a later search finds, else `moment`.

        It is kept in `self` or a global variable from one search of the root to the next.
        """
        begun = next(
            (call for call in self.track.calls if call.moments and call.moments[0] > moment), None
        )
        if begun is None:
            return moment
        known = window_ends_among(
            self.track.variables(self.track.owners[begun.moments[0]], begun.moments[0])
        )
        kept = [name for end, name, _ in known if end == role and name not in begun.parameters]
        found = [last_write_before(self.track, name, range(moment)) for name in kept]
        return next((each for each in found if each is not None), moment)

    def returning(self, row: int) -> tuple[int, int]:
        """Return the call whose return is that of a visit, or -1, and the moment of the return."""
        is_leaf = self.code.trace.is_childless(row)
        if is_leaf:
            frame = self.code.calls[row]
        else:
            frame = self.frame(row)
        return frame, self.track.calls[frame].moments[-1] if frame >= 0 else self.code.ended[row]

    def maker(self, row: int, returning: int) -> int:
        """Return the moment of the line that made the wrong value of an inner node."""
        children = self.compared.children(row)
        last = self.lines(row, children, returning)
        known = last.numbers(self.track.variables(last.call, returning))
        before = self.lines(row, [], self.calling(children[0]) if children else returning)
        kept = {
            name
            for moment in before.run[:-1]
            for name in last.source.named(self.track.lines[moment], ast.Store)
        }
        names = [
            name
            for name in last.source.named(self.track.lines[returning], ast.Load)
            if name in known and (name in kept or known[name][0][0])
        ]
        return self.origin(row, children, returning, names, BEST_ROLE) or returning

    # The line that decides where the search goes.

    def going_on(self, parent: int) -> int:
        """Return the moment of the line that decides to visit another node than expected."""
        compared = self.compared
        if compared.next is None:
            whole = self.lines_of(0, len(self.track) - 1)
            return whole.last(lambda line: whole.source.is_a(line, ast.For)) or len(self.track) - 1
        row, returns = compared.next
        if returns:
            moment = self.code.ended[row]
        else:
            moment = self.calling(row)
        if parent < 0:
            return moment
        return self.deciding(
            parent, moment, ends=compared.expected is not None and compared.expected[1]
        )

    def deciding(self, parent: int, moment: int, *, ends: bool) -> int:
        """Return the moment of the line that ends a visit, goes on, or chooses the next child."""
        assert self.compared.next is not None
        row, returns = self.compared.next
        children = self.compared.children(parent)
        lines = self.lines(parent, children, moment)
        loop = lines.last(lambda line: lines.source.is_a(line, ast.For))
        test = lines.test()
        if not returns and not ends:
            return moment if loop is None else loop
        if test is None and not returns and self.code.calls[row] >= 0:
            test = self.lines_of(self.code.calls[row], self.moment_of(row)).test()
        if returns and loop is not None and (test is None or loop > test):
            return loop
        if test is None:
            test = lines.test(of_window=False)
        if test is None:
            return moment
        return (
            self.origin(
                parent, children, test, lines.source.named(self.track.lines[test], ast.Load), ""
            )
            or test
        )

    def moment_of(self, row: int) -> int:
        """Return the moment at which a visit begins, or at which a leaf is read."""
        if self.code.trace.is_childless(row):
            return self.code.ended[row]
        return self.code.begun[row]

    def too_deep(self, row: int, parent: int) -> int:
        """Return the moment of the line that wrongly decides whether a node is a leaf."""
        calls = [self.code.calls[each] for each in (row, parent) if each >= 0]
        handed = [self.track.calls[each].handed for each in calls if each >= 0]
        depths = [each["depth"] for each in handed if "depth" in each]
        if calls[0] < 0 or (len(depths) == 2 and abs(depths[0] - depths[1]) != 1):
            return self.calling(row)
        lines = self.lines_of(calls[0], self.moment_of(row))
        return lines.last(lambda line: lines.source.is_a(line, *TEST_SYNTAX)) or self.calling(row)

    # Calls that have read nothing.

    def silent_calls(self) -> list[SilentCall]:
        """Return the nested calls that had the expected nodes and read nothing.

        They are of functions that search, not of those that count children or the like.
        """
        found: list[SilentCall] = []
        compared = self.compared
        trace = self.compared.right.trace
        if compared.expected is None or compared.expected[1]:
            return found
        begin, end = self.moments_around()
        row = compared.expected[0]
        while row < len(trace) and (not found or trace.parent(row) == row - 1):
            silent = [
                each
                for each in range(len(self.track.calls))
                if self.is_silent(each, trace.path(row), begin, end)
            ]
            if not silent:
                break
            found.append(SilentCall(silent[-1], row))
            moments = self.track.calls[silent[-1]].moments
            begin = moments[0]
            end = moments[-1]
            row += 1
        return found

    def moments_around(self) -> tuple[int, int]:
        """Return the last moment before the searches part, and the first one after."""
        begin = 0
        end = len(self.track) - 1
        step = self.compared.step
        events = self.compared.events
        if step:
            row, returns = events[step - 1]
            if returns:
                begin = self.code.ended[row]
            else:
                begin = self.code.begun[row]
        if step < len(events):
            row, returns = events[step]
            if returns:
                end = self.code.ended[row]
            else:
                end = self.moment_of(row)
        return begin, end

    def is_silent(self, number: int, path: MovePath, begin: int, end: int) -> bool:
        """Return whether a call began with a node between two moments, and read nothing."""
        call = self.track.calls[number]
        if call.node != path or not call.has_returned or number in self.code.calls:
            return False
        return begin <= call.moments[0] and call.moments[-1] <= end and self.searches(number)

    def searches(self, number: int) -> bool:
        """Return whether a call is of a function that visits nodes, or that calls such a function.

        If nothing has been visited, any function that calls itself may be one.
        """
        calls = self.track.calls
        visiting = {calls[call].function for call in self.code.calls if call >= 0}
        callers = {
            caller for row in range(len(self.code.trace)) if (caller := self.caller(row)) >= 0
        }
        visiting |= {calls[caller].function for caller in callers if calls[caller].node is not None}
        own = calls[number].function
        source = source_lines_of(self.track.files[calls[number].file].lines)
        reached = source.reached(own)
        return own in visiting or bool(reached & visiting) or (not callers and own in reached)
