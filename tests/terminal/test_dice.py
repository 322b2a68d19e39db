"""Dice on the screen: chance moves by itself, the die is drawn, and a review has luck beside
what moves gave away.
"""

from __future__ import annotations

import random

import pytest

from tests.terminal.hands import USUAL_SIZES
from tests.terminal.playing_hands import playing
from visualizer.look.numbers import format_mean
from visualizer.play.playing.game_review import Review
from visualizer.play.playing.match import Match
from visualizer.play.playing.movers import HUMAN_MOVER, Mover
from visualizer.searching.recipe import PositionSpec, SearchSpec

EASY = Mover(SearchSpec("star1", depth=1), "easy")


@pytest.mark.parametrize("size", USUAL_SIZES)
async def test_a_move_is_played_with_the_dice(size: tuple[int, int]) -> None:
    """The die is rolled before the person moves, and twice before it moves again; undo leads to
    the first roll.
    """
    async with playing(
        Match(
            PositionSpec("einstein"),
            HUMAN_MOVER,
            EASY,
            seed=3,
        ),
        size,
    ) as hands:
        await hands.think()
        match = hands.match
        screen = hands.screen
        (rolled,) = match.moves

        assert f"Die: {rolled}" in hands.words()
        move = match.position.name(match.position.moves()[0])
        await hands.move(move, hands.click_square)
        await hands.think()
        assert len(match.turns) == 5
        assert screen.can_move
        assert f"{rolled}: {move}" in hands.words()
        assert f"{match.moves[2]}: {match.moves[3]}" in hands.words()
        assert screen.describe_events()[1].startswith(f"Chance: {match.moves[4]}. ")
        await hands.press("u")
        await hands.think()
        assert [*match.moves] == [rolled]
        assert screen.can_move
        await hands.press("U")
        assert len(match.turns) == 5


async def test_searches_play_on_with_the_dice() -> None:
    """Where searches play both sides, the board goes on to the end by itself."""
    async with playing(Match(PositionSpec("einstein", "two-stones"), EASY, EASY)) as hands:
        await hands.think()

        assert hands.match.is_over()
        assert "wins" in hands.words()


async def test_a_review_shows_luck() -> None:
    """A roll has its luck in the list, and no better one is looked for."""
    match = Match(
        PositionSpec("einstein"),
        HUMAN_MOVER,
        HUMAN_MOVER,
        seed=2,
    )
    chance = random.Random(4)
    while len(match.turns) < 8:
        if match.by_chance:
            match.roll()
        else:
            match.play(match.position.name(chance.choice(match.position.moves())))
    async with playing(Review(match, SearchSpec("star1", depth=3)), (120, 40)) as hands:
        await hands.judge()
        screen = hands.review
        first = hands.review.review.judged[0]

        assert first.luck is not None
        screen.show_turn(1)
        await hands.press("f")
        assert "no better one" in hands.words()
        row = "".join(text for text, _ in screen.draw_row(first, move_columns=10, loss_columns=14))
        assert row.split() == [
            "1",
            "chance",
            "roll",
            match.moves[0],
            "luck",
            format_mean(first.luck),
        ]
