"""What a Monte Carlo search compares: visits, means and upper bounds; and its random games."""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from enum import Enum
from functools import lru_cache
from math import sqrt
from typing import NamedTuple

from games import AnyPosition
from visualizer.look.numbers import format_mean
from visualizer.searching.algorithms.mcts import puct_bonus, softmax
from visualizer.searching.ordering import rank_by_scores
from visualizer.searching.run import Run
from visualizer.trace.rows import Kind
from visualizer.trace.tree_at_step import TreeAtStep


class Phase(Enum):
    """The four parts of an iteration, in order."""

    SELECT = "select"
    EXPAND = "expand"
    PLAY_OUT = "play out"
    BACK_UP = "back up"


def phase_of_step(tree: TreeAtStep) -> Phase | None:
    """Return the part of an iteration that a step belongs to, None before the first."""
    node = tree.current
    if node is None:
        return None
    if tree.entering:
        new = tree.visit_count(node) == 1 and tree.parent(node) >= 0
        return Phase.EXPAND if new else Phase.SELECT
    if tree.kind(node) is Kind.PLAYOUT:
        return Phase.PLAY_OUT
    return Phase.BACK_UP


class UpperBound(NamedTuple):
    """The numbers by which a child was last compared with its siblings.

    `mean` is the mean result from the parent's mover's side, of a child without visits the parent's
    own; `bonus` is the exploration bonus.
    """

    child: int
    """-1 for one without visits."""
    visits: int
    mean: float
    bonus: float
    move: int = -1
    """Its move index."""
    prior: float | None = None
    """With PUCT: how likely the move is to be best, as the ordering has it."""
    proven: float | None = None
    """With the solver, its proven value for the parent's mover; then it is not compared.
    """

    @property
    def wins(self) -> float:
        """The games that the mover has won; a draw counts as half a game."""
        return (round(self.mean * self.visits) + self.visits) / 2

    @property
    def upper(self) -> float:
        """The sum; the child with the largest one is selected."""
        return self.mean + self.bonus

    def sum_sign(self, digits: int = 2) -> str:
        """Return `=` where the rounded mean and bonus add up to the rounded upper bound, else `≈`.

        >>> UpperBound(0, 25, 0.25, 0.75).sum_sign(), UpperBound(0, 25, 0.334, 1.024).sum_sign()
        ('=', '≈')
        """
        total = round(self.mean, digits) + round(self.bonus, digits)
        if round(total, digits) == round(self.upper, digits):
            return "="
        return "≈"

    @property
    def rank(self) -> tuple[bool, float]:
        """The sort key of a selection: largest upper bound first, proven children last."""
        return self.proven is not None, -self.upper


def upper_bounds(run: Run, tree: TreeAtStep, node: int) -> list[UpperBound]:
    """Return the upper bounds of the children that a node has visited, in the order of expansion.

    With PUCT, those of all that it may visit, in the order of the ordering. On the way down they
    are the ones that an iteration compares, since its result has not been added yet. Empty for a
    search that has no such bounds. Chance gives no bonus.
    """
    sampling = run.algorithm.sampling
    if sampling is None or not tree.entered(node):
        return []
    exploration = run.problem.options["exploration"]
    if tree.turn(node) == 0:
        sign = -1
    else:
        sign = 1
    visits = visits_in_progress(tree, node)
    priors = priors_at(run, tree, node)
    counted = {
        run.trace.move(child): child for child in tree.children(node) if tree.returned_count(child)
    }
    own = tree.mean(node) or 0.0
    found = list[UpperBound]()
    if tree.current is not None and visits > tree.returned_count(
        node
    ):  # the visit under way counts
        own = (own * (visits - 1) + tree.returned_value(tree.current)) / visits
    for move in priors or counted:
        child = counted.get(move, -1)
        prior = priors.get(move)
        count = 0
        mean = sign * own
        proven = None
        if child >= 0:
            count = tree.returned_count(child)
            mean = sign * (tree.mean(child) or 0.0)
            proven = tree.proven(child)
        if prior is not None:
            bonus = puct_bonus(exploration, prior, visits, count)
        else:
            if tree.is_chance(node):
                bonus = 0.0
            else:
                bonus = sampling.bonus(exploration, visits, count)
        found.append(
            UpperBound(
                child,
                count,
                mean,
                bonus,
                move,
                prior,
                None if proven is None else 0 + sign * proven,
            )
        )
    return found


