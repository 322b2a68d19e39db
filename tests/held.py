"""The command line, which says `held` and stands still there: `python -m tests.held PLACE COUNT
WORDS...`.

What a test does to it then, it does at that place, however fast the machine is. `written` is when
so many tasks are in their file, `told` when the line of progress was shown so many times; to that
line a second goes by at each look.
"""

from __future__ import annotations

import faulthandler
import sys
import time
from collections.abc import Callable
from itertools import count
from types import SimpleNamespace
from typing import Any

from tests.processes import PATIENCE
from visualizer.apps.cli import run_command_line, running
from visualizer.play.sweeping.long_work import TaskFile

PLACES: dict[str, tuple[object, str]] = {
    "written": (TaskFile, "append"),
    "told": (running, "show_progress"),
}


def held(method: Callable[..., None], times: int) -> Callable[..., None]:
    """Return a method that stands still once, after it was called so many times."""
    calls = count(1)

    def call(*arguments: Any) -> None:
        method(*arguments)
        if next(calls) == times:
            print("held", file=sys.stderr, flush=True)
            time.sleep(2 * PATIENCE)

    return call


if __name__ == "__main__":
    faulthandler.dump_traceback_later(PATIENCE, exit=True)
    _, place, times, *words = sys.argv
    kind, name = PLACES[place]
    setattr(kind, name, held(getattr(kind, name), int(times)))
    setattr(running, "time", SimpleNamespace(monotonic=count().__next__))  # noqa: B010  no name that it exports
    run_command_line(words)
