"""What has been found so far: the best line, counts, and the visits of the first moves of MCTS."""

from collections.abc import Sequence

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
from visualizer.trace.counts import quiescence_visits
from visualizer.trace.labels import SAMPLE_BOUNDS
from visualizer.trace.rows import READ_LEAF_KINDS
from visualizer.trace.tree_at_step import TreeAtStep

COUNT_NAME_CELLS = 8
"""Cells of the name of a count."""
COUNT_GAP_CELLS = 2
"""Cells after the number of a count."""
MIN_WIDTH_FOR_TWO_COUNTS = 28
"""Least cells of a line with two counts."""
COUNT_STYLES = {"pruned": "pruned-note", "cutoffs": "cut"}
CURVE_LEVELS = " ▁▂▃▄▅▆▇█"
ASCII_CURVE_LEVELS = " .:-=+*#@"


def draw_best_line(scene: Scene, width: int, height: int) -> Rendering:
    """Draw the moves of the best line, and the value of the root as far as it is known."""
    tree = scene.tree
    nodes = tree.principal_variation()
    # Node 0 is the root.
    is_finished = tree.visits > 0 and tree.returned(0)
    title = "best line"
    if not is_finished:
        title = "best line, so far"
    if not nodes:
        return Rendering(none_yet(scene), title=title)
    moves = scene.run.game.join_moves(scene.run.line(nodes))
    lines = wrap_words(moves, width, "best")
    value = scene.value(())
    if value:
        lines.append(root_line(scene, nodes, value, width))

        if not is_finished:
            lines.append(leaf_line(scene, nodes[-1], width))
    return Rendering(lines[:height], title=title)


def none_yet(scene: Scene) -> list[Line]:
    """Return the lines of a pane that has nothing to show; none before the first visit."""
    if not scene.tree.visits:
        return []
    return [[("none yet", "dim")]]


def root_line(scene: Scene, nodes: list[int], value: str, width: int) -> Line:
    """Return the value of the root, with its meaning for the best line of `nodes` if it fits."""
    # A win through another move of the root is not a property of this line.
    line_label = label_of_line(scene.naming, scene.tree.bound_and_value(0), nodes)
    words = label_of_mean(scene.naming, 0) or line_label
    meaning = value_meaning(scene, words, len(f"root {value}"), width)
    return [("root ", "dim"), (value, "value"), meaning]


def leaf_line(scene: Scene, node: int, width: int) -> Line:
    """Return the value of the leaf at the end of the best line, with its meaning if it fits."""
    path = scene.run.path(node)
    # The value of a node is the mean of its random games, or else the value that it returned.
    if scene.tree.bound(node) in SAMPLE_BOUNDS:
        value = scene.value(path)
    else:
        value = scene.view(path).show(scene.tree.returned_value(node))
    words = label_of_value(scene.naming, node)
    meaning = value_meaning(scene, words, len(f"its leaf {value}"), width)
    return [("its leaf ", "dim"), (value, "text"), meaning]


def value_meaning(scene: Scene, words: str, before: int, width: int) -> Span:
    """Return what a value means to the players; "" if it does not fit after `before` letters."""
    words = f"  {scene.spelled(words)}".rstrip()
    if before + len(words) > width:
        words = ""
    return (words, "dim")


def draw_counts(scene: Scene, width: int, height: int) -> Rendering:
    """Draw the counts at this step, and the totals once they are known."""
    rows = style_words(scene.run).named_counts(scene.tree)
    title = "counts"
    if not scene.tree.at_end:
        title = "counts, so far"
    # None for a search without a depth limit.
    visits_below_limit = quiescence_visits(scene.run.trace, scene.tree.visits)
    # These visits get a separate line if there is room for it, or else are added to the title.
    if visits_below_limit is not None and len(rows) < height:
        rows.append(("beyond", visits_below_limit))
    elif visits_below_limit is not None:
        title = f"{title} · {visits_below_limit:,} beyond"

    lines: list[Line] = []
    if scene.tag_counts:
        # With tags there is less room: the most important counts share one line.
        lines.append([(fit_text(counts_in_one_line(scene), width), "strong")])
        lines += tag_count_lines(scene, width)
    lines += lay_out_counts(scene, rows, width, height)
    lines += total_lines(scene, width)
    return Rendering(lines[:height], title=title)


def total_lines(scene: Scene, width: int) -> list[Line]:
    """Return the nodes of the whole search, and those that its move ordering searched."""
    totals = [scene.spelled(f"whole search: {nodes_of_search(scene.run)}")]
    ordering_nodes = scene.run.ordering.nodes()
    if ordering_nodes:
        totals.append(f"by the ordering {ordering_nodes:,}")
    return [[(fit_text(total, width), "dim")] for total in totals]


def lay_out_counts(
    scene: Scene, rows: list[tuple[str, int]], width: int, height: int
) -> list[Line]:
    """Return the names and counts of `rows`, a line each, or two in a line if they are many."""
    columns = 1
    if height < len(rows) and width >= MIN_WIDTH_FOR_TWO_COUNTS:
        columns = 2
    # Only the gaps between counts need room: the gap after the last count of a line is cut off.
    count_width = (width + COUNT_GAP_CELLS * (columns - 1)) // columns
    room = count_width - COUNT_NAME_CELLS - COUNT_GAP_CELLS
    lines = []
    for first in range(0, len(rows), columns):
        line: Line = []
        for name, count in rows[first : first + columns]:
            line += count_spans(scene, name, count, room)
        lines.append(line)
    return lines


