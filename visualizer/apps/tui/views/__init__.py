"""Views of the tree: each is one file with a constant VIEW."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from visualizer.apps.tui.cells.styled_lines import Rendering
from visualizer.apps.tui.scene import Scene
from visualizer.support.plugins import discovery


@dataclass(frozen=True, slots=True)
class View:
    """A way to draw a scene: `draw(scene, width, height)`.

    A view of the tree fills that space exactly, and views are sorted by `key`; a pane gives the
    lines inside its frame, and its title.
    """

    name: str
    draw: Callable[[Scene, int, int], Rendering]
    key: str = ""
    forget: tuple[Callable[[], None], ...] = ()
    """Functions that clear the view's caches of runs."""


def forget() -> None:
    """Clear the caches of all views, when a run is no longer shown."""
    for view in views().values():
        for clear in view.forget:
            clear()


@cache
def views() -> dict[str, View]:
    """Return the views by name, in the order of their keys."""
    found = discovery.module_constants(sys.modules[__name__], "VIEW")
    return dict(sorted(found.items(), key=lambda item: str(item[1].key)))
