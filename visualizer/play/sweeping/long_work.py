"""Long work: tasks on several processes, or on any executor.

The results are appended to a file task by task, so the work can be resumed however it ended.
"""

import os
import signal
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Executor, Future
from concurrent.futures.process import BrokenProcessPool
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
"""At the latest after so long without a result, progress is reported and Ctrl-C has an effect."""


def do_tasks(
    work: Callable[[TaskType], TaskResult],
    tasks: Mapping[int, TaskType],
    store: Callable[[int, TaskResult], None],
    report: Callable[[], None],
    *,
    executor: Executor | None = None,
    processes: int | None = None,
) -> None:
    """Do tasks, and call `store` with the number and the result of each as soon as it is done.

    `report` is called after each task, and about twice a second in between, and once more when the
    work ends or is interrupted. Without an `executor`, `processes` are started, by default one for
    each processor.
    """
    count = min(processes or _processor_count(), len(tasks))
    try:
        if executor is not None:
            _do_on_executor(executor, work, tasks, store, report)
        elif count > 1:
            _do_on_processes(count, work, tasks, store, report)
        else:
            for number, task in tasks.items():
                store(number, work(task))
                report()
    finally:
        # Ctrl-C may come between the storing of a result and its report.
        report()


def _processor_count() -> int:
    """Return how many processors this process may use."""
    # Unlike `cpu_count`, this respects the limits of a container or a batch job; macOS lacks it.
    affinity = getattr(os, "sched_getaffinity", None)
    if affinity is None:
        return os.cpu_count() or 1
    return len(affinity(0))


def _do_on_executor(
    executor: Executor,
    work: Callable[[TaskType], TaskResult],
    tasks: Mapping[int, TaskType],
    store: Callable[[int, TaskResult], None],
    report: Callable[[], None],
) -> None:
    """Do tasks on the caller's executor; after an error, cancel the tasks that have not begun."""
    numbers = _submit_tasks(executor, work, tasks)
    try:
        _collect_results(numbers, store, report)
    finally:
        for future in numbers:
            future.cancel()


def _do_on_processes(
    count: int,
    work: Callable[[TaskType], TaskResult],
    tasks: Mapping[int, TaskType],
    store: Callable[[int, TaskResult], None],
    report: Callable[[], None],
) -> None:
    """Do tasks on new processes, and end these processes afterwards."""
    with process_pool(count) as pool:
        # A terminal sends Ctrl-C to all processes: the new ones ignore it, and this one ends them.
        with handling_signal(signal.SIGINT, signal.SIG_IGN):
            numbers = _submit_tasks(pool, work, tasks)
        _collect_results(numbers, store, report)


def _submit_tasks(
    executor: Executor,
    work: Callable[[TaskType], TaskResult],
    tasks: Mapping[int, TaskType],
) -> dict[Future[TaskResult], int]:
    """Submit tasks to an executor, and return the number of the task of each future."""
    trusted = games.trusted_files()
    numbers = {}
    for number, task in tasks.items():
        future = executor.submit(_do_with_trust, trusted, work, task)
        numbers[future] = number
    return numbers


def _collect_results(
    numbers: Mapping[Future[TaskResult], int],
    store: Callable[[int, TaskResult], None],
    report: Callable[[], None],
) -> None:
    """Store the results of tasks in the order in which they finish.

    `numbers` has the number of the task of each future.
    """
    finished: SimpleQueue[Future[TaskResult]] = SimpleQueue()
    for future in numbers:
        future.add_done_callback(finished.put)

    remaining = len(numbers)
    while remaining:
        try:
            # Without a timeout, Ctrl-C would have no effect until a task finishes.
            future = finished.get(timeout=STOP_CHECK_SECONDS)
        except Empty:
            report()
            continue
        remaining -= 1
        store(numbers[future], _task_result(future))
        report()


def _task_result(future: Future[TaskResult]) -> TaskResult:
    """Return the result of a finished task; InputError if its process died."""
    try:
        return future.result()
    except BrokenProcessPool as error:
        raise InputError(
            "one of the processes ended unexpectedly, perhaps for lack of memory"
            " (use fewer processes); "
            'a script that starts processes must do so under if __name__ == "__main__"'
        ) from error


