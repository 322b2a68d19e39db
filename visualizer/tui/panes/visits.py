"""How often each root move has been visited, over the iterations."""

from visualizer.measures.samples import visits_over_time
from visualizer.tui.cells.styled_lines import Hit, Line, Rendering
from visualizer.tui.scene import Scene
from visualizer.tui.views import View

LEVELS = " ▁▂▃▄▅▆▇█"
ASCII_LEVELS = " .:-=+*#@"


def draw(scene: Scene, width: int, height: int) -> Rendering:
    """Draw a curve for each of the most visited moves, on one scale; the iterations go to the right."""
    tree = scene.tree
    title = f"visits, iterations 1 to {tree.passes:,}" if tree.passes else "visits of the first moves"
    nodes = sorted(tree.children(0), key=lambda child: -tree.returned_count(child)) if tree.visits else []
    counts = {node: tree.returned_count(node) for node in nodes[:height]}
    if not counts:
        return Rendering([[("none yet", "dim")]] if tree.visits else [], title=title)
    names = {node: scene.run.move_name(scene.run.path(node)) for node in counts}
    name_width, count_width = max(map(len, names.values())), max(len(f"{count:,}") for count in counts.values())
    columns = max(1, width - name_width - count_width - 4)
    over_time = visits_over_time(scene.run, tree, list(counts), columns)
    most = max(1, *counts.values())
    lines = list[Line]()
    for node, count in counts.items():
        best = node in scene.best_nodes
        curve = "".join(level(min(1, part / most), scene.ascii) for part in over_time[node])
        line: Line = [(f"{names[node]:<{name_width}}", "best" if best else "text"), ("★" if best else " ", "best")]
        line += [(f" {count:>{count_width},} ", "strong"), (curve, "best" if best else "open")]
        lines.append(line)
    return Rendering(lines, [Hit(y, 0, width, scene.run.path(node)) for y, node in enumerate(counts)], title)


def level(share: float, ascii_only: bool) -> str:
    """Return a block as high as a share (0 to 1) of the largest; any share above 0 is visible.

    >>> level(0, False), level(0.01, False), level(1, False)
    (' ', '▁', '█')
    """
    levels = ASCII_LEVELS if ascii_only else LEVELS
    return levels[max(1, round(share * (len(levels) - 1)))] if share > 0 else levels[0]


PANE = View("visits", draw)
