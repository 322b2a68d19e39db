"""Who is graded: a function of a file in a process of its own, a function of this one, or a program in any language."""

import os
import shlex
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from games import shorten
from visualizer.searching.data_files import FileEntry, format_json, read_json
from visualizer.searching.events.lines import FileLines
from visualizer.searching.events.recordings import Recording
from visualizer.searching.events.replay import Replay
from visualizer.searching.lookup import resolve_position
from visualizer.searching.recipe import PositionSpec
from visualizer.support.errors import InputError
from visualizer.support.plugins.discovery import UserCode, trust_named_by_hand
from visualizer.support.processes import ChildProcess, can_fork, describe_ending, own_python_command
from visualizer.trace.recorder import Recorder, SearchStopped
from visualizer.trace.rows import Trace
from visualizer.your_code.grading.answers import GivenAnswer, is_path_in_tree
from visualizer.your_code.grading.node import MAX_VALUE_READS, TooManyReads
from visualizer.your_code.grading.playouts import (
    HandedArguments,
    check_parameters,
    handed_arguments_for,
)
from visualizer.your_code.grading.shapes import TreeShape
from visualizer.your_code.grading.trees import SearchTask, sentence_names, tree_as_json
from visualizer.your_code.grading.trial import next_pause, try_search
from visualizer.your_code.grading.worker import (
    GRACE_SECONDS,
    LOADING_SECONDS,
    UNREADABLE_ANSWER,
    describe_copy_failure,
    try_in_copy,
    wait_for_copy,
)


class Subject:
    """Searches one tree after the other; nothing that it does in one changes what it does in the next."""

    name: str
    process: ChildProcess | None = None
    """Where it runs, if that is not in this process, until it is ended."""
    elsewhere = ""
    """Where its code is, if that is not the file that was named."""
    handed = HandedArguments(({},), TreeShape())
    """What it is given, one of several, as the `style` of what is asked says; and which trees it can search."""

    @property
    def shape(self) -> TreeShape:
        """Which trees it can search."""
        return self.handed.shape

    def run(self, asked: SearchTask) -> GivenAnswer:
        """Return what it does with a tree; NotImplementedError unless a subject defines it."""
        raise NotImplementedError

    def close(self) -> None:
        """End what was started for it."""
        if self.process is not None:
            self.process.close()
            self.process = None


SUBJECT_FORMS_HINT = (
    "write FILE.py:FUNCTION or MODULE:FUNCTION; a notebook can call grade itself, and grade --program COMMAND takes "
    "other languages"
)
OTHER_LANGUAGE_SUFFIXES = (
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


def check_module_name(name: str) -> None:
    """Raise InputError for what cannot be a module and a function in it; nothing is loaded."""
    module, colon, function = name.rpartition(":")
    if colon and (Path(module).suffix.lower() in OTHER_LANGUAGE_SUFFIXES or Path(module).is_file()):
        raise InputError(f"{module!r:.200} is not a Python file; {SUBJECT_FORMS_HINT}")
    if not (colon and all(map(str.isidentifier, (*module.split("."), *function.split("."))))):
        raise InputError(f"{name!r:.200} does not name a function; {SUBJECT_FORMS_HINT}")


class FileSubject(Subject):
    """A function that a person has named, `FILE.py:FUNCTION`, or `MODULE:FUNCTION` of what is installed."""

    def __init__(self, name: str, seconds: float, depth: int | None, task: str = "") -> None:
        """Load it in a process of its own; InputError says why it cannot be loaded or called."""
        self.file, _, function = name.rpartition(":")
        is_file = UserCode.of(name) is not None
        if not is_file:
            check_module_name(name)
        if is_file and not Path(self.file).is_file():
            raise InputError(
                f"there is no file {shorten(self.file, 200)} to load {shorten(function)} from"
            )
        trust_named_by_hand(name)
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
        self.command = own_python_command("visualizer.your_code.grading.worker", *words)
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
        seconds = max(self.seconds, LOADING_SECONDS)
        line = process.hear(time.monotonic() + seconds + GRACE_SECONDS)
        if line:
            found = read_json_object(line)
            if isinstance(why := found.get("error"), str):
                raise InputError(why)
            if isinstance(elsewhere := found.get("elsewhere"), str):
                self.elsewhere = elsewhere
                handed = found["handed"]
                self.handed = HandedArguments(**{**handed, "shape": TreeShape(**handed["shape"])})
                return
            failure = UNREADABLE_ANSWER.failure
        else:
            failure = describe_copy_failure(process, line, seconds, self.folder, does="end").failure
        raise InputError(f"{self.file!r:.200} cannot be loaded: it {failure}")

    def run(self, asked: SearchTask) -> GivenAnswer:
        """Return what the function does with a tree."""
        try:
            process = self.process or self._start()
        except InputError as error:  # it could be loaded before
            return GivenAnswer(failure=f"cannot be loaded a second time: {error}", is_endless=True)
        self.asked += 1
        process.say(
            format_json({"number": self.asked, **asked._asdict(), "tree": asked.tree.text()})
        )
        is_strange = False
        end = time.monotonic() + self.seconds + 3 * GRACE_SECONDS
        while line := process.hear(end):
            found = read_json_object(line)
            if type(found.get("number")) is int and found["number"] == self.asked:
                with suppress(ValueError):
                    answer = GivenAnswer.read(found.get("answer"), asked.tree)
                    return UNREADABLE_ANSWER if is_strange else answer
            is_strange = True  # it is another's; the worker's own is still to come
        answer = describe_copy_failure(process, line, self.seconds, self.folder)
        self.close()
        return answer


def read_json_object(line: str) -> dict[str, Any]:
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
        self.handed = handed_arguments_for(function, depth, task)
        self.function = function
        self.seconds = seconds
        code = getattr(function, "__code__", None)
        if code:
            self.folder = str(Path(code.co_filename).parent)
        else:
            self.folder = ""

    def run(self, asked: SearchTask) -> GivenAnswer:
        """Return what the function does with a tree."""
        if not can_fork():
            return try_search(self.function, asked)

        def work(calls: IO[str]) -> str:
            return format_json(
                try_in_copy(self.function, asked, self.seconds, self.folder).as_object()
            )

        with ChildProcess.copy(work, guards=True) as guard:
            return wait_for_copy(guard, asked, self.seconds, self.folder, 2 * GRACE_SECONDS)


ANSWER_FILE_NAME = "its answer"
"""What stands for a file's name where an answer cannot be read."""
MAX_ANSWER_LINES = 2 * MAX_VALUE_READS


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

    def run(self, asked: SearchTask) -> GivenAnswer:
        """Return what the program does with a tree."""
        try:
            process = self.process or self._start()
        except InputError as error:  # it could be started before
            return GivenAnswer(failure=str(error), is_endless=True)
        process.say(
            format_json({**tree_as_json(asked.tree), "cut": asked.cut, "depth": asked.depth})
        )
        lines = list[str]()
        end = time.monotonic() + self.seconds
        while (line := process.hear(end)) and line.strip() and len(lines) < MAX_ANSWER_LINES:
            lines.append(line)
        if line and not line.strip():
            return read_event_answer(lines, asked)
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
                failure=f"never stops answering: more than {MAX_ANSWER_LINES:,} lines",
                is_endless=True,
            )
        else:
            hint = "; end each answer with an empty line" if lines else ""
            failed = GivenAnswer(
                failure=f"did not answer within {self.seconds:g} s{hint}", is_endless=True
            )
        self.close()
        return failed


