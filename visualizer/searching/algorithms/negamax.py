"""Negamax: alpha-beta with values from the mover's side, so that one rule serves both players."""

from collections.abc import Callable
from math import inf
from typing import Any

from visualizer.searching.algorithms import PSEUDOCODE, Algorithm, Problem
from visualizer.searching.algorithms.table import TABLE_OPTION, with_table_lookup
from visualizer.support.errors import RefusedError
from visualizer.trace.recorder import CUT, LIMIT, TERMINAL, Recorder

WindowedSearch = Callable[[Any, int, int, float, float], float]
"""A recursive search of a position, its ply, the index of its move, alpha and beta."""


def negated(search: WindowedSearch) -> WindowedSearch:
    """Convert a search from the mover's side to MAX's or back, changing signs below MIN nodes."""

    def visit(position: Any, depth: int, number: int, alpha: float, beta: float) -> float:
        if position.maximizing:
            return search(position, depth, number, alpha, beta)
        return -search(position, depth, number, -beta, -alpha)

    return visit


def negamax(problem: Problem, recorder: Recorder) -> float:
    """Return the root's value from MAX's side, or a bound if it lies outside the root's window.

    What is good for one player is as bad for the other: max(a, b) = -min(-a, -b). So values and
    windows change sign between a node and its child, and both players take the maximum. The visits
    are those of alpha-beta, and are recorded from MAX's side. After Knuth and Moore, "An analysis
    of alpha-beta pruning", 1975, procedure F2, fail-soft. RefusedError in a game in which a player
    moves twice in a row.
    """
    evaluate = problem.evaluate
    order = problem.order
    limit = problem.depth
    cut = problem.cut
    enter = recorder.enter
    leaf = recorder.leaf
    leave = recorder.leave
    path = recorder.path
    first = problem.root.maximizing

    # The decorator looks positions up in a table, where values are from MAX's side: `negated`.
    @with_table_lookup(problem, recorder, negated)
    def search(position: Any, depth: int, number: int, alpha: float, beta: float) -> float:
        maximizing = first == (depth % 2 == 0)
        sign = 1 if maximizing else -1
        low, high = (alpha, beta) if maximizing else (-beta, -alpha)
        outcome = position.outcome()
        if outcome is not None or depth == limit:
            kind = LIMIT if outcome is None else TERMINAL
            return sign * leaf(number, evaluate(position, outcome), kind, low, high)
        if position.maximizing != maximizing:
            raise RefusedError(
                "negamax needs players who take turns, but here one moves twice; use alpha-beta"
            )
        moves = position.moves()
        enter(number, maximizing, len(moves), low, high)
        value = -inf
        for child, move in order(position, moves, path):
            value = max(value, -search(position.play(move), depth + 1, child, -beta, -alpha))
            alpha = max(alpha, value)
            if cut(alpha, beta):
                return sign * leave(sign * value, CUT)
        return sign * leave(sign * value)

    alpha = problem.alpha
    beta = problem.beta
    if first:
        return search(problem.root, 0, 0, alpha, beta)
    return -search(problem.root, 0, 0, -beta, -alpha)


ALGORITHM = Algorithm(
    name="negamax",
    title="negamax",
    about="alpha-beta with one rule for both players: values change sign from ply to ply",
    fail={"soft": negamax},
    pseudocode=PSEUDOCODE["negamax"],
    options=(TABLE_OPTION,),
    from_mover=True,
)
