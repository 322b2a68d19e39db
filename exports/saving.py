"""Writing files whole or not at all: to a temporary file beside each, then over the old one in one move."""

from __future__ import annotations

import errno
import os
import secrets
import stat
from collections.abc import Mapping
from contextlib import suppress
from os import PathLike
from pathlib import Path

from exports.errors import ExportError

REASONS = {
    errno.ENOENT: "there is no folder {folder!r}",
    errno.ENOTDIR: "{folder!r} is not a folder",
    errno.EACCES: "there is no permission to write there",
    errno.EPERM: "there is no permission to write there",
    errno.EROFS: "it is on a disk that can only be read",
    errno.ENOSPC: "the disk is full",
    getattr(errno, "EDQUOT", -1): "the disk quota is used up",
    errno.EISDIR: "it is a folder",
    errno.ENAMETOOLONG: "its name is too long",
}

AnyPath = str | PathLike[str]


def save(path: AnyPath, data: bytes, *, force: bool = False) -> None:
    """Write a file whole; ExportError says in a sentence why not, and leaves what was there as it was.

    Only with `force` is a file replaced that is there already.
    """
    save_all({os.fspath(path): data}, force=force)


def save_all(files: Mapping[str, bytes], *, force: bool = False) -> None:
    """Write several files: none is touched before all are on the disk beside their places. ExportError as in `save`."""
    staged: list[tuple[Path, Path]] = []
    try:
        for path, data in files.items():
            staged += _stage(path, data, force=force)
        for temporary, target in staged:
            _replace(temporary, target)
    finally:
        for temporary, _ in staged:
            with suppress(OSError):
                temporary.unlink(missing_ok=True)


def check(path: AnyPath, *, force: bool = False) -> None:
    """Raise ExportError if it is plain beforehand that a file cannot be written, so that no search runs in vain."""
    _check_place(path)
    if not force and is_there(path):
        raise ExportError(f"{os.fspath(path)!r} is there already; only with force is it replaced")


def is_there(path: AnyPath) -> bool:
    """Say whether a file is there that writing would replace; what a device holds is never replaced."""
    target = _target(path)
    return target.exists() and not _is_device(target)


def _check_place(path: AnyPath) -> None:
    """Raise ExportError if no file can be written there, whether one is there already or not."""
    target = _target(path)
    try:
        is_folder = stat.S_ISDIR(target.stat().st_mode)
    except (FileNotFoundError, NotADirectoryError):
        is_folder = False
    except OSError as error:
        raise _error(target, error) from error
    if is_folder:
        raise _error(target, OSError(errno.EISDIR, ""))
    if not target.parent.is_dir():
        raise _error(target, OSError(errno.ENOTDIR if target.parent.exists() else errno.ENOENT, ""))
    if not os.access(target.parent, os.W_OK) and not _is_device(target):
        raise _error(target, OSError(errno.EACCES, ""))


def _target(path: AnyPath) -> Path:
    """Return where a path leads, links followed."""
    text = os.fspath(path)
    if "\0" in text:
        raise ExportError(f"{text!r:.80} cannot be written: a file's name has no NUL character")
    try:
        return Path(os.path.realpath(text))
    except (OSError, ValueError) as error:
        raise ExportError(f"{text!r:.80} cannot be written: {error}") from error


def _is_device(target: Path) -> bool:
    """Say whether a path is something that is written to but never replaced, such as /dev/null."""
    try:
        mode = target.stat().st_mode
    except OSError:
        return False
    return not stat.S_ISREG(mode) and not stat.S_ISDIR(mode)


def _stage(path: AnyPath, data: bytes, *, force: bool) -> list[tuple[Path, Path]]:
    """Put the data on the disk beside its place; return the temporary file and the place."""
    check(path, force=force)
    target = _target(path)
    temporary = target.parent / f".{secrets.token_hex(6)}.part"
    try:
        if _is_device(target):
            target.write_bytes(data)
            return []
        _write(temporary, target, data)
    except BaseException as error:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise _error(target, error) from error
        raise
    return [(temporary, target)]


def _replace(temporary: Path, target: Path) -> None:
    """Move a file over another in one move."""
    try:
        temporary.replace(target)
    except OSError as error:
        raise _error(target, error) from error


def _write(temporary: Path, target: Path, data: bytes) -> None:
    """Write a new file and wait until it is on the disk; it has the old one's permissions if there is one."""
    with temporary.open("xb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    if target.exists():
        temporary.chmod(stat.S_IMODE(target.stat().st_mode))


def _error(target: Path, error: OSError) -> ExportError:
    reason = REASONS.get(error.errno or 0, error.strerror or str(error))
    return ExportError(f"{str(target)!r} cannot be written: {reason.format(folder=str(target.parent))}")
