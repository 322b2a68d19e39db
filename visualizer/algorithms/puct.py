"""PUCT: what an ordering says of the moves beforehand directs the first visits of MCTS, and means take over.

Rosin, "Multi-armed bandits with episode context", 2011, in the form of Silver and others, "Mastering the game of Go
without human knowledge", 2017: no child need be visited first, and one without visits counts as much as its parent.
"""

from collections.abc import Sequence
from math import exp, fsum, hypot, sqrt

from visualizer.algorithms import CurrentPath, Problem
from visualizer.algorithms.sampled_node import Node


def priors(problem: Problem, node: Node, path: CurrentPath) -> dict[int, float]:
    """Return the priors of the moves that may be expanded at a node, by move index, in the order of the ordering."""
    moves = node.position.moves()
    scores = [0.0] * len(moves) if problem.ranks is None else problem.ranks(node.position, moves, path)
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
    count, highest = len(scores), max(scores)
    if min(scores) == highest:
        return [1 / count] * count
    mean = fsum(score / count for score in scores)
    spread = hypot(*(score - mean for score in scores)) / sqrt(count)
    weights = [exp((score - highest) / spread / temperature) for score in scores]
    total = fsum(weights)
    return [weight / total for weight in weights]


def bonus(exploration: float, prior: float, visits: int, child_visits: int) -> float:
    """Return what is added to a child's mean for the mover: less, the more often it was visited itself.

    >>> round(bonus(1.5, 0.4, 100, 2), 2)
    2.0
    """
    return exploration * prior * sqrt(visits) / (1 + child_visits)


def child_to_visit(node: Node, exploration: float) -> tuple[int, Node]:
    """Return the child with the largest upper bound for the mover, of equals the first in the ordering; it may be new.

    A child that is proven is left out.
    """
    sign, children = 1 if node.position.maximizing else -1, node.children

    def upper_bound(number: int) -> float:
        child = children.get(number)
        mean, visits = (node.mean, 0) if child is None else (child.mean, child.visits)
        return sign * mean + bonus(exploration, node.priors[number], node.visits, visits)

    proven = {number for number, child in children.items() if child.proven is not None}
    chosen = max((number for number in node.priors if number not in proven), key=upper_bound)
    if chosen in children:
        return chosen, children[chosen]
    return node.expand([number for number, _ in node.untried].index(chosen))
