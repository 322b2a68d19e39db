"""Selecting another node: the step stays."""

from collections.abc import Sequence
from functools import partial

from visualizer.errors import InputError
from visualizer.trace.rows import MovePath
from visualizer.tui.cells.styled_lines import Hit
from visualizer.tui.scene import Scene
from visualizer.tui.screens.watching import ONLY_TREE, Watching


def aside(screen: Watching, by: int) -> None:
    """Select the sibling before (-1) or after (1); from folded nodes, what is drawn beside them."""
    if screen.scene.folded is None:
        screen.select(sibling(screen.scene, by))
    elif (hit := beside_folded(screen.scene.folded, screen.hits(), by)) is None:
        screen.say("nothing is drawn there")
    elif hit.folded:
        stand_on(screen, hit.path)
    else:
        screen.select(hit.path)


do_sibling_above = partial(aside, by=-1)
do_sibling_below = partial(aside, by=1)


def do_folded(screen: Watching) -> None:
    """Select the next folded nodes of the tree, from the selected node on; after the last come the first."""
    drawn, at = all_folded(screen.hits()), screen.scene.folded
    if not drawn:
        raise InputError("no nodes are drawn as one here" if screen.view_name == "tree" else ONLY_TREE)
    first = next((n for n, folded in enumerate(drawn) if len(folded) >= len(screen.scene.focus)), 0)
    stand_on(screen, drawn[(drawn.index(at) + 1) % len(drawn) if at in drawn else first])


def stand_on(screen: Watching, folded: MovePath) -> None:
    """Select folded nodes by the path to their first."""
    screen.playback.playing, screen.playback.note = 0, "several nodes drawn as one: enter lists them"
    screen.show(folded=folded)


def do_child(screen: Watching) -> None:
    """Select the first child in the order tried, or list the folded nodes that are selected."""
    folded = next((hit for hit in screen.hits() if hit.folded and hit.path == screen.scene.folded), None)
    scene, focus = screen.scene, screen.scene.focus
    node = scene.run.node_at(focus)
    order = scene.run.order(focus, scene.tree)
    if folded is not None:
        screen.open_folded(folded.path, folded.folded)
    elif node is None or not scene.whole.move_count(node) or not order:
        screen.say("there is nothing below")
    else:
        screen.select((*focus, order[0]))


def do_parent(screen: Watching) -> None:
    """Select the parent."""
    if screen.scene.focus:
        screen.select(screen.scene.focus[:-1])


do_running = partial(Watching.select, path=None)


def sibling(scene: Scene, by: int) -> MovePath | None:
    """Return the sibling `by` places after the focus in the order tried, the focus itself at an end."""
    focus = scene.focus
    if not focus:
        return None if scene.selected is None else focus
    order = scene.run.order(focus[:-1], scene.tree)
    place = order.index(focus[-1]) + by if focus[-1] in order else -1
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
