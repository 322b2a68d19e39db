"""From calls to visits: the calls of user code that searched a node, with window and value.

A call with a node is a visit if it reads a value, or if it answers from memory for a node that was
finished before. A call inside it for the same node belongs to the same visit. If there are several
such calls one after the other, as in iterative deepening, each of them is a visit, and the call
around them is not a visit. If calls do not show the visits, as in a search with a stack, the reads
do.
"""

from collections.abc import Hashable, Mapping, Sequence
from itertools import islice
from math import copysign, inf, isnan, nan
from typing import Any, Self

from games import Turn
from visualizer.look.numbers import MAX_EXACT_FLOAT_INTEGER
from visualizer.searching.run import Run
from visualizer.trace.bounds import FOR_MAX, FOR_MIN, PointOfView
from visualizer.trace.line_track import CodeCall, LineTrack
from visualizer.trace.recorder import Recorder
from visualizer.trace.rows import OPEN_WINDOW, UNKNOWN_WINDOW, Kind, MovePath, Trace, Window
from visualizer.your_code.grading.answers import answer_as_number
from visualizer.your_code.grading.signatures import parameter_role
from visualizer.your_code.grading.tree_searches import number_of_move
from visualizer.your_code.grading.trees import MAX_TURN, MIN_TURN
from visualizer.your_code.watching.log import CodeLog, LoggedEvent

NegatedTurns = Sequence[Turn]
"""The turns in which the code's numbers are from MIN's side, so that they are MAX's negated."""


class CodeSearch:
    """A search by code: its trace, and the calls and moments of its visits.

    Windows and returned values are from the side that the code takes, whether MAX's or MIN's. A
    value is NaN if the code returned no number.
    """

    def __init__(self, run: Run, track: LineTrack) -> None:
        """Start without visits.

        `run` has the positions of the nodes, and `track` the executed lines.
        """
        self.run = run
        self.track = track
        self.trace = Trace(revisits=True)
        self.paths: list[MovePath] = []
        """The node of each visit, by row."""
        self.calls: list[int] = []
        """The call of each visit, by row; -1 for a leaf that was read in its parent's call."""
        self.begin_moments: list[int] = []
        """The moment (index of an executed line) at which each visit begins, by row."""
        self.end_moments: list[int] = []
        """The moment at which each visit returns, or the leaf is read, by row."""
        self.closed: set[int] = set()
        """The rows of the visits that returned while the code's variables had alpha ≥ beta."""
        self._recorder = Recorder(self.trace, revisits=True)

    def enter(
        self,
        path: MovePath,
        call: int,
        moment: int,
        window: Window | None = None,
    ) -> None:
        """Record that a node is entered.

        `call` is the number of the call that visits the node, or -1 for none. `moment` is the index
        of the executed line. The window is None if it is unknown.
        """
        self._begin_visit(path, call, moment)
        # Code may search below the end of a game, where no moves are known.
        children = len(self.run.choices(path)) or 1
        alpha, beta = window or UNKNOWN_WINDOW
        self._recorder.enter(number_of_move(path), self.run.turn(path), children, alpha, beta)

    def leaf(
        self,
        path: MovePath,
        call: int,
        begin_moment: int,
        end_moment: int,
        *,
        window: Window | None = None,
        value: float | None = None,
        from_memory: bool = False,
    ) -> None:
        """Record the visit to a leaf: its value is read, or known from memory.

        `call` is the number of the leaf's own call, or -1 for none. The moments are indices of
        executed lines. `value` is what the call returned, None if it returned no number.
        """
        self._begin_visit(path, call, begin_moment)
        self.end_moments[-1] = end_moment
        kind = Kind.LIMIT
        if from_memory:
            kind = Kind.TABLE
        elif self.run.position(path).outcome() is not None:
            kind = Kind.TERMINAL
        returned = nan if value is None else value
        alpha, beta = window or UNKNOWN_WINDOW
        self._recorder.leaf(number_of_move(path), returned, kind, alpha, beta)

    def leave(self, moment: int, value: float | None, *, is_closed: bool = False) -> None:
        """Record that the innermost open visit returns.

        `value` is None if no number was returned. `is_closed` says whether the code's variables had
        alpha ≥ beta.
        """
        row = self._recorder.row()
        self.end_moments[row] = moment
        if is_closed:
            self.closed.add(row)
        self._recorder.leave(nan if value is None else value)

    def _begin_visit(self, path: MovePath, call: int, moment: int) -> None:
        """Add a visit that has not ended; a further visit to the root begins a new pass."""
        if self.paths and not path:
            self._recorder.begin_pass()
        self.paths.append(path)
        self.calls.append(call)
        self.begin_moments.append(moment)
        self.end_moments.append(-1)

    def finish(self) -> Self:
        """End the search, mark visits that are still open as stopped, and return the search."""
        self._recorder.close()
        return self

    def up_to(self, step: int) -> "CodeSearch":
        """Return a copy of the search up to a step; more visits can be added to the copy."""
        copy = CodeSearch(self.run, self.track)
        for row, is_return in islice(self.trace.events(), step):
            if self.trace.is_childless(row):
                # A leaf has two events, and is recorded at the second one.
                if is_return:
                    self._copy_leaf(row, copy)
            elif is_return:
                copy.leave(self.end_moments[row], self.value(row), is_closed=row in self.closed)
            else:
                copy.enter(
                    self.paths[row],
                    self.calls[row],
                    self.begin_moments[row],
                    self.trace.window(row),
                )
        return copy

    def _copy_leaf(self, row: int, target: "CodeSearch") -> None:
        """Record the leaf at a row of this search in another search, `target`."""
        target.leaf(
            self.paths[row],
            self.calls[row],
            self.begin_moments[row],
            self.end_moments[row],
            window=self.trace.window(row),
            value=self.value(row),
            from_memory=self.is_from_memory(row),
        )

    def value(self, row: int) -> float | None:
        """Return the value of a visit, or None if the code returned no number."""
        value = self.trace.value(row)
        if isnan(value):
            return None
        return value

    def is_from_memory(self, row: int) -> bool:
        """Return whether a visit is answered from memory."""
        return self.trace.kind(row) is Kind.TABLE

    def moments(self) -> list[int]:
        """Return the moment, the index of an executed line, at which each step is reached."""
        moments: list[int] = []
        for row, is_return in self.trace.events():
            moment = self.end_moments[row] if is_return else self.begin_moments[row]
            # The value of a leaf is known only after the line that reads it. If the leaf has no
            # call of its own, its visit begins in the same line.
            is_read_by_line = self.trace.is_leaf(row) and (is_return or self.calls[row] < 0)
            if is_read_by_line:
                moment += 1
            moments.append(moment)
        return moments


