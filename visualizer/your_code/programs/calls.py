"""The calls of a search, as the program's process has reported them."""

import marshal
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from visualizer.your_code.programs.instrumenting import CallSite
from visualizer.your_code.programs.recording import NOTHING, Report, within_limits
from visualizer.your_code.programs.roles import Roles
from visualizer.your_code.programs.source import ProgramFunction
from visualizer.your_code.programs.states import SquareTexts


@dataclass(slots=True)
class Call:
    """A call of a function of the search."""

    function: int
    parent: int
    """The call around it, by number; NOTHING for a call from outside of the search."""
    site: int
    """The place in the source that makes it, NOTHING if unknown."""
    move: int
    """The move that leads to it, NOTHING if unknown."""
    state: int
    """The state of the board when it began, NOTHING if unknown."""
    arguments: tuple[Any, ...]
    """Its arguments in the order of the parameters, without the state."""
    result: Any = None
    state_after: int = NOTHING
    has_left_loop: bool = False
    """Whether it has left its loop over moves before the end."""
    has_tried_all: bool = False
    """Whether its loop over moves has run out."""
    left_out: Sequence[str] | None = None
    """The moves that it did not try; None if unknown."""
    has_returned: bool = False
    is_raised: bool = False
    """Whether an error has left it."""
    children: list[int] = field(default_factory=list)


class RecordedCalls:
    """All calls that were reported, in the order in which they began."""

    def __init__(self, functions: Sequence[ProgramFunction], sites: Sequence[CallSite]) -> None:
        """Start without calls of these functions, which make calls at these places."""
        self.functions = functions
        self.sites = sites
        self.moves: list[str] = []
        """The texts of moves, by number."""
        self.states: list[str] = []
        """The texts of states, by number."""
        self.squares: list[SquareTexts] = []
        """The squares of states that are lists, by number; () for others."""
        self.calls: list[Call] = []
        self.state_indices: dict[int, int] = {}
        """The index of the parameter that holds the state, by function."""
        self.state_names: dict[int, str] = {}
        """The name of the parameter or variable that holds the state, by function."""
        self.state_is_constant = False
        """Whether what might be a board never changes, so that it is not shown."""
        self._names: dict[int, tuple[str, ...]] = {}
        """The names of the recorded arguments, by function, for `argument_names`."""
        self._open: list[int] = []

    def read(self, file: Path) -> None:
        """Read the reports in a file, which may end anywhere."""
        for reports in batches(file):
            for report in reports:
                self.add(*report)

    def add(self, kind: int, *fields: Any) -> None:
        """Add a report."""
        match kind:
            case Report.CALL:
                self._begin(*fields)
            case Report.RETURN:
                self._end(*fields)
            case Report.MOVE:
                self.moves.append(fields[0])
            case Report.STATE:
                self.states.append(fields[0])
                self.squares.append(fields[1])
            case Report.STATE_PLACE:
                function, self.state_indices[function], self.state_names[function] = fields
            case Report.RAISE:
                self.calls[self._open.pop()].is_raised = True

    def _begin(self, function: int, site: int, move: int, state: int, arguments: Any) -> None:
        parent = self._open[-1] if self._open else NOTHING
        number = len(self.calls)
        arguments = tuple(map(within_limits, arguments))
        self.calls.append(Call(function, parent, site, move, state, arguments))
        if parent != NOTHING:
            self.calls[parent].children.append(number)
        self._open.append(number)

    def _end(self, result: Any, state_after: int, loop_end: Any) -> None:
        call = self.calls[self._open.pop()]
        call.result = within_limits(result)
        call.state_after = state_after
        call.has_returned = True
        if loop_end is not None:
            call.has_tried_all, call.left_out = loop_end
            call.has_left_loop = not call.has_tried_all

    def move_text(self, number: int) -> str:
        """Return the text of the move that leads to a call, "" if it is unknown."""
        move = self.calls[number].move
        return "" if move == NOTHING else self.moves[move]

    def state_text(self, number: int) -> str:
        """Return the text of the state at which a call began, "" if it is unknown."""
        state = self.calls[number].state
        return "" if state == NOTHING else self.states[state]

    def forget_constant_states(self) -> None:
        """Forget the states if they never change: what they show is no board."""
        if len(self.states) > 1 or len(self.calls) <= 1:
            return
        for call in self.calls:
            call.state = NOTHING
            call.state_after = NOTHING
        self.state_is_constant = True

    def forget_false_windows(self, roles: Roles) -> None:
        """Forget the windows of functions that are handed no number as one: `a` may be a text."""
        handed = {
            call.function
            for number, call in enumerate(self.calls)
            if is_number(self.argument(number, roles, "alpha"))
        }
        for function in {call.function for call in self.calls} - handed:
            roles.forget_window(function)

    def argument(self, number: int, roles: Roles, role: str) -> Any:
        """Return the argument of a call with a role, None if there is none.

        A call's state is not among its arguments.
        """
        call = self.calls[number]
        name = roles.parameter(call.function, role)
        if name is None:
            return None
        names = self.argument_names(call.function)
        if name not in names:
            return None
        index = names.index(name)
        return call.arguments[index] if index < len(call.arguments) else None

    def argument_names(self, function: int) -> tuple[str, ...]:
        """Return the names of the arguments that are recorded of a function, in order."""
        names = self._names.get(function)
        if names is None:
            parameters = self.functions[function].parameters
            state_index = self.state_indices.get(function, NOTHING)
            names = tuple(name for n, name in enumerate(parameters) if n != state_index)
            self._names[function] = names
        return names

    def arguments_by_name(self, call: Call) -> dict[str, Any]:
        """Return the recorded arguments of a call, by the names of the parameters."""
        return dict(zip(self.argument_names(call.function), call.arguments, strict=False))

    def roots(self) -> list[int]:
        """Return the calls that begin a search: those from outside of any other."""
        return [number for number, call in enumerate(self.calls) if call.parent == NOTHING]


def is_number(value: Any) -> bool:
    """Return whether a value is a number, and no truth value."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def batches(file: Path) -> Iterator[list[tuple[Any, ...]]]:
    """Yield the batches of reports in a file; the last one may be incomplete, and is left out."""
    if not file.exists():
        return
    with file.open("rb") as stream:
        while True:
            try:
                yield marshal.load(stream)  # noqa: S302  our own process has written it
            except (EOFError, ValueError, TypeError):
                return
