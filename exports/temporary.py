"""Temporary files and folders beside their places, locked while their program lives.

Against what a killed program leaves behind: the next program finds it unlocked and removes it. Where there are no such
locks (Windows, some network disks) nothing is removed.
"""

import os
import re
import secrets
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

NAME = re.compile(r"\.visualizer-[0-9a-f]{12}\.part")
"""The names that only this program gives."""


@contextmanager
def beside(target: Path, create: Callable[[Path], None]) -> Iterator[Path]:
    """Give a temporary file or folder beside a place; what has its name at the end is removed.

    OSError if it cannot be created. What killed programs have left there is removed first.
    """
    clear(target.parent)
    path = target.parent / f".visualizer-{secrets.token_hex(6)}"
    create(path)
    lock = lock_of(path)  # before it has a name that others remove
    path = path.rename(path.with_suffix(".part"))
    try:
        yield path
    finally:
        remove(path)
        if lock is not None:
            os.close(lock)


def lock_of(path: Path) -> int | None:
    """Lock a file or folder until the returned descriptor is closed or the program ends; None if it cannot be."""
    try:
        import fcntl
    except ImportError:  # Windows
        return None
    opened = None
    try:
        opened = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        if opened is not None:
            os.close(opened)
        return None
    return opened


def clear(folder: Path) -> None:
    """Remove the temporary files and folders whose program has ended; what cannot be removed stays."""
    with suppress(OSError):
        for path in folder.iterdir():
            if NAME.fullmatch(path.name) and (lock := lock_of(path)) is not None:
                remove(path)
                os.close(lock)


def remove(path: Path) -> None:
    """Remove a file or folder, if it is there and can be removed."""
    if path.is_dir():
        shutil.rmtree(path, ignore_errors=True)
    else:
        with suppress(OSError):
            path.unlink(missing_ok=True)
