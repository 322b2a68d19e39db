"""Panes beside the tree: each is one file with a constant PANE."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from visualizer.plugins import discovery
from visualizer.tui.scene import Scene
from visualizer.tui.styled_lines import Rendering


@dataclass(frozen=True, slots=True)
class Pane:
    """Something said of a scene. `draw(scene, width, height)` gives the lines inside the frame, and its title."""

    name: str
    draw: Callable[[Scene, int, int], Rendering]


@cache
def panes() -> dict[str, Pane]:
    """Return the panes by name."""
    return discovery.constants(sys.modules[__name__], "PANE")
