"""The layout of a tree along a spine: one path straight down, with the rest of each family beside.

Each ply is one row of places: the node on the spine in a fixed column, its neighbours beside it,
and the rest folded into a count. Where the plies do not all fit below each other, they come in
pages, and one line replaces those above.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from operator import attrgetter, itemgetter
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
"""Where fewer fit, one narrower place stands on each side of the spine."""
MIN_BESIDE_LETTERS = 5
"""The least width of these narrower places: room for a count."""
TIGHT_SPACING = 1
"""Letters between two places, and on each side of a label for the sign of a state."""
LOOSE_SPACING = 2
"""The same where many places fit."""
MIN_PLACES_FOR_LOOSE = 7
"""The number of places that must fit for loose spacing."""
MAX_EXTRA_PITCH = 4
"""The most columns that a place gets beyond its need."""
MIN_LABEL_LETTERS = 7
MAX_SPINE_LABEL_LETTERS = 16
LARGE_NODE_SIZES = [
    (boxed, words) for words in LETTER_COLUMNS for boxed, _ in LARGE_BOXES if words < 2 * boxed
]
"""Lines of a box above its value, and lines of the words beside it, from the largest."""
MIN_PLIES_FOR_LARGE = 3
"""Plies that must fit for large nodes, unless all do."""
MIN_ROWS_FOR_LARGE_WORDS = 2
"""Rows of large nodes that must fit on every page for large words."""
BESIDE_SHARES = 1, 0.5, 0
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
    else:
        path = () if tree.current is None else run.path(tree.current)
    return path if path[: len(top)] == top else top


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
    beside: int
    """The width of a place beside the spine."""
    plies: int
    """The plies that fit below the root, or below the line that replaces the upper plies."""
    columns: int
    rows: int
    lined: bool = False
    """Whether each upper ply has its own line, instead of one for all."""
    raised: int = 0
    """Rows above all others, for the move that set the bound of a cut."""

    def fitting(self, first: int) -> int:
        """Return how many plies fit below ply `first`, where upper plies may take a line each."""
        if not (first and self.lined):
            return self.plies
        last_ply = self.measures.height - self.measures.window  # it has no windows
        spare = self.rows - self.measures.note - first - 1 + last_ply
        return spare // self.measures.height

    def least_rows(self, deepest: int) -> int:
        """Return how many rows of nodes every page has; the first page has the root's row too."""
        last = self.last(deepest)
        later = (min(self.fitting(first), deepest - first) for first in range(1, last + 1))
        return min((self.plies + 1, *later))

    def last(self, deepest: int) -> int:
        """Return the first ply below which all others fit; `deepest` if there is none."""
        for first in range(deepest):
            if first + self.fitting(first) >= deepest:
                return first
        return deepest

    def top(self, ply: int, first: int) -> int:
        """Return the line of the edges to a ply, on the page whose rows begin below `first`."""
        above = 0
        if first and self.lined:
            above = first + 1 - self.measures.root
        return self.measures.top(ply - first + self.raised) + above


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
    return measure_spine(limits, widest_label_letters(run, rows, windows=windows), deepest)


def large_spine_ruler(limits: LayoutLimits, longest: int, deepest: int) -> SpineRuler | None:
    """Return the measures of a spine with the largest nodes that fit, None where none do.

    `longest` is the number of letters of the longest value.
    """
    for share in BESIDE_SHARES:
        for boxed, words in LARGE_NODE_SIZES:
            large = NodeMeasures(boxed=boxed, windowed=limits.windowed, words=words)
            # Beside the longest value, the frame alone is left of the spacing.
            width = large.label(len("≥") + longest) - LOOSE_SPACING
            ruler = measure_spine(limits, width, deepest, large)
            if ruler.width < width or ruler.beside < share * width:
                continue
            if words == 1:
                is_high = ruler.plies >= min(deepest, MIN_PLIES_FOR_LARGE)
            else:
                is_high = share > 0 and ruler.least_rows(deepest) >= MIN_ROWS_FOR_LARGE_WORDS
            if is_high:
                return ruler
    return None


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
    # What the places leave of the room is divided between both margins.
    outermost = row.beside + row.spare
    unused = max(0, room - (row.places - 1) * row.pitch - outermost)
    middle = limits.margin + unused // 2 + left * row.pitch + (outermost - 1) // 2

    measures = large_enough_measures(limits, row.spare, deepest) if large is None else large
    plies = fitting_plies(measures, limits, deepest)
    rows = limits.rows or measures.lines(plies)
    shown = min(plies, deepest)
    if shown:
        spare_lines = rows - measures.note - measures.lines(shown)
        measures, _ = measures.stretched(spare_lines, shown)
    ruler = SpineRuler(
        measures=measures,
        middle=middle,
        pitch=row.pitch,
        left=left,
        right=row.places - 1 - left,
        width=row.width,
        beside=row.beside,
        plies=plies,
        columns=columns,
        rows=rows,
    )
    # Upper plies get a line each only if all others then fit below.
    lined = ruler._replace(lined=limits.lined)
    return lined if lined.last(deepest) < deepest else ruler


