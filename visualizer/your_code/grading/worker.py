"""The process that loads a function from a file, and runs it on each tree in a copy of itself.

Whatever the function changes is lost when the copy ends. The process is started as
`python -m visualizer.your_code.grading.worker FILE FUNCTION SECONDS DEPTH NAME TASK` for a file
that the user has named. It reads a line of JSON for each tree and writes one for each answer.
"""

import faulthandler
import inspect
import linecache
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from dataclasses import asdict, replace
from functools import partial
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryFile
from types import ModuleType
from typing import IO, Any

import games
from games._files import load_trusted_module
from visualizer.searching.data_files import format_json, read_json
from visualizer.support import processes
from visualizer.support.errors import InputError
from visualizer.support.plugins.discovery import function_in
from visualizer.support.plugins.watchdog import OWN_PACKAGES, describe_error
from visualizer.support.processes import ChildProcess
from visualizer.your_code.grading.agents import agent_method, instance_of, supply_modules
from visualizer.your_code.grading.answers import GivenAnswer
from visualizer.your_code.grading.notebooks import NOTEBOOK_EXTENSION, read_program
from visualizer.your_code.grading.playouts import (
    CallDescription,
    check_parameters,
    describe_call,
)
from visualizer.your_code.grading.trees import SearchTask, parse_literal_tree
from visualizer.your_code.grading.trial import TruncatedText, try_search

GRACE_SECONDS = 2.0
"""How long to wait for a process that should have ended by itself."""
MAX_PRINTED_BYTES = 1 << 16
"""The most bytes that are read from what a copy has printed."""
UNREADABLE_ANSWER = GivenAnswer(
    failure="sent something else instead of its answer, perhaps by writing to all open files"
)


def try_in_copy(
    function: Callable[..., Any], search_task: SearchTask, seconds: float, folder: str
) -> GivenAnswer:
    """Call a function on a tree in a copy of this process, and return its answer.

    If the function does not return within `seconds`, the answer names the line that was running,
    provided that it is in a file in `folder`.
    """
    with TemporaryFile(buffering=0) as printed:

        def search_in_copy(calls: IO[str]) -> str:
            processes.redirect_to_nowhere(0, 1, 2)
            processes.limit_resources()
            processes.end_after_seconds(seconds, calls)
            return format_json(try_search(function, search_task, printed).as_object())

        with ChildProcess.fork(search_in_copy) as copy:
            answer = wait_for_copy(copy, search_task, seconds, folder)
        if answer.printed:
            return answer

        # A copy that sent no answer may still have printed something.
        return replace(answer, printed=read_printed(printed))


def read_printed(file: IO[bytes]) -> str:
    """Return the beginning of what a copy has printed to a file."""
    file.seek(0)
    return file.read(MAX_PRINTED_BYTES).decode(errors="replace")


def wait_for_copy(
    copy: ChildProcess,
    search_task: SearchTask,
    seconds: float,
    folder: str,
    grace: float = GRACE_SECONDS,
) -> GivenAnswer:
    """Return the answer that a copy of this process sends, or a failure that says how it ended.

    The copy should end by itself after `seconds`; wait at most `grace` seconds longer. The failure
    names the line where the copy stopped, if it is in a file in `folder`.
    """
    line = copy.read_line(time.monotonic() + seconds + grace)
    if not line or not line.endswith("\n"):
        return describe_copy_failure(copy, line, seconds, folder)
    return read_answer_line(line, search_task)


def read_answer_line(line: str, search_task: SearchTask) -> GivenAnswer:
    """Return the answer in a line from a copy, or UNREADABLE_ANSWER for anything else."""
    try:
        return GivenAnswer.read(read_json(line), search_task.tree)
    except ValueError:
        return UNREADABLE_ANSWER


