"""A run that is held at a step: whoever looks at it cannot tell what follows."""

from collections.abc import Callable
from dataclasses import replace

from visualizer.ordering import looks_nowhere
from visualizer.run import Run
from visualizer.trace.held import FirstSteps

AHEAD = 64
"""Steps that the search itself is ahead, at least, if it has not finished."""
AT_ONCE = 256
"""The most steps that are let through at a time."""


class Gate:
    """Drives `run`, which is another run as far as it is let through: step by step, up to the next at which it `stops`.

    Its trace is the beginning of the other one's.
    """

    seconds = 0.0
    """The time of the search says how much follows, so it is not told."""

    def __init__(self, source: Run, step: int, stops: Callable[[int], bool] = lambda step: False) -> None:
        """Hold a run at a step; from there on `stops(step)` says, where the search has come further, whether it stays.

        A step that has not been searched yet is searched for.
        """
        self.source, self.stops, self.stopped = source, stops, False
        source.advance(step=step + AHEAD, seconds=0 if source.is_live else None)
        self.first_steps = FirstSteps(source.trace)
        self.first_steps.grow(step)
        self.run = source.driven_by(self, self.first_steps.trace)
        self.run.ordering = replace(source.ordering, nodes=looks_nowhere)

    @property
    def is_waiting(self) -> bool:
        """Return whether the search waits for what another program has not told yet."""
        return self.source.is_waiting

    def advance(self, seconds: float | None, step: int | None) -> bool:
        """Let steps through as `Driver.advance` searches, but none behind one at which the run stops."""
        first, trace, source = self.first_steps, self.first_steps.trace, self.source
        while not (self.stopped or trace.finished or (step is not None and first.step >= step)):
            source.advance(seconds=seconds, step=first.step + AT_ONCE + AHEAD)
            known = source.trace.last_step - (0 if source.trace.finished else AHEAD)
            before, until = first.step, min(known, first.step + AT_ONCE, known if step is None else step)
            while first.step < until and not self.stopped:
                self.stopped = self.stops(first.step)
                if not self.stopped:
                    first.grow(first.step + 1)
            if seconds is not None or first.step == before:
                break
        if not self.stopped and not trace.finished and first.step < source.trace.last_step:
            self.stopped = self.stops(first.step)
        return trace.finished

    def let_through(self, step: int) -> None:
        """Let everything through up to a step, and hold the run no longer where it has stopped."""
        self.first_steps.grow(step)
        self.stopped = False

    def stop(self, reason: str) -> None:
        """End the search itself."""
        self.source.stop(reason)
