"""The layout of a tree along a spine: one path straight down, with the rest of each family beside.

Each ply is one row of places: the node on the spine in a fixed column, its neighbours beside it,
and the rest folded into a count. If not all plies fit below each other, they come in pages. Then
the upper plies, those above the page, have no rows: a line of breadcrumbs, `root › e3 › f4`, names
their nodes on the spine.
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
from visualizer.explaining.measures.summary import SAMPLED_ROWS, plies_below, sampled_rows
from visualizer.look.numbers import format_number
from visualizer.look.text import display_width
from visualizer.searching.run import Run
from visualizer.trace.labels import bound_at_cut, value_label
from visualizer.trace.rows import MovePath
from visualizer.trace.tree_at_step import TreeAtStep
from visualizer.trace.visits import MIN_INDEXED_CHILDREN

MIN_PLACES_PER_ROW = 3
"""The places of a row; if fewer fit, the places beside the spine get narrower."""
MIN_SIDE_LETTERS = 5
"""The smallest width of a place beside the spine: room for a count."""
TIGHT_SPACING = 1
"""Letters between two places, and on each side of a label for the sign of a state."""
LOOSE_SPACING = 2
"""The letters used instead of `TIGHT_SPACING` if many places fit."""
MIN_PLACES_FOR_LOOSE = 7
"""The number of places that must fit for loose spacing."""
MAX_EXTRA_PITCH = 4
"""The most columns that a place gets beyond its need."""
MIN_LABEL_LETTERS = 7
MAX_SPINE_LABEL_LETTERS = 16
LARGE_NODE_SIZES = [
    (frame_lines, letter_lines)
    for letter_lines, (frame_lines, _) in product(LETTER_COLUMNS, LARGE_BOXES)
    if letter_lines < 2 * frame_lines
]
"""Lines of a box above its value, and lines of a letter of a move's name, from the largest."""
MIN_PLIES_FOR_LARGE = 3
"""Plies that must fit for large nodes, unless all do."""
MIN_ROWS_FOR_LARGE_LETTERS = 2
"""Rows of large nodes that must fit on every page for large letters of moves."""
ANY_SIDE_WIDTH = 0
"""In place of a share of a node's width: places beside large nodes may be narrow."""
SIDE_WIDTH_SHARES = 1, 0.5, ANY_SIDE_WIDTH
"""Smallest widths of the places beside large nodes, as shares of a node's width, to be tried."""
MIN_PLIES_FOR_BOXES = 5
"""Plies that must fit, unless all do, for nodes to have boxes or boards."""
MAX_PLIES_ON_FIT_PAGE = 10
"""The most plies below the root on a page that is as large as its tree."""


def spine_of(
    run: Run, tree: TreeAtStep, top: MovePath, selected: MovePath | None = None
) -> MovePath:
    """Return the spine: the path that is drawn straight down from `top`.

    The path leads to the selected node. Without a selection it leads to the current node or, at
    the end of the search, along the best line. If such a path does not pass `top`, return `top`.
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

    The first page begins with the root. On a later page, the plies above the page are named in one
    line of breadcrumbs, or each in its own line. The methods' `ply_above` is the last of these
    plies, 0 on the first page.
    """

    measures: NodeMeasures
    spine_column: int
    pitch: int
    """The distance between the middles of two places."""
    places_left: int
    """The number of places on the left of the spine."""
    places_right: int
    spine_width: int
    """The width of a place on the spine."""
    side_width: int
    """The width of a place on either side of the spine."""
    plies: int
    """The plies that fit below the root, or below the line of breadcrumbs."""
    columns: int
    rows: int
    breadcrumb_per_line: bool = False
    """Whether each ply above the page has its own line, instead of one line for all."""
    extra_rows: int = 0
    """Rows above all others, for the node that set the bound of a cut."""

    def plies_on_page(self, ply_above: int) -> int:
        """Return how many plies below `ply_above` have rows on its page."""
        is_first_page = ply_above == 0
        if is_first_page or not self.breadcrumb_per_line:
            return self.plies
        lines_above = ply_above + 1  # one for each ply from 0 to `ply_above`
        free_lines = self.rows - self.measures.footer_lines - lines_above
        # The last row of a page needs no lines for windows.
        return (free_lines + self.measures.window_height) // self.measures.height

    def min_rows_of_a_page(self, deepest: int) -> int:
        """Return the number of rows on the page with the fewest; `deepest` is the deepest ply."""
        rows_of_first_page = self.plies + 1  # with the root
        rows = [rows_of_first_page]
        for ply_above in range(1, self.ply_above_last_page(deepest) + 1):
            plies_left = deepest - ply_above
            rows.append(min(self.plies_on_page(ply_above), plies_left))
        return min(rows)

    def ply_above_last_page(self, deepest: int) -> int:
        """Return the first ply below which all deeper plies fit on a page; else `deepest`."""
        for ply_above in range(deepest):
            if ply_above + self.plies_on_page(ply_above) >= deepest:
                return ply_above
        return deepest

    def edge_line(self, ply: int, ply_above: int) -> int:
        """Return the line in which the edges to a ply begin, on the page below `ply_above`."""
        row = ply - ply_above + self.extra_rows
        line = self.measures.top(row)
        if ply_above and self.breadcrumb_per_line:
            # `top` assumes that the root is above the rows. On this page, the breadcrumbs of the
            # plies above are there instead, each in a line.
            lines_above = ply_above + 1
            line += lines_above - self.measures.root_lines
        return line


