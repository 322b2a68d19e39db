"""From calls to visits: which calls of a person's code have searched a node, with which window, and what came of it.

A call that is given a node is a visit if a value was read in it, or if it answers with what it remembers of a node that
was finished before. A call inside it for the same node belongs to the same visit; where there are several of these one
after the other, as in a search that deepens, each is a visit, and the call around them is none. Where calls do not tell
the visits, as in a search with a stack, they are made of the values that were read.
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
"""Whose nodes have numbers from MIN's side."""


class CodeSearch:
    """A search that code has made: its trace, and the calls and the moments of its visits.

    Numbers are as the code has them, from whichever side: a window is what a call was handed, and a value what it
    returned, NaN where that is no number.
    """

    def __init__(self, run: Run, track: LineTrack) -> None:
        """Begin with no visit; `run` knows the positions."""
        self.run = run
        self.track = track
        self.trace = Trace(revisits=True)
        self.paths: list[MovePath] = []
        """Of each visit, by its row, the node."""
        self.calls: list[int] = []
        """The call that is the visit, -1 for none: a leaf was read in its parent's."""
        self.begun: list[int] = []
        """The moment at which it begins."""
        self.ended: list[int] = []
        """The moment at which it returns; of a leaf the one that reads it."""
        self.closed: set[int] = set()
        """The rows of the visits whose own alpha and beta had closed when they returned."""
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
        """Record that the value of a node is read, or that memory answers there."""
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
        """Return it, as nothing more has happened; what is still open has been stopped."""
        self._recorder.close()
        return self

    def up_to(self, step: int) -> "CodeSearch":
        """Return what it has done up to a step, as a search that may go on."""
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
        """Return what a visit returned, None where that is no number."""
        value = self.trace.value(row)
        return None if isnan(value) else value

    def is_from_memory(self, row: int) -> bool:
        """Return whether memory answers a visit."""
        return self.trace.kind(row) is Kind.TABLE

    def moments(self) -> list[int]:
        """Return for each step of the trace the moment by which it has been reached."""
        found = []
        for row, returns in self.trace.events():
            is_read = self.trace.is_leaf(row) and (returns or self.calls[row] < 0)
            found.append((self.ended[row] if returns else self.begun[row]) + is_read)
        return found


def returned_number(returned: Any) -> float | None:
    """Return the first number in what a call has returned, None where there is none that can be a value."""
    for part in returned if isinstance(returned, tuple | list) else (returned,):
        if (found := answer_as_float(part)) is not None:
            return found
    return None


def call_window(call: CodeCall) -> Window | None:
    """Return the window that a call was handed, None for none."""
    if {"alpha", "beta"} <= call.handed.keys():
        return (call.handed["alpha"], call.handed["beta"])
    return None


