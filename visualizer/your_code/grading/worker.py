"""The process in which a function of a file is loaded, and run on each tree in a copy of the process.

What a function keeps, changes or ends is gone with the copy. The process is started as
`python -m visualizer.your_code.grading.worker FILE FUNCTION SECONDS DEPTH NAME TASK`, by a person who has named the
file; it reads a line of JSON for each tree and writes one for each answer.
"""

import faulthandler
import inspect
import os
import select
import signal
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from dataclasses import asdict, replace
from functools import partial
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

import games
from games._files import module_of
from visualizer.searching.data_files import read_json, write_json
from visualizer.support.errors import InputError
from visualizer.support.plugins.discovery import function_in
from visualizer.support.plugins.watchdog import PACKAGES, described
from visualizer.your_code.grading import processes
from visualizer.your_code.grading.agents import made, method_of, supply
from visualizer.your_code.grading.answers import GivenAnswer
from visualizer.your_code.grading.playouts import check_parameters, handed_to
from visualizer.your_code.grading.trees import Asked, parsed
from visualizer.your_code.grading.trial import KeptText, tried

GRACE = 2.0
"""Seconds after its time in which a process has to end by itself."""
PIECE = 1 << 16
"""Bytes that are read at a time, and that are read of the calls written down."""
NO_ANSWER = GivenAnswer(failure="sent something else instead of its answer, perhaps by writing to all open files")


def can_fork() -> bool:
    """Return whether this system can copy a process."""
    return hasattr(os, "fork")


def in_copy(function: Callable[..., Any], asked: Asked, seconds: float, folder: str) -> GivenAnswer:
    """Return what a function does with a tree within some seconds, told also where it does not return.

    `folder` begins the names of the files that are the other person's.
    """
    with TemporaryFile("w+", encoding="utf-8", errors="replace") as calls, TemporaryFile(buffering=0) as printed:

        def work() -> GivenAnswer:
            null = os.open(os.devnull, os.O_RDWR)
            for stream in (0, 1, 2):
                os.dup2(null, stream)
            processes.confine()
            processes.end_after(seconds, calls)
            return tried(function, asked, printed)

        told, status = sent_by_copy(work, seconds + GRACE)
        calls.seek(0)
        answer = answer_of(told, asked, status, calls.read(PIECE), seconds, folder)
        printed.seek(0)
        return replace(answer, printed=answer.printed or printed.read(PIECE).decode(errors="replace"))


def guarded(work: Callable[[], GivenAnswer], seconds: float) -> tuple[str, int | None]:
    """Return what `sent_by_copy` does of work that makes copies itself; all that is started there is ended."""

    def whole() -> GivenAnswer:
        processes.adopt()
        try:
            return work()
        finally:
            processes.end_children()

    return sent_by_copy(whole, seconds + GRACE)


def sent_by_copy(work: Callable[[], GivenAnswer], seconds: float) -> tuple[str, int | None]:
    """Return the line that a copy of this process sends of what some work comes to, and its status, None for late."""
    reading, writing = os.pipe()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # other threads, as a notebook has, do not go on in the copy
        process = os.fork()
    if process == 0:
        status = 1
        try:
            os.close(reading)
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            processes.end_with_parent()
            told = f"{write_json(work().as_object())}\n".encode()
            while told:
                told = told[os.write(writing, told) :]
            status = 0
        finally:
            os._exit(status)
    os.close(writing)
    told, wait, end = b"", 0.0, time.monotonic() + seconds
    ended: int | None = None
    try:
        while b"\n" not in told and len(told) < processes.LONGEST_LINE and (left := end - time.monotonic()) > 0:
            # What it has started may hold the pipe open, so its end is looked for, too.
            if select.select([reading], [], [], 0 if ended is not None else min(left, processes.LOOK_AGAIN))[0]:
                if not (piece := os.read(reading, PIECE)):
                    break
                told += piece
            elif ended is not None:
                break
            else:
                ended = status_of(process, 0.0)
        wait = 0.0 if b"\n" in told else end
    finally:
        os.close(reading)
        if ended is None and (ended := status_of(process, wait)) is None:
            processes.end_all_below(process)
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
            os.waitpid(process, 0)
    line, end_of_line, _ = told.partition(b"\n")  # a copy of the copy sends another
    return (line + end_of_line).decode(errors="replace"), ended


def status_of(process: int, end: float) -> int | None:
    """Return the status of a process that ends by that time of the clock, None for one that goes on."""
    while not (found := os.waitpid(process, os.WNOHANG))[0]:
        if time.monotonic() >= end:
            return None
        time.sleep(0.01)
    return os.waitstatus_to_exitcode(found[1])


