"""Panes beside the tree: each file defines one or several in its constant PANE."""

import sys
from functools import cache

from visualizer.apps.tui.views import View
from visualizer.support.plugins import discovery


@cache
def panes() -> dict[str, View]:
    """Return the panes by name."""
    return discovery.module_constants(sys.modules[__name__], "PANE")
