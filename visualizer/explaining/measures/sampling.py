"""The numbers that Monte Carlo tree search compares, and its random games."""

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
    """Return the part of an iteration that a step belongs to; None before the first step."""
    node = tree.current
    if node is None:
        return None
    if tree.entering:
        # The root is in the tree from the beginning, so no iteration adds it.
        is_new = tree.visit_count(node) == 1 and tree.parent(node) >= 0
        return Phase.EXPAND if is_new else Phase.SELECT
    if tree.kind(node) is Kind.PLAYOUT:
        return Phase.PLAY_OUT
    return Phase.BACK_UP


class UpperBound(NamedTuple):
    """The numbers by which a child was last compared with its siblings."""

    child: int
    """-1 for a move without visits."""
    visits: int
    mean: float
    """The mean result for the player who chooses; the parent's mean before the first visit."""
    bonus: float
    """The exploration bonus."""
    move: int = -1
    """The move index."""
    prior: float | None = None
    """With PUCT: the probability that the move is best, by the ordering."""
    proven: float | None = None
    """With the solver: the proven value for the player who chooses; its bound no longer counts."""

    def for_min(self) -> "UpperBound":
        """Return the same numbers with the mean and the proven value from MIN's side."""
        proven = self.proven
        if proven is not None:
            proven = 0 - proven
        return self._replace(mean=-self.mean, proven=proven)

    @property
    def wins(self) -> float:
        """The games that the mover has won; a draw counts as half a game."""
        # A win counts 1 and a loss -1, so the mean times the visits is wins minus losses.
        return (round(self.mean * self.visits) + self.visits) / 2

    @property
    def upper(self) -> float:
        """Mean plus bonus; the child with the largest sum is selected."""
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
    """Return the upper bounds of a node's children that a search by random games compares.

    UCT compares the children that have been visited, in the order of expansion. PUCT compares all
    moves, in the order of the move ordering. The list is empty for a search without upper bounds.
    """
    if run.algorithm.sampling is None or not tree.entered(node):
        return []
    visited = {
        run.trace.move(child): child for child in tree.children(node) if tree.returned_count(child)
    }
    priors = priors_at(run, tree, node)
    parent_visits = visits_in_progress(tree, node)
    parent_mean = _mean_in_progress(tree, node)
    bounds = []
    # With priors, untried moves are compared, too.
    for move in priors or visited:
        bound = _bound_without_bonus(tree, move, visited.get(move), parent_mean)
        prior = priors.get(move)
        # Nobody chooses at a chance node, so it adds no bonus.
        bonus = 0.0
        if prior is not None or not tree.is_chance(node):
            bonus = _exploration_bonus(run, prior, parent_visits, bound.visits)
        bounds.append(bound._replace(prior=prior, bonus=bonus))
    # Up to here, means are from MAX's side.
    is_min_to_move = tree.turn(node) == 0
    if is_min_to_move:
        return [bound.for_min() for bound in bounds]
    return bounds


def _bound_without_bonus(
    tree: TreeAtStep, move: int, child: int | None, parent_mean: float
) -> UpperBound:
    """Return a move's upper bound without prior and bonus: its visits and its mean.

    The mean is from MAX's side. `child` is the node after the move. It is None for an untried move,
    which starts with the mean of its parent.
    """
    if child is None:
        return UpperBound(
            child=-1,
            visits=0,
            mean=parent_mean,
            bonus=0.0,
            move=move,
        )
    proven = tree.value_by_solver(child)
    if proven is not None:
        # The value of a draw may be -0.0; adding 0 makes it 0.0.
        proven = 0 + proven
    return UpperBound(
        child=child,
        visits=tree.returned_count(child),
        mean=tree.mean(child) or 0.0,
        bonus=0.0,
        move=move,
        proven=proven,
    )


def _exploration_bonus(run: Run, prior: float | None, parent_visits: int, visits: int) -> float:
    """Return the bonus added to a move's mean: PUCT's if the move has a prior, else UCT's.

    `visits` is the move's number of visits, and `parent_visits` its parent's.
    """
    sampling = run.algorithm.sampling
    exploration = run.problem.options["exploration"]
    if prior is not None:
        return puct_bonus(exploration, prior, parent_visits, visits)
    if sampling is None:
        return 0.0
    return sampling.bonus(exploration, parent_visits, visits)


def _mean_in_progress(tree: TreeAtStep, node: int) -> float:
    """Return a node's mean result, including the current visit once its child has returned."""
    mean = tree.mean(node) or 0.0
    visits = visits_in_progress(tree, node)
    if tree.current is None or visits == tree.returned_count(node):
        return mean
    # The child has returned, but the node has not: add the child's result to the node's mean.
    return (mean * (visits - 1) + tree.returned_value(tree.current)) / visits


def selection_bounds(run: Run, tree: TreeAtStep, node: int) -> list[UpperBound]:
    """Return the upper bounds that the search selects by; empty at a chance node."""
    if tree.is_chance(node):
        return []
    return upper_bounds(run, tree, node)


