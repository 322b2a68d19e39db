"""Monte Carlo tree search: plays random games from the leaves of a tree that grows where moves look good (UCT).

Kocsis and Szepesvári, "Bandit based Monte-Carlo planning", 2006, with one node expanded in each iteration, as Coulom
does in "Efficient selectivity and backup operators in Monte-Carlo tree search", 2006. Instead, selection may be by
PUCT, and results that are certain may be backed up as such (the solver); below, each stands with its source. The order
in which children are expanded, playouts by score and answers to threats at the root follow BoardSmith's bot for Hex,
each on or off.
"""

# tests/oracles/laws.py has the laws that each visit of this search obeys, by the paper it is from.

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
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
    """Return the mean result, from MAX's side, of the root's child visited most, of equals the first expanded.

    An outcome counts from −1 to 1, as the game says. If the game is over at the root, that is the only visit. Where
    chance moves, the child is drawn by its probability; at the root the result is then the mean of all.
    """
    exploration = problem.options["exploration"]
    worth = problem.counting(problem.root)
    if problem.options["selection"] == "puct":
        select = child_by_puct
    else:
        select = child_by_uct
    root = SearchNode(problem.root)
    solves = problem.options["solver"]

    def iterate(node: SearchNode, number: int) -> float:
        """Visit a node and what is selected below it, to a leaf; return the result."""
        position = node.position
        outcome = node.position.outcome()
        if outcome is not None:
            result = recorder.leaf(number, worth(outcome), TERMINAL, node.visits, node.mean)
            node.proven = result if solves else None
        elif node.visits == 0 and node is not root:
            for _, after in playout(problem, position, root.visits + 1):
                outcome = after.outcome()
            if outcome is None:
                result = 0
            else:
                result = worth(outcome)
            recorder.leaf(number, result, PLAYOUT, node.visits, node.mean)
        else:
            new = not node.children
            odds = probabilities(position)
            node.move_count = node.move_count or len(position.moves())
            turn = position.maximizing if odds is None else CHANCE_TURN
            recorder.enter(number, turn, node.move_count, node.visits, node.mean)
            if new and odds is None:
                prepare_node(problem, node, recorder.path)
            if odds is None:
                move, child = select(node, exploration)
            else:
                move, child = draw_chance_child(
                    problem, node, odds, f"{root.visits + 1} {len(recorder.path())}"
                )
            result = iterate(child, move)
            kind = SAMPLED
            if child.proven is not None and (proof := prove_node(node)) is not None:
                result = proof
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
    if probabilities(problem.root) is not None:
        return root.mean
    return max(preferred_children(root), key=lambda child: child.visits, default=root).mean


def prepare_node(problem: Problem, node: SearchNode, path: CurrentPath) -> None:
    """List the moves that may be expanded, the first one last, and for PUCT their priors."""
    order = [*problem.order(node.position, node.position.moves(), path)]
    node.untried = (order if path() else playout_moves(problem, order))[::-1]
    if problem.options["selection"] == "puct":
        node.priors = move_priors(problem, node, path)


class SearchNode:
    """A position in the tree: how often it was visited, and the sum of the results from MAX's side."""

    __slots__ = (
        "children",
        "move_count",
        "position",
        "priors",
        "proven",
        "some_proven",
        "total",
        "untried",
        "visits",
    )

    def __init__(self, position: AnyPosition) -> None:
        """Begin with no visits and no children."""
        self.position = position
        self.visits = 0
        self.total = 0.0
        self.children: dict[int, SearchNode] = {}
        """By the move indices, in the order of expansion."""
        self.move_count = 0
        self.untried: list[tuple[int, Any]] = []
        """The moves that are not expanded yet, the next one at the end."""
        self.priors: Mapping[int, float] = {}
        """With PUCT: how likely each move is to be best, by its move index, in the order of the ordering."""
        self.proven: float | None = None
        """With the solver: the value of the game from here, from MAX's side, once it is proved."""

        self.some_proven = False
        """Whether a child is proven."""

    def expand(self, place: int = -1) -> tuple[int, SearchNode]:
        """Add the child of a move that is not expanded, by default the next; return its move index and the child."""
        number, move = self.untried.pop(place)
        child = self.children[number] = SearchNode(self.position.play(move))
        return number, child

    @property
    def mean(self) -> float:
        """The mean result from MAX's side, 0 before the first."""
        if self.visits:
            return self.total / self.visits
        return 0.0


# UCT, and what chance draws.


