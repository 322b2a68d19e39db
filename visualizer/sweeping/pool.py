"""Doing tasks on several processes, which end with the one that started them, or on any executor."""

import multiprocessing
import os
import signal
import sys
import threading
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, contextmanager, nullcontext
from multiprocessing.connection import Connection, wait
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

import games
from visualizer.errors import InputError

MOST = 61 if os.name == "nt" else 1_000
"""Windows cannot wait for more processes at once."""
Work = TypeVar("Work")
Found = TypeVar("Found")

TICK = 0.5
"""Seconds."""
SAFE_PATH = "PYTHONSAFEPATH"
"""The variable by which a Python leaves out the folder that it is started in."""


def do(
    work: Callable[[Work], Found],
    tasks: Mapping[int, Work],
    keep: Callable[[int, Found], None],
    tell: Callable[[], None],
    executor: Executor | None = None,
    processes: int | None = None,
) -> None:
    """Do tasks, and give each one's number and what `work` gives for it to `keep`, as it finishes.

    `tell` is called after each, if for a while none has finished, and in the end, whatever ends the work. Without an
    executor processes are started, by default one for each processor.
    """
    count = min(processes or cores(), len(tasks))
    with ExitStack() as stack:
        stack.callback(tell)  # Ctrl-C may come between a result's writing and its mention
        if executor is None and count <= 1:
            for number, task in tasks.items():
                keep(number, work(task))
                tell()
            return
        finished: SimpleQueue[Future[Found]] = SimpleQueue()
        at_work = executor or stack.enter_context(pool(count))
        # Processes started here ignore what a terminal sends to all of them on Ctrl-C.
        with nullcontext() if executor else on_signal(signal.SIGINT, signal.SIG_IGN):
            numbers = {at_work.submit(_trusting, games.trusted(), work, task): number for number, task in tasks.items()}
        if executor:
            stack.callback(lambda: [future.cancel() for future in numbers])
        for future in numbers:
            future.add_done_callback(finished.put)
        left = len(numbers)
        while left:
            try:
                future = finished.get(timeout=TICK)
                left -= 1
            except Empty:
                tell()
                continue
            keep(numbers[future], _result(future))
            tell()


def _result(future: Future[Found]) -> Found:
    """Return what a task gave."""
    try:
        return future.result()
    except BrokenProcessPool as error:
        raise InputError(
            "one of the processes ended without a word, perhaps for lack of memory (fewer processes need less); "
            'a script that starts processes has to do it under if __name__ == "__main__"'
        ) from error


def _trusting(files: Iterable[Path], work: Callable[[Work], Found], task: Work) -> Found:
    """Do a task where the same files are trusted as in the process that has sent it."""
    games.trust(files)
    return work(task)


def cores() -> int:
    """Return how many processors this program may use."""
    allowed = getattr(os, "sched_getaffinity", None)
    return len(allowed(0)) if allowed else os.cpu_count() or 1


@contextmanager
def pool(processes: int) -> Iterator[ProcessPoolExecutor]:
    """Yield an executor of new processes; an error that leaves the block ends them at once, and so does SIGTERM.

    They hold one end of a pipe of which only this process has the other. It closes when this process closes it, and
    when this process is killed.
    """
    context = multiprocessing.get_context("spawn")
    theirs, ours = context.Pipe(duplex=False)
    with no_module_from_here():
        executor = ProcessPoolExecutor(min(processes, MOST), context, _begin, (theirs,))
        try:
            unhandled = signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
            with on_signal(signal.SIGTERM, _stop) if unhandled else nullcontext():
                yield executor
                executor.shutdown()
        finally:
            ours.close()
            executor.shutdown(wait=False, cancel_futures=True)
            theirs.close()


@contextmanager
def no_module_from_here() -> Iterator[None]:
    """Let processes that are started in this block not look for modules of Python in the folder they are started in."""
    before = os.environ.get(SAFE_PATH)
    os.environ[SAFE_PATH] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ[SAFE_PATH]
        else:
            os.environ[SAFE_PATH] = before


@contextmanager
def on_signal(number: signal.Signals, handler: Any) -> Iterator[None]:
    """Let this block handle a signal in another way; outside of the main thread Python cannot do so."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(number, handler)
    try:
        yield
    finally:
        signal.signal(number, before)


def _stop(*_: object) -> None:
    """End as Ctrl-C does: ended at once by SIGTERM, a process leaves behind semaphores of its pool."""
    raise KeyboardInterrupt("SIGTERM")


def _begin(lifeline: Connection) -> None:
    """Prepare a process: user-supplied files print to standard error, and warnings are left to the main process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    warnings.simplefilter("ignore")
    sys.stdout = sys.stderr
    threading.Thread(target=_end_with, args=(lifeline,), daemon=True).start()


def _end_with(lifeline: Connection) -> None:
    """End this process when the pipe closes; nothing is ever sent through it."""
    wait([lifeline])
    os._exit(1)
