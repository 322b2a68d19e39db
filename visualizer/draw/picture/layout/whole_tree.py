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
"""The most sums of a chance node that are measured."""


def lay_out_tree(
    run: Run, tree: TreeAtStep, selected: MovePath | None, limits: LayoutLimits
) -> TreeLayout:
    """Return the places of all nodes drawn at a step; `selected` is the path selected, if any."""
    whole = whole_tree(run, limits)
    if whole is not None:
        return whole
    from_root = tree.at_end and (selected is None or limits.alone is not None)
    return lay_out_spine(
        run, tree, spine_of(run, tree, limits.top, selected), limits, from_root=from_root
    )


def with_level_roots(runs: Sequence[Run], limits: LayoutLimits) -> LayoutLimits:
    """Return the limits, made narrower until the roots of all the trees are drawn in one row."""
    plain = limits._replace(boxed=False)
    choices = (limits, plain, plain._replace(windowed=False), plain._replace(most=0))
    return next(
        (each for each in choices if len({root_row(run, each) for run in runs}) == 1), choices[-1]
    )


def root_row(run: Run, limits: LayoutLimits) -> int:
    """Return the line of the root's value, -1 if it is not the same for all steps."""
    whole = whole_tree(run, limits)
    if whole is not None:
        return whole.nodes[0].top + whole.measures.value
    ruler = spine_ruler(run, limits)
    is_steady = not ruler.measures.boxed or ruler.plies >= deepest_below(run, limits.top)
    if is_steady:
        return ruler.top(0, 0) + ruler.measures.value
    return -1


def whole_tree(run: Run, limits: LayoutLimits) -> TreeLayout | None:
    """Place all nodes of a finished search below the topmost, as loosely as fits; None where they do not fit.

    Of a search that is held, a textbook's tree is placed whatever it has visited.
    """
    placed = place_whole_tree(run, limits)
    if placed is None or not run.is_held:
        return placed
    whole = TreeAtStep(run.trace)
    nodes = [
        replace(each, node=whole.node_at(each.path), above=whole.node_at(each.path[:-1]))
        for each in placed.nodes
    ]
    return replace(placed, nodes=nodes)


@lru_cache(maxsize=16)
def place_whole_tree(run: Run, limits: LayoutLimits) -> TreeLayout | None:
    """Place all nodes once for all steps."""
    if run.is_held:
        known = run.game.explicit
    else:
        known = run.trace.finished
    list_nodes = list_textbook_nodes if run.is_held else list_all_nodes
    if known:
        found = list_nodes(run, limits)
    else:
        found = []
    counts = Counter(each.ply for each in found)
    most = max(
        counts.values(), default=0
    )  # which take at least a letter each, and the least gap between two
    if not found or (
        limits.columns and most + (most - 1) * NEIGHBOUR_GAPS[-1] > limits.columns - limits.margin
    ):
        return None
    plies = max(counts)
    for measures in limits.measures.whole(windowed=limits.windowed, large=limits.large):
        lines = measures.lines(plies, windowed_below=not plies)
        if measures.boxed and not limits.boxed:
            continue
        rows = limits.rows and limits.rows - limits.measures.note * bool(
            limits.top
        )  # which says where the drawing begins
        if (
            lines <= (rows or lines)
            and (layout := place_with_measures(run, found, measures, limits)) is not None
        ):
            layout.rows = rows or lines + plies * measures.slope(longest_edge(layout))
            layout.measures, above = measures.stretched(
                layout.rows - lines, plies, large=limits.large
            )
            for placed in layout.nodes:
                placed.top = layout.measures.top(placed.ply) + above
            return layout
    return None


def place_with_measures(
    run: Run, found: list[PlacedNode], measures: NodeMeasures, limits: LayoutLimits
) -> TreeLayout | None:
    """Place nodes beside each other, with the widest gaps that fit; None where none does."""
    whole = TreeAtStep(run.trace)
    parts = [part_widths(run, whole, each, measures, limits) for each in found]
    if run.is_held or limits.evened:
        parts = even_widths(run, found, parts, measures, limits)
    widths = [each.together for each in parts]
    gaps = (
        NEIGHBOUR_GAPS if measures.letter == 1 else NEIGHBOUR_GAPS[:-1]
    )  # large boxes do not touch
    columns = spread_nodes(
        found, widths, gaps if limits.columns else (NATURAL_GAP,), limits.columns, limits.margin
    )
    for each, widest in zip(found, parts, strict=True):
        each.box = widest.box
    if columns:
        return TreeLayout(measures, found, columns=columns, is_whole=True)
    return None


