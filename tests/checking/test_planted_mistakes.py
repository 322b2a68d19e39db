"""Each planted mistake is found and called by its name."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import NamedTuple

import pytest

import games
from tests.few import one_in
from visualizer.searching.lookup import load_game
from visualizer.support.errors import InputError
from visualizer.your_code.grading.checking.check import Checker, check_game_rules

TESTS = Path(__file__).parents[1]
RIGHT = (TESTS / "checking" / "fifty.py").read_text(encoding="utf-8")
POSITIONS = 20_000
"""How many positions are looked at for a mistake that shows seldom; it takes some seconds where
it is missed.
"""


class Mistake(NamedTuple):
    """What is written in place of what, and what is found then."""

    right: str
    wrong: str
    what: str


PLANTED = {
    kind: {name: Mistake(**fields) for name, fields in mistakes.items()}
    for kind, mistakes in tomllib.loads(
        (TESTS / "data" / "planted_mistakes.toml").read_text(encoding="utf-8")
    ).items()
}
"""Mistakes that show early, late (after twenty plies), and seldom: behind one move of fifty,
some of them late, too.
"""
SELDOM = {
    f"{kind}, {name}": mistake
    for kind in ("late", "rare")
    for name, mistake in PLANTED[kind].items()
}


def found(
    folder: Path,
    mistake: Mistake,
    positions: int,
    seed: int = 0,
) -> list[str]:
    """Return what is found in the game with a mistake in it, until it is the mistake, or so many
    positions are met.
    """
    assert RIGHT.count(mistake.right) == 1, mistake.right
    file = folder / "wrong.py"
    file.write_text(RIGHT.replace(mistake.right, mistake.wrong), encoding="utf-8")
    games.trust_files([file])
    try:
        checker = Checker(str(file), load_game(str(file)))
    except InputError:
        return [finding.what for finding in check_game_rules(str(file)).findings]
    for met in checker.check_positions(seed):
        if met > positions or mistake.what in checker.findings:
            break
    return [finding.what for finding in checker.report().findings]


@pytest.mark.parametrize("mistake", one_in(2, PLANTED["early"].values()), ids=PLANTED["early"])
def test_what_shows_at_once_is_found(tmp_path: Path, mistake: Mistake) -> None:
    """A mistake that shows near the beginning, or at any end, is found and called by its name."""
    assert mistake.what in found(tmp_path, mistake, 3_000)


@pytest.mark.parametrize(
    "seed", one_in(4, [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 5))])
)
@pytest.mark.parametrize("name", one_in(2, SELDOM))
def test_what_shows_late_or_seldom_is_found(tmp_path: Path, name: str, seed: int) -> None:
    """A mistake that shows after twenty plies, or behind one move of fifty, or both, is found
    with every seed.
    """
    assert SELDOM[name].what in found(tmp_path, SELDOM[name], POSITIONS, seed)
