"""Monte Carlo tree search: random games from the leaves of a tree that grows where it looks good (UCT)."""

import random
from collections.abc import Callable
from math import inf, log, sqrt
from typing import Any

from games.tree import TreePosition
from visualizer.algorithms import Algorithm, Problem
from visualizer.trace.recorder import PLAYOUT, SAMPLED, TERMINAL, Recorder
from visualizer.trace.rows import Passes

ITERATIONS = 60
EXPLORATION = 1.4142
SEED = 7
LONGEST = 1_000
"""A random game that takes more plies counts 0."""


class Node:
    """A position, how often it has been visited, and the sum of the results from MAX's side."""

    def __init__(self, position: Any) -> None:
        """Begin with no visits and no children."""
        self.position = position
        self.visits = 0
        self.total = 0.0
        self.children: dict[int, Node] = {}
        """By their natural numbers, in the order of expansion."""

    @property
    def mean(self) -> float:
        """Return the mean result from MAX's side, 0 before the first."""
        return self.total / self.visits if self.visits else 0.0

    def bound(self, child: "Node") -> float:
        """Return the upper confidence bound of a child, from the mover's side."""
        sign = 1 if self.position.maximizing else -1
        return sign * child.mean + EXPLORATION * sqrt(log(self.visits) / child.visits)


def uct(problem: Problem, recorder: Recorder) -> float:
    """Return the mean result of the most visited move at the root, from MAX's side.

    After Kocsis and Szepesvári, "Bandit based Monte-Carlo planning", 2006, with one node expanded in each iteration.
    """
    dice, worth = random.Random(SEED), result_of(problem.root)

    def playout(position: Any) -> float:
        for _ in range(LONGEST + 1):
            outcome = position.outcome()
            if outcome is not None:
                return worth(outcome)
            position = position.play(dice.choice(position.moves()))
        return 0

    def select(node: Node) -> int:
        """Return the child to visit: one not visited yet if there is any, else that with the greatest bound."""
        moves = node.position.moves()
        tried = [*problem.order(node.position, moves, recorder.path)]
        bounds = {number: node.bound(child) for number, child in node.children.items()}
        new = [number for number, _ in tried if number not in bounds]
        recorder.judge(
            sorted([*new, *bounds], key=lambda number: -bounds.get(number, inf)),
            [bounds.get(number, inf) for number in range(len(moves))],
        )
        if new:
            node.children[new[0]] = Node(node.position.play(moves[new[0]]))
            return new[0]
        return max(bounds, key=lambda number: bounds[number])

    def iterate(node: Node, number: int) -> float:
        """Visit a node and what is selected below it; return the result."""
        position, outcome = node.position, node.position.outcome()
        if outcome is not None:
            result = recorder.leaf(number, worth(outcome), TERMINAL, node.visits, node.mean)
        elif node.visits == 0 and node is not root:
            result = recorder.leaf(number, playout(position), PLAYOUT, node.visits, node.mean)
        else:
            recorder.enter(number, position.maximizing, len(position.moves()), node.visits, node.mean)
            child = select(node)
            result = recorder.leave(iterate(node.children[child], child), SAMPLED)
        node.visits += 1
        node.total += result
        return result

    root = Node(problem.root)
    for iteration in range(1, ITERATIONS + 1):
        recorder.begin_pass(f"iteration {iteration}")
        iterate(root, 0)
    return max(root.children.values(), key=lambda child: child.visits, default=root).mean


def result_of(root: Any) -> Callable[[float], float]:
    """Return what an outcome counts: its sign, or in a tree its place between the least leaf and the greatest."""
    if not isinstance(root, TreePosition):
        return lambda outcome: (outcome > 0) - (outcome < 0)
    leaves = [*outcomes(root)]
    low, high = min(leaves), max(leaves)
    return lambda outcome: 2 * (outcome - low) / (high - low) - 1 if low < high else 0


def outcomes(position: Any) -> list[float]:
    """List the numbers of the leaves of a tree."""
    if position.outcome() is not None:
        return [position.outcome()]
    return [outcome for move in position.moves() for outcome in outcomes(position.play(move))]


ALGORITHM = Algorithm(
    name="double-uct",
    title="UCT",
    about="random games from a tree that grows where it looks good",
    fail={"soft": uct},
    pseudocode="",
    uses_window=False,
    exact=False,
    entry=("visits", "mean"),
    revisits=True,
    passes=Passes.ADD,
)
