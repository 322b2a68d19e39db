"""Long work: tasks on several processes, or on any executor.

What they give is appended to a file task by task, so that the work can be resumed however it ended.
"""

import os
import signal
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Executor, Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, nullcontext
from io import FileIO
from os import PathLike
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

import exports
import games
from exports.atomic_files import explaining_write_errors, is_device
from visualizer.searching.recipe import SearchSpec
from visualizer.support.errors import InputError, as_input_error
from visualizer.support.plugins.discovery import files_in
from visualizer.support.pool import handling_signal, process_pool

TaskType = TypeVar("TaskType")
TaskResult = TypeVar("TaskResult")

STOP_CHECK_SECONDS = 0.5
"""Seconds."""


def do_tasks(
    work: Callable[[TaskType], TaskResult],
    tasks: Mapping[int, TaskType],
    keep: Callable[[int, TaskResult], None],
    tell: Callable[[], None],
    executor: Executor | None = None,
    processes: int | None = None,
) -> None:
    """Do tasks, and give each one's number and what `work` gives for it to `keep`, as it finishes.

    `tell` is called after each, if for a while none has finished, and in the end, whatever ends the work. Without an
    executor processes are started, by default one for each processor.
    """
    allowed = getattr(os, "sched_getaffinity", None)
    if allowed:
        processors = len(allowed(0))
    else:
        processors = os.cpu_count() or 1
    count = min(processes or processors, len(tasks))
    with ExitStack() as stack:
        stack.callback(tell)  # Ctrl-C may come between a result's writing and its mention
        if executor is None and count <= 1:
            for number, task in tasks.items():
                keep(number, work(task))
                tell()
            return
        finished: SimpleQueue[Future[TaskResult]] = SimpleQueue()
        at_work = executor or stack.enter_context(process_pool(count))
        # Processes started here ignore what a terminal sends to all of them on Ctrl-C.
        with nullcontext() if executor else handling_signal(signal.SIGINT, signal.SIG_IGN):
            numbers = {
                at_work.submit(_do_with_trust, games.trusted_files(), work, task): number
                for number, task in tasks.items()
            }
        if executor:
            stack.callback(lambda: [future.cancel() for future in numbers])
        for future in numbers:
            future.add_done_callback(finished.put)
        left = len(numbers)
        while left:
            try:
                future = finished.get(timeout=STOP_CHECK_SECONDS)
                left -= 1
            except Empty:
                tell()
                continue
            keep(numbers[future], _task_result(future))
            tell()


def _task_result(future: Future[TaskResult]) -> TaskResult:
    """Return what a task gave."""
    try:
        return future.result()
    except BrokenProcessPool as error:
        raise InputError(
            "one of the processes ended unexpectedly, perhaps for lack of memory (use fewer processes); "
            'a script that starts processes must do so under if __name__ == "__main__"'
        ) from error


def _do_with_trust(
    files: Iterable[Path], work: Callable[[TaskType], TaskResult], task: TaskType
) -> TaskResult:
    """Do a task where the same files are trusted as in the process that has sent it."""
    games.trust_files(files)
    return work(task)


ProgressListener = Callable[[int, int], None]
"""Called with the numbers of tasks done and of all tasks, at least about twice a second."""
TaskSpans = dict[int, tuple[int, int]]

HEADER_TASK = -1
"""The number of the header, among those of tasks."""