def _do_with_trust(
    files: Iterable[Path], work: Callable[[TaskType], TaskResult], task: TaskType
) -> TaskResult:
    """Do a task in a process that trusts the same files as the process that has sent the task."""
    games.trust_files(files)
    return work(task)


ProgressListener = Callable[[int, int], None]
"""Called with the numbers of tasks done and of all tasks, at least about twice a second."""

TaskSpans = dict[int, tuple[int, int]]
"""Where the results of each task begin and end in a file, in bytes, by the task's number."""

HEADER_TASK = -1
"""The number of the header, among those of tasks."""


class TaskFile:
    """A file of results while work appends to it; a subclass defines its header and its format.

    `done` has the tasks whose results are in the file, in the order of the file. Between two calls,
    either all results of a task are in the file or none.
    """

    header = b""
    """The bytes at the beginning of the file."""
    task_plural = "tasks"
    """The word for tasks in messages."""

    def __init__(
        self,
        path: str | PathLike[str],
        searches: Iterable[tuple[str, SearchSpec]],
        *,
        resume: bool,
        force: bool,
    ) -> None:
        """Begin a new file; or with `resume` continue an existing one, with `force` replace it.

        InputError, before anything is changed, if this is impossible. `searches` has the name of
        the game and the search of each search: if they use user-supplied files that are newer than
        the results to be continued, a warning is given.
        """
        self.path = os.fspath(path)
        self.done: TaskSpans = {}
        exports.check_writable(path, force=True)
        self._is_device = is_device(Path(path))
        self._replaces = exports.is_occupied(path)
        self._may_be_torn = False

        if self._replaces and resume:
            # Resuming can cut off the end of the file, which changes its time.
            newer = self._changed_since_written(searches)
            self._resume()
            if newer and self.done:
                warnings.warn(
                    f"{' '.join(newer)} changed after the last result was written to "
                    f"{self.path!r}, which may now mix results of two versions",
                    stacklevel=2,
                )
        elif self._replaces and not force:
            raise InputError(
                f"{self.path!r} already exists; "
                "continue it with --resume or replace it with --force"
            )

    def _changed_since_written(self, searches: Iterable[tuple[str, SearchSpec]]) -> list[str]:
        """Return the names of user-supplied files of searches that are newer than the results."""
        used: set[Path] = set()
        for game, search in searches:
            for name in (game, *search.names()):
                used.update(files_in(name))

        written = Path(self.path).stat().st_mtime
        changed = [file for file in used if file.is_file() and file.stat().st_mtime > written]
        return [str(file) for file in sorted(changed)]

    def read(self, data: bytes) -> TaskSpans:
        """Return where the header and the results of complete tasks are in the file's `data`.

        InputError if the results are not those of the tasks.
        """
        raise NotImplementedError

    def add(self, number: int, result: Any) -> None:
        """Append the result of a task; InputError if this fails and leaves the file unchanged."""
        raise NotImplementedError

    @property
    def size(self) -> int:
        """How many bytes the file has, up to its last complete task."""
        if self.done:
            _, end = next(reversed(self.done.values()))
            return end
        return 0

    def append(self, number: int, data: bytes) -> None:
        """Append the result of a task as bytes; the first is written with the header."""
        if not self.done:
            self._begin({number: data})
        else:
            self._append(number, data)

    def finish(self) -> None:
        """Complete the file once all tasks are done: put their results in order.

        The file is replaced atomically. If no task was done, write the header alone.
        """
        if not self.done:
            self._begin({})
        in_order = sorted(self.done)
        # What was written to a device cannot be read back.
        if [*self.done] == in_order or self._is_device:
            return

        data = Path(self.path).read_bytes()
        spans = [self.done[number] for number in in_order]
        sorted_data = b"".join(data[begin:end] for begin, end in spans)
        hint = f"; the file has all {self.task_plural}, and --resume puts them in order"
        with as_input_error(behind=hint):
            exports.save_file(self.path, sorted_data, force=True)

    def foreign_file_error(self, reason: str) -> InputError:
        """Return the error for a file with the results of other tasks."""
        return InputError(
            f"{self.path!r} holds the results of something else, "
            f"so --resume cannot continue it: {reason}"
        )

    def _begin(self, first: dict[int, bytes]) -> None:
        """Write a new file atomically, with the header and the first result, if any, by number.

        So work that fails before its first result leaves no file, or the old one.
        """
        size = len(self.header)
        spans = {HEADER_TASK: (0, size)}
        for number, data in first.items():
            spans[number] = (size, size + len(data))
        exports.save_file(self.path, b"".join([self.header, *first.values()]), force=self._replaces)
        self.done = spans

    def _resume(self) -> None:
        """Find the tasks that are done in the file, and cut off a result that was written in part.

        If no task is done, the file will be begun anew.
        """
        data = Path(self.path).read_bytes()
        # An empty file, or one with a torn header, has nothing to read.
        if self.header.startswith(data):
            return
        done = self.read(data)
        if done.keys() - {HEADER_TASK}:
            self.done = done
            if self.size < len(data):
                os.truncate(self.path, self.size)

    def _append(self, number: int, data: bytes) -> None:
        """Append bytes to the file: all of them, or none."""
        begin = self.size
        if self._is_device:
            exports.save_file(self.path, data)
        else:
            self._append_to_disk(data)
        # Recorded last, in one assignment: if Ctrl-C comes before, the next call cuts off what was
        # written.
        self.done[number] = (begin, begin + len(data))
        self._may_be_torn = False

    def _append_to_disk(self, data: bytes) -> None:
        """Append bytes to a file on a disk; after an error, the file ends as before."""
        # The header, which is in `done` too, is no task.
        done_count = len(self.done) - 1
        hint = ""
        if done_count:
            hint = (
                f"; the file has the {done_count:,} {self.task_plural} that are done, "
                "and --resume continues"
            )
        path = Path(self.path)
        with explaining_write_errors(path, hint), path.open("ab", buffering=0) as file:
            self._check_end(file)
            self._may_be_torn = True
            try:
                _write_all(file, data)
            except OSError:
                self._cut_torn_end(file)
                raise

    def _check_end(self, file: FileIO) -> None:
        """Check that the file ends with the last complete result.

        Cut off a result that this program has written in part. InputError if another program has
        changed the file.
        """
        if self._may_be_torn:
            self._cut_torn_end(file)
        elif os.fstat(file.fileno()).st_size != self.size:
            raise InputError(
                f"{self.path!r} was changed by another program, so it is left as it is"
            )

    def _cut_torn_end(self, file: FileIO) -> None:
        """Cut off a result that was written only in part."""
        file.truncate(self.size)
        self._may_be_torn = False


