"""Searches that come back to nodes, and second opinions on what the program makes of what they tell."""

from collections.abc import Mapping
from typing import Any

COMING_BACK = ("pvs", "mtdf", "iterative-deepening", "mcts")
"""The searches that come back to nodes: by second looks, and by passes that narrow, replace or add up."""
FEW: Mapping[str, Mapping[str, Any]] = {"mcts": {"iterations": 36}}
"""The options with which a search is short enough to be replayed naively."""


def short(name: str, **options: Any) -> dict[str, Any]:
    """Return an algorithm and its options as a short search of it asks for them."""
    return {"algorithm": name, "options": {**FEW.get(name, {}), **options}}
