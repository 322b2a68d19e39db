"""Going to other steps in line mode: jumps, and steps that are asked for; the search goes on as far as they need."""

import time
from collections.abc import Callable

from visualizer.actions import nowhere
from visualizer.comparison.lint import DoubtMarks, marks_of
from visualizer.dialogue.dialogue import Dialogue
from visualizer.dialogue.predicting import PredictingLines
from visualizer.errors import InputError, as_input_error
from visualizer.exercises.predicting.held_run import AHEAD
from visualizer.measures.summary import many
from visualizer.run import Run, destination
from visualizer.trace import jumps
from visualizer.trace.recorder import WAIT
from visualizer.trace.tree_at_step import TreeAtStep

SLICE = 0.05
PATIENCE = 1.0
"""Seconds for which more is waited for, where another program tells of the search."""


class MovingLines(Dialogue):
    """Goes from step to step of a run; `source` is where a table's answer was left for its source."""

    run: Run
    step: int
    source: jumps.SourceJump
    predicting: PredictingLines
    show: Callable[[], None]
    """Says what happens in the step, and asks."""

    @property
    def tree(self) -> TreeAtStep:
        """Return the tree at the step."""
        return TreeAtStep(self.run.trace, self.step)

    @property
    def marks(self) -> DoubtMarks:
        """Return where something in a recording cannot be right, once it has been played back to its end."""
        marks = marks_of(self.run)
        marks.advance()
        return marks

    def move(self, name: str, rest: str = "") -> None:
        """Go to another step and show it; InputError says if there is none."""
        target = self.target(name, rest)
        if mark := self.marks.on_the_way(name, self.step, target):
            target = mark[0]
        if target is None:
            raise InputError(nowhere(self.run.trace, name))
        self.search(target)
        if target > self.run.trace.last_step:
            self.predicting.held_at()
        self.step = min(target, self.run.trace.last_step)
        self.show()

    def target(self, name: str, rest: str) -> int | None:
        """Return the step that a command leads to; the search goes on as far as needed to know it."""
        trace = self.run.trace
        if name in jumps.OF_NODE:
            return self.visit(name)
        if name == "source":
            return self.source.target(trace, self.tree.current, self.step)
        if name in jumps.BACKWARDS:
            return jumps.BACKWARDS[name](trace, self.step)
        if name not in jumps.FORWARDS:
            return self.asked_for(rest)
        lead = jumps.FORWARDS[name]
        all_is_told = self.run.algorithm.is_recording and not self.run.is_live
        self.search(None if all_is_told and name in jumps.TO_CUTS else self.step + 1)
        if name in jumps.ONCE and not self.run.comes_back:
            return lead(trace, self.step)
        return self.searched(lambda: lead(trace, self.step))

    def searched(self, find: Callable[[], int | None]) -> int | None:
        """Return a step as soon as the search has come to it, None if it ends before; where the run is held, that step.

        InputError if it is held at this step.
        """
        while (found := find()) is None and not self.run.trace.finished:
            if (held := self.predicting.held_at()) is not None:
                return held
            self.search(self.run.trace.last_step + 1, seconds=SLICE)
        return found

    def search(self, step: int | None, seconds: float | None = None) -> None:
        """Let the search go on for some seconds, until a step can be shown, or else to its end.

        InputError where another program tells of it, and has told nothing more for a while.
        """
        run, waited = self.run, time.monotonic() + PATIENCE
        if not run.is_live:
            run.advance(seconds=seconds, step=None if seconds else step)
            return
        while not (run.advance(seconds=SLICE, step=step) or run.stopped):
            if step is not None and run.trace.last_step >= step:
                break
            if not run.is_waiting:
                waited = time.monotonic() + PATIENCE
            elif time.monotonic() > waited:
                steps = many(run.trace.last_step, "step", "steps")
                far = f"predicting stays {AHEAD} steps behind what has come" if run.is_held else f"{steps} so far"
                raise InputError(f"no more has come yet: {far}; the same command looks again")
            time.sleep(WAIT)

    def visit(self, name: str) -> int | None:
        """Return the step of the next or previous visit of the current node."""
        trace = self.run.trace
        if name == "next_visit" and self.run.comes_back:
            self.search(None)
        node = self.tree.current
        return None if node is None else jumps.OF_NODE[name](trace, node, self.step)

    def asked_for(self, text: str) -> int:
        """Return the step that a person asks for, or that enters the node; the search goes on as far as needed.

        InputError if there is none, or the search ends before that.
        """
        run, number = self.run, text.removesuffix("%")
        if number.isascii() and number.isdigit() and len(number) < 16:
            self.search(None if text.endswith("%") else int(number))
        with as_input_error():
            found = destination(run, text)
        if isinstance(found, int):
            held = self.predicting.held_at() if found > run.trace.last_step else None
            return found if held is None else held
        step = self.searched(lambda: None if (row := run.node_at(found)) is None else run.trace.enter_step(row))
        if step is None:
            raise InputError(f"{text!r:.40} has not been visited: it was pruned, or the search was stopped")
        return step
