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
"""The most unvisited children with a place each; more are folded."""
NEIGHBOUR_GAPS = (12, 9, 7, 5, 4, 3, 2, 1)
"""Letters between neighbours: the first of these that fits."""
NATURAL_GAP = 3
"""Letters between neighbours where the width is not limited."""
MAX_MEASURED_SUMS = 24
"""The most partial sums of a chance node whose width is measured."""


def lay_out_tree(
    run: Run, tree: TreeAtStep, selected: MovePath | None, limits: LayoutLimits
) -> TreeLayout:
    """Return the places of all nodes drawn at a step; `selected` is the path selected, if any.

    The whole tree is drawn if it fits, else a spine: one path and the siblings along it.
    """
    whole = whole_tree(run, limits)
    if whole is not None:
        return whole
    spine = spine_of(run, tree, limits.top, selected)
    from_root = tree.at_end and (selected is None or limits.max_singles is not None)
    return lay_out_spine(
        run,
        tree,
        spine,
        limits,
        from_root=from_root,
    )


def with_level_roots(runs: Sequence[Run], limits: LayoutLimits) -> LayoutLimits:
    """Return limits with which the roots of all trees are drawn in the same row.

    Trees that are compared give up boxes first, then windows, and whole trees last.
    """
    plain = limits._replace(may_have_boxes=False)
    without_windows = plain._replace(windowed=False)
    # Along spines without boxes, all roots are in the same row.
    without_whole_tree = plain._replace(most=0)
    for choice in (limits, plain, without_windows, without_whole_tree):
        rows = {root_row(run, choice) for run in runs}
        if len(rows) == 1:
            return choice
    return without_whole_tree


def root_row(run: Run, limits: LayoutLimits) -> int:
    """Return the line of the root's value, counted from the top; -1 if it varies by step."""
    whole = whole_tree(run, limits)
    if whole is not None:
        return whole.nodes[0].top + whole.measures.value
    ruler = spine_ruler(run, limits)
    # Later pages name the root in line 0, above the other nodes. On the first page it has the
    # same line, unless a box around it moves its value down.
    has_boxes = bool(ruler.measures.boxed)
    has_later_pages = ruler.plies < deepest_below(run, limits.top)
    if has_boxes and has_later_pages:
        return -1
    return ruler.edge_line(0, 0) + ruler.measures.value


