"""Child processes with limits: a program, or a copy of this process, from its first line to the end of all it started.

User-supplied code runs there. Whatever it writes, starts or breaks, `ChildProcess.close` leaves nothing of it behind.
"""

import ctypes
import faulthandler
import os
import re
import signal
import subprocess
import sys
import time
import warnings
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from queue import Empty, Queue
from tempfile import TemporaryFile
from threading import Thread
from types import TracebackType
from typing import IO, Self

from visualizer.support.plugins.watchdog import shown_file_name

EXTRA_MEMORY_BYTES = 1 << 30
"""Bytes that a function may use more than were used before it was called, where the system can tell."""
MAX_WRITTEN_BYTES = 1 << 20
"""Bytes of a file that it writes, where the system can tell."""
TRACEBACK_FRAME = re.compile(r'File "(.+)", line (\d+) in (.+)')
"""A line of the calls that Python writes down when the time is over."""

PR_SET_CHILD_SUBREAPER = 36
PR_SET_PDEATHSIG = 1
"""What Linux is told by `prctl`: PR_SET_CHILD_SUBREAPER, PR_SET_PDEATHSIG."""
LIVING_PROCESS_STAT = re.compile(r"(\d+) \(.*\) [^ZX] (\d+) ", re.DOTALL)
"""A process that has not ended and its parent, in what Linux tells of it."""
_prctl = getattr(ctypes.CDLL(None), "prctl", None) if sys.platform == "linux" else None
CAN_TRACK_DESCENDANTS = _prctl is not None and Path("/proc/self/stat").exists()
"""Whether this system tells what a process has started, and gives it a new parent of our choice."""


def adopt_orphans() -> None:
    """Be the parent of whatever is left behind by processes below this one, where the system can do that."""
    if _prctl is not None:
        _prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def end_with_parent() -> None:
    """End this process at once when the one ends that has started it, where the system can do that."""
    if _prctl is not None:
        _prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


def descendants_of(process: int) -> list[int]:
    """Return the processes that one has started or adopted, and those below them; none where the system tells none."""
    children: dict[int, list[int]] = {}
    for file in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            if found := LIVING_PROCESS_STAT.match(
                file.read_text(encoding="utf-8", errors="replace")
            ):
                children.setdefault(int(found[2]), []).append(int(found[1]))
    found_below = [*children.get(process, ())]
    for each in found_below:  # which grows
        found_below += children.get(each, ())
    return found_below


def kill_descendants(process: int) -> bool:
    """End all processes below one at once; return whether there were any."""
    found = descendants_of(process)
    for each in found:
        with suppress(OSError):
            os.kill(each, signal.SIGKILL)
    return bool(found)


KILL_SECONDS = 2.0
"""Seconds in which all processes below one are ended, which may start others meanwhile."""
KILL_PAUSE_SECONDS = 0.001
"""Seconds between two looks at what is left of them."""


def end_children() -> None:
    """End all processes below this one, which has nothing to do but this."""
    end = time.monotonic() + KILL_SECONDS
    with suppress(ChildProcessError):  # there are no more
        while time.monotonic() < end:
            if os.waitpid(-1, os.WNOHANG)[0]:
                continue
            if not CAN_TRACK_DESCENDANTS:
                return
            kill_descendants(os.getpid())
            time.sleep(KILL_PAUSE_SECONDS)


def kill_all_descendants(process: int) -> None:
    """End all processes below a child of this one, also those that are started meanwhile."""
    end = time.monotonic() + KILL_SECONDS
    with suppress(OSError):
        os.kill(
            process, signal.SIGSTOP
        )  # so that it starts nothing more, and stays the parent of the others
        while kill_descendants(process) and time.monotonic() < end:
            time.sleep(KILL_PAUSE_SECONDS)
        os.kill(process, signal.SIGCONT)


CHILD_POLL_SECONDS = 0.02
"""Seconds after which it is looked again whether a process has ended."""


def supervise() -> None:
    """Go on in a child, and leave behind a parent that stays until that has ended, and then ends all that it started.

    For a process that is about to become a program, which may end before what it has started. The parent ends as the
    program did.
    """
    starter = os.getppid()
    adopt_orphans()
    program = os.fork()
    if program == 0:
        os.setsid()  # what it sends to its own group is not for its parent
        return
    ended = 0
    status = 0
    try:
        os.closerange(
            0, os.sysconf("SC_OPEN_MAX")
        )  # so that only the program and its children hold the pipes
        while ended != program and os.getppid() == starter:
            ended, status = os.waitpid(-1, os.WNOHANG)
            if not ended:
                time.sleep(CHILD_POLL_SECONDS)
        end_children()
    finally:
        exit_like(status)


def exit_like(status: int) -> None:
    """End this process with the status that `os.waitpid` has told of another: by the same signal, if it was one."""
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        with suppress(ImportError, OSError, ValueError):
            import resource

            resource.setrlimit(
                resource.RLIMIT_CORE, (0, 0)
            )  # the program has perhaps written a core already
        with suppress(OSError, ValueError):  # SIGKILL cannot be set
            signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
    os._exit(os.WEXITSTATUS(status))


