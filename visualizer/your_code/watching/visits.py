"""From calls to visits: which calls of a person's code have searched a node, with which window, and what came of it.

A call that is given a node is a visit if a value was read in it, or if it answers with what it remembers of a node that
was finished before. A call inside it for the same node belongs to the same visit; where there are several of these one
after the other, as in a search that deepens, each is a visit, and the call around them is none. Where calls do not tell
the visits, as in a search with a stack, they are made of the values that were read.
"""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Any, NamedTuple

from games import Turn
from visualizer.look.numbers import EXACT
from visualizer.searching.events.writing import end_told
from visualizer.searching.run import Run
from visualizer.trace.line_track import CodeCall, LineTrack
from visualizer.trace.rows import MovePath
from visualizer.your_code.grading.answers import number_of
from visualizer.your_code.grading.signatures import meaning
from visualizer.your_code.grading.trees import MAX, MIN, OPEN, HandedWindow


class Happening(NamedTuple):
    """That a call begins (`call`) or ends (`return`), or that a value is read (`read`) in one, in order of time."""

    what: str
    call: int
    moment: int
    """The moment of the call or the return; of a read the one whose line reads."""
    path: MovePath = ()
    """The node whose value is read."""


class CodeVisit(NamedTuple):
    """Something that the code did, as the events of a search have it: it enters a node, reads a leaf, or returns."""

    what: str
    """`enter`, `leaf`, `table` or `leave`."""
    path: MovePath
    call: int
    """The call that is the visit, -1 for none: the leaf was read in its parent's."""
    moment: int
    window: HandedWindow | None = None
    """What the call was handed, as the code has it."""
    value: float | None = None
    """What it returned, as the code has it; None where that is no number. At a leaf what was read, from MAX's side."""
    is_closed: bool = False
    """Whether its own alpha and beta had closed when it returned."""
    entered: int = -1
    """The moment at which the call of a leaf begins, -1 where it has none."""


def number_in(returned: Any) -> float | None:
    """Return the first number in what a call has returned, None where there is none that can be a value."""
    for part in returned if isinstance(returned, tuple | list) else (returned,):
        if (found := number_of(part)) is not None:
            return found
    return None


def window_of(call: CodeCall) -> HandedWindow | None:
    """Return the window that a call was handed, None for none."""
    return (call.handed["alpha"], call.handed["beta"]) if {"alpha", "beta"} <= call.handed.keys() else None


