"""A child process answers, keeps to its limits, and leaves nothing behind, whatever it does.

A copy made here always guards: any other would end all children of this process when it closes.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import pytest

from tests.processes import PATIENCE, is_gone, waits_until
from visualizer.support import processes
from visualizer.support.processes import ChildProcess

only_with_fork = pytest.mark.skipif(not processes.can_fork(), reason="no processes can be copied")
only_with_descendants = pytest.mark.skipif(
    not processes.CAN_TRACK_DESCENDANTS, reason="this system does not list descendants"
)


def soon() -> float:
    """Return the time until which to wait."""
    return time.monotonic() + PATIENCE


def python(program: str) -> list[str]:
    """Return the command line of a program in Python."""
    return [sys.executable, "-c", program]


@contextmanager
def nothing_left_behind() -> Iterator[None]:
    """Check that this process has no more descendants after the block than before."""
    before = processes.descendants_of(os.getpid())
    yield
    left = set(processes.descendants_of(os.getpid())) - set(before)
    assert not left, f"left behind: {left}"


def test_a_program_answers_line_by_line() -> None:
    """Each line that is sent is read by the program, and each of its lines is heard."""
    echo = "import sys\nfor line in sys.stdin: print(line.strip()[::-1], flush=True)"

    with nothing_left_behind(), ChildProcess.start(python(echo)) as child:
        child.write_line("abc")
        first = child.read_line(soon())
        child.write_line("xyz")
        second = child.read_line(soon())

    assert first == "cba\n"
    assert second == "zyx\n"


def test_silence_and_the_end_are_told_apart() -> None:
    """A program that says nothing in time is None, one that has ended the empty string."""
    with ChildProcess.start(python("input()")) as child:
        silence = child.read_line(time.monotonic() + 0.05)
        child.write_line("go on")
        end = child.read_line(soon())
        status = child.status()

    assert silence is None
    assert end == ""
    assert status == 0


def test_a_program_that_has_ended_gets_no_line() -> None:
    """Whoever sends a line to a program that has ended is not disturbed."""
    with ChildProcess.start(python("print('bye')")) as child:
        assert child.read_line(soon()) == "bye\n"
        assert child.read_line(soon()) == ""

        child.write_line("too late")
        child.write_line("too late again")


def test_standard_error_is_kept_apart() -> None:
    """What a program writes on standard error is no line, and can be read afterwards."""
    program = "import sys; print('aside', file=sys.stderr); print('line')"

    with ChildProcess.start(python(program)) as child:
        assert child.read_line(soon()) == "line\n"
        assert child.read_line(soon()) == ""

        assert child.standard_error() == "aside\n"


def test_a_program_that_does_not_exist_is_an_error() -> None:
    """The error is that of the system, and no file is left open."""
    with pytest.raises(OSError, match="no-such-program"):
        ChildProcess.start(["./no-such-program"])


def test_a_flood_of_lines_does_not_hinder_the_end() -> None:
    """A program that writes without end, and is not read, is closed all the same."""
    flood = "while True: print('x' * 1000)"
    begun = time.monotonic()

    with nothing_left_behind(), ChildProcess.start(python(flood)) as child:
        assert child.read_line(soon()) == "x" * 1000 + "\n"

    assert time.monotonic() - begun < PATIENCE


@pytest.mark.parametrize(
    ("program", "status"),
    [
        ("raise SystemExit(3)", 3),
        ("pass", 0),
        ("import os, signal; os.kill(os.getpid(), signal.SIGTERM)", -signal.SIGTERM),
        ("import os, signal; os.kill(os.getpid(), signal.SIGKILL)", -signal.SIGKILL),
    ],
)
def test_the_status_is_that_of_the_program(program: str, status: int) -> None:
    """Nobody sees that another process has watched over the program."""
    with ChildProcess.start(python(program)) as child:
        assert child.read_line(soon()) == ""
        assert child.status() == status


@only_with_descendants
@pytest.mark.parametrize("session", [False, True], ids=["same session", "own session"])
def test_what_a_program_starts_ends_with_it(*, session: bool) -> None:
    """A program's own children end when it is closed, those in another session too."""
    program = (
        "import subprocess, sys, time\n"
        "sleeper = [sys.executable, '-c', 'import time; time.sleep(600)']\n"
        f"child = subprocess.Popen(sleeper, start_new_session={session})\n"
        "print(child.pid, flush=True)\n"
        "time.sleep(600)"
    )

    with nothing_left_behind(), ChildProcess.start(python(program)) as child:
        line = child.read_line(soon())

        assert line is not None
        number = int(line)
        assert not is_gone(number)

    waits_until(lambda: is_gone(number))


@only_with_descendants
def test_orphans_end_with_the_program() -> None:
    """A program that ends first leaves its children to nobody: they are ended."""
    program = (
        "import subprocess, sys\n"
        "sleeper = [sys.executable, '-c', 'import time; time.sleep(600)']\n"
        "child = subprocess.Popen(sleeper, start_new_session=True, stdout=subprocess.DEVNULL)\n"
        "print(child.pid, flush=True)"
    )

    with nothing_left_behind(), ChildProcess.start(python(program)) as child:
        line = child.read_line(soon())

        assert line is not None
        assert child.read_line(soon()) == ""
        number = int(line)
        waits_until(lambda: is_gone(number))