def child_by_uct(node: SearchNode, exploration: float) -> tuple[int, SearchNode]:
    """Return the next child that is new, else the one with the largest upper bound for the mover by UCT.

    Of equals it is the first expanded. A child that is proven is left out.
    """
    if node.untried:
        return node.expand()
    if node.position.maximizing:
        sign = 1
    else:
        sign = -1
    children = node.children.items()
    return max(
        [numbered for numbered in children if numbered[1].proven is None]
        if node.some_proven
        else children,
        key=lambda numbered: (
            sign * numbered[1].mean + uct_bonus(exploration, node.visits, numbered[1].visits)
        ),
    )


def uct_bonus(exploration: float, visits: int, child_visits: int) -> float:
    """Return what is added to a child's mean for the mover: less, the more often it was visited itself.

    >>> round(uct_bonus(1.4142, 511, 25), 2)
    0.71
    """
    if child_visits:
        return exploration * sqrt(log(visits) / child_visits)
    return inf


def draw_chance_child(
    problem: Problem, node: SearchNode, odds: Probabilities, when: str
) -> tuple[int, SearchNode]:
    """Return the child that chance leads to; `when` is the iteration and the ply, each with dice of its own."""
    position = node.position
    number = outcome_for(odds, Random(f"{problem.seed} {when}").random())
    if number not in node.children:
        node.children[number] = SearchNode(position.play(position.moves()[number]))
    return number, node.children[number]


# PUCT: what an ordering says of the moves beforehand directs the first visits, and means take over. Rosin, "Multi-armed
# bandits with episode context", 2011, in the form of Silver and others, "Mastering the game of Go without human
# knowledge", 2017: no child need be visited first, and one without visits counts as much as its parent.


def child_by_puct(node: SearchNode, exploration: float) -> tuple[int, SearchNode]:
    """Return the child with the largest upper bound for the mover, of equals the first in the ordering; it may be new.

    A child that is proven is left out.
    """
    if node.position.maximizing:
        sign = 1
    else:
        sign = -1
    children = node.children

    def upper_bound(number: int) -> float:
        child = children.get(number)
        if child is None:
            mean = node.mean
            visits = 0
        else:
            mean = child.mean
            visits = child.visits
        return sign * mean + puct_bonus(exploration, node.priors[number], node.visits, visits)

    proven = {number for number, child in children.items() if child.proven is not None}
    chosen = max((number for number in node.priors if number not in proven), key=upper_bound)
    if chosen in children:
        return chosen, children[chosen]
    return node.expand([number for number, _ in node.untried].index(chosen))


def puct_bonus(exploration: float, prior: float, visits: int, child_visits: int) -> float:
    """Return what is added to a child's mean for the mover: less, the more often it was visited itself.

    >>> round(puct_bonus(1.5, 0.4, 100, 2), 2)
    2.0
    """
    return exploration * prior * sqrt(visits) / (1 + child_visits)


def move_priors(problem: Problem, node: SearchNode, path: CurrentPath) -> dict[int, float]:
    """Return the priors of the moves that may be expanded at a node, by move index, in the order of the ordering."""
    moves = node.position.moves()
    scores = (
        [0.0] * len(moves) if problem.ranks is None else problem.ranks(node.position, moves, path)
    )
    found = softmax(scores, problem.options["temperature"])
    return {number: found[number] for number, _ in reversed(node.untried)}


