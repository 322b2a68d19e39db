"""Reading what was heard of code while it ran: its track of lines, and what happened, in order of time."""

from __future__ import annotations

from collections.abc import Iterable
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


def read_logged_value(told: Any) -> TrackedValue:
    """Return a value from the JSON that the tracer has told.

    >>> read_logged_value({"l": [1, {"f": "inf"}, {"n": [0]}]})
    [1, inf, NodeValue(path=(0,))]
    """
    if not isinstance(told, dict):
        return told
    ((kind, inner),) = told.items()
    match kind:
        case "f":
            return float(inner)
        case "n":
            return NodeValue(tuple(inner))
        case "l":
            return [*map(read_logged_value, inner)]
        case "d":
            return {key: read_logged_value(value) for key, value in inner}
    return OpaqueValue(str(inner))


class LoggedEvent(NamedTuple):
    """That a call begins (`call`) or ends (`return`), or that a value is read (`read`) in one, in order of time."""

    what: str
    call: int
    moment: int
    """The moment of the call or the return; of a read the one whose line reads."""
    path: MovePath = ()
    """The node whose value is read."""


@dataclass
class CodeLog:
    """What was heard: the track, what happened, and how it ended."""

    track: LineTrack = field(default_factory=LineTrack)
    happenings: list[LoggedEvent] = field(default_factory=list)
    value: float | None = None
    move: int | None = None
    failure: str = ""
    """Why there is neither, as the end of a sentence that begins with the function."""
    printed: str = ""
    error: str = ""
    """Why it could not be loaded, as a sentence."""
    has_ended: bool = False
    is_full: bool = False
    """Whether lines were heard only up to the most that are."""
    is_cut = False
    """Whether nothing was heard behind the most nodes."""

    @property
    def reads(self) -> list[MovePath]:
        """The nodes whose values were read, in order."""
        return [each.path for each in self.happenings if each.what == "read"]

    @classmethod
    def read(cls, lines: Iterable[str]) -> CodeLog:
        """Read the lines of a log; half a line, as a process leaves it that dies, ends it."""
        log = cls()
        for line in lines:
            try:
                heard = read_json(line)
            except ValueError:
                break
            log.take(*heard)
        calls = log.track.calls
        found = log.happenings
        while found and found[-1].what == "return" and not calls[found[-1].call].has_returned:
            found.pop()  # an error has gone all the way up: nothing came of these calls
        return log

    def take(self, what: str, *told: Any) -> None:
        """Take in a line."""
        track = self.track
        match what:
            case "error":
                self.error = told[0]
            case "file":
                track.files.append(CodeFile(told[0], tuple(told[1])))
            case "full":
                self.is_full = True
            case "cut":
                self.is_cut = True
            case "read":
                self.happenings.append(LoggedEvent("read", told[1], len(track) - 1, tuple(told[0])))
            case "end":
                value, self.move, self.failure, self.printed = told
                self.value = read_logged_value(value)
                self.has_ended = True
            case _:
                self.take_moment(LINE_EVENTS[what], *told)

    def take_moment(
        self, event: LineEvent, number: int, line: int, changes: dict[str, list[Any]], *more: Any
    ) -> None:
        """Take in a moment; behind the most lines it is that a call begins or ends, and no moment of the track."""
        track = self.track
        if event is LineEvent.CALL:
            parent, file, function, node, handed, parameters = more
            if node is None:
                path = None
            else:
                path = tuple(node)
            roles = {role: read_logged_value(each) for role, each in handed.items()}
            track.begin(CodeCall(function, parent, file, path, roles, tuple(parameters)))
        if not self.is_full:
            known = {
                name: read_logged_value(each[0]) if each else UNSET_VALUE
                for name, each in changes.items()
            }
            track.tell(line, number, event, known)
        moment = max(0, len(track) - 1)
        if event is LineEvent.CALL:
            self.happenings.append(LoggedEvent("call", number, moment))
        elif event in (LineEvent.RETURN, LineEvent.RAISE):
            call = track.calls[number]
            if event is LineEvent.RETURN:
                call.returned = read_logged_value(more[0])
            else:
                call.returned = None
            call.has_returned = event is LineEvent.RETURN
            self.happenings.append(LoggedEvent("return", number, moment))
