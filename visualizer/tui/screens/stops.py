"""Where to stop: the changes and visits of a node, and breakpoints."""

from __future__ import annotations

from collections.abc import Callable

from visualizer.trace import jumps
from visualizer.tui.playback import AT_CUTS
from visualizer.tui.screens.part import Part


class Changes(Part):
    """Goes from one change or visit of the selected node to another."""

    def do_next_change(self) -> None:
        """Go to the next change of the selected node."""
        self.change(jumps.next_change, "next_change")

    def do_previous_change(self) -> None:
        """Go to the previous change of the selected node."""
        self.change(jumps.previous_change, "previous_change")

    def do_next_visit(self) -> None:
        """Go to the next visit of the selected node."""
        self.change(jumps.next_visit, "next_visit")

    def do_previous_visit(self) -> None:
        """Go to the previous visit of the selected node."""
        self.change(jumps.previous_visit, "previous_visit")

    def change(self, lead: Callable[..., int | None], name: str) -> None:
        """Go to another change or visit of the selected node, which stays selected."""
        focus = self.scene.focus
        node = self.scene.node_ever(focus)
        target = None if node is None else lead(self.scene.run.trace, node, self.playback.step)
        if target is None:
            self.screen.say(jumps.NOWHERE[name])
        else:
            self.playback.playing = 0
            self.playback.seek(target)
            self.screen.show(selected=focus)


class Breakpoints(Part):
    """Says where playing stops."""

    def do_breakpoint(self) -> None:
        """Set or remove a breakpoint on the selected node."""
        path, points = self.scene.focus, self.playback.points
        there = path in points
        self.playback.points = points - {path} if there else points | {path}
        self.playback.note = f"breakpoint {'removed from' if there else 'on'} {self.scene.names(path) or 'the root'}"
        self.screen.show()

    def do_break_cuts(self) -> None:
        """Rest at every cutoff while playing, stop there, or go on over it: the next of these."""
        ways = [*AT_CUTS]
        self.playback.at_cuts = ways[(ways.index(self.playback.at_cuts) + 1) % len(ways)]
        self.screen.say(AT_CUTS[self.playback.at_cuts])
