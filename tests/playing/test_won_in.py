"""In how many moves a game is won is what playing all moves out shows."""

from __future__ import annotations

import random
import re

import pytest

import games
from games import AnyPosition
from tests.few import one_in
from visualizer.play.playing.match import Match
from visualizer.play.playing.movers import PERSON
from visualizer.searching.recipe import PositionSpec, SearchSpec

CASES = one_in(
    2,
    [
        (game, size, spec, depth)
        for game, size in (("tictactoe", ""), ("connect-four", "5x4"), ("tak", "3"), ("hex", "3"))
        for spec, depth in (
            ("alpha-beta", 3),
            ("ordered-alpha-beta", 4),
            ("pvs", 4),
            ("iterative-deepening", 3),
            ("iterative-deepening", 5),
            ("minimax", 5),
            ("mtdf", 5),
        )
        if game != "tak" or depth == 3
    ],
)
POSITIONS = {"tak": 1}
"""Of each game, else six."""


def fewest(position: AnyPosition, winner: bool, most: int) -> int:
    """Return in how many of its own moves a side can force a win from a position on; more than `most` for not."""
    outcome = position.outcome()
    if outcome is not None:
        return 0 if (outcome > 0 if winner else outcome < 0) else most + 1
    own = position.maximizing is winner
    if own and not most:
        return 1
    after = [fewest(position.play(move), winner, most - own) for move in position.moves()]
    return 1 + min(after) if own else max(after)


@pytest.mark.parametrize(("game", "size", "algorithm", "depth"), one_in(3, CASES))
def test_a_game_is_won_in_as_many_moves_as_it_takes(game: str, size: str, algorithm: str, depth: int) -> None:
    """Said is `White wins in 2` of a move: White can force that in two moves from this one on, and no sooner."""
    chance, said = random.Random(f"{game} {algorithm}"), 0
    start = None if size else games.load(game).start({}).text()
    for _ in range(POSITIONS.get(game, 6)):
        match = Match(PositionSpec(game, start, "", {"size": size} if size else {}), PERSON, PERSON)
        while not match.is_over():
            match.play(match.position.name(chance.choice(match.position.moves())))
        match.go_to(max(0, len(match.turns) - chance.randrange(1, 6)))
        analysis = match.analysis(SearchSpec(algorithm, depth=depth))
        analysis.ask_all()
        analysis.advance()
        for name, value in analysis.found.items():
            if won := re.fullmatch(r"(.+) wins in (\d+)", value.words):
                winner = won[1] == match.game.sides[0]
                after = match.position.play(match.game.find_move(match.position, name))
                own = match.position.maximizing is winner
                assert own + fewest(after, winner, int(won[2])) == int(won[2]), (match.position.text(), name, value)
                said += 1
    assert said


@pytest.mark.parametrize("algorithm", ["iterative-deepening", "alpha-beta", "pvs", "mtdf", "minimax"])
def test_three_moves_are_said_where_less_deep_searches_see_no_win(algorithm: str) -> None:
    """A search to the end may have missed a win in two; shallower ones prove that it takes three moves."""
    match = Match(PositionSpec("tictactoe", "xo......."), PERSON, PERSON)
    analysis = match.analysis(SearchSpec(algorithm, depth="all"))
    analysis.advance()
    assert analysis.best.words == "X wins in 3"
