"""The presets of Kalah: every count is measured, every sentence is true."""

from __future__ import annotations

import pytest

from games.kalah import GAME
from visualizer.explaining.measures.summary import summary
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.trace.rows import Kind

PRESETS = {preset.name: preset for preset in GAME.presets}


def searched(name: str, algorithm: str = "alpha-beta", moves: str = "") -> Run:
    """Search a preset, at the depth of its counts less the moves played."""
    depth = int(PRESETS[name].counts["depth"]) - len(moves.split())
    return Run(
        Recipe(PositionSpec("kalah", name, moves), SearchSpec(algorithm, depth=depth))
    ).finish()


def values_of_moves(name: str) -> dict[str, float]:
    """Return what each move of a preset is worth."""
    root = searched(name).root
    return {
        word: summary(searched(name, "ordered-alpha-beta", word))["value"]
        for word in map(root.name, root.moves())
    }


@pytest.mark.parametrize("name", ["ordering-hurts", "end-game", "whole-game", "small"])
def test_these_are_searched_to_the_end(name: str) -> None:
    """Every leaf of these is the end of a game."""
    trace = searched(name).trace
    assert all(visit.kind is Kind.TERMINAL for visit in trace if not visit.children)


def test_opening() -> None:
    """The first preset is the first position, in which c alone moves again and is tried first."""
    run = searched("opening", "ordered-alpha-beta")

    assert run.root.text() == GAME.start({}).text()
    assert [run.root.name(move) for move in run.root.moves() if run.root.play(move).maximizing] == [
        "c"
    ]
    assert run.choices(())[run.trace[1].move] == "c"


def test_orderings() -> None:
    """Where ordering helps, natural order takes seven times the nodes; where it hurts, scored
    takes ten times.
    """
    helps, hurts = (PRESETS[name].counts for name in ("ordering-helps", "ordering-hurts"))

    assert round(helps["alpha-beta"] / helps["ordered-alpha-beta"]) == 7
    run = searched("ordering-helps", "ordered-alpha-beta")
    assert run.choices(())[run.trace[1].move] == "f" == run.choices(())[5]
    assert run.root.play(5).maximizing
    assert 10 < hurts["ordered-alpha-beta"] / hurts["alpha-beta"] < 11


@pytest.mark.slow
def test_ordering_hurts() -> None:
    """Both a and f win by twelve seeds; f moves again and is tried first."""
    values = values_of_moves("ordering-hurts")

    assert values["a"] == values["f"] == 12
    assert searched("ordering-hurts").root.play(5).maximizing


def test_end_game() -> None:
    """Fourteen seeds are left; d wins, a draws, b and f lose."""
    root = searched("end-game").root

    assert sum((*root.south, *root.north)) == 14  # type: ignore[attr-defined]
    assert {
        move: (value > 0) - (value < 0) for move, value in values_of_moves("end-game").items()
    } == {
        "a": 0,
        "b": 1,
        "d": -1,
        "f": 1,
    }


def test_moves_again() -> None:
    """MAX follows MAX below b, and below c a MIN node is cut whose parent is a MIN node."""
    run = searched("moves-again")
    trace = run.trace

    assert run.root.play(1).maximizing
    cuts = [
        row
        for row in range(len(trace))
        if trace.kind(row) is Kind.CUT and run.names(run.path(row))[0] == "c"
    ]
    assert any(
        not trace.maximizing(row) and not trace.maximizing(trace.parent(row)) for row in cuts
    )


def test_whole_game() -> None:
    """North wins it by 5 seeds to 3."""
    run = searched("whole-game")
    end = run.position(run.path(len(run.trace) - 1)).text()
    line = summary(run)["principal_variation"]
    here = run.root
    for word in line:
        here = here.play(GAME.find_move(here, word))

    assert here.text().split()[1] == "5-3", end
