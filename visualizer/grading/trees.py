"""The trees that a search is graded on: written, dealt by a seed, and made smaller as long as a search goes wrong."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import permutations
from typing import Any, NamedTuple

from games import Turn, turn_of
from games.tree import TreePosition, read
from games.tree.notation import Node
from visualizer.trace.rows import MovePath

MIN, MAX, CHANCE = Turn
MOST_OWN = 500
"""The most nodes of a person's own tree."""


def parsed(text: str) -> TreePosition:
    """Read a tree in the notation of the game `tree`; ValueError says what is wrong.

    >>> parsed("min [[3,5],2]").text()
    'min [[3,5],2]'
    """
    return with_turn(read(text, {}), maximizing=True)


def with_turn(position: TreePosition, *, maximizing: bool) -> TreePosition:
    """Return a chance node that stands where this side would take its turn; below it the same sides move as before.

    Any other node is returned as it is.
    """
    if not position.node.chance or position.maximizing == maximizing:
        return position
    below = [with_turn(position.play(move), maximizing=maximizing) for move in position.moves()]
    children = [replace(child.node, maximizing=child.maximizing) for child in below]
    return TreePosition(replace(position.node, children=children), maximizing)


def node_at(tree: TreePosition, path: Sequence[int]) -> TreePosition:
    """Return the node at the end of a path."""
    for move in path:
        tree = tree.play(move)
    return tree


def name_at(tree: TreePosition, path: MovePath) -> str:
    """Return what the node at a path is called: its own name, else its number at each ply from 1, as in 2.1."""
    return node_at(tree, path).node.name or ".".join(str(place + 1) for place in path) or "root"


def nodes_of(tree: TreePosition, path: MovePath = ()) -> Iterator[tuple[MovePath, TreePosition]]:
    """Yield all nodes with their paths, each before those below it."""
    yield path, tree
    for move in tree.moves():
        yield from nodes_of(tree.play(move), (*path, move))


def count_nodes(tree: TreePosition) -> int:
    """Return how many nodes a tree has."""
    return sum(1 for _ in tree.node.nodes())


def replaced(tree: TreePosition, path: Sequence[int], other: TreePosition) -> TreePosition:
    """Return the tree with another node, and all below that, at the end of a path."""
    if not path:
        return other
    children = [*tree.node.children]
    below = replaced(tree.play(path[0]), path[1:], other)
    children[path[0]] = replace(below.node, maximizing=below.maximizing)
    return TreePosition(replace(tree.node, children=children), tree.maximizing)


def compact(tree: TreePosition) -> str:
    """Return a tree's notation without spaces behind commas, and with one behind who moves, as programs are sent it."""
    return re.sub(r"\b(max|min)\[", r"\1 [", tree.text().replace(", ", ","))


def as_sent(tree: TreePosition) -> dict[str, Any]:
    """Return a tree as programs are given it.

    That is numbers in lists of lists; where these do not tell who moves, it is a text.
    """
    plain = all(
        not node.node.chance and all(turn_of(node.play(move)) != turn_of(node) for move in node.moves())
        for _, node in nodes_of(tree)
    )
    return {"tree": nested(tree.node) if plain else compact(tree), "max": tree.maximizing}


def nested(node: Node) -> Any:
    """Return a node as numbers in lists of lists, as JSON has it."""
    return [*map(nested, node.children)] if node.children else node.value


class Asked(NamedTuple):
    """What a search is asked: a tree, how deep, and the rule of cutting, which a search as ours are is told."""

    tree: TreePosition
    depth: int | None = None
    """The number of plies, None for all."""
    cut: str = ">="
    watch: bool = False
    """Whether the events are wanted, too."""
    movers: bool = False
    """Whether the values of the search are from the side of who moves."""

    def is_leaf(self, path: MovePath) -> bool:
        """Return whether a search that goes down to this node reads a value there."""
        return not node_at(self.tree, path).moves() or len(path) == self.depth

    def value(self, path: MovePath = (), random: Turn = CHANCE) -> float:
        """Return what a node is worth, from MAX's side; an inner node at the limit is worth 0.

        Chance moves by its probabilities; `random` is who makes any move with the same probability, besides.
        """
        found = self._worth(node_at(self.tree, path), len(path), random)
        return found.numerator if found.denominator == 1 else float(found)

    def _worth(self, node: TreePosition, ply: int, random: Turn) -> Fraction:
        if not node.moves() or ply == self.depth:
            return Fraction(0 if node.moves() else node.node.value)
        values = [self._worth(node.play(move), ply + 1, random) for move in node.moves()]
        if (odds := node.probabilities()) is not None:
            return sum((chance * value for chance, value in zip(odds, values, strict=True)), Fraction(0))
        if turn_of(node) == random:
            return sum(values, Fraction(0)) / len(values)
        return max(values) if node.maximizing else min(values)


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