def plies_to_draw(run: Run, limits: LayoutLimits) -> int:
    """Return how many of the known plies below the topmost node are to be drawn."""
    return min(plies_below(run, limits.top), limits.max_plies)


def spine_ruler(run: Run, limits: LayoutLimits) -> SpineRuler:
    """Return the measures of the spine of a run, which are the same at every step."""
    visit_count = sampled_rows(run)
    deepest = plies_to_draw(run, limits)
    if limits.large:
        ruler = large_spine_ruler(limits, longest_value_letters(run, visit_count), deepest)
        if ruler is not None:
            return ruler
    windows = limits.all_windows and limits.windowed
    label_width = widest_label_letters(run, visit_count, windows=windows)
    return measure_spine(limits, label_width, deepest)


def large_spine_ruler(limits: LayoutLimits, longest: int, deepest: int) -> SpineRuler | None:
    """Return the measures of a spine with the largest nodes that fit; None if only usual ones fit.

    `longest` is the number of letters of the longest value, and `deepest` the deepest ply.
    """
    # Wide places beside the spine are preferred, then large nodes.
    for side_share, (frame_lines, letter_lines) in product(SIDE_WIDTH_SHARES, LARGE_NODE_SIZES):
        large = NodeMeasures(
            frame_lines=frame_lines, window_lines=limits.windowed, letter_lines=letter_lines
        )
        # The frame of a large box includes the usual spacing around a label.
        label_width = large.node_width(len("≥") + longest) - LOOSE_SPACING
        ruler = measure_spine(limits, label_width, deepest, large)
        is_wide = ruler.spine_width >= label_width and ruler.side_width >= side_share * label_width
        if is_wide and has_rows_for_large(ruler, side_share, deepest):
            return ruler
    return None


def has_rows_for_large(ruler: SpineRuler, side_share: float, deepest: int) -> bool:
    """Return whether a spine of large nodes has enough rows.

    `side_share` is the smallest width of the places beside the spine, in units of a node's width.
    """
    has_large_letters = ruler.measures.letter_lines > 1
    if not has_large_letters:
        return ruler.plies >= min(deepest, MIN_PLIES_FOR_LARGE)
    # Places of any width may be too narrow for a name in large letters.
    if side_share == ANY_SIDE_WIDTH:
        return False
    return ruler.min_rows_of_a_page(deepest) >= MIN_ROWS_FOR_LARGE_LETTERS


def measure_spine(
    limits: LayoutLimits, label_width: int, deepest: int, measures: NodeMeasures | None = None
) -> SpineRuler:
    """Return the measures of a spine; `label_width` is the width of its widest label.

    `measures` are the measures of its nodes. Without them, nodes become as large as the plies down
    to `deepest` allow.
    """
    columns = limits.columns
    if not columns:
        # A page without limits has room for all places.
        columns = limits.margin + max_places(limits) * (label_width + 3 * LOOSE_SPACING)
    room = columns - limits.margin
    row = divide_row(limits, room, label_width)
    # The spine is in the middle, unless it runs down the left edge.
    places_left = 0 if has_spine_first(limits.measures) else row.places // 2

    if measures is None:
        measures = largest_fitting_measures(limits, row.spacing, deepest)
    plies = fitting_plies(measures, limits, deepest)
    rows = limits.rows or measures.lines(plies)
    ruler = SpineRuler(
        measures=stretch_to_rows(measures, rows, min(plies, deepest)),
        spine_column=limits.margin + column_of_spine(row, room, places_left),
        pitch=row.pitch,
        places_left=places_left,
        places_right=row.places - 1 - places_left,
        spine_width=row.spine_width,
        side_width=row.side_width,
        plies=plies,
        columns=columns,
        rows=rows,
    )
    # Plies above a page get a line each, unless no page would then have room for the deepest ply.
    with_breadcrumb_lines = ruler._replace(breadcrumb_per_line=limits.breadcrumb_per_line)
    if with_breadcrumb_lines.ply_above_last_page(deepest) < deepest:
        return with_breadcrumb_lines
    return ruler


def column_of_spine(row: SpineRow, room: int, places_left: int) -> int:
    """Return the column of the spine, counted from the margin.

    The row is `room` letters wide, and has `places_left` places on the left of the spine.
    """
    place_width = row.side_width + row.spacing
    # From the middle of the first place to the middle of the last, and half a place at both ends.
    row_width = (row.places - 1) * row.pitch + place_width
    # The row is in the middle of the room.
    row_start = max(0, room - row_width) // 2
    middle_of_first_place = row_start + (place_width - 1) // 2
    return middle_of_first_place + places_left * row.pitch


