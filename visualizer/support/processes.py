"""Child processes with limits, from their first line to the end of everything they started.

A user's code runs there, in a program or in a copy of this process. Whatever it writes, starts or
breaks, `ChildProcess.close` leaves nothing of it behind.
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
"""How many more bytes a function may use than before its call, if the system can tell."""
MAX_WRITTEN_BYTES = 1 << 20
"""How large a written file may become, where the system has such a limit."""
TRACEBACK_FRAME = re.compile(r'File "(.+)", line (\d+) in (.+)')
"""A line of the traceback that Python writes when the time is over."""

# The names that Linux has for these operations of `prctl`.
PR_SET_CHILD_SUBREAPER = 36
PR_SET_PDEATHSIG = 1
LIVING_PROCESS_STAT = re.compile(r"(\d+) \(.*\) [^ZX] (\d+) ", re.DOTALL)
"""The number and the parent of a process that has not ended, in its file `stat`."""
_prctl = getattr(ctypes.CDLL(None), "prctl", None) if sys.platform == "linux" else None
CAN_TRACK_DESCENDANTS = _prctl is not None and Path("/proc/self/stat").exists()
"""Whether this system lists descendants of a process, and lets this one adopt orphans."""


def adopt_orphans() -> None:
    """Adopt descendants of this process whose parents end, if the system can."""
    if _prctl is not None:
        _prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def end_with_parent() -> None:
    """Let the system end this process as soon as its parent ends, if the system can."""
    if _prctl is not None:
        _prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


def descendants_of(process: int) -> list[int]:
    """Return the numbers of a process's children, their children and so on.

    Processes whose parent has ended count as children of the process that adopted them. The list is
    empty where the system has no folder /proc.
    """
    children: dict[int, list[int]] = {}
    for file in Path("/proc").glob("[0-9]*/stat"):
        # A process may end before its file is read.
        with suppress(OSError):
            text = file.read_text(encoding="utf-8", errors="replace")
            found = LIVING_PROCESS_STAT.match(text)
            if found is not None:
                child = int(found[1])
                parent = int(found[2])
                children.setdefault(parent, []).append(child)
    descendants = [*children.get(process, ())]
    # The list grows while it is read, generation by generation.
    for descendant in descendants:
        descendants += children.get(descendant, ())
    return descendants


def kill_descendants(process: int) -> bool:
    """Kill all descendants of a process, and return whether there were any."""
    descendants = descendants_of(process)
    for descendant in descendants:
        with suppress(OSError):
            os.kill(descendant, signal.SIGKILL)
    return bool(descendants)


KILL_SECONDS = 2.0
"""How long to go on killing processes, which may start others meanwhile."""
KILL_PAUSE_SECONDS = 0.001
"""The time between two checks whether processes are left."""


def end_children() -> None:
    """Kill all descendants of this process, and collect their exit statuses.

    Meanwhile, no other thread of this process may wait for children.
    """
    end = time.monotonic() + KILL_SECONDS
    # Waiting raises ChildProcessError once no children are left.
    with suppress(ChildProcessError):
        while time.monotonic() < end:
            # The number is 0 while there are children, but none has ended.
            ended_process, _ = os.waitpid(-1, os.WNOHANG)
            if ended_process:
                continue
            if not CAN_TRACK_DESCENDANTS:
                return
            kill_descendants(os.getpid())
            time.sleep(KILL_PAUSE_SECONDS)


def kill_all_descendants(process: int) -> None:
    """Kill all descendants of a child of this process, but not the child itself."""
    end = time.monotonic() + KILL_SECONDS
    with suppress(OSError):
        # A stopped child starts no more processes, but still adopts orphans.
        os.kill(process, signal.SIGSTOP)
        # A descendant may start another process before it is killed, so repeat until none is left.
        while kill_descendants(process) and time.monotonic() < end:
            time.sleep(KILL_PAUSE_SECONDS)
        os.kill(process, signal.SIGCONT)


CHILD_POLL_SECONDS = 0.02
"""The time between two checks whether a process has ended."""


def supervise() -> None:
    """Fork this process; return only in the child process, which is about to run a program.

    This process becomes the supervisor of the child: when the program or the supervisor's own
    parent has ended, it kills all processes that the program has started. Then it ends with the
    program's status or signal.
    """
    starter = os.getppid()
    adopt_orphans()
    program = os.fork()
    if program == 0:
        # A signal that the program sends to its own group must not reach its parent.
        os.setsid()
        return
    ended_process = 0
    status = 0
    try:
        # Only the program and its children may hold the pipes, or they would never close.
        os.closerange(0, os.sysconf("SC_OPEN_MAX"))
        # The system gives this process another parent when its own has ended.
        while ended_process != program and os.getppid() == starter:
            ended_process, status = os.waitpid(-1, os.WNOHANG)
            if not ended_process:
                time.sleep(CHILD_POLL_SECONDS)
        end_children()
    finally:
        exit_like(status)


def exit_like(status: int) -> None:
    """End this process as another ended: with the same exit code, or by the same signal.

    `status` is what `os.waitpid` returned for the other process.
    """
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        with suppress(ImportError, OSError, ValueError):
            import resource

            # Write no core file: the program may have written one already.
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        # No handler can be set for SIGKILL, which raises an error here.
        with suppress(OSError, ValueError):
            signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
    os._exit(os.WEXITSTATUS(status))


def limit_resources(largest_file: int = MAX_WRITTEN_BYTES) -> None:
    """Limit this process's memory, and each file it writes to `largest_file` bytes.

    Standard input becomes empty, so that reading it does not wait.
    """
    # Some systems lack this module, or some of the limits.
    with suppress(ImportError, OSError, ValueError):
        import resource

        _set_soft_limit(resource.RLIMIT_AS, _address_space_bytes() + EXTRA_MEMORY_BYTES)
        _set_soft_limit(resource.RLIMIT_FSIZE, largest_file)
        _set_soft_limit(resource.RLIMIT_CORE, 0)
    sys.stdin = Path(os.devnull).open(encoding="utf-8")  # noqa: SIM115  it stays open


def _address_space_bytes() -> int:
    """Return the size of this process's address space; a guess where the system does not tell."""
    with suppress(OSError, ValueError, AttributeError):
        pages, *_ = Path("/proc/self/statm").read_text(encoding="ascii").split()
        return int(pages) * os.sysconf("SC_PAGE_SIZE")
    return 4 * EXTRA_MEMORY_BYTES


