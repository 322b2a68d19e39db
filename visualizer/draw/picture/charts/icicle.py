"""The whole search as an icicle: a row of cells for each ply, of which each node has a share.

A node has a part of its parent's share. After the search, a share is proportional to the visits
below, and all unvisited children of a node count as one. While the search runs, the children of a
node have equal shares.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import accumulate, count, pairwise
from math import ceil
from typing import NamedTuple

from visualizer.look.legend import State
from visualizer.searching.run import Run
from visualizer.trace.labels import lasting_state
from visualizer.trace.rows import MovePath
from visualizer.trace.tree_at_step import TreeAtStep

Ends = tuple[float, float]
"""The beginning and the end of a share, in cells."""


class Share(NamedTuple):
    """The cells from `first` to `last` (exclusive) of a ply; the topmost ply is 0.

    `node` is None for children that have not been visited, and `path` leads to the first of them.
    `above` is the parent, None for the top.
    """

    ply: int
    first: int
    last: int
    path: MovePath
    node: int | None
    above: int | None


class MergedNodes(NamedTuple):
    """A cell that several children of a node share; `rows` are their visits and those below."""

    ply: int
    cell: int
    rows: range


def divide_shares(
    run: Run,
    tree: TreeAtStep,
    top: MovePath,
    width: int,
    plies: int,
) -> Sequence[Share]:
    """Divide `width` cells among the nodes from `top` on, parents first, from left to right."""
    if run.trace.finished:
        known = final_icicle(run, top, width, plies)
    else:
        known = Icicle(run, tree, top, width, plies)
    return known.shares


def merged_nodes(run: Run, top: MovePath, width: int, plies: int) -> Sequence[MergedNodes]:
    """Return the cells that several nodes share: none unless each visit is a node of its own."""
    known = run.trace.finished and not run.trace.revisits
    if known:
        return final_icicle(run, top, width, plies).crowds
    return ()


@lru_cache(maxsize=8)
def final_icicle(run: Run, top: MovePath, width: int, plies: int) -> Icicle:
    """Divide cells among the nodes of a finished search: the same at every step."""
    return Icicle(run, TreeAtStep(run.trace), top, width, plies)


def ends_along(
    run: Run,
    tree: TreeAtStep,
    top: MovePath,
    width: int,
    path: MovePath,
) -> list[Ends]:
    """Return the ends of the shares of all nodes from `top` down to a path, however narrow.

    Unvisited children have a share together, and nodes below them have none.
    """
    known = TreeAtStep(run.trace) if run.trace.finished else tree
    node = known.node_at(top)
    ends = 0.0, float(width)
    if node is None or path[: len(top)] != top:
        return []
    found = [ends]
    for move in path[len(top) :]:
        children = known.known_children(node)
        edges = share_edges(run, children, known_moves(known, node), ends)
        moves = [*map(run.trace.move, children)]
        if move not in moves:
            return [*found, (edges[-1], ends[1])]
        place = moves.index(move)
        node = children[place]
        ends = edges[place], edges[place + 1]
        found.append(ends)
    return found


def known_moves(known: TreeAtStep, node: int) -> int:
    """Return how many moves a node has, or how many were visited if that is not recorded."""
    return known.known_move_count(node) or len(known.known_children(node))


def share_edges(run: Run, children: Sequence[int], moves: int, ends: Ends) -> list[float]:
    """Return the edges of the children's shares, from the first's left to the last's right."""
    left, right = ends
    if not run.trace.finished:
        return [left + (right - left) * place / moves for place in range(len(children) + 1)]
    weights = [visits_below(run, child) for child in children]
    # All unvisited children together weigh as much as one visit.
    total = sum(weights) + (len(children) < moves)
    return [left + (right - left) * before / total for before in accumulate(weights, initial=0)]


