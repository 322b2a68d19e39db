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
from enum import IntEnum
from operator import itemgetter
from typing import IO, Any, NamedTuple

from visualizer.your_code.programs.states import (
    key_function,
    prints_itself,
    restore_state,
    state_text,
)

SIMPLE_TYPES = frozenset((int, float, str, bool, type(None)))
"""The types of arguments and results that are reported as they are."""
MAX_TEXT = 60
"""Longer texts in arguments are cut, to so many characters."""
MAX_ENTRIES = 10
"""A longer list in a result is reported without its entries."""
MAX_STATES = 300_000
"""After so many different states, further ones are not reported."""
MAX_INTEGER = 1 << 53
"""Greater integers are reported as floats."""
FLUSH_SECONDS = 0.1
NOTHING = -1
"""Stands for no move, no state, and a call from outside of the search."""
UNSEEN = -2
"""Stands for a state without a number."""
OTHER_VALUE: list[Any] = []
"""Stands in a report for a value that is not simple."""


class Report(IntEnum):
    """The first entry of a report, which says what the others are."""

    MOVE = 0
    """The text of the next move."""
    STATE = 1
    """The text of the next state."""
    CALL = 2
    """The numbers of function, call site, move and state, and the arguments but for the state."""
    RETURN = 3
    """The result, the state afterwards, and a `LoopEnd` or None."""
    RAISE = 4
    """Nothing more: an error has left the innermost call."""
    STATE_INDEX = 5
    """A function, and the index of the parameter that holds its state."""


class LoopEnd(IntEnum):
    """How the loop over moves in a call has ended; the moves left out follow in a report."""

    LEFT = 0
    RAN_OUT = 1


class StateSource(NamedTuple):
    """Where the state of a search is found at a call."""

    parameter: int | None
    """The index of the parameter that holds it; None if it is elsewhere."""
    find: Callable[[tuple[Any, ...]], Any]
    """Returns the state, given the arguments in order."""


class Hooks(NamedTuple):
    """The functions that an instrumented program calls."""

    visit: Callable[[int], Callable[[Callable[..., Any]], Callable[..., Any]]]
    """Returns the decorator of a function, given its number."""
    child: Callable[[int, tuple[Any, ...], Any], Any]
    """Returns a function, noting the place of its next call and the variables of the loops there."""
    loop: Callable[[Any, bool], Any]
    """Returns what a loop runs over; the flag says whether each item leads to one call."""
    ran_out: Callable[[], None]
    """Notes that the loop has come to its end."""


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

    def __init__(self, report: Report, reports: list[tuple[Any, ...]], limit: int) -> None:
        """Start without numbers; beyond the limit, new ones get the number NOTHING."""
        self.report = int(report)
        self.reports = reports
        self.limit = limit
        self.numbers: dict[Hashable, int] = {}

    def add(self, key: Hashable, text: str) -> int:
        """Return the number of a new key, and report its text."""
        number = len(self.numbers)
        if number >= self.limit:
            return NOTHING
        self.numbers[key] = number
        self.reports.append((self.report, text))
        return number