def longest_edge(layout: TreeLayout) -> int:
    """Return how far the longest edge runs to the side, in letters."""
    nodes = layout.nodes
    return max(
        (abs(placed.x - nodes[placed.parent].x) for placed in nodes if placed.parent >= 0),
        default=0,
    )


def list_all_nodes(run: Run, limits: LayoutLimits) -> list[PlacedNode]:
    """List the nodes of a tree, parents first: of a textbook's tree all, of a game those ever visited and siblings.

    The list is empty where there are more than the limits allow.
    """
    whole = TreeAtStep(run.trace)
    trace = run.trace
    node = whole.node_at(limits.top)
    if node is None or (
        len(trace) > limits.most
        and not trace.revisits
        and not limits.top
        and limits.plies == MAX_DRAWN_PLIES
    ):
        return []
    return collect_nodes(
        PlacedNode(limits.top, node, None, 0),
        lambda each: children_to_place(run, whole, each, limits),
        limits,
    )


def list_textbook_nodes(run: Run, limits: LayoutLimits) -> list[PlacedNode]:
    """List the nodes of a textbook's tree, parents first, as if none had been visited; none if there are too many."""

    def children(each: PlacedNode) -> Iterator[PlacedNode]:
        return (PlacedNode(path, None, None, each.ply + 1) for path in run.below(each.path))

    return collect_nodes(PlacedNode(limits.top, None, None, 0), children, limits)


def collect_nodes(
    first: PlacedNode, children: Callable[[PlacedNode], Iterable[PlacedNode]], limits: LayoutLimits
) -> list[PlacedNode]:
    """List a node and all below it, parents first; none if there are more than the limits allow."""
    found = [first]
    for number, each in enumerate(found):  # which grows meanwhile
        if each.folded is None and each.ply < limits.plies:
            for child in children(each):
                child.parent = number
                found.append(child)
        if len(found) > limits.most:
            return []
    return found


def children_to_place(
    run: Run, whole: TreeAtStep, each: PlacedNode, limits: LayoutLimits
) -> Iterator[PlacedNode]:
    """Yield the children of a node, in the order tried; many that are never visited are folded."""
    node = each.node
    ply = each.ply + 1
    if node is None and not (
        limits.ghosts or (run.game.explicit and len(run.trace) <= MAX_WHOLE_TREE_NODES)
    ):
        return
    if node is None:
        known = {}
    else:
        known = {run.trace.move(child): child for child in whole.known_children(node)}
    if not known and not (whole.move_count(node) if node is not None else run.is_inner(each.path)):
        return
    if limits.evened:  # which branches are tried again, and first, tells what is found
        yield from (
            PlacedNode((*each.path, move), known.get(move), node, ply)
            for move in run.order(each.path)
        )
        return
    order = run.order(each.path, whole)
    if limits.measures.sized:
        order = sorted(
            order, key=lambda move: -whole.returned_count(known[move]) if move in known else 1
        )
    for move in order:
        if move in known:
            yield PlacedNode((*each.path, move), known[move], node, ply)
    if limits.pruned:
        rest = [move for move in order if move not in known]
    else:
        rest = []
    if run.game.explicit or limits.ghosts or len(rest) <= MAX_SINGLE_UNVISITED:
        yield from (PlacedNode((*each.path, move), None, node, ply) for move in rest)
    else:
        yield PlacedNode((*each.path, rest[0]), None, node, ply, folded=FoldedNodes((*rest,)))


class PartWidths(NamedTuple):
    """The greatest widths of a node's parts over all steps, in columns: its name, its outline, and its window.

    `label` is what a book calls it, on both sides, so that the outline stays in the middle.
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
    run: Run, whole: TreeAtStep, each: PlacedNode, measures: NodeMeasures, limits: LayoutLimits
) -> PartWidths:
    """Return the greatest widths of a node's parts over all steps that the run has."""
    mark = limits.mark * (
        1 if measures.spare == 1 else 2
    )  # on both sides, so that the name stays in the middle
    name = 0
    if each.path and each.ply:
        name = (
            len(edge_words(run, each.path)) + mark + 2 * visit_count_width(run, whole, each, limits)
        ) * measures.wide
    node = each.node
    minus = limits.perspective.at(run, each.path).is_min
    window = 0
    if each.folded is not None:
        return PartWidths(
            0, max(len(f"✕ {each.folded.unvisited:,}"), len("to come")) + 2 * measures.boxed
        )
    if node is not None and not whole.move_count(node):
        has_tables = len(run.trace.answered) > 0
        answered = has_tables and any(
            run.trace.kind(visit) is Kind.TABLE for visit in whole.visits_to(node)
        )
        each.leaf_value = value_label(whole, node)
        box = measures.label(2 * answered + len(each.leaf_value) + minus)
    elif node is None:
        is_known = (run.game.explicit or limits.ghosts) and not run.is_inner(each.path)
        box = measures.label(
            len(format_number(run.evaluated(each.path))) + minus if is_known else 1
        )
    else:
        values = values_to_come(whole, node)
        longest = max(
            1 + max(map(len, values), default=-1), len(value_label(whole, node))
        )  # with a bound's sign
        trace = run.trace
        visits = whole.visits_to(node)
        is_ever_cut = any(trace.kind(visit) is Kind.CUT for visit in visits)
        box = measures.label(longest + minus, turn=True, cut=is_ever_cut)
        if measures.windowed:
            ends = [
                format_number(end(visit)) for visit in visits for end in (trace.alpha, trace.beta)
            ]
            window = (window_width(max(map(len, [*ends, *values]))) + 2 * minus) * measures.wide
    if node is not None and measures.sized:
        box = ceil(box * (1 + (MOST_VISITED_FACTOR - 1) * sample_look(whole, node).size))
    label = book_label(run, each.path)
    return PartWidths(name, box, 2 * (len(label) + 1) if label else 0, window)