class VisitsOfCalls:
    """Which calls of a track are visits, and of which node."""

    def __init__(self, track: LineTrack, happenings: Sequence[Happening], key: Callable[[MovePath], Hashable]) -> None:
        """Look through all that has happened; `key` is the same for nodes that are the same position."""
        self.track, self.happenings = track, happenings
        calls = track.calls
        self.busy = [False] * len(calls)
        """Of each call whether a value was read in it, or it or a call in it answered from memory."""
        self.tables = set[int]()
        finished, searching = set[Hashable](), set[str]()
        for what, number, _, _ in happenings:
            if what == "read":
                self.mark(number)
            elif what == "return" and (call := calls[number]).node is not None:
                if self.busy[number]:
                    finished.add(key(call.node))
                    searching.add(call.function)
                elif call.function in searching and key(call.node) in finished and number_in(call.returned) is not None:
                    self.tables.add(number)
                    self.mark(number)
        self.visit_by_call: list[int] = []
        """For each call the one that stands for the visit that it belongs to, -1 for none."""
        self.merged: dict[int, int] = {}
        """The calls that belong to the visit of another call, and that call."""
        self.windows: dict[int, HandedWindow | None] = {}
        """Of each visit what it was handed."""
        self.values: dict[int, float | None] = {}
        """Of each visit what it returned."""
        self.inner = set[int]()
        self.found: list[CodeVisit] = []
        self.open: list[int] = []
        """The inner visits that have not returned, the outermost first."""
        self.is_visit = [self.busy[number] and call.node is not None for number, call in enumerate(calls)]
        self.merge()

    def mark(self, number: int) -> None:
        """Take note that something was read in a call, and so in those that it is in."""
        while number >= 0 and not self.busy[number]:
            self.busy[number] = True
            number = self.track.calls[number].parent

    def merge(self) -> None:
        """Find the calls that belong to the visit of another, and those that only call one visit after the other."""
        calls, same = self.track.calls, dict[int, list[int]]()
        around = [-1] * len(calls)
        """The innermost visit that each call is in; a call has a smaller number than those in it."""
        for number, call in enumerate(calls):
            above = call.parent
            if above >= 0:
                around[number] = above if self.is_visit[above] else around[above]
            if self.is_visit[number] and (visit := around[number]) >= 0 and calls[visit].node == call.node:
                same.setdefault(visit, []).append(number)
        for number in same:
            if len(same[number]) > 1:
                self.is_visit[number] = False
            else:
                self.merged[same[number][0]] = number
        for number, call in enumerate(calls):
            belongs_to = self.merged.get(number, number) if self.is_visit[number] else call.parent
            self.visit_by_call.append(number if belongs_to == number else self.visit_of(belongs_to))

    def visit_of(self, number: int) -> int:
        """Return the call that stands for the visit that a call belongs to, -1 for none."""
        return self.visit_by_call[number] if number >= 0 else -1

    def told(self) -> list[CodeVisit] | None:
        """Return what the code did, in order; None where the calls do not tell all visits."""
        for number, call in enumerate(self.track.calls):
            if (visit := self.visit_of(number)) >= 0 and (number == visit or number in self.merged):
                self.windows[visit] = self.windows.get(visit) or window_of(call)
                if self.values.get(visit) is None:
                    self.values[visit] = number_in(call.returned)
        self.inner = self.inner_visits()
        tell = {"read": self.read, "call": self.begin, "return": self.end}
        is_whole = all(tell[each.what](each) for each in self.happenings)
        return self.found if is_whole else None

    def read(self, read: Happening) -> bool:
        """Take in that a value is read; return whether it stands where it can: at a visit, or at a child of one."""
        calls, visit = self.track.calls, self.visit_of(read.call)
        if visit >= 0 and calls[visit].node == read.path:
            if visit not in self.inner:
                begun = calls[visit].moments[0] if calls[visit].moments else read.moment
                self.found.append(CodeVisit("leaf", read.path, visit, read.moment, self.windows[visit], entered=begun))
            return True
        if not self.open or visit != self.open[-1] or not read.path or read.path[:-1] != calls[visit].node:
            return False
        self.found.append(CodeVisit("leaf", read.path, -1, read.moment))
        return True

    def begin(self, begun: Happening) -> bool:
        """Take in that a call begins; return whether it is no visit, or one of a child, or of the root."""
        if not self.is_visit[begun.call] or begun.call in self.merged:
            return True
        node = self.track.calls[begun.call].node or ()
        if bool(node) != bool(self.open) or (node and node[:-1] != self.track.calls[self.open[-1]].node):
            return False
        if begun.call in self.inner:
            self.open.append(begun.call)
            self.found.append(CodeVisit("enter", node, begun.call, begun.moment, self.windows[begun.call]))
        return True

    def end(self, ended: Happening) -> bool:
        """Take in that a call ends."""
        number, moment = ended.call, ended.moment
        node, value = self.track.calls[number].node or (), self.values.get(number)
        if number in self.tables and number not in self.merged:
            begun = self.track.calls[number].moments[0] if self.track.calls[number].moments else moment
            window = self.windows[number]
            self.found.append(CodeVisit("table", node, number, moment, window, value, entered=begun))
        elif self.open and self.open[-1] == number:
            self.open.pop()
            self.found.append(CodeVisit("leave", node, number, moment, None, value, self.is_closed(number, moment)))
        return True

    def inner_visits(self) -> set[int]:
        """Return the visits in which the value of another node was read, or another was visited."""
        calls, found = self.track.calls, set[int]()
        for what, number, _, path in self.happenings:
            if what == "read" and (visit := self.visit_of(number)) >= 0 and calls[visit].node != path:
                found.add(visit)
            elif what == "call" and self.is_visit[number] and number not in self.merged:
                found.add(self.visit_of(calls[number].parent))
        return found

    def is_closed(self, number: int, moment: int) -> bool:
        """Return whether a call's own alpha and beta had closed at a moment."""
        ends = {meaning(name.removeprefix("self.")): number_of(value)
                for name, value in self.track.variables(number, moment).items()}  # fmt: skip
        alpha, beta = ends.get("alpha"), ends.get("beta")
        return alpha is not None and beta is not None and alpha >= beta


def visits_of_reads(happenings: Sequence[Happening], value: float | None, *, has_ended: bool = True) -> list[CodeVisit]:
    """Return what a search did of which only the values that it read, and its own value, are known.

    Each node is left after the last value below it; those still open only where the search `has_ended`. Where nothing
    was read, the root is entered.
    """
    found, opened, moment = list[CodeVisit](), list[MovePath](), 0

    def leave() -> None:
        path = opened.pop()
        found.append(CodeVisit("leave", path, -1, moment, None, None if path else value))

    for what, _, moment, leaf in happenings:
        if what == "read":
            while opened and (len(opened[-1]) >= len(leaf) or leaf[: len(opened[-1])] != opened[-1]):
                leave()
            for ply in range(len(opened[-1]) + 1 if opened else 0, len(leaf)):
                opened.append(leaf[:ply])
                found.append(CodeVisit("enter", leaf[:ply], -1, moment))
            found.append(CodeVisit("leaf", leaf, -1, moment))
    if not found:
        found.append(CodeVisit("enter", (), -1, 0))
    while opened and has_ended:
        leave()
    return found


@dataclass
class OpenNode:
    """A node that has been entered: what its children have come to, from MAX's side."""

    path: MovePath
    window: HandedWindow | None
    values: dict[MovePath, float] = field(default_factory=dict)