@only_with_descendants
def test_descendants_are_children_and_theirs() -> None:
    """A process, its child and its grandchild: the lower two are the first one's descendants."""
    program = (
        "import os, time\n"
        "if os.fork() == 0:\n"
        "    if os.fork() == 0: print('ready', flush=True)\n"
        "time.sleep(600)"
    )

    with ChildProcess.start(python(program)) as child:
        assert child.read_line(soon()) == "ready\n"
        # The supervisor stands between us and the program.
        below = processes.descendants_of(child.process.pid)
        assert len(below) == 3

        assert processes.kill_descendants(child.process.pid)
        waits_until(lambda: all(map(is_gone, below)))


@only_with_fork
def test_a_copy_writes_what_its_work_returns() -> None:
    """The copy knows what this process knows, and returns one line."""
    secret = "known before the copy"

    def work(errors: IO[str]) -> str:
        print("aside", file=errors, flush=True)
        return secret

    with nothing_left_behind(), ChildProcess.fork(work, guards=True) as child:
        assert child.read_line(soon()) == f"{secret}\n"
        assert child.read_line(soon()) == ""
        assert child.status() == 0
        assert child.standard_error() == "aside\n"


@only_with_fork
def test_a_copy_that_fails_has_status_1() -> None:
    """An exception ends the copy, not this process, and no line is written."""

    def work(errors: IO[str]) -> str:
        raise ValueError

    with nothing_left_behind(), ChildProcess.fork(work, guards=True) as child:
        assert child.read_line(soon()) == ""
        assert child.status() == 1


@only_with_fork
def test_a_copy_that_runs_too_long_ends_by_itself() -> None:
    """The copy ends after the seconds that it was given, and says in which call it was."""

    def wait_for_ever() -> None:
        while True:
            time.sleep(1)

    def work(errors: IO[str]) -> str:
        processes.end_after_seconds(0.2, errors)
        wait_for_ever()
        return "never"

    with nothing_left_behind(), ChildProcess.fork(work, guards=True) as child:
        assert child.read_line(soon()) == ""
        assert child.status() == 1
        calls = child.standard_error()

    where = processes.user_frame_in(calls, str(Path(__file__).parent))

    # On a busy machine the time may be over before the call.
    assert where.startswith(("wait_for_ever (", "work ("))
    assert processes.user_frame_in(calls, "/nowhere") == ""


@only_with_fork
def test_a_copy_that_never_ends_is_ended() -> None:
    """Closing ends a copy that nothing else would end."""
    begun = time.monotonic()

    def work(errors: IO[str]) -> str:
        time.sleep(600)
        return "never"

    with nothing_left_behind(), ChildProcess.fork(work, guards=True) as child:
        assert child.read_line(time.monotonic() + 0.05) is None
        number = child.process.pid

    assert time.monotonic() - begun < PATIENCE
    assert is_gone(number)


@only_with_descendants
def test_a_guard_ends_what_its_copies_leave_behind() -> None:
    """A copy that guards ends the processes that its own copy has started, when that has ended."""

    def inner(errors: IO[str]) -> str:
        number = os.fork()
        if number == 0:
            os.setsid()
            processes.redirect_to_nowhere(1, 2)
            time.sleep(600)
            os._exit(0)
        return str(number)

    def outer(errors: IO[str]) -> str:
        with ChildProcess.fork(inner) as copy:
            number = copy.read_line(soon())

            assert number is not None
            copy.read_line(soon())
        return f"{number.strip()} {is_gone(int(number))}"

    with nothing_left_behind(), ChildProcess.fork(outer, guards=True) as child:
        line = child.read_line(soon())

    assert line is not None
    assert line.endswith(" True\n")


@only_with_descendants
def test_a_copy_ends_with_the_process_that_made_it() -> None:
    """A process that is killed takes its copies with it."""

    def inner(errors: IO[str]) -> str:
        time.sleep(600)
        return "never"

    def outer(errors: IO[str]) -> str:
        copy = ChildProcess.fork(inner)
        print(copy.process.pid, file=errors, flush=True)
        time.sleep(600)
        return "never"

    with ChildProcess.fork(outer, guards=True) as child:
        waits_until(child.standard_error)
        number = int(child.standard_error())
        os.kill(child.process.pid, signal.SIGKILL)

        waits_until(lambda: is_gone(number))


@only_with_fork
@pytest.mark.skipif(sys.platform != "linux", reason="other systems have other limits")
def test_memory_and_files_are_limited(tmp_path: Path) -> None:
    """More than a gigabyte more is refused, a file over the limit too, and nothing can be read."""
    file = tmp_path / "large"

    def work(errors: IO[str]) -> str:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        processes.limit_resources(largest_file=1000)
        found = []
        try:
            bytearray(2 * processes.EXTRA_MEMORY_BYTES)
        except MemoryError:
            found.append("memory")
        try:
            file.write_bytes(b"x" * 2000)
        except OSError:
            found.append("file")
        found.append(repr(sys.stdin.read()))
        return " ".join(found)

    with nothing_left_behind(), ChildProcess.fork(work, guards=True) as child:
        assert child.read_line(soon()) == "memory file ''\n"

    assert file.stat().st_size == 1000


def test_our_own_modules_are_found_from_any_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A module of this program starts in a folder with a module of the same name."""
    (tmp_path / "visualizer.py").write_text("raise SystemExit('the wrong one')")
    monkeypatch.chdir(tmp_path)
    words, environment = processes.own_python_command("visualizer", "--version")

    with ChildProcess.start(words, environment) as child:
        line = child.read_line(soon())

    assert line is not None
    assert line.startswith("visualizer")
