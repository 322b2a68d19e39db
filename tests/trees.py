"""Trees as nested lists: some of them, what hypothesis chooses from, and the code under test run
on them.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import inf
from typing import Any, TypeAlias

from hypothesis import strategies as st

from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.trace.recorder import Recorder
from visualizer.trace.rows import Kind, Trace

Tree: TypeAlias = "int | list[Tree]"
Window: TypeAlias = tuple[float, float]

AIMA: Tree = [
    [3, 12, 8],
    [2, 4, 6],
    [14, 5, 2],
]
WEBFLIK: Tree = [[[0]], [[-7, -5, 5]]]
"""MAX at the root, value 5; it shows a mistake that most trees do not."""
FULL: Window = (-inf, inf)
RULES = (">=", ">")
ORDERINGS = ("natural", "reverse", "random", "best", "worst")


# Trees.


def random_tree(
    seed: int,
    plies: int,
    widest: int = 4,
    low: int = -2,
    high: int = 2,
) -> Tree:
    """Return an irregular tree with many ties: 1 to `widest` children, some branches end early,
    few values.
    """
    dice = random.Random(seed)

    def node(left: int) -> Tree:
        if left == 0 or (left < plies and dice.random() < 0.15):
            return dice.randint(low, high)
        return [node(left - 1) for _ in range(dice.randint(1, widest))]

    return node(plies)


def trees(
    plies: int = 5,
    widest: int = 4,
    low: int = -2,
    high: int = 2,
) -> st.SearchStrategy[Tree]:
    """Strategy for irregular trees with many ties, more deep ones than shallow ones."""
    depths = [place for place in range(plies, -1, -1) for _ in range((place + 1) ** 2)]
    seeds = st.integers(0, 10**9)
    return st.builds(
        lambda seed, depth: random_tree(seed, depth, widest, low, high),
        seeds,
        st.sampled_from(depths),
    )


def some_trees(
    count: int, seed: int = 0, plies: int = 5, widest: int = 4, low: int = -2, high: int = 2
) -> list[Tree]:
    """Return random trees of that many plies; the same seed gives the same trees."""
    return [random_tree(seed * count + number, plies, widest, low, high) for number in range(count)]


def uniform(branching: int, plies: int, leaf: int = 0) -> Tree:
    """Return the tree in which all nodes have the same number of children and all leaves the
    same value.
    """
    if plies == 0:
        return leaf
    return [uniform(branching, plies - 1, leaf) for _ in range(branching)]


def children(tree: Tree) -> list[Tree]:
    """Return a node's children, () for a leaf."""
    if isinstance(tree, list):
        return tree
    return []


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
    if isinstance(tree, list):
        return sum(map(leaves, tree))
    return 1


# The code under test.


def notation(tree: Tree, maximizing: bool = True) -> str:
    """Write a tree as the game `tree` reads it."""
    return ("" if maximizing else "min ") + repr(tree)


def prepared(tree: Tree, maximizing: bool = True, **search: Any) -> Run:
    """Return a run on a tree that has not begun."""
    return Run(Recipe(PositionSpec("tree", notation(tree, maximizing)), SearchSpec(**search)))


def searched(tree: Tree, maximizing: bool = True, **search: Any) -> Run:
    """Return a finished run on a tree."""
    return prepared(tree, maximizing, **search).finish()


# What hypothesis chooses from.

WINDOWS = st.tuples(st.integers(-3, 3), st.integers(-3, 3)).filter(
    lambda pair: pair[0] < pair[1]
) | st.just(FULL)
STOPS = st.just(dict[str, int]()) | st.integers(1, 40).map(lambda most: {"max_nodes": most})
"""The options with which a search goes on to its end, or is stopped."""
DEPTHS = st.just("all") | st.integers(1, 4)
CUT_AND_FAIL = st.sampled_from(
    [
        (">=", "soft"),
        (">", "soft"),
        (">=", "hard"),
    ]
)


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
    if depth == "all":
        return inf
    return float(depth)


@st.composite
def arbitrary_traces(draw: st.DrawFn, deepest: int = 4) -> Trace:
    """Strategy for searches that cut where they like, whatever the values are, as a
    user-supplied one may do.
    """
    dice = random.Random(draw(st.integers(0, 10**9)))
    trace = Trace()
    recorder = Recorder(trace)

    def visit(number: int, depth: int) -> None:
        if depth == deepest or (depth and dice.random() < 0.2):
            recorder.leaf(number, dice.randint(-2, 2), dice.choice((Kind.LIMIT, Kind.TERMINAL)))
            return
        count = dice.randint(1, 4)
        recorder.enter(number, dice.random() < 0.5, count)
        tried = dice.sample(range(count), dice.randint(1, count))
        for child in tried:
            visit(child, depth + 1)
        recorder.leave(
            dice.randint(-2, 2),
            Kind.CUT if len(tried) < count or dice.random() < 0.5 else Kind.FULL,
        )

    visit(0, 0)
    recorder.close()
    return trace


TRACES = arbitrary_traces() | st.builds(
    lambda tree, maximizing, search, stop: (
        searched(
            tree,
            maximizing,
            **search,
            **stop,
        ).trace
    ),
    trees(plies=4),
    st.booleans(),
    searches(),
    STOPS,
)
"""Of alpha-beta, also stopped, and of searches that cut at will."""
TRACES_WITH_REVISITS = st.builds(
    lambda tree, maximizing, name: searched(tree, maximizing, algorithm=name).trace,
    trees(plies=4, widest=3),
    st.booleans(),
    st.sampled_from(["pvs", "mtdf", "iterative-deepening"]),
)
"""Of searches that come back to nodes."""