class EventsOfVisits:
    """The events of a search as files of events have them; where those in `turned` move, numbers are from MIN's side.

    `steps` are the moments by which each step of the trace has been reached; `mismatches` counts the values and windows
    that are not what they would be from that side.
    """

    def __init__(self, run: Run, visits: Sequence[CodeVisit], turned: Sequence[Turn] = ()) -> None:
        """Tell all visits of the positions of a run."""
        self.run, self.turned = run, turned
        self.events: list[dict[str, Any]] = []
        self.steps: list[int] = []
        self.cuts: list[tuple[int, CodeVisit]] = []
        """The visits that end in a cut, each with the place among the steps of the return after which it is cut."""
        self.mismatches = 0
        self.open: list[OpenNode] = []
        tell: dict[str, Callable[[CodeVisit], None]] = {
            "enter": self.enter, "leaf": self.leaf, "table": self.leaf, "leave": self.leave,
        }  # fmt: skip
        for visit in visits:
            tell[visit.what](visit)

    def seen(self, value: float, path: MovePath) -> float:
        """Return a number of the code at a node from MAX's side."""
        return 0 - value if self.run.turn(path) in self.turned else value

    def window(self, visit: CodeVisit) -> HandedWindow | None:
        """Return the window that a visit was handed from MAX's side; what is beyond all values is infinite."""
        if visit.window is None:
            return None
        low, high = (end if abs(end) <= EXACT else inf if end > 0 else -inf for end in visit.window)
        return (0.0 - high, 0.0 - low) if self.run.turn(visit.path) in self.turned else (low, high)

    def told(self, visit: CodeVisit) -> dict[str, Any]:
        """Return what an event tells of a visit's window; nothing where none was handed."""
        window = self.window(visit)
        if window is not None and self.open:
            end = 1 if self.run.turn(self.open[-1].path) == MAX else 0  # of who does not move at the parent
            self.mismatches += window[end] != (self.open[-1].window or OPEN)[end]
        return {} if window is None else {"alpha": end_told(window[0], -inf), "beta": end_told(window[1], inf)}

    def label(self, path: MovePath) -> str | None:
        """Return the move to a node, None for the root."""
        return self.run.written(path) if path else None

    def enter(self, visit: CodeVisit) -> None:
        """Tell that a node is entered."""
        turn = self.run.turn(visit.path)
        mover = {"chance": True} if turn == Turn.CHANCE else {"max": turn == MAX}
        moves = len(self.run.choices(visit.path))
        self.events.append({"enter": self.label(visit.path), **mover, "children": moves, **self.told(visit)})
        self.open.append(OpenNode(visit.path, self.window(visit)))
        self.steps.append(visit.moment)

    def leaf(self, visit: CodeVisit) -> None:
        """Tell that a value is read at a node, or that memory answers there."""
        value, kind = visit.value, "table"
        if visit.what == "leaf":
            value = self.run.evaluated(visit.path)
            kind = "terminal" if self.run.position(visit.path).outcome() is not None else "limit"
        else:
            value = min(max(self.seen(value or 0, visit.path), -EXACT), EXACT)
        self.events.append({"leaf": self.label(visit.path), "value": value, "kind": kind, **self.told(visit)})
        if self.open:
            self.open[-1].values[visit.path] = value
        after = visit.moment + (visit.what == "leaf")
        self.steps += [after if visit.entered < 0 else visit.entered, after]

    def leave(self, visit: CodeVisit) -> None:
        """Tell that a node is left; without a value it has what its children have come to."""
        node, turn = self.open.pop(), self.run.turn(visit.path)
        odds, values = self.run.odds(visit.path), node.values
        if odds is None:
            found = (max if turn == MAX else min)(values.values(), default=0.0)
        else:
            found = sum(float(odds[path[-1]]) * each for path, each in values.items())
        value = found if visit.value is None or abs(visit.value) > EXACT else self.seen(visit.value, visit.path)
        self.mismatches += value != found
        low, high = node.window or OPEN
        has_reached = (turn == MAX and value >= high) or (turn == MIN and value <= low)
        cut = len(values) < len(self.run.choices(visit.path)) and (visit.is_closed or has_reached)
        if cut:
            self.cuts.append((len(self.steps) - 1, visit))
        self.events.append({"leave": value, "cut": cut})
        self.steps.append(visit.moment)
        if self.open:
            self.open[-1].values[visit.path] = value


def events_of(run: Run, visits: Sequence[CodeVisit]) -> EventsOfVisits:
    """Return the events of visits, with numbers from MAX's side, the mover's or the root's, whichever fits best."""
    sides: list[Sequence[Turn]] = [(), (MIN,), *([(MIN, MAX)] if run.turn(()) == MIN else [])]
    return min((EventsOfVisits(run, visits, turned) for turned in sides), key=lambda each: each.mismatches)
