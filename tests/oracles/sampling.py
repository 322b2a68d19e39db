"""A second judge of MCTS: for each iteration it lists, anew from all before, where a right search
may play out.

Nothing is added up as it goes: visits and sums are counted in the list of earlier playouts whenever
they are needed.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

Path = tuple[int, ...]


class Rules:
    """The conventions of one search."""

    def __init__(
        self, constant: float, *, half: bool, negamax: bool, children: bool, root_first: bool
    ) -> None:
        self.constant = constant
        self.half = half
        self.negamax = negamax
        self.children = children
        self.root_first = root_first


class Judge:
    """Judges the playouts on one tree of the game `tree`."""

    def __init__(self, tree: Any, rules: Rules) -> None:
        self.tree = tree
        self.rules = rules

    def mean(self, node: Path, played: Sequence[tuple[Path, float]]) -> float:
        """The mean result at a node for who moves at its parent."""
        maximizing = self.tree.at(node[:-1]).maximizing
        results = []
        for end, result in played:
            if end[: len(node)] != node:
                continue
            if self.rules.negamax:
                if end:
                    moved_by_max = self.tree.at(end[:-1]).maximizing
                else:
                    moved_by_max = not self.tree.maximizing
                own = result if moved_by_max == maximizing else -result
            else:
                own = result if maximizing else -result
            results.append((own + 1) / 2 if self.rules.half else own)
        return math.fsum(results) / len(results)

    def count(self, node: Path, played: Sequence[tuple[Path, float]]) -> int:
        """How many playouts were made at a node or below."""
        return sum(end[: len(node)] == node for end, _ in played)

    def allowed(self, node: Path, played: Sequence[tuple[Path, float]]) -> set[Path]:
        """Where the next playout may be made, at a node or below."""
        children = [(*node, place) for place in range(len(self.tree.at(node).children))]
        if not children or (not self.count(node, played) and (node or self.rules.root_first)):
            return {node}
        new = [child for child in children if not self.count(child, played)]
        if new:
            return set(new)
        parent = sum(self.count(child, played) for child in children)
        if not self.rules.children:
            parent = self.count(node, played)
        bounds = {
            child: self.mean(child, played)
            + self.rules.constant * math.sqrt(math.log(parent) / self.count(child, played))
            for child in children
        }
        most = max(bounds.values())
        return set().union(
            *(self.allowed(child, played) for child in children if bounds[child] >= most - 1e-9)
        )

    def first_wrong(self, played: Sequence[tuple[Path, float]]) -> int | None:
        """The first iteration, from 1, that is not allowed; None for none."""
        for number, (end, _) in enumerate(played):
            if end not in self.allowed((), played[:number]):
                return number + 1
        return None

    def best(self, played: Sequence[tuple[Path, float]]) -> set[int]:
        """The moves with the most visits."""
        counts = [self.count((place,), played) for place in range(len(self.tree.children))]
        return {place for place, count in enumerate(counts) if count == max(counts)}