def _set_soft_limit(resource_number: int, limit: int) -> None:
    """Set the limit that applies to this process, as far as the system's hard limit allows."""
    import resource

    _, hard = resource.getrlimit(resource_number)
    soft = limit
    if hard != resource.RLIM_INFINITY:
        soft = min(limit, hard)
    resource.setrlimit(resource_number, (soft, hard))


def end_after_seconds(seconds: float, calls: IO[str]) -> None:
    """End this process after some seconds, whatever runs, and write its traceback to a file."""
    faulthandler.dump_traceback_later(seconds, exit=True, file=calls)


def user_frame_in(calls: str, folder: str) -> str:
    r"""Return the place of the innermost call in a file of `folder`, "" if there is no such call.

    `calls` is a traceback as `faulthandler` writes it, with the innermost call first.

    >>> calls = 'File "/x/lib.py", line 3 in wait\n  File "/home/mine.py", line 7 in search'
    >>> user_frame_in(calls, "/home")
    'search (mine.py, line 7)'
    """
    for file, line, name in TRACEBACK_FRAME.findall(calls):
        if not file.startswith(folder):
            continue
        place = f"{shown_file_name(file)}, line {line}"
        # This is Python's name for code outside of functions.
        if name == "<module>":
            return place
        return f"{name} ({place})"
    return ""


