"""Programs that are written at random are recorded as Python's profiler reports them."""

import io
from pathlib import Path
from typing import Any

import pytest

from tests.programs.test_recorded_calls import names_of_calls, profiled_calls
from tests.programs.written_programs import (
    FUNCTIONS,
    ROLES,
    WrittenProgram,
    random_program,
)
from visualizer.your_code.programs.calls import RecordedCalls
from visualizer.your_code.programs.instrumenting import instrumented
from visualizer.your_code.programs.plan import board_finder, plan_search
from visualizer.your_code.programs.recording import (
    CallRecorder,
    VisitLimits,
    VisitRecorder,
    simple_value,
)
from visualizer.your_code.programs.roles import Roles
from visualizer.your_code.programs.source import ProgramSource
from visualizer.your_code.programs.uncut import RootWindow, remove_cuts
from visualizer.your_code.programs.worker import hook_names

PROGRAMS = 5_000
"""So many programs are written; far fewer where slow tests are left out."""


def record_here(
    program: WrittenProgram, folder: Path, *, is_uncut: bool = False
) -> tuple[RecordedCalls, Roles]:
    """Run a program in this process, and return its recorded calls with the roles."""
    given = ROLES.get(program.style, {})
    source = ProgramSource(program.text, "program.py")
    plan = plan_search(source, None, given)
    roles = Roles(plan.functions, given)
    change = None
    if is_uncut:
        change = lambda tree: remove_cuts(tree, plan.functions, roles)  # noqa: E731  short
    tree, sites = instrumented(source, plan.functions, change)
    file = folder / "calls"
    with file.open("wb") as stream:
        recorder = CallRecorder(stream)
        finder = board_finder(source, plan, given, None)
        limits = VisitLimits(1_000_000, fail)
        visits = VisitRecorder(recorder.reports, finder.source_for, limits, lambda call: call())
        window = RootWindow(plan.functions, roles, is_negamax=plan.negates)
        names = {**hook_names(visits, window), "print": io.StringIO().write, "__name__": "program"}
        names["print"] = lambda *values: None
        exec(compile(tree, "program.py", "exec"), names)
        recorder.end()
    calls = RecordedCalls(plan.functions, sites)
    calls.read(file)
    return calls, roles


def fail() -> None:
    """Fail: none of the programs searches so much."""
    pytest.fail("the limit of visits was reached")


@pytest.fixture
def seeds(request: pytest.FixtureRequest) -> range:
    """Return the seeds of the programs to write."""
    is_quick = "not slow" in request.config.option.markexpr
    return range(PROGRAMS // 25 if is_quick else PROGRAMS)


def root_value(calls: RecordedCalls) -> Any:
    """Return the value that the root has returned."""
    result = calls.calls[0].result
    return result[0] if isinstance(result, tuple) else result


def test_recorded_as_the_profiler_reports(seeds: range, tmp_path: Path) -> None:
    """Calls, their parents and their results are those that Python's profiler reports."""
    for seed in seeds:
        program = random_program(seed)
        file = tmp_path / "profiled.py"
        file.write_text(program.text, encoding="utf-8")
        profiled = profiled_calls(file, FUNCTIONS[program.style], [])
        calls, _ = record_here(program, tmp_path)

        results = [call.result for call in calls.calls]
        assert names_of_calls(calls) == profiled.names
        assert [call.parent for call in calls.calls] == profiled.parents
        assert results == [simple_value(profiled.results[n]) for n in range(len(results))]


def test_cut_and_uncut_values(seeds: range, tmp_path: Path) -> None:
    """With and without its cuts, a right program finds the value of its tree.

    Without them it visits every node.
    """
    for seed in seeds:
        program = random_program(seed)
        cut, _ = record_here(program, tmp_path)
        uncut, _ = record_here(program, tmp_path, is_uncut=True)

        assert root_value(cut) == program.value
        assert root_value(uncut) == program.value
        assert len(uncut.calls) == count_nodes(program.tree)


def count_nodes(tree: Any) -> int:
    """Return the number of nodes of a tree of nested lists."""
    if isinstance(tree, int):
        return 1
    return 1 + sum(map(count_nodes, tree))
