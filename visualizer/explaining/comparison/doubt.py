"""A mistake that is found in a recording."""

from dataclasses import dataclass
from typing import Any

from visualizer.searching.run import Run
from visualizer.trace.rows import Trace


@dataclass(frozen=True, slots=True, order=True)
class Finding:
    """Something that cannot be right at a visit, by its row; `why` is one sentence."""

    row: int
    error: str
    """`open-cut`, `wide-window`, `alien-value`, `wrong-side`, `best-is-bound` or
    `table-contradicted`; in a known game `early-leaf`, `moves-left` or `wrong-result`; of samples
    `not-greatest`, `lost-sign` or `visits`."""
    why: str

    def as_object(self, run: Run) -> dict[str, Any]:
        """Return the finding as data; visits count from 1, moves are in the game's notation."""
        path = run.notation_of_moves(run.path(self.row))
        step = self.step(run.trace)
        return {
            "visit": self.row + 1,
            "step": step,
            "path": path,
            "what": self.error,
            "why": self.why,
        }

    def step(self, trace: Trace) -> int:
        """Return the step in which the visit returns, where the finding is shown."""
        return trace.return_step(self.row) or trace.steps
