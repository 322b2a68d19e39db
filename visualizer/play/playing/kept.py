"""A match that is kept: its file is written at every change, before the change is shown, by one program at a time.

Games without a name are kept in the user's state folder, or in the folder that the variable
VISUALIZER_STATE names. A lock is an empty file there, for games are replaced whenever they are
written; the system drops locks when a program ends, however it ends.
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
    """Writes a match to a file; a call writes the whole game, so that a program killed at any moment has lost none.

    `trouble` is why the last call could not write, "" if it could.
    """

    def __init__(self, match: Match, file: str) -> None:
        """Keep this match in this file, which is replaced."""
        self.match = match
        self.file = file
        self.trouble = ""

    def __call__(self) -> None:
        """Write the game."""
        from visualizer.play.playing.game_file import saved_game_text

        self.trouble = ""
        try:
            Path(self.file).parent.mkdir(parents=True, exist_ok=True)
            exports.save_file(self.file, saved_game_text(self.match).encode(), force=True)
        except OSError as error:
            self.trouble = f"its folder cannot be created: {error.strerror}"
        except InputError as error:
            self.trouble = str(error)

    def said(self) -> str:
        """Write the game; return the sentence that has to be said if it could not be written, else ""."""
        self()
        return f"The game was not saved: {self.trouble}" if self.trouble else ""


@contextmanager
def exclusive_game_file(file: str) -> Iterator[None]:
    """Keep other programs from playing a file's game until the block ends; InputError if one plays it now."""
    with lock_of_file(file) as ours:
        if not ours:
            words = "is in use: another program is playing this game; close that program, or give --save another name"
            raise InputError(f"{file!r:.200} {words}")
        yield


def autosave_folder() -> Path:
    """Return the folder of games without a name."""
    return (
        Path(
            os.environ.get(STATE_FOLDER_VARIABLE)
            or user_state_dir(STATE_FOLDER_NAME, appauthor=False)
        )
        / "games"
    )


def new_autosave_file(match: Match) -> str:
    """Return a name for a new game's file, by game and time; another in the same second differs by chance.

    No file is there before the first move, so it cannot be seen which names others have taken.
    """
    name = re.sub("[^a-z0-9]+", "-", match.game.name.lower()).strip("-")
    moment = f"{datetime.now():%Y-%m-%d-%H%M%S}"  # noqa: DTZ005  a person's own clock
    return str(autosave_folder() / f"{name}-{moment}-{token_hex(4)}{PlugInSource.GAME}")


@contextmanager
def lock_of_file(file: str | Path, *, wait: bool = False) -> Iterator[bool]:
    """Hold the lock of a file until the block ends; yield whether no other program holds it, or wait until none does.

    Where there are no locks, such as on a disk that can only be read, none is held.
    """
    path = (
        autosave_folder().parent
        / "locks"
        / sha256(os.fsencode(os.path.realpath(file))).hexdigest()[:16]
    )
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        opened = _take_lock(path, wait=wait)
    except BlockingIOError:
        yield False
        return
    except (OSError, ImportError):
        yield True
        return
    try:
        yield True
    finally:
        with suppress(OSError):  # Windows keeps files that are open, so there the empty file stays
            path.unlink()
        os.close(opened)


def _take_lock(path: Path, *, wait: bool) -> int:
    """Return the descriptor of a lock's file with its lock; BlockingIOError if another program has it."""
    while True:
        opened = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _lock(opened, wait=wait)
            if os.path.samestat(
                os.fstat(opened), path.stat()
            ):  # it was not removed while we waited
                return opened
        except FileNotFoundError:
            pass
        except BaseException:
            os.close(opened)
            raise
        os.close(opened)


if sys.platform == "win32":

    def _lock(opened: int, *, wait: bool) -> None:
        """Lock an open file; BlockingIOError if another program has it, with `wait` for ten seconds."""
        import msvcrt

        try:
            msvcrt.locking(opened, msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
        except OSError as error:
            raise BlockingIOError from error

else:

    def _lock(opened: int, *, wait: bool) -> None:
        """Lock an open file; BlockingIOError if another program has it. ImportError where Python was built without."""
        import fcntl

        fcntl.flock(opened, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
