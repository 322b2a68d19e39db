"""A tree too large to be drawn is drawn along a spine: one path straight down, beside it the rest of each family.

Each ply has one row of places: the node on the spine in a fixed column, its neighbours beside it, and the rest
folded into a count. Where not all plies fit below each other, they come in pages, and what is above is one line.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import attrgetter, itemgetter

from visualizer.picture.layout.node_measures import LayoutLimits
from visualizer.picture.layout.placed_nodes import FoldedNodes, PlacedNode, TreeLayout
from visualizer.picture.layout.spine_ruler import SpineRuler, deepest_below, ruler_of
from visualizer.run import Run
from visualizer.trace.child_visits import LARGE
from visualizer.trace.rows import MovePath
from visualizer.trace.tree_at_step import TreeAtStep


@dataclass(frozen=True, slots=True)
class Siblings:
    """The children of a node at a step, those tried first: their moves, and the nodes of those visited by now."""

    path: MovePath
    node: int | None
    moves: Sequence[int]
    tried: int
    nodes: dict[int, int]

    def child(self, place: int) -> int | None:
        """Return the node of the child at a place, None if it has not been visited."""
        return self.nodes.get(self.moves[place])

    def place_of(self, move: int) -> int:
        """Return the place of a move."""
        return self.moves.index(move)


def along(run: Run, tree: TreeAtStep, top: MovePath, spine: MovePath, limits: LayoutLimits) -> TreeLayout:
    """Place the nodes along a spine from `top` on; `spine` is the path to its end.

    Neither the places nor their sizes depend on how far the search has gone.
    """
    spine = spine[: len(top) + limits.plies]
    deepest, length = min(deepest_below(run, top), limits.plies), len(spine) - len(top)
    ruler = ruler_of(run, top, limits)
    first = first_ply(length, deepest, ruler)
    layout = TreeLayout(ruler.measures, [], (), ruler.middle, ruler.lined, ruler.columns, ruler.rows)
    node = tree.node_at(top)
    if first or ruler.plies < 1:
        shown = first if ruler.plies >= 1 else length
        layout.upper = tuple(spine[:end] for end in range(len(top), len(top) + shown + 1))
    else:
        layout.nodes.append(PlacedNode(top, node, None, 0, ruler.middle, ruler.top(0, 0), ruler.width))
    running = () if tree.current is None else run.path(tree.current)
    for ply in range(1, min(length + 1, limits.plies) + 1):
        path = spine[: len(top) + ply - 1]
        siblings = siblings_of(run, tree, path, node)
        if not siblings.moves or (ply > length and node is None and tree.visits):
            break
        place = siblings.place_of(spine[len(path)]) if ply <= length else last_or_most_visited(tree, siblings)
        if first < ply <= first + ruler.fitting(first):
            move = running[len(path)] if running[: len(path)] == path and len(running) > len(path) else None
            row = PlyRow(run, tree, siblings, ply, ruler.top(ply, first), move, ghosts=limits.ghosts)
            above = (number for number, each in enumerate(layout.nodes) if each.path == path and each.folded is None)
            layout.nodes += row.nodes(place, ruler, next(above, -1))
        node = siblings.child(place)
    if limits.ghosts:
        layout.nodes += ghosts(run, tree, layout, ruler, first)
    return layout


def ghosts(run: Run, tree: TreeAtStep, layout: TreeLayout, ruler: SpineRuler, first: int) -> Iterator[PlacedNode]:
    """Yield folded nodes for what lies below pruned children, where nothing is drawn there or to the right."""
    rightmost = {placed.ply: placed.x for placed in sorted(layout.nodes, key=attrgetter("x"))}
    for number, placed in enumerate([*layout.nodes]):
        is_pruned = (
            placed.node is None and placed.folded is None and placed.above is not None and tree.is_cut(placed.above)
        )
        below = placed.ply + 1
        has_room = below <= first + ruler.fitting(first) and rightmost.get(below, 0) < placed.x
        if is_pruned and has_room and run.is_inner(placed.path):
            moves = (*run.order(placed.path),)
            top = ruler.top(below, first)
            yield PlacedNode(
                (*placed.path, moves[0]), None, None, below, placed.x, top, ruler.beside, number, FoldedNodes(moves)
            )


def last_or_most_visited(tree: TreeAtStep, siblings: Siblings) -> int:
    """Return the place of the child that is tried last, or the most visited one where visits add up."""
    places = range(siblings.tried)
    if not tree.trace.adds or not places:
        return max(0, siblings.tried - 1)
    return max(places, key=lambda place: visits_of(tree, siblings, place))


def visits_of(tree: TreeAtStep, siblings: Siblings, place: int) -> int:
    """Return how many visits the child at a place has had."""
    return tree.returned_count(siblings.nodes[siblings.moves[place]])


def siblings_of(run: Run, tree: TreeAtStep, path: MovePath, node: int | None) -> Siblings:
    """Return the children of a node: those that its latest visit has tried, in that order, and then the others."""
    trace = run.trace
    if node is None:
        return Siblings(path, None, run.order(path, tree) if run.is_inner(path) else (), 0, {})
    if not tree.move_count(node):
        return Siblings(path, node, (), 0, {})
    nodes = {trace.move(child): child for child in tree.children(node)}
    moves = [*nodes, *(move for move in run.order(path, tree) if move not in nodes)]
    tried = len(nodes)
    nodes |= {trace.move(child): child for child in tree.earlier(node)}
    return Siblings(path, node, moves, tried, nodes)


@dataclass(slots=True)
class PlyRow:
    """The places of one ply."""

    run: Run
    tree: TreeAtStep
    siblings: Siblings
    ply: int
    top: int
    running: int | None
    """The move of the sibling that leads to the last event, if one does."""
    ghosts: bool = False
    """Whether pruned children have places of their own."""

    def nodes(self, place: int, ruler: SpineRuler, parent: int) -> list[PlacedNode]:
        """Place siblings, one of them on the spine: its neighbours, the best, and the rest folded."""
        siblings = self.siblings
        left = self.beside(range(place - 1, -1, -1), ruler.left)
        right = self.beside(range(place + 1, len(siblings.moves)), ruler.right)
        numbered = [*((-number, places) for number, places in enumerate(left, 1)), (0, [place]), *enumerate(right, 1)]
        made = []
        for number, places in sorted(numbered, key=itemgetter(0)):
            first = self.first(places) if ruler.measures.letter > 1 else None
            alone = places[0] if first is None else first
            folded = self.folded(places) if len(places) > 1 and first is None else None
            x, width = ruler.middle + number * ruler.pitch, ruler.beside if number else ruler.width
            path, node = (*siblings.path, siblings.moves[alone]), None if folded else siblings.child(alone)
            more = len(places) - 1 if first is not None else 0
            made.append(PlacedNode(path, node, siblings.node, self.ply, x, self.top, width, parent, folded, more=more))
        return made

    def first(self, places: Sequence[int]) -> int | None:
        """Return which of several folded children a large node shows for all; None if none has been tried."""
        chosen = self.nearest(places, 1) if len(places) > 1 else []
        return chosen[0] if chosen and chosen[0] < self.siblings.tried else None

    def beside(self, places: range, room: int) -> list[list[int]]:
        """Divide the children on one side of the spine, the nearest first, among `room` places."""
        if len(places) <= room:
            return [[place] for place in places]
        if room <= 0:
            return []
        tried = [place for place in sorted(places) if place < self.siblings.tried]
        others = [place for place in sorted(places) if place >= self.siblings.tried]
        halves = [*filter(None, (tried, others))]
        if len(halves) > room:
            return [tried + others]
        alone = self.nearest(places, room - len(halves))
        rests = [[place for place in half if place not in alone] for half in halves]
        return [*([place] for place in sorted(alone, key=places.index)), *filter(None, rests)]

    def nearest(self, places: Sequence[int], count: int) -> list[int]:
        """Choose the children with a place of their own: the current one, the best, then those nearest to the spine.

        Where visits add up, the most visited come before the nearest. What has been pruned is folded, unless ghosts
        are wanted.
        """
        siblings, tree = self.siblings, self.tree
        wanted = [] if self.running is None else [siblings.place_of(self.running)]
        best = tree.best(siblings.node) if siblings.node is not None and tree.entered(siblings.node) else None
        if best is not None and (move := self.run.trace.move(best[1])) in siblings.nodes:
            wanted.append(siblings.place_of(move))
        is_cut = not self.ghosts and siblings.node is not None and tree.is_cut(siblings.node)
        if tree.trace.adds:  # then the most visited matter, not the nearest
            tried = sorted(place for place in places if place < siblings.tried)
            wanted += sorted(tried, key=lambda place: -visits_of(tree, siblings, place))
        wanted += (place for place in places[: count + 2] if place < siblings.tried or not is_cut)
        return [place for place in dict.fromkeys(wanted) if place in places][:count]

    def folded(self, places: Sequence[int]) -> FoldedNodes:
        """Return the children at some places, in ascending order, as folded nodes."""
        siblings = self.siblings
        moves = tuple(siblings.moves[place] for place in places)
        visited = [siblings.nodes[siblings.moves[place]] for place in places if place < siblings.tried]
        cut = sum(map(self.tree.is_cut, visited)) if len(visited) <= LARGE else 0
        return FoldedNodes(moves, len(visited), cut, self.running in moves)


def first_ply(length: int, deepest: int, ruler: SpineRuler) -> int:
    """Return the last ply that only the lines above stand for, 0 for none; it changes page by page."""
    first, last = 0, ruler.last(deepest)
    while ruler.plies > 0 and first + ruler.fitting(first) < min(length + (ruler.plies > 1), deepest):
        first = min(first + max(1, ruler.fitting(first) - 1), last)
    return first
