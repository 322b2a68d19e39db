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
"""The most blocks that are read in advance; after that, the program that writes has to wait."""
MAX_EVENT_LINE_BYTES = 10_000_000
"""The longest allowed line: enough for a whole tree. A longer line might never end."""
POLL_SECONDS = 0.02
"""The time between two attempts to read more at the end of a growing file."""


class LongLine(Exception):  # noqa: N818  it says what is the matter
    """A line is too long to be read."""

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
        """Wait for bytes, and return those that have arrived; b"" at the end."""

    def close(self) -> None:
        """Close the stream."""


def open_maybe_zipped(file: str) -> io.BufferedReader | gzip.GzipFile:
    """Open a file of events, perhaps zipped, or `-` for standard input; OSError if that fails."""
    if file == STANDARD_INPUT:
        return standard_input()
    if file.endswith(ZIPPED_ENDING):
        return gzip.open(file, "rb")
    return Path(file).open("rb")


def as_text(stream: io.BufferedReader | gzip.GzipFile) -> TextIO:
    """Return a stream as text; bytes that are not UTF-8 are replaced by a character."""
    return io.TextIOWrapper(stream, encoding="utf-8-sig", errors="replace")


def standard_input() -> io.BufferedReader:
    """Return a copy of standard input, so that the terminal can take its place."""
    try:
        return os.fdopen(os.dup(sys.stdin.fileno()), "rb")
    except (AttributeError, OSError):
        return io.BufferedReader(sys.stdin.buffer)  # type: ignore[arg-type]


def take_keys_from_terminal() -> None:
    """Make the terminal standard input, if there is one, so that it can send keys.

    `standard_input` must have copied the stream of events before.
    """
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
    """The lines of a file of events, in order; reading may raise the errors of `as_read_error`."""

    ended: bool
    """Whether the last line has been taken."""

    def take(self, max_count: int, *, wait: bool = False) -> list[str]:
        """Return lines that have arrived, at most `max_count`.

        If `wait` is true, wait until a line arrives or the file ends.
        """

    def stop_following(self) -> None:
        """Stop waiting for lines that are still to be written."""


class FileLines:
    """The lines of a complete file, which is closed after the last line, or of a list."""

    def __init__(self, lines: Iterable[str]) -> None:
        """Start at the first line."""
        self._all = lines
        self._number = 0
        self._lines = iter(lines)
        # Of a line that is too long, read one character more than allowed: `take` will refuse it.
        if isinstance(lines, io.TextIOBase):
            self._lines = iter(partial(lines.readline, MAX_EVENT_LINE_BYTES + 1), "")
        self.ended = False

    def take(self, max_count: int, *, wait: bool = False) -> list[str]:
        """Return the next lines, at most `max_count`; LongLine if one of them is too long."""
        try:
            lines = [*islice(self._lines, max_count)]
        except BaseException:
            self._close()
            raise
        for number, line in enumerate(lines, self._number + 1):
            if len(line) > MAX_EVENT_LINE_BYTES:
                self._close()
                raise LongLine(number)
        self._number += len(lines)
        self.ended = len(lines) < max_count
        if self.ended:
            self._close()
        return lines

    def _close(self) -> None:
        """Close the file, if it is one."""
        if isinstance(self._all, io.TextIOBase):
            self._all.close()
            self._lines = iter(())

    def stop_following(self) -> None:
        """Do nothing, since all lines exist."""


class GrowingLines:
    """The lines of a stream that may still grow, read by a thread, so that callers need not wait.

    The thread puts lists of lines into a queue, and finally None or the error that ended it.
    """

    def __init__(self, stream: Bytes, *, follows: bool) -> None:
        """Start reading.

        If `follows` is true, the end of the stream is not the end: more may be written until
        `stop_following` is called.
        """
        self._stream = stream
        self._follows = follows
        self._queue: queue.Queue[list[str] | Exception | None] = queue.Queue(MAX_BLOCKS_AHEAD)
        self._lines: deque[str] = deque()
        self._closed = False
        self.ended = False
        """Whether the last line has been taken."""
        Thread(target=self._read, daemon=True).start()

    def stop_following(self) -> None:
        """Stop waiting for further lines."""
        self._closed = True
        self.ended = True

    def take(self, max_count: int, *, wait: bool = False) -> list[str]:
        """Return lines that have arrived, at most `max_count`.

        If `wait` is true, wait until a line arrives or the stream ends.
        """
        while not self._lines and not self.ended:
            try:
                block = self._queue.get(block=wait)
            except queue.Empty:
                return []
            if isinstance(block, Exception):
                self.ended = True
                raise block
            # None marks the end.
            self.ended = block is None
            self._lines.extend(block or ())
        count = min(max_count, len(self._lines))
        return [self._lines.popleft() for _ in range(count)]

    def _read(self) -> None:
        """Put all lines into the queue, then None, or the error that ended the reading."""
        end: Exception | None = None
        try:
            self._read_lines()
        except Exception as error:  # noqa: BLE001  any error is raised in `take`
            end = error
        with suppress(Exception):
            self._stream.close()
        self._queue.put(end)

    def _read_lines(self) -> None:
        """Put lines into the queue as soon as they are complete, and an incomplete last line."""
        decoder = io.IncrementalNewlineDecoder(
            codecs.getincrementaldecoder("utf-8-sig")("replace"), translate=True
        )
        pieces = list[str]()
        """The pieces of the line whose end has not arrived yet."""
        length = 0
        number = 1
        while not self._closed:
            data = self._stream.read1(READ_BYTES)
            is_end = not data and not self._follows
            text = decoder.decode(data, final=is_end)
            # The first part continues the incomplete line; the last part is the next such line.
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
                self._queue.put([f"{line}\n" for line in lines])
            if is_end:
                break
            if not data:
                time.sleep(POLL_SECONDS)
        if any(pieces):
            self._queue.put(["".join(pieces)])
