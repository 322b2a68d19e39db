"""What is said of searches side by side: what they have in common, where each stands, how much each has visited."""

from __future__ import annotations

from visualizer.measures.summary import counts
from visualizer.tui.bars import ProgressBar, bars
from visualizer.tui.screens.headings import depth_line, heading
from visualizer.tui.screens.sides import Side, Sides
from visualizer.tui.styled_lines import Line, Rendering

LEGEND: Line = [("≠", "alpha"), (" visited by one search and not by another", "dim")]


def common_heading(sides: Sides) -> Line:
    """Return what is searched, as far as it is the same for all."""
    run = sides.runs[0]
    asked = [side.run.recipe.search for side in sides]
    same = len({(search.depth, search.evaluation) for search in asked}) == 1
    return heading(run) + (depth_line(run) if same else [("different depths or evaluations", "dim")])


def name_line(sides: Sides, side: Side, name: str) -> Line:
    """Return a search's name, whether it leads, and what is to be said of where it stands."""
    run = side.run
    mark = "▸ " if side is sides.leader else "  "
    step = f"{side.scene.step:,} of {'' if run.trace.finished else '≥ '}{run.trace.steps:,}"
    where = (side.remark, "cut") if side.remark else (f"{step} ✓" if side.at_end else step, "dim")
    return [(mark, "key"), (f"{name}  ", "value"), where]


def node_bars(sides: Sides, width: int) -> Rendering:
    """Draw how many nodes each search has visited at its step, as bars on one scale."""
    rows = []
    for name, side in zip(sides.names(), sides, strict=True):
        run, now = side.run, counts(side.scene.here)
        words = f"{now.nodes:,} of {len(run.trace):,}{'' if run.trace.finished else '+'}"
        more = f"{now.leaves:,} leaves, {now.cutoffs:,} cutoff{'' if now.cutoffs == 1 else 's'}"
        rows.append(ProgressBar(name, now.nodes, len(run.trace), words, more))
    done = all(run.trace.finished for run in sides.runs)
    return Rendering([*bars(rows, width), LEGEND], title="nodes" if done else "nodes, so far")
