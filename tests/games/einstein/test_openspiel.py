"""The rules of EinStein würfelt nicht! against those of OpenSpiel."""

from __future__ import annotations

import random
from typing import Any

import pytest

from games.einstein import read
from visualizer.explaining.measures.estimate import perft


def as_ours(state: Any) -> str:
    """Return a state of OpenSpiel, where White goes up from below, as our rows turned by half a
    turn: White is Red.
    """
    rows = [
        [cell.strip("_") for cell in line.strip("|").split("||")]
        for line in str(state).strip().splitlines()
    ]
    signs = {f"w{number}": str(number) for number in range(1, 7)} | {
        f"b{n}": "abcdef"[n - 1] for n in range(1, 7)
    }
    return "/".join("".join(signs.get(cell, ".") for cell in row[::-1]) for row in rows[::-1])


def count(state: Any, plies: int) -> int:
    """Count the ways to play so many plies in OpenSpiel."""
    if not plies:
        return 1
    if state.is_terminal():
        return 0
    return sum(count(state.child(action), plies - 1) for action in state.legal_actions())


@pytest.mark.slow
def test_openspiel_agrees() -> None:
    """Along random games from its random beginnings, successors, counts of three plies and
    results are OpenSpiel's.
    """
    game = pytest.importorskip("pyspiel").load_game("einstein_wurfelt_nicht")
    chance = random.Random(12)
    counts = 0
    for _ in range(12):
        state = game.new_initial_state()
        for _ in range(2):
            state.apply_action(chance.choice(state.legal_actions()))
        here = read(f"{as_ours(state)} r -", {})
        while not state.is_terminal():
            after = {as_ours(state.child(action)): action for action in state.legal_actions()}

            assert perft(here, 3) == count(state, 3)
            counts += 1
            move = chance.choice(here.moves())
            here = here.play(move)
            if here.die:
                state = state.child(here.die - 1)
                continue
            assert len(after) == len(state.legal_actions())
            state = state.child(after[here.text().split()[0]])

        assert (here.outcome(), -(here.outcome() or 0)) == (
            state.returns()[1],
            state.returns()[0],
        )  # White is player 1

    assert counts > 240
