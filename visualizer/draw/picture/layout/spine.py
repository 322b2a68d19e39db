"""The layout of a tree along a spine: one path straight down beside the rest of each family, where not all fits.

Each ply has one row of places: the node on the spine in a fixed column, its neighbours beside it, and the rest
folded into a count. Where not all plies fit below each other, they come in pages, and what is above is one line.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
"""Where fewer places fit, there is one on each side of the spine, as wide as the rest allows."""
MIN_BESIDE_LETTERS = 5
"""The least width of these, in letters: room for a count."""
TIGHT_SPACING = 1
LOOSE_SPACING = 2
"""Letters between two places, and on each side of a label for the sign of a state."""
MIN_PLACES_FOR_LOOSE = 7
"""The number of places that must fit for labels to be loose."""
MAX_EXTRA_PITCH = 4
"""Extra columns per label when there is room."""
MIN_LABEL_LETTERS = 7
MAX_SPINE_LABEL_LETTERS = 16
"""The least and greatest width of a label, in letters."""
LARGE_NODE_SIZES = [
    (boxed, words) for words in LETTER_COLUMNS for boxed, _ in LARGE_BOXES if words < 2 * boxed
]
"""Boxes of several lines, and the lines of words beside them."""
MIN_PLIES_FOR_LARGE = 3
MIN_ROWS_FOR_LARGE_WORDS = 2
"""How many plies must fit for large nodes, unless all do, and how many rows of them on every page for large words."""
BESIDE_SHARES = 1, 0.5, 0
"""How wide places beside a spine of large nodes are, as a share of those on it: as much as can be had is preferred.

Words are only large where there is some of it.
"""
MIN_PLIES_FOR_ROOMY = 5
"""The number of plies that must fit, unless all do, for nodes to be large."""
MAX_PLIES_BELOW = 10
"""The most plies below each other where the page is as large as the tree."""


def spine_of(
    run: Run, tree: TreeAtStep, top: MovePath, selected: MovePath | None = None
) -> MovePath:
    """Return the path drawn straight down: to the selected node, else to the current one, else the best line."""
    path = selected
    if path is None:
        if tree.at_end:
            path = tree.best_path()
        elif tree.current is None:
            path = ()
        else:
            path = run.path(tree.current)
    if path[: len(top)] == top:
        return path
    return top


class SpineRuler(NamedTuple):
    """The measures of nodes, the column of the spine, the distance of places, and their number on each side."""

    measures: NodeMeasures
    middle: int
    pitch: int
    left: int
    right: int
    width: int
    """Width of a place on the spine, in letters."""
    beside: int
    """Width of a place beside it, in letters."""
    plies: int
    """The number of plies that fit below the root, or below the line that stands for the upper plies."""
    columns: int
    rows: int
    lined: bool = False
    """Whether the upper plies have a line each, instead of one for all."""
    raised: int = 0
    """The number of rows above all others that only what set the bound of a cut has."""

    def fitting(self, first: int) -> int:
        """Return the number of plies that fit below a ply, of which and of those above only the spine is drawn."""
        if not (first and self.lined):
            return self.plies
        spare = (
            self.rows - self.measures.note - first - 1 + self.measures.height - self.measures.window
        )
        return spare // self.measures.height

    def least_rows(self, deepest: int) -> int:
        """Return how many rows of nodes each page has at least: the first has the root's, too."""
        later = (
            min(self.fitting(first), deepest - first) for first in range(1, self.last(deepest) + 1)
        )
        return min((self.plies + 1, *later))

    def last(self, deepest: int) -> int:
        """Return the first ply below which all others fit; `deepest` if none does."""
        return next(
            (first for first in range(deepest) if first + self.fitting(first) >= deepest), deepest
        )

    def top(self, ply: int, first: int) -> int:
        """Return the line of the edges to a ply, on the page whose rows begin below a ply."""
        if first and self.lined:
            above = first + 1 - self.measures.root
        else:
            above = 0
        return self.measures.top(ply - first + self.raised) + above


