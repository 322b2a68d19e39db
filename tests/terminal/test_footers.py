"""The footer offers what works: whatever the screen and its state, none of its keys says only
why it does nothing.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.few import one_in
from tests.terminal.walking import SIZES, WALKS, key_of, opened, screens, walk_on
from visualizer.apps.actions import JUMP_FAILURES
from visualizer.apps.tui.app import VisualizerApp
from visualizer.apps.tui.screens.action_screen import ActionScreen
from visualizer.apps.tui.screens.watch import WatchScreen
from visualizer.apps.tui.start.screen import StartScreen
from visualizer.support.errors import InputError
from visualizer.support.plugins.watchdog import faults_as_input_errors

ACTION = re.compile(r"screen\.act\('(\w+)'\)")
TWO_KEYS = {"previous", "exchange_before"}
"""Actions that stand in the footer for another one too: one of both works."""
STATES = 30
"""How many keys are pressed on each kind of screen."""
WALKED = [
    where
    for where in [*WALKS, "lesson 1", "lesson 2", "lesson 3"]
    if where not in ("doors", "lesson")
]


@pytest.fixture
def refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """List why actions did nothing; the program does not end."""
    said = list[str]()

    def attempt(screen: ActionScreen, do: Callable[[Any], None], value: Any) -> None:
        try:
            with faults_as_input_errors():
                do(value)
        except InputError as error:
            said.append(str(error))
            screen.say(str(error))

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(ActionScreen, "attempt", attempt)
    monkeypatch.setattr(VisualizerApp, "exit", lambda self, *status: None)
    return said


@pytest.mark.parametrize("where", one_in(5, WALKED))
async def test_every_key_of_the_footer_does_something(
    where: str, refused: list[str], tmp_path: Path, usually: Callable[[int], int]
) -> None:
    """After any part of a walk over a screen, none of the keys that are offered there is
    refused.
    """
    dice = random.Random(where)
    names = walk_on(where)
    make = screens(tmp_path / "own.py")[where]
    for _ in range(usually(STATES)):
        walked = names[: dice.randint(0, len(names))]
        async with opened(make(), SIZES.get(where, (120, 40))) as hands:
            await hands.see(*map(key_of, walked))
            screen = hands.app.screen
            if not isinstance(screen, ActionScreen):
                continue
            offered = [
                found[1] for _, _, action in screen.footer() if (found := ACTION.fullmatch(action))
            ]
            name = dice.choice([each for each in offered if each not in TWO_KEYS])
            refused.clear()
            screen.perform(name)
            if isinstance(screen, WatchScreen):
                note = screen.session.note
            else:
                note = ""

            assert not refused, (walked, name)
            assert note not in JUMP_FAILURES.values(), (walked, name)
            await hands.rest()


async def test_the_start_screen_offers_no_moves_of_a_position_that_cannot_be_read() -> None:
    """As soon as it can be read, there are moves to play."""
    async with opened(None) as hands:
        await hands.see("c")
        screen = hands.app.screen

        assert isinstance(screen, StartScreen)
        offered = list[bool]()
        for text in ("[1,2]", "[1,"):
            screen.form.enter("typed", "", text)
            while screen.form.work_for_a_moment():
                pass
            footer = screen.keys()
            offered.append("screen.moves" in [action for _, _, action in footer])
        assert offered == [True, False]
