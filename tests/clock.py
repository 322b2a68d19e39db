"""A clock that goes as a test says, in the place of the module `time` that a part of the program
looks at.
"""

from __future__ import annotations

import time

import pytest

from visualizer.explaining.measures import estimate
from visualizer.play.playing import move_analysis
from visualizer.searching import driver


class Clock:
    """Stands still, but goes on by `tick` seconds at each look; a test may set `now`."""

    sleep = staticmethod(time.sleep)

    def __init__(self, tick: float = 0) -> None:
        """Begin at 0."""
        self.now = 0.0
        self.tick = tick

    def monotonic(self) -> float:
        """Return the time."""
        self.now += self.tick
        return self.now

    perf_counter = thread_time = monotonic


def visits_take(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """Let each visit of a search that is watched take so many seconds, on every machine."""
    clock = Clock(seconds)
    monkeypatch.setattr(
        driver, "SEARCH_SLICE_SECONDS", seconds
    )  # so that it looks at the clock at each visit
    for module in (driver, move_analysis, estimate):
        monkeypatch.setattr(module, "time", clock)
