"""Timing: the median of ratios of two pieces of work measured in turn, or of one alone; and
saying what is left out.
"""

from __future__ import annotations

import gc
import resource
import statistics
import sys
import time
from collections.abc import Callable, Iterable
from typing import Any

ROUNDS = 5
BYTES_OF_MAXRSS = 1 if sys.platform == "darwin" else 1024


def cpu(work: Callable[[], Any], repeat: int = 1) -> float:
    """Return the CPU seconds that a piece of work takes when it is done `repeat` times."""
    gc.collect()
    begun = time.process_time()
    for _ in range(repeat):
        work()
    return time.process_time() - begun


def ratio(
    work: Callable[[], Any], against: Callable[[], Any], rounds: int = ROUNDS, repeat: int = 1
) -> float:
    """Return how many times longer `work` takes than `against`: the median over `rounds` pairs
    measured in turn.
    """
    work(), against()
    return statistics.median(cpu(work, repeat) / cpu(against, repeat) for _ in range(rounds))


def each(work: Callable[[Any], Any], inputs: Iterable[Any]) -> float:
    """Return the median wall seconds of one call."""
    seconds = []
    for item in inputs:
        begun = time.perf_counter()
        work(item)
        seconds.append(time.perf_counter() - begun)
    return statistics.median(seconds)


def median_of(work: Callable[[], Any], rounds: int = ROUNDS) -> float:
    """Return the median CPU seconds of a piece of work."""
    work()
    return statistics.median(cpu(work) for _ in range(rounds))


def most_megabytes() -> float:
    """Return the most memory that this process has taken so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * BYTES_OF_MAXRSS / 1_000_000


def leave_out(what: str, why: str) -> None:
    """Say on standard error that something is not measured, because its package is not
    installed.
    """
    print(f"{what} is left out: {why}", file=sys.stderr)
