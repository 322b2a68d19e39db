"""How much room a node's words take at most, over all steps, so that nothing moves while stepping."""

from __future__ import annotations

from collections.abc import Sequence

from visualizer.look.numbers import show
from visualizer.trace.playhead import Playhead


def children_values(whole: Playhead, row: int) -> list[str]:
    """Return the values of a row's children as they are written: on the way it shows one of these."""
    return [show(whole.trace.value(child)) for child in whole.children(row)]


def longest_value(values: Sequence[str]) -> int:
    """Return the letters of the longest value that a row may show, with the sign of its bound."""
    return max(map(len, values), default=-1) + 1


def longest_window(whole: Playhead, row: int, values: Sequence[str]) -> str:
    """Return a window as wide as any that a row has on the way."""
    trace = whole.trace
    low, high = [show(trace.alpha(row))], [show(trace.beta(row))]
    (low if trace.maximizing(row) else high).extend(values)
    names = ("α", "β") if whole.has_window else trace.entry
    return f"{names[0]} {max(low, key=len)}  {names[1]} {max(high, key=len)}"
