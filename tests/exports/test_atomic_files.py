"""Files appear whole or not at all, and a reason is one sentence."""

from __future__ import annotations

import errno
import os
import stat
import time
from collections.abc import Callable
from pathlib import Path
from threading import Thread

import pytest

import exports
from exports.atomic_files import remove_stale_files


def test_a_file_is_written_whole_and_nothing_else_is_left(tmp_path: Path) -> None:
    """New and old files hold the data, and the folder holds no other file."""
    file = tmp_path / "tree.svg"
    exports.save_file(file, b"one")
    exports.save_file(str(file), b"two", force=True)

    assert file.read_bytes() == b"two"
    assert [*tmp_path.iterdir()] == [file]


@pytest.mark.skipif(os.name == "nt", reason="permissions and links are those of POSIX")
def test_permissions_and_links_stay_as_they_were(tmp_path: Path) -> None:
    """A file keeps its permissions, a link stays a link, a new file has those that any new file
    has.
    """
    target, link, plain, usual = (
        tmp_path / name for name in ("a.svg", "link.svg", "new.svg", "usual")
    )
    target.write_bytes(b"old")
    target.chmod(0o640)
    link.symlink_to(target)
    usual.touch()
    exports.save_file(link, b"new", force=True)
    exports.save_file(plain, b"new")

    assert link.is_symlink()
    assert target.read_bytes() == b"new"
    assert stat.S_IMODE(target.stat().st_mode) == 0o640
    assert plain.stat().st_mode == usual.stat().st_mode


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("no/such/tree.svg", "there is no folder"),
        ("file/tree.svg", "is not a folder"),
        (".", "it is a folder"),
        ("a\0b.svg", "must not contain a NUL character"),
        ("x" * 300 + ".svg", "its name is too long"),
    ],
)
def test_what_cannot_be_written_is_refused_in_a_sentence(
    tmp_path: Path, name: str, reason: str
) -> None:
    """The reason is one line with the path in it, and nothing is left behind."""
    (tmp_path / "file").touch()

    with pytest.raises(exports.ExportError, match=reason) as caught:
        exports.save_file(f"{tmp_path}/{name}", b"data")
    assert "\n" not in str(caught.value)
    assert [*tmp_path.iterdir()] == [tmp_path / "file"]


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="there is no /proc")
def test_a_folder_that_takes_no_files_is_not_said_to_be_missing() -> None:
    """Below /proc, which is there, no file can be created."""
    with pytest.raises(
        exports.ExportError,
        match=r"^'/proc/tree\.svg' cannot be written: (no file can be|there is no per)",
    ):
        exports.save_file("/proc/tree.svg", b"data")


@pytest.mark.parametrize("failing", ["fsync", "replace"])
@pytest.mark.parametrize(
    ("number", "reason"),
    [
        (errno.ENOSPC, "the disk is full"),
        (errno.EROFS, "read-only"),
        (errno.EIO, "Input/output error"),
    ],
)
def test_a_failure_leaves_the_old_file_untouched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: str, number: int, reason: str
) -> None:
    """Whenever the disk fails, the old file is there, whole, and no part of the new one."""

    def fail(*_: object) -> None:
        raise OSError(number, os.strerror(number))

    file = tmp_path / "tree.svg"
    file.write_bytes(b"old")
    if failing == "fsync":
        monkeypatch.setattr("exports.atomic_files.os.fsync", fail)
    else:
        monkeypatch.setattr(Path, "replace", fail)

    with pytest.raises(exports.ExportError, match=reason):
        exports.save_file(file, b"new", force=True)
    assert file.read_bytes() == b"old"
    assert [*tmp_path.iterdir()] == [file]


def test_a_file_that_is_there_stays_unless_it_is_asked_for(tmp_path: Path) -> None:
    """Without `force` a file, an empty one and one behind a link stay as they are, and none
    beside them is written.
    """
    there, link, new = (tmp_path / name for name in ("a.svg", "link.svg", "new.svg"))
    there.touch()
    link.symlink_to(there)
    for path in (there, link):
        with pytest.raises(exports.ExportError, match="already exists"):
            exports.save_files({str(new): b"new", str(path): b"new"})

    assert there.read_bytes() == b""
    assert not new.exists()
    exports.save_files({str(new): b"new", str(link): b"new"}, force=True)
    assert there.read_bytes() == b"new"
    assert new.read_bytes() == b"new"


