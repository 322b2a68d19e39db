"""`--reload`: files that are written anew whenever that of the position is saved, and what
cannot be followed.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
from pathlib import Path

import pytest

from tests.cli.conftest import Call
from tests.processes import start
from visualizer.apps.activities.position_file import PositionFile
from visualizer.apps.cli.running import search_file
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec

FIRST = "[[3,12,8],[2,4,6],[14,5,2]]"
SECOND = "[[3,12,8],[2,4,6],[14,5,1,7]]"
TIMED = re.compile(r"\d\d:\d\d:\d\d (.*)\n")


def line(process: subprocess.Popen[bytes]) -> str:
    """Return the next line on standard error, without the time."""
    assert process.stderr is not None
    read = process.stderr.readline().decode()
    found = TIMED.fullmatch(read)
    assert found is not None, read + process.stderr.read().decode()
    return found[1]


@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C is no signal there")
@pytest.mark.parametrize(
    "files",
    [
        ("t.svg", "t.json"),
        ("t.html", "--steps", "changes"),
        ("t.html", "--explore"),
    ],
    ids=["two", "film", "page"],
)
def test_pictures_follow_the_file(files: tuple[str, ...], folder: Path) -> None:
    """Each save writes all of them anew; an error is a line, and leaves them as they are; Ctrl-C
    ends it with 0.
    """
    names = [name for name in files if "." in name]
    words = [word for name in files for word in (("-O", name) if "." in name else (name,))]
    text = folder / "t.txt"
    text.write_text(FIRST, encoding="utf-8")
    process = start(
        "export",
        "tree",
        "-p",
        "@t.txt",
        "--reload",
        *words,
        folder=folder,
    )
    try:
        assert process.stderr is not None
        assert process.stdout is not None
        assert b"visualizer: following t.txt; Ctrl-C ends it\n" in iter(
            process.stderr.readline, b""
        )
        before = [(folder / name).read_bytes() for name in names]
        text.write_text(SECOND, encoding="utf-8")
        assert line(process) == f"wrote {' '.join(names)}"
        after = [(folder / name).read_bytes() for name in names]
        assert all(one != other for one, other in zip(before, after, strict=True))
        text.write_text("[[3,,12]]", encoding="utf-8")
        assert line(process).startswith("t.txt: ',' at character 5, where a number")
        text.unlink()
        assert line(process) == "t.txt: No such file or directory"
        assert [(folder / name).read_bytes() for name in names] == after
        (folder / "other.txt").write_text(FIRST, encoding="utf-8")
        (folder / "other.txt").replace(text)
        assert line(process) == f"wrote {' '.join(names)}"
        assert [(folder / name).read_bytes() for name in names] == before
        process.send_signal(signal.SIGINT)
        out, err = process.communicate()
        assert process.returncode == 0
        assert out.decode().split() == names
        assert err == b""
    finally:
        process.kill()
        process.wait()


def test_a_long_search_gives_way_to_what_is_saved(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search of a file that is saved meanwhile is given up for that of what it holds now."""
    endless = Recipe(PositionSpec("tak", "opening"), SearchSpec("minimax", depth=8))
    short = Recipe(PositionSpec("tree", FIRST))
    held = iter([endless, short])
    file = PositionFile("t.txt", lambda: next(held))
    monkeypatch.setattr(file, "notice_save", lambda: True)
    run = search_file(file)

    assert run.trace.finished
    assert run.root.text() == FIRST


def test_a_file_without_an_end_is_refused(call: Call, folder: Path) -> None:
    """No more is read of it than a position may have."""
    with (folder / "t.txt").open("wb") as file:
        file.truncate(10**10)
    result = call("search tree -p @t.txt")

    assert result.status == 2
    assert "cannot be read: it has 20,000,000 bytes or more" in result.err