def whole_tree(run: Run, limits: LayoutLimits) -> TreeLayout | None:
    """Place all nodes of a finished search below `limits.top`; None if they do not fit.

    A search that is held keeps its later steps secret. Then only a textbook's tree can be placed,
    since such a tree is known without the search.
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
    """Place all nodes with the largest measures that fit at every step; None if they never fit.

    A held search is placed without its visits, as `whole_tree` explains.
    """
    # Counting nodes is quick; only then are widths measured.
    nodes = nodes_of_whole_tree(run, limits)
    if not nodes or is_clearly_too_wide(nodes, limits):
        return None
    plies = max(node.ply for node in nodes)
    rows = limits.rows
    if rows and limits.top:
        rows -= limits.measures.footer_lines  # a line says where the drawing begins

    choices = limits.measures.choices_for_whole_tree(windowed=limits.windowed, large=limits.large)
    for measures in choices:
        if measures.boxed and not limits.may_have_boxes:
            continue
        # The nodes of the last ply are leaves without windows, but a root alone is no leaf.
        lines = measures.lines(plies, last_has_windows=not plies)
        if rows and lines > rows:
            continue
        layout = place_with_measures(run, nodes, measures, limits)
        if layout is not None:
            # A page that grows with its tree gets room for edges that are not too flat.
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
    layout.measures, above = layout.measures.stretch(spare_lines, plies, large=large)
    for placed in layout.nodes:
        placed.top = layout.measures.top(placed.ply) + above


def nodes_of_whole_tree(run: Run, limits: LayoutLimits) -> list[PlacedNode]:
    """List the nodes of the whole tree, parents first; [] while it is not known.

    The tree is known when the search has finished. While a run is held, so that its later steps
    stay secret, only a textbook's tree is known.
    """
    if run.is_held:
        if run.game.explicit:
            return list_textbook_nodes(run, limits)
        return []
    if run.trace.finished:
        return list_all_nodes(run, limits)
    return []


def is_clearly_too_wide(nodes: Sequence[PlacedNode], limits: LayoutLimits) -> bool:
    """Return whether some ply is too wide even with one letter for each node and least gaps."""
    if not limits.columns:
        return False
    nodes_by_ply = Counter(node.ply for node in nodes)
    most = max(nodes_by_ply.values())
    least_width = most + (most - 1) * NEIGHBOUR_GAPS[-1]
    return least_width > limits.columns - limits.margin


def place_with_measures(
    run: Run, nodes: list[PlacedNode], measures: NodeMeasures, limits: LayoutLimits
) -> TreeLayout | None:
    """Place nodes side by side with the widest gaps that fit; None if no gap fits.

    The nodes get columns and widths here; their lines are set once the layout is stretched.
    """
    ruler = WidthRuler(run, TreeAtStep(run.trace), measures, limits)
    parts = [ruler.part_widths(node) for node in nodes]
    if run.is_held or limits.equal_widths:
        parts = ruler.even_widths(nodes, parts)
    widths = [part.total_width for part in parts]
    gaps: Sequence[int] = (NATURAL_GAP,)
    if limits.columns:
        # With the least gap, which is the last one, large boxes would touch.
        gaps = NEIGHBOUR_GAPS if measures.letter == 1 else NEIGHBOUR_GAPS[:-1]
    columns = spread_nodes(
        nodes,
        widths,
        gaps=gaps,
        columns=limits.columns,
        margin=limits.margin,
    )
    if not columns:
        return None
    for node, part in zip(nodes, parts, strict=True):
        node.outline_width = part.outline_width
    return TreeLayout(
        measures,
        nodes,
        columns=columns,
        is_whole=True,
    )


def longest_edge(layout: TreeLayout) -> int:
    """Return how far the longest edge runs to the side, in letters."""
    nodes = layout.nodes
    reaches = (abs(placed.x - nodes[placed.parent].x) for placed in nodes if placed.parent >= 0)
    return max(reaches, default=0)


def list_all_nodes(run: Run, limits: LayoutLimits) -> list[PlacedNode]:
    """List the nodes of a finished search, parents first; [] for more than `limits.most`.

    A textbook's tree has all its nodes in the list, a game's those visited and their siblings.
    """
    whole = TreeAtStep(run.trace)
    node = whole.node_at(limits.top)
    if node is None:
        return []
    # If each visit is a node of its own, the length of the trace says whether it is too large.
    draws_all = not limits.top and limits.max_plies == MAX_DRAWN_PLIES
    if draws_all and not run.trace.revisits and len(run.trace) > limits.most:
        return []
    first = PlacedNode(limits.top, node=node, above=None, ply=0)
    return collect_nodes(first, lambda each: children_to_place(run, whole, each, limits), limits)


def list_textbook_nodes(run: Run, limits: LayoutLimits) -> list[PlacedNode]:
    """List the nodes of a textbook's tree, parents first, as if none had been visited.

    [] for more than `limits.most`.
    """

    def children(parent: PlacedNode) -> Iterator[PlacedNode]:
        for path in run.child_paths(parent.path):
            yield PlacedNode(path, node=None, above=None, ply=parent.ply + 1)

    first = PlacedNode(limits.top, node=None, above=None, ply=0)
    return collect_nodes(first, children, limits)


def collect_nodes(
    first: PlacedNode, children: Callable[[PlacedNode], Iterable[PlacedNode]], limits: LayoutLimits
) -> list[PlacedNode]:
    """List a node and all nodes below it, parents first; [] for more than `limits.most`.

    `children` returns the children of a node to be listed.
    """
    nodes = [first]
    # The list grows during the loop: children are appended behind the nodes still to come.
    for number, node in enumerate(nodes):
        if node.folded is None and node.ply < limits.max_plies:
            for child in children(node):
                child.parent = number
                nodes.append(child)
        if len(nodes) > limits.most:
            return []
    return nodes


def children_to_place(
    run: Run, whole: TreeAtStep, parent: PlacedNode, limits: LayoutLimits
) -> Iterator[PlacedNode]:
    """Yield the children of a node to place, in the order in which they are tried.

    Children that are never visited come last, folded into one place if there are many. In a search
    by random games, the most visited children come first. `whole` is the tree at the last step.
    """
    known = visited_children(run, whole, parent, limits)
    if known is None:
        return
    if limits.equal_widths:
        # On a sheet to fill in, the order in which branches are tried would give answers away.
        for move in run.order(parent.path):
            yield _placed_child(parent, move, known.get(move))
        return

    order = run.order(parent.path, whole)
    if limits.measures.sized:
        order = sorted(order, key=lambda move: _sampled_rank(whole, known.get(move)))
    for move in order:
        if move in known:
            yield _placed_child(parent, move, known[move])
    if limits.pruned:
        unvisited = [move for move in order if move not in known]
        has_few = len(unvisited) <= MAX_SINGLE_UNVISITED
        shows_each = run.game.explicit or limits.ghosts or has_few
        yield from _unvisited_children(parent, unvisited, is_folded=not shows_each)


def _unvisited_children(
    parent: PlacedNode, moves: Sequence[int], *, is_folded: bool
) -> Iterator[PlacedNode]:
    """Yield the children that are never visited: one node for all if they are folded."""
    if is_folded:
        child = _placed_child(parent, moves[0], None)
        child.folded = FoldedNodes((*moves,))
        yield child
        return
    for move in moves:
        yield _placed_child(parent, move, None)


def _placed_child(parent: PlacedNode, move: int, node: int | None) -> PlacedNode:
    """Return a child of a placed node; its place is found later."""
    return PlacedNode(
        (*parent.path, move),
        node=node,
        above=parent.node,
        ply=parent.ply + 1,
    )


def visited_children(
    run: Run, whole: TreeAtStep, parent: PlacedNode, limits: LayoutLimits
) -> dict[int, int] | None:
    """Return the nodes of the children that are ever visited, by their moves.

    None if no children are placed: at a leaf, and below a node that is never visited. But ghosts
    and small textbook trees have children below such a node, too: there, return {}. `whole` is the
    tree at the last step.
    """
    if parent.node is not None:
        known = {run.trace.move(child): child for child in whole.known_children(parent.node)}
        has_children = known or whole.move_count(parent.node)
        return known if has_children else None
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

    name_width: int
    outline_width: int
    label_width: int = 0
    window_width: int = 0

    @property
    def total_width(self) -> int:
        """Return the width of the node."""
        return max(self.name_width, self.outline_width + self.label_width, self.window_width)


class WidthRuler(NamedTuple):
    """Measures the widths of the nodes of a whole tree."""

    run: Run
    whole: TreeAtStep
    """The tree as far as the search has gone."""
    measures: NodeMeasures
    limits: LayoutLimits

    def part_widths(self, placed: PlacedNode) -> PartWidths:
        """Return the greatest widths of a node's parts over all steps of the run.

        For a visited leaf, this also sets `placed.leaf_value`.
        """
        measures = self.measures
        if placed.folded is not None:
            count = f"✕ {placed.folded.unvisited:,}"
            words = max(len(count), len("to come"))
            return PartWidths(0, words + 2 * measures.boxed)
        window = 0
        if placed.node is None:
            box = self.unvisited_width(placed)
        elif not self.whole.move_count(placed.node):
            box = self.leaf_width(placed, placed.node)
        else:
            values = values_to_come(self.whole, placed.node)
            box = self.inner_width(placed, placed.node, values)
            window = self.window_width(placed, placed.node, values)

        if placed.node is not None and measures.sized:
            # From 0 without visits to 1 for the most visited node.
            size = sample_look(self.whole, placed.node).size
            growth = (MOST_VISITED_FACTOR - 1) * size
            box = ceil(box * (1 + growth))
        label = book_label(self.run, placed.path)
        # Room on both sides keeps the box in the middle.
        label_width = 2 * (len(label) + 1) if label else 0
        return PartWidths(self.name_width(placed), box, label_width, window)

    def minus_letters(self, placed: PlacedNode) -> int:
        """Return the room for a minus sign, which MIN's values may need."""
        return int(self.limits.perspective.at(self.run, placed.path).is_min)

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
        """Return the width of a visited leaf; its value is kept for all steps."""
        placed.leaf_value = value_label(self.whole, node)
        letters = len(placed.leaf_value) + self.minus_letters(placed)
        if is_ever_answered(self.run, self.whole, node):
            letters += 2
        return self.measures.node_width(letters)

    def inner_width(self, placed: PlacedNode, node: int, values: Sequence[str]) -> int:
        """Return the greatest width of a visited inner node's outline over all steps.

        `values` are those that the node may show before its final value.
        """
        trace = self.run.trace
        # These values are bounds, with a sign in front.
        longest_bound = max((1 + len(value) for value in values), default=0)
        longest = max(longest_bound, len(value_label(self.whole, node)))
        visits = self.whole.visits_to(node)
        is_ever_cut = any(trace.kind(visit) is Kind.CUT for visit in visits)
        return self.measures.node_width(
            longest + self.minus_letters(placed), turn=True, cut=is_ever_cut
        )

    def window_width(self, placed: PlacedNode, node: int, values: Sequence[str]) -> int:
        """Return the greatest width of a visited inner node's window, 0 without windows.

        Alpha and beta begin as in the trace, and may become any of the `values` to come.
        """
        if not self.measures.windowed:
            return 0
        trace = self.run.trace
        ends: list[str] = []
        for visit in self.whole.visits_to(node):
            ends.append(format_number(trace.alpha(visit)))
            ends.append(format_number(trace.beta(visit)))
        longest_end = max(map(len, [*ends, *values]))
        letters = window_width(longest_end) + 2 * self.minus_letters(placed)
        return letters * self.measures.wide

    def name_width(self, placed: PlacedNode) -> int:
        """Return the greatest width of a node's name, with marks and the count of its visits."""
        if not placed.path or not placed.ply:
            return 0
        # Room on both sides keeps the name in the middle; marks do without where space is tight.
        mark_sides = 1 if self.measures.spare == 1 else 2
        marks = mark_sides * self.limits.mark
        counts = 2 * visit_count_width(self.run, self.whole, placed, self.limits)
        letters = len(edge_words(self.run, placed.path)) + marks + counts
        return letters * self.measures.wide

    def even_widths(self, nodes: list[PlacedNode], parts: list[PartWidths]) -> list[PartWidths]:
        """Return the widths of nodes, made equal so that they give no result of a search away.

        `parts` are the usual widths. All inner nodes become equally wide, and so do their windows:
        they have room for the longest value, the sign of a bound and the sign of a cut. A leaf is
        as wide as its value, which is no secret.
        """
        run = self.run
        measures = self.measures
        leaves = [node for node in nodes if node.folded is None and not run.is_inner(node.path)]
        leaf_letters = {node.path: len(format_number(run.evaluated(node.path))) for node in leaves}
        longest = self.longest_inner_letters(nodes, max(leaf_letters.values(), default=1))
        box = measures.node_width(longest, turn=True, cut=True)
        window = 0
        if measures.windowed:
            window = window_width(longest) * measures.wide

        widths = []
        for node, part in zip(nodes, parts, strict=True):
            if node.folded is not None:
                widths.append(part)
            elif node.path in leaf_letters:
                letters = leaf_letters[node.path] + self.minus_letters(node)
                widths.append(part._replace(outline_width=measures.node_width(letters)))
            else:
                widths.append(part._replace(outline_width=box, window_width=window))
        return widths

    def longest_inner_letters(self, nodes: Sequence[PlacedNode], longest_leaf: int) -> int:
        """Return how many letters the longest value has that any inner node may show.

        `longest_leaf` is the number of letters of the longest value of a drawn leaf.
        """
        run = self.run
        longest = longest_leaf
        if run.game.explicit:
            longest = longest_leaf_letters(run)
        longest += 1  # the sign of a bound
        if self.limits.perspective is Perspective.MOVER:
            longest += 1  # a minus sign
        # Means of chance nodes are often longer than any leaf's value.
        if run.has_chance and not run.is_held:
            windowed = self.measures.windowed > 0
            longest = max(longest, longest_chance_letters(run, nodes, windowed=windowed))
        return longest


