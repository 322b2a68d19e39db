"""What a move gave away is said in words that agree with the two values, and the curve has its
bands.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

import games
from games import Stakes, Standing
from tests.terminal.hands import letters_of
from visualizer.apps.tui.board_screens.panes import draw_value_curve
from visualizer.play.playing.match import Match
from visualizer.play.playing.match_words import (
    brief_loss,
    describe_better_move,
    describe_given_away,
    describe_loss,
)
from visualizer.play.playing.move_value import MoveValue, Verdict
from visualizer.play.playing.movers import HUMAN_MOVER
from visualizer.play.playing.review_words import value_heights
from visualizer.searching.recipe import PositionSpec, SearchSpec


def value_of(
    value: float,
    stakes: Stakes,
    maximizing: bool,
    *,
    over: bool = False,
) -> MoveValue:
    """Return what a search of an opening would say of a move, with another value."""
    match = Match(PositionSpec("tictactoe", "---------"), HUMAN_MOVER, HUMAN_MOVER)
    analysis = match.analysis(SearchSpec(depth=1))
    analysis.advance()
    standing = stakes.assess(value, match.start, over=over)
    return replace(
        analysis.best,
        value=value,
        standing=standing,
        maximizing=maximizing,
    )


def verdict_of(
    best: float, move: float, stakes: Stakes, *, maximizing: bool = True, over: bool = False
) -> Verdict:
    """Return a move of one value beside the best one of another."""
    values = [
        value_of(
            value,
            stakes,
            maximizing,
            over=over,
        )
        for value in (move, best)
    ]
    return Verdict(values[0], values[1], not maximizing, ("White", "Black"), stakes)


TAK = games.load_game("tak").stakes["flats"]
HEX = games.load_game("hex").stakes["result"]
DISCS = games.load_game("othello").stakes["discs"]
SEED = games.load_game("othello").stakes["seed"]


@pytest.mark.parametrize(
    ("best", "move", "stakes", "listed", "brief"),
    [
        (1000, -1000, TAK, "from a win to a loss", "win → loss"),
        (1000, 2, TAK, "misses a win (2 flats ahead is left)", "win → ahead"),
        (1000, 0, TAK, "misses a win (equality is left)", "win → level"),
        (1000, -1, TAK, "misses a win (a flat behind is left)", "win → behind"),
        (2, -1000, TAK, "from 2 flats ahead to a loss", "ahead → loss"),
        (-1, -1000, TAK, "from a flat behind to a loss", "behind → loss"),
        (2, 1, TAK, "a flat", "a flat"),
        (1, -1, TAK, "2 flats", "2 flats"),
        (0, -1, HEX, "from an undecided game to a loss", "open → loss"),
        (5, 1, SEED, "4", "4"),
    ],
)
@pytest.mark.parametrize("maximizing", [True, False])
def test_what_is_given_away_has_its_name(
    best: float, move: float, stakes: Stakes, listed: str, brief: str, *, maximizing: bool
) -> None:
    """A win, a loss, what is left, or the difference in the evaluation's unit, from the side
    that moved.
    """
    sign = 1 if maximizing else -1
    found = verdict_of(
        sign * best,
        sign * move,
        stakes,
        maximizing=maximizing,
    )

    assert describe_loss(found).listed == listed
    assert brief_loss(found) == brief


def test_of_finished_games_it_is_said_by_how_much_they_are_won() -> None:
    """From a win by so much to a loss, or to a smaller win."""
    assert (
        describe_loss(
            verdict_of(
                3,
                -5,
                DISCS,
                over=True,
            )
        ).listed
        == "from a win by 3 discs to a loss by 5 discs"
    )
    assert (
        describe_loss(
            verdict_of(
                8,
                3,
                DISCS,
                over=True,
            )
        ).listed
        == "from a win by 8 discs to one by 3 discs"
    )
    assert (
        brief_loss(
            verdict_of(
                8,
                3,
                DISCS,
                over=True,
            )
        )
        == "5 discs"
    )


def test_what_an_evaluation_cannot_tell_is_not_given_away() -> None:
    """Less than its least difference counts as nothing while the game goes on, and as it is once
    it has ended.
    """
    assert DISCS.slight == 4
    assert TAK.slight == 0
    found = verdict_of(3, 0, DISCS)
    assert found.value_lost == 3
    assert found.given_away == 0
    assert brief_loss(found) == ""
    said = "Move 0, b1 by White, gave away only 3 discs, too little to count at this depth."
    assert describe_given_away(found, "White").replace(found.move.move, "b1") == said
    assert describe_better_move(found).startswith("The search's best is ")
    assert verdict_of(4, 0, DISCS).given_away == 4
    assert verdict_of(2, 1, TAK).given_away == 1
    assert (
        verdict_of(
            8,
            6,
            DISCS,
            over=True,
        ).given_away
        == 2
    )
    assert replace(found, move=replace(found.move, value=None)).given_away is None


def test_won_games_are_no_values_in_proportion() -> None:
    """Nothing is clipped: the largest value of a game that goes on is the unit, and what is won
    is marked.
    """
    values = [value_of(value, TAK, maximizing=True) for value in (2, -4, 1000, -1000)]

    assert [(each.share, each.won) for each in value_heights(values) if each] == [
        (0.5, False),
        (-1, False),
        (1, True),
        (-1, True),
    ]
    lines = [letters_of(line) for line in draw_value_curve(values, 1, 30, 9)]
    assert lines[0].split() == ["won", "▲▲▲"]
    assert lines[-1].split() == ["lost", "▼▼▼"]
    assert lines[1].split() == ["+4", "███"], "below a tip stands its bar"
    assert lines[-2].split() == ["−4", "███", "███"], "below a tip stands its bar"
    assert [line.split()[0] for line in lines if line.split()][:2] == ["won", "+4"]
    small = [letters_of(line) for line in draw_value_curve(values, 1, 30, 3)]
    assert "▲" in small[0], "also where there is no line to spare"
    assert "▼" in small[-1], "also where there is no line to spare"


def test_a_standing_without_a_side_is_a_noun() -> None:
    """A draw that is thrown away is one."""
    draw = verdict_of(
        0,
        -1,
        HEX,
        over=True,
    )

    assert draw.best.standing == Standing(0, "a draw")
    assert describe_loss(draw).listed == "from a draw to a loss"


def test_the_page_has_every_threshold() -> None:
    """docs/games-kept.md lists from which loss on each evaluation counts one, and no evaluation
    that counts all.
    """
    table = (Path(__file__).parents[2] / "docs" / "games-kept.md").read_text(encoding="utf-8")
    table = table.partition("<!-- thresholds -->")[2].partition("\n\nWith every other")[0]
    listed = {
        (game, evaluation): float(least)
        for game, names, least in re.findall(
            r"^\| ([A-Z][\w -]+) \| (.+) \| (\d+) \|$", table, re.MULTILINE
        )
        for evaluation in re.findall(r"`(\w+)`", names)
    }
    every = [
        games.load_game(name) for name in games.game_names() if name not in ("chess", "openspiel")
    ]

    assert listed == {
        (game.title, name): stakes.slight
        for game in every
        for name, stakes in game.stakes.items()
        if stakes.slight
    }