class VisitsOfCalls:
    """Which calls of a track are visits, and of which node."""

    def __init__(self, run: Run, log: CodeLog) -> None:
        """Look through all that was heard; `run` knows the positions."""
        self.run = run
        self.track = log.track
        self.happenings = log.happenings
        calls = self.track.calls
        self.busy = [False] * len(calls)
        """Of each call whether a value was read in it, or it or a call in it answered from memory."""
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
        """For each call the one that stands for the visit that it belongs to, -1 for none."""
        self.merged: dict[int, int] = {}
        """The calls that belong to the visit of another call, and that call."""
        self.windows: dict[int, Window | None] = {}
        """Of each visit what it was handed."""
        self.values: dict[int, float | None] = {}
        """Of each visit what it returned."""
        self.inner = set[int]()
        self.search = CodeSearch(run, self.track)
        self.open: list[int] = []
        """The inner visits that have not returned, the outermost first."""
        self.is_visit = [
            self.busy[number] and call.node is not None for number, call in enumerate(calls)
        ]
        self.merge()

    def key(self, path: MovePath) -> Hashable:
        """Return what is the same for nodes that are the same position."""
        position = self.run.position(path)
        if self.run.game.explicit:
            return position.text()
        return position.key()

    def mark(self, number: int) -> None:
        """Take note that something was read in a call, and so in those that it is in."""
        while number >= 0 and not self.busy[number]:
            self.busy[number] = True
            number = self.track.calls[number].parent

    def merge(self) -> None:
        """Find the calls that belong to the visit of another, and those that only call one visit after the other."""
        calls = self.track.calls
        same = dict[int, list[int]]()
        around = [-1] * len(calls)
        """The innermost visit that each call is in; a call has a smaller number than those in it."""
        for number, call in enumerate(calls):
            above = call.parent
            if above >= 0:
                if self.is_visit[above]:
                    around[number] = above
                else:
                    around[number] = around[above]
            if (
                self.is_visit[number]
                and (visit := around[number]) >= 0
                and calls[visit].node == call.node
            ):
                same.setdefault(visit, []).append(number)
        for number in same:
            if len(same[number]) > 1:
                self.is_visit[number] = False
            else:
                self.merged[same[number][0]] = number
        for number, call in enumerate(calls):
            if self.is_visit[number]:
                belongs_to = self.merged.get(number, number)
            else:
                belongs_to = call.parent
            self.visit_by_call.append(number if belongs_to == number else self.visit_of(belongs_to))

    def visit_of(self, number: int) -> int:
        """Return the call that stands for the visit that a call belongs to, -1 for none."""
        if number >= 0:
            return self.visit_by_call[number]
        return -1

    def told(self) -> CodeSearch | None:
        """Return the search that the code has made; None where the calls do not tell all visits, or no inner node."""
        for number, call in enumerate(self.track.calls):
            if (visit := self.visit_of(number)) >= 0 and (number == visit or number in self.merged):
                self.windows[visit] = self.windows.get(visit) or call_window(call)
                if self.values.get(visit) is None:
                    self.values[visit] = returned_number(call.returned)
        self.inner = self.inner_visits()
        tell = {"read": self.read, "call": self.begin, "return": self.end}
        is_whole = all(tell[each.what](each) for each in self.happenings)
        trace = self.search.finish().trace
        has_inner = any(not trace.is_childless(row) for row in range(len(trace)))
        return self.search if is_whole and has_inner else None

    def read(self, read: LoggedEvent) -> bool:
        """Take in that a value is read; return whether it stands where it can: at a visit, or at a child of one."""
        calls = self.track.calls
        visit = self.visit_of(read.call)
        if visit >= 0 and calls[visit].node == read.path:
            if visit not in self.inner:
                if calls[visit].moments:
                    begun = calls[visit].moments[0]
                else:
                    begun = read.moment
                value = returned_number(calls[visit].returned)
                self.search.leaf(
                    read.path, visit, begun, read.moment, window=self.windows[visit], value=value
                )
            return True
        if (
            not self.open
            or visit != self.open[-1]
            or not read.path
            or read.path[:-1] != calls[visit].node
        ):
            return False
        self.search.leaf(read.path, -1, read.moment, read.moment)
        return True

    def begin(self, begun: LoggedEvent) -> bool:
        """Take in that a call begins; return whether it is no visit, or one of a child, or of the root."""
        if not self.is_visit[begun.call] or begun.call in self.merged:
            return True
        node = self.track.calls[begun.call].node or ()
        if bool(node) != bool(self.open) or (
            node and node[:-1] != self.track.calls[self.open[-1]].node
        ):
            return False
        if begun.call in self.inner:
            self.open.append(begun.call)
            self.search.enter(node, begun.call, begun.moment, self.windows[begun.call])
        return True

    def end(self, ended: LoggedEvent) -> bool:
        """Take in that a call ends."""
        number = ended.call
        moment = ended.moment
        node = self.track.calls[number].node or ()
        value = self.values.get(number)
        if number in self.tables and number not in self.merged:
            if self.track.calls[number].moments:
                begun = self.track.calls[number].moments[0]
            else:
                begun = moment
            window = self.windows[number]
            self.search.leaf(
                node, number, begun, moment, window=window, value=value, from_memory=True
            )
        elif self.open and self.open[-1] == number:
            self.open.pop()
            self.search.leave(moment, value, is_closed=self.is_closed(number, moment))
        return True

    def inner_visits(self) -> set[int]:
        """Return the visits in which the value of another node was read, or another was visited."""
        calls = self.track.calls
        found = set[int]()
        for what, number, _, path in self.happenings:
            if (
                what == "read"
                and (visit := self.visit_of(number)) >= 0
                and calls[visit].node != path
            ):
                found.add(visit)
            elif what == "call" and self.is_visit[number] and number not in self.merged:
                found.add(self.visit_of(calls[number].parent))
        return found

    def is_closed(self, number: int, moment: int) -> bool:
        """Return whether a call's own alpha and beta had closed at a moment."""
        ends = {
            parameter_role(name.removeprefix("self.")): answer_as_float(value)
            for name, value in self.track.variables(number, moment).items()
        }
        alpha = ends.get("alpha")
        beta = ends.get("beta")
        return alpha is not None and beta is not None and alpha >= beta