def lacks_priors(run: Run) -> bool:
    """Return whether all priors of a search are equal because its ordering has no scores."""
    return run.has_priors and run.applies("ordering") and run.ordering.scores is None


def priors_at(run: Run, tree: TreeAtStep, node: int) -> Mapping[int, float]:
    """Return the prior of each move at a node, by move index, in the order of the move ordering.

    A recording without an ordering has priors only for the moves that it visits. The result is
    empty for a search without priors.
    """
    sampling = run.algorithm.sampling
    if sampling is None or not run.has_priors:
        return {}
    if not run.applies("ordering"):
        return _recorded_priors(run, tree, node)

    path = run.path(node)
    position = run.position(path)
    order, scores = run.order_with_scores(path, tree)
    # A finished game has no moves.
    if not order:
        return {}
    # Without scores all moves are equally probable.
    totals = [0.0] * len(order)
    if scores is not None:
        totals = rank_by_scores(run.ordering, position, scores)
    priors = softmax(totals, run.problem.options["temperature"])
    # The search may be restricted to some of the root's moves.
    if not path:
        order = _root_candidates(run, order)
    return {move: priors[move] for move in order}


def _root_candidates(run: Run, order: tuple[int, ...]) -> tuple[int, ...]:
    """Return the indices of the root's moves that the search may choose."""
    sampling = run.algorithm.sampling
    if sampling is None:
        return order
    moves = run.root.moves()
    numbered_moves = [(number, moves[number]) for number in order]
    return tuple(number for number, _ in sampling.candidates(run.problem, numbered_moves))


def _recorded_priors(run: Run, tree: TreeAtStep, node: int) -> dict[int, float]:
    """Return the priors that a recording has for a node's moves, including later visited ones."""
    priors = {}
    for child in tree.all_tried(node):
        prior = run.trace.engine_notes.entry_notes.get(child, {}).get("prior")
        if prior is not None:
            priors[run.trace.move(child)] = prior
    return priors


def visits_in_progress(tree: TreeAtStep, node: int) -> int:
    """Count a node's visits, including the current visit once its child has returned."""
    current = tree.current
    child_has_returned = current is not None and not tree.entering and tree.parent(current) == node
    visits = tree.returned_count(node)
    if child_has_returned:
        visits += 1
    return visits


class SampleSquare(NamedTuple):
    """The square drawn for a node of a sampling search, filled by the share of wins."""

    visits: int = 0
    size: float = 0.0
    """The side of its square: 1 for all iterations, half for a quarter of them, 0 for no visits."""
    filled_share: float | None = None
    """The share of wins, 0 to 1, for the player whose move led there; at the root, for the mover.

    None without visits, and where results are other than wins, draws and losses.
    """
    prior: float | None = None


NOT_SAMPLED = SampleSquare()


def sample_square(tree: TreeAtStep, node: int, prior: float | None = None) -> SampleSquare:
    """Return the square to draw for a node: its size by visits, and its filled part by wins."""
    visits = 0
    if tree.entered(node):
        visits = tree.returned_count(node)
    # The square root makes the areas, not the sides, of squares proportional to visits.
    iterations = len(tree.trace.roots())
    size = sqrt(visits / max(visits, iterations, 1))
    return SampleSquare(visits, size, _share_of_wins(tree, node), prior)


def _share_of_wins(tree: TreeAtStep, node: int) -> float | None:
    """Return the share of games won by the player whose move led to a node; a draw counts half.

    At the root, the share is for the player to move. None if results are points instead of wins.
    """
    _, value = tree.bound_and_value(node)
    if value is None:
        return None
    if not tree.is_for_max(node):
        value = -value
    # A mean of wins lies from -1 to 1, but a mean of points may lie outside.
    share = (1 + value) / 2
    if 0 <= share <= 1:
        return share
    return None


def sample_squares_of_children(run: Run, tree: TreeAtStep, node: int) -> dict[int, SampleSquare]:
    """Return the squares to draw for a node's children, by move index.

    The most visited moves come first; moves with equally many visits keep the order in which they
    were tried. Untried moves follow, in the order of `priors_at`.
    """
    priors = priors_at(run, tree, node)
    visited = {}
    for child in tree.children(node):
        move = run.trace.move(child)
        visited[move] = sample_square(tree, child, priors.get(move))
    squares = dict(sorted(visited.items(), key=lambda item: -item[1].visits))
    for move, prior in priors.items():
        if move not in visited:
            squares[move] = SampleSquare(prior=prior)
    return squares


def last_leaf(tree: TreeAtStep) -> int:
    """Return the row of the current iteration's leaf, or of the previous leaf; -1 for none."""
    row = tree.visits - 1
    while row >= 0 and tree.trace.children(row):
        row -= 1
    return row


def iteration_of(run: Run, row: int) -> int:
    """Return the number, from 1, of a row's iteration."""
    return bisect_right(run.trace.roots(), row)


