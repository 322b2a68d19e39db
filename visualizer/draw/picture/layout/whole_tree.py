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
from visualizer.explaining.measures.sampling import sample_square
from visualizer.explaining.measures.summary import plies_below
from visualizer.look.numbers import format_number
from visualizer.searching.run import Run
from visualizer.trace.bounds import expected_value
from visualizer.trace.labels import sum_label, value_label
from visualizer.trace.rows import Kind, MovePath
from visualizer.trace.tree_at_step import TreeAtStep

MAX_SINGLE_UNVISITED = 4
"""The most unvisited children with a place each; more are folded."""
NEIGHBOUR_GAPS = (12, 9, 7, 5, 4, 3, 2, 1)
"""Letters between neighbours, in the order in which they are tried."""
VARYING_LINE = -1
"""In place of a line: the line is not the same at every step."""
NATURAL_GAP = 3
"""Letters between neighbours where the width is not limited."""
MAX_MEASURED_OUTCOMES = 24
"""The most outcomes of a chance node for which the width of its expected value is measured."""


def lay_out_tree(
    run: Run, tree: TreeAtStep, selected: MovePath | None, limits: LayoutLimits
) -> TreeLayout:
    """Return the places of all nodes drawn at a step: the whole tree if it fits, else a spine.

    A spine is one path and the siblings along it: the path to the node at `selected`, or to the
    current node if `selected` is None.
    """
    whole = whole_tree(run, limits)
    if whole is not None:
        return whole
    spine = spine_of(run, tree, limits.top, selected)
    # At the end of the search, the best line is drawn from its beginning.
    shows_best_line = selected is None or limits.max_singles is not None
    from_root = tree.at_end and shows_best_line
    return lay_out_spine(
        run,
        tree,
        spine,
        limits,
        from_root=from_root,
    )


def limits_that_align_roots(runs: Sequence[Run], limits: LayoutLimits) -> LayoutLimits:
    """Return limits with which the roots of all compared trees are drawn in the same line.

    If necessary, boxes are given up first, then windows, and whole trees last.
    """
    without_boxes = limits._replace(may_have_boxes=False)
    without_windows = without_boxes._replace(windowed=False)
    # Along spines without boxes, all roots are in the same line.
    without_whole_tree = without_boxes._replace(max_nodes=0)
    for choice in (limits, without_boxes, without_windows, without_whole_tree):
        root_lines = {root_line(run, choice) for run in runs}
        if len(root_lines) == 1:
            return choice
    return without_whole_tree


def root_line(run: Run, limits: LayoutLimits) -> int:
    """Return the line of the root's value, or `VARYING_LINE` if pages of a spine differ."""
    whole = whole_tree(run, limits)
    if whole is not None:
        return whole.nodes[0].top + whole.measures.value
    ruler = spine_ruler(run, limits)
    # On later pages of a deep spine, the root is a breadcrumb in line 0. On the first page its
    # value is in the same line, unless the line is taken by the box around the value.
    has_boxes = bool(ruler.measures.frame_lines)
    has_later_pages = ruler.plies < plies_below(run, limits.top)
    if has_boxes and has_later_pages:
        return VARYING_LINE
    return ruler.edge_line(0, 0) + ruler.measures.value


def whole_tree(run: Run, limits: LayoutLimits) -> TreeLayout | None:
    """Return the layout of all nodes of a finished search below `limits.top`, None if too large.

    In a run that hides its later steps, as in an exercise, all nodes are known only for a tree from
    a textbook: return None for any other tree.
    """
    layout = place_whole_tree(run, limits)
    if layout is None or not run.hides_later_steps:
        return layout
    # The places must not depend on the visits of such a run, so nodes get their numbers only now.
    tree = TreeAtStep(run.trace)
    nodes = [
        replace(node, node=tree.node_at(node.path), parent_node=tree.node_at(node.path[:-1]))
        for node in layout.nodes
    ]
    return replace(layout, nodes=nodes)


