"""Whatever is pressed and clicked, in whatever order and at whatever size: nothing fails, and
the way back is open.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from textual import events

from tests.terminal.hands import AIMA, TAK, TICTACTOE, Hands, explored, pass_time
from tests.terminal.searches import recipe_of
from visualizer.apps.actions import actions_of
from visualizer.apps.tui.app import VisualizerApp
from visualizer.apps.tui.screens.explore import ExploreScreen
from visualizer.searching.recipe import Recipe

LEAVING = {"quit", "open", "compare"}
"""Actions that lead away from the explorer: other tests are about what is there."""
EXPLORING = [
    key for action in actions_of("explorer") if action.name not in LEAVING for key in action.keys
]
TYPING = [
    *"0123456789abc%[] ",
    "enter",
    "escape",
    "backspace",
    "up",
    "down",
    "tab",
    "left",
    "home",
    "pageup",
    "pagedown",
]
MINE = recipe_of("tree", "[[3,[12,8]],[[2,4],6,[[1,2],[3]]],[14,[5,2],0]]")
STOPPED = recipe_of("tak", "opening", "minimax,depth=5,max-nodes=2000")
MANY = [AIMA, TAK, TICTACTOE, MINE, STOPPED]
FIRST = (100, 32)


async def one(hands: Hands, dice: random.Random) -> None:
    """Do one thing by chance."""
    width, height = hands.app.size
    x = dice.randrange(width)
    y = dice.randrange(height)
    chance = dice.random()
    if chance < 0.75:
        at_home = isinstance(hands.app.screen, ExploreScreen)
        await hands.press(dice.choice(EXPLORING if at_home or dice.random() < 0.05 else TYPING))
    elif chance < 0.85:
        await hands.click(x, y, dice.choice((1, 1, 2)))
    elif chance < 0.90:
        await hands.wheel(x, y, down=dice.random() < 0.5)
    elif chance < 0.95:
        kind = dice.choice((events.MouseMove, events.MouseDown, events.MouseUp))
        hands.mouse(kind, x, dice.choice((y, height - 2)), 1)
        await hands.settle()
    elif chance < 0.98:
        pass_time(hands.explorer, dice.choice((0.01, 0.3, 2.0)))
    else:
        await hands.resize(dice.randint(20, 220), dice.randint(5, 70))


async def back(
    hands: Hands,
    single: str,
    view: str,
    depth: int,
) -> None:
    """Go back to the first screen, with keys where there are any."""
    while (
        type(hands.app.screen) is not ExploreScreen
        or hands.app.screen.lecture is not None
        or len(hands.app.screen_stack) > depth
    ):  # others are explorers, too
        assert hands.app.is_running
        await hands.press("escape")
    hands.mouse(events.MouseUp, 0, 0, 1)
    await hands.resize(*FIRST)
    explorer = hands.explorer
    explorer.session.end()
    explorer.session.chosen_speed = None  # no key forgets it
    await hands.press("home", "full_stop", "1", "equals_sign", view)
    while explorer.scene.top:
        await hands.press("u")
    while explorer.scene.heat:
        await hands.press("h")
    while explorer.scene.windows != "path":
        await hands.press("W")
    if explorer.scene.hide_leaves:
        await hands.press("L")
    if explorer.scene.shows_node_types:
        await hands.press("K")
    while explorer.only_pane != single:
        await hands.resize(80, 24)
        await hands.press("tab")
        await hands.resize(*FIRST)
    await hands.see("full_stop")


async def stroll(recipe: Recipe, seed: int, count: int) -> None:
    """Do so many things, then go back to the beginning and compare."""
    dice = random.Random(seed)
    async with explored(recipe, FIRST) as hands:
        first = hands.words()
        single = hands.explorer.only_pane
        theme = hands.app.theme
        depth = len(hands.app.screen_stack)
        view = {
            "tree": "1",
            "columns": "2",
            "overview": "3",
        }[hands.explorer.view_name]
        for _ in range(count):
            await one(hands, dice)
            hands.words()
        await back(hands, single, view, depth)
        while hands.app.theme != theme:
            await hands.press("T")
        assert hands.words() == first


@pytest.fixture
def stays(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Let neither the footer nor the palette lead away or leave, and let what is exported go to
    a folder for it.
    """

    async def stay(app: VisualizerApp) -> None:
        """Do not quit, as can be chosen in the palette over a dialog."""

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(VisualizerApp, "action_quit", stay)
    monkeypatch.setattr(VisualizerApp, "choose", lambda self, recipe=None: None)
    for name in LEAVING:
        monkeypatch.setattr(ExploreScreen, f"action_{name}", lambda screen: None)


@pytest.mark.usefixtures("stays")
@pytest.mark.parametrize(
    "place", [0, *(pytest.param(place, marks=pytest.mark.slow) for place in range(1, len(MANY)))]
)
def test_a_short_stroll(place: int, usually: Callable[[int], int]) -> None:
    """Random keys and mouse events raise nothing, and the way back leads to the first screen."""
    asyncio.run(stroll(MANY[place], place, usually(200)))


@pytest.mark.slow
@pytest.mark.usefixtures("stays")
@pytest.mark.parametrize("seed", [*range(len(MANY)), *range(100, 120)])
def test_a_long_stroll(seed: int) -> None:
    """The same with 25,000 events in all."""
    asyncio.run(stroll(MANY[seed % len(MANY)], seed, 1000))
