"""Runs a function on each tree in a copy of this process: what it keeps, changes or ends is gone with the copy."""

from __future__ import annotations

import os
import select
import signal
import time
import warnings
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, replace
from tempfile import TemporaryFile
from typing import IO, Any

from visualizer.data_files import strict_json
from visualizer.grading.answers import GivenAnswer
from visualizer.grading.limits import confine, end_after, place_in
from visualizer.grading.trial import Asked, tried

GRACE = 2.0
"""Seconds after its time in which a process has to end by itself."""
PIECE = 1 << 16
"""Bytes that are read at a time, and that are read of the calls written down."""


def can_fork() -> bool:
    """Return whether this system can copy a process."""
    return hasattr(os, "fork")


def in_copy(function: Callable[..., Any], asked: Asked, seconds: float, folder: str) -> GivenAnswer:
    """Return what a function does with a tree within some seconds, told also where it does not return.

    `folder` begins the names of the files that are the other person's.
    """
    reading, writing = os.pipe()
    with TemporaryFile("w+", encoding="utf-8", errors="replace") as calls, TemporaryFile(buffering=0) as printed:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # other threads, as a notebook has, do not go on in the copy
            process = os.fork()
        if process == 0:
            os.close(reading)
            _answer(function, asked, seconds, writing, calls, printed)
        os.close(writing)
        end, wait = time.monotonic() + seconds + GRACE, 0.0
        try:
            told = read_to_end(reading, end)
            wait = 0.0 if told else end  # it has closed what it answers by, has ended, or is late
        finally:
            os.close(reading)
            status = status_of(process, wait)
        is_late = time.monotonic() >= end
        calls.seek(0)
        answer = answer_of(told, None if is_late else status, calls.read(PIECE), seconds, folder)
        printed.seek(0)
        return replace(answer, printed=answer.printed or printed.read(PIECE).decode(errors="replace"))


def _answer(
    function: Callable[..., Any], asked: Asked, seconds: float, writing: int, calls: Any, printed: IO[bytes]
) -> None:
    """Run the function in the copy, and send what it does; never returns."""
    status = 1
    try:
        null = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(null, stream)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        confine()
        end_after(seconds, calls)
        told = strict_json.write(asdict(tried(function, asked, printed))).encode()
        while told:
            told = told[os.write(writing, told) :]
        status = 0
    finally:
        os._exit(status)


def read_to_end(reading: int, end: float) -> bytes:
    """Read until nobody can write any more, or it is that time of the clock."""
    told = b""
    while (left := end - time.monotonic()) > 0:
        if select.select([reading], [], [], left)[0]:
            piece = os.read(reading, PIECE)
            if not piece:
                break
            told += piece
    return told


def status_of(process: int, end: float) -> int:
    """Return the status of a process that ends by that time of the clock, or else is ended then."""
    while True:
        ended, status = os.waitpid(process, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status)
        if time.monotonic() >= end:
            break
        time.sleep(0.01)
    with suppress(ProcessLookupError):
        os.kill(process, signal.SIGKILL)
    return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])


def answer_of(told: bytes, status: int | None, calls: str, seconds: float, folder: str) -> GivenAnswer:
    """Return what a process has answered before it ended; where it has not, say how it ended (None: it was late)."""
    with suppress(ValueError, TypeError, KeyError):
        return GivenAnswer.from_object(strict_json.read(told.decode()))
    place = place_in(calls, folder)
    if calls.startswith("Timeout") or status is None:
        return GivenAnswer(failure=f"did not return within {seconds:g} s{place and f', in {place}'}", is_endless=True)
    return GivenAnswer(failure=f"ended its process, {ending(status)}")


def ending(status: int) -> str:
    """Say with which status or by which signal a process has ended.

    >>> ending(3), ending(-11)
    ('with status 3', 'by the signal SIGSEGV, as after too many calls inside calls')
    """
    if status >= 0:
        return f"with status {status}"
    name = signal.Signals(-status).name
    return f"by the signal {name}{', as after too many calls inside calls' if name == 'SIGSEGV' else ''}"