def answer_of(told: str, asked: Asked, status: int | None, calls: str, seconds: float, folder: str) -> GivenAnswer:
    """Return what a process has answered; where it has not, say how it ended."""
    if told.endswith("\n"):
        try:
            return GivenAnswer.read(read_json(told), asked.tree)
        except ValueError:
            return NO_ANSWER
    return failure_of(status, calls, seconds, folder)


def failure_of(status: int | None, calls: str, seconds: float, folder: str) -> GivenAnswer:
    """Return the answer of a process that has given none before it ended; `status` is None where it was late."""
    place = processes.place_in(calls, folder)
    if calls.startswith("Timeout") or status is None:
        return GivenAnswer(failure=f"did not return within {seconds:g} s{place and f', in {place}'}", is_endless=True)
    return GivenAnswer(failure=ending(status))


def ending(status: int) -> str:
    """Say with which status or by which signal a process has ended, as the end of a sentence.

    >>> ending(3), ending(-11)
    ('ended with status 3', 'was ended by signal SIGSEGV, as after too many nested calls')
    """
    if status >= 0:
        return f"ended with status {status}"
    names = {each.value: each.name for each in signal.Signals}
    name = names.get(-status, str(-status))
    return f"was ended by signal {name}{', as after too many nested calls' if name == 'SIGSEGV' else ''}"


LOADING = 20.0
"""Seconds that a file has to be loaded in, at least."""


def main(file: str, name: str, seconds: float, depth: int | None, shown: str, task: str = "") -> None:
    """Load the function, and search trees until there are no more; `shown` is the file as the person named it."""
    processes.adopt()
    asks, tells = os.fdopen(os.dup(0), encoding="utf-8"), os.fdopen(os.dup(1), "w", encoding="utf-8")
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, 0)
    os.dup2(null, 1)

    def tell(**found: Any) -> None:
        tells.write(write_json(found) + "\n")
        tells.flush()

    processes.end_after(max(seconds, LOADING), sys.__stderr__ or sys.stderr)
    printed = KeptText()
    try:
        with redirect_stdout(printed), redirect_stderr(printed):
            function = loaded(file, name, depth, shown, task)
            given, shape, is_plain = handed_to(function, depth, task)
    except InputError as error:
        tell(error=str(error))
        return
    finally:
        faulthandler.cancel_dump_traceback_later()
    away = elsewhere(function, file) if file.endswith(".py") else ""
    tell(elsewhere=away, given=given, is_plain=is_plain, shape=asdict(shape))
    for line in asks:
        told = read_json(line)
        number, asked = told.pop("number"), Asked(**{**told, "tree": parsed(told["tree"])})
        if can_fork():
            answer = in_copy(function, asked, seconds, str(Path(file).parent))
            processes.end_children()
        else:
            with redirect_stdout(printed), redirect_stderr(printed):
                function = loaded(file, name, depth, shown, task)  # so that nothing is kept from one tree to the next
            processes.end_after(seconds, sys.__stderr__ or sys.stderr)
            answer = tried(function, asked)
            faulthandler.cancel_dump_traceback_later()
        tell(number=number, answer=answer.as_object())


def loaded(file: str, name: str, depth: int | None, shown: str, task: str = "") -> Callable[..., Any]:
    """Return the function of a file, or of a module that is installed; InputError says what is wrong with it."""
    try:
        supply(Path(file))
        with modules_beside(Path(file)):
            module = module_of(Path(file), "_graded_") if file.endswith(".py") else import_module(file)
    except BaseException as error:  # whatever a file raises becomes one sentence
        raise InputError(f"{shown!r:.200} cannot be loaded: {described(error)}") from error
    kind, _, method = name.rpartition(".")
    function: Callable[..., Any]
    if kind:
        function = method_of(made(function_in(module, kind, shown, inspect.isclass), kind), method)
    else:
        function = function_in(module, name, shown)
    check_parameters(function, name, depth, task)
    return function


def elsewhere(function: Callable[..., Any], file: str) -> str:
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
def modules_beside(file: Path) -> Iterator[None]:
    """Let a file import what lies beside it, also where that has the name of a package of ours, such as `games.py`."""
    folder = file.resolve().parent
    hidden = [name for name in PACKAGES if (folder / f"{name}.py").is_file()] if file.suffix == ".py" else []
    ours = {name: module for name, module in sys.modules.items() if name.partition(".")[0] in hidden}
    for name in ours:
        del sys.modules[name]
    before = [*sys.path]
    sys.path[:0] = [str(folder)] if hidden else []
    try:
        yield
    finally:
        sys.path[:] = [*before, *(path for path in sys.path if path not in before)]
        sys.modules.update(ours)


if __name__ == "__main__":
    games.trust([sys.argv[1]])
    main(sys.argv[1], sys.argv[2], float(sys.argv[3]), int(sys.argv[4]) or None, *sys.argv[5:])
