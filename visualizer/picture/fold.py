"""Choosing what to draw of a big tree: the lines that matter first, the rest folded and counted.

The choice is made from all that the trace knows, so nothing moves while stepping; for a picture of one step, from what
had been visited by then. What a step shows of the rest is counted at that step, `hidden_at`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from heapq import heappop, heappush
from itertools import groupby

from visualizer.errors import InputError
from visualizer.run import Run
from visualizer.trace.playhead import Playhead
from visualizer.trace.rows import KIND_OFFSET, SIZE, Kind, Trace

SPECIAL = 0.2
"""What it costs to draw a child on the best line, or one that cuts its parent."""
LATER = 0.6
"""What each place later in the order adds to a child's cost of 1, so that early moves are drawn first."""
UNSEEN = 100
"""What is added for a child that had not been visited by the step that the picture is of."""
SLIDE = 24
"""So many nodes, and their badges, are legible on a slide."""
FEW_PRUNED = 4
"""So many pruned children of one node are drawn one by one; more become one badge."""


class NodeKind(Enum):
    """What a node of the folded tree stands for."""

    VISIT = "visit"
    PRUNED = "pruned child"
    MANY_PRUNED = "pruned children"
    MANY_FOLDED = "folded children"


@dataclass(frozen=True, slots=True)
class Hidden:
    """What is not drawn: how many children, and how many nodes and cutoffs in all of them."""

    children: int = 0
    nodes: int = 0
    cutoffs: int = 0


NOTHING = Hidden()


@dataclass(slots=True)
class FoldedNode:
    """A node of the folded tree. `row` names the node of the search, or its parent if it was never visited.

    `hidden` counts what is folded here in the whole search, `folded` are the rows at which that begins.
    """

    kind: NodeKind
    row: int
    parent: int
    ply: int
    place: int = 0
    """Place, from 1, in which it is tried, or the first of those that are folded here; 0 for the root."""
    number: int = 0
    """Natural number of its move."""
    children: list[int] = field(default_factory=list)
    hidden: Hidden = NOTHING
    folded: tuple[int, ...] = ()

    @property
    def key(self) -> str:
        """Return a name that is the same at every step."""
        prefix = {NodeKind.VISIT: "n", NodeKind.PRUNED: "p", NodeKind.MANY_PRUNED: "x", NodeKind.MANY_FOLDED: "f"}[
            self.kind
        ]
        several = {NodeKind.PRUNED: self.number, NodeKind.MANY_FOLDED: self.place}
        return f"{prefix}{self.row}" + (f".{several[self.kind]}" if self.kind in several else "")


@dataclass(frozen=True, slots=True)
class Folding:
    """What to draw: from which row, how many plies, about how many nodes, and which rows come what may.

    With `step`, what had been visited by then comes first, above all where the search was.
    """

    root: int = 0
    plies: int | None = None
    limit: int = 400
    pruned: bool = True
    keep: frozenset[int] = frozenset()
    step: int | None = None


def fold(run: Run, folding: Folding) -> list[FoldedNode]:
    """Return the nodes to draw, parents before children, children in the order tried; InputError if there are none."""
    if not len(run.trace):
        raise InputError("nothing has been visited, so there is nothing to draw")
    whole = Playhead(run.trace)
    shown = _choose(whole, folding)
    nodes: list[FoldedNode] = []
    _add(run, whole, folding, shown, nodes)
    return nodes


def _choose(whole: Playhead, folding: Folding) -> set[int]:
    """Return the rows to draw: those kept, then the cheapest, where the best line and early moves cost least."""
    trace, root = whole.trace, folding.root
    here = whole if folding.step is None else Playhead(trace, folding.step)
    kept = {root, *folding.keep, *here.principal_variation(root)}
    kept |= set() if here.at_end or here.current is None else {here.current}
    shown: set[int] = set()
    for row in kept:
        shown.update(_up_to(whole, row, folding))
    queue = [(0.0, root)]
    while queue and len(shown) < folding.limit:
        cost, row = heappop(queue)
        shown.add(row)
        children = [child for child in whole.known_children(row) if _within(trace, child, folding)]
        for place, child in enumerate(children):
            special = child in shown or (child == children[-1] and here.is_cut(row))
            unseen = 0 if here.entered(child) else UNSEEN
            heappush(queue, (cost + unseen + (SPECIAL if special else 1 + LATER * place), child))
    return shown | (_alone(whole, folding, shown) if queue else set())


def _alone(whole: Playhead, folding: Folding, shown: set[int]) -> set[int]:
    """Return the leaves that are all there is to fold at their place: a badge would take as much room."""
    alone = set()
    for row in shown:
        children = whole.known_children(row)
        if shown.isdisjoint(children) and len(children) > 1:
            continue
        for _, some in groupby(children, shown.__contains__):
            left_out = [*some]
            if len(left_out) == 1 and whole.is_leaf(left_out[0]) and _within(whole.trace, left_out[0], folding):
                alone.add(left_out[0])
    return alone - shown


