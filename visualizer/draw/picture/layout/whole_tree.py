"""The layout of a tree: whole where it fits, as in a book, else along a spine.

A whole tree is placed once, so that every node keeps its place at every step.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from math import ceil
from typing import NamedTuple

from visualizer.draw.picture.layout.node_words import book_label, edge_words
from visualizer.draw.picture.layout.placed_nodes import (
    MAX_DRAWN_PLIES,
    MAX_WHOLE_TREE_NODES,
    MOST_VISITED_FACTOR,
    WIDEST_MEAN,
    FoldedNodes,
    LayoutLimits,
    NodeMeasures,
    PlacedNode,
    TreeLayout,
    spread_nodes,
    window_width,
)
from visualizer.draw.picture.layout.spine import lay_out_spine, spine_of, spine_ruler
from visualizer.explaining.explanation.naming import Perspective
from visualizer.explaining.measures.sampling import sample_look
from visualizer.explaining.measures.summary import deepest_below
from visualizer.look.numbers import format_number
from visualizer.searching.run import Run
from visualizer.trace.bounds import expected_value
from visualizer.trace.labels import sum_label, value_label
from visualizer.trace.rows import Kind, MovePath
from visualizer.trace.tree_at_step import TreeAtStep

MAX_SINGLE_UNVISITED = 4
"""The most children never visited that have places of their own; more are folded."""
NEIGHBOUR_GAPS = (12, 9, 7, 5, 4, 3, 2, 1)
"""Letters between neighbours: the first of these that fits."""
NATURAL_GAP = 3
"""Letters between neighbours where the width is not limited."""
MAX_MEASURED_SUMS = 24
"""The most partial sums of a chance node whose width is measured."""


def lay_out_tree(
    run: Run, tree: TreeAtStep, selected: MovePath | None, limits: LayoutLimits
) -> TreeLayout:
    """Return the places of all nodes drawn at a step; `selected` is the path selected, if any."""
    whole = whole_tree(run, limits)
    if whole is not None:
        return whole
    spine = spine_of(run, tree, limits.top, selected)
    from_root = tree.at_end and (selected is None or limits.alone is not None)
    return lay_out_spine(run, tree, spine, limits, from_root=from_root)


def with_level_roots(runs: Sequence[Run], limits: LayoutLimits) -> LayoutLimits:
    """Return the limits, narrowed until the roots of all trees are drawn in the same row."""
    plain = limits._replace(boxed=False)
    choices = (limits, plain, plain._replace(windowed=False), plain._replace(most=0))
    for choice in choices:
        if len({root_row(run, choice) for run in runs}) == 1:
            return choice
    return choices[-1]


def root_row(run: Run, limits: LayoutLimits) -> int:
    """Return the line of the root's value, -1 if it is not the same for all steps."""
    whole = whole_tree(run, limits)
    if whole is not None:
        return whole.nodes[0].top + whole.measures.value
    ruler = spine_ruler(run, limits)
    has_boxes = bool(ruler.measures.boxed)
    if has_boxes and ruler.plies < deepest_below(run, limits.top):
        return -1
    return ruler.top(0, 0) + ruler.measures.value


def whole_tree(run: Run, limits: LayoutLimits) -> TreeLayout | None:
    """Place all nodes of a finished search below the topmost; None where they do not fit.

    Of a search that is held, a textbook's tree is placed whatever it has visited.
    """
    placed = place_whole_tree(run, limits)
    if placed is None or not run.is_held:
        return placed
    # The layout of a held run is made without looking at its visits: they are added here.
    whole = TreeAtStep(run.trace)
    nodes = [
        replace(node, node=whole.node_at(node.path), above=whole.node_at(node.path[:-1]))
        for node in placed.nodes
    ]
    return replace(placed, nodes=nodes)


@lru_cache(maxsize=16)
def place_whole_tree(run: Run, limits: LayoutLimits) -> TreeLayout | None:
    """Place all nodes, as loosely as fits, once for all steps; None where they do not fit."""
    # Counting nodes is quick; only then are widths measured.
    nodes = nodes_of_whole_tree(run, limits)
    if not nodes or is_clearly_too_wide(nodes, limits):
        return None
    plies = max(node.ply for node in nodes)
    for measures in limits.measures.whole(windowed=limits.windowed, large=limits.large):
        if measures.boxed and not limits.boxed:
            continue
        rows = limits.rows
        if rows and limits.top:
            rows -= limits.measures.note  # a line says where the drawing begins
        lines = measures.lines(plies, windowed_below=not plies)
        if rows and lines > rows:
            continue
        layout = place_with_measures(run, nodes, measures, limits)
        if layout is None:
            continue
        layout.rows = rows or lines + plies * measures.slope(longest_edge(layout))
        spare_lines = layout.rows - lines
        layout.measures, above = measures.stretched(spare_lines, plies, large=limits.large)
        for placed in layout.nodes:
            placed.top = layout.measures.top(placed.ply) + above
        return layout
    return None


