"""Trees as nested lists, and searches of them written from the textbook, independent of the code under test."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import permutations, product
from math import inf
from typing import Any, NamedTuple, TypeAlias

from hypothesis import strategies as st

from visualizer.recipe import Recipe, Search, Where
from visualizer.run import Run

Tree: TypeAlias = "int | list[Tree]"
Window: TypeAlias = tuple[float, float]

AIMA: Tree = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
WEBFLIK: Tree = [[[0]], [[-7, -5, 5]]]
"""MAX at the root, value 5; it shows a mistake that most trees do not."""
FULL: Window = (-inf, inf)
RULES = (">=", ">")
ORDERINGS = ("natural", "reverse", "random", "best", "worst")


# Trees.


def random_tree(seed: int, plies: int, widest: int = 4, low: int = -2, high: int = 2) -> Tree:
    """Return an irregular tree with many ties: 1 to `widest` children, some branches end early, few values."""
    dice = random.Random(seed)

    def node(left: int) -> Tree:
        if left == 0 or (left < plies and dice.random() < 0.15):
            return dice.randint(low, high)
        return [node(left - 1) for _ in range(dice.randint(1, widest))]

    return node(plies)


def trees(plies: int = 5, widest: int = 4, low: int = -2, high: int = 2) -> st.SearchStrategy[Tree]:
    """Strategy for irregular trees with many ties, more deep ones than shallow ones."""
    depths = [place for place in range(plies, -1, -1) for _ in range((place + 1) ** 2)]
    seeds = st.integers(0, 10**9)
    return st.builds(lambda seed, depth: random_tree(seed, depth, widest, low, high), seeds, st.sampled_from(depths))


def some_trees(count: int, seed: int = 0, plies: int = 5, widest: int = 4, low: int = -2, high: int = 2) -> list[Tree]:
    """Return random trees of that many plies; the same seed gives the same trees."""
    return [random_tree(seed * count + number, plies, widest, low, high) for number in range(count)]


def uniform(branching: int, plies: int, leaf: int = 0) -> Tree:
    """Return the tree in which all nodes have the same number of children and all leaves the same value."""
    return leaf if plies == 0 else [uniform(branching, plies - 1, leaf) for _ in range(branching)]


def children(tree: Tree) -> list[Tree]:
    """Return a node's children, () for a leaf."""
    return tree if isinstance(tree, list) else []


def subtree(tree: Tree, path: Sequence[int]) -> Tree:
    """Return the node at a path."""
    for number in path:
        tree = children(tree)[number]
    return tree


def replaced(tree: Tree, path: Sequence[int], by: Tree) -> Tree:
    """Return the tree with the subtree at a path replaced."""
    if not path:
        return by
    copy = [*children(tree)]
    copy[path[0]] = replaced(copy[path[0]], path[1:], by)
    return copy


def size(tree: Tree) -> int:
    """Return the number of nodes."""
    return 1 + sum(map(size, children(tree)))


def leaves(tree: Tree) -> int:
    """Return the number of leaves."""
    return sum(map(leaves, tree)) if isinstance(tree, list) else 1


# Second opinions.


def minimax(tree: Tree, maximizing: bool = True, plies: float = inf) -> float:
    """Return the value of a tree; an inner node at the depth limit is worth 0."""
    if not isinstance(tree, list):
        return tree
    if plies == 0:
        return 0
    return (max if maximizing else min)(minimax(child, not maximizing, plies - 1) for child in tree)


class Visits(NamedTuple):
    """What a search visits: paths to all nodes and to the leaves, in order, and the value it returns."""

    value: float
    nodes: list[tuple[int, ...]]
    leaves: list[tuple[int, ...]]


def negamax_alpha_beta(tree: Tree, maximizing: bool = True, rule: str = ">=", window: Window = FULL) -> Visits:
    """Search from left to right as Knuth and Moore's F2: values from the mover's side, fail-soft."""
    nodes: list[tuple[int, ...]] = []
    ends: list[tuple[int, ...]] = []

    def f2(node: Tree, sign: int, path: tuple[int, ...], alpha: float, beta: float) -> float:
        nodes.append(path)
        if not isinstance(node, list):
            ends.append(path)
            return sign * node
        best = -inf
        for number, child in enumerate(node):
            best = max(best, -f2(child, -sign, (*path, number), -beta, -max(alpha, best)))
            if best > beta or (rule == ">=" and best >= beta):
                break
        return best

    sign = 1 if maximizing else -1
    low, high = window if maximizing else (-window[1], -window[0])
    return Visits(sign * f2(tree, sign, (), low, high), nodes, ends)


def orders(tree: Tree) -> Iterator[Tree]:
    """Yield the tree with the children of every node in every order."""
    if not isinstance(tree, list):
        yield tree
        return
    for below in product(*([*orders(child)] for child in tree)):
        for order in permutations(below):
            yield [*order]


def count_orders(tree: Tree) -> int:
    """Return how many trees `orders` yields."""
    number = 1
    for place, child in enumerate(children(tree), 1):
        number *= place * count_orders(child)
    return number


# The code under test.


def notation(tree: Tree, maximizing: bool = True) -> str:
    """Write a tree as the game `tree` reads it."""
    return ("" if maximizing else "min ") + repr(tree)


def prepared(tree: Tree, maximizing: bool = True, **search: Any) -> Run:
    """Return a run on a tree that has not begun."""
    return Run(Recipe(Where("tree", notation(tree, maximizing)), Search(**search)))


def searched(tree: Tree, maximizing: bool = True, **search: Any) -> Run:
    """Return a finished run on a tree."""
    return prepared(tree, maximizing, **search).finish()


# What hypothesis chooses from.

WINDOWS = st.tuples(st.integers(-3, 3), st.integers(-3, 3)).filter(lambda pair: pair[0] < pair[1]) | st.just(FULL)
DEPTHS = st.just("all") | st.integers(1, 4)
CUT_AND_FAIL = st.sampled_from([(">=", "soft"), (">", "soft"), (">=", "hard")])


@st.composite
def searches(draw: st.DrawFn, windows: bool = True, depths: bool = True) -> dict[str, Any]:
    """Strategy for the options of an alpha-beta: cut, fail, ordering, window and depth."""
    cut, fail = draw(CUT_AND_FAIL)
    return {
        "cut": cut,
        "fail": fail,
        "ordering": draw(st.sampled_from(ORDERINGS)),
        "window": draw(WINDOWS) if windows else FULL,
        "depth": draw(DEPTHS) if depths else "all",
        "seed": draw(st.integers(0, 9)),
    }


def limit(search: dict[str, Any]) -> float:
    """Return the depth limit in plies."""
    depth = search.get("depth", "all")
    return inf if depth == "all" else float(depth)
