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
"""The left and the right end of a share: columns of cells, with fractions."""


class Share(NamedTuple):
    """The cells from `first` to `end` (exclusive) of a ply; the topmost ply is 0.

    `node` is None for children that have not been visited, and `path` leads to the first of them.
    `parent_node` is None for the top.
    """

    ply: int
    first: int
    end: int
    path: MovePath
    node: int | None
    parent_node: int | None


class MergedNodes(NamedTuple):
    """A cell that several children of a node share; `rows` has the rows of their subtrees."""

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
    """Return the share of each node in a width of `width` cells, in `plies` plies from `top` down.

    A node's share is the part of the width in which it and all nodes below it are drawn. Parents
    come before their children, and siblings from left to right. In a finished search, shares are
    the same at every step.
    """
    if run.trace.finished:
        return final_icicle(run, top, width, plies).shares
    return Icicle(run, tree, top, width=width, plies=plies).shares


def merged_nodes(run: Run, top: MovePath, width: int, plies: int) -> Sequence[MergedNodes]:
    """Return the cells of a finished search that several siblings share, for lack of room.

    Return () while the search runs, and for a search that visits nodes more than once.
    """
    if run.trace.finished and not run.trace.revisits:
        return final_icicle(run, top, width, plies).merged
    return ()


@lru_cache(maxsize=8)
def final_icicle(run: Run, top: MovePath, width: int, plies: int) -> Icicle:
    """Divide `width` cells among the nodes of a finished search; the step shown does not matter."""
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
    """Return the left and right end of each share along a path, from `top` down.

    The share of a node is the part of `width` cells for the node and all nodes below it. If the
    path leads to an unvisited node, the list ends with the share of all unvisited children there.
    Return [] if `top` has not been visited, or is not on `path`.
    """
    # After a search, nodes keep their shares at every step.
    if run.trace.finished:
        tree = TreeAtStep(run.trace)
    node = tree.node_at(top)
    if node is None or path[: len(top)] != top:
        return []
    ends = 0.0, float(width)
    ends_by_depth = [ends]
    for move in path[len(top) :]:
        children = tree.known_children(node)
        edges = share_edges(run, children, move_count(tree, node), ends)
        moves = [*map(run.trace.move, children)]
        if move not in moves:
            _, right = ends
            ends_of_unvisited = edges[-1], right
            return [*ends_by_depth, ends_of_unvisited]
        index = moves.index(move)
        node = children[index]
        ends = edges[index], edges[index + 1]
        ends_by_depth.append(ends)
    return ends_by_depth


def move_count(tree: TreeAtStep, node: int) -> int:
    """Return the number of a node's moves or, if that is not recorded, of its visited children."""
    return tree.known_move_count(node) or len(tree.known_children(node))


def share_edges(run: Run, children: Sequence[int], moves: int, ends: Ends) -> list[float]:
    """Return the edges of the shares of a node's visited children: one more edge than children.

    Child number i has its share between edges i and i + 1, and the unvisited children have the room
    after the last edge. `ends` are the ends of the node's own share, and `moves` is the number of
    its moves.
    """
    left, right = ends
    width = right - left
    if not run.trace.finished:
        return [left + width * index / moves for index in range(len(children) + 1)]
    weights = [visits_in_subtree(run, child) for child in children]
    total = sum(weights)
    # All unvisited children together weigh as much as one visit.
    if len(children) < moves:
        total += 1
    return [left + width * visits / total for visits in accumulate(weights, initial=0)]


