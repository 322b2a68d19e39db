"""What code that is watched is given in a game: nodes that are made when they are asked for, one for each path."""

from functools import cached_property
from typing import Any

from games import AnyPosition
from visualizer.grading.node import GradedNode, Reads
from visualizer.run import Run
from visualizer.trace.rows import MovePath


class PositionNode(GradedNode):
    """A position of a game as a node.

    `children` are in the order that was asked for, none at the end of the game or at the limit of depth. `value` is the
    outcome or the evaluation, from MAX's side; to read it is a visit. `move` is the name of the move that leads there.
    """

    offered = ("children", "is_terminal", "value", "maximizing", "move", "position", "key", "name")

    def __init__(self, run: Run, reads: Reads, path: MovePath = ()) -> None:
        """Take the position at a path of the moves of a run that has not begun."""
        self._run, self._reads, self._path = run, reads, path
        self.position: AnyPosition = run.position(path)
        self.move = run.move_name(path) if path else ""
        self.name = self.move or "root"
        self._action, self._written = self.move, False
        odds = run.odds(path)
        self.maximizing = self.position.maximizing if odds is None else None
        if odds is not None:
            self.probabilities = tuple(map(float, odds))

    @cached_property
    def children(self) -> tuple[GradedNode, ...]:  # type: ignore[override]
        """Return the nodes that the moves lead to."""
        if self.is_terminal:
            return ()
        order, _ = self._run.computed(self._path)
        return tuple(PositionNode(self._run, self._reads, (*self._path, move)) for move in order)

    @property
    def is_terminal(self) -> bool:
        """Return whether the game is over, or the limit of depth is reached."""
        return not self._run.is_inner(self._path)

    @property
    def key(self) -> Any:
        """Return what is the same at nodes that are the same position."""
        return self.position.key()

    @property
    def value(self) -> Any:
        """Return the outcome, or the evaluation where the game goes on; this is a visit."""
        if self._written:
            return self._value
        self._reads.note(self._path)
        return value_at(self._run, self._path)

    @value.setter
    def value(self, value: object) -> None:
        self._value, self._written = value, True


def value_at(run: Run, path: MovePath) -> float:
    """Return the value of a position by a run's evaluation, from MAX's side."""
    position = run.position(path)
    value = run.problem.evaluate(position, position.outcome())
    return int(value) if value == int(value) else value
