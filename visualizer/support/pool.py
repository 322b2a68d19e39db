"""A pool of new processes, which end with the one that started them, however it ends.

`processes.py` has child processes for foreign code; those of a pool run ours, and are known to their executor.
"""

import multiprocessing
import os
import signal
import sys
import threading
import warnings
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, nullcontext
from multiprocessing.connection import Connection, wait
from typing import Any

MAX_POOL_PROCESSES = 61 if os.name == "nt" else 1_000
"""Windows cannot wait for more processes at once."""
SAFE_PATH = "PYTHONSAFEPATH"
"""The variable by which a Python leaves out the folder that it is started in."""


@contextmanager
def process_pool(processes: int) -> Iterator[ProcessPoolExecutor]:
    """Yield an executor of new processes; an error that leaves the block ends them at once, and so does SIGTERM.

    They hold one end of a pipe of which only this process has the other. It closes when this process closes it, and
    when this process is killed.
    """
    context = multiprocessing.get_context("spawn")
    theirs, ours = context.Pipe(duplex=False)
    with no_module_from_here():
        executor = ProcessPoolExecutor(
            min(processes, MAX_POOL_PROCESSES), context, _begin, (theirs,)
        )
        try:
            unhandled = signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
            with handling_signal(signal.SIGTERM, _stop) if unhandled else nullcontext():
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
def handling_signal(number: signal.Signals, handler: Any) -> Iterator[None]:
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
