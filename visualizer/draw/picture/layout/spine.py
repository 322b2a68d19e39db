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
    """Return the path drawn straight down from `top`.

    It leads to the selected node, else to the current one, and at the end along the best line.
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
    """The measures of a spine: columns, widths and distances in letters, heights in rows."""

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
    raised_rows: int = 0
    """Rows above all others, for the move that set the bound of a cut."""

    def fitting(self, first: int) -> int:
        """Return how many plies fit below ply `first`, where upper plies may take a line each."""
        if not (first and self.upper_lines):
            return self.plies
        # The last ply has no windows.
        last_ply = self.measures.height - self.measures.window
        spare = self.rows - self.measures.note - first - 1 + last_ply
        return spare // self.measures.height

    def least_rows(self, deepest: int) -> int:
        """Return how many rows of nodes every page has; the first page has the root's row too."""
        last = self.last(deepest)
        later_pages = (min(self.fitting(first), deepest - first) for first in range(1, last + 1))
        return min((self.plies + 1, *later_pages))

    def last(self, deepest: int) -> int:
        """Return the first ply below which all others fit; `deepest` if there is none."""
        for first in range(deepest):
            if first + self.fitting(first) >= deepest:
                return first
        return deepest

    def top(self, ply: int, first: int) -> int:
        """Return the line of the edges to a ply, on the page whose rows begin below `first`."""
        line = self.measures.top(ply - first + self.raised_rows)
        if first and self.upper_lines:
            line += first + 1 - self.measures.root
        return line


def plies_to_draw(run: Run, limits: LayoutLimits) -> int:
    """Return the number of plies below the topmost node, as far as it is known."""
    return min(deepest_below(run, limits.top), limits.plies)


def spine_ruler(run: Run, limits: LayoutLimits) -> SpineRuler:
    """Return the measures of the spine, the same at every step."""
    rows = sampled_rows(run)
    deepest = plies_to_draw(run, limits)
    if limits.large:
        ruler = large_spine_ruler(limits, longest_value_letters(run, rows), deepest)
        if ruler is not None:
            return ruler
    windows = limits.all_windows and limits.windowed
    width = widest_label_letters(run, rows, windows=windows)
    return measure_spine(limits, width, deepest)


def large_spine_ruler(limits: LayoutLimits, longest: int, deepest: int) -> SpineRuler | None:
    """Return the measures of a spine with the largest nodes that fit, None if none do.

    `longest` is the number of letters of the longest value.
    """
    for share, (boxed, words) in product(SIDE_WIDTH_SHARES, LARGE_NODE_SIZES):
        large = NodeMeasures(boxed=boxed, windowed=limits.windowed, words=words)
        # Beside the longest value, the frame alone is left of the spacing.
        width = large.label(len("≥") + longest) - LOOSE_SPACING
        ruler = measure_spine(limits, width, deepest, large)
        is_wide = ruler.width >= width and ruler.side_width >= share * width
        if is_wide and has_rows_for_large(ruler, share, deepest):
            return ruler
    return None


def has_rows_for_large(ruler: SpineRuler, share: float, deepest: int) -> bool:
    """Return whether enough plies of large nodes fit; large words also need wide places."""
    if ruler.measures.words == 1:
        return ruler.plies >= min(deepest, MIN_PLIES_FOR_LARGE)
    return share > 0 and ruler.least_rows(deepest) >= MIN_ROWS_FOR_LARGE_WORDS


def measure_spine(
    limits: LayoutLimits, width: int, deepest: int, large: NodeMeasures | None = None
) -> SpineRuler:
    """Return the measures of a spine with labels of a width.

    Its nodes are `large`, or else the largest of which all plies fit, or at least enough.
    """
    columns = limits.columns
    if not columns:
        columns = limits.margin + most_places(limits) * (width + 3 * LOOSE_SPACING)
    room = columns - limits.margin
    row = divide_row(limits, room, width)
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
    if with_lines.last(deepest) < deepest:
        return with_lines
    return ruler


def middle_of_spine(row: SpineRow, room: int, left: int) -> int:
    """Return the column of a spine with some places on its left, counted from the margin."""
    # The letters that the places leave are divided between both sides.
    outermost = row.side_width + row.spacing
    unused = max(0, room - (row.places - 1) * row.pitch - outermost)
    return unused // 2 + left * row.pitch + (outermost - 1) // 2


