"""Monte Carlo tree search (UCT): random games from the leaves of a tree that grows selectively.

After Kocsis and Szepesvári, "Bandit based Monte-Carlo planning", 2006, with one node expanded in
each iteration, as in Coulom, "Efficient selectivity and backup operators in Monte-Carlo tree
search", 2006. Selection by PUCT and the solver, which backs up certain results, have their sources
below. The order in which children are expanded, playouts by score, and answers to threats at the
root follow BoardSmith's bot for Hex; each can be switched on or off.
"""

# tests/oracles/laws.py has the laws of the papers that each visit of this search obeys.

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from math import exp, fsum, hypot, inf, log, sqrt
from random import Random
from typing import Any

from games import AnyPosition, Probabilities, by_sign, choice, probabilities
from visualizer.searching.algorithms import PSEUDOCODE, Algorithm, CurrentPath, Problem, Sampling
from visualizer.searching.algorithms.expectiminimax import outcome_for
from visualizer.searching.search_options import (
    SearchOption,
    count_reader,
    number_reader,
    read_yes_or_no,
)
from visualizer.support.errors import InputError, RefusedError
from visualizer.trace.recorder import PLAYOUT, PROVEN, SAMPLED, TERMINAL, Recorder
from visualizer.trace.rows import CHANCE_TURN, Passes


def mcts(problem: Problem, recorder: Recorder) -> float:
    """Return the mean result, from MAX's side, of the root's most visited child.

    Among equally visited children, it is the one expanded first. A game's result is from −1 to 1.
    At a chance node, chance draws the child; if the root is a chance node, the result is the mean
    of all visits. If the game is over at the root, the root is visited once.
    """
    # `worth(outcome)` is the result of a game, from −1 to 1, from MAX's side.
    worth = problem.counting(problem.root)
    select = selection_rule(problem)
    root = SearchNode(problem.root)
    solves = problem.options["solver"]

    def enter_and_select(node: SearchNode, number: int) -> tuple[int, SearchNode]:
        """Enter an inner node, and return the (move index, child) pair to visit next.

        `number` is the index of the move that leads to the node.
        """
        odds = probabilities(node.position)
        turn = node.position.maximizing if odds is None else CHANCE_TURN
        move_count = node.count_moves()
        # There is no window: visits and mean take the place of alpha and beta.
        recorder.enter(number, turn, move_count, node.visits, node.mean)
        if odds is not None:
            iteration = root.visits + 1
            ply = len(recorder.path())
            return draw_chance_child(problem, node, odds, iteration, ply)
        if not node.children:
            prepare_node(problem, node, recorder.path)
        return select(node)

    def iterate(node: SearchNode, number: int) -> float:
        """Run one iteration from a node down to a leaf, and return its result from MAX's side.

        `number` is the index of the move that leads to the node.
        """
        # Visits and mean are recorded in place of alpha and beta.
        outcome = node.position.outcome()
        if outcome is not None:
            result = recorder.leaf(number, worth(outcome), TERMINAL, node.visits, node.mean)
            node.proven = result if solves else None
        elif node.visits == 0 and node is not root:
            result = play_out(problem, node.position, root.visits + 1)
            recorder.leaf(number, result, PLAYOUT, node.visits, node.mean)
        else:
            move, child = enter_and_select(node, number)
            result = iterate(child, move)
            kind = SAMPLED
            prove_node(node, child)
            if node.proven is not None:
                # The proven value replaces the result of the random game.
                result = node.proven
                kind = PROVEN
            recorder.leave(result, kind)
        node.visits += 1
        node.total += result
        return result

    for iteration in range(1, iteration_count(problem) + 1):
        recorder.begin_pass(f"iteration {iteration:,}")
        iterate(root, 0)
        if root.proven is not None:
            return root.proven
    return mean_of_most_visited(root)


def mean_of_most_visited(root: SearchNode) -> float:
    """Return the mean of the root's most visited child, or of the root if it is a chance node."""
    if probabilities(root.position) is not None:
        return root.mean
    most_visited = max(preferred_children(root), key=lambda child: child.visits, default=root)
    return most_visited.mean