@lru_cache(maxsize=16)
def place_whole_tree(run: Run, limits: LayoutLimits) -> TreeLayout | None:
    """Place all nodes with the largest measures that fit at every step; None if none fit.

    In a run that hides its later steps, as in an exercise, the places do not depend on its visits.
    """
    # Measuring widths takes time, so the number of nodes is checked first.
    nodes = nodes_of_whole_tree(run, limits)
    if not nodes or is_clearly_too_wide(nodes, limits):
        return None
    plies = max(node.ply for node in nodes)
    rows = limits.rows
    if rows and limits.top:
        rows -= limits.measures.footer_lines  # a line names the node where the drawing begins

    choices = limits.measures.choices_for_whole_tree(windowed=limits.windowed, large=limits.large)
    for measures in choices:
        if measures.frame_lines and not limits.may_have_boxes:
            continue
        # The nodes of the last ply are leaves, unless the root is the only node drawn.
        is_root_alone = plies == 0
        lines = measures.lines(plies, last_has_windows=is_root_alone)
        if rows and lines > rows:
            continue
        layout = place_with_measures(run, nodes, measures, limits)
        if layout is not None:
            # Without a limit, the tree becomes higher until its edges are not too flat.
            layout.rows = rows or lines + plies * measures.slope(longest_edge(layout))
            stretch_layout(
                layout,
                layout.rows - lines,
                plies,
                large=limits.large,
            )
            return layout
    return None


def stretch_layout(layout: TreeLayout, spare_lines: int, plies: int, *, large: bool) -> None:
    """Give spare lines to the nodes and edges of a layout, and set the line of each node."""
    layout.measures, first_line = layout.measures.stretch(spare_lines, plies, large=large)
    for placed in layout.nodes:
        placed.top = layout.measures.top(placed.ply) + first_line


def nodes_of_whole_tree(run: Run, limits: LayoutLimits) -> list[PlacedNode]:
    """List the nodes of the whole tree, parents first; [] if the tree is not known, or too large.

    The tree is known when the search has finished. In a run that hides its later steps, only a
    textbook's tree is known.
    """
    if run.hides_later_steps:
        if run.game.explicit:
            return list_textbook_nodes(run, limits)
        return []
    if run.trace.finished:
        return list_all_nodes(run, limits)
    return []


def is_clearly_too_wide(nodes: Sequence[PlacedNode], limits: LayoutLimits) -> bool:
    """Return whether some ply is too wide even with nodes of one letter and the smallest gaps."""
    if not limits.columns:
        return False
    nodes_per_ply = Counter(node.ply for node in nodes)
    max_nodes = max(nodes_per_ply.values())
    min_width = max_nodes + (max_nodes - 1) * NEIGHBOUR_GAPS[-1]
    return min_width > limits.columns - limits.margin


def place_with_measures(
    run: Run, nodes: list[PlacedNode], measures: NodeMeasures, limits: LayoutLimits
) -> TreeLayout | None:
    """Place nodes side by side with the widest gap that fits; None if no gap fits.

    The nodes get their columns and widths here; `stretch_layout` sets their lines.
    """
    ruler = WidthRuler(run, TreeAtStep(run.trace), measures, limits)
    part_widths = [ruler.part_widths(node) for node in nodes]
    if run.hides_later_steps or limits.equal_widths:
        part_widths = ruler.equal_part_widths(nodes, part_widths)
    gaps: Sequence[int] = (NATURAL_GAP,)
    if limits.columns:
        # Large boxes would touch with the last gap, a single letter.
        has_large_boxes = measures.value_letter_columns > 1
        gaps = NEIGHBOUR_GAPS[:-1] if has_large_boxes else NEIGHBOUR_GAPS
    columns = spread_nodes(
        nodes,
        [widths.total_width for widths in part_widths],
        gaps=gaps,
        columns=limits.columns,
        margin=limits.margin,
    )
    if not columns:
        return None
    for node, widths in zip(nodes, part_widths, strict=True):
        node.outline_width = widths.outline_width
    return TreeLayout(
        measures,
        nodes,
        columns=columns,
        is_whole=True,
    )


