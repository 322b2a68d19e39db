"""Keys and mouse for tests of the explorer: events take the same way as a terminal's, without
waiting for timers.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from math import inf
from typing import Any, TypeVar

import pytest
from rich.console import RenderableType
from textual import events
from textual._compositor import Compositor, LayoutUpdate
from textual.css.query import NoMatches
from textual.geometry import Size
from textual.keys import _character_to_key
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widget import Widget

from tests.few import one_in
from tests.processes import PATIENCE
from tests.terminal.searches import recipe_of
from visualizer.apps.activities.exploring import Session
from visualizer.apps.tui.app import VisualizerApp
from visualizer.apps.tui.cells.styled_lines import Line
from visualizer.apps.tui.panes import panes
from visualizer.apps.tui.scene import Scene
from visualizer.apps.tui.screens.explore import ExploreScreen
from visualizer.apps.tui.screens.watch import FOLLOWING_SECONDS
from visualizer.apps.tui.views import views
from visualizer.apps.tui.widgets import Canvas
from visualizer.searching.recipe import Recipe
from visualizer.searching.run import Run
from visualizer.trace.rows import MovePath

AIMA = recipe_of("tree", "aima-5.2")
TAK = recipe_of("tak", "ordering-helps", "ordered-alpha-beta,depth=3")
TICTACTOE = recipe_of("tictactoe", "only-move")
ROUNDS = 5
"""How often a message may be passed on: from the app to the screen, to a widget, and back."""
RESTLESS = 20
"""Rounds of painting after which anything still changing is ignored, such as a blinking cursor."""
USUAL_SIZES = one_in(
    3,
    zip(
        [
            (80, 24),
            (120, 40),
            (200, 60),
        ]
    ),
)
MouseKind = type[events.MouseEvent]
WidgetKind = type[Widget]
SomeHands = TypeVar("SomeHands", bound="Hands")
LETTERS = {
    "space": " ",
    "colon": ":",
    "slash": "/",
    "plus": "+",
    "minus": "-",
    "equals_sign": "=",
    "full_stop": ".",
    "question_mark": "?",
    "left_square_bracket": "[",
    "right_square_bracket": "]",
    "comma": ",",
    "percent_sign": "%",
}


def letters_of(*lines: Line) -> str:
    """Return the text of drawn lines, without styles."""
    return "\n".join("".join(text for text, _ in line) for line in lines)


def picture_of(
    view: str,
    scene: Scene,
    width: int,
    height: int,
) -> str:
    """Return the letters of a view or pane."""
    return letters_of(*(views() | panes())[view].draw(scene, width, height).lines)


class Hands:
    """Presses keys and buttons, and reads the screen."""

    def __init__(self, pilot: Pilot[None]) -> None:
        """Work on the app of a pilot."""
        self.pilot = pilot
        assert isinstance(pilot.app, VisualizerApp)
        self.app = pilot.app

    def begin(self) -> None:
        """Prepare the first screen before it rests."""

    @property
    def explorer(self) -> ExploreScreen:
        """Return the explorer's screen, which may be below a dialog."""
        return next(
            screen
            for screen in reversed(self.app.screen_stack)
            if isinstance(screen, ExploreScreen)
        )

    @property
    def scene(self) -> Scene:
        """Return what the explorer shows."""
        return self.explorer.scene

    @property
    def session(self) -> Session:
        """Return how one goes through the explorer's search."""
        return self.explorer.session

    def tick(self) -> None:
        """Let the time of one picture pass in the explorer."""
        self.explorer.clock.last -= FOLLOWING_SECONDS
        self.explorer.clock.beat()

    async def settle(self) -> None:
        """Wait until all messages have been handled."""
        for _ in range(ROUNDS):
            for node in dict.fromkeys((self.app, self.app.screen, self.app.focused)):
                if node is not None and self.app._exception is None:
                    done = asyncio.Event()
                    if node.call_later(done.set):
                        await self.one_of(done, self.app._exception_event)
        self.raise_any()

    async def one_of(self, *happenings: asyncio.Event) -> None:
        """Wait for one event; fail after `PATIENCE` seconds."""
        waits = [asyncio.ensure_future(happening.wait()) for happening in happenings]
        try:
            done, _ = await asyncio.wait(
                waits, timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED
            )
            assert done, "the app does not answer"
        finally:
            for wait in waits:
                wait.cancel()

    async def rest(self) -> None:
        """Wait until everything is handled, laid out and painted."""
        quiet = 0
        for _ in range(RESTLESS):
            await self.pilot._wait_for_screen(PATIENCE)
            self.raise_any()
            if self.paint():
                quiet = 0
            else:
                quiet = quiet + 1
            if (
                quiet == 2
            ):  # a widget that has just handled its last message asks to be painted only then
                break
        await self.settle()

    def paint(self) -> bool:
        """Lay out and paint what waits for a timer; say whether there was anything."""
        screen = self.app.screen
        waiting = any(
            (
                screen._layout_required,
                screen._scroll_required,
                screen._repaint_required,
                screen._recompose_required,
                screen._dirty_widgets,
                screen._callbacks,
            )
        )
        screen._on_timer_update()
        return waiting

    def raise_any(self) -> None:
        """Raise the exception that the app has failed with, if any."""
        error = self.app._exception
        if error is not None:
            raise error

    def send(self, event: events.Event) -> None:
        """Send an event to the app as the terminal's driver does."""
        event.set_sender(self.app)
        self.app.post_message(event)

    def send_key(self, key: str) -> None:
        """Send a key, and do not wait for what it does."""
        letter = LETTERS.get(key) or (key if len(key) == 1 else None)
        self.send(events.Key(key if len(key) > 1 else _character_to_key(key), letter))

    async def press(self, *keys: str) -> None:
        """Press keys one after another."""
        for key in keys:
            self.send_key(key)
            await self.settle()

    async def see(self, *keys: str) -> str:
        """Press keys, wait until the screen rests, and return its words."""
        await self.press(*keys)
        await self.rest()
        return self.words()

    async def type(self, text: str) -> None:
        """Type a text."""
        for letter in text:
            await self.press(_character_to_key(letter))

    def mouse(
        self,
        kind: MouseKind,
        x: int,
        y: int,
        button: int = 0,
    ) -> None:
        """Send one mouse event at a place on the screen."""
        self.send(kind(None, x, y, 0, 0, button, False, False, False, x, y))

    def send_click(self, x: int, y: int) -> None:
        """Send a click at a place on the screen, and do not wait for what it does."""
        self.mouse(events.MouseDown, x, y, 1)
        self.mouse(events.MouseUp, x, y, 1)

    async def click(
        self,
        x: int,
        y: int,
        times: int = 1,
    ) -> None:
        """Click at a place on the screen."""
        self.app._click_chain_last_time = None
        for _ in range(times):
            self.send_click(x, y)
            await self.settle()

    async def wheel(
        self,
        x: int,
        y: int,
        *,
        down: bool,
    ) -> None:
        """Turn the wheel by one notch at a place on the screen."""
        self.mouse(events.MouseScrollDown if down else events.MouseScrollUp, x, y)
        await self.settle()

    def send_size(self, width: int, height: int) -> None:
        """Make the terminal larger or smaller, and do not wait for what that does."""
        assert self.app._driver is not None
        self.app._driver._size = (width, height)
        size = Size(width, height)
        self.send(events.Resize(size, size))

    async def resize(self, width: int, height: int) -> None:
        """Make the terminal larger or smaller."""
        self.send_size(width, height)
        await self.settle()
        self.app._check_resize()  # which waits for a timer
        await self.settle()

    async def click_node(
        self,
        canvas: str,
        path: MovePath,
        times: int = 1,
    ) -> None:
        """Click where a canvas shows a node."""
        widget = self.explorer.query_one(f"#{canvas}", Canvas)
        hit = next(
            hit for hit in widget.rendering().hits if hit.path == path and hit.right > hit.left
        )
        inside = widget.content_region
        await self.click(inside.x + max(0, hit.left), inside.y + hit.y, times)

    def words(self) -> str:
        """Return the text of the whole screen, line by line."""
        return grid(self.app)

    def prose(self) -> str:
        """Return the words of the whole screen on one line, without frames."""
        return " ".join(self.words().replace("│", " ").split())

    def text_of(self, selector: str, kind: WidgetKind = Widget) -> str:
        """Return the text of a widget, "" if it does not exist."""
        try:
            widget = self.app.screen.query_one(selector, kind)
        except NoMatches:
            return ""
        region = widget.region
        lines = self.words().split("\n")[region.y : region.bottom]
        return "\n".join(line[region.x : region.right] for line in lines)