def stretch_to_rows(measures: NodeMeasures, rows: int, plies: int) -> NodeMeasures:
    """Return the measures, enlarged until a tree of `plies` plies below the root is `rows` high.

    Only the measures of a page grow. A root without children keeps its usual size.
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
    spine_width: int
    """The width of the place on the spine."""
    side_width: int
    """The width of the other places."""
    spacing: int


def max_places(limits: LayoutLimits) -> int:
    """Return the greatest number of places in a row."""
    return 2 * max(1, limits.places_beside) + 1


def divide_row(limits: LayoutLimits, room: int, label_width: int) -> SpineRow:
    """Divide a row of `room` letters into places for labels that are `label_width` letters wide."""
    spacing = row_spacing(limits, room, label_width)
    # There is spacing before a label, after the label, and between two places.
    min_pitch = label_width + 3 * spacing
    # The last place has no spacing after it.
    fitting_places = max(1, (room + spacing) // min_pitch)
    places = min(fitting_places, max_places(limits))
    if limits.max_singles is not None:
        places_for_folded = 2  # for visited nodes, and for unvisited ones
        places = min(places, 1 + limits.max_singles + places_for_folded)
    if places < MIN_PLACES_PER_ROW:
        return divide_narrow_row(room, label_width, spacing)

    # The remaining letters make all places wider, up to a limit.
    pitch = min(min_pitch + MAX_EXTRA_PITCH, max(min_pitch, room // places))
    place_width = pitch - spacing
    return SpineRow(
        places=places, pitch=pitch, spine_width=place_width, side_width=place_width, spacing=spacing
    )


def row_spacing(limits: LayoutLimits, room: int, label_width: int) -> int:
    """Return the number of letters between two places: more if many labels fit."""
    loose_places = room // (label_width + 3 * LOOSE_SPACING)
    if loose_places >= MIN_PLACES_FOR_LOOSE or not limits.columns:
        return LOOSE_SPACING
    return TIGHT_SPACING


def divide_narrow_row(room: int, label_width: int, spacing: int) -> SpineRow:
    """Divide a row that is too narrow for three labels into three places.

    The place on the spine keeps its width, and the two places beside it get the rest of the `room`.
    """
    spine_width, side_width = widths_in_narrow_row(room, label_width, spacing)
    # The distance between two middles: half of each place, and the spacing.
    pitch = (spine_width + side_width) // 2 + spacing
    return SpineRow(
        places=MIN_PLACES_PER_ROW,
        pitch=pitch,
        spine_width=spine_width,
        side_width=side_width,
        spacing=spacing,
    )


def widths_in_narrow_row(room: int, label_width: int, spacing: int) -> tuple[int, int]:
    """Return the widths of the place on the spine and of each of the two places beside it.

    The place on the spine is as wide as its label with spacing on both sides, and the others share
    the rest of the `room`. If they would have fewer than 5 letters, the spine gives some to them.

    >>> widths_in_narrow_row(28, 9, 1), widths_in_narrow_row(20, 9, 1)
    ((11, 7), (8, 5))
    """
    # On each side of the label come its own spacing, the spacing between places, and the place.
    rest_on_each_side = (room - label_width) // 2 - 2 * spacing
    side_width = max(MIN_SIDE_LETTERS, rest_on_each_side)
    wanted_on_spine = label_width + 2 * spacing
    rest_on_spine = room - 2 * (side_width + spacing)
    return min(wanted_on_spine, rest_on_spine), side_width


def largest_fitting_measures(limits: LayoutLimits, spacing: int, deepest: int) -> NodeMeasures:
    """Return the largest measures of nodes with which all plies down to `deepest` fit.

    If not even the smallest nodes leave room for all plies, room for five plies is enough. Nodes
    that may not have boxes are always the smallest. `spacing` is the number of free letters on each
    side of a label.
    """
    choices = limits.measures.choices_for_spine(spacing, windowed=limits.windowed)
    smallest = choices[-1]
    if not limits.may_have_boxes:
        return smallest
    needed_plies = MIN_PLIES_FOR_BOXES
    if fitting_plies(smallest, limits, deepest) >= deepest:
        needed_plies = deepest
    for measures in choices:
        if fitting_plies(measures, limits, deepest) >= needed_plies:
            return measures
    return smallest


def fitting_plies(measures: NodeMeasures, limits: LayoutLimits, deepest: int) -> int:
    """Return how many plies fit below the root; at most ten if the page grows with the tree."""
    if not limits.rows:
        return min(deepest, MAX_PLIES_ON_FIT_PAGE)
    # The last row has no windows. Since the root has them, count the root without windows instead.
    root_lines = measures.lines(0)
    return (limits.rows - measures.footer_lines - root_lines) // measures.height


def longest_value_letters(run: Run, visit_count: int) -> int:
    """Estimate how many letters the longest value of a search has.

    The estimate is made from the first `visit_count` visits.
    """
    if run.trace.is_sampled:
        return len(WIDEST_MEAN)
    longest = longest_recorded_letters(run, min(visit_count, SAMPLED_ROWS))
    # A chance node shows a range, `(2 … 7)`, until all its outcomes have returned.
    if run.has_chance:
        return 2 * longest + len("( … )")
    return longest


@lru_cache(maxsize=16)
def longest_recorded_letters(run: Run, visit_count: int) -> int:
    """Return how many letters the longest value of the first `visit_count` visits has."""
    values = map(run.trace.value, range(visit_count))
    return max((len(format_number(value)) for value in values), default=1)


@lru_cache(maxsize=16)
def widest_label_letters(run: Run, visit_count: int, *, windows: bool) -> int:
    """Estimate the width of the widest label of a search: a move's name, a value, or a window.

    The estimate is made from the moves of the root and the first `visit_count` visits. `windows`
    says that all nodes have windows.
    """
    longest_value = longest_value_letters(run, visit_count)
    value_width = len("▲ ≥") + longest_value
    longest_name = max(map(len, run.choices(())), default=0)
    # Room on both sides for the mark after a name keeps the name in the middle.
    name_width = longest_name + 2 * len(" ≠")
    width = min(MAX_SPINE_LABEL_LETTERS, max(value_width, name_width))
    if windows:
        width = max(width, window_width(max(longest_value, len("−∞"))))
    return max(MIN_LABEL_LETTERS, width)


def lay_out_spine(
    run: Run, tree: TreeAtStep, path: MovePath, limits: LayoutLimits, *, from_root: bool = False
) -> TreeLayout:
    """Place the nodes along a path that passes `limits.top`, and their siblings.

    In a search by random games, the path is extended along the most visited moves as far as there
    is room. If the path itself does not fit, its end is shown, or its beginning if `from_root`.
    """
    ruler = spine_ruler(run, limits)
    deepest = plies_to_draw(run, limits)
    is_page = isinstance(ruler.measures, PageMeasures)
    top_depth = len(limits.top)
    extended_path = path
    max_moves = len(path)
    if tree.trace.is_sampled and (is_page or limits.large):
        # The last row is for the children of the path's end.
        moves_with_room = max(0, top_depth + min(deepest, ruler.plies) - 1)
        extended_path = extend_path(run, tree, path, moves_with_room)
        max_moves = moves_with_room if from_root else max(moves_with_room, len(path))
    spine = extended_path[: min(max_moves, top_depth + limits.max_plies)]

    # From here on, plies are counted from `limits.top`.
    end_ply = len(spine) - top_depth
    is_leaf = is_visited_leaf(tree, spine)
    ply_above = ply_above_rows(end_ply, deepest, ruler, is_leaf=is_leaf)
    setter_path = hidden_bound_setter(run, tree, spine, top_depth + ply_above)
    has_room_for_setter = is_page and ruler.plies >= MIN_PLIES_FOR_LARGE
    if setter_path and has_room_for_setter:
        # The hidden node gets an extra row at the top, so that the others have one row less. The
        # last two nodes of the path keep their rows.
        ply_above = min(ply_above + 1, end_ply - 2)
        ruler = ruler._replace(plies=ruler.plies - 1, extra_rows=1)
    rows = SpineRows(
        run,
        tree,
        limits,
        ruler=ruler,
        ply_above=ply_above,
    )
    return rows.lay_out(spine, extended_path, setter_path)


def is_visited_leaf(tree: TreeAtStep, path: MovePath) -> bool:
    """Return whether the node at a path has been visited and has no moves."""
    node = tree.node_at(path)
    return node is not None and not tree.move_count(node)


class SpineRows:
    """The rows of a spine as they are placed, from the top down.

    The nodes of the plies down to `ply_above` have breadcrumbs instead of rows; if it is 0, even
    the root has a row.
    """

    def __init__(
        self,
        run: Run,
        tree: TreeAtStep,
        limits: LayoutLimits,
        ruler: SpineRuler,
        ply_above: int,
    ) -> None:
        """Prepare an empty layout, which `lay_out` fills."""
        self.run = run
        self.tree = tree
        self.limits = limits
        self.ruler = ruler
        self.ply_above = ply_above
        self.last_ply = ply_above + ruler.plies_on_page(ply_above)
        """The last ply that has a row."""
        self.layout = TreeLayout(
            ruler.measures,
            stem=ruler.spine_column,
            breadcrumb_per_line=ruler.breadcrumb_per_line,
            columns=ruler.columns,
            rows=ruler.rows,
        )

    def lay_out(
        self, spine: MovePath, extended_path: MovePath, setter_path: MovePath
    ) -> TreeLayout:
        """Place the nodes of all rows, and return the layout.

        `extended_path` begins with the spine, and may go on below it in a search by random games.
        `setter_path` leads to the node that set the bound of this step's cut. The node is placed
        only if the ruler has an extra row for it.
        """
        self.add_top(spine, setter_path)
        self.add_rows(spine, extended_path)
        if self.limits.ghosts:
            self.add_ghosts()
        return self.layout

    def add_top(self, spine: MovePath, setter_path: MovePath) -> None:
        """Add the topmost node or, if it has no row, breadcrumbs down to the ply above the rows.

        If the ruler has an extra row below the breadcrumbs, also add the node at `setter_path`.
        """
        top_depth = len(self.limits.top)
        has_rows = self.ruler.plies >= 1
        if has_rows and not self.ply_above:
            self.layout.nodes.append(self._topmost_node())
            return
        # Without room for any row, there is a breadcrumb for each node of the spine.
        last_depth = top_depth + self.ply_above if has_rows else len(spine)
        depths = range(top_depth, last_depth + 1)
        self.layout.breadcrumbs = tuple(spine[:depth] for depth in depths)
        if self.ruler.extra_rows:
            self._add_bound_setter(setter_path)

    def _topmost_node(self) -> PlacedNode:
        """Return the topmost node, placed on the spine in the first row."""
        top = self.limits.top
        placed = PlacedNode(top, node=self.tree.node_at(top), parent_node=None, ply=0)
        placed.x = self.ruler.spine_column
        placed.top = self.ruler.edge_line(0, 0)
        placed.width = self.ruler.spine_width
        return placed

    def _add_bound_setter(self, path: MovePath) -> None:
        """Add the node that set the bound of a cut, in the extra row below the breadcrumbs.

        The node hangs from the breadcrumb of its parent, and gets the nearest place. The place on
        the spine stays free if there are others.
        """
        ruler = self.ruler
        hangs_from = self._middle_of_nearest_breadcrumb(path)
        # The spine is place 0. Places on its left have negative numbers.
        places_beside_spine = [*range(-ruler.places_left, 0), *range(1, ruler.places_right + 1)]
        columns = [ruler.spine_column + place * ruler.pitch for place in places_beside_spine or [0]]
        placed = PlacedNode(
            path,
            node=self.tree.node_at(path),
            parent_node=self.tree.node_at(path[:-1]),
            ply=len(path) - len(self.limits.top),
        )
        placed.x = min(columns, key=lambda column: abs(column - hangs_from))
        placed.top = ruler.measures.top(1)
        placed.width = ruler.side_width
        self.layout.hangs_from = hangs_from
        self.layout.nodes.append(placed)

    def _middle_of_nearest_breadcrumb(self, path: MovePath) -> float:
        """Return the middle column of the breadcrumb of a node's parent.

        If the line has no room for this breadcrumb, return the middle of the nearest ancestor's.
        """
        crumbs = [
            (upper, breadcrumb_words(self.run, self.tree, upper), "")
            for upper in self.layout.breadcrumbs
        ]
        middle = 0.0
        for (upper, words, _), x in place_breadcrumbs(crumbs, self.layout.columns):
            is_ancestor = len(upper) < len(path)
            if is_ancestor and words != PATH_ARROW:
                middle = x + display_width(words) / 2
        return middle

    def add_rows(self, spine: MovePath, extended_path: MovePath) -> None:
        """Add a row of siblings for each ply that fits, down to the children of the spine's end.

        If `extended_path` goes on below the spine, one of these children is on this path, and gets
        the place in the column of the spine.
        """
        top_depth = len(self.limits.top)
        end_ply = len(spine) - top_depth
        parent = self.tree.node_at(self.limits.top)
        ply_of_children = end_ply + 1
        deepest = min(ply_of_children, self.limits.max_plies)
        for ply in range(1, deepest + 1):
            parent_path = spine[: top_depth + ply - 1]
            siblings = siblings_of(self.run, self.tree, parent_path, parent)
            if not siblings.moves:
                break
            # An unvisited node at the end of the spine has no row of children, except at step 0.
            if ply == ply_of_children and parent is None and self.tree.visits:
                break
            if self.tree.trace.is_sampled and has_spine_first(self.ruler.measures):
                siblings.sort_by_visits()
            if len(parent_path) < len(extended_path):
                next_move = extended_path[len(parent_path)]
                on_spine = siblings.moves.index(next_move)
            else:
                on_spine = siblings.choose_child_below_end()
            if self.ply_above < ply <= self.last_ply:
                self._add_row(siblings, on_spine, ply)
            parent = siblings.child(on_spine)

    def _add_row(self, siblings: Siblings, on_spine: int, ply: int) -> None:
        """Add the row of a node's children; `on_spine` is the index of the child on the spine."""
        path = siblings.parent_path
        current = () if self.tree.current is None else self.run.path(self.tree.current)
        is_current_below = len(current) > len(path) and current[: len(path)] == path
        if is_current_below:
            siblings.move_to_last_event = current[len(path)]
        siblings.ghosts = self.limits.ghosts
        siblings.max_singles = self.limits.max_singles
        row = siblings.place_in_row(on_spine, self.ruler)
        parent = self._index_of_node(path)
        for placed in row:
            placed.ply = ply
            placed.top = self.ruler.edge_line(ply, self.ply_above)
            placed.parent_index = parent
        self.layout.nodes += row

    def _index_of_node(self, path: MovePath) -> int:
        """Return the index of the node at a path in the layout, -1 if it has no place."""
        for index, placed in enumerate(self.layout.nodes):
            if placed.path == path and placed.folded is None:
                return index
        return -1

    def add_ghosts(self) -> None:
        """Add the children of pruned nodes, folded into one place directly below each node.

        There is room only below nodes that are further right than all places of the next row.
        """
        rightmost: dict[int, int] = {}
        for placed in self.layout.nodes:
            rightmost[placed.ply] = max(placed.x, rightmost.get(placed.ply, placed.x))
        # The loop runs over a copy, since ghosts are added to the nodes.
        for index, placed in enumerate([*self.layout.nodes]):
            ply_below = placed.ply + 1
            has_row_below = ply_below <= self.last_ply
            has_room = has_row_below and rightmost.get(ply_below, 0) < placed.x
            has_ghost = self._is_pruned(placed) and self.run.is_inner(placed.path)
            if has_room and has_ghost:
                moves = (*self.run.order(placed.path),)
                if moves:
                    self.layout.nodes.append(self._ghost_below(placed, index, moves))

    def _ghost_below(self, pruned: PlacedNode, index: int, moves: tuple[int, ...]) -> PlacedNode:
        """Return a ghost: the children of a pruned node, folded into one place.

        `index` is the index of the pruned node in the layout, and `moves` are its moves.
        """
        ghost = PlacedNode(
            (*pruned.path, moves[0]),
            node=None,
            parent_node=None,
            ply=pruned.ply + 1,
        )
        ghost.x = pruned.x
        ghost.top = self.ruler.edge_line(ghost.ply, self.ply_above)
        ghost.width = self.ruler.side_width
        ghost.parent_index = index
        ghost.folded = FoldedNodes(moves)
        return ghost

    def _is_pruned(self, placed: PlacedNode) -> bool:
        """Return whether a place has a single node that is pruned."""
        if placed.node is not None or placed.folded is not None or placed.parent_node is None:
            return False
        return self.tree.is_cut(placed.parent_node)


