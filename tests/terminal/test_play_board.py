"""The board that is played on: which square a cell is, at every size, slanted, turned and
scrolled.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest
from textual.app import App, ComposeResult
from textual.geometry import Region

import games
from games import AnyPosition, Game
from tests.few import crossed, one_in
from tests.terminal.playing_hands import EASY, middle_of, playing
from tests.terminal.playing_hands import begun as begun_match
from visualizer.apps.tui.board_screens.board import PlayBoard
from visualizer.apps.tui.board_screens.review_screen import ReviewScreen
from visualizer.apps.tui.board_screens.screen import PlayScreen
from visualizer.apps.tui.cells.squares import Squares
from visualizer.apps.tui.cells.styled_lines import Line
from visualizer.apps.tui.themes import OFFERED_THEMES
from visualizer.apps.tui.widgets.painted import Painted, StyledText
from visualizer.draw.boards.contents import square_name
from visualizer.play.playing.game_review import Review
from visualizer.play.playing.match import Match
from visualizer.play.playing.move_squares import MoveSquares
from visualizer.play.playing.movers import HUMAN_MOVER
from visualizer.searching.recipe import PositionSpec, SearchSpec

BOARDS = [
    ("tak", "5"),
    ("tak", "8"),
    ("othello", "16"),
    ("hex", "11"),
    ("hex", "19"),
    ("italian-draughts", "8"),
    ("connect-four", ""),
    ("tictactoe", ""),
]


def begun(name: str, size: str = "") -> tuple[Game, AnyPosition]:
    """Return a game and its first position."""
    game = games.load_game(name)
    size_option = next((option for option in game.options if option.name == "size"), None)
    return game, game.start({"size": size_option.read(size)} if size and size_option else {})


class Shown(App[None]):
    """Shows one board."""

    def __init__(self, board: PlayBoard) -> None:
        super().__init__()
        self.board = board
        self.picked = list[tuple[int, int]]()
        for each in OFFERED_THEMES.values():
            self.register_theme(each)
        self.theme = "dark"

    def compose(self) -> ComposeResult:
        yield self.board

    def on_play_board_picked(self, message: PlayBoard.Picked) -> None:
        self.picked.append(message.place)


@pytest.mark.parametrize(
    ("board", "size", "turned"),
    one_in(
        3,
        crossed(
            BOARDS,
            [
                (30, 12),
                (80, 40),
                (44, 20),
            ],
            [False, True],
        ),
    ),
)
async def test_a_click_means_the_square_that_is_drawn_there(
    board: tuple[str, str], size: tuple[int, int], turned: bool
) -> None:
    """Wherever the pointer is, a click in the middle of its square means that square, scrolled
    or not.
    """
    drawn = begun(*board)[1].board()
    places = [
        (y, x) for y, row in enumerate(drawn.cells) for x, cell in enumerate(row) if cell.playable
    ]
    app = Shown(PlayBoard(Squares(drawn)))
    async with app.run_test(size=size) as pilot:
        for place in places[:: max(1, len(places) // 4)]:
            app.board.show(Squares(drawn, pointer=place, turned=turned))
            x, y = middle_of(app.board, place)

            assert 0 <= x < size[0], "the square that is pointed at is not in sight"
            assert 0 <= y < size[1], "the square that is pointed at is not in sight"
            assert app.board.square_at(x, y) == place
            pointers = [
                row
                for row in app.board.rendering().lines
                if any(style == "pointer" for _, style in row)
            ]
            assert pointers, "the pointer is not drawn"
            await pilot.click(offset=(x, y))
            assert app.picked[-1] == place


@pytest.mark.parametrize(("name", "side"), one_in(4, BOARDS))
def test_every_square_can_be_reached_by_arrows(name: str, side: str) -> None:
    """From the first square the arrows lead to every square that the game uses."""
    _, position = begun(name, side)
    board = position.board()
    widget = PlayBoard(Squares(board))
    there = {
        (y, x) for y, row in enumerate(board.cells) for x, cell in enumerate(row) if cell.playable
    }
    seen = [min(there)]
    for place in seen:
        for arrow in ("up", "down", "left", "right"):
            after = widget.neighbour(place, arrow)
            if after not in seen:
                seen.append(after)

    assert {*seen} == there


@pytest.mark.parametrize(
    ("name", "position", "move", "squares"),
    [
        ("tictactoe", None, "b2", ("b2", "b2")),
        ("othello", None, "d3", ("d3", "d3")),
        ("hex", None, "c3", ("c3", "c3")),
        ("italian-draughts", None, "21-17", ("21", "17")),
        ("italian-draughts", "W:W21,K22:B18,10,11", "22x15", ("22", "15")),
        ("tak", "x5/x5/x2,12,x2/x5/2,x4 2 3", "2c3>", ("c3", "d3")),
        ("tak", "x5/x5/x2,12,x2/x5/2,x4 2 3", "2c3>11", ("c3", "e3")),
        ("tak", "x5/x5/x2,12,x2/x5/2,x4 2 3", "Sd4", ("d4", "d4")),
        ("connect-four", None, "4", ("41", "41")),
    ],
)
def test_where_a_move_begins_and_ends_is_seen_from_the_board(
    name: str, position: str | None, move: str, squares: tuple[str, str]
) -> None:
    """A placement begins where it ends; else the square is found that the piece left, in every
    game alike.
    """
    game, start = begun(name)
    if position is None:
        here = start
    else:
        here = game.read(position, {})
    moves = MoveSquares(game, here)
    found = next((each for each in moves.all() if each.name == move), None)

    assert found is not None, [each.name for each in moves.all()]
    assert found.begin is not None
    assert found.end is not None
    assert (square_name(moves.board, *found.begin), square_name(moves.board, *found.end)) == squares


def test_moves_between_the_same_squares_are_told_apart_in_words() -> None:
    """Flat, wall and capstone, and where a stack drops, stand beside the moves' names."""
    game, _ = begun("tak")
    moves = MoveSquares(game, game.read("x5/x5/x2,12,x2/x5/2,x4 2 3", {}))
    words = {each.name: moves.words(each) for each in moves.all()}

    assert words["d4"] == "flat"
    assert words["Sd4"] == "wall"
    assert words["Cd4"] == "capstone"
    assert words["2c3>11"] == "flat, drops 1 on d3, 1 on e3"