def nodes_of_whole_tree(run: Run, limits: LayoutLimits) -> list[PlacedNode]:
    """List the nodes to place, parents first; none while the whole tree is not yet known."""
    if run.is_held:
        return list_textbook_nodes(run, limits) if run.game.explicit else []
    return list_all_nodes(run, limits) if run.trace.finished else []


def is_clearly_too_wide(nodes: Sequence[PlacedNode], limits: LayoutLimits) -> bool:
    """Return whether one ply is too wide even with a letter a node and the least gaps."""
    if not limits.columns:
        return False
    most = max(Counter(node.ply for node in nodes).values())
    return most + (most - 1) * NEIGHBOUR_GAPS[-1] > limits.columns - limits.margin


def place_with_measures(
    run: Run, nodes: list[PlacedNode], measures: NodeMeasures, limits: LayoutLimits
) -> TreeLayout | None:
    """Place nodes side by side with the widest gaps that fit; None where none does."""
    whole = TreeAtStep(run.trace)
    parts = [part_widths(run, whole, node, measures, limits) for node in nodes]
    if run.is_held or limits.evened:
        parts = even_widths(run, nodes, parts, measures, limits)
    widths = [part.together for part in parts]
    gaps: Sequence[int] = (NATURAL_GAP,)
    if limits.columns:
        # Large boxes must not touch.
        gaps = NEIGHBOUR_GAPS if measures.letter == 1 else NEIGHBOUR_GAPS[:-1]
    columns = spread_nodes(nodes, widths, gaps, limits.columns, limits.margin)
    if not columns:
        return None
    for node, part in zip(nodes, parts, strict=True):
        node.box = part.box
    return TreeLayout(measures, nodes, columns=columns, is_whole=True)


def longest_edge(layout: TreeLayout) -> int:
    """Return how far the longest edge runs to the side, in letters."""
    nodes = layout.nodes
    reaches = (abs(placed.x - nodes[placed.parent].x) for placed in nodes if placed.parent >= 0)
    return max(reaches, default=0)


def list_all_nodes(run: Run, limits: LayoutLimits) -> list[PlacedNode]:
    """List the nodes of a finished search, parents first; none if they exceed the limits.

    Of a textbook's tree these are all nodes, of a game those ever visited and their siblings.
    """
    whole = TreeAtStep(run.trace)
    node = whole.node_at(limits.top)
    if node is None:
        return []
    # Where each row is a node, a long trace need not be walked to know that it is too large.
    draws_all = not limits.top and limits.plies == MAX_DRAWN_PLIES
    if draws_all and not run.trace.revisits and len(run.trace) > limits.most:
        return []
    first = PlacedNode(limits.top, node, None, 0)
    return collect_nodes(first, lambda each: children_to_place(run, whole, each, limits), limits)


def list_textbook_nodes(run: Run, limits: LayoutLimits) -> list[PlacedNode]:
    """List the nodes of a textbook's tree, parents first, as if none had been visited.

    The list is empty if they exceed the limits.
    """

    def children(parent: PlacedNode) -> Iterator[PlacedNode]:
        for path in run.below(parent.path):
            yield PlacedNode(path, None, None, parent.ply + 1)

    return collect_nodes(PlacedNode(limits.top, None, None, 0), children, limits)


def collect_nodes(
    first: PlacedNode, children: Callable[[PlacedNode], Iterable[PlacedNode]], limits: LayoutLimits
) -> list[PlacedNode]:
    """List a node and all below it, parents first; none if they exceed the limits."""
    nodes = [first]
    for number, node in enumerate(nodes):  # the list grows meanwhile
        if node.folded is None and node.ply < limits.plies:
            for child in children(node):
                child.parent = number
                nodes.append(child)
        if len(nodes) > limits.most:
            return []
    return nodes


