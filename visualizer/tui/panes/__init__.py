"""Panes beside the tree: each is one file with a constant PANE."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from visualizer import plugins
from visualizer.tui.drawn import Drawn
from visualizer.tui.scene import Scene


@dataclass(frozen=True, slots=True)
class Pane:
    """Something said of a scene. `draw(scene, width, height)` gives the lines inside the frame, and its title."""

    name: str
    about: str
    draw: Callable[[Scene, int, int], Drawn]


@cache
def panes() -> dict[str, Pane]:
    """Return the panes by name."""
    return plugins.constants(sys.modules[__name__], "PANE")
