"""Programs in a file of texts, each below a line with its title, its function and the options to
grade it with.
"""

from __future__ import annotations

import linecache
import shlex
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from types import ModuleType
from typing import Any

from tests.grading.here import Here
from visualizer.your_code.grading.grading import make_grading, make_trees_for_task
from visualizer.your_code.grading.playouts import describe_call
from visualizer.your_code.grading.reference import make_task
from visualizer.your_code.grading.report import GradeReport

HEAD = "#: "
NUMBERS = count()


@dataclass(frozen=True)
class Program:
    """A program as it is handed in."""

    title: str
    text: str
    function: str
    """Its function, or CLASS.METHOD."""
    task: str = "alpha-beta"
    depth: int | None = None

    def replaced(self, old: str, new: str) -> Program:
        """Return it with something else in one or several places."""
        assert old in self.text, old
        return Program(
            self.title, self.text.replace(old, new), self.function, self.task, self.depth
        )

    def made(self) -> Callable[..., Any]:
        """Return its function, whose source Python knows."""
        name = f"<program {next(NUMBERS)}>"
        linecache.cache[name] = (len(self.text), None, self.text.splitlines(keepends=True), name)
        module = sys.modules[name] = ModuleType(name)
        exec(compile(self.text, name, "exec"), vars(module))
        kind, _, method = self.function.rpartition(".")
        if kind:
            holder = getattr(module, kind)()
        else:
            holder = module
        made: Callable[..., Any] = getattr(holder, method)
        return made

    def graded(self) -> GradeReport:
        """Return the report on it."""
        subject = Here(self.made())
        task = make_task(self.task, depth=self.depth)
        subject.call_description = describe_call(subject.function, self.depth, self.task)
        task = task.for_shape(subject.shape)
        return make_grading(subject, task, make_trees_for_task(task), 1).run()


def programs(file: str) -> Iterator[Program]:
    """Yield the programs of a file beside this one."""
    for block in (Path(__file__).parent / file).read_text(encoding="utf-8").split(HEAD)[1:]:
        head, _, text = block.partition("\n")
        title, words = head.split(" | ")
        function, *options = shlex.split(words)
        found = dict(zip(options[::2], options[1::2], strict=True))
        if "--depth" in found:
            depth = int(found["--depth"])
        else:
            depth = None
        yield Program(title, text, function, found.get("--task", "alpha-beta"), depth)


RIGHT = {each.title: each for each in programs("right_programs.txt")}
UNGRADED = {each.title: each for each in programs("ungraded_programs.txt")}
