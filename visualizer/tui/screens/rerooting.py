"""What of the search is drawn: below which node, and with which heat map."""

from __future__ import annotations

from visualizer.trace.rows import MovePath
from visualizer.tui import selection
from visualizer.tui.screens.part import Part


class Rerooting(Part):
    """Chooses the node that the drawing begins at, and the heat map."""

    def do_reroot(self) -> None:
        """Draw only what is below the selected node, or its nearest ancestor that has children."""
        path = self.scene.focus
        while path and not ((node := self.scene.node_ever(path)) and self.scene.whole.move_count(node)):
            path = path[:-1]
        self.begin_at(path)

    def do_unroot(self) -> None:
        """Draw from the parent of what is drawn now."""
        self.begin_at(self.scene.top[:-1])

    def begin_at(self, path: MovePath) -> None:
        """Draw only what is below a node; say so where that changes nothing that is seen."""
        if path == self.scene.top:
            self.playback.note = "the drawing begins there already"
        elif self.screen.view_name == "columns":
            self.playback.note = "the tree and the overview (1 and 3) begin there now"
        self.screen.show(top=path)

    def do_heat(self) -> None:
        """Lay the next heat map over the board."""
        names = selection.heat_maps(self.scene)
        heat = (self.scene.heat + 1) % (len(names) + 1)
        self.playback.note = f"heat map: {names[heat - 1]}" if heat else "no heat map"
        self.screen.show(heat=heat)
