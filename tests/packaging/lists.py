"""Opens the lists of searches, orders, evaluations, formats and themes, chooses from them, and
prints all as JSON.

A process of its own, in which packages are installed: `python -m tests.packaging.lists`.
"""

import asyncio
import json
import sys
from typing import Any

from tests.terminal.hands import AIMA, Hands, explored, started
from visualizer.apps.tui.app import VisualizerApp
from visualizer.apps.tui.screens.compare_dialogs import ChangeDialog
from visualizer.apps.tui.screens.export import ExportDialog
from visualizer.apps.tui.start.screen import StartScreen


async def lists() -> dict[str, Any]:
    """Open the start screen, the dialog for another search and that of the export."""
    found: dict[str, Any] = {}
    async with started(VisualizerApp(None), Hands, (120, 40)) as hands:
        await hands.press("c")
        await hands.rest()
        screen = hands.app.screen
        assert isinstance(screen, StartScreen)
        for key in ("algorithm", "ordering", "evaluation"):
            found[key] = screen.form.field("search", key).words
            for name in found[key]:
                if name in ("raises", "wrong", "beam", "alphabetical", "mobility"):
                    screen.form.enter("search", key, name)
                    screen.paint()
                    await hands.rest()
                    found[name] = screen.form.checked.errors.get(key, "")
        found["looks"] = (
            screen.form.display_options["theme"].about,
            [*screen.form.field("display", "theme").words],
        )
        screen.choose_display_option("theme", "sepia")
        await hands.rest()
        found["theme"] = hands.app.theme
    async with explored(AIMA, (120, 50)) as hands:
        for _ in range(2):
            await hands.press("c")
            await hands.rest()
        screen = hands.app.screen
        assert isinstance(screen, ChangeDialog)
        found["searches"] = screen.lines_by_spec
        screen.try_answer("raises")
        await hands.rest()
        found["error"] = hands.text_of("#error")
        await hands.press("escape", "escape", "e")
        await hands.rest()
        screen = hands.app.screen
        assert isinstance(screen, ExportDialog)
        found["themes"] = screen.choices.words["theme"]
        screen.choices.chosen["format"] = "svg"
        screen.cycle("format", -1)
        found["formats"] = [*screen.choices.formats]
        found["hint"] = hands.text_of("#hint")
    return found


if __name__ == "__main__":
    json.dump(asyncio.run(lists()), sys.stdout)