class Icicle:
    """A width of cells divided among the known nodes of each ply, from a topmost node down.

    `shares` are the parts of the width that nodes have, and `merged` are cells that are too small
    for the several siblings that share them.
    """

    def __init__(
        self,
        run: Run,
        tree: TreeAtStep,
        top: MovePath,
        width: int,
        plies: int,
    ) -> None:
        """Divide `width` cells among nodes in `plies` plies; no shares if `top` is not visited."""
        self.run = run
        self.tree = tree
        self.plies = plies
        self.shares = list[Share]()
        self.merged = list[MergedNodes]()
        node = tree.node_at(top)
        if node is not None and width > 0:
            ends = 0.0, float(width)
            self.divide(NodeShare(top, node, None, ends, 0))

    def divide(self, share: NodeShare, *, in_shared_cell: bool = False) -> None:
        """Give a node the cells whose middles are in its share, and divide them among its children.

        `in_shared_cell` says that several siblings share the cell of the node or of an ancestor.
        """
        first, end = map(cell_from, share.ends)
        self.shares.append(Share(share.ply, first, end, share.path, share.node, share.parent_node))
        moves = move_count(self.tree, share.node)
        if not moves or share.ply + 1 >= self.plies:
            return
        children = self.tree.known_children(share.node)
        edges = share_edges(self.run, children, moves, share.ends)
        self._divide_among(share, children, edges, in_shared_cell=in_shared_cell)
        unvisited = moves - len(children)
        # The rest of the share may be too narrow for any cell.
        if unvisited > 0 and cell_from(edges[-1]) < end:
            _, right = share.ends
            self.shares += self.unvisited_shares(share, (edges[-1], right), unvisited)

    def _divide_among(
        self,
        parent: NodeShare,
        children: Sequence[int],
        edges: Sequence[float],
        *,
        in_shared_cell: bool,
    ) -> None:
        """Divide the shares of a node's visited children, except those too narrow for any cell.

        `edges` are as `share_edges` returns them. `in_shared_cell` says that several siblings share
        the cell of the parent or of an ancestor.
        """
        # A shared cell is recorded only once, at the topmost ply where siblings share it.
        shared_cells = set[int]()
        if self.run.trace.finished and not in_shared_cell:
            shared_cells = self.record_shared_cells(children, edges, parent.ply + 1)
        for child, ends in zip(children, pairwise(edges), strict=True):
            first, end = map(cell_from, ends)
            if first < end:
                path = (*parent.path, self.run.trace.move(child))
                share = NodeShare(path, child, parent.node, ends, parent.ply + 1)
                self.divide(share, in_shared_cell=in_shared_cell or first in shared_cells)

    def record_shared_cells(
        self, children: Sequence[int], edges: Sequence[float], ply: int
    ) -> set[int]:
        """Record the cells that several narrow siblings share, and return them.

        `edges` are as `share_edges` returns them, and `ply` is the ply of the children.
        """
        narrow_children = defaultdict[int, list[int]](list)
        cells_of_wide_children = set[int]()
        for child, (left, right) in zip(children, pairwise(edges), strict=True):
            cells = range(cell_from(left), cell_from(right))
            if len(cells) > 1:
                cells_of_wide_children.update(cells)
            else:
                # A share that contains no middle of a cell belongs to the cell in which it lies.
                cell = cells[0] if cells else int((left + right) / 2)
                narrow_children[cell].append(child)
        shared_cells = {
            cell
            for cell, nodes in narrow_children.items()
            if len(nodes) > 1 and cell not in cells_of_wide_children
        }
        for cell in shared_cells:
            nodes = narrow_children[cell]
            # In the trace, the rows of a subtree are followed by the rows of the next sibling: the
            # rows of several siblings are one range.
            rows = range(nodes[0], self.run.trace.end(nodes[-1]) + 1)
            self.merged.append(MergedNodes(ply, cell, rows))
        return shared_cells

    def unvisited_shares(self, parent: NodeShare, ends: Ends, unvisited: int) -> Iterator[Share]:
        """Yield the shares of a node's unvisited children, which have the room between `ends`.

        In a finished search they have one share together. While the search runs, the room is
        divided equally; `unvisited` is the number of these children.
        """
        children = self.tree.known_children(parent.node)
        tried = {self.run.trace.move(child) for child in children}
        if self.run.trace.finished:
            first, end = map(cell_from, ends)
            # Moves are numbered from 0.
            first_untried = next(move for move in count() if move not in tried)
            yield unvisited_share(parent, first_untried, first, end)
            return
        moves_in_order = self.run.order(parent.path, self.tree)
        untried_moves = [move for move in moves_in_order if move not in tried]
        yield from unvisited_shares_by_cell(parent, untried_moves, ends, unvisited)


