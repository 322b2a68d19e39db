"""The limits of a process in which a graded function runs: memory, files, input, and time."""

from __future__ import annotations

import faulthandler
import os
import re
import sys
from contextlib import suppress
from pathlib import Path
from typing import IO

MEMORY = 1 << 30
"""Bytes that a function may use more than were used before it was called, where the system can tell."""
LARGEST_FILE = 1 << 20
"""Bytes of a file that it writes, where the system can tell."""
FRAME = re.compile(r'File "(.+)", line (\d+) in (.+)')
"""A line of the calls that Python writes down when the time is over."""


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
