"""What is marked and said while one plays: where one may move, what is best and why, for whom a
mean is.
"""

from __future__ import annotations

import re

import pytest

from tests.clock import visits_take
from tests.few import one_in
from tests.presets import PLAYED
from tests.terminal.playing_hands import EASY, begun, playing
from visualizer.apps.dialogue.playing import MatchLines
from visualizer.apps.tui.board_screens.dialogs import TypeMoveDialog
from visualizer.play.playing.movers import HUMAN_MOVER, Mover
from visualizer.searching.recipe import SearchSpec

FEW = SearchSpec("mcts", options={"iterations": 100})


@pytest.mark.parametrize("game", one_in(3, PLAYED))
async def test_where_one_may_move_is_marked_and_pointed_at_from_the_start(game: str) -> None:
    """Every square on which a move begins is open, the pointer stands on one, and enter there
    begins a move.
    """
    async with playing(begun(game)) as hands:
        await hands.think()
        table = hands.screen.table
        begins = {move.begin for move in table.moves.all()}

        assert table.squares(None).selectable == begins
        assert table.pointer in begins
        assert "you cannot move" not in hands.screen.describe_choices()
        await hands.press("enter")
        assert (
            hands.match.turns
            or table.first_square == table.pointer
            or hands.app.screen is not hands.screen
        )


async def test_a_pointer_that_was_moved_stays() -> None:
    """Where somebody points before all moves are found, nothing else is pointed at."""
    async with playing(begun("othello")) as hands:
        await hands.press("up")
        pointer = hands.screen.table.pointer
        await hands.think()

        assert hands.screen.table.pointer == pointer


async def test_a_square_that_was_chosen_at_once_stays_pointed_at() -> None:
    """Whoever plays before all moves are found has pointed: after the reply the pointer is where
    it was.
    """
    async with playing(begun("tictactoe")) as hands:
        table = hands.screen.table
        table.awaits_pointing = True  # as before the first look at the moves
        await hands.press("enter")

        assert [turn.move for turn in hands.match.turns] == ["b2"]
        await hands.think()
        assert table.pointer == hands.place("b2")
        assert len(hands.match.turns) == 2


async def test_the_first_moves_of_tak_place_the_others_flats() -> None:
    """That is said on the screen and in line mode, for the first two moves and no longer."""
    async with playing(begun("tak", None, HUMAN_MOVER, HUMAN_MOVER)) as hands:
        await hands.think()
        for name in ("Black", "White"):
            assert f"you place one of {name}'s flats" in hands.screen.describe_choices()
            await hands.press("enter", "down")
            await hands.think()

        assert "you place" not in hands.screen.describe_choices()
    said: list[str] = []
    MatchLines(begun("tak", None, HUMAN_MOVER, HUMAN_MOVER), said.append).carry_out(("a1", "b1"))
    ends = [words.split("\n")[-1] for words in said if "to move" in words]

    assert ends == [
        "White to move: you place one of Black's flats",
        "Black to move: you place one of White's flats",
        "White to move",
    ]


async def test_any_square_of_a_column_is_the_column() -> None:
    """In Connect Four the whole column is one move, and is called so."""
    async with playing(begun("connect-four")) as hands:
        await hands.think()
        await hands.press("up", "up", "right")

        assert hands.screen.describe_choices() == "Col 5: enter plays there."
        await hands.press("enter")
        assert hands.match.moves[0] == "5"


def test_why_speaks_of_the_next_best_move() -> None:
    """What it is worth, how it is answered and what that does."""
    bot = Mover(SearchSpec("ordered-alpha-beta", depth=3))
    match = begun("othello", None, HUMAN_MOVER, bot)
    said: list[str] = []
    person = MatchLines(match, said.append)
    person.obey("d3")
    person.obey("why")

    assert re.search(
        r"\n\n(\w\d instead: then \w\d flips \d+; |[\w, ]+ (is|are) just as good: ).* \(depth 3\)\.$",
        said[-1],
    )


async def test_enter_takes_the_highlighted_move_to_compare() -> None:
    """`N` where no move begins asks for one; enter alone takes the first, and letters narrow it
    down.
    """
    async with playing(begun("tictactoe", None, HUMAN_MOVER, EASY)) as hands:
        await hands.enter(hands.place("b2"))
        await hands.think()
        for typed in ("", "c"):
            await hands.press("N")

            assert isinstance(hands.app.screen, TypeMoveDialog)
            await hands.press(*typed, "enter")
            await hands.think()
            await hands.rest()
            first = next(
                each.name for each in hands.screen.table.moves.all() if each.name.startswith(typed)
            )
            assert re.search(
                rf"why not {first}\?|{first} (is|gives|leads|misses)|this search {first}",
                hands.words(),
            )
            await hands.press("escape")


@pytest.mark.slow
async def test_a_mean_is_said_for_the_first_player_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """While it thinks, in the list and beside the board: name, sign and games; few games are
    said to be few.
    """
    visits_take(monkeypatch, 0.002)
    match = begun(
        "hex",
        None,
        HUMAN_MOVER,
        Mover(FEW),
        size="5",
    )
    async with playing(match, (120, 40)) as hands:
        await hands.press("c3"[0], "3", "enter")
        while "Best so far" not in hands.words():
            hands.screen.clock.beat()
            await hands.rest()

        assert re.search(
            r"Best so far: \w\d.* \([+−]?\d\.\d\d for Black, \d+ games?\)",
            hands.screen.describe_events()[1],
        )
        await hands.think()
        assert re.search(
            r"After \w\d, the mean is [+−]\d\.\d\d for Black \(\d+ games?\)",
            hands.screen.describe_events()[1],
        )
        assert "100 games over 24 moves are few." in hands.screen.describe_events()[1]
        mean = hands.match.turns[1].search_result
        assert mean is not None
        assert mean.value is not None
        assert mean.signed() == ("+" if mean.value > 0 else "−") + f"{abs(mean.value):.2f}"
        await hands.press("h")
        await hands.think()
        assert re.search(
            r"Best: \w\d [+−]\d\.\d\d for Black \(\d+ games\), then ",
            hands.screen.describe_choices(),
        )
        assert hands.screen.describe_choices().endswith("100 games over 23 moves are few.")


async def test_the_list_says_how_deep_its_values_are() -> None:
    """The opponent's depth stands above the moves, and whose values the curve has."""
    async with playing(begun("othello"), (120, 40)) as hands:
        await hands.press(*"d3", "enter")
        await hands.think()

        assert "moves · depth 1" in hands.words()
        assert "value for Black" in hands.words()
        await hands.press("h")
        await hands.think()
        await hands.rest()
        assert "depth 4" in hands.text_of("#may")
        await hands.press("tab", "up")
        assert "the search that answered it found that" in hands.screen.describe_events()[1]
