"""Actions that open a dialog, such as all keys by what they are for, and what is done with its result."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from rich.table import Table
from rich.text import Text

from visualizer.apps.tui.panes.step import at_length, sentence
from visualizer.apps.tui.scene import Scene
from visualizer.apps.tui.screens.dialog import ListDialog, TextDialog
from visualizer.apps.tui.screens.foreground import Chosen
from visualizer.apps.tui.screens.watch import WatchScreen
from visualizer.apps.tui.terminal.ascii_looks import in_ascii, stand_ins
from visualizer.apps.tui.web import is_served
from visualizer.explaining.actions import Action, actions_of, key_of, sign
from visualizer.look.legend import LEGEND, State
from visualizer.look.text import clip
from visualizer.support.errors import InputError

GROUPS = {
    "lesson": "The lesson",
    "time": "Going through time",
    "selection": "Looking elsewhere (the current step does not change)",
    "looks": "What is drawn",
    "code": "Your own code, with visualizer watch",
    "playing": "Playing",
    "practice": "Practising",
    "steps": "Being the search",
    "edit": "A tree to play with",
    "words": "Words",
    "sides": "Comparing",
    "compare": "Comparing",
    "files": "Files",
    "program": "The program",
}
"""The groups of actions, as the list of keys calls them."""


def do_why(screen: WatchScreen) -> None:
    """Say why at length."""
    screen.app.push_screen(TextDialog("why", at_length(screen.scene)))


def row_of_playout(scene: Scene) -> int:
    """Return the row whose random game is shown: of the selected node, else of this iteration; -1 for none."""
    from visualizer.explaining.measures.samples import last_leaf

    node = scene.node(scene.selected) if scene.selected is not None else None
    return last_leaf(scene.tree) if node is None else scene.tree.visits_to(node)[0]


def do_playout(screen: WatchScreen) -> None:
    """Show the random game of this iteration, or of the one in which the selected node was expanded."""
    from visualizer.apps.tui.screens.playout import PlayoutDialog
    from visualizer.explaining.explanation.english.samples import NO_PLAYOUT
    from visualizer.explaining.measures.samples import playout_of

    scene = screen.scene
    row = row_of_playout(scene)
    played = playout_of(scene.run, row)
    if not played:
        raise InputError(NO_PLAYOUT)
    screen.app.push_screen(PlayoutDialog(scene, row, played))


def do_help(screen: WatchScreen) -> None:
    """List all keys."""
    screen.app.push_screen(TextDialog("keys", help_text(actions_of(screen.place), ascii_only=in_ascii(screen))))


def help_text(actions: Sequence[Action], *, ascii_only: bool) -> Table:
    """Return all keys and the legend as a table; with `ascii_only`, the signs that replace others too."""
    table = Table.grid(padding=(0, 2))
    table.add_column(justify="right", no_wrap=True)
    table.add_column()
    for group, words in GROUPS.items():
        members = [action for action in actions if action.group == group and action.keys]
        if members:
            table.add_row("", Text(words, style="bold underline"))
        for action in members:
            keys = " ".join(sign(key) for key in action.keys)
            table.add_row(Text(keys, style="bold"), Text(action.about))
    table.add_row("", Text("Signs", style="bold underline"))
    states = [(LEGEND[state].glyph, LEGEND[state].word) for state in State]
    for glyphs, words in (*states, ("▲ ▼", "MAX to move, MIN to move"),
                          ("≥3 ≤3", "'at least 3' or 'at most 3': only a bound"),
                          ("≤3…", "so far every child is worth at most 3 to the side to move"),
                          ("α β", "the window: MAX already has α, MIN already has β"),
                          ("▣ ⇠", ("known from a table, and where the selected answer comes from "
                                  f"({key_of('source')} goes there and back)")),
                          ("⌂ 3", "stopping there is best: stand pat"),
                          ("≠", "side by side: one search visits it, but another does not")):  # fmt: skip
        table.add_row(Text(glyphs, style="bold"), Text(words))
    if ascii_only:
        table.add_row(*map(Text, stand_ins()))
    return table


def do_find(screen: WatchScreen) -> None:
    """Ask for a move or a value and go there."""
    from visualizer.apps.tui.screens.destinations import FindDialog

    screen.ask_for(FindDialog(screen.scene), screen.go_to_target)


def do_copy(screen: WatchScreen) -> None:
    """Ask what to copy."""
    screen.ask_for(ListDialog("copy", copies(screen.scene, screen.view_name)), partial(copied, screen))


def copies(scene: Scene, view: str) -> list[tuple[str, str]]:
    """Return the texts that can be copied, each with a line about it: first the command that opens this step."""
    run = scene.run
    opens = f"{run.recipe.command('open')} --step {scene.step} --view {view}"
    texts = {
        **({"this step": opens} if run.track is None else {"this run": run.recipe.command()}),
        "position": run.position(scene.focus).text(),
        "moves": scene.names(scene.focus) or "(the root)",
        "sentence": sentence(scene),
    }
    return [(f"{name}: {clip(text, 90)}", text) for name, text in texts.items()]


def copied(screen: WatchScreen, text: str) -> None:
    """Copy a text to the clipboard."""
    screen.app.copy_to_clipboard(text)
    screen.say(f"copied: {text[:40]}")


def do_export(screen: WatchScreen) -> None:
    """Ask for a file and write what is seen."""
    from visualizer.apps.tui.screens.export import ExportDialog

    screen.ask_for(ExportDialog(screen.scene), partial(exported, screen))


def exported(screen: WatchScreen, name: str) -> None:
    """Say which file was written; a file of the screen is written now, after the dialog has closed."""
    from visualizer.apps.tui.screens.export import SCREEN

    if name.endswith(SCREEN):
        screen.call_after_refresh(save_screen, screen, name)
    else:
        screen.say(wrote(name))


def wrote(name: str) -> str:
    """Say which file was written; in a browser, in which folder of the machine that serves the page."""
    return f"wrote {Path(name).resolve()} on the machine that serves this page" if is_served() else f"wrote {name}"


def save_screen(screen: WatchScreen, name: str) -> None:
    """Write the screen to a file, as it is."""
    import exports

    said = wrote(name)
    try:
        exports.save(name, screen.app.export_screenshot().encode(), force=True)
    except InputError as error:
        said = str(error)
    screen.say(said)


def do_go(screen: WatchScreen) -> None:
    """Ask where to go."""
    from visualizer.apps.tui.screens.destinations import go_dialog

    screen.ask_for(go_dialog(screen.scene), screen.go_to_target)


def do_play_on(screen: WatchScreen) -> None:
    """Play on from the position in focus, against this search."""
    from visualizer.play.playing.match import match_from

    screen.post_message(Chosen("play_on", match_from(screen.scene.run, screen.scene.focus)))


def do_edit(screen: WatchScreen) -> None:
    """Open the tree, to play with; InputError for a game whose tree is not written."""
    from visualizer.explaining.explanation.facts.what_if import editable

    screen.post_message(Chosen("edit", editable(screen.scene.run), screen.scene.focus))


def do_be_the_search(screen: WatchScreen) -> None:
    """Make the search of a written tree by hand; InputError for a game whose tree is not written."""
    if not screen.scene.run.game.explicit:
        raise InputError(f"only a written tree can be searched by hand; {key_of('open')} and the game Tree open one")
    screen.post_message(Chosen("be_the_search", screen.scene.run))
