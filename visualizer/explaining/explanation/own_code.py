"""A user's code at one moment: the current line, a call's variables, and the last change."""

from collections.abc import Collection, Mapping
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
NO_LINES_FOLLOWED = "no line was followed: the search was stopped in its first call"


LINE_EVENT_VERBS = {
    LineEvent.CALL: "begins",
    LineEvent.RAISE: "raises",
    LineEvent.YIELD: "yields",
    LineEvent.RESUME: "goes on",
}
"""The verbs for the events of a call that need no more words."""


class CallVariable(NamedTuple):
    """A variable of a call, with its value in words and, if it has just changed, the old one."""

    name: str
    value: str
    is_changed: bool = False
    before: str = ""
    """The value before the change; "" if the variable is new."""


def line_track_of(run: Run) -> LineTrack:
    """Return the lines that a run's code has executed; InputError if the code was not traced."""
    if run.track is None and run.recipe.search.code:
        raise InputError(NO_LINES_FOLLOWED)
    if run.track is None:
        raise InputError(NO_CODE_LINES)
    return run.track


class CodeView:
    """One call of the user's code at a moment: the running call, or another that has begun."""

    def __init__(self, run: Run, moment: int, call: int | None = None) -> None:
        """Show the call number `call`, by default the running call, as it is at a moment.

        InputError if the user's code was not traced line by line.
        """
        track = line_track_of(run)
        self.track = track
        self.naming = Naming(run, TreeAtStep(run.trace, track.steps[moment]))
        self.number = track.call_numbers[moment]
        if call is not None:
            self.number = call
        self.moment = track.last_moment_in(self.number, moment)
        """The moment that is shown: the last one of this call up to the given moment."""
        self.is_current = self.moment == moment

    @property
    def call(self) -> CodeCall:
        """The call whose variables are shown."""
        return self.track.calls[self.number]

    @property
    def line(self) -> int:
        """The number of the call's current line, from 1."""
        return self.track.lines[self.moment]

    @property
    def code(self) -> tuple[str, ...]:
        """The lines of the file that contains the function."""
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
        return self.title_of_call(self.call)

    def title_of_call(self, call: CodeCall) -> str:
        """Return a call's function with the node that it was given: `alphabeta(B)`."""
        if call.node is None:
            return f"{call.function}()"
        return f"{call.function}({self.naming.place_at(call.node)})"

    @property
    def action_words(self) -> str:
        """What the call does at this moment, such as `returns 3`; "" if it runs a line."""
        event = self.track.event(self.moment)
        if event is LineEvent.LINE:
            return "" if self.is_current else "waits here"
        if event is LineEvent.RETURN:
            verb = "returns" if self.is_current else "has returned"
            return f"{verb} {self.words(self.call.returned)}"
        return LINE_EVENT_VERBS[event]

    @cached_property
    def variables(self) -> list[CallVariable]:
        """The variables of the call: parameters, local variables, and variables from outside."""
        values = self.track.variables(self.number, self.moment)
        changed = self._changed_names()
        old_values = self._values_before()
        variables = []
        for name in self._names_in_order():
            is_changed = name in changed
            before = ""
            if is_changed and name in old_values:
                before = self.words(old_values[name])
            variables.append(CallVariable(name, self.words(values[name]), is_changed, before))
        return variables

    def _names_in_order(self) -> list[str]:
        """Return the names of the variables that have a value, in the order of `variables`."""
        values = self.track.variables(self.number, self.moment)
        values_at_start = self.track.variables(self.number, self.call.moments[0])
        # Variables without a value at the start of the call are local.
        local_names = (name for name in values if name not in values_at_start)
        order = dict.fromkeys([*self.call.parameters, *local_names, *values])
        return [name for name in order if name in values]

    def _changed_names(self) -> Collection[str]:
        """Return the names of the variables that have just changed."""
        # When the call begins, its parameters are new, not changed.
        if not self.is_current or self.track.event(self.moment) is LineEvent.CALL:
            return ()
        return self.track.changes(self.moment)

    def _values_before(self) -> Mapping[str, TrackedValue]:
        """Return the variables of the call one moment earlier; empty if it has just begun."""
        earlier = self.track.before(self.moment)
        if earlier is None:
            return {}
        return self.track.variables(self.number, earlier)

    def arguments(self, call: CodeCall) -> str:
        """Return the arguments of a call in words: `alpha 3, beta 5`; nodes are left out."""
        start = call.moments[0]
        values_at_start = self.track.variables(self.track.call_numbers[start], start)
        words = []
        for name in call.parameters:
            if name not in values_at_start or name == "self":
                continue
            value = values_at_start[name]
            # The title of the call already has the node.
            if not isinstance(value, NodeValue):
                words.append(f"{name} {self.words(value)}")
        return ", ".join(words)

    def words(self, value: TrackedValue) -> str:
        """Return the value of a variable in words: a node by its name, a long list shortened."""
        match value:
            case NodeValue(path):
                return self.naming.place_at(path)
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
    # A user's code may compute with NaN, which `format_number` does not expect.
    if isnan(value):
        return "nan"
    return format_number(value)


def open_call_lines(run: Run, moment: int) -> list[tuple[str, int]]:
    """Return a line of text and a number for each open call of the user's code at a moment.

    The outermost call comes first. The number is the call's number in the run's line track.
    """
    view = CodeView(run, moment)
    track = line_track_of(run)
    calls = [(track.calls[number], number) for number in track.open_calls(moment)]
    width = max(len(view.title_of_call(call)) for call, _ in calls)
    lines = []
    for call, number in calls:
        line = f"{view.title_of_call(call):<{width}}  {view.arguments(call)}"
        lines.append((line.rstrip(), number))
    return lines
