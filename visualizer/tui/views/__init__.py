"""Views of the tree: each is one file with a constant VIEW."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from visualizer import plugins
from visualizer.tui.drawn import Drawn, Line, width_of, wrapped
from visualizer.tui.scene import Scene


@dataclass(frozen=True, slots=True)
class View:
    """A way to draw the tree; `key` picks it. `draw(scene, width, height)` fills that space exactly."""

    name: str
    key: str
    about: str
    draw: Callable[[Scene, int, int], Drawn]


def nothing_yet(width: int, height: int) -> list[Line]:
    """Return what every view says before the first step, in the middle."""
    lines = wrapped("Nothing has been visited yet: press → for the first step.", width, "dim")[:height]
    above = (height - len(lines)) // 2
    left = max(0, (width - max((width_of(line) for line in lines), default=0)) // 2)
    return [[] for _ in range(above)] + [[(" " * left, "text"), *line] for line in lines]


@cache
def views() -> dict[str, View]:
    """Return the views by name, in the order of their keys."""
    found = plugins.constants(sys.modules[__name__], "VIEW")
    return dict(sorted(found.items(), key=lambda item: str(item[1].key)))
