"""Deals the trees that searches are graded on: small, irregular, full of ties; a seed deals the same everywhere."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from visualizer.grading.trees import CHANCE, MAX, MIN, OPPONENT, Tree

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