def has_playout(run: Run, row: int) -> bool:
    """Return whether a random game began at a row and can be replayed."""
    sampling = run.algorithm.sampling
    if sampling is None or sampling.playout is None:
        return False
    return row >= 0 and run.trace.kind(row) is Kind.PLAYOUT


def playout_of(run: Run, row: int) -> list[tuple[str, AnyPosition]]:
    """Return the moves of a visit's random game, and the position after each move.

    The trace does not have these moves, but the same seed gives them again. The list is empty if no
    game was played at this row, or if it cannot be replayed.
    """
    sampling = run.algorithm.sampling
    if sampling is None or sampling.playout is None or not has_playout(run, row):
        return []
    position = run.position(run.path(row))
    played = []
    # The number of the iteration is part of the seed.
    for move, after in sampling.playout(run.problem, position, iteration_of(run, row)):
        played.append((position.name(move), after))
        position = after
    return played


@lru_cache(maxsize=4)
def leaf_range(run: Run) -> tuple[float, float] | None:
    """Return the least and greatest leaf value of a written tree, which MAX counts as -1 and 1.

    None for a game with wins and losses, for a search without random games, or if all leaves are
    equal.
    """
    sampling = run.algorithm.sampling
    if not run.game.explicit or sampling is None or sampling.playout is None:
        return None
    leaves = _outcomes_below(run.root)
    low = min(leaves)
    high = max(leaves)
    if low < high:
        return (low, high)
    return None


def _outcomes_below(root: AnyPosition) -> list[float]:
    """Return the values of all leaves of a written tree."""
    outcomes = []
    # Recursion would fail in a very deep tree.
    positions_left = [root]
    while positions_left:
        position = positions_left.pop()
        outcome = position.outcome()
        if outcome is None:
            positions_left += map(position.play, position.moves())
        else:
            outcomes.append(outcome)
    return outcomes


class RootMove(NamedTuple):
    """A move at the root, with its visits and mean result."""

    move: str
    """In the notation of the game; `label` is the name for people."""
    visits: int
    mean: float
    """From MAX's side."""
    mean_for: str
    """The name of MAX's side."""
    prior: float | None = None
    """With PUCT only."""
    proven: int | None = None
    """With the solver: 1, 0 or -1 from MAX's side, if proven."""
    label: str = ""

    def mean_in_words(self, side: str) -> str:
        """Format the mean from a side's point of view."""
        if side == self.mean_for:
            return format_mean(self.mean)
        # Subtracting from 0 turns a mean of 0 into 0, where a minus sign would give -0.
        return format_mean(0 - self.mean)

    def proof(self, side: str) -> str:
        """Return a move's proven result as a word, from a side's view; "" if it is not proven.

        >>> RootMove("c2", 9, 0.5, "Black", proven=1).proof("White")
        'lost'
        """
        if self.proven is None:
            return ""
        result = self.proven if side == self.mean_for else -self.proven
        return {1: "won", 0: "drawn", -1: "lost"}[result]


def root_moves(run: Run, tree: TreeAtStep) -> tuple[RootMove, ...]:
    """Return the root's visited moves, in the order of expansion."""
    if not tree.visits:
        return ()
    priors = priors_at(run, tree, 0)
    visited = [child for child in tree.children(0) if tree.returned_count(child)]
    return tuple(_root_move(run, tree, child, priors) for child in visited)


def _root_move(run: Run, tree: TreeAtStep, child: int, priors: Mapping[int, float]) -> RootMove:
    """Return the visits, mean and proof of the root's move that leads to `child`.

    `priors` has the priors of the root's moves, by move index.
    """
    proven = tree.value_by_solver(child)
    if proven is not None:
        proven = int(proven)
    (label,) = run.line([child])
    return RootMove(
        move=run.notation_of_move(run.path(child)),
        visits=tree.returned_count(child),
        mean=tree.mean(child) or 0.0,
        mean_for=run.game.sides[0],
        prior=priors.get(run.trace.move(child)),
        proven=proven,
        label=label,
    )


def visits_over_time(
    run: Run, tree: TreeAtStep, nodes: Sequence[int], columns: int
) -> dict[int, list[int]]:
    """Return each node's number of visits at `columns` moments, spread evenly over the iterations.

    After 40 iterations and with 4 columns, the lists have the visits after iterations 10, 20, 30
    and 40.
    """
    roots = run.trace.roots()
    # A column ends at the row where the next iteration begins.
    rows = []
    for part in range(1, columns + 1):
        iteration = tree.passes * part // columns
        if iteration < tree.passes:
            rows.append(roots[iteration])
        else:
            rows.append(tree.visits)

    # The visits to a node are sorted by row, so a binary search counts the visits before a row.
    counts = {}
    for node in nodes:
        visits = tree.visits_to(node)
        counts[node] = [bisect_left(visits, row) for row in rows]
    return counts
