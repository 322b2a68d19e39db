"""A move is judged in one place: hint, values, why not and review say the same of it, by the same search."""

from __future__ import annotations

import itertools
import re

import pytest

from tests.playing.random_games import random_match
from visualizer.dialogue.playing import MatchLines
from visualizer.explanation.naming import capital
from visualizer.look.numbers import signed
from visualizer.look.spoken import spoken
from visualizer.playing.game_review import Review, judge
from visualizer.playing.given_away import loss
from visualizer.playing.match import Match
from visualizer.playing.move_analysis import MoveAnalysis
from visualizer.playing.movers import PERSON, Mover
from visualizer.recipe import PositionSpec, SearchSpec

GAMES = [
    (PositionSpec("tictactoe", "---------"), SearchSpec("alpha-beta")),
    (PositionSpec("tak", None, "", {"size": "4"}), SearchSpec("ordered-alpha-beta", depth=2)),
    (PositionSpec("othello", None, "", {"size": "4"}), SearchSpec("iterative-deepening", depth=3)),
    (PositionSpec("connect-four", None, "", {"size": "4x4"}), SearchSpec("minimax", depth=1)),
    (PositionSpec("italian-draughts"), SearchSpec("pvs", depth=3)),
    (PositionSpec("hex", None, "", {"size": "4"}), SearchSpec("mcts", options={"iterations": 200})),
]


def spoken_by(match: Match, *lines: str) -> list[str]:
    """Return what line mode says to each line where a person plays against the search of the match."""
    said: list[str] = []
    person = MatchLines(match, said.append)
    for line in lines:
        person.obey(line)
    return said


@pytest.mark.parametrize(("where", "search"), GAMES, ids=lambda value: getattr(value, "game", ""))
def test_all_who_speak_of_a_move_say_the_same(where: PositionSpec, search: SearchSpec) -> None:
    """In a position of a random game: the best move of the hint, each move's value, and what another gives away."""
    game = random_match(where, 3, 4)
    match = Match(game.where_before(3), Mover(search), Mover(search))
    played, judges = game.moves[3], judge(match, 0)
    hint, values, why = spoken_by(match, "hint", "values", f"why {played}")
    match.play(played)
    review = Review(match, judges)
    assert review.advance()
    [verdict] = review.judged
    assert hint.startswith(f"{capital(verdict.best.name)}: ")
    said = dict(re.findall(r"^(?:Column )?(\S+) \(([^)]*)\): ", values, re.MULTILINE))
    said |= dict(re.findall(r"^(?:Column )?(\S+): the mean is (\S+) for ", values, re.MULTILINE))
    for value in (verdict.best, verdict.move):
        assert said.get(spoken(value.move), spoken(value.signed())) == spoken(value.signed())
    name = spoken(verdict.move.name)
    if verdict.is_best:
        assert why.startswith(f"{capital(name)} is what the search plays too.")
    elif verdict.lost:
        assert why.startswith(f"{capital(name)} {loss(verdict).now} {spoken(loss(verdict).what)}")
    elif verdict.lost is not None:
        assert why.startswith(f"To this search {name} is as good.")


def test_values_are_found_a_little_at_a_time() -> None:
    """The best move is there before the others, which come in the order asked for; nothing is searched twice."""
    match = Match(PositionSpec("othello"), PERSON, PERSON)
    analysis = MoveAnalysis(match.where, match.position, SearchSpec(depth=3))
    first, last = (match.position.name(match.position.moves()[place]) for place in (0, -1))
    analysis.ask(last, first)
    seen = []
    while not analysis.advance(0):
        seen.append([*analysis.found])
    assert analysis.has_best and [*analysis.found] == [*dict.fromkeys((analysis.best.move, last, first))]
    assert all(before == after[: len(before)] for before, after in itertools.pairwise(seen))
    runs = {name: value.nodes for name, value in analysis.found.items()}
    analysis.ask(first)
    assert analysis.advance() and {name: value.nodes for name, value in analysis.found.items()} == runs


def test_a_move_that_is_not_best_is_worth_what_a_shallower_search_finds_behind_it() -> None:
    """Its recipe, run again, gives the value and the rest of the line; that of the best move is of the position."""
    match = Match(PositionSpec("othello"), PERSON, PERSON)
    analysis = match.analysis(SearchSpec("alpha-beta", depth=3))
    analysis.ask_all()
    assert analysis.advance() and analysis.has(*analysis.names)
    for name, value in analysis.found.items():
        assert value.recipe.search.depth == (3 if name == analysis.best.move else 2)
        again = MoveAnalysis(value.recipe.where, value.searched, value.recipe.search)
        assert again.advance() and again.best.value == value.value
        assert value.line == (again.best.line if name == analysis.best.move else (name, *again.best.line))
        assert value.signed() == signed(value.value or 0)