def selection_bounds(run: Run, tree: TreeAtStep, node: int) -> list[UpperBound]:
    """Return the same where the search selects by them; empty where chance moves."""
    if tree.is_chance(node):
        return []
    return upper_bounds(run, tree, node)


def lacks_priors(run: Run) -> bool:
    """Return whether all priors of a search are equal, since its ordering has no scores."""
    return run.has_priors and run.applies("ordering") and run.ordering.scores is None


def priors_at(run: Run, tree: TreeAtStep, node: int) -> Mapping[int, float]:
    """Return the priors of a node's moves in a PUCT search, by move index, in the order tried.

    Where the order of moves is unknown, those that are told: of moves visited now or later. Empty
    without priors.
    """
    sampling = run.algorithm.sampling
    if sampling is None or not run.has_priors:
        return {}
    if not run.applies("ordering"):
        told = {
            child: run.trace.said.plans.get(child, {}).get("prior")
            for child in tree.tried_ever(node)
        }
        return {run.trace.move(child): prior for child, prior in told.items() if prior is not None}
    path = run.path(node)
    position = run.position(path)
    order, scores = run.scored(path, tree)
    if not order:
        return {}  # the game is over
    if scores is None:
        totals = [0.0] * len(order)
    else:
        totals = rank_by_scores(run.ordering, position, scores)
    found = softmax(totals, run.problem.options["temperature"])
    if not path:
        moves = position.moves()
        order = tuple(
            number for number, _ in sampling.candidates(run.problem, [(n, moves[n]) for n in order])
        )
    return {number: found[number] for number in order}


def visits_in_progress(tree: TreeAtStep, node: int) -> int:
    """Count a node's visits, with the one under way once the child it went to has counted it."""
    current = tree.current
    child_has_returned = current is not None and not tree.entering and tree.parent(current) == node
    return tree.returned_count(node) + child_has_returned


class SampleLook(NamedTuple):
    """How a sampled node is drawn: size for visits, filling for the mean, boldness for the prior.

    `size` is that of a side: 0 without visits, 1 for the root at the end of the search, half for a
    quarter of them. `level` is 0 where all games are lost for who moved there, at the root for who
    moves, and 1 where all are won; None without visits, and where results are no wins and losses.
    `prior` is None where there is none.
    """

    visits: int = 0
    size: float = 0.0
    level: float | None = None
    prior: float | None = None


NOT_SAMPLED = SampleLook()


def sample_look(tree: TreeAtStep, node: int, prior: float | None = None) -> SampleLook:
    """Return how a node is drawn."""
    value = tree.known(node)[1]
    if tree.entered(node):
        visits = tree.returned_count(node)
    else:
        visits = 0
    if value is None:
        level = None
    else:
        level = (1 + (value if tree.is_for_max(node) else -value)) / 2
    size = sqrt(visits / max(visits, len(tree.trace.roots()), 1))
    return SampleLook(visits, size, level if level is None or 0 <= level <= 1 else None, prior)


def sample_looks_below(run: Run, tree: TreeAtStep, node: int) -> dict[int, SampleLook]:
    """Return how a node's moves are drawn, by move index: the most visited first, then priors.

    Of moves visited as often, the one that was tried first stands first.
    """
    priors = priors_at(run, tree, node)
    nodes = {run.trace.move(child): child for child in tree.children(node)}
    visited = {move: sample_look(tree, child, priors.get(move)) for move, child in nodes.items()}
    ranked_moves = sorted(visited.items(), key=lambda item: -item[1].visits)
    return dict(ranked_moves) | {
        move: SampleLook(prior=priors[move]) for move in priors if move not in visited
    }


