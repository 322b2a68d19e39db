"""Who is graded: a function of a file in a process of its own, or a function of this one."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from games import shorten
from visualizer.data_files import read_json, write_json
from visualizer.errors import InputError
from visualizer.grading.answers import GivenAnswer
from visualizer.grading.calling import check_callable
from visualizer.grading.conversation import Conversation
from visualizer.grading.forked import GRACE, NO_ANSWER, can_fork, failure_of, guarded
from visualizer.grading.trial import Asked, tried
from visualizer.grading.worker import LOADING
from visualizer.plugins.source import Code, by_hand

PACKAGE = str(Path(__file__).parents[2])
"""The folder in which Python finds this program."""


class Subject:
    """Searches one tree after the other; nothing that it does in one changes what it does in the next."""

    name: str
    process: Conversation | None = None
    """Where it runs, if that is not in this process, until it is ended."""
    elsewhere = ""
    """Where its code is, if that is not the file that was named."""

    def run(self, asked: Asked) -> GivenAnswer:
        """Return what it does with a tree; NotImplementedError unless a subject defines it."""
        raise NotImplementedError

    def close(self) -> None:
        """End what was started for it."""
        if self.process is not None:
            self.process.close()
            self.process = None


class FileSubject(Subject):
    """A function that a person has named, `FILE.py:FUNCTION`, or `MODULE:FUNCTION` of what is installed."""

    def __init__(self, name: str, seconds: float, depth: int | None) -> None:
        """Load it in a process of its own; InputError says why it cannot be loaded or called."""
        self.file, colon, function = name.rpartition(":")
        is_file = Code.of(name) is not None
        if not is_file and not (colon and all(map(str.isidentifier, (*self.file.split("."), function)))):
            raise InputError(f"{name!r:.200} does not name a function, which is FILE.py:FUNCTION or MODULE:FUNCTION")
        if is_file and not Path(self.file).is_file():
            raise InputError(f"there is no file {shorten(self.file, 200)} to take {shorten(function)} from")
        by_hand(name)
        self.name, self.seconds, self.depth, self.asked = name, seconds, depth, 0
        path = Path(self.file).absolute()
        self.folder = str(path.parent) if is_file else ""
        self.words = [sys.executable, "-P", "-m", "visualizer.grading.worker", str(path) if is_file else self.file,
                      function, f"{seconds}", str(depth or 0), self.file]  # fmt: skip
        self._start()

    def _start(self) -> Conversation:
        """Start the process and let it load the file; InputError says why it cannot."""
        path = os.pathsep.join(filter(None, (PACKAGE, os.environ.get("PYTHONPATH"))))
        process = self.process = Conversation(self.words, {**os.environ, "PYTHONPATH": path})
        try:
            self._load(process)
        except BaseException:
            self.close()
            raise
        return process

    def _load(self, process: Conversation) -> None:
        """Wait until the file is loaded; InputError says why it cannot be."""
        seconds = max(self.seconds, LOADING)
        line = process.hear(time.monotonic() + seconds + GRACE)
        if line:
            found = object_of(line)
            if isinstance(why := found.get("error"), str):
                raise InputError(why)
            if isinstance(elsewhere := found.get("elsewhere"), str):
                self.elsewhere = elsewhere
                return
            failure = NO_ANSWER.failure
        else:
            status = process.status() if line == "" else None
            failed = failure_of(status, process.said_aside(), seconds, self.folder)
            failure = failed.failure.replace("return", "end") if failed.is_endless else failed.failure
        raise InputError(f"{self.file!r:.200} cannot be loaded: it {failure}")

    def run(self, asked: Asked) -> GivenAnswer:
        """Return what the function does with a tree."""
        try:
            process = self.process or self._start()
        except InputError as error:  # it could be loaded before
            return GivenAnswer(failure=f"cannot be loaded a second time: {error}", is_endless=True)
        tree, depth = asked.limited
        self.asked += 1
        process.say(
            write_json(
                {"number": self.asked, "text": tree.text(), "depth": depth, "cut": asked.cut, "watch": asked.watch,
                 "movers": asked.movers}
            )
        )  # fmt: skip
        is_strange, end = False, time.monotonic() + self.seconds + 3 * GRACE
        while line := process.hear(end):
            found = object_of(line)
            if type(found.get("number")) is int and found["number"] == self.asked:
                with suppress(ValueError):
                    answer = GivenAnswer.read(found.get("answer"), tree)
                    return NO_ANSWER if is_strange else answer
            is_strange = True  # it is another's; the worker's own is still to come
        answer = failure_of(process.status() if line == "" else None, process.said_aside(), self.seconds, self.folder)
        self.close()
        return answer


def object_of(line: str) -> dict[str, Any]:
    """Return the JSON object of a line; an empty one for what is none."""
    with suppress(ValueError):
        if isinstance(found := read_json(line), dict):
            return found
    return {}


class FunctionSubject(Subject):
    """A function of this process: each tree in a copy of it, where the system can copy a process; else in itself."""

    def __init__(self, function: Callable[..., Any], seconds: float, depth: int | None) -> None:
        """Take the function; InputError says why it cannot be called."""
        self.name = str(getattr(function, "__name__", function))
        check_callable(function, self.name, depth)
        self.function, self.seconds = function, seconds
        code = getattr(function, "__code__", None)
        self.folder = str(Path(code.co_filename).parent) if code else ""

    def run(self, asked: Asked) -> GivenAnswer:
        """Return what the function does with a tree."""
        if can_fork():
            return guarded(self.function, asked, self.seconds, self.folder)
        return tried(self.function, asked)