def _up_to(whole: Playhead, row: int, folding: Folding) -> list[int]:
    """Return the rows from the root shown to a row, if it lies below that root and within the plies."""
    line = whole.line_to(row)
    below = line[line.index(folding.root) :] if folding.root in line else []
    return [row for row in below if _within(whole.trace, row, folding)]


def _within(trace: Trace, row: int, folding: Folding) -> bool:
    """Say whether a row below the root shown is within the plies to draw."""
    return folding.plies is None or trace.depth(row) - trace.depth(folding.root) <= folding.plies


def _add(run: Run, whole: Playhead, folding: Folding, shown: set[int], nodes: list[FoldedNode]) -> None:
    """Write down the nodes, top down."""
    trace = run.trace
    nodes.append(FoldedNode(NodeKind.VISIT, folding.root, -1, 0, number=trace.move(folding.root)))
    index = 0
    while index < len(nodes):
        node = nodes[index]
        if node.kind is NodeKind.VISIT:
            for child in _below(run, whole, folding, shown, node):
                child.parent = index
                node.children.append(len(nodes))
                nodes.append(child)
        index += 1


def _below(run: Run, whole: Playhead, folding: Folding, shown: set[int], node: FoldedNode) -> list[FoldedNode]:
    """Return the nodes to draw under a visit; what is left out is put down as hidden."""
    trace, row, ply = run.trace, node.row, node.ply + 1
    children = whole.known_children(row)
    if shown.isdisjoint(children):
        node.folded = tuple(children)
        node.hidden = hidden_at(whole, node.folded)
        return []
    drawn: list[FoldedNode] = []
    for is_drawn, some in groupby(enumerate(children, 1), lambda numbered: numbered[1] in shown):
        places, rows = zip(*some, strict=True)
        if is_drawn:
            drawn += [
                FoldedNode(NodeKind.VISIT, child, 0, ply, place, trace.move(child))
                for place, child in zip(places, rows, strict=True)
            ]
        else:  # folded where they were tried: those before and after a child that is drawn do not mix
            drawn.append(
                FoldedNode(NodeKind.MANY_FOLDED, row, 0, ply, places[0], hidden=hidden_at(whole, rows), folded=rows)
            )
    if folding.pruned and whole.kind(row) is Kind.CUT:
        drawn += _pruned(run, whole, row, ply)
    return drawn


def _pruned(run: Run, whole: Playhead, row: int, ply: int) -> list[FoldedNode]:
    """Return the children of a cut node that were never visited, one by one if they are few."""
    visited = len(whole.known_children(row))
    count = whole.move_count(row) - visited
    if count > FEW_PRUNED:
        return [FoldedNode(NodeKind.MANY_PRUNED, row, 0, ply, hidden=Hidden(count))]
    known = {run.trace.move(child) for child in whole.known_children(row)}
    rest = [number for number in run.order(run.path(row), whole) if number not in known]
    return [FoldedNode(NodeKind.PRUNED, row, 0, ply, place, number) for place, number in enumerate(rest, visited + 1)]


def hidden_at(here: Playhead, folded: Sequence[int]) -> Hidden:
    """Count what had happened by a step below siblings that are not drawn, these included: visits and cutoffs."""
    entered = [row for row in folded if here.entered(row)]
    ranges = [*_ranges(here, entered)]
    visits = sum(last - first + 1 for first, last in ranges)
    return Hidden(len(entered), visits, sum(_cuts(here, first, last) for first, last in ranges))


def _ranges(here: Playhead, nodes: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Go through the stretches of rows, each by its first and last, that are visits of nodes and what is below."""
    begin = end = -1
    for row in sorted(row for node in nodes for row in here.visits_to(node)):
        if row != end + 1 and begin >= 0:
            yield begin, end
        if row != end + 1 or begin < 0:
            begin = row
        end = _last(here, row)
    if begin >= 0:
        yield begin, end


def _last(here: Playhead, row: int) -> int:
    """Return the last row that had been entered by a step, of those from a row on down."""
    end = here.trace.end(row)
    return here.visits - 1 if end < 0 else min(end, here.visits - 1)


def _cuts(here: Playhead, first: int, last: int) -> int:
    """Count the rows of a range that had been cut by a step: of those that ever are, all but some that are open."""
    rows, kinds = here.trace.rows, slice(first * SIZE + KIND_OFFSET, (last + 1) * SIZE, SIZE)
    still = sum(first <= here.visit(node) <= last and here.kind(node) is Kind.CUT and not here.is_cut(node)
                for node in here.path)  # fmt: skip
    return rows[kinds].count(Kind.CUT) - still
