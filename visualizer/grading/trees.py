"""The trees that a search is graded on: values that can be taken apart, put together and sent to another process."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import repeat
from typing import Any, NamedTuple

from games.tree import TreePosition, read
from visualizer.trace.rows import MovePath

MAX, MIN, CHANCE = "max", "min", "chance"
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
    probabilities: tuple[Fraction, ...] = ()
    """Those of the children, where chance moves."""

    @classmethod
    def of(cls, position: TreePosition) -> Tree:
        """Return the tree below a position of the game `tree`."""
        odds = position.probabilities()
        mover = CHANCE if odds is not None else MAX if position.maximizing else MIN
        outcome, name = position.outcome(), position.node.name
        if outcome is not None:
            return cls(mover, (), outcome, name)
        below = tuple(cls.of(position.play(move)) for move in position.moves())
        return cls(mover, below, 0, name, tuple(odds or ()))

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
        if not self.children:
            return f"{self.name}={self.value!r}" if self.name else repr(self.value)
        opening, closing = "()" if self.name else "[]"
        if self.mover == CHANCE:
            odds = [f"{each}: " for each in self.probabilities] if len({*self.probabilities}) > 1 else repeat("")
            below = [f"{chance}{child.text(turn)}" for chance, child in zip(odds, self.children, strict=False)]
            return f"~{self.name}{opening}{','.join(below)}{closing}"
        below = [child.text(OPPONENT[self.mover]) for child in self.children]
        return f"{'' if self.mover == turn else f'{self.mover} '}{self.name}{opening}{','.join(below)}{closing}"

    def is_plain(self) -> bool:
        """Return whether MAX and MIN take turns everywhere, without chance."""
        return self.mover != CHANCE and all(
            not child.children or (child.mover == OPPONENT[self.mover] and child.is_plain()) for child in self.children
        )

    def nested(self) -> Any:
        """Return it as numbers in lists of lists, as JSON has it."""
        return [child.nested() for child in self.children] if self.children else self.value

    def as_sent(self) -> dict[str, Any]:
        """Return it as programs are given it: as a text where numbers in lists do not tell who moves."""
        return {"tree": self.nested() if self.is_plain() else self.text(), "max": self.mover != MIN}


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

    def value(self, path: MovePath = (), random: str = CHANCE) -> float:
        """Return what a node is worth, from MAX's side; an inner node at the limit is worth 0.

        Chance moves by its probabilities; `random` is who makes any move with the same probability, besides.
        """
        return plain(self._worth(path, random))

    def _worth(self, path: MovePath, random: str) -> Any:
        node = self.tree.at(path)
        if self.is_leaf(path):
            return 0 if node.children else Fraction(node.value)
        values = [self._worth((*path, place), random) for place in range(len(node.children))]
        if node.mover in (CHANCE, random):
            odds = node.probabilities or repeat(Fraction(1, len(values)))
            return sum(chance * value for chance, value in zip(odds, values, strict=False))
        return max(values) if node.mover == MAX else min(values)


def plain(value: Fraction) -> float:
    """Return a number as it is written: a whole one as such."""
    return value.numerator if value.denominator == 1 else float(value)
