"""Selecting another node: the step stays."""

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
    """Select the sibling before (-1) or after (1); from folded nodes, what is drawn beside them."""
    if screen.scene.folded is None:
        screen.select(selection.sibling(screen.scene, by))
    elif (hit := selection.beside_folded(screen.scene.folded, screen.hits(), by)) is None:
        screen.say("nothing is drawn there")
    elif hit.folded:
        stand_on(screen, hit.path)
    else:
        screen.select(hit.path)


def do_folded(screen: Watching) -> None:
    """Select the next folded nodes of the tree, from the selected node on; after the last come the first."""
    drawn, at = selection.all_folded(screen.hits()), screen.scene.folded
    if not drawn:
        screen.say("no nodes are drawn as one here" if screen.view_name == "tree" else ONLY_TREE)
    else:
        first = next((n for n, folded in enumerate(drawn) if len(folded) >= len(screen.scene.focus)), 0)
        stand_on(screen, drawn[(drawn.index(at) + 1) % len(drawn) if at in drawn else first])


def stand_on(screen: Watching, folded: MovePath) -> None:
    """Select folded nodes by the path to their first."""
    screen.playback.playing, screen.playback.note = 0, "several nodes drawn as one: enter lists them"
    screen.show(folded=folded)


def do_child(screen: Watching) -> None:
    """Select the first child, or list the folded nodes that are selected."""
    folded = next((hit for hit in screen.hits() if hit.folded and hit.path == screen.scene.folded), None)
    child = selection.first_child(screen.scene)
    if folded is not None:
        screen.open_folded(folded.path, folded.folded)
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
