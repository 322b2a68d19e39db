"""The smallest windows: no key ends the program where there is no room."""

from __future__ import annotations

import asyncio

import pytest

from tests.few import crossed
from tests.terminal.hands import AIMA, explored


@pytest.mark.parametrize(
    ("keys", "shrunk"), crossed([("y",), ("slash", "3"), ("c", "d"), ("o", "ctrl+n")], [False, True])
)
def test_lists_of_dialogs_without_room(keys: tuple[str, ...], *, shrunk: bool) -> None:
    """A list in a dialog that has no line or no column left takes its keys, and the dialog can be closed."""

    async def act() -> None:
        async with explored(AIMA, (80, 24) if shrunk else (10, 3)) as hands:
            await hands.press(*keys)
            dialog = hands.app.screen
            if shrunk:
                await hands.resize(10, 3)
                await hands.rest()
            await hands.press("pagedown", "pageup", "pagedown", "down", "up")
            assert hands.app.screen is dialog
            await hands.press("escape")
            assert hands.app.screen is not dialog

    asyncio.run(act())
