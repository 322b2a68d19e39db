"""Correct games have no mistakes, and the same look finds the same."""

from __future__ import annotations

from pathlib import Path

import pytest

import games
from tests.few import one_in
from tests.processes import ROOT
from tests.test_examples import EXAMPLES
from visualizer.searching.lookup import load_game
from visualizer.support.errors import InputError
from visualizer.your_code.grading.checking.check import (
    Checker,
    GameReport,
    check_game_rules,
    position_counts,
)

FIFTY = Path(__file__).parent / "fifty.py"
DOTS = ROOT / "docs" / "examples" / "dots_and_boxes.py"
games.trust_files([FIFTY, DOTS])
POSITIONS = 800


def looked_at(name: str) -> GameReport:
    """Return what is found in so many positions, among them a whole game."""
    checker = Checker(name, load_game(name))
    for met in checker.check_positions(seed=0):
        if met > POSITIONS and checker.report().games:
            break
    return checker.report()


@pytest.mark.parametrize("name", one_in(3, sorted({*games.game_names()} - {"chess", "openspiel"})))
def test_a_game_of_this_program_has_no_mistake(name: str) -> None:
    """In each game something is looked at, and nothing is wrong."""
    report = looked_at(name)

    assert report.findings == ()
    assert report.positions > 100
    assert report.games


@pytest.mark.parametrize(
    ("name", "package"), [("chess", "chess"), ("openspiel:tic_tac_toe", "pyspiel")]
)
def test_a_game_of_a_library_has_no_mistake(name: str, package: str) -> None:
    """A game whose rules are a library's is right, too."""
    pytest.importorskip(package)
    assert looked_at(name).findings == ()


def test_the_example_for_newcomers_has_no_mistake(tmp_path: Path) -> None:
    """The game in CONTRIBUTING, which everybody begins with, is right."""
    file = tmp_path / "nim.py"
    file.write_text(EXAMPLES["game"], encoding="utf-8")
    games.trust_files([file])
    report = check_game_rules(str(file))

    assert report.findings == ()
    assert report.positions > 10
    assert report.game is not None
    assert position_counts(report.game.start({}))[:3] == [3, 9, 23]


@pytest.mark.parametrize("file", [FIFTY, DOTS], ids=lambda file: file.stem)
def test_a_correct_game_from_outside_has_no_mistake(file: Path) -> None:
    """Neither fifty moves nor a player who moves again are a mistake."""
    report = looked_at(str(file))

    assert report.findings == ()
    assert report.games


def test_the_same_seed_looks_at_the_same() -> None:
    """A look that ends earlier is the beginning of one that ends later; another seed plays other
    games.
    """
    file = str(FIFTY)

    def met(seed: int) -> list[int]:
        steps = Checker(file, load_game(file)).check_positions(seed)
        return [next(steps) for _ in range(60)]

    assert met(0) == met(0) != met(1)


def test_a_text_of_another_size_is_a_contradiction(tmp_path: Path) -> None:
    """A game that reads a text of one size where another was asked for is told so."""
    right = DOTS.read_text(encoding="utf-8")
    asked = 'settings.get("size", len(lines) // 2) != len(lines) // 2'

    assert right.count(asked) == 1
    file = tmp_path / "sizes.py"
    file.write_text(right.replace(asked, "False"), encoding="utf-8")
    games.trust_files([file])
    assert [finding.what for finding in looked_at(str(file)).findings] == ["size contradicted"]


def test_a_file_that_nobody_named_is_not_run(tmp_path: Path) -> None:
    """From Python, too, a file is checked only where it is trusted; that it is not is no mistake
    of the game.
    """
    file = tmp_path / "unnamed.py"
    file.write_text("raise SystemExit('I was run')", encoding="utf-8")

    with pytest.raises(InputError, match="runs only if you trust it"):
        check_game_rules(str(file))