def is_ever_answered(run: Run, whole: TreeAtStep, node: int) -> bool:
    """Return whether a table answers some visit to a node."""
    if not run.trace.answered_rows:
        return False
    return any(run.trace.kind(visit) is Kind.TABLE for visit in whole.visits_to(node))


def longest_chance_letters(run: Run, nodes: Sequence[PlacedNode], *, windowed: bool) -> int:
    """Return how many letters the longest final value of any node has.

    If `windowed`, the longest end of a window counts instead. Nodes that are never visited do not
    count.
    """
    whole = TreeAtStep(run.trace)
    visited = [node.node for node in nodes if node.node is not None]
    lengths = [len(value_label(whole, node)) for node in visited]
    if windowed:
        for node in visited:
            row = whole.visit(node)
            ends = (run.trace.alpha(row), run.trace.beta(row))
            lengths += [len(format_number(end)) for end in ends]
    return max(lengths, default=0)


@lru_cache(maxsize=16)
def longest_leaf_letters(run: Run) -> int:
    """Return the letters of the longest value in a textbook's tree."""
    values = (run.evaluated(path) for path in run.all_paths() if not run.is_inner(path))
    return max(len(format_number(value)) for value in values)


def visit_count_width(run: Run, whole: TreeAtStep, placed: PlacedNode, limits: LayoutLimits) -> int:
    """Return the letters that a node's greatest count of visits needs, 0 if it never exceeds one.

    Where the width must not give the count away, every node gets the room of " ×2".
    """
    is_secret = run.is_held or limits.equal_widths
    if is_secret and run.may_revisit:
        return len(" ×2")
    if not run.trace.revisits or placed.node is None:
        return 0
    count = whole.visit_count(placed.node)
    if not run.trace.is_sampled:
        # Within each visit to the parent, visits to the node are counted anew.
        visits_by_parent_visit = Counter(map(run.trace.parent, whole.visits_to(placed.node)))
        count = max(visits_by_parent_visit.values())
    return len(f" ×{count:,}") if count > 1 else 0


def values_to_come(whole: TreeAtStep, node: int) -> list[str]:
    """Return the values, as written, that a visited node may show before its final value.

    An inner node shows the values of its children. A chance node shows the sums so far, while its
    outcomes return. A node of a search by random games shows means: only the widest is returned.
    `whole` is the tree at the last step.
    """
    trace = whole.trace
    if trace.is_sampled:
        return [WIDEST_MEAN]
    if whole.is_chance(node):
        return partial_sums(whole, node)
    values = []
    for child in whole.known_children(node):
        values += [format_number(trace.value(visit)) for visit in whole.visits_to(child)]
    return values


def partial_sums(whole: TreeAtStep, node: int) -> list[str]:
    """Return what a chance node shows while its outcomes return: ranges, such as "(2 … 7)".

    The first range is known after one outcome, the last one after all of them. At most 24 ranges
    are returned.
    """
    row = whole.visit(node)
    outcomes = [whole.visit(child) for child, _ in whole.outcome_shares(node)][:MAX_MEASURED_SUMS]
    sums = []
    for count in range(1, len(outcomes) + 1):
        words = sum_label(expected_value(whole.trace, row, outcomes[:count]))
        sums.append(f"({words})")
    return sums
