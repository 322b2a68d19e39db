"""What to copy: position, moves, sentence or command."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import OptionList

from visualizer.lookup import shortened
from visualizer.tui.panes.why import sentence
from visualizer.tui.scene import Scene
from visualizer.tui.screens.dialog import Dialog
from visualizer.tui.widgets import Choices


class CopyDialog(Dialog[str]):
    """Asks what to copy to the clipboard."""

    def __init__(self, scene: Scene) -> None:
        """Offer what a scene has."""
        super().__init__()
        run = scene.run
        self.texts = {
            "position": run.position(scene.focus).text(),
            "moves": scene.names(scene.focus) or "(the root)",
            "sentence": sentence(scene),
            "command": run.recipe.command("open"),
        }

    def compose(self) -> ComposeResult:
        """List what can be copied."""
        with Vertical(id="box") as box:
            box.border_title = "copy"
            words = [f"{name}: {shortened(text, 90)}" for name, text in self.texts.items()]
            yield Choices(*[line.replace("[", "\\[") for line in words], id="choices")

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Copy the one chosen."""
        self.dismiss([*self.texts.values()][event.option_index])
