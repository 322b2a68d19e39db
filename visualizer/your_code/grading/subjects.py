"""Who is graded: a function of a file in a process of its own, a function of this one, or a program in any language."""

import os
import shlex
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from games import shorten
from visualizer.searching.data_files import FileEntry, read_json, write_json
from visualizer.searching.events.lines import FileLines
from visualizer.searching.events.recordings import Recording
from visualizer.searching.events.replay import Replay
from visualizer.searching.lookup import resolve
from visualizer.searching.recipe import PositionSpec
from visualizer.support.errors import InputError
from visualizer.support.plugins.discovery import Code, by_hand
from visualizer.support.processes import ChildProcess, can_copy, describe_ending, python_of_ours
from visualizer.trace.recorder import Recorder, SearchStopped
from visualizer.trace.rows import Trace
from visualizer.your_code.grading.answers import GivenAnswer, is_path
from visualizer.your_code.grading.node import MOST_READS, TooManyReads
from visualizer.your_code.grading.playouts import Handed, check_parameters, handed_to
from visualizer.your_code.grading.shapes import TreeShape
from visualizer.your_code.grading.trees import Asked, as_sent, book_names
from visualizer.your_code.grading.trial import pause, tried
from visualizer.your_code.grading.worker import (
    GRACE,
    LOADING,
    NO_ANSWER,
    answer_of_copy,
    failure_of,
    in_copy,
)


class Subject:
    """Searches one tree after the other; nothing that it does in one changes what it does in the next."""

    name: str
    process: ChildProcess | None = None
    """Where it runs, if that is not in this process, until it is ended."""
    elsewhere = ""
    """Where its code is, if that is not the file that was named."""
    handed = Handed(({},), TreeShape())
    """What it is given, one of several, as the `style` of what is asked says; and which trees it can search."""

    @property
    def shape(self) -> TreeShape:
        """Which trees it can search."""
        return self.handed.shape

    def run(self, asked: Asked) -> GivenAnswer:
        """Return what it does with a tree; NotImplementedError unless a subject defines it."""
        raise NotImplementedError

    def close(self) -> None:
        """End what was started for it."""
        if self.process is not None:
            self.process.close()
            self.process = None


TAKEN = (
    "write FILE.py:FUNCTION or MODULE:FUNCTION; a notebook can call grade itself, and grade --program COMMAND takes "
    "other languages"
)
NOT_PYTHON = (
    ".c",
    ".cc",
    ".class",
    ".cpp",
    ".cs",
    ".exe",
    ".go",
    ".hs",
    ".ipynb",
    ".jar",
    ".java",
    ".jl",
    ".js",
    ".kt",
    ".lua",
    ".mjs",
    ".php",
    ".r",
    ".rb",
    ".rs",
    ".scala",
    ".sh",
    ".swift",
    ".ts",
)
"""How files end that hold code but no module of Python."""


def check_module(name: str) -> None:
    """Raise InputError for what cannot be a module and a function in it; nothing is loaded."""
    module, colon, function = name.rpartition(":")
    if colon and (Path(module).suffix.lower() in NOT_PYTHON or Path(module).is_file()):
        raise InputError(f"{module!r:.200} is not a Python file; {TAKEN}")
    if not (colon and all(map(str.isidentifier, (*module.split("."), *function.split("."))))):
        raise InputError(f"{name!r:.200} does not name a function; {TAKEN}")


