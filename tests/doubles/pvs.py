"""Principal variation search: of each child but the first it is asked whether it is better, and if so, how much."""

from math import inf, nextafter
from typing import Any

from visualizer.algorithms import Algorithm, Problem
from visualizer.trace.recorder import CUT, LIMIT, TERMINAL, Recorder


def pvs(problem: Problem, recorder: Recorder) -> float:
    """Return the value of the root from MAX's side, or a bound on it if it lies outside the root's window.

    The first child is searched with the window at hand, every other with a null window at the mover's bound, and once
    more with the window where its value lies inside. After Marsland, "A review of game-tree pruning", 1986, fail-soft.
    """

    def search(position: Any, depth: int, number: int, alpha: float, beta: float) -> float:
        outcome = position.outcome()
        if outcome is not None:
            return recorder.leaf(number, problem.evaluate(position, outcome), TERMINAL, alpha, beta)
        if depth == problem.depth:
            return recorder.leaf(number, problem.evaluate(position, None), LIMIT, alpha, beta)
        moves, maximizing = position.moves(), position.maximizing
        recorder.enter(number, maximizing, len(moves), alpha, beta)
        best = -inf if maximizing else inf
        for place, (child, move) in enumerate(problem.order(position, moves, recorder.path)):
            after = position.play(move)
            if place == 0:
                value = search(after, depth + 1, child, alpha, beta)
            else:
                null = (alpha, nextafter(alpha, inf)) if maximizing else (nextafter(beta, -inf), beta)
                value = search(after, depth + 1, child, *null)
                if alpha < value < beta:
                    value = search(after, depth + 1, child, alpha, beta)
            if maximizing:
                best = max(best, value)
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                beta = min(beta, best)
            if problem.cut(alpha, beta):
                return recorder.leave(best, CUT)
        return recorder.leave(best)

    return search(problem.root, 0, 0, problem.alpha, problem.beta)


ALGORITHM = Algorithm(
    name="double-pvs",
    title="PVS",
    about="null windows, and second looks where they say that a child is better",
    fail={"soft": pvs},
    pseudocode="",
    revisits=True,
)