class NodeShare(NamedTuple):
    """The share of a node with its exact ends, before they are rounded to whole cells."""

    path: MovePath
    node: int
    parent_node: int | None
    ends: Ends
    ply: int


def unvisited_share(parent: NodeShare, move: int, first: int, end: int) -> Share:
    """Return the share of an unvisited child: the cells from `first` to `end` (exclusive).

    `move` leads to the child, or to the first of several unvisited children with one share.
    """
    return Share(
        ply=parent.ply + 1,
        first=first,
        end=end,
        path=(*parent.path, move),
        node=None,
        parent_node=parent.node,
    )


def unvisited_shares_by_cell(
    parent: NodeShare, untried_moves: Sequence[int], ends: Ends, unvisited: int
) -> Iterator[Share]:
    """Yield a share for each cell between `ends`, divided equally among unvisited children.

    A cell belongs to the child in whose part its middle lies. `untried_moves` lead to the unvisited
    children of `parent`, and `unvisited` is their number.
    """
    left, right = ends
    child_width = (right - left) / unvisited
    for cell in range(cell_from(left), cell_from(right)):
        middle = cell + 0.5
        index = int((middle - left) / child_width)
        index = max(0, min(len(untried_moves) - 1, index))
        # A rounding error may give a cell to the next child if its middle is where two parts meet.
        while index and cell_from(left + index * child_width) > cell:
            index -= 1
        yield unvisited_share(parent, untried_moves[index], cell, cell + 1)


@lru_cache(maxsize=1 << 14)
def visits_in_subtree(run: Run, node: int) -> int:
    """Return how many visits a finished search makes to a node and to the nodes below it."""
    trace = run.trace
    rows = TreeAtStep(trace).visits_to(node) if trace.revisits else (node,)
    return sum(trace.end(row) - row + 1 for row in rows)


def cell_from(x: float) -> int:
    """Return the first cell whose middle is at `x` or to the right of it."""
    return ceil(x - 0.5)


@dataclass(slots=True)
class Band:
    """A ply of an icicle: its shares, each with the state at a step, and who moves at its nodes."""

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
    """Return the bands of an icicle at a step: `plies` of them, from `top` down.

    `width` is the width of a band in cells, and `best` are the nodes of the best line. A band
    without a drawn node shows whose turn it is on the first line that was tried.
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
        node = share.node
        # Nobody moves at leaves, and who moves at an unvisited node is not known.
        if node is not None and tree.entered(node) and tree.move_count(node):
            band.turns.add(tree.turn(node))
    add_turns_of_first_line(tree, top, bands)
    return bands


def add_turns_of_first_line(tree: TreeAtStep, top: MovePath, bands: Sequence[Band]) -> None:
    """Give each band without a turn the turn of a node on the first line that was tried.

    The line leads down from `top`, at each node to the first child that is not a leaf.
    """
    node = tree.node_at(top)
    for band in bands:
        if node is None:
            return
        if not band.turns and tree.move_count(node):
            band.turns.add(tree.turn(node))
        inner_children = (child for child in tree.known_children(node) if tree.move_count(child))
        node = next(inner_children, None)


def state_of_share(tree: TreeAtStep, share: Share, best: frozenset[int]) -> State | None:
    """Return the state in which a share is drawn at a step, None if it is not drawn yet.

    A share is drawn once its parent has been visited. `best` are the nodes of the best line.
    """
    node = share.node
    above = share.parent_node
    if node is not None and tree.entered(node):
        return lasting_state(tree, node, best)
    if above is None or not tree.entered(above):
        return None
    # Once the parent is cut off, its other children are never visited.
    if tree.is_cut(above):
        return State.PRUNED
    return State.TO_COME