def grown(dice: Dice, kind: TreeKind, turn: Turn, ply: int = 0) -> TreePosition:
    """Return a random tree of a kind."""
    if ply == kind.plies or (ply > 0 and dice.happens(kind.early)):
        return TreePosition(Node(0, "", dice.one_of(kind.values)), turn == MAX)
    width = dice.one_of(kind.widths) if ply else max(2, dice.one_of(kind.widths))
    chance, odds = bool(kind.chance and dice.happens(kind.chance)), tuple[Fraction, ...]()
    if chance:
        weights = [dice.one_of(kind.weights) for _ in range(width)]
        odds = tuple(Fraction(weight, sum(weights)) for weight in weights) if len({*weights}) > 1 else ()
    following = turn if chance else Turn(1 - turn)
    children = [grown(dice, kind, following, ply + 1).node for _ in range(width)]
    tree = TreePosition(Node(0, "", 0, children, chance=chance, probabilities=odds), turn == MAX)
    return tree if ply else with_turn(tree, maximizing=True)


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
    turns: Sequence[Turn] = (MAX, MIN),
) -> list[tuple[TreeKind, TreePosition]]:
    """Return n trees with their kinds, no two alike; the `turns` at the root take turns."""
    dice, seen, found = Dice(seed), set[tuple[Turn, str]](), list[tuple[TreeKind, TreePosition]]()
    for place in range(number):
        kind, turn = deeper(kinds[place % len(kinds)], depth), turns[place // len(kinds) % len(turns)]
        tree, tries = grown(dice, kind, turn), 1
        while (count_nodes(tree) > MOST_NODES or (turn, tree.text()) in seen) and tries < MOST_DEALT:
            tree, tries = grown(dice, kind, turn), tries + 1
        seen.add((turn, tree.text()))
        found.append((kind, tree))
    return found


MOST_TRIES = 2_000
MOST_SPREAD = 5
"""The most leaves that are given other values in all orders."""

TreeSize = tuple[int, float]


def size_of(tree: TreePosition) -> TreeSize:
    """Return by what trees are compared: first their nodes, then how far their leaves are from 1."""
    nodes = [*tree.node.nodes()]
    uneven = sum(bool(node.probabilities) for node in nodes)
    return len(nodes), uneven * 100 + sum(cost(node.value) for node in nodes if not node.children)


def cost(value: float) -> float:
    """Return how little a value helps the eye: 1 is best, then 2, 3 ..., then 0 and numbers below."""
    return value - 1 if value >= 1 else 20 - value


def shrunk(tree: TreePosition, is_wrong: Callable[[TreePosition], bool]) -> TreePosition:
    """Return a smaller tree that is wrong, too, from which nothing can be taken away."""
    seen, tries = {tree.text()}, 0
    while True:
        for smaller in smaller_than(tree):
            if smaller.text() in seen or size_of(smaller) >= size_of(tree):
                continue
            seen.add(smaller.text())
            tries += 1
            if tries > MOST_TRIES:
                return tree
            if is_wrong(smaller):
                tree = smaller
                break
        else:
            return tree


def spread(tree: TreePosition, is_wrong: Callable[[TreePosition], bool]) -> TreePosition:
    """Return a tree of the same shape whose leaves all differ and that is wrong, too; else the tree itself.

    Where there is one, ties are not what the search gets wrong, and a reader is not to be led to think so.
    """
    leaves = [path for path, node in nodes_of(tree) if not node.moves()]
    if len(leaves) > MOST_SPREAD or any(node_at(tree, path).node.value < 0 for path in leaves):
        return tree
    for values in permutations(range(1, len(leaves) + 1)):
        other = tree
        for path, value in zip(leaves, values, strict=True):
            other = changed(other, path, value=value)
        if is_wrong(other):
            return other
    return tree


def changed(tree: TreePosition, path: Sequence[int], **fields: Any) -> TreePosition:
    """Return the tree with some fields of the node at a path changed."""
    here = node_at(tree, path)
    return replaced(tree, path, TreePosition(replace(here.node, **fields), here.maximizing))


def smaller_than(tree: TreePosition) -> Iterator[TreePosition]:
    """Yield trees that are a little smaller, those first that are much smaller; the root stays an inner node."""
    nodes = [*nodes_of(tree)]
    inner = [(path, here) for path, here in nodes if here.moves()]
    for path, here in inner:
        for other in fit_to_replace(here, is_root=not path):
            yield replaced(tree, path, other)
    for path, here in inner[1:]:  # a leaf in its place, with a value from below
        for value in dict.fromkeys(node.value for node in here.node.nodes() if not node.children):
            yield changed(tree, path, children=[], value=value, chance=False, probabilities=())
    for path, here in inner:  # one of several children taken away
        children, odds = here.node.children, here.node.odds() or ()
        for place in range(len(children) if len(children) > 1 else 0):
            kept = (*odds[:place], *odds[place + 1 :])
            shares = tuple(chance / sum(kept) for chance in kept) if len({*kept}) > 1 else ()
            yield changed(tree, path, children=[*children[:place], *children[place + 1 :]], probabilities=shares)
    for path, here in inner:  # outcomes of chance made equally likely
        if here.node.probabilities:
            yield changed(tree, path, probabilities=())
    for path, here in nodes:
        for value in () if here.moves() else easier(here.node.value):
            yield changed(tree, path, value=value)


def fit_to_replace(here: TreePosition, *, is_root: bool) -> Iterator[TreePosition]:
    """Yield the nodes below an inner one that can stand in its place: with the same turn, at the root any inner one."""
    for path, other in nodes_of(here):
        if path and (other.moves() if is_root else turn_of(other) == turn_of(here)):
            yield with_turn(other, maximizing=is_root or here.maximizing)


def easier(value: float) -> list[float]:
    """Return values to put in the place of another: small whole numbers.

    >>> easier(4), easier(1), easier(0)
    ([1, 2, 3], [], [1, 2, 3])
    """
    return [each for each in (1, 2, 3) if cost(each) < cost(value)]
