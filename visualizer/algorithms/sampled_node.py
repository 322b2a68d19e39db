"""A node of a tree that grows by random games: how often it was visited, what came of it, and what is proved."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games import AnyPosition


class Node:
    """A position in the tree: how often it was visited, and the sum of the results from MAX's side."""

    __slots__ = ("children", "move_count", "position", "priors", "proven", "some_proven", "total", "untried", "visits")

    def __init__(self, position: AnyPosition) -> None:
        """Begin with no visits and no children."""
        self.position = position
        self.visits = 0
        self.total = 0.0
        self.children: dict[int, Node] = {}
        """By the move indices, in the order of expansion."""
        self.move_count = 0
        self.untried: list[tuple[int, Any]] = []
        """The moves that are not expanded yet, the next one at the end."""
        self.priors: Mapping[int, float] = {}
        """With PUCT: how likely each move is to be best, by its move index, in the order of the ordering."""
        self.proven: float | None = None
        """With the solver: the value of the game from here, from MAX's side, once it is proved."""

        self.some_proven = False
        """Whether a child is proven."""

    def expand(self, place: int = -1) -> tuple[int, Node]:
        """Add the child of a move that is not expanded, by default the next; return its move index and the child."""
        number, move = self.untried.pop(place)
        child = self.children[number] = Node(self.position.play(move))
        return number, child

    @property
    def mean(self) -> float:
        """The mean result from MAX's side, 0 before the first."""
        return self.total / self.visits if self.visits else 0.0
