"""A pool of new processes, which end when the process that started them ends, for any reason.

The processes of a pool run this program's own code; `processes.py` has child processes for users'
code.
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

from visualizer.support.plugins.watchdog import is_main_thread

MAX_POOL_PROCESSES = 61 if os.name == "nt" else 1_000
"""The most processes of a pool; Windows cannot wait for more than 61 at once."""
SAFE_PATH = "PYTHONSAFEPATH"
"""The environment variable by which Python ignores modules in the current folder."""


@contextmanager
def process_pool(processes: int) -> Iterator[ProcessPoolExecutor]:
    """Yield an executor of new processes; SIGTERM or an error in the block kills them.

    Even if this process is killed, the new processes do not outlive it: each of them watches a
    pipe, whose other end the system then closes.
    """
    # Forked processes would inherit this process's end of the pipe, and the locks of its threads.
    context = multiprocessing.get_context("spawn")
    their_end, our_end = context.Pipe(duplex=False)
    with ignoring_modules_in_current_folder():
        executor = ProcessPoolExecutor(
            max_workers=min(processes, MAX_POOL_PROCESSES),
            mp_context=context,
            initializer=_prepare_process,
            initargs=(their_end,),
        )
        try:
            with _stopping_at_sigterm():
                yield executor
                executor.shutdown()
        finally:
            # Closing the pipe ends the processes, even those that are busy.
            our_end.close()
            executor.shutdown(wait=False, cancel_futures=True)
            their_end.close()


@contextmanager
def _stopping_at_sigterm() -> Iterator[None]:
    """Let SIGTERM end the block as Ctrl-C does, unless the signal has another handler already."""
    if signal.getsignal(signal.SIGTERM) is not signal.SIG_DFL:
        yield
        return
    with handling_signal(signal.SIGTERM, _interrupt):
        yield


@contextmanager
def ignoring_modules_in_current_folder() -> Iterator[None]:
    """Keep processes that are started in this block from importing files of the current folder."""
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
    """Handle a signal by `handler` while the block runs, if this is the main thread."""
    # In other threads, Python cannot set a handler.
    if not is_main_thread():
        yield
        return
    before = signal.signal(number, handler)
    try:
        yield
    finally:
        signal.signal(number, before)


def _interrupt(*_: object) -> None:
    """Act as on Ctrl-C: if SIGTERM simply ended the process, semaphores would stay behind."""
    raise KeyboardInterrupt("SIGTERM")


def _prepare_process(lifeline: Connection) -> None:
    """Prepare a new process of the pool, which ends when the pipe `lifeline` closes."""
    # Ctrl-C reaches every process of a terminal; the main process decides what it means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    warnings.simplefilter("ignore")
    # Only the main process writes results to standard output.
    sys.stdout = sys.stderr
    threading.Thread(target=_end_at_close, args=(lifeline,), daemon=True).start()


def _end_at_close(lifeline: Connection) -> None:
    """End this process when the pipe closes; nothing is ever sent through it."""
    wait([lifeline])
    os._exit(1)
