"""Writing files whole or not at all: to a temporary file beside each, then over the old one in one move.

A film that is a folder of stills is written so, too: to a temporary folder, which then takes the old one's place.
"""

from __future__ import annotations

import errno
import os
import re
import stat
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from os import PathLike
from pathlib import Path
from typing import TypeAlias

from exports.errors import ExportError
from exports.exchange import exchange
from exports.temporary import Temporary, remove

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
STILL = re.compile(r"[0-9]{3,}\.[a-z]+")
"""The name of a still in a film's folder."""
BEGINNING = 600
"""Bytes of a still in which its mark stands."""

AnyPath = str | PathLike[str]
Contents: TypeAlias = bytes | Iterable[tuple[str, bytes]]
"""What is written: a file's bytes, or the names and bytes of a folder's files, made one by one."""


def save(path: AnyPath, data: bytes, *, force: bool = False) -> None:
    """Write a file whole; ExportError says in a sentence why not, and leaves what was there as it was.

    Only with `force` is a file replaced that is there already.
    """
    save_all({os.fspath(path): data}, force=force)


def save_all(files: Mapping[str, Contents], *, force: bool = False, marks: Collection[bytes] = ()) -> None:
    """Write several files or folders: none is touched before all are on the disk beside their places.

    A folder that is there is replaced only if each of its files has one of the marks. ExportError as in `save`. What
    programs that are gone have left beside the places is cleared.
    """
    staged: list[tuple[Temporary, Path]] = []
    try:
        for path, contents in files.items():
            if isinstance(contents, bytes):
                staged += _stage(path, contents, force=force)
            else:
                staged.append(_stage_folder(path, contents, force=force, marks=marks))
        for temporary, target in staged:
            _replace(temporary.path, target)
    finally:
        for temporary, _ in staged:
            temporary.remove()


def check(path: AnyPath, *, force: bool = False, marks: Collection[bytes] = ()) -> None:
    """Raise ExportError if it is plain beforehand that a file cannot be written, so that no search runs in vain.

    With marks it is a film's folder that is to be written; one that is there must be a film's, each file with a mark.
    """
    _check_place(path, marks)
    if not force and is_there(path):
        raise ExportError(f"{os.fspath(path)!r} is there already; only with force is it replaced")


def is_there(path: AnyPath) -> bool:
    """Say whether a file is there that writing would replace; what a device holds is never replaced.

    ExportError if no file can have that name.
    """
    target = _target(path)
    return target.exists() and not _is_device(target)


def _check_place(path: AnyPath, marks: Collection[bytes]) -> None:
    """Raise ExportError if no file, or with marks no folder, can be written there, whether one is there or not."""
    target = _target(path)
    try:
        is_folder = stat.S_ISDIR(target.stat().st_mode)
        is_file = not is_folder
    except (FileNotFoundError, NotADirectoryError):
        is_folder = is_file = False
    except OSError as error:
        raise _error(target, error) from error
    if is_folder and not marks:
        raise _error(target, OSError(errno.EISDIR, ""))
    if marks and (is_file or (is_folder and not _is_film(target, marks))):
        kind = "folder" if is_folder else "file"
        raise ExportError(f"{os.fspath(path)!r} is a {kind} that no film made, and stays; choose another name")
    if not target.parent.is_dir():
        raise _error(target, OSError(errno.ENOTDIR if target.parent.exists() else errno.ENOENT, ""))
    if not os.access(target.parent, os.W_OK) and not _is_device(target):
        raise _error(target, OSError(errno.EACCES, ""))


def _is_film(folder: Path, marks: Collection[bytes]) -> bool:
    """Say whether a folder holds the stills of a film and nothing else."""
    try:
        files = [*folder.iterdir()]
        return bool(files) and all(STILL.fullmatch(file.name) and _is_marked(file, marks) for file in files)
    except OSError as error:
        raise _error(folder, error) from error


def _is_marked(file: Path, marks: Collection[bytes]) -> bool:
    """Say whether a file has a mark of one of our formats near its beginning."""
    with file.open("rb") as opened:
        beginning = opened.read(BEGINNING)
    return any(mark in beginning for mark in marks)


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


def _stage(path: AnyPath, data: bytes, *, force: bool) -> list[tuple[Temporary, Path]]:
    """Put the data on the disk beside its place; return the temporary file and the place."""
    check(path, force=force)
    target = _target(path)
    if _is_device(target):
        with _saying_why(target):
            target.write_bytes(data)
        return []
    with _temporary(target, Path.touch) as temporary:
        _write(temporary.path, target, data)
    return [(temporary, target)]


def _stage_folder(
    path: AnyPath, files: Iterable[tuple[str, bytes]], *, force: bool, marks: Collection[bytes]
) -> tuple[Temporary, Path]:
    """Put a folder's files on the disk, in a folder beside its place; return the temporary folder and the place."""
    target = _target(path)
    with _temporary(target, Path.mkdir) as temporary:
        for name, data in files:
            _write(temporary.path / name, target / name, data)
        check(path, force=force, marks=marks)  # it may have taken long
    return temporary, target


@contextmanager
def _temporary(target: Path, create: Callable[[Path], None]) -> Iterator[Temporary]:
    """Give a temporary file or folder, of which nothing stays behind if writing fails."""
    with _saying_why(target):
        temporary = Temporary.beside(target, create)
        try:
            yield temporary
        except BaseException:
            temporary.remove()
            raise


@contextmanager
def _saying_why(target: Path) -> Iterator[None]:
    """Make what the disk says an ExportError."""
    try:
        yield
    except OSError as error:
        raise _error(target, error) from error


def _replace(temporary: Path, target: Path) -> None:
    """Move a file or folder over another in one move; a folder that was there has the temporary name then."""
    with _saying_why(target):
        if not target.is_dir():
            temporary.replace(target)
        elif not exchange(temporary, target):
            aside = temporary.with_suffix(".old")  # which is not cleared, as it is the only one for a moment
            target.replace(aside)
            temporary.replace(target)
            remove(aside)


def _write(temporary: Path, target: Path, data: bytes) -> None:
    """Write a file and wait until it is on the disk; it has the old one's permissions if there is one."""
    with temporary.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    if target.exists():
        temporary.chmod(stat.S_IMODE(target.stat().st_mode))


def _error(target: Path, error: OSError) -> ExportError:
    reason = REASONS.get(error.errno or 0, error.strerror or str(error))
    return ExportError(f"{str(target)!r} cannot be written: {reason.format(folder=str(target.parent))}")