def returned_number(returned: Any) -> float | None:
    """Return the first number in what a function returned, or None.

    >>> returned_number(3), returned_number(("b1", 2)), returned_number(None)
    (3, 2, None)
    """
    parts = returned if isinstance(returned, tuple | list) else (returned,)
    for part in parts:
        number = answer_as_number(part)
        if number is not None:
            return number
    return None


def call_window(call: CodeCall) -> Window | None:
    """Return the window in the arguments of a call, or None."""
    if {"alpha", "beta"} <= call.arguments.keys():
        return (call.arguments["alpha"], call.arguments["beta"])
    return None


class VisitsOfCalls:
    """Finds the calls of a track that are visits, and records them as a search."""

    def __init__(self, run: Run, log: CodeLog) -> None:
        """Find which calls in a log are visits; `run` has the positions of the nodes."""
        self.run = run
        self.track = log.track
        self.events = log.events
        calls = self.track.calls
        # Each of the steps below uses what earlier steps have found.
        self.is_active = [False] * len(calls)
        """By number of a call: whether it, or a call inside it, has read or remembered a value."""
        self.answers_from_memory: set[int] = set()
        """The numbers of the calls that answer from memory."""
        self._find_active_calls()
        # A call is a visit only if it is also given a node.
        self.is_visit = [
            self.is_active[number] and call.node is not None for number, call in enumerate(calls)
        ]
        self.merged_into: dict[int, int] = {}
        """The outer call, by inner call, where both calls make one visit to the same node."""
        self._merge_visits()
        self.visit_by_call: list[int] = []
        """By number of a call: the call whose visit includes it (perhaps itself), or -1."""
        for number in range(len(calls)):
            self.visit_by_call.append(self._owning_visit(number))

        self.windows: dict[int, Window | None] = {}
        """The window of each visit, by the number of its call."""
        self.values: dict[int, float | None] = {}
        """The value of each visit, by the number of its call."""
        self.inner: set[int] = set()
        """The calls that visit inner nodes, from which they visit or read other nodes."""
        self.search = CodeSearch(run, self.track)
        self.open: list[int] = []
        """The calls that visit inner nodes and have not returned, outermost first."""

    def _find_active_calls(self) -> None:
        """Find the active calls: those that read a value, and those that answer from memory.

        A call answers from memory if its position was searched before, and it returns a number
        without reading a value. Only a function that has searched before can do so.
        """
        searched_positions: set[Hashable] = set()
        search_functions: set[str] = set()
        for event in self.events:
            if event.kind == "read":
                self._mark_active(event.call)
                continue
            call = self.track.calls[event.call]
            if event.kind != "return" or call.node is None:
                continue
            if self.is_active[event.call]:
                searched_positions.add(self.position_key(call.node))
                search_functions.add(call.function)
                continue
            if call.function not in search_functions or returned_number(call.returned) is None:
                continue
            if self.position_key(call.node) in searched_positions:
                self.answers_from_memory.add(event.call)
                self._mark_active(event.call)

    def position_key(self, path: MovePath) -> Hashable:
        """Return a key that is equal for equal positions."""
        position = self.run.position(path)
        if self.run.game.explicit:
            return position.text()
        return position.key()

    def _mark_active(self, number: int) -> None:
        """Mark a call, and all calls around it, as active; -1 is no call."""
        while number >= 0 and not self.is_active[number]:
            self.is_active[number] = True
            number = self.track.calls[number].parent

    def _merge_visits(self) -> None:
        """Merge each visit with the visit inside it to the same node, if there is only one.

        If there are several, as in iterative deepening, the call around them is not a visit.
        """
        for outer, inner_calls in self._visits_to_same_node().items():
            if len(inner_calls) > 1:
                self.is_visit[outer] = False
            else:
                self.merged_into[inner_calls[0]] = outer

    def _visits_to_same_node(self) -> dict[int, list[int]]:
        """Return a dictionary from a visit's call to calls inside it that visit the same node."""
        calls = self.track.calls
        inner_calls: dict[int, list[int]] = {}
        enclosing_visits = [-1] * len(calls)
        """The innermost visit around each call, -1 for none."""
        for number, call in enumerate(calls):
            # A call has a larger number than its parent, whose enclosing visit is known.
            parent = call.parent
            if parent >= 0:
                is_parent_visit = self.is_visit[parent]
                enclosing_visits[number] = parent if is_parent_visit else enclosing_visits[parent]
            outer = enclosing_visits[number]
            if outer < 0 or not self.is_visit[number]:
                continue
            if calls[outer].node == call.node:
                inner_calls.setdefault(outer, []).append(number)
        return inner_calls

    def _owning_visit(self, number: int) -> int:
        """Compute the number of the call whose visit includes a call (perhaps itself), or -1.

        The results for calls with smaller numbers must be in `visit_by_call`.
        """
        if not self.is_visit[number]:
            return self.visit_of(self.track.calls[number].parent)
        if number not in self.merged_into:
            return number
        return self.visit_of(self.merged_into[number])

    def visit_of(self, number: int) -> int:
        """Return the number of the call whose visit includes a call (perhaps itself), or -1."""
        if number < 0:
            return -1
        return self.visit_by_call[number]

    def find_search(self) -> CodeSearch | None:
        """Return the search that the calls make, or None if they do not show all visits."""
        self._find_windows_and_values()
        self.inner = self._inner_visits()
        recorders = {
            "read": self._record_read,
            "call": self._record_call,
            "return": self._record_end,
        }
        # A method returns False for an event that fits no visit; `all` then stops.
        is_complete = all(recorders[event.kind](event) for event in self.events)
        trace = self.search.finish().trace
        has_inner = any(not trace.is_childless(row) for row in range(len(trace)))
        if not is_complete or not has_inner:
            return None
        return self.search

    def _find_windows_and_values(self) -> None:
        """Find the window that each visit was passed, and the value that it returned.

        If two calls make one visit, what the outer call lacks is taken from the inner call.
        """
        for number, call in enumerate(self.track.calls):
            visit = self.visit_of(number)
            # A helper is called during a visit, but its window and value are not the visit's.
            is_helper = number != visit and number not in self.merged_into
            if visit < 0 or is_helper:
                continue
            self.windows[visit] = self.windows.get(visit) or call_window(call)
            if self.values.get(visit) is None:
                self.values[visit] = returned_number(call.returned)

    def _record_read(self, read: LoggedEvent) -> bool:
        """Record that the code reads the value of a node; return False if no visit may read it.

        A visit may read its own node, or a child of its node.
        """
        calls = self.track.calls
        visit = self.visit_of(read.call)
        if visit >= 0 and calls[visit].node == read.path:
            # An inner node may read its own value too, as an estimate.
            if visit not in self.inner:
                self._record_leaf(visit, read)
            return True

        is_in_open_visit = bool(self.open) and visit == self.open[-1]
        if not is_in_open_visit:
            return False
        is_child = bool(read.path) and read.path[:-1] == calls[visit].node
        if not is_child:
            return False
        self.search.leaf(read.path, -1, read.moment, read.moment)
        return True

    def _record_leaf(self, visit: int, read: LoggedEvent) -> None:
        """Record a leaf that is read in its own call, `visit`; `read` is the event of reading."""
        call = self.track.calls[visit]
        begin_moment = call.moments[0] if call.moments else read.moment
        self.search.leaf(
            read.path,
            visit,
            begin_moment,
            read.moment,
            window=self.windows[visit],
            value=returned_number(call.returned),
        )

    def _record_call(self, event: LoggedEvent) -> bool:
        """Record the beginning of a call; return False if it is a visit that cannot begin here.

        A visit to the root can begin only if no visit is open, and a visit to another node only if
        the innermost open visit is to its parent.
        """
        if not self.is_visit[event.call] or event.call in self.merged_into:
            return True

        node = self.track.calls[event.call].node or ()
        parent_node = node[:-1] if node else None
        open_node = self.track.calls[self.open[-1]].node if self.open else None
        if open_node != parent_node:
            return False
        # A leaf is recorded when it is read.
        if event.call in self.inner:
            self.open.append(event.call)
            self.search.enter(node, event.call, event.moment, self.windows[event.call])
        return True

    def _record_end(self, event: LoggedEvent) -> bool:
        """Record the end of a visit, and return True: a visit that has begun can always end.

        Nothing is recorded for a helper, or for a leaf, which was recorded when it was read.
        """
        number = event.call
        value = self.values.get(number)
        # A call that answers from memory reads nothing, so its visit is not recorded yet.
        if number in self.answers_from_memory and number not in self.merged_into:
            call = self.track.calls[number]
            begin_moment = call.moments[0] if call.moments else event.moment
            self.search.leaf(
                call.node or (),
                number,
                begin_moment,
                event.moment,
                window=self.windows[number],
                value=value,
                from_memory=True,
            )
        elif self.open and self.open[-1] == number:
            self.open.pop()
            is_closed = self.is_window_closed(number, event.moment)
            self.search.leave(event.moment, value, is_closed=is_closed)
        return True

    def _inner_visits(self) -> set[int]:
        """Return the calls that visit inner nodes, from which they visit or read other nodes."""
        calls = self.track.calls
        inner: set[int] = set()
        for event in self.events:
            if event.kind == "read":
                visit = self.visit_of(event.call)
                if visit >= 0 and calls[visit].node != event.path:
                    inner.add(visit)
            elif event.kind == "call" and self._is_own_visit(event.call):
                inner.add(self.visit_of(calls[event.call].parent))
        return inner

    def _is_own_visit(self, number: int) -> bool:
        """Return whether a call is a visit that is not merged with the visit around it."""
        return self.is_visit[number] and number not in self.merged_into

    def is_window_closed(self, number: int, moment: int) -> bool:
        """Return whether alpha ≥ beta holds in the variables of a call at a moment.

        False if the call has no such variables (`alpha` and `beta`, or `self.alpha` and so on).
        """
        ends: dict[str | None, float | None] = {}
        for name, value in self.track.variables(number, moment).items():
            role = parameter_role(name.removeprefix("self."))
            ends[role] = answer_as_number(value)
        alpha = ends.get("alpha")
        beta = ends.get("beta")
        return alpha is not None and beta is not None and alpha >= beta


