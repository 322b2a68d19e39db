"""Playing on the screen: whole games by keys and by mouse, what is said, and what is thought
meanwhile.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from textual import events

import games
from tests.few import one_in
from tests.terminal.hands import TICTACTOE, explored, letters_of, program_on, slices, until
from tests.terminal.playing_hands import EASY, begun, playing
from visualizer.apps.activities.playing import ANALYSIS_SLICE_SECONDS
from visualizer.apps.tui.board_screens import panes
from visualizer.apps.tui.board_screens.screen import PlayScreen
from visualizer.apps.tui.board_screens.table import PlayTable
from visualizer.apps.tui.options import RememberedOptions
from visualizer.apps.tui.screens.explore import ExploreScreen
from visualizer.apps.tui.start.screen import StartScreen
from visualizer.play.playing.match import Match
from visualizer.play.playing.movers import HUMAN_MOVER, Mover, opponent_named
from visualizer.searching.recipe import PositionSpec, SearchSpec

WHOLE = [
    ("tictactoe", None, {}),
    ("othello", None, {"size": "4"}),
    ("hex", None, {"size": "4"}),
    ("italian-draughts", "W:W21,K22,30:B1,5,9", {}),
    ("tak", None, {"size": "3"}),
    ("tree", None, {}),
]
SLOW = Mover(SearchSpec("iterative-deepening", depth=9), "slow")


@pytest.mark.parametrize(
    ("game", "position", "settings", "way"),
    one_in(
        4,
        (
            (*whole, way)
            for whole, way in zip(WHOLE * 2, ["keys", "mouse", "mouse"] * 4, strict=True)
        ),
    ),
)
async def test_a_whole_game(
    game: str, position: str | None, settings: dict[str, str], way: str
) -> None:
    """A game is played to its end by keys alone and by mouse alone; its end is said, and every
    change was told.
    """
    chance = random.Random(game)
    told = list[int]()
    match = begun(game, position, **settings)

    def tell() -> str:
        told.append(len(match.turns))
        return ""

    async with playing(match, changed=tell) as hands:
        if way == "keys":
            choose = hands.enter
        else:
            choose = hands.click_square
        while not match.is_over() and len(match.turns) < 60:
            moves = hands.screen.table.moves.all()
            await hands.move(chance.choice(moves).name, choose)
            await hands.think()

        assert told == [*range(1, len(match.turns) + 1)]
        if match.is_over():
            await hands.rest()
            assert "the game is over" in hands.words()


@pytest.mark.parametrize(
    ("game", "position", "squares", "said"),
    one_in(
        3,
        [
            (
                "italian-draughts",
                "W:W21,K22:B18,10,11",
                ("21",),
                "a capture is compulsory; legal: 22x15",
            ),
            ("tak", "x5/x5/x2,2,x2/x5/1,x4 1 2", ("c3",), "c3 is occupied"),
            (
                "tak",
                "x5/x5/x2,2,x2/x5/1,x4 1 2",
                ("a1", "b2"),
                ("no piece moves from a1 to b2; from a1 you can go to a2 b1"),
            ),
        ],
    ),
)
async def test_a_wrong_move_is_explained_by_the_rule(
    game: str, position: str | None, squares: tuple[str, ...], said: str
) -> None:
    """What is not allowed is said in the words of the rule, and nothing is played."""
    async with playing(begun(game, position), (120, 40)) as hands:
        for name in squares:
            await hands.click_square(hands.place(name))

        assert said in hands.screen.note
        assert not hands.match.turns


async def test_a_move_is_typed_and_completed() -> None:
    """A letter that is no key begins to type; tab completes, a wrong move is explained, an
    unfinished one is found.
    """
    async with playing(begun("tictactoe", None, HUMAN_MOVER, HUMAN_MOVER)) as hands:
        await hands.press("b", "2", "enter")

        assert hands.match.moves == ["b2"]
        await hands.press("colon", "b", "2", "enter")
        assert "the cell is occupied" in hands.text_of("#error")
        await hands.press("backspace", "tab", "escape")
        assert hands.match.moves == ["b2"]
        await hands.press("slash", "down", "down", "enter")
        assert hands.match.moves == ["b2", "c1"]


def test_what_takes_long_is_left_to_the_clock() -> None:
    """Drawing and saying what can be done do not look for where all moves begin: on large boards
    that takes long.
    """
    table = PlayTable(
        Match(PositionSpec("hex", None, "", {"size": "19"}), HUMAN_MOVER, HUMAN_MOVER)
    )
    table.squares(None)
    table.describe_choices()

    assert not table.moves.found


async def test_a_pass_is_said_and_played_by_enter() -> None:
    """Where a pass is the only move, that is said, and enter plays it wherever the pointer is."""
    here = "XO-------------- O"  # White has no disc of Black's between two of its own
    async with playing(Match(PositionSpec("othello", here), HUMAN_MOVER, HUMAN_MOVER)) as hands:
        await hands.think()

        assert "There is only one move, pass: enter plays it." in hands.prose()
        await hands.press("enter")
        assert hands.match.moves == ["pass"]


async def test_a_click_on_a_move_shows_its_position() -> None:
    """In the list of moves; the board is turned by t, and clicks mean the squares as they are
    seen.
    """
    async with playing(begun("tictactoe", None, HUMAN_MOVER, HUMAN_MOVER), (120, 40)) as hands:
        for name in ("b2", "c3", "a1"):
            await hands.press(*name, "enter")
        await hands.rest()
        region = hands.screen.query_one("#moves").content_region
        await hands.click(region.x + 5, region.y)

        assert hands.screen.table.turns_shown == 1
        assert "after move 1 of 3" in hands.words()
        await hands.see("escape", "t")
        await hands.click_square(hands.place("a3"))
        assert hands.match.moves[-1] == "a3"


async def test_a_game_that_is_over_can_be_looked_at() -> None:
    """A finished position is shown with how it ended; keys do no harm."""
    async with playing(Match(PositionSpec("tictactoe", "XXXOO----"), HUMAN_MOVER, EASY)) as hands:
        await hands.see(
            "enter", "h", "space", "tab", "enter", "N", "w", "H", "R", "s", "u", "escape"
        )
        assert "X has three in a row and wins" in hands.prose()


async def test_undo_redo_resign_and_hint() -> None:
    """They do what they say; resigning is asked once, and can be taken back."""
    async with playing(begun("tictactoe")) as hands:
        await hands.press("b", "2", "enter")
        await hands.think()
        await hands.press("u")

        assert not hands.match.turns
        await hands.press("U")
        assert len(hands.match.turns) == 2
        await hands.press("u", "ctrl+r", "R", "enter")
        assert hands.match.resigned is None
        await hands.press("R", "down", "enter")
        assert hands.match.end() == "X resigns and O wins"
        await hands.press("u", "H")
        await hands.think()
        await hands.rest()
        assert "Hint: " in hands.words()


async def test_the_search_of_a_move_is_opened_and_left() -> None:
    """From the list of moves, at any move: enter opens its search in the explorer, escape comes
    back.
    """
    async with playing(begun("tictactoe")) as hands:
        for name in ("b2", "c3"):
            await hands.press(*name, "enter")
            await hands.think()
        await hands.press("tab", "up", "up")

        assert hands.screen.table.turns_shown == 2
        await hands.press("enter")
        explorer = hands.app.screen
        assert isinstance(explorer, ExploreScreen)
        assert explorer.run.root.text() == hands.match.before(1).text()
        assert explorer.run.recipe == hands.match.turns[1].search_result.recipe  # type: ignore[union-attr]
        await hands.press("escape")
        assert hands.app.screen is hands.screen
        assert hands.screen.table.turns_shown == 2
        await hands.press("escape", "w")
        await hands.think()
        await hands.rest()
        assert "step by step" in hands.words()


async def test_keys_are_answered_while_a_search_thinks() -> None:
    """A slow search is advanced in slices; a key pressed meanwhile is done, and space makes it
    answer.
    """
    match = Match(PositionSpec("tak"), SLOW, HUMAN_MOVER)
    async with playing(match, (120, 40)) as hands:
        keys = ("left", "t", "up", "tab", "tab", "t") * 3
        with slices() as given:
            for key in keys:
                hands.screen.clock.beat()
                await hands.press(key)

        assert not match.turns
        assert hands.screen.activity.reply is not None
        assert len(given) == len(keys)
        assert max(given) <= ANALYSIS_SLICE_SECONDS < 1 / 33
        for _ in range(1_000):
            if "so far: " in hands.words():
                break
            hands.screen.clock.beat()
            await hands.rest()
        assert "so far: " in hands.words()
        assert "nodes" in hands.words()
        await hands.press("space")
        hands.screen.clock.beat()
        assert len(match.turns) == 1
        assert "asked to answer" in match.turns[0].search_result.limit  # type: ignore[union-attr]


async def test_searches_play_each_other_and_pause() -> None:
    """Search against search plays by itself; p pauses, and undo pauses too."""
    match = begun("tictactoe", None, EASY, EASY)
    async with playing(match) as hands:
        await hands.press("p")

        assert not hands.screen.activity.is_busy
        await hands.press("p")
        await hands.think()
        assert match.is_over()
        await hands.press("u", "u")
        assert hands.screen.activity.paused


async def test_m_plays_on_from_the_explorer_and_escape_comes_back() -> None:
    """The position in focus is on the table; a person is to move, the search plays the other
    side.
    """
    async with explored(TICTACTOE) as hands:
        await hands.press("right", "right")
        focus = hands.explorer.run.position(hands.scene.focus)
        await hands.press("m")
        screen = hands.app.screen

        assert isinstance(screen, PlayScreen)
        assert screen.match.position.text() == focus.text()
        assert screen.match.mover.is_person
        await hands.press("escape")
        assert hands.app.screen is hands.explorer


async def test_a_game_begun_in_the_explorer_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As every other game: its moves are in a file of the folder for state when they are shown."""
    monkeypatch.setenv("VISUALIZER_STATE", str(tmp_path))
    monkeypatch.setenv("VISUALIZER_CONFIG", str(tmp_path / "options"))
    async with explored(TICTACTOE, remembered=RememberedOptions()) as hands:
        await hands.press("m", "colon", "a", "3", "enter")
        (file,) = (tmp_path / "games").iterdir()

        assert "a3" in file.read_text(encoding="utf-8").splitlines()[1]


