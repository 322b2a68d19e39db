"""The first difference: where a person's code does something that no right search does, and the line that does it.

Variables are not compared, which right code may use as it likes, but what any right search must agree on: which nodes
are visited, the windows that calls are handed, and the values that they return.
"""

import ast
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import inf, isinf
from typing import Any, NamedTuple

from games import Turn
from visualizer.explaining.explanation.naming import Naming, nobody_plays
from visualizer.look.numbers import is_null, show
from visualizer.searching.run import Run
from visualizer.trace.line_track import LineEvent, LineTrack, NodeValue, Value
from visualizer.trace.rows import MovePath
from visualizer.trace.tree_at_step import TreeAtStep
from visualizer.your_code.grading.answers import same
from visualizer.your_code.grading.trees import MAX, MIN, HandedWindow
from visualizer.your_code.watching.culprit import OTHER_END, TESTS, LinesBetween, ends_in, left_behind, source_of
from visualizer.your_code.watching.right import RightSearchOfCode, RightVisit
from visualizer.your_code.watching.tracer import WINDOW
from visualizer.your_code.watching.visits import CodeVisit, number_in, window_of

Turned = Sequence[Turn]
"""Whose nodes have numbers from MIN's side."""
BEST = "best"


@dataclass(frozen=True)
class FirstDifference:
    """What is the first that is not right, and the line that it comes from."""

    moment: int
    """The moment of that line."""
    line: int
    call: int
    node: MovePath
    role: str
    """`alpha`, `beta`, `value` for what is returned, `order` for what is visited, or `move` for what is played."""
    yours: Value
    right: Value
    why: str
    """One sentence."""

    def as_object(self, place: Callable[[MovePath], str | None], plain: Callable[[Value], Any]) -> dict[str, Any]:
        """Return it for JSON, with functions that write nodes and values."""
        return {
            "line": self.line, "call": self.call, "node": place(self.node), "role": self.role,
            "yours": plain(self.yours), "right": plain(self.right), "why": self.why,
        }  # fmt: skip


class WrongNumber(NamedTuple):
    """A number that is not right, from MAX's side: an end of the window that a visit was handed, or its value."""

    at: int
    """The number of the visit."""
    role: str
    yours: float
    low: float
    high: float
    """What is right lies between these."""


