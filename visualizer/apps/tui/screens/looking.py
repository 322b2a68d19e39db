"""Looking elsewhere: which node is selected and when it changes, which view is shown, and what it draws."""

from collections.abc import Sequence
from functools import partial

from visualizer.apps.activities.exploring import AT_CUTS
from visualizer.apps.tui.cells.styled_lines import Hit
from visualizer.apps.tui.options import turned
from visualizer.apps.tui.screens.dialog import ListDialog
from visualizer.apps.tui.screens.watch import WatchScreen
from visualizer.apps.tui.views import views
from visualizer.apps.tui.views.move_lists import RANKS
from visualizer.draw.boards.contents import marked_board
from visualizer.explaining.actions import NOWHERE, key_of, with_keys
from visualizer.explaining.explanation.own_code import calls_listed
from visualizer.explaining.measures.proof_tree import NO_PROOF, proof_in_short, proof_tree, proof_words
from visualizer.searching.run import Run
from visualizer.support.errors import InputError
from visualizer.trace import jumps
from visualizer.trace.rows import MovePath

BOOKISH = 6
"""A tree whose nodes have at most n children is first shown as in a book, others in columns."""
WORDY = 120
"""Columns with room for a whole sentence beside the timeline."""
WINDOWS = {"path": "windows of the open path", "all": "windows of all nodes", "none": "no windows"}
"""The nodes whose windows the tree shows, each with the note about it."""


# Nodes.


def aside(screen: WatchScreen, by: int) -> None:
    """Select the sibling before (-1) or after (1); from folded nodes, what is drawn beside them."""
    if screen.scene.folded is None:
        screen.select(screen.scene.sibling(by))
    elif (hit := beside_folded(screen.scene.folded, screen.hits(), by)) is None:
        screen.say("nothing is drawn there")
    elif hit.folded:
        stand_on(screen, hit.path)
    else:
        screen.select(hit.path)


do_sibling_above = partial(aside, by=-1)
do_sibling_below = partial(aside, by=1)


def do_folded(screen: WatchScreen) -> None:
    """Select the next folded nodes of the tree, from the selected node on; after the last come the first."""
    drawn, at = all_folded(screen.hits()), screen.scene.folded
    if not drawn:
        raise InputError("no nodes are folded here" if screen.view_name == "tree" else only_tree())
    first = next((n for n, folded in enumerate(drawn) if len(folded) >= len(screen.scene.focus)), 0)
    stand_on(screen, drawn[(drawn.index(at) + 1) % len(drawn) if at in drawn else first])


def stand_on(screen: WatchScreen, folded: MovePath) -> None:
    """Select folded nodes by the path to their first."""
    screen.playback.playing, screen.playback.note = 0, f"several nodes folded into one: {key_of('child')} lists them"
    screen.show(folded=folded)


def do_child(screen: WatchScreen) -> None:
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


def do_parent(screen: WatchScreen) -> None:
    """Select the parent."""
    if screen.scene.focus:
        screen.select(screen.scene.focus[:-1])


def do_running(screen: WatchScreen) -> None:
    """Select nothing, so that the running point is shown."""
    screen.select(None)


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


# Views.


def do_view(screen: WatchScreen) -> None:
    """Show the next view."""
    screen.choose_view(turned(views(), screen.view_name))


def show_view(screen: WatchScreen, name: str) -> None:
    """Show a view."""
    screen.choose_view(name)


do_tree = do_view_tree = partial(show_view, name="tree")
do_view_columns = partial(show_view, name="columns")
do_view_overview = partial(show_view, name="overview")


def zoom(screen: WatchScreen, by: int) -> None:
    """Draw more of the tree (1), or less (-1)."""
    show_tree(screen, zoom=max(-3, min(3, screen.scene.zoom + by)))


do_nearer = partial(zoom, by=1)
do_farther = partial(zoom, by=-1)


def do_leaves(screen: WatchScreen) -> None:
    """Hide the leaves of a textbook tree until they are visited, or show them."""
    if not screen.scene.run.game.explicit:
        raise InputError("a game's leaves have no values before they are visited")
    hide = not screen.scene.hide_leaves
    show_tree(screen, "leaves hidden until they are visited" if hide else "leaves shown", hide_leaves=hide)


def do_windows(screen: WatchScreen) -> None:
    """Show the windows of the open path, of all nodes, or of none."""
    windows = turned(WINDOWS, screen.scene.windows)
    show_tree(screen, WINDOWS[windows], windows=windows)


