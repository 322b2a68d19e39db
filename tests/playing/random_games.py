"""Games of random moves, for tests."""

from __future__ import annotations

import random

import games
from visualizer.play.playing.match import Match
from visualizer.play.playing.movers import HUMAN_MOVER
from visualizer.searching.recipe import PositionSpec

WHERES = [
    PositionSpec("connect-four", None, "", {"size": "3x3/3"}),
    PositionSpec("hex", None, "", {"size": "4", "swap": "on"}),
    PositionSpec("italian-draughts", None, "", {"draws": "on"}),
    PositionSpec("italian-draughts", "B:WK9,21:B1,K5,12"),
    PositionSpec("othello", None, "", {"size": "6", "threshold": "20"}),
    PositionSpec("othello", "-----OX--XO----- X"),
    PositionSpec("tak", None, "", {"size": "4", "half_komi": "4"}),
    PositionSpec("tak", "x5/x5/x2,1,x2/x5/2,x4 2 5"),
    PositionSpec("tictactoe", "X--------"),
    PositionSpec("tree", "A(B(3,12), C(2,4))"),
    PositionSpec("tree", None, "", {"branching": "3", "depth": "4"}),
    *(
        PositionSpec(name)
        for name in games.game_names()
        if name not in games.broken_games() and name not in ("chess", "openspiel")
    ),
]


def random_match(where: PositionSpec, seed: int, plies: int = 60) -> Match:
    """Play random moves, at most so many."""
    chance = random.Random(seed)
    match = Match(where, HUMAN_MOVER, HUMAN_MOVER)
    while not match.is_over() and len(match.turns) < plies:
        match.play(match.position.name(chance.choice(match.position.moves())))
    return match
