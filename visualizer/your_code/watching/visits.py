"""From calls to visits: which calls of user code have searched a node, with window and value.

A call with a node is a visit if it reads a value, or if it answers from memory for a node that was
finished before. A call inside it for the same node belongs to the same visit. If there are several
of these one after the other, as in iterative deepening, each is a visit, and the call around them
is none. If calls do not show the visits, as in a search with a stack, the reads do.
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
from visualizer.your_code.grading.answers import answer_as_float
from visualizer.your_code.grading.signatures import parameter_role
from visualizer.your_code.grading.tree_searches import number_of_move
from visualizer.your_code.grading.trees import MAX_TURN, MIN_TURN
from visualizer.your_code.watching.log import CodeLog, LoggedEvent

MinValueTurns = Sequence[Turn]
"""The turns at whose nodes the code has numbers from MIN's side."""


class CodeSearch:
    """A search by code: its trace, and the calls and moments of its visits.

    Windows and returned values are as the code has them, from whichever side; NaN is no number.
    """

    def __init__(self, run: Run, track: LineTrack) -> None:
        """Begin with no visit; `run` knows the positions."""
        self.run = run
        self.track = track
        self.trace = Trace(revisits=True)
        self.paths: list[MovePath] = []
        """The node of each visit, by row."""
        self.calls: list[int] = []
        """The call of each visit; -1 for a leaf that was read in its parent's call."""
        self.begun: list[int] = []
        """The moment at which each visit begins."""
        self.ended: list[int] = []
        """The moment at which each visit returns, or reads its leaf."""
        self.closed: set[int] = set()
        """The rows of visits with alpha ≥ beta in the code's variables when they returned."""
        self._recorder = Recorder(self.trace, revisits=True)

    def enter(self, path: MovePath, call: int, moment: int, window: Window | None = None) -> None:
        """Record that a node is entered."""
        self._begin(path, call, moment)
        children = len(self.run.choices(path)) or 1
        self._recorder.enter(
            number_of_move(path), self.run.turn(path), children, *(window or UNKNOWN_WINDOW)
        )

    def leaf(
        self,
        path: MovePath,
        call: int,
        begun: int,
        ended: int,
        *,
        window: Window | None = None,
        value: float | None = None,
        from_memory: bool = False,
    ) -> None:
        """Record that the value of a node is read, or known from memory."""
        self._begin(path, call, begun)
        self.ended[-1] = ended
        kind = Kind.LIMIT
        if from_memory:
            kind = Kind.TABLE
        elif self.run.position(path).outcome() is not None:
            kind = Kind.TERMINAL
        returned = nan if value is None else value
        self._recorder.leaf(number_of_move(path), returned, kind, *(window or UNKNOWN_WINDOW))

    def leave(self, moment: int, value: float | None, *, is_closed: bool = False) -> None:
        """Record that the innermost open visit returns."""
        row = self._recorder.row()
        self.ended[row] = moment
        if is_closed:
            self.closed.add(row)
        self._recorder.leave(nan if value is None else value)

    def _begin(self, path: MovePath, call: int, moment: int) -> None:
        if self.paths and not path:
            self._recorder.begin_pass()
        self.paths.append(path)
        self.calls.append(call)
        self.begun.append(moment)
        self.ended.append(-1)

    def finish(self) -> Self:
        """Close the recording, with visits that are still open as stopped, and return it."""
        self._recorder.close()
        return self

    def up_to(self, step: int) -> "CodeSearch":
        """Return the search up to a step; it may be continued."""
        found = CodeSearch(self.run, self.track)
        for row, returns in islice(self.trace.events(), step):
            value = self.value(row)
            is_table = self.is_from_memory(row)
            if not self.trace.is_childless(row):
                if returns:
                    found.leave(self.ended[row], value, is_closed=row in self.closed)
                else:
                    found.enter(
                        self.paths[row], self.calls[row], self.begun[row], self.trace.window(row)
                    )
            elif returns:
                found.leaf(
                    self.paths[row],
                    self.calls[row],
                    self.begun[row],
                    self.ended[row],
                    window=self.trace.window(row),
                    value=value,
                    from_memory=is_table,
                )
        return found

    def value(self, row: int) -> float | None:
        """Return the value of a visit, or None if it is no number."""
        value = self.trace.value(row)
        return None if isnan(value) else value

    def is_from_memory(self, row: int) -> bool:
        """Return whether a visit is answered from memory."""
        return self.trace.kind(row) is Kind.TABLE

    def moments(self) -> list[int]:
        """Return the moment at which each step of the trace is reached."""
        moments: list[int] = []
        for row, returns in self.trace.events():
            moment = self.ended[row] if returns else self.begun[row]
            # A leaf is known after the line that reads it.
            is_read = self.trace.is_leaf(row) and (returns or self.calls[row] < 0)
            moments.append(moment + is_read)
        return moments


