"""The searches that can be graded: functions in files, functions of this process, and programs."""

import os
import shlex
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from games import shorten
from games.tree.notation import Node
from visualizer.searching.data_files import FileEntry, format_json, read_json
from visualizer.searching.events.lines import FileLines
from visualizer.searching.events.recordings import Recording
from visualizer.searching.events.replay import Replay
from visualizer.searching.lookup import resolve_position
from visualizer.searching.recipe import PositionSpec
from visualizer.support.errors import InputError
from visualizer.support.plugins.discovery import UserCode, trust_typed_names
from visualizer.support.processes import ChildProcess, can_fork, describe_ending, own_python_command
from visualizer.trace.recorder import Recorder, SearchStopped
from visualizer.trace.rows import MovePath, Trace
from visualizer.your_code.grading.answers import GivenAnswer, is_path_in_tree
from visualizer.your_code.grading.node import MAX_VALUE_READS, TooManyReads
from visualizer.your_code.grading.notebooks import NOTEBOOK_EXTENSION
from visualizer.your_code.grading.playouts import (
    CallDescription,
    check_parameters,
    describe_call,
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
    """A search to grade, which is run on one tree after the other, each time without memory."""

    name: str
    process: ChildProcess | None = None
    """The other process in which the search runs; None if there is none at the moment."""
    other_origin = ""
    """Where the code is defined, if not in the file that was named."""
    call_description = CallDescription(({},), TreeShape())
    """How the search is called, and which trees it can search."""

    @property
    def shape(self) -> TreeShape:
        """The trees that it can search."""
        return self.call_description.shape

    def run(self, search_task: SearchTask) -> GivenAnswer:
        """Run the search on a tree, and return its answer."""
        raise NotImplementedError

    def close(self) -> None:
        """End the other process, if there is one."""
        if self.process is not None:
            self.process.close()
            self.process = None


SUBJECT_FORMS_HINT = (
    "write FILE.py:FUNCTION or MODULE:FUNCTION; a notebook can call grade itself, and grade "
    "--program COMMAND takes other languages"
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
"""The suffixes of files that contain code, but not a Python module."""


def check_module_name(name: str) -> None:
    """Raise InputError if a name does not have the form MODULE:FUNCTION.

    The module is not loaded, so it need not exist.
    """
    module, colon, function = name.rpartition(":")
    if colon and (Path(module).suffix.lower() in OTHER_LANGUAGE_SUFFIXES or Path(module).is_file()):
        raise InputError(f"{module!r:.200} is not a Python file; {SUBJECT_FORMS_HINT}")
    parts = [*module.split("."), *function.split(".")]
    if not colon or not all(map(str.isidentifier, parts)):
        raise InputError(f"{name!r:.200} does not name a function; {SUBJECT_FORMS_HINT}")


def check_file_exists(file: str, function: str) -> None:
    """Raise InputError if there is no file to load a function from."""
    if not Path(file).is_file():
        raise InputError(f"there is no file {shorten(file, 200)} to load {shorten(function)} from")


class FileSubject(Subject):
    """A function `FILE.py:FUNCTION`, or `MODULE:FUNCTION` of an installed package."""

    def __init__(
        self,
        name: str,
        seconds: float,
        depth: int | None,
        task: str = "",
    ) -> None:
        """Load the function `name` in another process; InputError if it cannot be loaded or called.

        The function may take `seconds` for each tree. `depth` is the depth limit in plies, or None.
        `task` is the name of the task for which the function is graded.
        """
        self.file, _, function_name = name.rpartition(":")
        is_file = UserCode.of(name) is not None or self.file.endswith(NOTEBOOK_EXTENSION)
        if is_file:
            check_file_exists(self.file, function_name)
        else:
            check_module_name(name)
        # The user has named the code, so it may be run without asking.
        trust_typed_names(name)
        self.name = name
        self.seconds = seconds
        self.requests_sent = 0

        self.folder = ""
        source = self.file
        if is_file:
            path = Path(self.file).absolute()
            self.folder = str(path.parent)
            source = str(path)
        # On the command line of the worker, 0 stands for no depth limit.
        words = (source, function_name, f"{seconds}", str(depth or 0), self.file, task)
        self.command = own_python_command("visualizer.your_code.grading.worker", *words)
        self._start()

    def _start(self) -> ChildProcess:
        """Start the process and let it load the file; InputError if the file cannot be loaded."""
        process = ChildProcess.start(*self.command)
        self.process = process
        try:
            self._load(process)
        except BaseException:
            self.close()
            raise
        return process

    def _load(self, process: ChildProcess) -> None:
        """Wait until the process has loaded the file, and store what it says about the function.

        InputError if the file cannot be loaded, or if the process sends anything else.
        """
        seconds = max(self.seconds, LOADING_SECONDS)
        line = process.read_line(time.monotonic() + seconds + GRACE_SECONDS)
        if not line:
            answer = describe_copy_failure(
                process,
                line,
                seconds,
                self.folder,
                verb="end",
            )
            raise InputError(f"{self.file!r:.200} cannot be loaded: it {answer.failure}")

        message = read_json_object(line)
        error = message.get("error")
        if isinstance(error, str):
            raise InputError(error)
        other_origin = message.get("other_origin")
        if not isinstance(other_origin, str):
            failure = UNREADABLE_ANSWER.failure
            raise InputError(f"{self.file!r:.200} cannot be loaded: it {failure}")

        self.other_origin = other_origin
        call = message["call"]
        self.call_description = CallDescription(**{**call, "shape": TreeShape(**call["shape"])})

    def run(self, search_task: SearchTask) -> GivenAnswer:
        """Return the function's answer on a tree."""
        try:
            # After a failure the process was closed, so it is started again.
            process = self.process or self._start()
        except InputError as error:
            return GivenAnswer(failure=f"cannot be loaded a second time: {error}", is_endless=True)

        self.requests_sent += 1
        request = {**search_task._asdict(), "tree": search_task.tree.text()}
        process.write_line(format_json({"number": self.requests_sent, **request}))
        return self._wait_for_answer(process, search_task)

    def _wait_for_answer(self, process: ChildProcess, search_task: SearchTask) -> GivenAnswer:
        """Return the worker's answer to a request, or a failure that says why no answer came.

        The process is closed if no answer came.
        """
        has_foreign_lines = False
        # The worker runs the code in a copy of itself. If the code takes too long, the copy ends,
        # or at least the worker. This deadline is for the case that both hang.
        deadline = time.monotonic() + self.seconds + 3 * GRACE_SECONDS
        line = process.read_line(deadline)
        while line:
            answer = self._read_answer(line, search_task)
            if answer is not None:
                return UNREADABLE_ANSWER if has_foreign_lines else answer
            # The graded code wrote this line, so the answer is no longer trusted. Read on to the
            # answer, which would otherwise come before the answer to the next request.
            has_foreign_lines = True
            line = process.read_line(deadline)

        answer = describe_copy_failure(process, line, self.seconds, self.folder)
        self.close()
        return answer

    def _read_answer(self, line: str, search_task: SearchTask) -> GivenAnswer | None:
        """Return the answer in a line, or None if the line is not the worker's answer.

        Lines may come from the graded code, too, but only the worker knows the number of the
        request.
        """
        message = read_json_object(line)
        number = message.get("number")
        if type(number) is not int or number != self.requests_sent:
            return None
        try:
            return GivenAnswer.read(message.get("answer"), search_task.tree)
        except ValueError:
            return None


def read_json_object(line: str) -> dict[str, Any]:
    """Return the JSON object in a line, or an empty one if the line is anything else."""
    try:
        value = read_json(line)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


class FunctionSubject(Subject):
    """A function of this process, called in a copy of the process if the system can make one."""

    def __init__(
        self,
        function: Callable[..., Any],
        seconds: float,
        depth: int | None,
        task: str = "",
    ) -> None:
        """Prepare to call a function; InputError if it cannot be called for the task.

        The function may take `seconds` for each tree. `depth` is the depth limit in plies, or None.
        `task` is the name of the task.
        """
        self.name = str(getattr(function, "__name__", function))
        check_parameters(function, self.name, depth, task)
        self.call_description = describe_call(function, depth, task)
        self.function = function
        self.seconds = seconds
        self.folder = ""
        code = getattr(function, "__code__", None)
        if code:
            self.folder = str(Path(code.co_filename).parent)

    def run(self, search_task: SearchTask) -> GivenAnswer:
        """Return the function's answer on a tree."""
        if not can_fork():
            return try_search(self.function, search_task)

        # The function runs in a copy of the guard, which is a copy of this process. So the guard
        # can answer, whatever the function does to its process.
        def guard_search(calls: IO[str]) -> str:
            answer = try_in_copy(self.function, search_task, self.seconds, self.folder)
            return format_json(answer.as_object())

        with ChildProcess.fork(guard_search, guards=True) as guard:
            return wait_for_copy(
                guard, search_task, self.seconds, self.folder, grace=2 * GRACE_SECONDS
            )


ANSWER_FILE_NAME = "its answer"
"""Used in place of a file name in error messages about an answer."""
MAX_ANSWER_LINES = 2 * MAX_VALUE_READS


class ProgramSubject(Subject):
    """A program in any language, which is started by a command line."""

    def __init__(self, command: str, seconds: float) -> None:
        """Start the program of a command line; InputError if it cannot be started.

        The program may take `seconds` for each tree.
        """
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
        """Start the program, and return its process; InputError if it cannot be started."""
        try:
            self.process = ChildProcess.start(self.words)
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else str(error)
            raise InputError(
                f"the program {self.name!r:.200} cannot be started: {reason}"
            ) from error
        return self.process

    def run(self, search_task: SearchTask) -> GivenAnswer:
        """Return the program's answer on a tree."""
        try:
            # The program is closed if an answer fails, and started again for the next tree.
            process = self.process or self._start()
        except InputError as error:
            return GivenAnswer(failure=str(error), is_endless=True)

        request = {"cut": search_task.cut, "depth": search_task.depth}
        process.write_line(format_json({**tree_as_json(search_task.tree), **request}))
        lines, last_line = self._read_lines(process)
        # A complete answer ends with an empty line, which is "\n" here.
        if last_line and last_line.isspace():
            return read_event_answer(lines, search_task)
        answer = self._failed_answer(process, last_line, has_lines=bool(lines))
        self.close()
        return answer

    def _read_lines(self, process: ChildProcess) -> tuple[list[str], str | None]:
        """Return the lines of an answer, and what was read after them.

        - a line without text after a complete answer
        - a line with text if there are too many lines
        - "" if the program has ended
        - None if it has not sent a line in time
        """
        lines: list[str] = []
        deadline = time.monotonic() + self.seconds
        line = process.read_line(deadline)
        while line and line.strip() and len(lines) < MAX_ANSWER_LINES:
            lines.append(line)
            line = process.read_line(deadline)
        return lines, line

    def _failed_answer(
        self, process: ChildProcess, last_line: str | None, *, has_lines: bool
    ) -> GivenAnswer:
        """Return a failure that says why an answer is not complete.

        `last_line` is what was read after the lines of the answer: "" if the program has ended,
        None if it has sent nothing in time, or the first line beyond the limit. `has_lines` says
        whether there were lines before.
        """
        if last_line == "":
            return GivenAnswer(failure=describe_program_end(process))
        if last_line:
            return GivenAnswer(
                failure=f"never stops answering: more than {MAX_ANSWER_LINES:,} lines",
                is_endless=True,
            )
        hint = "; end each answer with an empty line" if has_lines else ""
        return GivenAnswer(
            failure=f"did not answer within {self.seconds:g} s{hint}", is_endless=True
        )


def describe_program_end(process: ChildProcess) -> str:
    """Say how a program ended, with its last line on standard error."""
    status = process.status()
    error_lines = process.standard_error().strip().splitlines()
    ending = "closed its output" if status is None else describe_ending(status)
    if error_lines:
        ending += f" ({error_lines[-1]:.200})"
    return ending


def read_event_answer(lines: list[str], search_task: SearchTask) -> GivenAnswer:
    """Return the answer in the events of a program: the leaves, the root's value, the best move.

    `lines` are the events as JSON. The answer has a failure if an event is impossible on the tree,
    or if the program reads a wrong value at a leaf.
    """
    tree = search_task.tree
    trace = Trace(revisits=True)
    value, failure = replay_events(lines, search_task, trace)

    reported_leaves = trace.leaf_paths()
    leaves = tuple(path for path in reported_leaves if is_path_in_tree(path, tree))
    # The root is in row 0 of the trace.
    reported_move = trace.named_best.get(0)
    move = reported_move
    if move is not None and not is_path_in_tree((move,), tree):
        move = None

    # Only the first failure is reported, because it may have caused the others.
    if not failure and len(leaves) < len(reported_leaves):
        failure = describe_unknown_leaf(reported_leaves, tree)
    if not failure and move != reported_move:
        failure = "names a best move that is not in the tree"
    # Events in which only a value is wrong are valid, and can be shown.
    valid_lines = () if failure else tuple(lines)
    if not failure:
        failure = describe_misread_leaf(trace, search_task)
    return GivenAnswer(
        leaves,
        value,
        move,
        failure,
        events=valid_lines,
    )


def replay_events(
    lines: list[str], search_task: SearchTask, trace: Trace
) -> tuple[float | None, str]:
    """Record the events of a program in a trace; return the root's value and a failure in words.

    The value is None if the program gives none. The failure says which event is impossible on the
    tree, or is "".
    """
    recorder = Recorder(trace, next_pause, None, revisits=True)
    value = None
    failure = ""
    header, events = split_header(lines, search_task)
    try:
        recording = Recording(ANSWER_FILE_NAME, FileLines(events), header=header).read()
        _, position = resolve_position(PositionSpec("tree", search_task.tree.text()))
        value = Replay(recording, position, recorder).run()
    except (ValueError, SearchStopped) as error:
        failure = f"reports what is impossible: {error}"
    except TooManyReads:
        failure = f"never stops reading values: more than {MAX_VALUE_READS:,}"
    recorder.close()
    return value, failure


def describe_unknown_leaf(leaves: Sequence[MovePath], tree: Node) -> str:
    """Describe the first reported leaf that is not in the tree.

    At least one of `leaves` must not be in the tree. The words are the end of a sentence about the
    program that reports them.
    """
    ancestor = next(leaf for leaf in leaves if not is_path_in_tree(leaf, tree))
    # Go up to the first node that is in the tree.
    while not is_path_in_tree(ancestor, tree):
        ancestor = ancestor[:-1]
    return f"reports a leaf below {sentence_names(tree)[ancestor]} that is not in the tree"


def describe_misread_leaf(trace: Trace, search_task: SearchTask) -> str:
    """Describe the first leaf whose value a program has misread; "" if all values are right.

    The words are the end of a sentence about the program.
    """
    names = sentence_names(search_task.tree)
    for row in filter(trace.is_leaf, range(len(trace))):
        path = trace.path(row)
        if not search_task.is_leaf(path):
            continue
        value = trace.value(row)
        right_value = search_task.read(path)
        if value != right_value:
            return f"reads the value of {names[path]} as {value:g}, but it is {right_value:g}"
    return ""


def split_header(lines: list[str], search_task: SearchTask) -> tuple[FileEntry, list[str]]:
    """Split the lines of a program into a header and the lines of the events.

    If the first line is not a header, a default header is returned. In any case, its position is
    the tree of the task.
    """
    header = {"search": "the program"}
    with suppress(ValueError, IndexError):
        first = FileEntry.parsed(ANSWER_FILE_NAME, 1, lines[0]).values
        if "search" in first:
            header = first
            # An empty line keeps the line numbers in error messages right.
            lines = ["\n", *lines[1:]]

    position = {"game": "tree", "position": search_task.tree.text()}
    return FileEntry(ANSWER_FILE_NAME, 0, {**header, **position}), lines