def describe_copy_failure(
    process: ChildProcess,
    line: str | None,
    seconds: float,
    folder: str,
    *,
    verb: str = "return",
) -> GivenAnswer:
    """Return an answer that says how a process failed: it has ended early, or takes too long.

    `line` is what was read from the process, None if it has not answered in time. `verb` says what
    it should have done within `seconds`. The answer names the line of code where the process
    stopped, if this is in a file in `folder`.
    """
    error_text = process.standard_error()
    # A process that has not answered in time may still be running, without an exit status.
    status = None if line is None else process.status()
    # `faulthandler` writes this word, and then the running calls, before it ends a slow process.
    has_timed_out = error_text.startswith("Timeout")
    if status is not None and not has_timed_out:
        return GivenAnswer(failure=processes.describe_ending(status))
    place = processes.user_frame_in(error_text, folder)
    where = f", in {place}" if place else ""
    return GivenAnswer(failure=f"did not {verb} within {seconds:g} s{where}", is_endless=True)


LOADING_SECONDS = 20.0
"""Loading a file may take at least this time."""


def serve_searches(
    file: str,
    name: str,
    seconds: float,
    depth: int | None,
    displayed_file: str,
    *,
    task: str,
) -> None:
    """Load a function, and answer the requests on standard input: one line of JSON for each tree.

    `file` and `name` say which function. `displayed_file` is the file's name as the user wrote it.
    The function may take `seconds` for each tree.
    """
    processes.adopt_orphans()
    requests, answers = take_over_streams()

    def send(**fields: Any) -> None:
        answers.write(format_json(fields) + "\n")
        answers.flush()

    load = partial(
        load_quietly,
        file,
        name,
        depth=depth,
        displayed_file=displayed_file,
        task=task,
    )
    try:
        with time_limit(max(seconds, LOADING_SECONDS)):
            function, call = load()
    except InputError as error:
        send(error=str(error))
        return

    other_origin = describe_other_origin(function, file) if file.endswith(".py") else ""
    send(other_origin=other_origin, call={**call._asdict(), "shape": asdict(call.shape)})
    for line in requests:
        number, search_task = read_request(line)
        if processes.can_fork():
            answer = try_in_copy(function, search_task, seconds, str(Path(file).parent))
        else:
            answer = try_with_fresh_load(load, search_task, seconds)
        send(number=number, answer=answer.as_object())


def take_over_streams() -> tuple[IO[str], IO[str]]:
    """Return copies of standard input and output, for requests and answers.

    The process's own standard input becomes empty, and its output goes nowhere.
    """
    requests = os.fdopen(os.dup(0), encoding="utf-8")
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    # The graded code must not read the requests or write between the answers.
    processes.redirect_to_nowhere(0, 1)
    return requests, answers


def read_request(line: str) -> tuple[int, SearchTask]:
    """Return the number of a request, and the task of searching its tree."""
    request = read_json(line)
    number = request.pop("number")
    tree = parse_literal_tree(request["tree"])
    return number, SearchTask(**{**request, "tree": tree})


LoadedFunction = tuple[Callable[..., Any], CallDescription]
"""A function, and how it is called."""


def try_with_fresh_load(
    load: Callable[[], LoadedFunction], search_task: SearchTask, seconds: float
) -> GivenAnswer:
    """Load a function again, and call it in this process.

    This is for systems that cannot copy processes. A function that is newly loaded for each tree
    remembers nothing from the tree before.
    """
    function, _ = load()
    with time_limit(seconds):
        return try_search(function, search_task)


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """End this process if a `with` block takes longer; first write its calls to standard error."""
    # `sys.stderr` may have been replaced by the graded code, and need not be a file.
    processes.end_after_seconds(seconds, sys.__stderr__ or sys.stderr)
    try:
        yield
    finally:
        faulthandler.cancel_dump_traceback_later()


def load_quietly(
    file: str,
    name: str,
    depth: int | None,
    displayed_file: str,
    task: str,
) -> LoadedFunction:
    """Load a function and find its arguments; what its file prints is discarded.

    The parameters have the same meaning as in `load_checked_function`.
    """
    printed = TruncatedText()
    with redirect_stdout(printed), redirect_stderr(printed):
        function = load_checked_function(
            file,
            name,
            depth,
            displayed_file=displayed_file,
            task=task,
        )
        return function, describe_call(function, depth, task)