class TaskFile:
    """A file of results while work appends to it; a subclass says how it begins and how it is read.

    `done` says for each task whose results are in the file, by number, where they begin and end, in the order of the
    file. Between two calls a task is in the file with all of its results or not at all.
    """

    header = b""
    """What the file begins with."""
    things = "tasks"
    """What the tasks are called in messages."""

    def __init__(
        self,
        path: str | PathLike[str],
        searches: Iterable[tuple[str, SearchSpec]],
        *,
        resume: bool,
        force: bool,
    ) -> None:
        """Begin a new file, with `force` over an old one, or take up an old one.

        InputError says why that cannot be done, and changes nothing. A warning tells if user-supplied files that the
        `searches` of games use have changed since the old one was written.
        """
        self.path = os.fspath(path)
        self.done: TaskSpans = {}
        exports.check_writable(path, force=True)
        self._is_device = is_device(Path(path))
        there = exports.is_occupied(path)
        self._replaces = there
        self._torn = False
        if there and resume:
            used = {
                each
                for game, search in searches
                for word in (game, *search.names())
                for each in files_in(word)
            }
            written = Path(path).stat().st_mtime
            newer = [
                str(each)
                for each in sorted(used)
                if each.is_file() and each.stat().st_mtime > written
            ]
            self._take_up()
            if newer and self.done:
                warnings.warn(
                    f"{' '.join(newer)} changed after the last result was written to {self.path!r}, which may now "
                    "mix results of two versions",
                    stacklevel=2,
                )
        elif there and not force:
            raise InputError(
                f"{self.path!r} already exists; continue it with --resume or replace it with --force"
            )

    def read(self, data: bytes) -> TaskSpans:
        """Return the header and the tasks that are whole; InputError if the file belongs to something else."""
        raise NotImplementedError

    def add(self, number: int, given: Any) -> None:
        """Append what a task gave; if that fails, InputError says why, and the file is as it was."""
        raise NotImplementedError

    @property
    def size(self) -> int:
        """How many bytes the file has."""
        if self.done:
            return next(reversed(self.done.values()))[1]
        return 0

    def append(self, number: int, data: bytes) -> None:
        """Append what a task gave as bytes; the first is written with the header."""
        if not self.done:
            self._begin({number: data})
        else:
            self._append(number, data)

    def finish(self) -> None:
        """Sort the tasks if they were not written in order; the file is replaced atomically."""
        if not self.done:
            self._begin({})
        if [*self.done] != sorted(self.done) and not self._is_device:
            data = Path(self.path).read_bytes()
            spans = [self.done[number] for number in sorted(self.done)]
            with as_input_error(
                behind=f"; the file has all {self.things}, and --resume puts them in order"
            ):
                exports.save_file(
                    self.path, b"".join(data[begin:end] for begin, end in spans), force=True
                )

    def another(self, how: str) -> InputError:
        """Return the error for a file of something else."""
        return InputError(
            f"{self.path!r} holds the results of something else, so --resume cannot continue it: {how}"
        )

    def _begin(self, first: dict[int, bytes]) -> None:
        """Write the header and the first result in one move: work that fails before leaves no file, or the old one."""
        size = len(self.header)
        spans = {HEADER_TASK: (0, len(self.header))}
        spans |= {number: (size, size + len(data)) for number, data in first.items()}
        exports.save_file(self.path, b"".join([self.header, *first.values()]), force=self._replaces)
        self.done = spans

    def _take_up(self) -> None:
        """Find out which tasks are done; cut off what is incomplete at the end. A file without any is begun anew."""
        data = Path(self.path).read_bytes()
        if self.header.startswith(data):
            done = {}
        else:
            done = self.read(data)
        if done.keys() - {HEADER_TASK}:
            self.done = done
            if self.size < len(data):
                os.truncate(self.path, self.size)

    def _append(self, number: int, data: bytes) -> None:
        """Append some bytes; if not all can be written, none stays.

        That they are there is noted last and at one stroke, so that Ctrl-C at any moment does no harm.
        """
        begin = self.size
        whole = len(self.done) - 1
        if self._is_device:
            exports.save_file(self.path, data)
        else:
            kept = (
                f"; the file has the {whole:,} {self.things} that are done, and --resume continues"
            )
            with (
                explaining_write_errors(Path(self.path), kept if whole else ""),
                Path(self.path).open("ab", buffering=0) as file,
            ):
                self._check(file)
                self._torn = True
                try:
                    _write_all(file, data)
                except OSError:
                    self._cut(file)
                    raise
        self.done[number] = (begin, begin + len(data))
        self._torn = False

    def _check(self, file: FileIO) -> None:
        """Refuse a file that another program has changed; what an interrupted write of ours left behind is cut off."""
        if self._torn:
            self._cut(file)
        elif os.fstat(file.fileno()).st_size != self.size:
            raise InputError(
                f"{self.path!r} was changed by another program, so it is left as it is"
            )

    def _cut(self, file: FileIO) -> None:
        """Cut off what was written only in part."""
        file.truncate(self.size)
        self._torn = False


def do_tasks_into(
    results: TaskFile | None,
    tasks: Sequence[TaskType],
    work: Callable[[TaskType], TaskResult],
    found: dict[int, TaskResult],
    progress: ProgressListener | None,
    executor: Executor | None = None,
    processes: int | None = None,
) -> None:
    """Do the tasks that are not in a file yet, as `do_tasks`; what each gives is `found`, and added to the file."""
    left = {
        number: task
        for number, task in enumerate(tasks)
        if results is None or number not in results.done
    }

    def tell() -> None:
        """Say how many tasks are done: those whose results are in the file, if there is one."""
        if progress is not None:
            progress(
                len(found if results is None else results.done.keys() & range(len(tasks))),
                len(tasks),
            )

    def keep(number: int, given: TaskResult) -> None:
        found[number] = given
        if results is not None:
            results.add(number, given)

    do_tasks(work, left, keep, tell, executor, processes)
    if results is not None:
        results.finish()


def _write_all(file: FileIO, data: bytes) -> None:
    """Write all of the bytes, or raise OSError."""
    rest = memoryview(data)
    while rest:
        rest = rest[file.write(rest) :]