def children_to_place(
    run: Run, whole: TreeAtStep, parent: PlacedNode, limits: LayoutLimits
) -> Iterator[PlacedNode]:
    """Yield the children of a node in the order tried; many that are never visited are folded."""
    known = visited_children(run, whole, parent, limits)
    if known is None:
        return
    node = parent.node
    path = parent.path
    ply = parent.ply + 1
    if limits.evened:
        # Which branches are tried first, and which again, would tell what the search finds.
        for move in run.order(path):
            yield PlacedNode((*path, move), known.get(move), node, ply)
        return

    order = run.order(path, whole)
    if limits.measures.sized:
        order = sorted(order, key=lambda move: _sampled_rank(whole, known.get(move)))
    for move in order:
        if move in known:
            yield PlacedNode((*path, move), known[move], node, ply)
    rest = [move for move in order if move not in known] if limits.pruned else []
    if run.game.explicit or limits.ghosts or len(rest) <= MAX_SINGLE_UNVISITED:
        for move in rest:
            yield PlacedNode((*path, move), None, node, ply)
    else:
        yield PlacedNode((*path, rest[0]), None, node, ply, folded=FoldedNodes((*rest,)))


def visited_children(
    run: Run, whole: TreeAtStep, parent: PlacedNode, limits: LayoutLimits
) -> dict[int, int] | None:
    """Return the nodes of the children ever visited, by their moves; None to place no children."""
    if parent.node is not None:
        known = {run.trace.move(child): child for child in whole.known_children(parent.node)}
        return known if known or whole.move_count(parent.node) else None
    is_small_textbook = run.game.explicit and len(run.trace) <= MAX_WHOLE_TREE_NODES
    if (limits.ghosts or is_small_textbook) and run.is_inner(parent.path):
        return {}
    return None


def _sampled_rank(whole: TreeAtStep, node: int | None) -> int:
    """Return the rank of a child in a search by random games, the most visited child first."""
    return 1 if node is None else -whole.returned_count(node)


class PartWidths(NamedTuple):
    """The greatest widths of a node's parts over all steps, in columns.

    `box` is the outline. `label` is the width of a book's label, counted on both sides, so that
    the outline stays in the middle.
    """

    name: int
    box: int
    label: int = 0
    window: int = 0

    @property
    def together(self) -> int:
        """Return the width of the node."""
        return max(self.name, self.box + self.label, self.window)


def part_widths(
    run: Run,
    whole: TreeAtStep,
    placed: PlacedNode,
    measures: NodeMeasures,
    limits: LayoutLimits,
) -> PartWidths:
    """Return the greatest widths of a node's parts over all steps of the run."""
    if placed.folded is not None:
        words = max(len(f"✕ {placed.folded.unvisited:,}"), len("to come"))
        return PartWidths(0, words + 2 * measures.boxed)
    name = name_width(run, whole, placed, measures, limits)
    minus = int(limits.perspective.at(run, placed.path).is_min)
    window = 0
    if placed.node is None:
        is_known = (run.game.explicit or limits.ghosts) and not run.is_inner(placed.path)
        letters = 1
        if is_known:
            letters = len(format_number(run.evaluated(placed.path))) + minus
        box = measures.label(letters)
    elif not whole.move_count(placed.node):
        placed.leaf_value = value_label(whole, placed.node)
        sign = 2 if is_ever_answered(run, whole, placed.node) else 0
        box = measures.label(sign + len(placed.leaf_value) + minus)
    else:
        box, window = inner_widths(run, whole, placed.node, measures, minus)
    if placed.node is not None and measures.sized:
        size = sample_look(whole, placed.node).size
        box = ceil(box * (1 + (MOST_VISITED_FACTOR - 1) * size))
    label = book_label(run, placed.path)
    label_width = 2 * (len(label) + 1) if label else 0
    return PartWidths(name, box, label_width, window)


def name_width(
    run: Run,
    whole: TreeAtStep,
    placed: PlacedNode,
    measures: NodeMeasures,
    limits: LayoutLimits,
) -> int:
    """Return the greatest width of a node's name, with marks and the count of its visits."""
    if not placed.path or not placed.ply:
        return 0
    # Room on both sides keeps the name in the middle.
    mark = limits.mark * (1 if measures.spare == 1 else 2)
    count = 2 * visit_count_width(run, whole, placed, limits)
    return (len(edge_words(run, placed.path)) + mark + count) * measures.wide


def is_ever_answered(run: Run, whole: TreeAtStep, node: int) -> bool:
    """Return whether a table answers some visit to a node."""
    if not run.trace.answered:
        return False
    return any(run.trace.kind(visit) is Kind.TABLE for visit in whole.visits_to(node))