class FileSubject(Subject):
    """A function that a person has named, `FILE.py:FUNCTION`, or `MODULE:FUNCTION` of what is installed."""

    def __init__(self, name: str, seconds: float, depth: int | None, task: str = "") -> None:
        """Load it in a process of its own; InputError says why it cannot be loaded or called."""
        self.file, _, function = name.rpartition(":")
        is_file = Code.of(name) is not None
        if not is_file:
            check_module(name)
        if is_file and not Path(self.file).is_file():
            raise InputError(
                f"there is no file {shorten(self.file, 200)} to load {shorten(function)} from"
            )
        by_hand(name)
        self.name = name
        self.seconds = seconds
        self.depth = depth
        self.asked = 0
        path = Path(self.file).absolute()
        if is_file:
            self.folder = str(path.parent)
        else:
            self.folder = ""
        if is_file:
            source = str(path)
        else:
            source = self.file
        words = (source, function, f"{seconds}", str(depth or 0), self.file, task)
        self.command = python_of_ours("visualizer.your_code.grading.worker", *words)
        self._start()

    def _start(self) -> ChildProcess:
        """Start the process and let it load the file; InputError says why it cannot."""
        process = ChildProcess.start(*self.command)
        self.process = process
        try:
            self._load(process)
        except BaseException:
            self.close()
            raise
        return process

    def _load(self, process: ChildProcess) -> None:
        """Wait until the file is loaded; InputError says why it cannot be."""
        seconds = max(self.seconds, LOADING)
        line = process.hear(time.monotonic() + seconds + GRACE)
        if line:
            found = object_of(line)
            if isinstance(why := found.get("error"), str):
                raise InputError(why)
            if isinstance(elsewhere := found.get("elsewhere"), str):
                self.elsewhere = elsewhere
                handed = found["handed"]
                self.handed = Handed(**{**handed, "shape": TreeShape(**handed["shape"])})
                return
            failure = NO_ANSWER.failure
        else:
            failure = failure_of(process, line, seconds, self.folder, does="end").failure
        raise InputError(f"{self.file!r:.200} cannot be loaded: it {failure}")

    def run(self, asked: Asked) -> GivenAnswer:
        """Return what the function does with a tree."""
        try:
            process = self.process or self._start()
        except InputError as error:  # it could be loaded before
            return GivenAnswer(failure=f"cannot be loaded a second time: {error}", is_endless=True)
        self.asked += 1
        process.say(
            write_json({"number": self.asked, **asked._asdict(), "tree": asked.tree.text()})
        )
        is_strange = False
        end = time.monotonic() + self.seconds + 3 * GRACE
        while line := process.hear(end):
            found = object_of(line)
            if type(found.get("number")) is int and found["number"] == self.asked:
                with suppress(ValueError):
                    answer = GivenAnswer.read(found.get("answer"), asked.tree)
                    return NO_ANSWER if is_strange else answer
            is_strange = True  # it is another's; the worker's own is still to come
        answer = failure_of(process, line, self.seconds, self.folder)
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

    def __init__(
        self, function: Callable[..., Any], seconds: float, depth: int | None, task: str = ""
    ) -> None:
        """Take the function; InputError says why it cannot be called."""
        self.name = str(getattr(function, "__name__", function))
        check_parameters(function, self.name, depth, task)
        self.handed = handed_to(function, depth, task)
        self.function = function
        self.seconds = seconds
        code = getattr(function, "__code__", None)
        if code:
            self.folder = str(Path(code.co_filename).parent)
        else:
            self.folder = ""

    def run(self, asked: Asked) -> GivenAnswer:
        """Return what the function does with a tree."""
        if not can_copy():
            return tried(self.function, asked)

        def work(calls: IO[str]) -> str:
            return write_json(in_copy(self.function, asked, self.seconds, self.folder).as_object())

        with ChildProcess.copy(work, guards=True) as guard:
            return answer_of_copy(guard, asked, self.seconds, self.folder, 2 * GRACE)


ANSWER = "its answer"
"""What stands for a file's name where an answer cannot be read."""
MOST_LINES = 2 * MOST_READS


