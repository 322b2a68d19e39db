"""What has been found so far, or in all: the best line, counts, and the visits of the first moves of MCTS."""

from rich.cells import cell_len

from visualizer.apps.tui.cells.styled_lines import (
    Hit,
    Line,
    Rendering,
    Span,
    fit_text,
    width_of,
    wrap_words,
)
from visualizer.apps.tui.scene import Scene
from visualizer.apps.tui.views import View
from visualizer.explaining.explanation.standings import label_of_line, label_of_mean, label_of_value
from visualizer.explaining.measures.sampling import visits_over_time
from visualizer.explaining.measures.style_words import style_words
from visualizer.explaining.measures.summary import nodes_of_search, visit_counts
from visualizer.trace.counts import recorded_beyond_horizon
from visualizer.trace.labels import SAMPLE_BOUNDS
from visualizer.trace.rows import READ_LEAF_KINDS

COUNT_NAME_CELLS = 8
COUNT_GAP_CELLS = 2
"""Cells of the name of a count, and behind its number."""
CURVE_LEVELS = " ▁▂▃▄▅▆▇█"
ASCII_CURVE_LEVELS = " .:-=+*#@"


def draw_best_line(scene: Scene, width: int, height: int) -> Rendering:
    """Draw the moves of the best line, and what the root is worth as far as is known."""
    nodes = scene.tree.principal_variation()
    value = scene.value(())
    finished = scene.tree.visits > 0 and scene.tree.returned(0)
    title = "best line" if finished else "best line, so far"
    if not nodes:
        return Rendering([[("none yet", "dim")]] if scene.tree.visits else [], title=title)
    moves = scene.run.game.in_a_row(scene.run.line(nodes))
    # A win that only another move has is not the line's.
    words = label_of_mean(scene.naming, 0) or label_of_line(
        scene.naming, scene.tree.known(0), nodes
    )
    whose = value_meaning(scene, words, len(f"root {value}"), width)
    if value:
        worth = [[("root ", "dim"), (value, "value"), whose]]
    else:
        worth = []
    path = scene.run.path(nodes[-1])
    result = scene.tree.returned_value(nodes[-1])
    is_mean = scene.tree.bound(nodes[-1]) in SAMPLE_BOUNDS
    if is_mean:
        leaf = scene.value(path)
    else:
        leaf = scene.view(path).show(result)
    after = value_meaning(
        scene, label_of_value(scene.naming, nodes[-1]), len(f"its leaf {leaf}"), width
    )
    if not worth or finished:
        tail = []
    else:
        tail = [[("its leaf ", "dim"), (leaf, "text"), after]]
    return Rendering([*wrap_words(moves, width, "best"), *worth, *tail][:height], title=title)


def value_meaning(scene: Scene, words: str, before: int, width: int) -> Span:
    """Return what a value means to the players, behind n letters; "" where that has no room."""
    words = f"  {scene.spelled(words)}".rstrip()
    return (words if before + len(words) <= width else "", "dim")


