"""A review on the screen: the worst moves, better ones to find by keys, mouse and letters, and
what refutes a try.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.terminal.hands import USUAL_SIZES, slices, until
from tests.terminal.playing_hands import EASY, PlayingHands, begun, playing, stop_clock
from visualizer.apps.activities.playing import ANALYSIS_SLICE_SECONDS
from visualizer.apps.tui.board_screens.review_screen import ReviewScreen
from visualizer.apps.tui.board_screens.screen import PlayScreen
from visualizer.apps.tui.screens.explore import ExploreScreen
from visualizer.play.playing.game_review import Review
from visualizer.play.playing.match import Match
from visualizer.play.playing.movers import HUMAN_MOVER, USUAL_OPPONENT, Mover
from visualizer.searching.recipe import SearchSpec

SLOW = SearchSpec("minimax", depth=5)
LOST = "a1 b1 a2"
"""Against X in the corner O plays an edge, which loses; b2 would have been a draw."""


def lost(*movers: Mover, moves: str = LOST) -> Match:
    """Return a match of Tic-tac-toe in which the second move was a mistake."""
    match = begun("tictactoe", "---------", *movers)
    for move in moves.split():
        match.play(move)
    return match


def review_of(match: Match | None = None, search: SearchSpec = USUAL_OPPONENT) -> Review:
    """Return a review that has not begun."""
    return Review(match or lost(), search)


async def judged(hands: PlayingHands) -> ReviewScreen:
    """Let a review go on to its end, and return its screen."""
    await hands.judge()
    return hands.review


@pytest.mark.parametrize("size", USUAL_SIZES)
async def test_v_reviews_the_game_and_the_worst_move_is_in_hand(size: tuple[int, int]) -> None:
    """The list has the worst move first with what it gave away, whose position the board shows;
    escape comes back.
    """
    async with playing(lost(EASY, HUMAN_MOVER), size) as hands:
        await hands.press("v")
        await until(hands.pilot, lambda: isinstance(hands.app.screen, ReviewScreen))
        stop_clock(hands.review)
        screen = await judged(hands)
        words = hands.words()

        assert screen.number == 2
        assert screen.describe_events()[1].startswith(
            "Move 2, b1 by O, led from a draw to a loss. "
        )
        assert "etter was" not in words, "what was better is not told before it is looked for"
        await hands.press("escape")
        assert isinstance(hands.app.screen, PlayScreen)
        await hands.press("v")
        await until(hands.pilot, lambda: isinstance(hands.app.screen, ReviewScreen))
        assert hands.review.review is screen.review, "the same game is not judged twice"


async def test_the_better_move_is_shown_on_request() -> None:
    """`s` plays it with its line and says what it leads to, also where a try is begun; `w` says
    all at length.
    """
    async with playing(review_of()) as hands:
        screen = await judged(hands)

        assert "Better was b2: it is a draw" in await hands.see("f", "s")
        assert screen.table.match.moves[0] == "b2"
        assert screen.table.turns_shown == 1
        assert screen.describe_events()[0] == "b2 in place of b1"
        await hands.press("escape", "w")
        await until(hands.pilot, lambda: "Better was b2" in hands.words())


async def test_of_a_good_move_it_is_not_said_that_it_gave_something_away() -> None:
    """Neither in the heading of its own line, nor of a try beside it."""
    async with playing(review_of(search=SearchSpec("alpha-beta", depth=8)), (120, 40)) as hands:
        screen = await judged(hands)
        await hands.press("down")
        good = screen.review.judged_move(screen.number)

        assert good is not None
        assert good.is_best
        assert good.value_lost == 0
        await hands.press("f")
        assert screen.describe_events()[0] == f"another move in place of {good.move.move}"
        await hands.press("s")
        assert screen.describe_events()[0] == f"{good.move.move}, which was played"


async def test_the_list_and_the_game_are_gone_through() -> None:
    """Up and down follow the list, left and right the game; a click takes a move; illegal tries
    are said.
    """
    async with playing(review_of(), (120, 40)) as hands:
        screen = await judged(hands)
        await hands.press("down")

        assert screen.number == 1
        await hands.press("down", "down", "down")
        assert screen.number == 3, "the end of the list"
        await hands.press("left", "left", "left", "left")
        assert screen.number == 0
        await hands.press("f")
        assert "before the first move" in screen.note
        moves = screen.query_one("#moves").content_region
        await hands.click(moves.x + 10, moves.y + 1)
        assert screen.number == 2
        await hands.press("f")
        await hands.click_square(hands.place("a1"))
        assert "'a1' is not a legal move here: the cell is occupied" in screen.note
        await hands.press("escape", "escape")
        assert "leave the program?" in hands.words()


async def test_enter_opens_the_search_that_judged_a_move() -> None:
    """In the list that before the move; after a refuted try the one of the line behind it;
    escape comes back.
    """
    async with playing(review_of(search=SearchSpec("alpha-beta", depth=8)), (120, 40)) as hands:
        screen = await judged(hands)
        await hands.press("enter")
        explorer = hands.app.screen

        assert isinstance(explorer, ExploreScreen)
        assert explorer.run.root.text() == "X--------"
        assert explorer.run.recipe.where == screen.review.match.where_before(1)
        await hands.press("escape")
        await hands.press("f", "c", "1", "enter")
        await hands.judge()
        await hands.press("enter")
        explorer = hands.app.screen
        after = screen.match.before(1).text()
        assert isinstance(explorer, ExploreScreen)
        assert explorer.run.root.text() == after
        assert explorer.run.recipe.search.depth == "all"
        await hands.press("escape")
        assert hands.app.screen is screen


async def test_keys_are_answered_while_moves_are_judged() -> None:
    """A slow review goes on in slices: keys are done meanwhile, `p` stops it, leaving cancels
    it, a try comes first.
    """
    match = begun(
        "tak",
        None,
        HUMAN_MOVER,
        EASY,
        size="5",
    )
    for move in ("a1", "e5", "c3"):
        match.play(move)
    async with playing(review_of(match, SLOW), (120, 40)) as hands:
        screen = hands.review
        with slices() as given:
            for key in ("left", "t", "up", "f", "down", "escape") * 2:
                screen.clock.beat()
                await hands.press(key)

        assert given
        assert max(given) <= ANALYSIS_SLICE_SECONDS < 1 / 33
        assert not screen.review.finished
        assert "judging move 1 of 3" in hands.words()
        assert "paused at 0" in await hands.see("p")
        screen.show_turn(2)
        await hands.press("f", "a", "2", "enter")
        assert screen.activity.question is not None
        screen.clock.beat()
        await hands.press("escape")
        assert hands.review.activity.question is None
        assert screen.can_move
        await hands.press("escape", "e")
        assert screen.note == "the page needs all moves to be judged: judging move 1 of 3"


async def test_it_is_reviewed_by_another_search() -> None:
    """`S` takes a search in the grammar of the command line, and says what is wrong with one."""
    async with playing(review_of(), (120, 40)) as hands:
        screen = await judged(hands)
        await hands.see("S", "x", "enter")

        assert "no algorithm 'x'" in hands.words()
        assert hands.app.screen is not screen
        await hands.press("backspace", *"ordered-alpha-beta,depth=1", "enter")
        assert hands.app.screen is screen
        assert screen.review.search.to_spec() == "ordered-alpha-beta,depth=1"
        await judged(hands)
        assert not screen.review.worst, "at one ply nothing is lost yet"


async def test_m_plays_on_from_before_the_mistake() -> None:
    """A new game begins there, by the same players; the reviewed one is as it was."""
    async with playing(review_of(lost(EASY, HUMAN_MOVER))) as hands:
        screen = await judged(hands)
        await hands.press("m")
        await until(hands.pilot, lambda: isinstance(hands.app.screen, PlayScreen))
        played = hands.app.screen

        assert isinstance(played, PlayScreen)
        assert [*played.match.moves] == ["a1"]
        assert played.match.movers == (EASY, HUMAN_MOVER)
        assert [*screen.review.match.moves] == LOST.split()


async def test_the_review_is_written_as_a_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`e` asks for a file; another ending, and a file that is there, are said; what is written
    is the page.
    """
    monkeypatch.chdir(tmp_path)
    async with playing(review_of(), (120, 40)) as hands:
        await judged(hands)
        for _ in range(2):
            await hands.see("e", "enter")

        assert "review.html already exists; press enter again to replace it" in hands.prose()
        assert "has no ending for a review" in await hands.see(
            "enter", "e", *["backspace"] * 4, *"pdf", "enter"
        )

    assert "led from a draw to a loss" in (tmp_path / "review.html").read_text(encoding="utf-8")
    assert [each.name for each in tmp_path.iterdir()] == ["review.html"]


async def test_an_error_of_a_users_game_is_said() -> None:
    """A search that fails stops the review with its sentence, and keys go on."""

    def fails(*_: object) -> bool:
        from visualizer.support.errors import InputError

        raise InputError("it is broken")

    review = review_of()
    review.advance = fails  # type: ignore[assignment, method-assign]
    async with playing(review) as hands:
        hands.review.clock.beat()

        assert hands.review.note == "it is broken"
        assert hands.review.activity.paused
        await hands.press("left")
        assert hands.review.number == 2
