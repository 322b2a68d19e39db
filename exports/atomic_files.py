"""Writing files whole or not at all: to a temporary file beside each, then over the old one in one move.

Against a program killed or a disk full while it writes: the old file is there, or the new one. A film that is a folder
of stills is written to a temporary folder, which takes the place of the old one in two moves: the old one gets a name
of its own beside it, and is removed once the new one is there. Killed between the two, both are whole.
"""

import errno
import os
import re
import secrets
import shutil
import stat
import sys
import time
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from os import PathLike
from pathlib import Path
from typing import TypeAlias

from exports.format import ExportError

WRITE_ERRORS = {
    errno.ENOENT: "there is no folder {folder!r}",
    errno.ENOTDIR: "{folder!r} is not a folder",
    errno.EACCES: "you have no permission to write there",
    errno.EPERM: "you have no permission to write there",
    errno.EROFS: "its disk is read-only",
    errno.ENOSPC: "the disk is full",
    getattr(errno, "EDQUOT", -1): "your disk quota is used up",
    errno.EISDIR: "it is a folder",
    errno.ENAMETOOLONG: "its name is too long",
    errno.ENXIO: "it is a pipe that nobody is reading",
}
STILL_NAME = re.compile(r"[0-9]{3,}\.[a-z]+")
"""The name of a still in a film's folder."""
MARK_SEARCH_BYTES = 600
"""The bytes of a still among which its mark is found."""
TEMPORARY_NAME = re.compile(r"\.visualizer-[0-9a-f]{12}\.part")
"""The names of what is being written, which only this program gives."""
READER_SECONDS = 3.0
"""Seconds for which a pipe's reader is waited."""
STANDARD_OUTPUT = Path("-")
"""Stands for standard output, as in other commands; a file of that name is `./-`."""
STALE_SECONDS = 24 * 60 * 60
"""Seconds without a change after which nobody is writing any more."""

AnyPath = str | PathLike[str]
FileContents: TypeAlias = bytes | Iterable[tuple[str, bytes]]
"""What is written: the bytes of a file, or the names and bytes of the files of a folder, made one by one."""


def save_file(path: AnyPath, data: bytes, *, force: bool = False) -> None:
    """Write a file whole; ExportError says in a sentence why not, and leaves what was there as it was.

    Only with `force` is an existing file replaced.
    """
    save_files({os.fspath(path): data}, force=force)


def save_files(
    files: Mapping[str, FileContents], *, force: bool = False, marks: Collection[bytes] = ()
) -> None:
    """Write several files or folders: none is replaced before all are complete on the disk beside their places.

    An existing folder is replaced only if each of its files has one of the marks. ExportError as in `save_file`. What
    programs killed long ago have left beside the places is removed.
    """
    staged: dict[Path, Path] = {}
    devices: dict[Path, bytes] = {}
    try:
        for name, contents in files.items():
            target = _resolved_target(name)
            with explaining_write_errors(target):
                if isinstance(contents, bytes) and is_device(target):
                    devices[target] = contents
                    continue
                remove_stale_files(target.parent)
                temporary = target.with_name(f".visualizer-{secrets.token_hex(6)}.part")
                staged[temporary] = target
                if not isinstance(contents, bytes):
                    temporary.mkdir()
                for part, data in [("", contents)] if isinstance(contents, bytes) else contents:
                    _write_file(temporary / part, target / part, data)
                check_writable(
                    name, force=force, marks=() if isinstance(contents, bytes) else marks
                )  # stills may take long
        for device, data in devices.items():
            with explaining_write_errors(device):
                _write_to_device(device, data)
        for temporary, target in staged.items():
            with explaining_write_errors(target):
                _replace(temporary, target)
    finally:
        for temporary in staged:
            remove_if_there(temporary)


def check_writable(path: AnyPath, *, force: bool = False, marks: Collection[bytes] = ()) -> None:
    """Raise ExportError if a file clearly cannot be written, so that no search runs in vain.

    With marks it is the folder of a film; an existing one must hold stills alone, each with a mark.
    """
    target = _resolved_target(path)
    with explaining_write_errors(target):
        mode = _mode(target)
        device = is_device(target)
        if marks and mode and not (stat.S_ISDIR(mode) and _is_film(target, marks)):
            if stat.S_ISDIR(mode):
                kind = "folder"
            else:
                kind = "file"
            raise ExportError(
                f"{os.fspath(path)!r} is a {kind} but not a film, and was not overwritten; choose another name"
            )
        if stat.S_ISDIR(mode) and not marks:
            raise OSError(errno.EISDIR, "")
        if not target.parent.is_dir():
            raise OSError(errno.ENOTDIR if target.parent.exists() else errno.ENOENT, "")
        if not os.access(target.parent, os.W_OK) and not device:
            raise OSError(errno.EACCES, "")
    if not force and mode and not device:
        raise ExportError(f"{os.fspath(path)!r} already exists; force is needed to replace it")


