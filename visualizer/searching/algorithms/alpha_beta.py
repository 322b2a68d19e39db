"""Alpha-beta: minimax that skips whatever cannot change the result, fail-soft and fail-hard."""

# tests/oracles/checker.py checks windows, cuts and values of a trace against the textbook.

from dataclasses import replace
from math import inf
from typing import Any

from visualizer.searching.algorithms import (
    PSEUDOCODE,
    Algorithm,
    Problem,
    leaf_evaluation,
    quiescence,
    search_with_options,
)
from visualizer.searching.algorithms.table import TABLE_OPTION
from visualizer.trace.recorder import CUT, Recorder


def alpha_beta(problem: Problem, recorder: Recorder) -> float:
    """Return the root's value from MAX's side, or a bound if it lies outside the root's window.

    Fail-soft: a node returns the best value among its children so far. This value is exact if it
    lies inside the node's window. If it is at most alpha, it is an upper bound on the true value;
    if it is at least beta, it is a lower bound. A child that is not better than the best changes
    neither value nor window, so only a better child is tested for a cut, as in Russell and Norvig.
    After Knuth and Moore, "An analysis of alpha-beta pruning", 1975, procedure F2; Fishburn, 1983,
    for fail-soft.
    """
    evaluate_leaf = leaf_evaluation(problem, recorder)
    order = problem.order
    limit = problem.depth
    cut = problem.cut
    enter = recorder.enter
    leave = recorder.leave
    path = recorder.path

    # The decorator adds a transposition table and quiescence, if the problem asks for them.
    @search_with_options(problem, recorder)
    def search(
        position: Any,
        depth: int,
        number: int,
        alpha: float,
        beta: float,
    ) -> float:
        """Return the value of a node at a ply `depth`; `number` is the index of the move to it."""
        outcome = position.outcome()
        if outcome is not None or depth == limit:
            return evaluate_leaf(position, outcome, number, alpha, beta)
        moves = position.moves()
        enter(number, position.maximizing, len(moves), alpha, beta)
        if position.maximizing:
            value = -inf
            for child, move in order(position, moves, path):
                child_value = search(position.play(move), depth + 1, child, alpha, beta)
                if child_value > value:
                    value = child_value
                    alpha = max(alpha, value)
                    if cut(alpha, beta):
                        return leave(value, CUT)
        else:
            value = inf
            for child, move in order(position, moves, path):
                child_value = search(position.play(move), depth + 1, child, alpha, beta)
                if child_value < value:
                    value = child_value
                    beta = min(beta, value)
                    if cut(alpha, beta):
                        return leave(value, CUT)
        return leave(value)

    return search(problem.root, 0, 0, problem.alpha, problem.beta)


def clip_to_window(value: float, alpha: float, beta: float) -> float:
    """Return a value clipped to the window, as fail-hard returns it."""
    return min(max(value, alpha), beta)


def alpha_beta_fail_hard(problem: Problem, recorder: Recorder) -> float:
    """Return the value of the root from MAX's side, clipped to the root's window.

    An inner node returns alpha for "at most alpha" and beta for "at least beta". A clipped value
    never exceeds its bound, so the rule of cutting is always alpha >= beta. After Knuth and Moore,
    1975, and chessprogramming.org, "Fail-Hard".
    """
    evaluate_leaf = leaf_evaluation(problem, recorder)
    order = problem.order
    limit = problem.depth
    enter = recorder.enter
    leave = recorder.leave
    path = recorder.path

    # As above, the decorator adds a table and quiescence; values beyond the limit are clipped too.
    @search_with_options(problem, recorder, clip_to_window)
    def search(
        position: Any,
        depth: int,
        number: int,
        alpha: float,
        beta: float,
    ) -> float:
        """Return the value of a node at a ply `depth`; `number` is the index of the move to it."""
        outcome = position.outcome()
        if outcome is not None or depth == limit:
            return evaluate_leaf(position, outcome, number, alpha, beta)
        moves = position.moves()
        enter(number, position.maximizing, len(moves), alpha, beta)
        if position.maximizing:
            for child, move in order(position, moves, path):
                alpha = max(alpha, search(position.play(move), depth + 1, child, alpha, beta))
                if alpha >= beta:
                    return leave(beta, CUT)
            return leave(alpha)
        for child, move in order(position, moves, path):
            beta = min(beta, search(position.play(move), depth + 1, child, alpha, beta))
            if alpha >= beta:
                return leave(alpha, CUT)
        return leave(beta)

    return search(problem.root, 0, 0, problem.alpha, problem.beta)


ALPHA_BETA = Algorithm(
    name="alpha-beta",
    title="alpha-beta",
    about="minimax with a window: skips whatever cannot change the result",
    fail={"soft": alpha_beta, "hard": alpha_beta_fail_hard},
    pseudocode=PSEUDOCODE["alpha-beta"],
    pseudocode_hard=PSEUDOCODE["alpha-beta-fail-hard"],
    options=(TABLE_OPTION, quiescence.QUIESCENCE_OPTION),
)
ORDERED_ALPHA_BETA = replace(
    ALPHA_BETA,
    name="ordered-alpha-beta",
    title="ordered alpha-beta",
    about="alpha-beta that tries the moves with the highest scores first",
    ordering=("scored", "best"),
)
ALGORITHM = (ALPHA_BETA, ORDERED_ALPHA_BETA)
