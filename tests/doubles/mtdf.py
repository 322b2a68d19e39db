"""MTD(f): alpha-beta with memory, asked again and again with null windows until the bounds meet."""

from math import inf, nextafter
from typing import Any

from tests.doubles.table import Entry, Table
from visualizer.algorithms import Algorithm, Problem
from visualizer.look.numbers import show
from visualizer.trace.recorder import CUT, LIMIT, TABLE, TERMINAL, Recorder
from visualizer.trace.rows import Passes


def mtdf(problem: Problem, recorder: Recorder) -> float:
    """Return the value of the root from MAX's side, or a bound on it if it lies outside the root's window.

    After Plaat, Schaeffer, Pijls and de Bruin, "Best-first fixed-depth minimax algorithms", 1996.
    """
    table = Table(problem.cut)

    def search(position: Any, depth: int, number: int, alpha: float, beta: float) -> float:
        outcome, remaining = position.outcome(), problem.depth - depth
        if outcome is not None:
            return recorder.leaf(number, problem.evaluate(position, outcome), TERMINAL, alpha, beta)
        if remaining == 0:
            return recorder.leaf(number, problem.evaluate(position, None), LIMIT, alpha, beta)
        known = table.answer(position, remaining, alpha, beta)
        if known is not None:
            return recorder.leaf(number, known.value, TABLE, alpha, beta, known.row)
        moves, maximizing = position.moves(), position.maximizing
        row = recorder.enter(number, maximizing, len(moves), alpha, beta)
        best, low, high, kind = (-inf if maximizing else inf), alpha, beta, None
        for child, move in problem.order(position, moves, recorder.path):
            value = search(position.play(move), depth + 1, child, low, high)
            if maximizing:
                best = max(best, value)
                low = max(low, best)
            else:
                best = min(best, value)
                high = min(high, best)
            if problem.cut(low, high):
                kind = CUT
                break
        table.store(position, Entry(remaining, best, best > alpha, best < beta, -1, row))
        return recorder.leave(best) if kind is None else recorder.leave(best, kind)

    lower, upper = problem.alpha, problem.beta
    f = min(max(0.0, lower), upper)
    while lower < upper:
        recorder.begin_pass(f"f = {show(f)}")
        beta = nextafter(f, inf) if f == lower else f
        f = search(problem.root, 0, 0, nextafter(beta, -inf), beta)
        if f < beta:
            upper = f
        else:
            lower = f
    return f


ALGORITHM = Algorithm(
    name="double-mtdf",
    title="MTD(f)",
    about="passes with null windows that close in on the value",
    fail={"soft": mtdf},
    pseudocode="",
    revisits=True,
    passes=Passes.NARROW,
)
