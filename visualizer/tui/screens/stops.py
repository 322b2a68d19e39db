"""Where playing stops: breakpoints."""

from __future__ import annotations

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
        """Stop at every cutoff while playing, or no longer."""
        self.playback.at_cuts = not self.playback.at_cuts
        self.screen.say("playing stops at every cutoff" if self.playback.at_cuts else "playing goes on over cutoffs")
