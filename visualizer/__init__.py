"""An educational visualizer of game-tree search: watch minimax and alpha-beta think, step by step."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from visualizer.api import (
        Counts,
        Run,
        TreeAtStep,
        WatchedRun,
        explain,
        export,
        graph,
        minimum,
        search,
        start,
        summary,
    )

__all__ = [
    "Counts", "Playhead", "Run", "TreeAtStep", "WatchedRun", "explain", "export", "graph", "minimum", "search", "start",
    "summary",
]  # fmt: skip

__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    """Load what there is for Python when it is asked for, so that the command line starts at once."""
    if name in __all__:
        from visualizer import api

        return getattr(api, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
