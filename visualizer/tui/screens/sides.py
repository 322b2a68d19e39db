"""The searches that are compared: which of them leads, and where the others then stand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from visualizer.comparison.compare import titles_of
from visualizer.comparison.report import shortest
from visualizer.measures.plies import PlyCounts
from visualizer.run import Run
from visualizer.trace.rows import MovePath
from visualizer.trace.tree_at_step import TreeAtStep
from visualizer.tui import aligning
from visualizer.tui.scene import Scene
from visualizer.tui.turning import turned

SLICE = 0.006
"""Seconds that each search may have at a time."""
BY_TIME = ("play", "backwards", "next", "previous", "first", "last", "go")
"""What moves the common timeline by steps, whichever search leads."""


@dataclass
class Side:
    """One of the searches: what is shown of it, in which view, and what is to be said of where it stands."""

    scene: Scene
    view: str
    remark: str = ""
    plies: PlyCounts = field(init=False)

    def __post_init__(self) -> None:
        """Begin with nothing counted."""
        self.plies = PlyCounts(self.run.trace)

    @property
    def run(self) -> Run:
        """Return the run that is watched."""
        return self.scene.run


def may_cut(run: Run) -> bool:
    """Say whether a search has cutoffs, or may still come to some."""
    return bool(run.trace.cuts) or (run.algorithm.uses_window and not run.trace.finished)


class Sides:
    """Two or three searches of one position, from left to right.

    `lead` is the place of the one whose steps the keys are about; `chosen_mode` says by what the others are aligned
    with it, "" while nobody has chosen.
    """

    def __init__(self, runs: Sequence[Run], view: str) -> None:
        """Stand at the beginning of every search, the first of which leads."""
        self._sides = [Side(Scene(run), view) for run in runs]
        self.chosen_mode = ""
        self.lead = 0
        self._mark_others()

    def __iter__(self) -> Iterator[Side]:
        """Go through the sides from left to right."""
        return iter(self._sides)

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self._sides)

    def __getitem__(self, place: int) -> Side:
        """Return the side at a place."""
        return self._sides[place]

    @property
    def leader(self) -> Side:
        """Return the side that leads."""
        return self._sides[self.lead]

    @property
    def is_race(self) -> bool:
        """Say whether all are seen as a whole, and grow on one scale."""
        return self.leader.view == "overview"

    @property
    def is_over(self) -> bool:
        """Say whether all have finished, and their last steps are shown."""
        return all(side.scene.tree.at_end for side in self)

    @property
    def mode(self) -> str:
        """Return by what the others are aligned with the one that leads: a race goes step by step."""
        return self.chosen_mode or ("step" if self.is_race else aligning.MODES[0])

    @property
    def following(self) -> Side:
        """Return the side that would lead next."""
        return self._sides[(self.lead + 1) % len(self)]

    @property
    def runs(self) -> list[Run]:
        """Return the runs."""
        return [side.run for side in self]

    def names(self) -> list[str]:
        """Return the searches' names."""
        return shortest(titles_of([run.recipe.search for run in self.runs]))

    def _mark_others(self) -> None:
        """Let every scene mark what the others do not visit."""
        for side in self:
            side.scene = side.scene.at(others=tuple(run for run in self.runs if run is not side.run))

    def nearest_with_cuts(self) -> int:
        """Return the place of the side that leads, or if it can have no cutoff, of the next one that has some."""
        places = [(self.lead + by) % len(self) for by in range(len(self))]
        return next((place for place in places if may_cut(self[place].run)), self.lead)

    def align_next(self) -> None:
        """Align in the next way."""
        self.chosen_mode = turned(aligning.MODES, self.mode)

    def swap(self) -> None:
        """Turn left and right round; the same search goes on leading."""
        self._sides.reverse()
        self.lead = len(self) - 1 - self.lead

    def replace(self, run: Run) -> None:
        """Put another search in the place of the one that leads."""
        self._sides[self.lead] = Side(Scene(run), self.leader.view)
        self._mark_others()

    # Time.

    def clock(self, action: str = "play") -> Run:
        """Return the run whose steps an action counts: by step the longest one, which the others wait for."""
        if self.mode != "step" or action not in BY_TIME:
            return self.leader.run
        unfinished = action == "last"
        return max(self.runs, key=lambda run: (unfinished and not run.trace.finished, run.trace.last_step))

    @property
    def beat(self) -> Scene:
        """Return what is shown of the run whose steps the timeline counts."""
        clock = self.clock()
        return next(side.scene for side in self if side.run is clock)

    def search(self) -> bool:
        """Let every search go on for a slice; say whether there was anything to do."""
        busy = [run for run in self.runs if not run.trace.finished]
        for run in busy:
            run.advance(seconds=SLICE)
        return bool(busy)

    def show(self, step: int, changes: dict[str, object]) -> None:
        """Go to a step of the clock in the leading search, and where the others then stand; change what is shown."""
        lead = self.leader
        lead.scene = lead.scene.at(step=min(step, lead.run.trace.last_step), **changes)
        lead.remark = ""
        for side in self:
            if side is not lead:
                self._follow(side, step, changes)

    def _follow(self, side: Side, step: int, changes: dict[str, object]) -> None:
        """Bring a side to where the leading one stands, with the same selected."""
        if self.mode == "step":
            side.run.advance(step=step, seconds=SLICE)
            there, side.remark = min(step, side.run.trace.last_step), ""
        else:
            there, side.remark = aligning.aligned(self.leader.scene, side.run, side.scene.step, self.mode)
        side.scene = side.scene.at(step=there, **changes)

    def go_to(self, path: MovePath) -> None:
        """Go to the end of a node in every search that has been there, and select it."""
        for side in self:
            node, trace = side.run.node_at(path), side.run.trace
            row = None if node is None else TreeAtStep(trace).visit(node)
            step = None if row is None else trace.cut_step(row) or trace.return_step(row)
            if step is not None:
                side.scene = side.scene.at(step=step, selected=path)
        self.chosen_mode = "node"