def hidden_bound_setter(
    run: Run, tree: TreeAtStep, spine: MovePath, breadcrumb_depth: int
) -> MovePath:
    """Return the path to the node that set the bound of this step's cut, if rows do not show it.

    Such a node is a sibling of a node that has only a breadcrumb: breadcrumbs name the spine down
    to `breadcrumb_depth`. Return () for any other node, or if this step cuts nothing.
    """
    found = bound_at_cut(tree)
    if not found:
        return ()
    node, _ = found
    path = run.path(node)
    is_above_rows = 0 < len(path) <= breadcrumb_depth
    is_child_of_spine = path[:-1] == spine[: len(path) - 1]
    has_breadcrumb = path == spine[: len(path)]
    if is_above_rows and is_child_of_spine and not has_breadcrumb:
        return path
    return ()


def has_spine_first(measures: NodeMeasures) -> bool:
    """Return whether the spine runs down the left edge."""
    return isinstance(measures, PageMeasures) and measures.spine_first


def extend_path(run: Run, tree: TreeAtStep, path: MovePath, moves: int) -> MovePath:
    """Extend a path in a search by random games along the most visited moves.

    The path ends after `moves` moves, or where no deeper node is known. While the result of a game
    is backed up, the path goes down to the leaf of this game first, so that the same nodes are
    drawn at each of these steps.
    """
    is_backing_up = not (tree.at_end or tree.entering)
    if is_backing_up:
        path = _extend_to_last_leaf(run, tree, path)
    while len(path) < moves:
        siblings = siblings_of(run, tree, path, tree.node_at(path))
        if not siblings.tried:
            break
        path = (*path, siblings.moves[siblings.choose_last_or_most_visited()])
    return path


