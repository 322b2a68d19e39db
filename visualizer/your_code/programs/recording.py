"""The record of a search's calls, written by the process that runs the program.

Each function of the search is wrapped. The wrapper reports the call with its arguments, the move
that led to it and the state of the board, and later the result. Reports are small tuples. A thread
writes them to a file several times a second, so that little is lost however the program ends.
"""

import copy
import functools
import inspect
import marshal
import threading
from collections.abc import Callable, Hashable
from contextlib import suppress
from enum import IntEnum
from math import inf
from operator import itemgetter
from typing import IO, Any, NamedTuple

from visualizer.your_code.programs.states import (
    has_own_text,
    is_object,
    key_function,
    prints_itself,
    restore_state,
    state_squares,
    state_text,
)

SIMPLE_TYPES = frozenset((int, float, str, bool, type(None)))
"""The types of arguments and results that are reported as they are."""
MAX_TEXT = 60
"""Longer texts in arguments are cut, to so many characters."""
MAX_ENTRIES = 10
"""A longer list in a result is reported without its entries."""
MAX_TEXTS = 300_000
"""After so many different moves or states, the texts of further ones are not reported."""
MAX_INTEGER = 1 << 53
"""Greater integers are reported as infinite."""
FLUSH_SECONDS = 0.1
NOTHING = -1
"""Stands for no move, no state, and a call from outside of the search."""
OTHER_VALUE: list[Any] = []
"""Stands in a report for a value that is not simple."""


class Report(IntEnum):
    """The first entry of a report, which says what the others are."""

    MOVE = 0
    """The text of the next move."""
    STATE = 1
    """The text of the next state, and its squares, () if it has none."""
    CALL = 2
    """The numbers of function, call site, move and state, and the arguments but for the state."""
    RETURN = 3
    """The result, the state afterwards, and how the loop over moves has ended, None without one."""
    RAISE = 4
    """Nothing more: an error has left the innermost call."""
    STATE_PLACE = 5
    """A function, the index of the parameter that holds its state or NOTHING, and its name."""


CALL_REPORT = int(Report.CALL)
RETURN_REPORT = int(Report.RETURN)
STATE_PLACE_REPORT = int(Report.STATE_PLACE)
RAISE_REPORT = (int(Report.RAISE),)


class StateSource(NamedTuple):
    """Where the state of a search is found at a call."""

    parameter: int | None
    """The index of the parameter that holds it; None if it is elsewhere."""
    find: Callable[[tuple[Any, ...]], Any]
    """Returns the state, given the arguments in order."""
    name: str
    """The name of the parameter or variable, "" if the state is nowhere."""


FindState = Callable[[int, Callable[..., Any], tuple[Any, ...]], StateSource]
"""Returns where the state is, given a function's number, the function and its arguments."""


class VisitLimits(NamedTuple):
    """How much is recorded, and how."""

    max_visits: int
    stop: Callable[[], None]
    """Ends the process; called instead of the call after the last allowed one."""
    first_visit: int = 0
    """The visit whose lines are followed; 0 for those of all roots."""
    restores: bool = False
    """Whether each call leaves the state as it was."""


class LoopOverMoves:
    """A loop that calls the search."""

    __slots__ = ("has_run_out", "is_over_children", "items", "last")

    def __init__(self, items: Any) -> None:
        """Begin; `items` is what it runs over, None if not each item leads to a call."""
        self.items = items
        self.last: tuple[Any, ...] = ()
        """The values of the loop's variables at the last call."""
        self.is_over_children = False
        """Whether the items are states without names, which are handed to the calls."""
        self.has_run_out = False

    def report(self) -> tuple[bool, list[str] | None]:
        """Return whether it has run out, and otherwise the moves that are left, if known."""
        if self.has_run_out:
            return RAN_OUT
        left = moves_after(self.items, self.last)
        if left is None:
            return False, None
        if self.is_over_children:
            left = [""] * len(left)
        # What has no name has a number, from 1.
        first = len(self.items) - len(left) + 1
        return False, [text or str(number) for number, text in enumerate(left, first)]


RAN_OUT = (True, None)


