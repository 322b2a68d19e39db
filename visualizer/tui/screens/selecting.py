"""Selecting another node: the step stays."""

from __future__ import annotations

from visualizer.trace.rows import MovePath
from visualizer.tui import selection
from visualizer.tui.screens.watching import ONLY_TREE, Watching


def do_sibling_above(screen: Watching) -> None:
    """Select the sibling tried before."""
    aside(screen, -1)


def do_sibling_below(screen: Watching) -> None:
    """Select the sibling tried after."""
    aside(screen, 1)


def aside(screen: Watching, by: int) -> None:
    """Select the sibling before or after; from a wedge, what is drawn beside it."""
    if screen.scene.wedge is None:
        screen.select(selection.sibling(screen.scene, by))
    elif (hit := selection.beside_wedge(screen.scene.wedge, screen.hits(), by)) is None:
        screen.say("nothing is drawn there")
    elif hit.wedge:
        stand_on(screen, hit.path)
    else:
        screen.select(hit.path)


def do_wedge(screen: Watching) -> None:
    """Select the next wedge of the tree, beginning beside the selected node; after the last comes the first."""
    drawn, at = selection.wedges(screen.hits()), screen.scene.wedge
    if not drawn:
        screen.say("no nodes are drawn as one here" if screen.view_name == "tree" else ONLY_TREE)
    else:
        first = next((n for n, wedge in enumerate(drawn) if len(wedge) >= len(screen.scene.focus)), 0)
        stand_on(screen, drawn[(drawn.index(at) + 1) % len(drawn) if at in drawn else first])


def stand_on(screen: Watching, wedge: MovePath) -> None:
    """Select a wedge; what is drawn stays."""
    screen.playback.playing, screen.playback.note = 0, "several nodes drawn as one: enter lists them"
    screen.show(wedge=wedge)


def do_child(screen: Watching) -> None:
    """Select the first child; of a wedge, list what is in it."""
    wedge = next((hit for hit in screen.hits() if hit.wedge and hit.path == screen.scene.wedge), None)
    child = selection.first_child(screen.scene)
    if wedge is not None:
        screen.open_wedge(wedge.path, wedge.wedge)
    elif child is None:
        screen.say("there is nothing below")
    else:
        screen.select(child)


def do_parent(screen: Watching) -> None:
    """Select the parent."""
    if screen.scene.focus:
        screen.select(screen.scene.focus[:-1])


def do_running(screen: Watching) -> None:
    """Go back to the running point."""
    screen.select(None)