def _extend_to_last_leaf(run: Run, tree: TreeAtStep, path: MovePath) -> MovePath:
    """Return the path to the last leaf if it goes on from `path`, else `path` itself."""
    leaf = last_leaf(tree)
    if leaf < 0:
        return path
    path_to_leaf = run.path(tree.node_of(leaf))
    goes_on = path_to_leaf[: len(path)] == path
    return path_to_leaf if goes_on else path


def siblings_of(run: Run, tree: TreeAtStep, path: MovePath, node: int | None) -> Siblings:
    """Return the children of the node at a path; `node` is None before its first visit.

    The children tried in the last visit to the node come first, in the order in which they were
    tried.
    """
    siblings = Siblings(run, tree, path, parent_node=node)
    if node is None:
        if run.is_inner(path):
            siblings.moves = run.order(path, tree)
    elif tree.move_count(node):
        move_of = run.trace.move
        tried = {move_of(child): child for child in tree.children_and_probes(node)}
        earlier = {move_of(child): child for child in tree.earlier_children(node)}
        others = [move for move in run.order(path, tree) if move not in tried]
        siblings.moves = [*tried, *others]
        siblings.tried = len(tried)
        siblings.nodes = tried | earlier
    return siblings


@dataclass(slots=True)
class Siblings:
    """The children of a node at a step, and their places in a row.

    `moves` lead to all children; the first `tried` of them have been tried. A child is identified
    by its index in `moves`. `nodes` has the nodes of the children that have been visited by now, by
    their moves. `parent_node` is None if the parent has not been visited.
    """

    run: Run
    tree: TreeAtStep
    parent_path: MovePath
    parent_node: int | None
    moves: Sequence[int] = ()
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

    def choose_last_or_most_visited(self) -> int:
        """Return the index of the child tried last or, with random games, of the most visited.

        Of equally visited children, choose the last. At the end of a search by random games, choose
        the child that the search prefers.
        """
        if not self.tree.trace.is_sampled or not self.tried:
            return max(0, self.tried - 1)
        best = self._best_move() if self.tree.at_end else None
        if best is not None:
            return self.moves.index(best)
        return max(range(self.tried), key=lambda index: (self.visits(index), index))

    def _best_move(self) -> int | None:
        """Return the move that the search prefers at the parent by now, None for no move."""
        if self.parent_node is None or not self.tree.entered(self.parent_node):
            return None
        _, best_child = self.tree.best(self.parent_node) or (None, None)
        if best_child is None:
            return None
        return self.run.trace.move(best_child)

    def choose_child_below_end(self) -> int:
        """Return the index of the child to draw on the spine, below the end of the path.

        Choose the child tried last, or the most visited. After the search, all outcomes of a chance
        node matter equally: choose the middle one, which has as many on its left as on its right.
        """
        is_chance = self.parent_node is not None and self.tree.is_chance(self.parent_node)
        is_finished = self.tree.at_end and self.tried == len(self.moves)
        if is_chance and is_finished and not self.tree.trace.is_sampled:
            return len(self.moves) // 2
        return self.choose_last_or_most_visited()

    def visits(self, index: int) -> int:
        """Return the number of visits to a child that has been tried."""
        return self.tree.returned_count(self.nodes[self.moves[index]])

    def place_in_row(self, on_spine: int, ruler: SpineRuler) -> list[PlacedNode]:
        """Place the children in a row: one on the spine, its neighbours, and the rest folded.

        `on_spine` is the index of the child on the spine.
        """
        left, right = self._sides(on_spine, ruler)
        children_by_place = [*reversed(left), [on_spine], *right]
        row = []
        # Places are numbered from left to right, with 0 for the spine: -2, -1, 0, 1, 2.
        for number, children in enumerate(children_by_place, -len(left)):
            placed = self._node_of_place(children, is_large=ruler.measures.value_letter_columns > 1)
            placed.x = ruler.spine_column + number * ruler.pitch
            placed.width = ruler.spine_width if number == 0 else ruler.side_width
            row.append(placed)
        return row

    def _sides(self, on_spine: int, ruler: SpineRuler) -> tuple[list[list[int]], list[list[int]]]:
        """Return the children in each place on the left and on the right, the nearest first."""
        if has_spine_first(ruler.measures):
            others = [index for index in range(len(self.moves)) if index != on_spine]
            return [], self.divide_side(others, ruler.places_right)
        left = self.divide_side(range(on_spine - 1, -1, -1), ruler.places_left)
        right = self.divide_side(range(on_spine + 1, len(self.moves)), ruler.places_right)
        return left, right

    def _node_of_place(self, children: Sequence[int], *, is_large: bool) -> PlacedNode:
        """Return the node or the folded nodes for a place, given the indices of its children.

        Several children are folded. A large node may show one child, with a count of the others.
        """
        representative = self.choose_representative(children) if is_large else None
        if representative is not None:
            placed = self._new_node(representative)
            others = [index for index in children if index != representative]
            placed.folded_siblings = self.fold(others) if others else None
            return placed
        placed = self._new_node(children[0])
        if len(children) > 1:
            placed.node = None
            placed.folded = self.fold(children)
        return placed

    def _new_node(self, index: int) -> PlacedNode:
        """Return a placed node for a child; its row sets its place and its ply later."""
        path = (*self.parent_path, self.moves[index])
        return PlacedNode(path, node=self.child(index), parent_node=self.parent_node, ply=0)

    def choose_representative(self, children: Sequence[int]) -> int | None:
        """Choose the child that a large node shows in place of several folded children.

        Return None for a single child, which is not folded, and if no child has been tried.
        """
        if len(children) < 2:
            return None
        chosen = [index for index in self.choose_single_children(children, 1) if index < self.tried]
        return chosen[0] if chosen else None

    def divide_side(self, children: Sequence[int], places: int) -> list[list[int]]:
        """Divide the children on one side of the spine among at most `places` places.

        Return a list for each place: one child, or several folded children. Children are given by
        their indices, and are listed from the spine outwards.
        """
        max_singles = places if self.max_singles is None else self.max_singles
        if len(children) <= min(places, max_singles):
            return [[index] for index in children]
        if places <= 0:
            return []
        groups = self._group_by_tried(children)
        if len(groups) > places:
            return [[*chain(*groups)]]

        # One place is kept for folded tried children and one for untried; the others show a child.
        singles = self.choose_single_children(children, min(max_singles, places - len(groups)))
        single_places = [[index] for index in sorted(singles, key=children.index)]
        folded_places = [[index for index in group if index not in singles] for group in groups]
        return [*single_places, *filter(None, folded_places)]

    def _group_by_tried(self, children: Sequence[int]) -> list[list[int]]:
        """Return the children that have been tried, then the others; empty groups are left out."""
        tried = [index for index in sorted(children) if index < self.tried]
        others = [index for index in sorted(children) if index >= self.tried]
        return [group for group in (tried, others) if group]

    def choose_single_children(self, children: Sequence[int], count: int) -> list[int]:
        """Choose at most `count` of some children to get a place each: the most important.

        The most important is the child on the current path, then the best child. Next come the most
        visited children in a search by random games, then the children nearest to the spine. Pruned
        children are not chosen unless ghosts are drawn. `children` are indices, from the spine
        outwards.
        """
        candidates = [self.moves.index(move) for move in self._important_moves()]
        if self.tree.trace.is_sampled:
            tried = sorted(index for index in children if index < self.tried)
            candidates += sorted(tried, key=lambda index: -self.visits(index))
        is_cut = self.parent_node is not None and self.tree.is_cut(self.parent_node)
        shows_pruned = self.ghosts or not is_cut
        # Two more than needed: the child on the path and the best child may be among the nearest.
        nearest = children[: count + 2]
        candidates += [index for index in nearest if index < self.tried or shows_pruned]
        distinct = dict.fromkeys(candidates)
        return [index for index in distinct if index in children][:count]

    def _important_moves(self) -> Iterator[int]:
        """Yield the move on the path to the last event, if any, and the best move if visited."""
        if self.move_to_last_event is not None:
            yield self.move_to_last_event
        best = self._best_move()
        if best is not None and best in self.nodes:
            yield best

    def fold(self, children: Sequence[int]) -> FoldedNodes:
        """Fold the children with these indices into one place."""
        moves = tuple(self.moves[index] for index in children)
        visited = [self.nodes[self.moves[index]] for index in children if index < self.tried]
        # Among very many children, cut nodes are not counted: this would take too long.
        cut = 0
        if len(visited) <= MIN_INDEXED_CHILDREN:
            cut = sum(map(self.tree.is_cut, visited))
        # A search by random games may visit any child again.
        are_done = len(visited) == len(moves) and not self.tree.trace.is_sampled
        return FoldedNodes(
            moves=moves,
            visited=len(visited),
            cut=cut,
            has_last_event=self.move_to_last_event in moves,
            visits=sum(map(self.tree.sample_count, visited)),
            are_done=are_done,
        )


