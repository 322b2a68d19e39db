"""Cells of the overview in which several nodes of a finished search lie: the more there are, the denser."""

from collections.abc import Sequence
from functools import lru_cache
from math import ceil

from visualizer.look.legend import State
from visualizer.picture.charts.icicle import Crowd, crowds
from visualizer.run import Run
from visualizer.trace.rows import DEPTH_OFFSET, SIZE, MovePath
from visualizer.tui.scene import Scene
from visualizer.tui.styles import STATE
from visualizer.tui.views.overview_marks import Cells

DENSITY = "⡀⣀⣄⣤⣦⣶⣷⣿"
"""Signs from few nodes to as many as any cell of that ply has in the end."""
PLIES = 256
"""Plies whose numbers take a byte; in deeper trees nothing is counted."""


def dense_cells(scene: Scene, width: int, plies: int) -> list[Cells]:
    """Return for each ply the cells that several nodes share; where the best line goes through, it has its star."""
    if not crowds(scene.run, scene.top, width, plies):
        return [{} for _ in range(plies)]
    return [
        cells_of_ply(scene, len(scene.top) + ply, counted)
        for ply, counted in enumerate(counts(scene.run, scene.top, width, plies))
    ]


def cells_of_ply(scene: Scene, depth: int, counted: Sequence[tuple[Crowd, int]]) -> Cells:
    """Return the signs of the cells that several nodes of a depth share, for those that have been visited."""
    found, most, visits = Cells(), max((number for _, number in counted), default=1), scene.tree.visits
    best = next((node for node in scene.best_nodes if scene.run.trace.depth(node) == depth), -1)
    for crowd, number in counted:
        cell, rows = (crowd.cell, crowd.cell + 1), crowd.rows
        visited = number if rows.stop <= visits else nodes_in(scene.run, rows.start, visits, depth)
        if best in rows:
            found[cell] = State.BEST, ""
        elif visited:
            found[cell] = DENSITY[ceil(visited * len(DENSITY) / most) - 1], STATE[State.DONE]
    return found


@lru_cache(maxsize=8)
def counts(run: Run, top: MovePath, width: int, plies: int) -> Sequence[Sequence[tuple[Crowd, int]]]:
    """Return for each ply of a finished search the cells that several nodes share, with the number of these nodes."""
    found: list[list[tuple[Crowd, int]]] = [[] for _ in range(plies)]
    for crowd in crowds(run, top, width, plies):
        for ply in range(crowd.ply, plies):
            number = nodes_in(run, crowd.rows.start, crowd.rows.stop, len(top) + ply)
            if number:
                found[ply].append((crowd, number))
    return found


def nodes_in(run: Run, first: int, end: int, depth: int) -> int:
    """Return how many visits from `first` to `end` (exclusive) are at a depth."""
    return depths(run).count(depth, first, end) if first < end and depth < PLIES else 0


@lru_cache(maxsize=2)
def depths(run: Run) -> bytes:
    """Return the depth of each visit of a finished search, a byte each; nothing where one is too deep for that."""
    low, high = (run.trace.rows[at::SIZE] for at in (DEPTH_OFFSET, DEPTH_OFFSET + 1))
    return b"" if any(high) else bytes(low)