def longest_edge(layout: TreeLayout) -> int:
    """Return how far the longest edge runs to the side, in letters."""
    nodes = layout.nodes
    offsets = (
        abs(placed.x - nodes[placed.parent_index].x) for placed in nodes if placed.parent_index >= 0
    )
    return max(offsets, default=0)


def list_all_nodes(run: Run, limits: LayoutLimits) -> list[PlacedNode]:
    """List the nodes of a finished search, parents first; [] for more than the limits allow.

    A textbook's tree is listed with all its nodes, a game's tree with the visited nodes and their
    siblings.
    """
    final_tree = TreeAtStep(run.trace)
    node = final_tree.node_at(limits.top)
    if node is None:
        return []
    # A quick test: unless nodes are visited again, the trace has a row for each visited node.
    draws_all = not limits.top and limits.max_plies == MAX_DRAWN_PLIES
    if draws_all and not run.trace.revisits and len(run.trace) > limits.max_nodes:
        return []
    first = PlacedNode(limits.top, node=node, parent_node=None, ply=0)
    return collect_nodes(
        first, lambda each: children_to_place(run, final_tree, each, limits), limits
    )


def list_textbook_nodes(run: Run, limits: LayoutLimits) -> list[PlacedNode]:
    """List the nodes of a textbook's tree, parents first, as if no node had been visited.

    Return [] for more nodes than the limits allow.
    """

    def children(parent: PlacedNode) -> Iterator[PlacedNode]:
        for path in run.child_paths(parent.path):
            yield PlacedNode(path, node=None, parent_node=None, ply=parent.ply + 1)

    first = PlacedNode(limits.top, node=None, parent_node=None, ply=0)
    return collect_nodes(first, children, limits)


def collect_nodes(
    first: PlacedNode, children: Callable[[PlacedNode], Iterable[PlacedNode]], limits: LayoutLimits
) -> list[PlacedNode]:
    """List a node and all nodes below it, parents first; [] for more nodes than the limits allow.

    `children` returns the children of a node that are to be listed.
    """
    nodes = [first]
    # The list grows during the loop, which goes on with the children that are appended.
    for index, node in enumerate(nodes):
        if node.folded is None and node.ply < limits.max_plies:
            for child in children(node):
                child.parent_index = index
                nodes.append(child)
        if len(nodes) > limits.max_nodes:
            return []
    return nodes


def children_to_place(
    run: Run, final_tree: TreeAtStep, parent: PlacedNode, limits: LayoutLimits
) -> Iterator[PlacedNode]:
    """Yield the children of a node that get places, in the order in which they are tried.

    In a search by random games, the most visited children come first. Children that are never
    visited come last, folded into one place if there are many. `final_tree` is the tree at the last
    step.
    """
    node_by_move = dict[int, int]()
    if parent.node is None:
        has_children = shows_children_of_unvisited(run, parent, limits)
    else:
        node_by_move = {
            run.trace.move(child): child for child in final_tree.known_children(parent.node)
        }
        has_children = bool(node_by_move or final_tree.move_count(parent.node))
    if not has_children:
        return
    if limits.equal_widths:
        # On a sheet to fill in, the order in which branches are tried would give answers away.
        for move in run.order(parent.path):
            yield _placed_child(parent, move, node_by_move.get(move))
        return

    order = run.order(parent.path, final_tree)
    if limits.measures.sized:
        order = sorted(order, key=lambda move: _sampled_rank(final_tree, node_by_move.get(move)))
    for move in order:
        if move in node_by_move:
            yield _placed_child(parent, move, node_by_move[move])
    if limits.pruned:
        unvisited = [move for move in order if move not in node_by_move]
        has_few = len(unvisited) <= MAX_SINGLE_UNVISITED
        shows_each = run.game.explicit or limits.ghosts or has_few
        yield from _unvisited_children(parent, unvisited, is_folded=not shows_each)


