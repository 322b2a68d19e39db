"""Nothing of a search is kept once it is no longer shown, however many are opened in one
process.
"""

from __future__ import annotations

import asyncio
import gc
import weakref
from typing import Any

import pytest

from tests.terminal.hands import AIMA, TICTACTOE, explored


def alive(references: list[weakref.ref[Any]]) -> int:
    """Count what is still there when nobody needs it."""
    gc.collect()
    return sum(reference() is not None for reference in references)


@pytest.mark.slow  # what a replaced search leaves is looked for usually
def test_nothing_is_kept_of_an_app_that_has_ended() -> None:
    """Neither the app, its screens nor the runs stay, of explorers, dialogs and comparisons."""
    kept: list[weakref.ref[Any]] = []

    async def look(recipe: Any) -> None:
        async with explored(recipe, (120, 40)) as hands:
            await hands.press("x", "1", "2", "3", "w", "escape", "c", "x", "escape")
            kept.extend(
                weakref.ref(each) for each in (hands.app, hands.explorer, hands.explorer.run)
            )

    for recipe in (AIMA, TICTACTOE, AIMA):
        asyncio.run(look(recipe))

    assert len(kept) == 9
    assert alive(kept) == 0