def prepare_node(problem: Problem, node: SearchNode, current_path: CurrentPath) -> None:
    """Store in a node the moves that may be expanded and, for PUCT, their priors."""
    order = [*problem.order(node.position, node.position.moves(), current_path)]
    is_root = not current_path()
    if is_root:
        order = root_candidates(problem, order)
    # The next move to expand is popped from the end.
    node.untried = order[::-1]
    if problem.options["selection"] == "puct":
        node.priors = move_priors(problem, node, current_path)


class SearchNode:
    """A position in the tree, its visits, and the sum of their results from MAX's side."""

    __slots__ = (
        "_move_count",
        "children",
        "has_proven_child",
        "position",
        "priors",
        "proven",
        "total",
        "untried",
        "visits",
    )

    def __init__(self, position: AnyPosition) -> None:
        """Start without visits and children."""
        self.position = position
        self.visits = 0
        self.total = 0.0
        self.children: dict[int, SearchNode] = {}
        """The children by move index, in the order of expansion."""
        self._move_count = 0
        self.untried: list[tuple[int, Any]] = []
        """The (move index, move) pairs that are not expanded yet, the next one last."""
        self.priors: Mapping[int, float] = {}
        """For PUCT, how likely each move is to be best, by move index, in the ordering's order."""
        self.proven: float | None = None
        """For the solver, the value of the game from here, from MAX's side; None if not proven."""
        self.has_proven_child = False
        """Whether a child is proven."""

    def count_moves(self) -> int:
        """Return the number of moves, which is stored at the first call."""
        if not self._move_count:
            self._move_count = len(self.position.moves())
        return self._move_count

    def expand(self, untried_index: int = -1) -> tuple[int, SearchNode]:
        """Add a child for an untried move, and return (move index, child).

        `untried_index` is the index of the move in `untried`; by default, the next move is taken.
        """
        number, move = self.untried.pop(untried_index)
        child = SearchNode(self.position.play(move))
        self.children[number] = child
        return number, child

    @property
    def mean(self) -> float:
        """The mean result from MAX's side, 0 before the first visit."""
        if self.visits:
            return self.total / self.visits
        return 0.0


def selection_rule(problem: Problem) -> Callable[[SearchNode], tuple[int, SearchNode]]:
    """Return the function that selects the next child to visit: by UCT or PUCT."""
    rule = child_by_puct if problem.options["selection"] == "puct" else child_by_uct
    return partial(rule, exploration=problem.options["exploration"])


def child_by_uct(node: SearchNode, exploration: float) -> tuple[int, SearchNode]:
    """Return the (move index, child) pair to visit by UCT.

    As long as moves are untried, it is a new child. After that, it is the unproven child with the
    largest upper bound for the mover; among equals, the child that was expanded first.
    """
    if node.untried:
        return node.expand()
    sign = 1 if node.position.maximizing else -1
    children = [*node.children.items()]
    if node.has_proven_child:
        children = [(number, child) for number, child in children if child.proven is None]

    def upper_bound(numbered_child: tuple[int, SearchNode]) -> float:
        _, child = numbered_child
        return sign * child.mean + uct_bonus(exploration, node.visits, child.visits)

    return max(children, key=upper_bound)


def uct_bonus(exploration: float, visits: int, child_visits: int) -> float:
    """Return the bonus for rare visits that UCT adds to a child's mean from the mover's side.

    `visits` are the parent's visits.

    >>> round(uct_bonus(1.4142, 511, 25), 2)
    0.71
    """
    if child_visits:
        return exploration * sqrt(log(visits) / child_visits)
    return inf


def draw_chance_child(
    problem: Problem, node: SearchNode, odds: Probabilities, iteration: int, ply: int
) -> tuple[int, SearchNode]:
    """Return the (move index, child) pair that chance draws; a new child is added to the node.

    The draw can be repeated, since it depends only on the seed, the iteration and the ply.
    """
    position = node.position
    dice = Random(f"{problem.seed} {iteration} {ply}")
    number = outcome_for(odds, dice.random())
    if number not in node.children:
        node.children[number] = SearchNode(position.play(position.moves()[number]))
    return number, node.children[number]