class HeldCode:
    """What code did, held against a right search, event by event."""

    def __init__(self, run: Run, track: LineTrack, visits: Sequence[CodeVisit], right: RightSearchOfCode) -> None:
        """Align the two, and find from whose side the code has its numbers; a run knows the positions and names."""
        self.run, self.track, self.visits, self.right = run, track, [*visits], right
        self.above, self.began = [-1] * len(visits), [*range(len(visits))]
        """Of each visit the number of the one that it is in, -1 for none, and of the one in which it was entered."""
        entered = list[int]()
        for number, visit in enumerate(visits):
            if visit.what == "leave":
                self.began[number] = entered.pop()
            self.above[number] = entered[-1] if entered else -1
            if visit.what == "enter":
                entered.append(number)
        self.matched: list[RightVisit] = []
        """What the right search does in the place of each visit, up to the first that is another."""
        self.due: RightVisit | None = None
        """What the right search does in the place of that; None for nothing, or where all agrees."""
        self.place = 0
        """The number of that among what the right search does."""
        self.parts = self.align()
        sides: list[Turned] = [(), *([(MIN, MAX, Turn.CHANCE)] if self.run.turn(()) == MIN else []), (MIN,)]
        is_negamax = any(
            line in source_of(track.files[track.calls[call].file].lines).negamax_lines
            for line, call in {*zip(track.lines, track.owners, strict=True)}
        )
        self.turned = max(
            reversed(sides) if is_negamax else sides, key=lambda side: (self.leaves_agreeing(side), self.agreeing(side))
        )
        if is_negamax and self.agreeing(self.turned) < len(self.matched):
            self.turned = (MIN,)

    def align(self) -> bool:
        """Hold one visit after the other against the right search's; return whether one is another."""
        due, place = self.right.visits, 0
        for visit in self.visits:
            while place < len(due) and due[place].path != visit.path and self.is_quiet(place):
                place += 1
            if place == len(due):
                self.due, self.place = None, place
                return self.right.is_whole
            here = due[place]
            self.due, self.place = here, place
            if here.path != visit.path or (here.what != visit.what and (visit.what, here.what) != ("table", "leaf")):
                if visit.what != "table" or here != due[place] or here.path != visit.path or here.what != "enter":
                    return True
                while due[place].what != "leave" or due[place].path != visit.path:
                    place += 1
            self.matched.append(due[place]._replace(window=here.window))
            place += 1
        self.due, self.place = (due[place] if place < len(due) else None), place
        return self.due is not None and self.right.is_whole

    def is_quiet(self, place: int) -> bool:
        """Return whether the right search answers from its table, or reads a leaf once more, which code need not."""
        due = self.right.visits
        again = due[place].what == "leaf" and place and due[place - 1][:2] == due[place][:2]
        return due[place].what == "table" or bool(again)

    # What is right, from MAX's side.

    def seen(self, number: float, path: MovePath) -> float:
        """Return a number of the code at a node from MAX's side, or one of MAX's as the code has it."""
        return 0 - number if self.run.turn(path) in self.turned else number

    def window(self, at: int) -> HandedWindow | None:
        """Return the window that a visit was handed from MAX's side."""
        visit = self.visits[at]
        if visit.window is None or not self.right.has_window:
            return None
        low, high = visit.window
        return (0 - high, 0 - low) if self.run.turn(visit.path) in self.turned else (low, high)

    def value(self, at: int) -> float | None:
        """Return what a visit returned, from MAX's side; what was read at a leaf that has no call."""
        visit = self.visits[at]
        value = visit.value
        if visit.what == "leaf":
            if visit.call < 0:
                return self.matched[at].value if at < len(self.matched) else None
            value = number_in(self.track.calls[visit.call].returned)
        return None if value is None else self.seen(value, visit.path)

    def wrong_ends(self, at: int) -> Iterator[WrongNumber]:
        """Yield the ends of the window of a visit that are not the right search's."""
        window, right = self.window(at), self.matched[at].window
        if window is None or self.visits[at].what == "leave":
            return
        ends = [*zip(("alpha", "beta"), window, right, strict=True)]
        wrong = [(role, mine, due) for role, mine, due in ends if not same(self.right.end(mine), self.right.end(due))]
        if len(wrong) == 2 or not is_null(*right):
            yield from (WrongNumber(at, role, mine, due, due) for role, mine, due in wrong)

    def wrong_value(self, at: int) -> WrongNumber | None:
        """Return the value of a visit if no right search could return it."""
        found, due = self.value(at), self.matched[at]
        if self.visits[at].what == "enter" or found is None or due.value is None or same(found, due.value):
            return None
        value, (alpha, beta) = due.value, due.window
        if not self.right.has_window or alpha < value < beta:
            return WrongNumber(at, "value", found, value, value)
        is_low = value <= alpha
        near, far = (alpha, value) if is_low else (beta, value)
        if min(near, far) <= found <= max(near, far):
            return None
        worth = self.right.worth(due.path, due.depth)
        low, high = (worth, alpha) if is_low else (beta, worth)
        return None if low <= found <= high else WrongNumber(at, "value", found, low, high)

    def wrong_at(self, at: int) -> WrongNumber | None:
        """Return what is not right of a visit."""
        return next(self.wrong_ends(at), None) or self.wrong_value(at)

    def agreeing(self, turned: Turned) -> int:
        """Return how many visits agree where numbers are seen from a side, up to the first that does not."""
        self.turned = turned
        return next((at for at in range(len(self.matched)) if self.wrong_at(at)), len(self.matched))

    def leaves_agreeing(self, turned: Turned) -> int:
        """Return how many leaves have the right value where numbers are seen from a side, which their sign tells."""
        self.turned = turned
        return sum(
            visit.what == "leaf" and not self.wrong_value(at)
            for at, visit in enumerate(self.visits[: len(self.matched)])
        )

    # The cause.

    def open_at(self, at: int) -> list[int]:
        """Return the visits that are open before one, the outermost first."""
        found = list[int]()
        for number, visit in enumerate(self.visits[:at]):
            if visit.what == "enter":
                found.append(number)
            elif visit.what == "leave":
                found.pop()
        return found

    def cause(self, at: int, open_visits: Sequence[int]) -> WrongNumber | None:
        """Return the first that is not right of the windows of open visits and of the values returned to them.

        Where it is a value, what was not right before in its own visit.
        """
        are_open = {*open_visits}
        for number in range(at):
            if number in are_open and (wrong := next(self.wrong_ends(number), None)):
                return wrong
            if self.above[number] in are_open and (wrong := self.wrong_value(number)):
                return self.source(wrong)
        return None

    def source(self, wrong: WrongNumber) -> WrongNumber:
        """Return what a wrong value comes from: the window of its visit, a value returned to it, else itself."""
        begin = self.began[wrong.at]
        return (
            next(self.wrong_ends(begin), None) or (self.cause(wrong.at, [begin]) if begin < wrong.at else None) or wrong
        )

    def children(self, parent: int, before: int) -> list[int]:
        """Return the visits that are the ends of a visit's children, before another."""
        ends = range(parent + 1, min(before, len(self.matched)))
        return [each for each in ends if self.above[each] == parent and self.visits[each].what != "enter"]

    # Lines.

    def caller(self, at: int) -> int:
        """Return the call from which a visit was made, -1 for none."""
        visit = self.visits[at]
        return self.track.owners[visit.moment] if visit.call < 0 else self.track.calls[visit.call].parent

    def frame(self, parent: int) -> int:
        """Return the call whose loop goes through the children of a visit."""
        return next((self.caller(each) for each in range(parent + 1, len(self.visits)) if self.above[each] == parent),
                    self.visits[parent].call)  # fmt: skip

    def calling(self, at: int) -> int:
        """Return the moment of a call whose line makes a visit; of one that nothing calls its first moment."""
        visit, caller = self.visits[at], self.caller(at)
        if visit.call < 0:
            return visit.moment
        begin = self.track.calls[visit.call].moments[0]
        before = None if caller < 0 else self.track.before(begin, caller)
        return begin if before is None else before

    def handing(self, at: int) -> int:
        """Return the moment of the line that hands on a window, in a call that belongs to a visit, or around it."""
        first, path = self.visits[at].call, self.visits[at].path
        calls = [*enumerate(self.track.calls)][first:]
        call = next(call for _, call in calls if call.node == path and window_of(call) is not None)
        before = None if call.parent < 0 else self.track.before(call.moments[0], call.parent)
        return call.moments[0] if before is None else before

    def window_after(self, parent: int, children: Sequence[int]) -> tuple[HandedWindow, float | None]:
        """Return the right window in a visit once some children have returned what they did, and the best of that."""
        turn, (low, high) = self.run.turn(self.visits[parent].path), self.matched[parent].window
        values = [value for each in children if (value := self.value(each)) is not None]
        if not values or turn == Turn.CHANCE:
            return (low, high), None
        best = max(values) if turn == MAX else min(values)
        return (max(low, best), high) if turn == MAX else (low, min(high, best)), best

    def lines(self, parent: int, children: Sequence[int], end: int) -> LinesBetween:
        """Return what was run in a visit from the call of the last of some children up to a moment."""
        path, frame = self.visits[parent].path, self.frame(parent)
        low, high = self.matched[parent].window
        (after, best), (before, old) = self.window_after(parent, children), self.window_after(parent, children[:-1])
        last = self.value(children[-1]) if children else None
        turn = self.run.turn(path)
        starts = (low, -inf) if turn == MAX else (high, inf) if turn == MIN else (low, high)

        def is_fine(role: str, number: float) -> bool:
            seen = self.right.end(self.seen(number, path))
            if role in WINDOW:
                return same(seen, self.right.end(after[self.end_of(role, path) == "beta"]))
            if best is None or last is None:
                return isinf(number) or seen in starts
            allowed = {best} if role == BEST else {best, last}
            return any(same(seen, each) or same(seen, min(max(each, low), high)) for each in allowed)

        due = {self.end_of(end, path) for end, one, other in zip(WINDOW, before, after, strict=True) if one != other}
        begin = self.calling(self.began[children[-1]]) if children else self.track.calls[frame].moments[0]
        child = self.visits[children[-1]].call if children else -1
        return LinesBetween(
            self.track, frame, (begin, end), child, is_fine, frozenset(due | {""} if best != old else due)
        )

    def origin(self, parent: int, children: Sequence[int], end: int, names: Sequence[str], role: str) -> int | None:
        """Return the moment of the line that first made one of some variables wrong; None where no line did."""
        for place in range(len(children) + 1):
            until = self.calling(self.began[children[place]]) if place < len(children) else end
            lines = self.lines(parent, children[:place], until)
            for name in names:
                if lines.wrong(name, until, role=role) and (found := lines.writer(name)) is not None:
                    return found
        return None

    def end_of(self, role: str, path: MovePath) -> str:
        """Return which end from MAX's side an end is that the code has at a node, or the other way round."""
        return OTHER_END[role] if self.run.turn(path) in self.turned else role

    # What is told.

    def is_value(self, value: float | None) -> bool:
        """Return whether a value of the root is right, from MAX's side or the mover's."""
        sides = (1, -1) if self.run.turn(()) == MIN else (1,)
        return value is None or any(same(sign * value, self.right.value) for sign in sides)

    def is_right(self, reads: Sequence[MovePath], value: float | None, move: int | None) -> bool:
        """Return whether an answer is right: what was read, the value from either side, and the move."""
        due = self.right.value
        remembers = any(visit.what == "table" for visit in self.visits)
        if self.parts if remembers else [*reads] != self.right.leaves:
            return False
        if not self.is_value(value):
            return False
        odds, depth = self.run.odds(()), self.right.visits[-1].depth
        return move is None or odds is not None or same(self.right.worth((move,), depth), due)

    def difference(self, value: float | None, move: int | None) -> FirstDifference:
        """Return the first difference of code whose answer, a value and a move, is wrong."""
        at = len(self.matched)
        if not self.parts:
            at = max(number for number, visit in enumerate(self.visits) if visit.what == "leave" or not number)
        found = self.open_at(at)
        wrong = self.cause(at, found)
        if wrong is None and not self.parts and (itself := self.wrong_value(at)):
            wrong = self.source(itself)
        if wrong is not None:
            return self.of_value(wrong) if wrong.role == "value" else self.of_end(wrong)
        if not self.parts:
            return self.of_answer(value, move)
        parent = found[-1] if found else -1
        silent = self.silent_calls(at)
        return self.of_silence(at, parent, silent) if silent else self.of_order(at, parent)

    def told(self, moment: int, path: MovePath, role: str, numbers: tuple[Value, Value], why: str) -> FirstDifference:
        """Return a difference at a node, with its line and place in the sentence."""
        naming, line = Naming(self.run, TreeAtStep(self.run.trace)), self.track.lines[moment]
        where = f"{'after' if path and not nobody_plays(self.run.game) else 'at'} {naming.at(path)}"
        mover = f" ({self.run.mover(path)})" if self.run.is_inner(path) else ""
        return FirstDifference(moment, line, self.track.owners[moment], path, role, *numbers,
                               f"line {line}, {where}{mover}: {why}")  # fmt: skip

    def named(self, path: MovePath) -> str:
        """Return what a node is called."""
        return Naming(self.run, TreeAtStep(self.run.trace)).at(path)

    def said(self, number: float, path: MovePath, end: str = "", verb: str = "") -> str:
        """Return a number as the code has it at a node; where that is not from MAX's side, with MAX's behind it."""
        own = self.seen(number, path)
        mine = " ".join(filter(None, (end and self.end_of(end, path), verb, show(own))))
        if self.run.turn(path) not in self.turned:
            return mine
        return f"{mine} ({f'{end} ' if end else ''}{show(number)} for MAX)"

    def of_end(self, wrong: WrongNumber) -> FirstDifference:
        """Tell of an end of a window that is handed on."""
        child, parent = self.visits[wrong.at].path, self.above[wrong.at]
        moment, at = self.handing(wrong.at) if parent < 0 else self.calling(wrong.at), max(parent, 0)
        path, verb = self.visits[at].path, ""
        own, role = self.seen(wrong.yours, path), self.end_of(wrong.role, path)
        right = f"{self.right.name} hands it {self.said(wrong.low, path, wrong.role)}"
        if parent >= 0:
            children = self.children(parent, wrong.at)
            lines = self.lines(parent, children, moment)
            names = [name for end, name, number in ends_in(self.track.variables(lines.call, moment))
                     if end == role and same(self.seen(number, path), wrong.yours)]  # fmt: skip
            found = self.origin(parent, children, moment, names, role) or lines.input(moment, {*()})
            if found is not None:
                moment = found
                verb = "became" if {*lines.source.named(self.track.lines[found], ast.Store)} & {*names} else ""
            right = f"in {self.right.name}, {self.changing(parent, children, wrong)}"
        else:
            moment = self.left_behind(moment, role)
        did = "in your code" if verb else f"your code hands {self.named(child)}"
        why = f"{did} {self.said(wrong.yours, path, wrong.role, verb)}; {right}"
        return self.told(moment, path, role, (own, self.seen(wrong.low, path)), why)

    def left_behind(self, moment: int, role: str) -> int:
        """Return the moment of the line that wrote the end of a window that a later search finds; else the moment.

        It is no parameter, but kept in `self` or a global variable from one search of the root to the next.
        """
        begun = next((call for call in self.track.calls if call.moments and call.moments[0] > moment), None)
        if begun is None:
            return moment
        known = ends_in(self.track.variables(self.track.owners[begun.moments[0]], begun.moments[0]))
        kept = [name for end, name, _ in known if end == role and name not in begun.parameters]
        found = [left_behind(self.track, name, range(moment)) for name in kept]
        return next((each for each in found if each is not None), moment)

    def changing(self, parent: int, children: Sequence[int], wrong: WrongNumber) -> str:
        """Say how the right window changes: `beta falls to 1 and alpha stays −∞`."""
        path, before = self.visits[parent].path, self.window_after(parent, children[:-1])[0]
        now = self.matched[wrong.at].window
        moves, stays = list[str](), list[str]()
        for end, old, new in zip(("alpha", "beta"), before, now, strict=True):
            if new != old:
                rises = self.seen(new, path) > self.seen(old, path)
                moves.append(self.said(new, path, end, "rises to" if rises else "falls to"))
            elif end == wrong.role:
                stays.append(self.said(new, path, end, "stays"))
        return " and ".join([*moves, *stays])

    def of_value(self, wrong: WrongNumber) -> FirstDifference:
        """Tell of a value that is returned."""
        visit, begin = self.visits[wrong.at], self.began[wrong.at]
        path = visit.path
        frame = self.frame(begin) if begin < wrong.at else visit.call
        moment = self.track.calls[frame].moments[-1] if frame >= 0 else visit.moment
        if begin < wrong.at:
            moment = self.maker(wrong, begin, moment)
        right = f"{self.right.name} returns {self.said(wrong.low, path)}"
        if wrong.low != wrong.high:
            low, high = sorted((self.seen(wrong.low, path), self.seen(wrong.high, path)))
            right = f"in {self.right.name}, any value from {show(low)} to {show(high)} is right"
        is_return = self.track.event(moment) is not LineEvent.LINE or moment == self.track.calls[frame].moments[-2]
        so = "" if is_return else "so "
        why = f"{so}your code returns {self.said(wrong.yours, path)}; {right}"
        numbers = self.seen(wrong.yours, path), self.seen(wrong.low if wrong.yours < wrong.low else wrong.high, path)
        return self.told(moment, path, "value", numbers, why)

    def maker(self, wrong: WrongNumber, begin: int, returning: int) -> int:
        """Return the moment of the line that has made the wrong value that a visit returns."""
        ends = self.children(begin, wrong.at)
        last = self.lines(begin, ends, returning)
        known = last.numbers(self.track.variables(last.call, returning))
        before = self.lines(begin, [], self.calling(self.began[ends[0]]) if ends else returning)
        kept = {name for moment in before.run[:-1] for name in last.source.named(self.track.lines[moment], ast.Store)}
        names = [
            name
            for name in last.source.named(self.track.lines[returning], ast.Load)
            if name in known and (name in kept or known[name][0][0])
        ]
        return self.origin(begin, ends, returning, names, BEST) or returning

    def of_order(self, at: int, parent: int) -> FirstDifference:
        """Tell that another node is visited than is due."""
        visit, due = (self.visits[at] if at < len(self.visits) else None), self.due
        moment = len(self.track) - 1 if visit is None else visit.moment if visit.what == "leave" else self.calling(at)
        goes_on = visit is not None and visit.what != "leave"
        yours = "the end" if visit is None else "leave" if not goes_on else self.named(visit.path)
        right = "the end" if due is None else "leave" if due.what == "leave" else self.named(due.path)
        if visit is not None and due is not None and visit.path == due.path:
            moment = self.too_deep(at, parent, moment)
        elif parent >= 0:
            moment = self.deciding(at, parent, moment, ends=right == "leave")
        elif visit is None:
            whole = self.lines_of(0, moment)
            moment = whole.last(lambda line: whole.source.is_a(line, ast.For)) or moment
        if visit is not None and due is not None and visit.path == due.path:
            did = f"reads {yours} as a leaf" if visit.what == "leaf" else f"searches {yours}"
            does = "reads it as a leaf" if due.what == "leaf" else "searches it"
        else:
            above = self.named(self.visits[max(parent, 0)].path)
            did = f"goes on with {yours}" if goes_on else f"leaves {above}"
            does = "has ended"
            if due is not None:
                does = f"leaves {above}" if right == "leave" else f"goes on with {right}"
                does += self.because(parent, at)
        why = f"your code {did}; {self.right.name} {does}"
        return self.told(moment, self.visits[max(parent, 0)].path, "order", (yours, right), why)

    def silent_calls(self, at: int) -> list[tuple[int, RightVisit]]:
        """Return the calls that were given the nodes that are due, and read nothing, each with what is due there.

        Each is in the one before. They are of functions that search, not of those that count children or the like.
        """
        found = list[tuple[int, RightVisit]]()
        calls, visits = self.track.calls, {visit.call for visit in self.visits if visit.call >= 0}
        since = self.visits[at - 1].moment if at else 0
        until = self.visits[at].moment if at < len(self.visits) else len(self.track) - 1
        for due in self.right.visits[self.place :]:
            silent = [number for number, call in enumerate(calls)
                      if call.node == due.path and number not in visits and call.has_returned
                      and since <= call.moments[0] and call.moments[-1] <= until and self.searches(number)]  # fmt: skip
            if not silent or due.what == "leave":
                break
            found.append((silent[-1], due))
            since, until = calls[silent[-1]].moments[0], calls[silent[-1]].moments[-1]
        return found

    def searches(self, number: int) -> bool:
        """Return whether a call is of a function that searches: one that has visited nodes, or calls one that has.

        Where nothing has been visited, any that calls itself may be one.
        """
        calls = self.track.calls
        visiting = {calls[visit.call].function for visit in self.visits if visit.call >= 0}
        callers = {caller for at in range(len(self.visits)) if (caller := self.caller(at)) >= 0}
        visiting |= {calls[caller].function for caller in callers if calls[caller].node is not None}
        own, source = calls[number].function, source_of(self.track.files[calls[number].file].lines)
        reached = source.reached(own)
        return own in visiting or bool(reached & visiting) or (not callers and own in reached)

    def of_silence(self, at: int, parent: int, silent: Sequence[tuple[int, RightVisit]]) -> FirstDifference:
        """Tell of calls that have read nothing at nodes that are due, or of the window that one was handed."""
        for place, (number, due) in enumerate(silent, at):
            call = self.track.calls[number]
            begun = CodeVisit("enter", due.path, number, call.moments[0], window_of(call))
            self.visits.insert(place, begun)
            self.matched.insert(place, due)
            self.above.insert(place, parent if place == at else place - 1)
            self.began.insert(place, place)
            if wrong := next(self.wrong_ends(place), None):
                return self.of_end(wrong)
        number, due = silent[-1]
        call = self.track.calls[number]
        returned = number_in(call.returned)
        moment, name = call.moments[-1], self.named(due.path)
        test = self.lines_of(number, moment).test()
        did = f"leaves {name}" if returned is None else f"returns {show(returned)}"
        does = "reads its value" if due.what == "leaf" else "searches its children"
        why = f"your code {did} at once and reads nothing; {self.right.name} {does}"
        return self.told(moment if test is None else test, due.path, "order", ("leave", name), why)

    def because(self, parent: int, at: int) -> str:
        """Say which window decides."""
        if parent < 0 or not self.right.has_window:
            return ""
        (low, high), _ = self.window_after(parent, self.children(parent, at))
        path = self.visits[parent].path
        ends = (self.said(low, path, "alpha"), self.said(high, path, "beta"))
        return f", with {' and '.join(sorted(ends))}"

    def deciding(self, at: int, parent: int, moment: int, *, ends: bool) -> int:
        """Return the moment of the line that decides that a visit goes on or ends, or which child is next."""
        children, visit = self.children(parent, at), self.visits[at]
        lines = self.lines(parent, children, moment)
        loop, test = lines.last(lambda line: lines.source.is_a(line, ast.For)), lines.test()
        if visit.what != "leave" and not ends:
            return moment if loop is None else loop
        if test is None and visit.what != "leave" and visit.call >= 0:
            test = self.lines_of(visit.call, visit.moment).test()
        if visit.what == "leave" and loop is not None and (test is None or loop > test):
            return loop
        test = lines.test(of_window=False) if test is None else test
        if test is None:
            return moment
        return self.origin(parent, children, test, lines.source.named(self.track.lines[test], ast.Load), "") or test

    def too_deep(self, at: int, parent: int, moment: int) -> int:
        """Return the moment of the line that decides that a node is a leaf, or none, which it should not."""
        call = self.visits[at].call
        calls = [
            self.track.calls[each] for each in (call, self.visits[parent].call if parent >= 0 else -1) if each >= 0
        ]
        depths = [each.handed["depth"] for each in calls if "depth" in each.handed]
        if call < 0 or (len(depths) == 2 and abs(depths[0] - depths[1]) != 1):
            return moment
        lines = self.lines_of(call, self.visits[at].moment)
        return lines.last(lambda line: lines.source.is_a(line, *TESTS)) or moment

    def lines_of(self, call: int, end: int) -> LinesBetween:
        """Return what a call has run up to a moment."""
        return LinesBetween(self.track, call, (0, end))

    def of_answer(self, value: float | None, move: int | None) -> FirstDifference:
        """Tell of a value or a move that is answered, though all visits and what they return are right."""
        call, due = self.track.calls[0], self.right.value
        moment = call.moments[-1]
        if move is None or self.is_value(value) is False:
            numbers = (value, self.seen(due, ()))
            why = f"your code returns {show(value or 0)}; {self.right.name} returns {show(due)}"
            return self.told(moment, (), "value", numbers, why)
        names, depth = self.run.choices(()), self.right.visits[-1].depth
        best = next(place for place in range(len(names)) if same(self.right.worth((place,), depth), due))
        for name in source_of(self.track.files[call.file].lines).named(self.track.lines[moment], ast.Load):
            if self.track.variables(0, moment).get(name) in (NodeValue((move,)), names[move]):
                moment = self.track.written(0, name, moment) or moment
        yours, right = self.named((move,)), self.named((best,))
        worth = self.right.worth((move,), depth)
        why = (
            f"your code plays {yours}, which is worth {show(worth)}; "
            f"{self.right.name} plays {right}, which is worth {show(due)}"
        )
        return self.told(moment, (), "move", (names[move], names[best]), why)


def first_difference(
    run: Run,
    track: LineTrack,
    visits: Sequence[CodeVisit],
    rights: Sequence[RightSearchOfCode],
    answer: tuple[Sequence[MovePath], float | None, int | None],
    *,
    failed: bool,
) -> FirstDifference | None:
    """Return where code first does what none of some right searches does; None where its answer is right.

    The answer is what was read, the value and the move; code that `failed` has none, and is held against them as far as
    it came.
    """
    found = [HeldCode(run, track, visits, right) for right in rights]
    uses_window = any(visit.window is not None for visit in visits)
    if uses_window:
        found = [each for each in found if each.right.has_window] or found
    nearest = max(found, key=lambda each: (len(each.matched), each.agreeing(each.turned)))
    if failed and (len(nearest.matched) == len(visits)):
        return None
    if not failed and any(each.is_right(*answer) for each in found):
        return None
    return nearest.difference(*answer[1:])