def node_value_from_children(run: Run, path: MovePath, values: Mapping[int, float]) -> float:
    """Return the value of a node from MAX's side, given its children's values by move index.

    If no child has a value, the result is 0.
    """
    odds = run.odds(path)
    if odds is not None:
        return sum(float(odds[move]) * value for move, value in values.items())
    best = max if run.turn(path) == MAX_TURN else min
    return best(values.values(), default=0.0)


def search_of_reads(run: Run, log: CodeLog) -> CodeSearch:
    """Return a search that consists of the leaves that the code read, and the nodes above them.

    Only the root has a value. If the code failed, the nodes above the last leaf stay open. If it
    read nothing, only the root is entered.
    """
    search = CodeSearch(run, log.track)
    open_paths: list[MovePath] = []
    moment = 0

    def leave_innermost() -> None:
        path = open_paths.pop()
        # Only the root's value is known: it is what the code returned.
        search.leave(moment, None if path else log.value)

    for event in log.events:
        moment = event.moment
        if event.kind != "read":
            continue
        while open_paths and not is_below(event.path, open_paths[-1]):
            leave_innermost()
        first_ply = len(open_paths[-1]) + 1 if open_paths else 0
        for ply in range(first_ply, len(event.path)):
            open_paths.append(event.path[:ply])
            search.enter(event.path[:ply], -1, moment)
        search.leaf(event.path, -1, moment, moment)

    if not search.paths:
        search.enter((), -1, 0)
    while open_paths and not log.failure:
        leave_innermost()
    return search.finish()