def even_widths(
    run: Run,
    found: list[PlacedNode],
    parts: list[PartWidths],
    measures: NodeMeasures,
    limits: LayoutLimits,
) -> list[PartWidths]:
    """Return widths that tell nothing of what a search finds: inner nodes have one width, and so have their windows.

    There is room for the longest value of a leaf with the sign of a bound, and for that of a cut. Means at chance nodes
    and what comes of them may be longer: the longest has room everywhere, where the search is known.
    """
    leaves = [each.path for each in found if each.folded is None and not run.is_inner(each.path)]
    leaf_values = {path: len(format_number(run.evaluated(path))) for path in leaves}
    if run.game.explicit:
        longest = longest_leaf_letters(run)
    else:
        longest = max(leaf_values.values(), default=1)
    longest += 1 + (limits.perspective is Perspective.MOVER)
    if run.has_chance and not run.is_held:
        whole = TreeAtStep(run.trace)
        trace = run.trace
        visited = [each.node for each in found if each.node is not None]
        longest = max(longest, *(len(value_label(whole, node)) for node in visited))
        rows = [whole.visit(node) for node in visited] * measures.windowed
        longest = max(
            [
                longest,
                *(
                    len(format_number(end(row)))
                    for row in rows
                    for end in (trace.alpha, trace.beta)
                ),
            ]
        )
    box = measures.label(longest, turn=True, cut=True)
    window = window_width(longest) * measures.wide * measures.windowed

    def even(each: PlacedNode, widths: PartWidths) -> PartWidths:
        if each.folded is not None:
            return widths
        if each.path not in leaf_values:
            return widths._replace(box=box, window=window)
        minus = limits.perspective.at(run, each.path).is_min
        return widths._replace(box=measures.label(leaf_values[each.path] + minus))

    return [even(each, widths) for each, widths in zip(found, parts, strict=True)]


@lru_cache(maxsize=16)
def longest_leaf_letters(run: Run) -> int:
    """Return the letters of the longest value in a textbook's tree."""
    return max(
        len(format_number(run.evaluated(path)))
        for path in run.all_paths()
        if not run.is_inner(path)
    )


def visit_count_width(run: Run, whole: TreeAtStep, each: PlacedNode, limits: LayoutLimits) -> int:
    """Return the greatest width of the count of a node's visits, 0 if there is never more than one."""
    if (run.is_held or limits.evened) and run.comes_back:
        return len(" ×2")
    if not run.trace.revisits or each.node is None:
        return 0
    looks = whole.visit_count(each.node)
    if not run.trace.adds:  # then visits count within one visit of the parent
        looks = max(Counter(map(run.trace.parent, whole.visits_to(each.node))).values())
    if looks > 1:
        return len(f" ×{looks:,}")
    return 0


def values_to_come(whole: TreeAtStep, node: int) -> list[str]:
    """Return what a node may show before its end, as written: a child's value, or the sums while outcomes return."""
    trace = whole.trace
    if trace.adds:
        return [WIDEST_MEAN]
    if whole.is_chance(node):
        row = whole.visit(node)
        below = [whole.visit(child) for child, _ in whole.shares(node)][
            :MAX_MEASURED_SUMS
        ]  # not those where it was stopped
        return [
            f"({sum_label(expected_value(trace, row, below[: count + 1]))})"
            for count in range(len(below))
        ]
    return [
        format_number(trace.value(visit))
        for child in whole.known_children(node)
        for visit in whole.visits_to(child)
    ]
