"""Searches that come back to nodes, and second opinions on what the program makes of what they tell."""

from collections.abc import Mapping
from typing import Any

from tests.doubles import deepening, mtdf, pvs
from visualizer.algorithms import mcts

DOUBLES = {module.ALGORITHM.name: module.ALGORITHM for module in (pvs, mtdf, deepening)}
"""By name, until searches of these kinds are built in."""
COMING_BACK = {**DOUBLES, mcts.ALGORITHM.name: mcts.ALGORITHM}
"""The doubles, and those that are built in."""
FEW: Mapping[str, Mapping[str, Any]] = {"mcts": {"iterations": 36}}
"""The options with which a search is short enough to be replayed naively."""


def short(name: str) -> dict[str, Any]:
    """Return an algorithm and its options as a short search of it asks for them."""
    return {"algorithm": name, "options": FEW.get(name, {})}