def redirect_to_nowhere(*streams: int) -> None:
    """Redirect streams of this process, given by number, to the null device."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in streams:
        os.dup2(nowhere, stream)


def can_fork() -> bool:
    """Return whether this system can copy a process."""
    return hasattr(os, "fork")


PROGRAM_FOLDER = str(Path(__file__).parents[2])
"""The folder in which Python finds this program."""


def own_python_command(module: str, *words: str) -> tuple[list[str], dict[str, str]]:
    """Return the command line of a module of this program, and the environment to find it in."""
    # With -P, no file in the current folder can take the place of a module.
    path = os.pathsep.join(filter(None, (PROGRAM_FOLDER, os.environ.get("PYTHONPATH"))))
    return [sys.executable, "-P", "-m", module, *words], {**os.environ, "PYTHONPATH": path}


def describe_ending(status: int) -> str:
    """Return the end of a sentence that says how a process has ended.

    `status` is its exit status, or minus the number of the signal that ended it.

    >>> describe_ending(3), describe_ending(-11)
    ('ended with status 3', 'was ended by signal SIGSEGV, as after too many nested calls')
    """
    if status >= 0:
        return f"ended with status {status}"
    names = {known.value: known.name for known in signal.Signals}
    name = names.get(-status, str(-status))
    # In Python code, a segmentation fault is nearly always an overflow of the stack.
    if name == "SIGSEGV":
        return f"was ended by signal {name}, as after too many nested calls"
    return f"was ended by signal {name}"


class ProcessCopy:
    """A copy of this process, with the parts of `subprocess.Popen` that `ChildProcess` needs."""

    stdin = None
    """A copy reads nothing."""

    def __init__(self, work: Callable[[], str]) -> None:
        """Fork this process; the copy does the work, writes the result as a line, and ends."""
        read_end, write_end = os.pipe()
        with warnings.catch_warnings():
            # Python warns that other threads, as in a notebook, do not continue in the copy.
            warnings.simplefilter("ignore")
            self.pid = os.fork()
        if self.pid == 0:
            os.close(read_end)
            # The copy does not return from this call.
            self._work_and_exit(work, write_end)
        os.close(write_end)
        self.stdout = os.fdopen(read_end, encoding="utf-8", errors="replace")
        self.returncode: int | None = None

    @staticmethod
    def _work_and_exit(work: Callable[[], str], write_end: int) -> None:
        """Write the result of the work as a line to a pipe, and end this process, the copy."""
        status = 1
        try:
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            end_with_parent()
            rest = f"{work()}\n".encode()
            # A pipe may have room for only a part of the line.
            while rest:
                written = os.write(write_end, rest)
                rest = rest[written:]
            status = 0
        finally:
            os._exit(status)

    def poll(self) -> int | None:
        """Return the status, None while the copy runs."""
        if self.returncode is None:
            ended, status = os.waitpid(self.pid, os.WNOHANG)
            if ended:
                self.returncode = os.waitstatus_to_exitcode(status)
        return self.returncode

    def wait(self, timeout: float) -> int:
        """Return the copy's status once it has ended; TimeoutExpired after `timeout` seconds."""
        end = time.monotonic() + timeout
        while True:
            status = self.poll()
            if status is not None:
                return status
            if time.monotonic() >= end:
                raise subprocess.TimeoutExpired("a copy", timeout)
            time.sleep(KILL_PAUSE_SECONDS)

    def kill(self) -> None:
        """Kill the copy."""
        if self.poll() is None:
            os.kill(self.pid, signal.SIGKILL)


MAX_WAITING_LINES = 10_000
"""How many lines may wait to be read; a process that writes more has to wait."""
MAX_OUTPUT_LINE_BYTES = 1 << 20
"""Longer lines are read in several parts."""
LAST_LINES_SECONDS = 1.0
"""How long to read the last lines of a process that has ended."""