# PUCT: an ordering's scores direct the first visits, until means take over. Rosin, "Multi-armed
# bandits with episode context", 2011, in the form of Silver and others, "Mastering the game of Go
# without human knowledge", 2017: children may be visited again before all have been visited, and a
# child without visits has the mean of its parent.


def child_by_puct(node: SearchNode, exploration: float) -> tuple[int, SearchNode]:
    """Return the (move index, child) pair to visit by PUCT; a new child is added to the node.

    It is the unproven child with the largest upper bound for the mover. Among equals, it is the
    first child in the ordering.
    """
    sign = 1 if node.position.maximizing else -1
    children = node.children

    def upper_bound(number: int) -> float:
        # Before its first visit, a child is given the mean of its parent.
        mean = node.mean
        visits = 0
        if number in children:
            mean = children[number].mean
            visits = children[number].visits
        return sign * mean + puct_bonus(exploration, node.priors[number], node.visits, visits)

    proven = {number for number, child in children.items() if child.proven is not None}
    selectable = [number for number in node.priors if number not in proven]
    chosen = max(selectable, key=upper_bound)
    if chosen in children:
        return chosen, children[chosen]
    untried = [number for number, _ in node.untried]
    return node.expand(untried.index(chosen))


def puct_bonus(exploration: float, prior: float, visits: int, child_visits: int) -> float:
    """Return the bonus for rare visits that PUCT adds to a child's mean from the mover's side.

    `prior` is the prior of the move to the child, and `visits` are the parent's visits.

    >>> round(puct_bonus(1.5, 0.4, 100, 2), 2)
    2.0
    """
    return exploration * prior * sqrt(visits) / (1 + child_visits)


def move_priors(problem: Problem, node: SearchNode, current_path: CurrentPath) -> dict[int, float]:
    """Return the priors of a node's untried moves, by move index, in the ordering's order.

    If the ordering does not score moves, all priors are equal.
    """
    moves = node.position.moves()
    if problem.ranks is None:
        scores: Sequence[float] = [0.0] * len(moves)
    else:
        scores = problem.ranks(node.position, moves, current_path)
    priors = softmax(scores, problem.options["temperature"])
    # The untried moves are stored in reverse order.
    return {number: priors[number] for number, _ in reversed(node.untried)}


def softmax(scores: Sequence[float], temperature: float) -> list[float]:
    """Return a prior for each score by softmax: priors are positive and add up to 1.

    A prior is proportional to exp(score / (temperature · spread)). The spread is the scores'
    standard deviation, so that their unit does not matter.

    >>> [round(prior, 3) for prior in softmax([3, 1, 1, 1], 1)]
    [0.77, 0.077, 0.077, 0.077]
    >>> softmax([5, 5], 1)
    [0.5, 0.5]
    """
    count = len(scores)
    highest = max(scores)
    if min(scores) == highest:
        return [1 / count] * count
    mean = fsum(score / count for score in scores)
    spread = hypot(*(score - mean for score in scores)) / sqrt(count)
    # Without subtracting the highest score, `exp` could overflow.
    weights = [exp((score - highest) / spread / temperature) for score in scores]
    total = fsum(weights)
    return [weight / total for weight in weights]


# The solver, which backs up proven results. Winands, Björnsson and Saito, "Monte-Carlo tree search
# solver", 2008; draws are proved, too.


def prove_node(node: SearchNode, visited: SearchNode) -> None:
    """Set the proven value of a node if its children prove one.

    `visited` is the child that has just been visited. One proven win for the mover proves a win.
    Any other value is proven only if all children are: it is the best of their values.
    """
    if visited.proven is None:
        return
    win = 1 if node.position.maximizing else -1
    values = [child.proven for child in node.children.values() if child.proven is not None]
    node.has_proven_child = True
    if win in values:
        node.proven = win
    elif not node.untried and len(values) == len(node.children):
        node.proven = max(values) if win > 0 else min(values)


