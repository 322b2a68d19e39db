"""The trees that a search is graded on: written, dealt by a seed, and made smaller as long as a search goes wrong."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import permutations, repeat
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


MOST_NODES = 60
"""The most nodes of a tree that is dealt."""
MOST = 2_000
"""The most trees."""
MOST_DEALT = 101
"""Of so many in a row that are too large or have been dealt, the last is taken all the same."""


@dataclass(frozen=True, slots=True)
class TreeKind:
    """A kind of tree: how many plies, how many children a node has, where leaves come early, and their values."""

    title: str
    plies: int
    widths: Sequence[int]
    early: float
    """How often a branch ends before the last ply."""
    values: Sequence[int]
    chance: float = 0
    """How often chance moves at a node."""
    weights: Sequence[int] = (1,)
    """In which proportions its outcomes may be probable."""


KINDS = (
    TreeKind("two plies", 2, (2, 3), 0, range(1, 5)),
    TreeKind("ties", 3, (2,), 0, range(1, 4)),
    TreeKind("deep cutoffs", 4, (2,), 0, range(1, 4)),
    TreeKind("irregular", 4, (1, 2, 2, 3), 0.25, range(1, 5)),
    TreeKind("negative values", 3, (1, 2, 3), 0.15, range(-3, 3)),
    TreeKind("five plies", 5, (1, 2, 2), 0.1, range(1, 6)),
)


CHANCE_KINDS = (
    TreeKind("without chance", 2, (2, 3), 0, range(1, 5)),
    TreeKind("equally likely outcomes", 3, (2, 3), 0, range(1, 7), 0.5),
    TreeKind("uneven outcomes", 3, (2, 3), 0, range(1, 7), 0.5, (1, 2, 3)),
    TreeKind("irregular", 4, (1, 2, 2, 3), 0.25, range(1, 7), 0.4, (1, 1, 3)),
    TreeKind("negative values", 3, (1, 2, 3), 0.15, range(-4, 4), 0.5, (1, 2)),
    TreeKind("much chance", 3, (2,), 0.1, range(1, 9), 0.8, (1, 4)),
)
"""Those of the task that is about chance."""


class Dice:
    """Numbers by a seed, made from the one method of Python's generator whose results never change."""

    def __init__(self, seed: int) -> None:
        """Take a seed."""
        self._generator = random.Random(seed)

    def below(self, most: int) -> int:
        """Return a whole number from 0 to one less than `most`."""
        return int(self._generator.random() * most)

    def one_of(self, choices: Sequence[int]) -> int:
        """Return one of some numbers."""
        return choices[self.below(len(choices))]

    def happens(self, chance: float) -> bool:
        """Return whether something of that probability happens."""
        return self._generator.random() < chance


def grown(dice: Dice, kind: TreeKind, mover: str, ply: int = 0) -> Tree:
    """Return a random tree of a kind."""
    if ply == kind.plies or (ply > 0 and dice.happens(kind.early)):
        return Tree(mover, (), dice.one_of(kind.values))
    width = dice.one_of(kind.widths) if ply else max(2, dice.one_of(kind.widths))
    if kind.chance and dice.happens(kind.chance):
        weights = [dice.one_of(kind.weights) for _ in range(width)]
        odds = tuple(Fraction(weight, sum(weights)) for weight in weights)
        return Tree(CHANCE, tuple(grown(dice, kind, mover, ply + 1) for _ in range(width)), 0, "", odds)
    return Tree(mover, tuple(grown(dice, kind, OPPONENT[mover], ply + 1) for _ in range(width)))


def deeper(kind: TreeKind, depth: int | None) -> TreeKind:
    """Return a kind whose trees go on below a limit of depth."""
    if depth is None or depth < kind.plies:
        return kind
    plies = depth + 2
    narrow = plies > 5
    return replace(kind, plies=plies, widths=(1, 1, 2) if narrow else (1, 2), early=max(kind.early, 0.1))


