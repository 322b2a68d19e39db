"""Alpha-beta, fail-hard: every value returned lies inside the window that the node was given."""

from typing import Any

from visualizer.algorithms import Problem
from visualizer.algorithms.table import remembered
from visualizer.trace.recorder import CUT, LIMIT, TERMINAL, Recorder


def alpha_beta_fail_hard(problem: Problem, recorder: Recorder) -> float:
    """Return the value of the root from MAX's side, clipped to the root's window.

    An inner node returns alpha for "at most alpha" and beta for "at least beta". After Knuth and Moore, 1975, and
    chessprogramming.org, "Fail-Hard". The cut is always alpha >= beta: a clipped value never exceeds its bound.
    """
    evaluate, order, limit = problem.evaluate, problem.order, problem.depth
    enter, leaf, leave, path = recorder.enter, recorder.leaf, recorder.leave, recorder.path

    @remembered(problem, recorder)
    def search(position: Any, depth: int, number: int, alpha: float, beta: float) -> float:
        outcome = position.outcome()
        if outcome is not None:
            return leaf(number, evaluate(position, outcome), TERMINAL, alpha, beta)
        if depth == limit:
            return leaf(number, evaluate(position, None), LIMIT, alpha, beta)
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
