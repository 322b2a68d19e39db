"""Processes that a submission leaves behind hold up nothing: they are ended, and the report is
written.
"""

from __future__ import annotations

import json
import os
import shlex
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from tests.few import crossed, one_in
from visualizer import grade, watch
from visualizer.apps.cli import visualizer
from visualizer.apps.cli.messages import run_command
from visualizer.support import processes
from visualizer.support.processes import ChildProcess, can_fork

LEAVING = """
import os, time

def leave_behind():
    if os.path.exists("left"):
        os.unlink("left")
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            with open("part", "w") as file:
                file.write(str(os.getpid()))
            os.rename("part", "left")
            time.sleep(600)
        os._exit(0)
    while not os.path.exists("left"):
        pass
"""
SEARCHES = {
    "ends": "def f(node):\n    leave_behind()\n    os._exit(0)\n",
    "returns": "def f(node):\n    leave_behind()\n    return 3\n",
}
LOADS = {
    "ends at once": "leave_behind()\nos._exit(0)\n",
    "kills those of its group": "leave_behind()\nos.killpg(0, 9)\n",
    "goes on": "leave_behind()\nwhile True: pass\n",
}
"""What a submission does after it has left a process behind, in a session of its own, that holds
all its pipes.
"""
TEXTS = {**SEARCHES, **LOADS}
on_linux = pytest.mark.skipif(
    sys.platform != "linux", reason="elsewhere the system does not tell of them"
)
with_copies = pytest.mark.skipif(not can_fork(), reason="the programs here copy themselves")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a new folder, which is the current one."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def is_alive(process: int) -> bool:
    """Return whether a process goes on."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def left_behind() -> int:
    """Return the process that was left behind."""
    return int(Path("left").read_text(encoding="utf-8"))


def command_of(text: str, words: tuple[str, ...]) -> list[str]:
    """Return a command that runs a text, as a file or as a program of its own."""
    Path("mine.py").write_text(LEAVING + text, encoding="utf-8")
    program = shlex.join([sys.executable, "mine.py"])
    return [program if word == "PROGRAM" else word for word in words]


GRADE_FILE = (
    "grade",
    "mine.py:f",
    "--trees",
    "2",
    "--seconds",
    "1",
    "--gradescope",
    "results.json",
)
GRADE_PROGRAM = (
    "grade",
    "--program",
    "PROGRAM",
    "--trees",
    "2",
    "--seconds",
    "1",
    "--gradescope",
    "results.json",
)
WATCH = ("watch", "mine.py:f", "--seconds", "1", "--json")
ENDED = [
    *((GRADE_FILE, name) for name in TEXTS if name != "goes on"),
    *((GRADE_PROGRAM, name) for name in LOADS),
    *((WATCH, name) for name in TEXTS if name != "goes on"),
]


@on_linux
@pytest.mark.parametrize(("words", "name"), one_in(4, ENDED))
def test_what_a_submission_leaves_behind_is_ended(
    folder: Path, words: tuple[str, ...], name: str
) -> None:
    """Whatever the submission does then, and be its parent gone; the report is there."""
    status = run_command(visualizer, command_of(TEXTS[name], words))

    assert not is_alive(left_behind())
    if "--gradescope" in words:
        found = json.loads(Path("results.json").read_text(encoding="utf-8"))
        assert status
        assert [test["score"] for test in found["tests"]] == [0, 0]


def grade_two(function: Callable[..., object]) -> object:
    """Grade a function on two trees."""
    return grade(function, trees=2)


@on_linux
@pytest.mark.parametrize(("name", "run"), crossed(SEARCHES, (grade_two, watch)))
def test_what_a_function_leaves_behind_is_ended(
    folder: Path, name: str, run: Callable[..., object]
) -> None:
    """So it is where a function is handed over in Python."""
    names: dict[str, Callable[..., object]] = {}
    exec(LEAVING + TEXTS[name], names)
    run(names["f"])

    assert not is_alive(left_behind())


@with_copies
@pytest.mark.parametrize(
    ("words", "name"), [(GRADE_FILE, "ends at once"), (GRADE_PROGRAM, "ends at once")]
)
def test_nobody_waits_for_what_cannot_be_found(
    folder: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], name: str
) -> None:
    """Where the system does not tell what a process has started, the report is written while
    that still runs.
    """
    monkeypatch.setattr(processes, "CAN_TRACK_DESCENDANTS", False)
    monkeypatch.setattr(processes, "descendants_of", lambda process: [])
    try:
        assert run_command(visualizer, command_of(TEXTS[name], words))
        assert is_alive(left_behind())
        assert json.loads(Path("results.json").read_text(encoding="utf-8"))["tests"]
    finally:
        with suppress(OSError):
            os.kill(left_behind(), signal.SIGKILL)


@with_copies
@pytest.mark.parametrize("ending", ["import os; os.kill(os.getpid(), 11)", "raise SystemExit(7)"])
def test_a_program_that_ends_tells_its_status(ending: str) -> None:
    """It is that of the program itself: a number, or the signal that has ended it."""
    program = ChildProcess.start([sys.executable, "-c", ending])
    try:
        assert program.read_line(time.monotonic() + 60) == ""
        assert program.process.wait(60) == (7 if "SystemExit" in ending else -signal.SIGSEGV)
    finally:
        program.close()


@with_copies
def test_lines_of_a_process_that_has_ended_are_heard() -> None:
    """The last line that it has written comes before its end is told."""
    program = ChildProcess.start([sys.executable, "-c", "print(1); print(2)"])
    try:
        heard = [program.read_line(time.monotonic() + 60) for _ in range(3)]
    finally:
        program.close()

    assert heard == ["1\n", "2\n", ""]