def moments() -> Iterator[None]:
    """Yield for `PATIENCE` seconds, after which what was waited for has failed to come."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        yield


@contextmanager
def slices() -> Iterator[list[float]]:
    """List how many seconds a search is given whenever it goes on; infinity where there is no
    limit.
    """
    given = list[float]()
    advance = Run.advance

    def advance_so_long(run: Run, *, seconds: float = inf, step: int | None = None) -> bool:
        given.append(seconds)
        return advance(run, seconds=seconds, step=step)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Run, "advance", advance_so_long)
        yield given


async def until(pilot: Pilot[None], holds: Callable[[], bool]) -> None:
    """Wait until a condition holds that a timer brings about; fail after `PATIENCE` seconds."""
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline, f"it never came:\n{grid(pilot.app)}"  # type: ignore[arg-type]  # our app
        await pilot.pause(0.02)


def grid(app: VisualizerApp) -> str:
    """Return the text of the screen without trailing spaces, with what is visible below a
    dialog.
    """
    update = app.screen._compositor.render_update(full=True, screen_stack=app._background_screens)
    assert isinstance(update, LayoutUpdate)
    lines = ("".join(strip.text for strip in strips).rstrip() for strips in update.strips)
    return "\n".join(lines).rstrip("\n")


Upon = TypeVar("Upon", bound=ExploreScreen)


def in_mode(screen: Screen[Any], kind: type[Upon]) -> Upon:
    """Return a screen that must be an explorer of a kind."""
    assert isinstance(screen, kind)
    return screen


def in_lecture(screen: Screen[Any]) -> ExploreScreen:
    """Return an explorer, which must be in lecture mode."""
    assert isinstance(screen, ExploreScreen)
    assert screen.lecture is not None
    return screen


def stand_still(screen: ExploreScreen) -> None:
    """Stop the clock of an explorer: from now on only `pass_time` moves it."""
    for timer in [*screen._timers]:
        timer.stop()


def pass_time(screen: ExploreScreen, seconds: float) -> None:
    """Move the clock of an explorer that `stand_still` has stopped."""
    screen.session.tick(seconds)
    screen.show(selected=None)


@asynccontextmanager
async def explored(
    run: Run | Recipe,
    size: tuple[int, int] = (80, 24),
    *,
    clock: bool = False,
    finished: bool = True,
    notes: bool = False,
    **looks: Any,
) -> AsyncIterator[Hands]:
    """Open the explorer on a finished run, with its clock stopped and, unless asked for, no
    notifications.
    """
    if isinstance(run, Recipe):
        run = Run(run)
    app = VisualizerApp(run.finish() if finished else run, **looks)
    async with started(
        app,
        Hands,
        size,
        notes=notes,
    ) as hands:
        if not clock:
            stand_still(hands.explorer)
        yield hands


@asynccontextmanager
async def started(
    app: VisualizerApp,
    kind: type[SomeHands],
    size: tuple[int, int] = (80, 24),
    *,
    notes: bool = False,
) -> AsyncIterator[SomeHands]:
    """Start an app and wait until it rests; it is painted only when its words are asked for, and
    then as a whole.

    What would be sent to a terminal in between is half the time; tests that call `run_test`
    themselves see all of it.
    """
    paint = Compositor.render_update

    def paint_if_looked_at(
        compositor: Compositor, full: bool = False, **options: Any
    ) -> RenderableType | None:
        if full:
            return paint(compositor, full=True, **options)
        return None

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Compositor, "render_update", paint_if_looked_at)
        async with app.run_test(size=size, notifications=notes) as pilot:
            hands = kind(pilot)
            hands.begin()
            await hands.rest()
            yield hands


@asynccontextmanager
async def program_on(
    shown: Any, size: tuple[int, int] = (80, 24), *, notes: bool = False, **looks: Any
) -> AsyncIterator[Hands]:
    """Open the program on a search, a match, a lesson or an exercise, on a list of searches to
    compare, or on None.
    """
    many = isinstance(shown, list)
    app = VisualizerApp(None if many else shown, compared=shown if many else (), **looks)
    async with started(
        app,
        Hands,
        size,
        notes=notes,
    ) as hands:
        yield hands
