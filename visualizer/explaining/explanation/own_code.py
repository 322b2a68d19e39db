"""A user's code at one moment: the current line, a call's variables, and the last change."""

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
"""Longer lists and dictionaries are abbreviated."""
NO_CODE_LINES = "only code of your own has lines: run it with visualizer watch FILE.py:FUNCTION"


class CallVariable(NamedTuple):
    """A variable of a call, with its value in words and, if it has just changed, the old one."""

    name: str
    value: str
    is_changed: bool = False
    before: str = ""
    """The value before the change; "" if the variable is new."""


def line_track_of(run: Run) -> LineTrack:
    """Return the lines that a run's code has executed; InputError if the code was not traced."""
    if run.track is None:
        raise InputError(NO_CODE_LINES)
    return run.track


class CodeView:
    """One call of the user's code at a moment: the running call, or another that has begun."""

    def __init__(self, run: Run, moment: int, call: int | None = None) -> None:
        """Look at a call, by default the running one; InputError if the code was not traced."""
        track = line_track_of(run)
        self.track = track
        self.naming = Naming(run, TreeAtStep(run.trace, track.steps[moment]))
        self.number = track.owners[moment] if call is None else call
        self.moment = track.standing(self.number, moment)
        """The last moment of this call: `moment` itself, or when it made a call or returned."""
        self.is_current = self.moment == moment

    @property
    def call(self) -> CodeCall:
        """The call that is looked at."""
        return self.track.calls[self.number]

    @property
    def line(self) -> int:
        """The number of the call's current line, from 1."""
        return self.track.lines[self.moment]

    @property
    def code(self) -> tuple[str, ...]:
        """The lines of the file that the function stands in."""
        return self.track.files[self.call.file].lines

    @property
    def source_line(self) -> str:
        """The text of the current line; "" past the end of the file."""
        if self.line <= len(self.code):
            return self.code[self.line - 1]
        return ""

    @property
    def first_line(self) -> int:
        """The number of the line at which the function begins."""
        return self.track.lines[self.call.moments[0]]

    @property
    def title(self) -> str:
        """The function and the node that it was given: `alphabeta(B)`."""
        return self.called(self.call)

    def called(self, call: CodeCall) -> str:
        """Return a call as it is listed: its function and its node."""
        node = "" if call.node is None else self.naming.at(call.node)
        return f"{call.function}({node})"

    @property
    def doing(self) -> str:
        """What the call does, unless it just runs its line (then "")."""
        event = self.track.event(self.moment)
        if event is LineEvent.LINE:
            return "" if self.is_current else "waits here"
        if event is LineEvent.RETURN:
            verb = "returns" if self.is_current else "has returned"
            return f"{verb} {self.words(self.call.returned)}"
        return {
            LineEvent.CALL: "begins",
            LineEvent.RAISE: "raises",
            LineEvent.YIELD: "yields",
            LineEvent.RESUME: "goes on",
        }[event]

    @cached_property
    def variables(self) -> list[CallVariable]:
        """The variables of the call: its parameters, its locals, and those from outside."""
        track = self.track
        values = track.variables(self.number, self.moment)
        at_begin = track.variables(self.number, self.call.moments[0])
        local_names = (name for name in values if name not in at_begin)
        order = dict.fromkeys([*self.call.parameters, *local_names, *values])

        # The call itself changes nothing: parameters are new to it, not changed.
        has_changes = self.is_current and track.event(self.moment) is not LineEvent.CALL
        changed = track.changes(self.moment) if has_changes else {}
        earlier = track.before(self.moment)
        old_values = {} if earlier is None else track.variables(self.number, earlier)
        variables = []
        for name in order:
            if name not in values:
                continue
            was_changed = name in changed
            before = ""
            if was_changed and name in old_values:
                before = self.words(old_values[name])
            variables.append(CallVariable(name, self.words(values[name]), was_changed, before))
        return variables

    def handed(self, call: CodeCall) -> str:
        """Return the arguments of a call apart from its node: `alpha 3, beta 5`."""
        at_begin = self.track.variables(self.track.owners[call.moments[0]], call.moments[0])
        arguments = {name: at_begin[name] for name in call.parameters if name in at_begin}
        return ", ".join(
            f"{name} {self.words(value)}"
            for name, value in arguments.items()
            if name != "self" and not isinstance(value, NodeValue)
        )

    def words(self, value: TrackedValue) -> str:
        """Return a value in words: the name of a node, the first entries of a list."""
        match value:
            case NodeValue(path):
                return self.naming.at(path)
            case OpaqueValue(kind):
                return f"<{kind}>"
            case list():
                return f"[{_first_entries([*map(self.words, value)])}]"
            case dict():
                entries = [f"{self.words(key)}: {self.words(item)}" for key, item in value.items()]
                return f"{{{_first_entries(entries)}}}"
        if value is None or isinstance(value, bool | str):
            return repr(value)
        return _number_in_words(value)


def _first_entries(entries: list[str]) -> str:
    if len(entries) > MAX_VALUE_ENTRIES:
        entries = [*entries[:MAX_VALUE_ENTRIES], "…"]
    return ", ".join(entries)


def _number_in_words(value: float) -> str:
    return "nan" if isnan(value) else format_number(value)


def open_call_lines(run: Run, moment: int) -> list[tuple[str, int]]:
    """Return the call stack at a moment, outermost first: each call in words, and its number."""
    view = CodeView(run, moment)
    track = line_track_of(run)
    calls = [(track.calls[number], number) for number in track.open_calls(moment)]
    width = max(len(view.called(call)) for call, _ in calls)
    return [
        (f"{view.called(call):<{width}}  {view.handed(call)}".rstrip(), number)
        for call, number in calls
    ]
