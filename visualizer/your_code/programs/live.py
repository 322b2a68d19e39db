"""A search of a notebook or a session, started by a function that is called without arguments."""

import ast
import inspect
import textwrap
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Any

from visualizer.support.errors import InputError
from visualizer.support.plugins.watchdog import is_user_code
from visualizer.support.processes import ChildProcess, can_fork, limit_resources
from visualizer.your_code.programs.program import (
    RecordedProgram,
    read_program_end,
    wait_for_end,
)
from visualizer.your_code.programs.source import ProgramSource
from visualizer.your_code.programs.worker import (
    END_FILE,
    MAX_WRITTEN_BYTES,
    ProgramProcess,
    ProgramRequest,
    redirect,
)

SOURCE_NAME = "notebook.py"
LAMBDA = "<lambda>"


def definitions(scope: Mapping[str, Any]) -> Iterator[Any]:
    """Yield the functions and classes of a module's variables that are defined in the module."""
    for value in scope.values():
        is_definition = inspect.isfunction(value) or inspect.isclass(value)
        # The source of a lambda is all of its line, which may do anything.
        if is_definition and value.__module__ == scope["__name__"] and value.__name__ != LAMBDA:
            yield value


def source_text(scope: Mapping[str, Any]) -> str:
    """Return the source of all definitions in a module's variables."""
    texts = []
    for definition in definitions(scope):
        # What was made by other code has no source.
        with suppress(OSError, TypeError):
            texts.append(textwrap.dedent(inspect.getsource(definition)))
    return "\n\n".join(texts)


def search_scope(function: Callable[..., Any]) -> dict[str, Any]:
    """Return the variables of the module that has the search which a function starts.

    That is its own module, or one that it imports, or from which it has a function, a class or an
    object. InputError if nothing in its own has a source and no other has a search.
    """
    scopes = {id(function.__globals__): function.__globals__}
    # What the function itself names comes first.
    names = [name for name in function.__code__.co_names if name in function.__globals__]
    for value in map(function.__globals__.__getitem__, [*names, *function.__globals__]):
        has_parts = inspect.isclass(value) or inspect.ismodule(value)
        parts = [value, *vars(value if has_parts else type(value)).values()]
        for part in filter(inspect.isfunction, parts):
            if is_user_code(part.__code__):
                scopes[id(part.__globals__)] = part.__globals__
    for scope in scopes.values():
        if ProgramSource(source_text(scope), SOURCE_NAME).cycles():
            return scope
    if not source_text(function.__globals__):
        raise InputError("the functions that search have no source, so they cannot be watched")
    return function.__globals__


def start_live(
    function: Callable[..., Any],
    scope: dict[str, Any],
    file: str,
    tree: ast.Module,
    names: dict[str, Any],
) -> None:
    """Define everything of the search anew, so that it reports its calls, and start it.

    Objects that exist already get the new methods of their classes. This runs in a copy of the
    process, which is ended afterwards.
    """
    old = {id(definition): definition for definition in definitions(scope)}
    scope.update(names)
    exec(compile(tree, file, "exec"), scope)
    for definition in filter(inspect.isclass, old.values()):
        for name, value in vars(scope[definition.__name__]).items():
            if inspect.isfunction(value):
                setattr(definition, name, value)
    outside = function.__globals__
    for name, value in [*outside.items()]:
        if id(value) in old:
            outside[name] = scope[value.__name__]
    start = scope[function.__name__] if id(function) in old else function
    start()


def record_live(function: Callable[..., Any], request: ProgramRequest) -> RecordedProgram:
    """Call a function that starts a search, in a copy of this process; return what was recorded.

    InputError if this system cannot copy processes.
    """
    if not can_fork():
        raise InputError(
            "this system cannot copy a process; write the search to a file, and watch it"
        )
    scope = search_scope(function)
    with TemporaryDirectory() as name:
        folder = Path(name)
        file = folder / SOURCE_NAME
        file.write_text(source_text(scope), encoding="utf-8")
        request = replace(request, file=str(file))

        def work(errors: IO[str]) -> str:
            limit_resources(MAX_WRITTEN_BYTES)
            redirect(request, folder)
            process = ProgramProcess(request, folder)
            process.run(partial(start_live, function, scope, request.file))

        limit = ""
        with ChildProcess.fork(work) as copy:
            if wait_for_end(copy, folder / END_FILE, request.seconds):
                limit = f"it did not end within {request.seconds:g} s"
        return RecordedProgram(request, folder, read_program_end(folder, limit))
