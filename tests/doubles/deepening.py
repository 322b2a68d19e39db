"""Iterative deepening: alpha-beta to depth 1, 2, 3 ..., with a table that remembers answers and best moves."""

from itertools import count
from math import inf, nan
from typing import Any

from tests.doubles.table import Entry, Table
from visualizer.algorithms import TO_THE_END, Algorithm, Problem
from visualizer.trace.recorder import CUT, FULL, LIMIT, TABLE, TERMINAL, Recorder


def deepening(problem: Problem, recorder: Recorder) -> float:
    """Return the value of the root from MAX's side, or a bound on it if it lies outside the root's window.

    After Slate and Atkin, "Chess 4.5", 1977: a position's best move of the pass before is tried first. With no depth
    limit the passes end with the first that meets none.
    """
    table = Table(problem.cut)

    def ordered(position: Any, moves: Any) -> list[tuple[int, Any]]:
        tried = [*problem.order(position, moves, recorder.path)]
        known = table.entry(position)
        return sorted(tried, key=lambda child: child[0] != known.best) if known else tried

    def search(
        position: Any, remaining: int, number: int, alpha: float, beta: float
    ) -> tuple[float, bool]:  # the value, and whether the limit was met
        outcome = position.outcome()
        if outcome is not None:
            return recorder.leaf(number, problem.evaluate(position, outcome), TERMINAL, alpha, beta), False
        if remaining == 0:
            return recorder.leaf(number, problem.evaluate(position, None), LIMIT, alpha, beta), True
        known = table.answer(position, remaining, alpha, beta)
        if known is not None:
            return recorder.leaf(number, known.value, TABLE, alpha, beta, known.row), known.limited
        moves, maximizing = position.moves(), position.maximizing
        row = recorder.enter(number, maximizing, len(moves), alpha, beta)
        best, best_child, low, high = (-inf if maximizing else inf), -1, alpha, beta
        limited, kind = False, FULL
        for child, move in ordered(position, moves):
            value, met = search(position.play(move), remaining - 1, child, low, high)
            limited = limited or met
            if value > best if maximizing else value < best:
                best, best_child = value, child
            low, high = (max(low, best), high) if maximizing else (low, min(high, best))
            if problem.cut(low, high):
                kind = CUT
                break
        table.store(position, Entry(remaining, best, best > alpha, best < beta, best_child, row, limited))
        return recorder.leave(best, kind), limited

    value, endless = nan, problem.depth == TO_THE_END
    for depth in count(1) if endless else range(1, problem.depth + 1):
        recorder.begin_pass(f"depth {depth}")
        value, limited = search(problem.root, depth, 0, problem.alpha, problem.beta)
        if endless and not limited:
            break
    return value


ALGORITHM = Algorithm(
    name="double-deepening",
    title="iterative deepening",
    about="one ply deeper in each pass, with a table",
    fail={"soft": deepening},
    pseudocode="",
    revisits=True,
)