class CallRecorder:
    """Takes the reports of a program, and writes them to a file."""

    def __init__(self, stream: IO[bytes]) -> None:
        """Write to a binary stream, from now until `end`."""
        self.stream = stream
        self.reports: list[tuple[Any, ...]] = []
        """The reports that are not written yet."""
        self._lock = threading.Lock()
        self._is_over = threading.Event()
        threading.Thread(target=self._write_regularly, daemon=True).start()

    def _write_regularly(self) -> None:
        """Write what was reported, several times a second, until the end."""
        while not self._is_over.wait(FLUSH_SECONDS):
            self.write()

    def write(self) -> None:
        """Write the reports that have come since the last time."""
        with self._lock:
            # The program may add reports meanwhile; each of these two steps is atomic.
            reports = self.reports[:]
            del self.reports[: len(reports)]
            if reports:
                marshal.dump(reports, self.stream)
                self.stream.flush()

    def end(self) -> None:
        """Write all that is left."""
        self._is_over.set()
        self.write()


class NumberedTexts:
    """Numbers for moves or states; the text of each is reported when it is first seen."""

    def __init__(self, report: Report, reports: list[tuple[Any, ...]]) -> None:
        """Start without numbers."""
        self.report = int(report)
        self.reports = reports
        self.numbers: dict[Hashable, int] = {}

    def add(self, key: Hashable, *text: Any) -> int:
        """Return the number of a new key, and report its text; NOTHING if there are too many."""
        number = len(self.numbers)
        if number >= MAX_TEXTS:
            return NOTHING
        self.numbers[key] = number
        self.reports.append((self.report, *text))
        return number


