"""Opponents, hints and reviews play the fastest win and the slowest loss, as playing all games
out finds them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import games
from games import AnyPosition
from tests.few import one_in
from visualizer.play.playing.game_review import Review
from visualizer.play.playing.match import Match
from visualizer.play.playing.match_words import compare_with_best, compare_with_other_moves
from visualizer.play.playing.move_analysis import MoveAnalysis
from visualizer.play.playing.movers import HUMAN_MOVER, Mover, opponents
from visualizer.searching.recipe import PositionSpec, SearchSpec

GAMES: dict[str, dict[str, str]] = {
    "tictactoe": {},
    "connect-four": {"size": "4x4"},
    "connect-four 3x3/3": {"size": "3x3/3"},
    "connect-four 4x3/3": {"size": "4x3/3"},
    "hex": {"size": "3"},
}
SEARCHES = [
    "alpha-beta,depth=3",
    "ordered-alpha-beta,depth=4",
    "pvs,depth=5",
    "mtdf,depth=6",
    "iterative-deepening,depth=6,table=yes",
    "minimax,depth=4",
    "alpha-beta,fail=hard,cut=>=,depth=6",
    "alpha-beta,depth=2,quiescence=2",
    "negamax,depth=all",
]


KNOWN: dict[tuple[type, str], tuple[int, int]] = {}


def distance(position: AnyPosition) -> tuple[int, int]:
    """Return who wins (1 for MAX, -1 for MIN, 0 for nobody) if both play at their best, and in how
    many plies.

    Who wins does so as fast as possible, who loses as slowly.
    """
    key = type(position), position.text()
    if key not in KNOWN:
        KNOWN[key] = counted(position)
    return KNOWN[key]


def counted(position: AnyPosition) -> tuple[int, int]:
    """Return what `distance` does, from what is known of the positions after each move."""
    outcome = position.outcome()
    if outcome is not None:
        return int(outcome), 0
    own = 1 if position.maximizing else -1
    after = [distance(position.play(move)) for move in position.moves()]
    won = [plies for winner, plies in after if winner == own]
    if won:
        return own, min(won) + 1
    if any(not winner for winner, _ in after):
        return 0, 0
    return -own, max(plies for _, plies in after) + 1


def spec_of(name: str) -> PositionSpec:
    """Return where games of a name of `GAMES` begin."""
    game = name.partition(" ")[0]
    settings = GAMES[name]
    return PositionSpec(
        game, games.load_game(game).start(_read(game, settings)).text(), "", settings
    )


def _read(game: str, settings: dict[str, str]) -> dict[str, Any]:
    options = {option.name: option for option in games.load_game(game).options}
    return {key: options[key].read(text) for key, text in settings.items()}


def positions_of(name: str, count: int) -> Iterator[Match]:
    """Yield as many positions of a game, near its end, drawn by chance."""
    where = spec_of(name)
    chance = Random(name)
    for _ in range(count):
        match = Match(where, HUMAN_MOVER, HUMAN_MOVER)
        while not match.is_over():
            match.play(match.position.name(chance.choice(match.position.moves())))
        match.go_to(max(0, len(match.turns) - chance.randrange(1, 6)))
        yield Match(match.where_before(len(match.turns)), HUMAN_MOVER, HUMAN_MOVER)


def after(match: Match, name: str) -> Any:
    """Return the position after a move."""
    return match.position.play(match.game.find_move(match.position, name))


def check_best(match: Match, analysis: MoveAnalysis) -> None:
    """The best move of an analysis that has seen who wins is the fastest that wins, or the
    slowest that loses.
    """
    value = analysis.best
    winner, plies = distance(match.position)
    if not value.is_plain_win:
        return
    assert value.standing is not None
    assert value.standing.side == winner, match.position.text()
    assert distance(after(match, value.move)) == (winner, plies - 1), (match.position.text(), value)
    assert value.moves_to_win == (plies + value.wins) // 2
    assert len(value.line) == plies, (match.position.text(), value.line)
    line = Match(match.where_before(0), HUMAN_MOVER, HUMAN_MOVER)
    for move in value.line:
        line.play(move)
    assert line.outcome == winner


def check_found(match: Match, analysis: MoveAnalysis) -> None:
    """What is said of each move holds: who wins, and in how many moves exactly."""
    for name, value in analysis.values.items():
        if not value.is_plain_win:
            continue
        assert value.standing is not None
        winner, plies = distance(after(match, name))
        assert value.standing.side == winner
        assert value.moves_to_win == (plies + 1 + value.wins) // 2, (
            match.position.text(),
            name,
            value,
        )
        assert plies == 0 or value.words.endswith(f" wins in {value.moves_to_win}"), value.words
        assert len(value.line) == plies + 1


def check_sentences(match: Match, analysis: MoveAnalysis) -> None:
    """No sentence calls a move just as good that wins later or loses sooner, or names a number
    that is not so.
    """
    best = analysis.best
    if not best.is_plain_win or analysis.games:
        return
    said = compare_with_other_moves(match, analysis, best.move)
    _, fastest = distance(after(match, best.move))
    for part in said.removesuffix(".").split("; "):
        if not re.search("just as good|also|sooner", part):
            continue
        rest = re.sub(r"\bin \d+|\(.*?\)|: .*", "", part)
        for name in re.findall(r"\b[a-z]\d\b|\b\d\b", rest):
            _, plies = distance(after(match, name))
            assert ("just as good" in part) == (plies == fastest), (match.position.text(), said)
            if number := re.search(r"\bin (\d+)", part):
                assert int(number[1]) == (plies + 1 + best.wins) // 2
    for name, value in analysis.values.items():
        if name != best.move and value.value == best.value:
            _, plies = distance(after(match, name))
            words = compare_with_best(analysis.verdict(name), match.game)
            assert ("just as good" in words) == (plies == fastest), (match.position.text(), words)


def check(match: Match, search: SearchSpec) -> None:
    """An opponent, a hint and all values of a position are as they should be."""
    mover = Mover(search, "opponent")
    reply = match.reply(mover)
    reply.advance()
    check_best(match, reply)
    winner, plies = distance(match.position)
    if plies == 1:
        assert distance(after(match, reply.best.move)) == (winner, 0), (
            match.position.text(),
            str(mover),
        )
    analysis = match.analysis(search)
    analysis.request_all()
    while not analysis.advance(0.001):
        pass
    assert analysis.best.move == reply.best.move
    check_best(match, analysis)
    if not analysis.games:
        check_found(match, analysis)
        check_sentences(match, analysis)
        assert analysis.ranked()[0].move == analysis.best.move


@pytest.mark.parametrize("words", one_in(2, SEARCHES))
@pytest.mark.parametrize("name", GAMES)
def test_the_fastest_win_and_the_slowest_loss(name: str, words: str) -> None:
    """Whatever the search, in positions near the end of small games."""
    if "quiescence" in words and games.load_game(name.partition(" ")[0]).noisy is None:
        words = words.partition(",quiescence")[0]
    for match in positions_of(name, 12):
        check(match, SearchSpec.from_spec(words))


@pytest.mark.parametrize("name", GAMES)
def test_named_opponents_win_at_once(name: str) -> None:
    """Also those that play random games, which count how often a move was tried."""
    for opponent in ("easy", "middle", "hard"):
        for match in positions_of(name, 12):
            check(match, opponents(match.game)[opponent])


@pytest.mark.parametrize("name", ["tictactoe", "hex", "connect-four 3x3/3"])
def test_what_a_solver_has_proved_is_played_fastest(name: str) -> None:
    """A move that a search by random games has proved to win is not the fastest for that alone."""
    for match in positions_of(name, 12):
        check(match, SearchSpec.from_spec("mcts,iterations=400,solver=yes"))


@pytest.mark.parametrize("name", GAMES)
def test_a_review_prefers_the_fastest_win(name: str) -> None:
    """Its best move before each move played, whose value stays that of the search."""
    where = spec_of(name)
    chance = Random(f"{name} review")
    for _ in range(2):
        match = Match(where, HUMAN_MOVER, HUMAN_MOVER)
        while not match.is_over():
            match.play(match.position.name(chance.choice(match.position.moves())))
        review = Review(match, SearchSpec.from_spec("ordered-alpha-beta,depth=4"))
        review.advance()
        for verdict in review.judged:
            before = Match(match.where_before(verdict.number - 1), HUMAN_MOVER, HUMAN_MOVER)
            value = verdict.best
            if value.is_plain_win:
                winner, plies = distance(before.position)
                assert distance(after(before, value.move)) == (winner, plies - 1)


@pytest.mark.parametrize(
    ("position", "depth"), [("XX--OXOO-XO--OX- X", 3), ("XXXXXXXX-OOX-O-- X", 1)]
)
def test_moves_of_one_value_that_mean_different_things_are_told_apart(
    position: str, depth: int
) -> None:
    """A win by at least 5 discs that is proved is not what a move is worth after which Black is
    5 discs ahead.
    """
    match = Match(PositionSpec("othello", position), HUMAN_MOVER, HUMAN_MOVER)
    analysis = match.analysis(SearchSpec("alpha-beta", depth=depth))
    analysis.request_all()
    analysis.advance()
    equal = [each for each in analysis.values.values() if each.value == analysis.best.value]

    assert len({each.words for each in equal}) == 2
    for chosen in equal:
        said = compare_with_other_moves(match, analysis, chosen.move)
        for part in said.split("; "):
            moves, _, meaning = part.partition("just as good: ")
            for name in re.findall(r"\b[a-d][1-4]\b", moves):
                assert meaning.startswith(analysis.values[name].words), said


def test_in_a_match_searches_play_their_own_choice() -> None:
    """Searches are compared as they are: where moves are as good, the first tried is played."""
    match = Match(
        PositionSpec("tictactoe", "XXOX-O---"),
        HUMAN_MOVER,
        Mover(SearchSpec("alpha-beta", depth="all")),
    )
    assert match.play_next().move == "a3"


@pytest.mark.parametrize(
    "algorithm", ["iterative-deepening", "alpha-beta", "pvs", "mtdf", "minimax"]
)
def test_three_moves_are_said_where_less_deep_searches_see_no_win(algorithm: str) -> None:
    """A search to the end may have missed a win in two; shallower ones prove that it takes three
    moves.
    """
    match = Match(PositionSpec("tictactoe", "xo......."), HUMAN_MOVER, HUMAN_MOVER)
    analysis = match.analysis(SearchSpec(algorithm, depth="all"))
    analysis.advance()

    assert analysis.best.words == "X wins in 3"
