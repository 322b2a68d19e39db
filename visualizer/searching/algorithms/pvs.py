"""Principal variation search: ask whether a later child is better, and only if so by how much."""

# tests/oracles/laws.py has the laws of the paper that each visit of this search obeys.

from math import inf, nextafter
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
from visualizer.trace.rows import Window


def pvs(problem: Problem, recorder: Recorder) -> float:
    """Return the root's value from MAX's side, or a bound if it lies outside the root's window.

    The first child is searched with the node's window. Every other child is searched with a null
    window at the mover's bound: this costs least, and tells whether the child is better. If the
    child's value lies inside the node's window, the child is searched again with that window. After
    Marsland, "A review of game-tree pruning", 1986, and Marsland and Campbell, 1982; fail-soft.
    """
    evaluate_leaf = leaf_evaluation(problem, recorder)
    order = problem.order
    limit = problem.depth
    cut = problem.cut
    enter = recorder.enter
    leave = recorder.leave
    path = recorder.path

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
        maximizing = position.maximizing
        enter(number, maximizing, len(moves), alpha, beta)
        best = -inf if maximizing else inf
        for tried, (child, move) in enumerate(order(position, moves, path)):
            next_position = position.play(move)
            if tried == 0:
                value = search(next_position, depth + 1, child, alpha, beta)
            else:
                low, high = null_window(alpha, beta, maximizing=maximizing)
                value = search(next_position, depth + 1, child, low, high)
                # The child is better than the best so far, but it is unknown by how much.
                if alpha < value < beta:
                    value = search(next_position, depth + 1, child, alpha, beta)
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


def null_window(alpha: float, beta: float, *, maximizing: bool) -> Window:
    """Return a window with no value inside, at the mover's bound: alpha for MAX, beta for MIN.

    A search with this window only tells whether the child is better for the mover than the bound.

    >>> low, high = null_window(3.0, 9.0, maximizing=True)
    >>> low == 3.0 < high < 3.000001
    True
    """
    if maximizing:
        return alpha, nextafter(alpha, inf)
    return nextafter(beta, -inf), beta


ALGORITHM = Algorithm(
    name="pvs",
    title="PVS",
    about="first asks whether a later child is better, and only then by how much: "
    "null windows, then second looks",
    fail={"soft": pvs},
    pseudocode=PSEUDOCODE["pvs"],
    options=(TABLE_OPTION, quiescence.QUIESCENCE_OPTION),
    revisits=True,
)
