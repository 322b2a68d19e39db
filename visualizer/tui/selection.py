"""What can be selected from a scene, and the message about a choice that the app carries out."""

from collections.abc import Sequence
from dataclasses import dataclass

from textual.message import Message

from visualizer.trace.rows import MovePath
from visualizer.tui.scene import Scene
from visualizer.tui.styled_lines import Hit


@dataclass
class Chosen(Message):
    """A person chose something that the app carries out or remembers."""

    what: str
    value: str


def sibling(scene: Scene, by: int) -> MovePath | None:
    """Return the sibling `by` places after the focus in the order tried, the focus itself at an end."""
    focus = scene.focus
    if not focus:
        return None if scene.selected is None else focus
    order = scene.run.order(focus[:-1], scene.tree)
    place = order.index(focus[-1]) + by
    return (*focus[:-1], order[place]) if 0 <= place < len(order) else focus


def all_folded(hits: Sequence[Hit]) -> list[MovePath]:
    """Return the folded nodes that are drawn, from the top and from the left, by the path to the first of each."""
    return [*dict.fromkeys(hit.path for hit in sorted(hits, key=lambda hit: (hit.y, hit.left)) if hit.folded)]


def beside_folded(folded: MovePath, hits: Sequence[Hit], by: int) -> Hit | None:
    """Return what is drawn `by` places to the right of folded nodes, None where there is nothing."""
    row = {(hit.path, bool(hit.folded)): hit for hit in sorted(hits, key=lambda hit: hit.left)
           if len(hit.path) == len(folded) and hit.path[:-1] == folded[:-1]}  # fmt: skip
    places = [*row]
    at = places.index((folded, True)) + by if (folded, True) in row else -1
    return row[places[at]] if 0 <= at < len(places) else None


def first_child(scene: Scene) -> MovePath | None:
    """Return the first child of the node in focus, in the order tried, if it has been visited and has any."""
    node = scene.node_ever(scene.focus)
    if node is None or not scene.whole.move_count(node):
        return None
    return (*scene.focus, scene.run.order(scene.focus, scene.tree)[0])


def heat_maps(scene: Scene) -> list[str]:
    """Return the names of the heat maps for the board in focus: the ordering's scores, then the game's own."""
    position = scene.run.position(scene.focus)
    scores = ["scores"] if scene.run.scored(scene.focus)[1] is not None else []
    return [*scores, *position.board().layers]