def ply_above_rows(end_ply: int, deepest: int, ruler: SpineRuler, *, is_leaf: bool = False) -> int:
    """Return the ply above the rows that are drawn for a path; 0 if even the root has a row.

    The path ends at ply `end_ply`, at a leaf if `is_leaf`. `deepest` is the tree's deepest ply.
    """
    if ruler.plies <= 0:
        return 0
    ply_of_children = end_ply + 1
    if isinstance(ruler.measures, PageMeasures):
        # On paper, the last row has the children of the path's end.
        last_ply = end_ply if is_leaf else ply_of_children
        return max(0, min(last_ply, deepest) - ruler.plies)
    # A terminal shows the path page by page, so that the tree does not move at every step. A page
    # with a single row has no room for the children.
    last_ply = ply_of_children if ruler.plies > 1 else end_ply
    return ply_above_page_with(min(last_ply, deepest), deepest, ruler)


def ply_above_page_with(ply: int, deepest: int, ruler: SpineRuler) -> int:
    """Return the ply above the first of the pages that has a row for `ply`, 0 for the first page.

    Each page repeats the last row of the page before, so that the path can be followed. `deepest`
    is the deepest ply of the tree.
    """
    ply_above = 0
    ply_above_last_page = ruler.ply_above_last_page(deepest)
    while ply_above + ruler.plies_on_page(ply_above) < ply:
        new_plies = max(1, ruler.plies_on_page(ply_above) - 1)
        ply_above = min(ply_above + new_plies, ply_above_last_page)
    return ply_above


