"""What searches of games with chance share: exact values, and outcomes drawn or equally likely."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from math import isinf
from typing import Any

from games import AnyPosition, Probabilities
from visualizer.algorithms import Problem
from visualizer.look.numbers import write


def exactly(problem: Problem) -> Problem:
    """Return the problem with fractions for values, window and limits if it is a written tree; any other as it is.

    So no count depends on rounding there; in games values are floating-point numbers.
    """
    if not problem.exact:
        return problem
    evaluate, (least, most) = problem.evaluate, problem.limits
    return replace(
        problem,
        evaluate=lambda position, outcome: fraction(evaluate(position, outcome)),
        alpha=fraction(problem.alpha),
        beta=fraction(problem.beta),
        limits=(fraction(least), fraction(most)),
    )


def fraction(value: float) -> Any:
    """Return a number as a fraction, by its digits; a whole number or an infinity as it is.

    >>> fraction(0.1), fraction(3), fraction(float("inf"))
    (Fraction(1, 10), 3, inf)
    """
    return value if isinstance(value, int) or isinf(value) else Fraction(write(value))


def equally_likely(count: int, *, exact: bool) -> Probabilities:
    """Return equal probabilities of some outcomes, as fractions where they are to be exact."""
    return [Fraction(1, count)] * count if exact else [1 / count] * count


def drawn(odds: Probabilities, number: float) -> int:
    """Return the outcome, by its move index, that a random number from 0 to 1 stands for.

    >>> drawn([0.25, 0.75], 0.2), drawn([0.25, 0.75], 0.3)
    (0, 1)
    """
    total: Any = 0
    for place, chance in enumerate(odds):
        total += chance
        if number < total:
            return place
    return len(odds) - 1


def named(position: AnyPosition, path: Sequence[int]) -> str:
    """Return the moves of a path as the game writes them."""
    names = []
    for number in path:
        move = position.moves()[number]
        names.append(position.name(move))
        position = position.play(move)
    return " ".join(names) or "at the root"
