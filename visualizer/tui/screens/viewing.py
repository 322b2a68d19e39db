"""Which view is shown, what of the search it draws, and how."""

from functools import partial

from visualizer.errors import InputError
from visualizer.measures.proof_tree import NO_PROOF, proof_in_short, proof_tree, proof_words
from visualizer.picture.page.board_marks import marked_board
from visualizer.run import Run
from visualizer.trace.rows import MovePath
from visualizer.tui.cycling import turned
from visualizer.tui.screens.watching import ONLY_TREE, Watching
from visualizer.tui.views import views

BOOKISH = 6
"""A tree whose nodes have at most n children is first shown as in a book, others in columns."""
WORDY = 120
"""Columns with room for a whole sentence beside the timeline."""
WINDOWS = {"path": "windows of the open path", "all": "windows of all nodes", "none": "no windows"}
"""The nodes whose windows the tree shows, each with the note about it."""


def do_view(screen: Watching) -> None:
    """Show the next view."""
    screen.choose_view(turned(views(), screen.view_name))


def zoom(screen: Watching, by: int) -> None:
    """Draw more of the tree (1), or less (-1)."""
    show_tree(screen, zoom=max(-3, min(3, screen.scene.zoom + by)))


do_nearer = partial(zoom, by=1)
do_farther = partial(zoom, by=-1)


def do_leaves(screen: Watching) -> None:
    """Hide the leaves of a textbook tree until they are visited, or show them."""
    if not screen.scene.run.game.explicit:
        raise InputError("a game's leaves have no numbers before they are visited")
    hide = not screen.scene.hide_leaves
    show_tree(screen, "leaves hidden until they are visited" if hide else "leaves shown", hide_leaves=hide)


def do_windows(screen: Watching) -> None:
    """Show the windows of the open path, of all nodes, or of none."""
    windows = turned(WINDOWS, screen.scene.windows)
    show_tree(screen, WINDOWS[windows], windows=windows)


def do_kinds(screen: Watching) -> None:
    """Mark the nodes that prove the value, or no longer; say what trying them first would have saved."""
    run, kinds = screen.scene.run, not screen.scene.kinds
    found = None if run.is_held else proof_tree(run.trace)
    if found is None:
        raise InputError("the search has not finished yet" if not run.trace.finished else NO_PROOF)
    words = proof_words(found) if screen.size.width >= WORDY else proof_in_short(found)
    screen.playback.note = words if kinds else "no node types"
    screen.show(kinds=kinds)


def show_tree(screen: Watching, note: str = "", **changes: object) -> None:
    """Draw the tree with changes; in the other views say that they are for the tree."""
    if screen.view_name != "tree":
        raise InputError(ONLY_TREE)
    screen.playback.note = note
    screen.show(**changes)


do_fit = partial(show_tree, zoom=0)


def do_reroot(screen: Watching) -> None:
    """Draw only what is below the selected node, or its nearest ancestor that has children."""
    path = screen.scene.focus
    while path and not ((node := screen.scene.run.node_at(path)) and screen.scene.whole.move_count(node)):
        path = path[:-1]
    begin_at(screen, path)


def do_unroot(screen: Watching) -> None:
    """Draw from the parent of what is drawn now."""
    begin_at(screen, screen.scene.top[:-1])


def begin_at(screen: Watching, path: MovePath) -> None:
    """Draw only the subtree of a node; a note says if that changes nothing in this view."""
    if path == screen.scene.top:
        screen.playback.note = "the drawing begins there already"
    elif screen.view_name == "columns":
        screen.playback.note = "the tree and the overview (1 and 3) begin there now"
    screen.show(top=path)


def do_heat(screen: Watching) -> None:
    """Lay the next heat map over the board."""
    names = [*marked_board(screen.scene.run, screen.scene.focus)[0].layers]
    heat = (screen.scene.heat + 1) % (len(names) + 1)
    screen.playback.note = f"heat map: {names[heat - 1]}" if heat else "no heat map"
    screen.show(heat=heat)


def suitable_view(run: Run) -> str:
    """Return the view that suits a tree: the book's drawing for small ones, columns for real games and random ones."""
    trace = run.trace
    widest = max([len(run.choices(())), *(trace.children(row) for row in range(min(len(trace), 200)))])
    return "tree" if widest <= BOOKISH and not run.algorithm.samples else "columns"
