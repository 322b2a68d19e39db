"""An educational visualizer of game-tree search: watch minimax and alpha-beta think."""

import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from visualizer.apps.api import (
        Counts,
        Run,
        TreeAtStep,
        WatchedRun,
        explain,
        export,
        grade,
        graph,
        minimum,
        search,
        start,
        summary,
        watch,
    )

__all__ = [
    "Counts",
    "Run",
    "TreeAtStep",
    "WatchedRun",
    "explain",
    "export",
    "grade",
    "graph",
    "minimum",
    "search",
    "start",
    "summary",
    "watch",
]

__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    """Load the functions for Python on first use, so that the command line starts at once."""
    if name in __all__:
        refuse_hidden_packages()
        from visualizer.apps import api

        return getattr(api, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def refuse_hidden_packages() -> None:
    """Raise ImportError if Python would load a user's file instead of our `games` or `exports`."""
    # Imported only now, when Ctrl-C is already handled.
    from pathlib import Path

    own_folder = Path(__file__).resolve().parents[1]
    for name in ("games", "exports"):
        file = file_of_package(name)
        if file is not None and Path(file).resolve().parent != own_folder / name:
            raise ImportError(f"{file} hides the visualizer's package {name!r}; rename that file")


def file_of_package(name: str) -> str | None:
    """Return the file that Python loads for a package, or None if there is no such file."""
    from importlib.util import find_spec

    loaded = sys.modules.get(name)
    if loaded is not None:
        return getattr(loaded, "__file__", None)
    spec = find_spec(name)
    return None if spec is None else spec.origin