def node_worth(run: Run, path: MovePath, values: Mapping[int, float]) -> float:
    """Return what a node is worth whose children have these values, by their moves; 0 where none has any."""
    odds = run.odds(path)
    if odds is not None:
        return sum(float(odds[move]) * value for move, value in values.items())
    if run.turn(path) == MAX_TURN:
        best = max
    else:
        best = min
    return best(values.values(), default=0.0)


def search_of_reads(run: Run, log: CodeLog) -> CodeSearch:
    """Return a search of which only the values that it read, and its own value, are known.

    Each node is left after the last value below it; those still open only where the search has not failed. Where
    nothing was read, the root is entered.
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
    """Return from whose side code has its numbers at a node, if it has them from MIN's at those of some turns."""
    if run.turn(path) in turned:
        return FOR_MIN
    return FOR_MAX


class SearchForMax:
    """A search that code has made, with all numbers from MAX's side; where those in `turned` move, it has MIN's.

    What is not known of a visit is what its children have come to. `mismatches` counts the values and windows that are
    not what they would be from that side.
    """

    def __init__(self, search: CodeSearch, turned: MinValueTurns) -> None:
        """Write a trace of it."""
        self.search = search
        self.run = search.run
        self.turned = turned
        self.trace = Trace(revisits=True)
        self.trace.probabilities = self.run.probabilities
        self.mismatches = 0
        self.values: list[dict[int, float]] = []
        """Of the open visits what their children have returned, by the move."""
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
        """Return a number of the code at a node from MAX's side; one that is too large is the largest."""
        value = min(max(value, -MAX_EXACT_FLOAT_INTEGER), MAX_EXACT_FLOAT_INTEGER)
        return code_point_of_view(self.run, path, self.turned).of(value)

    def window(self, row: int) -> Window:
        """Return the window that a visit was handed from MAX's side; what is beyond all values is infinite."""
        window = self.search.trace.window(row)
        if window is None:
            return UNKNOWN_WINDOW
        path = self.search.paths[row]
        low, high = (
            end if abs(end) <= MAX_EXACT_FLOAT_INTEGER else copysign(inf, end) for end in window
        )
        low, high = code_point_of_view(self.run, path, self.turned).window(low, high)
        if path and self.windows:
            end = (
                1 if self.run.turn(path[:-1]) == MAX_TURN else 0
            )  # of who does not move at the parent
            above = self.windows[-1][end]
            self.mismatches += (low, high)[end] != (OPEN_WINDOW[end] if isnan(above) else above)
        return low, high

    def enter(self, row: int) -> None:
        """Tell that a node is entered."""
        trace = self.search.trace
        path = self.search.paths[row]
        window = self.window(row)
        if not self.run.choices(path):
            self.trace.uncounted.append(row)
        self._recorder.enter(trace.move(row), trace.turn(row), trace.children(row), *window)
        self.values.append({})
        self.windows.append(window)

    def leaf(self, row: int) -> None:
        """Tell that a value is read at a node, or that memory answers there."""
        trace = self.search.trace
        path = self.search.paths[row]
        if self.search.is_from_memory(row):
            value = self.seen(self.search.value(row) or 0, path)
        else:
            value = self.run.evaluated(path)
        self._recorder.leaf(trace.move(row), value, trace.kind(row), *self.window(row))
        self._returned(trace.move(row), value)

    def leave(self, row: int) -> None:
        """Tell that a node is left; without a value it has what its children have come to."""
        path = self.search.paths[row]
        value = self.search.value(row)
        turn = self.run.turn(path)
        values = self.values.pop()
        found = node_worth(self.run, path, values)
        if value is None or abs(value) > MAX_EXACT_FLOAT_INTEGER:
            shown = found
        else:
            shown = self.seen(value, path)
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
    """Return a search with numbers from MAX's side, where the code has them from there, the mover's or the root's.

    It is the side that fits best.
    """
    sides: list[MinValueTurns] = [(), (MIN_TURN,)]
    if search.run.turn(()) == MIN_TURN:
        sides.append((MIN_TURN, MAX_TURN))
    return min(
        (SearchForMax(search, turned) for turned in sides), key=lambda each: each.mismatches
    ).trace