def is_below(path: MovePath, other: MovePath) -> bool:
    """Return whether a path leads to a node below the node of another path.

    >>> is_below((0, 1), (0,)), is_below((1, 1), (0,)), is_below((0,), (0,))
    (True, False, False)
    """
    return len(path) > len(other) and path[: len(other)] == other


def code_point_of_view(run: Run, path: MovePath, negated_turns: NegatedTurns) -> PointOfView:
    """Return the point of view of the code's numbers at a node."""
    if run.turn(path) in negated_turns:
        return FOR_MIN
    return FOR_MAX


class SearchForMax:
    """Converts a search by code to MAX's side, on the assumption of some `NegatedTurns`.

    An unknown value is computed from the children. `mismatches` counts the values and windows that
    contradict the assumption.
    """

    def __init__(self, search: CodeSearch, negated_turns: NegatedTurns) -> None:
        """Convert a search to MAX's side by negating its numbers in the turns `negated_turns`."""
        self.search = search
        self.run = search.run
        self.negated_turns = negated_turns
        self.trace = Trace(revisits=True)
        self.trace.probabilities = self.run.probabilities
        self.mismatches = 0
        self.values: list[dict[int, float]] = []
        """For each open visit, the values of its children by move index."""
        self.windows: list[Window] = []
        """The windows of the open visits, from MAX's side."""
        self._recorder = Recorder(self.trace, revisits=True)
        for row, is_return in search.trace.events():
            self._record(row, is_return=is_return)
        self._recorder.close()

    def _record(self, row: int, *, is_return: bool) -> None:
        """Record the entry or, if `is_return` is true, the return of the visit at a row."""
        is_root = not self.search.paths[row]
        if is_root and row > 0 and not is_return:
            self._recorder.begin_pass()
        if self.search.trace.is_childless(row):
            # A leaf has two events, and is recorded at the second one.
            if is_return:
                self.leaf(row)
        elif is_return:
            self.leave(row)
        else:
            self.enter(row)

    def to_max(self, value: float, path: MovePath) -> float:
        """Convert a number that the code has at a node to MAX's side.

        A number that is too large to be exact as a float is replaced by the largest exact one.
        """
        value = min(max(value, -MAX_EXACT_FLOAT_INTEGER), MAX_EXACT_FLOAT_INTEGER)
        return code_point_of_view(self.run, path, self.negated_turns).of(value)

    def _checked_window(self, row: int) -> Window:
        """Return the window of a visit from MAX's side, and compare it with its parent's window."""
        window = self.search.trace.window(row)
        if window is None:
            return UNKNOWN_WINDOW
        path = self.search.paths[row]
        low, high = map(_end_or_infinity, window)
        low, high = code_point_of_view(self.run, path, self.negated_turns).window(low, high)
        if path and self.windows:
            self._compare_with_parent(path, (low, high))
        return low, high

    def _compare_with_parent(self, path: MovePath, window: Window) -> None:
        """Count a mismatch if the window of a visit contradicts the window of its parent.

        A parent where MAX moves passes on beta unchanged; any other parent passes on alpha.
        """
        # A window is (alpha, beta).
        unchanged_index = 1 if self.run.turn(path[:-1]) == MAX_TURN else 0
        expected = self.windows[-1][unchanged_index]
        if isnan(expected):
            expected = OPEN_WINDOW[unchanged_index]
        if window[unchanged_index] != expected:
            self.mismatches += 1

    def enter(self, row: int) -> None:
        """Record the entry of the visit at a row, with its window from MAX's side."""
        trace = self.search.trace
        path = self.search.paths[row]
        window = self._checked_window(row)
        # Code may search below the end of a game, where the number of children is unknown.
        if not self.run.choices(path):
            self.trace.uncounted_rows.append(row)
        self._recorder.enter(trace.move(row), trace.turn(row), trace.children(row), *window)
        self.values.append({})
        self.windows.append(window)

    def leaf(self, row: int) -> None:
        """Record the visit to the leaf at a row, with its value from MAX's side."""
        trace = self.search.trace
        path = self.search.paths[row]
        if self.search.is_from_memory(row):
            value = self.to_max(self.search.value(row) or 0, path)
        else:
            value = self.run.evaluated(path)
        self._recorder.leaf(trace.move(row), value, trace.kind(row), *self._checked_window(row))
        self._add_child_value(trace.move(row), value)

    def leave(self, row: int) -> None:
        """Record the return of the visit at a row, with its value from MAX's side."""
        path = self.search.paths[row]
        values = self.values.pop()
        window = self.windows.pop()
        value = self._inner_value(row, path, values)
        is_cut = self._is_cutoff(row, value, window, len(values))
        self._recorder.leave(value, Kind.CUT if is_cut else Kind.FULL)
        self._add_child_value(self.search.trace.move(row), value)

    def _inner_value(self, row: int, path: MovePath, values: Mapping[int, float]) -> float:
        """Return the value of an inner node from MAX's side; count a mismatch with its children.

        If the code returned no number, or an infinite one, take the value computed from `values`,
        the children's values by move index.
        """
        value_of_children = node_value_from_children(self.run, path, values)
        returned = self.search.value(row)
        if returned is None or abs(returned) > MAX_EXACT_FLOAT_INTEGER:
            return value_of_children
        value = self.to_max(returned, path)
        if value != value_of_children:
            self.mismatches += 1
        return value

    def _is_cutoff(
        self,
        row: int,
        value: float,
        window: Window,
        visited_children: int,
    ) -> bool:
        """Return whether a visit returns before its last child because of its window.

        `value` and `window` are from MAX's side. `visited_children` is the number of children that
        the visit has visited.
        """
        path = self.search.paths[row]
        if visited_children == len(self.run.choices(path)):
            return False
        # In the code's own variables, alpha ≥ beta held.
        if row in self.search.closed:
            return True
        turn = self.run.turn(path)
        alpha, beta = window
        if turn == MAX_TURN:
            return value >= beta
        return turn == MIN_TURN and value <= alpha

    def _add_child_value(self, move: int, value: float) -> None:
        """Store the value of a child of the innermost open visit; the root has no parent."""
        if self.values:
            self.values[-1][move] = value


def _end_or_infinity(end: float) -> float:
    """Return an end of a window; if it is too large to be an exact float, return an infinity."""
    if abs(end) <= MAX_EXACT_FLOAT_INTEGER:
        return end
    return copysign(inf, end)


def with_values_for_max(search: CodeSearch) -> Trace:
    """Return the trace of a search with all numbers from MAX's side.

    The code's numbers may be from the side of MAX, of the player to move, or of the player to move
    at the root. Guess the side with which the fewest numbers contradict each other.
    """
    # For MAX, no numbers are negated; for the player to move, those at MIN's nodes.
    candidates: list[NegatedTurns] = [(), (MIN_TURN,)]
    # For the player to move at the root, all are negated if this is MIN.
    if search.run.turn(()) == MIN_TURN:
        candidates.append((MIN_TURN, MAX_TURN))
    searches = [SearchForMax(search, negated_turns) for negated_turns in candidates]
    return min(searches, key=lambda candidate: candidate.mismatches).trace
