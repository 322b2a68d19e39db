"""The explorer: a search at a step, from every side."""

from __future__ import annotations

import time
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widgets import Static

from visualizer import stepping
from visualizer.actions import ACTIONS, sign
from visualizer.explain import Explainer
from visualizer.run import Run
from visualizer.stepping import next_change, previous_change
from visualizer.tui import moving
from visualizer.tui.drawn import Line, Path
from visualizer.tui.panes import panes
from visualizer.tui.scene import Scene
from visualizer.tui.views import overview, views
from visualizer.tui.widgets import Canvas, Draw, KeyBar, Timeline, Words

TICK = 1 / 30
SLICE = 0.008
"""Seconds of every tick that the search may have."""
SPEEDS = (1, 2, 5, 10, 30, 100, 300, 1000)
"""Steps a second."""
SMALLEST = (60, 16)
PANES = ("board", "window", "counts", "line", "code")


def bindings() -> list[BindingType]:
    """Return the keys of all actions."""
    return [
        Binding(",".join(action.keys), f"act('{action.name}')", action.about, show=False, priority=True)
        for action in ACTIONS
        if action.keys and action.name != "palette"
    ]


def footer() -> list[tuple[str, str, str]]:
    """Return the keys of the footer: sign, word, action."""
    return [(action.shown or sign(action.keys[0]), action.label, action.name) for action in ACTIONS if action.label]