def returned_number(returned: Any) -> float | None:
    """Return the first number in a returned value, or None."""
    parts = returned if isinstance(returned, tuple | list) else (returned,)
    for part in parts:
        number = answer_as_float(part)
        if number is not None:
            return number
    return None


def call_window(call: CodeCall) -> Window | None:
    """Return the window in the arguments of a call, or None."""
    if {"alpha", "beta"} <= call.handed.keys():
        return (call.handed["alpha"], call.handed["beta"])
    return None


class VisitsOfCalls:
    """Finds the calls of a track that are visits, and records them as a search."""

    def __init__(self, run: Run, log: CodeLog) -> None:
        """Find the visits in a log; `run` knows the positions."""
        self.run = run
        self.track = log.track
        self.happenings = log.happenings
        calls = self.track.calls
        self.busy = [False] * len(calls)
        """Whether each call, or a call in it, read a value or answered from memory."""
        self.tables = set[int]()
        finished = set[Hashable]()
        searching = set[str]()
        for what, number, _, _ in self.happenings:
            if what == "read":
                self.mark(number)
            elif what == "return" and (call := calls[number]).node is not None:
                if self.busy[number]:
                    finished.add(self.key(call.node))
                    searching.add(call.function)
                elif (
                    call.function in searching
                    and self.key(call.node) in finished
                    and returned_number(call.returned) is not None
                ):
                    self.tables.add(number)
                    self.mark(number)
        self.visit_by_call: list[int] = []
        """For each call the call of its visit, -1 for none."""
        self.merged: dict[int, int] = {}
        """The calls that belong to the visit of another call, with that call."""
        self.windows: dict[int, Window | None] = {}
        """The window of each visit."""
        self.values: dict[int, float | None] = {}
        """The value of each visit."""
        self.inner = set[int]()
        self.search = CodeSearch(run, self.track)
        self.open: list[int] = []
        """The inner visits that have not returned, outermost first."""
        self.is_visit = [
            self.busy[number] and call.node is not None for number, call in enumerate(calls)
        ]
        self.merge()

    def key(self, path: MovePath) -> Hashable:
        """Return a key that is equal for equal positions."""
        position = self.run.position(path)
        if self.run.game.explicit:
            return position.text()
        return position.key()

    def mark(self, number: int) -> None:
        """Mark a call, and those around it, as having read something."""
        while number >= 0 and not self.busy[number]:
            self.busy[number] = True
            number = self.track.calls[number].parent

    def merge(self) -> None:
        """Find calls that belong to the visit of another, or that only make several visits."""
        calls = self.track.calls
        same = dict[int, list[int]]()
        around = [-1] * len(calls)
        """The innermost visit around each call; calls inside have larger numbers."""
        for number, call in enumerate(calls):
            above = call.parent
            if above >= 0:
                around[number] = above if self.is_visit[above] else around[above]
            visit = around[number]
            if self.is_visit[number] and visit >= 0 and calls[visit].node == call.node:
                same.setdefault(visit, []).append(number)

        for number, inner in same.items():
            if len(inner) > 1:
                self.is_visit[number] = False
            else:
                self.merged[inner[0]] = number
        for number, call in enumerate(calls):
            owner = self.merged.get(number, number) if self.is_visit[number] else call.parent
            self.visit_by_call.append(number if owner == number else self.visit_of(owner))

    def visit_of(self, number: int) -> int:
        """Return the call of the visit that a call belongs to, -1 for none."""
        return self.visit_by_call[number] if number >= 0 else -1

    def told(self) -> CodeSearch | None:
        """Return the search of the code, or None if its calls do not show all visits."""
        for number, call in enumerate(self.track.calls):
            visit = self.visit_of(number)
            if visit >= 0 and (number == visit or number in self.merged):
                self.windows[visit] = self.windows.get(visit) or call_window(call)
                if self.values.get(visit) is None:
                    self.values[visit] = returned_number(call.returned)
        self.inner = self.inner_visits()
        record = {"read": self.read, "call": self.begin, "return": self.end}
        is_whole = all(record[event.what](event) for event in self.happenings)
        trace = self.search.finish().trace
        has_inner = any(not trace.is_childless(row) for row in range(len(trace)))
        return self.search if is_whole and has_inner else None

    def read(self, read: LoggedEvent) -> bool:
        """Record a read; return False if it is not at the current visit or a child of it."""
        calls = self.track.calls
        visit = self.visit_of(read.call)
        if visit >= 0 and calls[visit].node == read.path:
            if visit not in self.inner:
                moments = calls[visit].moments
                begun = moments[0] if moments else read.moment
                value = returned_number(calls[visit].returned)
                self.search.leaf(
                    read.path, visit, begun, read.moment, window=self.windows[visit], value=value
                )
            return True

        is_in_open_visit = bool(self.open) and visit == self.open[-1]
        if not is_in_open_visit or not read.path or read.path[:-1] != calls[visit].node:
            return False
        self.search.leaf(read.path, -1, read.moment, read.moment)
        return True

    def begin(self, begun: LoggedEvent) -> bool:
        """Record a call; return False for a visit that is not of the root or a child."""
        if not self.is_visit[begun.call] or begun.call in self.merged:
            return True

        node = self.track.calls[begun.call].node or ()
        if bool(node) != bool(self.open):
            return False
        if node and node[:-1] != self.track.calls[self.open[-1]].node:
            return False
        if begun.call in self.inner:
            self.open.append(begun.call)
            self.search.enter(node, begun.call, begun.moment, self.windows[begun.call])
        return True

    def end(self, ended: LoggedEvent) -> bool:
        """Record the end of a call; return True."""
        number = ended.call
        moment = ended.moment
        node = self.track.calls[number].node or ()
        value = self.values.get(number)
        if number in self.tables and number not in self.merged:
            moments = self.track.calls[number].moments
            begun = moments[0] if moments else moment
            window = self.windows[number]
            self.search.leaf(
                node, number, begun, moment, window=window, value=value, from_memory=True
            )
        elif self.open and self.open[-1] == number:
            self.open.pop()
            self.search.leave(moment, value, is_closed=self.is_closed(number, moment))
        return True

    def inner_visits(self) -> set[int]:
        """Return the visits in which another node was read or visited."""
        calls = self.track.calls
        found = set[int]()
        for what, number, _, path in self.happenings:
            if what == "read":
                visit = self.visit_of(number)
                if visit >= 0 and calls[visit].node != path:
                    found.add(visit)
            elif what == "call" and self.is_visit[number] and number not in self.merged:
                found.add(self.visit_of(calls[number].parent))
        return found

    def is_closed(self, number: int, moment: int) -> bool:
        """Return whether alpha ≥ beta holds for the variables of a call at a moment."""
        ends = {
            parameter_role(name.removeprefix("self.")): answer_as_float(value)
            for name, value in self.track.variables(number, moment).items()
        }
        alpha = ends.get("alpha")
        beta = ends.get("beta")
        return alpha is not None and beta is not None and alpha >= beta


