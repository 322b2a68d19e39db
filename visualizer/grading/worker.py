"""The process in which a function of a file is loaded and run: a line of JSON for each tree, and one for each answer.

It is started as `python -m visualizer.grading.worker FILE FUNCTION SECONDS DEPTH NAME`, by a person who has named the
file.
"""

from __future__ import annotations

import faulthandler
import inspect
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import games
from games._files import module_of
from visualizer.data_files import read_json, write_json
from visualizer.errors import InputError
from visualizer.grading.calling import check_callable
from visualizer.grading.forked import can_fork, in_copy
from visualizer.grading.limits import end_after, end_children
from visualizer.grading.trees import Limited, parsed
from visualizer.grading.trial import Asked, KeptText, tried
from visualizer.plugins.discovery import function_in
from visualizer.plugins.watchdog import PACKAGES, described

LOADING = 20.0
"""Seconds that a file has to be loaded in, at least."""


def main(file: str, name: str, seconds: float, depth: int | None, shown: str) -> None:
    """Load the function, and search trees until there are no more; `shown` is the file as the person named it."""
    asks, tells = os.fdopen(os.dup(0), encoding="utf-8"), os.fdopen(os.dup(1), "w", encoding="utf-8")
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, 0)
    os.dup2(null, 1)

    def tell(**found: Any) -> None:
        tells.write(write_json(found) + "\n")
        tells.flush()

    end_after(max(seconds, LOADING), sys.__stderr__ or sys.stderr)
    printed = KeptText()
    try:
        with redirect_stdout(printed), redirect_stderr(printed):
            function = loaded(file, name, depth, shown)
    except InputError as error:
        tell(error=str(error))
        return
    finally:
        faulthandler.cancel_dump_traceback_later()
    tell(elsewhere=elsewhere(function, file) if file.endswith(".py") else "")
    for line in asks:
        told = read_json(line)
        asked = Asked(Limited(parsed(told["text"]), told["depth"]), told["cut"], told["watch"], told["movers"])
        if can_fork():
            answer = in_copy(function, asked, seconds, str(Path(file).parent))
            end_children()
            tell(number=told["number"], answer=answer.as_object())
            continue
        with redirect_stdout(printed), redirect_stderr(printed):
            function = loaded(file, name, depth, shown)  # so that nothing is kept from one tree to the next
        end_after(seconds, sys.__stderr__ or sys.stderr)
        answer = tried(function, asked)
        faulthandler.cancel_dump_traceback_later()
        tell(number=told["number"], answer=answer.as_object())


def loaded(file: str, name: str, depth: int | None, shown: str) -> Callable[..., Any]:
    """Return the function of a file, or of a module that is installed; InputError says what is wrong with it."""
    try:
        with modules_beside(Path(file)):
            module = module_of(Path(file), "_graded_") if file.endswith(".py") else import_module(file)
    except BaseException as error:  # whatever a file raises becomes one sentence
        raise InputError(f"{shown!r:.200} cannot be loaded: {described(error)}") from error
    function: Callable[..., Any] = function_in(module, name, shown)
    check_callable(function, name, depth)
    return function


def elsewhere(function: Callable[..., Any], file: str) -> str:
    """Return in which module a function's code is that a file holds, or in which file; "" where it is in that file."""
    while isinstance(function, partial):
        function = function.func
    function = inspect.unwrap(function)
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
    main(sys.argv[1], sys.argv[2], float(sys.argv[3]), int(sys.argv[4]) or None, sys.argv[5])