def read_event_answer(lines: list[str], asked: SearchTask) -> GivenAnswer:
    """Return what events tell: the leaves in order, the value of the root, and its best move if that is named."""
    trace = Trace(revisits=True)
    tree = asked.tree
    recorder = Recorder(trace, next_pause, None, revisits=True)
    value = None
    failure = ""
    header, events = split_header(lines, asked)
    try:
        recording = Recording(ANSWER_FILE_NAME, FileLines(events), header=header).read()
        value = Replay(
            recording, resolve_position(PositionSpec("tree", tree.text()))[1], recorder
        ).run()
    except (ValueError, SearchStopped) as error:
        failure = f"reports what is impossible: {error}"
    except TooManyReads:
        failure = f"never stops reading values: more than {MAX_VALUE_READS:,}"
    recorder.close()
    leaves = trace.leaf_paths()
    if strange := [path for path in leaves if not is_path_in_tree(path, tree)]:
        leaves = tuple(path for path in leaves if is_path_in_tree(path, tree))
        above = next(
            end for end in range(len(strange[0]), -1, -1) if is_path_in_tree(strange[0][:end], tree)
        )
        failure = (
            failure
            or f"reports a leaf below {sentence_names(tree)[strange[0][:above]]} that is not in the tree"
        )
    move = trace.named_best.get(0)
    if move is not None and not is_path_in_tree((move,), tree):
        move = None
        failure = failure or "names a best move that is not in the tree"
    told = () if failure else tuple(lines)
    if not failure:
        failure = describe_misread_leaf(trace, asked)
    return GivenAnswer(leaves, value, move, failure, events=told)


def describe_misread_leaf(trace: Trace, asked: SearchTask) -> str:
    """Say which leaf of a tree a program has read with another value than it has; "" for none."""
    for row in filter(trace.is_leaf, range(len(trace))):
        path = trace.path(row)
        value = trace.value(row)
        if asked.is_leaf(path) and value != (right := asked.read(path)):
            return f"reads the value of {sentence_names(asked.tree)[path]} as {value:g}, but it is {right:g}"
    return ""


def split_header(lines: list[str], asked: SearchTask) -> tuple[FileEntry, list[str]]:
    """Return what says what is searched, as a program may have done in part in its first line, and its events."""
    header = {"search": "the program"}
    with suppress(ValueError, IndexError):
        first = FileEntry.parsed(ANSWER_FILE_NAME, 1, lines[0]).found
        if "search" in first:
            header = first
            lines = ["\n", *lines[1:]]
    return FileEntry(
        ANSWER_FILE_NAME, 0, {**header, "game": "tree", "position": asked.tree.text()}
    ), lines
