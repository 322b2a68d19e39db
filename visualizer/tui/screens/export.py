"""Writing what is seen to a file, with the command that does the same."""

from __future__ import annotations

import os
import shlex

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Input, Static

import exports
from visualizer.errors import InputError
from visualizer.exporting import export_to
from visualizer.picture.fold import SLIDE, Folding
from visualizer.tui.screens.dialog import AskDialog, SceneDialog
from visualizer.tui.widgets import Prompt

SCREEN = ".screen.svg"
"""A file whose name ends so takes the whole screen as it is."""


class ExportDialog(SceneDialog[str], AskDialog[str]):
    """Asks for a file's name; its ending says the format. The name is the result, once the file is written.

    A file of the screen is left to whoever sees the screen without the dialog.
    """

    asked = ""
    """The name of a file that is there and may be replaced."""

    def compose(self) -> ComposeResult:
        """Lay out the field, the command and the formats."""
        endings = " ".join(ending for found in exports.formats().values() for ending in found.endings)
        with Vertical(id="box") as box:
            box.border_title = "export this step"
            yield Prompt("tree.svg", id="field")
            yield Static("", id="error", markup=False)
            yield Static(f"endings: {endings}, or {SCREEN} for the screen as it is", id="hint", markup=False)
            yield Static("", id="command", markup=False)

    def command(self, name: str) -> str:
        """Return the command that writes the same file."""
        scene = self.scene
        if name.endswith(SCREEN):
            return "nothing: only the explorer has a screen"
        words = ["-O", name, "--step", str(scene.step)]
        if scene.top:
            words += ["--root", scene.names(scene.top)]
        return f"{scene.run.recipe.command('export')} {shlex.join(words)}"

    def on_input_changed(self, event: Input.Changed) -> None:
        """Show the command for what is typed."""
        self.query_one("#command", Static).update(f"the same: {self.command(event.value)}")

    def answer(self, text: str) -> None:
        """Write the file."""
        scene, name = self.scene, os.path.expanduser(text)  # noqa: PTH111  it is a text that may be empty
        if os.path.exists(name) and name != self.asked:  # noqa: PTH110  as above
            self.asked = name
            raise InputError(f"{name} is there already; enter once more replaces it")
        if name.endswith(SCREEN):
            exports.check(name, force=True)
        elif ".screen." in name:
            raise InputError(f"the screen as it is can be written as {SCREEN} only")
        else:
            folding = Folding(scene.node(scene.top) or 0, limit=SLIDE)
            export_to([name], scene.run, step=scene.step, folding=folding, force=name == self.asked)
        self.dismiss(name)
