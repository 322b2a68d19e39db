"""The command line as a process of its own, to which signals can be sent."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import visualizer

ROOT = Path(visualizer.__file__).parents[1]


def start(*words: str, folder: Path) -> subprocess.Popen[bytes]:
    """Start the command line as a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "visualizer", *words], cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, env={**os.environ, "PYTHONPATH": str(ROOT)},
        preexec_fn=None if os.name == "nt" else heed_ctrl_c,  # noqa: PLW1509  the tests start no threads
    )  # fmt: skip


def heed_ctrl_c() -> None:
    """Undo what a shell does to programs in the background: there they ignore Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    os.setpgrp()  # so that a Ctrl-C can be sent to all processes of a sweep, as a terminal does
