"""Makes a tree smaller as long as a search goes wrong on it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import permutations

from visualizer.grading.trees import Tree

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
