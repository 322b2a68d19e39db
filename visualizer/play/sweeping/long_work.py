"""Long work: tasks on several processes, or on any executor.

The results are appended to a file task by task, so the work can be resumed however it ended.
"""

import os
import signal
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Executor, Future
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from io import FileIO
from os import PathLike
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, Generic, TypeVar

import exports
import games
from exports.atomic_files import explaining_write_errors, is_device
from visualizer.support.errors import InputError, as_input_error
from visualizer.support.plugins.discovery import files_in
from visualizer.support.pool import handling_signal, process_pool

TaskType = TypeVar("TaskType")
TaskResult = TypeVar("TaskResult")

STOP_CHECK_SECONDS = 0.5
"""How often progress is reported and Ctrl-C is noticed while no task ends."""


@dataclass(frozen=True, slots=True)
class TaskRunner(Generic[TaskType, TaskResult]):
    """Does tasks in this process, on several processes, or on the caller's executor.

    `store` is called with the number and the result of each task as soon as the task is done.
    `report` is called after each task, about twice a second while no task ends, and once more when
    all work ends or is interrupted.
    """

    work: Callable[[TaskType], TaskResult]
    """Does one task."""
    tasks: Mapping[int, TaskType]
    store: Callable[[int, TaskResult], None]
    report: Callable[[], None]

    def do_tasks(self, executor: Executor | None, processes: int | None) -> None:
        """Do all tasks, on an executor or, if it is None, on a number of processes.

        By default, there is a process for each processor.
        """
        count = min(processes or _processor_count(), len(self.tasks))
        try:
            if executor is not None:
                self._do_on_executor(executor)
            elif count > 1:
                self._do_on_processes(count)
            else:
                for number, task in self.tasks.items():
                    self.store(number, self.work(task))
                    self.report()
        finally:
            # Ctrl-C may come after a result is stored, before it is reported.
            self.report()

    def _do_on_executor(self, executor: Executor) -> None:
        """Do the tasks on an executor; after an error, cancel the tasks that have not begun."""
        numbers = self._submit_tasks(executor)
        try:
            self._collect_results(numbers)
        finally:
            for future in numbers:
                future.cancel()

    def _do_on_processes(self, count: int) -> None:
        """Do the tasks on new processes, and end these processes afterwards."""
        with process_pool(count) as pool:
            # A terminal sends Ctrl-C to all processes. The new processes ignore it, since this
            # process ends them.
            with handling_signal(signal.SIGINT, signal.SIG_IGN):
                numbers = self._submit_tasks(pool)
            self._collect_results(numbers)

    def _submit_tasks(self, executor: Executor) -> dict[Future[TaskResult], int]:
        """Submit the tasks to an executor, and return the task number of each future."""
        trusted = games.trusted_files()
        numbers = {}
        for number, task in self.tasks.items():
            future = executor.submit(_do_with_trust, trusted, self.work, task)
            numbers[future] = number
        return numbers

    def _collect_results(self, numbers: Mapping[Future[TaskResult], int]) -> None:
        """Store the results of tasks in the order in which they finish.

        `numbers` has the task number of each future.
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
                self.report()
                continue
            remaining -= 1
            self.store(numbers[future], _task_result(future))
            self.report()


def _processor_count() -> int:
    """Return how many processors this process may use."""
    # Unlike `cpu_count`, this respects the limits of a container or a batch job; macOS lacks it.
    affinity = getattr(os, "sched_getaffinity", None)
    if affinity is None:
        return os.cpu_count() or 1
    return len(affinity(0))


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
"""The key of the header in `TaskSpans`; the other keys are the numbers of tasks."""


class TaskFile:
    """A file of results to which tasks append; subclasses define its header and its format.

    `done` has the tasks whose results are in the file, in the order of the file. A call either
    writes all results of a task or leaves the file without them.
    """

    header = b""
    """The bytes at the beginning of the file."""
    task_plural = "tasks"
    """The word for tasks in messages."""

    def __init__(
        self,
        path: str | PathLike[str],
        names: Iterable[str],
        *,
        resume: bool,
        force: bool,
    ) -> None:
        """Begin a new file; with `resume` continue an existing file, with `force` replace it.

        InputError, before anything is changed, if this is impossible. `names` are the names of
        games, algorithms and evaluations that the tasks use. Warn if one of them is from a
        user-supplied file that has changed since the last result was written.
        """
        self.path = os.fspath(path)
        self.done: TaskSpans = {}
        exports.check_writable(path, force=True)
        self._is_device = is_device(Path(path))
        self._exists = exports.is_occupied(path)
        self._may_be_incomplete = False
        """Whether the file may end with a part of a result."""

        if self._exists and resume:
            # Look at the time of the file first, since resuming may change it.
            changed_files = self._changed_since_written(names)
            self._resume()
            if changed_files and self.done:
                warnings.warn(
                    f"{' '.join(changed_files)} changed after the last result was written to "
                    f"{self.path!r}, which may now mix results of two versions",
                    stacklevel=2,
                )
        elif self._exists and not force:
            raise InputError(
                f"{self.path!r} already exists; "
                "continue it with --resume or replace it with --force"
            )

    def _changed_since_written(self, names: Iterable[str]) -> list[str]:
        """Return the user-supplied files that belong to `names` and are newer than the results."""
        used: set[Path] = set()
        for name in names:
            used.update(files_in(name))

        written = Path(self.path).stat().st_mtime
        changed = [file for file in used if file.is_file() and file.stat().st_mtime > written]
        return [str(file) for file in sorted(changed)]

    def read(self, data: bytes) -> TaskSpans:
        """Return where in the file's `data` the header and the results of complete tasks are.

        InputError if the file has results of other tasks than these.
        """
        raise NotImplementedError

    def add(self, number: int, result: Any) -> None:
        """Append the result of a task; InputError if this fails and leaves the file unchanged."""
        raise NotImplementedError

    @property
    def size(self) -> int:
        """The position in the file, in bytes, where the results of the last complete task end."""
        if self.done:
            _, end = next(reversed(self.done.values()))
            return end
        return 0

    def append(self, number: int, data: bytes) -> None:
        """Append the result of a task as bytes; before the first result, write the header."""
        if not self.done:
            self._write_new_file({number: data})
        else:
            self._append(number, data)

    def finish(self) -> None:
        """Sort the results in the file by task, once all tasks are done.

        The file is replaced atomically. If there were no tasks, write only the header.
        """
        if not self.done:
            self._write_new_file({})
        sorted_tasks = sorted(self.done)
        # A device cannot be read, so its results stay in the order in which tasks were done.
        if [*self.done] == sorted_tasks or self._is_device:
            return

        data = Path(self.path).read_bytes()
        spans = [self.done[number] for number in sorted_tasks]
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

    def _write_new_file(self, first_result: dict[int, bytes]) -> None:
        """Write the header and the first result to a new file, atomically.

        `first_result` has the bytes of the result by the number of the task; it is empty if there
        are no tasks. The file is not written earlier, so that work that fails before its first
        result leaves an existing file as it is.
        """
        size = len(self.header)
        spans = {HEADER_TASK: (0, size)}
        for number, data in first_result.items():
            spans[number] = (size, size + len(data))
        contents = b"".join([self.header, *first_result.values()])
        exports.save_file(self.path, contents, force=self._exists)
        self.done = spans

    def _resume(self) -> None:
        """Find the tasks that are done in the file, and cut off an incomplete result at its end.

        If no task is done, the first result will replace the file.
        """
        data = Path(self.path).read_bytes()
        # The file is empty, or ends within the header.
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
        # The result counts only from here on. If Ctrl-C comes before, the next call removes it from
        # the file.
        self.done[number] = (begin, begin + len(data))
        self._may_be_incomplete = False

    def _append_to_disk(self, data: bytes) -> None:
        """Append bytes to a file on a disk; after an error, the file ends as it did before."""
        # `done` also has the header, which is not a task.
        done_count = len(self.done) - 1
        hint = ""
        if done_count:
            hint = (
                f"; the file has the {done_count:,} {self.task_plural} that are done, "
                "and --resume continues"
            )
        path = Path(self.path)
        with explaining_write_errors(path, hint), path.open("ab", buffering=0) as file:
            self._repair_end(file)
            self._may_be_incomplete = True
            try:
                _write_all(file, data)
            except OSError:
                self._cut_incomplete_result(file)
                raise

    def _repair_end(self, file: FileIO) -> None:
        """Make sure that the file ends with the last complete result.

        Cut off what an interrupted call has written. InputError if another program has changed the
        file.
        """
        if self._may_be_incomplete:
            self._cut_incomplete_result(file)
        elif os.fstat(file.fileno()).st_size != self.size:
            raise InputError(
                f"{self.path!r} was changed by another program, so it is left as it is"
            )

    def _cut_incomplete_result(self, file: FileIO) -> None:
        """Cut off everything after the last complete result."""
        file.truncate(self.size)
        self._may_be_incomplete = False


def do_missing_tasks(
    results: TaskFile | None,
    tasks: Sequence[TaskType],
    work: Callable[[TaskType], TaskResult],
    new_results: dict[int, TaskResult],
    progress: ProgressListener | None,
    *,
    executor: Executor | None = None,
    processes: int | None = None,
) -> None:
    """Do the tasks that are not in the file `results` yet; without a file (None), do all tasks.

    Each result is appended to the file, and stored in `new_results` under the number of its task.
    `progress` is called with the number of tasks done and the number of all tasks. `executor` and
    `processes` are as in `TaskRunner.do_tasks`.
    """
    remaining = dict(enumerate(tasks))
    if results is not None:
        for number in results.done.keys() & remaining.keys():
            del remaining[number]

    def report() -> None:
        """Report how many tasks are done; with a file, only tasks whose results are in the file."""
        if progress is None:
            return
        if results is None:
            progress(len(new_results), len(tasks))
        else:
            # `results.done` also has the header, which is not a task.
            done = results.done.keys() & range(len(tasks))
            progress(len(done), len(tasks))

    def store(number: int, result: TaskResult) -> None:
        new_results[number] = result
        if results is not None:
            results.add(number, result)

    TaskRunner(work, remaining, store, report).do_tasks(executor, processes)
    if results is not None:
        results.finish()


def _write_all(file: FileIO, data: bytes) -> None:
    """Write all of the bytes, or raise OSError."""
    # A single write to an unbuffered file may write only some of the bytes, as on a full disk.
    remaining = memoryview(data)
    while remaining:
        written = file.write(remaining)
        remaining = remaining[written:]
