"""Measures how soon a key is answered while a million events are read: from the key to its frame
in a terminal.
"""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Iterator
from pathlib import Path

from tests.benchmarks.events import EVENTS, lines

KEYS = 200
PAUSES = (0.05, 0.087, 0.124, 0.161)
"""Seconds behind a key: none stands in a fixed relation to the ticks of the program."""
RIGHT = b"\x1b[C"
LEFT = b"\x1b[D"
SEQUENCE = re.compile(rb"\x1b\[[0-9;?]*[a-zA-Z]")
PATIENCE = 5.0


class Terminal:
    """The other end of a terminal: sends keys, and waits for words."""

    def __init__(self, ours: int) -> None:
        """Begin with nothing painted."""
        self._ours = ours

    def drain(self) -> None:
        """Drop what has been painted."""
        while select.select([self._ours], [], [], 0)[0]:
            os.read(self._ours, 65_536)

    def wait_for(self, words: bytes) -> None:
        """Wait until words are painted; TimeoutError after `PATIENCE` seconds."""
        painted = b""
        until = time.perf_counter() + PATIENCE
        while words not in SEQUENCE.sub(b"", painted):
            if not select.select([self._ours], [], [], until - time.perf_counter())[0]:
                raise TimeoutError(words)
            painted += os.read(self._ours, 65_536)

    def delay(self, key: bytes, words: bytes) -> float:
        """Return the milliseconds from a key until words are painted."""
        self.drain()
        begun = time.perf_counter()
        os.write(self._ours, key)
        self.wait_for(words)
        return (time.perf_counter() - begun) * 1000


def keys_while_reading() -> Iterator[tuple[str, str, str]]:
    """Step forwards and backwards in the explorer while it reads a file."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "large.jsonl"
        with file.open("w", encoding="utf-8") as out:
            out.writelines(f"{line}\n" for line, _ in zip(lines(), range(EVENTS), strict=False))
        for columns, height in ((80, 24), (120, 40)):
            ours, theirs = pty.openpty()
            termios.tcsetwinsize(ours, (height, columns))
            command = [sys.executable, "-m", "visualizer", "open", str(file)]
            environment = os.environ | {"VISUALIZER_STATE": folder, "TERM": "xterm-256color"}
            with subprocess.Popen(
                command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment
            ) as program:
                os.close(theirs)
                terminal = Terminal(ours)
                step = 0
                took = list[float]()
                terminal.wait_for(b"step 0 of")
                for number in range(KEYS):
                    time.sleep(PAUSES[number % len(PAUSES)])
                    forwards = number % 5 < 3
                    step += 1 if forwards else -1
                    took.append(
                        terminal.delay(RIGHT if forwards else LEFT, f"step {step:,} ".encode())
                    )
                program.kill()
            os.close(ours)
            *_, most = took = sorted(took)
            shares = (took[len(took) // 2], took[len(took) * 95 // 100], most)
            what = (
                f"a key while a million events are read, {columns}×{height}, median / 95 % "
                "within / worst"
            )
            yield what, " / ".join(f"{share:.0f}" for share in shares) + " ms", "33 ms"


SECTIONS = (keys_while_reading,)
