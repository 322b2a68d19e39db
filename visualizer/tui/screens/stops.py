"""Where playing stops: breakpoints."""

from __future__ import annotations

from visualizer.tui.playback import AT_CUTS
from visualizer.tui.screens.part import Part


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
