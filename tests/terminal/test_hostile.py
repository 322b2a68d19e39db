"""Texts from outside on the screen: whatever they hold, no letter steers the terminal, and none
is a link.
"""

from __future__ import annotations

import asyncio
import os
import re
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest
from textual._styles_cache import StylesCache
from textual.strip import Strip

from tests.cli.test_streams import RUDE_GAME
from tests.few import one_in
from tests.hostile import HOSTILE, recording, saved_game
from tests.terminal.hands import Hands, started
from visualizer.apps.actions import actions_of
from visualizer.apps.cli.learning_commands import practice_command, read_task_source
from visualizer.apps.tui.app import VisualizerApp
from visualizer.apps.tui.cells.styled_lines import JOINER
from visualizer.apps.tui.options import OpeningOptions, RememberedOptions
from visualizer.play.playing.game_file import open_game_file
from visualizer.play.playing.game_review import Review
from visualizer.play.playing.match import Match
from visualizer.play.playing.movers import HUMAN_MOVER, Mover
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec, recipe_of_recording
from visualizer.searching.run import Run
from visualizer.support.plugins.discovery import trust_user_files
from visualizer.teach.rules import ExerciseRules
from visualizer.teach.tasks import Practice

pytestmark = pytest.mark.skipif(
    os.name == "nt" or sys.platform == "darwin", reason="file names are Unicode there"
)

SIZE = (120, 40)
IDLE = {"quit", "back", "palette", "help", "theme"}
"""What is not tried: it leaves the screen, or shows our own words."""
CLOSING = 2
"""Dialogs that one action opens, one over the other."""
NAME = "".join(letter for letter in HOSTILE if letter not in "\0/")[:80]
"""As much of the text as a file may be called."""


OWN_ACTION = re.compile(
    r"|app\.(quit|focus_next|theme)|screen\.\w+(\((\d+|True|'[\w.+∞−-]+'|\([\d, ]*\)(, '\w+')?)?\))?"
)
"""What a click may do: nothing, leave, go to the next field, change the theme, or an action of
the screen with ours.
"""


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Keep the text of every strip that any widget draws; each is looked at as it is drawn."""
    render = StylesCache.render
    texts = list[str]()

    def look(self: StylesCache, *arguments: Any, **more: Any) -> list[Strip]:
        strips = render(self, *arguments, **more)
        for segment in (segment for strip in strips for segment in strip if not segment.control):
            assert segment.text.replace(JOINER, "").isprintable(), repr(segment.text)
            assert segment.style is None or segment.style.link is None
            if segment.style is None:
                does = ""
            else:
                does = segment.style.meta.get("@click", "")
            assert OWN_ACTION.fullmatch(does), does
        texts.extend(strip.text for strip in strips)
        return strips

    monkeypatch.setattr(StylesCache, "render", look)
    return texts


def of_recordings(folder: Path, *names: str) -> list[Run]:
    """Return finished runs of hostile recordings that unite their labels."""
    files = [recording(folder, name) for name in names]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return [
            Run(recipe_of_recording(file, files[:place])).finish()
            for place, file in enumerate(files)
        ]


def rude_game(folder: Path) -> PositionSpec:
    """Write a game all of whose texts are hostile, and let it run."""
    (folder / "nim.py").write_text(RUDE_GAME, encoding="utf-8")
    trust_user_files([folder / "nim.py"])
    return PositionSpec(str(folder / "nim.py"))


def recorded(folder: Path) -> VisualizerApp:
    """Search name, passes, order, labels, tags and notes of a `.jsonl`."""
    return VisualizerApp(of_recordings(folder, "search.jsonl")[0])


def compared(folder: Path) -> VisualizerApp:
    """Two recordings in files of such names."""
    return VisualizerApp(None, compared=of_recordings(folder, f"{NAME}1.jsonl", f"{NAME}2.jsonl"))


def practised(folder: Path) -> VisualizerApp:
    """A file of tasks of such a name."""
    tasks = folder / NAME
    tasks.write_text("[[3,12],[2,4]]\n[1,2]\n", encoding="utf-8")
    values = {
        "position": None,
        "seed": None,
        "settings": (),
        "tasks": str(tasks),
        "feature": None,
    }
    with click.Context(practice_command):
        source = read_task_source(values, ExerciseRules())
    assert source is not None
    return VisualizerApp(Practice(source, ExerciseRules()))


def reviewed(folder: Path) -> VisualizerApp:
    """A saved game between players of such names, in a file of such a name; what was skipped is
    said.
    """
    found = open_game_file(saved_game(folder, f"{NAME}.game"))
    return VisualizerApp(
        Review(found.match), begin=OpeningOptions(file=NAME), notice=" ".join(found.notes)
    )


def searched(folder: Path) -> VisualizerApp:
    """A user-supplied game all of whose texts are such."""
    return VisualizerApp(Run(Recipe(rude_game(folder), SearchSpec(ordering="scored"))).finish())


def played(folder: Path) -> VisualizerApp:
    """That game played against an opponent of such a name."""
    return VisualizerApp(
        Match(rude_game(folder), HUMAN_MOVER, Mover(SearchSpec("alpha-beta", depth=1), HOSTILE))
    )


def remembered(folder: Path) -> VisualizerApp:
    """The start screen, which lists that game and a recording as opened last, with a damaged
    file of options.
    """
    recent = Recipe(rude_game(folder)), of_recordings(folder, f"{NAME}.jsonl")[0].recipe
    return VisualizerApp(
        None, remembered=RememberedOptions(recent=recent), notice=f"{NAME} is damaged"
    )


SCENES: dict[Callable[[Path], VisualizerApp], str] = {
    recorded: "explorer",
    compared: "sides",
    practised: "practice",
    reviewed: "review",
    searched: "explorer",
    played: "play",
    remembered: "start",
}
"""What is shown, and the place in the table of actions."""


@pytest.mark.parametrize("scene", one_in(3, SCENES), ids=lambda scene: scene.__name__)
async def test_what_is_shown_steers_nothing(
    scene: Callable[[Path], VisualizerApp], tmp_path: Path, drawn: list[str]
) -> None:
    """The first screen shows hostile words, with every letter of them visible and no link."""
    async with started(
        scene(tmp_path),
        Hands,
        SIZE,
        notes=True,
    ) as hands:
        await hands.rest()
        hands.words()
    assert any("]52;c" in text or "]0;x" in text for text in drawn)


@pytest.mark.slow
@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.__name__)
def test_what_can_be_opened_steers_nothing(
    scene: Callable[[Path], VisualizerApp], tmp_path: Path, drawn: list[str]
) -> None:
    """So it is in every view, pane and dialog, after each action but those that go through time."""

    async def walk(app: VisualizerApp) -> None:
        async with started(
            app,
            Hands,
            SIZE,
            notes=True,
        ) as hands:
            first = app.screen
            hands.words()
            for action in actions_of(SCENES[scene]):
                if action.keys and action.group != "time" and action.name not in IDLE:
                    await hands.see(action.keys[0])
                    hands.words()
                    for _ in range(CLOSING):
                        if app.screen is not first:
                            await hands.press("escape")
                    assert app.screen is first, action.name

    asyncio.run(walk(scene(tmp_path)))

    assert any("]52;c" in text or "]0;x" in text for text in drawn)