class FunctionRecorder:
    """Knows how to read the arguments of a function of the search."""

    def __init__(self, number: int, function: Callable[..., Any]) -> None:
        """Take a function with its number."""
        self.number = number
        self.function = function
        self.signature = inspect.signature(function)
        self.find_state: Callable[[tuple[Any, ...]], Any] = len
        """Returns the state, given the arguments in order; set at the first call."""
        self.others: Callable[[tuple[Any, ...]], tuple[Any, ...]] = tuple
        """Returns the arguments but for the state; set at the first call."""

    def in_order(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[Any, ...]:
        """Return the arguments of a call in the order of the parameters, with defaults.

        A call that does not fit the parameters has the arguments that it was given; it is about to
        fail.
        """
        try:
            bound = self.signature.bind(*args, **kwargs)
        except TypeError:
            return args
        bound.apply_defaults()
        return tuple(bound.arguments.values())

    def use_source(self, source: StateSource, count: int) -> None:
        """Find the state where a source says, in calls with `count` arguments."""
        self.find_state = source.find
        others = [index for index in range(count) if index != source.parameter]
        if len(others) > 1:
            self.others = itemgetter(*others)
        elif others:
            self.others = lambda values: (values[others[0]],)
        else:
            self.others = lambda values: ()


class VisitRecorder:
    """Reports the calls of a search, as an instrumented program makes them.

    Its methods `decorator`, `note_child`, `note_loop` and `note_end` are called by the program. All
    of this runs at each of some million calls.
    """

    def __init__(
        self,
        reports: list[tuple[Any, ...]],
        state_sources: FindState,
        limits: VisitLimits,
        run_search: Callable[[Callable[[], Any]], Any],
    ) -> None:
        """Append to a list of reports; `state_sources` finds the state of each function.

        `run_search` runs a call whose lines are to be followed, given a function that makes it.
        """
        self.reports = reports
        self.state_sources = state_sources
        self.limits = limits
        self.run_search = run_search
        self.moves = NumberedTexts(Report.MOVE, reports)
        self.states = NumberedTexts(Report.STATE, reports)
        self.key_of: Callable[[Any], Hashable] | None = None
        """Makes the key of a state; chosen for the first state."""
        self.visits = 0
        self.left_by: BaseException | None = None
        """The error that has left a call last."""
        self.is_waiting = False
        """Whether no calls are reported yet, as the module is still being loaded."""
        self.is_reading_state = False
        """Whether a state is being read, by methods of the person's that are not to be followed."""
        self.site = NOTHING
        """The place in the source of the next call."""
        self.targets: tuple[Any, ...] = ()
        """The values of the loops' variables there."""
        self.loops: list[LoopOverMoves | None] = []
        """The loop over moves that each open call is in, None for no loop."""

    def note_child(self, site: int, targets: tuple[Any, ...], function: Any) -> Any:
        """Note where the next call is made, and the variables of the loops; return the function."""
        self.site = site
        self.targets = targets
        return function

    def note_loop(self, items: Any, is_sure: bool) -> Any:
        """Note that a loop over moves begins; return what it runs over.

        `is_sure` says whether each of its items leads to a call, unless the loop is left.
        """
        if self.loops:
            self.loops[-1] = LoopOverMoves(items if is_sure else None)
        return items

    def note_end(self) -> None:
        """Note that the loop over moves has run out."""
        loop = self.loops[-1] if self.loops else None
        if loop is not None:
            loop.has_run_out = True

    def decorator(self, number: int) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        """Return the decorator of the function with a number."""
        return functools.partial(self._decorate, number)

    def _decorate(self, number: int, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return a function that reports its calls."""
        recorder = FunctionRecorder(number, function)
        parameter_count = len(recorder.signature.parameters)
        is_prepared = False

        @functools.wraps(function)
        def visited(*args: Any, **kwargs: Any) -> Any:
            nonlocal is_prepared
            if self.is_waiting:
                self.site = NOTHING
                return function(*args, **kwargs)
            values = args
            if kwargs or len(args) != parameter_count:
                values = recorder.in_order(args, kwargs)
            if not is_prepared:
                self._prepare(recorder, values)
                is_prepared = True
            state = recorder.find_state(values)
            self._begin(number, state, recorder.others(values))
            saved = copy.deepcopy(state) if self.limits.restores else None
            try:
                if self._follows_lines():
                    result = self.run_search(functools.partial(function, *args, **kwargs))
                else:
                    result = function(*args, **kwargs)
            except BaseException as error:
                self.left_by = error
                self.loops.pop()
                self.reports.append(RAISE_REPORT)
                raise
            if self.limits.restores:
                restore_state(state, saved)
            self._end(result, self._state_number(recorder.find_state(values)))
            return result

        return visited

    def _prepare(self, recorder: FunctionRecorder, values: tuple[Any, ...]) -> None:
        """Find where the state of a function is, at its first call with these arguments."""
        source = self.state_sources(recorder.number, recorder.function, values)
        recorder.use_source(source, len(values))
        index = NOTHING if source.parameter is None else source.parameter
        self.reports.append((STATE_PLACE_REPORT, recorder.number, index, source.name))
        if self.key_of is None:
            self.key_of = key_function(source.find(values))

    def _state_number(self, state: Any) -> int:
        """Return the number of a state that is known or new."""
        assert self.key_of is not None
        self.is_reading_state = True
        try:
            return self.states.numbers[self.key_of(state)]
        except (LookupError, TypeError, AttributeError):
            # It is new, or of another type than the first, such as the leaf of a nested list.
            return self._add_state(state)
        finally:
            self.is_reading_state = False

    def _add_state(self, state: Any) -> int:
        """Return the number of a state that is new, or of an unusual type; NOTHING without text."""
        assert self.key_of is not None
        text = state_text(state)
        if not text:
            return NOTHING
        key: Hashable = text
        with suppress(TypeError, AttributeError):
            key = self.key_of(state)
            hash(key)
        number = self.states.numbers.get(key)
        if number is not None:
            return number
        return self.states.add(key, text, state_squares(state))

    def _begin(self, function: int, state: Any, arguments: tuple[Any, ...]) -> None:
        """Report a call."""
        self.visits += 1
        if self.visits > self.limits.max_visits:
            self.limits.stop()
        site = self.site
        has_move = site != NOTHING and len(self.targets) > 0
        move = self._move_number(state) if has_move else NOTHING
        if not SIMPLE_TYPES.issuperset(map(type, arguments)):
            arguments = tuple(map(simple_value, arguments))
        state_number = self._state_number(state)
        self.reports.append((CALL_REPORT, function, site, move, state_number, arguments))
        self.site = NOTHING
        self.loops.append(None)

    def _move_number(self, state: Any) -> int:
        """Return the number of the move to the next call, which is handed a state.

        A state that has no name is no move, as in `for child in children: search(child)`.
        """
        targets = self.targets
        names = tuple([target for target in targets if not is_nameless(target, state)])
        if self.loops:
            loop = self.loops[-1]
            if loop is not None:
                loop.last = targets
                loop.is_over_children = len(names) == 0
        try:
            return self.moves.numbers[names]
        except LookupError:
            return self.moves.add(names, move_text(names))
        except TypeError:
            # Lists cannot be keys.
            text = move_text(names)
            number = self.moves.numbers.get(text)
            return self.moves.add(text, text) if number is None else number

    def _follows_lines(self) -> bool:
        """Return whether the lines of the call that has just begun are followed."""
        if self.limits.first_visit:
            return self.visits == self.limits.first_visit + 1
        return len(self.loops) == 1

    def _end(self, result: Any, state: int) -> None:
        """Report the result of the innermost call, and the state afterwards."""
        loop = self.loops.pop()
        if type(result) not in SIMPLE_TYPES:
            result = simple_value(result)
        loop_end = None if loop is None else loop.report()
        self.reports.append((RETURN_REPORT, result, state, loop_end))


def simple_value(value: Any) -> Any:
    """Return an argument or a result for a report.

    Numbers, short texts and truth values stay; lists, tuples and dictionaries of these are tuples
    and dictionaries of these. Everything else is reported as an empty list, which stands for it.
    """
    if type(value) in SIMPLE_TYPES:
        return within_limits(value)
    is_short = isinstance(value, tuple | list | dict) and len(value) <= MAX_ENTRIES
    if is_short and isinstance(value, dict):
        return {str(key): simple_entry(entry) for key, entry in value.items()}
    if is_short:
        return tuple([simple_entry(entry) for entry in value])
    return number_of(value)


def within_limits(value: Any) -> Any:
    """Return a number or a text, as a float or cut if it is very large."""
    if type(value) is int and abs(value) > MAX_INTEGER:
        return inf if value > 0 else -inf
    if type(value) is str:
        return value[:MAX_TEXT]
    return value


def number_of(value: Any) -> Any:
    """Return an enum's member that counts as a number, or a number of numpy, as Python's number.

    Other values are reported as OTHER_VALUE.
    """
    if isinstance(value, float):
        return float(value)
    if isinstance(value, int):
        return within_limits(int(value))
    if hasattr(value, "item") and getattr(value, "shape", None) == ():
        return simple_value(value.item())
    return OTHER_VALUE


def simple_entry(entry: Any) -> Any:
    """Return an entry of a list or a dictionary for a report; entries in it are left out."""
    return OTHER_VALUE if isinstance(entry, tuple | list | dict) else simple_value(entry)


def move_text(targets: tuple[Any, ...]) -> str:
    """Return the values of the loops' targets as a move, as they print, with spaces between.

    Objects that print only as their address, or as several lines, are left out.

    >>> move_text((1, 2)), move_text((object(),))
    ('1 2', '')
    """
    words = [str(target).strip() for target in targets if prints_itself(target)]
    return " ".join(word for word in words if "\n" not in word)[:MAX_TEXT]


def is_nameless(target: Any, state: Any) -> bool:
    """Return whether a loop's variable holds the state itself, and that has no name."""
    if target is not state or isinstance(target, str):
        return False
    return not (is_object(target) and has_own_text(target))


def moves_after(moves: Any, last: tuple[Any, ...] = ()) -> list[str] | None:
    """Return the moves after the last one tried; None if that is unknown.

    It is known if the moves are in a list or the like, and the loop takes them one by one, perhaps
    with their numbers.
    """
    if not isinstance(moves, list | tuple | range | str):
        return None
    try:
        if len(last) == 1 and moves.count(last[0]) > 1:
            return None
        # In `for number, move in enumerate(moves)`, the last variables are the number and the move.
        index = moves.index(last[-1])
        if len(last) == 2 and moves[last[0]] is last[1]:
            index = last[0]
    except (ValueError, LookupError, TypeError):
        return None
    is_numbered = len(last) == 2
    left = enumerate(moves[index + 1 :], index + 1)
    return [move_text((number, move) if is_numbered else (move,)) for number, move in left]