async def test_the_start_screen_has_a_button_to_play() -> None:
    """ctrl+g or a click plays from the chosen position against the chosen search; escape comes
    back to the form.
    """
    async with program_on(None, (120, 40)) as hands:
        await hands.press("c", "ctrl+g")

        assert isinstance(hands.app.screen, PlayScreen)
        await hands.see("escape")
        assert type(hands.app.screen_stack[-1]) is StartScreen
        await hands.pilot.click("#player")
        await until(hands.pilot, lambda: isinstance(hands.app.screen, PlayScreen))


def test_a_won_game_is_one_in_the_list_whatever_number_its_search_has_for_it() -> None:
    """The tutorial's bot calls a win 1: the move that lets it win loses, and its own wins."""
    bot = opponent_named(games.load_game("tak"), "tutorial-bot")
    match = Match(
        PositionSpec("tak", "x5/x5/x5/x5/x5 1 1", "c3 a1 c4 b3 d4 d3 e5 Cd5 a5 a3"),
        HUMAN_MOVER,
        bot,
    )
    match.play("c1")
    reply = match.reply(match.mover)
    while not reply.advance():
        pass
    match.answer(reply)

    assert match.is_over()
    assert [each and each.value for each in panes.values_of_turns(match)] == [
        -1,
        -1,
    ]
    listed = letters_of(*panes.draw_move_list(match, 2, 40, 9)).split()
    assert listed == ["1", "c1", "loses", "e3", "wins"]
    assert panes.draw_move_list(Match(match.where, HUMAN_MOVER, bot), 0, 40, 9) == [
        [("none yet", "dim")]
    ]


async def test_a_whole_move_that_comes_at_once_is_played() -> None:
    """Digits, a dash and enter that arrive before the dialog opens are one move, and play it."""
    async with playing(begun("italian-draughts", None, HUMAN_MOVER, HUMAN_MOVER)) as hands:
        for key, letter in (
            ("2", "2"),
            ("1", "1"),
            ("minus", "-"),
            ("1", "1"),
            ("7", "7"),
            ("enter", "\r"),
        ):
            hands.send(events.Key(key, letter))
        await hands.rest()

        assert hands.match.moves == ["21-17"]
