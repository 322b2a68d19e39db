"""Code that is watched in this process, for functions that are known to end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.grading.here import Here
from tests.watching.heard import heard_here
from visualizer.searching.recipe import SearchSpec
from visualizer.your_code.grading.reference import make_task
from visualizer.your_code.grading.trees import parse_literal_tree, tree_height
from visualizer.your_code.watching.compared import ComparedCode
from visualizer.your_code.watching.right import right_searches_of_algorithm
from visualizer.your_code.watching.visits import VisitsOfCalls, search_of_reads
from visualizer.your_code.watching.watched import WatchedCode, fitting_call_style
from visualizer.your_code.watching.worker import WatchedRequest


def request_for(
    tree: str, against: str | None, *, style: int = 0, depth: int | None = None
) -> WatchedRequest:
    """Return what code is watched on: a written tree."""
    deepens = against == "iterative-deepening"
    return WatchedRequest(
        "tree",
        tree,
        "",
        {},
        SearchSpec("alpha-beta", ordering="natural").to_spec(),
        tree_height(parse_literal_tree(tree)) if deepens and depth is None else depth,
        style,
        0,
        ">=",
        100_000,
        100_000,
        10.0,
        estimates=deepens,
    )


def style_for(function: Callable[..., Any]) -> int:
    """Return which of several things that may stand for MAX and MIN a function wants."""
    return fitting_call_style(Here(function), make_task("alpha-beta"))


def watched(
    function: Callable[..., Any], tree: str, against: str | None = "alpha-beta", *, style: int = 0
) -> WatchedCode:
    """Return a function that has searched a tree, held against a search."""
    request = request_for(tree, against, style=style)
    return WatchedCode(
        getattr(function, "__name__", "search"), request, heard_here(function, request), against
    )


def held(
    function: Callable[..., Any], tree: str, against: str, *, style: int = 0
) -> list[ComparedCode]:
    """Return a function that has searched a tree held against each search that would be right."""
    request = request_for(tree, against, style=style)
    log = heard_here(function, request)
    run = request.run()
    search = VisitsOfCalls(run, log).find_search() or search_of_reads(run, log)
    return [
        ComparedCode(search, right)
        for right in right_searches_of_algorithm(run, against, request.cut, request.depth, ())
    ]
