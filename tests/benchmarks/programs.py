"""Measures recording the calls of a program: all 549,946 visits of tic-tac-toe by minimax."""

from __future__ import annotations

import ast
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from tests.benchmarks.films import Line, Section
from tests.benchmarks.measure import ratio
from visualizer.your_code.programs.instrumenting import instrumented
from visualizer.your_code.programs.plan import board_finder, plan_search
from visualizer.your_code.programs.recording import CallRecorder, VisitLimits, VisitRecorder
from visualizer.your_code.programs.roles import Roles
from visualizer.your_code.programs.source import ProgramSource
from visualizer.your_code.programs.uncut import RootWindow
from visualizer.your_code.programs.worker import hook_names

VISITS = 549_946
TIC_TAC_TOE = """
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def winner(board):
    for a, b, c in LINES:
        if board[a] != " " and board[a] == board[b] == board[c]:
            return board[a]
    return None


def minimax(board, depth, is_max):
    won = winner(board)
    if won is not None:
        return 1 if won == "X" else -1
    if " " not in board:
        return 0
    best = -2 if is_max else 2
    for i in range(9):
        if board[i] == " ":
            board[i] = "X" if is_max else "O"
            value = minimax(board, depth + 1, not is_max)
            board[i] = " "
            best = max(best, value) if is_max else min(best, value)
    return best
"""


def searched(tree: ast.Module, names: dict[str, Any]) -> Callable[[], object]:
    """Return what searches tic-tac-toe, defined by a syntax tree with some names."""
    exec(compile(tree, "tictactoe.py", "exec"), names)
    return lambda: names["minimax"]([" "] * 9, 0, True)


def recorded() -> Callable[[], object]:
    """Return what searches tic-tac-toe and records its calls."""
    source = ProgramSource(TIC_TAC_TOE, "tictactoe.py")
    plan = plan_search(source, None, {})
    tree, _ = instrumented(source, plan.functions)
    finder = board_finder(source, plan, {}, None)
    window = RootWindow(plan.functions, Roles(plan.functions, {}), is_negamax=False)

    def search() -> None:
        with tempfile.TemporaryDirectory() as folder:
            recorder = CallRecorder((Path(folder) / "calls").open("wb"))
            limits = VisitLimits(VISITS, lambda: None)
            visits = VisitRecorder(recorder.reports, finder.source_for, limits, lambda call: call())
            searched(tree, hook_names(visits, window))()
            recorder.end()
            assert visits.visits == VISITS, visits.visits

    return search


def recording_calls() -> Iterator[Line]:
    """Measure recording the calls of a program against running it."""
    bare = searched(ast.parse(TIC_TAC_TOE), {})
    yield "calls of 549,946 visits recorded", f"{ratio(recorded(), bare, rounds=3):.2f}", "5"


SECTIONS: tuple[Section, ...] = (recording_calls,)