def _unvisited_children(
    parent: PlacedNode, moves: Sequence[int], *, is_folded: bool
) -> Iterator[PlacedNode]:
    """Yield a place for each child that is never visited, or one for all if they are folded."""
    if is_folded:
        child = _placed_child(parent, moves[0], None)
        child.folded = FoldedNodes((*moves,))
        yield child
        return
    for move in moves:
        yield _placed_child(parent, move, None)


def _placed_child(parent: PlacedNode, move: int, node: int | None) -> PlacedNode:
    """Return a new child of a placed node; its place is set later."""
    return PlacedNode(
        (*parent.path, move),
        node=node,
        parent_node=parent.node,
        ply=parent.ply + 1,
    )


def shows_children_of_unvisited(run: Run, parent: PlacedNode, limits: LayoutLimits) -> bool:
    """Return whether the children of a node that is never visited get places.

    They do in a small textbook tree, and as ghosts if these are drawn, unless the node is a leaf.
    """
    is_small_textbook = run.game.explicit and len(run.trace) <= MAX_WHOLE_TREE_NODES
    return (limits.ghosts or is_small_textbook) and run.is_inner(parent.path)


def _sampled_rank(final_tree: TreeAtStep, node: int | None) -> int:
    """Return the sort key of a child in a search by random games: most visited children first."""
    return 1 if node is None else -final_tree.returned_count(node)


class PartWidths(NamedTuple):
    """The greatest widths of a node's parts over all steps, in columns.

    A book's label is beside the outline. `label_width` is counted on both sides, so that the
    outline stays in the middle.
    """

    name_width: int
    outline_width: int
    label_width: int = 0
    window_width: int = 0

    @property
    def total_width(self) -> int:
        """Return the width of the node with all its parts."""
        return max(self.name_width, self.outline_width + self.label_width, self.window_width)


