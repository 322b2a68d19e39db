"""The greatest widths of a node's values over all steps, so that nothing moves while stepping."""

from __future__ import annotations

from collections.abc import Sequence

from visualizer.look.numbers import show
from visualizer.trace.rows import Passes
from visualizer.trace.tree_at_step import TreeAtStep

WIDEST_MEAN = "−0.88"
"""The longest mean: means have two digits after the point."""


def children_values(whole: TreeAtStep, node: int) -> list[str]:
    """Return the values of a node's children as written: the node shows one of them at every step before its end."""
    if whole.trace.passes is Passes.ADD:
        return [WIDEST_MEAN]
    trace = whole.trace
    return [show(trace.value(visit)) for child in whole.known_children(node) for visit in whole.visits_to(child)]


def longest_value(values: Sequence[str]) -> int:
    """Return the length of the longest of some values, with the sign of a bound."""
    return max(map(len, values), default=-1) + 1
