"""Expectiminimax: minimax with chance nodes, each worth the sum of probability times value."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from math import inf, isinf
from typing import Any

from games import AnyPosition, Probabilities, probabilities
from visualizer.look.numbers import number_as_typed
from visualizer.searching.algorithms import PSEUDOCODE, Algorithm, Problem, leaf_evaluation
from visualizer.searching.algorithms.table import TABLE_OPTION, windowless, with_table_lookup
from visualizer.trace.recorder import Recorder
from visualizer.trace.rows import CHANCE_TURN

OddsFunction = Callable[[AnyPosition], Probabilities | None]
"""Returns the probabilities of the moves at a chance node, None where a player chooses."""


def expectiminimax(
    problem: Problem, recorder: Recorder, odds: OddsFunction = probabilities
) -> float:
    """Return the root's mean value for MAX, if both sides play as well as they can.

    Every node down to the depth limit is visited once. `odds` returns the probabilities at chance
    nodes, by default those of the game. After Michie, "Game-playing and game-learning automata",
    1966; Russell and Norvig, "Artificial Intelligence", 4th edition, section 5.5.
    """
    problem = with_fractions(problem)
    evaluate_leaf = leaf_evaluation(problem, recorder)
    order = problem.order
    limit = problem.depth
    enter = recorder.enter
    leave = recorder.leave
    path = recorder.path

    @with_table_lookup(problem, recorder, windowless)
    def search(position: Any, depth: int, number: int) -> float:
        """Return the value of a node at a ply `depth`; `number` is the index of the move to it."""
        outcome = position.outcome()
        if outcome is not None or depth == limit:
            return evaluate_leaf(position, outcome, number)
        moves = position.moves()
        chances = odds(position)
        value: float
        if chances is not None:
            enter(number, CHANCE_TURN, len(moves))
            value = 0
            for child, move in order(position, moves, path):
                value += chances[child] * search(position.play(move), depth + 1, child)
            return leave(value)
        enter(number, position.maximizing, len(moves))
        if position.maximizing:
            value = -inf
            for child, move in order(position, moves, path):
                value = max(value, search(position.play(move), depth + 1, child))
        else:
            value = inf
            for child, move in order(position, moves, path):
                value = min(value, search(position.play(move), depth + 1, child))
        return leave(value)

    return search(problem.root, 0, 0)


# Expectimax, Star1 and MCTS use the functions below, too.


def with_fractions(problem: Problem) -> Problem:
    """Return the problem with exact fractions as values, if it is a written tree.

    In a tree, rounding errors could change which nodes are cut. The problem of any other game is
    returned unchanged: games have floating-point values.
    """
    if not problem.exact:
        return problem
    evaluate = problem.evaluate
    least, most = problem.limits
    return replace(
        problem,
        evaluate=lambda position, outcome: as_fraction(evaluate(position, outcome)),
        alpha=as_fraction(problem.alpha),
        beta=as_fraction(problem.beta),
        limits=(as_fraction(least), as_fraction(most)),
    )


def as_fraction(value: float) -> Any:
    """Return a number as the fraction that its decimal digits give.

    A whole number or an infinity is returned unchanged.

    >>> as_fraction(0.1), as_fraction(3), as_fraction(float("inf"))
    (Fraction(1, 10), 3, inf)
    """
    if isinstance(value, int) or isinf(value):
        return value
    return Fraction(number_as_typed(value))


def equally_likely(count: int, *, exact: bool) -> Probabilities:
    """Return the probabilities of equally likely outcomes, as fractions if `exact`."""
    if exact:
        return [Fraction(1, count)] * count
    return [1 / count] * count


def outcome_for(odds: Probabilities, number: float) -> int:
    """Return the index of the outcome that a random number from 0 to 1 selects.

    >>> outcome_for([0.25, 0.75], 0.2), outcome_for([0.25, 0.75], 0.3)
    (0, 1)
    """
    total: Any = 0
    for index, probability in enumerate(odds):
        total += probability
        if number < total:
            return index
    # The total may be less than 1 because of rounding errors.
    return len(odds) - 1


ALGORITHM = Algorithm(
    name="expectiminimax",
    title="expectiminimax",
    about="minimax with chance: a chance node is worth the mean of its outcomes",
    fail={"soft": expectiminimax, "hard": expectiminimax},
    pseudocode=PSEUDOCODE["expectiminimax"],
    options=(TABLE_OPTION,),
    uses_window=False,
    chance=True,
)
