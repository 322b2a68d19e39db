"""Where a player moves twice in a row, each move is said to be whose it is: in words, in lists,
in comparisons.
"""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest

from visualizer.apps.dialogue.playing import MatchLines
from visualizer.apps.tui.board_screens.panes import turns_by_row
from visualizer.play.playing.match import Match
from visualizer.play.playing.match_words import compare_with_best
from visualizer.play.playing.movers import HUMAN_MOVER, Mover
from visualizer.searching.algorithms.mcts import answers_to_threats
from visualizer.searching.lookup import resolve_position
from visualizer.searching.recipe import PositionSpec, SearchSpec

KALAH = PositionSpec("kalah")
SHALLOW = Mover(SearchSpec("alpha-beta", ordering="natural", depth=1))
"""It plays c first, since that puts a seed in store, and moves again."""


def test_line_mode_names_who_played() -> None:
    """Both moves of South's are South's, then North's are North's."""
    said: list[str] = []
    match = Match(KALAH, SHALLOW, HUMAN_MOVER)
    MatchLines(match, said.append).carry_out(iter(()))
    played = [line.split(" plays ")[0] for line in said if " plays " in line]

    assert match.turns[0].position.maximizing
    assert len(played) > 1
    assert {words.split(" (")[0] for words in played} == {"South"}


@pytest.mark.parametrize("moves", ["c f", "a", "c d", "b c e b", "c f c e a"])
def test_the_list_of_moves_has_a_column_for_each_side(moves: str) -> None:
    """Each move stands in its player's column, in the order played; a side that moves again
    begins a row.
    """
    match = Match(KALAH, HUMAN_MOVER, HUMAN_MOVER)
    for word in moves.split():
        match.play(word)
    rows = turns_by_row(match)

    assert [place for row in rows for place in row if place is not None] == [
        *range(len(match.turns))
    ]
    for row in rows:
        for place, maximizing in zip(row, (True, False), strict=True):
            assert place is None or match.before(place).maximizing is maximizing
        assert any(place is not None for place in row)
    assert all(
        after[0] is not None or before[1] is not None for before, after in itertools.pairwise(rows)
    )


def test_games_that_alternate_have_the_rows_they_had() -> None:
    """Two turns a row; where MIN begins, the first place is empty."""
    for position, expected in (
        ("---------", [[0, 1], [2, None]]),
        ("X--------", [[None, 0], [1, 2]]),
    ):
        match = Match(PositionSpec("tictactoe", position), HUMAN_MOVER, HUMAN_MOVER)
        for _ in range(3):
            match.play(match.position.name(match.position.moves()[0]))

        assert turns_by_row(match) == expected


def test_why_not_says_who_moves_next() -> None:
    """After c South moves again and plays on itself; after a it is North who answers."""
    match = Match(KALAH, HUMAN_MOVER, HUMAN_MOVER)
    analysis = match.analysis(SearchSpec("alpha-beta", depth=3))
    analysis.request("c", "a")

    assert analysis.advance()
    said = {}
    for name in ("c", "a"):
        verdict = analysis.verdict(name)

        assert verdict.maximizing
        assert verdict.maximizing_after is (name == "c")
        said[name] = compare_with_best(
            replace(verdict, best=analysis.values[analysis.ranked()[0].move]), match.game
        )
    assert ": South then plays " in said["c"] or "gives away" not in said["c"]
    assert ": North answers " in said["a"]
    assert "gives away" in said["a"]


def test_no_answer_is_needed_to_ones_own_next_move() -> None:
    """A move that lets its player move again leaves the other no move that wins at once."""
    _, here = resolve_position(PositionSpec("kalah", "0,0,1/0,2,1 5-5 S"))
    numbered = [*enumerate(here.moves())]
    again = [
        number
        for number, move in numbered
        if here.play(move).maximizing and here.play(move).moves()
    ]
    kept = [
        number
        for number, _ in answers_to_threats(
            here, numbered, lambda outcome: (outcome > 0) - (outcome < 0)
        )
    ]

    assert again
    assert {*again} <= {*kept}
