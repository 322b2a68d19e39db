"""A search that is wrong in one place, as data; and what it does with a tree."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf

from visualizer.grading.node import GradedNode, Reads
from visualizer.grading.trees import Limited
from visualizer.trace.rows import MovePath

GradedWindow = tuple[float, float]
OPEN: GradedWindow = (-inf, inf)
NEVER = "never"
RULES: dict[str, Callable[[float, float], bool]] = {
    ">=": operator.ge, ">": operator.gt, NEVER: lambda alpha, beta: False,
}  # fmt: skip
"""When a search cuts."""


@dataclass(frozen=True, slots=True)
class Way:
    """How a search goes about it; by default rightly."""

    closes: Callable[[float, float], bool]
    """Whether alpha and beta are a reason to leave a node."""
    first_best: GradedWindow = OPEN
    """What the best value of MAX and that of MIN begin with."""
    tried: Callable[[Sequence[GradedNode]], Sequence[GradedNode]] = lambda children: children
    """Which children are looked at, in their order."""
    updates: Callable[..., bool] = lambda ply, *, maximizing: True
    """Whether the bound of who moves is changed, at a ply, by MAX or by MIN."""
    gives: Callable[..., GradedWindow] = lambda window, *, maximizing: window
    """What window a child is given."""
    is_shared: bool = False
    """Whether there is one window for all nodes."""
    is_exchanged: bool = False
    """Whether MAX takes the least and MIN the greatest."""
    opponent_is_random: bool = False
    """Whether who does not move at the root makes any move with the same probability, as in expectimax."""
    beyond_limit: int = 0
    """How many plies too many are searched where there is a limit."""


@dataclass(frozen=True, slots=True)
class Done:
    """What a way of searching does with a tree; `value` is None where it reads a value where there is none."""

    leaves: tuple[MovePath, ...]
    value: float | None
    moves: tuple[int, ...]
    """The children of the root that have returned that value."""


class NoValue(Exception):  # noqa: N818  it says what is the matter
    """The value of an inner node above or below the limit was asked for."""


class WrongWalk:
    """Goes through one tree in a wrong way; the two styles of searching are made of its parts."""

    def __init__(self, way: Way, asked: Limited) -> None:
        """Stand at the root."""
        self.way, self.limit, self.reads = way, asked.depth, Reads()
        self.root = GradedNode(asked, self.reads)
        self.shared = OPEN
        self.found: list[tuple[int, float]] = []
        """What the root's children have returned."""

    def done(self, search: Callable[[WrongWalk, GradedNode, GradedWindow, int], float]) -> Done:
        """Search in a style, and return what was done."""
        try:
            value = search(self, self.root, OPEN, 0)
        except NoValue:
            return Done(tuple(self.reads.leaves), None, ())
        return Done(tuple(self.reads.leaves), value, tuple(move for move, found in self.found if found == value))

    def is_leaf(self, node: GradedNode, ply: int) -> bool:
        """Return whether the search takes a node for a leaf."""
        return not node.children or (self.limit is not None and ply == self.limit + self.way.beyond_limit)

    def value(self, node: GradedNode) -> float:
        """Read a value."""
        found = node.value
        if found is None:
            raise NoValue
        return float(found)

    def odds(self, node: GradedNode) -> Sequence[float] | None:
        """Return the probabilities of a node's children where nobody chooses, else None."""
        if node.maximizing is None:
            return node.probabilities
        chooses = self.root.maximizing is not False
        if self.way.opponent_is_random and node.maximizing != chooses:
            return [1 / len(node.children)] * len(node.children)
        return None

    def below(self, node: GradedNode, ply: int) -> Sequence[tuple[int, GradedNode]]:
        """Return the children that are looked at, with their places."""
        places = {id(child): place for place, child in enumerate(node.children)}
        return [(places[id(child)], child) for child in self.way.tried(node.children)]

    def keep(self, place: int, value: float, ply: int) -> float:
        """Keep what a child of the root has returned; return it."""
        if ply == 0:
            self.found.append((place, value))
        return value