def load_checked_function(
    file: str,
    name: str,
    depth: int | None,
    displayed_file: str,
    task: str = "",
) -> Callable[..., Any]:
    """Load the function `name` from a file or an installed module, and return it.

    `depth` is the depth limit or None, and `task` the name of the task. `displayed_file` is the
    file's name as the user wrote it. InputError if the file cannot be loaded, or if the function
    cannot be called for the task.
    """
    try:
        supply_modules(Path(file))
        with sibling_imports(Path(file)):
            if file.endswith(".py"):
                module = load_trusted_module(Path(file), "_graded_")
            elif file.endswith(NOTEBOOK_EXTENSION):
                module = load_notebook(file)
            else:
                module = import_module(file)
    except BaseException as error:  # whatever a file raises becomes one sentence
        raise InputError(
            f"{displayed_file!r:.200} cannot be loaded: {describe_error(error)}"
        ) from error

    function = find_function(module, name, displayed_file)
    check_parameters(function, name, depth, task)
    return function


def load_notebook(file: str) -> ModuleType:
    """Run the code in the cells of a notebook, and return it as a module."""
    code = read_program(file)
    # Python shows lines from this cache; without a time, it does not look for changes.
    linecache.cache[file] = (len(code), None, code.splitlines(keepends=True), file)
    module = ModuleType("_graded_notebook")
    sys.modules[module.__name__] = module
    exec(compile(code, file, "exec"), vars(module))  # noqa: S102  it is what was asked for
    return module


def find_function(module: ModuleType, name: str, displayed_file: str) -> Callable[..., Any]:
    """Return a function of a module by name; `CLASS.METHOD` is a method of a new instance.

    InputError if the module has no such function; `displayed_file` is the name of its file in the
    message.
    """
    function: Callable[..., Any]
    class_name, _, method_name = name.rpartition(".")
    if class_name:
        user_class = function_in(module, class_name, displayed_file, inspect.isclass)
        function = agent_method(instance_of(user_class, class_name), method_name)
    else:
        function = function_in(module, name, displayed_file)
    return function


def describe_other_origin(function: Callable[..., Any], file: str) -> str:
    """Return the full name of a function that a file imports; "" if the file defines it."""
    while isinstance(function, partial):
        function = function.func
    # The code of an agent is in its method.
    function = inspect.unwrap(getattr(function, "getAction", function))
    # Built-in functions are in no file, which `getfile` reports by a TypeError.
    with suppress(TypeError):
        # The code of a callable object is in its class.
        code_owner = function if inspect.isroutine(function) else type(function)
        source = inspect.getfile(code_owner)
        if Path(source).resolve() == Path(file).resolve():
            return ""
    qualified_name = getattr(function, "__qualname__", type(function).__qualname__)
    return f"{function.__module__}.{qualified_name}"


@contextmanager
def sibling_imports(file: Path) -> Iterator[None]:
    """In a `with` block, let a file import the modules in its folder.

    They may even have the name of one of our own packages, such as `games`.
    """
    folder = file.resolve().parent
    shadowed: list[str] = []
    if file.suffix == ".py":
        shadowed = [name for name in OWN_PACKAGES if (folder / f"{name}.py").is_file()]
    hidden_modules = {
        name: module for name, module in sys.modules.items() if name.partition(".")[0] in shadowed
    }
    # Python looks into `sys.modules` first, so our packages must not be there during the import.
    for name in hidden_modules:
        del sys.modules[name]

    path_before = list(sys.path)
    if shadowed:
        sys.path.insert(0, str(folder))
    try:
        yield
    finally:
        # Folders that the file itself has added are kept.
        added = [path for path in sys.path if path not in path_before]
        sys.path[:] = [*path_before, *added]
        sys.modules.update(hidden_modules)


if __name__ == "__main__":
    named_file, named_function, seconds_per_tree, depth_limit, displayed_name, task_name = sys.argv[
        1:
    ]
    games.trust_files([named_file])
    serve_searches(
        named_file,
        named_function,
        float(seconds_per_tree),
        int(depth_limit) or None,
        displayed_name,
        task=task_name,
    )