def do_tasks_into(
    results: TaskFile | None,
    tasks: Sequence[TaskType],
    work: Callable[[TaskType], TaskResult],
    found: dict[int, TaskResult],
    progress: ProgressListener | None,
    *,
    executor: Executor | None = None,
    processes: int | None = None,
) -> None:
    """Do the tasks that are not in a file yet, on an executor or on processes as in `do_tasks`.

    Their results are stored in `found`, by number, and added to the file `results`, if there is
    one. `progress` is called with the numbers of tasks done and of all tasks.
    """
    remaining = dict(enumerate(tasks))
    if results is not None:
        for number in results.done.keys() & remaining.keys():
            del remaining[number]

    def report() -> None:
        """Report how many tasks are done; with a file, those whose results are in the file."""
        if progress is None:
            return
        if results is None:
            progress(len(found), len(tasks))
        else:
            # The header counts as done too, but is no task.
            done = results.done.keys() & range(len(tasks))
            progress(len(done), len(tasks))

    def store(number: int, result: TaskResult) -> None:
        found[number] = result
        if results is not None:
            results.add(number, result)

    do_tasks(
        work,
        remaining,
        store,
        report,
        executor=executor,
        processes=processes,
    )
    if results is not None:
        results.finish()


def _write_all(file: FileIO, data: bytes) -> None:
    """Write all of the bytes, or raise OSError."""
    # An unbuffered file may write only a part, on a disk that fills up for example.
    rest = memoryview(data)
    while rest:
        written = file.write(rest)
        rest = rest[written:]
