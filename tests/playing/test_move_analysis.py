"""A move is judged in one place: hint, values, why not and review say the same of it, by the
same search.
"""

from __future__ import annotations

import itertools
import re

import pytest

from tests.playing.random_games import random_match
from visualizer.apps.dialogue.playing import MatchLines
from visualizer.apps.tui.board_screens.panes import values_of_turns
from visualizer.explaining.explanation.naming import capitalize_node_name
from visualizer.explaining.measures.summary import summary
from visualizer.look.numbers import format_mean, format_signed, parse_shown_number
from visualizer.look.spoken import as_spoken
from visualizer.play.playing.game_review import Review, final_judging_search
from visualizer.play.playing.match import Match
from visualizer.play.playing.match_words import describe_loss
from visualizer.play.playing.move_analysis import MoveAnalysis
from visualizer.play.playing.movers import HUMAN_MOVER, Mover
from visualizer.play.playing.review_words import value_heights
from visualizer.searching.recipe import PositionSpec, SearchSpec
from visualizer.searching.run import Run

GAMES = [
    (PositionSpec("tictactoe", "---------"), SearchSpec("alpha-beta")),
    (PositionSpec("tak", None, "", {"size": "4"}), SearchSpec("ordered-alpha-beta", depth=2)),
    (PositionSpec("othello", None, "", {"size": "4"}), SearchSpec("iterative-deepening", depth=3)),
    (PositionSpec("connect-four", None, "", {"size": "4x4"}), SearchSpec("minimax", depth=1)),
    (PositionSpec("italian-draughts"), SearchSpec("pvs", depth=3)),
    (PositionSpec("hex", None, "", {"size": "4"}), SearchSpec("mcts", options={"iterations": 200})),
]


def spoken_by(match: Match, *lines: str) -> list[str]:
    """Return what line mode says to each line where a person plays against the search of the
    match.
    """
    said: list[str] = []
    person = MatchLines(match, said.append)
    for line in lines:
        person.obey(line)
    return said


@pytest.mark.parametrize(("where", "search"), GAMES, ids=lambda value: getattr(value, "game", ""))
def test_all_who_speak_of_a_move_say_the_same(where: PositionSpec, search: SearchSpec) -> None:
    """In a position of a random game: the best move of the hint, each move's value, and what
    another gives away.
    """
    game = random_match(where, 3, 4)
    match = Match(game.where_before(3), Mover(search), Mover(search))
    played = game.moves[3]
    judges = final_judging_search(match, 0)
    hint, values, why = spoken_by(match, "hint", "values", f"why {played}")
    match.play(played)
    review = Review(match, judges)

    assert review.advance()
    [verdict] = review.judged
    assert hint.startswith(f"{capitalize_node_name(verdict.best.name)}: ")
    said = dict(re.findall(r"^(?:Column )?(\S+) \(([^)]*)\): ", values, re.MULTILINE))
    said |= dict(re.findall(r"^(?:Column )?(\S+): the mean is (\S+) for ", values, re.MULTILINE))
    for value in (verdict.best, verdict.move):
        assert said.get(as_spoken(value.move), as_spoken(value.signed())) == as_spoken(
            value.signed()
        )
    name = as_spoken(verdict.move.name)
    if verdict.is_best:
        assert why.startswith(f"{capitalize_node_name(name)} is also what the search plays.")
    elif verdict.value_lost:
        assert why.startswith(
            f"{capitalize_node_name(name)} {describe_loss(verdict).present_verb} "
            f"{as_spoken(describe_loss(verdict).loss)}"
        )
    elif verdict.value_lost is not None:
        assert why.startswith(f"To this search {name} is just as good.")


def test_values_are_found_a_little_at_a_time() -> None:
    """The best move is there before the others, which come in the order asked for; nothing is
    searched twice.
    """
    match = Match(PositionSpec("othello"), HUMAN_MOVER, HUMAN_MOVER)
    analysis = MoveAnalysis(match.where, match.position, SearchSpec(depth=3))
    first, last = (match.position.name(match.position.moves()[place]) for place in (0, -1))
    analysis.request(last, first)
    seen = []
    while not analysis.advance(0):
        seen.append([*analysis.values])

    assert analysis.has_best
    assert [*analysis.values] == [*dict.fromkeys((analysis.best.move, last, first))]
    assert all(before == after[: len(before)] for before, after in itertools.pairwise(seen))
    runs = {name: value.nodes for name, value in analysis.values.items()}
    analysis.request(first)
    assert analysis.advance()
    assert {name: value.nodes for name, value in analysis.values.items()} == runs


def test_a_move_that_is_not_best_is_worth_what_a_shallower_search_finds_behind_it() -> None:
    """Its recipe, run again, gives the value and the rest of the line; that of the best move is
    of the position.
    """
    match = Match(PositionSpec("othello"), HUMAN_MOVER, HUMAN_MOVER)
    analysis = match.analysis(SearchSpec("alpha-beta", depth=3))
    analysis.request_all()

    assert analysis.advance()
    assert analysis.has_moves(*analysis.names)
    for name, value in analysis.values.items():
        assert value.recipe.search.depth == (3 if name == analysis.best.move else 2)
        again = MoveAnalysis(value.recipe.where, value.searched_position, value.recipe.search)
        assert again.advance()
        assert again.best.value == value.value
        assert value.line == (
            again.best.line if name == analysis.best.move else (name, *again.best.line)
        )
        assert value.signed() == format_signed(value.value or 0)


