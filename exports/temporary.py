"""Temporary files and folders beside their places: their names, and what becomes of those of killed programs."""

import re
import secrets
import shutil
import time
from contextlib import suppress
from pathlib import Path

NAME = re.compile(r"\.visualizer-[0-9a-f]{12}\.part")
"""The names that only this program gives."""
OLD = 24 * 60 * 60
"""Seconds without a change after which nobody is writing any more."""


def temporary_name(target: Path) -> Path:
    """Return a name for what is being written beside a place."""
    return target.with_name(f".visualizer-{secrets.token_hex(6)}.part")


def aside(target: Path) -> Path:
    """Return a name under which a person finds what was at a place, should the program be killed before it is back."""
    return target.with_name(f"{target.name}.old-{secrets.token_hex(3)}")


def clear(folder: Path) -> None:
    """Remove the temporary files and folders in which nothing was written for a day; what cannot be removed stays."""
    with suppress(OSError):
        for path in folder.iterdir():
            if NAME.fullmatch(path.name) and time.time() - path.lstat().st_mtime > OLD:
                remove(path)


def remove(path: Path) -> None:
    """Remove a file or folder, if it is there and can be removed."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
    else:
        with suppress(OSError):
            path.unlink(missing_ok=True)