class ProgramSubject(Subject):
    """A program that a person has named by its command line."""

    def __init__(self, command: str, seconds: float) -> None:
        """Start it; InputError where it cannot be started."""
        self.name = command
        self.seconds = seconds
        try:
            self.words = shlex.split(command, posix=os.name != "nt")
        except ValueError as error:
            raise InputError(
                f"--program {command!r:.200} is not a command line: {error}"
            ) from error
        if not self.words:
            raise InputError('--program is empty; give it a command line, such as "node bot.js"')
        self._start()

    def _start(self) -> ChildProcess:
        try:
            self.process = ChildProcess.start(self.words)
        except (OSError, ValueError) as error:
            if isinstance(error, OSError):
                why = error.strerror
            else:
                why = str(error)
            raise InputError(f"the program {self.name!r:.200} cannot be started: {why}") from error
        return self.process

    def run(self, asked: Asked) -> GivenAnswer:
        """Return what the program does with a tree."""
        try:
            process = self.process or self._start()
        except InputError as error:  # it could be started before
            return GivenAnswer(failure=str(error), is_endless=True)
        process.say(write_json({**as_sent(asked.tree), "cut": asked.cut, "depth": asked.depth}))
        lines = list[str]()
        end = time.monotonic() + self.seconds
        while (line := process.hear(end)) and line.strip() and len(lines) < MOST_LINES:
            lines.append(line)
        if line and not line.strip():
            return answer_of_events(lines, asked)
        if line == "":
            status = process.status()
            said = process.said_aside().strip().splitlines()
            if status is None:
                how = "closed its output"
            else:
                how = describe_ending(status)
            failed = GivenAnswer(failure=f"{how}{f' ({said[-1]:.200})' if said else ''}")
        elif line:
            failed = GivenAnswer(
                failure=f"never stops answering: more than {MOST_LINES:,} lines", is_endless=True
            )
        else:
            hint = "; end each answer with an empty line" if lines else ""
            failed = GivenAnswer(
                failure=f"did not answer within {self.seconds:g} s{hint}", is_endless=True
            )
        self.close()
        return failed


def answer_of_events(lines: list[str], asked: Asked) -> GivenAnswer:
    """Return what events tell: the leaves in order, the value of the root, and its best move if that is named."""
    trace = Trace(revisits=True)
    tree = asked.tree
    recorder = Recorder(trace, pause, None, revisits=True)
    value = None
    failure = ""
    header, events = with_header(lines, asked)
    try:
        recording = Recording(ANSWER, FileLines(events), header=header).read()
        value = Replay(recording, resolve(PositionSpec("tree", tree.text()))[1], recorder).run()
    except (ValueError, SearchStopped) as error:
        failure = f"reports what is impossible: {error}"
    except TooManyReads:
        failure = f"never stops reading values: more than {MOST_READS:,}"
    recorder.close()
    leaves = trace.leaf_paths()
    if strange := [path for path in leaves if not is_path(path, tree)]:
        leaves = tuple(path for path in leaves if is_path(path, tree))
        above = next(
            end for end in range(len(strange[0]), -1, -1) if is_path(strange[0][:end], tree)
        )
        failure = (
            failure
            or f"reports a leaf below {book_names(tree)[strange[0][:above]]} that is not in the tree"
        )
    move = trace.named_best.get(0)
    if move is not None and not is_path((move,), tree):
        move = None
        failure = failure or "names a best move that is not in the tree"
    told = () if failure else tuple(lines)
    if not failure:
        failure = misread_value(trace, asked)
    return GivenAnswer(leaves, value, move, failure, events=told)


def misread_value(trace: Trace, asked: Asked) -> str:
    """Say which leaf of a tree a program has read with another value than it has; "" for none."""
    for row in filter(trace.is_leaf, range(len(trace))):
        path = trace.path(row)
        value = trace.value(row)
        if asked.is_leaf(path) and value != (right := asked.read(path)):
            return f"reads the value of {book_names(asked.tree)[path]} as {value:g}, but it is {right:g}"
    return ""


def with_header(lines: list[str], asked: Asked) -> tuple[FileEntry, list[str]]:
    """Return what says what is searched, as a program may have done in part in its first line, and its events."""
    header = {"search": "the program"}
    with suppress(ValueError, IndexError):
        first = FileEntry.parsed(ANSWER, 1, lines[0]).found
        if "search" in first:
            header = first
            lines = ["\n", *lines[1:]]
    return FileEntry(ANSWER, 0, {**header, "game": "tree", "position": asked.tree.text()}), lines
