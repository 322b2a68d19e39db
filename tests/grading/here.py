"""Grading in this process, for functions that are known to end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from visualizer.grading.answers import Answer
from visualizer.grading.grading import SEED, TREES, Grading, trees_of
from visualizer.grading.reference import Task
from visualizer.grading.report import Report
from visualizer.grading.trial import Asked, tried


class Here:
    """A function that is run where the tests run."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.name, self.function = function.__name__, function

    def run(self, asked: Asked) -> Answer:
        return tried(self.function, asked)

    def close(self) -> None:
        """Nothing was started."""


def graded(function: Callable[..., Any], task: Task | None = None, trees: int = TREES, seed: int = SEED) -> Report:
    """Return the report on a function."""
    task = task or Task()
    return Grading(Here(function), task, trees_of(trees, seed, task.depth), seed).run()