def limit_resources(largest_file: int = MAX_WRITTEN_BYTES) -> None:
    """Limit memory and the size of files where the system has such limits, and take standard input away."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        used = (
            4 * EXTRA_MEMORY_BYTES
        )  # some gigabytes where it is not known how many bytes of addresses there are
        with suppress(OSError, ValueError, AttributeError):
            pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
            used = pages * os.sysconf("SC_PAGE_SIZE")
        for what, most in (
            (resource.RLIMIT_AS, used + EXTRA_MEMORY_BYTES),
            (resource.RLIMIT_FSIZE, largest_file),
        ):
            hard = resource.getrlimit(what)[1]
            resource.setrlimit(
                what, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard)
            )
        resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))
    sys.stdin = Path(os.devnull).open(encoding="utf-8")  # noqa: SIM115  it stays open


def end_after_seconds(seconds: float, calls: IO[str]) -> None:
    """End this process after some seconds, and write down in which calls it is; nothing that runs can prevent it."""
    faulthandler.dump_traceback_later(seconds, exit=True, file=calls)


def user_frame_in(calls: str, folder: str) -> str:
    r"""Return the innermost of the calls written down that is in a file of a folder, "" for none.

    >>> user_frame_in('File "/x/lib.py", line 3 in wait\n  File "/home/mine.py", line 7 in search', "/home")
    'search (mine.py, line 7)'
    """
    for file, line, name in TRACEBACK_FRAME.findall(calls):
        if file.startswith(folder):
            where = f"{shown_file_name(file)}, line {line}"
            return where if name == "<module>" else f"{name} ({where})"
    return ""


def redirect_to_nowhere(*streams: int) -> None:
    """Lead streams of this process, by their numbers, to nowhere, where foreign code can neither read nor write."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in streams:
        os.dup2(nowhere, stream)


def can_fork() -> bool:
    """Return whether this system can copy a process."""
    return hasattr(os, "fork")


PROGRAM_FOLDER = str(Path(__file__).parents[2])
"""The folder in which Python finds this program."""


def own_python_command(module: str, *words: str) -> tuple[list[str], dict[str, str]]:
    """Return the command line of a module of this program, and the environment in which Python finds it."""
    path = os.pathsep.join(filter(None, (PROGRAM_FOLDER, os.environ.get("PYTHONPATH"))))
    return [sys.executable, "-P", "-m", module, *words], {**os.environ, "PYTHONPATH": path}


def describe_ending(status: int) -> str:
    """Say with which status or by which signal a process has ended, as the end of a sentence.

    >>> describe_ending(3), describe_ending(-11)
    ('ended with status 3', 'was ended by signal SIGSEGV, as after too many nested calls')
    """
    if status >= 0:
        return f"ended with status {status}"
    names = {each.value: each.name for each in signal.Signals}
    name = names.get(-status, str(-status))
    reason = ", as after too many nested calls" if name == "SIGSEGV" else ""
    return f"was ended by signal {name}{reason}"


class ProcessCopy:
    """A copy of this process, with what `ChildProcess` needs of a `subprocess.Popen`."""

    stdin = None
    """It reads nothing."""

    def __init__(self, work: Callable[[], str]) -> None:
        """Copy this process; the copy writes what the work returns, as a line, and ends."""
        reading, writing = os.pipe()
        with warnings.catch_warnings():
            warnings.simplefilter(
                "ignore"
            )  # other threads, as a notebook has, do not go on in the copy
            self.pid = os.fork()
        if self.pid == 0:
            os.close(reading)
            self._do(work, writing)
        os.close(writing)
        self.stdout = os.fdopen(reading, encoding="utf-8", errors="replace")
        self.returncode: int | None = None

    @staticmethod
    def _do(work: Callable[[], str], writing: int) -> None:
        """Do the work in the copy, which is over afterwards."""
        status = 1
        try:
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            end_with_parent()
            rest = f"{work()}\n".encode()
            while rest:
                rest = rest[os.write(writing, rest) :]
            status = 0
        finally:
            os._exit(status)

    def poll(self) -> int | None:
        """Return its status, None while it goes on."""
        if self.returncode is None:
            ended, status = os.waitpid(self.pid, os.WNOHANG)
            if ended:
                self.returncode = os.waitstatus_to_exitcode(status)
        return self.returncode

    def wait(self, timeout: float) -> int:
        """Return its status once it has ended; TimeoutExpired where it goes on."""
        end = time.monotonic() + timeout
        while (status := self.poll()) is None:
            if time.monotonic() >= end:
                raise subprocess.TimeoutExpired("a copy", timeout)
            time.sleep(KILL_PAUSE_SECONDS)
        return status

    def kill(self) -> None:
        """End it at once."""
        if self.poll() is None:
            os.kill(self.pid, signal.SIGKILL)


MAX_WAITING_LINES = 10_000
"""Lines that wait to be read; a process that writes more has to wait."""
MAX_OUTPUT_LINE_BYTES = 1 << 20
LAST_LINES_SECONDS = 1.0
"""Seconds in which the last lines of a process that has ended are read."""