def plies_to_draw(run: Run, limits: LayoutLimits) -> int:
    """Return the number of plies to be drawn below the topmost node, as far as is known."""
    return min(deepest_below(run, limits.top), limits.plies)


def spine_ruler(run: Run, limits: LayoutLimits) -> SpineRuler:
    """Return the measures of the spine, the same at every step."""
    rows = sampled_rows(run)
    deepest = plies_to_draw(run, limits)
    for share in BESIDE_SHARES:
        for boxed, words in LARGE_NODE_SIZES if limits.large else ():
            large = NodeMeasures(boxed=boxed, windowed=limits.windowed, words=words)
            width = (
                large.label(len("≥") + longest_value_letters(run, rows)) - LOOSE_SPACING
            )  # the frame alone is left beside the longest
            ruler = measure_spine(limits, width, deepest, large)
            is_wide = (
                ruler.width >= width and ruler.beside >= share * width and (share or words == 1)
            )
            if words == 1:
                is_high = ruler.plies >= min(deepest, MIN_PLIES_FOR_LARGE)
            else:
                is_high = ruler.least_rows(deepest) >= MIN_ROWS_FOR_LARGE_WORDS
            if is_wide and is_high:
                return ruler
    return measure_spine(
        limits,
        widest_label_letters(run, rows, windows=limits.all_windows and limits.windowed),
        deepest,
    )


