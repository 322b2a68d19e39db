"""Selecting another node: the step stays."""

from __future__ import annotations

from visualizer.trace.rows import MovePath
from visualizer.tui import selection
from visualizer.tui.screens.part import ONLY_TREE, Part


class Selecting(Part):
    """Selects a node beside, above or below the selected one."""

    def do_sibling_above(self) -> None:
        """Select the sibling tried before."""
        self.aside(-1)

    def do_sibling_below(self) -> None:
        """Select the sibling tried after."""
        self.aside(1)

    def aside(self, by: int) -> None:
        """Select the sibling before or after; from a wedge, what is drawn beside it."""
        if self.scene.wedge is None:
            self.screen.select(selection.sibling(self.scene, by))
        elif (hit := selection.beside_wedge(self.scene.wedge, self.screen.hits(), by)) is None:
            self.screen.say("nothing is drawn there")
        elif hit.wedge:
            self.stand_on(hit.path)
        else:
            self.screen.select(hit.path)

    def do_wedge(self) -> None:
        """Select the next wedge of the tree, beginning beside the selected node; after the last comes the first."""
        drawn, at = selection.wedges(self.screen.hits()), self.scene.wedge
        if not drawn:
            self.screen.say("no nodes are drawn as one here" if self.screen.view_name == "tree" else ONLY_TREE)
        else:
            first = next((n for n, wedge in enumerate(drawn) if len(wedge) >= len(self.scene.focus)), 0)
            self.stand_on(drawn[(drawn.index(at) + 1) % len(drawn) if at in drawn else first])

    def stand_on(self, wedge: MovePath) -> None:
        """Select a wedge; what is drawn stays."""
        self.playback.playing, self.playback.note = 0, "several nodes drawn as one: enter lists them"
        self.screen.show(wedge=wedge)

    def do_child(self) -> None:
        """Select the first child; of a wedge, list what is in it."""
        wedge = next((hit for hit in self.screen.hits() if hit.wedge and hit.path == self.scene.wedge), None)
        child = selection.first_child(self.scene)
        if wedge is not None:
            self.screen.open_wedge(wedge.path, wedge.wedge)
        elif child is None:
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
