"""Actions that open a dialog, and what is done with its result."""

from functools import partial
from pathlib import Path

import exports
from visualizer.actions import actions_of
from visualizer.errors import InputError
from visualizer.explanation.english.samples import NO_PLAYOUT
from visualizer.lookup import shortened
from visualizer.measures.samples import last_leaf, playout_of
from visualizer.tui.ascii_looks import in_ascii, spelled
from visualizer.tui.panes.why import at_length, sentence
from visualizer.tui.scene import Scene
from visualizer.tui.screens.destinations import FindDialog, GoDialog
from visualizer.tui.screens.dialog import ListDialog, TextDialog
from visualizer.tui.screens.export import SCREEN, ExportDialog
from visualizer.tui.screens.help import help_text
from visualizer.tui.screens.playout import PlayoutDialog
from visualizer.tui.screens.watching import Watching
from visualizer.tui.web import is_served


def do_why(screen: Watching) -> None:
    """Say why at length."""
    try:
        text = at_length(screen.scene)
    except InputError as error:  # of a user-supplied game, ordering or evaluation
        text = str(error)
    screen.app.push_screen(TextDialog("why (escape closes)", spelled(screen, text)))


def do_playout(screen: Watching) -> None:
    """Show the random game of this iteration, or of the one in which the selected node was expanded."""
    scene = screen.scene
    node = scene.node(scene.selected) if scene.selected is not None else None
    row = last_leaf(scene.tree) if node is None else scene.tree.visits_to(node)[0]
    played = playout_of(scene.run, row)
    if played:
        screen.app.push_screen(PlayoutDialog(scene, row, played))
    else:
        screen.say(NO_PLAYOUT)


def do_help(screen: Watching) -> None:
    """List all keys."""
    keys = help_text(actions_of(screen.place), ascii_only=in_ascii(screen))
    screen.app.push_screen(TextDialog("keys (escape closes)", keys))


def do_find(screen: Watching) -> None:
    """Ask for a move or a value and go there."""
    screen.app.push_screen(FindDialog(screen.scene), screen.go_to_target)


def do_copy(screen: Watching) -> None:
    """Ask what to copy."""
    screen.app.push_screen(ListDialog("copy", copies(screen.scene)), partial(copied, screen))


def copies(scene: Scene) -> list[tuple[str, str]]:
    """Return the texts that can be copied, each with a line about it."""
    run = scene.run
    texts = {
        "position": run.position(scene.focus).text(),
        "moves": scene.names(scene.focus) or "(the root)",
        "sentence": sentence(scene),
        "command": run.recipe.command("open"),
    }
    return [(f"{name}: {shortened(text, 90)}", text) for name, text in texts.items()]


def copied(screen: Watching, text: str | None) -> None:
    """Copy a text to the clipboard."""
    if text:
        screen.app.copy_to_clipboard(text)
        screen.say(f"copied: {text[:40]}")


def do_export(screen: Watching) -> None:
    """Ask for a file and write what is seen."""
    screen.app.push_screen(ExportDialog(screen.scene), partial(exported, screen))


def exported(screen: Watching, name: str | None) -> None:
    """Say which file was written; a file of the screen is written now, after the dialog has closed."""
    if name is not None and name.endswith(SCREEN):
        screen.call_after_refresh(save_screen, screen, name)
    elif name is not None:
        screen.say(wrote(name))


def wrote(name: str) -> str:
    """Say which file was written; in a browser, in which folder of the machine that serves the page."""
    return f"wrote {Path(name).resolve()} on the machine that serves this page" if is_served() else f"wrote {name}"


def save_screen(screen: Watching, name: str) -> None:
    """Write the screen to a file, as it is."""
    said = wrote(name)
    try:
        exports.save(name, screen.app.export_screenshot().encode(), force=True)
    except InputError as error:
        said = str(error)
    screen.say(said)


def do_go(screen: Watching) -> None:
    """Ask where to go."""
    screen.app.push_screen(GoDialog(screen.scene), screen.go_to_target)
