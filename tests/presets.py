"""Searches of presets of every game, for tests of facts that hold for every search."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import pytest

import games
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run

COMING_BACK = ("pvs", "mtdf", "iterative-deepening", "mcts")
"""The searches that visit nodes again: by second searches, and by passes that narrow, replace or
add up.
"""
FEW: Mapping[str, Mapping[str, Any]] = {"mcts": {"iterations": 36}}
"""The options with which a search is short enough for the naive replay."""
DICE = sorted(
    name
    for name in {*games.game_names()} - {"openspiel", "tree"}
    if games.load_game(name).chance is not games.never
)
"""The games with chance, which only some searches can search."""
PLAYED = sorted({*games.game_names()} - {"chess", "openspiel", "tree"} - {*DICE})
"""The games of two players without chance, but for those that need an optional package: a new
game is one by itself.
"""

Case = tuple[str, str | None, str, int]
"""A game, a preset, a search and its depth; without a preset, a position of tic-tac-toe."""


def short(name: str, **options: Any) -> dict[str, Any]:
    """Return the keyword arguments of a short search by an algorithm."""
    return {"algorithm": name, "options": {**FEW.get(name, {}), **options}}


def cases(most: int) -> Iterator[Case]:
    """Yield cases: some presets of each game, each with one of two searches, and searches that
    visit nodes again.
    """
    for name in sorted({*games.game_names()} - {"openspiel"}):
        for number, preset in enumerate(
            games.load_game(name).presets[: None if name == "tree" else most]
        ):
            usual = ("alpha-beta", "minimax")[number % 3 == 2]
            has_chance = name in DICE or (name == "tree" and "~" in preset.text)
            yield name, preset.name, "star1" if has_chance else usual, 3 + number % 3
    yield from (("tictactoe", None, name, 9) for name in COMING_BACK)


def name_of(case: Case) -> str:
    """Return the name of a case in tests."""
    return " ".join(map(str, case[:3]))


@cache
def run_of(case: Case, most_nodes: int) -> Run:
    """Return the search of a case, run to its end or to a number of nodes."""
    game, preset, algorithm, depth = case
    if game == "chess":
        pytest.importorskip("chess")
    if preset:
        where = PositionSpec(game, preset)
    else:
        where = PositionSpec(game, None, "a1 b2 c3 a3")
    searched = SearchSpec(algorithm, depth="all" if game == "tree" else depth, max_nodes=most_nodes)
    return Run(Recipe(where, searched)).finish()
