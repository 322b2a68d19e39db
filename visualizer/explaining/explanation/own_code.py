"""A person's own code at a moment: the line, the variables of a call, and what was changed last; in words."""

from functools import cached_property
from math import isnan
from typing import NamedTuple

from visualizer.explaining.explanation.naming import Naming
from visualizer.look.numbers import format_number
from visualizer.searching.run import Run
from visualizer.support.errors import InputError
from visualizer.trace.line_track import (
    CodeCall,
    LineEvent,
    LineTrack,
    NodeValue,
    OpaqueValue,
    TrackedValue,
)
from visualizer.trace.tree_at_step import TreeAtStep

MAX_VALUE_ENTRIES = 6
"""Entries of a list that are shown."""
NO_CODE_LINES = "only code of your own has lines: run it with visualizer watch FILE.py:FUNCTION"


class CallVariable(NamedTuple):
    """A variable of a call: its name, its value in words, and what that was before, where it has just been changed."""

    name: str
    value: str
    is_changed: bool = False
    before: str = ""
    """"" where it had no value."""


def line_track_of(run: Run) -> LineTrack:
    """Return the lines that a run's code has run through; InputError where there are none."""
    if run.track is None:
        raise InputError(NO_CODE_LINES)
    return run.track


class CodeView:
    """What is to be seen of the code at a moment, in the call whose line it is, or in another that has begun."""

    def __init__(self, run: Run, moment: int, call: int | None = None) -> None:
        """Look at a call, by default the one whose line the moment is; InputError where a run has no lines."""
        self.track = track = line_track_of(run)
        self.naming = Naming(run, TreeAtStep(run.trace, track.steps[moment]))
        if call is None:
            self.number = track.owners[moment]
        else:
            self.number = call
        self.moment = track.standing(self.number, moment)
        """Where the call stands: at the moment itself, or where it waits for another or has returned."""
        self.is_current = self.moment == moment

    @property
    def call(self) -> CodeCall:
        """Return the call that is seen."""
        return self.track.calls[self.number]

    @property
    def line(self) -> int:
        """Return the number of its line, from 1."""
        return self.track.lines[self.moment]

    @property
    def code(self) -> tuple[str, ...]:
        """Return the lines of its file."""
        return self.track.files[self.call.file].lines

    @property
    def source_line(self) -> str:
        """Return the text of its line."""
        if self.line <= len(self.code):
            return self.code[self.line - 1]
        return ""

    @property
    def first_line(self) -> int:
        """Return the number of the line at which its function begins."""
        return self.track.lines[self.call.moments[0]]

    @property
    def title(self) -> str:
        """Return the function and the node that it was given: `alphabeta(B)`."""
        return self.called(self.call)

    def called(self, call: CodeCall) -> str:
        """Return a call as it is listed: its function and its node."""
        return f"{call.function}({'' if call.node is None else self.naming.at(call.node)})"

    @property
    def doing(self) -> str:
        """Say what the call does where that is more than running its line: "" for nothing."""
        event = self.track.event(self.moment)
        if event is LineEvent.RETURN:
            return f"{'returns' if self.is_current else 'has returned'} {self.words(self.call.returned)}"
        if event is LineEvent.LINE:
            return "" if self.is_current else "waits here"
        return {
            LineEvent.CALL: "begins",
            LineEvent.RAISE: "raises",
            LineEvent.YIELD: "yields",
            LineEvent.RESUME: "goes on",
        }[event]

    @cached_property
    def variables(self) -> list[CallVariable]:
        """Return the variables of the call: its parameters, its own, and those from elsewhere."""
        track = self.track
        moment = self.moment
        known = track.variables(self.number, moment)
        begun = track.variables(self.number, self.call.moments[0])
        is_new = self.is_current and track.event(moment) is not LineEvent.CALL
        if is_new:
            changed = track.changes(moment)
        else:
            changed = {}
        earlier = track.before(moment)
        if earlier is None:
            before = {}
        else:
            before = track.variables(self.number, earlier)
        order = [*self.call.parameters, *(name for name in known if name not in begun), *known]
        return [
            CallVariable(
                name,
                self.words(known[name]),
                name in changed,
                self.words(before[name]) if name in changed and name in before else "",
            )
            for name in dict.fromkeys(order)
            if name in known
        ]

    def handed(self, call: CodeCall) -> str:
        """Return what a call was given beside its node, by the names of its parameters."""
        begun = self.track.variables(self.track.owners[call.moments[0]], call.moments[0])
        given = {name: begun[name] for name in call.parameters if name in begun}
        return ", ".join(
            f"{name} {self.words(value)}"
            for name, value in given.items()
            if not isinstance(value, NodeValue) and name != "self"
        )

    def words(self, value: TrackedValue) -> str:
        """Return a value in words: a node by its name, of a list its first entries."""
        match value:
            case NodeValue(path):
                return self.naming.at(path)
            case OpaqueValue(kind):
                return f"<{kind}>"
            case bool() | None | str():
                return repr(value)
            case list() | dict():
                if isinstance(value, dict):
                    entries = [
                        f"{self.words(key)}: {self.words(each)}" for key, each in value.items()
                    ]
                else:
                    entries = [*map(self.words, value)]
                if len(entries) > MAX_VALUE_ENTRIES:
                    more = ["…"]
                else:
                    more = []
                inside = ", ".join([*entries[:MAX_VALUE_ENTRIES], *more])
                if isinstance(value, dict):
                    return f"{{{inside}}}"
                return f"[{inside}]"
        return "nan" if isinstance(value, float) and isnan(value) else format_number(value)


def open_call_lines(run: Run, moment: int) -> list[tuple[str, int]]:
    """Return the open calls at a moment, the outermost first: what each was given in words, and its number."""
    view = CodeView(run, moment)
    track = line_track_of(run)
    calls = [(track.calls[number], number) for number in track.open_calls(moment)]
    width = max(len(view.called(call)) for call, _ in calls)
    return [
        (f"{view.called(call):<{width}}  {view.handed(call)}".rstrip(), number)
        for call, number in calls
    ]
