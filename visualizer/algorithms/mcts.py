"""Monte Carlo tree search: random games from the leaves of a tree that grows where it looks good (UCT).

Kocsis and Szepesvári, "Bandit based Monte-Carlo planning", 2006, with one node expanded in each iteration, as Coulom
does in "Efficient selectivity and backup operators in Monte-Carlo tree search", 2006. The order in which children are
expanded, playouts by score and answers to threats at the root follow BoardSmith's bot for Hex, each on or off.
"""

from collections.abc import Callable, Iterator, Sequence
from math import inf, log, sqrt
from random import Random
from typing import Any

from games import AnyPosition, Probabilities, choice, probabilities
from visualizer.algorithms import PSEUDOCODE, Algorithm, Problem, Sampling
from visualizer.algorithms.odds import drawn
from visualizer.errors import InputError
from visualizer.look import numbers
from visualizer.search_options import SearchOption, read_count, yes_or_no
from visualizer.trace.recorder import PLAYOUT, SAMPLED, TERMINAL, Recorder
from visualizer.trace.rows import CHANCE, Passes

LONGEST = 1_000
"""A playout that takes more plies counts 0."""
SEED_BITS = 40
"""Bits of a playout's seed that hold its iteration; the search's seed stands above them."""


class Node:
    """A position in the tree: how often it was visited, and the sum of the results from MAX's side."""

    __slots__ = ("children", "move_count", "position", "total", "untried", "visits")

    def __init__(self, position: AnyPosition) -> None:
        """Begin with no visits and no children."""
        self.position = position
        self.visits = 0
        self.total = 0.0
        self.children: dict[int, Node] = {}
        """By the move indices, in the order of expansion."""
        self.move_count = 0
        self.untried: list[tuple[int, Any]] = []
        """The moves that are not expanded yet, the next one at the end."""

    @property
    def mean(self) -> float:
        """The mean result from MAX's side, 0 before the first."""
        return self.total / self.visits if self.visits else 0.0


def mcts(problem: Problem, recorder: Recorder) -> float:  # noqa: C901  it is the loop and its few steps
    """Return the mean result, from MAX's side, of the root's child visited most, of equals the first expanded.

    An outcome counts from −1 to 1, as the game says. If the game is over at the root, that is the only visit. Where
    chance moves, the child is drawn by its probability; at the root the result is then the mean of all.
    """
    exploration, worth = problem.options["exploration"], problem.counting(problem.root)
    root = Node(problem.root)

    def expand(node: Node) -> tuple[int, Node]:
        """Add the next child in the order of the ordering."""
        number, move = node.untried.pop()
        child = node.children[number] = Node(node.position.play(move))
        return number, child

    def select(node: Node) -> tuple[int, Node]:
        """Return the child with the largest upper bound for the mover, of equals the first expanded."""
        sign = 1 if node.position.maximizing else -1
        return max(
            node.children.items(),
            key=lambda numbered: sign * numbered[1].mean + bonus(exploration, node.visits, numbered[1].visits),
        )

    def moves_to_expand(node: Node) -> list[tuple[int, Any]]:
        """Return the moves that may be expanded, the first one last."""
        order = [*problem.order(node.position, node.position.moves(), recorder.path)]
        if node is root and problem.options["threats"]:
            order = answers_to_threats(node.position, order, worth)
        return order[::-1]

    def iterate(node: Node, number: int) -> float:
        """Visit a node and what is selected below it, to a leaf; return the result."""
        position, outcome = node.position, node.position.outcome()
        if outcome is not None:
            result = recorder.leaf(number, worth(outcome), TERMINAL, node.visits, node.mean)
        elif node.visits == 0 and node is not root:
            for _, after in playout(problem, position, root.visits + 1):
                outcome = after.outcome()
            result = 0 if outcome is None else worth(outcome)
            recorder.leaf(number, result, PLAYOUT, node.visits, node.mean)
        else:
            new, odds = not node.children, probabilities(position)
            node.move_count = node.move_count or len(position.moves())
            recorder.enter(
                number, position.maximizing if odds is None else CHANCE, node.move_count, node.visits, node.mean
            )
            if new and odds is None:
                node.untried = moves_to_expand(node)
            if odds is not None:
                move, child = roll(problem, node, odds, f"{root.visits + 1} {len(recorder.path())}")
            else:
                move, child = expand(node) if node.untried else select(node)
            result = recorder.leave(iterate(child, move), SAMPLED)
        node.visits += 1
        node.total += result
        return result

    for iteration in range(1, iterations(problem) + 1):
        recorder.begin_pass(f"iteration {iteration:,}")
        iterate(root, 0)
    if probabilities(problem.root) is not None:
        return root.mean
    return max(root.children.values(), key=lambda child: child.visits, default=root).mean


