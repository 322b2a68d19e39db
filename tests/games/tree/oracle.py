"""Minimax and alpha-beta over nested lists, straight from the textbook and on purpose apart from the program.

A tree is a number or a list of trees. Leaves are counted from 1, from left to right in the tree as it is written.
"""

from __future__ import annotations

import operator
from dataclasses import dataclass, field
from itertools import count
from math import inf
from typing import Any

Tree = Any
"""A number, or a list of trees; mypy has no way to say it that json.loads would meet."""


@dataclass
class Seen:
    """What a search did: its value, the leaves it visited in order, the nodes, and how many cutoffs were deep."""

    value: float = 0
    leaves: list[int] = field(default_factory=list)
    nodes: int = 0
    cutoffs: int = 0
    deep: int = 0


def minimax(tree: Tree, maximizing: bool) -> float:
    """Return the value of a tree from MAX's side."""
    if not isinstance(tree, list):
        return float(tree)
    values = [minimax(child, not maximizing) for child in tree]
    return max(values) if maximizing else min(values)


def numbered(tree: Tree) -> Tree:
    """Replace every leaf by (its number, its value)."""
    numbers = count(1)

    def walk(node: Tree) -> Tree:
        return [walk(child) for child in node] if isinstance(node, list) else (next(numbers), node)

    return walk(tree)


def turned(tree: Tree, order: str, maximizing: bool) -> Tree:
    """Sort a numbered tree: `natural`, `reverse`, or by the true values `best` or `worst` first."""

    def true(node: Tree, turn: bool) -> float:
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


def alpha_beta(tree: Tree, maximizing: bool = True, cut: str = ">=", order: str = "natural") -> Seen:
    """Search a tree with a full window, fail-soft."""
    exceeds = {">=": operator.ge, ">": operator.gt}[cut]
    seen = Seen()

    def visit(node: Tree, turn: bool, ply: int, low: tuple[float, int], high: tuple[float, int]) -> float:
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
                    setter = high[1] if turn else low[1]
                    seen.deep += setter < ply - 1
                break
        return best

    seen.value = visit(turned(numbered(tree), order, maximizing), maximizing, 0, (-inf, -1), (inf, -1))
    return seen
