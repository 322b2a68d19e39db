"""A pool of new processes, which end when the process that started them ends, for any reason.

`processes.py` has child processes for users' code; those of a pool run ours, and are known to their
executor.
"""

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
from typing import Any

MAX_POOL_PROCESSES = 61 if os.name == "nt" else 1_000
"""The most processes of a pool; Windows cannot wait for more than 61 at once."""
SAFE_PATH = "PYTHONSAFEPATH"
"""The environment variable by which Python ignores modules in the current folder."""


@contextmanager
def process_pool(processes: int) -> Iterator[ProcessPoolExecutor]:
    """Yield an executor of new processes, which SIGTERM or an error in the block ends at once.

    They hold one end of a pipe, and only this process holds the other. The pipe closes when this
    process closes it, and when this process is killed.
    """
    # A forked process would inherit this one's threads' locks, and its end of the pipe.
    context = multiprocessing.get_context("spawn")
    theirs, ours = context.Pipe(duplex=False)
    with no_module_from_here():
        executor = ProcessPoolExecutor(
            min(processes, MAX_POOL_PROCESSES), context, _begin, (theirs,)
        )
        try:
            with _stopping_at_sigterm():
                yield executor
                executor.shutdown()
        finally:
            # Closing the pipe ends the processes, even those that are busy.
            ours.close()
            executor.shutdown(wait=False, cancel_futures=True)
            theirs.close()


@contextmanager
def _stopping_at_sigterm() -> Iterator[None]:
    """End this block by SIGTERM as by Ctrl-C, unless somebody else handles the signal."""
    if signal.getsignal(signal.SIGTERM) is not signal.SIG_DFL:
        yield
        return
    with handling_signal(signal.SIGTERM, _stop):
        yield


@contextmanager
def no_module_from_here() -> Iterator[None]:
    """Let processes started in this block ignore Python modules in the current folder."""
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
def handling_signal(number: signal.Signals, handler: Any) -> Iterator[None]:
    """Handle a signal differently in this block; Python can do so only in the main thread."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(number, handler)
    try:
        yield
    finally:
        signal.signal(number, before)


def _stop(*_: object) -> None:
    """End like Ctrl-C: ended at once by SIGTERM, a process would leave semaphores behind."""
    raise KeyboardInterrupt("SIGTERM")


def _begin(lifeline: Connection) -> None:
    """Prepare a process: print to standard error, and leave warnings to the main process."""
    # Ctrl-C reaches every process of a terminal; the main process decides what it means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    warnings.simplefilter("ignore")
    sys.stdout = sys.stderr
    threading.Thread(target=_end_with, args=(lifeline,), daemon=True).start()


def _end_with(lifeline: Connection) -> None:
    """End this process when the pipe closes; nothing is ever sent through it."""
    wait([lifeline])
    os._exit(1)