def preferred_children(node: SearchNode) -> list[SearchNode]:
    """Return the children that may be the best: all except proven losses for the mover.

    If the node is proven, return the children with its proven value. If all children are losses,
    return all.
    """
    children = [*node.children.values()]
    loss_for_mover = -1 if node.position.maximizing else 1
    if node.proven is not None:
        return [child for child in children if child.proven == node.proven]
    not_lost = [child for child in children if child.proven != loss_for_mover]
    return not_lost or children


MAX_PLAYOUT_PLIES = 1_000
"""The most plies of a playout; a longer playout has the result 0."""
SEED_BITS = 40
"""The number of low bits in a playout's seed that hold the iteration; higher bits hold the seed."""


def play_out(problem: Problem, position: AnyPosition, iteration: int) -> float:
    """Return the result of a random game from a position, from MAX's side; 0 if it is too long."""
    worth = problem.counting(problem.root)
    outcome = None
    for _, next_position in playout(problem, position, iteration):
        outcome = next_position.outcome()
    if outcome is None:
        return 0
    return worth(outcome)


def playout(
    problem: Problem, position: AnyPosition, iteration: int
) -> Iterator[tuple[Any, AnyPosition]]:
    """Yield (move, position after it) pairs of an iteration's random game from a position.

    Iterations are counted from 1. Each has its own random generator, so that it can be repeated.
    """
    dice = Random((problem.seed << SEED_BITS) + iteration).random
    scores = None
    if problem.options["playouts"] == "scored":
        scores = problem.scores
    for _ in range(MAX_PLAYOUT_PLIES):
        if position.outcome() is not None:
            return
        moves = position.moves()
        odds = probabilities(position)
        if odds is not None:
            number = outcome_for(odds, dice())
        else:
            if scores is not None:
                moves = moves_of_best_score(moves, scores(position, moves))
            number = int(dice() * len(moves))
        move = moves[number]
        position = position.play(move)
        yield move, position


def moves_of_best_score(moves: Sequence[Any], scores: Sequence[float]) -> list[Any]:
    """Return the moves with the highest score.

    >>> moves_of_best_score("abc", [1, 3, 3])
    ['b', 'c']
    """
    highest = max(scores)
    return [move for move, score in zip(moves, scores, strict=True) if score == highest]


def answers_to_threats(
    position: AnyPosition, moves: Sequence[tuple[int, Any]], worth: Callable[[float], float]
) -> list[tuple[int, Any]]:
    """Return the (move index, move) pairs after which the opponent cannot win immediately.

    If every move lets the opponent win, return all moves. `worth(outcome)` is the result of a game,
    from −1 to 1, from MAX's side.
    """
    sign = 1 if position.maximizing else -1

    def has_lost(later: AnyPosition) -> bool:
        """Return whether the player to move in `position` has lost in a later position."""
        outcome = later.outcome()
        return outcome is not None and sign * worth(outcome) == -1

    def prevents_loss(move: Any) -> bool:
        """Return whether the mover has not lost after the move and any reply to it."""
        after_move = position.play(move)
        if after_move.outcome() is not None:
            return not has_lost(after_move)
        # If the same player or chance moves next, the opponent cannot reply.
        is_other_player = after_move.maximizing != position.maximizing
        opponent_replies = is_other_player and probabilities(after_move) is None
        if not opponent_replies:
            return True
        return not any(has_lost(after_move.play(reply)) for reply in after_move.moves())

    answers = [(number, move) for number, move in moves if prevents_loss(move)]
    if not answers:
        return [*moves]
    return answers


def root_candidates(problem: Problem, moves: list[tuple[int, Any]]) -> list[tuple[int, Any]]:
    """Return the root's (move index, move) pairs that may be expanded, in the given order."""
    if not problem.options["threats"]:
        return moves
    return answers_to_threats(problem.root, moves, problem.counting(problem.root))


def iteration_count(problem: Problem) -> int:
    """Return the number of iterations, 1 if the game is over at the root."""
    if problem.root.outcome() is not None:
        return 1
    return int(problem.options["iterations"])