def node_worth(run: Run, path: MovePath, values: Mapping[int, float]) -> float:
    """Return the value of a node from those of its children, by move; 0 if there are none."""
    odds = run.odds(path)
    if odds is not None:
        return sum(float(odds[move]) * value for move, value in values.items())
    best = max if run.turn(path) == MAX_TURN else min
    return best(values.values(), default=0.0)


def search_of_reads(run: Run, log: CodeLog) -> CodeSearch:
    """Return a search made only from the values that were read, and the value of the root.

    Each node is left after the last read below it; after a failure, open nodes stay open. If
    nothing was read, only the root is entered.
    """
    search = CodeSearch(run, log.track)
    opened: list[MovePath] = []
    moment = 0

    def leave() -> None:
        path = opened.pop()
        search.leave(moment, None if path else log.value)

    for read in log.happenings:
        moment = read.moment
        leaf = read.path
        if read.what != "read":
            continue
        while opened and (len(opened[-1]) >= len(leaf) or leaf[: len(opened[-1])] != opened[-1]):
            leave()
        for ply in range(len(opened[-1]) + 1 if opened else 0, len(leaf)):
            opened.append(leaf[:ply])
            search.enter(leaf[:ply], -1, moment)
        search.leaf(leaf, -1, moment, moment)
    if not search.paths:
        search.enter((), -1, 0)
    while opened and not log.failure:
        leave()
    return search.finish()


def code_point_of_view(run: Run, path: MovePath, turned: MinValueTurns) -> PointOfView:
    """Return the point of view of the code's numbers at a node."""
    return FOR_MIN if run.turn(path) in turned else FOR_MAX


