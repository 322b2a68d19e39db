"""Principal variation search: of each child but the first it is asked whether it is better, and if so, how much."""

# tests/oracles/laws.py has the laws that each visit of this search obeys, by the paper it is from.

from math import inf, nextafter
from typing import Any

from visualizer.searching.algorithms import (
    PSEUDOCODE,
    Algorithm,
    Problem,
    quiescence,
    search_with_options,
)
from visualizer.searching.algorithms.table import TABLE_OPTION
from visualizer.trace.recorder import CUT, LIMIT, TERMINAL, Recorder


def pvs(problem: Problem, recorder: Recorder) -> float:
    """Return the value of the root from MAX's side, or a bound on it if it lies outside the root's window.

    The first child is searched with the window at hand. Every other is searched with a null window at the bound of
    who is to move, in which no value lies: that costs least and says whether the child is better. Where its value lies
    inside the window, it is searched once more, with the window. After Marsland, "A review of game-tree pruning", 1986,
    and Marsland and Campbell, 1982; fail-soft.
    """
    evaluate = problem.evaluate
    order = problem.order
    limit = problem.depth
    cut = problem.cut
    enter = recorder.enter
    leaf = recorder.leaf
    leave = recorder.leave
    path = recorder.path

    @search_with_options(problem, recorder)
    def search(position: Any, depth: int, number: int, alpha: float, beta: float) -> float:
        outcome = position.outcome()
        if outcome is not None or depth == limit:
            return leaf(
                number,
                evaluate(position, outcome),
                LIMIT if outcome is None else TERMINAL,
                alpha,
                beta,
            )
        moves = position.moves()
        maximizing = position.maximizing
        enter(number, maximizing, len(moves), alpha, beta)
        best = -inf if maximizing else inf
        for tried, (child, move) in enumerate(order(position, moves, path)):
            after = position.play(move)
            if tried == 0:
                value = search(after, depth + 1, child, alpha, beta)
            else:
                if maximizing:
                    null = (alpha, nextafter(alpha, inf))
                else:
                    null = (nextafter(beta, -inf), beta)
                value = search(after, depth + 1, child, *null)
                if alpha < value < beta:
                    value = search(after, depth + 1, child, alpha, beta)
            if maximizing:
                best = max(best, value)
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                beta = min(beta, best)
            if cut(alpha, beta):
                return leave(best, CUT)
        return leave(best)

    return search(problem.root, 0, 0, problem.alpha, problem.beta)


ALGORITHM = Algorithm(
    name="pvs",
    title="PVS",
    about="first asks whether a later child is better, and only then by how much: null windows, then second looks",
    fail={"soft": pvs},
    pseudocode=PSEUDOCODE["pvs"],
    options=(TABLE_OPTION, quiescence.QUIESCENCE_OPTION),
    revisits=True,
)
