"""The run of a user's code, line by line: its calls, its variables and its source.

A *moment* is one event of Python's tracing: a call begins, a line is about to run, a call returns.
Moments are numbered from 0. The variables at a moment are those before its line runs: if they have
changed, the line at the call's previous moment changed them. Each moment has the step that the
trace had reached.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, NamedTuple

from visualizer.trace.rows import MovePath


class LineEvent(Enum):
    """What happens at a moment."""

    CALL = "call"
    LINE = "line"
    RETURN = "return"
    RAISE = "raise"
    YIELD = "yield"
    RESUME = "resume"


LINE_EVENT_BY_NUMBER = tuple(LineEvent)


class NodeValue(NamedTuple):
    """A variable that is a node of the tree."""

    path: MovePath


class OpaqueValue(NamedTuple):
    """A value of which only the type is recorded. A deleted variable has the `UNSET_VALUE`."""

    kind: str


UNSET_VALUE = OpaqueValue("")

TrackedValue = Any
"""A number, string, boolean, None, NodeValue, OpaqueValue, or a list or dictionary of these."""


class CodeFile(NamedTuple):
    """The name and the lines of a file of the code, or of a notebook's cell."""

    name: str
    lines: tuple[str, ...]


@dataclass(slots=True)
class CodeCall:
    """One call of a function; a generator is one call, however often it is resumed."""

    function: str
    parent: int
    """The number of the call that made this call, -1 for the first."""
    file: int
    node: MovePath | None
    """The node that was an argument, None if no argument is a node."""
    arguments: dict[str, TrackedValue]
    """The arguments, by the role of their parameters, such as alpha and depth."""
    parameters: tuple[str, ...] = ()
    """The names of the parameters."""
    returned: TrackedValue = None
    moments: array[int] = field(default_factory=lambda: array("L"))
    """The moments of the call's own lines, in order."""
    values: dict[str, tuple[array[int], list[TrackedValue]]] = field(default_factory=dict)
    """For each variable, the moments from which on it had new values, and these values."""
    has_returned: bool = False


