"""The layout of a tree along a spine: one path straight down, with the rest of each family beside.

Each ply is one row of places: the node on the spine in a fixed column, its neighbours beside it,
and the rest folded into a count. Where the plies do not all fit below each other, they come in
pages, and one line replaces those above.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain, product
from typing import NamedTuple

from visualizer.draw.picture.layout.node_words import TURN_SIGNS
from visualizer.draw.picture.layout.placed_nodes import (
    LARGE_BOXES,
    LETTER_COLUMNS,
    WIDEST_MEAN,
    FoldedNodes,
    LayoutLimits,
    NodeMeasures,
    PageMeasures,
    PlacedNode,
    TreeLayout,
    window_width,
)
from visualizer.explaining.explanation.naming import Perspective
from visualizer.explaining.measures.sampling import last_leaf
from visualizer.explaining.measures.summary import SAMPLED_ROWS, deepest_below, sampled_rows
from visualizer.look.numbers import format_number
from visualizer.look.text import display_width
from visualizer.searching.run import Run
from visualizer.trace.labels import bound_at_cut, value_label
from visualizer.trace.rows import MovePath
from visualizer.trace.tree_at_step import TreeAtStep
from visualizer.trace.visits import MIN_INDEXED_CHILDREN

MIN_PLACES_PER_ROW = 3
"""The places of a row; if fewer fit, those on both sides of the spine get narrower."""
MIN_SIDE_LETTERS = 5
"""The least width of these narrower places: room for a count."""
TIGHT_SPACING = 1
"""Letters between two places, and on each side of a label for the sign of a state."""
LOOSE_SPACING = 2
"""The letters of `TIGHT_SPACING` if many places fit."""
MIN_PLACES_FOR_LOOSE = 7
"""The number of places that must fit for loose spacing."""
MAX_EXTRA_PITCH = 4
"""The most columns that a place gets beyond its need."""
MIN_LABEL_LETTERS = 7
MAX_SPINE_LABEL_LETTERS = 16
LARGE_NODE_SIZES = [
    (boxed, words)
    for words, (boxed, _) in product(LETTER_COLUMNS, LARGE_BOXES)
    if words < 2 * boxed
]
"""Lines of a box above its value, and lines of the words beside it, from the largest."""
MIN_PLIES_FOR_LARGE = 3
"""Plies that must fit for large nodes, unless all do."""
MIN_ROWS_FOR_LARGE_WORDS = 2
"""Rows of large nodes that must fit on every page for large words."""
SIDE_WIDTH_SHARES = 1, 0.5, 0
"""Least widths of places beside large nodes, as a share of the nodes' own, in order of trial.

