"""A match: moves, undo and redo, resigning, and replies that end on time."""

from __future__ import annotations

import random

import pytest

import games
from tests.clock import visits_take
from tests.presets import PLAYED
from visualizer.play.playing.match import Match
from visualizer.play.playing.movers import HUMAN_MOVER, Mover, opponent_named, opponents
from visualizer.searching.recipe import PositionSpec, SearchSpec
from visualizer.searching.run import Run
from visualizer.support.errors import InputError

SHORT = Mover(SearchSpec("ordered-alpha-beta", depth=1), "easy")


@pytest.mark.parametrize("game", PLAYED)
def test_taking_back_and_playing_again_restores_every_position(game: str) -> None:
    """Whatever is taken back and played again, the board is the one after those moves."""
    chance = random.Random(game)
    match = Match(PositionSpec(game), HUMAN_MOVER, HUMAN_MOVER)
    while not match.is_over() and len(match.turns) < 12:
        match.play(match.position.name(chance.choice(match.position.moves())))
    texts = [match.start.text(), *(turn.position.text() for turn in match.turns)]
    for _ in range(40):
        change = chance.choice((match.undo, match.redo))
        try:
            change()
        except InputError:
            assert len(match.turns) == (0 if change == match.undo else len(texts) - 1)

        assert match.position.text() == texts[len(match.turns)]


@pytest.mark.parametrize("game", PLAYED)
def test_every_opponent_replies_with_a_legal_move(game: str) -> None:
    """Each search with a name moves in the first position, and thinks to its end."""
    for name in opponents(games.load_game(game)):
        mover = opponent_named(games.load_game(game), name)
        match = Match(PositionSpec(game), mover, HUMAN_MOVER)
        if mover.search is not None and mover.search.depth in (None, "all", 6, 5):
            continue  # too long for a test
        reply = match.reply()

        assert reply.advance()
        assert not reply.run.trace.reason
        legal = [match.position.name(move) for move in match.position.moves()]
        assert match.answer(reply).move in legal


def test_a_person_takes_back_the_reply_too() -> None:
    """Against a search, undo leads to the person's turn and redo plays both moves again."""
    match = Match(PositionSpec("tictactoe"), HUMAN_MOVER, SHORT)
    for _ in range(2):
        match.play(match.position.name(match.position.moves()[0]))
        reply = match.reply()
        reply.advance()
        match.answer(reply)
    match.undo()

    assert len(match.turns) == 2
    match.redo()
    assert len(match.turns) == 4


def test_resigning_ends_the_game_and_can_be_taken_back() -> None:
    """The side to move has lost; no move is allowed until that is taken back."""
    match = Match(PositionSpec("othello"), HUMAN_MOVER, HUMAN_MOVER)
    match.resign()

    assert match.outcome == -1
    assert match.end() == "Black resigns and White wins"
    with pytest.raises(InputError, match="the game is over: Black resigns"):
        match.play("d3")
    match.undo()
    assert not match.is_over()
    assert match.play("d3")


@pytest.mark.parametrize(
    ("search", "rests"),
    [
        (SearchSpec("minimax", depth=7), "moves were finished"),
        (SearchSpec("iterative-deepening", depth=9), "passes were finished"),
        (SearchSpec("mcts", options={"iterations": 1_000_000}), "random games were played"),
    ],
    ids=lambda value: value.algorithm if isinstance(value, SearchSpec) else "",
)
def test_a_search_answers_when_its_time_is_up(
    search: SearchSpec, rests: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It says why, and on what the answer rests; the same search made again, as far, finds the
    same move.
    """
    visits_take(monkeypatch, 0.0002)
    match = Match(PositionSpec("hex", None, "", {"size": "7"}), Mover(search, "", 0.3), HUMAN_MOVER)
    reply = match.reply()
    while not reply.advance(0.01):
        assert reply.seconds_waited < 0.3 or reply.run.trace.finished

    assert reply.seconds_waited < 0.3 + 0.01
    thought = match.answer(reply).search_result
    assert thought is not None
    assert thought.limit.startswith("0.3 seconds were up; ")
    assert rests in thought.limit
    again = Run(thought.recipe, match.start).finish()
    assert len(again.trace) == thought.nodes


def test_a_search_that_is_hurried_at_once_plays_the_first_of_its_order() -> None:
    """It has found nothing, and says nothing of a value."""
    match = Match(PositionSpec("tak"), Mover(SearchSpec("ordered-alpha-beta")), HUMAN_MOVER)
    reply = match.reply()
    reply.stop_early("stopped")
    thought = reply.best

    assert thought.value is None
    assert thought.words == ""
    assert thought.move == reply.run.position(()).name(
        match.position.moves()[reply.run.order(())[0]]
    )


def test_an_unknown_opponent_is_refused_with_those_that_there_are() -> None:
    """The message names the bad word, the nearest one, and all."""
    with pytest.raises(
        InputError,
        match=r"tak has no opponent 'tutorial'.*there are: tutorial-bot easy middle hard",
    ):
        opponent_named(games.load_game("tak"), "tutorial")
