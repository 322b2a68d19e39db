"""Grading in this process, for functions that are known to end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from visualizer.your_code.grading.answers import GivenAnswer
from visualizer.your_code.grading.grading import SEED, TREES, Grading, KindOfTree, trees_for
from visualizer.your_code.grading.playouts import handed_to
from visualizer.your_code.grading.reference import GradedTask
from visualizer.your_code.grading.report import GradeReport
from visualizer.your_code.grading.subjects import Subject
from visualizer.your_code.grading.trees import Asked
from visualizer.your_code.grading.trial import tried


class Here(Subject):
    """A function that is run where the tests run."""

    def __init__(self, function: Callable[..., Any], task: str = "") -> None:
        self.name = function.__name__
        self.function = function
        self.handed = handed_to(function, None, task)

    def run(self, asked: Asked) -> GivenAnswer:
        return tried(self.function, asked)


def trees_of(
    number: int = TREES,
    seed: int = SEED,
    depth: int | None = None,
    task: str = "alpha-beta",
    *,
    table: bool = False,
) -> list[KindOfTree]:
    """Return the trees of a seed for a task."""
    return trees_for(GradedTask(task, depth=depth, table=table), number, seed)


def graded(
    function: Callable[..., Any],
    task: GradedTask | None = None,
    trees: int = TREES,
    seed: int = SEED,
) -> GradeReport:
    """Return the report on a function."""
    task = task or GradedTask()
    return Grading(Here(function), task, trees_of(trees, seed, task.depth, task.name), seed).run()
