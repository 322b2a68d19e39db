"""Selecting another node: the step stays."""

from __future__ import annotations

from visualizer.tui import selection
from visualizer.tui.screens.part import Part


class Selecting(Part):
    """Selects a node beside, above or below the selected one."""

    def do_sibling_above(self) -> None:
        """Select the sibling tried before."""
        self.screen.select(selection.sibling(self.scene, -1))

    def do_sibling_below(self) -> None:
        """Select the sibling tried after."""
        self.screen.select(selection.sibling(self.scene, 1))

    def do_child(self) -> None:
        """Select the first child."""
        child = selection.first_child(self.scene)
        if child is None:
            self.screen.say("there is nothing below")
        else:
            self.screen.select(child)

    def do_parent(self) -> None:
        """Select the parent."""
        if self.scene.focus:
            self.screen.select(self.scene.focus[:-1])

    def do_running(self) -> None:
        """Go back to the running point."""
        self.screen.select(None)
