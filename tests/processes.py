"""The command line as a process of its own, to which signals can be sent at a moment that a test
chooses.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import visualizer

ROOT = Path(visualizer.__file__).parents[1]
PATIENCE = 120
"""Seconds that a slow and busy machine may take for anything that a test waits for."""
BETWEEN = 0.02
"""Seconds between two looks at what is waited for."""
MODULE = ("-m", "visualizer")


def start(
    *words: str, folder: Path | None = None, python: tuple[str, ...] = MODULE, **more: str
) -> subprocess.Popen[bytes]:
    """Start the command line, or another program, with `more` in its environment."""
    return subprocess.Popen(
        [sys.executable, *python, *words],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={
            **os.environ,
            "PYTHONPATH": str(ROOT),
            **more,
        },
        preexec_fn=None if os.name == "nt" else heed_ctrl_c,  # noqa: PLW1509  the tests start no threads
    )


def heed_ctrl_c() -> None:
    """Undo what a shell does to programs in the background: there they ignore Ctrl-C, and what
    they start does too.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    os.setpgrp()  # so that a Ctrl-C can be sent to all processes of a sweep, as a terminal does


def start_held(
    place: str,
    times: int,
    *words: str,
    folder: Path,
) -> subprocess.Popen[bytes]:
    """Start the command line, and wait until it stands still at a place of `tests.held`."""
    process = start(
        place,
        str(times),
        *words,
        folder=folder,
        python=("-m", "tests.held"),
    )
    assert process.stderr is not None
    line = process.stderr.readline()
    assert line == b"held\n", line + process.stderr.read()
    return process


def is_gone(process: int) -> bool:
    """Say whether a process has ended."""
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return True
    return state in "ZX"


def waits_until(what: Callable[[], object], why: Callable[[], str] = lambda: "") -> None:
    """Wait until something is true; fail after `PATIENCE` seconds, and say why."""
    deadline = time.monotonic() + PATIENCE
    while not what():
        assert time.monotonic() < deadline, f"it never came true: {why()}"
        time.sleep(BETWEEN)
