"""A process that is asked and answers by lines, each within some seconds; it ends with the one that started it."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from queue import Empty, Queue
from tempfile import TemporaryFile
from threading import Thread

from visualizer.grading.limits import adopt, end_below

MOST_LINES = 10_000
"""Lines that wait to be read; a process that writes more has to wait."""
LONGEST_LINE = 1 << 20


class Conversation:
    """A process with its lines; what it writes on standard error is kept apart."""

    def __init__(self, words: Sequence[str], environment: Mapping[str, str] | None = None) -> None:
        """Start the process; OSError where there is no such program."""
        self.errors = TemporaryFile("w+", encoding="utf-8", errors="replace")  # noqa: SIM115  closed by `close`
        try:
            self.process = subprocess.Popen(  # noqa: S603  a person has named it
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors, env=environment,
                encoding="utf-8", errors="replace", start_new_session=True,
                preexec_fn=adopt if hasattr(os, "fork") else None,  # noqa: PLW1509  it is one call of the system
            )  # fmt: skip
        except BaseException:
            self.errors.close()
            raise
        self.lines: Queue[str] = Queue(MOST_LINES)
        self.reader = Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self) -> None:
        """Keep lines as they come, an empty one at the end."""
        with suppress(ValueError, OSError):
            while line := self.process.stdout.readline(LONGEST_LINE):  # type: ignore[union-attr]
                self.lines.put(line)
        self.lines.put("")

    def say(self, line: str) -> None:
        """Send a line; what a process that has ended does not read is lost."""
        with suppress(OSError, ValueError):
            assert self.process.stdin is not None
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()

    def hear(self, until: float) -> str | None:
        """Return the next line, "" where the process has ended, None if there is none at that time of the clock."""
        try:
            return self.lines.get(timeout=max(0.0, until - time.monotonic()))
        except Empty:
            return None

    def status(self) -> int | None:
        """Return the status of a process that has closed its output, None if it goes on all the same."""
        try:
            return self.process.wait(1)
        except subprocess.TimeoutExpired:
            return None

    def said_aside(self) -> str:
        """Return the beginning of what it has written on standard error."""
        self.errors.seek(0)
        return self.errors.read(1 << 16)

    def close(self) -> None:
        """End the process, and what it has started, at once."""
        with suppress(OSError):
            if hasattr(os, "killpg"):
                self.process.send_signal(signal.SIGSTOP)  # so that it starts nothing more
                end_below(self.process.pid)
                os.killpg(self.process.pid, signal.SIGKILL)
        with suppress(OSError):
            self.process.kill()
        self.process.wait()
        while self.reader.is_alive():
            with suppress(Empty):
                while True:
                    self.lines.get_nowait()  # it may wait for room
            self.reader.join(0.01)
        for stream in (self.process.stdin, self.process.stdout, self.errors):
            with suppress(OSError, ValueError):
                stream.close()  # type: ignore[union-attr]
