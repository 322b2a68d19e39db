"""A node of a written tree, which is a position of the game `tree`; how it is written, and put together anew."""

from collections.abc import Hashable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from games import Board, Cell

LONGEST_ROW = 24
"""The most children that the board shows; the rest are counted in words."""


class Node(NamedTuple):
    """A node of a written tree: a leaf has a value and no children. Nothing in it changes.

    `number` counts the nodes of a tree that was read or is random, from 0. `maximizing` is whether MAX is to move;
    where `chance` moves, whether MAX would be. `odds` are the probabilities of the children there; none where all are
    equally likely. `label` and `edge` are what a book calls the node and the move that leads to it, and `title` is what
    the tree is called, at its root; they are no part of the notation.
    """

    number: int
    maximizing: bool = True
    own_name: str = ""
    value: float = 0
    children: "tuple[Node, ...]" = ()
    chance: bool = False
    odds: tuple[Fraction, ...] = ()
    label: str = ""
    edge: str = ""
    title: str = "Tree"

    def moves(self) -> Sequence[int]:
        """Return the children's numbers, from 0."""
        return range(len(self.children))

    def play(self, move: int) -> "Node":
        """Go down to a child."""
        return self.children[move]

    def probabilities(self) -> Sequence[Fraction] | None:
        """Return the children's probabilities where chance moves, else None."""
        return (self.odds or (Fraction(1, len(self.children)),) * len(self.children)) if self.chance else None

    def outcome(self) -> float | None:
        """Return a leaf's value, None for any other node."""
        return None if self.children else self.value

    def key(self) -> Hashable:
        """Return the node's number in its tree."""
        return self.number

    def text(self) -> str:
        """Return the subtree from here in the notation that `read` reads."""
        return write(self)

    def name(self, move: int) -> str:
        """Return the child's name, or its number from 1."""
        return self.children[move].own_name or str(move + 1)

    def board(self) -> Board:
        """Return the children in a row: the values of leaves, for others a sign for the player to move there."""
        row = self.children or (self,)
        cells = tuple(
            Cell("label", label=("~" if node.chance else "▼▲"[node.maximizing]) if node.children else repr(node.value))
            for node in row[:LONGEST_ROW]
        )
        more = len(row) - LONGEST_ROW
        return Board(
            title=self.title,
            cells=(cells,),
            columns=tuple(map(self.called, self.moves()[:LONGEST_ROW])),
            captions=("a leaf",) if not self.children else (f"{more:,} more",) if more > 0 else (),
        )

    def called(self, move: int) -> str:
        """Return what people call a branch: a book's label, else the child's name or its number, counted from 1."""
        return self.children[move].edge or self.name(move)

    def nodes(self) -> "Iterator[Node]":
        """Yield the node and all below it in reading order."""
        todo = [self]
        while todo:
            node = todo.pop()
            yield node
            todo += reversed(node.children)

    def paths(self) -> "Iterator[tuple[tuple[int, ...], Node]]":
        """Yield the node and all below it in reading order, each after the path to it."""
        todo: list[tuple[tuple[int, ...], Node]] = [((), self)]
        while todo:
            path, node = todo.pop()
            yield path, node
            todo += (((*path, move), node.children[move]) for move in reversed(node.moves()))

    def at(self, path: Sequence[int]) -> "Node":
        """Return the node at the end of a path."""
        node = self
        for move in path:
            node = node.children[move]
        return node

    def put(self, path: Sequence[int], other: "Node") -> "Node":
        """Return the tree with another node, and all below that, at the end of a path."""
        if not path:
            return other
        place, children = path[0], self.children
        below = children[place].put(path[1:], other)
        return self._replace(children=(*children[:place], below, *children[place + 1 :]))


def odds_of(weights: Sequence[Fraction]) -> tuple[Fraction, ...]:
    """Return probabilities in proportion to some weights; none where all are equally likely.

    >>> odds_of([Fraction(1), Fraction(3)]), odds_of([Fraction(2), Fraction(2)])
    ((Fraction(1, 4), Fraction(3, 4)), ())
    """
    total = sum(weights)
    return tuple(weight / total for weight in weights) if len({*weights}) > 1 else ()


def write(root: Node, *, for_programs: bool = False) -> str:
    """Return a tree in a notation that `parse` reads, with `min` in front if MIN moves at the root.

    Who moves below, and what is probable, is written where it does not follow. Programs are sent no space behind a
    comma, and one behind who moves.

    >>> from games.tree.notation import parse
    >>> write(parse("A(B(3,12),2)"))
    'A(B(3,12), 2)'
    >>> tree = parse("max[max[2,9],min ~[50%:1,0.5:2],~[1/3:1,2/3:B(5)]]")
    >>> write(tree)
    '[max[2,9], ~[1,2], ~[1/3: 1, 2/3: B(5)]]'
    >>> write(tree, for_programs=True)
    '[max [2,9],~[1,2],~[1/3: 1,2/3: B(5)]]'
    """
    parts: list[str] = [] if root.maximizing else ["min "]
    todo: list[Node | str] = [root]
    while todo:
        node = todo.pop()
        if isinstance(node, str):
            parts.append(node)
            continue
        if not node.children:
            parts.append(f"{node.own_name}={node.value!r}" if node.own_name else repr(node.value))
            continue
        opening, closing = ("(", ")") if node.own_name else ("[", "]")
        parts.append(f"{'~' if node.chance else ''}{node.own_name}{opening}")
        todo.append(closing)
        following, is_long, said = node.maximizing is node.chance, bool(node.odds), [""] * len(node.children)
        for place, child in enumerate(node.children):
            if child.children:
                if child.maximizing is not following:
                    is_apart = for_programs or child.chance or bool(child.own_name)
                    said[place] = ("max" if child.maximizing else "min") + " " * is_apart
                is_long = is_long or bool(said[place] or child.own_name or child.odds)
        comma = ", " if is_long and not for_programs else ","
        for place in reversed(node.moves()):
            todo += node.children[place], said[place]
            if node.odds:
                todo.append(f"{node.odds[place]}: ")
            if place:
                todo.append(comma)
    return "".join(parts)
