"""How much has been visited and left out, so far or in all."""

from rich.cells import cell_len

from visualizer.measures.summary import counts
from visualizer.trace.counts import beyond_horizon, nodes_in_all
from visualizer.trace.rows import LEAVES
from visualizer.tui.cells.styled_lines import Line, Rendering, fitting, width_of
from visualizer.tui.scene import Scene
from visualizer.tui.views import View

NAME, GAP = 8, 2
"""Cells of the name of a count, and behind its number."""


def draw(scene: Scene, width: int, height: int) -> Rendering:
    """Draw the counts at this step, and the totals once they are known."""
    trace, found = scene.run.trace, counts(scene.tree)
    rows = [("visited", found.nodes), ("leaves", found.leaves), ("cutoffs", found.cutoffs)]
    rows += [] if found.pruned is None else [("pruned", found.pruned)]
    if scene.run.algorithm.samples:
        rows = [("games", found.leaves), ("visited", found.nodes), ("in tree", scene.tree.distinct_nodes)]
    title, beyond = "counts" if scene.tree.at_end else "counts, so far", beyond_horizon(trace, scene.tree.visits)
    now = scene.tree.current
    is_leaf = now is not None and scene.tree.entering and scene.tree.kind(now) in LEAVES
    open_leaf = " + 1 open" * is_leaf  # it is visited, and counts as a leaf once its value is known
    if (trace.horizons or beyond) and len(rows) < height:
        rows.append(("beyond", beyond))
    elif trace.horizons or beyond:
        title = f"{title} · {beyond:,} beyond"
    across = 2 if height < len(rows) and width >= 28 else 1
    lines: list[Line] = []
    for first in range(0, len(rows), across):
        line: Line = []
        for name, count in rows[first : first + across]:
            style = {"pruned": "pruned-note", "cutoffs": "cut"}.get(name, "strong")
            room = (width + GAP * (across - 1)) // across - NAME - GAP
            text = f"{count:,}{open_leaf if name == 'leaves' else ''}"
            line += [(f"{name:<{NAME}}", "dim"), (fitting(text, room).rjust(room), style), (" " * GAP, "text")]
        lines.append(line)
    total = f"of {nodes_in_all(trace):,} nodes in all" if trace.finished else f"of ≥ {nodes_in_all(trace):,} nodes"
    lines.append([(fitting(scene.spelled(total), width), "dim")])
    if scene.tag_counts:
        words = f"{found.nodes:,} nodes {found.leaves:,} leaves {found.cutoffs:,} cut"
        words += "" if found.pruned is None else f" {found.pruned:,} pruned"
        lines = [[(fitting(words, width), "strong")], *tagged(scene, width), *lines]
    if scene.run.ordering.nodes():
        lines.append([(fitting(f"by the ordering {scene.run.ordering.nodes():,}", width), "dim")])
    return Rendering(lines[:height], title=title)


def tagged(scene: Scene, width: int) -> list[Line]:
    """Return how often each tag has been given, as many in a line as there is room for."""
    lines: list[Line] = [[]]
    for tag, count in scene.tag_counts.items():
        text = f"{tag} {count:,}"
        if lines[-1] and width_of(lines[-1]) + 3 + cell_len(text) > width:
            lines.append([])
        lines[-1] += [(" · ", "dim")] * bool(lines[-1]) + [(fitting(text, width), scene.tag_style(tag))]
    return lines


PANE = View("counts", draw)