def roll(problem: Problem, node: Node, odds: Probabilities, when: str) -> tuple[int, Node]:
    """Return the child that chance leads to; `when` is the iteration and the ply, each with dice of its own."""
    position, number = node.position, drawn(odds, Random(f"{problem.seed} {when}").random())
    if number not in node.children:
        node.children[number] = Node(position.play(position.moves()[number]))
    return number, node.children[number]


def bonus(exploration: float, visits: int, child_visits: int) -> float:
    """Return what is added to a child's mean for the mover: less, the more often it was visited itself.

    >>> round(bonus(1.4142, 511, 25), 2)
    0.71
    """
    return exploration * sqrt(log(visits) / child_visits) if child_visits else inf


def playout(problem: Problem, position: AnyPosition, iteration: int) -> Iterator[tuple[Any, AnyPosition]]:
    """Yield the moves of an iteration's playout from a position on, each with the position after it.

    Each iteration (from 1) has a random generator of its own, so that a playout can be repeated.
    """
    dice = Random((problem.seed << SEED_BITS) + iteration).random
    scores = problem.scores if problem.options["playouts"] == "scored" else None
    for _ in range(LONGEST):
        if position.outcome() is not None:
            return
        moves, odds = position.moves(), probabilities(position)
        if scores is not None and odds is None:
            moves = best_of(moves, scores(position, moves))
        move = moves[int(dice() * len(moves)) if odds is None else drawn(odds, dice())]
        position = position.play(move)
        yield move, position


def best_of(moves: Sequence[Any], scores: Sequence[float]) -> list[Any]:
    """Return the moves with the highest score.

    >>> best_of("abc", [1, 3, 3])
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
        return None if outcome is None else worth(outcome) * (1 if position.maximizing else -1)

    def is_answer(move: Any) -> bool:
        after = position.play(move)
        ended = result(after)
        if ended is not None or after.maximizing == position.maximizing or probabilities(after) is not None:
            return ended != -1
        return all(result(after.play(reply)) != -1 for reply in after.moves())

    return [numbered for numbered in moves if is_answer(numbered[1])] or [*moves]


def iterations(problem: Problem) -> int:
    """Return the number of iterations: one if the game is over at the root."""
    return 1 if problem.root.outcome() is not None else int(problem.options["iterations"])


def check(problem: Problem) -> None:
    """Raise InputError for playouts by scores in a game that has none."""
    if problem.options["playouts"] == "scored" and problem.scores is None:
        raise InputError("playouts: 'scored' needs a game with the ordering scored, and this one has none; use random")


def read_exploration(text: str) -> float:
    """Read a number that is not negative; InputError for any other text."""
    number = numbers.read(text, "the exploration")
    if not 0 <= number <= MOST_EXPLORATION:
        raise InputError(f"the exploration {text!r:.60} is not a number from 0 to {MOST_EXPLORATION:,}")
    return number


MOST_EXPLORATION = 1_000_000
MOST_ITERATIONS = 1_000_000_000

ALGORITHM = Algorithm(
    name="mcts",
    title="MCTS",
    about="random games from the leaves of a tree that grows where it looks good",
    fail={"soft": mcts},
    pseudocode=PSEUDOCODE["mcts"],
    options=(
        SearchOption(
            "iterations", "How many random games are played.", 1_000,
            read_count("the number of iterations", 1, MOST_ITERATIONS), in_heading="{:,} iterations".format,
            always_named=False,
        ),
        SearchOption(
            "exploration", "How much moves that were visited seldom are favoured; 0 only follows the means.", 1.4142,
            read_exploration, in_heading=lambda number: "" if number == 1.4142 else f"exploration {number:g}",
            choices=("1.4142", "0"),
        ),
        SearchOption(
            "playouts", "How random games are played: any move, or one of those with the highest score.", "random",
            choice("random", "scored"), metavar="HOW", choices=("random", "scored"), in_heading="{} playouts".format,
        ),
        SearchOption(
            "threats", "At the root, only moves that win at once, or that leave no such answer.", False, yes_or_no,
            in_heading=lambda on: "threats answered" if on else "",
        ),
    ),
    ignores=("depth", "evaluation"),
    uses_window=False,
    exact=False,
    revisits=True,
    passes=Passes.ADD,
    chance=True,
    check=check,
    sampling=Sampling(iterations, bonus, playout),
)  # fmt: skip