class WidthRuler(NamedTuple):
    """Measures the widths of the nodes of a whole tree."""

    run: Run
    final_tree: TreeAtStep
    """The tree at the last step that is known."""
    measures: NodeMeasures
    limits: LayoutLimits

    def part_widths(self, placed: PlacedNode) -> PartWidths:
        """Return the greatest widths of a node's parts over all steps of the run.

        A visited leaf also gets its `leaf_value`, which saves time when the leaf is drawn.
        """
        measures = self.measures
        if placed.folded is not None:
            # In a whole tree, all folded children are unvisited: "to come", or pruned after a cut.
            count = f"✕ {placed.folded.unvisited:,}"
            letters = max(len(count), len("to come"))
            return PartWidths(0, letters + 2 * measures.frame_lines)
        window = 0
        if placed.node is None:
            outline = self.unvisited_width(placed)
        elif not self.final_tree.move_count(placed.node):
            outline = self.leaf_width(placed, placed.node)
        else:
            values = values_to_come(self.final_tree, placed.node)
            outline = self.inner_width(placed, placed.node, values)
            window = self.window_width(placed, placed.node, values)

        if placed.node is not None and measures.sized:
            # Nodes grow with their visits: `size` is 0 without visits, 1 for the most visited node.
            size = sample_square(self.final_tree, placed.node).size
            growth = (MOST_VISITED_FACTOR - 1) * size
            outline = ceil(outline * (1 + growth))
        label = book_label(self.run, placed.path)
        label_width = 2 * (len(label) + 1) if label else 0
        return PartWidths(self.name_width(placed), outline, label_width, window)

    def minus_letters(self, placed: PlacedNode) -> int:
        """Return the letters for a minus sign: 1 if values are shown from MIN's side, else 0."""
        return int(self.limits.perspective.view_at(self.run, placed.path).is_min)

    def unvisited_width(self, placed: PlacedNode) -> int:
        """Return the width of a node that is never visited: one letter, or a leaf's value.

        Values of unvisited leaves are drawn in textbook trees and for ghosts.
        """
        shows_values = self.run.game.explicit or self.limits.ghosts
        letters = 1
        if shows_values and not self.run.is_inner(placed.path):
            value = format_number(self.run.evaluated(placed.path))
            letters = len(value) + self.minus_letters(placed)
        return self.measures.node_width(letters)

    def leaf_width(self, placed: PlacedNode, node: int) -> int:
        """Return the width of a visited leaf, and set its `leaf_value`."""
        placed.leaf_value = value_label(self.final_tree, node)
        letters = len(placed.leaf_value) + self.minus_letters(placed)
        if is_ever_answered(self.run, self.final_tree, node):
            letters += 2
        return self.measures.node_width(letters)

    def inner_width(self, placed: PlacedNode, node: int, values: Sequence[str]) -> int:
        """Return the greatest width of a visited inner node's outline over all steps.

        `values` are the values that the node may show before its final value.
        """
        trace = self.run.trace
        # Until the final value, a node has a bound: a value with a sign in front, `≥3`.
        longest_bound = max((1 + len(value) for value in values), default=0)
        longest = max(longest_bound, len(value_label(self.final_tree, node)))
        visits = self.final_tree.visits_to(node)
        is_ever_cut = any(trace.kind(visit) is Kind.CUT for visit in visits)
        return self.measures.node_width(
            longest + self.minus_letters(placed), turn=True, cut=is_ever_cut
        )

    def window_width(self, placed: PlacedNode, node: int, values: Sequence[str]) -> int:
        """Return the greatest width of a visited inner node's window, 0 without windows.

        `values` are the values that the node may show before its final value: alpha or beta may
        change to any of them.
        """
        if not self.measures.window_lines:
            return 0
        trace = self.run.trace
        ends: list[str] = []
        for visit in self.final_tree.visits_to(node):
            ends.append(format_number(trace.alpha(visit)))
            ends.append(format_number(trace.beta(visit)))
        longest_end = max(map(len, [*ends, *values]))
        letters = window_width(longest_end) + 2 * self.minus_letters(placed)
        return letters * self.measures.letter_columns

    def name_width(self, placed: PlacedNode) -> int:
        """Return the greatest width of a node's name, with marks and the count of its visits."""
        if not placed.path or not placed.ply:
            return 0
        # Marks and counts are on the right. The same room on the left keeps the name in the middle,
        # but the smallest nodes have no such room for marks.
        mark_letters = self.limits.mark_letters
        has_smallest_nodes = self.measures.spare == 1
        if not has_smallest_nodes:
            mark_letters *= 2
        count_letters = 2 * visit_count_width(self.run, self.final_tree, placed, self.limits)
        letters = len(edge_words(self.run, placed.path)) + mark_letters + count_letters
        return letters * self.measures.letter_columns

    def equal_part_widths(
        self, nodes: list[PlacedNode], part_widths: list[PartWidths]
    ) -> list[PartWidths]:
        """Return the widths of nodes, made equal so that no width gives a result away.

        `part_widths` are the usual widths. All inner nodes become equally wide, with room for the
        longest value, the sign of a bound and the sign of a cut, and so do their windows. A leaf is
        as wide as its value, which is no secret.
        """
        run = self.run
        measures = self.measures
        leaves = [node for node in nodes if node.folded is None and not run.is_inner(node.path)]
        leaf_letters = {node.path: len(format_number(run.evaluated(node.path))) for node in leaves}
        longest = self.longest_inner_letters(nodes, max(leaf_letters.values(), default=1))
        outline = measures.node_width(longest, turn=True, cut=True)
        window = 0
        if measures.window_lines:
            window = window_width(longest) * measures.letter_columns

        equal_widths = []
        for node, widths in zip(nodes, part_widths, strict=True):
            if node.folded is not None:
                equal_widths.append(widths)
            elif node.path in leaf_letters:
                letters = leaf_letters[node.path] + self.minus_letters(node)
                leaf_width = measures.node_width(letters)
                equal_widths.append(widths._replace(outline_width=leaf_width))
            else:
                equal_widths.append(widths._replace(outline_width=outline, window_width=window))
        return equal_widths

    def longest_inner_letters(self, nodes: Sequence[PlacedNode], longest_leaf: int) -> int:
        """Return the number of letters of the longest value that any inner node may show.

        `longest_leaf` is the number of letters of the longest value of a drawn leaf.
        """
        run = self.run
        # Values of inner nodes come from leaves: in a textbook's tree, also from leaves not drawn.
        longest = longest_leaf
        if run.game.explicit:
            longest = longest_leaf_letters(run)
        longest += 1  # the sign of a bound
        if self.limits.perspective is Perspective.MOVER:
            longest += 1  # a minus sign
        # Means of chance nodes are often longer than any leaf's value.
        if run.has_chance and not run.hides_later_steps:
            has_windows = self.measures.window_lines > 0
            longest = max(longest, longest_final_letters(run, nodes, with_windows=has_windows))
        return longest


