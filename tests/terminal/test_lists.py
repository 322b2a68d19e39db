"""Lists are paged through at any moment: filled or empty, laid out or not; the palette over every screen."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from textual import events
from textual.app import App, ComposeResult
from textual.command import CommandList, CommandPalette, Hits
from textual.widgets import OptionList

from tests.few import one_in
from tests.terminal.hands import AIMA, Hands, explored, started
from tests.terminal.playing_hands import begun
from visualizer.apps.tui.app import VisualizerApp
from visualizer.apps.tui.palette import ActionProvider, Palette
from visualizer.apps.tui.widgets import Choices
from visualizer.play.playing.game_review import Review
from visualizer.searching.recipe import SearchSpec
from visualizer.searching.run import Run
from visualizer.teach.exercises.lessons import lesson
from visualizer.teach.exercises.tasks import Practice

PAGING = ("pagedown", "pageup", "ctrl+end", "ctrl+home", "end", "home", "down", "up")
TYPED = ("minus", "comma", "r", "e", "backspace", "space")
SCREENS: dict[str, Callable[[], Any]] = {
    "start": lambda: None,
    "explorer": lambda: Run(AIMA).finish(),
    "practice": Practice,
    "lesson": lambda: lesson(1),
    "play": lambda: begun("tictactoe"),
    "review": lambda: Review(begun("tictactoe"), SearchSpec("alpha-beta", depth=2)),
}


@pytest.mark.parametrize("hidden", one_in(3, [{"max_height": 0}, {"max_width": 1}, {"display": "none"}]), ids=str)
async def test_a_list_without_room_is_not_paged(hidden: dict[str, Any]) -> None:
    """A list that was filled and has lost its room ignores the keys that page, in the palette as elsewhere."""
    async with started(VisualizerApp(Practice()), Hands, (80, 24)) as hands:
        await hands.press("ctrl+p")
        await hands.rest()
        listed = hands.app.screen.query_one(OptionList)
        listed.set_options(["one", "two"])
        listed.highlighted = 0
        await hands.rest()
        for name, value in hidden.items():
            setattr(listed.styles, name, value)
        await hands.rest()
        await hands.press(*PAGING)


class Listing(App[None]):
    """An app with one list of ours, which has no room."""

    def compose(self) -> ComposeResult:
        """Show the list."""
        yield Choices("one", "two", "three")


@pytest.mark.parametrize("hidden", [{"max_height": 0}, {"max_width": 1}, {"display": "none"}], ids=str)
async def test_our_lists_without_room_are_not_paged(hidden: dict[str, Any]) -> None:
    """The same of the lists of dialogs and of the start screen."""
    async with Listing().run_test(size=(80, 24)) as pilot:
        listed = pilot.app.query_one(Choices)
        listed.highlighted = 1
        for name, value in hidden.items():
            setattr(listed.styles, name, value)
        await pilot.pause()
        await listed.run_action("page_down")
        await listed.run_action("page_up")
        assert listed.highlighted == 1


@pytest.mark.slow
@pytest.mark.parametrize("name", one_in(6, SCREENS))
async def test_random_keys_in_the_palette(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, usually: Callable[[int], int]
) -> None:
    """Whatever is typed and paged through in it, over each screen, settled or not, nothing fails."""
    monkeypatch.setenv("VISUALIZER_STATE", str(tmp_path))
    dice = random.Random(name)
    async with started(VisualizerApp(SCREENS[name]()), Hands, (80, 24)) as hands:
        for _ in range(usually(12)):
            await hands.press("ctrl+p")
            assert isinstance(hands.app.screen, Palette)
            for _ in range(6):
                await hands.press(dice.choice(PAGING if dice.random() < 0.6 else TYPED))
                if dice.random() < 0.2:
                    await hands.resize(dice.randint(10, 100), dice.randint(3, 40))
            while isinstance(hands.app.screen, Palette):
                await hands.press("escape")


async def test_what_is_left_of_a_search_finds_the_palette_closed() -> None:
    """A search that goes on, one that is just begun, and their clocks do nothing once the list has gone."""
    async with explored(AIMA) as hands:
        await hands.press("ctrl+p")
        palette = hands.app.screen
        assert isinstance(palette, Palette)
        await palette.dismiss()
        assert not palette.query(CommandList)
        palette._gather_commands("w")
        palette._list_visible = not palette._list_visible
        await palette._watch__show_busy()
        await hands.settle()
        await hands.press("right")
        assert hands.explorer.session.step == 1


@pytest.mark.slow
@pytest.mark.parametrize("seed", [4, 9])
async def test_a_click_outside_closes_the_palette_while_it_searches(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whenever it comes, between letters or with them, and however slow the search is."""
    dice = random.Random(seed)
    search = ActionProvider.search

    async def slow_search(provider: ActionProvider, query: str) -> Hits:
        async for hit in search(provider, query):
            await asyncio.sleep(dice.random() / 50)
            yield hit

    monkeypatch.setattr(ActionProvider, "search", slow_search)
    for countdown in ("_BUSY_COUNTDOWN", "_NO_MATCHES_COUNTDOWN", "_RESULT_BATCH_TIME"):
        monkeypatch.setattr(CommandPalette, countdown, 0.02)

    def click_outside(hands: Hands) -> None:
        hands.mouse(events.MouseDown, 0, 0, 1)
        hands.mouse(events.MouseUp, 0, 0, 1)

    async with explored(AIMA) as hands:
        for _ in range(15):
            await hands.press("ctrl+p")
            for letter in dice.choices("steapxqz", k=dice.randint(0, 4)):
                hands.send(events.Key(letter, letter))
                await asyncio.sleep(dice.choice([0, 0.01]))
            await asyncio.sleep(dice.random() / 10)
            click_outside(hands)
            hands.send(events.Key("x", "x"))
            await hands.settle()
            while isinstance(hands.app.screen, Palette):
                click_outside(hands)
                await hands.settle()
