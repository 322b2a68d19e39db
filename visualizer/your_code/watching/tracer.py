"""Listening to code while it runs: Python tells of each call, line and return, and what the variables are then.

What is heard is told as lines of JSON, in the order in which it happens, so that nothing is lost where the process
ends: lists that begin with `file`, `call`, `line`, `return`, `raise`, `yield`, `resume`, `read`, `full` or `cut`. Only
the code of the person's own files is listened to. A comprehension is part of its caller, a generator one call.
"""

import dis
import linecache
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import lru_cache
from inspect import CO_GENERATOR
from itertools import chain
from math import isfinite
from numbers import Real
from traceback import walk_tb
from types import CodeType, FrameType
from typing import Any

from visualizer.support.plugins.watchdog import shown_file_name
from visualizer.trace.rows import MovePath
from visualizer.your_code.grading.answers import answer_as_float
from visualizer.your_code.grading.node import GradedNode, Truth, graded_node_path
from visualizer.your_code.grading.signatures import parameter_role

COMPREHENSION_NAMES = frozenset(("<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>"))
YIELD_OPCODES = frozenset((dis.opmap["YIELD_VALUE"], dis.opmap["RESUME"]))
"""The instruction at which a generator yields; from 3.13 on the one behind it."""
RETURN_OPCODES = frozenset(
    number for name, number in dis.opmap.items() if name.startswith("RETURN_")
)
MAX_LOGGED_ENTRIES = 10
MAX_LOGGED_NESTING = 2
MAX_LOGGED_TEXT = 80
"""How many entries of a list are told, how many lists inside lists, and how much of a text."""
PLAIN_TYPES = (int, float, str, bool, type(None), list, tuple, dict, set)
"""What a global variable or an attribute must be to be told."""
WINDOW_ENDS = ("alpha", "beta")
WINDOW_NAMES = ("window", "bounds", "ab", "alphabeta", "alpha_beta")
"""Parameters that are a whole window, as a list or a pair."""
MAX_INTEGER_DIGITS = 20
TRACER_CALL_DEPTH = 100
"""Calls inside calls that listening takes at most."""


SIMPLE_VALUE_WRITERS: Mapping[type, Callable[[Any], Any]] = {
    type(None): lambda value: value,
    bool: lambda value: value,
    int: lambda value: value if abs(value) < 10**MAX_INTEGER_DIGITS else {"t": "int"},
    float: lambda value: value if isfinite(value) else {"f": str(value)},
    str: lambda value: value if len(value) <= MAX_LOGGED_TEXT else f"{value[:MAX_LOGGED_TEXT]}…",
}
"""How values are told of which nothing is left out but what is too long."""


def value_for_log(value: Any, depth: int = MAX_LOGGED_NESTING) -> Any:
    """Return a value for JSON: numbers, texts and such as they are, all else as an object that says what it is.

    >>> value_for_log(float("inf")), value_for_log([1, {"a": 2}]), value_for_log(object())
    ({'f': 'inf'}, {'l': [1, {'d': [['a', 2]]}]}, {'t': 'object'})
    """
    if isinstance(value, Truth):
        value = bool(value)
    kind = type(value)
    if kind in SIMPLE_VALUE_WRITERS:
        return SIMPLE_VALUE_WRITERS[kind](value)
    if isinstance(value, GradedNode):
        return {"n": graded_node_path(value)}
    with suppress(Exception):  # a class may do anything when it is asked
        if kind.__module__ == "numpy" or isinstance(value, Real):
            if getattr(value, "size", 1) > MAX_LOGGED_ENTRIES:
                return {"t": kind.__name__}
            return value_for_log(
                value.tolist() if hasattr(value, "tolist") else float(value), depth
            )
        if (
            isinstance(value, list | tuple | set | frozenset)
            and len(value) <= MAX_LOGGED_ENTRIES
            and depth
        ):
            return {"l": [value_for_log(each, depth - 1) for each in value]}
        if isinstance(value, dict) and len(value) <= MAX_LOGGED_ENTRIES and depth:
            return {
                "d": [
                    [key_for_log(key), value_for_log(each, depth - 1)]
                    for key, each in value.items()
                ]
            }
    return {"t": kind.__name__[:MAX_LOGGED_TEXT]}