class ChildProcess:
    """A child process and the lines that it writes; standard error is kept apart."""

    adopts_orphans = False
    """Whether this process adopts the child's orphans (processes whose parent has ended)."""

    def __init__(self, process: subprocess.Popen[str] | ProcessCopy, errors: IO[str]) -> None:
        """Listen to a started process, which writes its errors to a file."""
        self.process = process
        self.errors = errors
        # A thread reads, since on Windows no time limit is possible when reading from a pipe.
        self.lines: Queue[str] = Queue(MAX_WAITING_LINES)
        self.reader = Thread(target=self._read, daemon=True)
        self.reader.start()

    @classmethod
    def start(cls, words: Sequence[str], environment: Mapping[str, str] | None = None) -> Self:
        """Start a program; `words` are its name and arguments. OSError if it does not exist."""
        errors = _errors_file()
        prepare = supervise if CAN_TRACK_DESCENDANTS else None
        try:
            process = subprocess.Popen(  # noqa: S603  the user has named it
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                env=environment,
                encoding="utf-8",
                errors="replace",
                start_new_session=True,
                preexec_fn=prepare,  # noqa: PLW1509  it makes only system calls
            )
        except BaseException:
            errors.close()
            raise
        return cls(process, errors)

    @classmethod
    def fork(cls, work: Callable[[IO[str]], str], *, guards: bool = False) -> Self:
        """Fork this process; the child writes the line that `work` returns, and ends.

        `work` gets the open file for the child's errors. With `guards`, the child is a guard: it
        adopts the orphans of the processes that it starts, and ends them. Without `guards`, this
        process must be a guard itself.
        """
        errors = _errors_file()

        def work_in_copy() -> str:
            if guards:
                adopt_orphans()
            return work(errors)

        child = cls(ProcessCopy(work_in_copy), errors)
        child.adopts_orphans = not guards
        return child

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
        """Put the process's lines into the queue as they come, and "" at the end."""
        assert self.process.stdout is not None
        with suppress(ValueError, OSError), self.process.stdout as stream:
            while line := stream.readline(MAX_OUTPUT_LINE_BYTES):
                self.lines.put(line)
        self.lines.put("")

    def write_line(self, line: str) -> None:
        """Send a line to the process; do nothing if the process has ended."""
        with suppress(OSError, ValueError):
            assert self.process.stdin is not None
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()

    def read_line(self, deadline: float) -> str | None:
        """Return the process's next line, "" after the last line, None if no line comes in time.

        `deadline` is a time of `time.monotonic`.
        """
        has_ended = False
        while True:
            seconds_left = max(0.0, deadline - time.monotonic())
            with suppress(Empty):
                return self.lines.get(timeout=min(seconds_left, CHILD_POLL_SECONDS))
            if not seconds_left:
                return "" if has_ended else None
            # When the process has ended, its last lines may still be on their way: wait a little
            # longer, but not for ever, since the process's children may keep the output open.
            if not has_ended and self.process.poll() is not None:
                self._end_orphans()
                has_ended = True
                deadline = time.monotonic() + LAST_LINES_SECONDS

    def status(self) -> int | None:
        """Return the status of a process that has closed its output, None if it still runs."""
        try:
            return self.process.wait(1)
        except subprocess.TimeoutExpired:
            return None

    def standard_error(self) -> str:
        """Return the beginning of the process's standard error."""
        self.errors.seek(0)
        return self.errors.read(1 << 16)

    def close(self) -> None:
        """Kill the process and everything it started.

        Where the system cannot list descendants, only the process's group is killed. Descendants
        outside the group may then survive and keep the pipe open.
        """
        if CAN_TRACK_DESCENDANTS and self.process.poll() is None:
            kill_all_descendants(self.process.pid)
        if isinstance(self.process, subprocess.Popen):
            self._end_group(self.process)
        with suppress(OSError):
            self.process.kill()
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(KILL_SECONDS)
        self._end_orphans()
        self._stop_reading()

    def _end_orphans(self) -> None:
        """End the orphans of the child, which has ended, if this process adopts them."""
        if self.adopts_orphans:
            end_children()

    @staticmethod
    def _end_group(program: subprocess.Popen[str]) -> None:
        """Kill a program with all processes of its group."""
        if CAN_TRACK_DESCENDANTS:
            # The program runs under a supervisor (see `supervise`), whose children have been
            # killed. So the supervisor ends by itself.
            with suppress(subprocess.TimeoutExpired):
                program.wait(KILL_SECONDS)
        with suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(program.pid, signal.SIGKILL)

    def _stop_reading(self) -> None:
        """Wait until the reading thread has ended, for at most a second, and close the files."""
        end = time.monotonic() + LAST_LINES_SECONDS
        while self.reader.is_alive() and time.monotonic() < end:
            # Empty the queue, since the thread may be waiting for room in it.
            with suppress(Empty):
                while True:
                    self.lines.get_nowait()
            self.reader.join(KILL_PAUSE_SECONDS)
        for stream in (self.process.stdin, self.errors):
            with suppress(OSError, ValueError):
                if stream is not None:
                    stream.close()


def _errors_file() -> IO[str]:
    """Return a file for standard error that vanishes when it is closed."""
    return TemporaryFile("w+", encoding="utf-8", errors="replace")