def do_kinds(screen: WatchScreen) -> None:
    """Mark the nodes that prove the value, or no longer; say what trying them first would have saved."""
    run, kinds = screen.scene.run, not screen.scene.kinds
    found = None if run.is_held else proof_tree(run.trace)
    if found is None:
        raise InputError("the search has not finished yet" if not run.trace.finished else NO_PROOF)
    words = proof_words(found) if screen.size.width >= WORDY else proof_in_short(found)
    screen.playback.note = words if kinds else "no node types"
    screen.show(kinds=kinds)


def only_tree() -> str:
    """Say where what draws the tree works."""
    return f"this works only in the tree, view {key_of('view_tree')}"


def show_tree(screen: WatchScreen, note: str = "", **changes: object) -> None:
    """Draw the tree with changes; in the other views say that they are for the tree."""
    if screen.view_name != "tree":
        raise InputError(only_tree())
    screen.playback.note = note
    screen.show(**changes)


do_fit = partial(show_tree, zoom=0)


def do_reroot(screen: WatchScreen) -> None:
    """Draw only what is below the selected node, or its nearest ancestor that has children."""
    path = screen.scene.focus
    while path and not ((node := screen.scene.run.node_at(path)) and screen.scene.whole.move_count(node)):
        path = path[:-1]
    begin_at(screen, path)


def do_unroot(screen: WatchScreen) -> None:
    """Draw from the parent of what is drawn now."""
    begin_at(screen, screen.scene.top[:-1])


def begin_at(screen: WatchScreen, path: MovePath) -> None:
    """Draw only the subtree of a node; a note says if that changes nothing in this view."""
    if path == screen.scene.top:
        screen.playback.note = "the drawing already begins there"
    elif screen.view_name == "columns":
        screen.playback.note = with_keys("the tree and the overview (<view_tree> and <view_overview>) begin there now")
    screen.show(top=path)


def do_heat(screen: WatchScreen) -> None:
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


def do_rank(screen: WatchScreen) -> None:
    """Sort the moves of columns by the next criterion; InputError for a search that is not by random games."""
    if not screen.scene.run.algorithm.samples:
        raise InputError("only a search by random games sorts its moves; others list them as tried")
    rank = turned(RANKS, screen.scene.rank)
    screen.playback.note = f"sorted by {rank}"
    screen.show(rank=rank)


# What becomes of a node in time.


def travel_at_node(screen: WatchScreen, name: str) -> None:
    """Jump to another change or visit of the selected node, which stays selected."""
    focus, node = screen.scene.focus, screen.scene.run.node_at(screen.scene.focus)
    target = None if node is None else jumps.OF_NODE[name](screen.scene.run.trace, node, screen.playback.step)
    if target is None:
        raise InputError(NOWHERE[name])
    screen.seek(target, focus)


do_next_visit, do_previous_visit, do_next_change, do_previous_change = (
    partial(travel_at_node, name=name) for name in jumps.OF_NODE
)


def do_source(screen: WatchScreen) -> None:
    """Go from a table's answer to the step in which it was stored, or back to the answer."""
    scene, playback = screen.scene, screen.playback
    was_there = playback.source.there == scene.step
    target = playback.source.target(scene.run.trace, scene.node(scene.focus), scene.step)
    if target is None:
        raise InputError(NOWHERE["source"])
    selected = screen.answer if was_there else None
    screen.answer = None if was_there else scene.selected
    playback.note = with_keys(f"{'back at' if was_there else '<source> goes back to'} the table's answer")
    screen.seek(target, selected)


def do_breakpoint(screen: WatchScreen) -> None:
    """Set or remove a breakpoint on the selected node."""
    screen.playback.toggle_breakpoint(screen.scene.focus)
    screen.show()


def do_break_cuts(screen: WatchScreen) -> None:
    """Change what playing does at cutoffs: rest, stop, or go on."""
    screen.playback.at_cuts = turned(AT_CUTS, screen.playback.at_cuts)
    screen.say(with_keys(AT_CUTS[screen.playback.at_cuts]))


# The lines of a person's own code.


def do_calls(screen: WatchScreen) -> None:
    """List the open calls, and show the one chosen."""
    lines = calls_listed(screen.scene.run, screen.playback.moment or 0)
    dialog = ListDialog("open calls, the outermost first", lines, at=len(lines) - 1)
    screen.ask_for(dialog, lambda call: screen.show(call=call))