PATH_ARROW = " › "
ROOT_NAME = "root"
ARROW_SPARE = 2
"""Letters left free after the last arrow: in ASCII, the signs of bounds take more room."""
COUNT_LETTERS = len("… 99 more …") + len(PATH_ARROW)
"""Letters of the number of nodes left out of a line."""


def breadcrumb_words(
    run: Run, tree: TreeAtStep, path: MovePath, perspective: Perspective = Perspective.MAX
) -> str:
    """Return the words of a breadcrumb, `e4 ▼−2`: a node's move, the side to move, its value.

    A node without a value has `?` instead; an unvisited node has only its move. `perspective` says
    from whose side values are shown.
    """
    node = tree.node_at(path)
    name = run.move_name(path) if path else ROOT_NAME
    if node is None:
        return name
    turn = TURN_SIGNS[tree.turn(node)] if tree.move_count(node) else ""
    view = perspective.view_at(run, path)
    value = value_label(tree, node, view) or "?"
    return f"{name} {turn}{value}"


BoundSetter = tuple[MovePath, str]
"""The path of the node that set a bound, and the bound: α or β."""
BreadcrumbNote = tuple[MovePath, str]
"""The path of a breadcrumb, and words to add to it in brackets."""


def note_on_bound_setter(
    run: Run,
    tree: TreeAtStep,
    upper: Sequence[MovePath],
    setter: BoundSetter | None,
    perspective: Perspective,
) -> BreadcrumbNote | None:
    """Return a note that names the node that set the bound of a cut: `f6 ▼−2 α`.

    The note is added to the breadcrumb of the node's parent. `setter` is the node with its bound,
    and `upper` are the paths of all breadcrumbs. Return None if the node has a row or a breadcrumb
    itself, or if `setter` is None.
    """
    if setter is None:
        return None
    path, bound = setter
    parent = path[:-1]
    # The first row has the children of the last breadcrumb's node.
    has_row = parent not in upper[:-1]
    if has_row or path in upper:
        return None
    return parent, f"{breadcrumb_words(run, tree, path, perspective)} {bound}"


