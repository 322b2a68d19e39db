"""Iterative deepening: alpha-beta to depth 1, 2, 3 ...; its table says which move was best the last time."""

# tests/oracles/laws.py has the laws that each visit of this search obeys, by the paper it is from.

from collections.abc import Iterable
from dataclasses import replace
from itertools import count
from math import nan
from typing import Any

from visualizer.searching.algorithms import (
    NO_DEPTH_LIMIT,
    PSEUDOCODE,
    Algorithm,
    CurrentPath,
    Problem,
    quiescence,
)
from visualizer.searching.algorithms.alpha_beta import alpha_beta
from visualizer.searching.algorithms.table import TABLE_BY_DEFAULT_OPTION, TranspositionTable
from visualizer.trace.recorder import Recorder

PASSES_CODE = PSEUDOCODE["iterative-deepening"]
ONE_PASS_CODE = PSEUDOCODE["alpha-beta"]
BEST_FIRST_CODE = ONE_PASS_CODE.replace("ordered(node)", "best_first(node)")
"""The pseudocode of a pass with a table."""


def iterative_deepening(problem: Problem, recorder: Recorder) -> float:
    """Return the value of the root from MAX's side, or a bound on it if it lies outside the root's window.

    After Slate and Atkin, "Chess 4.5: the Northwestern University chess program", 1977: with a table, what was best in
    a position the last time, at whatever depth, is tried first; without one, no pass knows of those before it. With no
    depth limit the last pass is the first that meets none; so it is where the game is over. Beyond the limit, where
    only noisy moves are searched, the table is not asked.
    """
    table = TranspositionTable(ranks=True)
    if problem.options["table"]:
        passed = replace(problem, order_beyond=problem.order, table=table)
    else:
        passed = problem

    def evaluate(position: Any, outcome: float | None) -> float:
        table.limits += outcome is None
        return problem.evaluate(position, outcome)

    def best_first(position: Any, moves: Any, path: CurrentPath) -> Iterable[tuple[int, Any]]:
        best = table.best.get(position.key())
        return sorted(problem.order(position, moves, path), key=lambda child: child[0] != best)

    value = nan
    endless = problem.depth == NO_DEPTH_LIMIT or problem.root.outcome() is not None
    for depth in count(1) if endless else range(1, problem.depth + 1):
        recorder.begin_pass(depth=depth)
        limits = table.limits
        value = alpha_beta(
            replace(passed, depth=depth, evaluate=evaluate, order=best_first), recorder
        )
        if endless and table.limits == limits:
            break
    return value


ALGORITHM = Algorithm(
    name="iterative-deepening",
    title="iterative deepening",
    about="alpha-beta one ply deeper in each pass; the best move of the previous pass, from its table, is tried first",
    fail={"soft": iterative_deepening},
    pseudocode=PASSES_CODE + ONE_PASS_CODE,
    pseudocode_table=PASSES_CODE + BEST_FIRST_CODE,
    options=(TABLE_BY_DEFAULT_OPTION, quiescence.QUIESCENCE_OPTION),
    revisits=True,
)
