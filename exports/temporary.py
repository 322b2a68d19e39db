"""Temporary files and folders beside their places, locked while their program lives: what a killed one left is known.

A system without such locks (Windows, some network disks) works without them, and nothing is cleared there.
"""

from __future__ import annotations

import os
import re
import secrets
import shutil
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

NAME = re.compile(r"\.visualizer-[0-9a-f]{12}\.part")
"""What is called so is ours."""


@dataclass(frozen=True, slots=True)
class Temporary:
    """A file or folder that is to take a place; `lock` is the open file whose lock says that somebody writes it."""

    path: Path
    lock: int | None

    @classmethod
    def beside(cls, target: Path, create: Callable[[Path], None]) -> Temporary:
        """Create one beside a place, where what dead programs have left is cleared. OSError if it cannot be created."""
        clear(target.parent)
        path = target.parent / f".visualizer-{secrets.token_hex(6)}"
        create(path)
        lock = lock_of(path)  # before it has the name of what is cleared
        return cls(path.rename(path.with_suffix(".part")), lock)

    def remove(self) -> None:
        """Remove it, or what has taken its name, if it is there, and let go of it."""
        remove(self.path)
        if self.lock is not None:
            os.close(self.lock)


def lock_of(path: Path) -> int | None:
    """Lock a file or folder until what is returned is closed or the program ends; None if it is locked or cannot be."""
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
    """Remove the temporary files and folders that no program holds any more; what cannot be removed stays."""
    with suppress(OSError):
        for path in folder.iterdir():
            if NAME.fullmatch(path.name) and (lock := lock_of(path)) is not None:
                Temporary(path, lock).remove()


def remove(path: Path) -> None:
    """Remove a file or folder, if it is there and can be removed."""
    if path.is_dir():
        shutil.rmtree(path, ignore_errors=True)
    else:
        with suppress(OSError):
            path.unlink(missing_ok=True)
