"""Runs a function on each tree in a copy of this process: what it keeps, changes or ends is gone with the copy."""

from __future__ import annotations

import os
import select
import signal
import time
import warnings
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from tempfile import TemporaryFile
from typing import Any

from visualizer.data_files import read_json, write_json
from visualizer.grading.answers import GivenAnswer
from visualizer.grading.conversation import LONGEST_LINE
from visualizer.grading.limits import adopt, confine, end_after, end_children, end_with_parent, place_in
from visualizer.grading.trial import Asked, tried

GRACE = 2.0
"""Seconds after its time in which a process has to end by itself."""
PIECE = 1 << 16
"""Bytes that are read at a time, and that are read of the calls written down."""
LOOK_AGAIN = 0.05
"""Seconds after which it is looked whether a process has ended that says nothing."""
NO_ANSWER = GivenAnswer(failure="sent something else in place of its answer, as by writing to all open files")


def can_fork() -> bool:
    """Return whether this system can copy a process."""
    return hasattr(os, "fork")


def in_copy(function: Callable[..., Any], asked: Asked, seconds: float, folder: str) -> GivenAnswer:
    """Return what a function does with a tree within some seconds, told also where it does not return.

    `folder` begins the names of the files that are the other person's.
    """
    with TemporaryFile("w+", encoding="utf-8", errors="replace") as calls, TemporaryFile(buffering=0) as printed:

        def work() -> GivenAnswer:
            null = os.open(os.devnull, os.O_RDWR)
            for stream in (0, 1, 2):
                os.dup2(null, stream)
            confine()
            end_after(seconds, calls)
            return tried(function, asked, printed)

        told, status = sent_by_copy(work, seconds + GRACE)
        calls.seek(0)
        answer = answer_of(told, asked, status, calls.read(PIECE), seconds, folder)
        printed.seek(0)
        return replace(answer, printed=answer.printed or printed.read(PIECE).decode(errors="replace"))


def guarded(function: Callable[..., Any], asked: Asked, seconds: float, folder: str) -> GivenAnswer:
    """Return what `in_copy` does, whose process is watched by another, which ends all that was started there."""

    def work() -> GivenAnswer:
        adopt()
        try:
            return in_copy(function, asked, seconds, folder)
        finally:
            end_children()

    told, status = sent_by_copy(work, seconds + 2 * GRACE)
    return answer_of(told, asked, status, "", seconds, folder)


def sent_by_copy(work: Callable[[], GivenAnswer], seconds: float) -> tuple[str, int | None]:
    """Return the line that a copy of this process sends of what some work comes to, and its status, None for late."""
    reading, writing = os.pipe()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # other threads, as a notebook has, do not go on in the copy
        process = os.fork()
    if process == 0:
        status = 1
        try:
            os.close(reading)
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            end_with_parent()
            told = f"{write_json(work().as_object())}\n".encode()
            while told:
                told = told[os.write(writing, told) :]
            status = 0
        finally:
            os._exit(status)
    os.close(writing)
    told, wait, end = b"", 0.0, time.monotonic() + seconds
    ended: int | None = None
    try:
        while not told.endswith(b"\n") and len(told) < LONGEST_LINE and (left := end - time.monotonic()) > 0:
            # What it has started may hold the pipe open, so its end is looked for, too.
            if select.select([reading], [], [], 0 if ended is not None else min(left, LOOK_AGAIN))[0]:
                if not (piece := os.read(reading, PIECE)):
                    break
                told += piece
            elif ended is not None:
                break
            else:
                ended = status_of(process, 0.0)
        wait = 0.0 if told.endswith(b"\n") else end
    finally:
        os.close(reading)
        if ended is None and (ended := status_of(process, wait)) is None:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
            os.waitpid(process, 0)
    return told.decode(errors="replace"), ended


def status_of(process: int, end: float) -> int | None:
    """Return the status of a process that ends by that time of the clock, None for one that goes on."""
    while not (found := os.waitpid(process, os.WNOHANG))[0]:
        if time.monotonic() >= end:
            return None
        time.sleep(0.01)
    return os.waitstatus_to_exitcode(found[1])


def answer_of(told: str, asked: Asked, status: int | None, calls: str, seconds: float, folder: str) -> GivenAnswer:
    """Return what a process has answered; where it has not, say how it ended."""
    if told.endswith("\n"):
        try:
            return GivenAnswer.read(read_json(told), asked.limited.tree)
        except ValueError:
            return NO_ANSWER
    return failure_of(status, calls, seconds, folder)


def failure_of(status: int | None, calls: str, seconds: float, folder: str) -> GivenAnswer:
    """Return the answer of a process that has given none before it ended; `status` is None where it was late."""
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
    names = {each.value: each.name for each in signal.Signals}
    name = names.get(-status, str(-status))
    return f"by the signal {name}{', as after too many calls inside calls' if name == 'SIGSEGV' else ''}"
