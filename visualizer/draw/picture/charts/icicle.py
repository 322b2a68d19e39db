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
        icicle = final_icicle(run, top, width, plies)
    else:
        icicle = Icicle(
            run,
            tree,
            top,
            width=width,
            plies=plies,
        )
    return icicle.shares


def merged_nodes(run: Run, top: MovePath, width: int, plies: int) -> Sequence[MergedNodes]:
    """Return the cells that several nodes share: none unless each visit is a node of its own."""
    if run.trace.finished and not run.trace.revisits:
        return final_icicle(run, top, width, plies).merged
    return ()


@lru_cache(maxsize=8)
def final_icicle(run: Run, top: MovePath, width: int, plies: int) -> Icicle:
    """Divide cells among the nodes of a finished search: the same at every step."""
    return Icicle(
        run,
        TreeAtStep(run.trace),
        top,
        width=width,
        plies=plies,
    )


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
    if node is None or path[: len(top)] != top:
        return []
    ends = 0.0, float(width)
    found = [ends]
    for move in path[len(top) :]:
        children = known.known_children(node)
        edges = share_edges(run, children, known_moves(known, node), ends)
        moves = [*map(run.trace.move, children)]
        if move not in moves:
            _, right = ends
            return [*found, (edges[-1], right)]
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
    weights = [visits_in_subtree(run, child) for child in children]
    total = sum(weights)
    # All unvisited children together weigh as much as one visit.
    if len(children) < moves:
        total += 1
    return [left + (right - left) * before / total for before in accumulate(weights, initial=0)]


class Icicle:
    """The cells divided among the nodes known, from `top` on, down to `plies` plies.

    `merged` are cells with several nodes, none of them below another.
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
        self.merged = list[MergedNodes]()
        node = known.node_at(top)
        if node is not None and width > 0:
            ends = 0.0, float(width)
            self.divide(NodeShare(top, node, None, ends, 0))

    def divide(self, share: NodeShare, *, is_merged: bool = False) -> None:
        """Give a node the cells whose middle is within its share, and divide them below.

        `is_merged` says that the node is one of several in a cell.
        """
        first, last = map(cell_from, share.ends)
        self.shares.append(Share(share.ply, first, last, share.path, share.node, share.above))
        moves = known_moves(self.known, share.node)
        if not moves or share.ply + 1 >= self.plies:
            return
        children = self.known.known_children(share.node)
        edges = share_edges(self.run, children, moves, share.ends)
        self._divide_among(share, children, edges, is_merged=is_merged)
        if len(children) < moves and cell_from(edges[-1]) < last:
            _, right = share.ends
            self.shares += self.rest(share, (edges[-1], right), moves - len(children))

    def _divide_among(
        self,
        parent: NodeShare,
        children: Sequence[int],
        edges: Sequence[float],
        *,
        is_merged: bool,
    ) -> None:
        """Divide the cells of the visited children of a node that have any."""
        # In a cell that several nodes share already, more of them make no difference.
        full = set[int]()
        if self.run.trace.finished and not is_merged:
            full = self.merge_children(children, edges, parent.ply + 1)
        for child, ends in zip(children, pairwise(edges), strict=True):
            first, last = map(cell_from, ends)
            if first < last:
                path = (*parent.path, self.run.trace.move(child))
                share = NodeShare(path, child, parent.node, ends, parent.ply + 1)
                self.divide(share, is_merged=is_merged or first in full)

    def merge_children(self, children: Sequence[int], edges: Sequence[float], ply: int) -> set[int]:
        """Add the cells in which several of these children lie; return them."""
        together = defaultdict[int, list[int]](list)
        taken = set[int]()
        for child, (left, right) in zip(children, pairwise(edges), strict=True):
            cells = range(cell_from(left), cell_from(right))
            if len(cells) > 1:
                taken.update(cells)
            else:
                # A share too narrow for the middle of a cell counts for the cell around it.
                cell = cells[0] if cells else int((left + right) / 2)
                together[cell].append(child)
        full = {cell for cell, nodes in together.items() if len(nodes) > 1 and cell not in taken}
        for cell in full:
            nodes = together[cell]
            # The rows of a subtree follow each other, and so do those of siblings.
            rows = range(nodes[0], self.run.trace.end(nodes[-1]) + 1)
            self.merged.append(MergedNodes(ply, cell, rows))
        return full

    def rest(self, parent: NodeShare, ends: Ends, moves: int) -> Iterator[Share]:
        """Yield shares for unvisited children: one for all after the search, else one a cell."""
        children = self.known.known_children(parent.node)
        tried = {self.run.trace.move(child) for child in children}
        if self.run.trace.finished:
            first, last = map(cell_from, ends)
            number = next(number for number in count() if number not in tried)
            yield unvisited_share(parent, number, first, last)
            return
        numbers = self.run.order(parent.path, self.known)
        order = [number for number in numbers if number not in tried]
        yield from shares_by_cell(parent, order, ends, moves)


class NodeShare(NamedTuple):
    """The share of a node before it is divided: where it begins and ends, in cells."""

    path: MovePath
    node: int
    above: int | None
    ends: Ends
    ply: int


def unvisited_share(parent: NodeShare, number: int, first: int, last: int) -> Share:
    """Return the cells of an unvisited child, or of several, by the number of the first."""
    path = (*parent.path, number)
    return Share(
        ply=parent.ply + 1, first=first, last=last, path=path, node=None, above=parent.node
    )


def shares_by_cell(
    parent: NodeShare, order: Sequence[int], ends: Ends, moves: int
) -> Iterator[Share]:
    """Yield a share for each cell of a node's unvisited children, which have equal widths."""
    left, right = ends
    width = (right - left) / moves
    for cell in range(cell_from(left), cell_from(right)):
        place = max(0, min(len(order) - 1, int((cell + 0.5 - left) / width)))
        # Rounding errors matter where the middle of a cell is on an edge.
        while place and cell_from(left + place * width) > cell:
            place -= 1
        yield unvisited_share(parent, order[place], cell, cell + 1)


