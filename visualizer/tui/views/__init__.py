"""Views of the tree: each is one file with a constant VIEW."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from visualizer import plugins
from visualizer.tui.drawn import Drawn
from visualizer.tui.scene import Scene


@dataclass(frozen=True, slots=True)
class View:
    """A way to draw the tree; `key` picks it. `draw(scene, width, height)` fills that space exactly."""

    name: str
    key: str
    about: str
    draw: Callable[[Scene, int, int], Drawn]


@cache
def views() -> dict[str, View]:
    """Return the views by name, in the order of their keys."""
    found = plugins.constants(sys.modules[__name__], "VIEW")
    return dict(sorted(found.items(), key=lambda item: str(item[1].key)))
