"""The steps of a recording at which something cannot be right; they are looked for a slice at a time."""

import time
from bisect import bisect_left, insort
from collections.abc import Iterator
from math import inf

from visualizer.comparison.lint import Doubt, looks
from visualizer.run import Run
from visualizer.trace.jumps import TO_CUTS
from visualizer.trace.rows import Trace

DoubtMark = tuple[int, str]
"""A step, and what cannot be right there."""


class DoubtMarks:
    """The marks that have been found in a trace, in order of their steps."""

    def __init__(self, trace: Trace, doubts: Iterator[Doubt | None]) -> None:
        """Begin to look; None gives others their turn."""
        self._trace, self._doubts = trace, doubts
        self.found: list[DoubtMark] = []
        self.complete = False
        """Whether all has been looked through."""

    def advance(self, seconds: float = inf) -> bool:
        """Look on for some seconds, or else to the end; return whether all has been looked through."""
        until = time.perf_counter() + seconds
        for doubt in self._doubts:
            if doubt is not None:
                insort(self.found, (doubt.step(self._trace), doubt.why))
            elif time.perf_counter() >= until:
                return False
        self.complete = True
        return True

    def words_at(self, step: int) -> str:
        """Return what is said behind the sentence of a step, as far as it has been found; "" for nothing."""
        place = bisect_left(self.found, (step, ""))
        is_there = place < len(self.found) and self.found[place][0] == step
        return f" Lint: {self.found[place][1]}." if is_there else ""

    def on_the_way(self, jump: str, step: int, target: int | None) -> DoubtMark | None:
        """Return the first mark that a jump to a cutoff meets between a step and its target; None for none."""
        if jump not in TO_CUTS:
            return None
        forwards = jump == "next_cut"
        place = bisect_left(self.found, (step + forwards, "")) - (not forwards)
        if not 0 <= place < len(self.found):
            return None
        mark = self.found[place]
        is_beyond = target is not None and (mark[0] > target if forwards else mark[0] < target)
        return None if is_beyond else mark


def marks_of(run: Run) -> DoubtMarks:
    """Return the marks of a recording that has been played back to its end; none of any other run."""
    trace = run.trace
    if not (run.algorithm.is_recording and trace.finished):
        return NOTHING
    if not isinstance(trace.marks, DoubtMarks):
        trace.marks = DoubtMarks(trace, looks(run))
    return trace.marks


NOTHING = DoubtMarks(Trace(), iter(()))
NOTHING.advance()
