"""Watching in this process, for functions that are known to end."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO
from pathlib import Path
from types import CodeType
from typing import Any

from tests.grading import right
from tests.watching.naive import Heard, NaiveTracer
from visualizer.your_code.grading.node import Reads
from visualizer.your_code.grading.trees import SearchTask, parse_literal_tree
from visualizer.your_code.grading.trial import try_search
from visualizer.your_code.watching.log import CodeLog
from visualizer.your_code.watching.watched import WatchedCode
from visualizer.your_code.watching.worker import WatchedRequest, run_watched


def request_of(
    tree: str, depth: int | None = None, agents: int = 0, **limits: Any
) -> WatchedRequest:
    """Return what is asked on a written tree."""
    most = {
        "max_lines": 100_000,
        "max_nodes": 100_000,
        "seconds": 20.0,
        **limits,
    }
    return WatchedRequest(
        "tree",
        tree,
        "",
        {},
        "expectiminimax" if "~" in tree else "alpha-beta",
        depth,
        0,
        agents,
        ">=",
        **most,
    )


def heard_here(function: Callable[..., Any], request: WatchedRequest) -> CodeLog:
    """Return what is heard of a function in this process."""
    log = StringIO()
    run_watched(function, request, log)
    return CodeLog.read(log.getvalue().splitlines())


def watched(
    function: Callable[..., Any], tree: str, depth: int | None = None, **limits: Any
) -> WatchedCode:
    """Return what a function does with a tree, watched in this process."""
    request = request_of(tree, depth, **limits)
    return WatchedCode("yours", request, heard_here(function, request))


def heard_naively(function: Callable[..., Any], request: WatchedRequest) -> list[Heard]:
    """Return what the other tracer hears of the same."""
    tracer = NaiveTracer(code_of(function).co_filename, right.__file__)
    asked = SearchTask(
        parse_literal_tree(request.position or ""), request.depth, agents=request.agents
    )
    try_search(
        function,
        asked,
        None,
        Reads(),
        listening=tracer.listening,
    )
    return tracer.heard()


def code_of(function: Any) -> CodeType:
    """Return the code of a function, of an agent's class that of its method."""
    if isinstance(function, type):
        function = vars(function)["getAction"]
    found: CodeType = getattr(function, "__func__", function).__code__
    return found


def module_of(text: str, file: Path) -> dict[str, Any]:
    """Write a file, and return the names of it as a module."""
    file.write_text(text, encoding="utf-8")
    names: dict[str, Any] = {"__name__": file.stem}
    exec(compile(text, str(file), "exec"), names)
    return names