Breadcrumb = tuple[MovePath, str, str]
"""A node in the line above the rows: its path, its words, their style."""
PlacedBreadcrumb = tuple[Breadcrumb, int]
"""A breadcrumb or the arrow after it, and the column where it begins."""


def place_breadcrumbs(
    crumbs: list[Breadcrumb], width: int, note: BreadcrumbNote | None = None
) -> list[PlacedBreadcrumb]:
    """Place breadcrumbs in a line of `width` columns, each followed by an arrow.

    If not all fit, some after the first are left out, and their number is shown. The note is added
    to its breadcrumb only if there is room for it.

    >>> crumbs = [((), "root", ""), ((1,), "e3", ""), ((1, 2), "f4", ""), ((1, 2, 0), "g5", "")]
    >>> joined_words(place_breadcrumbs(crumbs, 23))
    'root › e3 › f4 › g5'
    >>> joined_words(place_breadcrumbs(crumbs, 18))
    'root › … 2 more … › g5'
    >>> joined_words(place_breadcrumbs(crumbs, 34, ((), "f6 ▼−2 α")))
    'root (f6 ▼−2 α) › e3 › f4 › g5'
    """
    if note is not None:
        line = place_breadcrumbs(add_note(crumbs, note), width)
        if display_width(joined_words(line)) <= width:
            return line

    placed: list[PlacedBreadcrumb] = []
    x = 0
    for crumb in shorten_breadcrumbs(crumbs, width):
        path, words, _ = crumb
        placed.append((crumb, x))
        x += display_width(words)
        placed.append(((path, PATH_ARROW, "dim"), x))
        x += len(PATH_ARROW)
    # The last arrow is left out if it has no room.
    if x + ARROW_SPARE <= width:
        return placed
    return placed[:-1]


def joined_words(line: list[PlacedBreadcrumb]) -> str:
    """Return a line of breadcrumbs as one string."""
    return "".join(words for (_, words, _), _ in line)


def add_note(crumbs: list[Breadcrumb], note: BreadcrumbNote) -> list[Breadcrumb]:
    """Return the breadcrumbs, with a note in brackets after the breadcrumb with the note's path."""
    path_of_note, words = note
    extended = []
    for path, text, style in crumbs:
        suffix = f" ({words})" if path == path_of_note else ""
        extended.append((path, text + suffix, style))
    return extended


def shorten_breadcrumbs(crumbs: list[Breadcrumb], width: int) -> list[Breadcrumb]:
    """Replace breadcrumbs after the first by their number until all fit into `width` columns.

    The first breadcrumb (the root) and the end of the path matter most, so they are kept.
    """
    shown = [*crumbs]
    while len(shown) > 2:
        letters = sum(display_width(text) + len(PATH_ARROW) for _, text, _ in shown)
        if len(shown) < len(crumbs):
            letters += COUNT_LETTERS
        if letters <= width:
            break
        shown.pop(1)
    left_out = len(crumbs) - len(shown)
    if left_out:
        first_left_out, _, _ = crumbs[1]
        shown.insert(1, (first_left_out, f"… {left_out} more …", "dim"))
    return shown
