"""Write files whole or not at all: to a temporary file, then over the old one in one move.

If the program is killed or the disk is full, the file is either the old one or the new one. A film
that is a folder of stills is written to a temporary folder, which takes the place of the old one
in two moves: the old folder gets another name beside it, and is removed once the new one is
there. Killed between the two moves, the program leaves both whole.
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
"""The names of stills in a film's folder."""
MARK_SEARCH_BYTES = 600
"""The number of bytes at the beginning of a still that contain its mark."""
TEMPORARY_NAME = re.compile(r"\.visualizer-[0-9a-f]{12}\.part")
"""The names of temporary files of this program."""
READER_SECONDS = 3.0
"""The time to wait for a reader of a pipe."""
STANDARD_OUTPUT = Path("-")
"""Standard output, as in other commands; a file of that name is `./-`."""
STALE_SECONDS = 24 * 60 * 60
"""The age from which a temporary file counts as abandoned."""

AnyPath = str | PathLike[str]
FileContents: TypeAlias = bytes | Iterable[tuple[str, bytes]]
"""The bytes of a file, or the names and bytes of a folder's files, made one by one."""


def save_file(path: AnyPath, data: bytes, *, force: bool = False) -> None:
    """Write a file whole or not at all; an existing file is replaced only with `force`.

    ExportError if the file cannot be written; an old file then stays as it was.
    """
    save_files({os.fspath(path): data}, force=force)


def save_files(
    files: Mapping[str, FileContents], *, force: bool = False, marks: Collection[bytes] = ()
) -> None:
    """Write several files or folders; all are complete on the disk before any is replaced.

    `files` has the contents by name. With `force`, existing files are replaced, and folders that
    hold a film: stills with one of the `marks` (see `_is_film`). ExportError if something cannot be
    written.
    """
    # The target of each temporary file or folder. Devices are written without a temporary file.
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
                # Noted before anything is written, so that after a failure nothing is left over.
                staged[temporary] = target
                _stage(temporary, target, contents)
                # Stills may take long to make, so the target may have changed meanwhile.
                folder_marks = () if isinstance(contents, bytes) else marks
                check_writable(name, force=force, marks=folder_marks)
        _write_all(devices, staged)
    finally:
        for temporary in staged:
            remove_if_there(temporary)


def _write_all(devices: Mapping[Path, bytes], staged: Mapping[Path, Path]) -> None:
    """Write to devices, and move each temporary file or folder to its target."""
    # Devices first: a pipe without a reader fails, and no file has been replaced yet.
    for device, data in devices.items():
        with explaining_write_errors(device):
            _write_to_device(device, data)
    for temporary, target in staged.items():
        with explaining_write_errors(target):
            _replace(temporary, target)


def _stage(temporary: Path, target: Path, contents: FileContents) -> None:
    """Write a file or a folder of files to a temporary place."""
    if isinstance(contents, bytes):
        _write_file(temporary, target, contents)
        return
    temporary.mkdir()
    for name, data in contents:
        _write_file(temporary / name, target / name, data)


def check_writable(path: AnyPath, *, force: bool = False, marks: Collection[bytes] = ()) -> None:
    """Raise ExportError if a file cannot be written, or with `marks`, the folder of a film.

    Call this before a long search. An existing file may be replaced with `force`. An existing
    folder may be replaced with `force` if it holds a film: stills with one of the `marks` (see
    `_is_film`).
    """
    target = _resolved_target(path)
    with explaining_write_errors(target):
        mode = _mode(target)
        exists = mode != 0
        device = is_device(target)
        is_folder = stat.S_ISDIR(mode)
        if marks and exists:
            is_film = is_folder and _is_film(target, marks)
            if not is_film:
                kind = "folder" if is_folder else "file"
                raise ExportError(
                    f"{os.fspath(path)!r} is a {kind} but not a film, and was not overwritten; "
                    "choose another name"
                )
        if is_folder and not marks:
            raise OSError(errno.EISDIR, "")
        _check_parent(target, device=device)
    would_replace = exists and not device
    if would_replace and not force:
        raise ExportError(f"{os.fspath(path)!r} already exists; force is needed to replace it")


def _check_parent(target: Path, *, device: bool) -> None:
    """Raise OSError if the folder of a target is missing or read-only."""
    folder = target.parent
    if not folder.is_dir():
        raise OSError(errno.ENOTDIR if folder.exists() else errno.ENOENT, "")
    # Writing to a device creates nothing in its folder.
    if not device and not os.access(folder, os.W_OK):
        raise OSError(errno.EACCES, "")


