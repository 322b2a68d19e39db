"""The log of watched code: its lines, and its calls and reads in order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from visualizer.searching.data_files import read_json
from visualizer.trace.line_track import (
    UNSET_VALUE,
    CodeCall,
    CodeFile,
    LineEvent,
    LineTrack,
    NodeValue,
    OpaqueValue,
    TrackedValue,
)
from visualizer.trace.rows import MovePath

LINE_EVENTS = {event.value: event for event in LineEvent}


def read_logged_value(logged: Any) -> TrackedValue:
    """Return a value from the JSON in a log, where an object {kind: content} has one key.

    >>> read_logged_value({"l": [1, {"f": "inf"}, {"n": [0]}]})
    [1, inf, NodeValue(path=(0,))]
    """
    if not isinstance(logged, dict):
        return logged

    ((kind, content),) = logged.items()
    match kind:
        case "f":
            return float(content)
        case "n":
            return NodeValue(tuple(content))
        case "l":
            return [read_logged_value(item) for item in content]
        case "d":
            return {key: read_logged_value(value) for key, value in content}
    return OpaqueValue(str(content))


class LoggedEvent(NamedTuple):
    """The start (`call`) or end (`return`) of a call, or the read of a node's value (`read`)."""

    kind: str
    call: int
    """The number of the call that starts, ends or reads; -1 for a read outside any call."""
    moment: int
    """The moment of the call or return, or of the line that reads."""
    path: MovePath = ()
    """The node whose value is read."""


@dataclass
class CodeLog:
    """The log of watched code: its track, its events, and how it ended."""

    track: LineTrack = field(default_factory=LineTrack)
    events: list[LoggedEvent] = field(default_factory=list)
    value: float | None = None
    move: int | None = None
    failure: str = ""
    """Why there is no value or move, as the end of a sentence about the function."""
    printed: str = ""
    error: str = ""
    """Why the code could not be loaded, as a sentence."""
    has_ended: bool = False
    is_full: bool = False
    """Whether the limit of lines was reached, so that later lines are missing."""
    is_cut = False
    """Whether the limit of nodes was reached, so that everything later is missing."""

    @property
    def reads(self) -> list[MovePath]:
        """The nodes whose values were read, in order."""
        return [event.path for event in self.events if event.kind == "read"]

    @classmethod
    def read(cls, lines: Iterable[str]) -> CodeLog:
        """Read the lines of a log."""
        log = cls()
        for line in lines:
            try:
                entry = read_json(line)
            except ValueError:
                # The process died while it wrote this line.
                break
            log.add_entry(*entry)
        log._drop_failed_returns()
        return log

    def _drop_failed_returns(self) -> None:
        """Remove the returns at the end of the log that only report an error leaving a call."""
        while self.events:
            last = self.events[-1]
            if last.kind != "return" or self.track.calls[last.call].has_returned:
                return
            self.events.pop()

    def add_entry(self, kind: str, *fields: Any) -> None:
        """Add an entry of the log, given its kind and its other fields."""
        match kind:
            case "error":
                self.error = fields[0]
            case "file":
                name, lines = fields
                self.track.files.append(CodeFile(name, tuple(lines)))
            case "full":
                self.is_full = True
            case "cut":
                self.is_cut = True
            case "read":
                path, call = fields
                # The line that reads is the last one so far.
                moment = len(self.track) - 1
                self.events.append(LoggedEvent("read", call, moment, tuple(path)))
            case "end":
                value, self.move, self.failure, self.printed = fields
                self.value = read_logged_value(value)
                self.has_ended = True
            case _:
                self._add_moment(LINE_EVENTS[kind], *fields)

    def _add_moment(
        self, event: LineEvent, number: int, line: int, changes: dict[str, list[Any]], *fields: Any
    ) -> None:
        """Add a moment of the call `number`: a line, or the start or end of the call.

        `changes` has the variables that changed. `fields` are what was passed to the call at its
        start, or the value that it returned at its end.
        """
        if event is LineEvent.CALL:
            self._begin_call(fields)
        # After the limit of lines, only starts and ends of calls are recorded.
        if not self.is_full:
            values = {name: _changed_value(change) for name, change in changes.items()}
            self.track.add_moment(line, number, event, values)

        moment = max(0, len(self.track) - 1)
        if event is LineEvent.CALL:
            self.events.append(LoggedEvent("call", number, moment))
        elif event in (LineEvent.RETURN, LineEvent.RAISE):
            call = self.track.calls[number]
            if event is LineEvent.RETURN:
                call.has_returned = True
                call.returned = read_logged_value(fields[0])
            self.events.append(LoggedEvent("return", number, moment))

    def _begin_call(self, fields: Sequence[Any]) -> None:
        """Add a call to the track, given its fields in the log; its first moment is added next."""
        parent, file, function, node, handed, parameters = fields
        path = None if node is None else tuple(node)
        roles = {role: read_logged_value(value) for role, value in handed.items()}
        self.track.begin(CodeCall(function, parent, file, path, roles, tuple(parameters)))


def _changed_value(change: list[Any]) -> TrackedValue:
    """Return the new value of a variable from a log: [value], or [] if it was deleted."""
    if not change:
        return UNSET_VALUE
    return read_logged_value(change[0])