def softmax(scores: Sequence[float], temperature: float) -> list[float]:
    """Return a prior for each score, which add up to 1: the softmax of score / (temperature · spread).

    The spread is the standard deviation of the scores, so that their unit does not matter. Equal scores, equal priors.

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
    weights = [exp((score - highest) / spread / temperature) for score in scores]
    total = fsum(weights)
    return [weight / total for weight in weights]


# The solver: results that are certain are backed up as such. Winands, Björnsson and Saito, "Monte-Carlo tree search
# solver", 2008; draws are proved, too.


def prove_node(node: SearchNode) -> float | None:
    """Return the value of a node of which a child has been proven, and keep it; None if it does not follow yet.

    One child that the mover wins is enough; else all must be proven, and the node is worth the best of them.
    """
    if node.position.maximizing:
        win = 1
    else:
        win = -1
    values = [child.proven for child in node.children.values() if child.proven is not None]
    node.some_proven = True
    if win in values:
        node.proven = win
    elif not node.untried and len(values) == len(node.children):
        if win > 0:
            node.proven = max(values)
        else:
            node.proven = min(values)
    return node.proven


def preferred_children(node: SearchNode) -> list[SearchNode]:
    """Return the children among which the most visits decide: not those proved worse than another.

    Of a proven node they are those that prove it, of another all that are not proven lost, if there are any.
    """
    children = [*node.children.values()]
    if node.position.maximizing:
        lost = -1
    else:
        lost = 1
    if node.proven is not None:
        return [child for child in children if child.proven == node.proven]
    return [child for child in children if child.proven != lost] or children


# Random games, and the moves at the root that answer a threat.


MAX_PLAYOUT_PLIES = 1_000
"""A playout that takes more plies counts 0."""
SEED_BITS = 40
"""Bits of a playout's seed that hold its iteration; the search's seed stands above them."""


def playout(
    problem: Problem, position: AnyPosition, iteration: int
) -> Iterator[tuple[Any, AnyPosition]]:
    """Yield the moves of an iteration's playout from a position on, each with the position after it.

    Each iteration (from 1) has a random generator of its own, so that a playout can be repeated.
    """
    dice = Random((problem.seed << SEED_BITS) + iteration).random
    if problem.options["playouts"] == "scored":
        scores = problem.scores
    else:
        scores = None
    for _ in range(MAX_PLAYOUT_PLIES):
        if position.outcome() is not None:
            return
        moves = position.moves()
        odds = probabilities(position)
        if scores is not None and odds is None:
            moves = moves_of_best_score(moves, scores(position, moves))
        move = moves[int(dice() * len(moves)) if odds is None else outcome_for(odds, dice())]
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
    """Return the numbered moves that win at once or leave the opponent no move that does; all, if there is none."""

    def result(after: AnyPosition) -> float | None:
        """Return what a position that is over counts for the root's mover, None where the game goes on."""
        outcome = after.outcome()
        if outcome is None:
            return None
        return worth(outcome) * (1 if position.maximizing else -1)

    def is_answer(move: Any) -> bool:
        after = position.play(move)
        ended = result(after)
        if (
            ended is not None
            or after.maximizing == position.maximizing
            or probabilities(after) is not None
        ):
            return ended != -1
        return all(result(after.play(reply)) != -1 for reply in after.moves())

    return [numbered for numbered in moves if is_answer(numbered[1])] or [*moves]


def playout_moves(problem: Problem, moves: list[tuple[int, Any]]) -> list[tuple[int, Any]]:
    """Return those of the root's numbered moves that may be expanded, in the same order."""
    if not problem.options["threats"]:
        return moves
    return answers_to_threats(problem.root, moves, problem.counting(problem.root))


# How it is chosen.


def iteration_count(problem: Problem) -> int:
    """Return the number of iterations: one if the game is over at the root."""
    if problem.root.outcome() is not None:
        return 1
    return int(problem.options["iterations"])


def mcts_pseudocode(options: Mapping[str, Any]) -> str:
    """Return the pseudocode of a search with some options."""
    iterate, select = PSEUDOCODE["mcts"].split("\n\n", 1)
    if options["selection"] == "puct":
        select = PSEUDOCODE["mcts-puct"].lstrip("\n")
    if options["solver"]:
        iterate = PSEUDOCODE["mcts-solver"].rstrip("\n")
        select = select.replace("max(children(", "max(unproven(")
    return f"{iterate}\n\n{select}"


def check_mcts_options(problem: Problem) -> None:
    """Raise InputError for playouts by scores in a game without scores, and for proofs in one that nobody wins."""
    if problem.options["playouts"] == "scored" and problem.scores is None:
        raise InputError(
            "playouts: 'scored' needs a game with the ordering scored, which this one lacks; use random"
        )
    for name, on in (
        ("selection=puct", problem.options["selection"] == "puct"),
        ("solver", problem.options["solver"]),
    ):
        if on and problem.chance:
            raise RefusedError(
                f"mcts with {name} cannot search a game with chance events such as dice; leave it out"
            )
    if problem.options["solver"] and problem.counting is not by_sign:
        raise InputError(
            "solver can prove only wins, losses and draws, but here results are numbers; leave it out"
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
            unsaid=(1.4142,),
            in_heading="exploration {:g}".format,
            choices=("1.4142", "0"),
        ),
        SearchOption(
            "selection",
            "What upper bounds depend on: visits alone (uct), or the move-ordering scores as well (puct).",
            "uct",
            choice("uct", "puct"),
            metavar="HOW",
            choices=("uct", "puct"),
            unsaid=("uct",),
            in_heading="PUCT".format,
        ),
        SearchOption(
            "temperature",
            "With puct: how similar the priors are; a lower value follows the scores more closely.",
            1.0,
            number_reader("the temperature", 0.001, 1_000),
            unsaid=(1,),
            in_heading="temperature {:g}".format,
            choices=("1", "0.5", "2"),
            only_with=("selection", "puct"),
        ),
        SearchOption(
            "solver",
            "Back up proven wins, losses and draws, and never visit proven moves again.",
            False,
            read_yes_or_no,
            unsaid=(False,),
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
            unsaid=(False,),
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
    sampling=Sampling(iteration_count, uct_bonus, playout, playout_moves),
)
