"""Trace code while it runs: every call, line and return, with the values of variables.

The log is written as it happens, as lines of JSON, so that nothing is lost if the process ends:
lists that begin with `file`, `call`, `line`, `return`, `raise`, `yield`, `resume`, `read`, `full`
or `cut`. Only code in the user's own files is traced. A comprehension is part of its caller, and a
generator is one call.
"""

import dis
import linecache
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import lru_cache
from inspect import CO_GENERATOR
from math import isfinite
from numbers import Real
from traceback import walk_tb
from types import CodeType, FrameType
from typing import Any

from visualizer.support.plugins.watchdog import shown_file_name
from visualizer.trace.rows import MovePath
from visualizer.your_code.grading.answers import answer_as_number
from visualizer.your_code.grading.course_data import path_of_argument
from visualizer.your_code.grading.node import GradedNode, Truth
from visualizer.your_code.grading.signatures import parameter_role

COMPREHENSION_NAMES = frozenset(("<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>"))
YIELD_OPCODES = frozenset((dis.opmap["YIELD_VALUE"], dis.opmap["RESUME"]))
"""The last instruction of a generator that yields; from Python 3.13 on, it is RESUME."""
RETURN_OPCODES = frozenset(
    number for name, number in dis.opmap.items() if name.startswith("RETURN_")
)
MAX_LOGGED_ENTRIES = 10
"""Longer lists are logged only by their type."""
MAX_LOGGED_NESTING = 2
MAX_LOGGED_TEXT = 80
"""Longer strings are cut to this number of characters."""
PLAIN_TYPES = (int, float, str, bool, type(None), list, tuple, dict, set)
"""The types of global variables and attributes that are logged."""
WINDOW_ENDS = ("alpha", "beta")
WINDOW_NAMES = ("window", "bounds", "ab", "alphabeta", "alpha_beta")
"""Names of parameters for a whole window, as a list or a pair."""
MAX_INTEGER_DIGITS = 20
"""Integers with more digits are logged only by their type."""
TRACER_CALL_DEPTH = 100
"""How many nested calls tracing itself needs at most."""


def _integer_for_log(value: int) -> Any:
    """Return an integer for JSON, or its type."""
    # Python refuses to write integers of thousands of digits.
    if abs(value) < 10**MAX_INTEGER_DIGITS:
        return value
    return {"t": "int"}


def _float_for_log(value: float) -> Any:
    """Return a float for JSON, which has no infinity and no NaN."""
    if isfinite(value):
        return value
    return {"f": str(value)}


def _text_for_log(value: str) -> str:
    """Return a string, cut if it is long."""
    if len(value) <= MAX_LOGGED_TEXT:
        return value
    return f"{value[:MAX_LOGGED_TEXT]}…"


SIMPLE_VALUE_WRITERS: Mapping[type, Callable[[Any], Any]] = {
    type(None): lambda value: value,
    bool: lambda value: value,
    int: _integer_for_log,
    float: _float_for_log,
    str: _text_for_log,
}
"""How values of simple types are logged: unchanged, if JSON can hold them and they are short."""


def value_for_log(value: Any, depth: int = MAX_LOGGED_NESTING) -> Any:
    """Return a value for JSON: a simple value unchanged, others as an object {kind: content}.

    Nested containers are logged down to `depth` levels. The kinds are f(loat), n(ode), l(ist),
    d(ictionary), and t(ype) for a value of which only the type is logged.

    >>> value_for_log(float("inf")), value_for_log([1, {"a": 2}]), value_for_log(object())
    ({'f': 'inf'}, {'l': [1, {'d': [['a', 2]]}]}, {'t': 'object'})
    """
    if isinstance(value, Truth):
        value = bool(value)
    kind = type(value)
    if kind in SIMPLE_VALUE_WRITERS:
        return SIMPLE_VALUE_WRITERS[kind](value)
    path = path_of_argument(value)
    if path is not None:
        return {"n": path}
    # The methods of a user's class may raise any error.
    with suppress(Exception):
        if kind.__module__ == "numpy" or isinstance(value, Real):
            return _number_for_log(value, depth)
        container = container_for_log(value, depth)
        if container is not None:
            return container
    return {"t": kind.__name__[:MAX_LOGGED_TEXT]}