def dealt(
    number: int,
    seed: int,
    depth: int | None = None,
    kinds: Sequence[TreeKind] = KINDS,
    movers: Sequence[str] = (MAX, MIN),
) -> list[tuple[TreeKind, Tree]]:
    """Return n trees with their kinds, no two alike; the `movers` take turns to move at the root."""
    dice, seen, found = Dice(seed), set[Tree](), list[tuple[TreeKind, Tree]]()
    for place in range(number):
        kind, mover = deeper(kinds[place % len(kinds)], depth), movers[place // len(kinds) % len(movers)]
        tree, tries = grown(dice, kind, mover), 1
        while (tree.size() > MOST_NODES or tree in seen) and tries < MOST_DEALT:
            tree, tries = grown(dice, kind, mover), tries + 1
        seen.add(tree)
        found.append((kind, tree))
    return found


MOST_TRIES = 2_000
MOST_SPREAD = 5
"""The most leaves that are given other values in all orders."""

Size = tuple[int, float]


def size_of(tree: Tree) -> Size:
    """Return by what trees are compared: first their nodes, then how far their leaves are from 1."""
    uneven = sum(len({*node.probabilities}) > 1 for _, node in tree.nodes())
    return tree.size(), uneven * 100 + sum(cost(node.value) for _, node in tree.nodes() if not node.children)


def cost(value: float) -> float:
    """Return how little a value helps the eye: 1 is best, then 2, 3 ..., then 0 and numbers below."""
    return value - 1 if value >= 1 else 20 - value


def shrunk(tree: Tree, is_wrong: Callable[[Tree], bool]) -> Tree:
    """Return a smaller tree that is wrong, too, from which nothing can be taken away."""
    seen, tries = {tree}, 0
    while True:
        for smaller in smaller_than(tree):
            if smaller in seen or size_of(smaller) >= size_of(tree):
                continue
            seen.add(smaller)
            tries += 1
            if tries > MOST_TRIES:
                return tree
            if is_wrong(smaller):
                tree = smaller
                break
        else:
            return tree


def spread(tree: Tree, is_wrong: Callable[[Tree], bool]) -> Tree:
    """Return a tree of the same shape whose leaves all differ and that is wrong, too; else the tree itself.

    Where there is one, ties are not what the search gets wrong, and a reader is not to be led to think so.
    """
    leaves = [path for path, node in tree.nodes() if not node.children]
    if len(leaves) > MOST_SPREAD or any(tree.at(path).value < 0 for path in leaves):
        return tree
    for values in permutations(range(1, len(leaves) + 1)):
        other = tree
        for path, value in zip(leaves, values, strict=True):
            other = other.replaced(path, replace(tree.at(path), value=value))
        if is_wrong(other):
            return other
    return tree


def smaller_than(tree: Tree) -> Iterator[Tree]:
    """Go through trees that are a little smaller, those first that are much smaller; the root stays an inner node."""
    inner = [(path, node) for path, node in tree.nodes() if node.children]
    for way in (lifted, ended, thinned, evened):
        for path, node in inner:
            for smaller in way(node, is_root=not path):
                yield tree.replaced(path, smaller)
    for path, node in tree.nodes():
        if not node.children:
            for value in easier(node.value):
                yield tree.replaced(path, replace(node, value=value))


def lifted(node: Tree, *, is_root: bool) -> Iterator[Tree]:
    """Put a node from below in the place of an inner one: one with the same mover, at the root any inner one."""
    for path, other in node.nodes():
        if path and (other.children if is_root else other.mover == node.mover):
            yield other


def ended(node: Tree, *, is_root: bool) -> Iterator[Tree]:
    """Put a leaf in the place of an inner node, with a value from below."""
    values = dict.fromkeys(other.value for _, other in node.nodes() if not other.children)
    yield from () if is_root else (Tree(node.mover, (), value, node.name) for value in values)


def thinned(node: Tree, *, is_root: bool) -> Iterator[Tree]:
    """Take one of several children away."""
    yield from (without(node, place) for place in range(len(node.children)) if len(node.children) > 1)


def evened(node: Tree, *, is_root: bool) -> Iterator[Tree]:
    """Make outcomes of chance equally likely."""
    if len({*node.probabilities}) > 1:
        yield replace(node, probabilities=(Fraction(1, len(node.children)),) * len(node.children))


def without(node: Tree, place: int) -> Tree:
    """Return a node without one of its children."""
    children = (*node.children[:place], *node.children[place + 1 :])
    odds = (*node.probabilities[:place], *node.probabilities[place + 1 :])
    return replace(node, children=children, probabilities=tuple(chance / sum(odds) for chance in odds))


def easier(value: float) -> list[float]:
    """Return values to put in the place of another: small whole numbers.

    >>> easier(4), easier(1), easier(0)
    ([1, 2, 3], [], [1, 2, 3])
    """
    return [each for each in (1, 2, 3) if cost(each) < cost(value)]
