"""What screens that watch a search are made of."""

from __future__ import annotations

from visualizer.tui.playback import Playback
from visualizer.tui.scene import Scene
from visualizer.tui.screens.watching import Watching

ONLY_TREE = "this is for the tree, view 1"


class Part:
    """Some of what can be done on a screen: `do_NAME` does the action of that name."""

    def __init__(self, screen: Watching) -> None:
        """Be a part of a screen."""
        self.screen = screen

    @property
    def scene(self) -> Scene:
        """Return what the screen shows."""
        return self.screen.scene

    @property
    def playback(self) -> Playback:
        """Return what moves the screen's step."""
        return self.screen.playback
