"""Why, at length: the chain of bounds from the root, and what would have been if a pruned part had been searched."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Static

from visualizer.errors import InputError
from visualizer.explanation.what_if import chain, what_if
from visualizer.tui.ascii_looks import spelled
from visualizer.tui.panes.why import sentence
from visualizer.tui.screens.dialog import SceneDialog


class WhyDialog(SceneDialog[None]):
    """Shows the sentence, the chain and the what-if of a scene."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("q", "leave", show=False)]

    def compose(self) -> ComposeResult:
        """Lay out the text."""
        with VerticalScroll(id="box") as box:
            box.border_title = "why (escape closes)"
            yield Static(spelled(self, self.text()), id="why-text", markup=False)

    def text(self) -> str:
        """Return the whole explanation."""
        try:
            return self.explained()
        except InputError as error:  # of a user-supplied game, ordering or evaluation
            return str(error)

    def explained(self) -> str:
        """Return the parts one below the other."""
        scene = self.scene
        node = scene.node(scene.focus) if scene.selected is not None else None
        return "\n\n".join(part for part in (sentence(scene), chain(scene.run, scene.step, node),
                                             what_if(scene.run, scene.step, node)) if part)  # fmt: skip
