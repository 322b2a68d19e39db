"""Random trees; the same seed gives the same tree on every machine."""

import random

from games.tree.notation import Node

MOST_NODES = 2_000_000


def grow(least: int, most: int, depth: int, low: int, high: int, seed: int, *, irregular: bool) -> Node:
    """Return a random tree with leaves from `low` to `high`; ValueError if it would be too large.

    A node has `most` children; from `least` to `most` if `least` is not 0; in an irregular tree from 1 to `most`, and
    some branches end early.
    """
    expected = sum(most**ply for ply in range(depth + 1))
    if expected > MOST_NODES:
        raise ValueError(f"branching {most} and depth {depth} make {expected:,} nodes; at most {MOST_NODES:,}")
    dice = random.Random(seed)
    root = Node(0)
    row, count = [root], 1
    for ply in range(depth):
        below = []
        for node in row:
            if irregular and ply and dice.random() < 0.2:
                continue
            fewest = least or (1 if ply else min(2, most))
            width = dice.randint(fewest, most) if irregular or least else most
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
