"""Grading in this process, for functions that are known to end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from visualizer.your_code.grading.answers import GivenAnswer
from visualizer.your_code.grading.grading import (
    DEFAULT_TREE_SEED,
    DEFAULT_TREES,
    Grading,
    TitledTree,
    make_trees_for_task,
)
from visualizer.your_code.grading.playouts import describe_call
from visualizer.your_code.grading.reference import GradedTask
from visualizer.your_code.grading.report import GradeReport
from visualizer.your_code.grading.subjects import Subject
from visualizer.your_code.grading.trees import SearchTask
from visualizer.your_code.grading.trial import try_search


class Here(Subject):
    """A function that is run where the tests run."""

    def __init__(self, function: Callable[..., Any], task: str = "") -> None:
        self.name = function.__name__
        self.function = function
        self.call_description = describe_call(function, None, task)

    def run(self, asked: SearchTask) -> GivenAnswer:
        return try_search(self.function, asked)


def trees_of(
    number: int = DEFAULT_TREES,
    seed: int = DEFAULT_TREE_SEED,
    depth: int | None = None,
    task: str = "alpha-beta",
    *,
    table: bool = False,
) -> list[TitledTree]:
    """Return the trees of a seed for a task."""
    return make_trees_for_task(GradedTask(task, depth=depth, table=table), number, seed)


def graded(
    function: Callable[..., Any],
    task: GradedTask | None = None,
    trees: int = DEFAULT_TREES,
    seed: int = DEFAULT_TREE_SEED,
) -> GradeReport:
    """Return the report on a function."""
    task = task or GradedTask()
    return Grading(Here(function), task, trees_of(trees, seed, task.depth, task.name), seed).run()