def _number_for_log(value: Any, depth: int) -> Any:
    """Return a number or array of NumPy, or a number of another type, for JSON."""
    if getattr(value, "size", 1) > MAX_LOGGED_ENTRIES:
        return {"t": type(value).__name__}
    if hasattr(value, "tolist"):
        return value_for_log(value.tolist(), depth)
    return value_for_log(float(value), depth)


def container_for_log(value: Any, depth: int) -> dict[str, Any] | None:
    """Return a container for JSON, with containers inside it down to `depth` levels.

    None if the value is not a container, if it has too many entries, or if `depth` is 0.
    """
    if not isinstance(value, list | tuple | set | frozenset | dict):
        return None
    if not depth or len(value) > MAX_LOGGED_ENTRIES:
        return None
    if isinstance(value, dict):
        entries = [
            [key_for_log(key), value_for_log(item, depth - 1)] for key, item in value.items()
        ]
        return {"d": entries}
    return {"l": [value_for_log(item, depth - 1) for item in value]}


def key_for_log(key: Any) -> str:
    """Return a dictionary key as a string; if it is not simple, return the name of its type.

    >>> key_for_log("a"), key_for_log((1, "a")), key_for_log((object(),))
    ('a', "(1, 'a')", '<tuple>')
    """
    parts = key if type(key) is tuple else (key,)
    if isinstance(key, GradedNode):
        text = key.name
    elif all(type(part) in SIMPLE_VALUE_WRITERS for part in parts):
        text = str(key)
    else:
        text = f"<{type(key).__name__}>"
    return _text_for_log(text)


class OpenCall:
    """A call that has not returned."""

    __slots__ = ("error", "frame", "is_leaving_by_error", "logged", "number", "parent", "path")

    def __init__(
        self,
        frame: FrameType,
        number: int,
        parent: int,
        path: MovePath | None,
    ) -> None:
        """Start without known variables.

        `parent` is the number of the calling call, -1 for none. `path` leads to the node that is
        passed to the call, None if none is passed.
        """
        self.frame = frame
        self.number = number
        self.parent = parent
        self.path = path
        self.logged: dict[str, Any] = {}
        """The variables as they were last logged."""
        self.error = ""
        """The last error that the call or a call inside it raised, "" for none."""
        self.is_leaving_by_error = False
        """Whether no line of the call has run since this error."""

    def changes(self) -> dict[str, Any]:
        """Return the variables that changed since the last call of this method, by name.

        A new value is in a list, as in {"best": [3]}. An empty list means that the variable was
        deleted.
        """
        now = {name: value_for_log(value) for name, value in frame_variables(self.frame)}
        changed: dict[str, Any] = {}
        for name, value in now.items():
            if name not in self.logged or are_logged_differently(self.logged[name], value):
                changed[name] = [value]
        for name in self.logged:
            if name not in now:
                changed[name] = []
        self.logged = now
        return changed


def are_logged_differently(value: Any, other: Any) -> bool:
    """Return whether two logged values differ; True and 1 differ, also inside lists."""
    if type(value) is not type(other) or value != other:
        return True
    return type(value) is dict and repr(value) != repr(other)


def frame_variables(frame: FrameType) -> Iterator[tuple[str, Any]]:
    """Yield the names and values of the variables that a call can see.

    Attributes of `self` and global variables are left out unless their types are plain, such as
    numbers and lists.
    """
    local = frame.f_locals
    for name, value in local.items():
        # Python's own variables in comprehensions are called `.0`.
        if name[:1] != ".":
            yield name, value
    if "self" in local:
        # Reading the attributes of a user's class may raise any error.
        with suppress(Exception):
            for name, value in vars(local["self"]).items():
                if type(value) in PLAIN_TYPES:
                    yield f"self.{name}", value
    all_globals = frame.f_globals
    for name in named_globals(frame.f_code):
        is_global = name in all_globals and name not in local
        if is_global and type(all_globals[name]) in PLAIN_TYPES:
            yield name, all_globals[name]


@lru_cache(1_000)
def named_globals(code: CodeType) -> tuple[str, ...]:
    """Return the names of the global variables that a function and its comprehensions use.

    Constants are left out: names in capitals, and `inf`.
    """
    instructions = dis.get_instructions(code)
    names = [each.argval for each in instructions if each.opname.endswith("_GLOBAL")]
    for constant in code.co_consts:
        if isinstance(constant, CodeType) and constant.co_name in COMPREHENSION_NAMES:
            names += named_globals(constant)
    return tuple(name for name in dict.fromkeys(names) if not name.isupper() and name != "inf")