def mcts_pseudocode(options: Mapping[str, Any]) -> str:
    """Return the pseudocode of MCTS with the given values of its options."""
    iterate_code, select_code = PSEUDOCODE["mcts"].split("\n\n", 1)
    if options["selection"] == "puct":
        select_code = PSEUDOCODE["mcts-puct"].lstrip("\n")
    if options["solver"]:
        iterate_code = PSEUDOCODE["mcts-solver"].rstrip("\n")
        select_code = select_code.replace("max(children(", "max(unproven(")
    return f"{iterate_code}\n\n{select_code}"


def check_mcts_options(problem: Problem) -> None:
    """Raise InputError if the game does not support an option of the search."""
    options = problem.options
    if options["playouts"] == "scored" and problem.scores is None:
        raise InputError(
            "playouts: 'scored' needs a game with the ordering scored, which this one lacks; "
            "use random"
        )
    if problem.chance and options["selection"] == "puct":
        raise _chance_error("selection=puct")
    if problem.chance and options["solver"]:
        raise _chance_error("solver")
    if problem.options["solver"] and problem.counting is not by_sign:
        raise InputError(
            "solver can prove only wins, losses and draws, but here results are numbers; "
            "leave it out"
        )


def _chance_error(option: str) -> RefusedError:
    return RefusedError(
        f"mcts with {option} cannot search a game with chance events such as dice; leave it out"
    )


MAX_MCTS_ITERATIONS = 1_000_000_000

ALGORITHM = Algorithm(
    name="mcts",
    title="MCTS",
    about="plays random games from the leaves of a tree that grows where moves look good",
    fail={"soft": mcts},
    pseudocode=PSEUDOCODE["mcts"],
    pseudocode_with=mcts_pseudocode,
    options=(
        SearchOption(
            "iterations",
            "How many random games are played.",
            1_000,
            count_reader("the number of iterations", 1, MAX_MCTS_ITERATIONS),
            in_heading="{:,} iterations".format,
            always_named=False,
        ),
        SearchOption(
            "exploration",
            "How much to favour rarely visited moves; 0 uses only the means.",
            1.4142,
            number_reader("the exploration", 0, 1_000_000),
            left_out_values=(1.4142,),
            in_heading="exploration {:g}".format,
            choices=("1.4142", "0"),
        ),
        SearchOption(
            "selection",
            "What upper bounds depend on: "
            "visits alone (uct), or the move-ordering scores as well (puct).",
            "uct",
            choice("uct", "puct"),
            metavar="HOW",
            choices=("uct", "puct"),
            left_out_values=("uct",),
            in_heading="PUCT".format,
        ),
        SearchOption(
            "temperature",
            "With puct: how similar the priors are; a lower value follows the scores more closely.",
            1.0,
            number_reader("the temperature", 0.001, 1_000),
            left_out_values=(1,),
            in_heading="temperature {:g}".format,
            choices=("1", "0.5", "2"),
            only_with=("selection", "puct"),
        ),
        SearchOption(
            "solver",
            "Back up proven wins, losses and draws, and never visit proven moves again.",
            False,
            read_yes_or_no,
            left_out_values=(False,),
            in_heading="solver".format,
        ),
        SearchOption(
            "playouts",
            "How to play random games: any move, or one of the moves with the highest score.",
            "random",
            choice("random", "scored"),
            metavar="HOW",
            choices=("random", "scored"),
            in_heading="{} playouts".format,
        ),
        SearchOption(
            "threats",
            "At the root, keep only moves that win at once or leave the opponent no immediate win.",
            False,
            read_yes_or_no,
            left_out_values=(False,),
            in_heading="threats answered".format,
        ),
    ),
    ignores=("depth", "evaluation"),
    uses_window=False,
    exact=False,
    revisits=True,
    passes=Passes.ADD,
    chance=True,
    check=check_mcts_options,
    sampling=Sampling(iteration_count, uct_bonus, playout, root_candidates),
)