class ChildProcess:
    """A child process and the lines that it writes; what it writes on standard error is kept apart."""

    is_guarded = False
    """Whether this process has adopted what the child leaves behind, and ends it."""

    def __init__(self, process: subprocess.Popen[str] | ProcessCopy, errors: IO[str]) -> None:
        """Listen to a process that has been started; `errors` is a file that it writes to."""
        self.process = process
        self.errors = errors
        self.lines: Queue[str] = Queue(MAX_WAITING_LINES)
        self.reader = Thread(target=self._read, daemon=True)
        self.reader.start()

    @classmethod
    def start(cls, words: Sequence[str], environment: Mapping[str, str] | None = None) -> Self:
        """Start a program; OSError where there is no such program."""
        errors = _errors_file()
        try:
            process = subprocess.Popen(  # noqa: S603  a person has named it
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                env=environment,
                encoding="utf-8",
                errors="replace",
                start_new_session=True,
                preexec_fn=supervise if CAN_TRACK_DESCENDANTS else None,  # noqa: PLW1509  it makes only calls of the system
            )
        except BaseException:
            errors.close()
            raise
        return cls(process, errors)

    @classmethod
    def copy(cls, work: Callable[[IO[str]], str], *, guards: bool = False) -> Self:
        """Start a copy of this process, which writes the line that the work returns; where there are copies.

        The work is handed the file of errors, for `end_after_seconds`. A copy that `guards` adopts what its own copies leave
        behind; any other is made in such a process, which has nothing to do but this.
        """
        errors = _errors_file()

        def adopting() -> str:
            if guards:
                adopt_orphans()
            return work(errors)

        found = cls(ProcessCopy(adopting), errors)
        found.is_guarded = not guards
        return found

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        calls: TracebackType | None,
    ) -> None:
        self.close()

    def _read(self) -> None:
        """Keep lines as they come, an empty one at the end."""
        assert self.process.stdout is not None
        with suppress(ValueError, OSError), self.process.stdout as stream:
            while line := stream.readline(MAX_OUTPUT_LINE_BYTES):
                self.lines.put(line)
        self.lines.put("")

    def say(self, line: str) -> None:
        """Send a line; what a process that has ended does not read is lost."""
        with suppress(OSError, ValueError):
            assert self.process.stdin is not None
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()

    def hear(self, until: float) -> str | None:
        """Return the next line, "" where the process has ended, None if there is none at that time of the clock.

        The pipe may stay open, because others hold it: so the end of the process is looked for, too.
        """
        has_ended = False
        while True:
            left = max(0.0, until - time.monotonic())
            with suppress(Empty):
                return self.lines.get(timeout=min(left, CHILD_POLL_SECONDS))
            if not left:
                return "" if has_ended else None
            if not has_ended and self.process.poll() is not None:
                self._end_left_behind()
                has_ended = True
                until = time.monotonic() + LAST_LINES_SECONDS

    def status(self) -> int | None:
        """Return the status of a process that has closed its output, None if it goes on all the same."""
        try:
            return self.process.wait(1)
        except subprocess.TimeoutExpired:
            return None

    def said_aside(self) -> str:
        """Return the beginning of what it has written on standard error."""
        self.errors.seek(0)
        return self.errors.read(1 << 16)

    def close(self) -> None:
        """End the process, and what it has started, at once; where others hold its pipe all the same, leave that open.

        Where the system does not tell what it has started, only the processes of its group are ended.
        """
        if CAN_TRACK_DESCENDANTS and self.process.poll() is None:
            kill_all_descendants(self.process.pid)
        if isinstance(self.process, subprocess.Popen):
            self._end_group(self.process)
        with suppress(OSError):
            self.process.kill()
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(KILL_SECONDS)
        self._end_left_behind()
        self._stop_reading()

    def _end_left_behind(self) -> None:
        """End what a copy that has ended has left to this process."""
        if self.is_guarded:
            end_children()

    @staticmethod
    def _end_group(program: subprocess.Popen[str]) -> None:
        """End a program with all processes of its group."""
        if CAN_TRACK_DESCENDANTS:
            with suppress(subprocess.TimeoutExpired):
                program.wait(
                    KILL_SECONDS
                )  # what it has started has ended, and so its supervisor does
        with suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(program.pid, signal.SIGKILL)

    def _stop_reading(self) -> None:
        """Wait until the last line is read, and close the files."""
        end = time.monotonic() + LAST_LINES_SECONDS
        while self.reader.is_alive() and time.monotonic() < end:
            with suppress(Empty):
                while True:
                    self.lines.get_nowait()  # it may wait for room
            self.reader.join(KILL_PAUSE_SECONDS)
        for stream in (self.process.stdin, self.errors):
            with suppress(OSError, ValueError):
                if stream is not None:
                    stream.close()


def _errors_file() -> IO[str]:
    """Return a file that is gone when it is closed, for what a process writes on standard error."""
    return TemporaryFile("w+", encoding="utf-8", errors="replace")
