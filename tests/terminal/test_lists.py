"""Lists are paged through at any moment: filled or empty, laid out or not; the palette over every screen."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest
from textual import events
from textual.command import CommandList, CommandPalette, Hits
from textual.widgets import OptionList

from tests.few import one_in
from tests.terminal.hands import AIMA, Hands, explored, program_on
from visualizer.apps.tui.palette import ActionProvider, Palette
from visualizer.teach.exercises.tasks import Practice

PAGING = ("pagedown", "pageup", "ctrl+end", "ctrl+home", "end", "home", "down", "up")


@pytest.mark.parametrize("hidden", one_in(3, [{"max_height": 0}, {"max_width": 1}, {"display": "none"}]), ids=str)
async def test_a_list_without_room_is_not_paged(hidden: dict[str, Any]) -> None:
    """A list that was filled and has lost its room ignores the keys that page, in the palette as elsewhere."""
    async with program_on(Practice()) as hands:
        await hands.see("ctrl+p")
        listed = hands.app.screen.query_one(OptionList)
        listed.set_options(["one", "two"])
        listed.highlighted = 0
        await hands.rest()
        for name, value in hidden.items():
            setattr(listed.styles, name, value)
        await hands.rest()
        await hands.press(*PAGING)


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
        assert hands.session.step == 1


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