def make_hooks(
    recorder: CallRecorder,
    state_sources: Callable[[int, Callable[..., Any], tuple[Any, ...]], StateSource],
    max_visits: int,
    stop: Callable[[], None],
    begin: Callable[[Callable[[], Any]], Any],
    *,
    first_visit: int = 0,
    restores: bool = False,
) -> Hooks:
    """Return the hooks for an instrumented program, which report to a recorder.

    `state_sources` returns where the state of a function is, given its number and the function and
    the arguments of its first call.
    `stop` is called instead of the call after `max_visits`, and must end the process. `begin` runs
    a search, given a function that calls it; with a `first_visit`, that visit alone. With `restores`, each call leaves the state as it was.
    """
    # Plain numbers and local names, as this runs at each of some million calls.
    call_report = int(Report.CALL)
    return_report = int(Report.RETURN)
    raise_report = (int(Report.RAISE),)
    ran_out_end = int(LoopEnd.RAN_OUT)
    left_end = int(LoopEnd.LEFT)
    reports = recorder.reports
    moves = NumberedTexts(Report.MOVE, reports, MAX_STATES)
    states = NumberedTexts(Report.STATE, reports, MAX_STATES)
    are_simple = SIMPLE_TYPES.issuperset
    loops: list[Any] = []
    """For each open call the loop over moves that it is in: None, or [moves, last move]."""
    site = NOTHING
    targets: tuple[Any, ...] = ()
    visits = 0

    def child(number: int, values: tuple[Any, ...], function: Any) -> Any:
        nonlocal site, targets
        site = number
        targets = values
        return function

    def loop(items: Any, is_sure: bool) -> Any:
        loops[-1] = [items if is_sure else None]
        return items

    def ran_out() -> None:
        loops[-1] = ran_out_end

    def number_of_move() -> int:
        nonlocal targets
        try:
            number = moves.numbers.get(targets)
        except TypeError:
            # Lists cannot be keys.
            targets = (move_text(targets),)
            number = moves.numbers.get(targets)
        if number is None:
            number = moves.add(targets, move_text(targets))
        if loops and type(loops[-1]) is list:
            loops[-1][1:] = [targets]
        return number

    def number_of_state(key: Hashable, state: Any) -> int:
        try:
            number = states.numbers.get(key)
        except TypeError:
            key = state_text(state)
            number = states.numbers.get(key)
        return states.add(key, state_text(state)) if number is None else number

    def visit(function_number: int) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        return functools.partial(wrap, function_number)

    def wrap(function_number: int, function: Callable[..., Any]) -> Callable[..., Any]:
        signature = inspect.signature(function)
        parameter_count = len(signature.parameters)
        find_state: Any = None
        key_of: Any = None
        numbers_of: Any = None

        def prepare(values: tuple[Any, ...]) -> None:
            nonlocal find_state, key_of, numbers_of
            source = state_sources(function_number, function, values)
            if source.parameter is not None:
                reports.append((int(Report.STATE_INDEX), function_number, source.parameter))
            find_state = source.find
            key_of = key_function(find_state(values))
            others = [index for index in range(len(values)) if index != source.parameter]
            numbers_of = arguments_getter(others)

        @functools.wraps(function)
        def visited(*args: Any, **kwargs: Any) -> Any:
            nonlocal site, visits
            values = args
            if kwargs or len(args) != parameter_count:
                values = in_order(signature, args, kwargs)
            if find_state is None:
                prepare(values)
            visits += 1
            if visits > max_visits:
                stop()
            state = find_state(values)
            try:
                key = key_of(state)
                state_number = states.numbers.get(key, UNSEEN)
            except (TypeError, AttributeError):
                # A state of another type than the first, such as the leaf of a nested list.
                key = state_text(state)
                state_number = UNSEEN
            if state_number == UNSEEN:
                state_number = number_of_state(key, state)
            move = NOTHING if site == NOTHING else number_of_move()
            numbers = numbers_of(values)
            if not are_simple(map(type, numbers)):
                numbers = tuple(map(simple_value, numbers))
            reports.append((call_report, function_number, site, move, state_number, numbers))
            site = NOTHING
            saved = copy.deepcopy(state) if restores else None
            is_beginning = visits == first_visit + 1 if first_visit else not loops
            loops.append(None)
            try:
                if is_beginning:
                    result = begin(functools.partial(function, *args, **kwargs))
                else:
                    result = function(*args, **kwargs)
            except BaseException:
                loops.pop()
                reports.append(raise_report)
                raise
            loop_end = loops.pop()
            if restores:
                restore_state(state, saved)
            after = state_number
            state = find_state(values)
            try:
                key_after = key_of(state)
            except (TypeError, AttributeError):
                key_after = state_text(state)
            if key_after != key:
                after = number_of_state(key_after, state)
            reported = result if type(result) in SIMPLE_TYPES else simple_value(result)
            if type(loop_end) is list:
                loop_end = (left_end, moves_after(*loop_end))
            reports.append((return_report, reported, after, loop_end))
            return result

        return visited

    return Hooks(visit, child, loop, ran_out)


def arguments_getter(indices: list[int]) -> Callable[[tuple[Any, ...]], tuple[Any, ...]]:
    """Return a function that picks the arguments with some indices."""
    if len(indices) == 1:
        index = indices[0]
        return lambda values: (values[index],)
    if not indices:
        return lambda values: ()
    # This one is written in C, and has the fewest calls.
    return itemgetter(*indices)


def in_order(
    signature: inspect.Signature, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> tuple[Any, ...]:
    """Return the arguments of a call in the order of the parameters, with defaults.

    A call that does not fit the parameters has the arguments that it was given; it is about to
    fail.
    """
    try:
        bound = signature.bind(*args, **kwargs)
    except TypeError:
        return args
    bound.apply_defaults()
    return tuple(bound.arguments.values())


def simple_value(value: Any) -> Any:
    """Return an argument or a result for a report.

    Numbers, short texts and truth values stay; lists, tuples and dictionaries of these are tuples
    and dictionaries of these. Everything else is reported as an empty list, which stands for it.
    """
    kind = type(value)
    if kind is int:
        return value if abs(value) <= MAX_INTEGER else float(value)
    if kind is str:
        return value[:MAX_TEXT]
    if kind in SIMPLE_TYPES:
        return value
    # A number of numpy, or an enum's member that counts as one.
    if isinstance(value, float | int):
        return simple_value(float(value) if isinstance(value, float) else int(value))
    if hasattr(value, "item") and not getattr(value, "shape", (1,)):
        return simple_value(value.item())
    if isinstance(value, tuple | list) and len(value) <= MAX_ENTRIES:
        return tuple([simple_entry(entry) for entry in value])
    if isinstance(value, dict) and len(value) <= MAX_ENTRIES:
        return {str(key): simple_entry(entry) for key, entry in value.items()}
    return OTHER_VALUE


def simple_entry(entry: Any) -> Any:
    """Return an entry of a list or a dictionary for a report; entries in it are left out."""
    return OTHER_VALUE if isinstance(entry, tuple | list | dict) else simple_value(entry)


def move_text(targets: tuple[Any, ...]) -> str:
    """Return the values of the loops' targets as a move, as they print, with spaces between.

    Objects that print only as their address are left out.

    >>> move_text((1, 2)), move_text((object(),))
    ('1 2', '')
    """
    words = [str(target).strip() for target in targets if prints_itself(target)]
    return " ".join(words)[:MAX_TEXT]


def moves_after(moves: Any, last: tuple[Any, ...] = ()) -> list[str] | None:
    """Return the moves after the last one tried; None if that is unknown.

    It is known if the moves are in a list or the like, and the loop takes them one by one.
    """
    if not isinstance(moves, list | tuple | range | str) or len(last) != 1:
        return None
    try:
        index = moves.index(last[0])
    except ValueError:
        return None
    return [move_text((move,)) for move in moves[index + 1 :]]