def key_for_log(key: Any) -> str:
    """Return the key of a dictionary as a text.

    >>> key_for_log("a"), key_for_log((1, "a")), key_for_log((object(),))
    ('a', "(1, 'a')", '<tuple>')
    """
    is_plain = type(key) in SIMPLE_VALUE_WRITERS or (
        type(key) is tuple and all(type(each) in SIMPLE_VALUE_WRITERS for each in key)
    )
    if isinstance(key, GradedNode):
        found = key.name
    elif is_plain:
        found = str(key)
    else:
        found = f"<{type(key).__name__}>"
    if len(found) <= MAX_LOGGED_TEXT:
        return found
    return f"{found[:MAX_LOGGED_TEXT]}…"


class OpenCall:
    """A call that has not returned: its frame, its number, and its variables as they were told last."""

    __slots__ = ("error", "frame", "is_thrown", "number", "parent", "path", "seen")

    def __init__(self, frame: FrameType, number: int, parent: int, path: MovePath | None) -> None:
        """Begin with no variable told; `path` is that of the node that it is given."""
        self.frame = frame
        self.number = number
        self.parent = parent
        self.path = path
        self.seen: dict[str, Any] = {}
        self.error = ""
        self.is_thrown = False
        """What was raised in it last, and whether no line has run since then."""

    def changes(self) -> dict[str, Any]:
        """Return the variables that are others than before, and keep them; None in a list for one that is gone."""
        now = {name: value_for_log(value) for name, value in frame_variables(self.frame)}
        changed = {
            name: [value]
            for name, value in now.items()
            if name not in self.seen or are_logged_differently(self.seen[name], value)
        }
        changed |= {name: [] for name in self.seen if name not in now}
        self.seen = now
        return changed


def are_logged_differently(value: Any, other: Any) -> bool:
    """Return whether two values as they are told are not the same; True is not 1, nor is it in a list."""
    return (
        type(value) is not type(other)
        or value != other
        or (type(value) is dict and repr(value) != repr(other))
    )


def frame_variables(frame: FrameType) -> Iterator[tuple[str, Any]]:
    """Yield the variables of a call: its own, plain attributes of `self`, and plain globals that its code names."""
    own = frame.f_locals
    for name, value in own.items():
        if name[:1] != ".":
            yield name, value
    if "self" in own:
        with suppress(Exception):
            for name, value in vars(own["self"]).items():
                if type(value) in PLAIN_TYPES:
                    yield f"self.{name}", value
    everywhere = frame.f_globals
    for name in named_globals(frame.f_code):
        if name in everywhere and name not in own and type(everywhere[name]) in PLAIN_TYPES:
            yield name, everywhere[name]


@lru_cache(1_000)
def named_globals(code: CodeType) -> tuple[str, ...]:
    """Return the global variables, no constants, that a function or a comprehension in it names.

    What is in capitals is a constant, and so is Python's `inf`.
    """
    own = {
        each.argval: None for each in dis.get_instructions(code) if each.opname.endswith("_GLOBAL")
    }
    inside = (
        each
        for each in code.co_consts
        if isinstance(each, CodeType) and each.co_name in COMPREHENSION_NAMES
    )
    found = own | dict.fromkeys(chain.from_iterable(map(named_globals, inside)))
    return tuple(name for name in found if not name.isupper() and name != "inf")


def is_window_name(name: str) -> bool:
    """Return whether a variable is a whole window by its name: `window`, `self.bounds`."""
    return name.rpartition(".")[2].lower().strip("_") in WINDOW_NAMES


def window_end_of_name(name: str) -> str:
    """Return which end of a window a variable is by its name, "" for none."""
    role = parameter_role(name.rpartition(".")[2])
    return role if role in WINDOW_ENDS else ""


def window_ends_among(variables: Mapping[str, Any]) -> Iterator[tuple[str, str, float]]:
    """Yield the ends of a window among variables: its role, the variable's name, and its value."""
    for name, value in variables.items():
        is_pair = is_window_name(name) and isinstance(value, list | tuple) and len(value) == 2
        for role, each in zip(
            WINDOW_ENDS if is_pair else (window_end_of_name(name),),
            value if is_pair else (value,),
            strict=True,
        ):
            if role and (number := answer_as_float(each)) is not None:
                yield role, name, number


