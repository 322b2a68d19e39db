"""Random trees; the same seed gives the same tree on every machine."""

import random

from games.tree.notation import Node

MOST_NODES = 2_000_000


def grow(
    branching: int = 3,
    depth: int = 3,
    low: int = 0,
    high: int = 9,
    seed: int = 0,
    *,
    irregular: bool = False,
    least: int = 0,
) -> Node:
    """Return a random tree with leaves from `low` to `high`; ValueError if it would be too large.

    If `least` is not 0, a node has from `least` to `branching` children. In an irregular tree a node has from 1 to
    `branching` children, and some branches end early.
    """
    expected = sum(branching**ply for ply in range(depth + 1))
    if expected > MOST_NODES:
        raise ValueError(f"branching {branching} and depth {depth} make {expected:,} nodes; at most {MOST_NODES:,}")
    dice = random.Random(seed)
    root = Node(0)
    row, count = [root], 1
    for ply in range(depth):
        below = []
        for node in row:
            if irregular and ply and dice.random() < 0.2:
                continue
            fewest = least or (1 if ply else min(2, branching))
            width = dice.randint(fewest, branching) if irregular or least else branching
            node.children = [Node(count + place) for place in range(width)]
            count += width
            below += node.children
        for node in row:
            if not node.children:
                node.value = dice.randint(low, high)
        row = below
    for node in row:
        node.value = dice.randint(low, high)
    return root
