"""Mistakes planted in programs are found, at their line; right programs are never blamed."""

import contextlib
import io
from pathlib import Path

import pytest

from tests.programs.planted_mistakes import CUT_MISTAKES, OTHER_MISTAKES, PlantedMistake
from tests.programs.written_programs import ROLES, STYLES, WrittenProgram, random_program
from visualizer.your_code.programs.watched import WatchedProgram, watch_program
from visualizer.your_code.programs.worker import ProgramRequest

MAX_TRIED = 40
"""So many programs are tried to find one that a mistake makes wrong."""
NEEDED_CUT_MISTAKES = 50
NEEDED_OTHER_MISTAKES = 15


def root_answer(program: WrittenProgram) -> object:
    """Return what a program prints, None if it ends with an error."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        try:
            exec(compile(program.text, "program.py", "exec"), {})
        except (TypeError, IndexError, RecursionError):
            return None
    return printed.getvalue().split(",")[0].strip("(\n ")


def program_with(mistake: PlantedMistake) -> tuple[WrittenProgram, int]:
    """Return a program that a mistake makes wrong, and the line of the mistake."""
    for seed in range(MAX_TRIED):
        program, line = mistake.plant(random_program(seed, mistake.style))
        if root_answer(program) != str(program.value):
            return program, line
    pytest.fail(f"{mistake} makes no program wrong")


def watch(program: WrittenProgram, folder: Path) -> WatchedProgram:
    """Run a program, and hold it against itself without cuts."""
    file = folder / "program.py"
    file.write_text(program.text, encoding="utf-8")
    request = ProgramRequest(str(file), roles=ROLES.get(program.style, {}))
    return watch_program(request, against_uncut=True)


def is_found(mistake: PlantedMistake, folder: Path) -> bool:
    """Return whether a mistake of pruning is found at its line."""
    program, line = program_with(mistake)
    watched = watch(program, folder)
    if watched.not_restored is not None:
        return "pop()" in mistake.right
    lines = range(line, line + mistake.wrong.count("\n") + 1)
    return watched.difference is not None and watched.difference.line in lines


@pytest.mark.slow
def test_mistakes_of_pruning_are_found_at_their_line(tmp_path: Path) -> None:
    """Of sixty mistakes in cuts, windows and undone moves at least fifty are found."""
    found = [mistake for mistake in CUT_MISTAKES if is_found(mistake, tmp_path)]

    assert len(CUT_MISTAKES) == 60
    assert len(found) >= NEEDED_CUT_MISTAKES


@pytest.mark.parametrize("mistake", CUT_MISTAKES[::12], ids=lambda mistake: mistake.style)
def test_a_mistake_of_pruning(mistake: PlantedMistake, tmp_path: Path) -> None:
    """One mistake of each style is found at its line."""
    assert is_found(mistake, tmp_path)


@pytest.mark.slow
def test_other_mistakes_are_noted(tmp_path: Path) -> None:
    """Of twenty searches that keep the wrong value at least fifteen are noted."""
    noted = [
        mistake
        for mistake in OTHER_MISTAKES
        if watch(program_with(mistake)[0], tmp_path).not_of_children is not None
    ]

    assert len(OTHER_MISTAKES) == 20
    assert len(noted) >= NEEDED_OTHER_MISTAKES


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("seed", range(3))
def test_right_programs_are_not_blamed(style: str, seed: int, tmp_path: Path) -> None:
    """In a right program no mistake is found, and it is the same without its cuts."""
    watched = watch(random_program(seed, style), tmp_path)

    assert watched.difference is None
    assert watched.not_restored is None
    assert watched.not_of_children is None
    assert watched.uncut is not None
    assert watched.uncut.value == random_program(seed, style).value