class SearchForMax:
    """A search by code with all numbers from MAX's side, if those at `turned` nodes are MIN's.

    An unknown value is computed from the children. `mismatches` counts the values and windows that
    do not fit this side.
    """

    def __init__(self, search: CodeSearch, turned: MinValueTurns) -> None:
        """Write a trace of the search."""
        self.search = search
        self.run = search.run
        self.turned = turned
        self.trace = Trace(revisits=True)
        self.trace.probabilities = self.run.probabilities
        self.mismatches = 0
        self.values: list[dict[int, float]] = []
        """The values of the children of each open visit, by move."""
        self.windows: list[Window] = []
        """The windows of the open visits."""
        self._recorder = Recorder(self.trace, revisits=True)
        for row, returns in search.trace.events():
            if row and not returns and not search.paths[row]:
                self._recorder.begin_pass()
            if search.trace.is_childless(row):
                if returns:
                    self.leaf(row)
            elif returns:
                self.leave(row)
            else:
                self.enter(row)
        self._recorder.close()

    def seen(self, value: float, path: MovePath) -> float:
        """Return a number of the code at a node from MAX's side, within the exact floats."""
        value = min(max(value, -MAX_EXACT_FLOAT_INTEGER), MAX_EXACT_FLOAT_INTEGER)
        return code_point_of_view(self.run, path, self.turned).of(value)

    def window(self, row: int) -> Window:
        """Return the window of a visit from MAX's side; ends beyond all values are infinite."""
        window = self.search.trace.window(row)
        if window is None:
            return UNKNOWN_WINDOW
        path = self.search.paths[row]
        low, high = (
            end if abs(end) <= MAX_EXACT_FLOAT_INTEGER else copysign(inf, end) for end in window
        )
        low, high = code_point_of_view(self.run, path, self.turned).window(low, high)
        if path and self.windows:
            # Only the end of the player who does not move at the parent must be the parent's.
            end = 1 if self.run.turn(path[:-1]) == MAX_TURN else 0
            above = self.windows[-1][end]
            self.mismatches += (low, high)[end] != (OPEN_WINDOW[end] if isnan(above) else above)
        return low, high

    def enter(self, row: int) -> None:
        """Record that a node is entered."""
        trace = self.search.trace
        path = self.search.paths[row]
        window = self.window(row)
        if not self.run.choices(path):
            self.trace.uncounted.append(row)
        self._recorder.enter(trace.move(row), trace.turn(row), trace.children(row), *window)
        self.values.append({})
        self.windows.append(window)

    def leaf(self, row: int) -> None:
        """Record that the value of a node is read, or known from memory."""
        trace = self.search.trace
        path = self.search.paths[row]
        if self.search.is_from_memory(row):
            value = self.seen(self.search.value(row) or 0, path)
        else:
            value = self.run.evaluated(path)
        self._recorder.leaf(trace.move(row), value, trace.kind(row), *self.window(row))
        self._returned(trace.move(row), value)

    def leave(self, row: int) -> None:
        """Record that a node is left; without a value, that of its children counts."""
        path = self.search.paths[row]
        value = self.search.value(row)
        turn = self.run.turn(path)
        values = self.values.pop()
        found = node_worth(self.run, path, values)
        is_known = value is not None and abs(value) <= MAX_EXACT_FLOAT_INTEGER
        shown = self.seen(value, path) if value is not None and is_known else found
        self.mismatches += shown != found
        low, high = self.windows.pop()
        has_reached = (turn == MAX_TURN and shown >= high) or (turn == MIN_TURN and shown <= low)
        has_all = len(values) == len(self.run.choices(path))
        is_cut = not has_all and (row in self.search.closed or has_reached)
        self._recorder.leave(shown, Kind.CUT if is_cut else Kind.FULL)
        self._returned(self.search.trace.move(row), shown)

    def _returned(self, move: int, value: float) -> None:
        if self.values:
            self.values[-1][move] = value


def with_values_for_max(search: CodeSearch) -> Trace:
    """Return the trace of a search with numbers from MAX's side.

    The code may have them from MAX's side, the mover's or that of the root; the best fit counts.
    """
    sides: list[MinValueTurns] = [(), (MIN_TURN,)]
    if search.run.turn(()) == MIN_TURN:
        sides.append((MIN_TURN, MAX_TURN))
    searches = [SearchForMax(search, turned) for turned in sides]
    return min(searches, key=lambda candidate: candidate.mismatches).trace
