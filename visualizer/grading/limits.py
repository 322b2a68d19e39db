"""The limits of a process in which a graded function runs: memory, files, input, time, and what it starts."""

from __future__ import annotations

import ctypes
import faulthandler
import os
import re
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import IO

MEMORY = 1 << 30
"""Bytes that a function may use more than were used before it was called, where the system can tell."""
LARGEST_FILE = 1 << 20
"""Bytes of a file that it writes, where the system can tell."""
FRAME = re.compile(r'File "(.+)", line (\d+) in (.+)')
"""A line of the calls that Python writes down when the time is over."""

ADOPT, END_WITH_PARENT = 36, 1
"""What Linux is told by `prctl`: PR_SET_CHILD_SUBREAPER, PR_SET_PDEATHSIG."""
PARENT = re.compile(r"(\d+) \(.*\) \S (\d+) ", re.DOTALL)
"""A process and its parent, in what Linux tells of it."""
_prctl = getattr(ctypes.CDLL(None), "prctl", None) if sys.platform == "linux" else None


def adopt() -> None:
    """Be the parent of whatever is left behind by processes below this one, where the system can do that."""
    if _prctl is not None:
        _prctl(ADOPT, 1, 0, 0, 0)


def end_with_parent() -> None:
    """End this process at once when the one ends that has started it, where the system can do that."""
    if _prctl is not None:
        _prctl(END_WITH_PARENT, signal.SIGKILL, 0, 0, 0)


def below(process: int) -> list[int]:
    """Return the processes that one has started or adopted, and those below them; none where the system tells none."""
    children: dict[int, list[int]] = {}
    for file in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            if found := PARENT.match(file.read_text(encoding="utf-8", errors="replace")):
                children.setdefault(int(found[2]), []).append(int(found[1]))
    found_below = [*children.get(process, ())]
    for each in found_below:  # which grows
        found_below += children.get(each, ())
    return found_below


def end_below(process: int) -> bool:
    """End all processes below one at once; return whether there were any."""
    found = below(process)
    for each in found:
        with suppress(OSError):
            os.kill(each, signal.SIGKILL)
    return bool(found)


def end_children(seconds: float = 2.0) -> None:
    """End all processes below this one, which has nothing to do but this for some seconds."""
    end = time.monotonic() + seconds
    with suppress(ChildProcessError):  # there are no more
        while os.waitpid(-1, os.WNOHANG)[0] or (end_below(os.getpid()) and time.monotonic() < end):
            time.sleep(0.001)


def confine() -> None:
    """Limit memory and the size of files where the system has such limits, and take standard input away."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        for what, most in ((resource.RLIMIT_AS, used_memory() + MEMORY), (resource.RLIMIT_FSIZE, LARGEST_FILE)):
            hard = resource.getrlimit(what)[1]
            resource.setrlimit(what, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))
        resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))
    sys.stdin = Path(os.devnull).open(encoding="utf-8")  # noqa: SIM115  it stays open


def used_memory() -> int:
    """Return how many bytes of addresses this process has, some gigabytes where that is not known."""
    try:
        return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, AttributeError):
        return 4 * MEMORY


def end_after(seconds: float, calls: IO[str]) -> None:
    """End this process after some seconds, and write down in which calls it is; nothing that runs can prevent it."""
    faulthandler.dump_traceback_later(seconds, exit=True, file=calls)


def place_in(calls: str, folder: str) -> str:
    r"""Return the innermost of the calls written down that is in a file of a folder, "" for none.

    >>> place_in('File "/x/lib.py", line 3 in wait\n  File "/home/mine.py", line 7 in search', "/home")
    'search (mine.py, line 7)'
    """
    for file, line, name in FRAME.findall(calls):
        if file.startswith(folder):
            where = f"{Path(file).name}, line {line}"
            return where if name == "<module>" else f"{name} ({where})"
    return ""
