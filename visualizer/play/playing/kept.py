"""Saved matches: a file is written at every change, before it is shown, by one program at a time.

Games without a name are saved in the user's state folder, or in the folder that the variable
VISUALIZER_STATE names. A lock is an empty file of its own, since games are replaced whenever they
are written; the system releases locks when a program ends, however it ends.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING

from platformdirs import user_state_dir

import exports
from visualizer.support.errors import InputError
from visualizer.support.plugins.discovery import PlugInSource

if TYPE_CHECKING:
    from visualizer.play.playing.match import Match

STATE_FOLDER_VARIABLE = "VISUALIZER_STATE"
STATE_FOLDER_NAME = "search-tree-visualizer"


class AutosavedMatch:
    """A function that saves a match: call it after every move, so that a killed program loses none.

    `save_error` says why the last call could not save the match, "" if it could.
    """

    def __init__(self, match: Match, file: str) -> None:
        """Take the match and its file, which is replaced at every save."""
        self.match = match
        self.file = file
        self.save_error = ""

    def __call__(self) -> None:
        """Save the whole match; if this fails, `save_error` says why."""
        from visualizer.play.playing.game_file import saved_game_text

        self.save_error = ""
        try:
            Path(self.file).parent.mkdir(parents=True, exist_ok=True)
            exports.save_file(self.file, saved_game_text(self.match).encode(), force=True)
        except OSError as error:
            self.save_error = f"its folder cannot be created: {error.strerror}"
        except InputError as error:
            self.save_error = str(error)

    def save_or_explain(self) -> str:
        """Save the match; return "", or a sentence that says why this failed."""
        self()
        if not self.save_error:
            return ""
        return f"The game was not saved: {self.save_error}"


@contextmanager
def exclusive_game_file(file: str) -> Iterator[None]:
    """Keep other programs from playing the game in a file while the block runs.

    InputError if another program is playing this game already.
    """
    with lock_of_file(file) as has_lock:
        if not has_lock:
            raise InputError(
                f"{file!r:.200} is in use: another program is playing this game; "
                "close that program, or give --save another name"
            )
        yield


def autosave_folder() -> Path:
    """Return the folder for games that the user has not saved under a name."""
    state_folder = os.environ.get(STATE_FOLDER_VARIABLE)
    if not state_folder:
        state_folder = user_state_dir(STATE_FOLDER_NAME, appauthor=False)
    return Path(state_folder) / "games"


def new_autosave_file(match: Match) -> str:
    """Return a file name for a new match, made of its game, the time and a random part.

    The random part distinguishes matches that begin in the same second: until the first move there
    is no file, so other programs cannot see that a name is taken.
    """
    name = re.sub("[^a-z0-9]+", "-", match.game.name.lower()).strip("-")
    moment = f"{datetime.now():%Y-%m-%d-%H%M%S}"  # noqa: DTZ005  the user's own clock
    return str(autosave_folder() / f"{name}-{moment}-{token_hex(4)}{PlugInSource.GAME}")


@contextmanager
def lock_of_file(file: str | Path, *, wait: bool = False) -> Iterator[bool]:
    """Hold the lock of a file within the block; yield True, or False if another program has it.

    With `wait`, wait until the other program has released the lock. On a disk without locks, such
    as a read-only disk, yield True without holding a lock.
    """
    path = _lock_path(file)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = _take_lock(path, wait=wait)
    except BlockingIOError:
        yield False
        return
    except (OSError, ImportError):
        yield True
        return
    try:
        yield True
    finally:
        # Windows cannot remove open files, so the empty file stays there.
        with suppress(OSError):
            path.unlink()
        os.close(descriptor)


def _lock_path(file: str | Path) -> Path:
    """Return the path of a file's lock, which is the same for links to the file."""
    real_name = os.fsencode(os.path.realpath(file))
    return autosave_folder().parent / "locks" / sha256(real_name).hexdigest()[:16]


def _take_lock(path: Path, *, wait: bool) -> int:
    """Open and lock a lock file, and return its file descriptor.

    If another program has locked the file, wait until it is free, or without `wait`, raise
    BlockingIOError.
    """
    while True:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _lock(descriptor, wait=wait)
            # The program that had the lock may have removed the file while this program waited.
            # Then other programs lock a new file at this path, so this lock does not count.
            if os.path.samestat(os.fstat(descriptor), path.stat()):
                return descriptor
        except FileNotFoundError:
            # The file was removed before it could be compared: try again with a new file.
            pass
        except BaseException:
            os.close(descriptor)
            raise
        os.close(descriptor)


if sys.platform == "win32":

    def _lock(descriptor: int, *, wait: bool) -> None:
        """Lock an open file; BlockingIOError if another program has locked it.

        With `wait`, wait up to ten seconds for the other program first.
        """
        import msvcrt

        mode = msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK
        try:
            msvcrt.locking(descriptor, mode, 1)
        except OSError as error:
            raise BlockingIOError from error

else:

    def _lock(descriptor: int, *, wait: bool) -> None:
        """Lock an open file; BlockingIOError if another program has locked it.

        With `wait`, wait for the other program instead. ImportError if the system has no `fcntl`.
        """
        import fcntl

        mode = fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB
        fcntl.flock(descriptor, mode)
