"""The explorer: a search at a step, from every side."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widgets import Static

import exports
from visualizer import stepping
from visualizer.actions import ACTIONS, sign
from visualizer.errors import InputError
from visualizer.run import Run
from visualizer.tui import moving, room
from visualizer.tui.drawn import Line, Path
from visualizer.tui.panes import panes
from visualizer.tui.player import Player
from visualizer.tui.scene import Scene
from visualizer.tui.screens.ask import CopyDialog, FindDialog, GoDialog
from visualizer.tui.screens.compare import CompareScreen, rival_of
from visualizer.tui.screens.export import SCREEN, ExportDialog
from visualizer.tui.screens.help import HelpDialog
from visualizer.tui.screens.why import WhyDialog
from visualizer.tui.views import overview, views
from visualizer.tui.widgets import Canvas, Draw, KeyBar, Timeline, Words

TICK = 1 / 30
PATIENCE = 20
"""Seconds that a sentence about something wrong stays."""
BOOKISH = 6
"""A tree whose nodes have at most so many children is first shown as in a book, others in columns."""


def bindings() -> list[BindingType]:
    """Return the keys of all actions; the palette has its own."""
    return [
        Binding(",".join(action.keys), f"act('{action.name}')", action.about, show=False, priority=True)
        for action in ACTIONS
        if action.keys and action.name != "palette"
    ]


def footer() -> list[tuple[str, str, str]]:
    """Return the keys of the footer: sign, word, action."""
    return [(action.shown or sign(action.keys[0]), action.label, action.name) for action in ACTIONS if action.label]


class ExploreScreen(Screen[None]):
    """Watches one run. `scene` is all that is shown; the player moves its step."""

    BINDINGS: ClassVar[list[BindingType]] = bindings()

    def __init__(self, run: Run, view: str = "") -> None:
        """Explore a run with a view, by default the one that suits the tree."""
        super().__init__()
        self.run = run
        self.scene = Scene(run)
        self.player = Player(run)
        self.view_name = view
        self.single = room.CYCLE[0]
        self._ticked = time.monotonic()

    # Making and painting.

    def compose(self) -> ComposeResult:
        """Lay out the widgets."""
        yield Words(id="header")
        with Horizontal(id="main"):
            yield Canvas(views()["columns"].draw, id="view")
            with Vertical(id="side"):
                for name in room.BESIDE:
                    yield Canvas(panes()[name].draw, id=name, classes="pane")
        yield Canvas(panes()["why"].draw, id="why", classes="pane")
        with Horizontal(id="below"):
            yield Canvas(panes()["code"].draw, id="code", classes="pane")
            yield Canvas(overview.draw_whole, id="whole", classes="pane")
        yield Timeline(id="timeline")
        yield KeyBar(footer(), id="keys")
        smallest = "×".join(map(str, room.SMALLEST))
        yield Static(f"This terminal is too small: at least {smallest} is needed.", id="too-small")

    def on_mount(self) -> None:
        """Begin to search and to paint."""
        gc.freeze()  # what start-up made stays: looking through it again and again would make frames stutter
        self.search()
        self.view_name = self.view_name or self.suitable()
        if len(self.run.root.board().cells) == 1:
            self.single = "window"
        self.set_interval(TICK, self.tick)
        self.make_room()

    def suitable(self) -> str:
        """Return the view that suits the tree: the book's drawing for small ones, columns for real games."""
        trace = self.run.trace
        widest = max((trace.children(row) for row in range(min(len(trace), 200))), default=0)
        return "tree" if widest <= BOOKISH else "columns"

    def on_resize(self, event: events.Resize) -> None:
        """Choose what has room."""
        self.make_room()

    def make_room(self) -> None:
        """Show what has room, then paint it."""
        width, height = self.size
        self.set_class(width < room.SMALLEST[0] or height < room.SMALLEST[1], "-tiny")
        heights = room.heights(width, height, self.single)
        for name in room.BESIDE:
            pane = self.query_one(f"#{name}")
            pane.display = name in heights
            pane.styles.height = heights.get(name)
        self.query_one("#side").styles.width = room.side_width(width)
        self.query_one("#why").styles.height = room.why_height(width, height)
        lines = room.below(width, height)
        self.query_one("#below").display = lines > 0
        self.query_one("#below").styles.height = lines
        self.call_after_refresh(self.paint)

    def show(self, **changes: object) -> None:
        """Show the player's step, and whatever else is to change in the scene."""
        self.scene = self.scene.at(step=self.player.step, breakpoints=self.player.points, **changes)
        self.paint()

    def paint(self) -> None:
        """Paint every widget from the scene."""
        if not self.is_mounted:
            return
        for canvas in self.query(Canvas):
            canvas.show(self.scene, self.drawer(canvas))
        self.query_one("#header", Words).say(self.header())
        self.query_one(Timeline).show(self.scene, self.player.progress(), self.player.remark())

    def drawer(self, canvas: Canvas) -> Draw | None:
        """Return what a canvas draws now, None for what it always draws."""
        if canvas.id == "view":
            return views()[self.view_name].draw
        if canvas.id == "board":
            code = self.single == "code" and not room.shows_all(*self.size)
            return panes()["code" if code else "board"].draw
        return None

    def header(self) -> Line:
        """Return what is searched, and how."""
        search, run = self.run.recipe.search, self.run
        side = run.game.sides[0] if run.root.maximizing else run.game.sides[1]
        depth = "to the end" if search.depth == "all" else f"depth {search.depth}"
        line: Line = [(f" {run.root.board().title} ", "title"), (f"{side} to move", "dim"), ("  │  ", "frame")]
        line += [(f"{run.algorithm.title}, {search.ordering} order", "value"), ("  │  ", "frame")]
        line.append((f"{depth} · {search.evaluation}", "dim"))
        if run.algorithm.uses_window:
            line.append((f" · cut α {'≥' if search.cut == '>=' else '>'} β · fail-{search.fail}", "dim"))
        return line

    # Time.

    def search(self) -> bool:
        """Let the search go on for a slice; what a person's own function does wrong is said, and ends the search."""
        try:
            return self.player.search()
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
        elif searched:
            self.paint()

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
        if name in stepping.BACKWARDS or name in stepping.FORWARDS:
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
        self.post_message(moving.Chosen("speed", str(self.player.speed)))
        self.paint()

    def do_next_change(self) -> None:
        """Go to the next change of the selected node."""
        self.change(stepping.next_change, "next_change")

    def do_previous_change(self) -> None:
        """Go to the previous change of the selected node."""
        self.change(stepping.previous_change, "previous_change")

    def change(self, lead: Callable[..., int | None], name: str) -> None:
        """Go to another change of the selected node, which stays selected."""
        focus = self.scene.focus
        row = self.scene.row_ever(focus)
        target = None if row is None else lead(self.run.trace, row, self.player.step)
        if target is None:
            self.say(stepping.NOWHERE[name])
        else:
            self.player.playing = 0
            self.player.seek(target)
            self.show(selected=focus)

    def do_breakpoint(self) -> None:
        """Set or remove a breakpoint on the selected node."""
        path = self.scene.focus
        there = path in self.player.points
        self.player.points = self.player.points - {path} if there else self.player.points | {path}
        self.player.note = f"breakpoint {'removed from' if there else 'on'} {self.scene.names(path) or 'the root'}"
        self.show()

    def do_break_cuts(self) -> None:
        """Stop at every cutoff while playing, or no longer."""
        self.player.at_cuts = not self.player.at_cuts
        self.say("playing stops at every cutoff" if self.player.at_cuts else "playing goes on over cutoffs")

    # Selecting.

    def select(self, path: Path | None) -> None:
        """Select a node; the step stays."""
        self.player.playing = 0
        self.show(selected=path)

    def do_sibling_above(self) -> None:
        """Select the sibling tried before."""
        self.select(moving.sibling(self.scene, -1))

    def do_sibling_below(self) -> None:
        """Select the sibling tried after."""
        self.select(moving.sibling(self.scene, 1))

    def do_child(self) -> None:
        """Select the first child and unfold its parent in the tree."""
        focus, child = self.scene.focus, moving.first_child(self.scene)
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

    def choose_view(self, name: str) -> None:
        """Show another view."""
        self.view_name = name
        self.post_message(moving.Chosen("view", name))
        self.paint()

    def do_view(self) -> None:
        """Show the next view."""
        names = [*views()]
        self.choose_view(names[(names.index(self.view_name) + 1) % len(names)])

    def do_nearer(self) -> None:
        """Draw more of the tree."""
        self.show(zoom=min(3, self.scene.zoom + 1))

    def do_farther(self) -> None:
        """Draw less of the tree."""
        self.show(zoom=max(-3, self.scene.zoom - 1))

    def do_fit(self) -> None:
        """Draw the usual amount, folded again."""
        self.show(zoom=0, unfolded=frozenset())

    def do_reroot(self) -> None:
        """Draw only what is below the selected node, or its nearest ancestor that has children."""
        path = self.scene.focus
        while path and not ((row := self.scene.row_ever(path)) and self.run.trace.children(row)):
            path = path[:-1]
        self.show(top=path)

    def do_unroot(self) -> None:
        """Draw from the parent of what is drawn now."""
        self.show(top=self.scene.top[:-1])

    def do_heat(self) -> None:
        """Lay the next heat map over the board."""
        names = moving.heat_maps(self.scene)
        heat = (self.scene.heat + 1) % (len(names) + 1)
        self.player.note = f"heat map: {names[heat - 1]}" if heat else "no heat map"
        self.show(heat=heat)

    def do_pane(self) -> None:
        """Show the next pane where there is room for one only."""
        if room.shows_all(*self.size):
            self.say("all panes are shown")
            return
        self.single = room.CYCLE[(room.CYCLE.index(self.single) + 1) % len(room.CYCLE)]
        self.make_room()

    def do_theme(self) -> None:
        """Use the next theme."""
        self.post_message(moving.Chosen("theme", ""))

    # Asking.

    def do_why(self) -> None:
        """Say why at length."""
        self.app.push_screen(WhyDialog(self.scene))

    def do_help(self) -> None:
        """List all keys."""
        self.app.push_screen(HelpDialog())

    def do_go(self) -> None:
        """Ask where to go."""
        self.app.push_screen(GoDialog(self.scene), self.gone)

    def do_find(self) -> None:
        """Ask for a move or a value and go there."""
        self.app.push_screen(FindDialog(self.scene), self.gone)

    def gone(self, target: int | Path | None) -> None:
        """Go where a dialog said: to a step, or to a node."""
        if isinstance(target, int):
            self.player.goal = target
            self.travel("go")
        elif target is not None:
            self.go_to(target)

    def go_to(self, path: Path) -> None:
        """Select a node, and go to the step that enters it if it has not been entered yet."""
        row = self.scene.row_ever(path)
        if row is not None and not self.scene.here.entered(row):
            self.player.seek(self.run.trace.enter_step(row))
        self.select(path)

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
            exports.save(name, self.app.export_screenshot().encode())
        except InputError as error:
            self.say(str(error))
        else:
            self.say(f"wrote {name}")

    def do_compare(self) -> None:
        """Compare with another search, side by side."""
        try:
            rival = Run(rival_of(self.run.recipe))
        except InputError as error:
            self.say(str(error))
            return
        same = rival.recipe == self.run.recipe
        self.app.push_screen(CompareScreen([rival if same else self.run, self.run if same else rival], self.view_name))

    def do_open(self) -> None:
        """Choose another position or search."""
        self.post_message(moving.Chosen("open", ""))

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
        self.select(moving.sibling(self.scene, message.direction))

    def on_timeline_sought(self, message: Timeline.Sought) -> None:
        """Go to the step under the mouse."""
        self.seek(message.step)

    def on_key_bar_pressed(self, message: KeyBar.Pressed) -> None:
        """Do what the key that was clicked does."""
        self.action_act(message.action)