def is_occupied(path: AnyPath) -> bool:
    """Return whether writing would replace a file or a folder; a device is never replaced.

    ExportError if no file can have that name.
    """
    target = _resolved_target(path)
    with explaining_write_errors(target):
        return bool(_mode(target)) and not is_device(target)


def _is_film(folder: Path, marks: Collection[bytes]) -> bool:
    """Return whether a folder holds the stills of a film and nothing else.

    A still is a file whose name is a number. Near its beginning is one of the `marks`, which this
    program writes into each still.
    """
    beginnings = list[bytes]()
    for file in folder.iterdir():
        if not STILL_NAME.fullmatch(file.name):
            return False
        with file.open("rb") as opened:
            beginnings.append(opened.read(MARK_SEARCH_BYTES))
    if not beginnings:
        return False
    return all(any(mark in beginning for mark in marks) for beginning in beginnings)


def _resolved_target(path: AnyPath) -> Path:
    """Return a path with all links resolved, or unchanged for a device such as /dev/stdout.

    ExportError if no file can have that name.
    """
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
    """Return the mode of a file or folder, 0 if nothing has that name."""
    try:
        return target.stat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        return 0


def is_device(target: Path) -> bool:
    """Return whether a target, such as /dev/null or a pipe, is written to and never replaced."""
    if target == STANDARD_OUTPUT:
        return True
    mode = _mode(target)
    return bool(mode) and not stat.S_ISREG(mode) and not stat.S_ISDIR(mode)


@contextmanager
def explaining_write_errors(target: Path, hint: str = "") -> Iterator[None]:
    """Turn an OSError in the block into an ExportError that says why `target` cannot be written.

    The error's sentence ends with `hint`.
    """
    try:
        yield
    except OSError as error:
        reason = WRITE_ERRORS.get(error.errno or 0, error.strerror or str(error))
        if error.errno == errno.ENOENT and target.parent.is_dir():
            # This happens in a folder such as /proc, which seems to be writable but is not.
            reason = "no file can be created in {folder!r}"
        folder = str(target.parent)
        words = f"{reason.format(folder=folder)}{hint}"
        raise ExportError(f"{str(target)!r:.200} cannot be written: {words}") from error


def _replace(temporary: Path, target: Path) -> None:
    """Move a file or folder to its target.

    An old folder at the target is renamed during the move. It is renamed back if the move fails,
    and can still be found if the program is killed.
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
    """Write a temporary file with the permissions of its target, if the target exists.

    Return only when the file is on the disk.
    """
    with temporary.open("wb") as file:
        file.write(data)
        # Otherwise a power cut after the move could leave an empty file in place of the old one.
        file.flush()
        os.fsync(file.fileno())
    if target.exists():
        temporary.chmod(stat.S_IMODE(target.stat().st_mode))


def _write_to_device(device: Path, data: bytes) -> None:
    """Write to a device or pipe; OSError (ENXIO) if a pipe has no reader after READER_SECONDS."""
    if device == STANDARD_OUTPUT:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    descriptor = _open_device(device)
    with os.fdopen(descriptor, "wb") as file:
        # Only opening must not wait for ever. Writing waits while the reader is slow.
        if hasattr(os, "O_NONBLOCK"):
            os.set_blocking(descriptor, True)
        file.write(data)


def _open_device(device: Path) -> int:
    """Return a descriptor for writing; OSError (ENXIO) if a pipe has no reader in time."""
    # Without O_NONBLOCK, opening a pipe would wait for a reader for ever.
    flags = os.O_WRONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)
    end = time.monotonic() + READER_SECONDS
    while True:
        try:
            return os.open(device, flags)
        except OSError as error:
            if error.errno != errno.ENXIO or time.monotonic() > end:
                raise
            time.sleep(READER_SECONDS / 100)


def remove_stale_files(folder: Path) -> None:
    """Remove the temporary files and folders in a folder that are at least a day old."""
    with suppress(OSError):
        for path in folder.iterdir():
            if not TEMPORARY_NAME.fullmatch(path.name):
                continue
            age = time.time() - path.lstat().st_mtime
            # An old one is from a program that was killed. A younger one may still be in use.
            if age > STALE_SECONDS:
                remove_if_there(path)


def remove_if_there(path: Path) -> None:
    """Remove a file or folder, if it exists and can be removed."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
    else:
        with suppress(OSError):
            path.unlink(missing_ok=True)
