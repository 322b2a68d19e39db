"""The recorded calls of programs equal those that Python's profiler reports."""

import contextlib
import io
import runpy
import sys
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest

from visualizer.your_code.programs.calls import RecordedCalls
from visualizer.your_code.programs.program import ProgramSearch, RecordedProgram, record_program
from visualizer.your_code.programs.recording import SIMPLE_TYPES, simple_value
from visualizer.your_code.programs.worker import ProgramRequest

EXAMPLES = Path(__file__).parents[1] / "data" / "programs"
"""Programs as students write them, with a `.txt` behind their names: they are no code of ours."""

MOVE_VARIABLES = {
    "comprehension": ["child"],
    "copies": ["action"],
    "deepening": ["take"],
    "generator": ["squares"],
    "kept_best": ["i"],
    "memo": ["step"],
    "methods": ["square"],
    "mutual": ["s"],
    "negamax": ["i", "heap", "take"],
    "pairs": ["col"],
    "sorted_moves": ["m"],
    "undo": ["m"],
}
"""The variables of the loops in which each example calls its search."""
VALUES = {
    "comprehension": 5,
    "copies": 1,
    "deepening": 10,
    "generator": 1,
    "kept_best": 1,
    "memo": 1,
    "methods": 7,
    "mutual": 3,
    "negamax": 1,
    "pairs": 1,
    "sorted_moves": 1,
    "undo": 1,
}
"""The value of the first search of each example, from the side of its first player."""


@dataclass
class ProfiledCalls:
    """What Python's profiler reports of some functions."""

    names: list[str] = field(default_factory=list)
    parents: list[int] = field(default_factory=list)
    arguments: list[dict[str, Any]] = field(default_factory=list)
    moves: list[list[Any]] = field(default_factory=list)
    results: dict[int, Any] = field(default_factory=dict)


def profiled_calls(file: Path, functions: set[str], variables: list[str]) -> ProfiledCalls:
    """Run a program, and return the calls of its functions with these names."""
    found = ProfiledCalls()
    open_calls: list[int] = []

    def is_searching(code: CodeType) -> bool:
        return code.co_filename == str(file) and code.co_name in functions

    def handle(frame: FrameType, event: str, argument: Any) -> None:
        if not is_searching(frame.f_code):
            return
        if event == "return":
            found.results[open_calls.pop()] = argument
        elif event == "call":
            names = frame.f_code.co_varnames[: frame.f_code.co_argcount]
            found.names.append(frame.f_code.co_name)
            found.parents.append(open_calls[-1] if open_calls else -1)
            found.arguments.append({name: frame.f_locals[name] for name in names})
            caller = frame.f_back.f_locals if frame.f_back is not None else {}
            found.moves.append([caller[name] for name in variables if name in caller])
            open_calls.append(len(found.names) - 1)

    before = [*sys.path]
    sys.setprofile(handle)
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            runpy.run_path(str(file), run_name="__main__")
    finally:
        sys.setprofile(None)
        sys.path[:] = before
    return found


def example_file(name: str, folder: Path) -> Path:
    """Write an example to a folder, and return its file."""
    file = folder / f"{name}.py"
    file.write_text((EXAMPLES / f"{name}.py.txt").read_text(encoding="utf-8"), encoding="utf-8")
    return file


def record(file: Path, **options: Any) -> RecordedProgram:
    """Run a program in a process of its own."""
    return record_program(ProgramRequest(str(file), max_lines=1, **options))


@pytest.fixture(scope="module", params=sorted(MOVE_VARIABLES))
def example(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[str, RecordedProgram, ProfiledCalls]:
    """Return an example's name, its recorded calls, and those of the profiler."""
    file = example_file(request.param, tmp_path_factory.mktemp("program"))
    recorded = record(file)
    functions = {function.short_name for function in recorded.plan.functions}
    profiled = profiled_calls(file, functions, MOVE_VARIABLES[request.param])
    return request.param, recorded, profiled


def names_of_calls(calls: RecordedCalls) -> list[str]:
    """Return the function of each recorded call."""
    return [calls.functions[call.function].short_name for call in calls.calls]


def test_calls_and_their_parents(
    example: tuple[str, RecordedProgram, ProfiledCalls],
) -> None:
    """Each call of the search is recorded, in order, below the call that makes it."""
    _, recorded, profiled = example
    calls = recorded.calls

    assert names_of_calls(calls) == profiled.names
    assert [call.parent for call in calls.calls] == profiled.parents


def test_results(example: tuple[str, RecordedProgram, ProfiledCalls]) -> None:
    """What each call returns is recorded."""
    _, recorded, profiled = example
    results = [call.result for call in recorded.calls.calls]

    assert results == [simple_value(profiled.results[n]) for n in range(len(results))]


def test_arguments(example: tuple[str, RecordedProgram, ProfiledCalls]) -> None:
    """Numbers, texts and truth values that a call is given are recorded by their names."""
    _, recorded, profiled = example

    for call, given in zip(recorded.calls.calls, profiled.arguments, strict=True):
        for name, argument in recorded.calls.arguments_by_name(call).items():
            if type(given[name]) in SIMPLE_TYPES:
                assert argument == given[name]


def test_moves(example: tuple[str, RecordedProgram, ProfiledCalls]) -> None:
    """The move to a visit is what the variables of the loops print."""
    name, recorded, profiled = example
    passes = {number for search in recorded.searches for number in search.passes}

    for number, values in enumerate(profiled.moves):
        is_root = number in passes or recorded.calls.calls[number].parent < 0
        if is_root or name == "comprehension":
            continue
        assert recorded.calls.move_text(number) == " ".join(map(str, values))


@pytest.mark.parametrize("name", sorted(VALUES))
def test_run(name: str, tmp_path: Path) -> None:
    """The run has a visit for each call of the search, and its value."""
    shown = ProgramSearch(record(example_file(name, tmp_path)))
    run = shown.run

    assert len(run.trace) == shown.search.visits
    assert run.trace.value(run.trace.roots()[-1]) == VALUES[name]
