"""A learner's walk: from the opened figure to why a branch was pruned, and to the value, reading
only the screen.
"""

from __future__ import annotations

import re

import pytest

from tests.terminal.hands import USUAL_SIZES, Hands, explored
from tests.terminal.searches import recipe_of
from visualizer.apps.tui.screens.dialog import TextDialog
from visualizer.apps.tui.screens.explore import ExploreScreen
from visualizer.apps.tui.terminal.pane_layout import SIDE_PANES, TAB_CYCLE

FIGURE = recipe_of("tree", "[[3,12,8],[2,4,6],[14,5,2]]")


async def test_a_learner_finds_out_why_and_how_it_ends() -> None:
    """At 80×24: `x` leads to the cutoff at step 12 of 22, `w` tells the chain and what if, `end`
    shows the value 3.
    """
    async with explored(FIGURE) as hands:
        assert hands.explorer.view_name == "tree"
        assert "x cut" in hands.words()
        assert "? help" in hands.words()
        await to_the_cutoff(hands)
        await why(hands)
        await to_the_end(hands)


async def to_the_cutoff(hands: Hands) -> None:
    await hands.see("x")
    screen = hands.words()
    assert hands.scene.step == 12
    assert "step 12 of 22" in screen
    assert "✂ 1 of 1 cutoff" in screen
    sentence = " ".join(line.strip("│ ") for line in hands.text_of("#why").split("\n"))
    assert "Cut at C" in sentence
    assert "(2 ≤ α = 3)" in sentence
    assert "2 other branches there are skipped" in sentence
    assert screen.count("✕") == 2, "the two pruned leaves are struck"
    assert "≥3 3 +∞" in hands.text_of("#window") and "β           α" in hands.text_of("#window")


async def why(hands: Hands) -> None:
    await hands.see("w")
    assert isinstance(hands.app.screen, TextDialog)
    shown = hands.words()
    for words in (
        "From the root down:",
        "The root (MAX)",
        "C (MIN)",
        "What if MIN's 2 other branches there had been tried?",
    ):
        assert words in shown
    assert re.search(r"4 for c2 and 6\s+for c3|4 for c2 and 6 for c3", shown)
    await hands.see("escape")
    assert isinstance(hands.app.screen, ExploreScreen)
    assert hands.scene.step == 12


async def to_the_end(hands: Hands) -> None:
    assert "step 22 of 22" in await hands.see("end")
    assert "▲ 3" in hands.text_of("#view"), "the root stands on top with its value"
    assert "The search is finished" in hands.text_of("#why") or "3" in hands.text_of("#why")


async def test_the_same_with_the_mouse_alone() -> None:
    """The footer's words lead to the cutoff and to why; the end of the timeline leads to the
    value.
    """
    async with explored(FIGURE, (120, 40)) as hands:
        lines = hands.words().split("\n")
        await hands.click(lines[-1].index("cut"), len(lines) - 1)
        await hands.rest()

        assert "step 12 of 22" in hands.words()
        lines = hands.words().split("\n")
        await hands.click(lines[-1].index("why"), len(lines) - 1)
        await hands.rest()
        assert "What if" in hands.words()
        await hands.press("escape")
        timeline = hands.explorer.query_one("#timeline").region
        begin, length = hands.explorer.query_one("#timeline").bar()  # type: ignore[attr-defined]  # it is a Timeline
        await hands.click(begin + length - 1, timeline.y)
        await hands.rest()
        assert "step 22 of 22" in hands.words()


@pytest.mark.parametrize("size", USUAL_SIZES, ids=str)
async def test_what_has_no_board_has_no_pane_for_one(size: tuple[int, int]) -> None:
    """Of a textbook tree the windows stand there; `tab` goes through the other panes."""
    async with explored(FIGURE, size) as hands:
        seen = set[str | None]()
        for _ in TAB_CYCLE:
            shown = {pane.id for pane in hands.explorer.query("#side > .pane") if pane.display}
            seen |= shown

            assert ("board" in shown) == hands.explorer.shows_code
            await hands.see("tab")

        assert seen | {"board"} == {*SIDE_PANES}
