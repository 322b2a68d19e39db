"""Where selecting leads, and what a screen asks of the app."""

from __future__ import annotations

from dataclasses import dataclass

from textual.message import Message

from visualizer.trace.rows import MovePath
from visualizer.tui.scene import Scene


@dataclass
class Chosen(Message):
    """A person chose something that is remembered, or that the app does."""

    what: str
    value: str


def sibling(scene: Scene, by: int) -> MovePath | None:
    """Return the sibling so many places after the one in focus, in the order tried; the focus itself at an end."""
    focus = scene.focus
    if not focus:
        return None if scene.selected is None else focus
    order = scene.run.order(focus[:-1], scene.here)
    place = order.index(focus[-1]) + by
    return (*focus[:-1], order[place]) if 0 <= place < len(order) else focus


def first_child(scene: Scene) -> MovePath | None:
    """Return the first child of the node in focus, in the order tried, if it has been visited and has any."""
    node = scene.node_ever(scene.focus)
    if node is None or not scene.whole.move_count(node):
        return None
    return (*scene.focus, scene.run.order(scene.focus, scene.here)[0])


def heat_maps(scene: Scene) -> list[str]:
    """Return the names of the heat maps for the board in focus: the ordering's scores, then the game's own."""
    position = scene.run.position(scene.focus)
    scores = ["scores"] if scene.run.scored(scene.focus)[1] is not None else []
    return [*scores, *position.board().layers]
