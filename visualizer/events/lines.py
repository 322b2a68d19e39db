"""The lines of a file of events: of one that is there, or that another program is still writing."""

import gzip
import io
import os
import queue
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import IO

from visualizer.plugins.source import STANDARD_INPUT, ZIPPED

AHEAD = 10_000
"""Lines that are read before anybody asks for them, at most; then the program that writes them has to wait."""
LOOK_AGAIN = 0.02
"""Seconds between two looks at the end of a file that still grows."""


def opened(file: str) -> IO[str]:
    """Open a file of events, `-` for standard input; OSError if that cannot be done."""
    if file == STANDARD_INPUT:
        return io.TextIOWrapper(standard_input(), encoding="utf-8-sig", errors="replace")
    if file.endswith(ZIPPED):
        return gzip.open(file, "rt", encoding="utf-8-sig", errors="replace")
    return Path(file).open(encoding="utf-8-sig", errors="replace")


def standard_input() -> IO[bytes]:
    """Return standard input under another number, so that the terminal can take its place."""
    try:
        return os.fdopen(os.dup(sys.stdin.fileno()), "rb")
    except (AttributeError, OSError):
        return sys.stdin.buffer


def take_keys_from_terminal() -> None:
    """Put the terminal in the place of standard input, which tells of a search; nothing where there is no terminal."""
    try:
        terminal = os.open("CONIN$" if os.name == "nt" else "/dev/tty", os.O_RDWR)
        os.dup2(terminal, 0)
        os.close(terminal)
    except OSError:
        return
    sys.stdin = sys.__stdin__ = io.TextIOWrapper(io.FileIO(0, closefd=False), encoding="utf-8")  # type: ignore[misc]


class GrowingLines:
    """The lines of a stream that may still grow, taken by a thread, so that nobody has to wait for the next one."""

    def __init__(self, stream: IO[str], *, follows: bool) -> None:
        """Begin to read; one that `follows` looks for more at the end of a file, until `close`."""
        self._stream, self._follows = stream, follows
        self._waiting: queue.Queue[str | None] = queue.Queue(AHEAD)
        self._closed = False
        self.ended = False
        """Whether the last line has been taken."""
        Thread(target=self._read, daemon=True).start()

    def close(self) -> None:
        """Say that no further line is wanted."""
        self._closed = self.ended = True

    def take(self, *, wait: bool = False) -> Iterator[str]:
        """Yield the lines that are there; with `wait` wait for one of them."""
        while not self.ended:
            try:
                line = self._waiting.get(block=wait)
            except queue.Empty:
                return
            wait = False
            if line is None:
                self.ended = True
                return
            yield line

    def _read(self) -> None:
        """Hand over lines, and None behind the last; half a line only where nothing comes behind it."""
        begun = ""
        try:
            while not self._closed:
                line = begun + self._stream.readline()
                if line.endswith("\n"):
                    begun = ""
                    self._waiting.put(line)
                elif self._follows:
                    begun = line
                    time.sleep(LOOK_AGAIN)
                else:
                    if line:
                        self._waiting.put(line)
                    break
        except (OSError, ValueError, EOFError):
            pass  # what has come is shown; that it ends early is said
        self._stream.close()
        self._waiting.put(None)
