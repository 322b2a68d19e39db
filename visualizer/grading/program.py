"""A program in any language is graded: it gets a tree as a line of JSON, and answers with events and an empty line."""

from __future__ import annotations

import os
import shlex
import time
from contextlib import suppress

from visualizer.data_files import FileEntry, write_json
from visualizer.errors import InputError
from visualizer.events.lines import FileLines
from visualizer.events.recordings import Recording
from visualizer.events.replay import Replay
from visualizer.grading.answers import GivenAnswer, is_path
from visualizer.grading.conversation import Conversation
from visualizer.grading.forked import ending
from visualizer.grading.node import MOST_READS, TooManyReads
from visualizer.grading.subjects import Subject
from visualizer.grading.trees import Limited
from visualizer.grading.trial import Asked, leaves_of, pause
from visualizer.lookup import resolve
from visualizer.recipe import PositionSpec
from visualizer.trace.recorder import Recorder, SearchStopped
from visualizer.trace.rows import LEAVES, Trace

ANSWER = "its answer"
"""What stands for a file's name where an answer cannot be read."""
MOST_LINES = 2 * MOST_READS


class ProgramSubject(Subject):
    """A program that a person has named by its command line."""

    def __init__(self, command: str, seconds: float) -> None:
        """Start it; InputError where it cannot be started."""
        self.name, self.seconds = command, seconds
        try:
            self.words = shlex.split(command, posix=os.name != "nt")
        except ValueError as error:
            raise InputError(f"--program {command!r:.200} is no command line: {error}") from error
        if not self.words:
            raise InputError('--program is given, and is empty; it is a command line, such as "node bot.js"')
        self._start()

    def _start(self) -> Conversation:
        try:
            self.process = Conversation(self.words)
        except (OSError, ValueError) as error:
            why = error.strerror if isinstance(error, OSError) else str(error)
            raise InputError(f"the program {self.name!r:.200} cannot be started: {why}") from error
        return self.process

    def run(self, asked: Asked) -> GivenAnswer:
        """Return what the program does with a tree."""
        try:
            process = self.process or self._start()
        except InputError as error:  # it could be started before
            return GivenAnswer(failure=str(error), is_endless=True)
        process.say(write_json({**asked.limited.tree.as_sent(), "cut": asked.cut, "depth": asked.limited.depth}))
        lines, end = list[str](), time.monotonic() + self.seconds
        while (line := process.hear(end)) and line.strip() and len(lines) < MOST_LINES:
            lines.append(line)
        if line and not line.strip():
            return answer_of_events(lines, asked)
        if line == "":
            status, said = process.status(), process.said_aside().strip().splitlines()
            how = "closed its output" if status is None else f"ended its process {ending(status)}"
            failed = GivenAnswer(failure=f"{how}{f' ({said[-1]:.200})' if said else ''}")
        elif line:
            failed = GivenAnswer(failure=f"answers without end, more than {MOST_LINES:,} lines", is_endless=True)
        else:
            hint = "; an empty line ends an answer" if lines else ""
            failed = GivenAnswer(failure=f"did not answer within {self.seconds:g} s{hint}", is_endless=True)
        self.close()
        return failed


def answer_of_events(lines: list[str], asked: Asked) -> GivenAnswer:
    """Return what events tell: the leaves in order, the value of the root, and its best move if that is named."""
    trace, tree = Trace(revisits=True), asked.limited.tree
    recorder = Recorder(trace, pause, None, revisits=True)
    value, failure, (header, events) = None, "", with_header(lines, asked)
    try:
        recording = Recording(ANSWER, FileLines(events), header=header).read()
        value = Replay(recording, resolve(PositionSpec("tree", tree.text()))[1], recorder).run()
    except (ValueError, SearchStopped) as error:
        failure = f"tells what cannot be: {error}"
    except TooManyReads:
        failure = f"reads values without end, more than {MOST_READS:,}"
    recorder.close()
    leaves = leaves_of(trace)
    if strange := [path for path in leaves if not is_path(path, tree)]:
        leaves = tuple(path for path in leaves if is_path(path, tree))
        above = next(end for end in range(len(strange[0]), -1, -1) if is_path(strange[0][:end], tree))
        failure = failure or f"tells of a leaf below {tree.name_at(strange[0][:above])} that is not in the tree"
    move = trace.named_best.get(0)
    if move is not None and not is_path((move,), tree):
        move, failure = None, failure or "names a best move that is not in the tree"
    told = () if failure or not asked.watch else tuple(lines)
    failure = failure or next(filter(None, (misread(trace, row, asked.limited) for row in range(len(trace)))), "")
    return GivenAnswer(leaves, value, move, failure, events=told)


def with_header(lines: list[str], asked: Asked) -> tuple[FileEntry, list[str]]:
    """Return what says what is searched, as a program may have done in part in its first line, and its events."""
    header = {"search": "the program"}
    with suppress(ValueError, IndexError):
        first = FileEntry.parsed(ANSWER, 1, lines[0]).found
        if "search" in first:
            header, lines = first, ["\n", *lines[1:]]
    return FileEntry(ANSWER, 0, {**header, "game": "tree", "position": asked.limited.tree.text()}), lines


def misread(trace: Trace, number: int, limited: Limited) -> str:
    """Say that a leaf has another value than it was told to have; "" where it has not."""
    row, path = trace[number], trace.path(number)
    if row.kind not in LEAVES or not limited.is_leaf(path) or row.value == limited.value(path):
        return ""
    return f"reads {limited.tree.name_at(path)} as {row.value:g}, and it is {limited.value(path):g}"