class LineTrack:
    """The calls, lines and variables of a run of a user's code."""

    def __init__(self) -> None:
        """Start without moments."""
        self.files: list[CodeFile] = []
        self.calls: list[CodeCall] = []
        self.lines = array("L")
        """The number of the line, from 1, at each moment."""
        self.call_numbers = array("L")
        """The number of the call at each moment."""
        self.kinds = array("B")
        """The number of the event at each moment."""
        self.steps = array("L")
        """The step of the trace that had been reached at each moment."""
        self.stopped = ""
        """Why the code did not run to its end, as a sentence; "" if it did."""
        self.value: TrackedValue = None
        """What the code returned in the end."""
        self.notes: dict[int, str] = {}
        """Sentences shown instead of a moment's step: a mistake, or why the code ended there."""

    def __len__(self) -> int:
        return len(self.lines)

    def begin(self, call: CodeCall) -> int:
        """Add a call and return its number; its first moment is added later."""
        self.calls.append(call)
        return len(self.calls) - 1

    def add_moment(
        self, line: int, call: int, event: LineEvent, changes: dict[str, TrackedValue]
    ) -> None:
        """Add a moment: in the call with the number `call`, an event has happened at a line.

        `changes` are the values of variables that are new since the call's last moment, by name.
        """
        moment = len(self.lines)
        code_call = self.calls[call]
        self.lines.append(line)
        self.call_numbers.append(call)
        self.kinds.append(LINE_EVENT_BY_NUMBER.index(event))
        self.steps.append(0)
        code_call.moments.append(moment)
        for name, value in changes.items():
            start_moments, values = code_call.values.setdefault(name, (array("L"), []))
            start_moments.append(moment)
            values.append(value)

    def event(self, moment: int) -> LineEvent:
        """Return what happens at a moment."""
        return LINE_EVENT_BY_NUMBER[self.kinds[moment]]

    def at_step(self, step: int) -> int:
        """Return the first moment at which a step had been reached; else the last moment."""
        return min(bisect_left(self.steps, step), len(self) - 1)

    def open_calls(self, moment: int) -> list[int]:
        """Return the numbers of the calls that are open at a moment, the outermost first."""
        calls = list[int]()
        call = self.call_numbers[moment]
        while call >= 0:
            calls.append(call)
            call = self.calls[call].parent
        return calls[::-1]

    def call_of(self, node: MovePath, moment: int) -> int | None:
        """Return the number of the call at a node at some moment.

        This is the innermost open call that was given the node. Without an open call, it is the
        last call that was given the node. None if no call was given the node yet.
        """
        for call in reversed(self.open_calls(moment)):
            if self.calls[call].node == node:
                return call
        begun_count = bisect_right(self.calls, moment, key=self._first_moment)
        for call in reversed(range(begun_count)):
            if self.calls[call].node == node:
                return call
        return None

    def _first_moment(self, call: CodeCall) -> int:
        # A call that has just begun has no moment yet.
        if not call.moments:
            return len(self)
        return call.moments[0]

    @property
    def end(self) -> int:
        """Return the last moment, or the moment at which an uncaught error was raised."""
        moment = len(self) - 1
        # An uncaught error ends all open calls, and each of them adds a moment at the end.
        if self.event(moment) is LineEvent.RAISE:
            while moment and self.event(moment - 1) is LineEvent.RAISE:
                moment -= 1
        return moment

    def before(self, moment: int, call: int | None = None) -> int | None:
        """Return the last moment of a call before `moment`, None if `moment` is its first.

        By default, the call is the call to which `moment` belongs.
        """
        if call is None:
            call = self.call_numbers[moment]
        moments = self.calls[call].moments
        index = bisect_left(moments, moment)
        if index:
            return moments[index - 1]
        return None

    def last_moment_in(self, call: int, moment: int) -> int:
        """Return the last moment of a call that is not after `moment`; the call must have begun."""
        moments = self.calls[call].moments
        return moments[bisect_right(moments, moment) - 1]

    def variables(self, call: int, moment: int) -> dict[str, TrackedValue]:
        """Return the values of a call's variables at a moment, by name."""
        variables = {}
        for name, (start_moments, values) in self.calls[call].values.items():
            value_count = bisect_right(start_moments, moment)
            # Before its first value, and after its deletion, a variable does not exist.
            if value_count and values[value_count - 1] != UNSET_VALUE:
                variables[name] = values[value_count - 1]
        return variables

    def changes(self, moment: int) -> dict[str, TrackedValue]:
        """Return the variables whose values are new at a moment, by name.

        They have changed since the previous moment of the same call. At the first moment of a call,
        all its variables are new.
        """
        changed = {}
        call = self.calls[self.call_numbers[moment]]
        for name, (start_moments, values) in call.values.items():
            index = bisect_left(start_moments, moment)
            if index < len(start_moments) and start_moments[index] == moment:
                changed[name] = values[index]
        return changed

    def assignment_moment(self, call: int, name: str, moment: int) -> int | None:
        """Return when the value that a variable has at `moment` was assigned: an earlier moment.

        None if the value was not assigned, but passed as an argument.
        """
        start_moments, _ = self.calls[call].values[name]
        value_start = start_moments[bisect_right(start_moments, moment) - 1]
        # Values are recorded before a line runs, so the line at the previous moment assigned it.
        return self.before(value_start, call)

    def next(self, moment: int) -> int | None:
        """Return the next moment, None after the last."""
        if moment + 1 < len(self):
            return moment + 1
        return None

    def previous(self, moment: int) -> int | None:
        """Return the moment before, None at the first."""
        return moment - 1 if moment else None

    def step_over(self, moment: int) -> int | None:
        """Return the next moment in the same call or, once it has returned, in an outer call."""
        return self._next_moment_in(self.open_calls(moment), moment)

    def step_out(self, moment: int) -> int | None:
        """Return the next moment in an outer call, after the return of this one."""
        return self._next_moment_in(self.open_calls(moment)[:-1], moment)

    def _next_moment_in(self, calls: list[int], moment: int) -> int | None:
        """Return the first moment after `moment` in any of the `calls`, which are given by number.

        None if no such moment follows.
        """
        next_moments = []
        for call in calls:
            moments = self.calls[call].moments
            index = bisect_right(moments, moment)
            if index < len(moments):
                next_moments.append(moments[index])
        return min(next_moments, default=None)

    def rows(self) -> Iterator[tuple[int, int, LineEvent, dict[str, TrackedValue]]]:
        """Yield the line, the number of the call, the event and the changes of each moment."""
        for moment in range(len(self)):
            yield (
                self.lines[moment],
                self.call_numbers[moment],
                self.event(moment),
                self.changes(moment),
            )