def draw_counts(scene: Scene, width: int, height: int) -> Rendering:
    """Draw the counts at this step, and the totals once they are known."""
    trace = scene.run.trace
    rows = style_words(scene.run).counted(scene.tree)
    title = "counts" if scene.tree.at_end else "counts, so far"
    beyond = recorded_beyond_horizon(trace, scene.tree.visits)
    now = scene.tree.current
    is_leaf = now is not None and scene.tree.entering and scene.tree.kind(now) in READ_LEAF_KINDS
    open_leaf = " + 1 open" * is_leaf  # it is visited, and counts as a leaf once its value is known
    if beyond is not None and len(rows) < height:
        rows.append(("beyond", beyond))
    elif beyond is not None:
        title = f"{title} · {beyond:,} beyond"
    if height < len(rows) and width >= 28:
        across = 2
    else:
        across = 1
    lines = []
    for first in range(0, len(rows), across):
        line = []
        for name, count in rows[first : first + across]:
            style = {"pruned": "pruned-note", "cutoffs": "cut"}.get(name, "strong")
            room = (
                (width + COUNT_GAP_CELLS * (across - 1)) // across
                - COUNT_NAME_CELLS
                - COUNT_GAP_CELLS
            )
            text = f"{count:,}{open_leaf if name == 'leaves' else ''}"
            line += [
                (f"{name:<{COUNT_NAME_CELLS}}", "dim"),
                (fit_text(text, room).rjust(room), style),
                (" " * COUNT_GAP_CELLS, "text"),
            ]
        lines.append(line)
    lines.append(
        [(fit_text(scene.spelled(f"whole search: {nodes_of_search(scene.run)}"), width), "dim")]
    )
    if scene.tag_counts:
        found = visit_counts(scene.tree)
        words = f"{found.nodes:,} nodes {found.leaves:,} leaves {found.cutoffs:,} cut"
        words += "" if found.pruned is None else f" {found.pruned:,} pruned"
        lines = [[(fit_text(words, width), "strong")], *tag_count_lines(scene, width), *lines]
    if scene.run.ordering.nodes():
        lines.append([(fit_text(f"by the ordering {scene.run.ordering.nodes():,}", width), "dim")])
    return Rendering(lines[:height], title=title)


def tag_count_lines(scene: Scene, width: int) -> list[Line]:
    """Return how often each tag has been given, as many in a line as there is room for."""
    lines: list[Line] = [[]]
    for tag, count in scene.tag_counts.items():
        text = f"{tag} {count:,}"
        if lines[-1] and width_of(lines[-1]) + 3 + cell_len(text) > width:
            lines.append([])
        lines[-1] += [(" · ", "dim")] * bool(lines[-1]) + [
            (fit_text(text, width), scene.tag_style(tag))
        ]
    return lines


def draw_visits(scene: Scene, width: int, height: int) -> Rendering:
    """Draw a curve for each of the most visited moves, on one scale; the iterations go to the right."""
    tree = scene.tree
    title = (
        f"visits, iterations 1 to {tree.passes:,}" if tree.passes else "visits of the first moves"
    )
    if tree.visits:
        nodes = sorted(tree.children(0), key=lambda child: -tree.returned_count(child))
    else:
        nodes = []
    counts = {node: tree.returned_count(node) for node in nodes[:height]}
    if not counts:
        return Rendering([[("none yet", "dim")]] if tree.visits else [], title=title)
    names = {node: scene.run.move_name(scene.run.path(node)) for node in counts}
    name_width = max(map(len, names.values()))
    count_width = max(len(f"{count:,}") for count in counts.values())
    columns = max(1, width - name_width - count_width - 4)
    over_time = visits_over_time(scene.run, tree, list(counts), columns)
    most = max(1, *counts.values())
    lines = list[Line]()
    for node, count in counts.items():
        best = node in scene.best_nodes
        curve = "".join(curve_level(min(1, part / most), scene.ascii) for part in over_time[node])
        line = [
            (f"{names[node]:<{name_width}}", "best" if best else "text"),
            ("★" if best else " ", "best"),
        ]
        line += [(f" {count:>{count_width},} ", "strong"), (curve, "best" if best else "open")]
        lines.append(line)
    return Rendering(
        lines, [Hit(y, 0, width, scene.run.path(node)) for y, node in enumerate(counts)], title
    )


def curve_level(share: float, ascii_only: bool) -> str:
    """Return a block as high as a share (0 to 1) of the largest; any share above 0 is visible.

    >>> curve_level(0, False), curve_level(0.01, False), curve_level(1, False)
    (' ', '▁', '█')
    """
    levels = ASCII_CURVE_LEVELS if ascii_only else CURVE_LEVELS
    if share > 0:
        return levels[max(1, round(share * (len(levels) - 1)))]
    return levels[0]


PANE = (View("line", draw_best_line), View("counts", draw_counts), View("visits", draw_visits))