class Icicle:
    """The cells divided among the nodes known, from `top` on, down to `plies` plies.

    `crowds` are cells with several nodes, none of them below another.
    """

    def __init__(
        self,
        run: Run,
        known: TreeAtStep,
        top: MovePath,
        width: int,
        plies: int,
    ) -> None:
        """Divide all cells."""
        self.run = run
        self.known = known
        self.plies = plies
        self.shares = list[Share]()
        self.crowds = list[MergedNodes]()
        node = known.node_at(top)
        if node is not None and width > 0:
            self.divide(top, node, None, (0.0, float(width)))

    def divide(
        self,
        path: MovePath,
        node: int,
        above: int | None,
        ends: Ends,
        ply: int = 0,
        *,
        crowded: bool = False,
    ) -> None:
        """Give a node the cells whose middle is between `ends`, and divide them below.

        `crowded` says that it is one of several nodes in a cell.
        """
        first, last = map(cell_from, ends)
        self.shares.append(Share(ply, first, last, path, node, above))
        moves = known_moves(self.known, node)
        if not moves or ply + 1 >= self.plies:
            return
        children = self.known.known_children(node)
        edges = share_edges(self.run, children, moves, ends)
        cells = [*map(cell_from, edges)]
        # In a cell that several nodes share already, more of them make no difference.
        full = set[int]()
        if self.run.trace.finished and not crowded:
            full = self.add_crowds(children, edges, ply + 1)
        for place, child in enumerate(children):
            if cells[place] < cells[place + 1]:
                child_path = (*path, self.run.trace.move(child))
                child_ends = (edges[place], edges[place + 1])
                inside = crowded or cells[place] in full
                self.divide(child_path, child, node, child_ends, ply + 1, crowded=inside)
        if len(children) < moves and cells[-1] < last:
            rest_ends = (edges[-1], ends[1])
            self.shares += self.rest(path, node, rest_ends, moves - len(children), ply + 1)

    def add_crowds(self, children: Sequence[int], edges: Sequence[float], ply: int) -> set[int]:
        """Add the cells in which several of these children lie; return them."""
        together = defaultdict[int, list[int]](list)
        taken = set[int]()
        for child, (left, right) in zip(children, pairwise(edges), strict=True):
            cells = range(cell_from(left), cell_from(right))
            if len(cells) > 1:
                taken.update(cells)
            else:
                together[cells[0] if cells else int((left + right) / 2)].append(child)
        full = {cell for cell, nodes in together.items() if len(nodes) > 1 and cell not in taken}
        for cell in full:
            nodes = together[cell]
            rows = range(nodes[0], self.run.trace.end(nodes[-1]) + 1)
            self.crowds.append(MergedNodes(ply, cell, rows))
        return full

    def rest(
        self,
        path: MovePath,
        node: int,
        ends: Ends,
        moves: int,
        ply: int,
    ) -> Iterator[Share]:
        """Yield shares for unvisited children: one for all after the search, else one a cell."""
        tried = {self.run.trace.move(child) for child in self.known.known_children(node)}
        first, last = map(cell_from, ends)
        if self.run.trace.finished:
            number = next(number for number in count() if number not in tried)
            yield Share(ply, first, last, (*path, number), None, node)
            return
        order = [number for number in self.run.order(path, self.known) if number not in tried]
        left = ends[0]
        share = (ends[1] - ends[0]) / moves
        for x in range(first, last):
            place = max(0, min(len(order) - 1, int((x + 0.5 - left) / share)))
            # Rounding errors matter where the middle of a cell is on an edge.
            while place and cell_from(left + place * share) > x:
                place -= 1
            yield Share(ply, x, x + 1, (*path, order[place]), None, node)


@lru_cache(maxsize=1 << 14)
def visits_below(run: Run, node: int) -> int:
    """Return the number of visits of a finished search at a node and below it."""
    trace = run.trace
    rows = TreeAtStep(trace).visits_to(node) if trace.revisits else (node,)
    return sum(trace.end(row) - row + 1 for row in rows)


def cell_from(x: float) -> int:
    """Return the first cell whose middle is not left of x."""
    return ceil(x - 0.5)


@dataclass(slots=True)
class Band:
    """One ply: the shares of which something is known, with their states, and the turns there."""

    shares: list[tuple[Share, State]] = field(default_factory=list)
    turns: set[int] = field(default_factory=set)


def ply_bands(
    run: Run,
    tree: TreeAtStep,
    top: MovePath,
    width: int,
    plies: int,
    best: frozenset[int],
) -> list[Band]:
    """Return what is known of the plies from `top` on; `best` are the nodes of the best line.

    A ply too narrow to be drawn has the turn of the line that was tried first.
    """
    result = [Band() for _ in range(plies)]
    for share in divide_shares(run, tree, top, width, plies):
        state = state_of_share(tree, share, best)
        if state is None:
            continue
        band = result[share.ply]
        band.shares.append((share, state))
        if share.node is not None and tree.entered(share.node) and tree.move_count(share.node):
            band.turns.add(tree.turn(share.node))

    node = tree.node_at(top)
    for band in result:
        if node is None:
            break
        if not band.turns and tree.move_count(node):
            band.turns.add(tree.turn(node))
        inner_children = (child for child in tree.known_children(node) if tree.move_count(child))
        node = next(inner_children, None)
    return result


def state_of_share(tree: TreeAtStep, share: Share, best: frozenset[int]) -> State | None:
    """Return the state of a share, None while unknown; `best` are the nodes of the best line."""
    node = share.node
    above = share.above
    if node is not None and tree.entered(node):
        return lasting_state(tree, node, best)
    if above is None or not tree.entered(above):
        return None
    if tree.is_cut(above):
        return State.PRUNED
    return State.TO_COME