def last_leaf(tree: TreeAtStep) -> int:
    """Return the row of the current iteration's leaf, or else of the last one; -1 for none."""
    row = tree.visits - 1
    while row >= 0 and tree.trace.children(row):
        row -= 1
    return row


def iteration_of(run: Run, row: int) -> int:
    """Return which iteration, from 1, a row belongs to."""
    return bisect_right(run.trace.roots(), row)


def has_playout(run: Run, row: int) -> bool:
    """Return whether a random game was played at a row that can be played again."""
    sampling = run.algorithm.sampling
    is_known = sampling is not None and sampling.playout is not None
    return is_known and row >= 0 and run.trace.kind(row) is Kind.PLAYOUT


def playout_of(run: Run, row: int) -> list[tuple[str, AnyPosition]]:
    """Return the moves of a row's random game, by name, each with the position after it.

    It is played again, from the same seed; empty where none was played, or it is unknown.
    """
    sampling = run.algorithm.sampling
    play_out = None if sampling is None else sampling.playout
    if play_out is None or not has_playout(run, row):
        return []
    position = run.position(run.path(row))
    played = []
    for move, after in play_out(run.problem, position, iteration_of(run, row)):
        played.append((position.name(move), after))
        position = after
    return played


@lru_cache(maxsize=4)
def leaf_range(run: Run) -> tuple[float, float] | None:
    """Return the least and the greatest leaf of a written tree, which count as -1 and 1 for MAX.

    None where results are won or lost, where no leaf is greater than another, and where random
    games are unknown.
    """
    if (
        not run.game.explicit
        or run.algorithm.sampling is None
        or run.algorithm.sampling.playout is None
    ):
        return None
    found = list[float]()
    waiting = [run.root]
    while waiting:
        position = waiting.pop()
        outcome = position.outcome()
        if outcome is None:
            waiting += map(position.play, position.moves())
        else:
            found.append(outcome)
    low = min(found)
    high = max(found)
    if low < high:
        return (low, high)
    return None


class RootMove(NamedTuple):
    """A move at the root, its visits, and its mean from MAX's side; `mean_for` names that side.

    `move` is as the game writes it, `label` as people call it. With PUCT it has a prior; with the
    solver it may be proven: 1, 0 or -1 from MAX's side.
    """

    move: str
    visits: int
    mean: float
    mean_for: str
    prior: float | None = None
    proven: int | None = None
    label: str = ""

    def said(self, side: str) -> str:
        """Return the mean as it is for a side."""
        return format_mean(self.mean if side == self.mean_for else 0 - self.mean)

    def proof(self, side: str) -> str:
        """Return what is proven of the move, for a side; "" if nothing is.

        >>> RootMove("c2", 9, 0.5, "Black", proven=1).proof("White")
        'lost'
        """
        if self.proven is None:
            return ""
        return {1: "won", 0: "drawn", -1: "lost"}[
            self.proven if side == self.mean_for else -self.proven
        ]


def root_moves(run: Run, tree: TreeAtStep) -> tuple[RootMove, ...]:
    """Return the root's moves that were visited, in the order of expansion."""
    if not tree.visits:
        return ()
    priors = priors_at(run, tree, 0)
    found = []
    for child in tree.children(0):
        visits = tree.returned_count(child)
        proven = tree.proven(child)
        if visits:
            found.append(
                RootMove(
                    run.written(run.path(child)),
                    visits,
                    tree.mean(child) or 0.0,
                    run.game.sides[0],
                    priors.get(run.trace.move(child)),
                    None if proven is None else int(proven),
                    *run.line([child]),
                )
            )
    return tuple(found)


def visits_over_time(
    run: Run, tree: TreeAtStep, nodes: Sequence[int], columns: int
) -> dict[int, list[int]]:
    """Return each node's visits after each of `columns` equal parts of the iterations so far."""
    ends = [tree.passes * part // columns for part in range(1, columns + 1)]
    roots = run.trace.roots()
    rows = [roots[end] if end < tree.passes else tree.visits for end in ends]
    visits = {node: tree.visits_to(node) for node in nodes}
    return {node: [bisect_left(visits[node], row) for row in rows] for node in nodes}
