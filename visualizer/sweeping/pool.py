"""Processes for a sweep that end with the one that started them, whatever ended it."""

import multiprocessing
import os
import signal
import sys
import threading
import warnings
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing.connection import Connection, wait

MOST = 61 if os.name == "nt" else 1_000
"""Windows cannot wait for more processes at once."""


def cores() -> int:
    """Return how many processors this program may use."""
    allowed = getattr(os, "sched_getaffinity", None)
    return len(allowed(0)) if allowed else os.cpu_count() or 1


@contextmanager
def pool(processes: int) -> Iterator[ProcessPoolExecutor]:
    """Yield an executor of new processes; an error that leaves the block ends them at once.

    They hold one end of a pipe of which only this process has the other. It closes when this process closes it, and
    when this process is killed.
    """
    context = multiprocessing.get_context("spawn")
    theirs, ours = context.Pipe(duplex=False)
    executor = ProcessPoolExecutor(min(processes, MOST), context, _begin, (theirs,))
    try:
        yield executor
        executor.shutdown()
    finally:
        ours.close()
        executor.shutdown(wait=False, cancel_futures=True)
        theirs.close()


@contextmanager
def deaf_to_ctrl_c() -> Iterator[None]:
    """Let processes that are started in this block ignore SIGINT, which a terminal sends to all of them on Ctrl-C."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


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
