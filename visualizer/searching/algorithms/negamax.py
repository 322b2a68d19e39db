"""Negamax: alpha-beta with values from the mover's side, so that one rule serves both players."""

from math import inf
from typing import Any

from visualizer.searching.algorithms import (
    PSEUDOCODE,
    Algorithm,
    Problem,
    WindowedSearch,
    leaf_evaluation,
)
from visualizer.searching.algorithms.table import TABLE_OPTION, with_table_lookup
from visualizer.support.errors import RefusedError
from visualizer.trace.recorder import CUT, Recorder


def negated(search: WindowedSearch) -> WindowedSearch:
    """Convert a search from the mover's side to MAX's side or back.

    The converted search changes the signs of values and windows at MIN nodes.
    """

    def visit(
        position: Any,
        depth: int,
        number: int,
        alpha: float,
        beta: float,
    ) -> float:
        """Return the value of `search`, with the opposite sign at a MIN node."""
        if position.maximizing:
            return search(position, depth, number, alpha, beta)
        return -search(position, depth, number, -beta, -alpha)

    return visit


def negamax(problem: Problem, recorder: Recorder) -> float:
    """Return the root's value from MAX's side, or a bound if it lies outside the root's window.

    What is good for one player is as bad for the other: max(a, b) = -min(-a, -b). So values and
    windows change sign between a node and its child, and both players take the maximum. The visits
    are the same as those of alpha-beta, and are recorded from MAX's side. After Knuth and Moore,
    "An analysis of alpha-beta pruning", 1975, procedure F2, fail-soft. RefusedError in a game in
    which a player moves twice in a row.
    """
    evaluate_leaf = leaf_evaluation(problem, recorder)
    order = problem.order
    limit = problem.depth
    cut = problem.cut
    enter = recorder.enter
    leave = recorder.leave
    path = recorder.path
    root_maximizing = problem.root.maximizing

    # The decorator adds a table, in which values are from MAX's side: `negated` converts them.
    @with_table_lookup(problem, recorder, negated)
    def search(
        position: Any,
        depth: int,
        number: int,
        alpha: float,
        beta: float,
    ) -> float:
        """Return a node's value from its mover's side; `number` is the index of the move to it."""
        # Players take turns. `position.maximizing` may be wrong when the game is over.
        is_roots_turn = depth % 2 == 0
        maximizing = root_maximizing == is_roots_turn
        # The recorder takes values and windows from MAX's side.
        if maximizing:
            sign = 1
            low = alpha
            high = beta
        else:
            sign = -1
            low = -beta
            high = -alpha
        outcome = position.outcome()
        if outcome is not None or depth == limit:
            return sign * evaluate_leaf(position, outcome, number, low, high)
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

    return negated(search)(problem.root, 0, 0, problem.alpha, problem.beta)


ALGORITHM = Algorithm(
    name="negamax",
    title="negamax",
    about="alpha-beta with one rule for both players: values change sign from ply to ply",
    fail={"soft": negamax},
    pseudocode=PSEUDOCODE["negamax"],
    options=(TABLE_OPTION,),
    from_mover=True,
)
