"""How much room a node's words take at most, over all steps, so that nothing moves while stepping."""

from __future__ import annotations

from collections.abc import Sequence

from visualizer.look.numbers import show
from visualizer.trace.rows import Passes
from visualizer.trace.tree_at_step import TreeAtStep

WIDEST_MEAN = "−0.88"
"""Means are written with two digits behind the point."""


def children_values(whole: TreeAtStep, node: int) -> list[str]:
    """Return the values of a node's children as they are written: on the way it shows one of these."""
    if whole.trace.passes is Passes.ADD:
        return [WIDEST_MEAN]
    trace = whole.trace
    return [show(trace.value(visit)) for child in whole.known_children(node) for visit in whole.visits_to(child)]


def longest_value(values: Sequence[str]) -> int:
    """Return the letters of the longest value that a node may show, with the sign of its bound."""
    return max(map(len, values), default=-1) + 1
