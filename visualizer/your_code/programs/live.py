"""A search of a notebook or a session, started by a function that is called without arguments."""

import ast
import inspect
import textwrap
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FunctionType
from typing import IO, Any

from visualizer.support.errors import InputError
from visualizer.support.processes import ChildProcess, can_fork, limit_resources
from visualizer.your_code.programs.program import (
    RecordedProgram,
    read_program_end,
    wait_for_end,
)
from visualizer.your_code.programs.worker import (
    END_FILE,
    MAX_WRITTEN_BYTES,
    ProgramProcess,
    ProgramRequest,
    redirect,
)

SOURCE_NAME = "notebook.py"


def definitions(function: Callable[..., Any]) -> Iterator[Any]:
    """Yield the functions and classes that are defined where a function is."""
    for value in function.__globals__.values():
        is_definition = inspect.isfunction(value) or inspect.isclass(value)
        if is_definition and value is not function and value.__module__ == function.__module__:
            yield value


def source_text(function: Callable[..., Any]) -> str:
    """Return the source of all definitions beside a function; InputError if there is none."""
    texts = []
    for definition in definitions(function):
        # What was made by other code has no source.
        with suppress(OSError, TypeError):
            texts.append(textwrap.dedent(inspect.getsource(definition)))
    if not texts:
        raise InputError("the functions that search have no source, so they cannot be watched")
    return "\n\n".join(texts)


def start_live(
    function: Callable[..., Any], file: str, tree: ast.Module, names: dict[str, Any]
) -> None:
    """Define everything anew, so that it reports its calls, and start the search.

    Objects that exist already get the new methods of their classes. This runs in a copy of the
    process, which is ended afterwards.
    """
    namespace = {**function.__globals__, **names}
    exec(compile(tree, file, "exec"), namespace)
    for definition in definitions(function):
        if inspect.isclass(definition):
            for name, value in vars(namespace[definition.__name__]).items():
                if inspect.isfunction(value):
                    setattr(definition, name, value)
    FunctionType(function.__code__, namespace, closure=function.__closure__)()


def record_live(function: Callable[..., Any], request: ProgramRequest) -> RecordedProgram:
    """Call a function that starts a search, in a copy of this process; return what was recorded.

    InputError if this system cannot copy processes.
    """
    if not can_fork():
        raise InputError(
            "this system cannot copy a process; write the search to a file, and watch it"
        )
    with TemporaryDirectory() as name:
        folder = Path(name)
        file = folder / SOURCE_NAME
        file.write_text(source_text(function), encoding="utf-8")
        request = replace(request, file=str(file))

        def work(errors: IO[str]) -> str:
            limit_resources(MAX_WRITTEN_BYTES)
            redirect(request, folder)
            process = ProgramProcess(request, folder)
            process.run(partial(start_live, function, request.file))

        limit = ""
        with ChildProcess.fork(work) as copy:
            if wait_for_end(copy, folder / END_FILE, request.seconds):
                limit = f"it did not end within {request.seconds:g} s"
        return RecordedProgram(request, folder, read_program_end(folder, limit))