def is_window_name(name: str) -> bool:
    """Return whether a variable has a name for a whole window, such as `self.bounds`."""
    return name.rpartition(".")[2].lower().strip("_") in WINDOW_NAMES


def window_end_of_name(name: str) -> str:
    """Return "alpha" or "beta" if a variable is named like an end of a window, else ""."""
    role = parameter_role(name.rpartition(".")[2])
    if role in WINDOW_ENDS:
        return role
    return ""


def window_ends_among(variables: Mapping[str, Any]) -> Iterator[tuple[str, str, float]]:
    """Yield each window end in variables: ("alpha" or "beta", the variable's name, the number)."""
    for name, value in variables.items():
        for end, end_value in _ends_in_variable(name, value):
            number = answer_as_number(end_value)
            if number is not None:
                yield end, name, number


def _ends_in_variable(name: str, value: Any) -> Iterable[tuple[str, Any]]:
    """Return the window ends that a variable holds: both if it holds a pair, else one or none."""
    if is_window_name(name) and isinstance(value, list | tuple) and len(value) == 2:
        return zip(WINDOW_ENDS, value, strict=True)
    end = window_end_of_name(name)
    if end:
        return [(end, value)]
    return []


def numbers_of_call(arguments: Mapping[str, Any], variables: Mapping[str, Any]) -> dict[str, Any]:
    """Return the numbers that are passed to a call, by role, such as "depth" or "alpha".

    If the window is not in the arguments, take it from `variables`, which also has attributes of
    `self` and global variables.
    """
    numbers: dict[str, Any] = {}
    for name, value in arguments.items():
        role = parameter_role(name)
        number = answer_as_number(value)
        # If several parameters have the same role, the first one counts.
        if role is not None and number is not None:
            numbers.setdefault(role, number)
        for end, _, end_value in window_ends_among({name: value}):
            numbers.setdefault(end, end_value)

    if numbers.keys().isdisjoint(WINDOW_ENDS):
        others = {name: value for name, value in variables.items() if name not in arguments}
        for end, _, end_value in window_ends_among(others):
            numbers.setdefault(end, end_value)
    # A single end is not a window.
    if not numbers.keys() >= set(WINDOW_ENDS):
        for end in WINDOW_ENDS:
            numbers.pop(end, None)
    return numbers


def error_text(error: BaseException) -> str:
    """Return an error as Python prints it, such as `ValueError: no node`.

    If the error has no message, return only the name of its class.
    """
    message = ""
    # The method that makes the message of a user's error may itself fail.
    with suppress(Exception):
        message = str(error)
    return f"{type(error).__name__}: {message}".removesuffix(": ")