def numbers_of_call(arguments: Mapping[str, Any], variables: Mapping[str, Any]) -> dict[str, Any]:
    """Return the numbers that a call is given, by their role; a window also where it is kept elsewhere.

    That is a list called so, attributes of `self`, or globals.
    """
    found: dict[str, Any] = {}
    for name, value in arguments.items():
        role = parameter_role(name)
        number = answer_as_float(value)
        if role is not None and number is not None:
            found.setdefault(role, number)
        for end, _, each in window_ends_among({name: value}):
            found.setdefault(end, each)
    if not set(WINDOW_ENDS) & found.keys():
        for end, _, each in window_ends_among(
            {name: value for name, value in variables.items() if name not in arguments}
        ):
            found.setdefault(end, each)
    return {
        role: value
        for role, value in found.items()
        if role not in WINDOW_ENDS or set(WINDOW_ENDS) <= found.keys()
    }


def error_text(error: BaseException) -> str:
    """Return an error as Python writes it; what it says may be anything."""
    said = ""
    with suppress(Exception):
        said = str(error)
    return f"{type(error).__name__}: {said}".removesuffix(": ")


class Tracer:
    """Listens to the code of some files, and tells what it hears, line by line."""

    def __init__(
        self,
        tell: Callable[[list[Any]], object],
        is_own: Callable[[CodeType], bool],
        max_lines: int,
        max_nodes: int,
    ) -> None:
        """Hear nothing yet; `is_own` says whose code is listened to."""
        self.tell = tell
        self.is_own = is_own
        self.max_lines = max_lines
        self.max_nodes = max_nodes
        self.owned: dict[CodeType, bool] = {}
        self.files: dict[str, int] = {}
        self.calls: dict[int, OpenCall] = {}
        """The calls that have not returned, by the number of their frame; it is kept, so it stays theirs."""
        self.open: list[OpenCall] = []
        """Those that are running, the outermost first."""
        self.waiting: dict[MovePath, OpenCall] = {}
        """Those that have yielded and not gone on, by the path of the node that they were given; the last of each."""
        self.begun = self.heard = self.visits = 0
        self.is_full = self.is_cut = False
        """Whether nothing more is told of lines, and whether nothing more is told at all."""

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Listen while this block runs, in this thread; an error that leaves it has left all calls that are open."""
        before = sys.gettrace()
        sys.settrace(self.hear)
        try:
            yield
        except BaseException as error:
            sys.settrace(before)
            lines = {id(frame): line for frame, line in walk_tb(error.__traceback__)}
            for call in (
                () if self.is_cut else reversed(self.open)
            ):  # as after calls inside calls without end
                self.moment(
                    "raise", call, lines.get(id(call.frame), call.frame.f_lineno), error_text(error)
                )
            self.open.clear()
            raise
        finally:
            sys.settrace(before)

    def hear(self, frame: FrameType, event: str, argument: Any) -> Any:
        """Take in what happens in a call; return what listens to its lines, None for none.

        There is room for the calls made here, however many the code has made inside each other.
        """
        if self.is_cut:
            return None
        limit = sys.getrecursionlimit()
        sys.setrecursionlimit(limit + TRACER_CALL_DEPTH)
        try:
            if event == "call":
                return self.hear_call(frame)
            return self.hear_inside(frame, event, argument)
        finally:
            try:
                sys.setrecursionlimit(limit)
            except RecursionError:  # the code has just reached it
                raise RecursionError("maximum recursion depth exceeded") from None

    def hear_call(self, frame: FrameType) -> Any:
        """Take in that a call begins, or that a generator goes on."""
        code = frame.f_code
        if code not in self.owned:
            self.owned[code] = (
                self.is_own(code)
                and code.co_name not in COMPREHENSION_NAMES
                and code.co_name != "<module>"
            )
        if not self.owned[code]:
            return None
        if (found := self.calls.get(id(frame))) is not None:
            self.open.append(found)
            self.forget(found)
            self.moment("resume", found, frame.f_lineno)
        else:
            self.begin(frame)
        if self.is_full:
            frame.f_trace_lines = False
        return self.hear

    def begin(self, frame: FrameType) -> None:
        """Take in a new call."""
        code = frame.f_code
        names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        arguments = {name: frame.f_locals[name] for name in names if name in frame.f_locals}
        node = next((each for each in arguments.values() if isinstance(each, GradedNode)), None)
        if node is None:
            path = None
        else:
            path = graded_node_path(node)
        if path is not None and self.is_too_many(path):
            return
        call = self.calls[id(frame)] = OpenCall(frame, self.begun, self.caller(code, path), path)
        self.begun += 1
        self.open.append(call)
        handed = numbers_of_call(arguments, dict(frame_variables(frame)))
        self.moment(
            "call",
            call,
            frame.f_lineno,
            self.file(code),
            code.co_name,
            path,
            {role: value_for_log(value) for role, value in handed.items()},
            [*arguments],
        )

    def caller(self, code: CodeType, path: MovePath | None) -> int:
        """Return the number of the call that a new one is made in, -1 for none.

        A trampoline runs generators that yield what they want to be searched: the one that waits for it has called.
        Where the parent is searched by a generator that runs, nothing but that has called.
        """
        if path and code.co_flags & CO_GENERATOR and path[:-1] in self.waiting:
            running = next((each for each in reversed(self.open) if each.path == path[:-1]), None)
            if running is None or not running.frame.f_code.co_flags & CO_GENERATOR:
                return self.waiting[path[:-1]].number
        if self.open:
            return self.open[-1].number
        return -1

    def forget(self, call: OpenCall) -> None:
        """Note that a call does not wait any more."""
        if call.path is not None and self.waiting.get(call.path) is call:
            del self.waiting[call.path]

    def is_too_many(self, path: MovePath) -> bool:
        """Count a node that is given or read, unless the call around has it; behind the most the code goes on alone."""
        self.visits += not self.open or self.open[-1].path != path
        if self.visits > self.max_nodes and not self.is_cut:
            self.is_cut = True
            self.tell(["cut"])
            sys.settrace(None)
        return self.is_cut

    def hear_inside(self, frame: FrameType, event: str, argument: Any) -> Any:
        """Take in a line, a return or an error of a call that is listened to."""
        call = self.calls.get(id(frame))
        if call is None:
            return None
        if event == "line":
            call.is_thrown = False
            if not self.is_full:
                self.moment("line", call, frame.f_lineno)
        elif event == "exception":
            call.error = error_text(argument[1])
            call.is_thrown = True
        elif event == "return":
            self.leave(call, frame, argument)
        return self.hear

    def leave(self, call: OpenCall, frame: FrameType, argument: Any) -> None:
        """Take in that a call returns, yields, or is left by an error."""
        instruction = frame.f_code.co_code[frame.f_lasti]
        yields = instruction in YIELD_OPCODES and not call.is_thrown
        is_raised = (
            not yields
            and instruction not in RETURN_OPCODES
            and call.error != GeneratorExit.__name__
        )
        what = "yield" if yields else "raise" if is_raised else "return"
        self.moment(
            what, call, frame.f_lineno, call.error if is_raised else value_for_log(argument)
        )
        while self.open and self.open.pop() is not call:
            pass
        if not yields:
            del self.calls[id(frame)]
            self.forget(call)
        elif call.path is not None:
            self.waiting[call.path] = call

    def moment(self, what: str, call: OpenCall, line: int, *more: Any) -> None:
        """Tell of a moment; of more than the most only calls and returns, with no variables."""
        self.heard += 1
        if self.heard > self.max_lines and not self.is_full:
            self.is_full = True
            self.tell(["full"])
            for each in self.calls.values():
                each.frame.f_trace_lines = False
        if self.is_full:
            changes = {}
        else:
            changes = call.changes()
        self.tell(
            [what, call.number, line, changes, *([call.parent] if what == "call" else []), *more]
        )

    def file(self, code: CodeType) -> int:
        """Return the number of the file that some code is of; tell its lines the first time."""
        name = code.co_filename
        if name not in self.files:
            self.files[name] = len(self.files)
            lines = [line.rstrip("\n") for line in linecache.getlines(name)]
            self.tell(["file", shown_file_name(name), lines])
        return self.files[name]

    def read(self, path: MovePath) -> None:
        """Take in that the value of a node is read."""
        if not self.is_cut and not self.is_too_many(path):
            self.tell(["read", path, self.open[-1].number if self.open else -1])