class ExploreScreen(Screen[None]):
    """Watches one run. `scene` is all that is shown; playing and jumps under way change its step."""

    BINDINGS: ClassVar[list[BindingType]] = bindings()

    def __init__(self, run: Run, view: str = "") -> None:
        """Explore a run with a view, by default the one that suits the tree."""
        super().__init__()
        self.run = run
        self.scene = Scene(run)
        self.view_name = view
        self.single = PANES[0]
        """The pane beside the tree where there is room for one only."""
        self.speed = 2
        self.playing = 0
        """1 forwards, -1 backwards, 0 not at all."""
        self.jump = ""
        """The action whose jump waits for the search to get there."""
        self.break_at_cuts = False
        self.note = ""
        """Something to say once, in the timeline."""
        self._due = 0.0
        self._ticked = time.monotonic()

    # Making.

    def compose(self) -> ComposeResult:
        """Lay out the widgets; the style sheet says which are seen at which size."""
        yield Words(id="header")
        with Horizontal(id="main"):
            yield Canvas(views()["columns"].draw, id="view")
            with Vertical(id="side"):
                for name in ("board", "window", "line", "counts"):
                    yield Canvas(panes()[name].draw, id=name, classes="pane")
        yield Canvas(panes()["why"].draw, id="why", classes="pane")
        with Horizontal(id="below"):
            yield Canvas(panes()["code"].draw, id="code", classes="pane")
            yield Canvas(overview.draw_whole, id="whole", classes="pane")
        yield Timeline(id="timeline")
        yield KeyBar(footer(), id="keys")
        yield Static(f"too small: at least {SMALLEST[0]}×{SMALLEST[1]} is needed", id="too-small")

    def on_mount(self) -> None:
        """Begin to search and to paint."""
        self.run.advance(seconds=SLICE)
        self.view_name = self.view_name or self.suitable()
        if len(self.run.root.board().cells) < 2:
            self.single = "window"
        self.set_interval(TICK, self.tick)
        self.make_room()

    def suitable(self) -> str:
        """Return the view that suits the tree: the book's drawing for small ones, columns for real games."""
        trace = self.run.trace
        widest = max((trace.children(row) for row in range(min(len(trace), 200))), default=0)
        return "tree" if widest <= 6 and (not trace.finished or len(trace) <= 2000) else "columns"

    # Painting.

    def on_resize(self, event: events.Resize) -> None:
        """Choose what has room."""
        self.make_room()

    def make_room(self) -> None:
        """Set the classes that the style sheet goes by, and show what then has room."""
        width, height = self.size
        self.set_class(width < SMALLEST[0] or height < SMALLEST[1], "-tiny")
        self.set_class(width >= 110, "-wide")
        self.set_class(width >= 140, "-wider")
        self.set_class(width >= 180, "-widest")
        self.set_class(height >= 30, "-tall")
        self.set_class(height >= 46, "-high")
        roomy = width >= 110 and height >= 30
        for name in ("board", "window", "counts", "line"):
            self.query_one(f"#{name}").display = self.is_shown(name, roomy=roomy)
        self.query_one("#board").styles.height = "1fr"
        for name in ("window", "counts", "line"):
            self.query_one(f"#{name}").styles.height = None if roomy else "1fr"
        if not roomy and self.single == "board" and height >= 24:
            self.query_one("#counts").display = True
            self.query_one("#counts").styles.height = 6
        if not roomy and self.single == "window":
            self.query_one("#counts").display = True
            self.query_one("#counts").styles.height = 6
        self.call_after_refresh(self.paint)

    def is_shown(self, name: str, *, roomy: bool) -> bool:
        """Say whether a pane beside the tree has room."""
        if roomy:
            return name != "line" or self.size.width >= 180 or self.single == "line"
        chosen = self.single if self.single != "code" else "board"
        return name == chosen

    def show(self, scene: Scene) -> None:
        """Show another scene."""
        self.scene = scene
        self.paint()

    def paint(self) -> None:
        """Paint every widget from the scene."""
        if not self.is_mounted:
            return
        scene = self.scene
        for canvas in self.query(Canvas):
            draw = views()[self.view_name].draw if canvas.id == "view" else self.pane_draw(canvas)
            canvas.show(scene, draw)
        self.query_one("#header", Words).say(self.header())
        self.query_one(Timeline).show(scene, self.progress(), self.note or self.cutoffs())

    def pane_draw(self, canvas: Canvas) -> Draw | None:
        """Return what a pane draws: the chosen one takes the board's place where there is room for one only."""
        if canvas.id == "board" and self.single == "code" and not self.has_class("-tall"):
            return panes()["code"].draw
        return None

    def header(self) -> Line:
        """Return what is searched, and how."""
        search, run = self.run.recipe.search, self.run
        side = run.game.sides[0] if run.root.maximizing else run.game.sides[1]
        depth = "to the end" if search.depth == "all" else f"depth {search.depth}"
        line: Line = [
            (f" {run.root.board().title} ", "title"), (f"{side} to move", "dim"), ("  │  ", "frame"),
            (f"{run.algorithm.title}, {search.ordering} order", "value"), ("  │  ", "frame"),
            (f"{depth} · {search.evaluation}", "dim"),
        ]  # fmt: skip
        if run.algorithm.uses_window:
            line.append((f" · cut α {'≥' if search.cut == '>=' else '>'} β · fail-{search.fail}", "dim"))
        return line

    def progress(self) -> str:
        """Return where the step stands."""
        trace = self.run.trace
        sign_of_play = {0: "‖", 1: "▸", -1: "◂"}[self.playing]
        speed = f" {SPEEDS[self.speed]}/s" if self.playing else ""
        total = f"of {trace.steps:,}" if trace.finished else f"of ≥ {trace.steps:,}, searching"
        return f"{sign_of_play}{speed} step {self.scene.step:,} {total}"

    def cutoffs(self) -> str:
        """Return how many cutoffs there have been."""
        trace = self.run.trace
        if self.jump:
            return f"looking for it … (space stops) · {len(trace):,} nodes"
        before, total = trace.cut_count(self.scene.step), len(trace.cuts)
        limit = " · stopped at the limit" if trace.reason else ""
        return f"✂ {before:,} of {total:,}{'' if trace.finished else '+'} cutoffs{limit}"

    # Time.

    def tick(self) -> None:
        """Let the search go on for a slice, then play, then finish a jump that has become known."""
        now = time.monotonic()
        passed, self._ticked = min(0.25, now - self._ticked), now
        searching = not self.run.trace.finished
        if searching:
            self.run.advance(seconds=SLICE * (3 if self.jump else 1))
        if self.jump:
            self.act(self.jump)
        elif self.playing:
            self.play_on(passed)
        elif searching:
            self.paint()

    def play_on(self, passed: float) -> None:
        """Play as many steps as the time that has passed asks for."""
        self._due += passed * SPEEDS[self.speed]
        steps = int(self._due)
        if steps:
            self._due -= steps
            self.play_steps(steps)

    def play_steps(self, steps: int) -> None:
        """Play some steps, up to a breakpoint or an end."""
        trace, step = self.run.trace, self.scene.step
        target = max(0, min(trace.last_step, step + steps * self.playing))
        stop = moving.breakpoint_between(self.scene, step, target, cuts=self.break_at_cuts)
        if stop is not None:
            self.playing, target = 0, stop
            self.note = "stopped at a breakpoint"
        elif target == step and (trace.finished or self.playing < 0):
            self.playing = 0
        self.show(self.scene.at(step=target, selected=None))

    def seek(self, step: int) -> None:
        """Go to a step; the selection follows the running point again."""
        self.note = ""
        self.show(self.scene.at(step=max(0, min(step, self.run.trace.last_step)), selected=None))

    # Doing.

    def action_act(self, name: str) -> None:
        """Do what a key asks for."""
        self.note = ""
        if self.jump and name in ("play", self.jump):
            self.jump = ""
            self.paint()
            return
        self.jump = ""
        self.act(name)

    def act(self, name: str) -> None:
        """Do an action by its name."""
        if name in stepping.BACKWARDS or name in stepping.FORWARDS:
            self.travel(name)
        elif name.startswith("view_"):
            self.choose_view(name.removeprefix("view_"))
        else:
            getattr(self, f"do_{name}")()

    def travel(self, name: str) -> None:
        """Jump to another step, or wait for the search to get there."""
        self.playing = 0
        trace, step = self.run.trace, self.scene.step
        if name in stepping.FORWARDS:
            self.run.advance(step=step + 1, seconds=SLICE)
            target = stepping.FORWARDS[name](trace, step)
            self.jump = name if target is None and not trace.finished else ""
        else:
            target = stepping.BACKWARDS[name](trace, step)
        if target is not None:
            self.seek(target)
        elif not self.jump:
            self.say(stepping.NOWHERE.get(name, "this is the last step"))
        else:
            self.paint()

    def say(self, note: str) -> None:
        """Say something once."""
        self.note = note
        self.paint()

    def do_play(self) -> None:
        """Play forwards, or stop."""
        self.playing = 0 if self.playing else 1
        if self.playing and self.run.trace.finished and self.scene.step >= self.run.trace.last_step:
            self.seek(0)
        self._due = 1.0
        self.paint()

    def do_backwards(self) -> None:
        """Play backwards, or stop."""
        self.playing = 0 if self.playing else -1
        self._due = 1.0
        self.paint()

    def do_faster(self) -> None:
        """Play faster."""
        self.set_speed(self.speed + 1)

    def do_slower(self) -> None:
        """Play slower."""
        self.set_speed(self.speed - 1)

    def set_speed(self, speed: int) -> None:
        """Set the speed and say it."""
        self.speed = max(0, min(len(SPEEDS) - 1, speed))
        self.say(f"{SPEEDS[self.speed]} steps a second")

    def do_next_change(self) -> None:
        """Go to the next change of the selected node."""
        self.change(next_change, "next_change")

    def do_previous_change(self) -> None:
        """Go to the previous change of the selected node."""
        self.change(previous_change, "previous_change")

    def change(self, lead: object, name: str) -> None:
        """Go to another change of the selected node, which stays selected."""
        focus = self.scene.focus
        row = moving.row_ever(self.scene, focus)
        target = lead(self.run.trace, row, self.scene.step) if row is not None and callable(lead) else None
        if target is None:
            self.say(stepping.NOWHERE[name])
        else:
            self.playing = 0
            self.show(self.scene.at(step=min(target, self.run.trace.last_step), selected=focus))

    def do_breakpoint(self) -> None:
        """Set or remove a breakpoint on the selected node."""
        path, points = self.scene.focus, self.scene.breakpoints
        there = path in points
        self.show(self.scene.at(breakpoints=points - {path} if there else points | {path}))
        self.say(f"breakpoint {'removed from' if there else 'on'} {self.scene.names(path) or 'the root'}")

    def do_break_cuts(self) -> None:
        """Stop at every cutoff while playing, or no longer."""
        self.break_at_cuts = not self.break_at_cuts
        self.say("playing stops at every cutoff" if self.break_at_cuts else "playing goes on over cutoffs")

    # Selecting.

    def select(self, path: Path | None) -> None:
        """Select a node; the step stays."""
        self.playing = 0
        self.show(self.scene.at(selected=path))

    def do_sibling_above(self) -> None:
        """Select the sibling tried before."""
        self.select(moving.sibling(self.scene, -1))

    def do_sibling_below(self) -> None:
        """Select the sibling tried after."""
        self.select(moving.sibling(self.scene, 1))

    def do_child(self) -> None:
        """Select the first child and unfold its parent in the tree."""
        focus = self.scene.focus
        child = moving.first_child(self.scene)
        if child is None:
            self.say("there is nothing below")
        else:
            self.show(self.scene.at(selected=child, unfolded=self.scene.unfolded | {focus}))

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
        self.show(self.scene.at(zoom=min(3, self.scene.zoom + 1)))

    def do_farther(self) -> None:
        """Draw less of the tree."""
        self.show(self.scene.at(zoom=max(-3, self.scene.zoom - 1)))

    def do_fit(self) -> None:
        """Draw the usual amount, folded again."""
        self.show(self.scene.at(zoom=0, unfolded=frozenset()))

    def do_reroot(self) -> None:
        """Draw only what is below the selected node."""
        path = self.scene.focus
        while path and not (row := moving.row_ever(self.scene, path)) or path and not self.run.trace.children(row or 0):
            path = path[:-1]
        self.show(self.scene.at(top=path))

    def do_unroot(self) -> None:
        """Draw from the parent of what is drawn now."""
        self.show(self.scene.at(top=self.scene.top[:-1]))

    def do_heat(self) -> None:
        """Lay the next heat map over the board."""
        names = moving.heat_maps(self.scene)
        heat = (self.scene.heat + 1) % (len(names) + 1)
        self.show(self.scene.at(heat=heat))
        self.say(f"heat map: {names[heat - 1]}" if heat else "no heat map")

    def do_pane(self) -> None:
        """Show the next pane where there is room for one only."""
        self.single = PANES[(PANES.index(self.single) + 1) % len(PANES)]
        self.make_room()

    def do_theme(self) -> None:
        """Use the next theme."""
        self.post_message(moving.Chosen("theme", ""))

    # Asking.

    def do_why(self) -> None:
        """Say why at length."""
        from visualizer.tui.screens.why import WhyDialog

        self.app.push_screen(WhyDialog(self.scene))

    def do_help(self) -> None:
        """List all keys."""
        from visualizer.tui.screens.help import HelpDialog

        self.app.push_screen(HelpDialog())

    def do_go(self) -> None:
        """Ask where to go."""
        from visualizer.tui.screens.ask import GoDialog

        self.app.push_screen(GoDialog(self.scene), self.gone)

    def gone(self, target: int | Path | None) -> None:
        """Go where the dialog said: to a step, or to a node."""
        if isinstance(target, int):
            self.run.advance(step=target)
            self.seek(target)
        elif target is not None:
            self.go_to(target)

    def go_to(self, path: Path) -> None:
        """Select a node, and go to the step that enters it if it has not been entered yet."""
        row = moving.row_ever(self.scene, path)
        step = self.scene.step
        if row is not None and not self.scene.here.entered(row):
            step = self.run.trace.enter_step(row)
        self.show(self.scene.at(step=step, selected=path))

    def do_find(self) -> None:
        """Ask for a move or a value and go there."""
        from visualizer.tui.screens.ask import FindDialog

        self.app.push_screen(FindDialog(self.scene), self.gone)

    def do_copy(self) -> None:
        """Ask what to copy."""
        from visualizer.tui.screens.ask import CopyDialog

        self.app.push_screen(CopyDialog(self.scene), self.copied)

    def copied(self, text: str | None) -> None:
        """Copy a text to the clipboard."""
        if text:
            self.app.copy_to_clipboard(text)
            self.say(f"copied: {text[:40]}")

    def do_export(self) -> None:
        """Ask for a file and write what is seen."""
        from visualizer.tui.screens.export import ExportDialog

        self.app.push_screen(ExportDialog(self.scene), self.say_if)

    def say_if(self, note: str | None) -> None:
        """Say what a dialog reports, if anything."""
        if note:
            self.say(note)

    def do_open(self) -> None:
        """Choose another position or search."""
        self.post_message(moving.Chosen("open", ""))

    def do_quit(self) -> None:
        """Leave."""
        self.app.exit()

    # What the widgets tell.

    def on_canvas_picked(self, message: Canvas.Picked) -> None:
        """Select the node that was clicked; a double click goes into it."""
        if self.run.trace and moving.row_ever(self.scene, message.path) is not None or message.path != self.scene.focus:
            self.select(message.path)
        if message.twice:
            self.go_to(message.path)

    def on_canvas_scrolled(self, message: Canvas.Scrolled) -> None:
        """Select the next sibling in the wheel's direction."""
        self.select(moving.sibling(self.scene, message.direction))

    def on_timeline_sought(self, message: Timeline.Sought) -> None:
        """Go to the step under the mouse."""
        self.playing = 0
        self.seek(message.step)

    def on_key_bar_pressed(self, message: KeyBar.Pressed) -> None:
        """Do what the key that was clicked does."""
        self.action_act(message.action)

    def sentence(self) -> str:
        """Return the sentence of the step."""
        return Explainer(self.run, self.scene.here).sentence()
