"""Opening the explorer: how it looks at the beginning, and what help says."""

from __future__ import annotations

import re

import pytest

import games
from tests.cli.conftest import Call
from tests.few import one_in
from tests.terminal.hands import AIMA, explored
from visualizer.apps.cli import COMMAND_ROWS
from visualizer.apps.tui import options
from visualizer.apps.tui.options import OpeningOptions
from visualizer.apps.tui.themes import OFFERED_THEMES
from visualizer.apps.tui.views import views


def test_line_mode_begins_at_the_step_and_says_what_it_has_not(call: Call) -> None:
    """The first thing told is the step asked for; a theme is of pictures."""
    result = call("open tree --plain --step 12 --theme light", stdin="q\n")

    assert result.status == 0
    assert "step 12 of" in result.out
    assert "--theme does nothing" in result.err


async def test_the_explorer_opens_as_it_is_asked_to() -> None:
    """Theme, view, step and hidden leaves are those of the command line."""
    async with explored(
        AIMA,
        begin=OpeningOptions(
            "light",
            "overview",
            12,
            hide_leaves=True,
        ),
    ) as hands:
        explorer = hands.explorer

        assert hands.app.theme == "light"
        assert explorer.view_name == "overview"
        assert explorer.scene.step == 12
        assert explorer.scene.hide_leaves
        await hands.press("right")
        assert explorer.scene.step == 13
        assert explorer.scene.hide_leaves


def test_what_the_command_line_allows_is_what_there_is() -> None:
    """Themes and views are named twice, because those of the explorer load slowly."""
    assert {*options.BUILT_IN_THEMES} == {*OFFERED_THEMES}
    assert {*options.VIEW_NAMES} == {*views()}


@pytest.mark.parametrize("name", one_in(3, COMMAND_ROWS))
def test_help_is_in_groups_and_names_the_games(call: Call, name: str) -> None:
    """Where, search and output stand apart; a command that takes a game says which there are."""
    text = call(name, "--help").out
    panels = re.findall(r"╭─ (\w+) ─", text)

    assert "Options" not in panels or name in ("plot", "list", "helper")
    if "GAME" in text.split("\n\n")[0].split("Usage")[1].split("\n")[0]:
        assert panels[0] == "Position"
        assert panels[-1] == "Output"
        assert all(game in text for game in games.game_names())