def is_occupied(path: AnyPath) -> bool:
    """Return whether a file or folder exists that writing would replace; a device is never replaced.

    ExportError if no file can have that name.
    """
    target = _resolved_target(path)
    with explaining_write_errors(target):
        return bool(_mode(target)) and not is_device(target)


def _is_film(folder: Path, marks: Collection[bytes]) -> bool:
    """Return whether a folder holds the stills of a film, each with a mark near its beginning, and nothing else."""
    beginnings = list[bytes]()
    for file in folder.iterdir():
        if not STILL_NAME.fullmatch(file.name):
            return False
        with file.open("rb") as opened:
            beginnings.append(opened.read(MARK_SEARCH_BYTES))
    return bool(beginnings) and all(
        any(mark in beginning for mark in marks) for beginning in beginnings
    )


def _resolved_target(path: AnyPath) -> Path:
    """Return where a path leads, links followed; but a link such as /dev/stdout to a pipe, which has no name, stays."""
    text = os.fspath(path)
    if "\0" in text:
        raise ExportError(
            f"{text!r:.80} cannot be written: a file name must not contain a NUL character"
        )
    if text == str(STANDARD_OUTPUT):
        return STANDARD_OUTPUT
    with explaining_write_errors(Path(text)):
        if is_device(Path(text).absolute()):
            return Path(text)
    try:
        return Path(os.path.realpath(text))
    except (OSError, ValueError) as error:
        raise ExportError(f"{text!r:.80} cannot be written: {error}") from error


def _mode(target: Path) -> int:
    """Return the mode of what stands at a place, 0 where there is nothing."""
    try:
        return target.stat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        return 0


def is_device(target: Path) -> bool:
    """Return whether something exists that is written to but never replaced, such as /dev/null or a pipe."""
    if target == STANDARD_OUTPUT:
        return True
    mode = _mode(target)
    return bool(mode) and not stat.S_ISREG(mode) and not stat.S_ISDIR(mode)


@contextmanager
def explaining_write_errors(target: Path, then: str = "") -> Iterator[None]:
    """Turn an error of the disk into an ExportError; `then` is what its sentence ends with."""
    try:
        yield
    except OSError as error:
        reason = WRITE_ERRORS.get(error.errno or 0, error.strerror or str(error))
        if error.errno == errno.ENOENT and target.parent.is_dir():
            reason = (
                "no file can be created in {folder!r}"  # such as /proc, which is there and writable
            )
        folder = str(target.parent)
        raise ExportError(
            f"{str(target)!r:.200} cannot be written: {reason.format(folder=folder)}{then}"
        ) from error


def _replace(temporary: Path, target: Path) -> None:
    """Move a file or folder to a place; a folder that is there gives way, and comes back if that fails.

    Its name until then is one under which a person finds it, should the program be killed between the two moves.
    """
    if not target.is_dir():
        temporary.replace(target)
        return
    old = target.with_name(f"{target.name}.old-{secrets.token_hex(3)}")
    try:
        target.replace(old)
        temporary.replace(target)
    except BaseException:
        if not target.exists():
            old.replace(target)
        raise
    remove_if_there(old)


def _write_file(temporary: Path, target: Path, data: bytes) -> None:
    """Write a file and wait until it is on the disk; it has the old one's permissions if there is one."""
    with temporary.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    if target.exists():
        temporary.chmod(stat.S_IMODE(target.stat().st_mode))


def _write_to_device(device: Path, data: bytes) -> None:
    """Write to a device or pipe; OSError with ENXIO if nobody begins to read from a pipe within some seconds."""
    if device == STANDARD_OUTPUT:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    flags = os.O_WRONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)
    end = time.monotonic() + READER_SECONDS
    descriptor = None
    while descriptor is None:
        try:
            descriptor = os.open(device, flags)
        except OSError as error:
            if error.errno != errno.ENXIO or time.monotonic() > end:
                raise
            time.sleep(READER_SECONDS / 100)
    with os.fdopen(descriptor, "wb") as file:
        if hasattr(os, "O_NONBLOCK"):
            os.set_blocking(descriptor, True)
        file.write(data)


def remove_stale_files(folder: Path) -> None:
    """Remove the temporary files and folders in which nothing was written for a day; what cannot be removed stays."""
    with suppress(OSError):
        for path in folder.iterdir():
            if (
                TEMPORARY_NAME.fullmatch(path.name)
                and time.time() - path.lstat().st_mtime > STALE_SECONDS
            ):
                remove_if_there(path)


def remove_if_there(path: Path) -> None:
    """Remove a file or folder, if it is there and can be removed."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
    else:
        with suppress(OSError):
            path.unlink(missing_ok=True)
