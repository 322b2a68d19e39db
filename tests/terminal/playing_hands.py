"""Hands on the screen to play on: its clock is stopped, and `think` lets its searches go on."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import games
from games import Coordinates
from tests.terminal.hands import Hands, moments, started
from visualizer.apps.tui.app import VisualizerApp
from visualizer.apps.tui.board_screens.board import PlayBoard
from visualizer.apps.tui.board_screens.board_screen import BoardScreen
from visualizer.apps.tui.board_screens.review_screen import ReviewScreen
from visualizer.apps.tui.options import OpeningOptions
from visualizer.draw.boards.contents import square_name
from visualizer.play.playing.game_review import Review
from visualizer.play.playing.match import Match
from visualizer.play.playing.movers import HUMAN_MOVER, Mover
from visualizer.searching.recipe import PositionSpec, SearchSpec

EASY = Mover(SearchSpec("ordered-alpha-beta", depth=1), "easy")


def begun(game: str, position: str | None = None, *movers: Mover, **settings: str) -> Match:
    """Return a match from a position, else from the first of the game, not that of its first
    preset.
    """
    first, second = movers or (HUMAN_MOVER, EASY)
    start = (
        games.load_game(game).start({}).text() if position is None and not settings else position
    )
    return Match(PositionSpec(game, start, "", settings), first, second)


def middle_of(board: PlayBoard, place: Coordinates) -> tuple[int, int]:
    """Return a cell of the widget in the middle of a square, which may lie outside if the board
    is scrolled.
    """
    plan, left, top = board.drawn()
    found = plan.rectangle(place)
    return found.x + found.width // 2 - left, found.y + found.height // 2 - top


class PlayingHands(Hands):
    """Presses keys and clicks squares where one plays."""

    def begin(self) -> None:
        """Let time stand still."""
        stop_clock(self.screen)

    @property
    def screen(self) -> BoardScreen[Any]:
        """Return the screen with a board, which may be below a dialog."""
        return next(
            screen for screen in reversed(self.app.screen_stack) if isinstance(screen, BoardScreen)
        )

    @property
    def match(self) -> Match:
        """Return the match."""
        return self.screen.match

    @property
    def review(self) -> ReviewScreen:
        """Return the screen of a review, which may be below a dialog."""
        return next(
            screen for screen in reversed(self.app.screen_stack) if isinstance(screen, ReviewScreen)
        )

    async def judge(self) -> None:
        """Let a review, or a try in it, go on to its end."""
        for _ in moments():
            if self.review.review.finished and self.review.activity.question is None:
                break
            self.review.clock.beat()
        assert self.review.review.finished, "it judges and judges"
        assert self.review.activity.question is None, "it judges and judges"
        await self.rest()

    async def think(self) -> None:
        """Let searches go on until nothing is left to search, and squares be found until all
        are.
        """
        for _ in moments():
            if not self.is_busy:
                break
            self.screen.clock.last -= 10  # the pace of searches does not matter
            self.screen.clock.beat()
        assert not self.is_busy, "it thinks and thinks"
        self.screen.clock.beat()
        await self.settle()

    @property
    def is_busy(self) -> bool:
        """Say whether something is searched, or not all squares are found on which a move
        begins.
        """
        screen = self.screen
        return screen.activity.is_busy or (screen.can_move and not screen.table.moves.advance(0))

    def place(self, name: str) -> Coordinates:
        """Return the square with a name."""
        board = self.screen.table.board()
        return next(
            (y, x)
            for y, row in enumerate(board.cells)
            for x, cell in enumerate(row)
            if cell.playable and square_name(board, y, x) == name
        )

    async def click_square(self, place: Coordinates) -> None:
        """Click in the middle of a square, which may first have to be scrolled to."""
        board = self.screen.query_one(PlayBoard)
        x, y = middle_of(board, place)
        inside = board.content_region
        if not (0 <= x < inside.width and 1 <= y < inside.height):
            self.screen.table.pointer = place
            self.screen.paint()
            await self.rest()
            x, y = middle_of(board, place)
        await self.click(inside.x + x, inside.y + y)

    async def point_at(self, place: Coordinates) -> None:
        """Go to a square with the arrows."""
        board = self.screen.query_one(PlayBoard)
        table = self.screen.table
        way: dict[Coordinates, tuple[str, ...]] = {table.pointer: ()}
        for at in (queue := [table.pointer]):
            for arrow in ("up", "down", "left", "right"):
                after = board.neighbour(at, arrow)
                if after not in way:
                    way[after] = (*way[at], arrow)
                    queue.append(after)
        await self.press(*way[place])
        assert table.pointer == place

    async def move(self, name: str, choose: Callable[[Coordinates], Any]) -> None:
        """Play a move by its squares; `choose` clicks one, or points at it and presses enter."""
        move = next(each for each in self.screen.table.moves.all() if each.name == name)
        before = len(self.match.turns)
        for place in dict.fromkeys((move.begin, move.end)):
            if place is not None:
                await choose(place)
        if self.app.screen is not self.screen:
            lines = [words.split()[0] for words, _ in self.app.screen.lines]  # type: ignore[attr-defined]  # the dialog
            await self.press(*["down"] * lines.index(name), "enter")
        if move.begin is None:
            await self.press("enter")
        assert self.match.turns[before].move == name, self.screen.note

    async def enter(self, place: Coordinates) -> None:
        """Point at a square and press enter."""
        await self.point_at(place)
        await self.press("enter")


def stop_clock(screen: BoardScreen[Any]) -> None:
    """Let time stand still on a screen."""
    for timer in [*screen._timers]:
        timer.stop()


@asynccontextmanager
async def playing(
    match: Match | Review,
    size: tuple[int, int] = (80, 24),
    changed: Callable[[], str] = lambda: "",
    **looks: Any,
) -> AsyncIterator[PlayingHands]:
    """Open a match with the clock of its screen stopped."""
    app = VisualizerApp(match, begin=OpeningOptions(changed=changed), **looks)
    async with started(app, PlayingHands, size) as hands:
        yield hands
