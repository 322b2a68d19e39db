"""The program from Python: run a search, look at it at any step, export it, take its graph.

>>> from visualizer.api import search, explain, summary
>>> run = search("tree", "[[3,12,8],[2,4,6],[14,5,2]]")
>>> summary(run)["value"], summary(run)["nodes"]
(3, 11)
>>> explain(run, 4)
'Branch 1.1 is worth 3. The first value for MIN at branch 1: β falls from +∞ to 3.'
"""

from __future__ import annotations

from typing import Any

from visualizer.explain import explain
from visualizer.exporting import export_to
from visualizer.graph import graph
from visualizer.minimum import minimum
from visualizer.playhead import Playhead
from visualizer.recipe import Recipe, Search, Where
from visualizer.run import Run
from visualizer.summary import summary

__all__ = ["Playhead", "Run", "explain", "export", "graph", "minimum", "search", "start", "summary"]


def start(game: str, position: str | None = None, moves: str = "", **options: Any) -> Run:
    """Return a run that has not begun: `advance` lets it go on.

    `options` are those of the command line (`algorithm`, `ordering`, `evaluation`, `depth`, `cut`, `fail`, `window`,
    `seed`, `max_nodes`) and `settings`, a dictionary of the game's settings. InputError, a ValueError, says in one
    sentence what is wrong.
    """
    settings = {key: str(value) for key, value in options.pop("settings", {}).items()}
    return Run(Recipe(Where(game, position, moves, settings), Search(**options)))


def search(game: str, position: str | None = None, moves: str = "", **options: Any) -> Run:
    """Run a search to its end, or to `max_nodes`; see `start` for the options."""
    return start(game, position, moves, **options).finish()


def export(run: Run, *files: str, step: int | None = None) -> None:
    """Write the tree explored at a step (by default the last) to files; each ending says the format."""
    export_to(files, run, step=step)
