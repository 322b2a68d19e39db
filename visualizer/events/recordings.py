"""Files of events by their names: each is read once, before it is played back or meanwhile."""

import gc
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path

from visualizer.errors import InputError, as_input_error
from visualizer.events.header import Header
from visualizer.events.lines import FileLines, GrowingLines, as_read_error, as_text, opened
from visualizer.events.reading import Recording
from visualizer.plugins.discovery import game_named
from visualizer.plugins.source import STANDARD_INPUT, check_trusted

BEFORE = 20_000
"""Lines that are read before anything is shown of a file that may be read while it is played back."""
FOLLOWED: dict[str, Recording | None] = {STANDARD_INPUT: None}
"""The files that are read as they grow, until a `result` is told, each once: None for one that has not been begun."""
GRADUAL: set[str] = set()
"""The files that are read while they are played back, if they are long."""


def recording_of(file: str) -> Recording:
    """Read a file of events; InputError says in which line it is wrong, or why it cannot be read.

    A user-supplied game that it names must be trusted.
    """
    with as_read_error(file):
        if file in FOLLOWED:
            recording = FOLLOWED[file]
            if recording is None:  # its first line is waited for
                recording = Recording(file, GrowingLines(opened(file), follows=file != STANDARD_INPUT))
            FOLLOWED[file] = recording
        else:
            recording = _read(file, *stamp(file))
            if not (recording.ended or file in GRADUAL):
                with without_collection():
                    recording.read()
    check_game(file, recording.header)
    return recording


def header_of(file: str) -> Header:
    """Read no more of a file of events than what it says of its search; errors as for `recording_of`."""
    if file in FOLLOWED:
        return recording_of(file).header
    with as_read_error(file):
        header = _header(file, *stamp(file))
    check_game(file, header)
    return header


def labels_of(file: str) -> Recording:
    """Read a file of events as one whose moves are labels, though it may name a game; errors as for `recording_of`."""
    found = recording_of(file)
    if found.tree is not None:
        return found
    with as_read_error(file):
        return Recording(file, FileLines(as_text(opened(file))), as_labels=True).read()


def stamp(file: str) -> tuple[int, int]:
    """Return when a file was changed, and its size; InputError for what is none."""
    found = Path(file).stat()
    if not stat.S_ISREG(found.st_mode):
        raise InputError(f"{file!r:.200} is no regular file; - reads standard input as it comes")
    return found.st_mtime_ns, found.st_size


def check_game(file: str, header: Header) -> None:
    """Raise InputError for a game that is not there or, from outside, not trusted."""
    if header.game is not None:
        check_trusted(file, header.game)
        with as_input_error(f"{file}, line {header.line}: "):
            game_named(header.game)


@lru_cache(maxsize=16)
def _header(file: str, changed: int, size: int) -> Header:
    """Read the first line of a file of events as it was at that time."""
    with as_text(opened(file)) as lines:
        return Recording(file, FileLines(lines)).header


@lru_cache(maxsize=4)
def _read(file: str, changed: int, size: int) -> Recording:
    """Read the beginning of a file of events as it was at that time."""
    return Recording(file, FileLines(as_text(opened(file)))).read(BEFORE)


@contextmanager
def without_collection() -> Iterator[None]:
    """Look for no garbage while very much is made that is none: that would take half of the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