def count_spans(scene: Scene, name: str, count: int, room: int) -> Line:
    """Return a name, its count at the right of `room` cells, and a gap before the next count."""
    text = f"{count:,}"
    if name == "leaves" and is_leaf_open(scene):
        text += " + 1 open"
    number = fit_text(text, room).rjust(room)
    return [
        (f"{name:<{COUNT_NAME_CELLS}}", "dim"),
        (number, COUNT_STYLES.get(name, "strong")),
        (" " * COUNT_GAP_CELLS, "text"),
    ]


def is_leaf_open(scene: Scene) -> bool:
    """Return whether a leaf is being visited, which is counted once its value is known."""
    node = scene.tree.current
    if node is None or not scene.tree.entering:
        return False
    return scene.tree.kind(node) in READ_LEAF_KINDS


def counts_in_one_line(scene: Scene) -> str:
    """Return the most important counts in a few words."""
    counts = visit_counts(scene.tree)
    words = f"{counts.nodes:,} nodes {counts.leaves:,} leaves {counts.cutoffs:,} cut"
    if counts.pruned is not None:
        words += f" {counts.pruned:,} pruned"
    return words


def tag_count_lines(scene: Scene, width: int) -> list[Line]:
    """Return the counts of the tags, as many in a line as fit."""
    lines: list[Line] = [[]]
    for tag, count in scene.tag_counts.items():
        text = f"{tag} {count:,}"
        needed_cells = width_of(lines[-1]) + len(" · ") + cell_len(text)
        if lines[-1] and needed_cells > width:
            lines.append([])
        if lines[-1]:
            lines[-1].append((" · ", "dim"))
        lines[-1].append((fit_text(text, width), scene.tag_style(tag)))
    return lines


def draw_visits(scene: Scene, width: int, height: int) -> Rendering:
    """Draw how the visits of the root's moves have grown, a line for each move.

    As many moves are shown as fit, the most visited first.
    """
    tree = scene.tree
    title = "visits of the first moves"
    if tree.passes:
        title = f"visits, iterations 1 to {tree.passes:,}"
    counts = most_visited_children(tree, height)
    if not counts:
        return Rendering(none_yet(scene), title=title)

    lines = visits_lines(scene, counts, width)
    hits = [Hit(y, 0, width, scene.run.path(node)) for y, node in enumerate(counts)]
    return Rendering(lines, hits, title)


def most_visited_children(tree: TreeAtStep, limit: int) -> dict[int, int]:
    """Return the root's most visited children, at most `limit`, with their numbers of visits."""
    if not tree.visits:
        return {}
    nodes = sorted(tree.children(0), key=tree.returned_count, reverse=True)
    return {node: tree.returned_count(node) for node in nodes[:limit]}


def visits_lines(scene: Scene, counts: dict[int, int], width: int) -> list[Line]:
    """Return a line for each move of the root: its name, its visits, and a curve of them.

    `counts` has the number of visits by node. A curve goes from the search's beginning at the left
    to the current step.
    """
    run = scene.run
    names = {node: run.move_name(run.path(node)) for node in counts}
    name_width = max(map(len, names.values()))
    count_width = max(len(f"{count:,}") for count in counts.values())
    # The star, two spaces and the edge take the other four columns.
    columns = max(1, width - name_width - count_width - 4)
    visits = visits_over_time(run, scene.tree, list(counts), columns)
    # One scale for all moves: otherwise a rarely visited move would look like the best.
    highest_count = max(1, *counts.values())
    lines = []
    for node, count in counts.items():
        name = f"{names[node]:<{name_width}}"
        number = f"{count:>{count_width},}"
        curve = visits_curve(visits[node], highest_count, ascii_only=scene.ascii)
        is_best = node in scene.best_nodes
        lines.append(
            visits_line(
                name,
                number,
                curve,
                is_best=is_best,
            )
        )
    return lines


def visits_curve(visits: Sequence[float], highest_count: float, *, ascii_only: bool) -> str:
    """Return the numbers of visits over time as blocks, on a scale from 0 to `highest_count`."""
    # A visit that has not returned yet is part of the curve, but not of `highest_count`.
    shares = [min(1, visited / highest_count) for visited in visits]
    return "".join(curve_level(share, ascii_only=ascii_only) for share in shares)


def visits_line(name: str, number: str, curve: str, *, is_best: bool) -> Line:
    """Return the line of a move: name, number of visits and curve, with a star for the best."""
    style = "open"
    name_style = "text"
    star = " "
    if is_best:
        style = "best"
        name_style = "best"
        star = "★"
    return [(name, name_style), (star, "best"), (f" {number} ", "strong"), (curve, style)]


def curve_level(share: float, *, ascii_only: bool) -> str:
    """Return a block character whose height shows a share from 0 to 1.

    Any share above 0 is visible.

    >>> [curve_level(share, ascii_only=False) for share in (0, 0.01, 1)]
    [' ', '▁', '█']
    """
    levels = CURVE_LEVELS
    if ascii_only:
        levels = ASCII_CURVE_LEVELS
    if share <= 0:
        return levels[0]
    level = round(share * (len(levels) - 1))
    return levels[max(1, level)]


PANE = (View("line", draw_best_line), View("counts", draw_counts), View("visits", draw_visits))