Words are only large where the share is not 0.
"""
MIN_PLIES_FOR_ROOMY = 5
"""Plies that must fit, unless all do, for nodes to have boxes or boards."""
MAX_PLIES_BELOW = 10
"""The most plies below each other where the page is as large as the tree."""


def spine_of(
    run: Run, tree: TreeAtStep, top: MovePath, selected: MovePath | None = None
) -> MovePath:
    """Return the spine: the path that is drawn straight down from `top`.

    The path leads to the selected node. Without a selection it leads to the current node or, at
    the end of the search, along the best line. A path that does not pass `top` gives way to `top`.
    """
    if selected is not None:
        path = selected
    elif tree.at_end:
        path = tree.best_path()
    elif tree.current is not None:
        path = run.path(tree.current)
    else:
        path = ()
    is_below_top = path[: len(top)] == top
    return path if is_below_top else top


class SpineRuler(NamedTuple):
    """The measures of a spine: columns, widths and distances in letters, heights in rows.

    A page that does not begin at the root shows the plies below an upper ply. The line above the
    page stands for that ply and for all plies above it, or each of them has a line.
    """

    measures: NodeMeasures
    middle: int
    """The column of the spine."""
    pitch: int
    """The distance between the middles of two places."""
    left: int
    """The number of places on the left of the spine."""
    right: int
    width: int
    """The width of a place on the spine."""
    side_width: int
    """The width of a place on either side of the spine."""
    plies: int
    """The plies that fit below the root, or below the line that replaces the upper plies."""
    columns: int
    rows: int
    upper_lines: bool = False
    """Whether each upper ply has its own line, instead of one for all."""
    extra_rows: int = 0
    """Rows above all others, for the move that set the bound of a cut."""

    def plies_below(self, upper_ply: int) -> int:
        """Return how many plies have rows on the page below ply `upper_ply`.

        The first page, which begins with the root, has an `upper_ply` of 0.
        """
        has_line_per_ply = self.upper_lines and upper_ply > 0
        if not has_line_per_ply:
            return self.plies
        lines_above = upper_ply + 1  # one for each ply from 0 to `upper_ply`
        free_lines = self.rows - self.measures.footer_lines - lines_above
        # The last ply needs no line for windows.
        window_lines = self.measures.height - self.measures.window
        return (free_lines + window_lines) // self.measures.height

    def min_rows_of_a_page(self, deepest: int) -> int:
        """Return the number of rows of nodes on the page that has the fewest.

        `deepest` is the deepest ply. The first page has a row for the root, too.
        """
        rows = [self.plies + 1]
        for upper_ply in range(1, self.upper_ply_of_last_page(deepest) + 1):
            plies_left = deepest - upper_ply
            rows.append(min(self.plies_below(upper_ply), plies_left))
        return min(rows)

    def upper_ply_of_last_page(self, deepest: int) -> int:
        """Return the first ply below which all others fit on a page; `deepest` if none is."""
        for upper_ply in range(deepest):
            if upper_ply + self.plies_below(upper_ply) >= deepest:
                return upper_ply
        return deepest

    def edge_line(self, ply: int, upper_ply: int) -> int:
        """Return the line where the edges to a ply begin, on the page below an upper ply."""
        row = ply - upper_ply + self.extra_rows
        line = self.measures.top(row)
        if upper_ply and self.upper_lines:
            # One line for each ply from 0 to `upper_ply` takes the place of the root's lines.
            lines_above = upper_ply + 1
            line += lines_above - self.measures.root_lines
        return line


def plies_to_draw(run: Run, limits: LayoutLimits) -> int:
    """Return the number of plies below the topmost node, as far as it is known."""
    return min(deepest_below(run, limits.top), limits.max_plies)


def spine_ruler(run: Run, limits: LayoutLimits) -> SpineRuler:
    """Measure the spine of a run within limits; the measures are the same at every step."""
    trace_rows = sampled_rows(run)
    deepest = plies_to_draw(run, limits)
    if limits.large:
        ruler = large_spine_ruler(limits, longest_value_letters(run, trace_rows), deepest)
        if ruler is not None:
            return ruler
    windows = limits.all_windows and limits.windowed
    width = widest_label_letters(run, trace_rows, windows=windows)
    return measure_spine(limits, width, deepest)


def large_spine_ruler(limits: LayoutLimits, longest: int, deepest: int) -> SpineRuler | None:
    """Return the measures of a spine with the largest nodes that fit, None if large nodes do not.

    `longest` is the number of letters of the longest value, `deepest` the deepest ply.
    """
    for side_share, (boxed, words) in product(SIDE_WIDTH_SHARES, LARGE_NODE_SIZES):
        large = NodeMeasures(boxed=boxed, windowed=limits.windowed, words=words)
        # The usual spacing around a label is inside the frame of a large box already.
        width = large.node_width(len("≥") + longest) - LOOSE_SPACING
        ruler = measure_spine(limits, width, deepest, large)
        is_wide = ruler.width >= width and ruler.side_width >= side_share * width
        if is_wide and has_rows_for_large(ruler, side_share, deepest):
            return ruler
    return None


def has_rows_for_large(ruler: SpineRuler, side_share: float, deepest: int) -> bool:
    """Return whether a spine of large nodes has rows for enough plies.

    Large words are refused if `side_share` is 0: then the places beside the spine may be narrow.
    """
    has_large_words = ruler.measures.words > 1
    if not has_large_words:
        return ruler.plies >= min(deepest, MIN_PLIES_FOR_LARGE)
    return side_share > 0 and ruler.min_rows_of_a_page(deepest) >= MIN_ROWS_FOR_LARGE_WORDS


def measure_spine(
    limits: LayoutLimits, width: int, deepest: int, large: NodeMeasures | None = None
) -> SpineRuler:
    """Return the measures of a spine whose labels are `width` letters wide.

    `large` gives the measures of the nodes. Without `large`, nodes are as large as possible for
    all plies down to `deepest`, or at least for enough plies, to fit.
    """
    columns = limits.columns
    if not columns:
        # A page without limits has room for all places.
        columns = limits.margin + most_places(limits) * (width + 3 * LOOSE_SPACING)
    room = columns - limits.margin
    row = divide_row(limits, room, width)
    # The spine is in the middle, unless it runs down the left edge.
    left = 0 if has_spine_first(limits.measures) else row.places // 2

    measures = large_enough_measures(limits, row.spacing, deepest) if large is None else large
    plies = fitting_plies(measures, limits, deepest)
    rows = limits.rows or measures.lines(plies)
    ruler = SpineRuler(
        measures=stretch_to_rows(measures, rows, min(plies, deepest)),
        middle=limits.margin + middle_of_spine(row, room, left),
        pitch=row.pitch,
        left=left,
        right=row.places - 1 - left,
        width=row.width,
        side_width=row.side_width,
        plies=plies,
        columns=columns,
        rows=rows,
    )
    # Upper plies get a line each only if all others then fit below.
    with_lines = ruler._replace(upper_lines=limits.upper_lines)
    if with_lines.upper_ply_of_last_page(deepest) < deepest:
        return with_lines
    return ruler


def middle_of_spine(row: SpineRow, room: int, left: int) -> int:
    """Return the column of the spine, counted from the margin; `left` places are on its left."""
    outer_width = row.side_width + row.spacing
    between_middles = (row.places - 1) * row.pitch
    unused = max(0, room - between_middles - outer_width)
    # Both sides of the row get half of the unused letters.
    middle_of_first_place = unused // 2 + (outer_width - 1) // 2
    return middle_of_first_place + left * row.pitch


def stretch_to_rows(measures: NodeMeasures, rows: int, plies: int) -> NodeMeasures:
    """Return measures enlarged so that the root and `plies` plies fill the rows of a page.

    In a terminal the measures stay the same, since nodes cannot grow by less than a line.
    """
    if not plies:
        return measures
    spare_lines = rows - measures.footer_lines - measures.lines(plies)
    stretched, _ = measures.stretch(spare_lines, plies)
    return stretched


class SpineRow(NamedTuple):
    """The places that divide a row of a spine, in letters."""

    places: int
    pitch: int
    """The distance between the middles of two places."""
    width: int
    """The width of the place on the spine."""
    side_width: int
    """The width of the other places."""
    spacing: int


def most_places(limits: LayoutLimits) -> int:
    """Return the most places of a row."""
    return 2 * max(1, limits.places_beside) + 1


def divide_row(limits: LayoutLimits, room: int, width: int) -> SpineRow:
    """Divide a row of `room` letters into places for labels of `width` letters."""
    spacing = row_spacing(limits, room, width)
    # The label has spacing on both sides, and a third one lies between two places.
    least_pitch = width + 3 * spacing
    fitting = max(1, (room + spacing) // least_pitch)
    count = min(fitting, most_places(limits))
    if limits.max_singles is not None:
        folded_places = 2  # one for visited nodes, one for the others
        count = min(count, 1 + limits.max_singles + folded_places)
    if count < MIN_PLACES_PER_ROW <= most_places(limits):
        return narrow_row(room, width, spacing)

    # Letters that are left make all places wider, up to a limit.
    pitch = min(least_pitch + MAX_EXTRA_PITCH, max(least_pitch, room // count))
    place_width = pitch - spacing
    return SpineRow(
        places=count, pitch=pitch, width=place_width, side_width=place_width, spacing=spacing
    )


def row_spacing(limits: LayoutLimits, room: int, width: int) -> int:
    """Return the letters between two places: more if many places of a width fit."""
    loose_places = room // (width + 3 * LOOSE_SPACING)
    if loose_places >= MIN_PLACES_FOR_LOOSE or not limits.columns:
        return LOOSE_SPACING
    return TIGHT_SPACING


def narrow_row(room: int, width: int, spacing: int) -> SpineRow:
    """Divide a row without room for three labels of `width` letters into three places.

    The place on the spine comes first: the two beside it get the room that is left. `spacing`
    letters lie between places.
    """
    on_spine, side_width = widths_for_few_places(room, width, spacing)
    # From the middle of one place to the middle of the next: half of each.
    pitch = (on_spine + side_width) // 2 + spacing
    return SpineRow(
        places=MIN_PLACES_PER_ROW,
        pitch=pitch,
        width=on_spine,
        side_width=side_width,
        spacing=spacing,
    )


def widths_for_few_places(room: int, width: int, spacing: int) -> tuple[int, int]:
    """Return the width of the place on the spine, and the width of the two places beside it.

    The place on the spine is as wide as its label, of `width` letters, with spacing on both sides.
    The places beside it share what is left of a row of `room` letters, but have at least 5 each, if
    need be at the expense of the spine.

    >>> widths_for_few_places(28, 9, 1), widths_for_few_places(20, 9, 1)
    ((11, 7), (8, 5))
    """
    # On each side of the label come its own spacing, the spacing between places, and the place.
    left_on_each_side = (room - width) // 2 - 2 * spacing
    side_width = max(MIN_SIDE_LETTERS, left_on_each_side)
    wanted_on_spine = width + 2 * spacing
    left_on_spine = room - 2 * (side_width + spacing)
    return min(wanted_on_spine, left_on_spine), side_width


def large_enough_measures(limits: LayoutLimits, spacing: int, deepest: int) -> NodeMeasures:
    """Return the largest measures of nodes with which all plies fit.

    If not even the smallest nodes leave room for all plies, five plies are enough. Without boxes,
    nodes have the smallest measures. `spacing` is the number of letters free at each side of a
    label, and `deepest` the deepest ply.
    """
    choices = limits.measures.choices_for_spine(spacing, windowed=limits.windowed)
    smallest = choices[-1]
    if not limits.may_have_boxes:
        return smallest
    enough = MIN_PLIES_FOR_ROOMY
    if fitting_plies(smallest, limits, deepest) >= deepest:
        enough = deepest
    for measures in choices:
        if fitting_plies(measures, limits, deepest) >= enough:
            return measures
    return smallest


def fitting_plies(measures: NodeMeasures, limits: LayoutLimits, deepest: int) -> int:
    """Return how many plies fit below the root; at most ten if the page grows with the tree.

    The last ply has no window, and in a terminal a line at the bottom names the best moves.
    """
    if not limits.rows:
        return min(deepest, MAX_PLIES_BELOW)
    root_lines = measures.lines(0)  # without a window, like the last ply
    return (limits.rows - measures.footer_lines - root_lines) // measures.height


def longest_value_letters(run: Run, rows: int) -> int:
    """Return how many letters the longest value to come has.

    The number is estimated from the first `rows` visits.
    """
    if run.trace.is_sampled:
        return len(WIDEST_MEAN)
    longest = longest_recorded_letters(run, min(rows, SAMPLED_ROWS))
    # A chance node shows a sum of values while its outcomes return.
    if run.has_chance:
        return 2 * longest + len("( … )")
    return longest


@lru_cache(maxsize=16)
def longest_recorded_letters(run: Run, rows: int) -> int:
    """Return the letters of the longest value among the first rows of the trace."""
    values = map(run.trace.value, range(rows))
    return max((len(format_number(value)) for value in values), default=1)


@lru_cache(maxsize=16)
def widest_label_letters(run: Run, rows: int, *, windows: bool) -> int:
    """Return the width of the widest label to come: a move's name, a value, or a window.

    The width is estimated from the moves at the root and from the first `rows` visits.
    """
    longest_value = longest_value_letters(run, rows)
    value = len("▲ ≥") + longest_value
    longest_name = max(map(len, run.choices(())), default=0)
    # A mark behind a name needs room on both sides, or the name would not be in the middle.
    name = longest_name + 2 * len(" ≠")
    label = min(MAX_SPINE_LABEL_LETTERS, max(value, name))
    window = 0
    if windows:
        window = window_width(max(longest_value, len("−∞")))
    return max(MIN_LABEL_LETTERS, label, window)


def lay_out_spine(
    run: Run, tree: TreeAtStep, spine: MovePath, limits: LayoutLimits, *, from_root: bool = False
) -> TreeLayout:
    """Place the nodes along `spine`, a path that passes `limits.top`, and beside it.

    In a search by random games, the path is longer: below the end of `spine` it follows the current
    iteration. Then `from_root` shows the upper plies of the longer path rather than its end.
    Neither places nor sizes depend on how far the search has gone.
    """
    ruler = spine_ruler(run, limits)
    deepest = plies_to_draw(run, limits)
    is_page = isinstance(ruler.measures, PageMeasures)
    top_depth = len(limits.top)
    extended = spine
    if tree.trace.is_sampled and (is_page or limits.large):
        # The last row is for the children of the path's end.
        moves_with_room = max(0, top_depth + min(deepest, ruler.plies) - 1)
        extended = extend_by_iteration(run, tree, spine, moves_with_room)
        shown_moves = moves_with_room if from_root else max(moves_with_room, len(spine))
        spine = extended[:shown_moves]
    spine = spine[: top_depth + limits.max_plies]

    # From here on, plies are counted from `limits.top`.
    end_ply = len(spine) - top_depth
    is_leaf = is_visited_leaf(tree, spine)
    upper_ply = last_upper_ply(end_ply, deepest, ruler, is_leaf=is_leaf)
    setter = hidden_setter(run, tree, spine, top_depth + upper_ply)
    if ruler.plies < MIN_PLIES_FOR_LARGE:
        setter = ()
    if setter and is_page:
        # The node that set the bound gets a row of its own, at the expense of one ply; the last
        # two nodes of the path keep theirs.
        upper_ply = min(upper_ply + 1, end_ply - 2)
        ruler = ruler._replace(plies=ruler.plies - 1, extra_rows=1)
    rows = SpineRows(
        run,
        tree,
        limits,
        ruler=ruler,
        upper_ply=upper_ply,
    )
    return rows.lay_out(spine, extended, setter)


def is_visited_leaf(tree: TreeAtStep, path: MovePath) -> bool:
    """Return whether the node at a path has been visited and has no moves."""
    node = tree.node_at(path)
    return node is not None and not tree.move_count(node)


class SpineRows:
    """The rows of a spine as they are placed, from the top down.

    `upper_ply` is the last ply without a row, for which the line above stands; 0 for none.
    """

    def __init__(
        self,
        run: Run,
        tree: TreeAtStep,
        limits: LayoutLimits,
        ruler: SpineRuler,
        upper_ply: int,
    ) -> None:
        """Begin without nodes."""
        self.run = run
        self.tree = tree
        self.limits = limits
        self.ruler = ruler
        self.upper_ply = upper_ply
        self.last_ply = upper_ply + ruler.plies_below(upper_ply)
        """The last ply that has a row."""
        self.layout = TreeLayout(
            ruler.measures,
            stem=ruler.middle,
            upper_lines=ruler.upper_lines,
            columns=ruler.columns,
            rows=ruler.rows,
        )

    def lay_out(self, spine: MovePath, extended: MovePath, setter: MovePath) -> TreeLayout:
        """Return the layout of all rows.

        `extended` is the spine with the moves, if any, by which the path goes on below its end.
        `setter` is the path to the node that set the bound of a cut, () if that node has a row.
        """
        self.add_top(spine, setter)
        self.add_rows(spine, extended)
        if self.limits.ghosts:
            self.add_ghosts()
        return self.layout

    def add_top(self, spine: MovePath, setter: MovePath) -> None:
        """Add what is above the rows: the topmost node, or a line that names the upper plies.

        Below such a line, also add the hidden node that set a bound: `setter` is the path to it, ()
        for none.
        """
        ruler = self.ruler
        has_rows = ruler.plies >= 1
        if has_rows and not self.upper_ply:
            self.layout.nodes.append(self._topmost_node())
            return
        # Without any rows, the line stands for the whole spine.
        end = len(self.limits.top) + self.upper_ply if has_rows else len(spine)
        depths = range(len(self.limits.top), end + 1)
        self.layout.upper = tuple(spine[:depth] for depth in depths)
        if ruler.extra_rows:
            placed = place_hanging_node(
                self.run,
                self.tree,
                self.layout,
                path=setter,
                ruler=ruler,
            )
            self.layout.nodes.append(placed)

    def _topmost_node(self) -> PlacedNode:
        """Return the topmost node, placed in the middle of the first row."""
        top = self.limits.top
        placed = PlacedNode(
            top,
            node=self.tree.node_at(top),
            above=None,
            ply=0,
        )
        placed.x = self.ruler.middle
        placed.top = self.ruler.edge_line(0, 0)
        placed.width = self.ruler.width
        return placed

    def add_rows(self, spine: MovePath, extended: MovePath) -> None:
        """Add a row of siblings for each ply that fits, down to the children of the spine's end.

        If `extended` goes on below the spine, its next move is in the spine's column there, too.
        """
        top_depth = len(self.limits.top)
        end_ply = len(spine) - top_depth
        parent = self.tree.node_at(self.limits.top)
        for ply in range(1, min(end_ply + 1, self.limits.max_plies) + 1):
            parent_path = spine[: top_depth + ply - 1]
            siblings = siblings_of(self.run, self.tree, parent_path, parent)
            # Below the end of the path, only children that are known are worth a row.
            is_unknown = ply > end_ply and parent is None and self.tree.visits
            if is_unknown or not siblings.moves:
                break
            if self.tree.trace.is_sampled and has_spine_first(self.ruler.measures):
                siblings.sort_by_visits()
            if len(parent_path) < len(extended):
                next_move = extended[len(parent_path)]
                on_spine = siblings.moves.index(next_move)
            else:
                on_spine = siblings.choose_below_end()
            if self.upper_ply < ply <= self.last_ply:
                self._add_row(siblings, on_spine, ply)
            parent = siblings.child(on_spine)

    def _add_row(self, siblings: Siblings, on_spine: int, ply: int) -> None:
        """Add the row of some siblings, of which number `on_spine` is on the spine."""
        path = siblings.path
        current = () if self.tree.current is None else self.run.path(self.tree.current)
        if current[: len(path)] == path:
            moves_below = current[len(path) :]
            siblings.move_to_last_event = next(iter(moves_below), None)
        siblings.ghosts = self.limits.ghosts
        siblings.max_singles = self.limits.max_singles
        row = siblings.place_in_row(on_spine, self.ruler)
        parent = self._index_of_node(path)
        for placed in row:
            placed.ply = ply
            placed.top = self.ruler.edge_line(ply, self.upper_ply)
            placed.parent = parent
        self.layout.nodes += row

    def _index_of_node(self, path: MovePath) -> int:
        """Return the index of the node at a path in the layout, -1 if it has no place."""
        for number, placed in enumerate(self.layout.nodes):
            if placed.path == path and placed.folded is None:
                return number
        return -1

    def add_ghosts(self) -> None:
        """Add the children of pruned nodes, folded, below nodes where there is room.

        There is room where the row below ends on the left of the node.
        """
        rightmost: dict[int, int] = {}
        for placed in self.layout.nodes:
            rightmost[placed.ply] = max(placed.x, rightmost.get(placed.ply, placed.x))
        # Only the nodes placed so far are looked at, not the ghosts added to them.
        for number, placed in enumerate([*self.layout.nodes]):
            ply_below = placed.ply + 1
            has_room = ply_below <= self.last_ply and rightmost.get(ply_below, 0) < placed.x
            if has_room and self._is_pruned(placed) and self.run.is_inner(placed.path):
                moves = (*self.run.order(placed.path),)
                if moves:
                    self.layout.nodes.append(self._ghost_below(placed, number, moves))

    def _ghost_below(self, pruned: PlacedNode, number: int, moves: tuple[int, ...]) -> PlacedNode:
        """Return a ghost: the children of a pruned node, folded into one place.

        `number` is the index of the pruned node in the layout, and `moves` are its moves.
        """
        ghost = PlacedNode(
            (*pruned.path, moves[0]),
            node=None,
            above=None,
            ply=pruned.ply + 1,
        )
        ghost.x = pruned.x
        ghost.top = self.ruler.edge_line(ghost.ply, self.upper_ply)
        ghost.width = self.ruler.side_width
        ghost.parent = number
        ghost.folded = FoldedNodes(moves)
        return ghost

    def _is_pruned(self, placed: PlacedNode) -> bool:
        """Return whether a place is that of a single pruned node."""
        if placed.node is not None or placed.folded is not None or placed.above is None:
            return False
        return self.tree.is_cut(placed.above)


def hidden_setter(run: Run, tree: TreeAtStep, spine: MovePath, upper_depth: int) -> MovePath:
    """Return the path to the node that set the bound of this step's cut, if the node is hidden.

    Nodes down to depth `upper_depth` are not drawn, but the line above the drawing names those on
    `spine`. So a node is hidden if it is a sibling of one of these. Return () for any other node,
    and if this step cuts nothing.
    """
    found = bound_at_cut(tree)
    if not found:
        return ()
    node, _ = found
    path = run.path(node)
    is_above = 0 < len(path) <= upper_depth
    has_parent_on_spine = path[:-1] == spine[: len(path) - 1]
    is_on_spine = path == spine[: len(path)]
    if is_above and has_parent_on_spine and not is_on_spine:
        return path
    return ()


def place_hanging_node(
    run: Run,
    tree: TreeAtStep,
    layout: TreeLayout,
    path: MovePath,
    ruler: SpineRuler,
) -> PlacedNode:
    """Return the node at a path, in a row of its own below the line that names its parent.

    The node gets the place nearest to its parent, but not on the spine unless that is the only
    place.
    """
    layout.hangs_from = _middle_of_parent_in_line(run, tree, layout, path)
    # Places are numbered from the spine, which has number 0; those on the left are negative.
    places = [*range(-ruler.left, 0), *range(1, ruler.right + 1)] or [0]
    columns = [ruler.middle + place * ruler.pitch for place in places]
    placed = PlacedNode(
        path,
        node=tree.node_at(path),
        above=tree.node_at(path[:-1]),
        ply=len(path) - len(layout.upper[0]),
    )
    placed.x = min(columns, key=lambda column: abs(column - layout.hangs_from))
    placed.top = ruler.measures.top(1)
    placed.width = ruler.side_width
    return placed


def _middle_of_parent_in_line(
    run: Run, tree: TreeAtStep, layout: TreeLayout, path: MovePath
) -> float:
    """Return the column in the middle of the words that name a node's parent in the line above.

    If the line has no room for the parent, the nearest ancestor named in the line counts.
    """
    parts = [(upper, node_in_line(run, tree, upper), "") for upper in layout.upper]
    ancestors = [
        (words, x)
        for (upper, words, _), x in upper_line(parts, layout.columns)
        if len(upper) < len(path) and words != PATH_ARROW
    ]
    nearest_words, x = ancestors[-1]
    return x + display_width(nearest_words) / 2


def has_spine_first(measures: NodeMeasures) -> bool:
    """Return whether the spine runs down the left edge."""
    return isinstance(measures, PageMeasures) and measures.spine_first


def extend_by_iteration(run: Run, tree: TreeAtStep, path: MovePath, plies: int) -> MovePath:
    """Return a path of a search by random games, extended to `plies` moves if nodes are known.

    While a result is backed up, the path goes on as the iteration went, so that no node moves in
    the drawing. Below the iteration it goes on along the most visited moves.
    """
    is_backing_up = not (tree.at_end or tree.entering)
    if is_backing_up:
        path = _with_iteration(run, tree, path)
    while len(path) < plies:
        siblings = siblings_of(run, tree, path, tree.node_at(path))
        if not siblings.tried:
            break
        path = (*path, siblings.moves[siblings.last_or_most_visited()])
    return path


def _with_iteration(run: Run, tree: TreeAtStep, path: MovePath) -> MovePath:
    """Return the path to the last leaf if that lies below a path, else the path itself."""
    leaf = last_leaf(tree)
    if leaf < 0:
        return path
    iteration = run.path(tree.node_of(leaf))
    is_below = iteration[: len(path)] == path
    return iteration if is_below else path


def siblings_of(run: Run, tree: TreeAtStep, path: MovePath, node: int | None) -> Siblings:
    """Return the children of the node at a path; `node` is None before its first visit.

    The children tried in the latest visit come first, in the order of that visit.
    """
    if node is None:
        order = run.order(path, tree) if run.is_inner(path) else ()
        return Siblings(
            run,
            tree,
            path,
            node=node,
            moves=order,
        )
    is_leaf = not tree.move_count(node)
    if is_leaf:
        return Siblings(
            run,
            tree,
            path,
            node=node,
            moves=(),
        )

    move_of = run.trace.move
    tried = {move_of(child): child for child in tree.children_and_probes(node)}
    earlier = {move_of(child): child for child in tree.earlier_children(node)}
    others = [move for move in run.order(path, tree) if move not in tried]
    moves = [*tried, *others]
    return Siblings(
        run, tree, path, node=node, moves=moves, tried=len(tried), nodes=tried | earlier
    )


@dataclass(slots=True)
class Siblings:
    """The children of a node at a step, and their places in a row.

    `moves` lead to all children; the first `tried` of them have been tried. A child is identified
    by its index in `moves`. `nodes` are the nodes visited by now, by their moves.
    """

    run: Run
    tree: TreeAtStep
    path: MovePath
    node: int | None
    moves: Sequence[int]
    tried: int = 0
    nodes: dict[int, int] = field(default_factory=dict)
    move_to_last_event: int | None = None
    """The move of the child that leads to the last event, if any does."""
    ghosts: bool = False
    """Whether each pruned child has a place."""
    max_singles: int | None = None
    """The most siblings with a place each, None for as many as fit."""

    def sort_by_visits(self) -> None:
        """Sort the children that have been tried by their visits, the most visited first."""
        tried = sorted(range(self.tried), key=lambda index: -self.visits(index))
        sorted_moves = [self.moves[index] for index in tried]
        self.moves = [*sorted_moves, *self.moves[self.tried :]]

    def child(self, index: int) -> int | None:
        """Return the node of a child, None if it has not been visited."""
        return self.nodes.get(self.moves[index])

    def last_or_most_visited(self) -> int:
        """Return the index of the child tried last or, with random games, of the most visited.

        Among equally visited children, the last counts. At the end of a search by random games,
        the child that the search prefers takes the place of the most visited one.
        """
        if not self.tree.trace.is_sampled or not self.tried:
            return max(0, self.tried - 1)
        best = self._best_move() if self.tree.at_end else None
        if best is not None:
            return self.moves.index(best)
        return max(range(self.tried), key=lambda index: (self.visits(index), index))

    def _best_move(self) -> int | None:
        """Return the move that the search prefers at the node, None for none yet."""
        if self.node is None or not self.tree.entered(self.node):
            return None
        _, best_child = self.tree.best(self.node) or (None, None)
        if best_child is None:
            return None
        return self.run.trace.move(best_child)

    def choose_below_end(self) -> int:
        """Return the index of the child to draw on the spine, below the end of the path.

        The child is the last or most visited one. Of the outcomes of a chance node, all of which
        have been tried when the search is over, it is the middle one.
        """
        is_over = self.tree.at_end and self.node is not None and self.tree.is_chance(self.node)
        if is_over and self.tried == len(self.moves) and not self.tree.trace.is_sampled:
            return len(self.moves) // 2
        return self.last_or_most_visited()

    def visits(self, index: int) -> int:
        """Return how many visits a child that has been tried has had."""
        return self.tree.returned_count(self.nodes[self.moves[index]])

    def place_in_row(self, on_spine: int, ruler: SpineRuler) -> list[PlacedNode]:
        """Place the children in a row: one on the spine, its neighbours, and the rest folded.

        `on_spine` is the index of the child on the spine.
        """
        left, right = self._sides(on_spine, ruler)
        # Places are numbered from left to right, with 0 for the spine: -2, -1, 0, 1, 2.
        numbered = [(-distance, children) for distance, children in enumerate(left, 1)]
        numbered.reverse()
        numbered += [(0, [on_spine]), *enumerate(right, 1)]
        row = []
        for number, children in numbered:
            placed = self._place_children(children, is_large=ruler.measures.letter > 1)
            placed.x = ruler.middle + number * ruler.pitch
            placed.width = ruler.width if number == 0 else ruler.side_width
            row.append(placed)
        return row

    def _sides(self, on_spine: int, ruler: SpineRuler) -> tuple[list[list[int]], list[list[int]]]:
        """Return the children in each place left and right of the spine, the nearest first."""
        if has_spine_first(ruler.measures):
            others = [index for index in range(len(self.moves)) if index != on_spine]
            return [], self.divide_side(others, ruler.right)
        left = self.divide_side(range(on_spine - 1, -1, -1), ruler.left)
        right = self.divide_side(range(on_spine + 1, len(self.moves)), ruler.right)
        return left, right

    def _place_children(self, children: Sequence[int], *, is_large: bool) -> PlacedNode:
        """Return a node for the children that share a place, given by their indices.

        A large node shows one of the children, and how many others it stands for.
        """
        shown = self.choose_shown_child(children) if is_large else None
        if shown is not None:
            placed = self._new_node(shown)
            rest = [index for index in children if index != shown]
            placed.folded_siblings = self.fold(rest) if rest else None
            return placed
        placed = self._new_node(children[0])
        if len(children) > 1:
            placed.node = None
            placed.folded = self.fold(children)
        return placed

    def _new_node(self, index: int) -> PlacedNode:
        """Return a node of its own for a child; later, its row sets its place and its ply."""
        path = (*self.path, self.moves[index])
        return PlacedNode(
            path,
            node=self.child(index),
            above=self.node,
            ply=0,
        )

    def choose_shown_child(self, children: Sequence[int]) -> int | None:
        """Return which of several folded children a large node shows.

        None for a single child, which is not folded, and where none of them has been tried.
        """
        if len(children) < 2:
            return None
        chosen = next(iter(self.choose_singles(children, 1)), None)
        is_tried = chosen is not None and chosen < self.tried
        return chosen if is_tried else None

    def divide_side(self, children: Sequence[int], room: int) -> list[list[int]]:
        """Divide the children on one side of the spine among at most `room` places.

        `children` are indices, the nearest to the spine first. Several children in one place are
        folded.
        """
        most = room if self.max_singles is None else self.max_singles
        if len(children) <= min(room, most):
            return [[index] for index in children]
        if room <= 0:
            return []
        halves = self._split_by_tried(children)
        if len(halves) > room:
            return [[*chain(*halves)]]

        # Visited and unvisited children are folded apart, each half in a place of its own.
        chosen = self.choose_singles(children, min(most, room - len(halves)))
        singles = [[index] for index in sorted(chosen, key=children.index)]
        rests = [[index for index in half if index not in chosen] for half in halves]
        return [*singles, *filter(None, rests)]

    def _split_by_tried(self, children: Sequence[int]) -> list[list[int]]:
        """Split children into those tried and the others; an empty half is left out."""
        tried = [index for index in sorted(children) if index < self.tried]
        others = [index for index in sorted(children) if index >= self.tried]
        return [half for half in (tried, others) if half]

    def choose_singles(self, children: Sequence[int], count: int) -> list[int]:
        """Choose up to `count` children that get a place each, from those nearest to the spine.

        The child on the current path comes first, then the best one, with random games the most
        visited, and then the nearest. Pruned children stay folded, unless ghosts are drawn.
        """
        wanted = [self.moves.index(move) for move in self._important_moves()]
        if self.tree.trace.is_sampled:
            tried = sorted(index for index in children if index < self.tried)
            wanted += sorted(tried, key=lambda index: -self.visits(index))
        is_cut = self.node is not None and self.tree.is_cut(self.node)
        shows_pruned = self.ghosts or not is_cut
        # Two of the nearest may be the current and the best, which are wanted already.
        nearest = children[: count + 2]
        wanted += [index for index in nearest if index < self.tried or shows_pruned]
        distinct = dict.fromkeys(wanted)
        return [index for index in distinct if index in children][:count]

    def _important_moves(self) -> Iterator[int]:
        """Yield the move that leads to the last event, and the best move that was visited."""
        if self.move_to_last_event is not None:
            yield self.move_to_last_event
        best = self._best_move()
        if best is not None and best in self.nodes:
            yield best

    def fold(self, children: Sequence[int]) -> FoldedNodes:
        """Return children folded into one place, and how many of them were visited and cut."""
        moves = tuple(self.moves[index] for index in children)
        visited = [self.nodes[self.moves[index]] for index in children if index < self.tried]
        # Counting cut nodes among very many would take too long.
        cut = 0
        if len(visited) <= MIN_INDEXED_CHILDREN:
            cut = sum(map(self.tree.is_cut, visited))
        return FoldedNodes(
            moves=moves,
            visited=len(visited),
            cut=cut,
            has_last_event=self.move_to_last_event in moves,
            visits=sum(map(self.tree.sample_count, visited)),
            are_done=len(visited) == len(moves) and not self.tree.trace.is_sampled,
        )


def last_upper_ply(end_ply: int, deepest: int, ruler: SpineRuler, *, is_leaf: bool = False) -> int:
    """Return the last upper ply, 0 for none: upper plies have no rows, but a line above the rows.

    `end_ply` is the ply of the path's end, which is a leaf if `is_leaf`, and `deepest` the deepest
    ply. On paper, the last row is that of the path's end or of its children. In a terminal the
    upper ply changes page by page, so that the tree does not move at every step.
    """
    if ruler.plies <= 0:
        return 0
    ply_of_children = end_ply + 1
    if isinstance(ruler.measures, PageMeasures):
        last_row = end_ply if is_leaf else ply_of_children
        return max(0, min(last_row, deepest) - ruler.plies)

    # A page repeats the last row of the page before, so that the path can be followed.
    upper_ply = 0
    last_upper = ruler.upper_ply_of_last_page(deepest)
    last_row = ply_of_children if ruler.plies > 1 else end_ply
    while upper_ply + ruler.plies_below(upper_ply) < min(last_row, deepest):
        new_plies = max(1, ruler.plies_below(upper_ply) - 1)
        upper_ply = min(upper_ply + new_plies, last_upper)
    return upper_ply


PATH_ARROW = " › "
ROOT_NAME = "root"
ARROW_SPARE = 2
"""Letters left free behind the last arrow: in ASCII, the signs of bounds take more room."""
COUNT_LETTERS = len("… 99 more …") + len(PATH_ARROW)
"""Letters of the number of nodes left out of a line."""


def node_in_line(
    run: Run, tree: TreeAtStep, path: MovePath, perspective: Perspective = Perspective.MAX
) -> str:
    """Return a node in a few words, `e4 ▼−2`: its move, the side to move, its value.

    A node without a value has `?` instead, and one that is not visited only its move. `perspective`
    says from whose side values are shown.
    """
    node = tree.node_at(path)
    name = run.move_name(path) if path else ROOT_NAME
    if node is None:
        return name
    turn = TURN_SIGNS[tree.turn(node)] if tree.move_count(node) else ""
    view = perspective.at(run, path)
    value = value_label(tree, node, view) or "?"
    return f"{name} {turn}{value}"


BoundSetter = tuple[MovePath, str]
"""The setter of a bound: the path to a move, and α or β; or the path to its parent, and words."""


def setter_in_line(
    run: Run,
    tree: TreeAtStep,
    upper: Sequence[MovePath],
    setter: BoundSetter | None,
    perspective: Perspective,
) -> BoundSetter | None:
    """Return the upper node whose child set the bound at a cut, and the child in words.

    `setter` is the path to that child, with α or β. `upper` are the paths to the nodes of the
    upper plies, which have no rows. None if a row shows the child, or if it is an upper node.
    """
    if setter is None:
        return None
    path, bound = setter
    parent = path[:-1]
    # The children of the last upper node have a row.
    is_in_row = parent not in upper[:-1]
    if is_in_row or path in upper:
        return None
    return parent, f"{node_in_line(run, tree, path, perspective)} {bound}"


UpperPart = tuple[MovePath, str, str]
"""A node in a line: its path, its words, their style."""
PlacedPart = tuple[UpperPart, int]
"""A node or an arrow in a line, and the column where it begins."""


def upper_line(
    parts: list[UpperPart], width: int, setter: BoundSetter | None = None
) -> list[PlacedPart]:
    """Place the nodes of a path in a line of `width` columns, each followed by an arrow.

    If not all nodes fit, some after the first one are left out, and their number is shown. The
    words of `setter` follow their node in brackets, if there is room for them.

    >>> line = upper_line([((), "root", ""), ((1,), "e3", ""), ((1, 2), "f4", "")], 18)
    >>> "".join(text for (_, text, _), x in line)
    'root › e3 › f4'
    >>> parts = [((), "root", ""), ((1,), "e3", ""), ((1, 2), "f4", ""), ((1, 2, 0), "g5", "")]
    >>> "".join(text for (_, text, _), x in upper_line(parts, 18))
    'root › … 2 more … › g5'
    >>> line = upper_line([((), "root", ""), ((1,), "e3", "")], 30, ((), "f6 ▼−2 α"))
    >>> "".join(text for (_, text, _), x in line)
    'root (f6 ▼−2 α) › e3 › '
    """
    if setter is not None:
        line = upper_line(with_setter_words(parts, setter), width)
        fits = all(x + display_width(text) <= width for (_, text, _), x in line)
        if fits:
            return line

    placed: list[PlacedPart] = []
    x = 0
    for part in shorten_path(parts, width):
        path, words, _ = part
        placed.append((part, x))
        x += display_width(words)
        placed.append(((path, PATH_ARROW, "dim"), x))
        x += len(PATH_ARROW)
    # Without room for it, the last arrow is left out.
    if x + ARROW_SPARE <= width:
        return placed
    return placed[:-1]


def with_setter_words(parts: list[UpperPart], setter: BoundSetter) -> list[UpperPart]:
    """Add the words of `setter` in brackets behind the node that they belong to."""
    setter_path, setter_words = setter
    extended = []
    for path, text, style in parts:
        suffix = f" ({setter_words})" if path == setter_path else ""
        extended.append((path, text + suffix, style))
    return extended


def shorten_path(parts: list[UpperPart], width: int) -> list[UpperPart]:
    """Leave out nodes until the others fit a line; a number takes the place of those left out.

    Nodes are left out from the second on: the root and the end of the path matter most.
    """
    shown = [*parts]
    while len(shown) > 2:
        letters = sum(display_width(text) + len(PATH_ARROW) for _, text, _ in shown)
        if len(shown) < len(parts):
            letters += COUNT_LETTERS
        if letters <= width:
            break
        shown.pop(1)
    left_out = len(parts) - len(shown)
    if left_out:
        first_left_out, _, _ = parts[1]
        shown.insert(1, (first_left_out, f"… {left_out} more …", "dim"))
    return shown
