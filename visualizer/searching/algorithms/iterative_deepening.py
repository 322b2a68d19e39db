"""Iterative deepening: alpha-beta to depth 1, 2, 3 ..., trying the last pass's best move first."""

# tests/oracles/laws.py has the laws of the paper that each visit of this search obeys.

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
    """Return the root's value from MAX's side, or a bound if it lies outside the root's window.

    Each pass is an alpha-beta search, one ply deeper than the pass before. With a table, the move
    that was best when a position was last searched, to any depth, is tried first. Without a table,
    passes do not depend on earlier passes. Without a depth limit, the passes go on until every line
    reaches the end of the game. With quiescence, the table is not used beyond the depth limit.
    After Slate and Atkin, "Chess 4.5: the Northwestern University chess program", 1977.
    """
    table = TranspositionTable(stores_best_moves=True)
    pass_problem = problem
    if problem.options["table"]:
        pass_problem = replace(problem, order_beyond=problem.order, table=table)

    def evaluate(position: Any, outcome: float | None) -> float:
        """Evaluate a leaf, and count the leaves at the depth limit."""
        if outcome is None:
            table.limit_count += 1
        return problem.evaluate(position, outcome)

    def best_first(position: Any, moves: Any, path: CurrentPath) -> Iterable[tuple[int, Any]]:
        """Return the (move index, move) pairs in the problem's order, but the best move first."""
        best = table.best.get(position.key())
        # The key is False, which sorts first, only for the best move; other moves keep their order.
        return sorted(problem.order(position, moves, path), key=lambda child: child[0] != best)

    value = nan
    # If the game is over at the root, one pass is enough, even with a depth limit.
    until_game_ends = problem.depth == NO_DEPTH_LIMIT or problem.root.outcome() is not None
    depths = count(1) if until_game_ends else range(1, problem.depth + 1)
    for depth in depths:
        recorder.begin_pass(depth=depth)
        count_before = table.limit_count
        pass_problem = replace(
            pass_problem,
            depth=depth,
            evaluate=evaluate,
            order=best_first,
        )
        value = alpha_beta(pass_problem, recorder)
        # If no leaf was at the depth limit, every line has reached the end of the game.
        if until_game_ends and table.limit_count == count_before:
            break
    return value


ALGORITHM = Algorithm(
    name="iterative-deepening",
    title="iterative deepening",
    about="alpha-beta one ply deeper in each pass; "
    "the best move of the previous pass, from its table, is tried first",
    fail={"soft": iterative_deepening},
    pseudocode=PASSES_CODE + ONE_PASS_CODE,
    pseudocode_table=PASSES_CODE + BEST_FIRST_CODE,
    options=(TABLE_BY_DEFAULT_OPTION, quiescence.QUIESCENCE_OPTION),
    revisits=True,
)
