"""What is painted over the overview: cells of many nodes, the running path, the cut, and the marks below."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import ceil

from visualizer.look.legend import ANSWER_FROM, LEGEND, State
from visualizer.measures.summary import many
from visualizer.picture.charts.icicle import Crowd, cell, crowds, ends_along
from visualizer.run import Run
from visualizer.trace.labels import lasting_state
from visualizer.trace.rows import DEPTH_OFFSET, SIZE, MovePath
from visualizer.tui.cells.styles import STATE
from visualizer.tui.scene import Scene

Cells = dict[tuple[int, int], tuple[State | str, str]]
"""The first cell and the end of what is painted in a ply, with its state or sign, and a style, "" for the usual one."""


def cells_of_path(scene: Scene, width: int, plies: int) -> list[Cells]:
    """Return for each ply a cell for the node of the running path if it has no more, and what this step cuts off."""
    tree, path, begin = scene.tree, scene.happening, len(scene.top)
    found: list[Cells] = [{} for _ in range(plies)]
    ends = ends_along(scene.run, tree, scene.top, width, path) if tree.visits else []
    for ply, (left, right) in enumerate(ends[:plies]):
        node = scene.node(path[: begin + ply])
        if cell(right) - cell(left) <= 1 and node is not None:
            at = cell(left) if cell(left) < cell(right) else min(int((left + right) / 2), width - 1)
            found[ply][at, at + 1] = lasting_state(tree, node, scene.best_nodes), ""
    cut = scene.cut_now
    last = None if cut is None else tree.last_child(cut)
    if last is not None and 0 < len(ends) < plies:
        tried = scene.run.trace.move(last)
        first, end = cell(ends_along(scene.run, tree, scene.top, width, (*path, tried))[-1][1]), cell(ends[-1][1])
        if first == end:
            first = min(int(sum(ends[-1]) / 2), width - 1)
        found[len(ends)][first, max(end, first + 1)] = State.PRUNED, "cut-off"
    return found


def marker(scene: Scene, width: int, plies: int, hidden: int) -> Iterator[tuple[int, str, str]]:
    """Yield column, words and style of the marks under the running point and the selected node, and what is not drawn.

    A mark is below the lowest ply; for a node of another ply it says which.
    """
    here, marks = scene.happening, list[tuple[int, str, str]]()
    if scene.tree.step:
        name = scene.run.move_name(here) if here else ""
        sign = f" {LEGEND[State.CUT].glyph} {name}".rstrip() * (scene.cut_now is not None)
        marks.append((middle(scene, here, width), f"▸ here{sign}{ply_of(scene, here, plies)}", "current"))
    if scene.selected is not None and scene.selected != scene.running:
        words = f"△ selected{ply_of(scene, scene.selected, plies)}"
        marks.append((middle(scene, scene.selected, width), words, "active"))
    if scene.source is not None:
        marks.append((middle(scene, scene.source, width), f"{ANSWER_FROM} from here", "key"))
    left = width - sum(len(text) + 1 for _, text, _ in marks)
    more = (f"({many(hidden, 'more ply', 'more plies')} below)", f"(+{many(hidden, 'ply', 'plies')})")
    marks += [(width, text, "dim") for text in more if hidden and len(text) <= left][:1]
    marks.sort()
    return ((begin, text, style) for begin, (_, text, style) in zip(spread(marks, width), marks, strict=True))


def spread(marks: Sequence[tuple[int, str, str]], width: int) -> list[int]:
    """Return the column of each mark, as near to its place as the others and the width allow.

    >>> spread([(2, "here", ""), (3, "there", ""), (20, "more", "")], 20)
    [2, 7, 16]
    >>> spread([(8, "here", ""), (9, "there", "")], 10)
    [0, 5]
    """
    begins, at = [], 0
    for x, text, _ in marks:
        begins.append(max(at, x))
        at = begins[-1] + len(text) + 1
    end = width
    for number in reversed(range(len(marks))):
        begins[number] = max(0, min(begins[number], end - len(marks[number][1])))
        end = begins[number] - 1
    return begins


def ply_of(scene: Scene, path: MovePath, plies: int) -> str:
    """Return the ply of a node in words, "" if it is the lowest one drawn."""
    ply = len(path) - len(scene.top)
    return "" if ply == plies - 1 else ", the root" if not path else f", ply {len(path)}"


def middle(scene: Scene, path: MovePath, width: int) -> int:
    """Return the cell in the middle of a node's share, or of the nearest above it that has one."""
    left, right = (ends_along(scene.run, scene.tree, scene.top, width, path) or [(0.0, 0.0)])[-1]
    return int((left + right) / 2)


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