class Tracer:
    """Traces the code of some files, and logs it line by line."""

    def __init__(
        self,
        write_entry: Callable[[list[Any]], object],
        is_users_code: Callable[[CodeType], bool],
        max_lines: int,
        max_nodes: int,
    ) -> None:
        """Prepare to trace; the method `tracing` begins to trace.

        `write_entry` writes an entry to the log. Code is traced if `is_users_code(code)` is true.
        After `max_lines` lines, only calls and returns are logged; after `max_nodes` visits to
        nodes, nothing is logged.
        """
        self.write_entry = write_entry
        self.is_users_code = is_users_code
        self.max_lines = max_lines
        self.max_nodes = max_nodes
        self.is_traced_by_code: dict[CodeType, bool] = {}
        """Whether calls of a function are traced, by the function's code."""
        self.files: dict[str, int] = {}
        """The numbers of the files whose text is in the log, by name."""
        self.calls: dict[int, OpenCall] = {}
        """The calls that have not returned, by the id of their frame, which they keep alive."""
        self.running: list[OpenCall] = []
        """The calls that are running, outermost first; paused generators are not."""
        self.paused: dict[MovePath, OpenCall] = {}
        """The last generator that is paused at each node, by path."""
        self.call_count = 0
        """The number of calls so far."""
        self.moment_count = 0
        """The number of moments so far."""
        self.visits = 0
        """The number of visits to nodes so far."""
        self.is_full = False
        """Whether the limit of lines was reached: only calls and returns are logged."""
        self.is_cut = False
        """Whether the limit of nodes was reached: nothing more is logged."""

    @contextmanager
    def tracing(self) -> Iterator[None]:
        """Trace this thread while a block runs.

        If an error leaves the block, it is logged as the end of all running calls.
        """
        earlier_trace = sys.gettrace()
        sys.settrace(self.handle_event)
        try:
            yield
        except BaseException as error:
            sys.settrace(earlier_trace)
            if not self.is_cut:
                self.log_running_calls(error)
            self.running.clear()
            raise
        finally:
            sys.settrace(earlier_trace)

    def log_running_calls(self, error: BaseException) -> None:
        """Log that an error leaves all running calls, innermost first.

        This happens if the tracer missed the error, as after endless recursion.
        """
        lines = {id(frame): line for frame, line in walk_tb(error.__traceback__)}
        for call in reversed(self.running):
            line = lines.get(id(call.frame), call.frame.f_lineno)
            self.log_moment("raise", call, line, error_text(error))

    def handle_event(self, frame: FrameType, event: str, argument: Any) -> Any:
        """Handle an event of `sys.settrace`; return the handler for later events of its call.

        None if later events are not to be handled. `argument` is the value or error that comes with
        the event.
        """
        if self.is_cut:
            return None
        # The tracer's own calls must not count towards the recursion limit of the user's code.
        limit = sys.getrecursionlimit()
        sys.setrecursionlimit(limit + TRACER_CALL_DEPTH)
        try:
            if event == "call":
                return self.handle_call(frame)
            return self.handle_event_in_call(frame, event, argument)
        finally:
            try:
                sys.setrecursionlimit(limit)
            except RecursionError:
                # Python refuses a limit below the current depth, which the user's code has reached.
                raise RecursionError("maximum recursion depth exceeded") from None

    def handle_call(self, frame: FrameType) -> Any:
        """Handle the beginning of a call, or the resumption of a generator.

        Return the handler for the events inside the call, or None if it is not traced.
        """
        code = frame.f_code
        if code not in self.is_traced_by_code:
            self.is_traced_by_code[code] = self._is_traced(code)
        if not self.is_traced_by_code[code]:
            return None
        # A frame that is known already belongs to a paused generator.
        generator = self.calls.get(id(frame))
        if generator is None:
            self.log_call(frame)
        else:
            self.running.append(generator)
            self.forget_pause(generator)
            self.log_moment("resume", generator, frame.f_lineno)
        if self.is_full:
            frame.f_trace_lines = False
        return self.handle_event

    def _is_traced(self, code: CodeType) -> bool:
        """Return whether calls of some code are traced: it must be a function of the user's."""
        # A comprehension is part of its caller, and a module only defines the functions.
        if code.co_name in COMPREHENSION_NAMES or code.co_name == "<module>":
            return False
        return self.is_users_code(code)

    def log_call(self, frame: FrameType) -> None:
        """Log a new call, unless it would exceed the limit of nodes."""
        code = frame.f_code
        # Python lists the parameters before the other local variables.
        names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        arguments = {name: frame.f_locals[name] for name in names if name in frame.f_locals}
        path = self._first_node(arguments)
        if path is not None and not self.count_visit(path):
            return

        call = OpenCall(frame, self.call_count, self.caller(code, path), path)
        self.calls[id(frame)] = call
        self.call_count += 1
        self.running.append(call)
        numbers = numbers_of_call(arguments, dict(frame_variables(frame)))
        logged_numbers = {role: value_for_log(value) for role, value in numbers.items()}
        self.log_moment(
            "call",
            call,
            frame.f_lineno,
            self.file_number(code),
            code.co_name,
            path,
            logged_numbers,
            [*arguments],
        )

    @staticmethod
    def _first_node(arguments: Mapping[str, Any]) -> MovePath | None:
        """Return the path of the first node among arguments, or None."""
        for value in arguments.values():
            path = path_of_argument(value)
            if path is not None:
                return path
        return None

    def caller(self, code: CodeType, path: MovePath | None) -> int:
        """Return the number of the call that makes a new call, -1 for none.

        `path` leads to the node of the new call. Usually the caller is the innermost running call.
        But a search may be a generator that yields the searches of its children to a loop (a
        "trampoline"). Then the caller is the generator that is paused at the parent node.
        """
        is_generator = bool(code.co_flags & CO_GENERATOR)
        if path and is_generator:
            parent_path = path[:-1]
            generator = self.paused.get(parent_path)
            if generator is not None and not self._is_generator_running_at(parent_path):
                return generator.number
        if self.running:
            return self.running[-1].number
        return -1

    def _is_generator_running_at(self, path: MovePath) -> bool:
        """Return whether the innermost running call for a node is a generator."""
        for call in reversed(self.running):
            if call.path == path:
                return bool(call.frame.f_code.co_flags & CO_GENERATOR)
        return False

    def forget_pause(self, call: OpenCall) -> None:
        """Forget that a call is paused at its node, since the generator goes on or has ended."""
        if call.path is not None and self.paused.get(call.path) is call:
            del self.paused[call.path]

    def count_visit(self, path: MovePath) -> bool:
        """Count a visit to a node; if there are too many, stop tracing and return False."""
        # A call that reads the value of its own node does not visit the node again.
        if not self.running or self.running[-1].path != path:
            self.visits += 1
        if self.visits > self.max_nodes and not self.is_cut:
            self.is_cut = True
            self.write_entry(["cut"])
            sys.settrace(None)
        return not self.is_cut

    def handle_event_in_call(self, frame: FrameType, event: str, argument: Any) -> Any:
        """Handle a line, return or error of a traced call; return the handler of its next event."""
        # Calls are unknown if they began before the tracing, or beyond the limit of nodes.
        call = self.calls.get(id(frame))
        if call is None:
            return None
        if event == "line":
            call.is_leaving_by_error = False
            if not self.is_full:
                self.log_moment("line", call, frame.f_lineno)
        elif event == "exception":
            call.error = error_text(argument[1])
            call.is_leaving_by_error = True
        elif event == "return":
            self.log_return(call, frame, argument)
        return self.handle_event

    def log_return(self, call: OpenCall, frame: FrameType, argument: Any) -> None:
        """Log that a call returns or yields the value `argument`, or that an error leaves it."""
        kind = self._kind_of_return(call, frame)
        if kind == "raise":
            self.log_moment(kind, call, frame.f_lineno, call.error)
        else:
            self.log_moment(kind, call, frame.f_lineno, value_for_log(argument))

        # Calls inside this call have ended, too, even if their ends were not reported.
        while self.running:
            ended_call = self.running.pop()
            if ended_call is call:
                break
        if kind != "yield":
            del self.calls[id(frame)]
            self.forget_pause(call)
        elif call.path is not None:
            self.paused[call.path] = call

    @staticmethod
    def _kind_of_return(call: OpenCall, frame: FrameType) -> str:
        """Return how a call ends or pauses: "return", "yield" or "raise".

        `sys.settrace` reports all three as "return", but the last instruction differs.
        """
        instruction = frame.f_code.co_code[frame.f_lasti]
        if instruction in YIELD_OPCODES and not call.is_leaving_by_error:
            return "yield"
        # Python raises GeneratorExit in a generator that is no longer used.
        is_closed = call.error == GeneratorExit.__name__
        if is_closed or instruction in RETURN_OPCODES:
            return "return"
        return "raise"

    def log_moment(
        self,
        kind: str,
        call: OpenCall,
        line: int,
        *more: Any,
    ) -> None:
        """Log a moment of a call: its kind, line, changed variables, and the fields in `more`."""
        self.moment_count += 1
        # After the limit of lines, neither lines nor changes of variables are logged.
        if self.moment_count > self.max_lines and not self.is_full:
            self.is_full = True
            self.write_entry(["full"])
            for other in self.calls.values():
                other.frame.f_trace_lines = False

        changes = {} if self.is_full else call.changes()
        # Only the beginning of a call is logged with its caller.
        parent = [call.parent] if kind == "call" else []
        self.write_entry([kind, call.number, line, changes, *parent, *more])

    def file_number(self, code: CodeType) -> int:
        """Return the number of the file of some code; log the text of a new file."""
        name = code.co_filename
        if name not in self.files:
            self.files[name] = len(self.files)
            lines = [line.rstrip("\n") for line in linecache.getlines(name)]
            self.write_entry(["file", shown_file_name(name), lines])
        return self.files[name]

    def log_read(self, path: MovePath) -> None:
        """Log that the innermost running call reads the value of a node."""
        if self.is_cut or not self.count_visit(path):
            return
        call = self.running[-1].number if self.running else -1
        self.write_entry(["read", path, call])
