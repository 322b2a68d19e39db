"""The smallest windows: no key ends the program where there is no room."""

from __future__ import annotations

import pytest

from tests.few import crossed, one_in
from tests.terminal.hands import AIMA, explored, program_on, stand_still
from visualizer.searching.run import Run
from visualizer.teach.lessons import Lesson, read_lesson

LISTS = [
    ("y",),
    ("slash", "3"),
    ("c", "d"),
    ("o", "ctrl+n"),
    ("ctrl+p",),
]
"""The keys that open each list."""


@pytest.mark.parametrize(("keys", "shrunk"), one_in(2, crossed(LISTS, [False, True])))
async def test_lists_of_dialogs_without_room(keys: tuple[str, ...], *, shrunk: bool) -> None:
    """A list in a dialog that has no line or no column left takes its keys, and the dialog can
    be closed.
    """
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


@pytest.mark.parametrize(
    "size",
    one_in(
        3,
        [
            ((20, 5),),
            ((59, 40),),
            ((200, 15),),
        ],
    ),
)
@pytest.mark.parametrize("keys", [(), ("E",)])
async def test_where_there_is_no_room_that_is_all_that_is_said(
    size: tuple[int, int], keys: tuple[str, ...]
) -> None:
    """No pane hides the sentence, also not after a key; with room again all is back."""
    async with explored(AIMA, (120, 40)) as hands:
        await hands.see(*keys)
        footer = hands.words().splitlines()[-1]
        await hands.resize(*size)
        await hands.see("right")

        assert hands.prose() == "This terminal is too small: it must be at least 60×16."
        await hands.press("left")
        await hands.resize(120, 40)
        await hands.rest()
        assert hands.words().splitlines()[-1] == footer


@pytest.mark.parametrize(
    "size",
    [
        (59, 24),
        (80, 15),
        (40, 15),
    ],
)
@pytest.mark.parametrize("shown", one_in(2, [None, read_lesson(3)]))
async def test_a_question_asks_for_its_room_once(
    shown: Lesson | None, size: tuple[int, int]
) -> None:
    """Whatever the window becomes while a question is open, also one too small for it: the
    screen comes to rest.
    """
    async with program_on(shown or Run(AIMA).finish()) as hands:
        stand_still(hands.explorer)
        await hands.press(*"P" * (shown is None))
        hands.tick()
        await hands.rest()

        assert hands.session.question is not None
        for width, height in (size, (size[0] + 1, size[1]), (80, 24)):
            await hands.resize(width, height)
            for _ in range(
                10
            ):  # a late message may ask for a picture once, but not again and again
                await hands.rest()
                if not hands.paint():
                    break
            else:
                pytest.fail("the screen does not come to rest")
        assert "space show me" in hands.words()
