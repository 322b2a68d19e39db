"""Some work in a forked process that is killed at a moment: before it calls the system once more
than so many times.

Nothing is lost between two such calls, so these are all moments that there are, on fast machines
and on slow ones.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

SYSTEM = ("posix", "fcntl", "_io")
"""The modules whose functions and methods change files and write to pipes."""


def killed(work: Callable[[], None], moment: int) -> bool:
    """Do some work until it is killed; return whether it was, since it still went on."""
    child = os.fork()
    if not child:
        sys.setprofile(kill_at(moment))
        work()
        os._exit(0)
    return os.WIFSIGNALED(os.waitpid(child, 0)[1])


def kill_at(moment: int) -> Callable[[FrameType, str, Any], None]:
    """Return a profiler that kills this process at a moment."""
    left = moment

    def heed(frame: FrameType, event: str, called: Any) -> None:
        nonlocal left
        if event == "c_call" and (called.__module__ or type(called.__self__).__module__) in SYSTEM:
            if not left:
                os.kill(os.getpid(), signal.SIGKILL)
            left -= 1

    return heed
