"""The nodes of written trees."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction


@dataclass(slots=True, eq=False)
class Node:
    """A node of a written tree: a leaf has a value and no children. `number` counts the nodes in reading order, from 0.

    `label` and `edge` are what a book calls the node and the move that leads to it; they are no part of the notation.
    `maximizing` is who moves where that is said; None where MAX and MIN take turns. Where `chance` moves,
    `probabilities` are those of the children; none where all are equally likely.
    """

    number: int
    name: str = ""
    value: float = 0
    children: "list[Node]" = field(default_factory=list)
    label: str = ""
    edge: str = ""
    maximizing: bool | None = None
    chance: bool = False
    probabilities: tuple[Fraction, ...] = ()

    def odds(self) -> tuple[Fraction, ...] | None:
        """Return the probabilities of the children where chance moves, else None."""
        return (self.probabilities or (Fraction(1, len(self.children)),) * len(self.children)) if self.chance else None

    def nodes(self) -> "Iterator[Node]":
        """Yield the node and all below it in reading order, and no child before what is done with its parent."""
        todo = [self]
        while todo:
            node = todo.pop()
            yield node
            todo += reversed(node.children)

    def next_turn(self, child: "Node", *, maximizing: bool) -> bool:
        """Return whether MAX moves at a child, given whether MAX does here; a chance node takes no turn."""
        return maximizing is self.chance if child.maximizing is None else child.maximizing