def inner_widths(
    run: Run,
    whole: TreeAtStep,
    node: int,
    measures: NodeMeasures,
    minus: int,
) -> tuple[int, int]:
    """Return the greatest widths of an inner node's outline and window; `minus` adds a sign."""
    trace = run.trace
    visits = whole.visits_to(node)
    values = values_to_come(whole, node)
    with_bound_sign = 1 + max(map(len, values), default=-1)
    longest = max(with_bound_sign, len(value_label(whole, node)))
    is_ever_cut = any(trace.kind(visit) is Kind.CUT for visit in visits)
    box = measures.label(longest + minus, turn=True, cut=is_ever_cut)
    if not measures.windowed:
        return box, 0
    ends = [format_number(end(visit)) for visit in visits for end in (trace.alpha, trace.beta)]
    longest_end = max(map(len, [*ends, *values]))
    return box, (window_width(longest_end) + 2 * minus) * measures.wide


def even_widths(
    run: Run,
    nodes: list[PlacedNode],
    parts: list[PartWidths],
    measures: NodeMeasures,
    limits: LayoutLimits,
) -> list[PartWidths]:
    """Return widths that reveal nothing of what a search finds.

    All inner nodes are equally wide, and so are their windows: they have room for the longest
    value of a leaf, the sign of a bound and the sign of a cut. Means of chance nodes, and values
    that depend on them, may be longer: once the search is known, the longest has room everywhere.
    """
    leaves = [node.path for node in nodes if node.folded is None and not run.is_inner(node.path)]
    leaf_letters = {path: len(format_number(run.evaluated(path))) for path in leaves}
    longest = max(leaf_letters.values(), default=1)
    if run.game.explicit:
        longest = longest_leaf_letters(run)
    longest += 1 + (limits.perspective is Perspective.MOVER)
    if run.has_chance and not run.is_held:
        longest = max(longest, longest_chance_letters(run, nodes, windowed=measures.windowed > 0))

    box = measures.label(longest, turn=True, cut=True)
    window = window_width(longest) * measures.wide * measures.windowed
    widths = []
    for node, part in zip(nodes, parts, strict=True):
        if node.folded is not None:
            widths.append(part)
        elif node.path in leaf_letters:
            minus = int(limits.perspective.at(run, node.path).is_min)
            widths.append(part._replace(box=measures.label(leaf_letters[node.path] + minus)))
        else:
            widths.append(part._replace(box=box, window=window))
    return widths


def longest_chance_letters(run: Run, nodes: Sequence[PlacedNode], *, windowed: bool) -> int:
    """Return the letters of the longest value or window end of the nodes visited."""
    whole = TreeAtStep(run.trace)
    visited = [node.node for node in nodes if node.node is not None]
    lengths = [len(value_label(whole, node)) for node in visited]
    if windowed:
        for node in visited:
            row = whole.visit(node)
            lengths.append(len(format_number(run.trace.alpha(row))))
            lengths.append(len(format_number(run.trace.beta(row))))
    return max(lengths, default=0)


@lru_cache(maxsize=16)
def longest_leaf_letters(run: Run) -> int:
    """Return the letters of the longest value in a textbook's tree."""
    leaves = (path for path in run.all_paths() if not run.is_inner(path))
    return max(len(format_number(run.evaluated(path))) for path in leaves)


def visit_count_width(run: Run, whole: TreeAtStep, placed: PlacedNode, limits: LayoutLimits) -> int:
    """Return the greatest width of the count of a node's visits, 0 if it never exceeds one."""
    if (run.is_held or limits.evened) and run.comes_back:
        return len(" ×2")
    if not run.trace.revisits or placed.node is None:
        return 0
    count = whole.visit_count(placed.node)
    if not run.trace.adds:
        # Visits count within one visit to the parent.
        parents = Counter(map(run.trace.parent, whole.visits_to(placed.node)))
        count = max(parents.values())
    return len(f" ×{count:,}") if count > 1 else 0


def values_to_come(whole: TreeAtStep, node: int) -> list[str]:
    """Return the values that a node may show before its end, as they are written.

    These are the values of its children, or of a chance node the sums as outcomes return.
    """
    trace = whole.trace
    if trace.adds:
        return [WIDEST_MEAN]
    if not whole.is_chance(node):
        return [
            format_number(trace.value(visit))
            for child in whole.known_children(node)
            for visit in whole.visits_to(child)
        ]
    row = whole.visit(node)
    outcomes = [whole.visit(child) for child, _ in whole.shares(node)][:MAX_MEASURED_SUMS]
    sums = []
    for count in range(1, len(outcomes) + 1):
        words = sum_label(expected_value(trace, row, outcomes[:count]))
        sums.append(f"({words})")
    return sums
