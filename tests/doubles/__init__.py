"""Independent, slow versions of what the program shows of searches that visit nodes again, to compare it with."""

from collections.abc import Mapping
from typing import Any

COMING_BACK = ("pvs", "mtdf", "iterative-deepening", "mcts")
"""The searches that visit nodes again: by second searches, and by passes that narrow, replace or add up."""
FEW: Mapping[str, Mapping[str, Any]] = {"mcts": {"iterations": 36}}
"""The options with which a search is short enough for the naive replay."""


def short(name: str, **options: Any) -> dict[str, Any]:
    """Return the keyword arguments of a short search by an algorithm."""
    return {"algorithm": name, "options": {**FEW.get(name, {}), **options}}
