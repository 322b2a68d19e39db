"""One timeline for several searches: the step of the others that corresponds to a step of the leading one."""

from visualizer.run import Run
from visualizer.trace.rows import MovePath
from visualizer.trace.tree_at_step import TreeAtStep
from visualizer.tui.scene import Scene

MODES = ("root move", "step", "node")
"""Aligned at the end of the same root move, by step number, or at the same node where all visit it."""


def aligned(lead: Scene, other: Run, at: int, mode: str) -> tuple[int, str]:
    """Return the step of another search that corresponds to the leading one's scene, and a remark.

    `mode` is `root move` or `node`. `at` is the other's present step: it stays there if it has nothing that
    corresponds.
    """
    last = other.trace.last_step
    if not lead.tree.visits:
        return 0, ""
    node = lead.tree.current
    path = lead.running
    if mode == "root move":
        path = path[:1]
        node = lead.tree.node_at(path)
    if node is None:
        return at, ""
    twin = other.node_at(path)
    if twin is None:
        return at, missing(other, path)
    entered, whole = not lead.tree.returned(node), TreeAtStep(other.trace, last)
    step = other.trace.enter_step(twin) if entered else whole.return_step(twin)
    return (last if step is None else min(step, last)), ""


def missing(other: Run, path: MovePath) -> str:
    """Say that a search never visits a node, or has not reached it yet."""
    name = " ".join(other.names(path))
    return f"never visits {name}" if other.trace.finished else f"has not come to {name}"


def next_root_move(run: Run, step: int, by: int) -> int | None:
    """Return the step in which the next (1) or previous (-1) root move is finished."""
    whole = TreeAtStep(run.trace)
    if not whole.visits:
        return None
    steps = sorted(found for node in whole.children(0) if (found := whole.return_step(node)) is not None)
    if by > 0:
        return next((found for found in steps if found > step), None)
    return next((found for found in reversed(steps) if found < step), None)
