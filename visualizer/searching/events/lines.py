"""The lines of a file of events, which may be complete or still growing."""

import codecs
import gzip
import io
import os
import queue
import sys
import time
import zlib
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from itertools import islice
from pathlib import Path
from threading import Thread
from typing import Protocol, TextIO

from visualizer.support.errors import InputError
from visualizer.support.plugins.discovery import STANDARD_INPUT, ZIPPED_ENDING

READ_BYTES = 1 << 16
"""The most bytes that are read at once."""
MAX_BLOCKS_AHEAD = 16
"""The most blocks that are read ahead; then the writing program has to wait."""
MAX_EVENT_LINE_BYTES = 10_000_000
"""The longest line: a whole tree may be long, but a line without an end is not awaited."""
POLL_SECONDS = 0.02
"""The time between two attempts to read on at the end of a growing file."""


class LongLine(Exception):  # noqa: N818  it says what is the matter
    """A line has more characters than are read."""

    def __init__(self, number: int) -> None:
        """Name the line by its number, from 1."""
        super().__init__(f"line {number:,} has more than {MAX_EVENT_LINE_BYTES:,} characters")


@contextmanager
def as_read_error(file: str) -> Iterator[None]:
    """Turn the errors of reading a file into an InputError."""
    try:
        yield
    except (OSError, EOFError, zlib.error, LongLine) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise InputError(f"the file {file!r:.200} cannot be read: {why}") from error


class Bytes(Protocol):
    """A stream whose bytes can be read as they arrive."""

    def read1(self, size: int = ..., /) -> bytes:
        """Return the bytes that have arrived, after waiting for some; none at the end."""

    def close(self) -> None:
        """Close the stream."""


def open_maybe_zipped(file: str) -> io.BufferedReader | gzip.GzipFile:
    """Open a file of events, `-` for standard input; OSError if that fails."""
    if file == STANDARD_INPUT:
        return standard_input()
    if file.endswith(ZIPPED_ENDING):
        return gzip.open(file, "rb")
    return Path(file).open("rb")


def as_text(stream: io.BufferedReader | gzip.GzipFile) -> TextIO:
    """Return a stream as text; bytes that are not UTF-8 are replaced, not refused."""
    return io.TextIOWrapper(stream, encoding="utf-8-sig", errors="replace")


def standard_input() -> io.BufferedReader:
    """Return standard input under another number, so that the terminal can replace it."""
    try:
        return os.fdopen(os.dup(sys.stdin.fileno()), "rb")
    except (AttributeError, OSError):
        return io.BufferedReader(sys.stdin.buffer)  # type: ignore[arg-type]


def take_keys_from_terminal() -> None:
    """Read keys from the terminal, if there is one, since standard input carries events."""
    try:
        terminal = os.open("CONIN$" if os.name == "nt" else "/dev/tty", os.O_RDWR)
        os.dup2(terminal, 0)
        os.close(terminal)
    except OSError:
        return
    stdin = io.TextIOWrapper(io.FileIO(0, closefd=False), encoding="utf-8")
    sys.stdin = stdin
    sys.__stdin__ = stdin  # type: ignore[misc]


class Lines(Protocol):
    """The lines of a file of events, in order; the errors of `as_read_error` may interrupt them."""

    ended: bool
    """Whether the last line has been taken."""

    def take(self, most: int, *, wait: bool = False) -> list[str]:
        """Return the lines that have arrived, at most `most`; with `wait` at least one."""

    def stop_following(self) -> None:
        """Stop waiting for lines that are still to be written."""


class FileLines:
    """The lines of a complete file, or of a list; a file is closed after its last line."""

    def __init__(self, lines: Iterable[str]) -> None:
        """Start at the first line."""
        self._all = lines
        self._number = 0
        self._lines = iter(lines)
        if isinstance(lines, io.TextIOBase):
            self._lines = iter(partial(lines.readline, MAX_EVENT_LINE_BYTES + 1), "")
        self.ended = False

    def take(self, most: int, *, wait: bool = False) -> list[str]:
        """Return the next lines, at most `most`; LongLine for a line that is too long."""
        try:
            lines = [*islice(self._lines, most)]
        except BaseException:
            self._close()
            raise
        for number, line in enumerate(lines, self._number + 1):
            if len(line) > MAX_EVENT_LINE_BYTES:
                self._close()
                raise LongLine(number)
        self._number += len(lines)
        self.ended = len(lines) < most
        if self.ended:
            self._close()
        return lines

    def _close(self) -> None:
        """Close a file, from which no more lines are read."""
        if isinstance(self._all, io.TextIOBase):
            self._all.close()
            self._lines = iter(())

    def stop_following(self) -> None:
        """Do nothing, since all lines exist."""


class GrowingLines:
    """The lines of a stream that may still grow, read by a thread, so that nobody has to wait.

    In the queue, the last line is followed by None, or by the error that ended the thread.
    """

    def __init__(self, stream: Bytes, *, follows: bool) -> None:
        """Start reading; with `follows`, wait for more at the end, until `stop_following`."""
        self._stream = stream
        self._follows = follows
        self._waiting: queue.Queue[list[str] | Exception | None] = queue.Queue(MAX_BLOCKS_AHEAD)
        self._lines: deque[str] = deque()
        self._closed = False
        self.ended = False
        """Whether the last line has been taken."""
        Thread(target=self._read, daemon=True).start()

    def stop_following(self) -> None:
        """Stop waiting for further lines."""
        self._closed = True
        self.ended = True

    def take(self, most: int, *, wait: bool = False) -> list[str]:
        """Return the lines that have arrived, at most `most`; with `wait` at least one."""
        while not self._lines and not self.ended:
            try:
                block = self._waiting.get(block=wait)
            except queue.Empty:
                return []
            if isinstance(block, Exception):
                self.ended = True
                raise block
            # None stands for the end.
            self.ended = block is None
            self._lines.extend(block or ())
        count = min(most, len(self._lines))
        return [self._lines.popleft() for _ in range(count)]

    def _read(self) -> None:
        """Queue all lines, then None or the error that ended the reading."""
        end: Exception | None = None
        try:
            self._read_lines()
        except Exception as error:  # noqa: BLE001  whoever waits for a line gets it, whatever it is
            end = error
        with suppress(Exception):
            self._stream.close()
        self._waiting.put(end)

    def _read_lines(self) -> None:
        """Queue complete lines as they arrive; an incomplete line is queued only at the end."""
        decoder = io.IncrementalNewlineDecoder(
            codecs.getincrementaldecoder("utf-8-sig")("replace"), translate=True
        )
        pieces = list[str]()
        """The pieces of the line that has no end yet."""
        length = 0
        number = 1
        while not self._closed:
            data = self._stream.read1(READ_BYTES)
            is_end = not data and not self._follows
            text = decoder.decode(data, final=is_end)
            # The first part continues the line that has no end yet; the last has no end, either.
            first, *others = text.split("\n")
            pieces.append(first)
            length += len(first)
            # A line without an end would fill the memory.
            if length > MAX_EVENT_LINE_BYTES:
                raise LongLine(number)
            if others:
                lines = ["".join(pieces), *others[:-1]]
                pieces = others[-1:]
                length = len(others[-1])
                number += len(lines)
                self._waiting.put([f"{line}\n" for line in lines])
            if is_end:
                break
            if not data:
                time.sleep(POLL_SECONDS)
        if any(pieces):
            self._waiting.put(["".join(pieces)])
