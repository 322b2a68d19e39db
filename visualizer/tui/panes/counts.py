"""How much has been visited and left out, so far or in all."""

from visualizer.measures.summary import counts
from visualizer.tui.panes import Pane
from visualizer.tui.scene import Scene
from visualizer.tui.styled_lines import Line, Rendering


def draw(scene: Scene, width: int, height: int) -> Rendering:
    """Draw the counts at this step, and the totals once they are known."""
    trace, found = scene.run.trace, counts(scene.here)
    rows = (("visited", found.nodes), ("leaves", found.leaves), ("cutoffs", found.cutoffs), ("pruned", found.pruned))
    across = 2 if height < len(rows) and width >= 28 else 1
    lines: list[Line] = []
    for first in range(0, len(rows), across):
        line: Line = []
        for name, count in rows[first : first + across]:
            style = {"pruned": "pruned-note", "cutoffs": "cut"}.get(name, "strong")
            line += [(f"{name:<8}", "dim"), (f"{count:>{max(6, width // across - 10)},}", style), ("  ", "text")]
        lines.append(line)
    for tag, count in scene.tag_counts.items():
        lines.append([(f"{tag} ", scene.tag_style(tag)), (f"{count:,}", "strong")])
    total = f"of {len(trace):,} nodes in all" if trace.finished else f"of at least {len(trace):,} nodes"
    lines.append([(total, "dim")])
    if scene.run.ordering.nodes():
        lines.append([(f"looked at by the ordering {scene.run.ordering.nodes():,}", "dim")])
    return Rendering(lines[:height], title="counts" if scene.here.at_end else "counts, so far")


PANE = Pane("counts", "what has been visited and pruned", draw)
