"""An educational visualizer of game-tree search: watch minimax and alpha-beta think, step by step."""

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
    """Load what there is for Python when it is asked for, so that the command line starts at once."""
    if name in __all__:
        refuse_hidden_packages()
        from visualizer.apps import api

        return getattr(api, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def refuse_hidden_packages() -> None:
    """Raise ImportError where a file of the user's has the name of one of the packages that this one comes with."""
    from importlib.util import find_spec  # here, where Ctrl-C is quiet already
    from pathlib import Path

    for name in ("games", "exports"):
        loaded = sys.modules.get(name)
        if loaded is None:
            spec = find_spec(name)
        else:
            spec = None
        if spec is None:
            file = getattr(loaded, "__file__", None)
        else:
            file = spec.origin
        if (
            file is not None
            and Path(file).resolve().parent != Path(__file__).resolve().parents[1] / name
        ):
            raise ImportError(f"{file} hides the visualizer's package {name!r}; rename that file")
