"""What all screens do alike that watch a search: going through time, selecting, choosing a view, asking."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.screen import Screen

import exports
from visualizer.actions import Action, sign
from visualizer.errors import InputError
from visualizer.lookup import preset_of
from visualizer.run import Run
from visualizer.trace import jumps
from visualizer.tui import selection
from visualizer.tui.player import Player
from visualizer.tui.scene import Scene
from visualizer.tui.screens.ask import CopyDialog, FindDialog, GoDialog
from visualizer.tui.screens.export import SCREEN, ExportDialog
from visualizer.tui.screens.help import HelpDialog
from visualizer.tui.screens.why import WhyDialog
from visualizer.tui.styled_lines import Line, Path, Span
from visualizer.tui.views import views
from visualizer.tui.widgets import Canvas, KeyBar, Timeline

TICK = 1 / 30
BOOKISH = 6
"""A tree whose nodes have at most so many children is first shown as in a book, others in columns."""
BETWEEN: Span = ("  │  ", "frame")
PATIENCE = 20
"""Seconds that a sentence about something wrong stays."""


def bindings(actions: Sequence[Action]) -> list[BindingType]:
    """Return the keys of actions; the palette has its own."""
    return [
        Binding(",".join(action.keys), f"act('{action.name}')", action.about, show=False, priority=True)
        for action in actions
        if action.keys and action.name != "palette"
    ]


class WatchScreen(Screen[None]):
    """Watches a run, alone or among others. The player moves its step; `scene` is what is shown of it."""

    offered: ClassVar[tuple[Action, ...]]
    """What can be done here; `do_NAME` does it, unless it is a jump or a view."""

    player: Player
    view_name: str

    def __init__(self) -> None:
        """Begin to watch."""
        super().__init__()
        self._ticked = time.monotonic()

    # What a screen must say.

    @property
    def scene(self) -> Scene:
        """Return what is shown of the run that the keys are about."""
        raise NotImplementedError

    def show(self, **changes: object) -> None:
        """Show the player's step, and whatever else is to change in the scene."""
        raise NotImplementedError

    def paint(self) -> None:
        """Paint every widget."""
        raise NotImplementedError

    def make_room(self) -> None:
        """Show what has room, then paint it."""
        raise NotImplementedError

    def search_on(self) -> bool:
        """Let what is watched search for a slice of time; say whether there was anything to do."""
        raise NotImplementedError

    def choose_view(self, name: str) -> None:
        """Show another view."""
        raise NotImplementedError

    def go_to(self, path: Path) -> None:
        """Show a node when something is known of it."""
        raise NotImplementedError

    # The footer and the size.

    def footer(self) -> list[tuple[str, str, str]]:
        """Return the keys of the footer: sign, word, action; help and quit last."""
        labelled = [action for action in self.offered if action.label]
        labelled.sort(key=lambda action: action.group == "program")
        return [(action.shown or sign(action.keys[0]), action.label, action.name) for action in labelled]

    def on_resize(self, event: events.Resize) -> None:
        """Choose what has room."""
        self.make_room()

    def on_screen_suspend(self) -> None:
        """Stop playing behind a dialog, whose text is about this step."""
        if self.player.playing:
            self.player.playing = 0
            self.paint()

    # Time.

    def search(self) -> bool:
        """Let the search go on; what a person's own function does wrong is said, and ends the search."""
        try:
            return self.search_on()
        except InputError as error:
            self.player.note, self.player.jump = str(error), ""
            self.call_after_refresh(self.warn, str(error))
            return True

    def warn(self, sentence: str) -> None:
        """Say what is wrong, with room for all of it."""
        self.notify(sentence, title="the search cannot go on", severity="error", markup=False, timeout=PATIENCE)

    def tick(self) -> None:
        """Let the search go on, then play, or finish a jump that waits."""
        now = time.monotonic()
        passed, self._ticked = min(0.25, now - self._ticked), now
        searched = self.search()
        if self.player.jump:
            self.travel(self.player.jump)
        elif self.player.playing:
            before = self.player.step
            self.player.pass_time(passed)
            if self.player.step != before or not self.player.playing:
                self.show(selected=None)
                self.played()
        elif searched:
            self.paint()

    def played(self) -> None:
        """Do what is to be done when playing has come further."""

    def action_act(self, name: str) -> None:
        """Do what a key asks for; the key of a jump that waits, or `space`, ends the waiting."""
        waiting, self.player.jump, self.player.note = self.player.jump, "", ""
        if waiting and name in ("play", waiting):
            self.paint()
        else:
            try:
                self.act(name)
            except InputError as error:  # of a person's own game, ordering or evaluation
                self.say(str(error))

    def act(self, name: str) -> None:
        """Do an action by its name."""
        if name in jumps.BACKWARDS or name in jumps.FORWARDS:
            self.travel(name)
        elif name.startswith("view_"):
            self.choose_view(name.removeprefix("view_"))
        else:
            getattr(self, f"do_{name}")()

    def travel(self, name: str) -> None:
        """Jump to another step; the selection follows the running point again."""
        before = self.player.step
        try:
            self.player.travel(name)
        except InputError as error:
            self.player.note = str(error)
        self.show(selected=None if self.player.step != before else self.scene.selected)

    def seek(self, step: int) -> None:
        """Go to a step."""
        self.player.playing = 0
        self.player.seek(step)
        self.show(selected=None)

    def say(self, note: str | None) -> None:
        """Say something once."""
        self.player.note = note or ""
        self.paint()

    def do_play(self) -> None:
        """Play forwards, or stop."""
        self.player.play(1)
        self.show(selected=None)

    def do_backwards(self) -> None:
        """Play backwards, or stop."""
        self.player.play(-1)
        self.show(selected=None)

    def do_faster(self) -> None:
        """Play faster."""
        self.change_speed(1)

    def do_slower(self) -> None:
        """Play slower."""
        self.change_speed(-1)

    def change_speed(self, by: int) -> None:
        """Play faster or slower, from now on."""
        self.player.set_speed(self.player.speed + by)
        self.post_message(selection.Chosen("speed", str(self.player.speed)))
        self.paint()

    # Selecting.

    def select(self, path: Path | None) -> None:
        """Select a node; the step stays."""
        self.player.playing = 0
        self.show(selected=path)

    def do_sibling_above(self) -> None:
        """Select the sibling tried before."""
        self.select(selection.sibling(self.scene, -1))

    def do_sibling_below(self) -> None:
        """Select the sibling tried after."""
        self.select(selection.sibling(self.scene, 1))

    def do_child(self) -> None:
        """Select the first child and unfold its parent in the tree."""
        focus, child = self.scene.focus, selection.first_child(self.scene)
        if child is None:
            self.say("there is nothing below")
        else:
            self.show(selected=child, unfolded=self.scene.unfolded | {focus})

    def do_parent(self) -> None:
        """Select the parent."""
        if self.scene.focus:
            self.select(self.scene.focus[:-1])

    def do_running(self) -> None:
        """Go back to the running point."""
        self.select(None)

    # Looks.

    def do_view(self) -> None:
        """Show the next view."""
        self.choose_view(following_view(self.view_name))

    def do_nearer(self) -> None:
        """Draw more of the tree."""
        self.zoom(min(3, self.scene.zoom + 1))

    def do_farther(self) -> None:
        """Draw less of the tree."""
        self.zoom(max(-3, self.scene.zoom - 1))

    def do_fit(self) -> None:
        """Draw the usual amount, folded again."""
        self.zoom(0, unfolded=frozenset())

    def zoom(self, zoom: int, **changes: object) -> None:
        """Draw more or less of the tree; the other views have no use for it."""
        if self.view_name == "tree":
            self.show(zoom=zoom, **changes)
        else:
            self.say("this is for the tree, view 1")

    def do_theme(self) -> None:
        """Use the next theme."""
        self.post_message(selection.Chosen("theme", ""))

    # Asking.

    def do_why(self) -> None:
        """Say why at length."""
        self.app.push_screen(WhyDialog(self.scene))

    def do_help(self) -> None:
        """List all keys."""
        self.app.push_screen(HelpDialog(self.offered))

    def do_palette(self) -> None:
        """Find an action by its name."""
        self.app.action_command_palette()

    def do_find(self) -> None:
        """Ask for a move or a value and go there."""
        self.app.push_screen(FindDialog(self.scene), self.gone)

    def do_copy(self) -> None:
        """Ask what to copy."""
        self.app.push_screen(CopyDialog(self.scene), self.copied)

    def copied(self, text: str | None) -> None:
        """Copy a text to the clipboard."""
        if text:
            self.app.copy_to_clipboard(text)
            self.say(f"copied: {text[:40]}")

    def do_export(self) -> None:
        """Ask for a file and write what is seen."""
        self.app.push_screen(ExportDialog(self.scene), self.exported)

    def exported(self, name: str | None) -> None:
        """Say which file was written; write it now if it is of the screen itself."""
        if name is not None and name.endswith(SCREEN):
            self.call_after_refresh(self.save_screen, name)
        elif name is not None:
            self.say(f"wrote {name}")

    def save_screen(self, name: str) -> None:
        """Write the screen to a file, as it is."""
        try:
            exports.save(name, self.app.export_screenshot().encode(), force=True)
        except InputError as error:
            self.say(str(error))
        else:
            self.say(f"wrote {name}")

    def do_go(self) -> None:
        """Ask where to go."""
        self.app.push_screen(GoDialog(self.scene), self.gone)

    def gone(self, target: int | Path | None) -> None:
        """Go where a dialog said: to a step, or to a node."""
        if isinstance(target, int):
            self.player.goal = target
            self.travel("go")
        elif target is not None:
            self.go_to(target)

    def do_quit(self) -> None:
        """Leave."""
        self.app.exit()

    # What the widgets tell.

    def on_canvas_picked(self, message: Canvas.Picked) -> None:
        """Select the node that was clicked; a double click goes to the step that enters it."""
        if message.twice:
            self.go_to(message.path)
        else:
            self.select(message.path)

    def on_canvas_scrolled(self, message: Canvas.Scrolled) -> None:
        """Select the next sibling in the wheel's direction."""
        self.select(selection.sibling(self.scene, message.direction))

    def on_timeline_sought(self, message: Timeline.Sought) -> None:
        """Go to the step under the mouse."""
        self.seek(message.step)

    def on_key_bar_pressed(self, message: KeyBar.Pressed) -> None:
        """Do what the key that was clicked does."""
        self.action_act(message.action)


def suitable_view(run: Run) -> str:
    """Return the view that suits a tree: the book's drawing for small ones, columns for real games."""
    trace = run.trace
    widest = max((trace.children(row) for row in range(min(len(trace), 200))), default=0)
    return "tree" if widest <= BOOKISH else "columns"


def following_view(name: str) -> str:
    """Return the view after another."""
    names = [*views()]
    return names[(names.index(name) + 1) % len(names)]


def heading(run: Run, *, named: bool = True) -> Line:
    """Return the game, the preset if it is one and is to be named, and whose turn it is."""
    preset = preset_of(run.game, run.recipe.where) if named else None
    side = run.game.sides[0 if run.root.maximizing else 1]
    name = f"{preset.name}, " if preset is not None else ""
    moved = f"after {run.recipe.where.moves}, " if run.recipe.where.moves and named else ""
    return [(f" {run.root.board().title} ", "title"), (f"{name}{moved}{side} to move", "dim"), BETWEEN]


def depth_line(run: Run) -> Line:
    """Return how deep is searched, by what leaves are worth, and the options that are the algorithm's own."""
    return [(" · ".join(run.recipe.search.headings(("depth", "evaluation"))), "dim")]