def stretch_to_rows(measures: NodeMeasures, rows: int, plies: int) -> NodeMeasures:
    """Return measures with which some plies below the root fill the rows, if they can grow."""
    if not plies:
        return measures
    spare_lines = rows - measures.note - measures.lines(plies)
    stretched, _ = measures.stretched(spare_lines, plies)
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
    """Divide a row of `room` letters among places whose labels need a width."""
    spacing = row_spacing(limits, room, width)
    least = width + 3 * spacing
    count = min(max(1, (room + spacing) // least), most_places(limits))
    if limits.max_singles is not None:
        folded_places = 2  # one for visited nodes, one for the others
        count = min(count, 1 + limits.max_singles + folded_places)
    if count < MIN_PLACES_PER_ROW <= most_places(limits):
        return narrow_row(room, width, spacing)

    pitch = min(least + MAX_EXTRA_PITCH, max(least, room // count))
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
    """Divide a row that is too narrow for the least number of places of a width."""
    on_spine, side_width = widths_for_few_places(room, width, spacing)
    pitch = (on_spine + side_width) // 2 + spacing
    return SpineRow(
        places=MIN_PLACES_PER_ROW,
        pitch=pitch,
        width=on_spine,
        side_width=side_width,
        spacing=spacing,
    )


def widths_for_few_places(room: int, width: int, spacing: int) -> tuple[int, int]:
    """Return the width of a place on the spine and of a place beside it, which gets the rest.

    >>> widths_for_few_places(28, 9, 1), widths_for_few_places(20, 9, 1)
    ((11, 7), (8, 5))
    """
    side_width = max(MIN_SIDE_LETTERS, (room - width) // 2 - 2 * spacing)
    on_spine = min(width + 2 * spacing, room - 2 * (side_width + spacing))
    return on_spine, side_width


def large_enough_measures(limits: LayoutLimits, spacing: int, deepest: int) -> NodeMeasures:
    """Return the largest measures with which all plies fit, or else a roomy number of them."""
    choices = limits.measures.choices_for_spine(spacing, windowed=limits.windowed)
    smallest = choices[-1]
    if not limits.boxed:
        return smallest
    enough = MIN_PLIES_FOR_ROOMY
    if fitting_plies(smallest, limits, deepest) >= deepest:
        enough = deepest
    for measures in choices:
        if fitting_plies(measures, limits, deepest) >= enough:
            return measures
    return smallest


def fitting_plies(measures: NodeMeasures, limits: LayoutLimits, deepest: int) -> int:
    """Return how many plies fit below the root.

    The last ply has no window, and in a terminal a line at the bottom names the best moves.
    """
    if not limits.rows:
        return min(deepest, MAX_PLIES_BELOW)
    return (limits.rows - measures.note - measures.lines(0)) // measures.height


def longest_value_letters(run: Run, rows: int) -> int:
    """Return the letters of the longest value to come, estimated from some rows of the trace."""
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
    """Return the width of the widest label to come, without signs, estimated from some rows."""
    longest = longest_value_letters(run, rows)
    name = max(map(len, run.choices(())), default=0) + 2 * len(" ≠")
    label = min(MAX_SPINE_LABEL_LETTERS, max(len("▲ ≥") + longest, name))
    window = 0
    if windows:
        window = window_width(max(longest, len("−∞")))
    return max(MIN_LABEL_LETTERS, label, window)


def lay_out_spine(
    run: Run, tree: TreeAtStep, spine: MovePath, limits: LayoutLimits, *, from_root: bool = False
) -> TreeLayout:
    """Place the nodes along a spine; `spine` is the path to its end.

    In a search by random games, `from_root` shows the upper plies rather than the end. Neither
    places nor sizes depend on how far the search has gone.
    """
    ruler = spine_ruler(run, limits)
    deepest = plies_to_draw(run, limits)
    is_page = isinstance(ruler.measures, PageMeasures)
    above = len(limits.top)
    route = spine
    if tree.trace.is_sampled and (is_page or limits.large):
        most = max(0, above + min(deepest, ruler.plies) - 1)
        route = extend_by_iteration(run, tree, spine, most)
        spine = shown_part(
            route,
            most,
            len(spine),
            from_root=from_root,
        )
    spine = spine[: above + limits.plies]

    length = len(spine) - above
    first = first_ply(
        length,
        deepest,
        ruler,
        is_leaf=is_visited_leaf(tree, spine),
    )
    cause = setter_above(run, tree, spine, above + first)
    if ruler.plies < MIN_PLIES_FOR_LARGE:
        cause = ()
    if cause and is_page:
        # The node that set the bound gets a row of its own, at the expense of one ply.
        first = min(first + 1, length - 2)
        ruler = ruler._replace(plies=ruler.plies - 1, raised_rows=1)
    rows = SpineRows(
        run,
        tree,
        limits,
        ruler=ruler,
        first=first,
    )
    return rows.placed(spine, route, cause)


def shown_part(route: MovePath, most: int, length: int, *, from_root: bool) -> MovePath:
    """Return the part of a route with `most` moves, or with its end below a path's `length`."""
    return route[:most] if from_root else route[: max(most, length)]


def is_visited_leaf(tree: TreeAtStep, path: MovePath) -> bool:
    """Return whether the node at a path has been visited and has no moves."""
    node = tree.node_at(path)
    return node is not None and not tree.move_count(node)


class SpineRows:
    """The rows of a spine as they are placed, from the top down.

    `first` is the last ply that only the line above stands for, 0 for none.
    """

    def __init__(
        self,
        run: Run,
        tree: TreeAtStep,
        limits: LayoutLimits,
        ruler: SpineRuler,
        first: int,
    ) -> None:
        """Begin without nodes."""
        self.run = run
        self.tree = tree
        self.limits = limits
        self.ruler = ruler
        self.first = first
        self.last = first + ruler.fitting(first)
        """The last ply that has a row."""
        self.layout = TreeLayout(
            ruler.measures,
            stem=ruler.middle,
            upper_lines=ruler.upper_lines,
            columns=ruler.columns,
            rows=ruler.rows,
        )

    def placed(self, spine: MovePath, route: MovePath, cause: MovePath) -> TreeLayout:
        """Return the layout of all rows.

        `route` may go on below the spine; `cause` leads to the node that set a bound, if any.
        """
        self.add_top(spine, cause)
        self.add_rows(spine, route)
        if self.limits.ghosts:
            self.add_ghosts()
        return self.layout

    def add_top(self, spine: MovePath, cause: MovePath) -> None:
        """Add the topmost node, or the line of upper plies and the node that set a bound."""
        ruler = self.ruler
        if not self.first and ruler.plies >= 1:
            self.layout.nodes.append(self._topmost_node())
            return
        above = len(self.limits.top)
        shown = self.first if ruler.plies >= 1 else len(spine) - above
        self.layout.upper = tuple(spine[:end] for end in range(above, above + shown + 1))
        if ruler.raised_rows:
            placed = place_hanging_node(
                self.run,
                self.tree,
                self.layout,
                path=cause,
                ruler=ruler,
            )
            self.layout.nodes.append(placed)

    def _topmost_node(self) -> PlacedNode:
        """Return the topmost node in its place on the spine."""
        top = self.limits.top
        placed = PlacedNode(
            top,
            node=self.tree.node_at(top),
            above=None,
            ply=0,
        )
        placed.x = self.ruler.middle
        placed.top = self.ruler.top(0, 0)
        placed.width = self.ruler.width
        return placed

    def add_rows(self, spine: MovePath, route: MovePath) -> None:
        """Add a row of children for each ply that fits; `route` may go on below the spine."""
        above = len(self.limits.top)
        length = len(spine) - above
        node = self.tree.node_at(self.limits.top)
        for ply in range(1, min(length + 1, self.limits.plies) + 1):
            path = spine[: above + ply - 1]
            siblings = siblings_of(self.run, self.tree, path, node)
            # Below the end of the path, only children that are known are worth a row.
            is_unknown = ply > length and node is None and self.tree.visits
            if is_unknown or not siblings.moves:
                break
            if self.tree.trace.is_sampled and has_spine_first(self.ruler.measures):
                siblings.sort_by_visits()
            if len(path) < len(route):
                place = siblings.moves.index(route[len(path)])
            else:
                place = siblings.shown_below()
            if self.first < ply <= self.last:
                self._add_row(siblings, place, ply)
            node = siblings.child(place)

    def _add_row(self, siblings: Siblings, place: int, ply: int) -> None:
        """Add the row of some siblings, of which the one at `place` is on the spine."""
        path = siblings.path
        current = () if self.tree.current is None else self.run.path(self.tree.current)
        if current[: len(path)] == path:
            siblings.running = next(iter(current[len(path) :]), None)
        siblings.ghosts = self.limits.ghosts
        siblings.max_singles = self.limits.max_singles
        row = siblings.row(place, self.ruler)
        parent = self._index_of_node(path)
        for placed in row:
            placed.ply = ply
            placed.top = self.ruler.top(ply, self.first)
            placed.parent = parent
        self.layout.nodes += row

    def _index_of_node(self, path: MovePath) -> int:
        """Return the index of the node at a path in the layout, -1 if it has no place."""
        for number, placed in enumerate(self.layout.nodes):
            if placed.path == path and placed.folded is None:
                return number
        return -1

    def add_ghosts(self) -> None:
        """Add folded nodes below pruned children, where nothing is drawn there or to the right."""
        rightmost: dict[int, int] = {}
        for placed in self.layout.nodes:
            rightmost[placed.ply] = max(placed.x, rightmost.get(placed.ply, placed.x))
        # Only the nodes placed so far are looked at, not the ghosts added to them.
        for number, placed in enumerate([*self.layout.nodes]):
            below = placed.ply + 1
            has_room = below <= self.last and rightmost.get(below, 0) < placed.x
            if has_room and self._is_pruned(placed) and self.run.is_inner(placed.path):
                moves = (*self.run.order(placed.path),)
                if moves:
                    self.layout.nodes.append(self._ghost_below(placed, number, moves))

    def _ghost_below(self, pruned: PlacedNode, number: int, moves: tuple[int, ...]) -> PlacedNode:
        """Return the children of a pruned node, which has a number in the layout, folded."""
        ghost = PlacedNode(
            (*pruned.path, moves[0]),
            node=None,
            above=None,
            ply=pruned.ply + 1,
        )
        ghost.x = pruned.x
        ghost.top = self.ruler.top(ghost.ply, self.first)
        ghost.width = self.ruler.side_width
        ghost.parent = number
        ghost.folded = FoldedNodes(moves)
        return ghost

    def _is_pruned(self, placed: PlacedNode) -> bool:
        """Return whether a place is that of a single pruned node."""
        if placed.node is not None or placed.folded is not None or placed.above is None:
            return False
        return self.tree.is_cut(placed.above)


def setter_above(run: Run, tree: TreeAtStep, spine: MovePath, first: int) -> MovePath:
    """Return the path to the node that set the bound of this step's cut, if it is not drawn.

    Only nodes of the upper plies count, down to ply `first`, whose siblings are not drawn; the
    path is () for a node on `spine`.
    """
    found = bound_at_cut(tree)
    if not found:
        return ()
    node, _ = found
    path = run.path(node)
    is_above = 0 < len(path) <= first
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
    """Place a child of an upper ply in a row of its own, near to its parent in the line above."""
    layout.hangs_from = _middle_of_parent_in_line(run, tree, layout, path)
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
    """Return the column in the middle of a node's parent in the line of upper plies.

    If the line has no room for the parent, its nearest ancestor with room counts.
    """
    parts = [(upper, node_in_line(run, tree, upper), "") for upper in layout.upper]
    ancestors = [
        (words, x)
        for (upper, words, _), x in upper_line(parts, layout.columns)
        if len(upper) < len(path) and words != PATH_ARROW
    ]
    words, x = ancestors[-1]
    return x + display_width(words) / 2


def has_spine_first(measures: NodeMeasures) -> bool:
    """Return whether the spine runs down the left edge."""
    return isinstance(measures, PageMeasures) and measures.spine_first


def extend_by_iteration(run: Run, tree: TreeAtStep, path: MovePath, plies: int) -> MovePath:
    """Return a path of a search by random games, extended to at least some plies.

    It goes on as the iteration went, so that nothing moves while a result is backed up, and then
    along the most visited moves.
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
    """Return a node's children: in the order that its latest visit tried them, then the others."""
    if node is None:
        order = run.order(path, tree) if run.is_inner(path) else ()
        return Siblings(
            run,
            tree,
            path,
            node=node,
            moves=order,
        )
    if not tree.move_count(node):
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
    """The children of a node at a step, those tried first, and their places in a row.

    `moves` lead to all of them, the first `tried` of which have been tried; a place in that list
    identifies a child. `nodes` are the nodes visited by now, by their moves.
    """

    run: Run
    tree: TreeAtStep
    path: MovePath
    node: int | None
    moves: Sequence[int]
    tried: int = 0
    nodes: dict[int, int] = field(default_factory=dict)
    running: int | None = None
    """The move of the child that leads to the last event, if any does."""
    ghosts: bool = False
    """Whether each pruned child has a place."""
    max_singles: int | None = None
    """The most siblings with a place each, None for as many as fit."""

    def sort_by_visits(self) -> None:
        """Put those tried in the order of their visits, the most visited first."""
        tried = sorted(range(self.tried), key=lambda place: -self.visits(place))
        sorted_moves = [self.moves[place] for place in tried]
        self.moves = [*sorted_moves, *self.moves[self.tried :]]

    def child(self, place: int) -> int | None:
        """Return the node of the child at a place, None if it has not been visited."""
        return self.nodes.get(self.moves[place])

    def last_or_most_visited(self) -> int:
        """Return the place of the child tried last, or with random games of the most visited.

        Among equals that is the last; at the end of the search, the one that the search prefers.
        """
        if not self.tree.trace.is_sampled or not self.tried:
            return max(0, self.tried - 1)
        best = self._best_move() if self.tree.at_end else None
        if best is not None:
            return self.moves.index(best)
        return max(range(self.tried), key=lambda place: (self.visits(place), place))

    def _best_move(self) -> int | None:
        """Return the move that the search prefers at the node, None for none yet."""
        if self.node is None or not self.tree.entered(self.node):
            return None
        best = self.tree.best(self.node)
        if best is None or best[1] is None:
            return None
        return self.run.trace.move(best[1])

    def shown_below(self) -> int:
        """Return the place of the child below the path's end.

        Among the outcomes of a finished chance node that is the middle one.
        """
        is_over = self.tree.at_end and self.node is not None and self.tree.is_chance(self.node)
        if is_over and self.tried == len(self.moves) and not self.tree.trace.is_sampled:
            return len(self.moves) // 2
        return self.last_or_most_visited()

    def visits(self, place: int) -> int:
        """Return how many visits the child at a place has had."""
        return self.tree.returned_count(self.nodes[self.moves[place]])

    def row(self, place: int, ruler: SpineRuler) -> list[PlacedNode]:
        """Place the children in a row: one on the spine, its neighbours, and the rest folded."""
        left, right = self._sides(place, ruler)
        # Places have numbers from left to right; the spine has number 0.
        numbered = [(-number, places) for number, places in enumerate(left, 1)]
        numbered.reverse()
        numbered += [(0, [place]), *enumerate(right, 1)]
        row = []
        for number, places in numbered:
            placed = self._placed(places, is_large=ruler.measures.letter > 1)
            placed.x = ruler.middle + number * ruler.pitch
            placed.width = ruler.width if number == 0 else ruler.side_width
            row.append(placed)
        return row

    def _sides(self, place: int, ruler: SpineRuler) -> tuple[list[list[int]], list[list[int]]]:
        """Return the children in each place left and right of a child, the nearest first."""
        if has_spine_first(ruler.measures):
            others = [other for other in range(len(self.moves)) if other != place]
            return [], self.divide_side(others, ruler.right)
        left = self.divide_side(range(place - 1, -1, -1), ruler.left)
        right = self.divide_side(range(place + 1, len(self.moves)), ruler.right)
        return left, right

    def _placed(self, places: Sequence[int], *, is_large: bool) -> PlacedNode:
        """Return one or several children as they share a place.

        A large node shows one of the children, and how many others it stands for.
        """
        shown = self.first(places) if is_large else None
        if shown is not None:
            placed = self._single(shown)
            rest = [place for place in places if place != shown]
            placed.folded_siblings = self.folded(rest) if rest else None
            return placed
        placed = self._single(places[0])
        if len(places) > 1:
            placed.node = None
            placed.folded = self.folded(places)
        return placed

    def _single(self, place: int) -> PlacedNode:
        """Return the child at a place."""
        path = (*self.path, self.moves[place])
        return PlacedNode(
            path,
            node=self.child(place),
            above=self.node,
            ply=0,
        )

    def first(self, places: Sequence[int]) -> int | None:
        """Return which of several folded children a large node shows, None if none was tried."""
        if len(places) < 2:
            return None
        chosen = next(iter(self.choose_singles(places, 1)), None)
        is_tried = chosen is not None and chosen < self.tried
        return chosen if is_tried else None

    def divide_side(self, places: Sequence[int], room: int) -> list[list[int]]:
        """Divide the children on one side of the spine, the nearest first, among `room` places."""
        most = room if self.max_singles is None else self.max_singles
        if len(places) <= min(room, most):
            return [[place] for place in places]
        if room <= 0:
            return []
        halves = self._by_visited(places)
        if len(halves) > room:
            return [[*chain(*halves)]]

        # Visited and unvisited children are folded apart, each half in a place of its own.
        chosen = self.choose_singles(places, min(most, room - len(halves)))
        singles = [[place] for place in sorted(chosen, key=places.index)]
        rests = [[place for place in half if place not in chosen] for half in halves]
        return [*singles, *filter(None, rests)]

    def _by_visited(self, places: Sequence[int]) -> list[list[int]]:
        """Return the tried ones of some children, then the others; none of both is empty."""
        tried = [place for place in sorted(places) if place < self.tried]
        others = [place for place in sorted(places) if place >= self.tried]
        return [half for half in (tried, others) if half]

    def choose_singles(self, places: Sequence[int], count: int) -> list[int]:
        """Choose the children with a place each: the current, the best, then the nearest.

        With random games, the most visited come before the nearest. Pruned children are folded,
        unless ghosts are drawn.
        """
        wanted = [self.moves.index(move) for move in self._important_moves()]
        if self.tree.trace.is_sampled:
            tried = sorted(place for place in places if place < self.tried)
            wanted += sorted(tried, key=lambda place: -self.visits(place))
        is_cut = self.node is not None and self.tree.is_cut(self.node)
        shows_pruned = self.ghosts or not is_cut
        # Two of the nearest may be the current and the best, which are wanted already.
        nearest = places[: count + 2]
        wanted += [place for place in nearest if place < self.tried or shows_pruned]
        distinct = dict.fromkeys(wanted)
        return [place for place in distinct if place in places][:count]

    def _important_moves(self) -> Iterator[int]:
        """Yield the move that leads to the last event, and the best move that was visited."""
        if self.running is not None:
            yield self.running
        best = self._best_move()
        if best is not None and best in self.nodes:
            yield best

    def folded(self, places: Sequence[int]) -> FoldedNodes:
        """Return the children at some places, in ascending order, as folded nodes."""
        moves = tuple(self.moves[place] for place in places)
        visited = [self.nodes[self.moves[place]] for place in places if place < self.tried]
        # Counting cut nodes among very many would take too long.
        cut = 0
        if len(visited) <= MIN_INDEXED_CHILDREN:
            cut = sum(map(self.tree.is_cut, visited))
        return FoldedNodes(
            moves=moves,
            visited=len(visited),
            cut=cut,
            running=self.running in moves,
            visits=sum(map(self.tree.sample_count, visited)),
            are_done=len(visited) == len(moves) and not self.tree.trace.is_sampled,
        )


def first_ply(length: int, deepest: int, ruler: SpineRuler, *, is_leaf: bool = False) -> int:
    """Return the last ply that only the line above stands for, 0 for none.

    On paper, the last row is that of the path's end, or of its children. In a terminal the ply
    changes page by page, so that the tree does not move at every step.
    """
    if ruler.plies <= 0:
        return 0
    if isinstance(ruler.measures, PageMeasures):
        last_row = length if is_leaf else length + 1
        return max(0, min(last_row, deepest) - ruler.plies)

    # A page repeats the last row of the page before, so that the path can be followed.
    first = 0
    last = ruler.last(deepest)
    last_row = length + 1 if ruler.plies > 1 else length
    while first + ruler.fitting(first) < min(last_row, deepest):
        first = min(first + max(1, ruler.fitting(first) - 1), last)
    return first


PATH_ARROW = " › "
ROOT_NAME = "root"
ARROW_SPARE = 2
"""Letters left free behind the last arrow: in ASCII, the signs of bounds take more room."""
COUNT_LETTERS = len("… 99 more …") + len(PATH_ARROW)
"""Letters of the number of nodes left out of a line."""


def node_in_line(
    run: Run, tree: TreeAtStep, path: MovePath, perspective: Perspective = Perspective.MAX
) -> str:
    """Return a node in a few words: its move, the side to move, its value."""
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

    None if a row shows the child. `setter` is the path to the child, with α or β; `upper` are the
    nodes of the upper plies, of which the last has its children drawn.
    """
    if setter is None:
        return None
    path, bound = setter
    parent = path[:-1]
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
    """Place nodes in a line, each followed by an arrow; middle ones without room are counted.

    The words of `setter` follow its node in brackets, if there is room for them.

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
        if all(x + display_width(text) <= width for (_, text, _), x in line):
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
    """Return nodes in a line with the words of a setter behind its node."""
    setter_path, setter_words = setter
    extended = []
    for path, text, style in parts:
        suffix = f" ({setter_words})" if path == setter_path else ""
        extended.append((path, text + suffix, style))
    return extended


def shorten_path(parts: list[UpperPart], width: int) -> list[UpperPart]:
    """Return the nodes that fit a line, and the number of those left out in their place.

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
