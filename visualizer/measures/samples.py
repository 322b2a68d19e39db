"""What a search by random games has compared: visits, means and upper bounds of children; and its games, replayed."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from games import AnyPosition
from visualizer.look.numbers import with_sign
from visualizer.run import Run
from visualizer.trace.rows import Kind
from visualizer.trace.tree_at_step import TreeAtStep


class Phase(Enum):
    """The four parts of an iteration, in order."""

    SELECT = "select"
    EXPAND = "expand"
    PLAY_OUT = "play out"
    BACK_UP = "back up"


def phase(tree: TreeAtStep) -> Phase | None:
    """Return the part of an iteration that a step belongs to, None before the first."""
    node = tree.current
    if node is None:
        return None
    if tree.entering:
        new = tree.visit_count(node) == 1 and tree.parent(node) >= 0
        return Phase.EXPAND if new else Phase.SELECT
    return Phase.PLAY_OUT if tree.kind(node) is Kind.PLAYOUT else Phase.BACK_UP


@dataclass(frozen=True, slots=True)
class UpperBound:
    """The numbers by which a child was last compared with its siblings.

    `mean` is the mean result from the parent's mover's side, `bonus` the exploration bonus.
    """

    child: int
    visits: int
    mean: float
    bonus: float

    @property
    def wins(self) -> float:
        """The games that the mover has won, a draw counted as half a game, if each result is 1, 0 or -1."""
        return (round(self.mean * self.visits) + self.visits) / 2

    @property
    def upper(self) -> float:
        """The sum; the child with the largest one is selected."""
        return self.mean + self.bonus


def upper_bounds(run: Run, tree: TreeAtStep, node: int) -> list[UpperBound]:
    """Return the upper bounds of the children that a node has visited, in the order of expansion.

    On the way down they are the ones that an iteration compares, since its result has not been added yet.
    Empty for a search that has no such bounds. Chance gives no bonus.
    """
    sampling = run.algorithm.sampling
    if sampling is None or not tree.entered(node):
        return []
    exploration, sign = run.problem.options["exploration"], -1 if tree.turn(node) == 0 else 1
    visits, found = visits_beside(tree, node), []
    for child in tree.children(node):
        count = tree.returned_count(child)
        if count:
            bonus = 0.0 if tree.is_chance(node) else sampling.bonus(exploration, visits, count)
            found.append(UpperBound(child, count, sign * (tree.value(child) or 0.0), bonus))
    return found


def visits_beside(tree: TreeAtStep, node: int) -> int:
    """Return how often a node was visited, with the visit under way as soon as the child that it went to counts it."""
    current = tree.current
    counted = current is not None and not tree.entering and tree.parent(current) == node
    return tree.returned_count(node) + counted


def last_leaf(tree: TreeAtStep) -> int:
    """Return the row of the leaf that an iteration under way has come to, or else of the last; -1 before the first."""
    row = tree.visits - 1
    while row >= 0 and tree.trace.children(row):
        row -= 1
    return row


def iteration_of(run: Run, row: int) -> int:
    """Return which iteration, from 1, a row belongs to."""
    return bisect_right(run.trace.roots(), row)


def playout_of(run: Run, row: int) -> list[tuple[str, AnyPosition]]:
    """Return the moves of the random game that was played at a row, by name, each with the position after it.

    It is played again, from the same seed; empty where none was played.
    """
    sampling = run.algorithm.sampling
    if sampling is None or row < 0 or run.trace.kind(row) is not Kind.PLAYOUT:
        return []
    position, played = run.position(run.path(row)), []
    for move, after in sampling.playout(run.problem, position, iteration_of(run, row)):
        played.append((position.name(move), after))
        position = after
    return played


@dataclass(frozen=True, slots=True)
class RootMove:
    """A move at the root: how often it was visited, and its mean result from MAX's side, `mean_for` by name."""

    move: str
    visits: int
    mean: float
    mean_for: str

    def said(self, side: str) -> str:
        """Return the mean as it is for a side."""
        return with_sign(self.mean if side == self.mean_for else 0 - self.mean)


def root_moves(run: Run, tree: TreeAtStep) -> tuple[RootMove, ...]:
    """Return the root's moves that were visited, in the order of expansion."""
    if not tree.visits:
        return ()
    counted = ((child, tree.returned_count(child)) for child in tree.children(0))
    return tuple(
        RootMove(run.written(run.path(child)), visits, tree.value(child) or 0.0, run.game.sides[0])
        for child, visits in counted
        if visits
    )


def visits_over_time(run: Run, tree: TreeAtStep, nodes: Sequence[int], columns: int) -> dict[int, list[int]]:
    """Return each node's number of visits after each of `columns` equal parts of the iterations up to the step."""
    ends = [tree.passes * part // columns for part in range(1, columns + 1)]
    roots = run.trace.roots()
    rows = [roots[end] if end < tree.passes else tree.visits for end in ends]
    visits = {node: tree.visits_to(node) for node in nodes}
    return {node: [bisect_left(visits[node], row) for row in rows] for node in nodes}
