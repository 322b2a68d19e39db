"""Aligning several searches: the step of the others that corresponds to a step of the leading one."""

from collections.abc import Sequence

from visualizer.explanation.naming import listed
from visualizer.run import Run
from visualizer.trace.rows import MovePath
from visualizer.trace.tree_at_step import TreeAtStep
from visualizer.tui.scene import Scene

BY_POSITION, BY_ROOT_MOVE, BY_STEP = MODES = ("position", "root move", "step")
"""Aligned at the same position where all visit it, at the end of the same root move, or by step number."""


def aligned(lead: Scene, other: Run, at: int, mode: str) -> tuple[int, str]:
    """Return the step of another search that corresponds to the leading one's scene, and a remark.

    `mode` is `position` or `root move`. `at` is the other's present step: it stays there if it has nothing that
    corresponds. Where it never visits a position, that is where it leaves the last one on the way there.
    """
    if not lead.tree.visits:
        return 0, ""
    path = lead.happening[: 1 if mode == BY_ROOT_MOVE else None]
    node, twin = lead.tree.node_at(path), other.node_at(path)
    if node is None:
        return at, ""
    if twin is None:
        found = left_before(other, path) if mode == BY_POSITION and other.trace.finished else None
        return found or (at, missing(other, path))
    if node == lead.cut_now:
        return left_at(other, twin), ""
    last = other.trace.last_step
    step = TreeAtStep(other.trace).return_step(twin) if lead.tree.returned(node) else other.trace.enter_step(twin)
    return (last if step is None else min(step, last)), ""


def left_at(run: Run, node: int) -> int:
    """Return the step in which a search cuts or leaves a node; its last step while that is open."""
    visit, trace = TreeAtStep(run.trace).visit(node), run.trace
    step = trace.cut_step(visit) or trace.return_step(visit)
    return trace.last_step if step is None else step


def left_before(other: Run, path: MovePath) -> tuple[int, str] | None:
    """Return the step in which a search leaves the last node on a path that it does visit, and that it is cut there.

    None if it visits none.
    """
    visited = [length for length in range(len(path)) if other.node_at(path[:length]) is not None]
    if not visited:
        return None
    above = path[: visited[-1]]
    node = other.node_at(above)
    assert node is not None
    if not TreeAtStep(other.trace).is_cut(node):
        return left_at(other, node), missing(other, path)
    names = other.names(path[: len(above) + 1])
    return left_at(other, node), f"{' '.join(names[:-1]) or 'the root'} is cut before {names[-1]}"


def missing(other: Run, path: MovePath) -> str:
    """Say that a search never visits a node, or has not reached it yet."""
    name = " ".join(other.names(path))
    return f"never visits {name}" if other.trace.finished else f"has not come to {name}"


def places(lead: Scene, others: Sequence[Run]) -> str:
    """Say at which places the searches try the first move on the leading one's path that differs in that, else "".

    >>> nth(1, 12), nth(2, 12), nth(12, 12), nth(22, 40), nth(11, 40)
    ('first', '2nd', 'last', '22nd', '11th')
    """
    path = lead.happening
    for length in range(1, len(path) + 1):
        here, *there = [place_in(run, path[:length]) for run in (lead.run, *others)]
        if here and any(each not in ("", here) for each in there):
            name = " ".join(lead.run.names(path[:length]))
            return f"{name} is tried {here} here and {listed([each or 'not tried' for each in there])} there"
    return ""


def place_in(run: Run, path: MovePath) -> str:
    """Return the place in which a search tries the last move of a path, "" if it does not."""
    node, tree = run.node_at(path), TreeAtStep(run.trace)
    place = 0 if node is None else tree.ordinal(node)
    return nth(place, tree.move_count(tree.parent(node))) if node is not None and place else ""


def nth(place: int, of: int) -> str:
    """Return a place among some in words."""
    if place in (1, of):
        return "first" if place == 1 else "last"
    ending = "th" if place % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place}{ending}"


def next_root_move(run: Run, step: int, by: int) -> int | None:
    """Return the step in which the next (1) or previous (-1) root move is finished."""
    whole = TreeAtStep(run.trace)
    if not whole.visits:
        return None
    steps = [found for node in whole.children(0) if (found := whole.return_step(node)) is not None]
    if by > 0:
        return min((found for found in steps if found > step), default=None)
    return max((found for found in steps if found < step), default=None)