def noted(into: list[Region], *some: Region, **_: object) -> None:
    """Note what is to be painted: lines, or a widget as a whole."""
    into.extend(some or [Region(0, 0, 999, 999)] * 99)


async def test_pointing_elsewhere_paints_two_squares(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the lines that have changed are painted again, here those of two of eight rows, and
    no other pane.
    """
    async with playing(begun_match("othello"), (120, 40)) as hands:
        hands.words()
        await hands.think()
        await hands.rest()
        painted = {widget: list[Region]() for widget in hands.screen.query(Painted)}
        for widget, regions in painted.items():
            monkeypatch.setattr(widget, "refresh", partial(noted, regions))
        await hands.press("up")
        changed = {
            type(widget).__name__: len(regions) for widget, regions in painted.items() if regions
        }
        square = hands.screen.query_one(PlayBoard).drawn()[0].lines

        assert changed.pop("PlayBoard") <= 2 * square
        assert sum(changed.values()) <= 2, "what can be done there"


async def test_the_lines_that_are_painted_are_those_that_have_changed() -> None:
    """In a pane with a frame too: the first of its lines is the one below the frame."""

    def lines(*words: str) -> list[Line]:
        return [[(each, "text")] for each in words]

    async with playing(begun_match("othello"), (120, 40)) as hands:
        hands.words()
        pane = hands.screen.query_one("#may", StyledText)
        pane.show(lambda *_: lines("one", "same"))
        await hands.rest()
        pane._repaint_regions.clear()
        pane.show(lambda *_: lines("two", "same"))
        frame = pane.content_offset

        assert frame.y == 1
        assert pane._repaint_regions == {Region(frame.x, 1, pane.size.width, 1)}


def test_many_moves_are_found_a_few_at_a_time() -> None:
    """On a large board a slice of time finds some, and the rest is found when it is asked for."""
    game, position = begun("hex", "19")
    moves = MoveSquares(game, position)

    assert not moves.advance(0.002)
    assert 0 < len(moves.found) < len(moves.all()) == 361


@pytest.mark.parametrize("way", ["keys", "mouse"])
@pytest.mark.parametrize(
    ("position", "move", "squares", "after"),
    [
        (
            "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
            "O-O",
            ("e1", "g1"),
            "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1",
        ),
        (
            "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
            "O-O-O",
            ("e8", "c8"),
            "2kr3r/8/8/8/8/8/8/R3K2R w KQ - 1 2",
        ),
        ("7k/P7/8/8/8/8/8/K7 w - - 0 1", "a8=N", ("a7", "a8"), "N6k/8/8/8/8/8/8/K7 b - - 0 1"),
        ("7k/8/8/8/3Pp3/8/8/K7 b - d3 0 1", "exd3", ("e4", "d3"), "7k/8/8/8/8/3p4/8/K7 w - - 0 2"),
    ],
    ids=["castling", "long castling", "promotion", "en passant"],
)
async def test_the_special_moves_of_chess(
    position: str, move: str, squares: tuple[str, str], after: str, way: str
) -> None:
    """They are played from the piece's square to its end; of four pieces to promote to a list
    asks which.
    """
    pytest.importorskip("chess")
    match = Match(PositionSpec("chess", position), HUMAN_MOVER, HUMAN_MOVER)
    async with playing(match, (120, 40)) as hands:
        found = next(each for each in hands.screen.table.moves.all() if each.name == move)

        assert [found.begin, found.end] == [*map(hands.place, squares)]
        await hands.move(move, hands.enter if way == "keys" else hands.click_square)
        assert match.position.text() == after
        taken = hands.screen.table.describe_effects(1)
        assert ("captures d4" in taken) is (move == "exd3")


@pytest.mark.parametrize(
    ("game", "turned"),
    [
        ("chess", True),
        ("italian-draughts", True),
        *(
            (name, False)
            for name in ("connect-four", "tictactoe", "hex", "othello", "tak", "kalah", "einstein")
        ),
    ],
)
def test_only_a_board_between_two_players_is_turned_for_the_second(game: str, turned: bool) -> None:
    """Chess and draughts have pieces with a direction; stones do not hang from the ceiling."""
    if game == "chess":
        pytest.importorskip("chess")
    match = begun_match(game, None, EASY, HUMAN_MOVER)
    screen = PlayScreen(match)

    assert screen.table.turned is match.game.turns_board is turned
    assert ReviewScreen(Review(match.copy(), SearchSpec("mcts"))).table.turned is turned
    assert not PlayScreen(begun_match(game, None, HUMAN_MOVER, EASY)).table.turned
    assert not PlayScreen(begun_match(game, None, HUMAN_MOVER, HUMAN_MOVER)).table.turned


def test_a_users_game_says_whether_its_board_is_turned() -> None:
    """By `turns_board`, which is False if it is left out."""
    match = begun_match("tictactoe", None, EASY, HUMAN_MOVER)
    match.game = replace(match.game, turns_board=True)

    assert PlayScreen(match).table.turned