def test_a_hint_is_of_leaves_of_the_same_parity_as_the_values_of_the_opponent() -> None:
    """Two values of neighbouring positions stand on one screen: the hint looks a ply less deep
    where that needs it.
    """
    match = Match(
        PositionSpec("othello", None, "", {"size": "6"}),
        HUMAN_MOVER,
        Mover(SearchSpec("pvs", depth=4)),
    )

    assert final_judging_search(match, 0).depth is None, (
        "nobody has thought yet: to the usual depth"
    )
    match.play(match.position.name(match.position.moves()[0]))
    match.play_next()
    [thought] = [turn.search_result for turn in match.turns if turn.search_result]
    assert thought.effort == "depth 4"
    assert thought.depth == 4
    hint, *_ = spoken_by(match, "hint")
    assert hint.endswith("(depth 3).")
    assert final_judging_search(match, 1).depth is None
    assert final_judging_search(match, 2).depth == 3


def test_the_last_eight_squares_are_judged_to_the_end() -> None:
    """Where one plays as in a review; a search of one ply that is asked for stays one."""
    position = "XXXOXXXOXXXO---- O"
    match = Match(
        PositionSpec("othello", position, "", {"size": "4"}),
        HUMAN_MOVER,
        Mover(SearchSpec("pvs", depth=2)),
    )
    hint, *_ = spoken_by(match, "hint")

    assert hint.endswith("(searched to the end).")


@pytest.mark.parametrize(("second", "known"), [("pvs,depth=2", 3), ("pvs,depth=1", 4)])
def test_a_list_has_values_of_leaves_of_one_parity(second: str, known: int) -> None:
    """Of searches that look equally far ahead every other move has the value of the answer, the
    last none.
    """
    first, other = (Mover(SearchSpec.from_spec(words)) for words in ("pvs,depth=2", second))
    match = Match(PositionSpec("othello", None, "", {"size": "6"}), first, other)
    for _ in range(4):
        match.play_next()
    found = values_of_turns(match)

    assert sum(value is not None for value in found) == known
    for place, value in enumerate(found):
        if value is not None:
            searched = next(
                number for number in range(4) if match.before(number) is value.searched_position
            )
            assert (searched + value.depth) % 2 == 0
            assert searched in (place, place + 1)
            assert value.maximizing is match.before(place).maximizing


def test_why_does_not_say_more_than_was_searched() -> None:
    """In Connect Four after 4 4 3 five of six other moves lose within seven plies, which two
    plies do not show.
    """
    match = Match(
        PositionSpec("connect-four"), HUMAN_MOVER, Mover(SearchSpec("ordered-alpha-beta", depth=2))
    )
    for move in "443":
        match.play(move)
    match.play_next()
    said, *_ = spoken_by(match, "why")

    assert (
        said.split("\n\n")[1]
        == "At this depth the other 6 moves are just as good: nothing is decided (depth 2)."
    )


def test_mcts_says_how_often_it_tried_its_move_and_the_next() -> None:
    """The numbers are those of the search: the move with most games is played."""
    match = Match(
        PositionSpec("tictactoe"),
        HUMAN_MOVER,
        Mover(SearchSpec("mcts", options={"iterations": 400})),
    )
    match.play("b2")
    match.play_next()
    thought = match.turns[-1].search_result

    assert thought is not None
    tried = summary(Run(thought.recipe, root=thought.searched_position).finish())["root_moves"]
    moves = sorted(tried, key=lambda each: -each["visits"])
    assert thought.move == moves[0]["move"]
    [said] = spoken_by(match, "why")
    reason = said.split("\n\n")[1]
    assert moves[0]["visits"] > moves[1]["visits"]
    mean = as_spoken(format_mean(moves[1]["mean"]))
    assert reason == (
        f"It was tried most: in {moves[0]['visits']} of 400 games. "
        f"Next is {moves[1]['move']}, in {moves[1]['visits']}: the mean is {mean} for X."
    )


@pytest.mark.parametrize("second", ["mcts,iterations=100", "alpha-beta,depth=3"])
def test_a_number_has_one_sign_in_the_list_and_in_the_curve(second: str) -> None:
    """Both are for the first player, whoever has moved."""
    match = Match(
        PositionSpec("othello", None, "", {"size": "6"}),
        HUMAN_MOVER,
        Mover(SearchSpec.from_spec(second)),
    )
    match.play(match.position.name(match.position.moves()[0]))
    match.play_next()
    values = values_of_turns(match)
    for value, bar in zip(values, value_heights(values), strict=True):
        assert value is not None
        assert value.value is not None
        assert bar is not None
        number = parse_shown_number(value.brief_value(), "it")
        assert number == pytest.approx(value.value, abs=0.006)
        assert (number > 0) == (bar.share > 0)
