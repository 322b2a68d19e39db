"""Locks on files that one program at a time may write; the system drops them when a program ends, however it ends.

A lock is an empty file in the folder for state, for games are replaced whenever they are written.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path


@contextmanager
def locked(file: str | Path, folder: Path, *, wait: bool = False) -> Iterator[bool]:
    """Hold the lock of a file until the block ends; yield whether no other program holds it, or wait until none does.

    `folder` is that for state. Where there are no locks, such as on a disk that can only be read, none is held.
    """
    path = folder / "locks" / sha256(os.fsencode(os.path.realpath(file))).hexdigest()[:16]
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        opened = _take(path, wait=wait)
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


def _take(path: Path, *, wait: bool) -> int:
    """Return the descriptor of a lock's file with its lock; BlockingIOError if another program has it."""
    while True:
        opened = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _lock(opened, wait=wait)
            if os.path.samestat(os.fstat(opened), path.stat()):  # it was not removed while we waited
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