def is_ever_answered(run: Run, final_tree: TreeAtStep, node: int) -> bool:
    """Return whether a table answers some visit to a node."""
    if not run.trace.answered_rows:
        return False
    return any(run.trace.kind(visit) is Kind.TABLE for visit in final_tree.visits_to(node))


def longest_final_letters(run: Run, nodes: Sequence[PlacedNode], *, with_windows: bool) -> int:
    """Return how many letters the longest final value of the visited nodes has.

    If `with_windows`, alpha and beta on entry count as values, too.
    """
    final_tree = TreeAtStep(run.trace)
    visited = [placed.node for placed in nodes if placed.node is not None]
    lengths = [len(value_label(final_tree, node)) for node in visited]
    if with_windows:
        for node in visited:
            last_visit = final_tree.visit(node)
            ends = (run.trace.alpha(last_visit), run.trace.beta(last_visit))
            lengths += [len(format_number(end)) for end in ends]
    return max(lengths, default=0)


@lru_cache(maxsize=16)
def longest_leaf_letters(run: Run) -> int:
    """Return the letters of the longest value in a textbook's tree."""
    values = (run.evaluated(path) for path in run.all_paths() if not run.is_inner(path))
    return max(len(format_number(value)) for value in values)


def visit_count_width(
    run: Run, final_tree: TreeAtStep, placed: PlacedNode, limits: LayoutLimits
) -> int:
    """Return the letters for the greatest count of visits that a node shows, 0 for one visit.

    If the count is secret, every node gets room for " ×2", so that the width does not reveal it.
    """
    is_secret = run.hides_later_steps or limits.equal_widths
    if is_secret and run.may_revisit:
        return len(" ×2")
    if not run.trace.revisits or placed.node is None:
        return 0
    count = final_tree.visit_count(placed.node)
    if not run.trace.is_sampled:
        # The count begins again with each visit to the parent.
        visits_by_parent_visit = Counter(map(run.trace.parent, final_tree.visits_to(placed.node)))
        count = max(visits_by_parent_visit.values())
    return len(f" ×{count:,}") if count > 1 else 0


def values_to_come(final_tree: TreeAtStep, node: int) -> list[str]:
    """Return the values, as they are written, that a visited node may show before its final value.

    These are the values of its children or, at a chance node, ranges such as "(2 … 7)". In a search
    by random games they are means: return only the widest. `final_tree` is the tree at the end.
    """
    trace = final_tree.trace
    if trace.is_sampled:
        return [WIDEST_MEAN]
    if final_tree.is_chance(node):
        return expected_ranges(final_tree, node)
    values = []
    for child in final_tree.known_children(node):
        values += [format_number(trace.value(visit)) for visit in final_tree.visits_to(child)]
    return values


def expected_ranges(final_tree: TreeAtStep, node: int) -> list[str]:
    """Return the ranges that a chance node shows, such as "(2 … 7)", after each of its outcomes.

    To save time, only the first 24 outcomes are taken into account.
    """
    row = final_tree.visit(node)
    outcomes = [final_tree.visit(child) for child, _ in final_tree.returned_outcomes(node)]
    outcomes = outcomes[:MAX_MEASURED_OUTCOMES]
    ranges = []
    for count in range(1, len(outcomes) + 1):
        words = sum_label(expected_value(final_tree.trace, row, outcomes[:count]))
        ranges.append(f"({words})")
    return ranges
