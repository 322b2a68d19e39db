"""A run that is held at a step: whoever looks at it cannot tell what follows."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Self

from visualizer.ordering import Score, looks_nowhere
from visualizer.run import Run
from visualizer.trace.rounded_trace import held
from visualizer.trace.rows import MovePath
from visualizer.trace.tree_at_step import TreeAtStep

AHEAD = 64
"""Steps that the search itself is ahead, at least, if it has not finished."""
AT_ONCE = 256
"""The most steps that are let through at a time."""


class HeldRun(Run):
    """Another run as far as it is let through: step by step, up to the next at which it `stops`.

    Moves that have not been tried stand in natural order, as if the order were not known; only searches by random games
    keep theirs, since of their moves only those that were tried are compared.
    """

    is_held = True

    def __init__(self, source: Run, step: int, stops: Callable[[int], bool] = lambda step: False) -> None:
        """Hold a run at a step; from there on `stops(step)` says, where the search has come further, whether it stays.

        A step that has not been searched yet is searched for.
        """
        self.__dict__.update(source.__dict__)  # all but the trace is the same
        self.source, self.stops = source, stops
        source.advance(step=step + AHEAD, seconds=0 if source.is_live else None)
        self.held_trace = held(source.trace)
        self.trace = self.held_trace
        self.held_trace.grow(step)
        self.ordering = replace(source.ordering, nodes=looks_nowhere)
        self.stopped = False

    @property
    def seconds(self) -> float:
        """0: the time says how much follows."""
        return 0.0

    def advance(self, *, seconds: float | None = None, step: int | None = None) -> bool:
        """Let steps through as `Run.advance` searches, but none behind one at which it stops."""
        trace, source = self.held_trace, self.source
        while not (self.stopped or trace.finished or (step is not None and trace.held >= step)):
            source.advance(seconds=seconds, step=trace.held + AT_ONCE + AHEAD)
            known = source.trace.last_step - (0 if source.trace.finished else AHEAD)
            before, until = trace.held, min(known, trace.held + AT_ONCE, known if step is None else step)
            while trace.held < until and not self.stopped:
                self.stopped = self.stops(trace.held)
                if not self.stopped:
                    trace.grow(trace.held + 1)
            if seconds is not None or trace.held == before:
                break
        if not self.stopped and not trace.finished and trace.held < source.trace.last_step:
            self.stopped = self.stops(trace.held)
        return trace.finished

    def go_on(self, step: int) -> None:
        """Let everything through up to a step, and hold it no longer where it has stopped."""
        self.held_trace.grow(step)
        self.stopped = False

    def finish(self) -> Self:
        """Let through as much as `advance` does."""
        self.advance()
        return self

    def stop(self, reason: str) -> None:
        """End the search itself."""
        self.source.stop(reason)

    def scored(self, path: MovePath, tree: TreeAtStep | None = None) -> tuple[tuple[int, ...], Sequence[Score] | None]:
        """Return what the search itself would, with the moves that were not tried in natural order."""
        order, scores = super().scored(path, tree)
        if self.algorithm.sampling is not None:
            return order, scores
        return tuple(self.order(path, tree)), scores

    def order(self, path: MovePath, tree: TreeAtStep | None = None) -> Sequence[int]:
        """Return the moves tried so far, then the others in natural order."""
        if self.algorithm.sampling is not None:
            return super().order(path, tree)
        tree = tree or TreeAtStep(self.trace)
        node = tree.node_at(path)
        tried = () if node is None else tree.children(node)
        loud = self.noisy(path, tree)
        others = range(len(self.choices(path))) if loud is None else loud
        return [*dict.fromkeys([*map(self.trace.move, tried), *others])]