def test_an_interruption_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C while writing leaves the folder as it was."""

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("exports.atomic_files.os.fsync", interrupt)

    with pytest.raises(KeyboardInterrupt):
        exports.save_file(tmp_path / "tree.svg", b"new")
    assert not [*tmp_path.iterdir()]


def test_of_several_files_none_is_touched_if_one_cannot_be_written(tmp_path: Path) -> None:
    """The first is not written if the second has no folder."""
    first = tmp_path / "a.svg"

    with pytest.raises(exports.ExportError):
        exports.save_files({str(first): b"new", f"{tmp_path}/none/b.svg": b"new"}, force=True)
    assert not [*tmp_path.iterdir()]


def test_what_cannot_be_written_is_known_beforehand(tmp_path: Path) -> None:
    """A check before a long search finds a missing folder and says nothing of a good name."""
    exports.check_writable(tmp_path / "a.svg")
    with pytest.raises(exports.ExportError, match="there is no folder"):
        exports.check_writable(tmp_path / "none" / "a.svg")


@pytest.mark.skipif(not Path("/dev/null").exists(), reason="there is no /dev/null")
def test_a_device_is_written_to_and_not_replaced() -> None:
    """/dev/null is still a device afterwards."""
    exports.save_file("/dev/null", b"data")
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)


@pytest.mark.skipif(os.name == "nt", reason="pipes are those of POSIX")
def test_a_pipe_that_nobody_reads_from(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A reader is waited for a while, then one sentence says that there is none; files beside it
    stay as they are.
    """
    monkeypatch.setattr("exports.atomic_files.READER_SECONDS", 0.1)
    pipe = tmp_path / "pipe"
    beside = tmp_path / "a.svg"
    os.mkfifo(pipe)
    files: dict[str, exports.FileContents] = {str(beside): b"1", str(pipe): b"2"}

    with pytest.raises(
        exports.ExportError, match="pipe' cannot be written: it is a pipe that nobody is reading"
    ):
        exports.save_files(files)
    assert [*tmp_path.iterdir()] == [pipe]


@pytest.mark.skipif(os.name == "nt", reason="pipes are those of POSIX")
def test_a_pipe_is_written_to_whole(tmp_path: Path) -> None:
    """More than a pipe holds arrives too, by its name and by a link such as /dev/fd/9, which
    leads to no name.
    """
    data = b"x" * 300_000
    received = list[bytes]()
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    begin, end = os.pipe()

    def read(source: str) -> None:
        with Path(source).open("rb") as file:
            received.append(file.read(len(data)))

    for path, source in ((str(pipe), str(pipe)), (f"/dev/fd/{end}", f"/dev/fd/{begin}")):
        reader = Thread(target=read, args=[source])
        reader.start()
        exports.save_file(path, data)
        reader.join()
    os.close(begin)
    os.close(end)

    assert received == [data, data]


@pytest.mark.parametrize("create", [Path.touch, Path.mkdir])
def test_what_a_killed_program_left_is_cleared_a_day_later(
    tmp_path: Path, create: Callable[[Path], None]
) -> None:
    """Half files and half films are removed by any export into their folder, once nobody can
    still be writing them.
    """
    left = tmp_path / ".visualizer-0123456789ab.part"
    held = tmp_path / ".visualizer-ba9876543210.part"
    for path in (left, held):
        create(path)
    if left.is_dir():
        (left / "001.svg").touch()
    long_ago = time.time() - 25 * 60 * 60
    os.utime(left, (long_ago, long_ago))
    exports.save_file(tmp_path / "b.svg", b"new")

    assert sorted(path.name for path in tmp_path.iterdir()) == [held.name, "b.svg"]


@pytest.mark.skipif(os.name == "nt", reason="links and pipes are those of POSIX")
def test_only_what_is_ours_is_cleared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files that are called otherwise stay, and so does what a link of such a name leads to, and
    a pipe never waits.
    """
    monkeypatch.setattr("exports.atomic_files.STALE_SECONDS", -1)
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "notes.txt").touch()
    others = [
        ".part",
        ".0123456789ab.part",
        "a.old-012345",
        ".visualizer-x.part",
        "visualizer.part",
    ]
    for name in others:
        (tmp_path / name).touch()
    (tmp_path / ".visualizer-0123456789ab.part").symlink_to(mine, target_is_directory=True)
    os.mkfifo(tmp_path / ".visualizer-ba9876543210.part")
    remove_stale_files(tmp_path)

    assert (mine / "notes.txt").exists()
    assert {path.name for path in tmp_path.iterdir()} == {
        *others,
        "mine",
    }
    remove_stale_files(tmp_path / "none")
