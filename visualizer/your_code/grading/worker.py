"""The process in which a function of a file is loaded, and run on each tree in a copy of the process.

What a function keeps, changes or ends is gone with the copy. The process is started as
`python -m visualizer.your_code.grading.worker FILE FUNCTION SECONDS DEPTH NAME TASK`, by a person who has named the
file; it reads a line of JSON for each tree and writes one for each answer.
"""

import faulthandler
import inspect
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
from visualizer.your_code.grading.playouts import check_parameters, handed_arguments_for
from visualizer.your_code.grading.trees import SearchTask, parse_literal_tree
from visualizer.your_code.grading.trial import TruncatedText, try_search

GRACE_SECONDS = 2.0
"""Seconds after its time in which a process has to end by itself."""
MAX_PRINTED_BYTES = 1 << 16
"""Bytes that are read of what a copy has printed."""
UNREADABLE_ANSWER = GivenAnswer(
    failure="sent something else instead of its answer, perhaps by writing to all open files"
)


def try_in_copy(
    function: Callable[..., Any], asked: SearchTask, seconds: float, folder: str
) -> GivenAnswer:
    """Return what a function does with a tree within some seconds, told also where it does not return.

    `folder` begins the names of the files that are the other person's. This process guards the copy.
    """
    with TemporaryFile(buffering=0) as printed:

        def work(calls: IO[str]) -> str:
            processes.redirect_to_nowhere(0, 1, 2)
            processes.limit_resources()
            processes.end_after_seconds(seconds, calls)
            return format_json(try_search(function, asked, printed).as_object())

        with ChildProcess.copy(work) as copy:
            answer = wait_for_copy(copy, asked, seconds, folder)
        if answer.printed:
            return answer
        printed.seek(0)
        return replace(answer, printed=printed.read(MAX_PRINTED_BYTES).decode(errors="replace"))


def wait_for_copy(
    copy: ChildProcess, asked: SearchTask, seconds: float, folder: str, grace: float = GRACE_SECONDS
) -> GivenAnswer:
    """Return what a copy of this process answers; where it does not, say how it ended."""
    line = copy.hear(time.monotonic() + seconds + grace)
    if not line or not line.endswith("\n"):
        return describe_copy_failure(copy, line, seconds, folder)
    return read_answer_line(line, asked)


def read_answer_line(line: str, asked: SearchTask) -> GivenAnswer:
    """Return the answer that a copy has sent, if it is one; foreign code may have written anything."""
    try:
        return GivenAnswer.read(read_json(line), asked.tree)
    except ValueError:
        return UNREADABLE_ANSWER


def describe_copy_failure(
    process: ChildProcess, line: str | None, seconds: float, folder: str, *, does: str = "return"
) -> GivenAnswer:
    """Return the answer of a process that has given none; the `line` is None where it was late, else it has ended.

    Where it is late, it did not do what it `does` in the end.
    """
    calls = process.said_aside()
    if line is None:
        status = None
    else:
        status = process.status()
    if status is not None and not calls.startswith("Timeout"):
        return GivenAnswer(failure=processes.describe_ending(status))
    place = processes.user_frame_in(calls, folder)
    where = f", in {place}" if place else ""
    return GivenAnswer(failure=f"did not {does} within {seconds:g} s{where}", is_endless=True)


LOADING_SECONDS = 20.0
"""Seconds that a file has to be loaded in, at least."""


def serve_searches(
    file: str, name: str, seconds: float, depth: int | None, shown: str, task: str = ""
) -> None:
    """Load the function, and search trees until there are no more; `shown` is the file as the person named it."""
    processes.adopt_orphans()
    asks = os.fdopen(os.dup(0), encoding="utf-8")
    tells = os.fdopen(os.dup(1), "w", encoding="utf-8")
    processes.redirect_to_nowhere(0, 1)

    def tell(**found: Any) -> None:
        tells.write(format_json(found) + "\n")
        tells.flush()

    processes.end_after_seconds(max(seconds, LOADING_SECONDS), sys.__stderr__ or sys.stderr)
    printed = TruncatedText()
    try:
        with redirect_stdout(printed), redirect_stderr(printed):
            function = load_checked_function(file, name, depth, shown, task)
            handed = handed_arguments_for(function, depth, task)
    except InputError as error:
        tell(error=str(error))
        return
    finally:
        faulthandler.cancel_dump_traceback_later()
    if file.endswith(".py"):
        away = describe_other_origin(function, file)
    else:
        away = ""
    tell(elsewhere=away, handed={**handed._asdict(), "shape": asdict(handed.shape)})
    for line in asks:
        told = read_json(line)
        number = told.pop("number")
        asked = SearchTask(**{**told, "tree": parse_literal_tree(told["tree"])})
        if processes.can_fork():
            answer = try_in_copy(function, asked, seconds, str(Path(file).parent))
        else:
            with redirect_stdout(printed), redirect_stderr(printed):
                function = load_checked_function(
                    file, name, depth, shown, task
                )  # so that nothing is kept from one tree to the next
            processes.end_after_seconds(seconds, sys.__stderr__ or sys.stderr)
            answer = try_search(function, asked)
            faulthandler.cancel_dump_traceback_later()
        tell(number=number, answer=answer.as_object())


def load_checked_function(
    file: str, name: str, depth: int | None, shown: str, task: str = ""
) -> Callable[..., Any]:
    """Return the function of a file, or of a module that is installed; InputError says what is wrong with it."""
    try:
        supply_modules(Path(file))
        with import_beside(Path(file)):
            if file.endswith(".py"):
                module = load_trusted_module(Path(file), "_graded_")
            else:
                module = import_module(file)
    except BaseException as error:  # whatever a file raises becomes one sentence
        raise InputError(f"{shown!r:.200} cannot be loaded: {describe_error(error)}") from error
    kind, _, method = name.rpartition(".")
    function: Callable[..., Any]
    if kind:
        function = agent_method(
            instance_of(function_in(module, kind, shown, inspect.isclass), kind), method
        )
    else:
        function = function_in(module, name, shown)
    check_parameters(function, name, depth, task)
    return function


def describe_other_origin(function: Callable[..., Any], file: str) -> str:
    """Return in which module a function's code is that a file holds, or in which file; "" where it is in that file."""
    while isinstance(function, partial):
        function = function.func
    function = inspect.unwrap(getattr(function, "getAction", function))
    with suppress(TypeError):  # an object that can be called, too
        source = inspect.getfile(function if inspect.isroutine(function) else type(function))
        if Path(source).resolve() == Path(file).resolve():
            return ""
    return f"{function.__module__}.{getattr(function, '__qualname__', type(function).__qualname__)}"


@contextmanager
def import_beside(file: Path) -> Iterator[None]:
    """Let a file import what lies beside it, also where that has the name of a package of ours, such as `games.py`."""
    folder = file.resolve().parent
    if file.suffix == ".py":
        hidden = [name for name in OWN_PACKAGES if (folder / f"{name}.py").is_file()]
    else:
        hidden = []
    ours = {
        name: module for name, module in sys.modules.items() if name.partition(".")[0] in hidden
    }
    for name in ours:
        del sys.modules[name]
    before = [*sys.path]
    if hidden:
        sys.path[:0] = [str(folder)]
    else:
        sys.path[:0] = []
    try:
        yield
    finally:
        sys.path[:] = [*before, *(path for path in sys.path if path not in before)]
        sys.modules.update(ours)


if __name__ == "__main__":
    games.trust_files([sys.argv[1]])
    serve_searches(
        sys.argv[1], sys.argv[2], float(sys.argv[3]), int(sys.argv[4]) or None, *sys.argv[5:]
    )
