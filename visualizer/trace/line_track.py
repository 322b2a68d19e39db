"""The lines that a person's own code has run through, beside the trace: its calls, its variables, and its source.

A *moment* is what Python tells of one line: a call begins, a line is about to run, a call returns. Moments are numbered
from 0; the variables at a moment are those before its line runs, so a change was made by the line before it in its
call. Each moment knows the step of the trace that has been reached by then.
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
    """A variable of which only the type is told; `UNSET_VALUE` once it has been deleted."""

    kind: str


UNSET_VALUE = OpaqueValue("")

TrackedValue = Any
"""A number, a text, a truth value, None, a NodeValue, an OpaqueValue, or a list or dictionary of these."""


class CodeFile(NamedTuple):
    """A file of the code, or a notebook's cell: what it is called, and its lines."""

    name: str
    lines: tuple[str, ...]


@dataclass(slots=True)
class CodeCall:
    """One call of a function of the code; a generator is one call, however often it is resumed."""

    function: str
    parent: int
    """The number of the call that has made it, -1 for the first."""
    file: int
    node: MovePath | None
    """The node that it was given, if it was given one."""
    handed: dict[str, TrackedValue]
    """What it was given by the role of its parameters, such as alpha and depth."""
    parameters: tuple[str, ...] = ()
    """The names of its parameters."""
    returned: TrackedValue = None
    moments: array[int] = field(default_factory=lambda: array("L"))
    """Those of its own lines, in order."""
    values: dict[str, tuple[array[int], list[TrackedValue]]] = field(default_factory=dict)
    """Of each variable, since which moments it has had which values."""
    has_returned: bool = False


class LineTrack:
    """What a run of a person's code has done, line by line."""

    def __init__(self) -> None:
        """Begin with no moment."""
        self.files: list[CodeFile] = []
        self.calls: list[CodeCall] = []
        self.lines = array("L")
        self.owners = array("L")
        """The number of the line, from 1, and of the call, at each moment."""
        self.kinds = array("B")
        self.steps = array("L")
        """What happens at each moment, and the step of the trace that has been reached by then."""
        self.stopped = ""
        """Why it did not come to its end, as a sentence; "" where it did."""
        self.value: TrackedValue = None
        """What the code has returned at last."""
        self.said: dict[int, str] = {}
        """What is said of some moments instead of their step: that there is a mistake, or why the code ended there."""

    def __len__(self) -> int:
        return len(self.lines)

    # What is told, moment by moment.

    def begin(self, call: CodeCall) -> int:
        """Take in another call, and return its number; its first moment follows."""
        self.calls.append(call)
        return len(self.calls) - 1

    def tell(
        self, line: int, call: int, event: LineEvent, changes: dict[str, TrackedValue]
    ) -> None:
        """Take in a moment and the variables that are others than at the call's moment before."""
        moment = len(self.lines)
        owner = self.calls[call]
        self.lines.append(line)
        self.owners.append(call)
        self.kinds.append(LINE_EVENT_BY_NUMBER.index(event))
        self.steps.append(0)
        owner.moments.append(moment)
        for name, value in changes.items():
            since, values = owner.values.setdefault(name, (array("L"), []))
            since.append(moment)
            values.append(value)

    # What is asked.

    def event(self, moment: int) -> LineEvent:
        """Return what happens at a moment."""
        return LINE_EVENT_BY_NUMBER[self.kinds[moment]]

    def at_step(self, step: int) -> int:
        """Return the first moment at which a step of the trace has been reached; the last one for any later step."""
        return min(bisect_left(self.steps, step), len(self) - 1)

    def open_calls(self, moment: int) -> list[int]:
        """Return the numbers of the calls that are open at a moment, the outermost first."""
        found = list[int]()
        call = self.owners[moment]
        while call >= 0:
            found.append(call)
            call = self.calls[call].parent
        return found[::-1]

    def call_of(self, node: MovePath, moment: int) -> int | None:
        """Return the innermost open call of a node at a moment, else its latest; None where it has had none."""
        is_open = (
            call for call in reversed(self.open_calls(moment)) if self.calls[call].node == node
        )
        begun = bisect_right(
            self.calls, moment, key=lambda call: call.moments[0] if call.moments else len(self)
        )
        latest = (call for call in range(begun - 1, -1, -1) if self.calls[call].node == node)
        return next(is_open, next(latest, None))

    @property
    def end(self) -> int:
        """Return the last moment; where an error went all the way up, the one at which it was raised."""
        moment = len(self) - 1
        if self.event(moment) is LineEvent.RAISE:
            while moment and self.event(moment - 1) is LineEvent.RAISE:
                moment -= 1
        return moment

    def before(self, moment: int, call: int | None = None) -> int | None:
        """Return the last moment of a call, by default that of the moment, before a moment; None for none."""
        moments = self.calls[self.owners[moment] if call is None else call].moments
        place = bisect_left(moments, moment)
        if place:
            return moments[place - 1]
        return None

    def standing(self, call: int, moment: int) -> int:
        """Return the last moment of a call at or before a moment: where it stands then. It must have begun."""
        moments = self.calls[call].moments
        return moments[bisect_right(moments, moment) - 1]

    def variables(self, call: int, moment: int) -> dict[str, TrackedValue]:
        """Return the variables of a call as known at a moment."""
        found = {}
        for name, (since, values) in self.calls[call].values.items():
            if (place := bisect_right(since, moment)) and values[place - 1] != UNSET_VALUE:
                found[name] = values[place - 1]
        return found

    def changes(self, moment: int) -> dict[str, TrackedValue]:
        """Return the variables that the line before a moment has changed in its call; all of them where that begins."""
        found = {}
        for name, (since, values) in self.calls[self.owners[moment]].values.items():
            place = bisect_left(since, moment)
            if place < len(since) and since[place] == moment:
                found[name] = values[place]
        return found

    def written(self, call: int, name: str, moment: int) -> int | None:
        """Return the moment whose line gave a variable the value that it has at a moment; None for a parameter's own.

        That is the moment before the one at which the value is known, in the same call.
        """
        since, _ = self.calls[call].values[name]
        return self.before(since[bisect_right(since, moment) - 1], call)

    # Stepping by lines.

    def next(self, moment: int) -> int | None:
        """Return the next moment, None behind the last."""
        if moment + 1 < len(self):
            return moment + 1
        return None

    def previous(self, moment: int) -> int | None:
        """Return the moment before, None before the first."""
        return moment - 1 if moment else None

    def over(self, moment: int) -> int | None:
        """Return the next moment in the same call, or in one further out where it has returned; None for none."""
        return self._next_in(self.open_calls(moment), moment)

    def out(self, moment: int) -> int | None:
        """Return the next moment in a call further out: where this one has returned; None for none."""
        return self._next_in(self.open_calls(moment)[:-1], moment)

    def _next_in(self, calls: list[int], moment: int) -> int | None:
        """Return the first moment of some calls after a moment."""
        moments = [self.calls[call].moments for call in calls]
        places = [bisect_right(each, moment) for each in moments]
        later = (
            each[place] for each, place in zip(moments, places, strict=True) if place < len(each)
        )
        return min(later, default=None)

    def rows(self) -> Iterator[tuple[int, int, LineEvent, dict[str, TrackedValue]]]:
        """Yield line, number of the call, event and changed variables of each moment."""
        for moment in range(len(self)):
            yield self.lines[moment], self.owners[moment], self.event(moment), self.changes(moment)