class SpineRow(NamedTuple):
    """How the places of a ply divide a row, in letters."""

    places: int
    pitch: int
    """The distance between the middles of two places."""
    width: int
    """The width of the place on the spine."""
    beside: int
    """The width of the other places."""
    spare: int
    """The spacing."""


def most_places(limits: LayoutLimits) -> int:
    """Return the most places of a row."""
    return 2 * max(1, limits.beside) + 1


def divide_row(limits: LayoutLimits, room: int, width: int) -> SpineRow:
    """Divide a row of `room` letters among places whose labels need a width."""
    is_loose = room // (width + 3 * LOOSE_SPACING) >= MIN_PLACES_FOR_LOOSE or not limits.columns
    spare = LOOSE_SPACING if is_loose else TIGHT_SPACING
    least = width + 3 * spare
    count = min(max(1, (room + spare) // least), most_places(limits))
    if limits.alone is not None:
        folded_places = 2  # one for what was visited, one for the rest
        count = min(count, 1 + limits.alone + folded_places)
    if count < MIN_PLACES_PER_ROW <= most_places(limits):
        on_spine, beside = widths_for_few_places(room, width, spare)
        pitch = (on_spine + beside) // 2 + spare
        return SpineRow(MIN_PLACES_PER_ROW, pitch, on_spine, beside, spare)
    pitch = min(least + MAX_EXTRA_PITCH, max(least, room // count))
    return SpineRow(count, pitch, pitch - spare, pitch - spare, spare)


def widths_for_few_places(room: int, width: int, spare: int) -> tuple[int, int]:
    """Return the widths of a place on the spine and of one beside it, which gets what is left.

    >>> widths_for_few_places(28, 9, 1), widths_for_few_places(20, 9, 1)
    ((11, 7), (8, 5))
    """
    beside = max(MIN_BESIDE_LETTERS, (room - width) // 2 - 2 * spare)
    on_spine = min(width + 2 * spare, room - 2 * (beside + spare))
    return on_spine, beside


def large_enough_measures(limits: LayoutLimits, spare: int, deepest: int) -> NodeMeasures:
    """Return the largest measures with which all plies fit, or else a roomy number of them."""
    choices = limits.measures.along(spare, windowed=limits.windowed)
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
    if run.trace.adds:
        return len(WIDEST_MEAN)
    longest = longest_recorded_letters(run, min(rows, SAMPLED_ROWS))
    # A chance node shows a sum of values while its outcomes return.
    return 2 * longest + len("( … )") if run.has_chance else longest


@lru_cache(maxsize=16)
def longest_recorded_letters(run: Run, rows: int) -> int:
    """Return the letters of the longest value among the first rows of the trace."""
    return max((len(format_number(run.trace.value(row))) for row in range(rows)), default=1)


@lru_cache(maxsize=16)
def widest_label_letters(run: Run, rows: int, *, windows: bool) -> int:
    """Return the width of the widest label to come, without signs, estimated from some rows."""
    longest = longest_value_letters(run, rows)
    name = max(map(len, run.choices(())), default=0) + 2 * len(" ≠")
    label = min(MAX_SPINE_LABEL_LETTERS, max(len("▲ ≥") + longest, name))
    window = window_width(max(longest, len("−∞"))) if windows else 0
    return max(MIN_LABEL_LETTERS, label, window)


def lay_out_spine(
    run: Run,
    tree: TreeAtStep,
    spine: MovePath,
    limits: LayoutLimits,
    *,
    from_root: bool = False,
) -> TreeLayout:
    """Place the nodes along a spine; `spine` is the path to its end.

    In a search by random games, `from_root` shows the upper plies rather than the end. Neither
    places nor sizes depend on how far the search has gone.
    """
    ruler = spine_ruler(run, limits)
    deepest = plies_to_draw(run, limits)
    is_page = isinstance(ruler.measures, PageMeasures)
    above = len(limits.top)

    # With random games, the path goes on where the iteration went, or along the most visited.
    way = spine
    if tree.trace.adds and (is_page or limits.large):
        most = max(0, above + min(deepest, ruler.plies) - 1)
        way = extend_by_iteration(run, tree, spine, most)
        spine = way[: most if from_root else max(most, len(spine))]
    spine = spine[: above + limits.plies]
    length = len(spine) - above

    end = tree.node_at(spine)
    is_leaf = end is not None and not tree.move_count(end)
    first = first_ply(length, deepest, ruler, is_leaf=is_leaf)
    cause: MovePath = ()
    if ruler.plies >= MIN_PLIES_FOR_LARGE:
        cause = setter_above(run, tree, spine, above + first)
    if cause and is_page:
        # What set the bound gets a row of its own, at the expense of one ply.
        first = min(first + 1, length - 2)
        ruler = ruler._replace(plies=ruler.plies - 1, raised=1)

    rows = SpineRows(run, tree, limits, ruler, first)
    rows.add_top(spine, cause)
    rows.add_rows(spine, way)
    if limits.ghosts:
        rows.add_ghosts()
    return rows.layout


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
        self.layout = TreeLayout(
            ruler.measures,
            stem=ruler.middle,
            lined=ruler.lined,
            columns=ruler.columns,
            rows=ruler.rows,
        )

    def add_top(self, spine: MovePath, cause: MovePath) -> None:
        """Add the topmost node, or the line of upper plies and what set the bound of a cut."""
        top = self.limits.top
        ruler = self.ruler
        if not self.first and ruler.plies >= 1:
            node = self.tree.node_at(top)
            y = ruler.top(0, 0)
            placed = PlacedNode(top, node, above=None, ply=0, x=ruler.middle, top=y)
            placed.width = ruler.width
            self.layout.nodes.append(placed)
            return
        shown = self.first if ruler.plies >= 1 else len(spine) - len(top)
        ends = range(len(top), len(top) + shown + 1)
        self.layout.upper = tuple(spine[:end] for end in ends)
        if ruler.raised:
            placed = place_hanging_node(self.run, self.tree, self.layout, cause, ruler)
            self.layout.nodes.append(placed)

    def add_rows(self, spine: MovePath, way: MovePath) -> None:
        """Add a row of children for each ply that fits; `way` may go on below the spine."""
        top = self.limits.top
        length = len(spine) - len(top)
        last = self.first + self.ruler.fitting(self.first)
        node = self.tree.node_at(top)
        for ply in range(1, min(length + 1, self.limits.plies) + 1):
            path = spine[: len(top) + ply - 1]
            siblings = siblings_of(self.run, self.tree, path, node)
            # Below the end of the path, only children that are known are worth a row.
            if not siblings.moves or (ply > length and node is None and self.tree.visits):
                break
            if self.tree.trace.adds and has_spine_first(self.ruler.measures):
                siblings.sort_by_visits()
            if len(path) < len(way):
                place = siblings.moves.index(way[len(path)])
            else:
                place = siblings.shown_below()
            if self.first < ply <= last:
                self._add_row(siblings, place, ply)
            node = siblings.child(place)

    def _add_row(self, siblings: Siblings, place: int, ply: int) -> None:
        """Add the row of some siblings, of which the one at `place` is on the spine."""
        path = siblings.path
        current = () if self.tree.current is None else self.run.path(self.tree.current)
        if current[: len(path)] == path:
            siblings.running = next(iter(current[len(path) :]), None)
        siblings.ghosts = self.limits.ghosts
        siblings.alone = self.limits.alone
        parent = -1
        for number, placed in enumerate(self.layout.nodes):
            if placed.path == path and placed.folded is None:
                parent = number
                break
        row = siblings.row(place, self.ruler)
        for placed in row:
            placed.ply = ply
            placed.top = self.ruler.top(ply, self.first)
            placed.parent = parent
        self.layout.nodes += row

    def add_ghosts(self) -> None:
        """Add folded nodes below pruned children, where nothing is drawn there or to the right."""
        rightmost = {
            placed.ply: placed.x for placed in sorted(self.layout.nodes, key=attrgetter("x"))
        }
        last = self.first + self.ruler.fitting(self.first)
        for number, placed in enumerate([*self.layout.nodes]):
            below = placed.ply + 1
            has_room = below <= last and rightmost.get(below, 0) < placed.x
            if not has_room or not self._is_pruned(placed) or not self.run.is_inner(placed.path):
                continue
            moves = (*self.run.order(placed.path),)
            if moves:
                ghost = PlacedNode((*placed.path, moves[0]), node=None, above=None, ply=below)
                ghost.x = placed.x
                ghost.top = self.ruler.top(below, self.first)
                ghost.width = self.ruler.beside
                ghost.parent = number
                ghost.folded = FoldedNodes(moves)
                self.layout.nodes.append(ghost)

    def _is_pruned(self, placed: PlacedNode) -> bool:
        """Return whether a place is that of a single pruned node."""
        if placed.node is not None or placed.folded is not None or placed.above is None:
            return False
        return self.tree.is_cut(placed.above)


def setter_above(run: Run, tree: TreeAtStep, spine: MovePath, first: int) -> MovePath:
    """Return the path to what set the bound of this step's cut; () unless it is beside `spine`.

    Only nodes of the upper plies count, down to ply `first`, whose siblings are not drawn.
    """
    found = bound_at_cut(tree)
    path = run.path(found[0]) if found else ()
    is_above = 0 < len(path) <= first
    is_beside = path[:-1] == spine[: len(path) - 1] and path != spine[: len(path)]
    return path if is_above and is_beside else ()


def place_hanging_node(
    run: Run,
    tree: TreeAtStep,
    layout: TreeLayout,
    path: MovePath,
    ruler: SpineRuler,
) -> PlacedNode:
    """Place a child of an upper ply in a row of its own, near to its parent in the line above."""
    parts = [(upper, node_in_line(run, tree, upper), "") for upper in layout.upper]
    parents = [
        (part, x)
        for part, x in upper_line(parts, ruler.columns)
        if len(part[0]) < len(path) and part[1] != PATH_ARROW
    ]
    (_, words, _), x = parents[-1]
    layout.hang = x + display_width(words) / 2
    places = [*range(-ruler.left, 0), *range(1, ruler.right + 1)] or [0]
    columns = [ruler.middle + place * ruler.pitch for place in places]
    placed = PlacedNode(
        path,
        node=tree.node_at(path),
        above=tree.node_at(path[:-1]),
        ply=len(path) - len(layout.upper[0]),
    )
    placed.x = min(columns, key=lambda column: abs(column - layout.hang))
    placed.top = ruler.measures.top(1)
    placed.width = ruler.beside
    return placed


def has_spine_first(measures: NodeMeasures) -> bool:
    """Return whether the spine runs down the left edge."""
    return isinstance(measures, PageMeasures) and measures.spine_first


def extend_by_iteration(run: Run, tree: TreeAtStep, path: MovePath, plies: int) -> MovePath:
    """Return a path of a search by random games, extended to at least some plies.

    It goes on as the iteration went, so that nothing moves while a result is backed up, and then
    along the most visited moves.
    """
    if not (tree.at_end or tree.entering):
        leaf = last_leaf(tree)
        if leaf >= 0:
            iteration = run.path(tree.node_of(leaf))
            if iteration[: len(path)] == path:
                path = iteration
    while len(path) < plies:
        siblings = siblings_of(run, tree, path, tree.node_at(path))
        if not siblings.tried:
            break
        path = (*path, siblings.moves[siblings.last_or_most_visited()])
    return path


def siblings_of(run: Run, tree: TreeAtStep, path: MovePath, node: int | None) -> Siblings:
    """Return a node's children: in the order that its latest visit tried them, then the others."""
    move_of = run.trace.move
    if node is None:
        order = run.order(path, tree) if run.is_inner(path) else ()
        return Siblings(run, tree, path, node, order)
    if not tree.move_count(node):
        return Siblings(run, tree, path, node, ())
    tried = {move_of(child): child for child in tree.looked_at(node)}
    earlier = {move_of(child): child for child in tree.earlier(node)}
    moves = [*tried, *(move for move in run.order(path, tree) if move not in tried)]
    return Siblings(run, tree, path, node, moves, tried=len(tried), nodes=tried | earlier)


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
    """Whether pruned children have places of their own."""
    alone: int | None = None
    """The most siblings with a place of their own, None for as many as there are places."""

    def sort_by_visits(self) -> None:
        """Put those tried in the order of their visits, the most visited first."""
        tried = sorted(range(self.tried), key=lambda place: -self.visits(place))
        self.moves = [*(self.moves[place] for place in tried), *self.moves[self.tried :]]

    def child(self, place: int) -> int | None:
        """Return the node of the child at a place, None if it has not been visited."""
        return self.nodes.get(self.moves[place])

    def last_or_most_visited(self) -> int:
        """Return the place of the child tried last, or with random games of the most visited.

        Among equals that is the last; at the end of the search, the one that the search prefers.
        """
        if not self.tree.trace.adds or not self.tried:
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
        if is_over and self.tried == len(self.moves) and not self.tree.trace.adds:
            return len(self.moves) // 2
        return self.last_or_most_visited()

    def visits(self, place: int) -> int:
        """Return how many visits the child at a place has had."""
        return self.tree.returned_count(self.nodes[self.moves[place]])

    def row(self, place: int, ruler: SpineRuler) -> list[PlacedNode]:
        """Place the children in a row: one on the spine, its neighbours, and the rest folded."""
        if has_spine_first(ruler.measures):
            others = [other for other in range(len(self.moves)) if other != place]
            left = list[list[int]]()
            right = self.beside(others, ruler.right)
        else:
            left = self.beside(range(place - 1, -1, -1), ruler.left)
            right = self.beside(range(place + 1, len(self.moves)), ruler.right)
        numbered = [(0, [place]), *enumerate(right, 1)]
        numbered += [(-number, places) for number, places in enumerate(left, 1)]

        row = []
        for number, places in sorted(numbered, key=itemgetter(0)):
            placed = self._placed(places, is_large=ruler.measures.letter > 1)
            placed.x = ruler.middle + number * ruler.pitch
            placed.width = ruler.width if number == 0 else ruler.beside
            row.append(placed)
        return row

    def _placed(self, places: Sequence[int], *, is_large: bool) -> PlacedNode:
        """Return one or several children as they share a place; a large node shows one for all."""
        shown = self.first(places) if is_large else None
        if shown is not None:
            placed = self._single(shown)
            rest = [place for place in places if place != shown]
            placed.more = self.folded(rest) if rest else None
            return placed
        placed = self._single(places[0])
        if len(places) > 1:
            placed.node = None
            placed.folded = self.folded(places)
        return placed

    def _single(self, place: int) -> PlacedNode:
        """Return the child at a place."""
        path = (*self.path, self.moves[place])
        return PlacedNode(path, node=self.child(place), above=self.node, ply=0)

    def first(self, places: Sequence[int]) -> int | None:
        """Return which of several folded children a large node shows, None if none was tried."""
        chosen = self.nearest(places, 1) if len(places) > 1 else []
        return chosen[0] if chosen and chosen[0] < self.tried else None

    def beside(self, places: Sequence[int], room: int) -> list[list[int]]:
        """Divide the children on one side of the spine, the nearest first, among `room` places."""
        most = room if self.alone is None else self.alone
        if len(places) <= min(room, most):
            return [[place] for place in places]
        if room <= 0:
            return []
        tried = [place for place in sorted(places) if place < self.tried]
        others = [place for place in sorted(places) if place >= self.tried]
        halves = [half for half in (tried, others) if half]
        if len(halves) > room:
            return [tried + others]
        # Visited and unvisited children are folded apart, each half in a place of its own.
        alone = self.nearest(places, min(most, room - len(halves)))
        rests = [[place for place in half if place not in alone] for half in halves]
        singles = [[place] for place in sorted(alone, key=places.index)]
        return [*singles, *(rest for rest in rests if rest)]

    def nearest(self, places: Sequence[int], count: int) -> list[int]:
        """Choose children with a place of their own: the current, the best, then the nearest.

        With random games, the most visited come before the nearest. Pruned children are folded,
        unless ghosts are drawn.
        """
        wanted = [] if self.running is None else [self.moves.index(self.running)]
        best = self._best_move()
        if best is not None and best in self.nodes:
            wanted.append(self.moves.index(best))
        if self.tree.trace.adds:
            tried = sorted(place for place in places if place < self.tried)
            wanted += sorted(tried, key=lambda place: -self.visits(place))
        is_cut = self.node is not None and self.tree.is_cut(self.node)
        shows_pruned = self.ghosts or not is_cut
        wanted += (place for place in places[: count + 2] if place < self.tried or shows_pruned)
        return [place for place in dict.fromkeys(wanted) if place in places][:count]

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
            visits=sum(map(self.tree.games, visited)),
            are_done=len(visited) == len(moves) and not self.tree.trace.adds,
        )


def first_ply(length: int, deepest: int, ruler: SpineRuler, *, is_leaf: bool = False) -> int:
    """Return the last ply that only the line above stands for, 0 for none.

    On paper, the last row is that of the path's end, or of its children. In a terminal the ply
    changes page by page, so that the tree does not move at every step.
    """
    if ruler.plies <= 0:
        return 0
    if isinstance(ruler.measures, PageMeasures):
        return max(0, min(length + (not is_leaf), deepest) - ruler.plies)
    first = 0
    last = ruler.last(deepest)
    while first + ruler.fitting(first) < min(length + (ruler.plies > 1), deepest):
        first = min(first + max(1, ruler.fitting(first) - 1), last)
    return first


PATH_ARROW = " › "
ROOT_NAME = "root"
ARROW_SPARE = 2
"""Letters left free behind the last arrow: in ASCII, the signs of bounds take more room."""
COUNTED_LETTERS = len("… 99 more …") + len(PATH_ARROW)


def node_in_line(
    run: Run, tree: TreeAtStep, path: MovePath, perspective: Perspective = Perspective.MAX
) -> str:
    """Return a node in a few words: its move, the side to move, its value."""
    node = tree.node_at(path)
    name = run.move_name(path) if path else ROOT_NAME
    if node is None:
        return name
    turn = TURN_SIGNS[tree.turn(node)] if tree.move_count(node) else ""
    value = value_label(tree, node, perspective.at(run, path)) or "?"
    return f"{name} {turn}{value}"


BoundSetter = tuple[MovePath, str]
"""What set a bound: the path to a move, and α or β; or the path to its parent, and words."""


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
    if setter is None or setter[0][:-1] not in upper[:-1] or setter[0] in upper:
        return None
    path, bound = setter
    return path[:-1], f"{node_in_line(run, tree, path, perspective)} {bound}"


UpperPart = tuple[MovePath, str, str]
"""A node in a line: its path, its words, their style."""


def upper_line(
    parts: list[UpperPart], width: int, setter: BoundSetter | None = None
) -> list[tuple[UpperPart, int]]:
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
        setter_path, setter_words = setter
        extended = [
            (path, f"{text} ({setter_words})" if path == setter_path else text, style)
            for path, text, style in parts
        ]
        line = upper_line(extended, width)
        if all(x + display_width(text) <= width for (_, text, _), x in line):
            return line

    # Drop nodes from the second on: the root and the end of the path matter most.
    kept = [*parts]
    while len(kept) > 2:
        dropped = len(parts) - len(kept)
        counted = COUNTED_LETTERS if dropped else 0
        letters = sum(display_width(text) + len(PATH_ARROW) for _, text, _ in kept)
        if letters + counted <= width:
            break
        kept.pop(1)
    dropped = len(parts) - len(kept)
    if dropped:
        kept.insert(1, (parts[1][0], f"… {dropped} more …", "dim"))

    placed: list[tuple[UpperPart, int]] = []
    x = 0
    for part in kept:
        path, words, _ = part
        arrow_x = x + display_width(words)
        placed += [(part, x), ((path, PATH_ARROW, "dim"), arrow_x)]
        x = arrow_x + len(PATH_ARROW)
    return placed if x + ARROW_SPARE <= width else placed[:-1]
