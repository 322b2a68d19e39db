"""Minimax and alpha-beta over nested lists, straight from the textbook and on purpose apart from
the program.
"""

from __future__ import annotations

import operator
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count, permutations, product
from math import inf
from typing import Any, NamedTuple

from tests.trees import FULL, Tree, Window, children


def minimax(tree: Tree, maximizing: bool = True, plies: float = inf) -> float:
    """Return the value of a tree; an inner node at the depth limit is worth 0."""
    if not isinstance(tree, list):
        return tree
    if plies == 0:
        return 0
    return (max if maximizing else min)(minimax(child, not maximizing, plies - 1) for child in tree)


class Visits(NamedTuple):
    """What a search visits: paths to all nodes and to the leaves, in order, and the value it
    returns.
    """

    value: float
    nodes: list[tuple[int, ...]]
    leaves: list[tuple[int, ...]]


def negamax_alpha_beta(
    tree: Tree, maximizing: bool = True, rule: str = ">=", window: Window = FULL
) -> Visits:
    """Search from left to right as Knuth and Moore's F2: values from the mover's side,
    fail-soft.
    """
    nodes: list[tuple[int, ...]] = []
    ends: list[tuple[int, ...]] = []

    def f2(
        node: Tree,
        sign: int,
        path: tuple[int, ...],
        alpha: float,
        beta: float,
    ) -> float:
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
    if maximizing:
        low, high = window
    else:
        low = -window[1]
        high = -window[0]
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


Numbered = Any
"""A tree whose leaves are pairs of a number, counted from 1 from left to right as it is written,
and a value.
"""


@dataclass
class Seen:
    """What a search did: its value, the leaves it visited in order, the nodes, and how many
    cutoffs were deep.
    """

    value: float = 0
    leaves: list[int] = field(default_factory=list)
    nodes: int = 0
    cutoffs: int = 0
    deep: int = 0


def numbered(tree: Tree) -> Numbered:
    """Replace every leaf by (its number, its value)."""
    numbers = count(1)

    def walk(node: Tree) -> Numbered:
        if isinstance(node, list):
            return [walk(child) for child in node]
        return (next(numbers), node)

    return walk(tree)


def turned(tree: Numbered, order: str, maximizing: bool) -> Numbered:
    """Sort a numbered tree: `natural`, `reverse`, or by the true values `best` or `worst` first."""

    def true(node: Numbered, turn: bool) -> float:
        if not isinstance(node, list):
            return float(node[1])
        return (max if turn else min)(true(child, not turn) for child in node)

    if not isinstance(tree, list):
        return tree
    children = [turned(child, order, not maximizing) for child in tree]
    if order == "reverse":
        children.reverse()
    elif order in ("best", "worst"):
        high_first = maximizing == (order == "best")
        children.sort(key=lambda child: true(child, not maximizing), reverse=high_first)
    return children


def alpha_beta(
    tree: Tree, maximizing: bool = True, cut: str = ">=", order: str = "natural"
) -> Seen:
    """Search a tree with a full window, fail-soft."""
    exceeds = {">=": operator.ge, ">": operator.gt}[cut]
    seen = Seen()

    def visit(
        node: Numbered, turn: bool, ply: int, low: tuple[float, int], high: tuple[float, int]
    ) -> float:
        """Return a node's value; a bound is a number and the ply of the node that set it."""
        seen.nodes += 1
        if not isinstance(node, list):
            seen.leaves.append(node[0])
            return float(node[1])
        best = -inf if turn else inf
        for place, child in enumerate(node):
            value = visit(child, not turn, ply + 1, low, high)
            if turn:
                best = max(best, value)
                low = max(low, (best, ply), key=lambda bound: bound[0])
            else:
                best = min(best, value)
                high = min(high, (best, ply), key=lambda bound: bound[0])
            if exceeds(low[0], high[0]):
                if place + 1 < len(node):
                    seen.cutoffs += 1
                    if turn:
                        setter = high[1]
                    else:
                        setter = low[1]
                    seen.deep += setter < ply - 1
                break
        return best

    seen.value = visit(
        turned(numbered(tree), order, maximizing), maximizing, 0, (-inf, -1), (inf, -1)
    )
    return seen
