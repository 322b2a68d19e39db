"""The trees that a search is graded on: values that can be taken apart, put together and sent to another process."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from games.tree import TreePosition, read
from visualizer.trace.rows import MovePath

MAX, MIN = "max", "min"
MOST_OWN = 500
"""The most nodes of a person's own tree."""
OPPONENT = {MAX: MIN, MIN: MAX}


@dataclass(frozen=True, slots=True)
class Tree:
    """A node and all below it; a leaf has a value and no children."""

    mover: str = MAX
    """Who moves here; at a leaf, who would."""
    children: tuple[Tree, ...] = ()
    value: float = 0
    name: str = ""
    """What a person has called the node, "" for nothing."""

    @classmethod
    def of(cls, position: TreePosition) -> Tree:
        """Return the tree below a position of the game `tree`."""
        mover = MAX if position.maximizing else MIN
        outcome, name = position.outcome(), position.node.name
        if outcome is not None:
            return cls(mover, (), outcome, name)
        return cls(mover, tuple(cls.of(position.play(move)) for move in position.moves()), 0, name)

    def at(self, path: Sequence[int]) -> Tree:
        """Return the node at the end of a path."""
        node = self
        for place in path:
            node = node.children[place]
        return node

    def name_at(self, path: MovePath) -> str:
        """Return what the node at a path is called: its own name, else its number at each ply from 1, as in 2.1."""
        return self.at(path).name or ".".join(str(place + 1) for place in path) or "root"

    def nodes(self, path: MovePath = ()) -> Iterator[tuple[MovePath, Tree]]:
        """Go through all nodes with their paths, each before those below it."""
        yield path, self
        for place, child in enumerate(self.children):
            yield from child.nodes((*path, place))

    def size(self) -> int:
        """Count the nodes."""
        return 1 + sum(child.size() for child in self.children)

    def replaced(self, path: MovePath, other: Tree) -> Tree:
        """Return the tree with another node, and all below that, at the end of a path."""
        if not path:
            return other
        first, *rest = path
        children = [*self.children]
        children[first] = children[first].replaced(tuple(rest), other)
        return replace(self, children=tuple(children))

    def text(self, turn: str = MAX) -> str:
        """Return it in the notation of the game `tree`; `turn` is whose turn is taken for granted."""
        before = f"{self.name}=" if self.name and not self.children else self.name
        if not self.children:
            return f"{before}{self.value!r}"
        opening, closing = "()" if self.name else "[]"
        below = ",".join(child.text(OPPONENT[self.mover]) for child in self.children)
        return f"{'' if self.mover == turn else f'{self.mover} '}{before}{opening}{below}{closing}"

    def nested(self) -> Any:
        """Return it as numbers in lists of lists, as JSON has it."""
        return [child.nested() for child in self.children] if self.children else self.value

    def as_sent(self) -> dict[str, Any]:
        """Return it as programs are given it."""
        return {"tree": self.nested(), "max": self.mover == MAX}


def parsed(text: str) -> Tree:
    """Read a tree in the notation of the game `tree`; ValueError says what is wrong.

    >>> parsed("min [[3,5],2]").text()
    'min [[3,5],2]'
    """
    return Tree.of(read(text, {}))


class Limited(NamedTuple):
    """A tree, and the number of plies that it is to be searched, None for all."""

    tree: Tree
    depth: int | None

    def is_leaf(self, path: MovePath) -> bool:
        """Return whether a search that goes down to this node reads a value there."""
        return not self.tree.at(path).children or len(path) == self.depth

    def value(self, path: MovePath = ()) -> float:
        """Return what minimax finds a node to be worth, from MAX's side; an inner node at the limit is worth 0."""
        node = self.tree.at(path)
        if self.is_leaf(path):
            return 0 if node.children else node.value
        values = [self.value((*path, place)) for place in range(len(node.children))]
        return max(values) if node.mover == MAX else min(values)
