"""Random trees; the same seed gives the same tree on every machine."""

from __future__ import annotations

import random
from dataclasses import dataclass

from games.tree.notation import Node

MOST_NODES = 2_000_000


@dataclass(frozen=True, slots=True)
class TreeShape:
    """The shape of a random tree: children of a node, plies, least and greatest leaf, seed.

    If `least` is not 0, a node has from `least` to `branching` children. In an irregular tree a node has from 1 to
    `branching` children, and some branches end early.
    """

    branching: int = 3
    depth: int = 3
    low: int = 0
    high: int = 9
    seed: int = 0
    irregular: bool = False
    least: int = 0


def grow(shape: TreeShape) -> Node:
    """Return a random tree; ValueError if it would be too large."""
    expected = sum(shape.branching**ply for ply in range(shape.depth + 1))
    if expected > MOST_NODES:
        raise ValueError(
            f"branching {shape.branching} and depth {shape.depth} make {expected:,} nodes; at most {MOST_NODES:,}"
        )
    dice = random.Random(shape.seed)
    root = Node(0)
    row, count = [root], 1
    for ply in range(shape.depth):
        below = []
        for node in row:
            if shape.irregular and ply and dice.random() < 0.2:
                continue
            least = shape.least or (1 if ply else min(2, shape.branching))
            is_even = not (shape.irregular or shape.least)
            width = shape.branching if is_even else dice.randint(least, shape.branching)
            node.children = [Node(count + place) for place in range(width)]
            count += width
            below += node.children
        for node in row:
            if not node.children:
                node.value = dice.randint(shape.low, shape.high)
        row = below
    for node in row:
        node.value = dice.randint(shape.low, shape.high)
    return root