def measure_spine(
    limits: LayoutLimits, width: int, deepest: int, large: NodeMeasures | None = None
) -> SpineRuler:
    """Return the measures of a spine: with `large` nodes, else the largest of which all plies fit, or enough."""
    most = 2 * max(1, limits.beside) + 1
    columns = limits.columns or limits.margin + most * (width + 3 * LOOSE_SPACING)
    room = columns - limits.margin
    if room // (width + 3 * LOOSE_SPACING) >= MIN_PLACES_FOR_LOOSE or not limits.columns:
        spare = LOOSE_SPACING
    else:
        spare = TIGHT_SPACING
    least = width + 3 * spare
    count = min(max(1, (room + spare) // least), most)
    if limits.alone is not None:  # and what is folded, visited or not
        count = min(count, 1 + limits.alone + 2)
    pitch = min(least + MAX_EXTRA_PITCH, max(least, room // count))
    wide = beside = pitch - spare
    if count < MIN_PLACES_PER_ROW <= most:
        wide, beside = widths_for_few_places(room, width, spare)
        count = MIN_PLACES_PER_ROW
        pitch = (wide + beside) // 2 + spare
    if has_spine_first(limits.measures):
        left = 0
    else:
        left = count // 2
    outermost = beside + spare
    unused = max(0, room - (count - 1) * pitch - outermost)
    middle = limits.margin + unused // 2 + left * pitch + (outermost - 1) // 2
    if large is None:
        choices = limits.measures.along(spare, windowed=limits.windowed)
    else:
        choices = (large,)
    if not (limits.boxed):
        choices = choices[-1:]
    if fitting_plies(choices[-1], limits, deepest) >= deepest:
        enough = deepest
    else:
        enough = MIN_PLIES_FOR_ROOMY
    measures = next(
        (each for each in choices if fitting_plies(each, limits, deepest) >= enough), choices[-1]
    )
    plies = fitting_plies(measures, limits, deepest)
    rows = limits.rows or measures.lines(plies)
    if shown := min(plies, deepest):
        measures, _ = measures.stretched(rows - measures.note - measures.lines(shown), shown)
    ruler = SpineRuler(
        measures, middle, pitch, left, count - 1 - left, wide, beside, plies, columns, rows
    )
    lined = ruler._replace(lined=limits.lined)
    if lined.last(deepest) < deepest:
        return lined
    return ruler


def widths_for_few_places(room: int, width: int, spare: int) -> tuple[int, int]:
    """Return the widths of a place on the spine and of one beside it, which gets what is left.

    >>> widths_for_few_places(28, 9, 1), widths_for_few_places(20, 9, 1)
    ((11, 7), (8, 5))
    """
    beside = max(MIN_BESIDE_LETTERS, (room - width) // 2 - 2 * spare)
    return min(width + 2 * spare, room - 2 * (beside + spare)), beside


def fitting_plies(measures: NodeMeasures, limits: LayoutLimits, deepest: int) -> int:
    """Return the number of plies that fit below the root: the last has no window, and a line says the best moves."""
    if not limits.rows:
        return min(deepest, MAX_PLIES_BELOW)
    return (limits.rows - measures.note - measures.lines(0)) // measures.height


def longest_value_letters(run: Run, rows: int) -> int:
    """Return the letters of the longest value to come, estimated from some rows."""
    if run.trace.adds:
        return len(WIDEST_MEAN)
    longest = longest_recorded_letters(run, min(rows, SAMPLED_ROWS))
    if run.has_chance:
        return 2 * longest + len("( … )")
    return longest


@lru_cache(maxsize=16)
def longest_recorded_letters(run: Run, rows: int) -> int:
    """Return the letters of the longest value of the first rows."""
    return max((len(format_number(run.trace.value(row))) for row in range(rows)), default=1)


@lru_cache(maxsize=16)
def widest_label_letters(run: Run, rows: int, *, windows: bool) -> int:
    """Return the width of the widest label to come, without the signs beside it, estimated from some rows."""
    longest = longest_value_letters(run, rows)
    name = max(map(len, run.choices(())), default=0) + 2 * len(" ≠")
    label = min(MAX_SPINE_LABEL_LETTERS, max(len("▲ ≥") + longest, name))
    return max(MIN_LABEL_LETTERS, label, window_width(max(longest, len("−∞"))) if windows else 0)


def lay_out_spine(
    run: Run, tree: TreeAtStep, spine: MovePath, limits: LayoutLimits, *, from_root: bool = False
) -> TreeLayout:
    """Place the nodes along a spine; `spine` is the path to its end.

    In a search by random games `from_root` shows its upper plies rather than its end.

    Neither the places nor their sizes depend on how far the search has gone.
    """
    top = limits.top
    ruler = spine_ruler(run, limits)
    deepest = plies_to_draw(run, limits)
    way = spine
    if tree.trace.adds and (isinstance(ruler.measures, PageMeasures) or limits.large):
        most = max(0, len(top) + min(deepest, ruler.plies) - 1)
        way = extend_by_iteration(run, tree, spine, most)
        spine = way[: most if from_root else max(most, len(spine))]
    spine = spine[: len(top) + limits.plies]
    length = len(spine) - len(top)
    end = tree.node_at(spine)
    first = first_ply(length, deepest, ruler, is_leaf=end is not None and not tree.move_count(end))
    layout = TreeLayout(
        ruler.measures, [], (), ruler.middle, ruler.lined, ruler.columns, ruler.rows
    )
    if ruler.plies >= MIN_PLIES_FOR_LARGE:
        cause = setter_above(run, tree, spine, len(top) + first)
    else:
        cause = ()
    if cause and isinstance(ruler.measures, PageMeasures):
        first = min(first + 1, length - 2)
        ruler = ruler._replace(plies=ruler.plies - 1, raised=1)
    node = tree.node_at(top)
    if first or ruler.plies < 1:
        shown = first if ruler.plies >= 1 else length
        layout.upper = tuple(spine[:end] for end in range(len(top), len(top) + shown + 1))
        if ruler.raised:
            layout.nodes.append(place_hanging_node(run, tree, layout, cause, ruler))
    else:
        layout.nodes.append(
            PlacedNode(top, node, None, 0, ruler.middle, ruler.top(0, 0), ruler.width)
        )
    running = () if tree.current is None else run.path(tree.current)
    for ply in range(1, min(length + 1, limits.plies) + 1):
        path = spine[: len(top) + ply - 1]
        siblings = siblings_of(run, tree, path, node)
        if not siblings.moves or (ply > length and node is None and tree.visits):
            break
        if tree.trace.adds and has_spine_first(ruler.measures):
            siblings.sort_by_visits()
        if len(path) < len(way):
            place = siblings.moves.index(way[len(path)])
        else:
            place = siblings.shown_below()
        if first < ply <= first + ruler.fitting(first):
            if running[: len(path)] == path:
                siblings.running = next(iter(running[len(path) :]), None)
            else:
                siblings.running = None
            siblings.ghosts = limits.ghosts
            siblings.alone = limits.alone
            above = (
                number
                for number, each in enumerate(layout.nodes)
                if each.path == path and each.folded is None
            )
            layout.nodes += siblings.row(place, ply, ruler.top(ply, first), ruler, next(above, -1))
        node = siblings.child(place)
    if limits.ghosts:
        layout.nodes += folded_ghosts(run, tree, layout, ruler, first)
    return layout


def setter_above(run: Run, tree: TreeAtStep, spine: MovePath, first: int) -> MovePath:
    """Return the path to what set the bound of the cut in this step, if that is a node beside a path's upper plies."""
    found = bound_at_cut(tree)
    if found:
        path = run.path(found[0])
    else:
        path = ()
    is_above = (
        0 < len(path) <= first
        and path[:-1] == spine[: len(path) - 1]
        and path != spine[: len(path)]
    )
    return path if is_above else ()


def place_hanging_node(
    run: Run, tree: TreeAtStep, layout: TreeLayout, path: MovePath, ruler: SpineRuler
) -> PlacedNode:
    """Place a child of one of the upper plies in a row of its own, beside the spine, near to its parent in the line."""
    line = upper_line(
        [(each, node_in_line(run, tree, each), "") for each in layout.upper], ruler.columns
    )
    (_, words, _), x = [
        part for part in line if len(part[0][0]) < len(path) and part[0][1] != PATH_ARROW
    ][-1]
    layout.hang = x + display_width(words) / 2
    places = [*range(-ruler.left, 0), *range(1, ruler.right + 1)] or [0]
    middle = min(
        (ruler.middle + place * ruler.pitch for place in places), key=lambda x: abs(x - layout.hang)
    )
    width = ruler.beside
    node = tree.node_at(path)
    above = tree.node_at(path[:-1])
    ply = len(path) - len(layout.upper[0])
    return PlacedNode(path, node, above, ply, middle, ruler.measures.top(1), width)


def has_spine_first(measures: NodeMeasures) -> bool:
    """Return whether the spine runs down the left edge."""
    return isinstance(measures, PageMeasures) and measures.spine_first


def extend_by_iteration(run: Run, tree: TreeAtStep, path: MovePath, plies: int) -> MovePath:
    """Return a path with what is drawn behind it in a search by random games, at least up to a number of plies.

    That is the way that the iteration went, so that nothing moves while its result is added on the way back, and then
    the most visited moves.
    """
    if not (tree.at_end or tree.entering) and (leaf := last_leaf(tree)) >= 0:
        went = run.path(tree.node_of(leaf))
        if went[: len(path)] == path:
            path = went
    while len(path) < plies:
        siblings = siblings_of(run, tree, path, tree.node_at(path))
        if not siblings.tried:
            break
        path = (*path, siblings.moves[siblings.last_or_most_visited()])
    return path


def folded_ghosts(
    run: Run, tree: TreeAtStep, layout: TreeLayout, ruler: SpineRuler, first: int
) -> Iterator[PlacedNode]:
    """Yield folded nodes for what lies below pruned children, where nothing is drawn there or to the right."""
    rightmost = {placed.ply: placed.x for placed in sorted(layout.nodes, key=attrgetter("x"))}
    for number, placed in enumerate([*layout.nodes]):
        is_pruned = (
            placed.node is None
            and placed.folded is None
            and placed.above is not None
            and tree.is_cut(placed.above)
        )
        below = placed.ply + 1
        has_room = below <= first + ruler.fitting(first) and rightmost.get(below, 0) < placed.x
        if (
            is_pruned
            and has_room
            and run.is_inner(placed.path)
            and (moves := (*run.order(placed.path),))
        ):
            top = ruler.top(below, first)
            yield PlacedNode(
                (*placed.path, moves[0]),
                None,
                None,
                below,
                placed.x,
                top,
                ruler.beside,
                number,
                FoldedNodes(moves),
            )


def siblings_of(run: Run, tree: TreeAtStep, path: MovePath, node: int | None) -> Siblings:
    """Return the children of a node: those that its latest visit has tried, in that order, and then the others."""
    move_of = run.trace.move
    if node is None:
        return Siblings(run, tree, path, node, run.order(path, tree) if run.is_inner(path) else ())
    if not tree.move_count(node):
        return Siblings(run, tree, path, node, ())
    nodes = {move_of(child): child for child in tree.looked_at(node)}
    moves = [*nodes, *(move for move in run.order(path, tree) if move not in nodes)]
    earlier = {move_of(child): child for child in tree.earlier(node)}
    return Siblings(run, tree, path, node, moves, len(nodes), nodes | earlier)


@dataclass(slots=True)
class Siblings:
    """The children of a node at a step, those tried first, and where they stand in the row of their ply.

    `nodes` are the nodes of those visited by now, by their moves.
    """

    run: Run
    tree: TreeAtStep
    path: MovePath
    node: int | None
    moves: Sequence[int]
    tried: int = 0
    nodes: dict[int, int] = field(default_factory=dict)
    running: int | None = None
    """The move of the child that leads to the last event, if one does."""
    ghosts: bool = False
    """Whether pruned children have places of their own."""
    alone: int | None = None
    """The most siblings with a place of their own, None for as many as there are places."""

    def sort_by_visits(self) -> None:
        """Let those tried stand in the order of their visits, the most visited first."""
        tried = sorted(range(self.tried), key=lambda place: -self.visits(place))
        self.moves = [*(self.moves[place] for place in tried), *self.moves[self.tried :]]

    def child(self, place: int) -> int | None:
        """Return the node of the child at a place, None if it has not been visited."""
        return self.nodes.get(self.moves[place])

    def last_or_most_visited(self) -> int:
        """Return the place of the child that is tried last, or the most visited one.

        Of several visited as often it is the last; at the end of the search the one that the search prefers.
        """
        if not (self.tree.trace.adds and self.tried):
            return max(0, self.tried - 1)
        if self.tree.at_end and self.node is not None:
            best = self.tree.best(self.node)
        else:
            best = None
        if best is not None and best[1] is not None:
            return self.moves.index(self.run.trace.move(best[1]))
        return max(range(self.tried), key=lambda place: (self.visits(place), place))

    def shown_below(self) -> int:
        """Return the place of the child below the path's end: of outcomes at the end of a search the middle one."""
        is_over = self.tree.at_end and self.node is not None and self.tree.is_chance(self.node)
        if is_over and self.tried == len(self.moves) and not self.tree.trace.adds:
            return len(self.moves) // 2
        return self.last_or_most_visited()

    def visits(self, place: int) -> int:
        """Return how many visits the child at a place has had."""
        return self.tree.returned_count(self.nodes[self.moves[place]])

    def row(
        self, place: int, ply: int, top: int, ruler: SpineRuler, parent: int
    ) -> list[PlacedNode]:
        """Place the children, one of them on the spine: its neighbours, the best, and the rest folded."""
        if has_spine_first(ruler.measures):
            left = []
            right = self.beside(
                [each for each in range(len(self.moves)) if each != place], ruler.right
            )
        else:
            left = self.beside(range(place - 1, -1, -1), ruler.left)
            right = self.beside(range(place + 1, len(self.moves)), ruler.right)
        numbered = [
            *((-number, places) for number, places in enumerate(left, 1)),
            (0, [place]),
            *enumerate(right, 1),
        ]
        made = []
        for number, places in sorted(numbered, key=itemgetter(0)):
            if ruler.measures.letter > 1:
                first = self.first(places)
            else:
                first = None
            if first is None:
                alone = places[0]
            else:
                alone = first
            if len(places) > 1 and first is None:
                folded = self.folded(places)
            else:
                folded = None
            x = ruler.middle + number * ruler.pitch
            width = ruler.beside if number else ruler.width
            path = *self.path, self.moves[alone]
            if folded:
                node = None
            else:
                node = self.child(alone)
            if first is None or len(places) < 2:
                more = None
            else:
                more = self.folded([each for each in places if each != first])
            made.append(
                PlacedNode(path, node, self.node, ply, x, top, width, parent, folded, more=more)
            )
        return made

    def first(self, places: Sequence[int]) -> int | None:
        """Return which of several folded children a large node shows for all; None if none has been tried."""
        if len(places) > 1:
            chosen = self.nearest(places, 1)
        else:
            chosen = []
        if chosen and chosen[0] < self.tried:
            return chosen[0]
        return None

    def beside(self, places: Sequence[int], room: int) -> list[list[int]]:
        """Divide the children on one side of the spine, the nearest first, among `room` places."""
        if self.alone is None:
            most = room
        else:
            most = self.alone
        if len(places) <= min(room, most):
            return [[place] for place in places]
        if room <= 0:
            return []
        tried = [place for place in sorted(places) if place < self.tried]
        others = [place for place in sorted(places) if place >= self.tried]
        halves = [*filter(None, (tried, others))]
        if len(halves) > room:
            return [tried + others]
        alone = self.nearest(places, min(most, room - len(halves)))
        rests = [[place for place in half if place not in alone] for half in halves]
        return [*([place] for place in sorted(alone, key=places.index)), *filter(None, rests)]

    def nearest(self, places: Sequence[int], count: int) -> list[int]:
        """Choose the children with a place of their own: the current one, the best, then those nearest to the spine.

        Where visits add up, the most visited come before the nearest. What has been pruned is folded, unless ghosts
        are wanted.
        """
        tree = self.tree
        if self.running is None:
            moves = []
        else:
            moves = [self.running]
        if self.node is not None and tree.entered(self.node):
            best = tree.best(self.node)
        else:
            best = None
        if (
            best is not None
            and best[1] is not None
            and (move := self.run.trace.move(best[1])) in self.nodes
        ):
            moves.append(move)
        wanted = [*map(self.moves.index, moves)]
        if tree.trace.adds:  # then the most visited matter, not the nearest
            tried = sorted(place for place in places if place < self.tried)
            wanted += sorted(tried, key=lambda place: -self.visits(place))
        is_cut = not self.ghosts and self.node is not None and tree.is_cut(self.node)
        wanted += (place for place in places[: count + 2] if place < self.tried or not is_cut)
        return [place for place in dict.fromkeys(wanted) if place in places][:count]

    def folded(self, places: Sequence[int]) -> FoldedNodes:
        """Return the children at some places, in ascending order, as folded nodes."""
        moves = tuple(self.moves[place] for place in places)
        visited = [self.nodes[self.moves[place]] for place in places if place < self.tried]
        if len(visited) <= MIN_INDEXED_CHILDREN:
            cut = sum(map(self.tree.is_cut, visited))
        else:
            cut = 0
        games = sum(map(self.tree.games, visited))
        are_done = len(visited) == len(moves) and not self.tree.trace.adds
        return FoldedNodes(moves, len(visited), cut, self.running in moves, games, are_done)


def first_ply(length: int, deepest: int, ruler: SpineRuler, *, is_leaf: bool = False) -> int:
    """Return the last ply that only the lines above stand for, 0 for none; in a terminal it changes page by page.

    On paper, where nobody steps on, the last row is that of the path's end, or of what is below it.
    """
    if isinstance(ruler.measures, PageMeasures):
        if ruler.plies > 0:
            return max(0, min(length + (not is_leaf), deepest) - ruler.plies)
        return 0
    first = 0
    last = ruler.last(deepest)
    while ruler.plies > 0 and first + ruler.fitting(first) < min(
        length + (ruler.plies > 1), deepest
    ):
        first = min(first + max(1, ruler.fitting(first) - 1), last)
    return first


PATH_ARROW = " › "
ROOT_NAME = "root"
ARROW_SPARE = 2
"""Letters left free behind the last arrow, which is left out otherwise: in ASCII the signs of bounds take more room."""
COUNTED_LETTERS = len("… 99 more …") + len(PATH_ARROW)


def node_in_line(
    run: Run, tree: TreeAtStep, path: MovePath, perspective: Perspective = Perspective.MAX
) -> str:
    """Return a node in a few words: its move, the side to move, its value."""
    node = tree.node_at(path)
    if path:
        name = run.move_name(path)
    else:
        name = ROOT_NAME
    if node is None:
        return name
    if tree.move_count(node):
        turn = f" {TURN_SIGNS[tree.turn(node)]}"
    else:
        turn = " "
    return f"{name}{turn}{value_label(tree, node, perspective.at(run, path)) or '?'}"


BoundSetter = tuple[MovePath, str]
"""What set a bound: the path to a move and α or β, or the path to its parent and that move with its value."""


def setter_in_line(
    run: Run,
    tree: TreeAtStep,
    upper: Sequence[MovePath],
    setter: BoundSetter | None,
    perspective: Perspective,
) -> BoundSetter | None:
    """Return the node whose child set the bound at a cut, and that child with α or β, if no row shows that child.

    `setter` is the path to the child, with α or β; `upper` are the nodes of the upper plies, the last of which has its
    children drawn.
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
    """Place nodes in a line, each with an arrow behind it; those in the middle that have no room are counted.

    The words of `setter` stand in brackets behind its node, if there is room for them.

    >>> line = upper_line([((), "root", ""), ((1,), "e3", ""), ((1, 2), "f4", ""), ((1, 2, 0), "g5", "")], 18)
    >>> "".join(text for (_, text, _), x in line)
    'root › … 2 more … › g5'
    >>> line = upper_line([((), "root", ""), ((1,), "e3", "")], 30, ((), "f6 ▼−2 α"))
    >>> "".join(text for (_, text, _), x in line)
    'root (f6 ▼−2 α) › e3 › '
    """
    if setter is not None:
        behind = [
            (path, f"{text} ({setter[1]})" if path == setter[0] else text, style)
            for path, text, style in parts
        ]
        line = upper_line(behind, width)
        if all(x + display_width(text) <= width for (_, text, _), x in line):
            return line
    kept = [*parts]
    dropped = 0
    while (
        len(kept) > 2
        and sum(display_width(text) + len(PATH_ARROW) for _, text, _ in kept)
        + (dropped > 0) * COUNTED_LETTERS
        > width
    ):
        kept.pop(1)
        dropped += 1
    if dropped:
        kept.insert(1, (parts[1][0], f"… {dropped} more …", "dim"))
    placed: list[tuple[UpperPart, int]] = []
    x = 0
    for part in kept:
        placed += [(part, x), ((part[0], PATH_ARROW, "dim"), x + display_width(part[1]))]
        x += display_width(part[1]) + len(PATH_ARROW)
    if x + ARROW_SPARE <= width:
        return placed
    return placed[:-1]