@lru_cache(maxsize=1 << 14)
def visits_in_subtree(run: Run, node: int) -> int:
    """Return the number of visits of a finished search at a node and below it."""
    trace = run.trace
    rows = TreeAtStep(trace).visits_to(node) if trace.revisits else (node,)
    return sum(trace.end(row) - row + 1 for row in rows)


def cell_from(x: float) -> int:
    """Return the first cell whose middle is not left of x."""
    return ceil(x - 0.5)


@dataclass(slots=True)
class Band:
    """A ply of an icicle: the shares known by a step, with their states, and the turns there."""

    shares: list[tuple[Share, State]] = field(default_factory=list)
    turns: set[int] = field(default_factory=set)


def ply_bands(
    run: Run,
    tree: TreeAtStep,
    top: MovePath,
    *,
    width: int,
    plies: int,
    best: frozenset[int],
) -> list[Band]:
    """Return the known parts of the plies from `top` on; `best` are the nodes of the best line.

    A ply too narrow to be drawn has the turn of the line that was tried first.
    """
    bands = [Band() for _ in range(plies)]
    for share in divide_shares(
        run,
        tree,
        top,
        width=width,
        plies=plies,
    ):
        state = state_of_share(tree, share, best)
        if state is None:
            continue
        band = bands[share.ply]
        band.shares.append((share, state))
        if share.node is not None and tree.entered(share.node) and tree.move_count(share.node):
            band.turns.add(tree.turn(share.node))
    add_turns_of_first_line(tree, top, bands)
    return bands


def add_turns_of_first_line(tree: TreeAtStep, top: MovePath, bands: Sequence[Band]) -> None:
    """Give bands without a turn that of the first node of their ply with inner nodes above."""
    node = tree.node_at(top)
    for band in bands:
        if node is None:
            return
        if not band.turns and tree.move_count(node):
            band.turns.add(tree.turn(node))
        inner_children = (child for child in tree.known_children(node) if tree.move_count(child))
        node = next(inner_children, None)


def state_of_share(tree: TreeAtStep, share: Share, best: frozenset[int]) -> State | None:
    """Return the state of a share, None while unknown; `best` are the nodes of the best line."""
    node = share.node
    above = share.above
    if node is not None and tree.entered(node):
        return lasting_state(tree, node, best)
    if above is None or not tree.entered(above):
        return None
    # Once the parent is cut off, its other children are never visited.
    if tree.is_cut(above):
        return State.PRUNED
    return State.TO_COME
