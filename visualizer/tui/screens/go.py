"""Where to go: to a step, a share of all steps, or the node that moves lead to."""

import re

from textual.app import ComposeResult
from textual.widgets import Static

from visualizer.run import path_of
from visualizer.trace.rows import MovePath
from visualizer.tui.scene import Scene
from visualizer.tui.screens.dialog import AskDialog, SceneDialog, box
from visualizer.tui.widgets import Prompt


class GoDialog(SceneDialog[int | MovePath], AskDialog[int | MovePath]):
    """Asks for a step, a share of all steps, or the moves to a node."""

    def compose(self) -> ComposeResult:
        """Lay out the field and the place for an error."""
        with box("go to"):
            yield Prompt(placeholder="12, 50%, or the moves to a node: e3 a2", id="field")
            yield Static("", id="error", markup=False)

    def answer(self, text: str) -> None:
        """Go there."""
        self.dismiss(target_of(self.scene, text))


def target_of(scene: Scene, text: str) -> int | MovePath:
    """Return the step, or the path to the node, that a text means; ValueError says what is allowed."""
    trace = scene.run.trace
    number = text.removesuffix("%").replace(",", "")
    if text and number.isascii() and number.isdigit() and len(number) < 16:
        if text.endswith("%"):
            if int(number) > 100:
                raise ValueError(f"{text} is more than 100%")
            return trace.last_step * int(number) // 100
        names = scene.run.choices(())
        if int(number) <= trace.last_step or not trace.finished:
            return int(number)
        if text not in names:
            raise ValueError(f"there is no step {int(number):,}; the last is {trace.last_step:,}")
    if not text:
        raise ValueError("type a step (12), a share (50%) or moves (e3 a2)")
    try:
        return path_of(scene.run, text)
    except ValueError:
        if re.fullmatch(r"[-+]?[\d.,]+(e\d+)?%?", text):
            last = f"{trace.last_step:,}" if trace.finished else "as far as the search has gone"
            raise ValueError(f"{text:.20} is no step; steps are 0 to {last}, shares 0% to 100%") from None
        raise
